from odd_programs.line import Degenerate, Point, R_Coords, R_Named, R_Vector


class W_TurnsOnce(R_Vector):
    """turned: a line that was turned is not turned again"""

    is_turned = False

    def turned(self):
        if self.is_turned:
            return self
        line = super().turned()
        line.is_turned = True
        return line


class W_LengthOfTheFirst(R_Coords):
    """length: the length is remembered for all lines, not for each"""

    known = {}

    def length(self):
        if "length" not in self.known:
            self.known["length"] = super().length()
        return self.known["length"]


class W_WholeMiddle(R_Coords):
    """middle: the middle is rounded down"""

    def middle(self):
        a, b, c, d = self.k
        return Point((a + c) // 2, (b + d) // 2)


class W_SlopeOfUprightIsZero(R_Named):
    """parallel: a line straight up counts as one that does not rise"""

    def _slope(self):
        x, y = self._d()
        return y / x if x else 0.0

    def is_parallel(self, m):
        return abs(self._slope() - m._slope()) < 1e-9


class W_FromLeftToRight(R_Named):
    """ends|turned?: a line is kept from left to right, however it was made"""

    def __new__(cls, p, q):
        return super().__new__(cls, *((q, p) if q.x < p.x else (p, q)))


class W2_OneDirectionAndTurnedMoves:
    """parallel|turned: a line is parallel to itself only; turned keeps the end"""

    def __init__(self, p, q):
        if (p.x, p.y) == (q.x, q.y):
            raise Degenerate
        self.p, self.q = p, q

    def start(self):
        return self.p

    def end(self):
        return self.q

    def length(self):
        return self.p.dist(self.q)

    def middle(self):
        return Point((self.p.x + self.q.x) / 2, (self.p.y + self.q.y) / 2)

    def turned(self):
        line = object.__new__(type(self))
        line.p, line.q = self.q, self.q
        return line

    def is_parallel(self, m):
        return (self.p, self.q) == (m.p, m.q)


class W_MiddleOfTurned(R_Coords):
    """middle|turned?: the middle of a line that was turned is its beginning"""

    is_turned = False

    def turned(self):
        line = type(self)(self.end(), self.start())
        line.is_turned = not self.is_turned
        return line

    def middle(self):
        return self.start() if self.is_turned else super().middle()


class W_NearlyParallel(R_Named):
    """parallel: directions are compared within a tenth"""

    def is_parallel(self, m):
        (a, b), (c, d) = self._d(), m._d()
        return abs(a * d - b * c) < 0.1


class W_NearEnds(R_Named):
    """two-points: ends that are nearer than a hundredth count as the same"""

    def __new__(cls, p, q):
        if p.dist(q) < 0.01:
            raise Degenerate
        return tuple.__new__(cls, (p, q))
