"""Captures: what the rules imply of a move, on every board.

Each is a claim about all values of its parameters that satisfy its assumptions: for either player,
and for every way to fill the squares, whether a game leads there or not.
"""

from __future__ import annotations

from collections.abc import Set

from othello_spec.board import (
    BLACK,
    CENTRE,
    CORNERS,
    EMPTY,
    SIZE,
    SQUARES,
    WHITE,
    Board,
    Direction,
    Player,
    Square,
)
from othello_spec.lines import along, brackets, can_move, captures, discs, flips, opponent, placed
from othello_spec.othello import Game, count, is_valid_move, move

__all__ = [
    "a_corner_is_never_flipped",
    "a_flipped_disc_lies_between_the_new_disc_and_another",
    "a_move_adds_one_disc",
    "a_player_without_discs_cannot_move",
    "a_square_is_valid_iff_empty_and_a_row_is_bracketed",
    "a_square_is_valid_iff_empty_and_it_flips_something",
    "a_valid_move_is_one_that_move_accepts",
    "after_a_move_the_mover_has_at_least_three_discs",
    "captures_do_not_chain",
    "every_outflanked_disc_is_flipped",
    "no_disc_disappears",
    "only_discs_of_the_opponent_flip",
    "the_centre_stays_occupied",
    "the_mover_gains_what_the_opponent_loses",
    "the_new_disc_shows_the_colour_of_the_mover",
]


def a_corner_is_never_flipped(board: Board, player: Player, square: Square) -> bool:
    """A disc on a corner keeps its colour."""
    assert square in SQUARES
    return all(c not in flips(board, player, square) for c in CORNERS)  # [corners-safe]


def only_discs_of_the_opponent_flip(board: Board, player: Player, square: Square) -> bool:
    """Neither the mover's own discs nor empty squares flip."""
    return all(
        board[t] == opponent(player) for t in flips(board, player, square)
    )  # [opponents-only]


def a_flipped_disc_lies_between_the_new_disc_and_another(
    board: Board, player: Player, square: Square
) -> bool:
    """A disc that flips lies strictly between the new disc and another of the mover's."""
    return all(
        any(t in between(square, s) and board[s] == player for s in SQUARES)
        for t in flips(board, player, square)
    )  # [outflank]


def every_outflanked_disc_is_flipped(board: Board, player: Player, square: Square) -> bool:
    """All discs that the new disc outflanks are flipped."""
    after = placed(board, player, square)
    return all(
        after[t] == player for t in SQUARES if is_outflanked(board, player, square, t)
    )  # [capture-all] [any-length]


def captures_do_not_chain(board: Board, player: Player, square: Square) -> bool:
    """A disc that the new disc does not outflank stays, even if a flipped disc now outflanks it."""
    after = placed(board, player, square)
    return all(
        after[t] == board[t]
        for t in SQUARES
        if t != square and not is_outflanked(board, player, square, t)
    )  # [direct-line] [no-gaps] [no-skipping]


def the_new_disc_shows_the_colour_of_the_mover(
    board: Board, player: Player, square: Square
) -> bool:
    """The mover's disc lies where it was placed."""
    assert square in SQUARES
    return placed(board, player, square)[square] == player  # [own-disc]


def a_move_adds_one_disc(board: Board, player: Player, square: Square) -> bool:
    """Each move adds one disc to the board, whatever it flips."""
    assert square in SQUARES
    assert captures(board, player, square)
    after = placed(board, player, square)
    return (
        discs(after, BLACK) + discs(after, WHITE) == discs(board, BLACK) + discs(board, WHITE) + 1
    )  # [discs-stay]


def the_mover_gains_what_the_opponent_loses(board: Board, player: Player, square: Square) -> bool:
    """A flipped disc is one more for the mover, one less for the opponent; the new one adds one."""
    assert square in SQUARES
    assert captures(board, player, square)
    after = placed(board, player, square)
    flipped = len(flips(board, player, square))
    return (
        discs(after, player) == discs(board, player) + flipped + 1  # [capture-all]
        and discs(after, opponent(player))
        == discs(board, opponent(player)) - flipped  # [capture-all]
    )


def no_disc_disappears(board: Board, player: Player, square: Square) -> bool:
    """A square that holds a disc holds one for ever."""
    after = placed(board, player, square)
    return all(after[t] != EMPTY for t in SQUARES if board[t] != EMPTY)  # [discs-stay]


def the_centre_stays_occupied(board: Board, player: Player, square: Square) -> bool:
    """The four centre squares hold discs throughout a game."""
    assert all(board[t] != EMPTY for t in CENTRE)
    return all(placed(board, player, square)[t] != EMPTY for t in CENTRE)  # [discs-stay]


def after_a_move_the_mover_has_at_least_three_discs(
    board: Board, player: Player, square: Square
) -> bool:
    """The new disc, the one that closes the row, and at least one that was flipped."""
    assert square in SQUARES
    assert captures(board, player, square)
    return discs(placed(board, player, square), player) >= 3  # [outflank]


def a_square_is_valid_iff_empty_and_it_flips_something(
    game: Game, player: Player, square: Square
) -> bool:
    """A move is valid exactly if the square is empty and some disc would change its colour."""
    assert square in SQUARES
    after = placed(game.board, player, square)
    return is_valid_move(game, square.row, square.col, player) == (
        game.board[square] == EMPTY
        and any(after[t] != game.board[t] for t in SQUARES if t != square)
    )  # [must-capture]


def a_square_is_valid_iff_empty_and_a_row_is_bracketed(
    board: Board, player: Player, square: Square
) -> bool:
    """To capture is to bracket a row in some direction, at some distance."""
    assert square in SQUARES
    return captures(board, player, square) == (
        board[square] == EMPTY
        and any(brackets(board, player, square, d, k) for d in Direction for k in range(2, SIZE))
    )  # [must-capture]


def a_valid_move_is_one_that_move_accepts(game: Game, square: Square) -> bool:
    """A move that is_valid_move allows the player on turn, move accepts: it adds to their discs."""
    assert is_valid_move(game, square.row, square.col, game.turn)
    after = move(game, square.row, square.col)
    return count(after, game.turn) > count(game, game.turn) + 1  # [must-capture] [valid-moves]


def a_player_without_discs_cannot_move(board: Board, player: Player) -> bool:
    """Outflanking takes a disc that already lies on the board."""
    assert all(board[s] != player for s in SQUARES)
    return not can_move(board, player)  # [outflank]


def between(one: Square, other: Square) -> Set[Square]:
    """The squares strictly between two that lie in a direct line; none if they do not."""
    return {
        along(one, d, j)
        for d in Direction
        for k in range(2, SIZE)
        if along(one, d, k) == other
        for j in range(1, k)
    }  # [direct-line]


def is_outflanked(board: Board, player: Player, square: Square, t: Square) -> bool:
    """The disc on t is in a row of the opponent's between the square and a disc of the player's."""
    return any(
        t in between(square, s)
        and board[s] == player
        and all(board[u] == opponent(player) for u in between(square, s))
        for s in SQUARES
    )  # [outflank]
