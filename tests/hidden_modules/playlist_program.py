"""A playlist as a list and a position."""

import enum


class AtEnd(Exception):
    pass


class Full(Exception):
    pass


class NoSong(Exception):
    pass


class Mode(enum.Enum):
    STOP = 0
    LOOP = 1


class Playlist:
    def __init__(self, mode):
        self._m = Mode[mode.upper()]
        self._l = []
        self._i = 0

    def add(self, song):
        if len(self._l) >= 4:
            raise Full
        self._l.append(song)

    def remove(self, position):
        if position >= len(self._l):
            raise NoSong
        self._l.pop(position)
        if position < self._i:
            self._i -= 1
        elif self._i == len(self._l):
            self._i = 0

    def advance(self):
        if not self._l:
            raise NoSong
        if self._i + 1 < len(self._l):
            self._i += 1
        elif self._m is Mode.STOP:
            raise AtEnd
        else:
            self._i = 0

    def set_mode(self, m):
        self._m = Mode[m.upper()]

    def current(self):
        return self._l[self._i] if self._l else None

    def songs(self):
        return iter(list(self._l))

    def mode(self):
        return self._m

    def same_songs(self, other):
        return set(self._l) == set(other._l)

    def joined(self, other):
        if len(self._l) + len(other._l) > 4:
            raise Full
        self._l += other._l
        self._i = 0
