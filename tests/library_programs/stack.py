"""A stack as a reader of the specification may write it."""


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Stack:
    def init(self):
        self.pile = [None] * 4
        self.used = 0

    def push(self, item):
        if self.used == 4:
            raise Full
        self.pile[self.used] = item
        self.used += 1

    def pop(self):
        if self.used == 0:
            raise Empty
        self.used -= 1

    def top(self):
        if not self.used:
            raise Empty
        return self.pile[self.used - 1]

    def depth(self):
        return self.used
