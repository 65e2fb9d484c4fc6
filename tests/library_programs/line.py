"""Lines as a reader of the specification may write them: an end and a direction."""

from dataclasses import dataclass
from math import hypot


class Degenerate(Exception):
    pass


@dataclass
class Point:
    xcoord: float
    ycoord: float


class Line:
    def __init__(self, p, q):
        self.p, self.dx, self.dy = p, q.xcoord - p.xcoord, q.ycoord - p.ycoord
        if self.dx == 0 and self.dy == 0:
            raise Degenerate

    def start(self):
        return self.p

    def end(self):
        return self.at(1)

    def at(self, share):
        return Point(self.p.xcoord + share * self.dx, self.p.ycoord + share * self.dy)

    def length(self):
        return hypot(self.dx, self.dy)

    def middle(self):
        return self.at(0.5)

    def turned(self):
        return Line(self.end(), self.p)

    def is_parallel(self, m):
        return self.dx * m.dy == m.dx * self.dy
