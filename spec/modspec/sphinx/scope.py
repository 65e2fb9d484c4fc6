"""Scope: the modules that a page is about, and what the names in their formulas refer to."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sphinx.util.docutils import SphinxDirective

from modspec.print.document import Face, Token
from modspec.syntax.declaration import declare
from modspec.syntax.errors import OutsideNotation, SpecificationError
from modspec.syntax.module import (
    ConstantDeclaration,
    Declared,
    ExceptionDeclaration,
    Function,
    Module,
    TypeDeclaration,
    VariableDeclaration,
)
from modspec.syntax.places import module_at
from modspec.syntax.types import Enumeration


def declared_modules(directive: SphinxDirective, names: Iterable[str]) -> list[Module]:
    """Return the modules at those places; a faulty module is an error of the directive.

    A place is a Python name, or the path of a file as seen from the documents, ``../stack.py``.

    Sphinx reads the page again when a module changes, or one that it uses.
    """
    modules = []
    for name in names:
        try:
            modules.append(module_in_documents(directive.env.srcdir, name))
        except (OutsideNotation, SpecificationError) as error:
            raise directive.error(str(error)) from error
        for used in _with_used(modules[-1]):
            directive.env.note_dependency(str(used.file))
    return modules


def module_in_documents(documents: str | os.PathLike[str], place: str) -> Module:
    """Return the module of a Python name, or in a file whose path is seen from the documents.

    Raises SpecificationError and OutsideNotation.
    """
    return module_at(str(Path(documents, place))) if place.endswith(".py") else declare(place)


def _with_used(module: Module) -> dict[Module, None]:
    """Return the module and all modules that it uses, directly or not."""
    found = {module: None}
    for use in module.uses:
        found |= _with_used(declare(use.module))
    return found


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
    """Return the role by which documents refer to a declaration."""
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
    """Return the names of the elements that an enumeration declares; none for other types."""
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
    """Return what each name may refer to in a module: its own declarations before used ones."""
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
    """Return what a token of a module's formula refers to, or None.

    A variable refers to nothing, since a parameter may have any name. Set ``anything`` where the
    token is known to name a declaration.
    """
    roles = _ANY if anything and token.face is Face.VARIABLE else _ROLES.get(token.face, ())
    candidates = _scope(python_name).get(token.text, ())
    return next((found for found in candidates if found.role in roles), None)
