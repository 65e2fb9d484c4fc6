"""Derivations: what an access program yields, in terms of what others do.

Many programs offer fewer access programs than the module has. The checker reads each of these
theorems as a definition of a missing one: it asks for the right-hand side, and compares.
"""

from __future__ import annotations

from othello_spec.board import BLACK, DRAW, SQUARES, WHITE, Player
from othello_spec.othello import (
    Game,
    cell,
    count,
    game_over,
    has_valid_moves,
    is_valid_move,
    winner,
)

__all__ = [
    "a_player_has_valid_moves_iff_some_square_is_one",
    "the_count_is_that_of_the_cells",
    "the_game_is_over_iff_nobody_has_valid_moves",
    "the_winner_is_who_counts_more",
]


def a_player_has_valid_moves_iff_some_square_is_one(game: Game, player: Player) -> bool:
    """A player has valid moves if some square of the board is one."""
    return has_valid_moves(game, player) == any(
        is_valid_move(game, s.row, s.col, player) for s in SQUARES
    )  # [any-valid-moves]


def the_count_is_that_of_the_cells(game: Game, player: Player) -> bool:
    """A player's discs are the squares that hold the player's colour."""
    return count(game, player) == sum(
        1 for s in SQUARES if cell(game, s.row, s.col) == player
    )  # [count]


def the_game_is_over_iff_nobody_has_valid_moves(game: Game) -> bool:
    """The game is over as soon as neither player has valid moves."""
    return game_over(game) == (
        not has_valid_moves(game, BLACK) and not has_valid_moves(game, WHITE)
    )  # [game-over]


def the_winner_is_who_counts_more(game: Game) -> bool:
    """The player with more discs is winning; with equal numbers neither player is."""
    return winner(game) == (
        BLACK
        if count(game, BLACK) > count(game, WHITE)
        else WHITE
        if count(game, WHITE) > count(game, BLACK)
        else DRAW
    )  # [majority] [draw]
