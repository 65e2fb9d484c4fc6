"""Scripts: the calls that the checker makes, each with what the specification says of it.

A script is made without the implementation, from the specification alone, so that a whole game travels in
one line. It plays a game; after each transition it observes the state through every observer; it makes
queries, and calls that raise, and observes again that these have changed nothing.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from modspec.domains import Domains
from modspec.module import Function
from modspec.readings.run import AssumptionViolated, Call, Machine, Outcome
from modspec.values import State


class Purpose(Enum):
    """Why a call is made."""

    PLAY = "play"
    """To reach the next state."""

    OBSERVE = "observe"
    """To see the state after a call."""

    QUERY = "query"
    """To compare an output."""

    REFUSED = "refused"
    """To see that it raises."""


@dataclass(frozen=True)
class Step:
    """A call, the state in which it is made, and what it leads to."""

    call: Call
    before: State | None
    expected: Outcome
    purpose: Purpose


Script = list[Step]


@dataclass(frozen=True)
class Thoroughness:
    """How many of the possible calls are made in each state; None: all."""

    queries: int | None = None
    """Of the arguments of each routine that yields an output."""

    refused: int | None = None
    """Of the arguments of each routine that raise, for each exception."""


EVERYTHING = Thoroughness()
"""Every call that there is."""


_REMEMBERED = 1 << 13
"""For how many states and routines the outcomes are kept, so that a long run takes no more memory."""


class Playwright:
    """Writes scripts for one module."""

    def __init__(self, machine: Machine, domains: Domains, seed: int = 0) -> None:
        """``seed`` decides which calls are made where not all of them are."""
        self.machine = machine
        self.domains = domains
        self._random = random.Random(seed)
        self._observations: dict[State, Script] = {}
        self._known: dict[tuple[State, str], list[tuple[tuple[Any, ...], Outcome]]] = {}
        programs = machine.module.access_programs
        observers = machine.observers
        self._queries = [f for f in programs if not f.is_transition and f not in observers]
        self._transitions = [f for f in programs if f.is_transition and f.state]

    def arguments(self, function: Function) -> tuple[tuple[Any, ...], ...]:
        """Every combination of arguments of a routine that is tried."""
        return self.domains.arguments(self.machine.module, function)

    def step(self, state: State | None, call: Call, purpose: Purpose) -> Step:
        """A call with its expected outcome."""
        return Step(call, state, self.machine.call(state, call.routine, call.arguments), purpose)

    def start(self) -> Step:
        """The call of the first initialiser, with the first of its possible arguments."""
        function = self.machine.module.initializers[0]
        return self.step(None, Call(function.name, self.arguments(function)[0]), Purpose.PLAY)

    def choices(self, state: State) -> list[Step]:
        """The transitions that are possible in a state, in a fixed order."""
        return [
            Step(Call(function.name, arguments), state, outcome, Purpose.PLAY)
            for function in self._transitions
            for arguments, outcome in self._outcomes(state, function)
            if outcome.exception is None
        ]

    def _outcomes(self, state: State, function: Function) -> list[tuple[tuple[Any, ...], Outcome]]:
        """What each call of a routine leads to in a state, where the specification says so."""
        known = self._known.get((state, function.name))
        if known is None:
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            known = self._known[state, function.name] = []
            for arguments in self.arguments(function):
                with contextlib.suppress(AssumptionViolated):
                    known.append((arguments, self.machine.call(state, function.name, arguments)))
        return known

    def observation(self, state: State) -> Script:
        """The calls that show the state: every observer, wherever it yields an output."""
        if len(self._observations) > _REMEMBERED:
            self._observations.clear()
        if state not in self._observations:
            self._observations[state] = [
                Step(Call(function.name, arguments), state, outcome, Purpose.OBSERVE)
                for function in self.machine.observers
                for arguments, outcome in self._outcomes(state, function)
                if outcome.exception is None
            ]
        return self._observations[state]

    def questions(
        self, state: State, thoroughness: Thoroughness, routine: str | None = None
    ) -> Script:
        """Queries in a state, or only those of one routine."""
        return [
            Step(Call(function.name, arguments), state, outcome, Purpose.QUERY)
            for function in self._queries
            if routine in (None, function.name)
            for arguments, outcome in self._sample(
                self._outcomes(state, function), thoroughness.queries
            )
        ]

    def refusals(
        self, state: State, thoroughness: Thoroughness, routine: str | None = None
    ) -> Script:
        """Calls in a state that raise, of each exception, or only those of one routine."""
        script = []
        for function in (*self._transitions, *self.machine.observers):
            if routine not in (None, function.name):
                continue
            outcomes = self._outcomes(state, function)
            for exception in function.raises:
                raising = [pair for pair in outcomes if pair[1].exception == exception]
                for arguments, outcome in self._sample(raising, thoroughness.refused):
                    script.append(
                        Step(Call(function.name, arguments), state, outcome, Purpose.REFUSED)
                    )
        return script

    def _sample(self, population: list[Any], size: int | None) -> list[Any]:
        if size is None or len(population) <= size:
            return population
        chosen = sorted(self._random.sample(range(len(population)), size))
        return [population[index] for index in chosen]

    def examination(self, state: State, thoroughness: Thoroughness) -> Script:
        """All that is asked in one state: observe, query, observe, be refused, observe."""
        observation = self.observation(state)
        questions = self.questions(state, thoroughness)
        refusals = self.refusals(state, thoroughness)
        script = [*observation, *questions, *observation]
        return [*script, *refusals, *observation] if refusals else script

    def game(self, moves: Sequence[Call], thoroughness: Thoroughness) -> Script:
        """A game from the start, examined in every state.

        Moves that the specification does not allow end the game early.
        """
        step = self.start()
        script: Script = [step]
        for move in (None, *moves):
            if move is not None:
                step = self.step(step.expected.state, move, Purpose.PLAY)
                if step.expected.exception is not None:
                    break
                script.append(step)
            assert step.expected.state is not None
            script += self.examination(step.expected.state, thoroughness)
        return script

    def position(self, moves: Sequence[Call], thoroughness: Thoroughness) -> Script:
        """A game from the start, observed after each move and examined in its last state."""
        script = self.observed_game(moves)
        state = script[-1].before
        assert state is not None
        return script + self.examination(state, thoroughness)

    def observed_game(self, moves: Sequence[Call]) -> Script:
        """A game from the start, observed after each move."""
        step = self.start()
        script: Script = []
        for move in (None, *moves):
            if move is not None:
                step = self.step(step.expected.state, move, Purpose.PLAY)
            assert step.expected.state is not None
            script += [step, *self.observation(step.expected.state)]
        return script

    def random_game(self, most: int = 500) -> list[Call]:
        """The moves of a game played at random, to its end or for so many moves."""
        state = self.start().expected.state
        moves: list[Call] = []
        while state is not None and len(moves) < most and (choices := self.choices(state)):
            chosen = self._random.choice(choices)
            moves.append(chosen.call)
            state = chosen.expected.state
        return moves

    def games_of_length(self, length: int) -> Iterator[list[Call]]:
        """Every game of so many moves, in a fixed order."""

        def extend(state: State, moves: list[Call], left: int) -> Iterator[list[Call]]:
            if left == 0:
                yield moves
                return
            for choice in self.choices(state):
                assert choice.expected.state is not None
                yield from extend(choice.expected.state, [*moves, choice.call], left - 1)

        first = self.start().expected.state
        assert first is not None
        yield from extend(first, [], length)
