"""Kernel replay: a recorded game, played by the kernel on Python ints.

It tells where a game goes wrong, not why. The specification, which explains, takes far longer.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from othello_mis.replay.recorded_game import RecordedGame
from othello_model.kernel import Kernel, fill_by_doubling
from othello_spec.board import BLACK, SIZE, WHITE
from othello_spec.records.move_lists import Pass
from othello_spec.records.positions import Position
from othello_spec.records.squares import SIZES, on_board

HOLDS: Final = SIZES[-1] ** 2
"""The squares of the largest board."""


class GameOutcome(NamedTuple):
    """How a game went."""

    sound: int
    """How many plies, from the first, the rules allow."""

    is_illegal: bool
    """Whether the record has another ply, which the rules forbid."""

    is_over: bool
    """Whether the game is over after the sound plies."""

    moves: int
    """How many of the sound plies are moves."""

    forfeits: int
    """How many turns were forfeited, whether or not the passes are written."""

    blacks_turn: bool
    """Whether it is Black's turn after the sound plies; of no meaning if the game is over."""

    black: int
    """Black's discs after the sound plies, as a word."""

    white: int
    """White's discs."""


def replay_game(game: RecordedGame) -> GameOutcome:
    """Play a game to the end of its record, or to the first ply that is against the rules."""
    kernel = _kernel(game.size)
    own, opponent, blacks = _first_position(game.start, kernel)
    valid = kernel.valid_moves(own, opponent, fill_by_doubling)
    sound = moves = forfeits = 0
    may_pass = is_illegal = False
    if not valid:
        valid = kernel.valid_moves(opponent, own, fill_by_doubling)
        if valid:
            own, opponent, blacks, may_pass, forfeits = opponent, own, not blacks, True, 1
    for ply in game.plies:
        if isinstance(ply, Pass):
            is_illegal, may_pass = not may_pass, False
            if is_illegal:
                break
            sound += 1
            continue
        square = kernel.bit(*ply) if on_board(ply, game.size) else 0
        is_illegal = not square & valid
        if is_illegal:
            break
        sound, moves = sound + 1, moves + 1
        own, opponent = kernel.place(own, opponent, square, fill_by_doubling)
        valid = kernel.valid_moves(opponent, own, fill_by_doubling)
        may_pass = False
        if valid:
            own, opponent, blacks = opponent, own, not blacks
        else:
            valid = kernel.valid_moves(own, opponent, fill_by_doubling)
            may_pass = bool(valid)
            forfeits += may_pass
    black, white = (own, opponent) if blacks else (opponent, own)
    return GameOutcome(sound, is_illegal, not valid, moves, forfeits, blacks, black, white)


def blacks_record(black: Any, white: Any, size: int = SIZE) -> Any:
    """Return Black's score on record: empty squares go to the winner, in a draw half to each.

    The numbers of discs are ints, or arrays of them.
    """
    empty = size**2 - black - white
    return black + empty * (black > white) + empty // 2 * (black == white)


@cache
def _kernel(size: int) -> Kernel:
    return Kernel(size, size, holds=HOLDS)


def _first_position(start: Position | None, kernel: Kernel) -> tuple[int, int, bool]:
    """Return the discs of the player who has the turn, the others, and whether Black has it."""
    if start is None:
        return (*kernel.start, True)
    black, white = (
        kernel.word(square for square, cell in start.board.items() if cell == player)
        for player in (BLACK, WHITE)
    )
    return (black, white, True) if start.turn == BLACK else (white, black, False)
