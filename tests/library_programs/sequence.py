"""Sequences as a reader of the specification may write them: in a linked list."""


class Full(Exception):
    pass


class NoPosition(Exception):
    pass


class Sequence:
    def __init__(self):
        self.first, self.count = None, 0

    def add(self, i, item):
        if not 0 <= i <= self.count:
            raise NoPosition
        if self.count >= 3:
            raise Full
        if i == 0:
            self.first = [item, self.first]
        else:
            before = self.link(i - 1)
            before[1] = [item, before[1]]
        self.count += 1

    def remove(self, i):
        link = self.link(i)
        if i == 0:
            self.first = link[1]
        else:
            self.link(i - 1)[1] = link[1]
        self.count -= 1

    def at(self, i):
        return self.link(i)[0]

    def size(self):
        return self.count

    def link(self, i):
        if not 0 <= i < self.count:
            raise NoPosition
        found = self.first
        for _ in range(i):
            found = found[1]
        return found
