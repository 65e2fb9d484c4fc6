"""Landmarks: games that reach the rules which random play seldom does, and how to tell that they did.

Each game is a whole one or ends where the rare thing has happened. The tests replay every one of them and
check that it shows what its name says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from othello_spec.board import BLACK, DRAW, EMPTY, SQUARES, WHITE, Player
from othello_spec.lines import can_move, discs, opponent
from othello_spec.othello import Game, game_over, winner
from othello_spec.records.move_lists import moves

GAMES: Final = {
    name: moves(text)
    for name, text in {
        "Black forfeits after eight moves": "d3 c3 b3 b2 f5 a3 a1 c1",
        "White is wiped out after nine moves": "d3 c3 b3 d2 e1 d6 d7 e3 f4",
        "Black is wiped out": "e6 f6 f5 f4 e3 d7 c4 b4 d3 c5 d6 d2",
        "both forfeit, then a tie on a full board": (
            "e6 d6 c7 f6 d3 c6 g7 e3 d7 g6 h6 c3 b6 d8 c4 b8 b2 a6 c8 c5 a8 e7 f3 b3 a3 g5 f5 a2 f4 h4 "
            "b5 c2 a5 g4 c1 a7 a4 e2 g3 f2 d2 h8 h3 d1 h5 b7 e1 f7 b4 h7 e8 a1 f8 b1 g8 h2 g2 g1 f1 h1"
        ),
        "over with both colours and empty squares": (
            "c4 c3 e6 b4 b3 b2 a1 d3 c2 b1 a2 d2 a4 e3 f3 a5 a6 g3 f2 a3 h3 b5 c1 f6 c5 b6 c7 f5 c6 a7 "
            "e2 b7 g6 e1 d1 g2 f1 c8 b8 h1 f4 h2 d8 d7 a8 e7 d6 g7 f8 h6 h8 h4 g5"
        ),
    }.items()
}
"""The games, by what they show."""


def _forfeits(player: Player, before: Game, after: Game) -> bool:
    """The player could not move, and the opponent has the turn again."""
    return (
        before.turn == after.turn == opponent(player)
        and not can_move(after.board, player)
        and can_move(after.board, opponent(player))
    )


def _full(game: Game) -> bool:
    return all(game.board[s] != EMPTY for s in SQUARES)


EVENTS: Final[Mapping[str, Callable[[Game, Game], bool]]] = {
    "a forfeit of Black's": lambda before, after: _forfeits(BLACK, before, after),
    "a forfeit of White's": lambda before, after: _forfeits(WHITE, before, after),
    "an end before the board is full": lambda before, after: game_over(after) and not _full(after),
    "an end on a full board": lambda before, after: _full(after),
    "a wipe-out": lambda before, after: discs(after.board, opponent(before.turn)) == 0,
    "a tie": lambda before, after: game_over(after) and winner(after) == DRAW,
}
"""What may happen in a move, by the states before and after it."""
