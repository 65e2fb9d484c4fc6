"""The trace generator: traces of a module, each call with the outcome that is due.

A trace is generated from the specification alone, without the implementation, so that a whole game
travels in one line. It plays a game and observes the state after each transition through every
observer. It makes queries and calls that raise, and observes again that these changed nothing.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from modcheck.testing import budget
from modcheck.testing.budget import FEW, Thoroughness
from modcheck.testing.call_outcomes import CallOutcomes, possible_calls
from modcheck.testing.game_tree import GameTree
from modcheck.testing.trace import Purpose, Trace, TraceStep, state_after
from modspec.run.domains import Domains
from modspec.run.machine import Call, Machine
from modspec.syntax.values import State

T = TypeVar("T")


class TraceGenerator:
    """Generates traces for one module."""

    def __init__(
        self,
        machine: Machine,
        domains: Domains,
        seed: int = 0,
        is_wanted: Callable[[Call], bool] = lambda call: True,
        trusted: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        """Generate calls that are wanted; ``seed`` decides which ones where not all are made.

        ``trusted`` are pairs of an access program and an exception: the access program leaves it to
        its callers to avoid the exception, so no such call is made.
        """
        self.machine = machine
        self.domains = domains
        self.trusted = trusted
        self._seed, self._random = seed, random.Random(seed)
        self.calls = CallOutcomes(machine, domains, self._random, is_wanted)
        self.tree = GameTree(self)
        self._observations: dict[State, Trace] = {}
        self._usual_steps: dict[State, Trace] = {}
        programs = machine.module.access_programs
        self._queries = [f for f in programs if not f.is_transition and f not in machine.observers]

    def sampling(self) -> TraceGenerator:
        """Return a generator that tries some calls only in each state, others in the next.

        It shares the random choices with this one.
        """
        other = copy.copy(self)
        other._usual_steps = {}
        other.calls = self.calls.sampling()
        other.tree = GameTree(other)
        return other

    def independent(self, name: str) -> TraceGenerator:
        """Return the same with random choices of its own, which the seed and a name decide."""
        other = copy.copy(self)
        other._random = random.Random(f"{self._seed} {name}")
        other.calls = self.calls.with_chance(other._random)
        other.tree = GameTree(other)
        return other

    def step(self, state: State | None, call: Call, purpose: Purpose) -> TraceStep:
        """Return a call with the outcome that the specification demands."""
        outcome = self.machine.call(state, call.routine, call.arguments, call.choice)
        return TraceStep(call, state, outcome, purpose)

    def steps_of(self, calls: Iterable[Call]) -> Trace:
        """Return calls as steps of a trace, each in the state to which those before it lead."""
        steps: Trace = []
        state: State | None = None
        for call in calls:
            steps.append(self.step(state, call, Purpose.COMMAND))
            state = steps[-1].expected.state
        return steps

    def possible_step(self, state: State | None, call: Call, purpose: Purpose) -> TraceStep | None:
        """Return the same; None where the specification does not say what is due."""
        try:
            return self.step(state, call, purpose)
        except self.calls.unspecified:
            return None

    # -- transitions -------------------------------------------------------------------------------

    def start(self) -> TraceStep:
        """Return the first call that starts a game."""
        return self.starts()[0]

    def starts(self, state: State | None = None) -> list[TraceStep]:
        """Return the calls of initialisers that do not raise, those with usual arguments first."""
        found = [self.calls.outcomes(state, f) for f in self.machine.module.initializers]
        outcomes = chain.from_iterable([*(o.usual for o in found), *(o.rare for o in found)])
        return [self.step(state, call, Purpose.COMMAND) for call in possible_calls(outcomes)]

    def choices(self, state: State) -> list[TraceStep]:
        """Return the transitions that are possible in a state, in a fixed order."""
        return [
            self.step(state, call, Purpose.COMMAND)
            for call in self.calls.possible_transitions(state)
        ]

    def usual_choices(self, state: State) -> list[TraceStep]:
        """Return the possible transitions with usual arguments, by which most games go on."""
        if len(self._usual_steps) > budget.MEMO_SIZE:
            self._usual_steps.clear()
        if state not in self._usual_steps:
            self._usual_steps[state] = [
                self.step(state, call, Purpose.COMMAND)
                for call in self.calls.usual_transitions(state)
            ]
        return self._usual_steps[state]

    def random_choice(self, state: State, chance: random.Random) -> tuple[TraceStep | None, int]:
        """Return a possible transition with usual arguments and the number of calls it took.

        None if no transition is possible.
        """
        calls = [call for f in self.calls.transitions for call in self.calls.open_calls(f, state)]
        outcomes = self.calls.outcomes_in(self.machine, state)
        for number, call in enumerate(_in_random_order(calls, chance), 1):
            outcome = outcomes[call]
            if outcome is not None and outcome.exception is None:
                return TraceStep(call, state, outcome, Purpose.COMMAND), number
        return None, len(calls)

    def random_steps(
        self, chance: random.Random, most: int = budget.RANDOM_LENGTH
    ) -> Iterator[TraceStep]:
        """Yield the transitions of a random game, at most so many."""
        step: TraceStep | None = self.start()
        while step is not None and most:
            yield step
            most -= 1
            state = step.expected.state
            step = None if state is None else self.random_choice(state, chance)[0]

    # -- calls in one state ------------------------------------------------------------------------

    def observation(self, state: State) -> Trace:
        """Return the calls that show the state: every observer, wherever it yields an output."""
        if len(self._observations) > budget.MEMO_SIZE:
            self._observations.clear()
        if state not in self._observations:
            self._observations[state] = [
                TraceStep(call, state, outcome, Purpose.OBSERVE)
                for function in self.machine.observers
                for call, outcome in self.calls.outputs_shown(state, function)
            ]
        return self._observations[state]

    def queries(
        self, state: State, thoroughness: Thoroughness, routine: str | None = None
    ) -> Trace:
        """Return queries in a state, of one routine or of all."""
        return [
            TraceStep(call, state, outcome, Purpose.QUERY)
            for function in self._queries
            if routine in (None, function.name)
            for call, outcome in self.calls.sampled_outcomes(state, function, thoroughness.queries)
        ]

    def few_queries(self, state: State, chance: random.Random, most: int) -> Trace:
        """Return at most so many queries of each routine, with usual arguments.

        The outcome of no other call is computed.
        """
        trace: Trace = []
        for function in self._queries:
            calls = self.calls.wanted_calls(function, state)
            for call in chance.sample(calls, min(most, len(calls))):
                if outcome := self.calls.outcome(state, call):
                    trace.append(TraceStep(call, state, outcome, Purpose.QUERY))
        return trace

    def rejected_calls(
        self, state: State, thoroughness: Thoroughness, routine: str | None = None
    ) -> Trace:
        """Return calls in a state that raise, of each exception, of one routine or of all."""
        trace = []
        initializers = self.machine.module.initializers
        for function in (*initializers, *self.calls.transitions, *self.machine.observers):
            if routine not in (None, function.name):
                continue
            outcomes = self.calls.refusals(state, function).all
            for exception in function.raises:
                if (function.name, exception) in self.trusted:
                    continue
                raising = [pair for pair in outcomes if pair[1].exception == exception]
                for call, outcome in self.calls.sample(raising, thoroughness.rejected):
                    trace.append(TraceStep(call, state, outcome, Purpose.REJECTED))
        return trace

    def few_rejected(self, state: State, chance: random.Random, most: int) -> Trace:
        """Return at most so many calls of each transition that raise, for each exception.

        They are looked for among few calls with usual arguments: others are not computed.
        """
        trace: Trace = []
        for function in self.calls.transitions:
            calls = self.calls.wanted_calls(function, state)
            outcomes = self.calls.outcomes_in(self.calls.refusing(function), state)
            raising: dict[str, Trace] = {}
            for call in chance.sample(calls, min(budget.REJECTED_TRIES * most, len(calls))):
                outcome = outcomes[call]
                exception = outcome and outcome.exception
                if outcome and exception and (function.name, exception) not in self.trusted:
                    step = TraceStep(call, state, outcome, Purpose.REJECTED)
                    raising.setdefault(exception, []).append(step)
            trace += [step for some in raising.values() for step in some[:most]]
        return trace

    def examination(self, state: State, thoroughness: Thoroughness) -> Trace:
        """Return all calls in one state: observe, query, observe, be rejected, observe."""
        observation = self.observation(state)
        queries = self.queries(state, thoroughness)
        rejected = self.rejected_calls(state, thoroughness)
        trace = [*observation, *queries, *observation]
        return [*trace, *rejected, *observation] if rejected else trace

    # -- games -------------------------------------------------------------------------------------

    def game(self, calls: Sequence[Call], thoroughness: Thoroughness) -> Trace:
        """Return a game, given by its calls from an initialiser on, examined in every state.

        The game ends before the first call that raises.
        """
        return self._game_with(calls, lambda state: self.examination(state, thoroughness))

    def sampled_game(
        self, calls: Sequence[Call], chance: random.Random, few: Thoroughness
    ) -> Trace:
        """Return the same with few calls in each state; the outcomes of others are not computed."""
        return self._game_with(calls, lambda state: self._few_calls(state, chance, few))

    def silent_game(self, calls: Sequence[Call], thoroughness: Thoroughness) -> Trace:
        """Return the same, but examined in its last state only, and not observed before."""
        steps = self._game_with(calls, lambda _: [])
        return [*steps, *self.examination(state_after(steps[-1]), thoroughness)]

    def toured_game(self, way: Trace, calls: Trace, seen: set[State]) -> Trace:
        """Return a game that is examined in each state that was not ``seen``; it adds these.

        The other states are observed; after the ``way`` to the first of the calls, each routine is
        asked once in these, too.
        """
        trace: Trace = []
        for number, step in enumerate([*way, *calls]):
            state = state_after(step)
            trace.append(step)
            if state not in seen:
                trace += self.examination(state, budget.SAMPLED)
                seen.add(state)
                continue
            trace += self.observation(state)
            if number >= len(way):
                trace += self.queries(state, budget.ONCE)
        return trace

    def _game_with(self, calls: Sequence[Call], examine: Callable[[State], Trace]) -> Trace:
        trace: Trace = []
        state: State | None = None
        for call in calls:
            step = self.step(state, call, Purpose.COMMAND)
            if step.expected.exception is not None:
                break
            state = state_after(step)
            trace += [step, *examine(state)]
        return trace

    def _few_calls(self, state: State, chance: random.Random, few: Thoroughness) -> Trace:
        observation = self.observation(state)
        queries = self.few_queries(state, chance, few.queries or 0)
        rejected = self.few_rejected(state, chance, few.rejected or 0)
        return [*observation, *queries, *observation, *rejected, *observation]

    def is_possible(self, calls: Sequence[Call]) -> bool:
        """Whether a game can be played: each call is wanted, specified and does not raise."""
        state: State | None = None
        try:
            for call in calls:
                outcome = self.machine.call(state, call.routine, call.arguments)
                if outcome.exception is not None or not self.calls.is_wanted(call):
                    return False
                state = outcome.state
        except self.calls.unspecified:
            return False
        return True

    def position(self, calls: Sequence[Call], thoroughness: Thoroughness) -> Trace:
        """Return a game that is examined in its last state.

        On the way the state is observed, and some queries are asked: what a program counts from the
        first game on may be wrong at any number.
        """
        trace = self._game_trace(calls, FEW.queries or 0)
        last = trace[-1]
        # a state without observers leaves the transition itself as the last step
        state = last.expected.state if last.purpose is Purpose.COMMAND else last.before
        assert state is not None
        return trace + self.examination(state, thoroughness)

    def observed_game(self, calls: Sequence[Call]) -> Trace:
        """Return a game that is observed after each call."""
        return self._game_trace(calls, 0)

    def _game_trace(self, calls: Sequence[Call], queries: int) -> Trace:
        """Return a game that is observed after each call.

        But for the last state, up to so many queries of each routine are asked in between.
        """
        trace: Trace = []
        state: State | None = None
        for number, call in enumerate(calls, 1):
            step = self.step(state, call, Purpose.COMMAND)
            state = step.expected.state
            assert state is not None
            observation = self.observation(state)
            trace += [step, *observation]
            if queries and number < len(calls):
                trace += [*self.queries(state, Thoroughness(queries)), *observation]
        return trace

    def random_game(
        self,
        most: int = budget.RANDOM_LENGTH,
        is_lasting: bool = False,
        is_steady: bool = False,
    ) -> list[Call]:
        """Return the calls of a random game; it ends after ``most`` transitions at the latest.

        A lasting game avoids the states in which no transition is possible, for as long as it can:
        a grid is rarely full where most games are won before. A steady game often makes the same
        transition several times in a row, and each as often as any other, however many arguments it
        may have: who adds and removes by turns never undoes three steps.
        """
        state: State | None = None
        call = self._choose([self.start().call], [step.call for step in self.starts()])
        calls = []
        while call is not None:
            calls.append(call)
            state = self.machine.call(state, call.routine, call.arguments).state
            if state is None or len(calls) > most:
                break
            usual, possible = (
                self.calls.usual_transitions(state),
                self.calls.possible_transitions(state),
            )
            if is_steady and usual:
                names = {each.routine for each in usual}
                is_same = self._random.random() < budget.STEADY_SHARE and call.routine in names
                wanted = call.routine if is_same else self._random.choice(sorted(names))
                usual = [each for each in usual if each.routine == wanted]
            call = self._choose(usual, possible)
            if is_lasting and call is not None and not self._goes_on(state, call):
                lasting = [each for each in possible if self._goes_on(state, each)]
                call = self._choose(lasting, lasting) or call
        return calls

    def _goes_on(self, state: State, call: Call) -> bool:
        """Whether a transition is possible after another one."""
        after = self.machine.call(state, call.routine, call.arguments).state
        return after is not None and bool(self.calls.possible_transitions(after))

    def _choose(self, usual: list[Call], possible: list[Call]) -> Call | None:
        """Return one of the possible calls, mostly a usual one; None if there is none."""
        if len(usual) < len(possible):
            takes_usual = usual and self._random.random() < budget.USUAL_SHARE
            return self._random.choice(usual if takes_usual else possible)
        return self._random.choice(usual) if len(usual) > 1 else next(iter(usual), None)

    def usual_starts(self) -> list[TraceStep]:
        """Return the calls of initialisers with usual arguments that do not raise."""
        usual = (self.calls.outcomes(None, f).usual for f in self.machine.module.initializers)
        calls = possible_calls(chain.from_iterable(usual))
        return [self.step(None, call, Purpose.COMMAND) for call in calls]


def _in_random_order(population: list[T], chance: random.Random) -> Iterator[T]:
    """Yield a list in random order; only the part that is consumed is shuffled."""
    for number in range(len(population)):
        other = chance.randrange(number, len(population))
        population[number], population[other] = population[other], population[number]
        yield population[number]
