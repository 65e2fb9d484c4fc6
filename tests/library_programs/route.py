"""A route as a reader of the specification may write it: the sum grows with the list."""

from math import dist


class NoStop(Exception):
    pass


class TooLong(Exception):
    pass


class PointT:
    def __init__(self, x, y):
        self.place = (x, y)

    @property
    def xcoord(self):
        return self.place[0]

    @property
    def ycoord(self):
        return self.place[1]


class Trip:
    def init(self):
        self.points, self.total = [], 0

    def go(self, p):
        if len(self.points) == 3:
            raise TooLong
        if self.points:
            self.total += dist(self.points[-1].place, p.place)
        self.points.append(p)

    def undo(self):
        if not self.points:
            raise NoStop
        last = self.points.pop()
        if self.points:
            self.total -= dist(self.points[-1].place, last.place)

    def stop(self, i):
        if not 0 <= i < len(self.points):
            raise NoStop
        return self.points[i]

    def stops(self):
        return len(self.points)

    def length(self):
        return self.total
