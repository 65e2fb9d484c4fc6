"""Refusals: what the notation refuses in a file, as findings, one of each declaration.

The notation stops at the first construct that it lacks. Here every declaration is read by itself,
and those that are refused are left out; functions may still call them.
"""

from __future__ import annotations

import ast
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import NoReturn, TypeVar

from modspec.lint.annotations import check_annotations
from modspec.lint.findings import Finding, FindingKind, Level
from modspec.lint.instead import INSTEAD, NAMES, WORDING
from modspec.syntax.declaration import _Declaration  # it reads a file one declaration at a time
from modspec.syntax.errors import OutsideNotation, SpecificationError
from modspec.syntax.expressions import Span
from modspec.syntax.module import Declared
from modspec.syntax.scope import NameScope
from modspec.syntax.types import BUILT_IN

T = TypeVar("T")


def findings_of_refusal(error: SpecificationError) -> tuple[Finding, ...]:
    """Return what is wrong in the file that was refused; nothing if the error has no place in one.

    A file that is no Python has one finding; any other has one for each declaration outside the
    notation.
    """
    if isinstance(error, OutsideNotation):
        python = _module_of_file(error.file)
        return _findings_in(python, error.file) if python else (_finding(error),)
    match error.__cause__:
        case SyntaxError() as cause if cause.lineno:
            return (_finding_of_syntax(cause),)
        case NameError() as cause:
            return (_finding_of_name(cause),)
    return ()


def _findings_in(python: ModuleType, file: str) -> tuple[Finding, ...]:
    """Return the names of types that mean nothing; if there are none, all that is refused."""
    found: set[Finding] = set()

    def report(at: Span, level: Level, kind: FindingKind, text: str, advice: str) -> None:
        found.add(Finding(file, at.line, at.column + 1, level, kind, text, advice))

    check_annotations(Path(file).read_text(encoding="utf-8"), python, report)
    return tuple(sorted(found or {_finding(each) for each in PartwiseReading(python).refusals}))


def _finding(refusal: OutsideNotation) -> Finding:
    return Finding(
        refusal.file,
        refusal.line,
        refusal.column,
        Level.ERROR,
        FindingKind.NOTATION,
        _sentence(refusal.construct),
        refusal.instead,
    )


def _finding_of_syntax(error: SyntaxError) -> Finding:
    advice = "correct this line, or a bracket or quote of a line before it"
    return Finding(
        _nearby(Path(error.filename or "")),
        error.lineno or 1,
        max(error.offset or 1, 1),
        Level.ERROR,
        FindingKind.NOTATION,
        f"Python cannot read this: {error.msg}",
        advice,
    )


def _finding_of_name(error: NameError) -> Finding:
    place = traceback.extract_tb(error.__traceback__)[-1]
    name = error.name or ""
    near = get_close_matches(name, [*INSTEAD, *BUILT_IN], 1)
    advice = f"did you mean {near[0]}?" if near else "declare it above this line, or import it"
    return Finding(
        _nearby(Path(place.filename)),
        place.lineno or 1,
        (place.colno or 0) + 1,
        Level.ERROR,
        FindingKind.NOTATION,
        f"the name {name} means nothing here",
        INSTEAD.get(name, advice),
    )


def _nearby(file: Path) -> str:
    """Return a path as it is shown: from the folder of the command, if it is below."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


def _module_of_file(file: str) -> ModuleType | None:
    """Return the module of Python that was imported from a file."""
    path = str(Path(file).resolve())
    known = (each for each in [*sys.modules.values()] if getattr(each, "__file__", None) == path)
    return next(known, None)


def _sentence(construct: str) -> str:
    """Return what is wrong with a construct that is refused."""
    for pattern, text in WORDING.items():
        if found := re.fullmatch(pattern, construct):
            return text.format(*found.groups())
    return f"{construct} is outside the notation"


class PartwiseReading(_Declaration):
    """Reads each declaration of a file by itself, and notes which are refused."""

    def __init__(self, python: ModuleType) -> None:
        self.refusals: list[OutsideNotation] = []
        """What is refused, in the order in which it was read."""

        self._attempt(partial(self._read, python))

    def _read(self, python: ModuleType) -> None:
        super().__init__(python)
        known = {each.name: getattr(self.scope, each.name) for each in fields(self.scope)}
        around = ((child, n) for n in ast.walk(self.tree) for child in ast.iter_child_nodes(n))
        self.scope = AdvisingScope(**known, parents=dict(around))
        if self._attempt(self.module) is None:
            for number in range(len(self.tree.body)):  # it may have been refused before these
                self._declaration(number)

    def _declaration(self, number: int) -> Declared | None:
        return self._attempt(partial(super()._declaration, number))

    def _attempt(self, read: Callable[[], T]) -> T | None:
        """Return what is read; if it is refused, note that, and return None."""
        try:
            return read()
        except OutsideNotation as refusal:
            self.refusals.append(refusal)
        return None


@dataclass(frozen=True)
class AdvisingScope(NameScope):
    """Names that mean something, which refuses constructs with the lint's own advice."""

    parents: Mapping[ast.AST, ast.AST] = field(default_factory=dict)
    """The node of Python's syntax tree around each."""

    def refuse(self, node: ast.AST, construct: str, instead: str) -> NoReturn:
        """Raise OutsideNotation for a construct, in an author's words, with what to write."""
        typed = [*self._spellings(node)]
        for word in (type(getattr(node, "op", node)).__name__, "a method"):
            construct = re.sub(rf"\b{word}\b", typed[0], construct) if typed else construct
        known = [INSTEAD[each] for each in (construct, *typed) if each in INSTEAD]
        super().refuse(node, construct, next(iter(known), instead))

    def _spellings(self, node: ast.AST) -> Iterator[str]:
        """Yield what an author types for a construct, as the table of what to write has it."""
        match node, self.parents.get(node):
            case _, ast.comprehension(target=target, iter=ast.Call() as call) if target is node:
                yield from self._spellings(call)
            case _, ast.Call(func=called) as call if called is node:
                yield from self._spellings(call)
            case ast.UnaryOp(), ast.Slice(step=step) if step is node:
                yield "[::-1]"
            case ast.Call(func=ast.Attribute(attr=name)), _:
                yield from (f".{name}()", f"{name}()")
            case ast.If(body=[ast.Raise(exc=ast.Call())], orelse=[]), _:
                yield "raise Exception()"
            case ast.AugAssign(target=ast.Attribute() | ast.Subscript()), _:
                yield "state.x += 1"
            case ast.Call(func=ast.Name(id=name), keywords=[ast.keyword(arg="key")]), _:
                yield f"{name}(key=)"
            case ast.Call(func=ast.Name(id=name)), _:
                yield from (f"{name}()", name)
            case ast.Name(id=name), _:
                yield name
            case ast.ClassDef(), ast.Module():
                return
            case ((ast.BinOp(op=inner) | ast.UnaryOp(op=inner) | inner), _) if type(inner) in NAMES:
                yield NAMES[type(inner)]
