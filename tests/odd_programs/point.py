import cmath, math
from dataclasses import dataclass


class OutOfPlane(Exception):
    pass


class R_Complex:
    """A complex number."""

    def __init__(self, x, y):
        if abs(x) > 100 or abs(y) > 100:
            raise OutOfPlane
        self.z = complex(x, y)

    def xcoord(self):
        return self.z.real

    def ycoord(self):
        return self.z.imag

    def is_origin(self):
        return not self.z

    def moved(self, dx, dy):
        return R_Complex(self.z.real + dx, self.z.imag + dy)

    def dist(self, q):
        return abs(self.z - q.z)


@dataclass(frozen=True)
class R_Frozen:
    x: float
    y: float

    def __post_init__(self):
        if max(abs(self.x), abs(self.y)) > 100.0:
            raise OutOfPlane(f"{self.x} {self.y}")

    def xcoord(self):
        return self.x

    def ycoord(self):
        return self.y

    def is_origin(self):
        return (self.x, self.y) == (0, 0)

    def moved(self, dx, dy):
        return type(self)(self.x + dx, self.y + dy)

    def dist(self, q):
        return math.hypot(self.x - q.x, self.y - q.y)


class R_Tuple(tuple):
    """A subclass of tuple, made in __new__."""

    def __new__(cls, x, y):
        for v in (x, y):
            if not -100 <= v <= 100:
                raise OutOfPlane(v)
        return tuple.__new__(cls, (x, y))

    def xcoord(self):
        return self[0]

    def ycoord(self):
        return self[1]

    def is_origin(self):
        return self == (0.0, 0.0)

    def moved(self, dx, dy):
        return self.__class__(self[0] + dx, self[1] + dy)

    def dist(self, q):
        return math.dist(self, q)


class W_Manhattan(R_Frozen):
    """distance: the sum of the differences"""

    def dist(self, q):
        return abs(self.x - q.x) + abs(self.y - q.y)


class W_MovesItself(R_Complex):
    """coordinates|moved: moved changes the point and returns it"""

    def moved(self, dx, dy):
        if abs(self.z.real + dx) > 100 or abs(self.z.imag + dy) > 100:
            raise OutOfPlane
        self.z += complex(dx, dy)
        return self


class W_Disc(R_Complex):
    """plane: the plane is a disc around the origin"""

    def __init__(self, x, y):
        if math.hypot(x, y) > 100:
            raise OutOfPlane
        self.z = complex(x, y)


class R_WithinTheTolerance(R_Complex):
    """The origin, and the edge of the plane, are found within the usual tolerance."""

    def __init__(self, x, y):
        if not all(abs(part) < 100 or math.isclose(abs(part), 100) for part in (x, y)):
            raise OutOfPlane
        self.z = complex(x, y)

    def is_origin(self):
        return abs(self.z) < 1e-9

    def moved(self, dx, dy):
        return type(self)(self.z.real + dx, self.z.imag + dy)


class W_NearTheOrigin(R_Complex):
    """origin: a point that is nearly the origin counts as the origin"""

    def is_origin(self):
        return abs(self.z) < 1e-6

    def moved(self, dx, dy):
        return type(self)(self.z.real + dx, self.z.imag + dy)


class W_PlaneIsAMillionthLarger(R_Complex):
    """plane: the plane ends where 100 is exceeded by a millionth"""

    def __init__(self, x, y):
        if abs(x) > 100.000001 or abs(y) > 100.000001:
            raise OutOfPlane
        self.z = complex(x, y)

    def moved(self, dx, dy):
        return type(self)(self.z.real + dx, self.z.imag + dy)


@dataclass(frozen=True)
class R_FieldsWithDefaults:
    """A frozen data class whose fields are the coordinates, and have defaults."""

    xcoord: float = 0
    ycoord: float = 0

    def __post_init__(self):
        if max(abs(self.xcoord), abs(self.ycoord)) > 100:
            raise OutOfPlane

    @property
    def is_origin(self):
        return self.xcoord == self.ycoord == 0

    def moved(self, dx, dy):
        return R_FieldsWithDefaults(self.xcoord + dx, self.ycoord + dy)

    def dist(self, other):
        return math.hypot(self.xcoord - other.xcoord, self.ycoord - other.ycoord)
