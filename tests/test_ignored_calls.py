"""Ignored calls: a transition that now and then does nothing is at fault, and not what shows it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from modcheck.system.in_process import InProcess
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modcheck.verdict.verdict import Verdict
from modlab.specification_course import SpecificationCourse

ROOT = Path(__file__).parent.parent
CLASSES = {"stack": "Stack", "queue": "Ring", "tic_tac_toe": "Game"}
PUSH = "        self.pile[self.used] = item\n"
ENQUEUE = "        self.ring[(self.first + self.count) % 3] = number\n"


def verdict_on(module: str, *edits: tuple[str, str]) -> Verdict:
    text = (ROOT / "tests" / "library_programs" / f"{module}.py").read_text("utf-8")
    for right, wrong in edits:
        assert right in text
        text = text.replace(right, wrong, 1)
    python = ModuleType("program")
    exec(text, vars(python))
    made = vars(python)[CLASSES[module]]
    course = SpecificationCourse(str(ROOT / "docs" / "library" / f"{module}.py"))
    model = course.test_model(module, {}, {})
    program = CheckOptions(games=4, short=3)
    return check(model, lambda: InProcess(made(), model.routines, "program"), program)


EQUAL = ("stack", PUSH, f"        if item in self.pile[: self.used]: return\n{PUSH}", "push")
IGNORING = [
    EQUAL,
    ("stack", "        if self.used == 4:\n",
     "        if self.used and self.pile[self.used - 1] == item: return\n"
     "        if self.used == 4:\n", "push"),
    ("stack", "        self.used -= 1\n", "        self.used -= self.used != 2\n", "pop"),
    ("queue", ENQUEUE, f"        if self.count and self.front() == number: return\n{ENQUEUE}",
     "enqueue"),
]  # fmt: skip


@pytest.mark.parametrize(("module", "right", "wrong", "routine"), IGNORING)
def test_the_transition_is_at_fault_and_the_verdict_shows_its_call(
    module: str, right: str, wrong: str, routine: str
) -> None:
    (fault,) = verdict_on(module, (right, wrong)).faults
    assert routine == fault.mismatch.culprit.call.routine
    assert fault.mismatch.step is not fault.mismatch.culprit
    assert {"stack": "last-in-first-out", "queue": "first-in-first-out"}[module] == fault.rule
    assert f"{routine} raises no exception here, and changes nothing." in fault.hints[0]
    assert fault.mismatch.moves <= 3


@pytest.mark.parametrize(
    "edits",
    [
        [("return self.used\n", "return min(2, self.used)\n")],
        [("return self.used\n", "return max(1, self.used)\n")],
        [("self.used == 4", "self.used == 3")],
        [EQUAL[1:3], ("return self.used\n", "return min(2, self.used)\n")],
    ],
)
def test_no_transition_is_at_fault_if_a_reply_is_wrong_whatever_was_ignored(
    edits: list[tuple[str, str]],
) -> None:
    faults = verdict_on("stack", *edits).faults
    assert faults
    assert not any("changes nothing" in hint for fault in faults for hint in fault.hints)


def test_who_only_raises_no_exception_ignores_its_condition_and_no_call() -> None:
    (fault,) = verdict_on("stack", ("            raise Full\n", "            return\n")).faults
    assert "capacity" == fault.rule


def test_that_a_transition_does_nothing_is_said_where_the_state_shows_it() -> None:
    taken = "            raise Taken\n"
    ignoring = f"{taken}        if place == 4 and self.mover == 'nought': return\n"
    (fault,) = verdict_on("tic_tac_toe", (taken, ignoring)).faults
    assert str(fault.mismatch.culprit.call) == "play(1, 1)"
    assert "play raises no exception here, and changes nothing." in fault.hints[0]
