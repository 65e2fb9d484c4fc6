"""Observation: a rule passes only if it was seen at work; a fault is described by its effect."""

from __future__ import annotations

from typing import Any

import pytest

from left_behind import ColumnStays, TurnStays
from modcheck.system.in_process import InProcess
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict
from othello_spec.rules import RULES
from othello_suite.coverage_goals import GOALS, NEEDS
from othello_suite.test_model import build_test_model
from wrong_implementations import (
    mirrored_start,
    one_direction_missing,
    only_the_nearest_disc_flipped,
    over_only_when_full,
    sound,
    tie_counted_as_a_win,
    white_starts,
)

OTHELLO = build_test_model()


def judge(make: Any, *offered: str) -> Verdict:
    """The verdict on a class that offers some routines, or all."""
    routines = offered or OTHELLO.routines
    return check(OTHELLO, lambda: InProcess(make(), routines), CheckOptions(games=0))


def rules(verdict: Verdict) -> set[str]:
    return {fault.rule for fault in verdict.faults}


def statuses(verdict: Verdict) -> dict[str, Status]:
    return {each.rule: each.status for each in verdict.rules}


def why(verdict: Verdict, rule: str) -> str:
    return next(each.reason for each in verdict.rules if each.rule == rule)


# -- what a game leaves behind ---------------------------------------------------------------------


class TurnStaysAndTiesAreBlacks(TurnStays, tie_counted_as_a_win.Othello):
    """Two faults: the first makes every game but one look wrong."""


def test_what_a_game_leaves_behind_does_not_make_another_fault_look_otherwise() -> None:
    assert {"draw", "black-first"} == rules(judge(TurnStaysAndTiesAreBlacks))


def test_what_a_game_leaves_behind_accuses_nothing_else() -> None:
    assert {"setup"} == rules(judge(ColumnStays))
    assert {"black-first"} == rules(judge(TurnStays))


# -- what only shows in rare games -----------------------------------------------------------------


class OneMissingAndOverWhenFull(one_direction_missing.Othello, over_only_when_full.Othello):
    """Two faults; the second shows only in games that the first prevents as recorded."""


def test_a_second_fault_that_only_shows_in_rare_games_is_looked_for() -> None:
    assert {"directions", "game-over"} == rules(judge(OneMissingAndOverWhenFull))


def test_a_rule_that_only_shows_in_rare_games_is_not_held_if_there_were_none() -> None:
    verdict = judge(only_the_nearest_disc_flipped.Othello)
    unseen = {
        rule: [n for n in names if not verdict.coverage.events[n]] for rule, names in NEEDS.items()
    }
    assert any(unseen.values())
    for rule, events in unseen.items():
        if events:
            assert Status.INCONCLUSIVE is statuses(verdict)[rule]
            assert f"no game that was judged contained {events[0]}" == why(verdict, rule)
        else:
            assert not why(verdict, rule).startswith("no game that was judged")


def test_a_sound_one_meets_all_that_is_rare() -> None:
    verdict = judge(sound.Othello)
    assert verdict.conforms
    assert {Status.PASS} == set(statuses(verdict).values())


def test_what_is_seldom_is_said_of_rules_and_events_that_there_are() -> None:
    assert set(NEEDS) <= {rule.id for rule in RULES}
    assert {name for names in NEEDS.values() for name in names} <= set(GOALS["othello"])


# -- what nothing shows ----------------------------------------------------------------------------


def test_of_a_beginning_that_nothing_shows_nothing_passes() -> None:
    verdict = judge(sound.Othello, "init")
    assert verdict.conforms
    assert "nothing that it offers shows the state" == why(verdict, "setup")
    assert Status.PASS not in statuses(verdict).values()


def test_without_a_move_only_the_beginning_is_seen() -> None:
    verdict = judge(sound.Othello, "init", "is_valid_move", "cell")
    assert "without move only the first state is seen" == why(verdict, "any-length")
    assert statuses(verdict)["setup"] is Status.PASS


@pytest.mark.parametrize("offered", ["cell", "is_valid_move"])
def test_who_begins_otherwise_is_told_so_even_if_the_turn_cannot_be_asked(offered: str) -> None:
    verdict = judge(white_starts.Othello, "init", "move", offered)
    assert {"black-first"} == rules(verdict)


@pytest.mark.parametrize("made", [white_starts.Othello, mirrored_start.Othello])
def test_by_moves_alone_nobody_can_tell_who_begins_from_a_mirrored_start(made: type) -> None:
    verdict = judge(made, "init", "move")
    (fault,) = verdict.faults
    step = fault.mismatch.step
    assert ("", "move(2, 4)", "InvalidMove") == (
        fault.rule,
        str(step.call),
        step.expected.exception,
    ), (fault, verdict)
