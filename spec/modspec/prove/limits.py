"""What the proofs of a module take for granted: the keys of mappings, and the elements of sets.

A solver is asked about mappings with certain keys, and about sets of certain tuples. The type and
the invariant may allow others.
"""

from __future__ import annotations

import collections.abc
import typing
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Final

from modspec.run.plain import plain
from modspec.syntax.bounds import bounded_hints
from modspec.syntax.order import sorted_elements
from modspec.syntax.values import State

Listed = Mapping[str, tuple[str, list[Any]]]
"""The tuples of each type that a constant lists, with the constant's name."""

_FEW: Final = 4
"""Keys that are written out at most."""


def limits_of_collections(
    keys: Mapping[str, Collection[Any]], listed: Listed, states: Iterable[type[State]]
) -> Iterator[str]:
    """Yield what is taken for granted: of mappings with some keys, and of sets in some states."""
    for name, some in keys.items():
        yield f"{name} has {_keys_text(some, listed)}"
    for state in states:
        for variable, kind in bounded_hints(state).items():
            elements = typing.get_args(kind)[:1] if _is_set(kind) else ()
            for constant in (listed[e.__name__][0] for e in elements if e.__name__ in listed):
                yield f"{variable} is a part of {constant}"


def takes_collection(function: Any) -> bool:
    """Whether a parameter of a function is a state, a mapping or a set."""
    kinds = (kind for name, kind in bounded_hints(function).items() if name != "return")
    return any(
        _is_set(kind)
        or typing.get_origin(kind) is collections.abc.Mapping
        or (isinstance(kind, type) and issubclass(kind, State))
        for kind in kinds
    )


def _is_set(kind: Any) -> bool:
    return typing.get_origin(kind) in (collections.abc.Set, frozenset)


def _keys_text(keys: Collection[Any], listed: Listed) -> str:
    own = frozenset(keys)
    for constant, tuples in listed.values():
        if own == frozenset(tuples):
            return f"a value for each element of {constant}"
    if not keys:
        return "no keys"
    kinds = {type(each) for each in keys}
    if len(kinds) == 1 and issubclass(kind := kinds.pop(), Enum) and len(keys) == len(kind):
        return f"a value for each {kind.__name__}"
    if len(keys) <= _FEW:
        return f"the keys {', '.join(map(plain, sorted_elements(keys)))}"
    return f"the {len(keys)} keys that it has in all states that were reached"
