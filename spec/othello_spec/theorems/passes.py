"""Passes: what the rules imply where a player who cannot place a disc passes by a move of its own.

With the forced passes hidden, this is the game of the othello module: it begins in the same way; a
placement is the same move there; a pass is no move there; and the same moves are valid. By
induction the games are the same through to the end and the winner.
"""

from __future__ import annotations

from othello_spec import othello
from othello_spec.board import SQUARES, Board, Player, Square
from othello_spec.lines import can_move, captures, opponent
from othello_spec.othello import Game
from othello_spec.passing import (
    Passing,
    as_game,
    game_over,
    init,
    invariant,
    is_valid_move,
    is_valid_pass,
    move,
    pass_turn,
    winner,
)

__all__ = [
    "a_move_or_a_pass_is_possible_until_the_game_is_over",
    "a_new_game_is_the_same_with_passes_hidden",
    "a_new_game_with_passes_is_sound",
    "a_pass_changes_nothing_with_passes_hidden",
    "a_pass_is_never_followed_by_another",
    "a_pass_keeps_a_game_with_passes_sound",
    "a_placement_is_the_same_move_with_passes_hidden",
    "a_placement_keeps_a_game_with_passes_sound",
    "the_end_is_the_same_with_passes_hidden",
    "the_same_moves_are_valid_with_passes_hidden",
    "the_winner_is_the_same_with_passes_hidden",
    "where_a_disc_can_be_placed_nothing_is_hidden",
    "whoever_can_place_a_disc_can_move",
    "whoever_can_place_a_disc_may_not_pass",
]


def a_new_game_is_the_same_with_passes_hidden() -> bool:
    """A new game is a new game of the othello module."""
    return hidden(init()) == othello.init()  # [setup]


def where_a_disc_can_be_placed_nothing_is_hidden(passing: Passing, square: Square) -> bool:
    """If the player on turn can place a disc, board and turn are those of othello."""
    assert is_valid_move(passing, square.row, square.col, passing.turn)
    return hidden(passing) == as_game(passing)  # [passing-move]


def a_placement_is_the_same_move_with_passes_hidden(passing: Passing, square: Square) -> bool:
    """A placement with the passes hidden leads to the same state as that move of othello."""
    assert is_valid_move(passing, square.row, square.col, passing.turn)
    return hidden(move(passing, square.row, square.col)) == (
        othello.move(as_game(passing), square.row, square.col)
    )  # [passing-move]


def a_pass_changes_nothing_with_passes_hidden(passing: Passing) -> bool:
    """A pass does not change the state of the game with the passes hidden."""
    assert is_valid_pass(passing)
    return hidden(pass_turn(passing)) == hidden(passing)  # [forfeit]


def the_same_moves_are_valid_with_passes_hidden(passing: Passing, square: Square) -> bool:
    """A move valid with the passes hidden is valid here, at once or after the forced pass."""
    game = hidden(passing)
    return othello.is_valid_move(game, square.row, square.col, game.turn) == (
        is_valid_move(passing, square.row, square.col, passing.turn)
        or (
            is_valid_pass(passing)
            and is_valid_move(pass_turn(passing), square.row, square.col, pass_turn(passing).turn)
        )
    )  # [forced-pass-only]


def whoever_can_place_a_disc_may_not_pass(passing: Passing, square: Square) -> bool:
    """There is never a choice between a placement and a pass."""
    assert is_valid_move(passing, square.row, square.col, passing.turn)
    return not is_valid_pass(passing)  # [no-voluntary-forfeit]


def a_move_or_a_pass_is_possible_until_the_game_is_over(passing: Passing) -> bool:
    """Until the game is over the player on turn can place a disc or has to pass; then neither."""
    return game_over(passing) == (
        not can_move(passing.board, passing.turn) and not is_valid_pass(passing)
    )  # [game-over]


def whoever_can_place_a_disc_can_move(board: Board, player: Player, square: Square) -> bool:
    """A player can move exactly if some square is a valid move."""
    assert square in SQUARES
    assert captures(board, player, square)
    return can_move(board, player)  # [any-valid-moves]


def a_pass_is_never_followed_by_another(passing: Passing) -> bool:
    """After a pass the other player can place a disc."""
    assert is_valid_pass(passing)
    return not is_valid_pass(pass_turn(passing))  # [forced-pass-only]


def the_end_is_the_same_with_passes_hidden(passing: Passing) -> bool:
    """The game is over exactly when the game with the passes hidden is."""
    return game_over(passing) == othello.game_over(hidden(passing))  # [game-over]


def the_winner_is_the_same_with_passes_hidden(passing: Passing) -> bool:
    """The winner is the winner of the game with the passes hidden."""
    return winner(passing) == othello.winner(hidden(passing))  # [majority]


def a_new_game_with_passes_is_sound() -> bool:
    """A new game satisfies the state invariant."""
    return invariant(init())  # [initialise]


def a_placement_keeps_a_game_with_passes_sound(passing: Passing, square: Square) -> bool:
    """If the state invariant holds before a placement, it holds after."""
    assert invariant(passing)
    assert is_valid_move(passing, square.row, square.col, passing.turn)
    return invariant(move(passing, square.row, square.col))  # [discs-stay]


def a_pass_keeps_a_game_with_passes_sound(passing: Passing) -> bool:
    """If the state invariant holds before a pass, it holds after."""
    assert invariant(passing)
    assert is_valid_pass(passing)
    return invariant(pass_turn(passing))  # [discs-stay]


def hidden(passing: Passing) -> Game:
    """The game of othello: if only the opponent can place a disc, it is the opponent's turn."""
    return Game(
        board=passing.board,  # [passing-move]
        turn=(
            passing.turn
            if can_move(passing.board, passing.turn)  # [alternate]
            else opponent(passing.turn)  # [forfeit]
        ),
    )
