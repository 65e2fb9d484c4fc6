"""Call outcomes: the calls that can be made in a state, each with the outcome that is due.

Most calls of a check raise, and many are asked for again and again. So the outcomes of a state are
computed at once and kept; a machine that only says what raises is asked where that is enough.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, product
from typing import Any, NamedTuple, TypeAlias

from modcheck.testing import budget
from modcheck.testing.guards import argument_guards, guards
from modcheck.testing.quick_machine import raised_for_arguments, raises_for_arguments_alone
from modspec.run.domains import Domains, Values
from modspec.run.machine import AssumptionViolated, Call, Machine, Outcome
from modspec.syntax.module import Function
from modspec.syntax.values import State

Possible: TypeAlias = tuple[Call, Outcome]
"""A call and its outcome, where the specification says what the outcome is."""


class Outcomes:
    """The outcomes of a routine's calls in a state: with usual arguments, and with a rare one."""

    def __init__(self, usual: list[Possible], rare: Callable[[], list[Possible]]) -> None:
        """``rare`` computes the latter, which are often not asked for."""
        self.usual, self._compute_rare = usual, rare

    @cached_property
    def rare(self) -> list[Possible]:
        """The outcomes of the calls with a rare argument."""
        return self._compute_rare()

    @property
    def all(self) -> list[Possible]:
        """Both, the usual ones first."""
        return self.usual + self.rare if self.rare else self.usual


class _Tried(NamedTuple):
    """The calls of a routine with usual arguments, and what is known of them in any state.

    Most calls of some routines raise for their arguments alone, in one state as in another.
    """

    calls: object
    """The calls as they were made for a state."""
    every: list[tuple[Call, bool, str | None]]
    """Each call, whether it is wanted, and the exception that it always raises, if it does."""
    open: list[Call]
    """The wanted calls that do not raise for their arguments alone."""


class CallOutcomes:
    """The calls of one module's routines in any state, and their outcomes."""

    def __init__(
        self,
        machine: Machine,
        domains: Domains,
        chance: random.Random,
        is_wanted: Callable[[Call], bool],
    ) -> None:
        """Take the calls that are wanted; ``chance`` decides which ones where not all are made."""
        self.machine, self.domains, self.is_wanted = machine, domains, is_wanted
        self._chance = chance
        self._in_states: dict[tuple[Machine, State], _OutcomesInState] = {}
        self._outcomes: dict[tuple[Machine, State | None, str], Outcomes] = {}
        self._usual: dict[str, tuple[object, Sequence[tuple[Call, bool]], Sequence[Call]]] = {}
        self._tried: dict[str, _Tried] = {}
        self._yielding: dict[str, tuple[tuple[Values, ...], Sequence[Call]]] = {}
        self._rare_refused: dict[str, tuple[tuple[Values, ...], bool]] = {}
        """Whether all rare calls of a routine raise for their arguments alone, by its domains."""
        self._most_usual: int | None = None
        # a mutated specification may have no meaning for some calls
        self.unspecified = (
            machine.undefined_errors if machine.instance.has_edits else (AssumptionViolated,)
        )
        programs = machine.module.access_programs
        self.transitions = [f for f in programs if f.is_transition and f.state]

    def sampling(self) -> CallOutcomes:
        """Return the same, where only some transitions are tried in each state.

        It shares the random choices with this one.
        """
        other = copy.copy(self)
        other._outcomes = {}
        other._most_usual = budget.SAMPLED_TRANSITIONS
        return other

    def with_chance(self, chance: random.Random) -> CallOutcomes:
        """Return the same, where something else decides which calls are made."""
        other = copy.copy(self)
        other._chance = chance
        return other

    def outcomes(self, state: State | None, function: Function) -> Outcomes:
        """Return the outcomes of a routine's calls in a state, where they are specified."""
        return self._outcomes_by(self.machine, state, function)

    def refusals(self, state: State, function: Function) -> Outcomes:
        """Return the outcomes of a routine's calls; of a transition, perhaps only what raises."""
        return self._outcomes_by(self.refusing(function), state, function)

    @cached_property
    def _guards(self) -> Machine | None:
        return guards(self.machine)

    def refusing(self, function: Function) -> Machine:
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
        calls_tried = self._calls_tried(function, state).every
        if function.is_transition and state is not None:
            calls_tried = self.sample(calls_tried, self._most_usual)
        refusals = {name: Outcome(state, exception=name) for name in function.raises}
        for call, is_wanted, refusal in calls_tried:
            if refusal is not None:
                outcome: Outcome | None = refusals[refusal]
            else:
                outcome = self._outcome_by(machine, state, call) if is_wanted else None
            if outcome is not None:
                usual.append((call, outcome))
            alike.setdefault(outcome.exception if outcome else "not specified", []).append(call)
        return Outcomes(usual, partial(self._rare_outcomes, machine, state, function, alike))

    def _rare_outcomes(
        self,
        machine: Machine,
        state: State | None,
        function: Function,
        alike: Mapping[str | None, list[Call]],
    ) -> list[Possible]:
        """Return the outcomes of calls with a rare argument, beside usual ones of each kind."""
        calls = self._rare_calls(state, function, alike.values())
        outcomes = ((call, self._outcome_by(machine, state, call)) for call in calls)
        return [(call, outcome) for call, outcome in outcomes if outcome]

    def has_possible_rare(self, state: State, function: Function) -> bool:
        """Whether a call of a transition with a rare argument does not raise in a state."""
        if self._refuses_rare(function, state):
            return False
        return any(outcome.exception is None for _, outcome in self.refusals(state, function).rare)

    def _refuses_rare(self, function: Function, state: State) -> bool:
        """Whether it is known that all calls with a rare argument raise for their arguments alone.

        This is found out once, for the values of the first state: others may depend on the state.
        """
        domains = self.domains.of_all(self.machine.module, function, state)
        if function.name not in self._rare_refused:
            self._rare_refused[function.name] = domains, self._all_raise(function, state, domains)
        known, refuses = self._rare_refused[function.name]
        return refuses and known == domains

    def _all_raise(self, function: Function, state: State, domains: tuple[Values, ...]) -> bool:
        guard, most = self._argument_guards, budget.REFUSED_RARE
        usual = [values.usual for values in domains]
        if guard is None or most < math.prod(len(v.usual) + len(v.rare) for v in domains):
            return False
        calls = chain.from_iterable(
            product(*usual[:number], values.rare, *usual[number + 1 :])
            for number, values in enumerate(domains)
        )
        try:
            outcomes = (guard.call(state, function.name, arguments) for arguments in calls)
            return all(outcome.exception is not None for outcome in outcomes)
        except AssumptionViolated:
            return False
        except guard.undefined_errors:  # another condition comes before
            return False

    @cached_property
    def _argument_guards(self) -> Machine | None:
        return argument_guards(self.machine)

    def open_calls(self, function: Function, state: State) -> Sequence[Call]:
        """Return the wanted calls with usual arguments that do not raise for these alone."""
        return self._calls_tried(function, state).open

    def _calls_tried(self, function: Function, state: State | None) -> _Tried:
        """Return the calls of a routine with usual arguments, each with what it always raises."""
        calls = self.usual_calls(function, state)
        known = self._tried.get(function.name)
        if known is None or known.calls is not calls:
            always = self.raised_for_arguments(function) if state is not None else frozenset()
            every: list[tuple[Call, bool, str | None]] = []
            for call, is_wanted in calls:
                outcome = self.outcome(state, call) if always and is_wanted else None
                name = outcome.exception if outcome else None
                every.append((call, is_wanted, name if name in always else None))
            left = [call for call, is_wanted, name in every if is_wanted and name is None]
            known = self._tried[function.name] = _Tried(calls, every, left)
        return known

    def raised_for_arguments(self, function: Function) -> frozenset[str]:
        """Return the exceptions that a routine raises for its arguments alone."""
        is_edited = self.machine.instance.has_edits
        return frozenset() if is_edited else raised_for_arguments(function)

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
        return [*filter(self.is_wanted, rare)]

    def usual_calls(self, function: Function, state: State | None) -> Sequence[tuple[Call, bool]]:
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
            calls = [(call, self.is_wanted(call)) for call in made]
            wanted = [call for call, is_wanted in calls if is_wanted]
            self._usual[function.name] = arguments, calls, wanted
        return calls, wanted

    def some_calls(
        self, state: State, function: Function, chance: random.Random, most: int
    ) -> Sequence[Call]:
        """Return at most so many calls of a routine with usual arguments, whatever they yield."""
        calls = self.wanted_calls(function, state)
        return chance.sample(calls, min(most, len(calls)))

    def outcome(self, state: State | None, call: Call) -> Outcome | None:
        """Return the outcome of a call; None where the specification does not say."""
        return self._outcome_by(self.machine, state, call)

    def _outcome_by(self, machine: Machine, state: State | None, call: Call) -> Outcome | None:
        try:
            return machine.call(state, call.routine, call.arguments)
        except self.unspecified:
            return None

    def outcomes_in(self, machine: Machine, state: State) -> _OutcomesInState:
        """Return the outcomes of calls in a state: many games make few calls in few states."""
        if len(self._in_states) > budget.MEMO_SIZE:
            self._in_states.clear()
        key = machine, state
        if key not in self._in_states:
            outcome_of = partial(self._outcome_by, machine, state)
            self._in_states[key] = _OutcomesInState(outcome_of)
        return self._in_states[key]

    def outputs_shown(self, state: State, function: Function) -> list[Possible]:
        """Return the calls of an observer that do not raise, with their outcomes.

        Which ones raise is found out once, if that depends on the arguments alone.
        """
        domains = self.domains.of_all(self.machine.module, function, state)
        known = self._yielding.get(function.name)
        if known is not None and known[0] == domains:
            outcomes = ((call, self.outcome(state, call)) for call in known[1])
            return [(call, outcome) for call, outcome in outcomes if outcome]
        every = self.outcomes(state, function).all
        found = [(call, outcome) for call, outcome in every if outcome.exception is None]
        if raises_for_arguments_alone(self.machine, function):
            self._yielding[function.name] = domains, [call for call, _ in found]
        return found

    def sampled_outcomes(
        self, state: State, function: Function, size: int | None
    ) -> list[Possible]:
        """Return some calls of a query with their outcomes; no others are computed if need be."""
        if size is None or function.raises or not self.machine.is_total(function):
            return self.sample(self.outcomes(state, function).all, size)
        usual = [*self.usual_calls(function, state)]
        rare = self._rare_calls(state, function, [[call for call, _ in usual]])
        calls = [*(call for call, is_wanted in usual if is_wanted), *rare]
        outcomes = ((call, self.outcome(state, call)) for call in self.sample(calls, size))
        return [(call, outcome) for call, outcome in outcomes if outcome]

    def sample(self, population: list[Any], size: int | None) -> list[Any]:
        """Return at most so many elements of a list, in its order; None: all of them."""
        if size is None or len(population) <= size:
            return population
        chosen = sorted(self._chance.sample(range(len(population)), size))
        return [population[index] for index in chosen]

    def possible_transitions(self, state: State) -> list[Call]:
        """Return the calls of transitions that do not raise, in a fixed order."""
        every = (self.refusals(state, f).all for f in self.transitions)
        return [*possible_calls(chain.from_iterable(every))]

    def usual_transitions(self, state: State) -> list[Call]:
        """Return those of them with usual arguments, by which most games go on."""
        usual = (self.refusals(state, f).usual for f in self.transitions)
        return [*possible_calls(chain.from_iterable(usual))]


class _OutcomesInState(dict[Call, Outcome | None]):
    """The outcomes of calls in a state, each computed when it is first asked for."""

    def __init__(self, outcome_of: Callable[[Call], Outcome | None]) -> None:
        super().__init__()
        self._outcome_of = outcome_of

    def __missing__(self, call: Call) -> Outcome | None:
        outcome = self[call] = self._outcome_of(call)
        return outcome


def possible_calls(outcomes: Iterable[Possible]) -> Iterator[Call]:
    """Yield the calls that do not raise."""
    return (call for call, outcome in outcomes if outcome.exception is None)


def _spread(population: list[Any]) -> list[Any]:
    """Return a few elements from all parts of a list."""
    every = -(-len(population) // budget.RARE_CONTEXTS)
    return [population[index] for index in range(0, len(population), every)]
