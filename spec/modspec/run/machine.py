"""Run: a specification as a machine whose states are values.

``Machine(module).call(state, routine, arguments)`` gives the state after the call and its output, or the
exception that it raises and the clause that says so. A call never changes the state it is given; a call
that raises, and one that yields an output, lead to the same state again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from modspec.run.instance import Edit, Instance
from modspec.syntax.declaration import declare, function_of
from modspec.syntax.errors import SpecificationError
from modspec.syntax.expressions import Apply, Expression, Field, Index, Slice, StateVariable
from modspec.syntax.module import Function, Module
from modspec.syntax.relations import reachable
from modspec.syntax.values import State

FAILED_CALL = "failed-call"
"""The rule of the notation that a call which raises leaves the state unchanged."""

QUERIES_PURE = "queries-pure"
"""The rule of the notation that a call which yields an output leaves the state unchanged."""


class AssumptionViolated(SpecificationError):
    """A call of which the specification says nothing, because what it assumes does not hold."""


@dataclass(frozen=True)
class Outcome:
    """What a call leads to: the state after it, and an output or an exception."""

    state: State | None
    output: Any = None
    exception: str | None = None
    """The name of the exception, or None."""


@dataclass(frozen=True)
class Call:
    """A routine and its arguments, apart from the state."""

    routine: str
    arguments: tuple[Any, ...] = ()

    def __str__(self) -> str:
        shown = ", ".join(getattr(argument, "name", str(argument)) for argument in self.arguments)
        return f"{self.routine}({shown})"


class Machine:
    """The access programs of a module, ready to be called."""

    def __init__(
        self,
        module: Module,
        constants: Mapping[str, object] | None = None,
        edits: Mapping[tuple[str, str], Edit] | None = None,
        base: Instance | None = None,
    ) -> None:
        """Prepare the module, with constants, edits and a like one as for :class:`Instance`."""
        self.module = module
        self.instance = Instance(module, constants, edits, base=base)
        self._routines = {function.name: function for function in module.access_programs}
        self._meanings = {
            name: (function, self.instance[name], function.is_transition)
            for name, function in self._routines.items()
        }
        raised = {name for function in module.functions for name in function.raises}
        self._exceptions = tuple(getattr(module.python, name) for name in sorted(raised))
        self._assuming = _assuming(module)

    def with_edits(self, edits: Mapping[tuple[str, str], Edit]) -> Machine:
        """The machine with edits; what they do not concern, and what it remembers, is shared with this one."""
        return Machine(self.module, self.instance.constants, edits, base=self.instance)

    def routine(self, name: str) -> Function:
        """The access program of that name; SpecificationError if there is none."""
        if name in self._routines:
            return self._routines[name]
        known = ", ".join(self._routines)
        raise SpecificationError(
            f"{self.module.name} has no access program {name!r}; it has {known}"
        )

    def is_initializer(self, call: Call) -> bool:
        """Whether a call begins anew, whatever was before: it is one of an initialiser."""
        return self.routine(call.routine) in self.module.initializers

    def initial(self, *arguments: Any) -> State:
        """The state that the module's first initialiser establishes."""
        if not self.module.initializers:
            raise SpecificationError(
                f"{self.module.name} has no access program that yields a first state"
            )
        outcome = self.call(None, self.module.initializers[0].name, arguments)
        if outcome.state is None:
            raise SpecificationError(
                f"{self.module.name} raised {outcome.exception} at its initialisation"
            )
        return outcome.state

    def call(self, state: State | None, routine: str, arguments: Sequence[Any] = ()) -> Outcome:
        """The outcome of a call in a state.

        Raises :class:`AssumptionViolated` if the routine assumes something that does not hold, and
        :class:`SpecificationError` if there is no such routine, if it takes other arguments, or if it
        needs a state and there is none.
        """
        if routine not in self._meanings:
            self.routine(routine)  # which says what there is
        function, meaning, is_transition = self._meanings[routine]
        given = self._given(function, state, arguments)
        try:
            result = meaning(*given)
        except self._exceptions as raised:
            return Outcome(state, exception=type(raised).__name__)
        except AssertionError as broken:
            raise AssumptionViolated(
                f"{routine} assumes something that does not hold here"
            ) from broken
        if is_transition:
            return Outcome(result)
        return Outcome(state, output=result)

    def is_allowed(self, state: State | None, routine: str, arguments: Sequence[Any] = ()) -> bool:
        """Whether the specification says what the call does: all that the routine assumes holds."""
        if routine not in self._assuming:
            return True
        try:
            self.call(state, routine, arguments)
        except AssumptionViolated:
            return False
        return True

    def _given(
        self, function: Function, state: State | None, arguments: Sequence[Any]
    ) -> tuple[Any, ...]:
        if len(arguments) == len(function.parameters) and function.state and state is not None:
            return (state, *arguments)
        if len(arguments) != len(function.parameters):
            names = ", ".join(parameter.name for parameter in function.parameters) or "no arguments"
            raise SpecificationError(
                f"{function.name} takes {names}; given: {len(arguments)} arguments"
            )
        if function.state is None:
            return tuple(arguments)
        first = ", ".join(f.name for f in self.module.initializers) or "an initialiser"
        raise SpecificationError(f"{function.name} needs a state; call {first} first")

    @property
    def undefined_errors(self) -> tuple[type[Exception], ...]:
        """What is raised where clauses mean nothing: no such element, an assumption broken, or a declared exception."""
        declared = (
            getattr(module.python, name)
            for module in self.instance.modules()
            for function in module.functions
            for name in function.raises
        )
        return (AssumptionViolated, AssertionError, LookupError, *dict.fromkeys(declared))

    # -- what observes what ------------------------------------------------------------------------

    @cached_property
    def observers(self) -> tuple[Function, ...]:
        """The access programs whose output is a state variable, or an element of one.

        Together they show the state; what a transition does is judged by what they say after it.
        """
        return tuple(
            function
            for function in self.module.access_programs
            if function.output is not None and observed_variable(function) is not None
        )


@cache
def _assuming(module: Module) -> frozenset[str]:
    """The access programs of a module that assume something."""
    return frozenset(f.name for f in module.access_programs if _assumes(f))


def _assumes(function: Function) -> bool:
    """Whether a function, or one that it applies, assumes something."""
    return any(declare(module)[name].assumptions for module, name in reachable([function]))


def observed_variable(function: Function) -> str | None:
    """The state variable that the output of an access program is, or is an element of."""
    if function.output is None:
        return None
    value: Expression = function.output.value
    while not isinstance(value, StateVariable):
        if isinstance(value, Apply) and _observes(function_of(value)):
            # what is observed is a part of the state, seen by its own module
            value = value.arguments[0]
        elif isinstance(value, Field | Index | Slice):
            value = value.target
        else:
            return None
    return value.name


def _observes(function: Function) -> bool:
    return function.state is not None and observed_variable(function) is not None
