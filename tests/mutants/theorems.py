"""Mutants of the theorems: claims that are not so."""

from __future__ import annotations

from collections.abc import Iterator

from mutants.machine_made import machine_made
from mutants.mutant import By, Mutant
from othello_spec import THEOREMS, module

ALSO_TRUE = {
    "symmetry.a_symmetry_takes_lines_to_lines.28": "it says the same of the four diagonals alone",
    "handicaps.the_weaker_player_has_the_discs_of_the_corners.10": (
        "at the start there are as many discs of either colour: it makes no difference which"
        " are counted"
    ),
}
"""The changed theorems that are true as well, and that no method notices: they survive."""


def machine_made_claims() -> Iterator[Mutant]:
    """All that are made by machine."""
    for name in THEOREMS:
        yield from machine_made("theorem", module(name))


def claims() -> Iterator[Mutant]:
    """Of those made by machine one of every fourth function, and those made by hand."""
    one = {mutant.function: mutant for mutant in machine_made_claims()}
    yield from list(one.values())[::4]
    yield from overstatements()


def overstatements() -> Iterator[Mutant]:
    """Yield claims that go too far, and some whose assumption is never met."""
    theorems, endings, symmetry = (By("theorem", module(name).python_name) for name in THEOREMS[:3])
    yield theorems(
        "the_centre_is_never_flipped",
        "for c in CORNERS)",
        "for c in CENTRE)",
        "a_corner_is_never_flipped",
    )
    yield theorems(
        "at_least_four_discs",
        "player) >= 3",
        "player) >= 4",
        "after_a_move_the_mover_has_at_least_three_discs",
    )
    yield theorems(
        "no_disc_ever_changes",
        "after[t] != EMPTY for t in SQUARES if board[t] != EMPTY",
        "after[t] == board[t] for t in SQUARES if board[t] != EMPTY",
        "no_disc_disappears",
    )
    yield theorems(
        "two_discs_are_added",
        "discs(board, WHITE) + 1",
        "discs(board, WHITE) + 2",
        "a_move_adds_one_disc",
    )
    yield theorems(
        "a_move_gains_more",
        "> count(game, game.turn) + 1",
        "> count(game, game.turn) + 2",
        "a_valid_move_is_one_that_move_accepts",
    )
    yield theorems(
        "what_is_assumed_is_never_met",
        "assert all(board[s] != player for s in SQUARES)\n",
        "assert all(board[s] != player and board[s] == player for s in SQUARES)\n",
        "a_player_without_discs_cannot_move",
    )
    yield endings(
        "sixty_one_moves", "SIZE * SIZE - 4", "SIZE * SIZE - 3",
        "a_new_game_has_as_many_moves_left_as_empty_squares",
    )  # fmt: skip
    yield endings(
        "a_tie_is_a_win", "count(game, player) > count(", "count(game, player) >= count(",
        "the_winner_has_the_majority",
    )  # fmt: skip
    yield endings(
        "it_is_over_before_a_move",
        "assert game_over(game)\n    return not is_valid_move",
        "assert not game_over(game)\n    return not is_valid_move",
        "no_move_is_possible_on_a_board_that_is_over",
    )
    yield endings(
        "a_full_board_of_holes",
        "assert all(game.board[s] != EMPTY for s in SQUARES)\n",
        "assert all(game.board[s] != EMPTY for s in SQUARES if False)\n",
        "a_full_board_ends_the_game",
    )
    yield symmetry(
        "the_colours_are_exchanged_halfway",
        "flips(recoloured(board), opponent(player), square)",
        "flips(recoloured(board), player, square)",
        "flips_are_the_same_with_the_colours_exchanged",
    )
    yield symmetry(
        "a_turn_and_a_half",
        "QUARTER_TURN = (0, 1, -1, 0)\n    HALF_TURN = (-1, 0, 0, -1)",
        "QUARTER_TURN = (0, 1, -1, 0)\n    HALF_TURN = (-1, 0, 1, -1)",
    )
