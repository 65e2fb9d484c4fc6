"""Label advice: comments that look like labels and are none, and labels where no clause ends."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final

from modspec.lint.findings import FindingKind, Level, Report
from modspec.syntax.expressions import Span
from modspec.syntax.labels import _slots, rule_ids_by_line  # the places where a label may stand
from modspec.syntax.module import Module

_LABEL: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What is a label: the id of a rule, in lower-case words with hyphens between."""


def check_label_names(module: Module, report: Report) -> None:
    """Report labels that cannot name a rule."""
    for line, text, advice in faults_of_labels(module.source):
        column = column_of_label(module.source, line)
        at = Span(line, column, line, column)
        report(at, Level.ERROR, FindingKind.LABEL, text, advice)


def faults_of_labels(source: str) -> Iterator[tuple[int, str, str]]:
    """Yield the labels of a text that cannot name a rule: line, what is wrong, what to write."""
    for line, rules in rule_ids_by_line(source).items():
        if not all(map(_LABEL.fullmatch, rules)):
            written = "".join(f"[{rule}]" for rule in rules)
            words = [_as_label(part) for rule in rules for part in re.split(r"[,;/|]", rule)]
            right = " ".join(f"[{word}]" for word in words if _LABEL.fullmatch(word))
            text = f"the label {written} is not lower-case words with hyphens between"
            yield line, text, f"write # {right}" if right else "leave it out"


def column_of_label(source: str, line: int) -> int:
    """Return where the comment at the end of a line begins, from 0."""
    return source.splitlines()[line - 1].rindex("#")


def _as_label(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def advice_for_stray(source: str, line: int) -> str:
    """Return where to write the labels of a line in which no clause ends."""
    labels = rule_ids_by_line(source)
    around = next((each for each in ast.parse(source).body if _has_line(each, line)), None)
    if around is None:
        return "put it on the last line of a clause"
    if (test := _test_of_case_at(around, line)) is not None:
        return f"a case bears its label behind its condition: {_advice_to_put(labels, line, test)}"
    head = [around.lineno] if isinstance(around, ast.ClassDef) else []
    ends = [*head, *(slot.end_line for slot in _slots(around))]
    if not ends:
        return "leave it out: nothing here may bear a label"
    near = min(ends, key=lambda end: (abs(end - line), end < line))
    return f"{_advice_to_put(labels, line, near)}, where a clause ends"


def _advice_to_put(labels: Mapping[int, tuple[str, ...]], line: int, other: int) -> str:
    """Return that the labels of a line are to be put in another, which may have some."""
    there = labels.get(other, ())
    new = " ".join(f"[{label}]" for label in labels[line] if label not in there)
    if not new:
        return f"leave it out, since it stands in line {other}"
    beside = " ".join(f"[{label}]" for label in there)
    return f"put {new} {f'beside {beside} in' if there else 'at the end of'} line {other}"


def _test_of_case_at(statement: ast.stmt, line: int) -> int | None:
    """Return the line in which the condition of the case ends whose value stands in a line."""
    cases = (
        each
        for each in ast.walk(statement)
        if isinstance(each, ast.IfExp)
        and each.lineno != each.end_lineno
        and each.body.end_lineno == line
    )
    return next((each.test.end_lineno for each in cases if each.test.end_lineno != line), None)


def _has_line(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)
