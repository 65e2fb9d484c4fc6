"""Repetition: text that occurs twice, and two names that were probably meant to be one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final, TypeAlias

from modspec.lint.findings import FindingKind, Level, Report
from modspec.lint.nearness import are_one_edit_apart
from modspec.syntax import expressions as ex
from modspec.syntax.expressions import Span
from modspec.syntax.labels import rule_ids_by_line
from modspec.syntax.module import Module

LabelLines: TypeAlias = Mapping[int, tuple[str, ...]]
"""The rules that the labels of a text name, by line."""

LEAST: Final = 5
"""Letters of a label at least, if another one is taken for a misspelling of it."""


def check_repetition(module: Module, has_rulebook: bool, report: Report) -> None:
    """Report cases, operands, labels and routines that stand twice, and labels that nearly do."""
    for function in module.functions:
        for clause in function.clauses():
            for part in ex.walk(clause.value):
                _check_cases(part, report)
                _check_operands(part, report)
    _check_routines(module, report)
    labels = rule_ids_by_line(module.source)
    _check_repeated_labels(module, labels, report)
    _check_lost_labels(module, labels, report)
    if not has_rulebook:  # which tells a wrong label from a right one
        _check_near_labels(module, labels, report)


def _check_cases(node: ex.Node, report: Report) -> None:
    """Report a last condition that decides nothing, since both its cases say the same."""
    if not isinstance(node, ex.Conditional):
        return
    case, other = node.cases[-2:]
    if case.value == other.value:
        report(
            case.condition.at,
            Level.ERROR,
            FindingKind.CONDITION,
            "the value is the same whether this condition holds or not",
            "write one of both values differently, or leave the condition out",
        )


def _check_operands(node: ex.Node, report: Report) -> None:
    if not isinstance(node, ex.And | ex.Or):
        return
    for number, operand in enumerate(node.operands):
        if operand in node.operands[:number]:
            report(
                operand.at,
                Level.ERROR,
                FindingKind.CONDITION,
                f"this operand of `{'and' if isinstance(node, ex.And) else 'or'}` stands twice",
                "leave it out, or write the other condition that is meant",
            )


def _check_routines(module: Module, report: Report) -> None:
    for one, other in combinations(module.access_programs, 2):
        same = one.parameters == other.parameters and one.output and other.output
        if same and [c.value for c in one.clauses()] == [c.value for c in other.clauses()]:
            report(
                other.at,
                Level.WARNING,
                FindingKind.DUPLICATE,
                f"{other.name} says the same as {one.name}",
                "keep one of them",
            )


# -- labels ----------------------------------------------------------------------------------------


def _check_repeated_labels(module: Module, labels: LabelLines, report: Report) -> None:
    for line, rules in labels.items():
        for rule in dict.fromkeys(each for each in rules if rules.count(each) > 1):
            report(
                _place(module, line, rule),
                Level.WARNING,
                FindingKind.LABEL,
                f"the label {rule} stands twice on one clause",
                "leave one out, or name the other rule that is meant",
            )


def _check_near_labels(module: Module, labels: LabelLines, report: Report) -> None:
    """Report a label that was probably meant to be another, which stands more often or earlier."""
    lines: dict[str, list[int]] = {}
    for line, rules in labels.items():
        for rule in rules:
            lines.setdefault(rule, []).append(line)
    for rule, meant in _misspellings(lines):
        report(
            _place(module, lines[rule][0], rule),
            Level.WARNING,
            FindingKind.LABEL,
            f"the label {rule} is nearly {meant}, which stands in line {lines[meant][0]}",
            f"did you mean {meant}?",
        )


def _misspellings(lines: Mapping[str, list[int]]) -> Iterator[tuple[str, str]]:
    """Yield labels that are probably misspelt, each with the one that is meant."""
    words = sorted(lines, key=lambda each: (-len(lines[each]), lines[each][0]))
    for meant, rule in combinations(words, 2):
        is_word = re.sub("[-_ ]", "", rule).isalpha() and len(rule) >= LEAST
        is_same = re.sub("[_ ]", "-", rule).lower() == meant.lower()
        if is_word and (is_same or are_one_edit_apart(rule, meant)):
            yield rule, meant


def _check_lost_labels(module: Module, labels: LabelLines, report: Report) -> None:
    """Report a comment that was probably meant to be a label, and is none."""
    known = {rule for rules in labels.values() for rule in rules}
    for line, text in enumerate(module.source.splitlines(), 1):
        before, sign, comment = text.rpartition("#")
        words = comment.strip("()[]{}<>. ")
        if sign and words in known and line not in labels:
            report(
                Span(line, len(before), line, len(text)),
                Level.WARNING,
                FindingKind.LABEL,
                f"this comment is no label, though {words} is one elsewhere",
                f"write # [{words}]",
            )


def _place(module: Module, line: int, rule: str) -> Span:
    column = module.source.splitlines()[line - 1].rindex(f"[{rule}]")
    return Span(line, column, line, column)
