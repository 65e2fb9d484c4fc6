"""Verification conditions: how the specification constrains the calls of an implementation.

An implementation has a representation of its own, and an abstraction function says which state of
the specification a representation stands for. Of symbolic words that state has choices in it, and
the clauses of the lifted specification become one formula. Of known words the clauses are evaluated
as they stand.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
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
    """The result of a call, in which an exception is a value.

    CrossHair checks no postcondition of a call that raises.
    """

    exception: str | None
    """The name of the exception, or None."""
    output: Any
    state: R
    """The representation of the state after the call."""


def call_result(call: Callable[[], Any], state: Callable[[], R]) -> CallResult[R]:
    """Make a call, and return its result."""
    exception, output = None, None
    try:
        output = call()
    except NotDeterministic:
        raise  # from CrossHair to itself
    except Exception as error:  # noqa: BLE001  # the specification says which exception is right
        exception = type(error).__name__
    return CallResult(exception, output, state())


class MemoisedCall(Generic[R, V]):
    """A function of representations that returns the same object for the same terms.

    The lifted specification finds what it has computed of a symbolic value by the value's identity.
    """

    def __init__(self, function: Callable[[R], V]) -> None:
        self._function = function
        self._known: dict[Any, tuple[V, R]] = {}

    def __call__(self, representation: R) -> V:
        """Return the value of the function."""
        key = identity(representation)
        if key not in self._known:  # keep the representation: the ids of its terms are the key
            self._known[key] = self._function(representation), representation
        return self._known[key][0]


def identity(value: Any) -> Any:
    """Return a key that tells representations apart: a symbolic value by the id of its term."""
    if isinstance(value, Bits | Integer | Truth):
        return type(value), value.term.get_id()
    if is_dataclass(value):
        return tuple(identity(getattr(value, field.name)) for field in fields(value))
    return tuple(map(identity, value)) if isinstance(value, tuple) else value


class OffBoard(Symbol):
    """A coordinate of a square that lies outside every set it is tested against.

    So one call stands for the calls of all squares off the board. Any other use of the coordinate
    raises :class:`~modspec.lift.symbols.Symbolic`.
    """

    __slots__ = ()

    def __hash__(self) -> int:
        return id(self)  # a set looks for an equal hash first, and finds none


class VerificationConditions(Generic[R]):
    """The pre- and postconditions of a module's access programs, for one kind of representation."""

    def __init__(
        self,
        module: Module,
        abstraction: Callable[[R], State],
        uninterpreted: Collection[str] = (),
        replacements: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        """Take the module and the abstraction function; the rest as :class:`~modspec.lift.Lift`."""
        self.module = module
        self._state = MemoisedCall(abstraction)
        self._programs = {function.name: function for function in module.access_programs}
        edits = {(module.python_name, f.name): _cut for f in module.access_programs if _results(f)}
        self._lift = Lift(
            module, edits=edits, uninterpreted=uninterpreted, replacements=replacements
        )
        self._instance = Instance(module)

    # -- of symbolic values

    def precondition(self, routine: str, before: R, arguments: tuple[Any, ...]) -> Bool:
        """Whether the assumptions of the access program hold before the call."""
        old = self._state(before)
        return self._call(routine, old, arguments, old).assumptions_hold

    def postcondition(
        self, routine: str, before: R, arguments: tuple[Any, ...], done: CallResult[R]
    ) -> Bool:
        """Whether a call with a true precondition does what the specification says.

        If the condition of an exception holds, the call raised the exception of the first such
        clause and changed nothing. Otherwise it raised none; each state variable is as its
        transition says, or as before; the output is that of its clause; and the state invariant
        holds if it held before.
        """
        old, new = self._state(before), self._state(done.state)
        lifted = self._call(routine, old, arguments, new)
        if done.exception is not None:
            due = disjunction(c for name, c in lifted.exceptions if name == done.exception)
            return conjunction((due, equal(old, new)))
        returned = (negation(lifted.raises), lifted.is_defined, lifted.value is not None)
        program = self._programs[routine]
        if program.is_transition:
            after = new if program.output is None else (new, done.output)
            return conjunction((*returned, equal(lifted.value, after), self._invariant(old, new)))
        return conjunction((*returned, equal(lifted.value, done.output), equal(old, new)))

    def invariant(self, representation: R) -> Bool:
        """Whether the state invariant holds."""
        if self.module.invariant is None:
            return True
        holds: Bool = self._lift.call(self.module.invariant.name, self._state(representation)).value
        return holds

    def outcomes(self, routine: str, before: R, arguments: tuple[Any, ...]) -> set[str]:
        """Return the possible outcomes of a call: names of exceptions, and ``no exception``."""
        old = self._state(before)
        lifted = self._call(routine, old, arguments, old)
        may = {name for name, condition in lifted.exceptions if condition is not False}
        return may if lifted.raises is True else may | {"no exception"}

    def value(self, module: str, function: str, *arguments: Any) -> Any:
        """Return what a function of the specification computes, by its module's Python name."""
        return self._lift.function(module, function)(*arguments)

    def _call(self, routine: str, old: State, arguments: tuple[Any, ...], new: State) -> Lifted:
        function = self._programs[routine]
        given = arguments if function.state is None else (old, *arguments)
        results = (getattr(new, variable) for variable in _results(function).values())
        return self._lift.call(routine, *given, *results)

    def _invariant(self, old: State, new: State) -> Bool:
        """Whether the state invariant holds after the call, if it held before."""
        if self.module.invariant is None or old is new:
            return True
        name = self.module.invariant.name
        before, after = (self._lift.call(name, state).value for state in (old, new))
        return disjunction((negation(before), after))

    # -- of known values, by the clauses as they stand: a fault of the lifting cannot hide here

    def is_callable(
        self, routine: str, before: R, arguments: tuple[Any, ...], invariant: bool
    ) -> bool:
        """Whether the assumptions hold before the call, and the state invariant if asked for."""
        terms, old = ContractTerms(self._instance, self._programs[routine]), self._state(before)
        if invariant and terms.invariant_violation(old):
            return False
        return terms.unmet_assumption(old, arguments) is None

    def violation(
        self, routine: str, before: R, arguments: tuple[Any, ...], done: CallResult[R]
    ) -> Violation | None:
        """Return the first clause that the call violates, or None."""
        terms = ContractTerms(self._instance, self._programs[routine])
        old, new = self._state(before), self._state(done.state)
        violation = terms.violation(old, arguments, Outcome(new, done.output, done.exception))
        if violation and violation.part is ContractPart.INVARIANT:
            return None if terms.invariant_violation(old) else violation
        return violation


def _results(function: Function) -> dict[str, str]:
    """Return the definitions that are the next value of a state variable, with that variable."""
    results: dict[str, str] = {}
    defined = {definition.name for definition in function.definitions}
    for assignment in function.transition:
        if isinstance(assignment.value, Variable) and assignment.value.name in defined:
            results.setdefault(assignment.value.name, assignment.variable)
    return results


def _cut(node: ast.FunctionDef) -> ast.FunctionDef:
    """Return the function with its results as further parameters.

    Where ``after`` is defined, and is what the board becomes, the clauses that use ``after`` may as
    well use the board after the call: the clause of the board says that both are the same. So the
    computation of the board is shown once, and all other clauses are about the same terms.
    """
    returned = node.body[-1]
    assert isinstance(returned, ast.Return)
    next_state = returned.value
    if isinstance(next_state, ast.Tuple):  # and an output
        next_state = next_state.elts[0]
    assert isinstance(next_state, ast.Call)
    definitions = {
        statement.targets[0].id: statement
        for statement in node.body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }
    for keyword in next_state.keywords:
        if not isinstance(keyword.value, ast.Name):
            continue
        definition = definitions.pop(keyword.value.id, None)
        if definition is not None:
            node.args.args.append(ast.arg(keyword.value.id))
            node.body.remove(definition)
            keyword.value = definition.value
    return node
