"""A counter that remembers differences."""

from collections import deque


class NothingToRedo(Exception):
    pass


class NothingToUndo(Exception):
    pass


class TooHigh(Exception):
    pass


class TooLow(Exception):
    pass


class Counter:
    """differences"""

    def init(self):
        self.x = 0
        self.done = deque(maxlen=3)
        self.undone = []

    def value(self):
        return self.x

    def add(self, n):
        if not 0 <= self.x + n <= 9:
            raise TooHigh if n > 0 else TooLow
        self.x += n
        self.done.append(n)
        self.undone.clear()

    def undo(self):
        if not self.done:
            raise NothingToUndo("nothing")
        n = self.done.pop()
        self.x -= n
        self.undone.append(n)

    def redo(self):
        try:
            n = self.undone.pop()
        except IndexError:
            raise NothingToRedo from None
        self.x += n
        self.done.append(n)

    def can_undo(self):
        return bool(self.done)
