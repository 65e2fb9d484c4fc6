"""Words: what the words of a function's text mean where values are symbolic.

The operands that Python might never look at are passed as functions without parameters; they are asked on
the *path* on which Python would ask them, which is remembered: a call that means nothing there, such as
one whose assumption does not hold, is an obligation to show that this path is never taken.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from enum import EnumMeta
from functools import partial
from typing import Any

from modspec.lift.integers import Integer
from modspec.lift.logic import (
    conjunction,
    disjunction,
    equal,
    members,
    merge,
    negation,
)
from modspec.lift.symbols import (
    Bool,
    Choice,
    Collection,
    Number,
    Row,
    Symbol,
    Symbolic,
    Truth,
    number,
)
from modspec.run.evaluate import sorted_elements
from modspec.syntax.values import Map

Thunk = Callable[[], Any]
Yield = tuple[Bool, Any, tuple[Any, ...]]
"""What a comprehension yields: the condition under which it does, the value, and those of the dummies."""


class Undefined(Exception):
    """The function means nothing from here on, whatever is chosen for the variables."""


_NOTHING = object()


class SumFrame:
    """What evaluating one function has brought up: when it means something, and when it raises."""

    def __init__(self) -> None:
        self.assumptions: list[Bool] = []
        self.exceptions: list[tuple[str, Bool]] = []
        self.obligations: list[Bool] = []
        self.path: list[tuple[bool, Truth]] = []

    def here(self) -> Bool:
        """The condition under which Python would have come to this place of the text."""
        return conjunction(
            condition if polarity else negation(condition) for polarity, condition in self.path
        )


class Semantics:
    """The words that :mod:`.desugar` puts in place of Python's, in the function that is evaluated."""

    def __init__(self) -> None:
        self.frames: list[SumFrame] = []
        self._orders: dict[int, tuple[Any, list[Any]]] = {}

    @contextmanager
    def function(self) -> Iterator[SumFrame]:
        """Evaluate a function, which has a path of its own."""
        self.frames.append(SumFrame())
        try:
            yield self.frames[-1]
        finally:
            self.frames.pop()

    def demand(self, condition: Bool) -> None:
        """It has to hold wherever Python comes to this place; if it does not, the text means nothing."""
        if condition is not True and self.frames:
            frame = self.frames[-1]
            frame.obligations.append(disjunction((negation(frame.here()), condition)))

    def _tried(self, thunk: Thunk) -> Any:
        """What the function gives; _NOTHING where it means nothing, which is then known not to be asked."""
        try:
            return thunk()
        except Undefined:
            return _NOTHING
        except LookupError:  # a mapping or sequence has no such element
            self.demand(False)
            return _NOTHING

    # -- statements

    def assume(self, condition: Bool) -> None:
        """``assert``: what follows is only about arguments for which this holds."""
        frame = self.frames[-1]
        frame.assumptions.append(condition)
        if condition is False:
            raise Undefined
        if isinstance(condition, Truth):
            frame.path.append((True, condition))

    def raises(self, condition: Bool, exception: str) -> None:
        """``if condition: raise exception``: what follows is for arguments for which it does not hold."""
        frame = self.frames[-1]
        earlier = disjunction(condition for _, condition in frame.exceptions)
        frame.exceptions.append((exception, conjunction((negation(earlier), condition))))
        if condition is True:
            raise Undefined
        if isinstance(condition, Truth):
            frame.path.append((False, condition))

    # -- expressions

    def conj(self, *operands: Thunk) -> Bool:
        """``and``."""
        return self._connected(operands, conjunction, decisive=False)

    def disj(self, *operands: Thunk) -> Bool:
        """``or``."""
        return self._connected(operands, disjunction, decisive=True)

    def _connected(
        self, operands: Iterable[Thunk], join: Callable[[list[Bool]], Bool], decisive: bool
    ) -> Bool:
        path = self.frames[-1].path
        depth = len(path)
        values: list[Bool] = []
        for operand in operands:
            value = self._tried(operand)
            if value is _NOTHING:
                if not values:
                    raise Undefined
                break  # it is an obligation that those before decide
            values.append(value)
            if isinstance(value, Truth):
                path.append((not decisive, value))
            elif bool(value) is decisive:
                break
        del path[depth:]
        return join(values)

    def conditional(self, condition: Bool, then: Thunk, otherwise: Thunk) -> Any:
        """``then if condition else otherwise``."""
        if not isinstance(condition, Truth):
            return then() if condition else otherwise()
        path = self.frames[-1].path
        path.append((True, condition))
        first = self._tried(then)
        path[-1] = (False, condition)
        second = self._tried(otherwise)
        path.pop()
        if first is _NOTHING and second is _NOTHING:
            raise Undefined
        if first is _NOTHING or second is _NOTHING:
            return second if first is _NOTHING else first
        return merge(condition, first, second)

    def member(self, value: Any, collection: Any) -> Bool:
        """``in``."""
        unknown = isinstance(value, Symbol) or _has_integers(value)
        if isinstance(collection, Collection) and not unknown:
            return collection.has(value)
        if unknown or isinstance(collection, Symbol):
            return disjunction(
                conjunction((condition, equal(value, element)))
                for element, condition in members(collection).items()
            )
        return value in collection

    def item(self, values: Any, key: Any) -> Any:
        """``values[key]``, of a mapping or a sequence."""
        if _has_integers(key):
            self.demand(self.member(key, values.keys()))
            key = Choice({option: equal(key, option) for option in values})
        if not isinstance(key, Choice):
            return values[key]
        path, found = self.frames[-1].path, _NOTHING
        for option, condition in reversed(key.options.items()):
            if not isinstance(condition, Truth):
                if condition:
                    return values[option]
                continue
            path.append((True, condition))
            value = self._tried(partial(values.__getitem__, option))
            path.pop()
            if value is not _NOTHING:
                found = value if found is _NOTHING else merge(condition, value, found)
        if found is _NOTHING:
            raise Undefined
        return found

    # -- comprehensions: lists of pairs

    def one(self, value: Any) -> list[Yield]:
        """The element of a comprehension."""
        return [(True, value, ())]

    def given(self, condition: Bool, rest: Callable[[], list[Yield]]) -> list[Yield]:
        """``if condition`` in a comprehension."""
        if not isinstance(condition, Truth):
            return rest() if condition else []
        path = self.frames[-1].path
        path.append((True, condition))
        found = self._tried(rest)
        path.pop()
        if found is _NOTHING:
            return []
        return [(conjunction((condition, more)), value, of) for more, value, of in found]

    def each(self, domain: Any, rest: Callable[[Any], list[Yield]]) -> list[Yield]:
        """``for dummy in domain`` in a comprehension."""
        if not isinstance(domain, Collection):
            return [
                (given, value, (element, *of))
                for element in self._elements(domain)
                for given, value, of in rest(element)
            ]
        return [
            (given, value, (element, *of))
            for element, condition in domain.members.items()
            for given, value, of in self.given(condition, partial(rest, element))
        ]

    def _elements(self, domain: Any) -> Iterable[Any]:
        """The elements of a known set, in the same order at every run."""
        if isinstance(domain, range | EnumMeta | tuple):
            return domain
        known = self._orders.get(id(domain))
        if known is None:
            known = self._orders[id(domain)] = (
                domain,
                sorted_elements(domain),
            )  # kept: its id is the key
        return known[1]

    def some(self, yields: list[Yield]) -> Bool:
        """``any``."""
        return disjunction(conjunction((given, value)) for given, value, _ in yields)

    def every(self, yields: list[Yield]) -> Bool:
        """``all``."""
        return conjunction(disjunction((negation(given), value)) for given, value, _ in yields)

    def total(self, yields: list[Yield]) -> int | Number | Integer:
        """``sum``."""
        if any(isinstance(value, Integer) for _, value, _ in yields):
            known_or_not: Integer = sum(
                merge(given, value, 0) if isinstance(given, Truth) else value
                for given, value, _ in yields
            )
            return known_or_not
        if not any(
            isinstance(part, Symbol) for given, value, _ in yields for part in (given, value)
        ):
            known: int = sum(value for _, value, _ in yields)
            return known
        rows: dict[Hashable, Row] = {}
        constant = 0
        for given, value, of in yields:
            added = number(value).where(given.term) if isinstance(given, Truth) else number(value)
            for element, row in added.rows.items():
                element = of if element is None else element  # a sum of sums is over their elements
                rows[element] = rows.get(element, ()) + row
            constant += added.constant
        return Number(rows, constant)

    def collect(self, yields: list[Yield]) -> Any:
        """A set comprehension."""
        found: dict[Hashable, list[Bool]] = {}
        for given, value, _ in yields:
            if isinstance(value, Symbol):
                raise Symbolic("which elements a set may have must be known, only which it has not")
            found.setdefault(value, []).append(given)
        joined = {value: disjunction(conditions) for value, conditions in found.items()}
        if any(isinstance(condition, Truth) for condition in joined.values()):
            return Collection(joined)
        return frozenset(joined)

    def mapping(self, yields: list[Yield]) -> Map[Any, Any]:
        """A mapping comprehension."""
        if any(isinstance(given, Truth) for given, _, _ in yields):
            raise Symbolic("which arguments a mapping has must be known, only its values need not")
        return Map(dict(pair for _, pair, _ in yields))

    def size(self, value: Any) -> int | Number | Integer:
        """``len``."""
        if not isinstance(value, Collection):
            return len(value)
        return self.total([(given, 1, (element,)) for element, given in value.members.items()])


def _has_integers(value: Any) -> bool:
    """Whether it is a tuple of which a part is an integer that is not known."""
    return isinstance(value, tuple) and any(isinstance(part, Integer) for part in value)


WORDS = ("conj", "disj", "conditional", "member", "item", "one", "given", "each", "some", "every",
         "total", "collect", "mapping", "size", "assume", "raises")  # fmt: skip
"""The methods of :class:`Semantics` that take the place of Python's words."""
