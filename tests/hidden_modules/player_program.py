"""A player with two queues; its history has the current song, too."""

from collections import deque


class AtEnd(Exception):
    pass


class Busy(Exception):
    pass


class Known(Exception):
    pass


class NoPast(Exception):
    pass


class Silent(Exception):
    pass


class Unknown(Exception):
    pass


class Player:
    """Odd style: the list is two deques, done and todo; None marks silence in history."""

    def __init__(self):
        self.done, self.todo, self.q = deque(), deque(), []
        self.hist = []  # includes the current song
        self.rep = 0

    def _has(self, s):
        return s in self.done or s in self.todo

    def add(self, song):
        if self._has(song):
            raise Known
        self.todo.append(song)

    def remove(self, song):
        if not self._has(song):
            raise Unknown
        for d in (self.done, self.todo):
            while song in d:
                d.remove(song)
        self.q[:] = [x for x in self.q if x != song]

    def wish(self, song):
        if not self._has(song):
            raise Unknown
        if len(self.q) >= 2:
            raise Busy
        self.q.append(song)

    def skip(self):
        if self.q:
            s = self.q.pop(0)
        else:
            if not self.todo:
                if not (self.rep and self.done):
                    raise AtEnd
                self.done, self.todo = deque(), self.done
            s = self.todo.popleft()
            self.done.append(s)
        self.hist = [*self.hist, s][-3:]

    def back(self):
        if len(self.hist) < 2:
            raise NoPast
        self.hist.pop()

    def toggle_repeat(self):
        self.rep ^= 1

    def playing(self):
        if not self.hist:
            raise Silent
        return self.hist[-1]
