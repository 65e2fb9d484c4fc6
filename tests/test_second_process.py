"""The second process: the results are the same, whether it helps, fails, or cannot be had."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from modcheck.system import second_process
from modcheck.system.in_process import load
from modcheck.system.second_process import SecondProcess, by_halves, can_copy
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modcheck.verdict.verdict_json import to_json
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse

TESTS: Final = Path(__file__).parent

CHECKED: Final = [
    "odd_programs.stack:R_Linked",
    "odd_programs.cloakroom:R_Pairs",
    "odd_faults.tic_tac_toe:W_TakenPasses",
    "odd_faults.route:W_UndoesOnce",
]
"""Odd programs: a plain one and one with choices, which are right; one that changes something where
it raises, and one of a module of objects that remembers what nothing shows."""


def alone(function: Callable[..., None], *arguments: str) -> None:
    """Call a function of this file in a new process: a copy is made only of one without threads."""
    code = (
        "import os, test_second_process; os.sched_getaffinity = lambda process: {0, 1}\n"
        f"test_second_process.{function.__name__}(*{arguments})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=TESTS, capture_output=True, text=True, timeout=100
    )
    assert (0, "") == (done.returncode, done.stderr)


# -- what is called in a process of its own --------------------------------------------------------


def results_of_a_copy() -> None:
    own = os.getpid()
    tasks = {"one": lambda: iter([os.getpid(), 2, 3]), "other": lambda: [[], {}]}
    with SecondProcess(tasks, may_copy=True) as second:
        assert [*second.results("other")] == [[], {}]  # what was told before is kept
        first, *rest = second.results("one")
        assert rest == [2, 3]
        assert first != own
    with SecondProcess(tasks, may_copy=False) as second:
        assert [*second.results("one")] == [own, 2, 3]


def results_of_one_that_fails() -> None:
    own = os.getpid()

    def numbers(fails: Callable[[], object]) -> Iterator[int]:
        for number in range(6):
            if number == 3 and os.getpid() != own:
                fails()
            yield number

    def kill() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def cannot_be_told() -> Iterator[object]:
        yield lambda: 7

    for fails in (kill, sys.exit, lambda: 1 // 0):
        with SecondProcess({"n": lambda how=fails: numbers(how)}, may_copy=True) as second:
            assert [*second.results("n")] == [0, 1, 2, 3, 4, 5]
    with SecondProcess({"f": cannot_be_told}, may_copy=True) as second:
        (function,) = second.results("f")
        assert function() == 7


def nothing_is_left_of_a_copy() -> None:
    def sleep() -> list[int]:
        time.sleep(60)
        return []

    reading, writing = os.pipe()
    with SecondProcess({"sleep": sleep}, may_copy=True):
        os.close(writing)  # the copy closes its own at once, though it goes on
        assert os.read(reading, 1) == b""
    assert not has_child()


def has_child() -> bool:
    """Whether this process has a child that runs, or one that ended and was not waited for."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def no_copy_can_be_made() -> None:
    def fail() -> int:
        raise BlockingIOError("there are too many processes")

    os.fork = fail
    files = open_files()
    with SecondProcess({"n": lambda: [1, 2]}, may_copy=True) as second:
        assert [*second.results("n")] == [1, 2]
    assert files == open_files()


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def a_copy_makes_no_copy() -> None:
    assert can_copy()
    with SecondProcess({"may": lambda: [can_copy()]}, may_copy=True) as second:
        assert [*second.results("may")] == [False]
    assert can_copy()


def no_copy_is_made_of_threads() -> None:
    assert can_copy()
    stop = threading.Event()
    threading.Thread(target=stop.wait).start()
    assert not can_copy()
    stop.set()


def verdicts_are_the_same(place: str) -> None:
    made: list[bool] = []
    begin = SecondProcess._begin

    def count_and_begin(self: SecondProcess) -> None:
        made.append(True)
        begin(self)

    second_process.SecondProcess._begin = count_and_begin
    verdicts = []
    for may_copy in (True, False):
        made.clear()
        verdicts.append(verdict_of(place, may_copy))
        assert may_copy == bool(made)
        assert not has_child()
    assert verdicts[0] == verdicts[1]
    assert verdicts[0]["conforms"] == (":R_" in place)


def verdict_of(place: str, may_copy: bool) -> dict[str, Any]:
    module = place.partition(":")[0].partition(".")[2]
    file = TESTS.parent / "docs" / "library" / f"{module}.py"
    model = SpecificationCourse(str(file)).test_model(module, {}, {})
    options = CheckOptions(games=RANDOM_GAMES, may_copy=may_copy)
    found = check(model, lambda: load(place, model.routines), options)
    return to_json(found, model.rulebook)


# -- the tests -------------------------------------------------------------------------------------


# elsewhere can_copy() is false, and there is no copy that these tests could try
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only on Linux a process is copied")


@on_linux
@pytest.mark.parametrize(
    "function",
    [
        results_of_a_copy,
        results_of_one_that_fails,
        nothing_is_left_of_a_copy,
        no_copy_can_be_made,
        a_copy_makes_no_copy,
        no_copy_is_made_of_threads,
    ],
)
def test_it_holds_in_a_process_without_threads(function: Callable[[], None]) -> None:
    alone(function)


@on_linux
@pytest.mark.parametrize("place", CHECKED)
def test_the_verdict_is_the_same_with_a_second_process(place: str) -> None:
    alone(verdicts_are_the_same, place)


@pytest.mark.parametrize("number", [0, 1, 2, 7, 8])
def test_both_halves_are_computed(number: int) -> None:
    halves: list[list[int]] = []

    def squares(keys: range) -> dict[int, int]:
        halves.append([*keys])
        return {key: key * key for key in keys}

    found = by_halves(squares, range(number), may_copy=False)
    assert found == {key: key * key for key in range(number)}
    assert sorted(key for half in halves for key in half) == [*range(number)]
    assert all(abs(len(half) - number / 2) <= 0.5 for half in halves)
