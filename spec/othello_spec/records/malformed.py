"""Malformed: what is no record in any form that is known here, and where."""

from __future__ import annotations

from typing import Final, Self

_SHOWN: Final = 24


class Malformed(ValueError):
    """Something that cannot be read: where it stands, why, and what would be right.

    Whoever raises it tells what they know of the place, and those that they were called by tell the rest:
    ``file``, ``line`` and ``game`` counted from 1, ``ply`` (moves and passes of the game, as they are
    written, from 1) and ``offset`` (bytes of the file, from 0). What nobody knows is None.
    """

    def __init__(
        self,
        why: str,
        right: str = "",
        *,
        file: str | None = None,
        line: int | None = None,
        game: int | None = None,
        ply: int | None = None,
        offset: int | None = None,
    ) -> None:
        """Say what is wrong, and what would be right if that is worth telling."""
        super().__init__(why, right)
        self.why, self.right = why, right
        self.file, self.line, self.game, self.ply, self.offset = file, line, game, ply, offset

    def at(
        self,
        *,
        file: str | None = None,
        line: int | None = None,
        game: int | None = None,
        offset: int | None = None,
    ) -> Self:
        """Itself, with what the caller knows of the place added to what is told already."""
        self.file = self.file if file is None else file
        self.line = self.line if line is None else line
        self.game = self.game if game is None else game
        self.offset = self.offset if offset is None else offset
        return self

    @property
    def place(self) -> str:
        """Where it is, from the outside inwards: ``games.txt, line 7, game 3, move 12``."""
        told = (
            self.file,
            self.line is not None and f"line {self.line}",
            self.game is not None and f"game {self.game}",
            self.ply is not None and f"move {self.ply}",
            self.offset is not None and f"byte {self.offset}",
        )
        return ", ".join(part for part in told if part)

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        right = f"; {self.right}" if self.right else ""
        return f"{place}{self.why}{right}"


def quote(text: str) -> str:
    """A piece of the input for a message: in quotes, on one line, and not longer than a few words."""
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}…"
