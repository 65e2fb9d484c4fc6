"""Figures: the figures and row examples of the source documents, read from ``figures.toml``.

The documents and the rule ids are in :mod:`othello_spec.rules`. A figure shows a position and a
move in it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import combinations
from typing import Any, Final

from othello_spec.board import (
    BLACK,
    EMPTY,
    SQUARES,
    WHITE,
    Board,
    Cell,
    Direction,
    Player,
    Square,
    Winner,
)
from othello_spec.records.diagrams import read_board
from othello_spec.records.squares import square as read_square

_DISCS: Final[Mapping[str, Player]] = {"black": BLACK, "white": WHITE}


@dataclass(frozen=True)
class SourceFigure:
    """A position, a move in it, and what the source says about the move."""

    source: str
    """The document and the place in it."""

    before: Board
    """The position before the move; where a source shows the disc already placed, without it."""

    player: Player
    square: Square
    flipped: frozenset[Square]
    """The discs that flip; no others do."""

    after_shown: Board | None = None
    """The position after the move as the source shows it, if it does."""

    @property
    def arguments(self) -> tuple[Board, Player, Square]:
        """The position, the player and the square, as the functions of ``lines`` take them."""
        return self.before, self.player, self.square

    @property
    def after(self) -> Board:
        """The position after the move: the new disc and the flipped ones are the player's."""
        return {**self.before, **dict.fromkeys((self.square, *self.flipped), self.player)}


@dataclass(frozen=True)
class SourceEnding:
    """A game, and how it stands after its last move."""

    source: str
    """The document and the place in it that speak of such games."""

    moves: str
    """As a move list."""

    black: int
    """The number of black squares."""

    white: int
    empty: int
    over: bool
    winner: Winner
    """The player with more discs."""


def squares(names: str) -> frozenset[Square]:
    """Return the squares of names that spaces separate."""
    return frozenset(map(read_square, names.split()))


def with_discs(board: Board, **discs: Cell) -> Board:
    """Return the board with other contents on the squares that the keywords name."""
    return {**board, **{read_square(name): disc for name, disc in discs.items()}}


def _figure(data: Mapping[str, Any]) -> SourceFigure:
    colour, name = data["move"].split()
    return SourceFigure(
        data["source"],
        with_discs(read_board(data["board"]), **{name: EMPTY}),
        _DISCS[colour],
        read_square(name),
        squares(data["flips"]),
        read_board(data["after"]) if "after" in data else None,
    )


def _supposition(data: Mapping[str, Any]) -> SourceFigure:
    figure = FIGURES[data["figure"]]
    colour, name = data["put"].split()
    before = with_discs(figure.before, **{name: _DISCS[colour]})
    return SourceFigure(
        data["source"], before, figure.player, figure.square, squares(data["flips"])
    )


def _ending(data: Mapping[str, Any]) -> SourceEnding:
    black, white, empty = data["count"]
    moves, winner = " ".join(data["moves"].split()), _DISCS[data["winner"]]
    return SourceEnding(data["source"], moves, black, white, empty, data["over"], winner)


def _star(centre: Square, rows: Mapping[Direction, int]) -> SourceFigure:
    """A black disc on the centre of rows of white discs, each closed by a black one."""
    board: dict[Square, Cell] = dict.fromkeys(SQUARES, EMPTY)
    for direction, length in rows.items():
        for k in range(1, length + 2):
            here = Square(centre.row + k * direction.drow, centre.col + k * direction.dcol)
            board[here] = WHITE if k <= length else BLACK
    flipped = frozenset(s for s in SQUARES if board[s] == WHITE)
    return SourceFigure(
        "Reversi overview (reversi), Play, example 1", board, BLACK, centre, flipped
    )


_DATA: Final = tomllib.loads(
    (resources.files(__package__) / "figures.toml").read_text(encoding="utf-8")
)

FIGURE_1: Final = read_board(_DATA["start"]["board"])
"""The start of a game."""

FIGURES: Final = {name: _figure(data) for name, data in _DATA["figures"].items()}
"""The figures that show a move, by name."""

SUPPOSED: Final = {name: _supposition(data) for name, data in _DATA["supposed"].items()}
"""What the texts say about positions that differ from a figure in one square."""

ENDINGS: Final = {name: _ending(data) for name, data in _DATA["endings"].items()}
"""Games that end in different ways, and one that goes on."""

STARS: Final = {
    f"reversi-example-1-{'-'.join(d.name.lower() for d in (long, *others))}": _star(
        read_square("d4"), {long: 2, **dict.fromkeys(others, 1)}
    )
    for long in Direction
    for others in combinations([d for d in Direction if d != long], 2)
}
"""One black disc that flips four white discs in three directions.

The picture of example 1 is missing, and the text gives neither the square nor the directions. Four
discs in three rows are rows of two, one and one, each closed by a black disc. Every choice of
directions is there, around d4, where a row of two has room to be closed in each of them. Text and
rules agree.
"""


def _board_with_row(text: str) -> tuple[Board, int]:
    """Return the board with the row from a4, X for Black, and how many squares it has."""
    cells = [{"X": BLACK, "O": WHITE}.get(cell, EMPTY) for cell in text.split()]
    row = {Square(3, col): cell for col, cell in enumerate(cells)}
    return dict.fromkeys(SQUARES, EMPTY) | row, len(cells)


REFUSED: Final = {
    (function, rule): _board_with_row(text)
    for function, rows in _DATA["refused"].items()
    for rule, text in rows.items()
}
"""Boards with a row from a4 that Black does not capture by a disc on a4, and its length, by the
function of ``lines`` and the rule that say so."""
