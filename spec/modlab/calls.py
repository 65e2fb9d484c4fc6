"""Calls as people type them: ``push(3)``, ``move(2, 3)``, ``select(COLA)``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from enum import EnumMeta
from typing import Any, Final, TypeVar, get_type_hints

from modcheck.near import near_match
from modspec import Map, Module, SpecificationError, declare
from modspec.lint.value_types import (
    STRINGS,
    UNKNOWN,
    ElementAtom,
    SetAtom,
    ValueType,
    describe,
    is_within,
    type_hints,
    type_of_value,
)
from modspec.run.machine import Call, value_text
from modspec.run.objects import make_object
from modspec.syntax.module import Function, Kind
from modspec.syntax.values import State

SEPARATORS: Final = " .;,\n\t"
"""What may stand between two calls."""


def read_calls(module: Module, text: str) -> Iterator[Call]:
    """Yield the calls in a text, which spaces, dots, semicolons or lines separate.

    An argument is written as in the specification: a number, an element of an enumeration, a tuple
    with fields such as ``Square(2, 3)``, a sequence, a set or a mapping; an object as the calls
    that make it, ``new(0).push(1)``. Raises SpecificationError for what is no call of an access
    program, and for an argument that is not of its type.
    """
    rest = text.strip(SEPARATORS)
    while rest:
        end = end_of_call(rest)
        yield _call(module, rest[:end])
        rest = rest[end:].lstrip(SEPARATORS)


def to_text(value: Any) -> str:
    """Return a call or a value as people type it: what :func:`read_calls` reads."""
    return str(value) if isinstance(value, Call) else value_text(value)


def to_own_text(module: Module, call: Call) -> str:
    """Return a call as people type it to its module, which makes objects of its own by ``new(0)``.

    The module's name before that is left out: so another version of it, of another name, reads the
    same text.
    """
    makers = "|".join(each.name for each in module.initializers)
    own_name = rf"(?<![\w.]){module.name}\.(?=(?:{makers})\()"
    string = r'"(?:[^"\\]|\\.)*"'
    return re.sub(f"({string})|{own_name}", lambda found: found[1] or "", to_text(call))


def end_of_call(text: str) -> int:
    """Return where the first call ends: at the bracket that closes its first one."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character in ")]}" and depth <= 0:
            return place + 1
        if depth == 0 and character in SEPARATORS:
            return place
    return len(text)


def _call(module: Module, text: str) -> Call:
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        begun = re.match(r"\w+", text)
        meant = [_shape(each) for each in module.access_programs if begun and each.name == begun[0]]
        right = _with_dots(module, text) or next(iter(meant), _example(module))
        raise SpecificationError(f"{text!r} is no call; write it as {right}") from error
    if isinstance(node, ast.Name):
        node = ast.Call(node, [], [])  # top for top()
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        raise SpecificationError(f"{text!r} is no call; write it as {_example(module)}")
    names = [function.name for function in module.access_programs]
    if node.func.id not in names:
        near = near_match(node.func.id, names, "access program")
        raise SpecificationError(f"{module.name} has no access program {node.func.id!r}; {near}")
    function = module[node.func.id]
    if node.keywords:
        raise SpecificationError(f"arguments have no names; write {text!r} as {_shape(function)}")
    if len(node.args) != len(function.parameters):
        raise SpecificationError(_wrong_number(function))
    declared = vars(module.python)[function.name]
    types = type_hints(declared)
    generic = {name for name, kind in get_type_hints(declared).items() if isinstance(kind, TypeVar)}
    arguments: list[Any] = [
        _argument(module, function.name, each.name, types.get(each.name, UNKNOWN), argument)
        for each, argument in zip(function.parameters, node.args, strict=True)
    ]
    for number, parameter in enumerate(function.parameters):
        wanted, given = types.get(parameter.name, UNKNOWN), arguments[number]
        if given == Map({}) and all(isinstance(atom, SetAtom) for atom in wanted):
            arguments[number] = frozenset[Any]()  # {} is how an empty set is written, too
        elif (
            parameter.name not in generic and wanted and not is_within(type_of_value(given), wanted)
        ):
            raise SpecificationError(
                f"{parameter.name} of {function.name} is {_type_text(wanted, module)}; "
                f"given: {value_text(given)}"
            )
    return Call(function.name, tuple(arguments))


def _argument(
    module: Module, routine: str, parameter: str, wanted: ValueType, node: ast.expr
) -> Any:
    """Return the value of an argument. Raises SpecificationError, also for a string without quotes.

    The quotes may be lost on the way: a shell removes them if there are no others around the calls.
    """
    try:
        return _value(module, node)
    except SpecificationError as error:
        if not isinstance(node, ast.Name) or not wanted & STRINGS:
            raise
        raise SpecificationError(
            f'{parameter} of {routine} is a string; write it in quotes, "{node.id}", and the calls '
            "in others"
        ) from error


def _type_text(wanted: ValueType, module: Module) -> str:
    """Return a type in words, with an element of it if it is an enumeration."""
    element = next((a.name for a in sorted(wanted, key=repr) if isinstance(a, ElementAtom)), "")
    return describe(wanted, module) + (f", such as {element}" if element else "")


def _object(module: Module, node: ast.expr) -> State:
    """Return the object that calls make: ``new(0, 1)``, ``point.new(0, 1)``, ``new.push(1)``.

    Raises SpecificationError for what is no initialiser, and for calls that raise or say nothing.
    """
    owner, calls = _chain(module, node)
    of = {each.name: each for each in _modules_below(module)}.get(owner)
    if of is None or of.kind is not Kind.ABSTRACT_DATA_TYPE:
        raise SpecificationError(f"{ast.unparse(node)!r} is no value; write a number or a name")
    names = [each.name for each in of.initializers]
    if calls[0].routine not in names:
        advice = near_match(calls[0].routine, names, "initialiser")
        if calls[0].routine in (each.name for each in of.access_programs):
            chains = " or ".join(f"{_shape(each)}.{calls[0]}" for each in of.initializers)
            advice = f"write an object as {chains}"
        raise SpecificationError(f"{calls[0].routine!r} makes no object of {of.name}; {advice}")
    for call in calls:
        function = next((each for each in of.access_programs if each.name == call.routine), None)
        if function is not None and len(function.parameters) != len(call.arguments):
            raise SpecificationError(_wrong_number(function))
    made = make_object(of, calls)
    if made is None:
        raise SpecificationError(f"{ast.unparse(node)!r} raises, and so makes no object")
    return made


def _chain(module: Module, node: ast.expr) -> tuple[str, list[Call]]:
    """Return the name of a module, and the calls of it that are written with dots between them.

    Where there are no arguments, the name of an access program suffices.
    """
    calls: list[Call] = []
    initializers = [each.name for each in module.initializers]
    below = node
    while True:
        match below:
            case ast.Call(func=ast.Attribute(value=owner, attr=routine), args=args):
                below = owner
            case ast.Attribute(value=owner, attr=routine):
                below, args = owner, []
            case ast.Call(func=ast.Name(id=routine), args=args):
                below = ast.Name(module.name)
            case ast.Name(id=routine) if routine in initializers:
                below, args = ast.Name(module.name), []
            case ast.Name(id=owner_name) if calls:
                return owner_name, calls
            case _:
                return "", calls
        calls.insert(0, Call(routine, tuple(_value(module, each) for each in args)))


def _example(module: Module) -> str:
    """Return how one of the access programs is called."""
    return _shape(max(module.access_programs, key=lambda each: len(each.parameters)))


def _shape(function: Function) -> str:
    """Return how a function is called, with the names of its parameters."""
    return f"{function.name}({', '.join(each.name for each in function.parameters)})"


def _wrong_number(function: Function) -> str:
    """Return what is wrong with a call that has another number of arguments."""
    due = len(function.parameters)
    counted = f"{due} argument{'s' * (due != 1)}" if due else "no arguments"
    return f"{function.name} takes {counted}; write {_shape(function)}"


def _with_dots(module: Module, text: str) -> str:
    """Return a call with dots between the calls that make an object; empty if it lacks none."""
    routines = {each.name for used in _modules_below(module) for each in used.access_programs}
    dotted = re.sub(rf"\)[\s;]*(?=({'|'.join(routines)})\()", ").", text)
    with suppress(SyntaxError):
        ast.parse(dotted, mode="eval")
        return dotted
    return ""


def _value(module: Module, node: ast.expr) -> Any:
    """Return the value that an argument stands for."""
    known = vars(module.python)
    match node:
        case ast.Constant(value=bool() | int() | float() | str() | None as value):
            return value
        case ast.Name(id="none"):
            return None
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.Name(id="true" | "false" as word):
            return word == "true"
        case ast.Name(id=name):
            if name in (each.name for each in module.initializers):
                return _object(module, node)
            return _value_of_name(module, name)
        case ast.Attribute(value=ast.Name(id=kind), attr=name) if name in getattr(
            known.get(kind), "__members__", ()
        ):
            return known[kind][name]
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return tuple(_value(module, each) for each in parts)
        case ast.Set(elts=parts):
            return frozenset(_value(module, each) for each in parts)
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return Map({_value(module, k): _value(module, v) for k, v in pairs if k is not None})
        case ast.Call(func=ast.Name(id=name), args=parts) if hasattr(known.get(name), "_fields"):
            return known[name](*(_value(module, each) for each in parts))
        case ast.Call() | ast.Attribute():
            return _object(module, node)
    raise SpecificationError(f"{ast.unparse(node)!r} is no value; write a number or a name")


def _value_of_name(module: Module, name: str) -> Any:
    """Return the element of an enumeration, or the constant, of a name."""
    elements: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    for used in _modules_below(module):  # their types may be those of the parameters
        known = vars(used.python)
        for kind in known.values():
            if isinstance(kind, EnumMeta):
                elements |= kind.__members__
        constants |= {
            each: value
            for each, value in known.items()
            if each.isupper() and not isinstance(value, TypeVar)
        }
    named = {**elements, **constants}
    if name not in named:
        raise SpecificationError(
            f"there is no value {name!r}; {near_match(name, named, 'named value')}"
        )
    return named[name]


def _modules_below(module: Module) -> Iterator[Module]:
    """Yield the modules that a module uses, directly or not, and then the module itself."""
    for use in module.uses:
        yield from _modules_below(declare(use.module))
    yield module
