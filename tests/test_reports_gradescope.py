"""Points, and reports for the grading platform: exact to the cent, and no larger than it takes."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modcheck.report.account import (
    UNTOLD,
    Account,
    account_of_failure,
    printable,
    visible,
)
from modcheck.report.gradescope import LIMIT, gradescope
from modcheck.report.points import score, shares, total
from othello_spec import module
from othello_spec.rules import RULES
from reported import HOSTILE, TEXTS, sample, sample_account, saying, sound

RULE_IDS = ("setup", "capture-all", "draw", "answers")


def results(account: Account, **options: Any) -> dict[str, Any]:
    found = json.loads(gradescope(account, **options))
    assert isinstance(found, dict)
    return found


def exact(number: float) -> Decimal:
    return Decimal(str(number))


# -- points ----------------------------------------------------------------------------------------


def test_what_is_held_earns_all_and_all_else_nothing() -> None:
    points = {each.entry.rule: (each.earned, each.of) for each in score(sample(), maximum=100)}
    quarter, nothing = Decimal("25.00"), Decimal("0.00")
    assert {
        "setup": (quarter, quarter),
        "capture-all": (nothing, quarter),
        "draw": (nothing, quarter),
        "answers": (nothing, quarter),
    } == points


def test_a_rule_weighs_one_unless_it_is_said_otherwise() -> None:
    of = [each.of for each in score(sample(), {"draw": 3, "setup": 0}, 10)]
    assert [Decimal(n) for n in ("0.00", "2.00", "6.00", "2.00")] == of


def test_cents_that_are_left_over_go_to_those_that_lose_most() -> None:
    assert [Decimal(n) for n in ("33.34", "33.33", "33.33")] == shares("abc", {}, 100)
    assert [Decimal(n) for n in ("0.01", "0.00", "0.02")] == shares("abc", {"b": 0.1, "c": 2}, 0.03)


@given(
    weights=st.lists(st.one_of(st.integers(0, 9), st.floats(0, 1e6)), min_size=1, max_size=45),
    cents=st.integers(0, 100_000_000),
)
def test_what_can_be_earned_is_the_maximum_to_the_cent(weights: list[float], cents: int) -> None:
    rules = [f"r{n}" for n in range(len(weights))]
    named = dict(zip(rules, weights, strict=True))
    maximum = Decimal(cents) / 100
    if not any(weights):
        with pytest.raises(ValueError, match="all weights are 0"):
            shares(rules, named, maximum)
        return
    dealt = shares(rules, named, maximum)
    assert maximum == sum(dealt)
    assert all(share == 0 for share, weight in zip(dealt, weights, strict=True) if not weight)


@pytest.mark.parametrize(
    ("weights", "maximum", "why"),
    [
        ({"drew": 1}, 100, "no rule 'drew'; did you mean draw"),
        ({"zzz": 1}, 100, "no rule 'zzz'; the rules are: setup, capture-all, draw, answers"),
        ({"draw": -1}, 100, "the weight of draw is -1"),
        ({"draw": float("nan")}, 100, "the weight of draw is nan"),
        ({"draw": float("inf")}, 100, "the weight of draw is inf"),
        (dict.fromkeys(RULE_IDS, 0), 100, "all weights are 0"),
        ({}, 0.001, "the maximum is 0.001 points"),
        ({}, -1, "the maximum is -1 points"),
        ({}, float("nan"), "the maximum is nan points"),
        ({}, 10**7, "the maximum is 10000000 points"),
    ],
)
def test_points_that_make_no_sense_are_refused(
    weights: dict[str, float], maximum: float, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        score(sample(), weights, maximum)


def test_an_implementation_that_was_never_called_earns_nothing() -> None:
    told = account_of_failure("./gone", module("othello"), RULES, "it cannot be started")
    assert (Decimal(0), Decimal(100)) == (
        total(score(told.verdict)),
        sum(each.of for each in score(told.verdict)),
    )


def test_answers_earn_nothing_if_no_rule_passes() -> None:
    verdict = sample()
    setup, broken, *_ = verdict["rules"]
    setup |= {"status": "inconclusive", "reason": "the program broke down too often"}
    assert broken["status"] == "fail"
    verdict["faults"] = [each for each in verdict["faults"] if each["rule"]]
    assert not total(score(verdict))
    assert "the program broke down too often" == score(verdict)[-1].entry.reason


def test_the_summary_is_the_headline_of_what_students_see() -> None:
    told = results(sample_account())["output"]
    counts = "1 rule fails, 1 passes, 1 not judged; 1 fault without a certain rule"
    assert f"./othello --pipe: {counts}." == told
    told = results(sample_account(), hidden=["capture-all"])["output"]
    counts = "no rule fails, 1 passes, 1 not judged; 1 fault without a certain rule"
    assert f"./othello --pipe: {counts}, by the rules that are shown." == told


# -- the file --------------------------------------------------------------------------------------


def test_each_rule_is_a_test_with_its_points() -> None:
    found = results(sample_account(), weights={"draw": 3}, maximum=12)
    tests = [
        (t["name"], t["number"], t["score"], t["max_score"], t["status"]) for t in found["tests"]
    ]
    assert [
        ("setup", "1", 2.0, 2.0, "passed"),
        ("capture-all", "2", 0.0, 2.0, "failed"),
        ("draw", "3", 0.0, 6.0, "failed"),
        ("answers", "4", 0.0, 2.0, "failed"),
    ] == tests
    assert 2.0 == found["score"]


@pytest.mark.parametrize("maximum", [100, 10, 1, 0.05, 33.33, 0])
def test_the_scores_of_the_tests_sum_exactly(maximum: float) -> None:
    found = results(Account(sound()), weights={"draw": 0.7, "setup": 3}, maximum=maximum)
    assert exact(maximum) == sum(exact(test["max_score"]) for test in found["tests"])
    assert exact(found["score"]) == sum(exact(test["score"]) for test in found["tests"])
    assert exact(maximum) == exact(found["score"])


def test_outputs_say_what_is_wrong_and_why_something_was_not_judged() -> None:
    outputs = {test["name"]: test["output"] for test in results(sample_account())["tests"]}
    assert TEXTS[0] == outputs["capture-all"]
    assert TEXTS[1] == outputs["answers"]
    assert "Inconclusive, and so without points: winner is not offered." in outputs["draw"]
    assert "Four discs lie in the centre." == outputs["setup"]


def test_without_a_verdict_nothing_is_earned_and_the_reason_is_told() -> None:
    told = account_of_failure("./gone", module("othello"), RULES, "no such file")
    found = results(told)
    assert 0.0 == found["score"]
    assert "Could not be judged: no such file" == found["output"]
    assert {"failed"} == {test["status"] for test in found["tests"]}
    assert all("no such file" in test["output"] for test in found["tests"])


# -- its size --------------------------------------------------------------------------------------


def talkative(length: int) -> Account:
    return Account(sample(), ("first\n" + "é" * length, "second\n" + "x" * (length // 2)))


@pytest.mark.parametrize("length", [100, 10_000, 50_000, 1_000_000])
def test_the_file_is_no_larger_than_the_platform_takes(length: int) -> None:
    written = gradescope(talkative(length))
    found = json.loads(written)
    assert len(written.encode()) <= LIMIT
    assert list(RULE_IDS) == [test["name"] for test in found["tests"]]
    assert found["tests"][1]["output"].startswith("first\n")
    assert (length >= 50_000) is ("[cut: " in found["tests"][1]["output"])


def test_as_much_is_kept_as_fits() -> None:
    assert LIMIT - 100 < len(gradescope(talkative(1_000_000))) <= LIMIT


@pytest.mark.parametrize("limit", [1100, 1200, 1500])
def test_a_small_file_drops_outputs_and_never_a_test(limit: int) -> None:
    written = gradescope(talkative(1000), limit=limit)
    assert len(written) <= limit
    assert list(RULE_IDS) == [test["name"] for test in json.loads(written)["tests"]]


def test_a_file_in_which_not_even_the_tests_fit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"4 tests need \d+ bytes .* the limit is 500"):
        gradescope(talkative(1000), limit=500)


@pytest.mark.parametrize("words", HOSTILE)
def test_it_is_ascii_whatever_an_implementation_says(words: str) -> None:
    written = gradescope(saying(words))
    assert written.isascii()
    assert printable(words) == json.loads(written)["tests"][1]["output"]


# -- hidden rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", ["hidden", "after_due_date", "after_published"])
def test_hidden_rules_earn_points_and_tell_nothing(visibility: str) -> None:
    hidden = ("capture-all", "setup", "draw")
    found = results(sample_account(), hidden=hidden, visibility=visibility)
    by_name = {test["name"]: test for test in found["tests"]}
    assert {visibility} == {by_name[rule]["visibility"] for rule in hidden}
    assert {""} == {by_name[rule]["output"] for rule in hidden}
    assert "visible" == by_name["answers"]["visibility"]
    assert 25.0 == by_name["setup"]["score"]


def test_the_reason_why_a_rule_is_not_judged_names_no_hidden_rule() -> None:
    verdict = sample()
    verdict["rules"][2]["reason"] = "capture-all has to be right first"
    shown = {
        hidden: results(Account(verdict, TEXTS), hidden=hidden)["tests"][2]["output"]
        for hidden in ((), ("capture-all",))
    }
    assert "capture-all" in shown[()]
    assert shown[("capture-all",)].endswith(f"without points: {UNTOLD}.")


def test_what_is_visible_says_the_same_whether_hidden_rules_pass_or_fail() -> None:
    passing = sample()
    rule = passing["rules"][1]
    passing["rules"][1] = {"id": rule["id"], "text": rule["text"], "status": "pass"}
    passing["faults"] = passing["faults"][1:]
    passing["faults"][0]["given"] = []
    told = [
        results(account, hidden=["capture-all"])
        for account in (sample_account(), Account(passing, TEXTS[1:]))
    ]
    shown = [
        [found["output"], *(test for test in found["tests"] if test["visibility"] == "visible")]
        for found in told
    ]
    assert shown[0] == shown[1]
    assert told[0] != told[1]


def test_a_verdict_without_hidden_rules_names_them_nowhere() -> None:
    verdict = sample()
    verdict["rules"][2]["reason"] = "capture-all has to be right first"
    verdict["faults"][1]["other_rules"] = ["capture-all"]
    verdict["suggestion"] = {"convention": "forfeits", "value": "explicit"}
    shown = visible(verdict, ["capture-all"])
    assert "capture-all" not in json.dumps(shown)
    assert UNTOLD == shown["rules"][1]["reason"]
    assert (1, None) == (shown["hidden"], shown["faults"][0]["rule"])
    assert not {"phases", "exercised", "suggestion"} & set(shown)


def test_with_nothing_to_hide_the_verdict_is_what_it_was() -> None:
    assert sample() == visible(sample(), [])
    assert sample() == visible(sample(), ["time-limit"])
