"""Slow programs: a few hundred calls that tell most mutants, and an honest verdict on them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from types import ModuleType

import pytest

import specimen_table
from modcheck.duration import duration, seconds_of
from modcheck.system import stopwatch
from modcheck.system.implementation import Implementation, Reply
from modcheck.system.in_process import InProcess
from modcheck.testing.brief import brief_suite
from modcheck.testing.plan import CheckOptions
from modcheck.testing.recorded import differences
from modcheck.testing.runner import Runner
from modcheck.testing.test_model import CoveringSuite
from modcheck.testing.trace import Purpose
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modspec.run.machine import Call
from specimen_table import SUBJECT
from wrong_implementations import (
    Specimen,
    asking_for_the_turn_advances_it,
    init_does_not_reset,
    sound,
    specimens,
    third_game_finds_the_first_board,
    trial_on_a_shallow_copy,
)

PACE = 0.05
"""Seconds that a call takes, as it is said to the checker: so the tests need not wait."""


def in_process(made: object) -> InProcess:
    return InProcess(made, SUBJECT.routines, "a program", 5.0)


@pytest.fixture(scope="module")
def suite() -> CoveringSuite:
    assert SUBJECT.suite is not None
    return SUBJECT.suite()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all programs seem slow."""
    monkeypatch.setattr(Runner, "pace", lambda runner, calls, bearable: PACE)


# -- the brief suite -------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [100, 300, 1000])
def test_a_brief_suite_has_at_most_so_many_calls_and_most_mutants(
    suite: CoveringSuite, most: int
) -> None:
    traces = [*suite.short, *suite.games]
    brief = brief_suite(traces, suite.kills, most)
    assert 0.9 * most < sum(map(len, brief)) <= most
    made = {
        (number, place)
        for number, trace in enumerate(traces)
        for part in brief
        if part.origin is trace
        for place in part.kept or ()
    }
    seen = [mutant for mutant, places in suite.kills.items() if made & {*map(tuple, places)}]
    assert len(seen) > len(suite.kills) * (0.6 if most == 100 else 0.99)


def test_a_brief_suite_has_all_transitions_before_a_call(suite: CoveringSuite) -> None:
    traces = [*suite.short, *suite.games]
    for part in brief_suite(traces, suite.kills, 300):
        assert part.origin is not None
        before = part.origin.game
        assert part.game == before[: len(part.game)]


def test_a_sound_program_is_right_in_a_brief_suite(suite: CoveringSuite) -> None:
    brief = brief_suite([*suite.short, *suite.games], suite.kills, 500)
    assert not any(differences(in_process(sound.Othello()), brief))


def test_no_call_of_a_brief_suite_counts_as_a_view_of_the_state(suite: CoveringSuite) -> None:
    brief = brief_suite([*suite.short, *suite.games], suite.kills, 300)
    assert not any(Purpose.OBSERVE in trace.purposes for trace in brief)


# -- verdicts --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("slow")
def test_no_rule_passes_if_too_few_calls_were_made() -> None:
    verdict = check(SUBJECT, lambda: in_process(sound.Othello()))
    assert verdict.conforms
    assert not verdict.is_whole
    assert {rule.status for rule in verdict.rules} == {Status.INCONCLUSIVE}
    assert verdict.coverage.calls <= 25 / PACE
    assert verdict.rules[0].reason.startswith("a call takes 50ms, so that ")
    assert verdict.rules[0].reason.endswith(" calls were made; give --limit 5h to make all")


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(
    "specimen",
    [
        pytest.param(each, id=each.name, marks=pytest.mark.rule(each.breaks))
        for each in specimens()[::9]
    ],
)
def test_few_calls_blame_no_innocent_rule(specimen: Specimen) -> None:
    verdict = specimen_table.specimen_verdict(specimen)
    allowed = {specimen.breaks, *specimen.or_else, *specimen.also, None}
    assert {fault["rule"] for fault in verdict["faults"]} <= allowed
    assert not [rule for rule in verdict["rules"] if rule["status"] == "pass"]


def test_a_program_that_takes_longer_than_it_seemed_is_stopped() -> None:
    class Slower(sound.Othello):
        """Takes its time from the second game on."""

        games = 0

        def init(self) -> None:
            super().init()
            type(self).games += 1
            if self.games > 4:
                time.sleep(0.5)

    verdict = check(SUBJECT, lambda: in_process(Slower()), CheckOptions(limit=1))
    assert not verdict.is_whole
    assert "calls took more than 3s" in verdict.rules[0].reason


# -- the pace --------------------------------------------------------------------------------------


class Sleeper:
    """Answers every call after some seconds; the first one after many."""

    name, conventions = "sleeper", dict[str, str]()
    routines = frozenset(SUBJECT.routines)

    def __init__(self, first: float, others: float) -> None:
        self._seconds = [first]
        self._others = others

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        for _ in calls:
            time.sleep(self._seconds.pop() if self._seconds else self._others)
        return [Reply() for _ in calls]

    def close(self) -> None:
        """Hold nothing."""


def pace_of(make: Callable[[], Implementation], bearable: float = 1.0, calls: int = 80) -> float:
    runner = Runner(None, make)  # type: ignore[arg-type]  # it generates nothing
    return runner.pace([Call("turn")] * calls, bearable)


def test_the_pace_is_that_of_most_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopwatch, "waiting_time", lambda process: 0.0)  # a busy machine has some
    assert pace_of(lambda: Sleeper(0.01, 0.01)) >= 0.01
    assert pace_of(lambda: Sleeper(0.3, 0.0), bearable=0.01) < 0.01


class OnABusyMachine(Sleeper):
    """Answers calls at once, but other programs have the processor at first."""

    def __init__(self, batches: int) -> None:
        super().__init__(0, 0)
        self._batches = batches

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        if self._batches:
            self._batches -= 1
            time.sleep(0.1)
        return super().answer(calls)


def test_a_program_is_not_slow_because_the_machine_was_busy_for_a_time() -> None:
    assert pace_of(lambda: OnABusyMachine(100), bearable=0.001) > 0.001
    assert pace_of(lambda: OnABusyMachine(8), bearable=0.001) < 0.001


def test_a_program_is_not_slow_because_a_game_has_few_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def ask_a_system_with_many_processes(process: int) -> float:
        asked.append(process)
        time.sleep(0.003)
        return 0.0

    monkeypatch.setattr(stopwatch, "waiting_time", ask_a_system_with_many_processes)
    assert pace_of(lambda: Sleeper(0, 0), bearable=0.0005, calls=1) < 0.0005
    assert asked


def test_a_program_that_breaks_down_has_no_pace() -> None:
    class Broken(Sleeper):
        """Crashes at once."""

        def answer(self, calls: Sequence[Call]) -> list[Reply]:
            return [Reply(fault="it crashed")] * len(calls)

    assert pace_of(lambda: Broken(0, 0)) == 0


@pytest.mark.parametrize(
    "faulty",
    [
        trial_on_a_shallow_copy,
        asking_for_the_turn_advances_it,
        init_does_not_reset,
        third_game_finds_the_first_board,
    ],
)
def test_a_program_that_spoils_its_later_games_is_not_started_for_each_game(
    faulty: ModuleType,
) -> None:
    """A start takes a tenth of a second of a program in Python, and three of one in Java."""
    starts = 0

    def start() -> Implementation:
        nonlocal starts
        starts += 1
        return in_process(faulty.Othello())

    verdict = check(SUBJECT, start, CheckOptions(games=0))
    assert faulty.BREAKS in {fault.rule for fault in verdict.faults}
    assert starts < 160, "a grading gives a program 60 s"


def test_a_fast_program_is_asked_everything(suite: CoveringSuite) -> None:
    verdict = check(SUBJECT, lambda: in_process(sound.Othello()))
    assert verdict.is_whole
    assert verdict.coverage.calls > sum(map(len, suite.games))


# -- durations -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.05, "50ms"), (1, "1000ms"), (2, "2s"), (90, "90s"), (300, "5m"), (7201, "3h")],
)
def test_a_duration_is_written_in_the_largest_unit_of_which_it_has_two(
    seconds: float, text: str
) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize("text", ["", "5", "m", "-5m", "5d", "1.5h", "1234567s", "٣s"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no time; write 90s, 10m or 2h"):
        seconds_of(text)
