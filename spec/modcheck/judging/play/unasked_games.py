"""Unasked games: games in which nothing is asked before the last call.

Where the state is not shown, a query may put in order what the program keeps: the front of a queue
of two stacks does, and so does the call by which one leaves. That is no fault. If a length counts
one of the stacks only, it is wrong after a query. But it is wrong as well in a game in which
nothing was asked before. So no query is to blame for what is wrong in an unasked game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from modcheck.testing.budget import FEW
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.trace import Trace
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call

STAGE: Final = "unasked games"
LONGEST: Final = 8
"""Transitions of such a game after the one that begins it."""


def beginnings(traces: Iterable[RecordedTrace]) -> list[tuple[Call, ...]]:
    """Return the transitions with which traces begin, the fewest first."""
    found = {
        trace.game[:length]: None
        for trace in traces
        for length in range(1, min(len(trace.game), LONGEST + 1) + 1)
    }
    return sorted(found, key=len)


def unasked_games(game: Sequence[Call], generator: TraceGenerator) -> Iterator[Trace]:
    """Yield a game of transitions with each of some calls at its end."""
    steps = generator.steps_of(game)
    state = steps[-1].expected.state
    if state is not None:
        asked = chain(
            generator.observation(state),
            generator.queries(state, FEW),
            generator.rejected_calls(state, FEW),
        )
        yield from ([*steps, last] for last in asked)
