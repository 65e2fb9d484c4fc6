"""Suite: what a check plays is recorded once, and a program is judged as if it were played anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from library_programs.stack import Full, Stack
from modcheck.judging.expected.candidates import candidates
from modcheck.judging.expected.kills import key_of
from modcheck.judging.play.suite import load_suite, record_suite
from modcheck.system.in_process import InProcess
from modcheck.testing.test_model import TestModel
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict
from modlab.specification_course import SpecificationCourse

LIBRARY: Final = Path(__file__).parents[1] / "docs" / "library"


def _model() -> TestModel:
    course = SpecificationCourse(str(LIBRARY / "stack.py"))
    return course.test_model(course.default_module, {}, {})


@cache
def _recording() -> bytes:
    return record_suite(_model()).dump()


def _with_suite() -> TestModel:
    model = _model()
    return replace(model, suite=lambda: load_suite(_recording(), model))


class OfThree(Stack):
    def push(self, item: int) -> None:
        if self.depth() == 3:
            raise Full
        super().push(item)


class FirstOnTop(Stack):
    def top(self) -> int:
        super().top()
        return self.pile[0]


def _verdict(model: TestModel, make: Callable[[], Any]) -> Verdict:
    return check(model, lambda: InProcess(make(), model.routines))


def _passed_rules(verdict: Verdict) -> set[str]:
    return {each.rule for each in verdict.rules if each.status is Status.PASS}


@pytest.mark.parametrize("make", [Stack, OfThree, FirstOnTop])
def test_a_recording_shows_the_same_faults_and_passes_no_more_rules(
    make: Callable[[], Any],
) -> None:
    played, recorded = _verdict(_model(), make), _verdict(_with_suite(), make)
    assert [fault.rule for fault in played.faults] == [fault.rule for fault in recorded.faults]
    assert set() == _passed_rules(recorded) - _passed_rules(played)


def test_a_sound_program_passes_every_rule_by_a_recording() -> None:
    assert {rule.id for rule in _model().rulebook} == _passed_rules(_verdict(_with_suite(), Stack))


def test_every_mutant_is_told_by_some_reply() -> None:
    suite = load_suite(_recording(), _model())
    assert suite is not None
    keys = {key_of(each) for each in candidates(_model().module)}
    assert set() == keys - suite.kills.keys()


def test_the_same_is_recorded_again() -> None:
    assert _recording() == record_suite(_model()).dump()


@pytest.mark.parametrize(
    "changes",
    [
        {"scenarios": {"another game": ()}},
        {"goals": {"another goal": lambda instance, step: True}},
        {"constants": {"CAPACITY": 5}},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_suite_of_something_else_is_not_used(changes: dict[str, Any]) -> None:
    assert load_suite(_recording(), _model()) is not None
    assert load_suite(_recording(), replace(_model(), **changes)) is None


def test_a_damaged_suite_is_not_used() -> None:
    assert load_suite(_recording()[:-9], _model()) is None
