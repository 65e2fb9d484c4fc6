"""Several faults: each is reported once, its effects are not, and no masked rule passes."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

import jsonschema
import pytest

from combinations import program
from few_games import few_games, verdict_on
from judge_properties import judge
from modcheck.report.text import report
from modcheck.testing import budget
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict
from modcheck.verdict.verdict_json import to_json
from othello_suite.presentation import OthelloPresentation
from wrong_implementations import (
    minus_one_accepted,
    sound,
    three_faults,
    turn_not_forfeited,
    two_faults,
    winner_has_fewest,
)

SCHEMA = json.loads(files("modcheck.verdict").joinpath("verdict.schema.json").read_text("utf-8"))


class WhiteWins(sound.Othello):
    """White wins where Black does."""

    def winner(self) -> str:
        right = super().winner()
        return sound.WHITE if right == sound.BLACK else right


class WrongAtFirst(sound.Othello):
    """White wins where Black does, as long as there are no more than eight discs."""

    def winner(self) -> str:
        right = super().winner()
        few = self.count(sound.BLACK) + self.count(sound.WHITE) <= 8
        return sound.WHITE if few and right == sound.BLACK else right


class Crashes(winner_has_fewest.Othello):
    """Who has fewer discs wins; and it breaks down when there are seven."""

    def count(self, player: str) -> int:
        if sum(row.count(sound.EMPTY) for row in self.board) < 58:
            raise MemoryError
        return super().count(player)


MADE: dict[str, Callable[[], object]] = {
    "three": three_faults.Othello,
    "two": two_faults.Othello,
    "at first": WrongAtFirst,
    "crashes": Crashes,
    "sound": sound.Othello,
}


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    """The verdicts on all of them."""
    return {name: verdict_on(made) for name, made in MADE.items()}


def rules(verdict: Verdict) -> list[str]:
    """The rules that its faults break, in order."""
    return [fault.rule for fault in verdict.faults]


# -- what is found ---------------------------------------------------------------------------------


def test_every_fault_is_told_and_none_twice(verdicts: dict[str, Verdict]) -> None:
    told = {name: rules(verdict) for name, verdict in verdicts.items()}
    assert ["forfeit", "majority", "on-board"] == sorted(told["three"])
    assert ["draw", "inspect-cell"] == sorted(told["two"])
    assert [] == told["sound"]
    for found in told.values():
        assert len(found) == len(set(found)) <= budget.MOST_FAULTS


@pytest.mark.parametrize(
    ("made", "rule"),
    [
        (minus_one_accepted.Othello, "on-board"),
        (winner_has_fewest.Othello, "majority"),
        (turn_not_forfeited.Othello, "forfeit"),
    ],
)
def test_whoever_has_one_of_them_alone_is_told_of_that_alone(
    made: Callable[[], object], rule: str
) -> None:
    assert [rule] == rules(verdict_on(made))


@pytest.mark.parametrize(
    "pair",
    [
        # where White thinks that Black cannot move for want of a direction, it is not to blame
        "direction_listed_twice+mover_moves_again_after_capturing_many",
        # the board is seen to begin as it should, and the turn is not seen
        "number_for_a_name+second_game_begins_with_white",
    ],
)
def test_of_two_faults_each_is_told_for_its_own_rule(pair: str) -> None:
    tried = program(pair)
    told = {(fault["rule"], fault["objections"] == []) for fault in judge(tried).faults}
    assert {(rule, True) for rule in tried.rules} == told


def test_a_fault_is_given_only_others_that_are_told(verdicts: dict[str, Verdict]) -> None:
    for verdict in verdicts.values():
        for number, fault in enumerate(verdict.faults):
            assert {*fault.given} <= {*rules(verdict)[:number]}


def test_no_more_are_told_than_one_can_mend_and_the_rest_does_not_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budget, "MOST_FAULTS", 2)
    verdict = verdict_on(three_faults.Othello)
    assert 2 == len(verdict.faults)
    statuses = {each.rule: each.status for each in verdict.rules}
    (left,) = {"forfeit", "majority", "on-board"} - {*rules(verdict)}
    assert Status.INCONCLUSIVE is statuses[left]


def test_an_explanation_that_a_later_game_belies_is_taken_back(
    verdicts: dict[str, Verdict],
) -> None:
    [fault] = verdicts["at first"].faults
    assert "majority" == fault.rule
    assert fault.diagnosis.mutant is None
    assert () == fault.hints
    [other] = verdict_on(WhiteWins).faults
    assert fault.rule == other.rule
    assert other.diagnosis.mutant is not None  # what is so at every stage is explained


def test_a_breakdown_is_told_besides_other_faults(verdicts: dict[str, Verdict]) -> None:
    faults = verdicts["crashes"].faults
    assert "MemoryError" in [fault.mismatch.reply.exception for fault in faults]
    assert "winner" in [fault.mismatch.culprit.call.routine for fault in faults]


# -- what is not known -----------------------------------------------------------------------------


def test_a_rule_passes_or_there_is_a_reason(verdicts: dict[str, Verdict]) -> None:
    for verdict in verdicts.values():
        statuses = {each.rule: each for each in verdict.rules}
        assert set(rules(verdict)) - {""} == {
            r for r, each in statuses.items() if each.status is Status.FAIL
        }
        for each in statuses.values():
            assert (each.status is Status.PASS) == (not each.reason)


def test_the_reason_of_a_rule_that_fails_is_its_first_fault(verdicts: dict[str, Verdict]) -> None:
    for verdict in verdicts.values():
        reasons = {each.rule: each.reason for each in verdict.rules}
        for fault in verdict.faults:
            first = next(each for each in verdict.faults if each.rule == fault.rule)
            assert not fault.rule or first.summary == reasons[fault.rule]
    two = {each.rule: each.reason for each in verdicts["two"].rules}
    assert two["draw"].startswith("winner(): expected draw, got ")


def test_a_rule_that_an_unexplained_fault_may_concern_does_not_pass(
    verdicts: dict[str, Verdict],
) -> None:
    reasons = {each.rule: each.reason for each in verdicts["at first"].rules}
    doubt = "wrong replies of winner may concern it"
    assert {"draw", "who-is-winning"} == {r for r, reason in reasons.items() if reason == doubt}


def test_every_rule_of_a_sound_program_passes_if_what_it_needs_was_played(
    verdicts: dict[str, Verdict],
) -> None:
    lacking = "no game that was judged contained ", "no call that was judged would show "
    for each in verdicts["sound"].rules:
        if each.status is Status.INCONCLUSIVE:
            assert each.reason.startswith(lacking)


def test_what_only_wrong_answers_would_tell_does_not_pass(verdicts: dict[str, Verdict]) -> None:
    reasons = {each.rule: each.reason for each in verdicts["two"].rules}
    # at a tie, where this change would show, every answer is wrong
    change = "count(game, WHITE) > count(game, BLACK) -> count(game, WHITE) >= count(game, BLACK)"
    assert reasons["majority"].startswith("no call that was judged would show this mistake: winner")
    assert reasons["majority"].endswith(change)


# -- how it is told --------------------------------------------------------------------------------


def test_several_faults_are_numbered_and_one_is_not(verdicts: dict[str, Verdict]) -> None:
    rulebook = few_games().rulebook
    texts = {
        name: report(verdict, rulebook, OthelloPresentation()) for name, verdict in verdicts.items()
    }
    assert ": 3 rules fail, " in texts["three"]
    assert all(f"-fault {n} of 3-" in texts["three"] for n in (1, 2, 3))
    assert "fault 1 of" not in texts["at first"]
    assert "  inconclusive " in texts["at first"]


def test_the_json_of_all_of_them_is_as_the_schema_says(verdicts: dict[str, Verdict]) -> None:
    rulebook = few_games().rulebook
    for verdict in verdicts.values():
        data = to_json(verdict, rulebook, OthelloPresentation().as_json)
        jsonschema.Draft202012Validator(SCHEMA).validate(data)
        assert [fault["rule"] or "" for fault in data["faults"]] == rules(verdict)
        statuses = {rule["id"]: rule["status"] for rule in data["rules"]}
        assert statuses == {each.rule: each.status.value for each in verdict.rules}
