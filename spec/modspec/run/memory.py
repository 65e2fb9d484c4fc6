"""Memory: what a function of a specification was asked before is looked up, not computed again.

The functions are pure, so a result depends on the arguments alone. More than that: where a function reads a
mapping one element at a time, its result depends on those elements that it reads, and which one it reads next on what
it has read so far. So its results are kept in a *decision tree*: at each node the key that is read there, at
each leaf a result. Two mappings that differ only where the function never looks share one computation.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NoReturn, TypeAlias

from modspec.syntax.values import Map, frozen

Function: TypeAlias = Callable[..., Any]

Node: TypeAlias = tuple[Any, Any]
"""The key that is read and the nodes that follow, by what stands there; or :data:`_LEAF` and a result."""

_LEAF: Final = object()


def memoise_by_arguments(function: Function, most: int | None) -> Function:
    """The function, with a memory of its ``most`` recent results (None: all), by equal arguments."""

    @functools.lru_cache(most)
    @functools.wraps(function)
    def remembered(*arguments: Any) -> Any:
        return frozen(function(*arguments))

    return remembered


def memoise_by_elements(function: Function, position: int, most: int | None) -> Function:
    """The function, with a memory of results by what it reads of the mapping that is its argument at a position.

    It must read the mapping only by ``mapping[key]``, or hand it on to what does. The memory starts
    afresh when its trees have ``most`` nodes (None: never).
    """
    trees: dict[tuple[Any, ...], Node] = {}
    size = 0

    @functools.wraps(function)
    def remembered(*arguments: Any) -> Any:
        nonlocal size
        mapping = arguments[position]
        elements = mapping.elements if type(mapping) is Map else mapping
        others = arguments[:position] + arguments[position + 1 :]
        node = trees.get(others)
        while node is not None:
            key, following = node
            if key is _LEAF:
                return following
            node = following.get(elements[key])
        read = _Read(elements)
        result = frozen(function(*arguments[:position], read, *arguments[position + 1 :]))
        if most is not None and size >= most:
            trees.clear()
            size = 0
        nodes, at = trees, others
        for key, value in read.order():
            if at not in nodes:
                nodes[at] = (key, {})
                size += 1
            nodes, at = nodes[at][1], value
        nodes[at] = (_LEAF, result)
        size += 1
        return result

    return remembered


class _Read(dict[Any, Any]):
    """The elements of a mapping that were read, in their order; each is read from the mapping when it is first asked for.

    That makes it quick, and a mapping of which nothing but elements can be had: the rest raises TypeError.
    """

    __slots__ = ("_whole",)

    def __init__(self, whole: Mapping[Any, Any]) -> None:
        super().__init__()
        self._whole = whole

    def __missing__(self, key: Any) -> Any:
        value = self[key] = self._whole[key]
        return value

    def order(self) -> Iterator[tuple[Any, Any]]:
        """What was read: keys with their values, the first one first."""
        return iter(dict.items(self))

    def _refused(self, *_: Any) -> NoReturn:
        raise TypeError("of this mapping only single elements can be read")

    __len__ = __iter__ = __contains__ = __eq__ = __ne__ = _refused
    get = keys = values = items = _refused
