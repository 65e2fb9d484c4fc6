"""Labels: the comments ``# [rule-id]`` that name the rule a clause states.

A label stands at the end of a line and belongs to the clause that ends on that line: a whole statement,
an operand of a conjunction or disjunction that is written over several lines, a case of a conditional
expression likewise, a generator, or an element of a comprehension. Of several that end there it is the
outermost, where a formula that is split over lines makes way for its parts.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from modspec.expressions import Span

_LABEL = re.compile(r"#((?:\s*\[[^\]]*\])+)\s*$")


def labels(source: str) -> dict[int, tuple[str, ...]]:
    """The rule ids that the comments of a file name, by line."""
    found: dict[int, tuple[str, ...]] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and (match := _LABEL.fullmatch(token.string)):
            found[token.start[0]] = tuple(re.findall(r"\[([^\]]*)\]", match[1]))
    return found


def span(node: ast.AST) -> Span:
    """Where a node of Python's syntax tree stands."""
    if isinstance(node, ast.comprehension):
        first, last = span(node.target), span(node.iter)
        return Span(first.line, first.column, last.end_line, last.end_column)
    positions = (
        getattr(node, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")
    )
    return Span(*positions)


def _slots(node: ast.AST) -> Iterator[Span]:
    """The places below a node that may bear a label, outermost first."""
    if isinstance(node, ast.expr | ast.stmt | ast.comprehension | ast.keyword):
        where = span(node)
        split = isinstance(node, ast.BoolOp | ast.IfExp) and where.line != where.end_line
        if not split and not isinstance(node, ast.If | ast.FunctionDef | ast.ClassDef):
            yield where
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.comprehension):
            yield span(child)
            for part in (child.iter, *child.ifs):
                yield from _slots(part)
        else:
            yield from _slots(child)


class Labelled:
    """The labels of one file, handed out to the clauses that bear them."""

    def __init__(self, source: str, tree: ast.Module) -> None:
        self._by_line = labels(source)
        self._by_span: dict[Span, tuple[str, ...]] = {}
        self._unclaimed = dict(self._by_line)
        for statement in tree.body:
            if isinstance(statement, ast.ClassDef):
                self._assign(statement.lineno, Span(*_head(statement)))
            for slot in _slots(statement):
                self._assign(slot.end_line, slot)

    def _assign(self, line: int, where: Span) -> None:
        if line in self._unclaimed:
            self._by_span[where] = self._unclaimed.pop(line)

    def of(self, *nodes: ast.AST) -> tuple[str, ...]:
        """The rules that the label of any of these nodes names, or none."""
        for node in nodes:
            where = Span(*_head(node)) if isinstance(node, ast.ClassDef) else span(node)
            if where in self._by_span:
                return self._by_span[where]
        return ()

    def unclaimed(self) -> dict[int, tuple[str, ...]]:
        """The labels that stand where no clause ends, by line."""
        return self._unclaimed


def _head(node: ast.ClassDef) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, node.lineno, node.col_offset
