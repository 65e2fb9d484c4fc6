"""Refusals: why a call raised, as text that is formatted only when someone reads it.

To format a number is to ask for its digits. A program that catches the exception needs no digits,
and a tool that runs the model on all numbers at once, as CrossHair does, does not know them.
"""

from __future__ import annotations

from othello_model.size import SIZE
from othello_spec.board import Player


class LazyText:
    """A template with its values; ``str`` fills in the template."""

    def __init__(self, template: str, **values: object) -> None:
        """Take the template, as ``str.format`` reads it, and the values by their names."""
        self._template, self._values = template, values

    def __str__(self) -> str:
        return self._template.format(**self._values)


def off_board(row: int, col: int) -> LazyText:
    """Return why ``OutOfBounds`` is raised: the board has no such square."""
    text = "row {row}, column {col} is not on the board: both are from 0 to {last}"
    return LazyText(text, row=row, col=col, last=SIZE - 1)


def not_allowed(player: Player, row: int, col: int) -> LazyText:
    """Return why ``InvalidMove`` is raised: the square is occupied, or nothing is captured."""
    text = "{player} may not place a disc on row {row}, column {col}"
    return LazyText(text, player=player, row=row, col=col)
