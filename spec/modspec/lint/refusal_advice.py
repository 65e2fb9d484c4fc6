"""Refusal advice: what is wrong with a construct that is refused, in the author's words."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

from modspec.lint.instead import INSTEAD, NAMED, NAMES, OF_CONSTRUCT, WORDING, Advice
from modspec.lint.patterns import Meanings, fill, match, parsed, text_of
from modspec.syntax.errors import OutsideNotation
from modspec.syntax.kinds import is_mapping, is_set, kind_of
from modspec.syntax.scope import NameScope
from modspec.syntax.subset import Reader
from modspec.syntax.values import State

Parents: TypeAlias = Mapping[ast.AST, ast.AST]
"""The node of Python's syntax tree around each."""

_ARGUMENTS: Final = re.compile(r"\S+ (without all its parts|without names|with other arguments)")
"""How the notation calls a call with too few arguments, too many, or others."""

_TYPE: Final = "the type "


@dataclass(frozen=True)
class Told:
    """What an author is told of a construct."""

    at: ast.AST
    """Its place."""

    text: str
    advice: str


def wording(construct: str) -> str:
    """Return what is wrong with a construct that is refused."""
    for pattern, text in WORDING.items():
        if found := re.fullmatch(pattern, construct):
            return text.format(*found.groups())
    return f"{construct} is outside the notation"


class RefusalAdvice:
    """Says what is wrong with constructs that the notation refuses, and what to write."""

    def __init__(self, scope: NameScope, parents: Parents) -> None:
        self._scope, self._parents = scope, parents
        self._names: Mapping[str, Any] = vars(scope.python)

    def of(self, node: ast.AST, construct: str, instead: str) -> Told:
        """Return what to tell of a construct; ``instead`` is the notation's own advice."""
        if construct.startswith(_TYPE):
            node = _type_in(node, construct.removeprefix(_TYPE))
        construct = _as_typed(node, construct)
        otherwise = Told(node, wording(construct), NAMED.get(getattr(node, "id", ""), instead))
        return next(self._known(node, construct), otherwise)

    def _known(self, node: ast.AST, construct: str) -> Iterator[Told]:
        """Yield what is known of a construct: by its arguments, then by the tables."""
        match node:
            case ast.Raise(exc=ast.Name(id=name)) if construct.startswith("the exception"):
                text = f"{name} is an exception of Python, not of the module"
                otherwise = f"the exception {name} is declared nowhere"
                is_of_python = hasattr(builtins, name)
                yield Told(node, text if is_of_python else otherwise, self._exception_meant(name))
            case ast.If(body=[ast.Raise(exc=ast.Call(func=ast.Name(id=name))) as guard], orelse=[]):
                text = f"{name} has a message or brackets; an exception is raised by its name"
                yield Told(guard, text, self._exception_meant(name))
            case ast.Call() if _ARGUMENTS.fullmatch(construct):
                yield self._of_arguments(node)
            case ast.Call(func=ast.Attribute(value=ast.Name() as target, attr=name)) if (
                self._is_own(name)
            ):
                arguments = ", ".join(map(text_of, (target, *node.args)))
                yield Told(node, f"{name} is called as a method", f"write {name}({arguments})")
            case ast.FunctionDef() if construct.endswith("with a decorator, default or star"):
                yield from _extras(node)
            case ast.FunctionDef() if construct == "a method":
                yield self._of_method(node)
        name = "the type" if construct.startswith(_TYPE) else construct
        yield from self._fitting(OF_CONSTRUCT.get(name, {}), node, construct)
        if not self._is_call_of_callee(node) and not construct.startswith("the state variable"):
            yield from self._fitting(INSTEAD, node, construct)

    def _fitting(
        self, table: Mapping[str, Advice], node: ast.AST, construct: str
    ) -> Iterator[Told]:
        """Yield what a table says of a construct, by the patterns that fit."""
        around = [*self._around(node)]
        for pattern, advice in table.items():
            for each in around:
                if (meanings := match(parsed(pattern), each, self._is_of_kind)) is not None:
                    text, write = ("", advice) if isinstance(advice, str) else advice
                    write = fill(write, {**self._own_names(), **meanings})
                    yield Told(node, text or wording(construct), write)

    def _around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield a construct, and the one that is meant if a part of it is refused."""
        yield node
        match self._parents.get(node):
            case ast.comprehension(target=ast.Tuple() as target, iter=called) if target is node:
                yield called
            case ast.Call(func=part) | ast.Subscript(slice=part) as whole if part is node:
                yield whole
            case ast.Assign(targets=[part]) | ast.Tuple(elts=[part, _]) as whole if part is node:
                yield whole
            case ast.GeneratorExp() | ast.Slice() as whole:
                yield self._parents[whole]

    def _is_of_kind(self, letter: str, node: ast.AST) -> bool:
        """Whether a letter of a pattern may stand for a construct."""
        if letter == "S":
            kind = self._names.get(getattr(node, "id", ""))
            return isinstance(kind, type) and issubclass(kind, State)
        if not isinstance(node, ast.expr):
            return False
        try:
            kind = kind_of(Reader(self._scope)(node), self._scope)
        except OutsideNotation:  # it is refused itself
            return False
        return is_mapping(kind) if letter == "M" else is_set(kind)

    def _own_names(self) -> Meanings:
        """Return the module's own names for the state, its class, and its first variable."""
        state = self._state_class()
        return {
            **({"state": ast.Name(self._scope.state)} if self._scope.state else {}),
            **({"State": ast.Name(state.__name__)} if state else {}),
            **({"variable": state.variables[0]} if state and state.variables else {}),
        }

    def _state_class(self) -> type[State] | None:
        own = self._scope.python.__name__
        classes = (each for each in self._names.values() if isinstance(each, type))
        states = (each for each in classes if issubclass(each, State) and each.__module__ == own)
        return next(states, None)

    def _is_own(self, name: str) -> bool:
        """Whether a name is that of a function of the module."""
        callee = self._scope.callees.get(name)
        return callee is not None and callee.module == self._scope.python.__name__

    def _is_call_of_callee(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and ast.unparse(node.func) in self._scope.callees

    def _exception_meant(self, name: str) -> str:
        """Return what to write in place of an exception that cannot be raised so."""
        exceptions = [
            each
            for each, value in self._names.items()
            if isinstance(value, type) and issubclass(value, Exception)
        ]
        if name in exceptions:
            return f"write raise {name}"
        declare = "declare it: class Name(Exception) with a docstring"
        if hasattr(builtins, name):
            declare = "declare an exception of the module's own, class Name(Exception) with a "
            return f"{declare}docstring, and raise it by its name alone: raise Name"
        by_lower = {each.lower(): each for each in exceptions}
        near = get_close_matches(name.lower(), by_lower, 1)
        return f"did you mean {by_lower[near[0]]}? If not, {declare}" if near else declare

    def _of_arguments(self, node: ast.Call) -> Told:
        """Return what is wrong with the arguments of a call that has too few, or others."""
        called = ast.unparse(node.func)
        names, is_record = self._parameters(called)
        given = [each.arg for each in node.keywords if each.arg]
        missing = [each for each in names[len(node.args) :] if each not in given]
        others = [each for each in given if each not in names]
        written = ", ".join(f"{each}=..." for each in names) if is_record else ", ".join(names)
        write = f"write {called}({written})"
        what = "part" if is_record else "parameter"
        if others:
            near = get_close_matches(others[0], missing, 1)
            advice = f"did you mean {near[0]}?" if near else write
            return Told(node, f"{called} has no {what} {others[0]}", advice)
        if len(node.args) > len(names):
            many = f"{len(node.args)} arguments, and has {len(names)}"
            return Told(node, f"{called} is given {many}", write)
        if missing:
            return Told(node, f"{called} is given no value for {', '.join(missing)}", write)
        pairs = zip(names, node.args, strict=False)
        named = ", ".join(f"{each}={text_of(value)}" for each, value in pairs)
        return Told(node, f"the parts of {called} have no names", f"write {called}({named})")

    def _parameters(self, called: str) -> tuple[tuple[str, ...], bool]:
        """Return the names of what a call is given, and whether it makes a record."""
        if called in self._scope.callees:
            return self._scope.callees[called].parameters, False
        record = self._names[called]
        return record.variables if issubclass(record, State) else record._fields, True

    def _of_method(self, node: ast.FunctionDef) -> Told:
        """Return what to write in place of a method of a class."""
        owner = self._parents[node]
        assert isinstance(owner, ast.ClassDef)
        name = owner.name
        if node.name == "__init__":
            fields = dict(_variables_set(node))
            types = ", ".join(f"{each}: {kind}" for each, kind in fields.items())
            values = ", ".join(f"{each}=..." for each in fields)
            return Told(
                node,
                f"the class {name} has a method __init__",
                f"list its variables with their types, {types or 'name: type'}; their first values "
                f"are for a function of the module to say: def init() -> {name}: "
                f"return {name}({values or 'name=...'})",
            )
        rest = "".join(f", {ast.unparse(each)}" for each in node.args.args[1:])
        return Told(
            node,
            f"the class {name} has a method {node.name}",
            f"write a function of the module: def {node.name}({name.lower()}: {name}{rest})",
        )


def _variables_set(node: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Yield the variables that a method gives values, each with its type, or ``type``."""
    for part in ast.walk(node):
        match part:
            case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=annotation):
                yield name, ast.unparse(annotation)
            case ast.Assign(targets=[ast.Attribute(attr=name)]):
                yield name, "type"


def _extras(node: ast.FunctionDef) -> Iterator[Told]:
    """Yield what is wrong with a function that has other than plain parameters."""
    for decorator in node.decorator_list:
        text = f"{node.name} has the decorator @{ast.unparse(decorator)}"
        yield Told(decorator, text, "leave it out: a routine is a plain function")
    parameters = node.args
    plain = [*parameters.posonlyargs, *parameters.args][::-1]
    pairs = [
        *zip(plain, parameters.defaults[::-1], strict=False),
        *zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True),
    ]
    for parameter, default in pairs[::-1]:
        if default is not None:
            text = f"the parameter {parameter.arg} has a default value, {ast.unparse(default)}"
            advice = f"write {ast.unparse(parameter)}, and give the value in each call"
            yield Told(default, text, advice)
    if each := parameters.vararg:
        element = ast.unparse(each.annotation) if each.annotation else "T"
        text = f"the parameter *{each.arg} stands for any number of values"
        yield Told(each, text, f"take them as a sequence: {each.arg}: tuple[{element}, ...]")
    if each := parameters.kwarg:
        text = f"the parameter **{each.arg} stands for values of any name"
        yield Told(each, text, "write each parameter with its name and its type")
    for each in parameters.kwonlyargs:
        text = f"the parameter {each.arg} can be given by its name only"
        yield Told(each, text, f"leave out the star before it: {ast.unparse(each)}")
    for each in parameters.posonlyargs:
        text = f"the parameter {each.arg} cannot be given by its name"
        yield Told(each, text, f"leave out the stroke after it: {ast.unparse(each)}")


def _as_typed(node: ast.AST, construct: str) -> str:
    """Return the name of a construct without names of Python's syntax tree."""
    kind: Any = type(getattr(node, "op", node))
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return construct.replace("a method", f".{name}()")
    return re.sub(rf"\b{kind.__name__}\b", NAMES.get(kind, kind.__name__), construct)


def _type_in(node: ast.AST, text: str) -> ast.AST:
    """Return the type that is written so within what has a type; else that itself."""
    inside = (part for part in ast.walk(node) if isinstance(part, ast.expr))
    return next((part for part in inside if ast.unparse(part) == text), node)
