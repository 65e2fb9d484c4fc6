class Full(Exception):
    pass


class NoPosition(Exception):
    pass


class R_List(list):
    """A subclass of list; size by len."""

    def add(self, i, item):
        if i < 0 or i > len(self):
            raise NoPosition
        if len(self) >= 3:
            raise Full
        self.insert(i, item)

    def remove(self, i):
        if not 0 <= i < len(self):
            raise NoPosition
        self[i : i + 1] = []

    def at(self, i):
        if i < 0:
            raise NoPosition
        try:
            return self[i]
        except IndexError as e:
            raise NoPosition from e

    def size(self):
        return len(self)


class R_Linked:
    """A linked list with recursion."""

    def __init__(self):
        self.h = None

    def size(self):
        def n(h):
            return 0 if h is None else 1 + n(h[1])

        return n(self.h)

    def add(self, i, item):
        s = self.size()
        if not 0 <= i <= s:
            raise NoPosition
        if s == 3:
            raise Full

        def ins(h, k):
            return [item, h] if k == 0 else [h[0], ins(h[1], k - 1)]

        self.h = ins(self.h, i)

    def remove(self, i):
        if not 0 <= i < self.size():
            raise NoPosition

        def rem(h, k):
            return h[1] if k == 0 else [h[0], rem(h[1], k - 1)]

        self.h = rem(self.h, i)

    def at(self, i):
        h = self.h
        if i < 0:
            raise NoPosition
        while i and h:
            h = h[1]
            i -= 1
        if not h:
            raise NoPosition
        return h[0]


class R_New:
    """new is a routine, and the store an array of fixed length with None."""

    def new(self):
        self.a = [None] * 3
        self.n = 0

    def add(self, i, item):
        if not (i >= 0 and i <= self.n):
            raise NoPosition(i)
        if self.n == 3:
            raise Full
        for k in range(self.n, i, -1):
            self.a[k] = self.a[k - 1]
        self.a[i] = item
        self.n += 1

    def remove(self, i):
        if i not in range(self.n):
            raise NoPosition(i)
        for k in range(i, self.n - 1):
            self.a[k] = self.a[k + 1]
        self.n -= 1

    def at(self, i):
        if i not in range(self.n):
            raise NoPosition(i)
        return self.a[i]

    def size(self):
        return self.n


class W_Overwrites(R_New):
    """order: add in the middle overwrites the last but one (shifts the wrong way)"""

    def add(self, i, item):
        if not (i >= 0 and i <= self.n):
            raise NoPosition(i)
        if self.n == 3:
            raise Full
        for k in range(i, self.n):
            self.a[k + 1] = self.a[k]
        self.a[i] = item
        self.n += 1


class W_RemoveItem(R_List):
    """order: removes the first element that is equal"""

    def remove(self, i):
        if not 0 <= i < len(self):
            raise NoPosition
        list.remove(self, self[i])


class W_FullFirst(R_List):
    """capacity|positions: Full comes before NoPosition"""

    def add(self, i, item):
        if len(self) >= 3:
            raise Full
        super().add(i, item)
