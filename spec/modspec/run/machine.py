"""Machine: a specification run as a machine whose states are values.

``Machine(module).call(state, routine, arguments)`` returns the state after the call, with its
output or the exception that it raises. A call never changes the given state; after a call that
raises or yields an output, the state is the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property, partial
from operator import eq
from typing import Any

from modspec.run.instance import Edit, Instance
from modspec.run.reals import Real, tolerance_of
from modspec.syntax.bounds import bounded_hints, holds_bounds, outlier
from modspec.syntax.choices import IsChosen, picking
from modspec.syntax.declaration import declare, function_of
from modspec.syntax.errors import SpecificationError
from modspec.syntax.expressions import Apply, Expression, Field, Index, Slice, StateVariable
from modspec.syntax.module import Function, Module
from modspec.syntax.relations import reachable
from modspec.syntax.types import REAL
from modspec.syntax.values import State

FAILED_CALL = "failed-call"
"""The notation's rule: a call that raises leaves the state unchanged."""

QUERIES_PURE = "queries-pure"
"""The notation's rule: a call that yields an output leaves the state unchanged."""


class AssumptionViolated(SpecificationError):
    """A call whose assumption does not hold, so that the specification does not define it."""


@dataclass(unsafe_hash=True, slots=True)
class Outcome:
    """The result of a call: the state after it, and an output or an exception.

    Treat an outcome as immutable. The class is not frozen: a check makes a million outcomes and
    calls, and each would take several times as long.
    """

    state: State | None
    output: Any = None
    exception: str | None = None
    """The name of the exception, or None."""

    is_silent: bool = False
    """Whether the call is a transition without an output: whatever a program yields is right."""

    allowed: tuple[Any, ...] = ()
    """The outputs that are right, in order, where the routine chooses one; else none."""


@dataclass(unsafe_hash=True, slots=True)
class Call:
    """A routine and its arguments, apart from the state.

    Treat a call as immutable, as an outcome.
    """

    routine: str
    arguments: tuple[Any, ...] = ()
    choice: IsChosen | None = field(default=None, hash=False)
    """Which of the outputs that are allowed was chosen, where the routine chooses one; None: the
    first in order. It is no part of the call as it is made, but of what happened."""

    def __str__(self) -> str:
        chosen = "" if self.choice is None else f" → {self.choice}"
        return f"{self.routine}({', '.join(map(value_text, self.arguments))}){chosen}"


def value_text(value: Any) -> str:
    """Return a value of a specification as people type it in a call."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, State):
        from modspec.run.objects import origin_text  # it is about calls, and so needs them

        return origin_text(value)
    if isinstance(value, float):
        return f"{value:.12g}"
    if hasattr(value, "_fields"):
        return f"{type(value).__name__}({', '.join(map(value_text, value))})"
    if isinstance(value, tuple):
        return f"({''.join(f'{value_text(each)}, ' for each in value)})"
    if isinstance(value, AbstractSet):
        return f"{{{', '.join(sorted(map(value_text, value)))}}}"
    if isinstance(value, Mapping):
        pairs = sorted((value_text(key), value_text(each)) for key, each in value.items())
        return f"{{{', '.join(f'{key}: {each}' for key, each in pairs)}}}"
    if isinstance(value, str):
        return string_text(value)
    return "none" if value is None else repr(value)


def string_text(value: str) -> str:
    """Return a string in the quotes that it has in the notation."""
    return json.dumps(str(value), ensure_ascii=False)


class Machine:
    """The access programs of a module, ready to be called."""

    def __init__(
        self,
        module: Module,
        constants: Mapping[str, object] | None = None,
        edits: Mapping[tuple[str, str], Edit] | None = None,
        base: Instance | None = None,
    ) -> None:
        """Prepare the module; constants, edits and base are as for :class:`Instance`."""
        self.module = module
        self.instance = Instance(module, constants, edits, base=base)
        self._routines = {function.name: function for function in module.access_programs}
        self._meanings = {
            name: (function, self.instance[name], function.is_transition)
            for name, function in self._routines.items()
        }
        raised = {name for function in module.functions for name in function.raises}
        self._exceptions = tuple(getattr(module.python, name) for name in sorted(raised))
        # other constants may move bounds, and the types of a file stay
        self._bounded = frozenset() if constants else _programs_with_bounds(module)
        self._assuming = _assuming(module) | self._bounded
        self._choosing = _choosing_programs(module)
        self._tolerance = tolerance_of(module)

    def with_edits(self, edits: Mapping[tuple[str, str], Edit]) -> Machine:
        """Return this machine with edits; it shares functions that no edit affects, with memos."""
        return Machine(self.module, self.instance.constants, edits, base=self.instance)

    def routine(self, name: str) -> Function:
        """Return the access program of that name; SpecificationError if there is none."""
        if name in self._routines:
            return self._routines[name]
        known = ", ".join(self._routines)
        problem = f"{self.module.name} has no access program {name!r}; it has {known}"
        raise SpecificationError(problem)

    def is_initializer(self, call: Call) -> bool:
        """Whether a call is of an initialiser, so that it needs no state."""
        return self.routine(call.routine) in self.module.initializers

    def initial(self, *arguments: Any) -> State:
        """Return the state that the module's first initialiser establishes."""
        name = self.module.name
        if not self.module.initializers:
            raise SpecificationError(f"{name} has no access program that yields a first state")
        outcome = self.call(None, self.module.initializers[0].name, arguments)
        if outcome.state is None:
            raise SpecificationError(f"{name} raised {outcome.exception} at its initialisation")
        return outcome.state

    def call(
        self,
        state: State | None,
        routine: str,
        arguments: Sequence[Any] = (),
        choice: IsChosen | None = None,
    ) -> Outcome:
        """Return the outcome of a call in a state; of a routine that chooses, with this choice.

        Where the choice is not allowed, the outcome is that of the first one that is allowed.

        Raises :class:`AssumptionViolated` if an assumption of the routine does not hold, and
        :class:`SpecificationError` if there is no such routine, if it takes other arguments, or if
        it needs a state and there is none.
        """
        if routine not in self._meanings:
            self.routine(routine)  # raises, and lists the routines
        function, meaning, is_transition = self._meanings[routine]
        complete = self._complete(function, state, arguments)
        allowed: tuple[Any, ...] = ()
        try:
            if self._choosing and routine in self._choosing:
                with picking(choice) as pick:
                    result = meaning(*complete)
                allowed = pick.allowed
            else:
                result = meaning(*complete)
        except self._exceptions as error:
            return Outcome(state, exception=type(error).__name__)
        except AssertionError as error:
            problem = f"{routine} assumes something that does not hold here"
            raise AssumptionViolated(problem) from error
        if is_transition and function.output is None:
            return Outcome(result, is_silent=True)
        after, output = result if is_transition else (state, result)
        if function.result == REAL:
            output = Real(output, self._tolerance)  # of an integer too, such as a sum of nothing
        return Outcome(after, output=output, allowed=allowed)

    def outcomes(
        self, state: State | None, routine: str, arguments: Sequence[Any] = ()
    ) -> Iterator[Outcome]:
        """Yield the outcome of a call for each choice that is allowed, else the only outcome."""
        first = self.call(state, routine, arguments)
        yield first
        for value in first.allowed[1:]:
            yield self.call(state, routine, arguments, partial(eq, value))

    @property
    def makes_choices(self) -> bool:
        """Whether the specification leaves some output to the program."""
        return bool(self._choosing)

    def chooses(self, routine: str) -> bool:
        """Whether the specification leaves it to the program what a routine yields."""
        return routine in self._choosing

    def is_total(self, function: Function) -> bool:
        """Whether the specification defines every call of an access program."""
        return function.name not in self._assuming

    def is_allowed(self, state: State | None, routine: str, arguments: Sequence[Any] = ()) -> bool:
        """Whether the specification defines the call: all assumptions of the routine hold."""
        if routine not in self._assuming:
            return True
        try:
            self.call(state, routine, arguments)
        except AssumptionViolated:
            return False
        return True

    def _complete(
        self, function: Function, state: State | None, arguments: Sequence[Any]
    ) -> tuple[Any, ...]:
        """Return all arguments of a function, the state first if it takes one."""
        if self._bounded and function.name in self._bounded:
            self._demand_within_bounds(function, arguments)
        if len(arguments) == len(function.parameters) and function.state and state is not None:
            return (state, *arguments)
        if len(arguments) != len(function.parameters):
            names = ", ".join(parameter.name for parameter in function.parameters) or "no arguments"
            problem = f"{function.name} takes {names}; given: {len(arguments)} arguments"
            raise SpecificationError(problem)
        if function.state is None:
            return tuple(arguments)
        first = ", ".join(f.name for f in self.module.initializers) or "an initialiser"
        raise SpecificationError(f"{function.name} needs a state; call {first} first")

    def _demand_within_bounds(self, function: Function, arguments: Sequence[Any]) -> None:
        """Raise AssumptionViolated for an argument outside its type."""
        kinds = bounded_hints(vars(self.module.python)[function.name])
        for parameter, value in zip(function.parameters, arguments, strict=False):
            found = outlier(value, kinds.get(parameter.name))
            if found is not None:
                raise AssumptionViolated(f"{parameter.name} of {function.name} is {found}")

    @property
    def undefined_errors(self) -> tuple[type[Exception], ...]:
        """The exceptions of clauses without a value: a missing element, an assumption, a guard."""
        declared = (
            getattr(module.python, name)
            for module in self.instance.modules()
            for function in module.functions
            for name in function.raises
        )
        of_python = (AssertionError, LookupError, ValueError)  # ValueError: the max of nothing
        return (AssumptionViolated, *of_python, *dict.fromkeys(declared))

    @cached_property
    def observers(self) -> tuple[Function, ...]:
        """The access programs whose output is a state variable, or an element of one.

        Together they show the state: a checker judges a transition by their outputs after it.
        """
        return tuple(
            function
            for function in self.module.access_programs
            if observed_variable(function) is not None
        )


@cache
def _assuming(module: Module) -> frozenset[str]:
    """Return the access programs that have an assumption, or apply a function that has one."""
    return frozenset(
        function.name
        for function in module.access_programs
        if any(declare(module)[name].assumptions for module, name in reachable([function]))
    )


@cache
def _choosing_programs(module: Module) -> frozenset[str]:
    """Return the access programs that choose what they yield."""
    return frozenset(f.name for f in module.access_programs if f.choice is not None)


@cache
def _programs_with_bounds(module: Module) -> frozenset[str]:
    """Return the access programs with a parameter whose type has bounds."""
    return frozenset(
        function.name
        for function in module.access_programs
        if any(
            holds_bounds(bounded_hints(vars(module.python)[function.name]).get(parameter.name))
            for parameter in function.parameters
        )
    )


def observed_variable(function: Function) -> str | None:
    """Return the state variable that a query yields, or yields a part of, if any."""
    if function.output is None or function.is_transition:
        return None
    value: Expression = function.output.value
    while not isinstance(value, StateVariable):
        if isinstance(value, Apply) and _is_observer(function_of(value)):
            value = value.arguments[0]  # a part of the state, observed by its own module
        elif isinstance(value, Field | Index | Slice):
            value = value.target
        else:
            return None
    return value.name


def _is_observer(function: Function) -> bool:
    return function.state is not None and observed_variable(function) is not None
