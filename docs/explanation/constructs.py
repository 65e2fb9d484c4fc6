"""Constructs: one small function for each construct of the notation."""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import Enum
from math import sqrt
from typing import Annotated, Final, NamedTuple, TypeAlias

from gates import place
from gates.place import Place

from modspec import Nat, some, the

__all__ = ["any_positive", "quotient"]

LIMIT: Final = 100
"""The bound of the numbers in these examples."""


Digit: TypeAlias = Annotated[int, range(10)]
"""The integers from 0 to 9."""


class Point(NamedTuple):
    """A place in the plane."""

    x: int
    y: int


ORIGIN: Final = Point(0, 0)
"""Where both coordinates are zero."""

AXES: Final = frozenset({Point(1, 0), Point(0, 1)})
"""The unit points."""


class Coin(Enum):
    """Coins, each with its worth in cents."""

    CENT = 1
    DIME = 10


class NegativeNumber(Exception):
    """A number below zero."""


def in_range(n: int) -> bool:
    """Comparisons may be chained."""
    return 0 <= n < LIMIT


def middle(low: int, high: int) -> int:
    """Arithmetic is that of integers."""
    return low + (high - low) // 2 - (high * low) % 2


def alike(a: int, b: int) -> bool:
    """Negation, conjunction and disjunction."""
    return not ((a < 0 and b >= 0) or (a >= 0 and b < 0))


def implies(p: bool, q: bool) -> bool:
    """There is no arrow for it: an implication is a disjunction."""
    return not p or q


def sign(n: int) -> int:
    """Conditions are tried in order; the last rule is for all that remains."""
    return -1 if n < 0 else 1 if n > 0 else 0


def is_prime(n: int) -> bool:
    """For all; a range ends before its second bound, an interval with its last element."""
    return n > 1 and all(n % d != 0 for d in range(2, n))


def is_square(n: int) -> bool:
    """There is."""
    return any(k * k == n for k in range(n + 1))


def primes_below(n: int) -> int:
    """The sum of one for each: how many there are."""
    return sum(1 for k in range(n) if is_prime(k))


def divisors(n: int) -> Set[int]:
    """The set of all that satisfy a condition."""
    return {d for d in range(1, n + 1) if n % d == 0}


def products(n: int) -> Set[int]:
    """The set of the values of an expression, over two dummies with the same range."""
    return {a * b for a in range(n) for b in range(n) if a < b}


def is_perfect(n: int) -> bool:
    """Quantifiers range over sets, too."""
    return sum(d for d in divisors(n)) == 2 * n


def is_even_prime(n: int) -> bool:
    """Whether a set has an element, and how many it has."""
    return 2 in divisors(n) and len(divisors(n)) == 2


def squares(n: int) -> Mapping[int, int]:
    """A mapping, and what it gives for an argument."""
    return {k: k * k for k in range(n)}


def mirrored(p: Point) -> Point:
    """Tuples with names, and their fields."""
    return Point(p.y, p.x)


def rotated(s: tuple[int, ...]) -> tuple[int, ...]:
    """Sequences: elements count from 0, parts are given by an interval, || puts two together."""
    return (*s[1 : len(s)], s[0])


def either(a: Set[int], b: Set[int]) -> Set[int]:
    """The union of two sets."""
    return a | b


def both(a: Set[int], b: Set[int]) -> Set[int]:
    """What two sets have in common."""
    return a & b


def only_first(a: Set[int], b: Set[int]) -> Set[int]:
    """The elements of one set that are not in another."""
    return a - b


def is_part(a: Set[int], b: Set[int]) -> bool:
    """Whether one set is a subset of another; the signs know sets by their declared types."""
    return a <= b


def is_empty(a: Set[int]) -> bool:
    """The set without elements."""
    return a == frozenset()


def arguments(m: Mapping[int, int]) -> Set[int]:
    """The domain of a mapping: what it has a value for."""
    return frozenset(m)


def updated(m: Mapping[int, int], key: int, value: int) -> Mapping[int, int]:
    """A mapping with another value for one key, which need not have been in its domain."""
    return {**m, key: value}


def without_key(m: Mapping[int, int], key: int) -> Mapping[int, int]:
    """A mapping with one key less."""
    return {k: m[k] for k in m if k != key}


def nothing() -> Mapping[int, int]:
    """The mapping with an empty domain."""
    return {}


def positive(s: tuple[int, ...]) -> tuple[int, ...]:
    """The elements of a sequence that satisfy a condition, in their order."""
    return tuple(n for n in s if n > 0)


def doubled(s: tuple[int, ...]) -> tuple[int, ...]:
    """A function may call itself for the rest of a sequence, which gets shorter each time."""
    return () if len(s) < 1 else (2 * s[0], *doubled(s[1:]))


def halfway(a: float, b: float) -> float:
    """Reals are divided by a slash; a fraction is written with a point."""
    return (a + b) / 2 + 0.5


def magnitude(a: float) -> float:
    """How far a number is from zero."""
    return abs(a)


def root(a: float) -> float:
    """The root that is not negative; of a negative number there is none."""
    return sqrt(a)


def whole_part(a: float) -> int:
    """The greatest integer that is not above a number; a range says how far to look."""
    return the(k for k in range(-LIMIT, LIMIT) if k <= a < k + 1)


def rightmost(p: Place, q: Place) -> float:
    """Objects are arguments; what they are is for their own module to say."""
    return place.across(p) if place.across(p) > place.across(q) else place.across(q)


def between(p: Place, q: Place) -> Place:
    """An object is an output: here one that an initialiser makes."""
    return place.new((place.across(p) + place.across(q)) / 2)


def or_zero(n: int | None) -> int:
    """A value that may be missing: then it is none."""
    return 0 if n is None else n


def all_positive(s: tuple[int, ...]) -> bool:
    """What holds of all elements of a sequence, a set or an enumeration."""
    return all(n > 0 for n in s)


def has_negative(s: tuple[int, ...]) -> bool:
    """What holds of some element."""
    return any(n < 0 for n in s)


def total(s: tuple[int, ...]) -> int:
    """The sum over a sequence."""
    return sum(n for n in s)


def greatest(s: tuple[int, ...]) -> int:
    """The greatest of at least one integer; the least is min."""
    return max(n for n in s)


def half(n: int) -> int:
    """The only value that satisfies a condition; there has to be one."""
    return the(k for k in range(10) if 2 * k == n)


def any_positive(a: Set[int]) -> int:
    """Any value that satisfies a condition: a program may yield any of them."""
    return some(n for n in a if n > 0)


def next_digit(digit: Digit) -> Digit:
    """The integers from one number to another are a type."""
    return 0 if digit == 9 else digit + 1


def one_less(n: Nat) -> Nat:
    """So are the integers that are not negative."""
    return n - 1 if n > 0 else 0


def is_reserved(word: str) -> bool:
    """Strings are compared, and computed nowhere."""
    return word in {"if", "while"}


def initial(word: tuple[str, ...]) -> str:
    """A text whose characters matter is a sequence of them."""
    return word[0]


def worth(coin: Coin) -> int:
    """The value of an element of an enumeration."""
    return coin.value


def quotient(n: int, d: int) -> int:
    """What is assumed, when the call raises, what it yields, with a name for a part."""
    assert d != 0
    if n < 0 or d < 0:
        raise NegativeNumber
    rest = n % d
    return (n - rest) // d
