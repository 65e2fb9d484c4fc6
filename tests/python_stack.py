"""The stack of ``stack.py`` as Python programmers write it, and one that differs from it."""

from __future__ import annotations

from modspec.run.domains import Domains

INTEGERS = Domains({"integer": (0, 7)})


class PythonStack:
    """A stack as Python programmers make one."""

    room = 3

    def __init__(self) -> None:
        self.new()

    def new(self) -> None:
        self.items: list[int] = []

    def push(self, value: int) -> None:
        if len(self.items) == self.room:
            raise Full
        self.items.append(value)

    def pop(self) -> None:
        self.top()
        self.items.pop()

    def top(self) -> int:
        if not self.items:
            raise Empty
        return self.items[-1]

    def depth(self) -> int:
        return len(self.items)


class Full(Exception):
    pass


class Empty(Exception):
    pass


class RoomForOneMore(PythonStack):
    room = 4
