import math
from collections import namedtuple
from fractions import Fraction


class Degenerate(Exception):
    pass


class OutOfPlane(Exception):
    pass


class Point(namedtuple("Point", "x y")):
    def __new__(cls, x, y):
        if abs(x) > 100 or abs(y) > 100:
            raise OutOfPlane
        return super().__new__(cls, x, y)

    def xcoord(self):
        return self.x

    def ycoord(self):
        return self.y

    def is_origin(self):
        return self.x == self.y == 0

    def moved(self, dx, dy):
        return Point(self.x + dx, self.y + dy)

    def dist(self, q):
        return math.dist(self, q)


class R_Named(namedtuple("R_Named", "p q")):
    """A named tuple."""

    def __new__(cls, p, q):
        if p == q:
            raise Degenerate
        return super().__new__(cls, p, q)

    def start(self):
        return self.p

    def end(self):
        return self.q

    def length(self):
        return self.p.dist(self.q)

    def middle(self):
        return Point((self.p.x + self.q.x) / 2, (self.p.y + self.q.y) / 2)

    def turned(self):
        return self.__class__(self.q, self.p)

    def _d(self):
        return self.q.x - self.p.x, self.q.y - self.p.y

    def is_parallel(self, m):
        (a, b), (c, d) = self._d(), m._d()
        return b * c == d * a


class R_Coords:
    """Keeps four coordinates, and makes the points anew."""

    def __init__(self, p, q):
        if (p.xcoord(), p.ycoord()) == (q.xcoord(), q.ycoord()):
            raise Degenerate("no line")
        self.k = [p.xcoord(), p.ycoord(), q.xcoord(), q.ycoord()]

    def start(self):
        return Point(*self.k[:2])

    def end(self):
        return Point(*self.k[2:])

    def length(self):
        a, b, c, d = self.k
        return ((a - c) ** 2 + (b - d) ** 2) ** 0.5

    def middle(self):
        a, b, c, d = self.k
        return Point(0.5 * a + 0.5 * c, 0.5 * b + 0.5 * d)

    def turned(self):
        return R_Coords(self.end(), self.start())

    def is_parallel(self, m):
        a, b, c, d = self.k
        e, f, g, h = m.k
        return (d - b) * (g - e) - (h - f) * (c - a) == 0


class R_Vector:
    """A point and a vector; fields of read-only properties behind the routines."""

    def __init__(self, p, q):
        if p == q:
            raise Degenerate
        self.a = p
        self.v = complex(q.x - p.x, q.y - p.y)
        self.b = q

    def start(self):
        return self.a

    def end(self):
        return Point(self.a.x + self.v.real, self.a.y + self.v.imag)

    def length(self):
        return abs(self.v)

    def middle(self):
        return self.a.moved(self.v.real / 2, self.v.imag / 2)

    def turned(self):
        n = object.__new__(type(self))
        n.a, n.b, n.v = self.b, self.a, -self.v
        return n

    def is_parallel(self, m):
        return (self.v * m.v.conjugate()).imag == 0


class W_SameDirectionOnly(R_Named):
    """parallel: the opposite direction does not count"""

    def is_parallel(self, m):
        (a, b), (c, d) = self._d(), m._d()
        return b * c == d * a and a * c + b * d >= 0


class W_TurnedInPlace(R_Coords):
    """ends|turned: turned changes the line and returns it"""

    def turned(self):
        self.k = self.k[2:] + self.k[:2]
        return self


class W_Middle(R_Coords):
    """middle: brackets are missing"""

    def middle(self):
        a, b, c, d = self.k
        try:
            return Point(a + c / 2, b + d / 2)
        except OutOfPlane:
            return Point((a + c) / 2, (b + d) / 2)


class R_WithinTheTolerance(R_Named):
    """The ends, and the directions, are compared within the tolerance of the specification."""

    def __new__(cls, p, q):
        if math.dist(p, q) <= 1e-6:
            raise Degenerate
        return tuple.__new__(cls, (p, q))

    def is_parallel(self, m):
        (a, b), (c, d) = self._d(), m._d()
        return abs(a * d - b * c) <= 1e-6
