"""Recorder: has the specification answer all that is asked in the covering games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from modcheck.testing.budget import EVERYTHING
from modcheck.testing.recorded import Recording
from modcheck.testing.trace import Purpose, Step, Trace, TraceGenerator
from modspec.run.machine import Call, Machine
from othello_spec import module
from othello_suite.coverage_goals import GOALS
from othello_suite.covering.questions import Questioner
from othello_suite.domains import DOMAINS

SEED: Final = 1
"""Which questions are asked where chance decides."""

SHORT: Final = 3
"""All games of at most so many moves are played, and everything is asked at their end."""


DEEPER: Final = SHORT + 1
"""All games of so many moves are there besides, to find the shortest game that shows what was found."""


def record_longer_games() -> Recording:
    """The recording of these: everything is asked at their end."""
    machine = Machine(module("othello"))
    write = TraceGenerator(machine, DOMAINS)

    def scripts() -> Iterator[tuple[str, Trace]]:
        for game in write.games_of_length(DEEPER):
            script = [step for step in write.observed_game(game) if step.purpose is Purpose.COMMAND]
            state = script[-1].expected.state
            assert state is not None
            asked = (*write.queries(state, EVERYTHING), *write.rejected_calls(state, EVERYTHING))
            yield f"games of {DEEPER} moves", [*script, *write.observation(state), *asked]

    return Recording.of(machine, scripts())


def record_games(games: Mapping[str, Sequence[Call]], short: int = SHORT) -> Recording:
    """The recording of all short games, and then of these."""
    machine = Machine(module("othello"))
    playwright = TraceGenerator(machine, DOMAINS)
    happened = GOALS["othello"]

    def events(step: Step) -> Iterator[str]:
        return (name for name, happens in happened.items() if happens(machine.instance, step))

    return Recording.of(machine, _scripts(playwright, games, short), events)


def _scripts(
    playwright: TraceGenerator, games: Mapping[str, Sequence[Call]], short: int
) -> Iterator[tuple[str, Trace]]:
    for length in range(short + 1):
        for game in playwright.games_of_length(length):
            yield f"games of {length} moves", playwright.position(game, EVERYTHING)
    questioner = Questioner(playwright, SEED)
    for name, calls in games.items():
        yield name, questioner.script(calls)
