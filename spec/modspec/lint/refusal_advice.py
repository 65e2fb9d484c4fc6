"""Refusal advice: what is wrong with a construct that is refused, in the author's words."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from enum import EnumMeta
from itertools import chain
from typing import Any, Final

from modspec.lint.case_advice import tell_of_cases
from modspec.lint.class_advice import tell_of_base, tell_of_method
from modspec.lint.function_advice import tell_of_arguments, tell_of_extras, tell_of_missing_type
from modspec.lint.instead import INSTEAD, NAMES, OF_CONSTRUCT, WORDING, Advice
from modspec.lint.name_advice import exception_meant, fault_of_exception, tell_of_name
from modspec.lint.patterns import Meanings, fill, match, parse, text_of
from modspec.lint.precedence import tell_of_precedence
from modspec.lint.remark import Remark, Surroundings
from modspec.lint.taken_name import tell_of_taken_name
from modspec.syntax.errors import OutsideNotation
from modspec.syntax.kinds import is_mapping, is_set, kind_of
from modspec.syntax.subset import Reader
from modspec.syntax.values import State

_ARGUMENTS: Final = re.compile(r"\S+ (without all its parts|without names|with other arguments)")
"""How the notation calls a call with too few arguments, too many, or others."""

_TYPE: Final = "the type "


def wording(construct: str) -> str:
    """Return what is wrong with a construct that is refused."""
    for pattern, text in WORDING.items():
        if found := re.fullmatch(pattern, construct):
            return text.format(*found.groups())
    return f"{construct} is outside the notation"


class RefusalAdvice:
    """Says what is wrong with constructs that the notation refuses, and what to write."""

    def __init__(self, where: Surroundings) -> None:
        self._where, self._scope = where, where.scope

    def of(self, node: ast.AST, construct: str, instead: str) -> Remark:
        """Return what to tell of a construct; ``instead`` is the notation's own advice."""
        if construct.startswith(_TYPE):
            node = _type_in(node, construct.removeprefix(_TYPE))
        construct = _as_typed(node, construct)
        parents = self._where.parents
        is_operator = construct.startswith("the operator ")
        remarks = chain(
            tell_of_precedence(node, parents) if is_operator else (),
            tell_of_cases(node, construct, self._where),
            self._by_tables(node, construct),
            tell_of_taken_name(node, construct, self._where),
            self._by_names(node, construct, instead),
        )
        if remark := next(remarks, None):
            return remark
        return Remark(node, wording(construct), instead)

    # -- what the names of the module tell ---------------------------------------------------------

    def _by_names(self, node: ast.AST, construct: str, instead: str) -> Iterator[Remark]:
        """Yield what is known of a construct from the names that it has."""
        where = self._where
        match node:
            case ast.Name(id=name) if construct in (name, f"the name {name}"):
                yield tell_of_name(node, instead, where)
            case ast.Raise(exc=ast.Name(id=name)) if construct.startswith("the exception "):
                yield Remark(node, fault_of_exception(name), exception_meant(name, where))
            case ast.If(body=[ast.Raise(exc=ast.Call(func=ast.Name(id=name))) as guard]):
                text = f"{name} has a message or brackets; an exception is raised by its name"
                yield Remark(guard, text, exception_meant(name, where))
            case ast.Call() if _ARGUMENTS.fullmatch(construct):
                yield tell_of_arguments(node, where)
            case ast.Call(func=ast.Attribute(value=ast.Name() as target, attr=name)):
                if where.is_own_function(name):
                    arguments = ", ".join(map(text_of, (target, *node.args)))
                    method = f"{name} is called as a method"
                    yield Remark(node, method, f"write {name}({arguments})")
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=value)]):
                called = where.meanings.get(name)
                if isinstance(called, EnumMeta):
                    elements: Mapping[str, Any] = called.__members__
                    names = (key for key, each in elements.items() if each.value == value)
                    element = f"{name}.{next(names, 'ELEMENT')}"
                    yield Remark(node, f"{name} is an enumeration", f"write {element}")
            case ast.FunctionDef() if construct.endswith("with a decorator, default or star"):
                yield from tell_of_extras(node)
            case ast.FunctionDef() if construct == "a method":
                yield tell_of_method(node, where)
            case ast.FunctionDef() | ast.arg() if construct.endswith("without a type"):
                yield tell_of_missing_type(node, where)
            case ast.Constant(value=str(name)) if construct.startswith(_TYPE):
                yield Remark(node, "a type stands without quotes", f"write {name}")
            case ast.ClassDef() if construct == f"the class {node.name}":
                yield tell_of_base(node, where)

    # -- what the tables tell ----------------------------------------------------------------------

    def _by_tables(self, node: ast.AST, construct: str) -> Iterator[Remark]:
        """Yield what is known of a construct from its form."""
        for name, table in OF_CONSTRUCT.items():
            if construct == name or construct.startswith(f"{name} "):
                yield from self._fitting(table, node, construct)
        if not self._is_of_function(node) and not construct.startswith("the state variable "):
            yield from self._fitting(INSTEAD, node, construct)

    def _is_of_function(self, node: ast.AST) -> bool:
        """Whether a call is of a function that is declared, even if it is called as a method."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(), attr=name) as called):
                is_own = self._where.is_own_function(name)
                return is_own or text_of(called) in self._scope.callees
            case ast.Call(func=called):
                return text_of(called) in self._scope.callees
        return False

    def _fitting(
        self, table: Mapping[str, Advice], node: ast.AST, construct: str
    ) -> Iterator[Remark]:
        """Yield what a table says of a construct, by the patterns that fit."""
        around = [*self._around(node)]
        for pattern, advice in table.items():
            for each in around:
                if (meanings := match(parse(pattern), each, self._is_of_kind)) is not None:
                    text, write = ("", advice) if isinstance(advice, str) else advice
                    write = fill(write, {**self._own_names(), **meanings})
                    yield Remark(node, text or wording(construct), write)

    def _around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield a construct, and the one that is meant if a part of it is refused."""
        yield node.value if isinstance(node, ast.Expr) else node
        parents = self._where.parents
        match parents.get(node):
            case ast.comprehension(target=ast.Tuple() as target, iter=called) if target is node:
                yield called
            case ast.Call(func=part) | ast.Subscript(slice=part) as whole if part is node:
                yield whole
            case ast.Assign(targets=[part]) | ast.Tuple(elts=[part, _]) as whole if part is node:
                yield whole
            case ast.GeneratorExp() | ast.Slice() as whole:
                yield parents[whole]

    def _is_of_kind(self, letter: str, node: ast.AST) -> bool:
        """Whether a letter of a pattern may stand for a construct."""
        name = getattr(node, "id", "")
        if letter == "Q":
            return bool(name) and name == self._scope.state
        if letter == "S":
            meant = self._where.meanings.get(name)
            return isinstance(meant, type) and issubclass(meant, State)
        kind = self._kind(node)
        return is_mapping(kind) if letter == "M" else is_set(kind)

    def _kind(self, node: ast.AST) -> Any:
        """Return the kind of an expression, if that is declared."""
        if not isinstance(node, ast.expr):
            return None
        try:
            return kind_of(Reader(self._scope)(node), self._scope)
        except OutsideNotation:  # it is refused itself
            return None

    def _own_names(self) -> Meanings:
        """Return the module's own names for the state, its class, and its first variable."""
        state = self._where.state_class
        return {
            **({"state": ast.Name(self._scope.state)} if self._scope.state else {}),
            **({"State": ast.Name(state.__name__)} if state else {}),
            **({"variable": state.variables[0]} if state and state.variables else {}),
        }


def _as_typed(node: ast.AST, construct: str) -> str:
    """Return the name of a construct without names of Python's syntax tree."""
    kind: Any = type(getattr(node, "op", node))
    match node:
        case ast.Name(id=name) if construct == f"the name {name}" and hasattr(builtins, name):
            return name
        case ast.Call(func=ast.Attribute(attr=name)):
            return construct.replace("a method", f".{name}()")
    return re.sub(rf"\b{kind.__name__}\b", NAMES.get(kind, kind.__name__), construct)


def _type_in(node: ast.AST, text: str) -> ast.AST:
    """Return the type that is written so within what has a type; else that itself."""
    inside = (part for part in ast.walk(node) if isinstance(part, ast.expr))
    return next((part for part in inside if ast.unparse(part) == text), node)
