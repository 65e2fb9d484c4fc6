"""Bags as a reader of their specification may write them."""

from collections import Counter


class Absent(Exception):
    pass


class Overflow(Exception):
    pass


class Same(Exception):
    pass


class Bag:
    def __init__(self, inside=()):
        self.inside = Counter(inside)

    @classmethod
    def new(cls):
        return cls()

    def add(self, item, times):
        if self.inside.total() + times > 4:
            raise Overflow
        self.inside[item] += times

    def remove(self, item):
        if not self.inside[item]:
            raise Absent
        self.inside[item] -= 1

    def absorb(self, other):
        self.inside = self.plus(other).inside

    def clear(self):
        self.inside = Counter()

    def plus(self, other):
        if self.inside.total() + other.inside.total() > 4:
            raise Overflow
        return Bag(self.inside + other.inside)

    def common(self, other):
        return Bag(self.inside & other.inside)

    def minus(self, other):
        if self.is_equal(other):
            raise Same
        if not self.includes(other):
            raise Absent
        return Bag(self.inside - other.inside)

    def includes(self, other):
        return other.inside <= self.inside

    def is_equal(self, other):
        return self.inside == other.inside

    def count(self, item):
        return self.inside[item]

    def size(self):
        return self.inside.total()

    def kinds(self):
        return {item for item, times in self.inside.items() if times > 0}
