"""Theorems: what the rules imply, for every board.

Each is a claim about all values of its parameters that satisfy its assumptions.
"""

from __future__ import annotations

from othello_spec.board import (
    BLACK,
    CENTRE,
    CORNERS,
    EMPTY,
    PLAYERS,
    SIZE,
    SQUARES,
    WHITE,
    Board,
    Direction,
    Player,
    Square,
)
from othello_spec.lines import brackets, can_move, captures, discs, flips, opponent, placed
from othello_spec.othello import Game, count, game_over, init, invariant, is_valid_move, move

__all__ = [
    "a_corner_is_never_flipped",
    "a_full_board_ends_the_game",
    "a_move_adds_one_disc",
    "a_player_without_discs_cannot_move",
    "a_square_is_valid_iff_empty_and_a_row_is_bracketed",
    "a_valid_move_is_one_that_move_accepts",
    "after_a_move_the_mover_has_at_least_three_discs",
    "both_players_are_wiped_out_alike",
    "init_establishes_the_invariant",
    "move_keeps_the_invariant",
    "no_disc_disappears",
    "no_move_is_possible_on_a_board_that_is_over",
    "only_discs_of_the_opponent_flip",
    "the_centre_stays_occupied",
    "the_game_may_end_on_a_board_that_is_not_full",
    "the_turn_alternates_unless_forfeited",
]


def a_corner_is_never_flipped(board: Board, player: Player, square: Square) -> bool:
    """A disc on a corner keeps its colour."""
    assert square in SQUARES
    return all(c not in flips(board, player, square) for c in CORNERS)  # [corners-safe]


def a_move_adds_one_disc(board: Board, player: Player, square: Square) -> bool:
    """Each move adds one disc to the board, whatever it flips."""
    assert square in SQUARES
    assert captures(board, player, square)
    after = placed(board, player, square)
    return (
        discs(after, BLACK) + discs(after, WHITE) == discs(board, BLACK) + discs(board, WHITE) + 1
    )  # [discs-stay]


def no_disc_disappears(board: Board, player: Player, square: Square) -> bool:
    """A square that holds a disc holds one for ever."""
    after = placed(board, player, square)
    return all(after[t] != EMPTY for t in SQUARES if board[t] != EMPTY)  # [discs-stay]


def only_discs_of_the_opponent_flip(board: Board, player: Player, square: Square) -> bool:
    """Neither the mover's own discs nor empty squares flip."""
    return all(
        board[t] == opponent(player) for t in flips(board, player, square)
    )  # [opponents-only]


def a_square_is_valid_iff_empty_and_a_row_is_bracketed(
    board: Board, player: Player, square: Square
) -> bool:
    """To capture is to bracket a row in some direction, at some distance."""
    assert square in SQUARES
    return captures(board, player, square) == (
        board[square] == EMPTY
        and any(brackets(board, player, square, d, k) for d in Direction for k in range(2, SIZE))
    )  # [must-capture]


def a_player_without_discs_cannot_move(board: Board, player: Player) -> bool:
    """Outflanking takes a disc that already lies on the board."""
    assert discs(board, player) == 0
    return not can_move(board, player)  # [outflank]


def both_players_are_wiped_out_alike(board: Board, player: Player) -> bool:
    """When one player has no disc left, neither can move."""
    assert discs(board, player) == 0
    return not can_move(board, player) and not can_move(board, opponent(player))  # [wipe-out-ends]


def a_full_board_ends_the_game(game: Game) -> bool:
    """When every square is occupied, the game is over."""
    assert all(game.board[s] != EMPTY for s in SQUARES)
    return game_over(game)  # [full-board-ends]


def the_game_may_end_on_a_board_that_is_not_full(game: Game) -> bool:
    """Whether it is over depends on moves alone: any empty square left is one where nobody can move."""
    assert game_over(game)
    return all(
        not captures(game.board, p, s) for s in SQUARES if game.board[s] == EMPTY for p in PLAYERS
    )  # [early-end]


def no_move_is_possible_on_a_board_that_is_over(game: Game, square: Square) -> bool:
    """Once the game is over, no call of move is valid."""
    assert game_over(game)
    return not is_valid_move(game, square.row, square.col, game.turn)  # [game-over]


def the_turn_alternates_unless_forfeited(game: Game, square: Square) -> bool:
    """After a move the turn is the opponent's exactly if the opponent can move: nobody passes by choice."""
    assert square in SQUARES
    assert captures(game.board, game.turn, square)
    after = move(game, square.row, square.col)
    return (after.turn == opponent(game.turn)) == (
        can_move(after.board, opponent(game.turn))
    )  # [no-voluntary-forfeit]


def a_valid_move_is_one_that_move_accepts(game: Game, square: Square) -> bool:
    """What is_valid_move promises for the player whose turn it is, move keeps: it adds to their discs."""
    assert is_valid_move(game, square.row, square.col, game.turn)
    after = move(game, square.row, square.col)
    return count(after, game.turn) > count(game, game.turn) + 1  # [must-capture]


def after_a_move_the_mover_has_at_least_three_discs(
    board: Board, player: Player, square: Square
) -> bool:
    """The new disc, the one that closes the row, and at least one that was flipped."""
    assert square in SQUARES
    assert captures(board, player, square)
    return discs(placed(board, player, square), player) >= 3  # [outflank]


def init_establishes_the_invariant() -> bool:
    """A new game satisfies the state invariant."""
    return invariant(init())  # [initialise]


def move_keeps_the_invariant(game: Game, square: Square) -> bool:
    """If the state invariant holds before a move, it holds after."""
    assert square in SQUARES
    assert invariant(game)
    assert captures(game.board, game.turn, square)
    return invariant(move(game, square.row, square.col))  # [forfeit]


def the_centre_stays_occupied(board: Board, player: Player, square: Square) -> bool:
    """The four centre squares hold discs throughout a game."""
    assert all(board[t] != EMPTY for t in CENTRE)
    return all(placed(board, player, square)[t] != EMPTY for t in CENTRE)  # [discs-stay]
