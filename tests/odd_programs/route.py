import math
from itertools import pairwise


class NoStop(Exception):
    pass


class TooLong(Exception):
    pass


class OutOfPlane(Exception):
    pass


class Point:
    def __init__(self, x, y):
        if abs(x) > 100 or abs(y) > 100:
            raise OutOfPlane
        self.x, self.y = x, y

    def xcoord(self):
        return self.x

    def ycoord(self):
        return self.y

    def is_origin(self):
        return self.x == 0 and self.y == 0

    def moved(self, dx, dy):
        return Point(self.x + dx, self.y + dy)

    def dist(self, q):
        return math.hypot(self.x - q.x, self.y - q.y)


class R_List:
    """A list."""

    def init(self):
        self.w = []

    def go(self, p):
        if len(self.w) == 3:
            raise TooLong
        self.w += [p]

    def undo(self):
        if not self.w:
            raise NoStop
        del self.w[-1]

    def stop(self, i):
        if not 0 <= i < len(self.w):
            raise NoStop(i)
        return self.w[i]

    def stops(self):
        return len(self.w)

    def length(self):
        return sum(a.dist(b) for a, b in pairwise(self.w))


class R_Running:
    """Linked nodes with the length up to each."""

    def init(self):
        self.n = None

    def go(self, p):
        if self.stops() >= 3:
            raise TooLong
        self.n = (self.n, p, 0.0 if self.n is None else self.n[2] + self.n[1].dist(p))

    def undo(self):
        if self.n is None:
            raise NoStop
        self.n = self.n[0]

    def _all(self):
        n = self.n
        while n is not None:
            yield n[1]
            n = n[0]

    def stops(self):
        return sum(1 for _ in self._all())

    def stop(self, i):
        l = [*self._all()][::-1]
        if i < 0:
            raise NoStop
        try:
            return l[i]
        except IndexError:
            raise NoStop from None

    def length(self):
        return self.n[2] if self.n else 0


class R_Coords:
    """Keeps coordinates and returns copies; a fixed array with a count."""

    def __init__(self):
        self.xs = [0] * 3
        self.ys = [0] * 3
        self.k = 0

    def init(self):
        self.k = 0

    def go(self, p):
        if self.k == len(self.xs):
            raise TooLong("three")
        self.xs[self.k], self.ys[self.k] = p.xcoord(), p.ycoord()
        self.k += 1

    def undo(self):
        if self.k < 1:
            raise NoStop("none")
        self.k -= 1

    def stop(self, i):
        if i in range(self.k):
            return Point(self.xs[i], self.ys[i])
        raise NoStop

    def stops(self):
        return self.k

    def length(self):
        s = 0
        for i in range(1, self.k):
            s += ((self.xs[i] - self.xs[i - 1]) ** 2 + (self.ys[i] - self.ys[i - 1]) ** 2) ** 0.5
        return s


class W_NegativeIndex(R_List):
    """stops: -1 is the last stop"""

    def stop(self, i):
        try:
            return self.w[i]
        except IndexError:
            raise NoStop from None


class W_RoundTrip(R_List):
    """length: the way back to the first stop counts too"""

    def length(self):
        return (
            sum(a.dist(b) for a, b in zip(self.w, self.w[1:] + self.w[:1]))
            if len(self.w) > 2
            else super().length()
        )


class W_StaleLength(R_Running):
    """undo|length: undo does not shorten the way"""

    def init(self):
        super().init()
        self.t = 0

    def go(self, p):
        o = self.n
        super().go(p)
        if o:
            self.t += o[1].dist(p)

    def length(self):
        return self.t
