"""Serving a Python module or class: it answers as in process, and hurts only itself."""

from __future__ import annotations

import enum
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from modspec.checking import implementation, serve
from modspec.checking.implementation import ImplementationError, Reply
from modspec.checking.in_process import load
from modspec.checking.pipe import Pipe
from modspec.readings.run import Call

MODULE = """
import enum, os, sys
class Colour(enum.Enum):
    RED = "RED"
    BLUE = 1
class Refused(Exception): ...
state = 0
def init():
    global state
    state = 0
def add(n):
    global state
    state += n
    print("noise", os.system("echo more noise"))
    return state
def red(): return Colour.RED
def blue(): return Colour.BLUE
def listed(): return [1, "two"]
def nan(): return float("nan")
def huge(): return 10 ** 5000
def escape(): return "\\x1b[2J"
def refuse(): raise Refused
def leave(): sys.exit(0)
def deep(): return deep()
def read(): return sys.stdin.read()
def unprintable():
    class Odd:
        def __repr__(self): raise ValueError
    return Odd()
def missing_argument(n): ...
class Counter:
    def __init__(self): self.n = 0
    def init(self): self.n = 0
    def add(self, n): self.n += n; return self.n
class Needy:
    def __init__(self, n): ...
def fatal(): os._exit(0)
"""
ROUTINES = (
    *("init", "red", "blue", "listed", "nan", "escape", "refuse", "leave", "deep"),
    *("unprintable", "missing_argument"),
)
Serve = Callable[[str], Pipe]


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    (tmp_path / "student.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    started: list[Pipe] = []

    def start(place: str) -> Pipe:
        started.append(Pipe(shlex.join(serve.command(place))))
        return started[-1]

    yield start
    for pipe in started:
        pipe.close()
    sys.modules.pop("student", None)


def test_a_module_answers_as_in_process(served: Serve) -> None:
    calls = [Call(name) for name in ROUTINES]
    calls += [Call("add", (3,)), Call("add", (4,))]
    expected = load("student", [*ROUTINES, "add"]).answer(calls)
    assert expected == served("student").answer(calls)


def test_a_class_answers_as_in_process(served: Serve) -> None:
    calls = [Call("init"), Call("add", (3,)), Call("add", (4,))]
    assert [Reply(), Reply(3), Reply(7)] == served("student:Counter").answer(calls)


def test_a_number_of_too_many_digits_is_no_number(served: Serve) -> None:
    [reply] = served("student").answer([Call("huge")])
    assert Reply("int of too many digits") == reply


def test_who_ends_the_process_ends_only_its_own(served: Serve) -> None:
    _, reply = served("student").answer([Call("init"), Call("fatal")])
    assert reply.fault is not None
    assert "it ended with exit status 0" in reply.fault


def test_there_is_nothing_to_read_for_a_module(served: Serve) -> None:
    assert [Reply("")] == served("student").answer([Call("read")])


def test_a_routine_that_is_not_there_is_a_fault(served: Serve) -> None:
    [reply] = served("student").answer([Call("nothing")])
    assert Reply(fault="it says: it has no routine nothing", goes_on=True) == reply


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("nowhere", "no module 'nowhere'; give a dotted name that Python can import from here"),
        ("student:Nobody", "student has no class 'Nobody'"),
        ("student:Needy", "student:Needy cannot be made without arguments: TypeError"),
        ("leaves", "leaves cannot be imported: SystemExit: 0"),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(
    place: str, why: str, served: Serve, tmp_path: Path
) -> None:
    (tmp_path / "leaves.py").write_text("import sys; sys.exit(0)", encoding="utf-8")
    with pytest.raises(ImplementationError) as refused:
        served(place)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


class Colour(enum.Enum):
    RED = "RED"
    BLUE = 1


@pytest.mark.parametrize(
    "value",
    [None, True, 3, 10**199, 10**200, "a", "a\n", "x" * 201, 1.5, Colour.RED, Colour.BLUE, [1], {}],
    ids=lambda value: repr(value)[:20],
)
def test_values_travel_as_they_do_from_this_process(value: object) -> None:
    expected = implementation.encoded(value)
    assert (type(expected), expected) == (type(serve.encoded(value)), serve.encoded(value))


def test_it_says_how_it_is_used() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "modspec.checking.serve"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (2, "", serve._USAGE + "\n") == (run.returncode, run.stdout, run.stderr)


def test_it_needs_the_standard_library_alone(served: Serve, tmp_path: Path) -> None:
    request = '{"id":0,"hello":1}\n'
    run = subprocess.run(
        [sys.executable, "-I", "-S", serve.__file__, "student:Counter"],
        input=request,
        capture_output=True,
        text=True,
        check=True,
    )
    assert '{"id":0,"hello":1,"routines":["add","init"],"conventions":{}}\n' == run.stdout
