"""Growth: games in which a number becomes larger than a byte holds.

For the specification one number is like another. A program may keep a number in a byte, and be
right for as long as the number is small. In games at random a credit is paid back long before it
is large, and a tile of 256 never appears. So each variable grows once: a game goes on, for as long
as it can, by the calls after which the squares of the numbers in the variable have the largest sum.
Of two tiles of 8, that come to 128, one of 16 is made, which is worth 256.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final

from modcheck.testing.budget import SAMPLED
from modcheck.testing.state_graph import StateGraph
from modcheck.testing.trace import Purpose, Trace, TraceGenerator, TraceStep
from modspec.run.machine import Call
from modspec.syntax.values import State

SIGNED: Final = 128
"""The first number that a signed byte does not hold: a game that comes to none is not played."""
BYTE: Final = 256
"""The first number that no byte holds: a game ends there."""
LENGTH: Final = 600
"""Transitions of a game at most: a number that grows by one with every second call takes 512."""
EQUALLY_GOOD: Final = 3
"""Equally good calls of which each is tried with one call more, to see which is better."""


def games_that_grow(generator: TraceGenerator, graph: StateGraph) -> Iterator[Trace]:
    """Yield a game for each variable of the state that comes to a number beyond a byte.

    Its calls are those by which the states of the graph lead to one another.
    """
    calls = [*dict.fromkeys(step.call for state in graph for step in graph.choices(state))]
    start = generator.start()
    for variable in _after(start).variables:
        game = [start, *_growing_steps(start, variable, calls, generator)]
        if _largest(getattr(_after(game[-1]), variable)) >= SIGNED:
            yield generator.position([step.call for step in game], SAMPLED)


def _growing_steps(
    start: TraceStep, variable: str, calls: Iterable[Call], generator: TraceGenerator
) -> Iterator[TraceStep]:
    """Yield the transitions after which a variable has grown; where none is, by two of them."""

    def size(step: TraceStep) -> int:
        return sum(n * n for n in _numbers(getattr(_after(step), variable)))

    def steps_after(step: TraceStep) -> Trace:
        possible = (generator.possible_step(_after(step), call, Purpose.COMMAND) for call in calls)
        return [each for each in possible if each is not None and each.expected.state is not None]

    def next_size(step: TraceStep) -> int:
        return max(map(size, steps_after(step)), default=0)

    step = start
    for _ in range(LENGTH):
        if _largest(getattr(_after(step), variable)) >= BYTE:
            return
        steps = steps_after(step)
        most = max(map(size, steps), default=-1)
        best = [each for each in steps if size(each) == most]
        some = best[:: -(-len(best) // EQUALLY_GOOD)] if best else []
        found = max(some, key=next_size) if len(some) > 1 else next(iter(some), None)
        if found is None or max(most, next_size(found)) <= size(step):
            return
        step = found
        yield step


def _numbers(value: Any) -> Iterator[int]:
    """Yield how far the integers in a value are from zero, and how many parts it has."""
    if isinstance(value, State):
        for name in value.variables:
            yield from _numbers(getattr(value, name))
    elif isinstance(value, Mapping):
        yield from _numbers(tuple(value.values()))
    elif isinstance(value, tuple | AbstractSet):
        yield len(value)
        for part in value:
            yield from _numbers(part)
    elif type(value) is int:
        yield abs(value)


def _largest(value: Any) -> int:
    """Return the largest of these numbers; 0 if there is none."""
    return max(_numbers(value), default=0)


def _after(step: TraceStep) -> State:
    """Return the state after a transition."""
    assert step.expected.state is not None
    return step.expected.state
