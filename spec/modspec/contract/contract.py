"""Contract: an implementation that is checked at every call against its specification's clauses.

Nothing is restated. An implementation says which specification it implements, and by an abstraction
function which state of the specification its own state stands for; the clauses do the rest::

    contract = Contract(declare("counter"), abstraction=lambda: Counter(value=_value))

    @contract
    def increment() -> None: ...

- Before a call: what the routine assumes must hold, else the caller is told
  (:class:`AssumptionViolated`).
- After it: an exception was raised exactly if a condition holds, the one of the first that does;
  each state variable has the value of its transition; the output is that of its clause; whatever
  raises or has an output left the state as it was; the state invariant holds. Else
  :class:`ContractViolation`.

A program that runs without them: set the environment variable ``MODSPEC_CONTRACTS`` to ``off``
before it is imported, and the decorator returns each function as it is; or call it within
:func:`unchecked`.

:class:`Dialect` is the same without any call: clauses as callables over values. A tool that reasons
about calls instead of making them, as CrossHair does, takes its pre- and postcondition from there.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Any, ParamSpec, TypeVar

from modspec.contract.violation_text import format_difference, format_formula, format_message
from modspec.explain.explain import environment
from modspec.print import clauses as printed_clauses
from modspec.print.document import text
from modspec.print.formula import formula
from modspec.run.evaluate import Environment, Evaluator
from modspec.run.instance import Instance
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, AssumptionViolated, Call, Outcome
from modspec.syntax.errors import SpecificationError
from modspec.syntax.expressions import And, walk
from modspec.syntax.module import Assignment, Clause, ExceptionClause, Function, Module
from modspec.syntax.values import State, frozen

P = ParamSpec("P")
R = TypeVar("R")

SWITCH = "MODSPEC_CONTRACTS"
"""The environment variable that, set to ``off``, keeps functions from being wrapped at all."""


_REMEMBERED = 1 << 12
"""How many results each function of a specification keeps: a game's worth, not a long run's."""

_checking: ContextVar[bool] = ContextVar("checking", default=True)


@contextmanager
def without_checks() -> Iterator[None]:
    """Make calls without checking them, as a benchmark does."""
    token = _checking.set(False)
    try:
        yield
    finally:
        _checking.reset(token)


class ContractPart(Enum):
    """What of a contract a call may break, by the template's keyword where it has one."""

    EXCEPTION = "exception"
    TRANSITION = "transition"
    OUTPUT = "output"
    UNCHANGED = "unchanged"
    """A call that raises, or that has an output, leaves the state as it was."""

    INVARIANT = "invariant"


@dataclass(frozen=True)
class Violation:
    """A clause that a call does not keep."""

    part: ContractPart
    formula: str
    """The clause as mathematics, its rules at the right; of several lines if need be."""

    rules: tuple[str, ...]
    expected: Any
    got: Any


class ContractViolation(AssertionError):
    """A call that is not what the specification says: the implementation is wrong.

    Attributes: ``routine``, ``call`` (it and its arguments), ``part`` (which of the :class:`ContractPart`),
    ``formula`` (the clause), ``rules`` (their ids), ``expected`` and ``got``, ``before`` (the state
    before the call).
    """

    def __init__(
        self, call: Call, breach: Violation, before: State | None, headline: str = ""
    ) -> None:
        self.call, self.routine, self.before = call, call.routine, before
        self.part, self.formula, self.rules = breach.part, breach.formula, breach.rules
        self.expected, self.got = breach.expected, breach.got
        expected, got = format_difference(breach.expected, breach.got)
        super().__init__(
            format_message(
                headline or f"{call} does not do what its specification says",
                {breach.part.value: breach.formula, "expected": expected, "got": got},
            )
        )


# -- the clauses as callables ----------------------------------------------------------------------


class ContractTerms:
    """What one access program is held to: its clauses, as callables over values.

    A call is given as the state before it, its arguments, and its
    :class:`~modspec.run.machine.Outcome`, in which an exception is a value like any other. That is
    what CrossHair needs, which checks no postcondition where an exception leaves a function: let
    the function that it is shown return an outcome, and take ``unmet(...) is None`` for its
    precondition and ``breach(...) is None`` for its postcondition. The instance must not look up
    symbolic values (``remember=0``); one whose functions are lifted, so that they do not branch,
    may take the place of the plain one.
    """

    def __init__(self, instance: Instance, function: Function) -> None:
        """Take the clauses of an access program of the instance's module."""
        self.function = function
        self._instance = instance
        self._invariant = instance.module.invariant
        state = instance.module.state
        self._variables = tuple(v.name for v in state.variables) if state else ()

    def unmet_assumption(self, before: State | None, arguments: tuple[Any, ...]) -> str | None:
        """The first assumption that does not hold before the call, as a formula, or None."""
        for clause in self.function.assumptions:
            if not self._value(before, arguments)(clause.value):
                return format_formula(formula(clause.value), clause.rules)
        return None

    def due_exception(
        self, before: State | None, arguments: tuple[Any, ...]
    ) -> ExceptionClause | None:
        """The clause by which the call raises, the first whose condition holds, or None."""
        for clause in self.function.exceptions:
            if self._value(before, arguments)(clause.value):
                return clause
        return None

    def violation(
        self, before: State | None, arguments: tuple[Any, ...], outcome: Outcome
    ) -> Violation | None:
        """The first clause that the call does not keep, or None."""
        due = self.due_exception(before, arguments)
        if outcome.exception != (due.exception if due else None):
            return self._wrong_exception(due, outcome.exception)
        if due:
            return self._changed(before, outcome.state, FAILED_CALL) or self.invariant_violation(
                outcome.state
            )
        return self._wrong_result(before, arguments, outcome) or self.invariant_violation(
            outcome.state
        )

    def invariant_violation(self, state: State | None) -> Violation | None:
        """The first conjunct of the state invariant that does not hold, or None."""
        if self._invariant is None or self._invariant.output is None or state is None:
            return None
        if self._instance[self._invariant.name](state):
            return None
        clause = self._invariant.output
        value = Evaluator(environment(self._instance, self._invariant, state, ()))
        conjuncts = clause.value.operands if isinstance(clause.value, And) else (clause.value,)
        failing = next(conjunct for conjunct in conjuncts if not value(conjunct))
        rules = failing.rules or clause.rules
        return Violation(
            ContractPart.INVARIANT, format_formula(formula(failing), rules), rules, True, False
        )

    def _value(self, before: State | None, arguments: tuple[Any, ...]) -> Evaluator:
        """Evaluates without the definitions: where an exception is due these may mean nothing."""
        parameters = self.function.parameters
        names = {p.name: value for p, value in zip(parameters, arguments, strict=True)}
        return Evaluator(Environment(self._instance, self.function.module, names, before))

    def _wrong_exception(self, due: ExceptionClause | None, raised: str | None) -> Violation:
        expected = Raised(due.exception if due else None)
        if due:
            shown, rules = (
                format_formula(printed_clauses.exception_clause(due), due.rules),
                due.rules,
            )
        elif self.function.exceptions:
            clauses = [c for c in self.function.exceptions if c.exception == raised]
            shown = format_formula(printed_clauses.exception_clauses(self.function))
            rules = _unique(rule for clause in clauses for rule in clause.rules)
        else:
            shown, rules = "none", ()
        return Violation(ContractPart.EXCEPTION, shown, rules, expected, Raised(raised))

    def _wrong_result(
        self, before: State | None, arguments: tuple[Any, ...], outcome: Outcome
    ) -> Violation | None:
        value = Evaluator(environment(self._instance, self.function, before, arguments))
        for assignment in self.function.transition:
            expected = frozen(value(assignment.value))
            got = getattr(outcome.state, assignment.variable, None)
            if not _same(expected, got):
                return self._breach(ContractPart.TRANSITION, assignment, expected, got)
        clause = self.function.output
        if clause is None:
            return None
        expected, got = frozen(value(clause.value)), frozen(outcome.output)
        if not _same(expected, got):
            return self._breach(ContractPart.OUTPUT, clause, expected, got)
        if self.function.state is None:
            return None
        return self._changed(before, outcome.state, QUERIES_PURE)

    def _breach(self, part: ContractPart, clause: Clause, expected: Any, got: Any) -> Violation:
        name = clause.variable if isinstance(clause, Assignment) else "out"
        shown = [format_formula(text(f"{name} := ") + formula(clause.value), clause.rules)]
        if self.function.definitions:
            where = printed_clauses.definitions(self.function)
            shown.append(format_formula(text("where ") + where))
        return Violation(part, "\n".join(shown), _rules(clause), expected, got)

    def _changed(self, before: State | None, after: State | None, rule: str) -> Violation | None:
        """The first state variable that is not as it was, or None."""
        if before == after:
            return None
        for name in self._variables:
            was, is_now = getattr(before, name, None), getattr(after, name, None)
            if not _same(was, is_now):
                shown = format_formula(text(f"{name} := {name}"), (rule,))
                return Violation(ContractPart.UNCHANGED, shown, (rule,), was, is_now)
        return None


# -- the decorator ---------------------------------------------------------------------------------


class Contract:
    """Holds an implementation to a module: a decorator for each of its access programs."""

    def __init__(
        self,
        module: Module,
        abstraction: Callable[..., State | None],
        constants: Mapping[str, object] | None = None,
    ) -> None:
        """Take the module, and the state that the implementation's own state stands for.

        ``constants`` gives other values to constants of the specification, by name.

        The abstraction function of an abstract object takes nothing; that of an abstract data type
        the object, which is then also the first argument of each access program. It answers None,
        or it need not answer, where no initialiser was called yet; it may call access programs.
        """
        self.module = module
        self._instance = _instance(module, tuple((constants or {}).items()))
        self._abstraction = abstraction
        self._self = len(inspect.signature(abstraction).parameters)
        self._busy: set[int] = set()

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Check each call of an access program; it is the one of the function's name.

        Raises :class:`SpecificationError` if the module has none, or if it takes other parameters.
        """
        if os.environ.get(SWITCH, "").lower() == "off":
            return function
        routine = self._routine(function)
        signature = inspect.signature(function)
        self._agree(routine, signature)
        terms = ContractTerms(self._instance, routine)
        size = len(signature.parameters)

        @functools.wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            if not _checking.get():
                return function(*args, **kwargs)
            given: tuple[Any, ...] = args
            if kwargs or len(args) != size:
                bound = signature.bind(*args, **kwargs)
                bound.apply_defaults()
                given = bound.args
            target, arguments = given[: self._self], given[self._self :]
            busy = id(target[0]) if target else 0
            if busy in self._busy:  # called by another of its access programs, on the way
                return function(*args, **kwargs)
            self._busy.add(busy)
            try:
                values = tuple(map(frozen, arguments))  # as they are now, whatever the call does
                return self._check(terms, target, values, lambda: function(*args, **kwargs))
            finally:
                self._busy.discard(busy)

        return checked

    def _routine(self, function: Callable[..., Any]) -> Function:
        name: str = function.__name__
        routines = {routine.name: routine for routine in self.module.access_programs}
        if name not in routines:
            known = ", ".join(routines)
            raise SpecificationError(
                f"{self.module.name} has no access program {name!r}; it has {known}"
            )
        return routines[name]

    def _agree(self, routine: Function, signature: inspect.Signature) -> None:
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
        """Make the call, and compare what happened with what should have."""
        routine = terms.function
        call = Call(routine.name, arguments)
        before = self._before(terms, call, target)
        if unmet := terms.unmet_assumption(before, arguments):
            headline = f"{call} was called where what it assumes does not hold"
            raise AssumptionViolated(format_message(headline, {"assumption": unmet}))
        try:
            output = make()
        except (ContractViolation, AssumptionViolated):
            raise  # of another module, which this one uses
        except Exception as error:
            due = terms.due_exception(before, arguments)
            after = self._abstraction(*target) if due else before  # else there may not be any
            outcome = Outcome(after, exception=type(error).__name__)
            if breach := terms.violation(before, arguments, outcome):
                raise ContractViolation(call, breach, before) from error
            raise
        outcome = Outcome(self._abstraction(*target), output)
        if breach := terms.violation(before, arguments, outcome):
            raise ContractViolation(call, breach, before)
        return output

    def _before(self, terms: ContractTerms, call: Call, target: tuple[Any, ...]) -> State | None:
        """The state before a call, which the last one must have left in order."""
        routine = terms.function
        if routine.state is None and not routine.exceptions:
            return None  # an initialiser: there need not be any state yet
        before = self._abstraction(*target)
        if routine.state is None:
            return before
        if before is None:
            first = " or ".join(f.name for f in self.module.initializers)
            raise AssumptionViolated(f"{call} was called before {first}; there is no state yet")
        if breach := terms.invariant_violation(before):
            headline = f"{call} was called in a state that no access program leaves"
            raise ContractViolation(call, breach, before, headline)
        return before


@functools.cache
def _instance(module: Module, constants: tuple[tuple[str, object], ...]) -> Instance:
    """The functions of a specification, shared by all that are held to it."""
    return Instance(module, dict(constants), memo_size=_REMEMBERED)


# -- words -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Raised:
    """What a call raises: an exception, by its name, or none."""

    exception: str | None

    def __str__(self) -> str:
        return self.exception or "no exception"


def _same(expected: Any, got: Any) -> bool:
    """Equality, by which a truth value is no number."""
    return bool(expected == got) and isinstance(expected, bool) == isinstance(got, bool)


def _rules(clause: Clause) -> tuple[str, ...]:
    """The rules that a clause and its parts state."""
    return _unique([*clause.rules, *(rule for part in walk(clause.value) for rule in part.rules)])


def _unique(rules: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules))
