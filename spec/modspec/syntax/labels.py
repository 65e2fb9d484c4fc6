"""Labels: the comments ``# [rule-id]`` that name the rule a clause states.

A label stands at the end of a line. It belongs to the clause that ends on that line: a statement, a
conjunct or disjunct or case of a formula that is written over several lines, a generator, or an
element of a comprehension. If several end there, it belongs to the outermost; a formula that is
split over lines leaves the label to its parts.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from modspec.syntax.expressions import Span

_LABEL = re.compile(r"#((?:\s*\[[^\]]*\])+)\s*$")


def rule_ids_by_line(source: str) -> dict[int, tuple[str, ...]]:
    """Return the rule ids that the comments of a file name, by line."""
    found: dict[int, tuple[str, ...]] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and (match := _LABEL.fullmatch(token.string)):
            found[token.start[0]] = tuple(re.findall(r"\[([^\]]*)\]", match[1]))
    return found


def span(node: ast.AST) -> Span:
    """Return the place of a node of Python's syntax tree."""
    if isinstance(node, ast.comprehension):
        first, last = span(node.target), span(node.iter)
        return Span(first.line, first.column, last.end_line, last.end_column)
    names = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    return Span(*(getattr(node, name) for name in names))


def _is_split(node: ast.AST) -> bool:
    """Whether a formula is written over several lines whose parts bear the labels."""
    return isinstance(node, ast.BoolOp | ast.IfExp) and node.lineno != node.end_lineno


def _slots(node: ast.AST) -> Iterator[Span]:
    """Yield the clauses within a statement or formula that may bear a label, outermost first."""
    match node:
        case ast.ClassDef(body=body):
            yield from (span(part) for part in body if isinstance(part, ast.AnnAssign))
        case ast.If(test=test, body=[ast.Raise() as guard]):
            yield span(guard)
            yield from _slots(test)
        case ast.Return(value=ast.Tuple(elts=[ast.Call(keywords=[_, *_]) as state, output])):
            yield span(node)
            for value in (state, output):  # a next state and an output
                yield from _slot_and_slots(value)
        case (
            ast.Assert(test=value)
            | ast.Assign(value=value)
            | ast.AnnAssign(value=value)
            | ast.Return(value=value)
        ):
            yield span(node)
            if value is not None:
                yield from _slots(value)
        case ast.BoolOp(values=values) if _is_split(node):
            for value in values:
                yield from _slot_and_slots(value)
        case ast.IfExp(test=test, body=body, orelse=orelse) if _is_split(node):
            yield span(test)
            if not _is_split(orelse):
                yield span(orelse)
            for part in (test, body, orelse):
                yield from _slots(part)
        case (
            ast.GeneratorExp(elt=element, generators=generators)
            | ast.SetComp(elt=element, generators=generators)
            | ast.DictComp(value=element, generators=generators)
        ):
            yield from _slot_and_slots(element)
            for generator in generators:
                yield span(generator)
                yield from _slots(generator.iter)
                for condition in generator.ifs:
                    yield from _slot_and_slots(condition)
        case ast.keyword(value=value):
            if not _is_split(value):
                yield span(node)
            yield from _slots(value)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _slots(child)


def _slot_and_slots(node: ast.expr) -> Iterator[Span]:
    """Yield a formula itself, unless it is split over lines, and the clauses within it."""
    if not _is_split(node):
        yield span(node)
    yield from _slots(node)


class Labels:
    """The labels of one file, each assigned to the clause that bears it."""

    def __init__(self, source: str, tree: ast.Module) -> None:
        self._by_span: dict[Span, tuple[str, ...]] = {}
        self._unclaimed = rule_ids_by_line(source)
        for statement in tree.body:
            if isinstance(statement, ast.ClassDef):
                self._assign(statement.lineno, _head(statement))
            for slot in _slots(statement):
                self._assign(slot.end_line, slot)

    def _assign(self, line: int, where: Span) -> None:
        if line in self._unclaimed:
            self._by_span[where] = self._unclaimed.pop(line)

    def of(self, *nodes: ast.AST) -> tuple[str, ...]:
        """Return the rules that the first label of any of these nodes names, or none."""
        for node in nodes:
            where = _head(node) if isinstance(node, ast.ClassDef) else span(node)
            if where in self._by_span:
                return self._by_span[where]
        return ()

    def stray_labels(self) -> dict[int, tuple[str, ...]]:
        """Return the labels that stand where no clause ends, by line."""
        return self._unclaimed


def _head(node: ast.ClassDef) -> Span:
    return Span(node.lineno, node.col_offset, node.lineno, node.col_offset)
