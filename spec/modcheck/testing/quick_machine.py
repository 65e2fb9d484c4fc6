"""Quick machine: the machine that a check asks, which says sooner that a call is refused.

A check tries every call in a state to learn which ones are possible, and most are refused. All
calls that raise one exception in one state have the same outcome, and share it here: to make an
outcome takes longer than most specifications take to refuse a call. A call that is refused for its
arguments alone, such as a place beside a board, is refused in every state, and not evaluated again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from inspect import unwrap
from itertools import takewhile
from typing import Any, NamedTuple

from modcheck.testing.budget import MEMO_SIZE
from modcheck.testing.stand_ins import StandIns, put_stand_ins
from modspec.run.instance import Edit
from modspec.run.machine import AssumptionViolated, Call, Machine, Outcome
from modspec.syntax.choices import IsChosen
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import Apply, Generator, Index, StateVariable, TheState, walk
from modspec.syntax.module import Clause, Function, Module
from modspec.syntax.relations import reachable
from modspec.syntax.types import REAL
from modspec.syntax.values import State, origin_of


class _Plain(NamedTuple):
    """A routine that needs a state and nothing else besides its arguments."""

    meaning: Any
    arity: int
    """The number of its parameters."""
    is_transition: bool
    is_silent: bool
    raised_for_arguments: frozenset[str]
    """The exceptions that it raises for its arguments alone, whatever the state."""
    refused: dict[tuple[Any, ...], type[Exception]]
    """The arguments for which it was seen to raise one of these."""


class QuickMachine(Machine):
    """A machine in which calls that raise the same exception in a state share their outcome."""

    def __init__(self, *given: Any, stand_ins: StandIns | None = None, **named: Any) -> None:
        """Prepare the module, as :class:`~modspec.run.machine.Machine` does.

        ``stand_ins`` are applied instead of functions that they equal.
        """
        super().__init__(*given, **named)
        if not self.instance.has_edits:
            put_stand_ins(self.instance, {**_without_memos(self.module), **(stand_ins or {})})
        self._plain = {
            name: _Plain(
                self.instance[name],
                len(function.parameters),
                function.is_transition,
                function.is_transition and function.output is None,
                frozenset() if self.instance.has_edits else raised_for_arguments(function),
                {},
            )
            for name, function in self._routines.items()
            if function.state and function.result != REAL
            if not self.chooses(name) and name not in self._bounded
        }
        self._initializers = {function.name for function in self.module.initializers}
        self._states: dict[State, State] | None = None if self.instance.has_edits else {}
        self._latest: State | None = None
        self._refusals: dict[type[Exception], Outcome] = {}
        """The outcomes of the calls that raised in the latest state."""

    def with_edits(self, edits: Mapping[tuple[str, str], Edit]) -> Machine:
        """Return this machine with edits; it shares functions that no edit affects, with memos."""
        return QuickMachine(self.module, self.instance.constants, edits, base=self.instance)

    def is_initializer(self, call: Call) -> bool:
        """Whether a call is of an initialiser, so that it needs no state."""
        return call.routine in self._initializers

    def call(
        self,
        state: State | None,
        routine: str,
        arguments: Sequence[Any] = (),
        choice: IsChosen | None = None,
    ) -> Outcome:
        """Return the outcome of a call in a state, as any machine does."""
        plain = self._plain.get(routine)
        if plain is None or state is None or len(arguments) != plain.arity:
            return super().call(state, routine, arguments, choice)
        refused = plain.refused
        if refused and (kind := refused.get(tuple(arguments))):
            return self._refusal(state, kind)
        try:
            result = plain.meaning(state, *arguments)
        except self._exceptions as error:
            kind = type(error)
            if kind.__name__ in plain.raised_for_arguments:
                if len(refused) > MEMO_SIZE:
                    refused.clear()
                refused[tuple(arguments)] = kind
            return self._refusal(state, kind)
        except AssertionError as error:
            problem = f"{routine} assumes something that does not hold here"
            raise AssumptionViolated(problem) from error
        if plain.is_silent:
            return Outcome(self._first_equal(result), is_silent=True)
        if plain.is_transition:
            after, output = result
            return Outcome(self._first_equal(after), output)
        return Outcome(state, result)

    def _first_equal(self, state: State) -> State:
        """Return the first state that was equal to this one: the same object is found sooner."""
        if self._states is None or origin_of(state):
            return state
        if len(self._states) > MEMO_SIZE:
            self._states.clear()
        return self._states.setdefault(state, state)

    def _refusal(self, state: State, kind: type[Exception]) -> Outcome:
        """Return the outcome of a call that raises in a state."""
        if state is not self._latest:
            self._latest, self._refusals = state, {}
        known = self._refusals.get(kind)
        if known is None:
            known = self._refusals[kind] = Outcome(state, exception=kind.__name__)
        return known


def raises_for_arguments_alone(machine: Machine, function: Function) -> bool:
    """Whether it does not depend on the state which calls of a routine raise, or are specified."""
    is_as_written = machine.is_total(function) and not machine.instance.has_edits
    return is_as_written and raised_for_arguments(function).issuperset(function.raises)


@cache
def _without_memos(module: Module) -> StandIns:
    """Return functions that only look an element of a mapping up, to be applied without memos.

    To look their results up would take longer.
    """
    modules = {each for program in module.access_programs for each, _ in reachable([program])}
    return {
        (each, function.name): unwrap
        for each in modules
        for function in declare(each).functions
        if function.choice is None and _looks_up_an_element(function)
    }


def _looks_up_an_element(function: Function) -> bool:
    """Whether a function reads an element of an argument, and does nothing that takes long."""
    parts = [part for clause in function.clauses() for part in walk(clause.value)]
    is_short = not any(isinstance(part, Apply | Generator) for part in parts)
    return function.state is None and is_short and any(isinstance(each, Index) for each in parts)


@cache
def raised_for_arguments(function: Function) -> frozenset[str]:
    """Return the exceptions that a routine raises for its arguments alone, whatever the state.

    The conditions of its first clauses do not read the state, and nothing else raises these.
    """
    if function.assumptions or function.definitions:
        return frozenset()
    first = [*takewhile(is_about_arguments, function.exceptions)]
    others = {clause.exception for clause in function.exceptions[len(first) :]}
    for module, name in reachable([function]) - {(function.module, function.name)}:
        others |= {*declare(module)[name].raises}
    return frozenset(clause.exception for clause in first) - others


def is_about_arguments(clause: Clause) -> bool:
    """Whether a clause does not read the state."""
    return not any(isinstance(part, StateVariable | TheState) for part in walk(clause.value))
