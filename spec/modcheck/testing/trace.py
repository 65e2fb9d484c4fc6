"""Traces: the calls that the checker makes, each with the outcome that the specification demands.

A trace is generated from the specification alone, without the implementation, so that a whole game
travels in one line. It plays a game and observes the state after each transition through every
observer. It makes queries and calls that raise, and observes again that these changed nothing.
"""

from __future__ import annotations

import copy
import gc
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from modcheck.testing import budget
from modcheck.testing.budget import FEW, Thoroughness
from modcheck.testing.guards import guards
from modcheck.testing.quick_machine import raises_for_arguments_alone
from modspec.run.domains import Domains, Values
from modspec.run.machine import AssumptionViolated, Call, Machine, Outcome
from modspec.syntax.module import Function
from modspec.syntax.values import State

T = TypeVar("T")


def collect_seldom() -> None:
    """Make Python collect garbage seldom from now on, in the whole process.

    A trace is many small values without cycles, which go without a collection; to search them all
    takes long.
    """
    gc.freeze()
    gc.set_threshold(budget.GARBAGE_THRESHOLD)


class Purpose(Enum):
    """Why a call is made."""

    COMMAND = "play"
    """To reach the next state."""

    OBSERVE = "observe"
    """To see the state after a call."""

    QUERY = "query"
    """To compare an output."""

    REJECTED = "refused"
    """To see that the call raises."""


@dataclass(unsafe_hash=True, slots=True)
class TraceStep:
    """A call, the state in which it is made, and the outcome that the specification demands.

    Treat a step as immutable. The class is not frozen: a check makes a hundred thousand steps, and
    each would take several times as long.
    """

    call: Call
    before: State | None
    expected: Outcome
    purpose: Purpose


Trace: TypeAlias = list[TraceStep]


Possible: TypeAlias = tuple[Call, Outcome]
"""A call and its outcome, where the specification says what the outcome is."""


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of a routine's calls in a state: with usual arguments, and with a rare one."""

    usual: list[Possible]
    rare: list[Possible]

    @property
    def all(self) -> list[Possible]:
        """Both, the usual ones first."""
        return self.usual + self.rare if self.rare else self.usual


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
        self._is_wanted = is_wanted
        self._random = random.Random(seed)
        self._observations: dict[State, Trace] = {}
        self._usual_steps: dict[State, Trace] = {}
        self._known_outcomes: dict[tuple[Machine, State], _OutcomesInState] = {}
        self._outcomes: dict[tuple[Machine, State | None, str], Outcomes] = {}
        self._usual: dict[str, tuple[object, Sequence[tuple[Call, bool]], Sequence[Call]]] = {}
        self._yielding: dict[str, tuple[tuple[Values, ...], Sequence[Call]]] = {}
        self._has_more_games: dict[tuple[int, int, bool], bool] = {}
        self._has_rare_ways: dict[tuple[State, int], bool] = {}
        self._most_usual: int | None = None
        # a mutated specification may have no meaning for some calls
        self._unspecified = (
            machine.undefined_errors if machine.instance.has_edits else (AssumptionViolated,)
        )
        programs = machine.module.access_programs
        self._queries = [f for f in programs if not f.is_transition and f not in machine.observers]
        self._transitions = [f for f in programs if f.is_transition and f.state]

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
        except self._unspecified:
            return None

    def sampling(self) -> TraceGenerator:
        """Return a generator that tries some calls only in each state, others in the next.

        It shares the random choices with this one.
        """
        other = copy.copy(self)
        other._outcomes, other._usual_steps = {}, {}
        other._has_more_games, other._has_rare_ways = {}, {}
        other._most_usual = budget.SAMPLED_TRANSITIONS
        return other

    # -- transitions -------------------------------------------------------------------------------

    def start(self) -> TraceStep:
        """Return the first call that starts a game."""
        return self.starts()[0]

    def starts(self, state: State | None = None) -> list[TraceStep]:
        """Return the calls of initialisers that do not raise, those with usual arguments first."""
        found = [self.outcomes(state, f) for f in self.machine.module.initializers]
        outcomes = chain.from_iterable([*(o.usual for o in found), *(o.rare for o in found)])
        return [self.step(state, call, Purpose.COMMAND) for call in _possible(outcomes)]

    def choices(self, state: State) -> list[TraceStep]:
        """Return the transitions that are possible in a state, in a fixed order."""
        return [self.step(state, call, Purpose.COMMAND) for call in self._choices(state)]

    def usual_choices(self, state: State) -> list[TraceStep]:
        """Return the possible transitions with usual arguments, by which most games go on."""
        if len(self._usual_steps) > budget.MEMO_SIZE:
            self._usual_steps.clear()
        if state not in self._usual_steps:
            self._usual_steps[state] = [
                self.step(state, call, Purpose.COMMAND) for call in self._usual_choices(state)
            ]
        return self._usual_steps[state]

    def _choices(self, state: State) -> list[Call]:
        every = (self._refusals(state, f).all for f in self._transitions)
        return [*_possible(chain.from_iterable(every))]

    def _usual_choices(self, state: State) -> list[Call]:
        usual = (self._refusals(state, f).usual for f in self._transitions)
        return [*_possible(chain.from_iterable(usual))]

    def random_choice(self, state: State, chance: random.Random) -> tuple[TraceStep | None, int]:
        """Return a possible transition with usual arguments and the number of calls it took.

        None if no transition is possible.
        """
        calls = [call for f in self._transitions for call in self.wanted_calls(f, state)]
        outcomes = self._outcomes_in(self.machine, state)
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

    # -- outcomes ----------------------------------------------------------------------------------

    def outcomes(self, state: State | None, function: Function) -> Outcomes:
        """Return the outcomes of a routine's calls in a state, where they are specified."""
        return self._outcomes_by(self.machine, state, function)

    def _refusals(self, state: State, function: Function) -> Outcomes:
        """Return the outcomes of a routine's calls; of a transition, perhaps only what raises."""
        return self._outcomes_by(self._refusing(function), state, function)

    @cached_property
    def _guards(self) -> Machine | None:
        return guards(self.machine)

    def _refusing(self, function: Function) -> Machine:
        """Return the machine that says soonest which calls of a routine raise."""
        is_guarded = function.is_transition and function.state is not None
        return (is_guarded and self._guards) or self.machine

    def _outcomes_by(self, machine: Machine, state: State | None, function: Function) -> Outcomes:
        key = machine, state, function.name
        if key not in self._outcomes:
            if len(self._outcomes) > budget.MEMO_SIZE:
                self._outcomes.clear()
            self._outcomes[key] = self._compute_outcomes(machine, state, function)
        return self._outcomes[key]

    def _compute_outcomes(
        self, machine: Machine, state: State | None, function: Function
    ) -> Outcomes:
        usual = []
        alike: dict[str | None, list[Call]] = {}
        calls_tried = [*self._usual_calls(function, state)]
        if function.is_transition and state is not None:
            calls_tried = self._sample(calls_tried, self._most_usual)
        for call, is_wanted in calls_tried:
            outcome = self._outcome_by(machine, state, call) if is_wanted else None
            if outcome is not None:
                usual.append((call, outcome))
            alike.setdefault(outcome.exception if outcome else "not specified", []).append(call)
        calls = self._rare_calls(state, function, alike.values())
        outcomes = ((call, self._outcome_by(machine, state, call)) for call in calls)
        return Outcomes(usual, [(call, outcome) for call, outcome in outcomes if outcome])

    def _rare_calls(
        self, state: State | None, function: Function, alike: Iterable[list[Call]]
    ) -> list[Call]:
        """Return wanted calls with one rare argument, beside arguments of calls of each kind."""
        domains = self.domains.of_all(self.machine.module, function, state)
        if not any(values.rare for values in domains):
            return []
        some = [call.arguments for those in alike for call in _spread(those)]
        rare = dict.fromkeys(
            Call(function.name, (*arguments[:number], value, *arguments[number + 1 :]))
            for number, values in enumerate(domains)
            for value in values.rare
            for arguments in some
        )
        return [*filter(self._is_wanted, rare)]

    def _usual_calls(self, function: Function, state: State | None) -> Sequence[tuple[Call, bool]]:
        """Return the calls with usual arguments and whether each is wanted.

        The list is made once for as long as the domains give the same arguments.
        """
        return self._usual_and_wanted(function, state)[0]

    def wanted_calls(self, function: Function, state: State | None) -> Sequence[Call]:
        """Return the wanted calls with usual arguments."""
        return self._usual_and_wanted(function, state)[1]

    def _usual_and_wanted(
        self, function: Function, state: State | None
    ) -> tuple[Sequence[tuple[Call, bool]], Sequence[Call]]:
        arguments = self.domains.usual(self.machine.module, function, state)
        before, calls, wanted = self._usual.get(function.name, ((), (), ()))
        if before is not arguments:
            made = (Call(function.name, each) for each in arguments)
            calls = [(call, self._is_wanted(call)) for call in made]
            wanted = [call for call, is_wanted in calls if is_wanted]
            self._usual[function.name] = arguments, calls, wanted
        return calls, wanted

    def _outcome(self, state: State | None, call: Call) -> Outcome | None:
        """Return the outcome of a call; None where the specification does not say."""
        return self._outcome_by(self.machine, state, call)

    def _outcome_by(self, machine: Machine, state: State | None, call: Call) -> Outcome | None:
        try:
            return machine.call(state, call.routine, call.arguments)
        except self._unspecified:
            return None

    def _outcomes_in(self, machine: Machine, state: State) -> _OutcomesInState:
        """Return the outcomes of calls in a state: many games make few calls in few states."""
        if len(self._known_outcomes) > budget.MEMO_SIZE:
            self._known_outcomes.clear()
        key = machine, state
        if key not in self._known_outcomes:
            outcome_of = partial(self._outcome_by, machine, state)
            self._known_outcomes[key] = _OutcomesInState(outcome_of)
        return self._known_outcomes[key]

    # -- calls in one state ------------------------------------------------------------------------

    def observation(self, state: State) -> Trace:
        """Return the calls that show the state: every observer, wherever it yields an output."""
        if len(self._observations) > budget.MEMO_SIZE:
            self._observations.clear()
        if state not in self._observations:
            self._observations[state] = [
                TraceStep(call, state, outcome, Purpose.OBSERVE)
                for function in self.machine.observers
                for call, outcome in self._outputs_shown(state, function)
            ]
        return self._observations[state]

    def _outputs_shown(self, state: State, function: Function) -> list[Possible]:
        """Return the calls of an observer that do not raise, with their outcomes.

        Which ones raise is found out once, if that depends on the arguments alone.
        """
        domains = self.domains.of_all(self.machine.module, function, state)
        known = self._yielding.get(function.name)
        if known is not None and known[0] == domains:
            outcomes = ((call, self._outcome(state, call)) for call in known[1])
            return [(call, outcome) for call, outcome in outcomes if outcome]
        every = self.outcomes(state, function).all
        found = [(call, outcome) for call, outcome in every if outcome.exception is None]
        if raises_for_arguments_alone(self.machine, function):
            self._yielding[function.name] = domains, [call for call, _ in found]
        return found

    def queries(
        self, state: State, thoroughness: Thoroughness, routine: str | None = None
    ) -> Trace:
        """Return queries in a state, of one routine or of all."""
        return [
            TraceStep(call, state, outcome, Purpose.QUERY)
            for function in self._queries
            if routine in (None, function.name)
            for call, outcome in self._sampled_outcomes(state, function, thoroughness.queries)
        ]

    def _sampled_outcomes(
        self, state: State, function: Function, size: int | None
    ) -> list[Possible]:
        """Return some calls of a query with their outcomes; no others are computed if need be."""
        if size is None or function.raises or not self.machine.is_total(function):
            return self._sample(self.outcomes(state, function).all, size)
        usual = [*self._usual_calls(function, state)]
        rare = self._rare_calls(state, function, [[call for call, _ in usual]])
        calls = [*(call for call, is_wanted in usual if is_wanted), *rare]
        outcomes = ((call, self._outcome(state, call)) for call in self._sample(calls, size))
        return [(call, outcome) for call, outcome in outcomes if outcome]

    def some_calls(
        self, state: State, function: Function, chance: random.Random, most: int
    ) -> Sequence[Call]:
        """Return at most so many calls of a routine with usual arguments, whatever they yield."""
        calls = self.wanted_calls(function, state)
        return chance.sample(calls, min(most, len(calls)))

    def few_queries(self, state: State, chance: random.Random, most: int) -> Trace:
        """Return at most so many queries of each routine, with usual arguments.

        The outcome of no other call is computed.
        """
        trace: Trace = []
        for function in self._queries:
            calls = self.wanted_calls(function, state)
            for call in chance.sample(calls, min(most, len(calls))):
                if outcome := self._outcome(state, call):
                    trace.append(TraceStep(call, state, outcome, Purpose.QUERY))
        return trace

    def rejected_calls(
        self, state: State, thoroughness: Thoroughness, routine: str | None = None
    ) -> Trace:
        """Return calls in a state that raise, of each exception, of one routine or of all."""
        trace = []
        initializers = self.machine.module.initializers
        for function in (*initializers, *self._transitions, *self.machine.observers):
            if routine not in (None, function.name):
                continue
            outcomes = self._refusals(state, function).all
            for exception in function.raises:
                if (function.name, exception) in self.trusted:
                    continue
                raising = [pair for pair in outcomes if pair[1].exception == exception]
                for call, outcome in self._sample(raising, thoroughness.rejected):
                    trace.append(TraceStep(call, state, outcome, Purpose.REJECTED))
        return trace

    def few_rejected(self, state: State, chance: random.Random, most: int) -> Trace:
        """Return at most so many calls of each transition that raise, for each exception.

        They are looked for among few calls with usual arguments: others are not computed.
        """
        trace: Trace = []
        for function in self._transitions:
            calls = self.wanted_calls(function, state)
            outcomes = self._outcomes_in(self._refusing(function), state)
            raising: dict[str, Trace] = {}
            for call in chance.sample(calls, min(budget.REJECTED_TRIES * most, len(calls))):
                outcome = outcomes[call]
                exception = outcome and outcome.exception
                if outcome and exception and (function.name, exception) not in self.trusted:
                    step = TraceStep(call, state, outcome, Purpose.REJECTED)
                    raising.setdefault(exception, []).append(step)
            trace += [step for some in raising.values() for step in some[:most]]
        return trace

    def _sample(self, population: list[Any], size: int | None) -> list[Any]:
        if size is None or len(population) <= size:
            return population
        chosen = sorted(self._random.sample(range(len(population)), size))
        return [population[index] for index in chosen]

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
                if outcome.exception is not None or not self._is_wanted(call):
                    return False
                state = outcome.state
        except self._unspecified:
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
            usual, possible = self._usual_choices(state), self._choices(state)
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
        return after is not None and bool(self._choices(after))

    def _choose(self, usual: list[Call], possible: list[Call]) -> Call | None:
        """Return one of the possible calls, mostly a usual one; None if there is none."""
        if len(usual) < len(possible):
            takes_usual = usual and self._random.random() < budget.USUAL_SHARE
            return self._random.choice(usual if takes_usual else possible)
        return self._random.choice(usual) if len(usual) > 1 else next(iter(usual), None)

    def games_of_length(self, length: int) -> Iterator[list[Call]]:
        """Yield every game of so many moves with usual arguments, in a fixed order.

        With no move, every start is a game. With one move, games begin with each usual start; with
        more, with the first start only.
        """
        for trace in self.traces_of_length(length):
            yield [step.call for step in trace]

    def traces_of_length(self, length: int) -> Iterator[Trace]:
        """Yield the transitions of the same games, each with the outcome that is due."""
        return self._traces_from(self._starts_of(length), length, self.usual_choices)

    def rare_traces_of_length(self, length: int) -> Iterator[Trace]:
        """Yield the transitions of every game of so many moves in which a call is rare.

        Games begin with any start; the transitions have usual arguments, or a rare one.
        """
        usual = {step.call for step in self.usual_starts()}
        for start in self.starts():
            yield from self._rare_traces_from([start], length, start.call not in usual)

    def _rare_traces_from(self, trace: Trace, left: int, is_rare: bool) -> Iterator[Trace]:
        """Yield a trace with so many more moves, if a call in it ``is_rare``, or one of these."""
        if left == 0:
            if is_rare:
                yield trace
            return
        state = state_after(trace[-1])
        if not (is_rare or self._has_rare_way(state, left)):
            return
        usual = {*self._usual_choices(state)}
        for choice in self.choices(state):
            yield from self._rare_traces_from(
                [*trace, choice], left - 1, is_rare or choice.call not in usual
            )

    def _has_rare_way(self, state: State, left: int) -> bool:
        """Whether a call is rare in a game that goes on from a state for so many moves."""
        key = state, left
        if key not in self._has_rare_ways:
            if len(self._has_rare_ways) > budget.MEMO_SIZE:
                self._has_rare_ways.clear()
            self._has_rare_ways[key] = left > 0 and (
                len(self._choices(state)) > len(self._usual_choices(state))
                or any(
                    self._has_rare_way(state_after(c), left - 1) for c in self.usual_choices(state)
                )
            )
        return self._has_rare_ways[key]

    def _traces_from(
        self, starts: Trace, length: int, choices: Callable[[State], Trace]
    ) -> Iterator[Trace]:
        def extend(trace: Trace, left: int) -> Iterator[Trace]:
            if left == 0:
                yield trace
                return
            for choice in choices(state_after(trace[-1])):
                yield from extend([*trace, choice], left - 1)

        for start in starts:
            yield from extend([start], length)

    @cached_property
    def has_rare_transitions(self) -> bool:
        """Whether initialisers or transitions are called with a rare argument now and then."""
        module, state = self.machine.module, self.start().expected.state
        called = [(function, None) for function in module.initializers]
        return any(
            values.rare
            for function, before in (*called, *((each, state) for each in self._transitions))
            for values in self.domains.of_all(module, function, before)
        )

    def has_more_games(self, length: int, most: int, is_rare: bool = False) -> bool:
        """Whether there are more than so many games of so many moves, counted state by state.

        The games have usual arguments; with ``is_rare`` also rare ones. Each question is answered
        once: it is asked anew for each fault.
        """
        key = length, most, is_rare
        if key not in self._has_more_games:
            self._has_more_games[key] = self._count_games(length, most, is_rare) > most
        return self._has_more_games[key]

    def _count_games(self, length: int, most: int, is_rare: bool) -> int:
        """Return the number of games of so many moves, or a number beyond a limit."""
        known: dict[tuple[State, int], int] = {}
        calls = self._choices if is_rare else self._usual_choices
        choices = self.choices if is_rare else self.usual_choices

        def count(state: State, left: int) -> int:
            """Return the number of ways to go on, or a number beyond the limit."""
            if left == 1:  # the states to which the last moves lead need not be computed
                return len(calls(state))
            if (state, left) not in known:
                inner = (count(state_after(choice), left - 1) for choice in choices(state))
                known[state, left] = _sum_up_to(most, inner)
            return known[state, left]

        starts = self.starts() if is_rare else self._starts_of(length)
        if length == 0:
            return len(starts)
        return _sum_up_to(most, (count(state_after(start), length) for start in starts))

    def _starts_of(self, length: int) -> list[TraceStep]:
        """Return the starts of the games of so many moves."""
        if length == 0:
            return self.starts()
        return self.usual_starts() if length == 1 else self.usual_starts()[:1]

    def usual_starts(self) -> list[TraceStep]:
        """Return the calls of initialisers with usual arguments that do not raise."""
        usual = (self.outcomes(None, f).usual for f in self.machine.module.initializers)
        calls = _possible(chain.from_iterable(usual))
        return [self.step(None, call, Purpose.COMMAND) for call in calls]


class _OutcomesInState(dict[Call, Outcome | None]):
    """The outcomes of calls in a state, each computed when it is first asked for."""

    def __init__(self, outcome_of: Callable[[Call], Outcome | None]) -> None:
        super().__init__()
        self._outcome_of = outcome_of

    def __missing__(self, call: Call) -> Outcome | None:
        outcome = self[call] = self._outcome_of(call)
        return outcome


def _possible(outcomes: Iterable[Possible]) -> Iterator[Call]:
    """Yield the calls that do not raise."""
    return (call for call, outcome in outcomes if outcome.exception is None)


def _in_random_order(population: list[T], chance: random.Random) -> Iterator[T]:
    """Yield a list in random order; only the part that is consumed is shuffled."""
    for number in range(len(population)):
        other = chance.randrange(number, len(population))
        population[number], population[other] = population[other], population[number]
        yield population[number]


def state_after(step: TraceStep) -> State:
    """Return the state after a transition."""
    state = step.expected.state
    assert state is not None
    return state


def _sum_up_to(most: int, numbers: Iterable[int]) -> int:
    """Return the sum of numbers, or that of the first of them that come to more than a limit."""
    total = 0
    for number in numbers:
        total += number
        if total > most:
            break
    return total


def _spread(population: list[Any]) -> list[Any]:
    """Return a few elements from all parts of a list."""
    every = -(-len(population) // budget.RARE_CONTEXTS)
    return [population[index] for index in range(0, len(population), every)]
