"""Contract: an implementation that is checked at every call against its specification's clauses.

Nothing is stated twice. An implementation names its specification, and gives an abstraction
function that returns the state of the specification for its own state::

    contract = Contract(declare("counter"), abstraction=lambda: Counter(value=_value))

    @contract
    def increment() -> None: ...

- Before a call, the assumptions of the routine must hold; else :class:`AssumptionViolated`.
- After it, an exception was raised exactly if an exception clause holds, by the first that does;
  each state variable has the value of its transition; the output is that of its clause; a call that
  raises or has an output left the state as it was; the state invariant holds. Else
  :class:`ContractViolation`.

To run a program without the checks, set the environment variable ``MODSPEC_CONTRACTS`` to ``off``
before it is imported (the decorator then returns each function as it is), or use
:func:`without_checks`.

:class:`ContractTerms` is the same without calls: clauses as callables over values, for a tool that
reasons about calls instead of making them, as CrossHair does.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Any, ParamSpec, TypeVar

from modspec.explain.explain import argument_environment, environment
from modspec.print import terminal
from modspec.print.document import Document, text, with_label
from modspec.print.formula import (
    definitions,
    exception_clause,
    exception_clauses,
    formula,
    output_clause,
    transition_clause,
)
from modspec.run.evaluate import Evaluator
from modspec.run.instance import Instance
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, AssumptionViolated, Call, Outcome
from modspec.run.plain import choice_text
from modspec.run.reals import USUAL, tolerance_of, with_tolerance
from modspec.syntax.bounds import bounded_hints, outlier
from modspec.syntax.choices import picking
from modspec.syntax.errors import SpecificationError
from modspec.syntax.expressions import And, walk
from modspec.syntax.module import Assignment, Clause, ExceptionClause, Function, Module
from modspec.syntax.values import State, frozen, values_of

P = ParamSpec("P")
R = TypeVar("R")

SWITCH = "MODSPEC_CONTRACTS"
"""The environment variable that, set to ``off``, keeps functions from being wrapped at all."""

_MEMO_SIZE = 1 << 12
"""The number of results that each function's memo holds: enough for a game, not for a long run."""

_COLUMN = 14
"""The column of a message at which the text beside the keywords begins."""

_SHOWN = 6
"""The number of elements of a collection that a message shows."""

_is_checking: ContextVar[bool] = ContextVar("is_checking", default=True)


@contextmanager
def without_checks() -> Iterator[None]:
    """Make calls without checking them, as a benchmark does."""
    token = _is_checking.set(False)
    try:
        yield
    finally:
        _is_checking.reset(token)


class ContractPart(Enum):
    """The part of a contract that a call violates, by the template's keyword if it has one."""

    EXCEPTION = "exception"
    TRANSITION = "transition"
    OUTPUT = "output"
    UNCHANGED = "unchanged"
    """A call that raises, or that has an output, leaves the state as it was."""

    INVARIANT = "invariant"


@dataclass(frozen=True)
class Violation:
    """A clause that a call does not satisfy."""

    part: ContractPart
    formula: str
    """The clause as mathematics, its rules at the right; possibly several lines."""

    rules: tuple[str, ...]
    expected: Any
    got: Any


class ContractViolation(AssertionError):
    """A call that does not follow the specification: the implementation is wrong.

    Attributes: ``routine``, ``call`` (with its arguments), ``part`` (a :class:`ContractPart`),
    ``formula`` (the clause), ``rules`` (their ids), ``expected`` and ``got``, ``before`` (the state
    before the call).
    """

    def __init__(
        self, call: Call, violation: Violation, before: State | None, headline: str = ""
    ) -> None:
        self.call, self.routine, self.before = call, call.routine, before
        self.part, self.formula, self.rules = violation.part, violation.formula, violation.rules
        self.expected, self.got = violation.expected, violation.got
        expected, got = format_difference(violation.expected, violation.got)
        entries = {violation.part.value: violation.formula, "expected": expected, "got": got}
        headline = headline or f"{call} does not do what its specification says"
        super().__init__(format_message(headline, entries))


# -- the clauses as callables ----------------------------------------------------------------------


class ContractTerms:
    """The contract of one access program: its clauses, as callables over values.

    A call is a state before it, arguments, and an :class:`~modspec.run.machine.Outcome`, in which
    an exception is a value: CrossHair checks no postcondition if an exception leaves a function.
    Its precondition is ``unmet_assumption(...) is None``, its postcondition ``violation(...) is
    None``. The instance must not look up symbolic values (``memo_size=0``); it may be a lifted one.
    """

    def __init__(self, instance: Instance, function: Function) -> None:
        """Take the clauses of an access program of the instance's module."""
        self.function = function
        self._instance = instance
        self._invariant = instance.module.invariant
        state = instance.module.state
        self._variables = tuple(v.name for v in state.variables) if state else ()
        self._tolerance = tolerance_of(instance.module)

    def unmet_assumption(self, before: State | None, arguments: tuple[Any, ...]) -> str | None:
        """Return the first assumption that does not hold before the call, as a formula, or None."""
        kinds = bounded_hints(vars(self._instance.module.python)[self.function.name])
        for parameter, value in zip(self.function.parameters, arguments, strict=True):
            found = outlier(value, kinds.get(parameter.name))
            if found is not None:
                return f"{parameter.name} is {found}"
        for clause in self.function.assumptions:
            if not self._value(before, arguments)(clause.value):
                return format_formula(formula(clause.value), clause.rules)
        return None

    def due_exception(
        self, before: State | None, arguments: tuple[Any, ...]
    ) -> ExceptionClause | None:
        """Return the clause by which the call raises, the first that holds, or None."""
        for clause in self.function.exceptions:
            if self._value(before, arguments)(clause.value):
                return clause
        return None

    def violation(
        self, before: State | None, arguments: tuple[Any, ...], outcome: Outcome
    ) -> Violation | None:
        """Return the first clause that the call does not satisfy, or None."""
        due = self.due_exception(before, arguments)
        if outcome.exception != (due.exception if due else None):
            return self._wrong_exception(due, outcome.exception)
        if due:
            found = self._change(before, outcome.state, FAILED_CALL)
        else:
            found = self._wrong_result(before, arguments, outcome)
        return found or self.invariant_violation(outcome.state)

    def invariant_violation(self, state: State | None) -> Violation | None:
        """Return the first conjunct of the state invariant that does not hold, or None."""
        found = outlier(state, type(state))
        if found is not None:
            expected, got = str(found.bounds), found.value
            return Violation(ContractPart.INVARIANT, "the types of the state", (), expected, got)
        if self._invariant is None or self._invariant.output is None or state is None:
            return None
        if self._instance[self._invariant.name](state):
            return None
        clause = self._invariant.output
        value = Evaluator(environment(self._instance, self._invariant, state, ()))
        conjuncts = clause.value.operands if isinstance(clause.value, And) else (clause.value,)
        failing = next(conjunct for conjunct in conjuncts if not value(conjunct))
        rules = failing.rules or clause.rules
        stated = format_formula(formula(failing), rules)
        return Violation(ContractPart.INVARIANT, stated, rules, True, False)

    def _value(self, before: State | None, arguments: tuple[Any, ...]) -> Evaluator:
        return Evaluator(argument_environment(self._instance, self.function, before, arguments))

    def _wrong_exception(self, due: ExceptionClause | None, raised: str | None) -> Violation:
        expected = Raised(due.exception if due else None)
        rules: tuple[str, ...] = ()
        stated = "none"
        if due:
            rules = due.rules
            stated = format_formula(exception_clause(due), rules)
        elif self.function.exceptions:
            clauses = [clause for clause in self.function.exceptions if clause.exception == raised]
            rules = tuple(dict.fromkeys(rule for clause in clauses for rule in clause.rules))
            stated = format_formula(exception_clauses(self.function))
        return Violation(ContractPart.EXCEPTION, stated, rules, expected, Raised(raised))

    def _wrong_result(
        self, before: State | None, arguments: tuple[Any, ...], outcome: Outcome
    ) -> Violation | None:
        output = frozen(outcome.output)
        with picking(lambda allowed: _is_same(allowed, output, self._tolerance)) as pick:
            value = Evaluator(environment(self._instance, self.function, before, arguments))
            for clause in self._result_clauses():
                expected, got = frozen(value(clause.value)), output
                if isinstance(clause, Assignment):
                    got = getattr(outcome.state, clause.variable, None)
                if _is_same(expected, got, self._tolerance):
                    continue
                if clause is self.function.output and pick.allowed:
                    expected = AnyOf(pick.allowed)
                return self._wrong_value(clause, expected, got)
        if self.function.output is None or self.function.state is None:
            return None
        if self.function.is_transition:
            return None
        return self._change(before, outcome.state, QUERIES_PURE)

    def _result_clauses(self) -> Iterator[Clause]:
        """Yield what a call comes to: a choice first, for the next state follows from it."""
        output = (self.function.output,) if self.function.output else ()
        first, then = (output, ()) if self.function.choice is not None else ((), output)
        yield from (*first, *self.function.transition, *then)

    def _wrong_value(self, clause: Clause, expected: Any, got: Any) -> Violation:
        part, name = ContractPart.OUTPUT, "out"
        if isinstance(clause, Assignment):
            part, name = ContractPart.TRANSITION, clause.variable
        lines = [format_formula(text(f"{name} := ") + formula(clause.value), clause.rules)]
        if self.function.definitions:
            lines.append(format_formula(text("where ") + definitions(self.function)))
        inner = (rule for node in walk(clause.value) for rule in node.rules)
        rules = tuple(dict.fromkeys([*clause.rules, *inner]))
        return Violation(part, "\n".join(lines), rules, expected, got)

    def _change(self, before: State | None, after: State | None, rule: str) -> Violation | None:
        """Return the first state variable that has changed, as a violation, or None."""
        if before == after:
            return None
        for name in self._variables:
            old, new = getattr(before, name, None), getattr(after, name, None)
            if not _is_same(old, new):
                stated = format_formula(text(f"{name} := {name}"), (rule,))
                return Violation(ContractPart.UNCHANGED, stated, (rule,), old, new)
        return None


def _is_same(expected: Any, got: Any, tolerance: float = USUAL) -> bool:
    """Whether two values are equal, reals within a tolerance; a truth value equals no number."""
    if isinstance(expected, State) and type(expected) is type(got):
        pairs = zip(values_of(expected), values_of(got), strict=True)
        return all(_is_same(*pair, tolerance) for pair in pairs)
    is_equal = bool(with_tolerance(expected, tolerance) == got)
    return is_equal and isinstance(expected, bool) == isinstance(got, bool)


# -- the decorator ---------------------------------------------------------------------------------


class Contract:
    """Checks an implementation against a module: a decorator for each of its access programs."""

    def __init__(
        self,
        module: Module,
        abstraction: Callable[..., State | None] | None = None,
        constants: Mapping[str, object] | None = None,
        objects: Mapping[type, Callable[[Any], State]] | None = None,
    ) -> None:
        """Take the module, and the function that abstracts the implementation's state.

        ``constants`` gives other values to constants of the specification, by name. ``objects``
        has an abstraction function for each class whose objects are arguments or outputs, besides
        the implementation's own.

        The abstraction function of an abstract object takes nothing; that of an abstract data type
        takes the object, which is also the first argument of each access program. It may return
        None, or fail, before an initialiser is called; it may call access programs. A module
        without a state, which has functions only, needs none.

        Raises :class:`SpecificationError` if the module has a state, and no abstraction is given.
        """
        if abstraction is None and module.state is not None:
            problem = f"{module.name} has a state, {module.state.name}; give Contract a function"
            raise SpecificationError(f"{problem} that returns it: abstraction=...")
        self.module = module
        self._instance = _instance(module, tuple((constants or {}).items()))
        self._abstraction: Callable[..., State | None] = abstraction or _no_state
        self._self = len(inspect.signature(self._abstraction).parameters)
        self._busy: set[int] = set()
        self._objects = dict(objects or {})

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Return the function with a check of each call against the access program of its name.

        Raises :class:`SpecificationError` if the module has no such access program, or if it takes
        other parameters.
        """
        if os.environ.get(SWITCH, "").lower() == "off":
            return function
        routine = self._routine(function)
        signature = inspect.signature(function)
        self._require_parameters(routine, signature)
        terms = ContractTerms(self._instance, routine)
        size = len(signature.parameters)

        @functools.wraps(function)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
            if not _is_checking.get():
                return function(*args, **kwargs)
            complete: tuple[Any, ...] = args
            if kwargs or len(args) != size:
                bound = signature.bind(*args, **kwargs)
                bound.apply_defaults()
                complete = bound.args
            target, arguments = complete[: self._self], complete[self._self :]
            busy = id(target[0]) if target else 0
            if busy in self._busy:  # the call is made by another of its access programs
                return function(*args, **kwargs)
            self._busy.add(busy)
            try:
                # the call may change the arguments
                values = tuple(self.abstract(each, target) for each in arguments)
                return self._check(terms, target, values, lambda: function(*args, **kwargs))
            finally:
                self._busy.discard(busy)

        held = HeldRoutine(self, routine, function)
        vars(wrapper)[HELD] = held
        wrapper.__doc__ = "\n\n".join(filter(None, (function.__doc__, held.text())))
        return wrapper

    @property
    def takes_object(self) -> bool:
        """Whether the first argument of each function is the object that it is about."""
        return self._self > 0

    def state_of(self, *target: Any) -> State | None:
        """Return the state of the specification; that of an object, if the functions take one."""
        return self._abstraction(*target)

    def abstract(self, value: Any, target: tuple[Any, ...]) -> Any:
        """Return the specification's value for an argument or an output."""
        if target and type(value) is type(target[0]):
            return self._abstraction(value)
        abstraction = self._objects.get(type(value))
        return frozen(value) if abstraction is None else abstraction(value)

    def _routine(self, function: Callable[..., Any]) -> Function:
        name: str = function.__name__
        routines = {routine.name: routine for routine in self.module.access_programs}
        if name not in routines:
            problem = f"{self.module.name} has no access program {name!r}"
            raise SpecificationError(f"{problem}; it has {', '.join(routines)}")
        return routines[name]

    def _require_parameters(self, routine: Function, signature: inspect.Signature) -> None:
        names = list(signature.parameters)[self._self :]
        if len(names) != len(routine.parameters) or len(signature.parameters) < self._self:
            expected = ", ".join(p.name for p in routine.parameters) or "nothing"
            raise SpecificationError(
                f"{routine.name} takes {expected} in {self.module.name}; "
                f"the function to hold to it takes {', '.join(names) or 'nothing'}"
            )

    def _check(
        self,
        terms: ContractTerms,
        target: tuple[Any, ...],
        arguments: tuple[Any, ...],
        make: Callable[[], R],
    ) -> R:
        """Make the call, compare its outcome with the clauses, and return its result."""
        call = Call(terms.function.name, arguments)
        before = self._state_before(terms, call, target)
        if unmet := terms.unmet_assumption(before, arguments):
            headline = f"{call} was called, but its assumption does not hold"
            raise AssumptionViolated(format_message(headline, {"assumption": unmet}))
        try:
            output = make()
        except (ContractViolation, AssumptionViolated):
            raise  # of another module, which this one uses
        except Exception as error:
            due = terms.due_exception(before, arguments)
            after = self._abstraction(*target) if due else before  # else there may be no state
            outcome = Outcome(after, exception=type(error).__name__)
            if violation := terms.violation(before, arguments, outcome):
                raise ContractViolation(call, violation, before) from error
            raise
        outcome = Outcome(self._abstraction(*target), self.abstract(output, target))
        if violation := terms.violation(before, arguments, outcome):
            raise ContractViolation(call, violation, before)
        return output

    def _state_before(
        self, terms: ContractTerms, call: Call, target: tuple[Any, ...]
    ) -> State | None:
        """Return the state before a call, in which the invariant must hold."""
        routine = terms.function
        if routine.state is None and not routine.exceptions:
            return None  # an initialiser: there may be no state yet
        before = self._abstraction(*target)
        if routine.state is None:
            return before
        if before is None:
            first = " or ".join(f.name for f in self.module.initializers)
            raise AssumptionViolated(f"{call} was called before {first}; there is no state yet")
        if violation := terms.invariant_violation(before):
            headline = f"{call} was called in a state that breaks the invariant"
            raise ContractViolation(call, violation, before, headline)
        return before


@dataclass(frozen=True)
class HeldRoutine:
    """A function that is held to an access program of a specification."""

    contract: Contract
    routine: Function
    function: Callable[..., Any]
    """The function without the checks."""

    def text(self, indent: str = "    ") -> str:
        """Return what the clauses require and ensure, and when it raises, as ``help`` shows it."""
        routine = self.routine
        parts = [("requires", formula(clause.value)) for clause in routine.assumptions]
        if routine.exceptions:
            parts.append(("raises", exception_clauses(routine)))
        if routine.definitions:
            parts.append(("where", definitions(routine)))
        if routine.transition:
            parts.append(("ensures", transition_clause(routine)))
        if routine.output is not None:
            parts.append(("ensures", output_clause(routine)))
        lines = [f"The contract, from the specification of {self.contract.module.name}:"]
        for keyword, document in parts:
            first, *rest = terminal.block(document, terminal.WIDTH - _COLUMN).splitlines()
            lines += [f"  {keyword:<10}{first}", *(f"  {'':<10}{line}" for line in rest)]
        return "\n".join(f"{indent}{line}" for line in lines)


HELD = "__held_routine__"
"""The attribute of a wrapped function that has its :class:`HeldRoutine`."""


def _no_state() -> None:
    """Return the state of a module that has none."""


@functools.cache
def _instance(module: Module, constants: tuple[tuple[str, object], ...]) -> Instance:
    """Return the functions of a specification, shared by all contracts with it."""
    return Instance(module, dict(constants), memo_size=_MEMO_SIZE)


# -- messages --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Raised:
    """The name of the exception that a call raises, or None."""

    exception: str | None

    def __str__(self) -> str:
        return self.exception or "no exception"


@dataclass(frozen=True)
class AnyOf:
    """The outputs that are allowed, where the specification leaves open which one it is."""

    allowed: tuple[Any, ...]

    def __str__(self) -> str:
        return choice_text([*map(format_value, self.allowed)])


def format_formula(document: Document, rules: tuple[str, ...] = ()) -> str:
    """Return a formula in the width beside the keywords, its rules at the right."""
    return terminal.block(with_label(document, rules), terminal.WIDTH - _COLUMN)


def format_message(headline: str, entries: Mapping[str, str]) -> str:
    """Return the headline, and below it the entries with their keywords in a column."""
    lines = [headline]
    for keyword, content in entries.items():
        first, *rest = content.splitlines()
        lines.append(f"  {keyword}".ljust(_COLUMN) + first)
        lines += [" " * _COLUMN + line for line in rest]
    return "\n".join(lines)


def format_difference(expected: Any, got: Any) -> tuple[str, str]:
    """Return two values as text; of two mappings, only the elements that differ."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        keys = [*expected, *(key for key in got if key not in expected)]
        keys = [key for key in keys if expected.get(key, keys) != got.get(key, keys)]
        expected, got = ({k: m[k] for k in keys if k in m} for m in (expected, got))
    return format_value(expected), format_value(got)


def format_value(value: Any) -> str:
    """Return a value as short text; of a large collection, the first elements."""
    match value:
        case bool():
            return str(value).lower()
        case Enum():
            return value.name
        case Mapping():
            pairs = (f"{format_value(key)}: {format_value(item)}" for key, item in value.items())
            return _format_elements("{}", pairs)
        case Set():
            return _format_elements("{}", sorted(map(format_value, value)))
        case tuple():
            brackets = "()" if hasattr(value, "_fields") else "⟨⟩"
            return _format_elements(brackets, map(format_value, value))
    return str(value)


def _format_elements(brackets: str, elements: Iterable[str]) -> str:
    """Return the elements between brackets; of many, the first few and their number."""
    every = list(elements)
    shown = every if len(every) <= _SHOWN else [*every[:_SHOWN], f"... {len(every) - _SHOWN} more"]
    return brackets[0] + ", ".join(shown) + brackets[1]
