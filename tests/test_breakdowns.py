"""Breakdowns: queries that hang are left out, and the rest is judged."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import pytest

from library_programs.stack import Stack
from library_programs.tic_tac_toe import Game
from modcheck.system import serve
from modcheck.system.in_process import InProcess
from modcheck.system.pipe import Pipe
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


def verdict_on(made: type[Stack | Game], model: TestModel) -> Verdict:
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


class HangingOver(Game):
    """It never says that a full board is the end, as nobody who plays on it learns."""

    def is_over(self) -> bool:
        if self.squares.count("empty") == 0:
            time.sleep(3600)
        return super().is_over()


class HangingPlay(Game):
    """It never takes a mark for a full board, and says rightly that this is the end."""

    def play(self, row: int, col: int) -> None:
        if self.squares.count("empty") == 0:
            time.sleep(3600)
        super().play(row, col)


class HangingSoon(Game):
    """It never says whether the game is over with two marks on the board, and asks itself."""

    def is_over(self) -> bool:
        if self.squares.count("empty") == 7:
            time.sleep(3600)
        return super().is_over()


@pytest.fixture(scope="module")
def tic_tac_toe() -> TestModel:
    return SpecificationCourse(str(LIBRARY / "tic_tac_toe.py")).test_model("tic_tac_toe", {}, {})


@pytest.mark.parametrize("made", [HangingOver, HangingSoon])
def test_who_makes_a_query_that_hangs_is_not_blamed_for_it(
    made: type[Game], tic_tac_toe: TestModel
) -> None:
    (fault,) = verdict_on(made, tic_tac_toe).faults
    assert "is_over" == fault.mismatch.culprit.call.routine


def test_a_transition_that_hangs_where_the_queries_that_decide_it_answer_is_blamed(
    tic_tac_toe: TestModel,
) -> None:
    verdict = verdict_on(HangingPlay, tic_tac_toe)
    (fault,) = verdict.faults
    assert "play" == fault.mismatch.culprit.call.routine
    assert not verdict.support.unchecked
    assert Status.PASS not in status(verdict).values()


def test_where_a_query_hangs_all_is_judged_but_what_it_decides(tic_tac_toe: TestModel) -> None:
    found = status(verdict_on(HangingOver, tic_tac_toe))
    others = [rule for rule, each in found.items() if each is Status.INCONCLUSIVE]
    assert ["game-over"] == others


def test_a_rule_that_only_a_query_that_hangs_decides_does_not_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    text = (LIBRARY / "tic_tac_toe.py").read_text("utf-8")
    right, other = "raise GameOver  # [game-over]", "raise GameOver  # [no-more-marks]"
    assert 1 == text.count(right)
    (tmp_path / "marks_to_the_end.py").write_text(text.replace(right, other), "utf-8")
    course = SpecificationCourse(str(tmp_path / "marks_to_the_end.py"))
    verdict = verdict_on(HangingOver, course.test_model("marks_to_the_end", {}, {}))
    (rule,) = (each for each in verdict.rules if each.rule == "no-more-marks")
    assert Status.INCONCLUSIVE is rule.status
    assert rule.reason.startswith("is_over: it broke down")


def test_a_transition_that_hangs_cannot_be_left_out(model: TestModel) -> None:
    verdict = verdict_on(HangingPush, model)
    assert not verdict.support.unchecked
    assert Status.PASS not in status(verdict).values()


UNGUARDED = "import os, signal\nfrom library_programs.stack import Stack\nclass Wrong(Stack):\n"
KILLS = "os.kill(os.getpid(), signal.SIGSEGV)"


@pytest.mark.parametrize(
    ("method", "rule"),
    [
        (f"def pop(self): super().pop() if self.depth() else {KILLS}", "empty"),
        (f"def pop(self): super().pop() if self.depth() > 1 else {KILLS}", ""),
    ],
    ids=["only where Empty is due", "elsewhere as well"],
)
def test_a_crash_where_only_an_exception_is_due_breaks_the_rule_of_the_exception(
    method: str, rule: str, model: TestModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "unguarded.py").write_text(f"{UNGUARDED}    {method}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    command = shlex.join(serve.command("unguarded:Wrong"))
    first, *_ = check(model, lambda: Pipe(command)).faults
    assert first.is_breakdown
    assert first.rule == rule
