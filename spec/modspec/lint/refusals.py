"""Refusals: what the notation refuses in a file, as findings, all of each declaration.

The notation stops at the first construct that it lacks. Here every declaration is read by itself,
and again without what was refused in it; functions may still call those that are refused.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Final, NoReturn, TypeGuard, TypeVar

from modspec.lint.annotations import check_annotations
from modspec.lint.findings import Finding, FindingKind, Level
from modspec.lint.foreign_import import imports_of, is_of_library
from modspec.lint.label_advice import advice_for_stray, column_of_label
from modspec.lint.mending import HOLE, Mending
from modspec.lint.refusal_advice import RefusalAdvice, wording
from modspec.lint.remark import Parents, Surroundings
from modspec.lint.unreadable import finding_of_error, nearby
from modspec.syntax.declaration import _Declaration  # it reads a file one declaration at a time
from modspec.syntax.errors import OutsideNotation, SpecificationError
from modspec.syntax.expressions import Span
from modspec.syntax.labels import span
from modspec.syntax.module import Declared
from modspec.syntax.scope import NameScope

T = TypeVar("T")

_STRAY_LABEL: Final = "a label where no clause ends"


def findings_of_refusal(error: SpecificationError) -> tuple[Finding, ...]:
    """Return what is wrong in the file that was refused; nothing if the error has no place in one.

    A file that is no Python has one finding; any other has those of each declaration outside the
    notation.
    """
    if isinstance(error, OutsideNotation):
        if is_of_library(error.file):
            first = islice(imports_of(error.file), 1)
            return tuple(
                _finding(refusal_of_import(nearby(file), node, name)) for file, node, name in first
            )
        python = _module_of_file(error.file)
        return _findings_in(python, error.file) if python else (_finding(error),)
    finding = finding_of_error(error.__cause__)
    return (finding,) if finding else ()


def _findings_in(python: ModuleType, file: str) -> tuple[Finding, ...]:
    """Return the names of types that mean nothing; if there are none, all that is refused."""
    found: set[Finding] = set()

    def report(at: Span, level: Level, kind: FindingKind, text: str, advice: str) -> None:
        found.add(Finding(file, at.line, at.column + 1, level, kind, text, advice))

    check_annotations(Path(file).read_text(encoding="utf-8"), python, report)
    findings = sorted(found or {_finding(each) for each in PartwiseReading(python).refusals})
    by_words = {(each.text, each.advice): each for each in reversed(findings)}
    return tuple(each for each in findings if each in by_words.values() or not _is_import(each))


def _is_import(finding: Finding) -> bool:
    """Whether a finding asks for an import, which is reported once."""
    return finding.advice.startswith("import it")


def _finding(refusal: OutsideNotation) -> Finding:
    return Finding(
        refusal.file,
        refusal.line,
        refusal.column,
        Level.ERROR,
        FindingKind.NOTATION,
        refusal.text if isinstance(refusal, Refusal) else wording(refusal.construct),
        refusal.instead,
    )


def _module_of_file(file: str) -> ModuleType | None:
    """Return the module of Python that was imported from a file."""
    path = str(Path(file).resolve())
    known = (each for each in [*sys.modules.values()] if getattr(each, "__file__", None) == path)
    return next(known, None)


class Refusal(OutsideNotation):
    """A construct that the notation refuses, in the lint's own words."""

    def __init__(self, file: str, construct: str, at: ast.AST, text: str, advice: str) -> None:
        place = span(at)
        super().__init__(file, place.line, place.column + 1, construct, advice)
        self.at, self.text, self.last_line = at, text, place.end_line


def refusal_of_import(file: str, node: ast.stmt, library: str) -> Refusal:
    """Return the refusal of a library of Python's, which a file imports."""
    text = f"{library} is a library of Python, and no specification"
    advice = "leave the import out, and say in the notation what is meant"
    return Refusal(file, text, node, text, advice)


class PartwiseReading(_Declaration):
    """Reads each declaration of a file by itself, and notes which are refused."""

    def __init__(self, python: ModuleType) -> None:
        self.refusals: list[OutsideNotation] = []
        """What is refused, in the order in which it was read."""

        self._attempt(partial(self._read, python))

    def _read(self, python: ModuleType) -> None:
        super().__init__(python)
        parents = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }
        self._mending = Mending(parents)
        known = {each.name: getattr(self.scope, each.name) for each in fields(self.scope)}
        self.scope = AdvisingScope(**{**known, "names": {HOLE: None}}, parents=parents)
        if self._attempt(self.module) is None:
            for number in range(len(self.tree.body)):  # it may have been refused before these
                self._declaration(number)
        self._note_stray_labels()
        self._leave_out_what_follows()

    def _note_stray_labels(self) -> None:
        """Note each label where no clause ends, with the line where one does."""
        self.refusals = [each for each in self.refusals if each.construct != _STRAY_LABEL]
        for line in self.labels.stray_labels():
            column = column_of_label(self.source, line) + 1
            advice = advice_for_stray(self.source, line)
            self.refusals.append(OutsideNotation(self.path, line, column, _STRAY_LABEL, advice))

    def _refuse_unknown_export(self, node: ast.expr) -> None:
        """Refuse an export that nothing declares, and look at the others."""
        self._attempt(partial(super()._refuse_unknown_export, node))

    def _refuse_whole_import(self, node: ast.Import) -> None:
        """Refuse the import of a library, and what the notation refuses."""
        for alias in node.names:
            found = find_spec(alias.name.partition(".")[0])
            if found and found.origin and is_of_library(found.origin):
                raise refusal_of_import(self.path, node, alias.name)
        super()._refuse_whole_import(node)

    def _declaration(self, number: int) -> Declared | None:
        """Return a declaration; if it is refused, note all that is refused in it."""
        if self._is_replaced(node := self.tree.body[number]):
            text = f"{node.name} is deleted or replaced later in the file"
            advice = "declare each name once, and let it stay"
            self.refusals.append(Refusal(self.path, text, node, text, advice))
            return None
        before, last = len(self.refusals), ""
        while True:
            try:
                found = super()._declaration(number)
            except Refusal as refusal:
                if str(refusal) == last:  # it was mended for another reason
                    return None
                if not self._mending.has_hole(refusal.at):
                    self.refusals.append(refusal)
                if not self._mending.mend(refusal.at):
                    return None
                last = str(refusal)
            else:
                return found if len(self.refusals) == before else None

    def _is_replaced(self, node: ast.stmt) -> TypeGuard[ast.FunctionDef | ast.ClassDef]:
        """Whether a name that a statement declares does not stand for a function, or a class.

        A decorator may be the reason, which is refused for itself.
        """
        match node:
            case ast.FunctionDef(name=name, decorator_list=[]):
                return not callable(vars(self.python).get(name))
            case ast.ClassDef(name=name):
                return not isinstance(vars(self.python).get(name), type)
        return False

    def _attempt(self, read: Callable[[], T]) -> T | None:
        """Return what is read; if it is refused, note that, and return None."""
        try:
            return read()
        except OutsideNotation as refusal:
            self.refusals.append(refusal)
        return None

    def _leave_out_what_follows(self) -> None:
        """Leave out each refusal that only follows from another one."""
        follows = "|".join(self._what_follows())
        refused = [each for each in self.refusals if isinstance(each, Refusal)]
        lines = {line for each in refused for line in range(each.line, each.last_line + 1)}
        self.refusals = [
            each
            for each in self.refusals
            if not re.fullmatch(follows, each.construct)
            and (each.construct != _STRAY_LABEL or each.line not in lines)
        ]

    def _what_follows(self) -> Iterator[str]:
        """Yield patterns of constructs that are refused because of others."""
        for each in tuple(self.refusals):
            if each.construct.startswith("the type "):  # so it is not known what is a set
                yield r"frozenset of a collection|the operator [|&] between what is no set"
            if found := re.fullmatch(r"the class (\w+)", each.construct):
                name = found[1]
                yield rf"a call of {name}|replace within an expression|the type tuple\[{name}, .*"
        name = self.state_class.__name__ if self.state_class else ""
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                yield from self._what_follows_in_state(node)

    def _what_follows_in_state(self, state: ast.ClassDef) -> Iterator[str]:
        """Yield what is refused because the variables are wrong; report a state without any."""
        uses = rf"the state variable (\w+)|{state.name} without (?:all its parts|names)"
        names = [
            found[1] for each in self.refusals if (found := re.fullmatch(uses, each.construct))
        ]
        last = state.end_lineno or state.lineno
        if any(state.lineno <= each.line <= last for each in self.refusals):
            yield uses
        elif names and self.state_class and not self.state_class.variables:
            text = f"the class {state.name} has no variables"
            known = ", ".join(f"{name}: type" for name in dict.fromkeys(filter(None, names)))
            advice = f"list each with its type: {known or 'name: type'}"
            self.refusals.append(Refusal(self.path, text, state, text, advice))
            yield uses


@dataclass(frozen=True)
class AdvisingScope(NameScope):
    """Names that mean something, which refuses constructs with the lint's own advice."""

    parents: Parents = field(default_factory=dict)

    def refuse(self, node: ast.AST, construct: str, instead: str) -> NoReturn:
        """Raise Refusal for a construct, in an author's words, with what to write."""
        remark = RefusalAdvice(Surroundings(self, self.parents)).of(node, construct, instead)
        raise Refusal(self.file, construct, remark.at, remark.text, remark.advice)
