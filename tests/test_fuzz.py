"""Fuzzing: a few odd inputs do no harm, and each fuzzer notices the faults that it looks for."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fuzz import loop
from fuzz.command_line import Command, CommandLine, is_short
from fuzz.configuration import Configuration
from fuzz.loop import Broken, Fuzzer, Outcome, fuzz
from fuzz.protocol import EvenLines, Piped, Reader, demand_one_line, demand_replies
from fuzz.recorded import Recorded
from modcheck.system.implementation import Reply
from modcheck.system.pipe import ExpectedTrace, Pipe
from modcheck.system.protocol import ProtocolError, replies_in
from modlab.settings import Settings
from modspec.run.machine import Call
from othello_mis.course import COURSE

FUZZERS: list[tuple[Callable[[], Fuzzer], int, set[str]]] = [
    (Reader, 3_000, {"greeting", "replies", "refused"}),
    (Piped, 25, {"broken down", "not judged", "replies"}),
    (Recorded, 20, {"as recorded", "deviates"}),
    (CommandLine, 40, {"exit 0", "exit 2"}),
    (Configuration, 800, {"refused", "settled", "nothing said"}),
]
"""Each with how many inputs are tried here, and what must have come of some of them."""


def finding(fuzzer: Fuzzer, inputs: int = 2_000) -> str:
    """Return what a fuzzer finds wrong; empty if it finds nothing."""
    return fuzz(fuzzer, seed=1, inputs=inputs).finding


# -- what there is deals with all of it ------------------------------------------------------------


@pytest.mark.parametrize(("make", "inputs", "kinds"), FUZZERS)
def test_odd_inputs_do_no_harm(make: Callable[[], Fuzzer], inputs: int, kinds: set[str]) -> None:
    outcome = fuzz(make(), seed=0, inputs=inputs)
    assert "" == outcome.finding
    assert inputs == outcome.tried == sum(outcome.came.values())
    assert kinds <= set(outcome.came)


@pytest.mark.parametrize("make", [Reader, Piped, Recorded, CommandLine, Configuration])
def test_an_input_can_be_drawn_again(make: Callable[[], Fuzzer]) -> None:
    first, again = ([make().draw(Random(f"3 {n}")) for n in range(20)] for _ in range(2))
    assert first == again
    assert len(set(map(repr, first))) > 10


# -- the reader of the protocol --------------------------------------------------------------------


def careless(line: bytes, number: int, calls: int) -> list[Reply]:
    try:
        return [Reply(reply.get("out")) for reply in json.loads(line)["replies"]]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise ProtocolError("it makes no sense") from None


def chatty(line: bytes, number: int, calls: int) -> list[Reply]:
    try:
        return replies_in(line, number, calls)
    except ProtocolError:
        raise ProtocolError(f"it wrote {line.decode('utf-8', 'replace')}") from None


def one_short(line: bytes, number: int, calls: int) -> list[Reply]:
    return replies_in(line, number, calls)[:2]


@pytest.mark.parametrize(
    ("reader", "says"),
    [
        (careless, "Broken"),
        (chatty, "Broken: .*(cannot be printed|goes on for)"),
        (one_short, "Broken: 2 replies to 3 calls|Broken: 2 replies to 9 calls"),
    ],
)
def test_a_reader_that_lets_something_through_is_found_out(
    reader: Callable[[bytes, int, int], list[Reply]], says: str
) -> None:
    assert re.search(says, finding(Reader(replies_in=reader)))


def test_a_reader_that_minds_no_nesting_is_found_out() -> None:
    def reader(line: bytes, number: int, calls: int) -> list[Reply]:
        try:
            json.loads(line)
        except ValueError as error:
            raise ProtocolError("it is not JSON") from error
        return replies_in(line, number, calls)

    assert "RecursionError" in finding(Reader(replies_in=reader), 20_000)


@pytest.mark.parametrize(
    "replies",
    [
        [],
        [Reply(1.5)],  # type: ignore[arg-type]  # that is what is wrong with it
        [Reply(10**60)],
        [Reply("\x1b[2J")],
        [Reply(exception="a\nb")],
        [Reply(fault="x" * 2_000)],
    ],
)
def test_replies_that_could_do_harm_are_told(replies: list[Reply]) -> None:
    with pytest.raises(Broken):
        demand_replies(replies, 1)


def test_a_pipe_that_loses_replies_is_found_out() -> None:
    class Losing(EvenLines):
        def answer(self, calls: Sequence[Call]) -> list[Reply]:
            return super().answer(calls)[1:]

    assert "Broken: 3 replies to 4 calls" in finding(Piped(Losing), 10)


class Trusting(EvenLines):
    """It compares nothing."""

    def unexpected_replies(self, traces: Iterable[ExpectedTrace]) -> Iterator[list[Reply] | None]:
        yield from [None for _ in traces]


class Suspicious(EvenLines):
    """It takes replies that are to the byte as expected for none."""

    def unexpected_replies(self, traces: Iterable[ExpectedTrace]) -> Iterator[list[Reply] | None]:
        some = [*traces]
        for trace, replies in zip(some, super().unexpected_replies(some), strict=True):
            yield replies or [Reply(fault="it says nothing")] * len(trace)


class Forgetful(EvenLines):
    """It loses the last script."""

    def unexpected_replies(self, traces: Iterable[ExpectedTrace]) -> Iterator[list[Reply] | None]:
        yield from super().unexpected_replies([*traces][:-1])


class Shifted(EvenLines):
    """It loses the first script: the replies to one script are judged as those to another."""

    def unexpected_replies(self, traces: Iterable[ExpectedTrace]) -> Iterator[list[Reply] | None]:
        yield from super().unexpected_replies([*traces][1:])


@pytest.mark.parametrize(
    ("pipe", "says"),
    [
        (Trusting, "Broken: the answers are wrong; found: None"),
        (Suspicious, "Broken: the answers are right; found: Difference(wrong=[0"),
        (Forgetful, "Broken: 1 judgements of 2 scripts"),
        (Shifted, "ValueError: zip() argument"),
    ],
)
def test_a_pipe_that_compares_carelessly_is_found_out(pipe: type[Pipe], says: str) -> None:
    assert says in finding(Recorded(pipe), 20)


# -- the command line ------------------------------------------------------------------------------


def ends(code: object, errors: str = "", out: str = "") -> Callable[[], None]:
    def run() -> None:
        print(out)
        print(errors, end="", file=sys.stderr)
        sys.exit(code)  # type: ignore[arg-type]  # any object is what main might do

    return run


def raises() -> None:
    raise KeyError("its own")


@pytest.mark.parametrize(
    ("run", "says"),
    [
        (raises, "KeyError: 'its own'"),
        (ends(4), "Broken: exit code 4"),
        (ends(2), "Broken: exit code 2 with 0 lines"),
        (ends(3, "one\ntwo\n"), "Broken: exit code 3 with 2 lines"),
        (ends("a text"), "Broken: exit code a text"),
        (ends(1, "Traceback (most recent call last)\n"), "Broken: Traceback"),
        (ends(3, "othello-mis: a fault of its own, x\n"), "Broken: othello-mis: a fault"),
    ],
)
def test_a_command_that_ends_otherwise_than_promised_is_found_out(
    run: Callable[[], None], says: str
) -> None:
    assert says in finding(CommandLine(run), 5)


def test_a_command_that_ends_as_promised_is_not_accused() -> None:
    assert "" == finding(CommandLine(ends(2, "othello-mis: no such thing\n")), 5)


@pytest.mark.parametrize(
    ("arguments", "came"),
    [
        (["prove", "--timeout=NaN", "py:broken"], "exit 2"),
        (["grade", "nowhere", "--limit", "nan"], "exit 2"),
        (["grade", "nowhere", "--timeout", "nan"], "exit 2"),
        (["check", "--impl", "py:broken:Othello", "--timeout", "nan"], "exit 2"),
        (["check", "--impl", "py:broken", "--json"], "exit 1"),
    ],
)
def test_what_was_found_is_mended(arguments: list[str], came: str) -> None:
    assert came == CommandLine().try_input(Command(tuple(arguments), b"", b""))


@pytest.mark.parametrize(
    "arguments",
    [
        ["worlds", "6x6"],
        ["verify"],
        ["verify", "--only", "nothing of the sort", "--quick", "--rung", "x"],
        ["grade", "."],
        ["check", "--impl", "true", "--soak", "10m"],
        ["check", "--impl", "true", "--soa=10m"],
        ["check", "--impl", "true", "--games=500"],
        ["replay", "--generate", "100000", "x"],
    ],
)
def test_what_would_take_long_is_not_tried(arguments: list[str]) -> None:
    assert not is_short(arguments)
    assert is_short([*arguments, "--help"])


def test_what_is_tried_leaves_the_process_as_it_was() -> None:
    def state() -> tuple[Any, ...]:
        return Path.cwd(), sys.path[:], sys.argv[:]

    before = state()
    assert "" == fuzz(CommandLine(), 2, 3).finding
    assert before == state()


# -- the settings ----------------------------------------------------------------------------------


def test_a_reader_of_settings_that_trusts_its_file_is_found_out() -> None:
    def trusting(config: Path | None, folder: Path | None) -> Settings:
        file = config or Path(str(folder)) / "pyproject.toml"
        tomllib.loads(file.read_text("utf-8", "replace"))
        return Settings(COURSE)

    assert "TOMLDecodeError" in finding(Configuration(trusting))


def test_settings_of_the_wrong_type_are_found_out() -> None:
    def lax(config: Path | None, folder: Path | None) -> Settings:
        broken = Settings(COURSE)
        object.__setattr__(
            broken, "seed", "six"
        )  # past the validators: that is what is wrong with it
        return broken

    assert "Broken: seed is 'six'" in finding(Configuration(lax), 1)


# -- the loop --------------------------------------------------------------------------------------


class Counting:
    """Numbers; the seventh fails."""

    def __init__(self) -> None:
        self.drawn = 0

    def draw(self, chance: Random) -> float:
        self.drawn += 1
        return chance.random()

    def try_input(self, given: float) -> str:
        if self.drawn == 7:
            raise ZeroDivisionError
        return "fine"


def test_the_loop_ends_at_the_first_finding_and_names_the_input() -> None:
    outcome = fuzz(Counting(), 5, 100)
    assert (7, 6, {"fine": 6}) == (outcome.tried, outcome.number, dict(outcome.came))
    assert "ZeroDivisionError" in outcome.finding
    assert repr(Random("5 6").random()) in outcome.finding


def test_the_loop_can_begin_with_any_input() -> None:
    outcome: Outcome = fuzz(Counting(), 5, 7, first=100)
    assert 106 == outcome.number


def test_the_loop_ends_when_its_time_is_over() -> None:
    assert 0 == fuzz(Counting(), 5, seconds=-1).tried


def test_an_input_that_hangs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, Any]] = []
    monkeypatch.setattr(loop, "PATIENCE", 0.01)

    class Hanging(Counting):
        def try_input(self, given: float) -> str:
            while not told:
                time.sleep(0.01)
            return "at last"

    fuzz(Hanging(), 5, 1, stuck=lambda number, given: told.append((number, given)))
    assert [(0, Random("5 0").random())] == told


def test_a_text_with_control_characters_is_no_line() -> None:
    demand_one_line("all is well")
    with pytest.raises(Broken):
        demand_one_line("all is\nwell")


def test_it_runs_from_the_command_line() -> None:
    command = [sys.executable, "tests/fuzz", "protocol", "--inputs", "50", "--seed", "1"]
    ended = subprocess.run(
        command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False
    )
    assert (0, "") == (ended.returncode, ended.stderr)
    assert ended.stdout.startswith("protocol: 50 inputs (")
