"""Lemmas: which theorems follow from others, and with which arguments.

What is known of counting is proved of a board once, and what is to be shown of a match then needs no counting.
Each lemma is proved by itself, and comes before what follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Lemma = tuple[str, str, tuple[Any, ...]]
"""Python module and name of a theorem, and its arguments."""

_THEORIES: Final = "othello_spec.theorems."


def _lemma(theory: str, name: str, *arguments: Any) -> Lemma:
    return (_THEORIES + theory, name, arguments)


def _placement(known: Mapping[str, Any]) -> list[Lemma]:
    passing = known["passing"]
    about = (passing.board, passing.turn, known["square"])
    return [_lemma("passes", "whoever_can_place_a_disc_can_move", *about)]


def _move(known: Mapping[str, Any]) -> list[Lemma]:
    match = known["match"]
    about = (match.game.board, match.game.turn, known["square"])
    return [
        _lemma("endings", "a_move_leaves_one_move_less", *about),
        _lemma("supplies", "whoever_can_move_gets_a_disc", match.supply, *about),
        _lemma("supplies", "a_placement_keeps_a_disc_for_every_square", match.supply, *about),
    ]


def _discs(known: Mapping[str, Any]) -> list[Lemma]:
    board = known["match"].game.board
    return [_lemma("supplies", "there_are_as_many_discs_as_squares_that_are_not_empty", board)]


LEMMAS: Final = {
    "where_a_disc_can_be_placed_nothing_is_hidden": _placement,
    "a_forfeited_turn_takes_no_time": _move,
    "a_move_hands_the_clock_over_while_somebody_can_move": _move,
    "a_move_leaves_a_match_one_move_less": _move,
    "move_keeps_a_match_sound": _move,
    "the_winner_has_the_higher_score_with_empty_squares": _discs,
}
"""For theorems by name: from which others they follow, given the arguments that they are about."""
