"""Abstraction: conditions as terms for z3, which knows what some of their parts mean.

It knows numbers, sizes, equality, the elements of enumerations and of finite sets. Of every other
expression it knows only the type, and that equal texts have equal values. So a condition that z3
finds impossible is impossible; one that it finds possible may be impossible for a reason that the
abstraction leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from enum import Enum
from fractions import Fraction
from typing import Any, Final, TypeVar

import z3

from modspec.lint.value_types import (
    INTEGERS,
    NOTHING,
    NUMBERS,
    TRUTH_VALUES,
    ElementAtom,
    ValueType,
)
from modspec.syntax import expressions as ex
from modspec.syntax.declaration import function_of
from modspec.syntax.module import Function

TypeOf = Callable[[ex.Expression], ValueType]
"""Finds the type of an expression."""

DEPTH: Final = 4
"""Functions that are put in the place of their calls, one within the other, at most."""

ELEMENTS: Final = 256
"""Elements of a set that are looked at one by one at most."""

PATIENCE: Final = 200_000
"""The steps of z3 for one question; a question that takes more is left open."""

_VALUES: Final = z3.DeclareSort("Value")

Part = TypeVar("Part", bound=ex.Node)


class Abstraction:
    """Turns expressions into terms, in which each name has one type."""

    def __init__(self, module: str, type_of: TypeOf) -> None:
        """``module`` is the Python name of the module that defines the function."""
        self._module, self._type_of = module, type_of
        self._facts: list[z3.BoolRef] = []
        """What is true of the terms by their types: a size is not negative."""

        self._unknowns: dict[tuple[ex.Expression, str], z3.ExprRef] = {}
        self._fixed: dict[Any, z3.ExprRef] = {}
        self._depth = 0

    def is_contradiction(self, terms: Iterable[z3.BoolRef]) -> bool:
        """Whether conditions can never be true together; False if z3 gives up."""
        fixed = list(self._fixed.values())
        asked = z3.Solver()
        asked.set("rlimit", PATIENCE)
        asked.add(*self._facts, *terms, *([z3.Distinct(fixed)] if len(fixed) > 1 else []))
        return bool(asked.check() == z3.unsat)

    # -- truth values ------------------------------------------------------------------------------

    def truth(self, node: ex.Expression) -> z3.BoolRef:
        """Return the term of a condition."""
        match node:
            case ex.Literal(value) | ex.Constant(_, value) if isinstance(value, bool):
                return z3.BoolVal(value)
            case ex.Not(operand):
                return z3.Not(self.truth(operand))
            case ex.And(operands):
                return z3.And(*map(self.truth, operands))
            case ex.Or(operands):
                return z3.Or(*map(self.truth, operands))
            case ex.Conditional():
                return self._chosen(node, self.truth)
            case ex.Comparison(first, rest):
                sides = [first, *(right for _, right in rest)]
                names = [name for name, _ in rest]
                parts = zip(names, sides, sides[1:], strict=False)
                return z3.And(*(self._comparison(*part) for part in parts))
            case ex.Apply() if body := self._body(node):
                return self._within(body, self.truth)
        return self._unknown(node, z3.BoolSort())

    def _comparison(self, name: str, left: ex.Expression, right: ex.Expression) -> z3.BoolRef:
        match name:
            case "Eq":
                return self._equality(left, right)
            case "NotEq":
                return z3.Not(self._equality(left, right))
            case "In":
                return self._membership(left, right)
            case "NotIn":
                return z3.Not(self._membership(left, right))
            case "Lt" | "LtE" | "Gt" | "GtE" if self._are(NUMBERS, left, right):
                one, other = self.number(left), self.number(right)
                return {"Lt": one < other, "LtE": one <= other, "Gt": one > other}.get(
                    name, one >= other
                )
        return self._unknown(ex.Comparison(left, ((name, right),)), z3.BoolSort())

    def _are(self, whole: ValueType, *nodes: ex.Expression) -> bool:
        """Whether all values of some expressions are of a type."""
        types = map(self._type_of, nodes)
        return all(each and each <= whole for each in types)

    def _equality(self, left: ex.Expression, right: ex.Expression) -> z3.BoolRef:
        if self._are(NUMBERS, left, right):
            return self.number(left) == self.number(right)
        if self._are(TRUTH_VALUES, left, right):
            return self.truth(left) == self.truth(right)
        for one, other in ((left, right), (right, left)):
            if _has_nothing(other) and not _has_nothing(one):
                return self.number(ex.Size(one)) == 0
            if parts := _parts_of(one):
                return z3.And(*(self._equality(each, _field(other, name)) for name, each in parts))
        return self.value(left) == self.value(right)

    def _membership(self, element: ex.Expression, collection: ex.Expression) -> z3.BoolRef:
        match collection:
            case ex.Interval(low, high) if self._are(INTEGERS, element):
                number = self.number(element)
                return z3.And(self.number(low) <= number, number < self.number(high))
            case ex.Constant(_, frozenset() | tuple() as values) if len(values) <= ELEMENTS:
                return z3.Or(*(self._is(element, value) for value in values))
            case ex.SetLiteral(elements):
                return z3.Or(*(self._equality(element, each) for each in elements))
            case ex.SetOperation("Union", left, right):
                return z3.Or(self._membership(element, left), self._membership(element, right))
            case ex.SetOperation("Intersection", left, right):
                return z3.And(self._membership(element, left), self._membership(element, right))
            case ex.SetOperation("Difference", left, right):
                out = z3.Not(self._membership(element, right))
                return z3.And(self._membership(element, left), out)
            case ex.Domain(mapping):
                return self._membership(element, mapping)
        held = self._unknown(ex.Comparison(element, (("In", collection),)), z3.BoolSort())
        if not isinstance(collection, ex.Constant):
            self._facts.append(z3.Implies(held, self.number(ex.Size(collection)) >= 1))
        return held

    def _is(self, node: ex.Expression, value: Any) -> z3.BoolRef:
        """Return that an expression has a known value."""
        if hasattr(value, "_fields") and not isinstance(value, Enum):
            parts = zip(value._fields, value, strict=True)
            return z3.And(*(self._is(_field(node, name), part) for name, part in parts))
        return self._equality(node, _expression_of(value))

    # -- numbers -----------------------------------------------------------------------------------

    def number(self, node: ex.Expression) -> z3.ArithRef:
        """Return the term of a number."""
        match node:
            case ex.Literal(int() | float() as value) | ex.Constant(_, int() | float() as value):
                return _numeral(value)
            case ex.Arithmetic(operator, left, right):
                return self._computation(node, operator, left, right)
            case ex.Negative(operand):
                return -self.number(operand)
            case ex.NumberFunction("abs", operand):
                number = self.number(operand)
                return z3.If(number >= 0, number, -number)
            case ex.Conditional():
                return self._chosen(node, self.number)
            case ex.Apply() if body := self._body(node):
                return self._within(body, self.number)
            case ex.Size(operand):
                return self._size(node, operand)
        found = self._unknown_number(node)
        match node:
            case ex.Quantified(ex.Quantifier.SUM, _, ex.Literal(int(value))) if value >= 0:
                self._facts.append(found >= 0)
        return found

    def _unknown_number(self, node: ex.Expression) -> z3.ArithRef:
        return self._unknown(node, z3.IntSort() if self._are(INTEGERS, node) else z3.RealSort())

    def _computation(
        self, node: ex.Expression, operator: str, left: ex.Expression, right: ex.Expression
    ) -> z3.ArithRef:
        one, other = self.number(left), self.number(right)
        is_known = z3.is_int_value(other) or z3.is_rational_value(other)
        is_positive = z3.is_int_value(other) and other.as_long() > 0
        match operator:
            case "Add":
                return one + other
            case "Sub":
                return one - other
            case "Mult" if is_known or z3.is_int_value(one) or z3.is_rational_value(one):
                return one * other
            case "FloorDiv" if is_positive and one.is_int():
                return one / other
            case "Mod" if is_positive and one.is_int():
                return one % other
        return self._unknown_number(node)

    def _size(self, node: ex.Size, operand: ex.Expression) -> z3.ArithRef:
        match operand:
            case ex.Constant(_, frozenset() | tuple() as values):
                return z3.IntVal(len(values))
            case ex.Sequence(parts):
                spliced = [self.number(ex.Size(part)) for is_spliced, part in parts if is_spliced]
                return z3.Sum(z3.IntVal(len(parts) - len(spliced)), *spliced)
            case ex.Slice(_, low, high):
                length = self.number(high) - self.number(low)
                return z3.If(length > 0, length, 0)
            case ex.Domain(mapping):
                return self.number(ex.Size(mapping))
            case ex.Apply() if body := self._body(operand):
                return self._within(ex.Size(body), self.number)
        if _has_nothing(operand):
            return z3.IntVal(0)
        found = self._unknown(node, z3.IntSort())
        self._facts.append(found >= 0)
        return found

    # -- other values ------------------------------------------------------------------------------

    def value(self, node: ex.Expression) -> z3.ExprRef:
        """Return the term of a value of another kind: only whether two are the same is known."""
        match node:
            case ex.Literal(value):
                return self._fixed_value(value)
            case ex.Constant(_, value) if isinstance(value, Enum | str | int | float):
                return self._fixed_value(value)
            case ex.Conditional():
                return self._chosen(node, self.value)
            case ex.Apply() if body := self._body(node):
                return self._within(body, self.value)
        is_new = (node, str(_VALUES)) not in self._unknowns
        found = self._unknown(node, _VALUES)
        atoms = sorted(self._type_of(node), key=repr)
        if is_new and atoms and all(isinstance(a, ElementAtom) or a in NOTHING for a in atoms):
            values = (a.enumeration[a.name] if isinstance(a, ElementAtom) else None for a in atoms)
            self._facts.append(z3.Or(*(found == self._fixed_value(each) for each in values)))
        return found

    def _fixed_value(self, value: Any) -> z3.ExprRef:
        key = (type(value), value.name) if isinstance(value, Enum) else value
        if key not in self._fixed:
            self._fixed[key] = z3.FreshConst(_VALUES)
        return self._fixed[key]

    # -- all of them -------------------------------------------------------------------------------

    def _unknown(self, node: ex.Expression, sort: z3.SortRef) -> Any:
        """Return an uninterpreted value of a sort, the same one for equal expressions."""
        key = node, str(sort)
        if key not in self._unknowns:
            self._unknowns[key] = z3.FreshConst(sort)
        return self._unknowns[key]

    def _chosen(self, node: ex.Conditional, term: Callable[[ex.Expression], Any]) -> Any:
        *cases, last = node.cases
        found = term(last.value)
        for case in reversed(cases):
            found = z3.If(self.truth(case.condition), term(case.value), found)
        return found

    def _body(self, node: ex.Apply) -> ex.Expression | None:
        """Return what a call stands for, if it can be put in the place of the call."""
        body = body_of(node) if self._depth < DEPTH else None
        if body is not None and node.module != self._module:
            records = (part for part in ex.walk(body) if isinstance(part, ex.Record))
            return None if any(records) else body  # its types have no name here
        return body

    def _within(self, body: ex.Expression, term: Callable[[ex.Expression], Any]) -> Any:
        self._depth += 1
        try:
            return term(body)
        finally:
            self._depth -= 1


def body_of(node: ex.Apply) -> ex.Expression | None:
    """Return the output of the function that is applied, with the arguments in it.

    Return None for a function that is no single expression of its arguments, or calls itself.
    """
    function = function_of(node)
    calls_itself = any(
        isinstance(part, ex.Apply) and part.function == function.name
        for clause in function.clauses()
        for part in ex.walk(clause.value)
    )
    if function.output is None or function.transition or function.exceptions or calls_itself:
        return None
    state, arguments = None, list(node.arguments)
    if function.state is not None:
        state = arguments.pop(0)
    names = {p.name: each for p, each in zip(function.parameters, arguments, strict=True)}
    body = with_definitions(function, function.output.value)
    dummies = {part.dummy for part in ex.walk(body) if isinstance(part, ex.Generator)}
    if dummies & {name for each in node.arguments for name in _names_in(each)}:
        return None  # a dummy would mean what an argument means
    result: ex.Expression = _Substitution(names, state, function.module)(body)
    return result


def with_definitions(function: Function, node: ex.Expression) -> ex.Expression:
    """Return an expression of a function with values in place of the names of its definitions."""
    names: dict[str, ex.Expression] = {}
    for each in function.definitions:
        names[each.name] = _Substitution(names)(each.value)
    result: ex.Expression = _Substitution(names)(node)
    return result


class _Substitution:
    """Puts expressions in the place of names, and another state in the place of the state."""

    def __init__(
        self,
        names: Mapping[str, ex.Expression],
        state: ex.Expression | None = None,
        module: str = "",
    ) -> None:
        self._names, self._module = names, module
        self._state = None if isinstance(state, ex.TheState) else state

    def __call__(self, node: Part) -> Any:
        match node:
            case ex.Variable(name):
                return self._names.get(name, node)
            case ex.TheState() if self._state is not None:
                return self._state
            case ex.StateVariable(name) if self._state is not None:
                return ex.Field(self._state, name)
            case ex.Constant(name, value) if self._module and not isinstance(value, Enum):
                return replace(node, name=f"{self._module}.{name.rpartition('.')[2]}")
        changes = {each.name: self._value(getattr(node, each.name)) for each in fields(node)}
        return replace(node, **changes)

    def _value(self, value: Any) -> Any:
        if isinstance(value, ex.Node):
            return self(value)
        return tuple(map(self._value, value)) if type(value) is tuple else value


def _names_in(node: ex.Node) -> Iterator[str]:
    return (part.name for part in ex.walk(node) if isinstance(part, ex.Variable))


def _expression_of(value: Any) -> ex.Expression:
    """Return the expression of a value that Python has."""
    is_plain = value is None or type(value) in (int, float, bool, str)
    return ex.Literal(value) if is_plain else ex.Constant(repr(value), value)


def _numeral(value: float) -> z3.ArithRef:
    return z3.IntVal(value) if type(value) is int else z3.RealVal(str(Fraction(value)))


def _field(node: ex.Expression, name: str) -> ex.Expression:
    return dict(_parts_of(node)).get(name, ex.Field(node, name))


def _parts_of(node: ex.Expression) -> Sequence[tuple[str, ex.Expression]]:
    """Return the fields of a tuple that is written down, each with its value."""
    match node:
        case ex.Record(_, arguments):
            return arguments
        case ex.Constant(_, value) if hasattr(value, "_fields") and not isinstance(value, Enum):
            return [
                (name, _expression_of(part))
                for name, part in zip(value._fields, value, strict=True)
            ]
    return ()


def _has_nothing(node: ex.Expression) -> bool:
    """Whether an expression is the empty sequence, set or mapping, as the text writes it."""
    match node:
        case ex.Sequence(()) | ex.SetLiteral(()) | ex.MapLiteral(()):
            return True
        case ex.Literal(value) | ex.Constant(_, value):
            return value in ((), frozenset())
    return False
