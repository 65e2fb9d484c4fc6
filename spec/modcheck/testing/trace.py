"""Scripts: the calls that the checker makes, each with what the specification says of it.

A script is made without the implementation, from the specification alone, so that a whole game travels in
one line. It plays a game; after each transition it observes the state through every observer; it makes
queries, and calls that raise, and observes again that these have changed nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias, TypeVar

from modspec.run.domains import Domains
from modspec.run.machine import AssumptionViolated, Call, Machine, Outcome
from modspec.syntax.module import Function
from modspec.syntax.values import State

T = TypeVar("T")


class Purpose(Enum):
    """Why a call is made."""

    COMMAND = "play"
    """To reach the next state."""

    OBSERVE = "observe"
    """To see the state after a call."""

    QUERY = "query"
    """To compare an output."""

    REJECTED = "refused"
    """To see that it raises."""


@dataclass(frozen=True)
class Step:
    """A call, the state in which it is made, and what it leads to."""

    call: Call
    before: State | None
    expected: Outcome
    purpose: Purpose


Trace = list[Step]


@dataclass(frozen=True)
class Thoroughness:
    """How many of the possible calls are made in each state; None: all."""

    queries: int | None = None
    """Of the arguments of each routine that yields an output."""

    refused: int | None = None
    """Of the arguments of each routine that raise, for each exception."""


EVERYTHING = Thoroughness()
"""Every call that there is."""


Possible: TypeAlias = tuple[Call, Outcome]
"""A call of which the specification says what it does, and what that is."""


@dataclass(frozen=True)
class Outcomes:
    """What the calls of a routine lead to in a state."""

    usual: list[Possible]
    rare: list[Possible]
    """Those with a rare argument."""

    @property
    def all(self) -> list[Possible]:
        """Both, the usual ones first."""
        return self.usual + self.rare if self.rare else self.usual


_MOSTLY = 7 / 8
"""How often a game at random goes on with usual arguments."""

_FEW = 3
"""With how many calls of each kind a rare argument is tried."""

_REMEMBERED = 1 << 13
"""For how many states and routines the outcomes are kept, so that a long run takes no more memory."""


class TraceGenerator:
    """Writes scripts for one module."""

    def __init__(
        self,
        machine: Machine,
        domains: Domains,
        seed: int = 0,
        is_wanted: Callable[[Call], bool] = lambda call: True,
        trusted: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        """``seed`` decides which calls are made where not all of them are.

        Only those are made that are ``wanted``, and none that raises an exception with which its access program is
        ``trusted``: that leaves it to its callers to call it rightly.
        """
        self.machine = machine
        self.domains = domains
        self._is_wanted = is_wanted
        self._random = random.Random(seed)
        self._observations: dict[State, Trace] = {}
        self._known: dict[tuple[State | None, str], Outcomes] = {}
        self._usual: dict[str, tuple[object, Sequence[tuple[Call, bool]]]] = {}
        programs = machine.module.access_programs
        observers = machine.observers
        self.trusted = trusted
        # a changed specification need not mean anything everywhere
        self._unspecified = (
            machine.undefined_errors if machine.instance.has_edits else (AssumptionViolated,)
        )
        self._queries = [f for f in programs if not f.is_transition and f not in observers]
        self._transitions = [f for f in programs if f.is_transition and f.state]

    def step(self, state: State | None, call: Call, purpose: Purpose) -> Step:
        """A call with its expected outcome."""
        return Step(call, state, self.machine.call(state, call.routine, call.arguments), purpose)

    def start(self) -> Step:
        """The first of the calls that start a game."""
        return self.starts()[0]

    def starts(self, state: State | None = None) -> list[Step]:
        """The calls of initialisers that raise nothing, those with usual arguments first."""
        found = [self.outcomes(state, f) for f in self.machine.module.initializers]
        return self._possible_steps(state, [*(o.usual for o in found), *(o.rare for o in found)])

    def choices(self, state: State) -> list[Step]:
        """The transitions that are possible in a state, in a fixed order."""
        return self._possible_steps(state, (self.outcomes(state, f).all for f in self._transitions))

    def usual_choices(self, state: State) -> list[Step]:
        """Those with usual arguments, by which most games go on."""
        return self._possible_steps(
            state, (self.outcomes(state, f).usual for f in self._transitions)
        )

    def random_choice(self, state: State, chance: random.Random) -> tuple[Step | None, int]:
        """One of those, or None if there is none, and how many calls were tried: as few as it takes."""
        usual = (pair for f in self._transitions for pair in self._usual_calls(f, state))
        calls = [call for call, wanted in usual if wanted]
        for number, call in enumerate(_in_random_order(calls, chance), 1):
            outcome = self._outcome(state, call)
            if outcome is not None and outcome.exception is None:
                return Step(call, state, outcome, Purpose.COMMAND), number
        return None, len(calls)

    def random_steps(self, chance: random.Random, most: int = 500) -> Iterator[Step]:
        """The transitions of a game at random with usual arguments, to its end or so many."""
        step: Step | None = self.start()
        while step is not None and most:
            yield step
            most -= 1
            state = step.expected.state
            step = None if state is None else self.random_choice(state, chance)[0]

    def _possible_steps(
        self, state: State | None, outcomes: Iterable[list[Possible]]
    ) -> list[Step]:
        return [
            Step(call, state, outcome, Purpose.COMMAND)
            for some in outcomes
            for call, outcome in some
            if outcome.exception is None
        ]

    def outcomes(self, state: State | None, function: Function) -> Outcomes:
        """What the calls of a routine lead to in a state, where the specification says so."""
        known = self._known.get((state, function.name))
        if known is None:
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            known = self._known[state, function.name] = self._found_outcomes(state, function)
        return known

    def _found_outcomes(self, state: State | None, function: Function) -> Outcomes:
        module = self.machine.module
        domains = self.domains.of_all(module, function, state)
        has_rare = any(values.rare for values in domains)
        alike: dict[str | None, list[tuple[Any, ...]]] = {}
        usual = []
        for call, wanted in self._usual_calls(function, state):
            outcome = self._outcome(state, call) if wanted else None
            if outcome is not None:
                usual.append((call, outcome))
            if has_rare:
                kind = outcome.exception if outcome else "assumes something else"
                alike.setdefault(kind, []).append(call.arguments)
        some = [arguments for those in alike.values() for arguments in _spread(those)]
        rare = dict.fromkeys(
            Call(function.name, (*arguments[:number], value, *arguments[number + 1 :]))
            for number, values in enumerate(domains)
            for value in values.rare
            for arguments in some
        )
        outcomes = ((call, self._outcome(state, call)) for call in filter(self._is_wanted, rare))
        return Outcomes(usual, [(call, outcome) for call, outcome in outcomes if outcome])

    def _usual_calls(self, function: Function, state: State | None) -> Sequence[tuple[Call, bool]]:
        """The calls of a routine with usual arguments, and whether they are wanted; made once, as long as the values
        do not move.
        """
        arguments = self.domains.usual(self.machine.module, function, state)
        before, calls = self._usual.get(function.name, ((), ()))
        if before is not arguments:
            made = (Call(function.name, each) for each in arguments)
            calls = [(call, self._is_wanted(call)) for call in made]
            self._usual[function.name] = arguments, calls
        return calls

    def _outcome(self, state: State | None, call: Call) -> Outcome | None:
        """What the call leads to; None where the specification does not say."""
        try:
            return self.machine.call(state, call.routine, call.arguments)
        except self._unspecified:
            return None

    def observation(self, state: State) -> Trace:
        """The calls that show the state: every observer, wherever it yields an output."""
        if len(self._observations) > _REMEMBERED:
            self._observations.clear()
        if state not in self._observations:
            self._observations[state] = [
                Step(call, state, outcome, Purpose.OBSERVE)
                for function in self.machine.observers
                for call, outcome in self.outcomes(state, function).all
                if outcome.exception is None
            ]
        return self._observations[state]

    def queries(
        self, state: State, thoroughness: Thoroughness, routine: str | None = None
    ) -> Trace:
        """Queries in a state, or only those of one routine."""
        return [
            Step(call, state, outcome, Purpose.QUERY)
            for function in self._queries
            if routine in (None, function.name)
            for call, outcome in self._sample(
                self.outcomes(state, function).all, thoroughness.queries
            )
        ]

    def sample_queries(self, state: State, routine: str, most: int, chance: random.Random) -> Trace:
        """So many queries of one routine, at the most, with usual arguments; no other is asked what it yields."""
        asked = [function for function in self._queries if function.name == routine]
        calls = [call for f in asked for call, wanted in self._usual_calls(f, state) if wanted]
        chosen = chance.sample(calls, min(most, len(calls)))
        outcomes = ((call, self._outcome(state, call)) for call in chosen)
        return [Step(call, state, known, Purpose.QUERY) for call, known in outcomes if known]

    def rejected_calls(
        self, state: State, thoroughness: Thoroughness, routine: str | None = None
    ) -> Trace:
        """Calls in a state that raise, of each exception, or only those of one routine."""
        script = []
        initializers = self.machine.module.initializers
        for function in (*initializers, *self._transitions, *self.machine.observers):
            if routine not in (None, function.name):
                continue
            outcomes = self.outcomes(state, function).all
            for exception in function.raises:
                if (function.name, exception) in self.trusted:
                    continue
                raising = [pair for pair in outcomes if pair[1].exception == exception]
                for call, outcome in self._sample(raising, thoroughness.refused):
                    script.append(Step(call, state, outcome, Purpose.REJECTED))
        return script

    def _sample(self, population: list[Any], size: int | None) -> list[Any]:
        if size is None or len(population) <= size:
            return population
        chosen = sorted(self._random.sample(range(len(population)), size))
        return [population[index] for index in chosen]

    def examination(self, state: State, thoroughness: Thoroughness) -> Trace:
        """All that is asked in one state: observe, query, observe, be refused, observe."""
        observation = self.observation(state)
        questions = self.queries(state, thoroughness)
        refusals = self.rejected_calls(state, thoroughness)
        script = [*observation, *questions, *observation]
        return [*script, *refusals, *observation] if refusals else script

    def game(self, calls: Sequence[Call], thoroughness: Thoroughness) -> Trace:
        """A game, given by its calls from an initialiser on, examined in every state.

        Calls that the specification does not allow end the game early.
        """
        script: Trace = []
        state: State | None = None
        for call in calls:
            step = self.step(state, call, Purpose.COMMAND)
            if step.expected.exception is not None:
                break
            script.append(step)
            state = step.expected.state
            assert state is not None
            script += self.examination(state, thoroughness)
        return script

    def is_possible(self, calls: Sequence[Call]) -> bool:
        """Whether a game can be played: all its calls are wanted, and none raises or is made where it may not be."""
        state: State | None = None
        try:
            for call in calls:
                outcome = self.machine.call(state, call.routine, call.arguments)
                if outcome.exception is not None or not self._is_wanted(call):
                    return False
                state = outcome.state
        except self._unspecified:
            return False
        return True

    def position(self, calls: Sequence[Call], thoroughness: Thoroughness) -> Trace:
        """A game, observed after each call and examined in its last state."""
        script = self.observed_game(calls)
        last = script[-1]
        # Where nothing can be observed any more, the game ends with its last call.
        state = last.expected.state if last.purpose is Purpose.COMMAND else last.before
        assert state is not None
        return script + self.examination(state, thoroughness)

    def observed_game(self, calls: Sequence[Call]) -> Trace:
        """A game, observed after each call."""
        script: Trace = []
        state: State | None = None
        for call in calls:
            step = self.step(state, call, Purpose.COMMAND)
            state = step.expected.state
            assert state is not None
            script += [step, *self.observation(state)]
        return script

    def random_game(self, most: int = 500) -> list[Call]:
        """The calls of a game played at random, to its end or for so many calls."""
        chosen = self._chosen([self.start()], self.starts())
        calls = []
        while chosen is not None:
            calls.append(chosen.call)
            state = chosen.expected.state
            if state is None or len(calls) > most:
                break
            chosen = self._chosen(self.usual_choices(state), self.choices(state))
        return calls

    def _chosen(self, usual: list[Step], possible: list[Step]) -> Step | None:
        """One of the possible calls, mostly of the usual ones; None if there is none."""
        if len(usual) < len(possible):
            often = usual and self._random.random() < _MOSTLY
            return self._random.choice(usual if often else possible)
        return self._random.choice(usual) if len(usual) > 1 else next(iter(usual), None)

    def games_of_length(self, length: int) -> Iterator[list[Call]]:
        """Every game of so many moves with usual arguments, in a fixed order.

        Of no move, every start is a game; of one, those with usual arguments begin it; of more, the first.
        """

        def extend(step: Step, calls: list[Call], left: int) -> Iterator[list[Call]]:
            calls = [*calls, step.call]
            if left == 0:
                yield calls
                return
            assert step.expected.state is not None
            for choice in self.usual_choices(step.expected.state):
                yield from extend(choice, calls, left - 1)

        usual = [self.outcomes(None, f).usual for f in self.machine.module.initializers]
        starts = self.starts() if length == 0 else self._possible_steps(None, usual)
        for start in starts if length <= 1 else starts[:1]:
            yield from extend(start, [], length)


def _in_random_order(population: list[T], chance: random.Random) -> Iterator[T]:
    """A list in an order by chance, in which only as much is put as is asked for."""
    for number in range(len(population)):
        other = chance.randrange(number, len(population))
        population[number], population[other] = population[other], population[number]
        yield population[number]


def _spread(population: list[Any]) -> list[Any]:
    """A few from all parts of a list."""
    return [population[index] for index in range(0, len(population), -(-len(population) // _FEW))]
