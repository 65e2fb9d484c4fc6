"""Refusals: why a call raised, as data; the text is made when somebody reads it.

To write a number is to ask for its digits. Nobody needs them who catches the exception, and a tool that
runs a program on all numbers at once does not know them.
"""

from __future__ import annotations

from dataclasses import dataclass

from othello_spec.board import SIZE, Player


@dataclass(frozen=True)
class NotOnBoard:
    """There is no such square."""

    row: int
    col: int

    def __str__(self) -> str:
        return (
            f"row {self.row}, column {self.col} is not on the board: both are from 0 to {SIZE - 1}"
        )


@dataclass(frozen=True)
class NotAllowed:
    """The player may not place a disc there: the square is taken, or nothing would be captured."""

    player: Player
    row: int
    col: int

    def __str__(self) -> str:
        return f"{self.player} may not place a disc on row {self.row}, column {self.col}"
