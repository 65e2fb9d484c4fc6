"""Unobservable state: of a program with few access programs, the rule broken inside is found."""

from __future__ import annotations

import pytest

from left_behind import TurnStays
from modcheck.report.fields import fault_fields
from modcheck.system.in_process import InProcess
from modcheck.verdict.check import check
from modcheck.verdict.verdict import Verdict
from modcheck.verdict.verdict_json import fault_json
from othello_spec.rules import RULES
from othello_suite.test_model import build_test_model
from wrong_implementations import mirrored_start, sound, turn_not_forfeited, white_starts


def judge(make: type[sound.Othello], *offered: str) -> Verdict:
    """The verdict on a program that offers no more than this."""
    return check(build_test_model(), lambda: InProcess(make(), offered))


class ForfeitsForBlackOnly(sound.Othello):
    """White's turn comes although White is blocked."""

    def next_mover(self) -> str:
        other = sound.opponent(self.mover)
        return super().next_mover() if other == sound.BLACK else other


@pytest.mark.parametrize("offered", ["turn", "count", "winner"])
def test_a_start_that_is_not_seen_is_told_from_another_player_s_turn_by_what_is_offered(
    offered: str,
) -> None:
    verdict = judge(mirrored_start.Othello, "init", "move", offered)
    assert ["setup"] == [fault.rule for fault in verdict.faults]
    assert ("start", "mirrored") == verdict.suggestion


UNEXPLAINED = pytest.mark.xfail(
    strict=True,
    reason="no candidate explains a fault of one player only: the refused move is blamed",
)


@pytest.mark.parametrize("offered", [(), ("cell",), ("is_valid_move",), ("game_over",)])
@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (turn_not_forfeited.Othello, "forfeit"),
        pytest.param(ForfeitsForBlackOnly, "forfeit", marks=UNEXPLAINED),
    ],
)
def test_without_turn_the_rule_of_the_turn_is_found(
    make: type[sound.Othello], rule: str, offered: tuple[str, ...]
) -> None:
    assert [rule] == [fault.rule for fault in judge(make, "init", "move", *offered).faults]


@pytest.mark.parametrize(
    ("offered", "tells_colours"),
    [((), False), (("game_over",), False), (("cell",), True), (("is_valid_move",), True)],
)
@pytest.mark.parametrize("make", [TurnStays, white_starts.Othello])
def test_who_begins_is_told_from_where_discs_lie_only_by_what_tells_the_colours(
    make: type[sound.Othello], offered: tuple[str, ...], tells_colours: bool
) -> None:
    (fault,) = judge(make, "init", "move", *offered).faults
    found = fault.rule, fault.diagnosis.one_of
    assert (("black-first", ()) if tells_colours else ("", ("black-first", "setup"))) == found


def test_a_change_is_stated_only_of_what_it_explains_elsewhere() -> None:
    (never,), (black,) = (
        judge(make, "init", "move").faults
        for make in (turn_not_forfeited.Othello, ForfeitsForBlackOnly)
    )
    assert never.diagnosis.mutant is not None
    assert black.diagnosis.mutant is None


def test_a_convention_that_explains_everything_is_suggested_for_few_access_programs_too() -> None:
    verdict = judge(white_starts.Othello, "init", "move")
    assert ("first", "white") == verdict.suggestion
    [fault] = verdict.faults  # candidates without a common rule explain the same
    assert ("", False) == (fault.rule, fault.is_breakdown)
    rule, *_ = fault_fields(fault_json(fault, RULES), RULES)
    assert rule.text.startswith("not certain: ")


def test_no_convention_is_suggested_that_takes_a_transition_which_is_not_offered() -> None:
    assert judge(turn_not_forfeited.Othello, "init", "move").suggestion is None
