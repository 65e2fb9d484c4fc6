"""Integers between the constants of a specification, and some that programs take for no number.

The constants -5 and 20 of a specification are values to try, and so are their neighbours.
For the specification one value between is like another; a program may have its own idea of 10. To
try each of them in each state would take long, so each is tried once in each kind of states.
So are numbers by which a program may mark that there is none.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from modcheck.testing.budget import SAMPLED
from modcheck.testing.state_graph import StateGraph
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call
from modspec.syntax.module import Function
from modspec.syntax.values import State

SENTINELS: Final = (-999, -99, -10, 10, 99, 100, 999, 1000)
"""Numbers that stand for none in many a program. With larger ones a specification may take long,
and a sum or a product of them may be more than 32 bits hold."""
MOST: Final = 64
"""Values between that are tried of each parameter; if there are more, a sample of them."""
STATES: Final = 100
"""States in which it is looked whether a call is possible."""
MODES: Final = 4
"""Kinds of states in which a value is tried."""
CONTEXTS: Final = 6
"""Usual calls of a routine in which a value between replaces one argument in a state."""


def games_with_values_between(
    generator: TraceGenerator, graph: StateGraph, seed: int
) -> Iterator[Trace]:
    """Yield games in which transitions are passed each value between; then some with all queries.

    Each leads to the first state of a kind in which the call is possible.
    """
    chance = random.Random(seed)
    queries: dict[State | None, Trace] = {}
    modes = [*_modes(graph)]
    for function in generator.machine.module.access_programs:
        for number, value in _values_between(function, generator, chance):
            for states in modes if function.state is not None else [[None]]:
                step = _first_possible(function, number, value, states, generator)
                if step is not None and function.is_transition:
                    yield generator.position([*_way(graph, step.before), step.call], SAMPLED)
                elif step is not None:
                    queries.setdefault(step.before, []).append(step)
    for state, steps in queries.items():
        yield [*generator.observed_game(_way(graph, state)), *steps]


def _modes(graph: StateGraph) -> Iterator[list[State]]:
    """Yield states that are alike: the same transitions are possible in them."""
    modes: dict[frozenset[str], list[State]] = {}
    for state in islice(graph, STATES):
        names = frozenset(step.call.routine for step in graph.choices(state))
        modes.setdefault(names, []).append(state)
    yield from islice(modes.values(), MODES)


def _way(graph: StateGraph, state: State | None) -> list[Call]:
    """Return the calls that lead to a state."""
    return [] if state is None else [step.call for step in graph.way(state)]


def _values_between(
    function: Function, generator: TraceGenerator, chance: random.Random
) -> Iterator[tuple[int, int]]:
    """Yield the values to try, each after the position of its parameter."""
    domains = generator.domains.of_all(generator.machine.module, function, None)
    for number, values in enumerate(domains):
        if values.rare and all(type(each) is int for each in values.usual):
            usual = {*values.usual}
            between = [n for n in range(min(usual), max(usual)) if n not in usual]
            some = chance.sample(between, min(MOST, len(between)))
            marks = (mark for mark in SENTINELS if mark not in usual)
            yield from ((number, value) for value in sorted({*some, *marks}))


def _first_possible(
    function: Function,
    number: int,
    value: int,
    states: Sequence[State] | Sequence[None],
    generator: TraceGenerator,
) -> TraceStep | None:
    """Return a call with a value in the first state in which it does not raise; None if in none."""
    purpose = Purpose.COMMAND if function.is_transition else Purpose.QUERY
    for state in states:
        usual = [call.arguments for call in generator.calls.wanted_calls(function, state)]
        for given in usual[:: max(1, len(usual) // CONTEXTS)]:
            call = Call(function.name, (*given[:number], value, *given[number + 1 :]))
            step = generator.possible_step(state, call, purpose)
            if step is not None and step.expected.exception is None:
                return step
    return None
