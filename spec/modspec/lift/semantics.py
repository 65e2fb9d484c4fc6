"""Semantics: what the operators of a function's text mean where values are symbolic.

Operands that Python might not evaluate are lazy: functions without parameters. They are evaluated
on the *path*, which is the condition under which Python would evaluate them. A call that is
undefined there, such as one whose assumption does not hold, is an obligation to show that this path
is never taken.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from enum import EnumMeta
from functools import partial
from typing import Any

import z3

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
from modspec.syntax.order import sorted_elements
from modspec.syntax.values import Map

Lazy = Callable[[], Any]
"""An operand that Python evaluates only under a condition."""

Yield = tuple[Bool, Any, tuple[Any, ...]]
"""What a comprehension yields: when it does so, the value, and the values of the dummies."""


class Undefined(Exception):
    """The function is undefined from here on, for all values of the variables."""


_UNDEFINED = object()


class SumFrame:
    """The evaluation of one function: when the function is defined, and when it raises."""

    def __init__(self) -> None:
        self.assumptions: list[Bool] = []
        self.exceptions: list[tuple[str, Bool]] = []
        self.obligations: list[Bool] = []
        self.path: list[tuple[bool, Truth]] = []

    def here(self) -> Bool:
        """Return the condition under which Python comes to this place of the text."""
        return conjunction(
            condition if polarity else negation(condition) for polarity, condition in self.path
        )


class Semantics:
    """The operators that :mod:`.desugar` puts in place of Python's."""

    def __init__(self) -> None:
        self.frames: list[SumFrame] = []
        self._orders: dict[int, tuple[Any, list[Any]]] = {}

    @contextmanager
    def function(self) -> Iterator[SumFrame]:
        """Evaluate a function, with a path of its own."""
        self.frames.append(SumFrame())
        try:
            yield self.frames[-1]
        finally:
            self.frames.pop()

    def demand(self, condition: Bool) -> None:
        """Oblige the condition to hold wherever Python comes to this place of the text."""
        if condition is not True and self.frames:
            frame = self.frames[-1]
            frame.obligations.append(disjunction((negation(frame.here()), condition)))

    def _try(self, thunk: Lazy) -> Any:
        """Return the value, or _UNDEFINED, which obliges the path never to be taken."""
        try:
            return thunk()
        except Undefined:
            return _UNDEFINED
        except LookupError:  # a mapping or sequence has no such element
            self.demand(False)
            return _UNDEFINED

    # -- statements

    def assume(self, condition: Bool) -> None:
        """``assert``: the rest is only about arguments for which this holds."""
        frame = self.frames[-1]
        frame.assumptions.append(condition)
        if condition is False:
            raise Undefined
        if isinstance(condition, Truth):
            frame.path.append((True, condition))

    def raises(self, condition: Bool, exception: str) -> None:
        """``if condition: raise exception``: the rest is about arguments for which it fails."""
        frame = self.frames[-1]
        earlier = disjunction(condition for _, condition in frame.exceptions)
        frame.exceptions.append((exception, conjunction((negation(earlier), condition))))
        if condition is True:
            raise Undefined
        if isinstance(condition, Truth):
            frame.path.append((False, condition))

    # -- expressions

    def conj(self, *operands: Lazy) -> Bool:
        """``and``."""
        return self._connect(operands, conjunction, decisive=False)

    def disj(self, *operands: Lazy) -> Bool:
        """``or``."""
        return self._connect(operands, disjunction, decisive=True)

    def _connect(
        self, operands: Iterable[Lazy], join: Callable[[list[Bool]], Bool], decisive: bool
    ) -> Bool:
        path = self.frames[-1].path
        depth = len(path)
        values: list[Bool] = []
        for operand in operands:
            value = self._try(operand)
            if value is _UNDEFINED:
                if not values:
                    raise Undefined
                break  # the operands before have to decide: _try added the obligation
            values.append(value)
            if isinstance(value, Truth):
                path.append((not decisive, value))
            elif bool(value) is decisive:
                break
        del path[depth:]
        return join(values)

    def conditional(self, condition: Bool, then: Lazy, otherwise: Lazy) -> Any:
        """``then if condition else otherwise``."""
        if not isinstance(condition, Truth):
            return then() if condition else otherwise()
        path = self.frames[-1].path
        path.append((True, condition))
        first = self._try(then)
        path[-1] = (False, condition)
        second = self._try(otherwise)
        path.pop()
        if first is _UNDEFINED and second is _UNDEFINED:
            raise Undefined
        if first is _UNDEFINED or second is _UNDEFINED:
            return second if first is _UNDEFINED else first
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
        path, found = self.frames[-1].path, _UNDEFINED
        for option, condition in reversed(key.options.items()):
            if not isinstance(condition, Truth):
                if condition:
                    return values[option]
                continue
            path.append((True, condition))
            value = self._try(partial(values.__getitem__, option))
            path.pop()
            if value is not _UNDEFINED:
                found = value if found is _UNDEFINED else merge(condition, value, found)
        if found is _UNDEFINED:
            raise Undefined
        return found

    def value_of(self, element: Any) -> Any:
        """``element.value``."""
        if not isinstance(element, Choice):
            return element.value
        options: dict[Any, Bool] = element.options
        found, *others = (option.value for option in options)
        for condition, value in zip([*options.values()][1:], others, strict=True):
            if isinstance(condition, Truth):
                found = merge(condition, value, found)
            elif condition:
                found = value
        return found

    # -- comprehensions: lists of pairs

    def one(self, value: Any) -> list[Yield]:
        """The element of a comprehension."""
        return [(True, value, ())]

    def guard(self, condition: Bool, rest: Callable[[], list[Yield]]) -> list[Yield]:
        """``if condition`` in a comprehension."""
        if not isinstance(condition, Truth):
            return rest() if condition else []
        path = self.frames[-1].path
        path.append((True, condition))
        found = self._try(rest)
        path.pop()
        if found is _UNDEFINED:
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
            for given, value, of in self.guard(condition, partial(rest, element))
        ]

    def _elements(self, domain: Any) -> Iterable[Any]:
        """Return the elements of a known set, in the same order at every run."""
        if isinstance(domain, range | EnumMeta | tuple):
            return domain
        known = self._orders.get(id(domain))
        if known is None:
            known = domain, sorted_elements(domain)  # keep the domain: its id is the key
            self._orders[id(domain)] = known
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
                element = of if element is None else element  # a sum of sums is over all elements
                rows[element] = rows.get(element, ()) + row
            constant += added.constant
        return Number(rows, constant)

    def greatest(self, yields: list[Yield]) -> Any:
        """``max``."""
        return self._extreme(yields, operator.gt)

    def least(self, yields: list[Yield]) -> Any:
        """``min``."""
        return self._extreme(yields, operator.lt)

    def _extreme(self, yields: list[Yield], is_better: Callable[[Any, Any], Bool]) -> Any:
        """Return the value of the yields that is better than all others; there has to be one."""
        self.demand(disjunction(given for given, _, _ in yields))
        found: Any = None
        has_found: Bool = False
        for given, value, _ in yields:
            if given is False:
                continue
            if has_found is False:
                found, has_found = value, given
                continue
            wins = conjunction((given, disjunction((negation(has_found), is_better(value, found)))))
            if isinstance(wins, Truth):
                found = merge(wins, value, found)
            elif wins:
                found = value
            has_found = disjunction((has_found, given))
        if has_found is False:
            raise Undefined
        return found

    def only(self, yields: list[Yield]) -> Any:
        """``the``: there has to be a value, and no other one."""
        self.demand(disjunction(given for given, _, _ in yields))
        some = [each for each in yields if each[0] is not False]
        for place, (given, value, _) in enumerate(some):
            for other_given, other, _ in some[:place]:
                both = conjunction((given, other_given))
                self.demand(disjunction((negation(both), equal(value, other))))
        if not some:
            raise Undefined
        found = some[0][1]
        for given, value, _ in some[1:]:
            found = merge(given, value, found) if isinstance(given, Truth) else value
        return found

    def choice(self, yields: list[Yield]) -> Any:
        """``some``: logic has a term for a value, and none for one that is left open."""
        del yields
        raise Symbolic("the specification leaves open which value is chosen")

    def collect(self, yields: list[Yield]) -> Any:
        """A set comprehension."""
        found: dict[Hashable, list[Bool]] = {}
        for given, value, _ in yields:
            if isinstance(value, Symbol):
                raise Symbolic("a set may have symbolic membership, but its elements must be known")
            found.setdefault(value, []).append(given)
        joined = {value: disjunction(conditions) for value, conditions in found.items()}
        if any(isinstance(condition, Truth) for condition in joined.values()):
            return Collection(joined)
        return frozenset(joined)

    def sequence(self, yields: list[Yield]) -> tuple[Any, ...]:
        """A sequence comprehension."""
        if any(isinstance(given, Truth) for given, _, _ in yields):
            what = "a sequence may have symbolic elements, but its length must be known"
            raise Symbolic(f"{what}: say of each position what it holds")
        return tuple(value for given, value, _ in yields if given)

    def mapping(self, yields: list[Yield]) -> Map[Any, Any]:
        """A mapping comprehension."""
        if any(isinstance(given, Truth) for given, _, _ in yields):
            what = "a mapping may have symbolic values, but its arguments must be known"
            raise Symbolic(f"{what}: quantify over all of them, and say which value each has")
        return Map(dict(pair for _, pair, _ in yields))

    def assemble(self, *parts: tuple[Any, ...]) -> Map[Any, Any]:
        """A mapping display: of pairs, and of whole mappings."""
        found: dict[Any, Any] = {}
        for part in parts:
            if len(part) == 1:
                found |= part[0]
                continue
            key, value = part
            if isinstance(key, Choice) and key.options.keys() <= found.keys():
                for option, condition in key.options.items():
                    if isinstance(condition, Truth):
                        found[option] = merge(condition, value, found[option])
                    elif condition:
                        found[option] = value
            elif isinstance(key, Symbol) or _has_integers(key):
                what = "a mapping has another value for a key that is not known"
                advice = "write {k: value if k == key else m[k] for k in SET}"
                raise Symbolic(f"{what}: {advice}")
            else:
                found[key] = value
        return Map(found)

    def size(self, value: Any) -> int | Number | Integer:
        """``len``."""
        if not isinstance(value, Collection):
            return len(value)
        return self.total([(given, 1, (element,)) for element, given in value.members.items()])


def _has_integers(value: Any) -> bool:
    """Whether the value is a tuple with a symbolic integer."""
    return isinstance(value, tuple) and any(isinstance(part, Integer) for part in value)


class EveryChoice(Semantics):
    """The operators, where a choice is any value that is allowed: for what holds of each choice."""

    def __init__(self) -> None:
        super().__init__()
        self._number = 0

    def choice(self, yields: list[Yield]) -> Any:
        """``some``: an unknown number says which value it is; there has to be one."""
        self._number += 1
        selector = z3.Int(f"choice.{self._number}")
        exists = disjunction(given for given, _, _ in yields)
        self.demand(exists)
        picked = [
            (conjunction((given, Truth(selector == place))), value)
            for place, (given, value, _) in enumerate(yields)
            if given is not False
        ]
        if not picked:
            raise Undefined
        some_picked = disjunction(condition for condition, _ in picked)
        self.frames[-1].assumptions.append(disjunction((negation(exists), some_picked)))
        found = picked[0][1]
        for condition, value in picked[1:]:
            assert isinstance(condition, Truth)  # of an unknown number
            found = merge(condition, value, found)
        return found


OPERATORS = (
    "conj", "disj", "conditional", "member", "item", "one", "guard", "each", "some", "every",
    "total", "greatest", "least", "only", "choice", "collect", "sequence", "mapping", "assemble",
    "size", "value_of",
    "assume", "raises",
)  # fmt: skip
"""The methods of :class:`Semantics` that take the place of Python's operators."""
