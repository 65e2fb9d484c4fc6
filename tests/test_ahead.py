"""Programs that start before they are asked for: the same ones, in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from modcheck.sandbox.sandbox import Sandbox
from modcheck.system import ahead
from modcheck.system.ahead import Ahead
from modcheck.system.child import Crash

USUAL = 2
"""The start from which on the next program is begun ahead."""


@dataclass(frozen=True)
class Begun:
    """A program that was started: its number, and its command."""

    number: int
    command: tuple[str, ...]


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> list[Begun]:
    """The programs that were started; none of them is a process."""
    programs: list[Begun] = []

    def start(command: Sequence[str], sandbox: Sandbox | None) -> Begun:
        programs.append(Begun(len(programs), tuple(command)))
        return programs[-1]

    monkeypatch.setattr(ahead, "start", start)
    return programs


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    """Any sandbox; nothing is started in it."""
    return Sandbox.with_backend("auto")


def start_often(start: Ahead, times: int, command: str, sandbox: Sandbox | None) -> list[object]:
    """Start a program several times. Return what each start yields."""
    return [start([command], sandbox) for _ in range(times)]


def test_each_start_yields_the_next_program_and_none_twice(
    programs: list[Begun], sandbox: Sandbox
) -> None:
    given = start_often(Ahead(), 9, "./student", sandbox)
    assert programs[:9] == given


def test_one_program_is_begun_ahead_once_more_starts_are_likely(
    programs: list[Begun], sandbox: Sandbox
) -> None:
    start, number_begun = Ahead(), []
    for _ in range(7):
        start(["./student"], sandbox)
        number_begun.append(len(programs))
    assert [1, 3, 4, 5, 6, 7, 8] == number_begun


def test_another_command_is_not_answered_by_the_program_that_was_begun(
    programs: list[Begun], sandbox: Sandbox
) -> None:
    start = Ahead()
    start_often(start, USUAL + 1, "./student", sandbox)
    given: object = start(["./other"], sandbox)
    assert Begun(USUAL + 2, ("./other",)) == given


@pytest.mark.parametrize("is_named", [False, True])
def test_what_nothing_confines_waits_for_its_turn(programs: list[Begun], is_named: bool) -> None:
    unconfined = Sandbox.with_backend("none") if is_named else None
    start_often(Ahead(), 9, "./student", unconfined)
    assert 9 == len(programs)


def test_the_program_that_was_begun_ends_with_what_began_it(sandbox: Sandbox) -> None:
    start = Ahead()
    for child in [start(["/bin/cat"], sandbox) for _ in range(USUAL + 1)]:
        child.end()
    ready = start(["/bin/cat"], sandbox)
    ready.send(b"a line\n")
    assert b"a line" == ready.receive(10, 100)
    ready.end()
    assert start._begun is not None
    process = start._begun[2].process
    del start
    assert process.wait(10) != 0


def test_a_program_ends_by_itself_while_the_next_one_starts(sandbox: Sandbox) -> None:
    start = Ahead()
    first = start(["/bin/cat"], sandbox)
    start.let_end(sandbox, first)
    assert first.process.wait(10) == 0  # its input was closed, and nobody killed it
    start(["/bin/cat"], sandbox).end()
    assert [] == start._leaving


def test_a_program_that_does_not_end_by_itself_is_ended(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "PATIENCE", 0.0)
    start = Ahead()
    first = start(["/bin/sleep", "60"], sandbox)
    start.let_end(sandbox, first)
    assert first.process.wait(10) != 0


def test_who_is_not_confined_has_ended_before_the_next_one_starts() -> None:
    start = Ahead()
    first = start(["/bin/cat"], None)
    start.let_end(None, first)
    assert 0 == first.process.returncode


def test_a_program_that_dies_at_once_is_still_said_to_have_died(sandbox: Sandbox) -> None:
    start = Ahead()
    for _ in range(USUAL + 2):
        child = start(["/bin/false"], sandbox)
        with pytest.raises(Crash, match="exit status 1"):
            child.receive(10, 100)
        child.end()
