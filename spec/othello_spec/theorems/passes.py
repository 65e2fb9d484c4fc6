"""Passes: what the rules imply where a player who cannot place a disc passes by a move of its own.

With the forced passes hidden it is the game of the othello module: it begins as that does; a placement is
the same move there; a pass is none; and the same moves are valid. By induction it is the same through a
whole game, to the end and the winner.
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
    """If whose turn it is can place a disc, it is the same board and the same player's turn."""
    assert is_valid_move(passing, square.row, square.col, passing.turn)
    return hidden(passing) == as_game(passing)  # [passing-move]


def a_placement_is_the_same_move_with_passes_hidden(passing: Passing, square: Square) -> bool:
    """To place a disc and then to hide the passes leads to the same as that move of othello's."""
    assert is_valid_move(passing, square.row, square.col, passing.turn)
    return hidden(move(passing, square.row, square.col)) == (
        othello.move(as_game(passing), square.row, square.col)
    )  # [passing-move]


def a_pass_changes_nothing_with_passes_hidden(passing: Passing) -> bool:
    """Before a pass and after it, it is the same state of the same game."""
    assert is_valid_pass(passing)
    return hidden(pass_turn(passing)) == hidden(passing)  # [forfeit]


def the_same_moves_are_valid_with_passes_hidden(passing: Passing, square: Square) -> bool:
    """What may be played where passes are hidden may be played here, at once or after the forced pass."""
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
    """Whose turn it is can place a disc or has to pass as long as the game is on, and neither after."""
    return game_over(passing) == (
        not can_move(passing.board, passing.turn) and not is_valid_pass(passing)
    )  # [game-over]


def whoever_can_place_a_disc_can_move(board: Board, player: Player, square: Square) -> bool:
    """To be able to move is to be able to place a disc on some square."""
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
    """Whoever has more discs has more in the game with the passes hidden."""
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
    """The game of the othello module: where only the opponent can place a disc, it is the opponent's turn."""
    return Game(
        board=passing.board,  # [passing-move]
        turn=(
            passing.turn
            if can_move(passing.board, passing.turn)  # [alternate]
            else opponent(passing.turn)  # [forfeit]
        ),
    )
