"""Left behind: programs whose new game keeps something of the last game."""

from __future__ import annotations

from wrong_implementations import sound


class TurnStays(sound.Othello):
    """A new game keeps the turn of the last game."""

    def init(self) -> None:
        before = getattr(self, "mover", sound.BLACK)
        super().init()
        self.mover = before


class ColumnStays(sound.Othello):
    """A new game finds the last column as the game before has left it."""

    def init(self) -> None:
        before = getattr(self, "board", [])  # before the first game there is none
        super().init()
        for row, old in zip(self.board, before, strict=False):
            row[7] = old[7]
