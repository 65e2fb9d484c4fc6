"""Survivors: mutants that no right reply of a program contradicts, where no kills are recorded.

A suite may miss a mutant, or the mutant may mean the same as the specification. So each survivor is
asked, first in the states that the program's games reached, and in those of other games: a call by
which it differs there makes another game to play; if only what nothing shows differs then, the game
goes on until something shows. Then in mixed states, each made of two reached
ones: a survivor that differs there is a mistake that no game has shown, and its rule does not pass.
One that differs nowhere counts as the specification itself.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from operator import eq
from typing import Any, Final

from modcheck.judging.expected.lazy_list import LazyList
from modcheck.judging.expected.oracle import UNDEFINED, Oracle
from modcheck.judging.play.facts import GatheredFacts, same_reply
from modcheck.system.second_process import by_halves
from modcheck.testing.budget import (
    MIXED_STATES,
    SURVIVOR_CALLS,
    SURVIVOR_SAMPLE,
    TELLING_CALLS,
    USUAL,
    WALK_LENGTH,
    WALKS,
)
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call, Outcome
from modspec.syntax.module import Function
from modspec.syntax.values import State, values_of

TELLING: Final = "games that tell mutants"
"""The stage of the games that such calls make."""


def random_walks(generator: TraceGenerator) -> list[Trace]:
    """Return games at random that end in different states. They take no reply of a program."""
    chance, found = random.Random(0), dict[State | None, Trace]()
    for _ in range(WALKS):
        walk = [*generator.random_steps(chance, WALK_LENGTH)]
        found.setdefault(walk[-1].expected.state, walk)
    return [*found.values()]


class Survivors:
    """Looks for calls that tell candidates from the specification."""

    def __init__(
        self,
        oracle: Oracle,
        evidence: GatheredFacts,
        generator: TraceGenerator,
        walks: Callable[[], Iterable[Trace]] | None = None,
    ) -> None:
        """Take what a program replied; ``walks`` returns what :func:`random_walks` would."""
        self._oracle, self._evidence, self._generator = oracle, evidence, generator
        self._games = walks or partial(random_walks, generator)
        self._is_different: dict[int, bool] = {}
        self._alike: set[int] = set()
        """The candidates that differ in no reached state, as far as few calls show."""
        self._chosen: dict[tuple[int, tuple[str, ...]], LazyList[tuple[State, Call, Outcome]]] = {}
        """The calls that are chosen, by the states and the access programs."""
        self.walks: dict[State, tuple[Call, ...]] = {}
        """The last states of games at random, each with the game; none before any is needed."""

    def games(self, candidates: Sequence[int], *, may_copy: bool = False) -> list[Trace]:
        """Return, for each candidate that differs in a state near the games, a game to it.

        A half of the candidates is asked in a second process if this one ``may_copy`` itself.
        """
        near = by_halves(partial(self._firsts, self._reached_states), candidates, may_copy=may_copy)
        alike = [number for number, place in near.items() if place is None]
        self._alike.update(alike)
        far = dict[int, int | None]()
        if alike:
            far = by_halves(partial(self._firsts, self._further_states), alike, may_copy=may_copy)
        games = []
        for candidate in candidates:
            is_near = near[candidate] is not None
            states = self._reached_states if is_near else self._further_states
            place = near[candidate] if is_near else far[candidate]
            if place is not None:
                state, call = self._call_at(candidate, states, place)
                games.append(self._game(candidate, states[state], state, call))
        return games

    def is_different(self, candidate: int) -> bool:
        """Whether a candidate differs from the specification in a reached or mixed state."""
        if candidate not in self._is_different:
            is_known = candidate in self._alike
            states = () if is_known else (self._reached_states,)
            found = (self._first(candidate, each) for each in (*states, self._mixed_states))
            self._is_different[candidate] = any(place is not None for place in found)
        return self._is_different[candidate]

    @cached_property
    def _reached_states(self) -> dict[State, tuple[Call, ...]]:
        """The states that the program reached, each with the calls of the shortest way there."""
        found: dict[State, tuple[Call, ...]] = {}
        for trace, end, _ in self._evidence.played:
            for state, game in _states(trace, end, self._oracle):
                if state not in found or len(game) < len(found[state]):
                    found[state] = game
        return _at_random(found, random.Random(0))

    @cached_property
    def _further_states(self) -> dict[State, tuple[Call, ...]]:
        """States of other games at random, each with the calls of a way there.

        The last states of the games come first: most of what is rare is so because it comes late.
        """
        found = dict[State, tuple[Call, ...]]()
        for walk in self._games():
            way: tuple[Call, ...] = ()
            state: State | None = None
            for step in walk:
                way, state = (*way, step.call), step.expected.state
                if state is not None:
                    found.setdefault(state, way)
            if state is not None:
                self.walks[state] = way
        return {**self.walks, **_at_random(found, random.Random(0))}

    @cached_property
    def _mixed_states(self) -> dict[State, tuple[Call, ...]]:
        """States that the invariant allows, each made of two states that were reached."""
        reached, chance = [*self._reached_states], random.Random(0)
        pairs = (chance.choices(reached, k=2) for _ in range(MIXED_STATES if reached else 0))
        states = (_mixture(one, other, chance) for one, other in pairs)
        return {state: () for state in states if self._oracle.is_defined(state)}

    def _firsts(
        self, states: Collection[State], candidates: Iterable[int]
    ) -> dict[int, int | None]:
        """Return for each candidate where it differs first, as :meth:`_first` does."""
        return {candidate: self._first(candidate, states) for candidate in candidates}

    def _first(self, candidate: int, states: Collection[State]) -> int | None:
        """Return the number of the first call, of a few, in which a candidate differs, or None."""
        for place, (state, call, due) in enumerate(self._calls_for(candidate, states)):
            said = self._oracle.outcome(candidate, state, call)
            if said is not None and not _is_same(said, due):
                return place
        return None

    def _call_at(self, candidate: int, states: Collection[State], place: int) -> tuple[State, Call]:
        """Return the call of a number, without the choice, and its state."""
        state, call, _ = next(islice(self._calls_for(candidate, states), place, None))
        return state, replace(call, choice=None)

    def _calls_for(
        self, candidate: int, states: Collection[State]
    ) -> Iterable[tuple[State, Call, Outcome]]:
        """Return a few calls of access programs that a candidate may change."""
        programs = tuple(
            function
            for function in self._oracle.machine.module.access_programs
            if function.state and self._oracle.concerns(candidate, function.name)
        )
        return self._calls_in(states, programs)

    def _calls_in(
        self, states: Collection[State], programs: tuple[Function, ...]
    ) -> Iterable[tuple[State, Call, Outcome]]:
        """Return calls of some access programs in states: the same for each candidate.

        They are chosen for the first candidate, and only as far as a candidate asks for them.
        """
        key = id(states), tuple(function.name for function in programs)
        if key not in self._chosen:
            self._chosen[key] = LazyList(self._choose_calls(states, programs))
        return self._chosen[key]

    def _choose_calls(
        self, states: Collection[State], programs: tuple[Function, ...]
    ) -> Iterator[tuple[State, Call, Outcome]]:
        """Choose a few calls in each state, the first ones first; yield them with what is due."""
        left, chance = SURVIVOR_CALLS, random.Random(0)
        for state in states:
            for function in programs:
                calls = self._generator.calls.some_calls(state, function, chance, SURVIVOR_SAMPLE)
                left -= len(calls)
                for call in calls:
                    yield from self._with_outcomes(state, call)
            if left < 0:
                return

    def _with_outcomes(self, state: State, call: Call) -> Iterator[tuple[State, Call, Outcome]]:
        """Yield a call with what is due, for each choice that is allowed."""
        due = self._due(state, call)
        if due is None:
            return
        if not due.allowed:
            yield state, call, due
        for value in due.allowed:
            chosen = replace(call, choice=partial(eq, value))
            outcome = self._oracle.due(state, chosen)
            if outcome is not None:
                yield state, chosen, outcome

    def _due(self, state: State, call: Call) -> Outcome | None:
        """Return what is due; None for a call that is left to the caller: it is not made."""
        due = self._oracle.due(state, call)
        is_trusted = due is not None and (call.routine, due.exception) in self._generator.trusted
        return None if is_trusted else due

    def _game(self, candidate: int, way: Sequence[Call], state: State, call: Call) -> Trace:
        """Return a game that comes to a state, makes a call there, and shows what the call did."""
        generator = self._generator
        steps = generator.observed_game(way)
        steps.append(self._step(state, call))
        after = steps[-1].expected.state if steps[-1].purpose is Purpose.COMMAND else None
        steps += generator.examination(after or state, USUAL)
        said = self._oracle.outcome(candidate, state, call)
        if after is not None and said is not None and said.state is not None:
            for later in self._telling_calls(candidate, after, said.state):
                steps.append(self._step(after, later))
                after = steps[-1].expected.state or after
        return steps

    def _step(self, state: State, call: Call) -> TraceStep:
        """Return a call in a state as a step of a game."""
        outcome = self._oracle.due(state, call)
        assert outcome is not None
        if outcome.exception is not None:
            return TraceStep(call, state, outcome, Purpose.REJECTED)
        is_transition = self._oracle.machine.routine(call.routine).is_transition
        is_move = is_transition and outcome.state is not None
        return TraceStep(call, state, outcome, Purpose.COMMAND if is_move else Purpose.QUERY)

    def _telling_calls(self, candidate: int, state: State, other: State) -> Sequence[Call]:
        """Return the fewest calls that tell a state from the one in which a candidate is.

        Empty if these few calls do not tell them. In none of them the program may choose.
        """
        machine = self._generator.machine
        programs = [
            each
            for each in machine.module.access_programs
            if each.state is not None and not machine.chooses(each.name)
        ]
        ways: dict[tuple[State, State], tuple[Call, ...]] = {(state, other): ()}
        todo, left = deque(ways), TELLING_CALLS
        while todo and left > 0:
            here, there = pair = todo.popleft()
            for function in programs:
                for call in self._generator.calls.wanted_calls(function, here):
                    left -= 1
                    due = self._due(here, call)
                    said = self._oracle.outcome(candidate, there, call)
                    if due is None or said is None or said is UNDEFINED:
                        continue
                    if not same_reply(said, due):
                        return (*ways[pair], call)
                    if due.state is None or said.state is None or due.state == said.state:
                        continue
                    if (after := (due.state, said.state)) not in ways:
                        ways[after] = (*ways[pair], call)
                        todo.append(after)
        return ()


def _is_same(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are the same, whatever choices are allowed."""
    return (
        one.exception == other.exception
        and one.output == other.output
        and (one.state is other.state or one.state == other.state)
    )


def _states(
    trace: RecordedTrace, end: int, oracle: Oracle
) -> Iterator[tuple[State, tuple[Call, ...]]]:
    """Yield the states up to a position of a trace, each with the transitions before it."""
    state: State | None = None
    game: tuple[Call, ...] = ()
    for call, purpose in zip(trace.calls[:end], trace.purposes, strict=False):
        if purpose is Purpose.COMMAND:
            outcome = oracle.due(state, call)
            assert outcome is not None
            state, game = outcome.state, (*game, call)
            if state is not None:
                yield state, game


def _at_random(
    states: Mapping[State, tuple[Call, ...]], chance: random.Random
) -> dict[State, tuple[Call, ...]]:
    """Return states in an order at random."""
    return dict(chance.sample([*states.items()], len(states)))


def _mixture(one: State, other: State, chance: random.Random) -> State:
    """Return a state with parts of two others: variables, elements of a mapping or a tuple."""

    def mix(this: Any, that: Any) -> Any:
        if isinstance(this, Mapping) and isinstance(that, Mapping) and this.keys() == that.keys():
            return {key: mix(value, that[key]) for key, value in this.items()}
        if isinstance(this, tuple) and isinstance(that, tuple) and len(this) == len(that):
            parts = map(mix, this, that)
            return this._make(parts) if hasattr(this, "_make") else tuple(parts)
        return chance.choice((this, that))

    values = zip(values_of(one), values_of(other), strict=True)
    mixtures = (mix(*pair) for pair in values)
    return type(one)(**dict(zip(one.variables, mixtures, strict=True)))
