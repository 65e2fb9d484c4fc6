"""A chain as a tuple."""


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Chain:
    def __init__(self, items=()):
        self.items = tuple(items)

    def push(self, x):
        if len(self.items) == 3:
            raise Full
        self.items = (x, *self.items)

    def head(self):
        if not self.items:
            raise Empty
        return self.items[0]

    def rest(self):
        if not self.items:
            raise Empty
        return type(self)(self.items[1:])


class Unending(Chain):
    is_rest = False

    def rest(self):
        if self.is_rest and not self.items:
            return self
        found = super().rest()
        found.is_rest = True
        return found
