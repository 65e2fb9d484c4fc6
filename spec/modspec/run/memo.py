"""Recall: which memory suits which function of a specification.

To look a result up must be quicker than to compute it again. So a function is remembered by its arguments where it goes
through a set, or has but small arguments; by the elements that it reads where it is asked about one key of a
mapping; and a short formula about a mapping or a state not at all.
"""

from __future__ import annotations

import ast
import collections.abc
import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from modspec.run.memory import memoise_by_arguments, memoise_by_elements
from modspec.syntax.expressions import Generator, Interval, walk
from modspec.syntax.module import Function, Module, Parameter
from modspec.syntax.types import Type
from modspec.syntax.values import State

_READ: Final = "reads_but_elements_of"
"""The attribute of a function that has the positions of the mappings of which it reads nothing but single elements."""


def memoise(
    module: Module, functions: Sequence[ast.FunctionDef], space: dict[str, Any], most: int | None
) -> None:
    """Give functions of a module, executed in a name space, a memory of ``most`` results each (None: all)."""
    todo = {node.name: node for node in functions}

    def settle(name: str) -> None:
        """What a function applies comes first: it decides what the function reads."""
        node = todo.pop(name)
        for applied in sorted(_names(node) & todo.keys()):
            if applied in todo:  # not settled on the way
                settle(applied)
        kind, plain = _kind(module, name), space[name]
        read = [p for p in kind.mappings if _reads_but_elements(node, p, space)]
        about = [p for p in read if p in kind.asked_about]
        if about:
            setattr(plain, _READ, {about[0]})
            space[name] = memoise_by_elements(plain, about[0], most)
        elif kind.is_long or not kind.is_large:
            space[name] = memoise_by_arguments(plain, most)
        else:
            setattr(plain, _READ, {*read})

    while todo:
        settle(next(iter(todo)))


# -- what is declared ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Kind:
    """What a function is like, as far as it matters for its memory."""

    mappings: tuple[int, ...]
    """The positions of the arguments that are mappings."""

    asked_about: frozenset[int]
    """Those of which another argument is a key, where the result is no mapping itself."""

    is_long: bool
    """Whether it goes through a set."""

    is_large: bool
    """Whether it has a state, or a parameter with more values than are likely to be met again."""


@cache
def _kind(module: Module, name: str) -> _Kind:
    function = module[name]
    mappings = tuple(_mappings(module, function))
    return _Kind(
        mappings,
        frozenset(p for p in mappings if _is_asked_about_a_key(module, function, p)),
        _goes_through_a_set(function),
        function.state is not None or any(_is_large(module, p) for p in function.parameters),
    )


def _goes_through_a_set(function: Function) -> bool:
    return any(
        isinstance(part, Generator) and not isinstance(part.domain, Interval)
        for clause in function.clauses()
        for part in walk(clause.value)
    )


def _is_large(module: Module, parameter: Parameter) -> bool:
    denoted = _denoted(module, parameter.type)
    is_state = isinstance(denoted, type) and issubclass(denoted, State)
    return is_state or _is_mapping(denoted)


def _mappings(module: Module, function: Function) -> Iterator[int]:
    """The positions of a function's arguments that are mappings."""
    for position, parameter in _placed(function):
        if _is_mapping(_denoted(module, parameter.type)):
            yield position


def _is_asked_about_a_key(module: Module, function: Function, position: int) -> bool:
    """Whether another argument is a key of the mapping at a position, and the result no mapping itself."""
    key, _ = typing.get_args(_denoted(module, dict(_placed(function))[position].type))
    return any(_denoted(module, p.type) is key for p in function.parameters) and not _is_mapping(
        _denoted(module, function.result)
    )


def _placed(function: Function) -> Iterator[tuple[int, Parameter]]:
    return enumerate(function.parameters, start=0 if function.state is None else 1)


def _denoted(module: Module, type_: Type) -> Any:
    """What Python has under the name of a type."""
    return vars(module.python).get(getattr(type_, "name", ""))


def _is_mapping(denoted: Any) -> bool:
    return typing.get_origin(denoted) is collections.abc.Mapping


# -- what is executed, which may have been edited --------------------------------------------------


@dataclass(frozen=True)
class _Use:
    """What a function does with one of its parameters."""

    reads: bool
    """Whether it reads single elements, or hands the parameter on, and nothing else."""

    handed_on: frozenset[tuple[str, int]]
    """To which functions, and in which position."""


@lru_cache(1 << 10)
def _use(node: ast.FunctionDef, name: str) -> _Use:
    """What a function does with the parameter of that name."""
    read = named = passed = 0
    handed_on = set()
    for part in ast.walk(node):
        match part:
            case ast.Name(id=id) if id == name:
                named += 1
            case ast.Subscript(value=ast.Name(id=id), slice=key) if id == name:
                read += not isinstance(key, ast.Slice)
            case ast.Call(func=ast.Name(id=applied), args=arguments):
                for number, argument in enumerate(arguments):
                    if isinstance(argument, ast.Name) and argument.id == name:
                        handed_on.add((applied, number))
                        passed += 1
    return _Use(named == read + passed, frozenset(handed_on))


def _reads_but_elements(node: ast.FunctionDef, position: int, space: dict[str, Any]) -> bool:
    """Whether all that is done with a parameter is to read an element, or to hand it on to what does likewise."""
    use = _use(node, node.args.args[position].arg)
    return use.reads and all(
        number in getattr(space.get(applied), _READ, ()) for applied, number in use.handed_on
    )


@lru_cache(1 << 10)
def _names(node: ast.FunctionDef) -> frozenset[str]:
    return frozenset(part.id for part in ast.walk(node) if isinstance(part, ast.Name))
