"""Shortest cases: a verdict shows a fault by nearly as few calls as an exact search needs."""

from __future__ import annotations

import random

import pytest

from exact_search import fewest_transitions
from modcheck.system.in_process import InProcess, load
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modlab.specification_course import RANDOM_GAMES
from test_odd_programs import model

SLACK = 1
"""Calls more than the fewest that a verdict may show."""

CASES = {
    "connect_four": ["odd_faults.W_LastColumnIsLower", "odd_programs.W_ThreeUpright"],
    "lending": ["odd_faults.W_LimitForEver"],
    "life": ["odd_programs.W_Torus", "odd_programs.W_InPlace"],
    "queue": [
        "odd_faults.W_LeaveOfThreeTurnsTheRest",
        "odd_faults.W_PouredTooEarly",
        "odd_programs.W_LastTwoSwap",
    ],
    "sequence": [
        "odd_faults.W_RemoveFirstOfThreeTurns",
        "odd_faults.W_RemoveMakesNoRoom",
        "odd_programs.W_RemoveItem",
    ],
    "stack": [
        "odd_faults.W_CountsEveryPush",
        "odd_programs.W_Five",
        "odd_programs.W_TopAtCapacity",
    ],
    "symbol_table": ["odd_faults.W_ReservedInCapitals"],
    "tic_tac_toe": ["odd_faults.W_DiagonalThroughTheMiddle", "odd_programs.W_AntiDiagonal"],
    "vending_machine": [
        "odd_faults.W_CancelsOnce",
        "odd_faults.W_LastTakesTheOther",
        "odd_faults.W_TakesFromTheFuller",
        "odd_programs.W_NotEnoughFirst",
    ],
}
"""Wrong programs of the library's modules whose faults a game shows, without a call that should
change nothing and without an earlier game."""

PLACES = [(module, place) for module, places in CASES.items() for place in places]


def program(module: str, place: str) -> InProcess:
    folder, _, name = place.partition(".")
    return load(f"{folder}.{module}:{name}", model(module).routines)


def case_of(module: str, place: str) -> Mismatch:
    """The mismatch by which a verdict shows the first fault of a program."""
    random.seed(0)  # some programs choose
    verdict = check(model(module), lambda: program(module, place), CheckOptions(games=RANDOM_GAMES))
    return verdict.faults[0].mismatch


@pytest.mark.parametrize(("module", "place"), PLACES)
def test_a_case_is_nearly_as_short_as_any(module: str, place: str) -> None:
    found = case_of(module, place)
    assert found.transitions == found.history  # nothing that should change nothing is needed
    raises = found.reply.exception != found.step.expected.exception
    fewest = fewest_transitions(
        model(module), program(module, place), found.step.call.routine, raises, found.moves + 1
    )
    assert fewest is not None
    assert found.moves <= fewest + SLACK
    assert found.moves <= fewest or not found.shortest


def test_two_calls_are_left_out_where_players_take_turns() -> None:
    """A diagonal in the first nine plays; five plays have one."""
    found = case_of("tic_tac_toe", "odd_faults.W_DiagonalThroughTheMiddle")
    assert (5, True) == (found.moves, found.shortest)
