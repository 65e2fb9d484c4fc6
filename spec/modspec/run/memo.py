"""Memo: functions of a specification look up results that they have computed before.

The functions are pure, so a result depends on the arguments alone. A function that reads a mapping
one element at a time depends on even less: on the elements that it reads; and the elements read so
far decide which one it reads next. So such a function is memoised *by read set*, in a decision
tree: each node has the key that is read there, each leaf a result. Two mappings that differ only in
elements that the function does not read share one computation.
"""

from __future__ import annotations

import collections.abc
import functools
import typing
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any, Final, NoReturn, TypeAlias

from modspec.syntax.expressions import Generator, Interval, walk
from modspec.syntax.module import Module, Parameter
from modspec.syntax.types import Mapping, SetOfType, Type
from modspec.syntax.values import Map, State, frozen, values_of

Function: TypeAlias = Callable[..., Any]

Node: TypeAlias = tuple[Any, Any]
"""The key that is read and the nodes that follow, by its value; or :data:`_LEAF` and a result."""

_LEAF: Final = object()


def memoise(module: Module, names: Iterable[str], space: dict[str, Any], most: int | None) -> None:
    """Memoise functions of a module in a name space, with ``most`` results each (None: all).

    To look a result up must be faster than to compute it. A function with a mapping and a key of it
    among its parameters is memoised by read set; other functions by their arguments, except for
    short formulas about a mapping or a state, which are not memoised.
    """
    for name in names:
        memoiser = _memoiser(module, name)
        if memoiser is not None:
            space[name] = memoiser(space[name], most=most)


@cache
def _memoiser(module: Module, name: str) -> Callable[..., Function] | None:
    """Return the way to memoise a function, from its declaration; None if it is not worth it."""
    function = module[name]
    if function.choice is not None:
        return None  # whoever calls it may make the choice
    types = [_python_type(module, parameter.type) for parameter in function.parameters]
    for position, type_ in enumerate(types, start=0 if function.state is None else 1):
        key, *_ = typing.get_args(type_) if _is_mapping(type_) else (None,)
        yields_mapping = _is_mapping(_python_type(module, function.result))
        if key and any(other is key for other in types) and not yields_mapping:
            by_elements = partial(memoise_by_elements, position=position)
            first = position if function.state is None else position - 1
            others = (*function.parameters[:first], *function.parameters[first + 1 :])
            return _of_frozen_arguments(by_elements, module, others)
    goes_through_a_set = any(
        isinstance(part, Generator) and not isinstance(part.domain, Interval)
        for clause in function.clauses()
        for part in walk(clause.value)
    )
    has_large_argument = function.state is not None or any(
        _is_mapping(type_) or (isinstance(type_, type) and issubclass(type_, State))
        for type_ in types
    )
    if goes_through_a_set or not has_large_argument:
        return _of_frozen_arguments(memoise_by_arguments, module, function.parameters)
    return None


def _of_frozen_arguments(
    memoiser: Callable[..., Function], module: Module, parameters: Iterable[Parameter]
) -> Callable[..., Function]:
    """Return a way to memoise functions, some of whose parameters may be what cannot be looked up.

    A formula may pass a mapping or a set that it has just written down.
    """
    types = (parameter.type for parameter in parameters)
    if not any(
        isinstance(type_, Mapping | SetOfType) or _is_collection(_python_type(module, type_))
        for type_ in types
    ):
        return memoiser

    def memoise_frozen(function: Function, most: int | None) -> Function:
        memoised = memoiser(function, most=most)

        @functools.wraps(function)
        def look_up(*arguments: Any) -> Any:
            return memoised(*map(frozen, arguments))

        return look_up

    return memoise_frozen


def _python_type(module: Module, type_: Type) -> Any:
    """Return what Python has under the name of a type."""
    return vars(module.python).get(getattr(type_, "name", ""))


def _is_mapping(type_: Any) -> bool:
    return typing.get_origin(type_) is collections.abc.Mapping


def _is_collection(type_: Any) -> bool:
    return typing.get_origin(type_) in (collections.abc.Mapping, collections.abc.Set)


def memoise_by_arguments(function: Function, most: int | None) -> Function:
    """Return the function with a memo of its ``most`` recent results (None: all) by arguments."""

    @functools.lru_cache(most)
    @functools.wraps(function)
    def look_up(*arguments: Any) -> Any:
        return frozen(function(*arguments))

    return look_up


def memoise_by_elements(function: Function, position: int, most: int | None) -> Function:
    """Return the function with a memo by the elements that it reads of the mapping at a position.

    The memo starts afresh when its trees have ``most`` nodes (None: never). If the function turns
    out to do more with the mapping than read elements, it is memoised by its arguments instead.
    """
    trees: dict[tuple[Any, ...], Node] = {}
    size = 0
    by_arguments: Function | None = None

    @functools.wraps(function)
    def look_up(*arguments: Any) -> Any:
        nonlocal size, by_arguments
        if by_arguments is not None:
            return by_arguments(*arguments)
        mapping = arguments[position]
        elements = mapping.elements if type(mapping) is Map else mapping
        others = arguments[:position] + arguments[position + 1 :]
        node = trees.get(others)
        while node is not None:
            key, following = node
            if key is _LEAF:
                return following
            node = following.get(elements[key])
        read = _ReadSet(elements)
        try:
            result = frozen(function(*arguments[:position], read, *arguments[position + 1 :]))
            if _contains(result, read):
                raise ReadsMoreThanElementsError
        except ReadsMoreThanElementsError:
            trees.clear()
            by_arguments = memoise_by_arguments(function, most)
            return by_arguments(*arguments)
        if most is not None and size >= most:
            trees.clear()
            size = 0
        nodes, at = trees, others
        for key, value in dict.items(read):
            if at not in nodes:
                nodes[at] = (key, {})
                size += 1
            nodes, at = nodes[at][1], value
        nodes[at] = (_LEAF, result)
        size += 1
        return result

    return look_up


class ReadsMoreThanElementsError(TypeError):
    """A function does more with a mapping than read single elements."""


class _ReadSet(dict[Any, Any]):
    """The elements of a mapping that were read, in the order of reading.

    Each element is copied from the mapping when it is first read, so that further reads are as fast
    as a dictionary's. Any other operation raises :class:`ReadsMoreThanElementsError`.
    """

    __slots__ = ("_whole",)

    def __init__(self, whole: collections.abc.Mapping[Any, Any]) -> None:
        super().__init__()
        self._whole = whole

    def __missing__(self, key: Any) -> Any:
        value = self[key] = self._whole[key]
        return value

    def _refuse(self, *_: Any) -> NoReturn:
        raise ReadsMoreThanElementsError("only single elements of this mapping can be read")

    __len__ = __iter__ = __contains__ = __eq__ = __ne__ = _refuse
    __hash__ = _refuse  # type: ignore[assignment]  # a dictionary has none
    get = keys = values = items = _refuse


def _contains(value: object, read: _ReadSet) -> bool:
    """Whether a value is, or has as a part, the mapping that a function was given."""
    if value is read:
        return True
    parts = value
    if isinstance(value, Map):
        parts = tuple(value.values())
    elif isinstance(value, State):
        parts = values_of(value)
    return isinstance(parts, tuple) and any(_contains(part, read) for part in parts)
