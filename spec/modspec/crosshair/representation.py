"""Representations: objects of a class whose attributes have any values that their types allow.

An object is made without its ``__init__``, which yields first states only, and each attribute that
the class gives a type is set: ``items: list[int]`` in the class, or ``self.items: list[int] = []``
in one of its methods.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Any, ClassVar, Literal, get_args, get_origin, get_type_hints

from crosshair.util import IgnoreAttempt


class Unasked(Exception):
    """Why a question cannot be asked, and what it takes."""


def plain_parts(name: str, kind: Any, within: tuple[type, ...] = ()) -> dict[str, Any]:
    """Return the values that a value of a type is made from, by name, with their types.

    Raises :class:`Unasked` if an attribute of a class has no type.
    """
    if get_origin(kind) is Literal:
        return {name: int}  # the number of the value
    if not _has_attributes(kind):
        return {name: kind}
    if kind in within:
        raise Unasked(f"{kind.__name__} has objects of its own class within it, {name}")
    return {
        part: plain
        for attribute, of in _demanded_types(kind).items()
        for part, plain in plain_parts(f"{name}.{attribute}", of, (*within, kind)).items()
    }


def made_from(kind: Any, values: Iterator[Any]) -> Any:
    """Return a value of a type, made from the next values of its parts.

    Raises :class:`Unasked` if an attribute cannot be set.
    """
    if get_origin(kind) is Literal:
        number = next(values)
        for each, value in enumerate(get_args(kind)):
            if number == each:
                return value
        raise IgnoreAttempt
    if not _has_attributes(kind):
        return next(values)
    made: object = object.__new__(kind)
    for name, of in attribute_types(kind).items():
        value = made_from(of, values)
        try:
            object.__setattr__(made, name, value)
        except AttributeError as error:  # such as a property
            raise Unasked(f"{name} of {kind.__name__} cannot be set: {error}") from error
    return made


def _has_attributes(kind: Any) -> bool:
    """Whether the objects of a class are made from their attributes.

    CrossHair makes those of Python's own classes, and those of data classes, which take all that
    they hold; of others it would make those only that ``__init__`` makes.
    """
    return (
        isinstance(kind, type)
        and get_origin(kind) is None
        and not _is_of_python(kind)
        and not is_dataclass(kind)
        and not issubclass(kind, tuple | Enum | int | str | float)
    )


def _demanded_types(kind: type) -> Mapping[str, Any]:
    try:
        typed, untyped = attribute_types(kind), untyped_attributes(kind)
    except (OSError, NameError, TypeError) as error:
        problem = f"the attributes of {kind.__name__} are not known: {error}"
        raise Unasked(problem) from error
    if untyped or not typed:
        raise Unasked(
            f"{kind.__name__} gives no type to {', '.join(untyped) or 'any attribute'};\n"
            f"write {untyped[0] if untyped else 'items'}: TYPE in the class"
        )
    return typed


@cache
def attribute_types(kind: type) -> Mapping[str, Any]:
    """Return the attributes of a class's objects that have a type, with their types.

    Raises NameError for a type that cannot be found.
    """
    found = {
        name: of for name, of in get_type_hints(kind).items() if get_origin(of) is not ClassVar
    }
    for base in reversed(_own_classes(kind)):
        space = vars(sys.modules[base.__module__])
        for name, annotation in _stored_attributes(base):
            if annotation is not None and name not in found:
                found[name] = eval(annotation, space)  # the program's own text
    return {name: of for name, of in found.items() if of is not ClassVar}


@cache
def untyped_attributes(kind: type) -> tuple[str, ...]:
    """Return the attributes that a class's methods set, and that have no type."""
    typed = attribute_types(kind)
    stored = (name for base in reversed(_own_classes(kind)) for name, _ in _stored_attributes(base))
    settable = (name for name in stored if not isinstance(getattr(kind, name, None), property))
    return tuple(dict.fromkeys(name for name in settable if name not in typed))


def _own_classes(kind: type) -> list[type]:
    """Return a class and the classes that it inherits from, without those of Python itself."""
    return [base for base in kind.__mro__ if not _is_of_python(base)]


def _is_of_python(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in sys.stdlib_module_names


def _stored_attributes(kind: type) -> Iterator[tuple[str, str | None]]:
    """Yield each attribute that a method of a class stores in its object, with its type as text."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    for method in tree.body:
        if not isinstance(method, ast.FunctionDef) or not method.args.args:
            continue
        own = method.args.args[0].arg
        annotations = {
            id(node.target): ast.unparse(node.annotation)
            for node in ast.walk(method)
            if isinstance(node, ast.AnnAssign)
        }
        for node in ast.walk(method):
            match node:
                case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()) if name == own:
                    yield node.attr, annotations.get(id(node))
