"""Suite: what a check plays, recorded once, so that no specification is asked for each program.

The games of a test model are played by the specification, and each mutant is asked which of the
right replies it would not give. Of a mutant that no reply contradicts, games are looked for that
tell it. A suite says what it was made from: another specification, or another mutant, and it is
not used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Final

from modcheck.judging.expected.candidates import candidates
from modcheck.judging.expected.kills import key_of, kills
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import GatheredFacts
from modcheck.judging.play.survivors import Survivors
from modcheck.testing import budget
from modcheck.testing.recorded import Recording, RecordingError, digest
from modcheck.testing.test_model import CoveringSuite, TestModel
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.mutants import Mutant

SHORT: Final = "short"
"""The name of the traces of all short games."""

TELLING: Final = "telling"
"""The name of the traces that tell mutants which no other trace tells."""


def record_suite(model: TestModel) -> Recording:
    """Record the short games of a test model, its scenarios, and games that tell mutants.

    It takes some ten times as long as a check.
    """
    generator = TraceGenerator(model.machine, model.domains)
    oracle = Oracle(model.machine, _candidates(model))
    played = [*_games(model, generator)]
    recorded = Recording.of(model.machine, played, partial(_goals_met, model))
    known = kills(oracle, recorded.traces)
    missed = [n for n, each in enumerate(oracle.candidates) if key_of(each) not in known]
    evidence = GatheredFacts()
    for trace in recorded.traces:
        evidence.add_right(trace, len(trace), ())
    telling = Survivors(oracle, evidence, generator).games(missed)
    played += ((TELLING, trace) for trace in telling)
    whole = Recording.of(model.machine, played, partial(_goals_met, model))
    others = oracle.with_candidates([oracle.candidates[number] for number in missed])
    known |= kills(others, whole.traces)
    return replace(whole, kills=known, digest=suite_digest(model))


def load_suite(data: bytes, model: TestModel) -> CoveringSuite | None:
    """Return the suite that a recording holds; None if it is not one of this test model."""
    try:
        recorded = Recording.load(data, model.module)
    except RecordingError:
        return None
    if recorded.digest != suite_digest(model):
        return None
    short = [trace for trace in recorded.traces if trace.name == SHORT]
    games = recorded.traces[len(short) :]
    return CoveringSuite(model.short_length, short, None, games, recorded.kills)


def suite_digest(model: TestModel) -> str:
    """Return a digest of what a suite depends on: the specification, its mutants, the games."""
    games = [(name, [*map(str, game)]) for name, game in model.scenarios.items()]
    parts = [digest(model.machine), [*map(key_of, _candidates(model))], games, [*model.goals]]
    return sha256(repr(parts).encode()).hexdigest()


def _candidates(model: TestModel) -> tuple[Mutant, ...]:
    return candidates(model.module, tuple(model.idioms))


def _games(model: TestModel, generator: TraceGenerator) -> Iterator[tuple[str, Trace]]:
    """Yield what a check without a suite plays, but for the games at random."""
    for length in range(model.short_length + 1):
        for game in generator.tree.games_of_length(length):
            yield SHORT, generator.position(game, budget.EVERYTHING)
    for name, calls in [*model.scenarios.items()][: budget.SCENARIO_GAMES]:
        yield name, generator.game(calls, budget.USUAL)


def _goals_met(model: TestModel, step: TraceStep) -> Iterator[str]:
    if step.purpose in (Purpose.COMMAND, Purpose.QUERY):
        instance = model.machine.instance
        yield from (name for name, is_met in model.goals.items() if is_met(instance, step))
