"""Special values: values that a program may treat otherwise than the specification does.

The constants -5 and 20 of a specification are values to try, and so are their neighbours. For the
specification one value between is like another; a program may have its own idea of 10. Another
program takes -999 for the lack of a number, or leaves the name "x" out of a list: then its own
text has the value. To try each of these in each state would take long, so each is tried once in
each kind of states, and what the program does with it afterwards is looked at.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from modcheck.testing.budget import SAMPLED
from modcheck.testing.literals import NO_LITERALS, SMALL, Literals
from modcheck.testing.state_graph import StateGraph
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.lint.pools import computes
from modspec.run.domains import Values
from modspec.run.machine import Call
from modspec.syntax.module import Function, Module
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
"""Usual calls of a routine in which a special value replaces one argument in a state."""


def games_with_special_values(
    generator: TraceGenerator, graph: StateGraph, seed: int, literals: Literals = NO_LITERALS
) -> Iterator[Trace]:
    """Yield games in which transitions are passed each special value; then some with all queries.

    Each leads to the first state of a kind in which the call is possible. ``literals`` are those of
    the program's text. After a transition with one of these all routines are called with it.
    """
    chance = random.Random(seed)
    queries: dict[State | None, Trace] = {}
    modes = [*_modes(graph)]
    for function in generator.machine.module.access_programs:
        for number, value in _special_values(function, generator, chance, literals):
            for states in modes if function.state is not None else [[None]]:
                step = _first_possible(function, number, value, states, generator)
                if step is not None and function.is_transition:
                    game = [*_way(graph, step.before), step.call]
                    yield generator.position(game, SAMPLED)
                    if value in literals:
                        yield from _games_after(game, step, value, generator)
                elif step is not None:
                    queries.setdefault(step.before, []).append(step)
    for state, steps in queries.items():
        yield [*generator.observed_game(_way(graph, state)), *steps]


def _games_after(
    game: Sequence[Call], step: TraceStep, value: object, generator: TraceGenerator
) -> Iterator[Trace]:
    """Yield games that pass a value again after a transition: to each query, and each transition.

    The transition that raises is no more than a query.
    """
    state = step.expected.state
    assert state is not None
    asked: Trace = []
    for function in generator.machine.module.access_programs:
        if function.state is None or not function.parameters:
            continue
        for call in _calls_with(function, value, state, generator):
            purpose = Purpose.COMMAND if function.is_transition else Purpose.QUERY
            again = generator.possible_step(state, call, purpose)
            if again is None:
                continue
            if again.expected.exception is not None:
                asked.append(TraceStep(call, state, again.expected, Purpose.REJECTED))
            elif function.is_transition:
                yield generator.position([*game, call], SAMPLED)
            else:
                asked.append(again)
    yield [*generator.observed_game(game), *asked]


def _calls_with(
    function: Function, value: object, state: State, generator: TraceGenerator
) -> Iterator[Call]:
    """Yield calls of a routine with a value as an argument, wherever it is of the type."""
    domains = generator.domains.of_all(generator.machine.module, function, state)
    usual = generator.calls.wanted_calls(function, state)
    for number, values in enumerate(domains):
        if _is_open(values, type(value)):
            yield from _calls_in_contexts(function, number, value, usual)


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


def _special_values(
    function: Function, generator: TraceGenerator, chance: random.Random, literals: Literals
) -> Iterator[tuple[int, Any]]:
    """Yield the values to try, each after the position of its parameter."""
    domains = generator.domains.of_all(generator.machine.module, function, None)
    is_plain = not computes(generator.machine.module)  # else a sum of two may be too large
    for number, values in enumerate(domains):
        tried = {*values.usual, *values.rare}
        if _is_open(values, int):
            usual = {*values.usual}
            between = [n for n in range(min(usual), max(usual)) if n not in usual]
            some = chance.sample(between, min(MOST, len(between)))
            spoken = literals.integers if is_plain else filter(_is_small, literals.integers)
            every = {*some, *SENTINELS, *spoken} - usual
            yield from ((number, value) for value in sorted(every))
        elif _is_open(values, str):
            texts = (*literals.strings, *_names_of_objects(generator.machine.module))
            yield from ((number, text) for text in texts if text not in tried)


def _names_of_objects(module: Module) -> Iterator[str]:
    """Yield names that a program has itself, if it keeps names as attributes of an object."""
    yield from ("constructor", "__class__")  # every object of JavaScript, and of Python, has it
    yield from (function.name for function in module.access_programs)


def _is_small(number: int) -> bool:
    return abs(number) <= SMALL


def _is_open(values: Values, kind: type) -> bool:
    """Whether a parameter may have any value of a type, not only those that are listed."""
    return bool(values.rare) and all(type(each) is kind for each in values.usual)


def _first_possible(
    function: Function,
    number: int,
    value: object,
    states: Sequence[State] | Sequence[None],
    generator: TraceGenerator,
) -> TraceStep | None:
    """Return a call with a value in the first state in which it does not raise; None if in none.

    Where all calls with the value raise for their arguments alone, they do so in every state.
    """
    purpose = Purpose.COMMAND if function.is_transition else Purpose.QUERY
    always = generator.calls.raised_for_arguments(function)
    refused: Sequence[Call] | None = None
    for state in states:
        usual = generator.calls.wanted_calls(function, state)
        if usual is refused:
            continue
        steps = []
        for call in _calls_in_contexts(function, number, value, usual):
            step = generator.possible_step(state, call, purpose)
            if step is not None and step.expected.exception is None:
                return step
            steps.append(step)
        if all(step is not None and step.expected.exception in always for step in steps):
            refused = usual
    return None


def _calls_in_contexts(
    function: Function, number: int, value: object, usual: Sequence[Call]
) -> Iterator[Call]:
    """Yield some usual calls of a routine, with a value in place of the argument at a position."""
    some = (call.arguments for call in usual[:: max(1, len(usual) // CONTEXTS)])
    yield from dict.fromkeys(
        Call(function.name, (*given[:number], value, *given[number + 1 :])) for given in some
    )
