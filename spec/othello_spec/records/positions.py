"""Positions on one line: the squares row by row, then whose turn it is.

``---------------------------OX------XO--------------------------- X;`` is the start of a game. OBF
files have such positions, perhaps followed by moves with their scores as the mover sees them:
``...; F5:+2; D6:-4;``, and a comment after ``%``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from othello_spec.board import BLACK, EMPTY, SIZE, WHITE, Board, Cell, Player, Square
from othello_spec.records.diagrams import CELLS
from othello_spec.records.malformed import Malformed, quote
from othello_spec.records.move_lists import Ply, plies, ply_text
from othello_spec.records.squares import check_size, name

_LETTERS: Final = {EMPTY: "-", BLACK: "X", WHITE: "O"}

_RIGHT: Final = "write - for an empty square, X for a black disc, O for a white one"

_SCORED: Final = re.compile(r"\s*([^:\s]+)\s*:\s*([+-]?[0-9]{1,3})\s*", re.ASCII)


@dataclass(frozen=True)
class Position:
    """A board, whose turn it is, and the scores of some of the moves."""

    board: Board

    turn: Player

    scores: tuple[tuple[Ply, int], ...] = ()
    """Moves, each with the player's lead in discs at the end."""


def read_position(text: str, size: int = SIZE) -> Position:
    """Return the position of a line. Malformed names the square or the move that is wrong."""
    line = text.partition("%")[0].strip()
    first, *fields = line.split(";")
    letters = "".join(first.split())
    squares = check_size(size) ** 2
    if len(letters) != squares + 1:
        raise Malformed(
            f"a position has {squares} squares and whose turn it is, {squares + 1} letters;"
            f" this one has {len(letters)}"
        )
    board = {}
    for number, letter in enumerate(letters[:-1]):
        square = Square(*divmod(number, size))
        if letter not in CELLS:
            raise Malformed(f"{quote(letter)} on {name(square, size)} of the position", _RIGHT)
        board[square] = CELLS[letter]
    scores = tuple(_read_score(field, size) for field in fields if field.strip())
    return Position(board, _player(letters[-1]), scores)


def position_line(position: Position) -> str:
    """Return the position as one line, without its end."""
    board = position.board
    letters = "".join(_LETTERS[board[square]] for square in sorted(board))
    size = max(square.row for square in board) + 1
    scores = "".join(f" {ply_text(ply, size).upper()}:{score:+};" for ply, score in position.scores)
    return f"{letters} {_LETTERS[position.turn]};{scores}"


def _player(letter: str) -> Player:
    match CELLS.get(letter):
        case Cell.BLACK:
            return BLACK
        case Cell.WHITE:
            return WHITE
        case _:
            raise Malformed(
                f"{quote(letter)} for whose turn it is", "write X for Black, O for White"
            )


def _read_score(field: str, size: int) -> tuple[Ply, int]:
    match = _SCORED.fullmatch(field)
    right = "write a move and its score, such as F5:+2"
    if match is None:
        raise Malformed(f"{quote(field.strip())} after the position", right)
    try:
        (ply,) = plies(match[1], size)
    except ValueError as error:
        raise Malformed(f"{quote(match[1])} after the position is no move", right) from error
    return ply, int(match[2])
