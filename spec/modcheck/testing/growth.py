"""Growth: games in which a number becomes larger than a byte holds, in the state or in a program.

For the specification one number is like another. A program may keep a number in a byte, and be
right for as long as the number is small. In games at random a credit is paid back long before it
is large, and a tile of 256 never appears. So each variable grows once: a game goes on, for as long
as it can, by the calls after which the squares of the numbers in the variable have the largest sum.
Of two tiles of 8, that come to 128, one of 16 is made, which is worth 256.

A program may also count what no state has: how often a ring was written to since the game began. So
one more game makes each transition so many times, if it can.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any, Final

from modcheck.testing.budget import MEMO_SIZE, SAMPLED, STEADY_SHARE
from modcheck.testing.state_graph import StateGraph
from modcheck.testing.trace import Purpose, Trace, TraceStep, state_after
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call
from modspec.syntax.values import State

SIGNED: Final = 128
"""The first number that a signed byte does not hold: a game that comes to none is not played."""
BYTE: Final = 256
"""The first number that no byte holds: a game ends there."""
LENGTH: Final = 600
"""Transitions of a game at most: a number that grows by one with every second call takes 512."""
LASTING: Final = 1200
"""Transitions of a game that lasts: of two routines, each is called more than twice 256 times."""
EQUALLY_GOOD: Final = 3
"""Equally good calls of which each is tried with one call more, to see which is better."""


def games_that_grow(generator: TraceGenerator, graph: StateGraph) -> Iterator[Trace]:
    """Yield a game for each variable of the state that comes to a number beyond a byte.

    Its calls are those by which the states of the graph lead to one another.
    """
    calls, start = _calls_of(graph), generator.start()
    for variable in state_after(start).variables:
        game = [start, *_growing_steps(start, variable, calls, generator)]
        if _largest(getattr(state_after(game[-1]), variable)) >= SIGNED:
            yield generator.position([step.call for step in game], SAMPLED)


def games_that_last(generator: TraceGenerator, graph: StateGraph, seed: int) -> Iterator[Trace]:
    """Yield a game in which each transition is made some hundreds of times; none if it ends before.

    Its calls are those of the graph, chosen at random: often the same transition several times in a
    row, and each as often as any other.
    """
    chance, step = random.Random(seed), generator.start()
    calls: dict[str, list[Call]] = {}
    for call in _calls_of(graph):
        calls.setdefault(call.routine, []).append(call)
    game = [step.call]
    for _ in range(LASTING):
        names = chance.sample([*calls], len(calls))
        if step.call.routine in calls and chance.random() < STEADY_SHARE:
            names.insert(0, step.call.routine)
        every = (call for name in names for call in chance.sample(calls[name], len(calls[name])))
        found = next(_transitions(state_after(step), every, generator), None)
        if found is None:
            return
        step = found
        game.append(step.call)
    yield generator.observed_game(game)


def _calls_of(graph: StateGraph) -> list[Call]:
    """Return the calls by which states of a graph lead to one another."""
    return [*dict.fromkeys(step.call for state in graph for step in graph.choices(state))]


def _growing_steps(
    start: TraceStep, variable: str, calls: Iterable[Call], generator: TraceGenerator
) -> Iterator[TraceStep]:
    """Yield the transitions after which a variable has grown; where none is, by two of them."""

    def size(step: TraceStep) -> int:
        return squares(getattr(state_after(step), variable))

    @lru_cache(MEMO_SIZE)  # of this variable alone: elsewhere True may equal 1
    def squares(value: Any) -> int:
        if isinstance(value, tuple):
            return len(value) ** 2 + sum(map(squares, value))
        return sum(n * n for n in _numbers(value))

    def steps_after(step: TraceStep) -> Trace:
        possible = (
            generator.possible_step(state_after(step), call, Purpose.COMMAND) for call in calls
        )
        return [each for each in possible if each is not None and each.expected.state is not None]

    def next_size(step: TraceStep) -> int:
        return max(map(size, steps_after(step)), default=0)

    step = start
    for _ in range(LENGTH):
        if _largest(getattr(state_after(step), variable)) >= BYTE:
            return
        steps = [*_transitions(state_after(step), calls, generator)]
        most = max(map(size, steps), default=-1)
        best = [each for each in steps if size(each) == most]
        some = best[:: -(-len(best) // EQUALLY_GOOD)] if best else []
        found = max(some, key=next_size) if len(some) > 1 else next(iter(some), None)
        if found is None or max(most, next_size(found)) <= size(step):
            return
        step = found
        yield step


def _transitions(
    state: State, calls: Iterable[Call], generator: TraceGenerator
) -> Iterator[TraceStep]:
    """Yield those of some calls that are possible in a state."""
    for call in calls:
        step = generator.possible_step(state, call, Purpose.COMMAND)
        if step is not None and step.expected.exception is None:
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
