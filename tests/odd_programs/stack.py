from collections import deque
from dataclasses import dataclass, field
from functools import cached_property


class Empty(Exception):
    pass


class Full(Exception):
    pass


class R_Linked:
    def __init__(self):
        self.head = None

    def init(self):
        self.head = None

    def push(self, item):
        if self.depth() == 4:
            raise Full
        self.head = (item, self.head)

    def pop(self):
        if not self.head:
            raise Empty
        self.head = self.head[1]

    def top(self):
        if not self.head:
            raise Empty
        return self.head[0]

    def depth(self):
        n = 0
        h = self.head
        while h:
            n += 1
            h = h[1]
        return n


class R_ListSubclass(list):
    def init(self):
        self.clear()

    def push(self, item):
        if len(self) > 3:
            raise Full("no room")
        self.append(item)

    def pop(self):
        try:
            super().pop()
        except IndexError as e:
            raise Empty from e

    def top(self):
        try:
            return self[-1]
        except IndexError:
            raise Empty() from None

    def depth(self):
        return len(self)


@dataclass
class R_Prop:
    _cells: list = field(default_factory=lambda: [0] * 4)
    _sp: int = 0

    @property
    def depth(self):
        return self._sp

    def init(self):
        self._sp = 0

    def push(self, item):
        if self._sp == len(self._cells):
            raise Full
        self._cells[self._sp] = item
        self._sp += 1

    def pop(self):
        if not self._sp:
            raise Empty
        self._sp -= 1
        return self._cells[self._sp]

    def top(self):
        if not self._sp:
            raise Empty
        return self._cells[self._sp - 1]


class R_Deque:
    def init(self):
        self.d = deque(maxlen=4)

    def push(self, item):
        if len(self.d) == self.d.maxlen:
            raise Full
        self.d.appendleft(item)

    def pop(self):
        if not self.d:
            raise Empty
        self.d.popleft()

    def top(self):
        if not self.d:
            raise Empty
        return self.d[0]

    def depth(self):
        return sum(1 for _ in self.d)


class W_TopAtCapacity(R_Linked):
    def top(self):
        x = super().top()
        return self.head[1][0] if self.depth() == 4 else x


class W_NoReset(R_Deque):
    def __init__(self):
        super().init()

    def init(self):
        pass


class W_Five(R_ListSubclass):
    def push(self, item):
        if len(self) > 4:
            raise Full
        self.append(item)


class W_PopEmptySilent(R_Linked):
    def pop(self):
        if self.head:
            self.head = self.head[1]


class W_NoNegatives(R_Linked):
    def push(self, item):
        super().push(abs(item))


class W_NoDuplicates(R_Linked):
    def push(self, item):
        if self.head and self.head[0] == item:
            return
        super().push(item)


class W_FullDropsTop(R_Linked):
    def push(self, item):
        try:
            super().push(item)
        except Full:
            self.head = self.head[1]
            raise


class R_Match:
    """An immutable tuple, taken apart by patterns."""

    def init(self):
        self.s = ()

    def push(self, item):
        match self.s:
            case (_, _, _, _):
                raise Full
            case s:
                self.s = (*s, item)

    def pop(self):
        match self.s:
            case ():
                raise Empty
            case (*rest, _):
                self.s = tuple(rest)

    def top(self):
        match self.s:
            case (*_, last):
                return last
        raise Empty

    def depth(self):
        return len(self.s)
