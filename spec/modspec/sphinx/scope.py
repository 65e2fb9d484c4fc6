"""Scope: what the names in a module's formulas refer to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from modspec.print.document import Face, Token
from modspec.syntax.declaration import declare
from modspec.syntax.module import (
    ConstantDeclaration,
    Declared,
    ExceptionDeclaration,
    Function,
    Module,
    TypeDeclaration,
    VariableDeclaration,
)
from modspec.syntax.types import Enumeration


class Reference(NamedTuple):
    """What a name refers to: its role in the domain, and its full name, ``module.name``."""

    role: str
    name: str


_ROLES: dict[Face, tuple[str, ...]] = {
    Face.FUNCTION: ("routine", "function"),
    Face.CONSTANT: ("constant", "exception"),
    Face.TYPE: ("type", "module"),
}
_ANY = ("routine", "function", "constant", "exception", "type")


def role_of(declared: Declared) -> str:
    """The role by which documents refer to a declaration."""
    match declared:
        case Function(exported=exported):
            return "routine" if exported else "function"
        case ConstantDeclaration():
            return "constant"
        case ExceptionDeclaration():
            return "exception"
        case VariableDeclaration():
            return "variable"
    return "type"


def elements(declared: Declared) -> tuple[str, ...]:
    """The names of the elements that a type declares, if it is an enumeration."""
    if isinstance(declared, TypeDeclaration) and isinstance(declared.type, Enumeration):
        return declared.type.elements
    return ()


def _references(module: Module) -> Iterator[tuple[str, Reference]]:
    for declared in module.declarations():
        yield declared.name, Reference(role_of(declared), f"{module.name}.{declared.name}")
        for element in elements(declared):
            yield element, Reference("constant", f"{module.name}.{element}")


@cache
def _scope(python_name: str) -> dict[str, tuple[Reference, ...]]:
    """All that each name may refer to in a module: its own declarations before those it uses."""
    module = declare(python_name)
    found = list(_references(module))
    for use in module.uses:
        used = declare(use.module)
        found.append((used.name, Reference("module", used.name)))
        for name, ref in _references(used):
            found += [(name, ref)] if name in use.names else []
            found += [(f"{use.short}.{name}", ref)] if name in use.qualified else []
    scope: dict[str, tuple[Reference, ...]] = {}
    for name, reference in found:
        scope[name] = (*scope.get(name, ()), reference)
    return scope


def reference(token: Token, python_name: str, anything: bool = False) -> Reference | None:
    """What a token of a module's formula refers to, or None.

    Variables refer to nothing: a parameter may bear any name. Where it is known that the token
    names something declared, ``anything`` says so.
    """
    roles = _ANY if anything and token.face is Face.VARIABLE else _ROLES.get(token.face, ())
    candidates = _scope(python_name).get(token.text, ())
    return next((found for found in candidates if found.role in roles), None)
