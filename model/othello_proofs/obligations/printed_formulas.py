"""Whether printed formulas mean what is run: each is read back from the page.

A clause is printed on one line, in narrow lines, and as MathML. The reader of printed formulas
takes each of the three back to an expression, which has to be that of the clause.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree

from modspec.print import formula as printed
from modspec.print.document import Document, layout
from modspec.print.mathml import Sheet
from modspec.print.reader import UnreadableFormula, plain, read, read_assignment
from modspec.print.terminal import inline
from modspec.syntax import expressions as ex
from modspec.syntax.module import Function, Module

_NARROW: Final = 40
"""The columns of narrow lines: most formulas need several."""

FORMS: Final = 3
"""On one line, in narrow lines, as MathML."""


class PrintedClause(NamedTuple):
    """A clause as a document, the expression that it shows, and how it is read."""

    document: Document
    shown: Any
    read: Callable[[str], Any] = read

    def complaint(self) -> str:
        """Return how a reader goes astray; empty if the text means what it shows."""
        for text in texts(self.document):
            try:
                found = self.read(text)
            except UnreadableFormula as error:
                return str(error)
            if found != self.shown:
                return f"{text}\nis read as\n{found}\nand runs as\n{self.shown}"
        return ""


def texts(document: Document) -> Iterator[str]:
    """Yield the text of a document in each form."""
    narrow = layout(document, _NARROW)
    yield inline(document)
    yield " ".join(line.text for line in narrow)
    sheet = Sheet(narrow)
    rows = (ElementTree.fromstring(sheet.row(number)) for number in range(len(narrow)))
    yield " ".join(word for row in rows for word in _words(row))


def _words(element: ElementTree.Element) -> Iterator[str]:
    """Yield the words of MathML that a browser shows: phantoms only take up space."""
    if element.tag != "mphantom":
        yield element.text or ""
        for part in element:
            yield from _words(part)


def printed_clauses(module: Module) -> Iterator[PrintedClause]:
    """Yield every formula on the page of a module."""
    for constant in module.constants:
        yield PrintedClause(printed.formula(constant.value), plain(constant.value))
    for function in module.functions:
        yield from _clauses(function)


def _clauses(function: Function) -> Iterator[PrintedClause]:
    for clause in (*function.assumptions, *function.definitions):
        yield PrintedClause(printed.formula(clause.value), plain(clause.value))
    if function.exceptions:
        raised = ex.Conditional(
            tuple(ex.Case(each.value, ex.Variable(each.exception)) for each in function.exceptions)
        )
        yield _assignment(printed.exception_clauses(function), ["exc"], [raised])
    if function.transition:
        names = [each.variable for each in function.changes]
        values = [each.value for each in function.changes]
        yield _assignment(printed.transition_clause(function), names, values)
    if function.output:
        yield _assignment(printed.output_clause(function), ["out"], [function.output.value])


def _assignment(
    document: Document, names: Sequence[str], values: Sequence[ex.Expression]
) -> PrintedClause:
    return PrintedClause(document, (tuple(names), tuple(map(plain, values))), read_assignment)


def number_of_functions(module: Module) -> int:
    """Return how many functions the text of a module has: each has a formula at least."""
    return sum(isinstance(each, ast.FunctionDef) for each in ast.parse(module.source).body)
