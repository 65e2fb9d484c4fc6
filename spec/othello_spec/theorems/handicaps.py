"""Handicaps: what the rules imply for every choice of corners that may be granted.

A game with granted corners is a game like any other: the theorems about all boards hold for it, so
a granted corner is never flipped.
"""

from __future__ import annotations

from othello_spec import othello
from othello_spec.board import BLACK, CORNERS, SIZE, SQUARES, WHITE, Square
from othello_spec.handicap import Handicap, cell, corners, favoured, grant, init, is_granted
from othello_spec.lines import can_move, discs
from othello_spec.othello import Game
from othello_spec.supply import Supply, take
from othello_spec.theorems.endings import moves_left
from othello_spec.theorems.supplies import in_all, is_used_up

__all__ = [
    "a_grant_adds_one_corner",
    "a_grant_keeps_a_disc_for_every_square",
    "a_grant_leaves_the_other_corners",
    "a_handicap_is_none_to_four_corners",
    "a_handicap_leaves_a_move_less_for_each_corner",
    "a_handicap_leaves_a_sound_game",
    "a_new_handicap_is_the_usual_start",
    "the_weaker_player_can_move",
    "the_weaker_player_has_the_discs_of_the_corners",
    "the_weaker_player_plays_black",
]


def a_new_handicap_is_the_usual_start() -> bool:
    """Where no corner is granted, the game starts as it does without handicap."""
    return start(init()) == othello.init() and corners(init()) == 0  # [setup]


def a_handicap_is_none_to_four_corners(handicap: Handicap) -> bool:
    """There are never more than four corners to grant."""
    return 0 <= corners(handicap) <= 4  # [corner-handicap]


def a_grant_adds_one_corner(handicap: Handicap, square: Square) -> bool:
    """There is one more corner than before."""
    assert square in CORNERS
    assert not is_granted(handicap, square.row, square.col)
    return (
        corners(grant(handicap, square.row, square.col)) == corners(handicap) + 1
    )  # [corner-handicap]


def a_grant_leaves_the_other_corners(handicap: Handicap, square: Square) -> bool:
    """Of the other corners each is granted if it was before."""
    assert square in CORNERS
    assert not is_granted(handicap, square.row, square.col)
    after = grant(handicap, square.row, square.col)
    return all(
        is_granted(after, c.row, c.col) == is_granted(handicap, c.row, c.col)
        for c in CORNERS
        if c != square
    )  # [granted-once]


def a_grant_keeps_a_disc_for_every_square(
    handicap: Handicap, supply: Supply, square: Square
) -> bool:
    """A grant with a disc from the supply does not change the number of discs in all."""
    assert square in CORNERS
    assert not is_granted(handicap, square.row, square.col)
    assert not is_used_up(supply)
    after = grant(handicap, square.row, square.col)
    return in_all(take(supply, favoured(handicap)), start(after).board) == (
        in_all(supply, start(handicap).board)
    )  # [corners-from-supply]


def a_handicap_leaves_a_sound_game(handicap: Handicap) -> bool:
    """Whatever corners are granted, the state invariant of othello holds at the start."""
    return othello.invariant(start(handicap))  # [corner-handicap]


def the_weaker_player_can_move(handicap: Handicap) -> bool:
    """Whatever corners are granted, the player who moves first can."""
    return can_move(start(handicap).board, favoured(handicap))  # [corner-handicap]


def the_weaker_player_plays_black(handicap: Handicap) -> bool:
    """The corners are granted to Black, who moves first."""
    return favoured(handicap) == BLACK  # [weaker-first] [black-first]


def the_weaker_player_has_the_discs_of_the_corners(handicap: Handicap) -> bool:
    """At the start there is one black disc more for each corner, and no white disc more."""
    return (
        discs(start(handicap).board, BLACK)
        == discs(othello.init().board, BLACK) + corners(handicap)  # [corner-handicap]
        and discs(start(handicap).board, WHITE)
        == discs(othello.init().board, WHITE)  # [corner-handicap]
    )


def a_handicap_leaves_a_move_less_for_each_corner(handicap: Handicap) -> bool:
    """At most sixty moves, and one less for each corner that is granted."""
    return moves_left(start(handicap).board) == SIZE * SIZE - 4 - corners(
        handicap
    )  # [place-on-empty]


def start(handicap: Handicap) -> Game:
    """The game at its start, with discs in the granted corners."""
    return Game(
        board={s: cell(handicap, s.row, s.col) for s in SQUARES},  # [corner-handicap]
        turn=favoured(handicap),  # [weaker-first]
    )
