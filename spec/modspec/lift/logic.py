"""Logic: negation, conjunction, disjunction, equality and choice, where values may be symbolic.

Where all values are known, each of these is Python's own. What can be decided is decided here, so
that a term contains only what depends on a variable.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Set
from enum import Enum
from typing import Any

from modspec.lift import terms
from modspec.lift.integers import Integer, chosen
from modspec.lift.symbols import (
    Bool,
    Choice,
    Collection,
    Number,
    Symbolic,
    Truth,
    number,
    term,
)
from modspec.syntax.values import Map, State, values_of

# -- connectives -----------------------------------------------------------------------------------


def negation(value: Bool) -> Bool:
    """Whether the value is false."""
    if not isinstance(value, Truth):
        return not value
    if value.inverse is None:
        value.inverse = Truth(terms.inverse(value.term))
        value.inverse.inverse = value
    return value.inverse


def conjunction(values: Iterable[Bool]) -> Bool:
    """Whether all values are true."""
    unknown = []
    for value in values:
        if isinstance(value, Truth):
            unknown.append(value)
        elif not value:
            return False
    if len(unknown) < 2:
        return unknown[0] if unknown else True
    return Truth(terms.all_of([value.term for value in unknown]))


def disjunction(values: Iterable[Bool]) -> Bool:
    """Whether any value is true."""
    unknown = []
    for value in values:
        if isinstance(value, Truth):
            unknown.append(value)
        elif value:
            return True
    if len(unknown) < 2:
        return unknown[0] if unknown else False
    return Truth(terms.any_of([value.term for value in unknown]))


def same(left: Bool, right: Bool) -> Bool:
    """Whether two truth values are the same."""
    if not isinstance(left, Truth):
        left, right = right, left
    if not isinstance(left, Truth):
        return bool(left) is bool(right)
    if isinstance(right, Truth):
        if terms.identical(left.term, right.term):
            return True
        return Truth(terms.alike(left.term, right.term))
    return left if right else negation(left)


# -- equality and choice of any values -------------------------------------------------------------


def equal(left: Any, right: Any) -> Bool:
    """Whether two values are equal: the known parts by Python, the symbolic ones as terms."""
    if left is right:
        return True
    if isinstance(left, Truth) or isinstance(right, Truth):
        return same(left, right)
    if isinstance(left, Integer) or isinstance(right, Integer):
        return left.equals(right) if isinstance(left, Integer) else right.equals(left)
    if isinstance(left, Number) or isinstance(right, Number):
        return left.equals(right) if isinstance(left, Number) else right.equals(left)
    if isinstance(left, Choice) or isinstance(right, Choice):
        return _equal_choices(left, right)
    if isinstance(left, Set | Collection) and isinstance(right, Set | Collection):
        ours, theirs = members(left), members(right)
        return conjunction(
            same(ours.get(value, False), theirs.get(value, False)) for value in {**ours, **theirs}
        )
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        if left.keys() != right.keys():
            return False
        return conjunction(equal(left[key], right[key]) for key in left)
    if isinstance(left, State) and isinstance(right, State):
        return type(left) is type(right) and equal(values_of(left), values_of(right))
    if isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) != len(right):
            return False
        return conjunction(equal(a, b) for a, b in zip(left, right, strict=True))
    return bool(left == right)


def _equal_choices(left: Any, right: Any) -> Bool:
    if not isinstance(left, Choice):
        return right.is_(left) if isinstance(right, Choice) else False
    if not isinstance(right, Choice):
        return left.is_(right)
    return disjunction(
        conjunction((condition, right.is_(value))) for value, condition in left.options.items()
    )


def merge(condition: Truth, then: Any, otherwise: Any) -> Any:
    """Return ``then`` if the condition holds, else ``otherwise``, merged part by part."""
    if then is otherwise:
        return then
    if isinstance(then, Enum | Choice) and isinstance(otherwise, Enum | Choice):
        return _choice(condition, then, otherwise)
    match then, otherwise:
        case (bool() | Truth(), bool() | Truth()):
            return _if(condition, then, otherwise)
        case (Integer(), int() | Number() | Integer()) | (int() | Number(), Integer()):
            return chosen(condition, then, otherwise)
        case (float(), int() | float() | Integer()) | (int() | Integer(), float()):
            return chosen(condition, then, otherwise)
        case (int() | Number(), int() | Number()):
            holds, fails = condition.term, term(negation(condition))
            first, second = number(then), number(otherwise)
            both = first.common(second)  # in any case, so that it cancels in differences
            return both + (first - both).where(holds) + (second - both).where(fails)
        case (Set() | Collection(), Set() | Collection()):
            ours, theirs = members(then), members(otherwise)
            return Collection(
                {
                    value: _if(condition, ours.get(value, False), theirs.get(value, False))
                    for value in {**ours, **theirs}
                }
            )
        case (Mapping(), Mapping()) if then.keys() == otherwise.keys():
            return Map({key: merge(condition, then[key], otherwise[key]) for key in then})
        case (State(), State()) if type(then) is type(otherwise):
            return type(then)(
                **{
                    name: merge(condition, getattr(then, name), getattr(otherwise, name))
                    for name in then.variables
                }
            )
    if isinstance(then, Number | Integer | Collection | Truth | State | Mapping) or isinstance(
        otherwise, Number | Integer | Collection | Truth | State | Mapping
    ):
        raise Symbolic(f"a condition chooses between {_kind(then)} and {_kind(otherwise)}")
    return _choice(condition, then, otherwise)


def _choice(condition: Truth, then: Any, otherwise: Any) -> Choice:
    ours, theirs = options(then), options(otherwise)
    return Choice(
        {
            value: _if(condition, ours.get(value, False), theirs.get(value, False))
            for value in {**ours, **theirs}
        }
    )


def _if(condition: Truth, then: Bool, otherwise: Bool) -> Bool:
    if isinstance(then, Truth) and isinstance(otherwise, Truth):
        return Truth(terms.either(condition.term, then.term, otherwise.term))
    if isinstance(then, Truth):
        return (
            disjunction((negation(condition), then))
            if otherwise
            else conjunction((condition, then))
        )
    if isinstance(otherwise, Truth):
        if not then and any(terms.identical(otherwise.term, other) for other in condition.excludes):
            return otherwise
        return (
            disjunction((condition, otherwise))
            if then
            else conjunction((negation(condition), otherwise))
        )
    return then if then is otherwise else condition if then else negation(condition)


def options(value: Any) -> dict[Hashable, Bool]:
    """Return the values that a choice may be, with their conditions; a known value is one."""
    return value.options if isinstance(value, Choice) else {value: True}


def members(value: Any) -> dict[Hashable, Bool]:
    """Return the values that may be in a set, with their conditions."""
    return value.members if isinstance(value, Collection) else dict.fromkeys(value, True)


def _kind(value: object) -> str:
    return type(value).__name__
