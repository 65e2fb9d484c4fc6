"""Points as a reader of the specification may write them: a complex number."""


class OutOfPlane(Exception):
    pass


class Point:
    def __init__(self, x, y):
        if not (-100 <= x <= 100 and -100 <= y <= 100):
            raise OutOfPlane
        self.z = complex(x, y)

    def xcoord(self):
        return self.z.real

    def ycoord(self):
        return self.z.imag

    def is_origin(self):
        return not self.z

    def moved(self, dx, dy):
        return Point(self.z.real + dx, self.z.imag + dy)

    def dist(self, q):
        return abs(self.z - q.z)
