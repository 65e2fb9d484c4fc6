class Empty(Exception):
    pass


class Full(Exception):
    pass


class R_TwoStacks:
    def init(self):
        self.a, self.b = [], []

    def enqueue(self, number):
        if self.length() >= 3:
            raise Full
        self.a.append(number)

    def _shift(self):
        if not self.b:
            while self.a:
                self.b.append(self.a.pop())
        if not self.b:
            raise Empty

    def leave(self):
        self._shift()
        return self.b.pop()

    def front(self):
        self._shift()
        return self.b[-1]

    def length(self):
        return len(self.a) + len(self.b)


class R_Ring:
    N = 3

    def init(self):
        self.buf = [None] * self.N
        self.h = 0
        self.n = 0

    def enqueue(self, number):
        if self.n == self.N:
            raise Full
        self.buf[(self.h + self.n) % self.N] = number
        self.n += 1

    def leave(self):
        x = self.front()
        self.h = (self.h + 1) % self.N
        self.n -= 1
        return x

    def front(self):
        if self.n == 0:
            raise Empty
        return self.buf[self.h]

    def length(self):
        return self.n


class R_Dict(dict):
    def init(self):
        self.clear()
        self.t = 0

    def enqueue(self, number):
        if len(self) == 3:
            raise Full
        self[self.t] = number
        self.t += 1

    def leave(self):
        self.front()
        return self.pop(min(self))

    def front(self):
        if not self:
            raise Empty
        return self[min(self)]

    def length(self):
        return len(self)


class R_Closure:
    def __init__(self):
        items = ()

        def init():
            nonlocal items
            items = ()

        def enqueue(number):
            nonlocal items
            if len(items) == 3:
                raise Full
            items = (*items, number)

        def leave():
            nonlocal items
            if not items:
                raise Empty
            x, *rest = items
            items = tuple(rest)
            return x

        def front():
            if not items:
                raise Empty
            return items[0]

        self.init, self.enqueue, self.leave, self.front = init, enqueue, leave, front
        self.length = lambda: len(items)


class W_RingTwo(R_Ring):
    def enqueue(self, number):
        if self.n == self.N:
            raise Full
        self.buf[(self.h + self.n) % self.N if self.h < 2 else self.n % self.N] = number
        self.n += 1


class W_Priority(R_Dict):
    def leave(self):
        self.front()
        k = min(self, key=lambda k: self[k])
        return self.pop(k)


class W_FrontNoEmpty(R_Ring):
    def front(self):
        return self.buf[self.h] if self.n else None


class W_SharedList:
    """begins-empty: the list belongs to the class, and init leaves it as it is"""

    items: list[int] = []

    def init(self):
        pass

    def enqueue(self, number):
        if len(self.items) == 3:
            raise Full
        self.items.append(number)

    def leave(self):
        self.front()
        return self.items.pop(0)

    def front(self):
        if not self.items:
            raise Empty
        return self.items[0]

    def length(self):
        return len(self.items)


class W_FrontLeaves(R_Ring):
    """queries-pure: front lets the first one leave"""

    def front(self):
        number = super().front()
        self.h = (self.h + 1) % self.N
        self.n -= 1
        return number

    def leave(self):
        return self.front()


class W_LastTwoSwap(R_TwoStacks):
    def _shift(self):
        if not self.b:
            if len(self.a) == 3:
                self.b = [self.a[1], self.a[2], self.a[0]]
                self.a = []
            while self.a:
                self.b.append(self.a.pop())
        if not self.b:
            raise Empty


class W_InitForgetsB(R_TwoStacks):
    def __init__(self):
        self.b = []

    def init(self):
        self.a = []


class W_LeaveNoOutput(R_Ring):
    def leave(self):
        super().leave()


class R_Text:
    """The numbers as words of a text."""

    def init(self):
        self.text = ""

    def enqueue(self, number):
        if self.length() == 3:
            raise Full
        self.text = f"{self.text} {number}".strip()

    def leave(self):
        number = self.front()
        self.text = self.text.partition(" ")[2]
        return number

    def front(self):
        if not self.text:
            raise Empty
        return int(self.text.split()[0])

    def length(self):
        return len(self.text.split())


class R_Numbered:
    """A dictionary by number of arrival; the length is a property."""

    def __init__(self):
        self.first = self.next = 0
        self.by_number = {}

    def init(self):
        self.__init__()

    def enqueue(self, number):
        if len(self.by_number) >= 3:
            raise Full("no room")
        self.by_number[self.next] = number
        self.next += 1

    def front(self):
        try:
            return self.by_number[self.first]
        except KeyError:
            raise Empty from None

    def leave(self):
        number = self.front()
        del self.by_number[self.first]
        self.first += 1
        return number

    @property
    def length(self):
        return self.next - self.first
