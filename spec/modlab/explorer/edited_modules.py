"""Edited modules: a specification with other texts of some functions, declared beside the original.

The file of the edited module is copied with the new text, and so are the modules between it and the
one that is explored, because they use the copy. All other modules are shared, with their types.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from modspec import Module, OutsideNotation, SpecificationError, declare
from modspec.lint import Level, lint
from modspec.lint.findings import FindingKind
from modspec.syntax.edited_text import EditError, check_heading, with_functions

FunctionName = tuple[str, str]
"""The Python name of a module, and the name of a function in it."""

_numbers = count(1)
_PACKAGE: Final = "edited_specification"


def modules_used(module: Module) -> list[Module]:
    """Return a module and those that it uses, directly or not, each before those that it uses."""
    found: dict[str, Module] = {}

    def add(each: Module) -> None:
        for use in each.uses:
            add(declare(use.module))
        found[each.python_name] = each

    add(module)
    return list(reversed(found.values()))


def text_of(module: Module, function: str) -> str:
    """Return the text of a function, from ``def`` on."""
    at = module[function].at
    return "\n".join(module.source.splitlines()[at.line - 1 : at.end_line])


class EditedModules:
    """A module with other texts of some functions of it, or of modules that it uses."""

    def __init__(self, module: Module, edits: Mapping[FunctionName, str]) -> None:
        """Check the texts. Raises EditError for a text that cannot be used."""
        self._original, self._edits = module, dict(edits)
        self._package = f"{_PACKAGE}_{next(_numbers)}"
        known = {each.python_name: each for each in modules_used(module)}
        for (name, function), text in self._edits.items():
            if name not in known or not any(f.name == function for f in known[name].functions):
                raise EditError(f"there is no function {function} in {name}")
            check_heading(text, text_of(known[name], function))

    @cached_property
    def module(self) -> Module:
        """The module that is explored, as edited.

        Raises EditError for the first thing that is wrong with a text.
        """
        with TemporaryDirectory(prefix="edited-", ignore_cleanup_errors=True) as folder:
            package = Path(folder, self._package)
            package.mkdir()
            affected = self._modules_to_copy()
            for each in affected:
                text = self._text(each, affected)
                (package / f"{each.name}.py").write_text(text, encoding="utf-8")
            sys.path.insert(0, folder)
            importlib.invalidate_caches()
            try:
                found = declare(f"{self._package}.{self._original.name}")
                for each in affected:
                    self._refuse_wrong_types(each)
            except OutsideNotation as error:
                raise self._at(error) from error
            except SpecificationError as error:
                raise EditError(str(error)) from error
            finally:
                sys.path.remove(folder)
        return found

    def _modules_to_copy(self) -> list[Module]:
        """Return the modules to copy: the edited ones, and those that use a copy."""
        names = {name for name, _ in self._edits} | {self._original.python_name}
        found = []
        for each in reversed(modules_used(self._original)):  # those that are used come first
            if each.python_name in names or any(use.module in names for use in each.uses):
                names.add(each.python_name)
                found.append(each)
        return found

    def _text(self, module: Module, affected: list[Module]) -> str:
        """Return the text of a copy: other functions, and imports from the other copies."""
        here = module.python_name
        own = {name: text for (where, name), text in self._edits.items() if where == here}
        lines = with_functions(module.source, own).splitlines()
        copies = {each.python_name: f"{self._package}.{each.name}" for each in affected}
        for node in ast.parse(module.source).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                text = "; ".join(_imports(node, copies))
                rest = (node.end_lineno or node.lineno) - node.lineno
                lines[node.lineno - 1 : node.end_lineno] = [text, *[""] * rest]
        return "\n".join(lines) + "\n"

    def _refuse_wrong_types(self, module: Module) -> None:
        """Raise EditError for the first type error in the texts of a module."""
        edited = [name for where, name in self._edits if where == module.python_name]
        if not edited:
            return
        copy = declare(f"{self._package}.{module.name}")
        for finding in lint(copy, is_searched=False):
            for name in edited:
                at = copy[name].at
                is_inside = at.line <= finding.line <= at.end_line
                is_error = finding.level is Level.ERROR and finding.kind is FindingKind.TYPES
                if is_inside and is_error:
                    advice = f"; {finding.advice}" if finding.advice else ""
                    raise EditError(f"{finding.text}{advice}", finding.line - at.line + 1)

    def _at(self, error: OutsideNotation) -> EditError:
        """Return an error with the line of the function's text."""
        message = f"{error.construct} is outside the notation; {error.instead}"
        for where, name in self._edits:
            module = declare(where)
            if Path(error.file).stem == module.name:
                shift = _shift_before(module, name, self._edits)
                line = error.line - module[name].at.line - shift + 1
                if 1 <= line <= len(self._edits[where, name].splitlines()):
                    return EditError(message, line)
        return EditError(message)


def _shift_before(module: Module, name: str, edits: Mapping[FunctionName, str]) -> int:
    """Return by how many lines the other texts of a module move a function down."""
    shift = 0
    for (where, other), text in edits.items():
        at = module[other].at if where == module.python_name else None
        if at is not None and at.line < module[name].at.line:
            shift += len(text.splitlines()) - (at.end_line - at.line + 1)
    return shift


def _imports(node: ast.ImportFrom, copies: Mapping[str, str]) -> Iterator[str]:
    """Yield the statements for an import, which take from the copies what has one."""
    rest = []
    for alias in node.names:
        copy = copies.get(f"{node.module}.{alias.name}")
        if copy is None:
            rest.append(alias.name)
        else:
            yield f"from {copy.rpartition('.')[0]} import {alias.name}"
    if rest:
        yield f"from {copies.get(node.module or '', node.module)} import {', '.join(rest)}"
