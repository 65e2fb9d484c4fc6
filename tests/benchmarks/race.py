"""Races: several ways to compute the same thing, timed side by side in one run.

The contenders take turns, so that other work of the machine slows all of them alike. The result of
each is its median time, in seconds of this process alone unless others work for it. A slow
contender may do less of the work, and is timed by its own share. Speeds are only compared once all
contenders have given the same answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final

Progress = Callable[[str, int, int], None]
"""Takes the name of a race, the number of rounds done, and the number of all rounds."""

BUDGET: Final = 3.0
"""Seconds after which a contender takes part in no further round; each plays at least one."""


LEAST: Final = 0.05
"""Seconds that a contender works in each round: one that is done sooner does it again."""


class Disagreement(Exception):
    """Two contenders that gave different answers; the message names both, and the first answer."""


@dataclass(frozen=True)
class Contender:
    """One way to compute."""

    name: str
    run: Callable[[], Any]
    """Does the work; this is what is timed."""

    answers: Callable[[Any], Sequence[int]]
    """What the work has come to, in a form to compare; shorter than others' if less was done."""

    items: Callable[[Any], int]
    """How much was done, in the unit of the race."""


@dataclass(frozen=True)
class Race:
    """Contenders at the same task, the slowest first."""

    name: str
    unit: str
    """What is counted, in the plural."""

    contenders: Sequence[Contender]
    expected: Sequence[int] | None = None
    """The right answers where they are known apart from the contenders."""

    waits: bool = False
    """Whether contenders wait for other processes: then the clock on the wall tells the time."""

    note: str = ""
    """What there is to know of the contenders, in a line."""


@dataclass(frozen=True)
class Time:
    """How long a contender took."""

    name: str
    items: int
    """How much it did in each round."""

    rounds: list[float] = field(default_factory=list)
    """Seconds that each round took."""

    @property
    def seconds(self) -> float:
        """The median of the rounds."""
        return median(self.rounds)

    @property
    def rate(self) -> float:
        """How much it does in a second."""
        return self.items / self.seconds


@dataclass(frozen=True)
class RaceResult:
    """What came of a race."""

    name: str
    unit: str
    times: Sequence[Time]
    note: str = ""
    """What there is to know of the contenders, in a line."""

    def ratio(self, faster: str, slower: str) -> float:
        """How many times as fast one contender is as another, by their medians."""
        rates = {time.name: time.rate for time in self.times}
        return rates[faster] / rates[slower]

    def has(self, name: str) -> bool:
        """Whether there was a contender of that name."""
        return any(time.name == name for time in self.times)


def run(race: Race, rounds: int, progress: Progress = lambda *_: None) -> RaceResult:
    """Hold a race of so many rounds, at least one. Raises :class:`Disagreement`."""
    times: dict[str, Time] = {}
    reference: tuple[str, Sequence[int]] = ("what is known", race.expected or ())
    for done in range(rounds):
        for contender in race.contenders:
            if contender.name in times and sum(times[contender.name].rounds) > BUDGET:
                continue
            result, seconds = _result_and_seconds(contender, race.waits)
            if contender.name not in times:
                times[contender.name] = Time(contender.name, contender.items(result))
                answers = (contender.name, contender.answers(result))
                _compare(race.name, reference, answers)
                reference = max(reference, answers, key=lambda named: len(named[1]))
            times[contender.name].rounds.append(seconds)
        progress(race.name, done + 1, rounds)
    return RaceResult(race.name, race.unit, list(times.values()), race.note)


def _result_and_seconds(contender: Contender, waits: bool) -> tuple[Any, float]:
    """Return a contender's result and its seconds: the mean of several runs if it is quick."""
    clock = time.perf_counter if waits else time.process_time
    began = now = clock()
    repetitions = 0
    while now - began < LEAST:
        result = contender.run()
        repetitions += 1
        now = clock()
    return result, (now - began) / repetitions


def _compare(
    race: str, reference: tuple[str, Sequence[int]], given: tuple[str, Sequence[int]]
) -> None:
    """Refuse answers that differ, as far as both have given any, and those who give none."""
    if not given[1]:
        raise Disagreement(f"{race}: no answer of {given[0]}")
    for number, (expected, answer) in enumerate(zip(reference[1], given[1], strict=False)):
        if expected != answer:
            raise Disagreement(
                f"{race}: answer {number} is {expected} of {reference[0]}, {answer} of {given[0]}"
            )
