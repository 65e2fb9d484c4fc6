"""Symbols: values that are known only as they depend on z3's variables.

There are four kinds: a truth value, a number, a choice among known values, and a set whose possible
elements are known. All other values of a specification are made of these: a board is a plain
mapping from squares to choices.

Python would silently give a wrong answer to many questions about a symbol: whether it is true,
whether two are equal, which element of a dictionary it names. Each of these raises
:class:`Symbolic`. The logical questions are in :mod:`.logic`.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Hashable, Mapping
from typing import Any, ClassVar, NoReturn

import z3

from modspec.lift import terms
from modspec.syntax.errors import SpecificationError


class Symbolic(SpecificationError, TypeError):
    """A symbolic value was used where Python needs to know the value."""


class Symbol:
    """The base of symbolic values: Python may not look into them."""

    __slots__ = ()

    def _refuse(self, what: str) -> NoReturn:
        raise Symbolic(f"{what} of a symbolic {self.called} is not known")

    called: ClassVar[str] = "value"
    """The name of the kind in messages."""

    def __bool__(self) -> bool:
        self._refuse("the truth")

    def __eq__(self, other: object) -> bool:
        self._refuse("the equality")

    def __ne__(self, other: object) -> bool:
        self._refuse("the equality")

    def __hash__(self) -> int:
        self._refuse("the hash")

    def __iter__(self) -> NoReturn:
        self._refuse("the order of the elements")

    def __contains__(self, item: object) -> bool:
        self._refuse("the membership")

    def __len__(self) -> int:
        self._refuse("the length")


class Truth(Symbol):
    """A truth value that depends on the variables of its term."""

    called = "truth value"
    __slots__ = ("excludes", "inverse", "term")

    def __init__(self, term: z3.BoolRef, excludes: abc.Collection[z3.BoolRef] = ()) -> None:
        """Take the term, and terms that are known to be false where it is true."""
        self.term = term
        self.excludes = tuple(excludes)
        self.inverse: Truth | None = None
        """The negation, once it has been computed."""

    def __repr__(self) -> str:
        return f"Truth({self.term})"

    def __and__(self, other: Bool) -> Truth:
        """Whether both hold, for a program that computes with truth values and does not branch."""
        return Truth(z3.And(self.term, term(other)))


Bool = bool | Truth
"""A truth value, known or not."""


def term(value: Bool) -> z3.BoolRef:
    """Return the truth value as a term of z3."""
    return value.term if isinstance(value, Truth) else z3.BoolVal(value)


Weighted = tuple[int, z3.BoolRef]
"""A weight and a condition: where the condition holds, the weight is added to a number."""

Row = tuple[Weighted, ...]
"""The part of a sum that belongs to one element, or to none."""


class Number(Symbol):
    """An integer: a constant plus a weight for each condition that holds.

    The conditions stand in rows, one for each element of the sum. Two sums over the same elements
    are subtracted row by row, so that what an element adds to both cancels, and a small number is
    left. That keeps counting within reach of a solver.
    """

    called = "number"
    __slots__ = ("constant", "rows")

    def __init__(self, rows: Mapping[Hashable, Row], constant: int = 0) -> None:
        self.rows = {element: row for element, row in rows.items() if row}
        self.constant = constant

    def __repr__(self) -> str:
        return f"Number({self.rows}, {self.constant})"

    def times(self, factor: int) -> Number:
        """Return the product with a known factor."""
        rows = {
            element: tuple((factor * weight, c) for weight, c in row)
            for element, row in self.rows.items()
        }
        return Number(rows, factor * self.constant)

    def where(self, condition: z3.BoolRef) -> Number:
        """Return the number where the condition holds, and zero otherwise."""
        rows: dict[Hashable, Row] = {
            element: tuple((weight, terms.all_of((condition, c))) for weight, c in row)
            for element, row in self.rows.items()
        }
        return Number({**rows, None: (*rows.get(None, ()), (self.constant, condition))})

    def common(self, other: Number) -> Number:
        """Return the part that both numbers have in common."""
        rows = {
            element: _overlap(row, other.rows[element])
            for element, row in self.rows.items()
            if element in other.rows
        }
        return Number(rows, self.constant if self.constant == other.constant else 0)

    def __add__(self, other: Number | int) -> Number:
        other = number(other)
        rows = {
            element: _cancel(self.rows.get(element, ()) + other.rows.get(element, ()))
            for element in {**self.rows, **other.rows}
        }
        return Number(rows, self.constant + other.constant)

    def __sub__(self, other: Number | int) -> Number:
        return self + number(other).times(-1)

    def __mul__(self, other: int) -> Number:
        if isinstance(other, Symbol):
            raise Symbolic("a symbolic number can only be multiplied by a known one")
        return self.times(other)

    def __radd__(self, other: int) -> Number:
        return self + other

    def __rsub__(self, other: int) -> Number:
        return number(other) - self

    def __rmul__(self, other: int) -> Number:
        return self.times(other)

    def __neg__(self) -> Number:
        return self.times(-1)

    def __lt__(self, other: Number | int) -> Bool:
        return (number(other) - self)._is_positive()

    def __gt__(self, other: Number | int) -> Bool:
        return (self - other)._is_positive()

    def __le__(self, other: Number | int) -> Bool:
        return (number(other) - self + 1)._is_positive()

    def __ge__(self, other: Number | int) -> Bool:
        return (self - other + 1)._is_positive()

    def equals(self, other: Number | int) -> Bool:
        """Whether the two are the same number."""
        difference = self - other
        least, greatest = difference._bounds()
        if not least <= 0 <= greatest:
            return False
        if least == greatest:
            return True
        if difference.constant == 0 and (least == 0 or greatest == 0):  # all weights have one sign
            return Truth(z3.Not(z3.Or(difference._conditions())))
        total = difference._orient()._term()
        # not total == 0: z3 would move half of the sum to the other side, and lose the term
        return Truth(z3.And(total <= 0, total >= 0))

    def _is_positive(self) -> Bool:
        least, greatest = self._bounds()
        if least > 0 or greatest <= 0:
            return least > 0
        if least == 0 and self.constant == 0:  # all weights are positive
            return Truth(z3.Or(self._conditions()))
        oriented = self._orient()
        return Truth(oriented._term() > 0 if oriented is self else oriented._term() < 0)

    def _conditions(self) -> list[z3.BoolRef]:
        return [condition for row in self.rows.values() for _, condition in row]

    def _orient(self) -> Number:
        """Return the number or its negative: the same for both, so that they are the same term."""
        weights = ((c.get_id(), weight) for row in self.rows.values() for weight, c in row)
        return self if min(weights)[1] > 0 else self.times(-1)

    def _bounds(self) -> tuple[int, int]:
        weights = [weight for row in self.rows.values() for weight, _ in row]
        least = self.constant + sum(weight for weight in weights if weight < 0)
        return least, self.constant + sum(weight for weight in weights if weight > 0)

    def _term(self) -> z3.BitVecRef:
        """Return the number as a signed bit-vector, just wide enough for it.

        Each row is summed in as few bits as it needs, so that a solver sees its sum by itself.
        """
        rows = [(_row_width(row), row) for row in self.rows.values()]
        width = max([_width(*self._bounds()), *(narrow for narrow, _ in rows)])
        total = z3.BitVecVal(self.constant, width)
        for narrow, row in rows:
            part = z3.BitVecVal(0, narrow)
            for weight, condition in row:
                nothing, something = z3.BitVecVal(0, narrow), z3.BitVecVal(weight, narrow)
                part = part + z3.If(condition, something, nothing)
            total = total + z3.SignExt(width - narrow, part)
        return total


def number(value: Number | int) -> Number:
    """Return a number, known or symbolic, in the symbolic form."""
    return value if isinstance(value, Number) else Number({}, value)


def _cancel(row: Row) -> Row:
    """Return the row with the weights of equal conditions added up."""
    weights: dict[int, int] = {}
    for weight, condition in row:
        weights[condition.get_id()] = weights.get(condition.get_id(), 0) + weight
    terms = {condition.get_id(): condition for _, condition in row}
    return tuple((weights[key], terms[key]) for key in sorted(weights) if weights[key])


def _overlap(row: Row, other: Row) -> Row:
    """Return the conditions of both rows that have the same weight."""
    theirs = {(weight, condition.get_id()) for weight, condition in other}
    return tuple((weight, c) for weight, c in row if (weight, c.get_id()) in theirs)


def _row_width(row: Row) -> int:
    return _width(sum(w for w, _ in row if w < 0), sum(w for w, _ in row if w > 0))


def _width(least: int, greatest: int) -> int:
    """Return how many bits a signed number between the bounds takes."""
    return max(greatest, -least - 1).bit_length() + 1


class Choice(Symbol):
    """One of several known values, each with a condition; exactly one condition holds."""

    called = "choice"
    __slots__ = ("options",)

    def __init__(self, options: Mapping[Hashable, Bool]) -> None:
        self.options = dict(options)

    def is_(self, value: Hashable) -> Bool:
        """Whether the choice is this value."""
        return self.options.get(value, False)

    def __repr__(self) -> str:
        return f"Choice({self.options})"


class Collection(Symbol):
    """A set of known values, each with the condition under which it is an element."""

    called = "set"
    __slots__ = ("members",)

    def __init__(self, members: Mapping[Hashable, Bool]) -> None:
        self.members = dict(members)

    def has(self, value: Hashable) -> Bool:
        """Whether the value is an element."""
        return self.members.get(value, False)

    def __repr__(self) -> str:
        return f"Collection({self.members})"

    def __or__(self, other: Members) -> Collection:
        return self._with(other, lambda ours, theirs: _not(_and(_not(ours), _not(theirs))))

    def __and__(self, other: Members) -> Collection:
        return self._with(other, _and)

    def __sub__(self, other: Members) -> Collection:
        return self._with(other, lambda ours, theirs: _and(ours, _not(theirs)))

    __ror__, __rand__ = __or__, __and__

    def __rsub__(self, other: Members) -> Collection:
        return _collection(other) - self

    def __le__(self, other: Members) -> Bool:
        return (self - other)._is_empty()

    def __ge__(self, other: Members) -> Bool:
        return (_collection(other) - self)._is_empty()

    def __lt__(self, other: Members) -> Bool:
        return _and(self <= other, _not(self >= other))

    def __gt__(self, other: Members) -> Bool:
        return _and(self >= other, _not(self <= other))

    def _with(self, other: Members, join: Callable[[Bool, Bool], Bool]) -> Collection:
        """Return the set whose membership is computed from that of both."""
        theirs = _collection(other)
        values = {**self.members, **theirs.members}
        return Collection({value: join(self.has(value), theirs.has(value)) for value in values})

    def _is_empty(self) -> Bool:
        result: Bool = True
        for condition in self.members.values():
            result = _and(result, _not(condition))
        return result


Members = Collection | frozenset[Any]
"""A set, known or not."""


def _collection(value: Members) -> Collection:
    return value if isinstance(value, Collection) else Collection(dict.fromkeys(value, True))


def _and(left: Bool, right: Bool) -> Bool:
    if not isinstance(left, Truth):
        return right if left else False
    if not isinstance(right, Truth):
        return left if right else False
    return left & right


def _not(value: Bool) -> Bool:
    return Truth(terms.inverse(value.term)) if isinstance(value, Truth) else not value
