"""Tests that ``modspec test`` writes: green for a right program, red for a wrong one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import unittest
from itertools import pairwise
from pathlib import Path

import pytest

from modlab.commands import progress
from modlab.commands.test import write_tests
from modlab.driver import Driver
from modlab.specification_course import SpecificationCourse
from modlab.telling_calls import MOST, telling_sequences
from modspec import SpecificationError
from modspec.run.mutants import mutants
from modspec.syntax.labelling import with_labels
from modspec.syntax.places import module_at
from modspec.syntax.relations import rules_cited

ROOT = Path(__file__).parent.parent
LIBRARY = ROOT / "docs" / "library"
PROGRAMS = Path(__file__).parent / "library_programs"
COMMAND = [sys.executable, "-c", "from modlab.modspec_command import main; main()", "test"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the stack's specification and a program."""
    shutil.copy(LIBRARY / "stack.py", tmp_path)
    shutil.copy(PROGRAMS / "stack.py", tmp_path / "pile.py")
    (tmp_path / "notes.docx").write_bytes(b"PK")
    return tmp_path


def write(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``modspec test`` in a folder."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def pytest_on(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def outcomes(folder: Path, file: str) -> dict[str, int]:
    """Run a test file; return how many of its tests passed and failed."""
    words = pytest_on(folder, file).stdout.splitlines()[-1].replace(",", "").split()
    return {word: int(n) for n, word in pairwise(words) if n.isdigit()}


def test_the_file_is_short_and_passes_or_fails_as_the_program_is_right_or_wrong(
    folder: Path,
) -> None:
    told = write(folder, "stack.py", "--impl", "py:pile:Stack")
    assert (0, "wrote test_stack.py; next: pytest test_stack.py\n") == (
        told.returncode,
        told.stdout,
    )
    text = (folder / "test_stack.py").read_text("utf-8")
    assert len(text.splitlines()) < 40
    assert 'Driver("stack.py", "py:pile:Stack", Path(__file__).parent)' in text
    few = text.replace("state_machine()", "state_machine(runs=5, steps=8)")
    (folder / "test_stack.py").write_text(few, encoding="utf-8")
    assert {"passed": 5} == outcomes(folder, "test_stack.py")
    program = (folder / "pile.py").read_text("utf-8")
    wrong = program.replace("self.pile[self.used - 1]", "self.pile[0]")
    (folder / "pile.py").write_text(wrong, encoding="utf-8")
    assert {"failed": 3, "passed": 2} == outcomes(folder, "test_stack.py")


RIGHT = "return self.pile[self.used - 1]"


@pytest.mark.parametrize(
    ("right", "wrong", "came"),
    [
        (RIGHT, "return self.pile[0]", "MismatchFound: top() after play push("),
        (RIGHT, "return self.pile[9]", "got IndexError: list index out of range (pile.py, line "),
        (RIGHT, "import os; os._exit(3)", "got SystemExit: 3 (pile.py, line "),
        ("class Stack:", "class Stack", "ImplementationError: pile.py, line "),
    ],
    ids=["wrong", "crashes", "exits", "cannot be read"],
)
def test_a_failing_test_shows_what_came_and_none_of_our_lines(
    folder: Path, right: str, wrong: str, came: str
) -> None:
    assert 0 == write(folder, "stack.py", "--impl", "py:pile:Stack").returncode
    program = (folder / "pile.py").read_text("utf-8")
    assert right in program
    (folder / "pile.py").write_text(program.replace(right, wrong), encoding="utf-8")
    done = pytest_on(folder, "test_stack.py")
    assert 1 == done.returncode
    by_calls, _, by_hypothesis = done.stdout.partition("_ TestStack.runTest _")
    assert ">       DRIVER.check(calls)\nE       mod" in by_calls
    assert came in by_hypothesis
    assert "Failing test case: <state machine>" in by_hypothesis
    assert ("state.step(act=play init())" in by_hypothesis) is (right == RIGHT)
    ours = ("driver.py", "state_machine.py", "serve.py", "in_process.py", "raise MismatchFound")
    assert not [each for each in ours if each in done.stdout]


def is_green(test: type[unittest.TestCase]) -> bool:
    """Run a test; return whether it passes."""
    result = unittest.TestResult()
    test("runTest").run(result)
    return result.wasSuccessful()


PIPED = """
import json, sys
from pile import Stack
game = Stack()
def reply(routine, *arguments):
    try:
        return {"out": getattr(game, routine)(*arguments)}
    except Exception as error:
        return {"exc": type(error).__name__}
for line in sys.stdin:
    request = json.loads(line)
    found = {"hello": 1, "routines": ["init", "push", "pop", "top", "depth"]}
    if "calls" in request:
        found = {"replies": [reply(*call) for call in request["calls"]]}
    print(json.dumps({"id": request["id"], **found}), flush=True)
"""


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("return self.pile[0]", r"top\(\) after init\(\) push\(0\) push\(1\): expected 1, got 0"),
        (
            "import os; os._exit(3)",
            r"top\(\) after init\(\) push\(0\): expected 0, got no answer \(it ended with",
        ),
    ],
)
def test_a_program_behind_a_pipe_is_driven_and_may_break_down(
    folder: Path, wrong: str, message: str
) -> None:
    (folder / "piped.py").write_text(PIPED, encoding="utf-8")
    driver = Driver("stack.py", f"{sys.executable} piped.py", folder)
    driver.check("push(0) push(1) depth")
    machine = driver.state_machine(runs=3, steps=5).TestCase
    assert is_green(machine)
    program = (folder / "pile.py").read_text("utf-8").replace(RIGHT, wrong)
    (folder / "pile.py").write_text(program, encoding="utf-8")
    broken = Driver("stack.py", f"{sys.executable} piped.py", folder)
    for _ in range(2):  # the second time it is started anew
        with pytest.raises(AssertionError, match=message):
            broken.check("push(0) push(1) depth top")
    assert not is_green(broken.state_machine(runs=3, steps=5).TestCase)


def test_the_state_is_looked_at_after_each_call(folder: Path) -> None:
    program = (folder / "pile.py").read_text("utf-8")
    hidden = program.replace("self.used -= 1", "self.used -= 1; self.pile[0] = 7")
    (folder / "hidden_pile.py").write_text(hidden, encoding="utf-8")
    driver = Driver("stack.py", "py:hidden_pile:Stack", folder)
    driver.check("push(0) push(1)")
    with pytest.raises(AssertionError, match=r"after init\(\) .* pop\(\): expected 0, got 7"):
        driver.check("push(0) push(1) pop()")
    with pytest.raises(
        SpecificationError, match="no access program 'pull'; the access programs are: init"
    ):
        driver.check("pull()")


def test_calls_begin_by_the_constructor_where_it_takes_something(tmp_path: Path) -> None:
    shutil.copy(LIBRARY / "point.py", tmp_path)
    shutil.copy(PROGRAMS / "point.py", tmp_path / "points.py")
    assert 0 == write(tmp_path, "point.py", "--impl", "py:points:Point").returncode
    text = (tmp_path / "test_point.py").read_text("utf-8")
    shown = re.findall(r'^        "(.*)",$', text, re.MULTILINE)
    assert shown
    assert all(calls.startswith("new(") for calls in shown)


@pytest.mark.parametrize("name", sorted(file.stem for file in LIBRARY.glob("*.py")))
def test_few_calls_tell_most_rules(name: str) -> None:
    module = with_labels(module_at(str(LIBRARY / f"{name}.py")))
    if module.state is None:
        return
    sequences = telling_sequences(module)
    assert 0 < len(sequences) <= MOST
    assert all(sequence.rules for sequence in sequences)
    told = {rule for sequence in sequences for rule in sequence.rules}
    shown = [mutant for mutant in mutants(module) if mutant.function != "invariant"]
    known = {rule for mutant in shown for rule in mutant.rules or (mutant.function,)}
    assert len((known & {*rules_cited(module)}) - told) <= 2  # it takes a full grid to tell some


def test_the_command_test_shows_how_far_it_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "SECONDS", 0)
    monkeypatch.chdir(tmp_path)
    course = SpecificationCourse(str(LIBRARY / "stack.py"))
    write_tests(course, "./stack", None, force=False)
    lines = capsys.readouterr().err.splitlines()
    assert "test: 0 of 60 states" == lines[0]
    assert "test: 24 of 25 walks" == lines[-1]
    assert len(lines) > 25


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("nothing.py", "--impl", "x"), "no file 'nothing.py'; give the path"),
        (("stak.py", "--impl", "x"), "no file 'stak.py'; did you mean stack.py?"),
        ((".", "--impl", "x"), ". is a folder; give the file of a specification"),
        (("notes.docx", "--impl", "x"), "notes.docx is no Python file; give a specification"),
        (("stack.py", "--impl", "no.py"), "there is no file no.py; give the program to test"),
        (("stack.py", "--impl", "py:pil:Stack"), "no module 'pil'; give the program to test; did"),
        (("stack.py", "--impl", "py:no.pile:X"), "no module 'no.pile'; give the program to test"),
        (("stack.py", "--impl", "py:pile:Sack"), "pile has no class 'Sack'; it has Stack\n"),
        (("stack.py",), "no program is given: write --impl PROGRAM"),
        (("stack.py", "--impl", "x", "tests.txt"), "'tests.txt' is no place for the tests; name a"),
        (("stack.py", "--impl", "x", "../test_it.py"), "'../test_it.py' is no place for the tests"),
        (("stack.py", "--impl", "x", "pile.py"), "pile.py is there already; --force overwrites it"),
    ],
)
def test_what_cannot_be_written_is_said_in_one_line(
    folder: Path, arguments: tuple[str, ...], line: str
) -> None:
    told = write(folder, *arguments)
    assert (2, "") == (told.returncode, told.stdout)
    assert line in told.stderr
    assert 1 == len(told.stderr.splitlines())


def test_a_test_below_the_folder_finds_the_program(folder: Path) -> None:
    assert (
        0 == write(folder, "./stack.py", "--impl", "pile.py:Stack", "tests/test_it.py").returncode
    )
    text = (folder / "tests" / "test_it.py").read_text("utf-8")
    assert 'Driver("stack.py", "py:pile:Stack", Path(__file__).parents[1])' in text


def test_an_object_as_an_argument_is_one_of_the_program(tmp_path: Path) -> None:
    program = (PROGRAMS / "point.py").read_text("utf-8")
    assert "q.z" in program  # a variable that only the program's own points have
    (tmp_path / "points.py").write_text(program, encoding="utf-8")
    driver = Driver(str(LIBRARY / "point.py"), "py:points:Point", tmp_path)
    driver.check("new(0, 0) dist(point.new(3, 4))")
    assert is_green(driver.state_machine(runs=3, steps=5).TestCase)
    (tmp_path / "swapped.py").write_text(program.replace("q.z", "-q.z"), encoding="utf-8")
    wrong = Driver(str(LIBRARY / "point.py"), "py:swapped:Point", tmp_path)
    with pytest.raises(AssertionError, match=r"expected 5.0, got 15.0"):
        wrong.check("new(3, 4) dist(point.new(6, 8))")
