"""The phase in which Hypothesis chooses the calls: its findings are judged like any others."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis.internal.conjecture import providers

from modcheck.judging.play.survivors import Survivors
from modcheck.system.implementation import Implementation, ImplementationError, Reply
from modcheck.system.in_process import InProcess
from modcheck.testing import budget
from modcheck.testing.plan import CheckOptions
from modcheck.testing.runner import Runner
from modcheck.testing.state_machine import STAGE, hypothesis_stage, repeatable
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Purpose, Trace
from modcheck.testing.trace_generator import TraceGenerator
from modcheck.verdict.check import check
from modcheck.verdict.verdict import Verdict
from modspec import declare
from modspec.run.machine import Call, Machine
from othello_suite.test_model import build_test_model
from python_stack import INTEGERS, PythonStack, RoomForOneMore

STACK = declare("stack")
ROUTINES = [function.name for function in STACK.access_programs]
OTHELLO = replace(build_test_model(), suite=None, scenarios={})
"""Othello, known by its specification only."""


class Forgets(PythonStack):
    """Its third element is gone by the time that it is looked for."""

    def top(self) -> int:
        return super().top() if len(self.items) != 3 else self.items[0]


def examiner(make: Callable[[], object], machine: Machine | None = None) -> Runner:
    write = TraceGenerator(machine or Machine(STACK), INTEGERS)
    return Runner(write, lambda: InProcess(make(), ROUTINES))


def scripts(examiner: Runner, runs: int = 8, start: int = 0) -> list[Trace]:
    """Return the traces of the stage."""
    return list(hypothesis_stage(runs, start).generate(examiner))


def trail(write: TraceGenerator, start: int = 0) -> list[Call]:
    """What a sound stack is asked in two runs."""
    asked: list[Call] = []

    class Listening(InProcess):
        def answer(self, calls: Sequence[Call]) -> list[Reply]:
            asked.extend(calls)
            return super().answer(calls)

    assert [] == scripts(Runner(write, lambda: Listening(PythonStack(), ROUTINES)), 2, start)
    return asked


def calls_of(script: Trace) -> list[str]:
    return [str(step.call) for step in script]


def judge(name: str, runs: int, declared: dict[str, str] | None = None) -> Verdict:
    """Judge a class of ``wrong_implementations`` with calls made mostly by Hypothesis."""
    of: TestModel = OTHELLO
    made = importlib.import_module(f"wrong_implementations.{name}").Othello
    options = CheckOptions(
        games=0,
        short=0,
        effort=0,
        declared=declared or {},
        extra_stages=[hypothesis_stage(runs, 0)],
    )
    return check(of, lambda: InProcess(made(), of.routines, name), options)


# -- what is found ---------------------------------------------------------------------------------


def test_a_fault_that_only_its_choices_show_is_found_and_its_rule_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budget, "MOST_FAULTS", 1)
    monkeypatch.setattr(budget, "SHRINK_RUN_CALLS", 20_000)
    verdict = judge("one_direction_missing", 3)
    assert [("directions", STAGE)] == [(fault.rule, fault.stage) for fault in verdict.faults]


def test_without_it_that_fault_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Survivors, "games", lambda *_, may_copy: [])  # these would find it too
    of = OTHELLO
    made = importlib.import_module("wrong_implementations.one_direction_missing").Othello
    options = CheckOptions(games=0, short=0)
    assert check(of, lambda: InProcess(made(), of.routines), options).conforms


def test_the_script_holds_the_calls_of_the_smallest_run_in_order() -> None:
    (script,) = scripts(examiner(Forgets))
    played = [step for step in script if step.purpose is Purpose.COMMAND]
    assert ["new()", "push(0)", "push(0)", "push(7)"] == calls_of(played)


def test_the_examiner_finds_the_same_deviation_in_the_script() -> None:
    examine = examiner(Forgets)
    (play,) = examine.plays(hypothesis_stage(20, 0))
    assert play.difference is not None
    wrong = play.difference.wrong[0]
    moves = [n for n in range(wrong) if play.trace.purposes[n] is Purpose.COMMAND]
    assert "top()" == str(play.trace.calls[wrong])
    assert "push" == play.trace.calls[moves[-1]].routine


def test_a_sound_implementation_yields_no_script_and_its_calls_are_counted() -> None:
    examine = examiner(PythonStack)
    assert [] == list(examine.plays(hypothesis_stage(7, 0)))
    (tally,) = examine.coverage.stages
    assert (STAGE, 7) == (tally.name, tally.games)
    assert (
        tally.calls == examine.coverage.calls == sum(examine.coverage.routines.values()) > 7 * 100
    )
    assert {"Full", "Empty"} == set(examine.coverage.exceptions)


def test_a_deviation_that_does_not_come_again_is_yielded_all_the_same() -> None:
    class Once(PythonStack):
        made = 0

        def __init__(self) -> None:
            Once.made += 1
            self.room = 2 if Once.made == 3 else 3

    (script,) = scripts(examiner(Once))
    assert Once.made > 3
    assert sum(call.startswith("push") for call in calls_of(script)) >= 3


def test_what_breaks_down_is_not_asked_again_and_again() -> None:
    made: list[object] = []

    class Breaks(InProcess):
        def answer(self, calls: Sequence[Call]) -> list[Reply]:
            made.append(self)
            return [Reply(fault="it broke down")] * len(calls)

    write = TraceGenerator(Machine(STACK), INTEGERS)
    (script,) = scripts(Runner(write, lambda: Breaks(PythonStack(), ROUTINES)))
    assert 1 == len(made)
    assert "new()" == calls_of(script)[0]


def test_the_search_for_a_smaller_run_ends_after_so_many_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def runs() -> int:
        made.clear()
        scripts(examiner(make))
        return len(made)

    made: list[object] = []

    def make() -> object:
        made.append(None)
        return Forgets()

    most = runs()
    monkeypatch.setattr(budget, "SHRINK_RUN_CALLS", 2_000)
    assert 1 < runs() < most


def test_an_implementation_that_cannot_be_started_any_more_is_no_deviation() -> None:
    left = iter([PythonStack(), PythonStack()])

    def make() -> Implementation:
        if (one := next(left, None)) is None:
            raise ImplementationError("it is gone")
        return InProcess(one, ROUTINES)

    with pytest.raises(ImplementationError, match="it is gone"):
        scripts(Runner(TraceGenerator(Machine(STACK), INTEGERS), make))


def test_progress_tells_how_many_runs_have_begun() -> None:
    told: list[tuple[str, int, int]] = []
    write = TraceGenerator(Machine(STACK), INTEGERS)
    examine = Runner(
        write,
        lambda: InProcess(PythonStack(), ROUTINES),
        progress=lambda phase, done, total: told.append((phase, done, total)),
    )
    assert [] == list(examine.plays(hypothesis_stage(3, 0)))
    assert [(STAGE, 1, 3), (STAGE, 2, 3), (STAGE, 3, 3), (STAGE, 3, 3)] == told


# -- what is believed ------------------------------------------------------------------------------


def test_a_changed_specification_is_believed() -> None:
    larger = Machine(STACK, {"MAX_SIZE": 4})
    assert [] == scripts(examiner(RoomForOneMore, larger))
    assert [] != scripts(examiner(PythonStack, larger))


def test_a_convention_is_believed() -> None:
    assert judge("white_starts", 1, {"first": "white"}).conforms


def test_calls_that_nobody_wants_are_not_made() -> None:
    write = TraceGenerator(Machine(STACK), INTEGERS, is_wanted=lambda call: call.routine != "pop")
    asked = trail(write)
    assert {"new", "push", "top", "depth"} == {call.routine for call in asked}


def test_callers_that_are_trusted_make_no_call_that_raises() -> None:
    trusted = frozenset({("push", "Full"), ("pop", "Empty"), ("top", "Empty")})

    class Trusting(PythonStack):
        def push(self, value: int) -> None:
            assert len(self.items) < self.room
            super().push(value)

    write = TraceGenerator(Machine(STACK), INTEGERS, trusted=trusted)
    assert [] == scripts(Runner(write, lambda: InProcess(Trusting(), ROUTINES)))
    assert [] != scripts(examiner(Trusting))


# -- the same every time ---------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_script_and_another_one_another() -> None:
    found = [calls_of(scripts(examiner(Forgets), 5, start)[0]) for start in (1, 1)]
    assert found[0] == found[1]
    tried = [
        list(map(str, trail(TraceGenerator(Machine(STACK), INTEGERS), start)))
        for start in (1, 1, 2)
    ]
    assert tried[0] == tried[1] != tried[2]


def test_constants_of_imported_modules_are_not_drawn() -> None:
    with repeatable():
        assert set() == set(providers._get_local_constants().integers)


def test_without_repeatable_they_would_be(tmp_path: Path) -> None:
    (tmp_path / "project.py").write_text("SECRET = 987654321\n")
    probe = (
        "import project\n"
        "from hypothesis.internal.conjecture import providers\n"
        "from modcheck.testing.state_machine import repeatable\n"
        "print(987654321 in providers._get_local_constants().integers)\n"
        "with repeatable():\n"
        "    print(987654321 in providers._get_local_constants().integers)\n"
        "print(987654321 in providers._get_local_constants().integers)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", probe], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ["True", "False", "True"] == found.stdout.split()
