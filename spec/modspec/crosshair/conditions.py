"""Duties: what the access programs of an implementation owe to their specification, as formulas.

An implementation has a representation of its own, and an abstraction function says which state of the
specification it stands for. Where the representation is made of words of which nothing is known, that state
has choices in it, and the clauses of the lifted specification are one formula. Where it is known, the
same clauses are evaluated as they stand.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from crosshair.util import NotDeterministic

from modspec.contract.contract import ContractPart, ContractTerms, Violation
from modspec.lift import Bits, Bool, Integer, Lift, Lifted, Truth
from modspec.lift.logic import conjunction, disjunction, equal, negation
from modspec.lift.symbols import Symbol
from modspec.run.instance import Instance
from modspec.run.machine import Outcome
from modspec.syntax.expressions import Variable
from modspec.syntax.module import Function, Module
from modspec.syntax.values import State

R = TypeVar("R")
V = TypeVar("V")


@dataclass(frozen=True)
class CallResult(Generic[R]):
    """What a call has led to: an exception is a value like any other, as a tool that ends a path where an
    exception leaves a function checks nothing there."""

    exception: str | None
    """The name of the exception, or None."""

    output: Any
    state: R
    """How the implementation represents its state after the call."""


def call_result(call: Callable[[], Any], state: Callable[[], R]) -> CallResult[R]:
    """Make a call, and tell what it has led to."""
    exception, output = None, None
    try:
        output = call()
    except NotDeterministic:
        raise  # from CrossHair to itself
    except Exception as error:  # noqa: BLE001  # which it may be is for the specification to say
        exception = type(error).__name__
    return CallResult(exception, output, state())


class MemoisedCall(Generic[R, V]):
    """A function of representations, which gives the same object for the same words.

    For a symbolic value is known by which object it is: what was worked out of it is found again.
    """

    def __init__(self, function: Callable[[R], V]) -> None:
        self._function = function
        self._known: dict[Any, tuple[V, R]] = {}

    def __call__(self, representation: R) -> V:
        """The value of the function."""
        key = identity(representation)
        if key not in self._known:  # the representation is kept, for its terms' ids are the key
            self._known[key] = self._function(representation), representation
        return self._known[key][0]


def identity(value: Any) -> Any:
    """What tells representations apart: a symbolic value by its term, which z3 has but once."""
    if isinstance(value, Bits | Integer | Truth):
        return type(value), value.term.get_id()
    if is_dataclass(value):
        return tuple(identity(getattr(value, field.name)) for field in fields(value))
    return tuple(map(identity, value)) if isinstance(value, tuple) else value


class OffBoard(Symbol):
    """Part of a tuple of which only is known that the tuple is no element of any set that it is looked for in.

    So a precondition that it is in none stands for all such tuples at once. Any other use of it raises
    :class:`~modspec.lift.symbols.Symbolic`.
    """

    __slots__ = ()

    def __hash__(self) -> int:
        return id(self)  # sets look for equal hashes first, and find none


class ReplacingLift(Lift):
    """Lifting in which some functions are whatever is given in their place.

    What is shown of a specification so holds for all that may be given: whoever shows it gives values of which
    no more is known than was shown of the function elsewhere.
    """

    given: Mapping[str, Callable[..., Any]] = MappingProxyType({})
    """What is called instead, by the names of the functions."""

    def _evaluated(self, plain: Any, arguments: tuple[Any, ...]) -> Lifted:
        if plain.__name__ in self.given:
            return Lifted(self.given[plain.__name__](*arguments))
        return super()._evaluated(plain, arguments)


class VerificationConditions(Generic[R]):
    """What the access programs of a module owe, for representations of one kind."""

    def __init__(
        self,
        module: Module,
        abstraction: Callable[[R], State],
        uninterpreted: Collection[str] = (),
        replacements: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        """Take the module, and what states of it the representations stand for.

        Predicates that are ``opaque`` are not looked into, as for :class:`~modspec.lift.Lift`;
        nor are the functions for which another is ``given``, as for :class:`ReplacingLift`.
        """
        self.module = module
        self._state = MemoisedCall(abstraction)
        self._programs = {function.name: function for function in module.access_programs}
        edits = {(module.python_name, f.name): _cut for f in module.access_programs if _results(f)}
        self._lift = ReplacingLift(module, edits=edits, uninterpreted=uninterpreted)
        self._lift.given = replacements or {}
        self._instance = Instance(module)

    def precondition(self, routine: str, before: R, arguments: tuple[Any, ...]) -> Bool:
        """Whether what the access program assumes holds before the call."""
        old = self._state(before)
        return self._lifted(routine, old, arguments, old).assumptions_hold

    def postcondition(
        self, routine: str, before: R, arguments: tuple[Any, ...], done: CallResult[R]
    ) -> Bool:
        """Whether a call, made where what it assumes holds, did what it owes.

        It raised the exception by the first clause whose condition holds, and then changed nothing, or else
        none; each state variable is as its transition says, or as it was; the output is that of its
        clause; the state invariant holds if it held before.
        """
        old, new = self._state(before), self._state(done.state)
        lifted = self._lifted(routine, old, arguments, new)
        if done.exception is not None:
            due = disjunction(c for name, c in lifted.exceptions if name == done.exception)
            return conjunction((due, equal(old, new)))
        returned = (negation(lifted.raises), lifted.is_defined, lifted.value is not None)
        if self._programs[routine].is_transition:
            return conjunction((*returned, equal(lifted.value, new), self._invariant(old, new)))
        return conjunction((*returned, equal(lifted.value, done.output), equal(old, new)))

    def violation(
        self, routine: str, before: R, arguments: tuple[Any, ...], done: CallResult[R]
    ) -> Violation | None:
        """The first clause that a call does not keep, of values that are known; None if it keeps all."""
        terms = ContractTerms(self._instance, self._programs[routine])
        old, new = self._state(before), self._state(done.state)
        breach = terms.violation(old, arguments, Outcome(new, done.output, done.exception))
        if breach and breach.part is ContractPart.INVARIANT and terms.invariant_violation(old):
            return None  # the invariant did not hold before
        return breach

    def invariant(self, representation: R) -> Bool:
        """Whether the state invariant holds."""
        if self.module.invariant is None:
            return True
        holds: Bool = self._lift.call(self.module.invariant.name, self._state(representation)).value
        return holds

    def is_callable(
        self, routine: str, before: R, arguments: tuple[Any, ...], invariant: bool
    ) -> bool:
        """Whether what the access program assumes holds, and the state invariant if that is asked too, of
        values that are known."""
        terms, old = ContractTerms(self._instance, self._programs[routine]), self._state(before)
        if invariant and terms.invariant_violation(old):
            return False
        return terms.unmet_assumption(old, arguments) is None

    def outcomes(self, routine: str, before: R, arguments: tuple[Any, ...]) -> set[str]:
        """What may come of the call, as far as one can tell: exceptions, and ``no exception``."""
        old = self._state(before)
        lifted = self._lifted(routine, old, arguments, old)
        may = {name for name, condition in lifted.exceptions if condition is not False}
        return may if lifted.raises is True else may | {"no exception"}

    def value(self, module: str, function: str, *arguments: Any) -> Any:
        """What a function of the specification computes, by the Python name of its module."""
        return self._lift.function(module, function)(*arguments)

    def _lifted(self, routine: str, old: State, arguments: tuple[Any, ...], new: State) -> Lifted:
        function = self._programs[routine]
        given = arguments if function.state is None else (old, *arguments)
        results = (getattr(new, variable) for variable in _results(function).values())
        return self._lift.call(routine, *given, *results)

    def _invariant(self, old: State, new: State) -> Bool:
        """The state invariant holds after the call, if it held before."""
        if self.module.invariant is None or old is new:
            return True
        name = self.module.invariant.name
        before, after = (self._lift.call(name, state).value for state in (old, new))
        return disjunction((negation(before), after))


def _results(function: Function) -> dict[str, str]:
    """The definitions of a function that are the next value of a state variable, and of which."""
    results: dict[str, str] = {}
    defined = {definition.name for definition in function.definitions}
    for assignment in function.transition:
        if isinstance(assignment.value, Variable) and assignment.value.name in defined:
            results.setdefault(assignment.value.name, assignment.variable)
    return results


def _cut(node: ast.FunctionDef) -> ast.FunctionDef:
    """The function with its results as further parameters.

    Where ``after`` is defined, and is what the board becomes, the clauses that use ``after`` may as well
    use the board as it is after the call: that both are the same is the clause of the board. So it is
    shown once, and all else is about the same terms.
    """
    returned = node.body[-1]
    assert isinstance(returned, ast.Return)
    assert isinstance(returned.value, ast.Call)
    definitions = {
        statement.targets[0].id: statement
        for statement in node.body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }
    for keyword in returned.value.keywords:
        if not isinstance(keyword.value, ast.Name):
            continue
        definition = definitions.pop(keyword.value.id, None)
        if definition is not None:
            node.args.args.append(ast.arg(keyword.value.id))
            node.body.remove(definition)
            keyword.value = definition.value
    return node
