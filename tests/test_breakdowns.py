"""Breakdowns: queries that hang are left out, and the rest is judged."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from library_programs.stack import Stack
from modcheck.system.in_process import InProcess
from modcheck.testing.test_model import TestModel
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict
from modlab.specification_course import SpecificationCourse

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
PATIENCE = 0.3
"""Seconds that a call may take."""


class HangingDepth(Stack):
    """It never says how many items there are once there are two."""

    def depth(self) -> int:
        if super().depth() == 2:
            time.sleep(3600)
        return super().depth()


class HangingDepthAndWrongPop(HangingDepth):
    """Besides, the last item cannot be removed."""

    def pop(self) -> None:
        if Stack.depth(self) > 1:
            super().pop()


class HangingPush(Stack):
    """It never takes a third item."""

    def push(self, item: int) -> None:
        if self.depth() == 2:
            time.sleep(3600)
        super().push(item)


@pytest.fixture(scope="module")
def model() -> TestModel:
    return SpecificationCourse(str(LIBRARY / "stack.py")).test_model("stack", {}, {})


def verdict_on(made: type[Stack], model: TestModel) -> Verdict:
    return check(model, lambda: InProcess(made(), model.routines, made.__name__, PATIENCE))


def status(verdict: Verdict) -> dict[str, Status]:
    return {each.rule: each.status for each in verdict.rules}


def test_a_query_that_hangs_is_left_out_and_the_other_rules_pass(model: TestModel) -> None:
    verdict = verdict_on(HangingDepth, model)
    (fault,) = verdict.faults
    assert fault.is_breakdown
    assert not fault.rule
    assert fault.mismatch.culprit.call.routine == "depth"
    assert {"depth": "it broke down (no answer within 0.3 s), and was left out"} == (
        verdict.support.unchecked
    )
    passed = {rule for rule, found in status(verdict).items() if found is Status.PASS}
    assert passed >= {"last-in-first-out", "empty"}
    assert not verdict.conforms


class HangingTop(Stack):
    """It never says which item is the last one."""

    def top(self) -> int:
        time.sleep(3600)
        return super().top()


def test_what_a_query_that_hangs_states_itself_does_not_pass(model: TestModel) -> None:
    verdict = verdict_on(HangingTop, model)
    assert "top" in verdict.support.unchecked
    rules = {rule.rule: rule for rule in verdict.rules}
    for rule in ("last-in-first-out", "empty"):  # push and pop state them, too
        assert rules[rule].status is Status.INCONCLUSIVE
        assert rules[rule].reason.startswith("top: it broke down (no answer")
    assert rules["capacity"].status is Status.PASS


def test_the_rules_of_a_routine_that_is_not_offered_do_not_pass(model: TestModel) -> None:
    present = frozenset(model.routines) - {"top"}
    verdict = check(model, lambda: InProcess(Stack(), present))
    rules = {rule.rule: rule for rule in verdict.rules}
    assert rules["empty"].reason == "top is not offered"


def test_behind_a_query_that_hangs_another_fault_is_found(model: TestModel) -> None:
    verdict = verdict_on(HangingDepthAndWrongPop, model)
    hanging, wrong = verdict.faults
    assert ("depth", "pop") == (
        hanging.mismatch.culprit.call.routine,
        wrong.mismatch.culprit.call.routine,
    )


def test_a_transition_that_hangs_cannot_be_left_out(model: TestModel) -> None:
    verdict = verdict_on(HangingPush, model)
    assert not verdict.support.unchecked
    assert Status.PASS not in status(verdict).values()
