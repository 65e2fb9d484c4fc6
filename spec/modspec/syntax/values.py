"""Immutable values: the mappings and states that specifications compute with.

A specification never changes a value. These classes enforce that in Python, so that a state can be
stored, compared and hashed.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, Set, ValuesView
from enum import Enum
from operator import itemgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

K = TypeVar("K")
V = TypeVar("V", covariant=True)


class Map(Mapping[K, V]):
    """An immutable, hashable mapping: what ``{x: f(x) for x in S}`` denotes in a specification."""

    __slots__ = ("_hash", "elements")

    elements: Mapping[K, V]
    """The same as a dictionary, for fast reading; never change it."""

    def __init__(self, items: Mapping[K, V]) -> None:
        self.elements = dict(items)
        self._hash: int | None = None

    def __getitem__(self, key: K) -> V:
        return self.elements[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self.elements)

    def __len__(self) -> int:
        return len(self.elements)

    def __contains__(self, key: object) -> bool:
        return key in self.elements

    def keys(self) -> KeysView[K]:
        """Return the keys, in their order."""
        return self.elements.keys()

    def values(self) -> ValuesView[V]:
        """Return the values, in the order of the keys."""
        return self.elements.values()

    def items(self) -> ItemsView[K, V]:
        """Return pairs of a key and a value, in the order of the keys."""
        return self.elements.items()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Map):
            return self.elements == other.elements
        return isinstance(other, Mapping) and self.elements == dict(other)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.elements.items()))
        return self._hash

    def __reduce__(self) -> tuple[type[Map[K, V]], tuple[Mapping[K, V]]]:
        return type(self), (self.elements,)  # a hash is of one process

    def __repr__(self) -> str:
        return f"Map({self.elements!r})"


def frozen(value: Any) -> Any:
    """Return the value with every mapping, set and list in it made immutable and hashable."""
    if isinstance(value, _FROZEN):
        return value
    if isinstance(value, Mapping):
        # keys are hashable, so they are immutable already; many values have few types
        kinds = set(map(type, value.values()))
        if all(issubclass(kind, _FROZEN) for kind in kinds):
            return Map(value)
        return Map({key: frozen(item) for key, item in value.items()})
    if isinstance(value, Set):
        return frozenset(value)
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    return value


@dataclass_transform(kw_only_default=True, frozen_default=True)
class State:
    """A tuple of state variables with their types: one point of a module's state space.

    Subclasses list the state variables as annotations. Instances are immutable, compare and hash by
    their values, and are built with keywords: ``Game(board=..., turn=...)``.
    """

    variables: ClassVar[tuple[str, ...]] = ()
    """The names of the state variables, in the order in which they are declared."""

    _names: ClassVar[frozenset[str]] = frozenset()
    _read: ClassVar[Callable[[Mapping[str, Any]], tuple[Any, ...]]] = staticmethod(lambda _: ())
    """Returns the values of the variables, in their order, of those by name."""
    _hash: ClassVar[int | None] = None
    """What an instance overrides as soon as it is hashed."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = vars(cls).get("__annotations__", {})
        cls.variables = tuple(name for name in own if not str(own[name]).startswith("ClassVar"))
        cls._names = frozenset(cls.variables)
        cls._read = staticmethod(_reader_of(cls.variables))

    def __init__(self, **values: Any) -> None:
        if values.keys() != self._names:
            name, given = type(self).__name__, ", ".join(values) or "none"
            expected = ", ".join(self.variables)
            raise TypeError(f"{name} has the state variables {expected}; given: {given}")
        self.__dict__.update({name: frozen(value) for name, value in values.items()})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is a value: {name} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is a value: {name} cannot be removed")

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, State)
            and type(self) is type(other)
            and values_of(self) == values_of(other)
        )

    def __hash__(self) -> int:
        known = self._hash  # a state is a key of many memos
        if known is None:
            known = hash(values_of(self))
            object.__setattr__(self, "_hash", known)
        return known

    def __getstate__(self) -> dict[str, Any]:
        kept = (*self.variables, *vars(self).keys() & {_ORIGIN})  # a hash is of one process
        return {name: getattr(self, name) for name in kept}

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.variables)
        return f"{type(self).__name__}({inner})"


def values_of(state: State) -> tuple[Any, ...]:
    """Return the values of the state variables, in their order.

    A function and no method: a state variable may have any name.
    """
    return type(state)._read(vars(state))


def _reader_of(names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    """Return a function that reads the values of some names as a tuple, as fast as Python can."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda known: tuple([known[name] for name in names])


def with_origin(state: State, calls: tuple[Any, ...]) -> State:
    """Return an equal state that remembers the calls that make it."""
    same = type(state)(**dict(zip(state.variables, values_of(state), strict=True)))
    object.__setattr__(same, _ORIGIN, calls)
    return same


def origin_of(state: State) -> tuple[Any, ...]:
    """Return the calls that make a state, if it remembers them; else none."""
    known: tuple[Any, ...] = vars(state).get(_ORIGIN, ())
    return known


_ORIGIN = "_origin"

S = TypeVar("S", bound=State)


def replace(state: S, **values: Any) -> S:
    """Return the next state, in which some variables have other values; the rest stay.

    Raises TypeError for a name that is no state variable.
    """
    kept = {name: getattr(state, name) for name in state.variables}
    return type(state)(**{**kept, **values})


class AbstractObject(State):
    """The state of a module that *is* one object: the access programs act on the one game."""


class AbstractDataType(State):
    """The state of one object of a type that the module exports: there may be many stacks."""


_FROZEN = (bool, int, float, str, State, frozenset, tuple, Enum, Map)
"""The types of values that stay as they are, tried first: most values have one. To see that a value
is no Map takes longest."""
