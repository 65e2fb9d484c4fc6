"""Malformed: a text or file that is no record in any known form, and the place of the error."""

from __future__ import annotations

from typing import Final, Self

_SHOWN: Final = 24


class Malformed(ValueError):
    """Something that cannot be read: its place, why, and what would be right.

    The reader that raises it gives the part of the place that it knows, and its callers add the
    rest: ``file``, ``line`` and ``game`` counted from 1, ``ply`` (moves and written passes of the
    game, from 1) and ``offset`` (bytes of the file, from 0). None: not known.
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
        """Say what is wrong, and what would be right if that helps."""
        super().__init__(why, right)
        self.why, self.right = why, right
        self.file, self.line, self.game, self.ply, self.offset = file, line, game, ply, offset

    def at(self, **place: str | int) -> Self:
        """Add a part of the place: ``file``, ``line``, ``game`` or ``offset``. Return the error."""
        vars(self).update(place)
        return self

    @property
    def place(self) -> str:
        """The place from the outside inwards: ``games.txt, line 7, game 3, move 12``."""
        parts = (
            self.file,
            self.line is not None and f"line {self.line}",
            self.game is not None and f"game {self.game}",
            self.ply is not None and f"move {self.ply}",
            self.offset is not None and f"byte {self.offset}",
        )
        return ", ".join(part for part in parts if part)

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        right = f"; {self.right}" if self.right else ""
        return f"{place}{self.why}{right}"


def quote(text: str) -> str:
    """Quote a piece of the input for a message: on one line, and cut off after a few words."""
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}…"
