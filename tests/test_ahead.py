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
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Begun]:
    """All programs that were started, instead of a process each."""
    programs: list[Begun] = []

    def start(command: Sequence[str], sandbox: Sandbox | None) -> Begun:
        programs.append(Begun(len(programs), tuple(command)))
        return programs[-1]

    monkeypatch.setattr(ahead, "start", start)
    return programs


@pytest.fixture(scope="module")
def confined() -> Sandbox:
    """Any sandbox; nothing is started in it."""
    return Sandbox.with_backend("auto")


def started(start: Ahead, times: int, command: str, sandbox: Sandbox | None) -> list[object]:
    return [start([command], sandbox) for _ in range(times)]


def test_each_start_yields_the_next_program_and_none_twice(
    begun: list[Begun], confined: Sandbox
) -> None:
    given = started(Ahead(), 9, "./student", confined)
    assert begun[:9] == given


def test_one_program_is_begun_ahead_once_more_starts_are_likely(
    begun: list[Begun], confined: Sandbox
) -> None:
    start, number_begun = Ahead(), []
    for _ in range(7):
        start(["./student"], confined)
        number_begun.append(len(begun))
    assert [1, 3, 4, 5, 6, 7, 8] == number_begun


def test_another_command_is_not_answered_by_the_program_that_was_begun(
    begun: list[Begun], confined: Sandbox
) -> None:
    start = Ahead()
    started(start, USUAL + 1, "./student", confined)
    given: object = start(["./other"], confined)
    assert Begun(USUAL + 2, ("./other",)) == given


@pytest.mark.parametrize("is_named", [False, True])
def test_what_nothing_confines_waits_for_its_turn(begun: list[Begun], is_named: bool) -> None:
    unconfined = Sandbox.with_backend("none") if is_named else None
    started(Ahead(), 9, "./student", unconfined)
    assert 9 == len(begun)


def test_the_program_that_was_begun_ends_with_what_began_it(confined: Sandbox) -> None:
    start = Ahead()
    for child in [start(["/bin/cat"], confined) for _ in range(USUAL + 1)]:
        child.end()
    ready = start(["/bin/cat"], confined)
    ready.send(b"a line\n")
    assert b"a line" == ready.receive(10, 100)
    ready.end()
    assert start._begun is not None
    process = start._begun[2].process
    del start
    assert process.wait(10) != 0


def test_a_program_ends_by_itself_while_the_next_one_starts(confined: Sandbox) -> None:
    start = Ahead()
    first = start(["/bin/cat"], confined)
    start.let_end(confined, first)
    assert first.process.wait(10) == 0  # its input was closed, and nobody killed it
    start(["/bin/cat"], confined).end()
    assert [] == start._leaving


def test_a_program_that_does_not_end_by_itself_is_ended(
    confined: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "PATIENCE", 0.0)
    start = Ahead()
    first = start(["/bin/sleep", "60"], confined)
    start.let_end(confined, first)
    assert first.process.wait(10) != 0


def test_who_is_not_confined_has_ended_before_the_next_one_starts() -> None:
    start = Ahead()
    first = start(["/bin/cat"], None)
    start.let_end(None, first)
    assert 0 == first.process.returncode


def test_a_program_that_dies_at_once_is_still_said_to_have_died(confined: Sandbox) -> None:
    start = Ahead()
    for _ in range(USUAL + 2):
        child = start(["/bin/false"], confined)
        with pytest.raises(Crash, match="exit status 1"):
            child.receive(10, 100)
        child.end()
