"""Position: what there is to see after some moves of a game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from othello_mis.replay.replayed_game import NAMES, ReplayedGame
from othello_spec.board import BLACK, WHITE
from othello_spec.records.move_lists import move_list
from othello_suite.pictures import diagram

_WIDTH: Final = 80


def position(course: ReplayedGame) -> Iterator[str]:
    """The moves, the board with the valid moves in brackets, whose turn it is, and the discs."""
    valid = course.valid_moves
    if course.played:
        number = len(course.played)
        moves = f"after {number} move{'s' * (number > 1)}: {move_list(course.played, course.size)}"
        yield from textwrap.wrap(moves, _WIDTH, subsequent_indent="  ")
        for number, player in course.forfeits:
            yield f"  {NAMES[player]} forfeits a turn after move {number}"
        yield ""
    yield from (f"  {line}" for line in diagram(course.state.board, valid))
    yield ""
    if course.is_over:
        yield _result(course)
    else:
        turn = f"{NAMES[course.state.turn]}'s turn, valid moves: "
        yield from textwrap.wrap(
            turn + move_list(sorted(valid), course.size), _WIDTH, subsequent_indent="  "
        )
    yield f"Black {course.count(BLACK)}, White {course.count(WHITE)}"


def _result(course: ReplayedGame) -> str:
    """Who has won, by the discs and as tournaments record it."""
    black, white = course.count(BLACK), course.count(WHITE)
    empty = course.size**2 - black - white
    if black == white:
        return "the game is over, a draw"
    most, fewest = max(black, white), min(black, white)
    winner = NAMES[BLACK if black > white else WHITE]
    record = f", {most + empty} to {fewest} with the empty squares" if empty else ""
    return f"the game is over, {winner} has won by {most} discs to {fewest}{record}"
