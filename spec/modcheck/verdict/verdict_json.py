"""Verdicts for programs: the JSON form, which ``verdict.schema.json`` beside this file describes.

All reports read this form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from modcheck.system.implementation import encode_argument
from modcheck.testing.derive import Support
from modcheck.testing.mismatch import Mismatch
from modcheck.verdict.rule_status import RuleStatus, Status
from modcheck.verdict.verdict import Fault, Verdict, clause_formula, expected_and_got
from modspec.print import terminal
from modspec.run.machine import Call
from modspec.run.plain import plain
from modspec.syntax.rulebook import Rulebook

VERSION: Final = 3
"""The version of the JSON form; it grows when a field changes its meaning or goes."""

Presented = Callable[[Mismatch], Mapping[str, Any]]
"""What a specification's presentation adds to a fault: the game as people write it, pictures."""


def to_json(
    verdict: Verdict, rulebook: Rulebook, presented: Presented = lambda mismatch: {}
) -> dict[str, Any]:
    """Return the verdict for programs; the same verdict gives the same bytes."""
    coverage = verdict.coverage
    result: dict[str, Any] = {
        "version": VERSION,
        "implementation": verdict.implementation,
        "module": verdict.module,
        "conforms": verdict.conforms,
        "seed": verdict.seed,
        "conventions": dict(verdict.conventions),
        "confinement": verdict.confinement or None,
        "routines": _routines_json(verdict.support),
        "rules": [_rule_json(status, rulebook) for status in verdict.rules],
        "phases": [
            {"name": stage.name, "games": stage.games, "calls": stage.calls}
            for stage in coverage.stages
        ],
        "exercised": {
            "games": coverage.games,
            "calls": coverage.calls,
            "routines": dict(sorted(coverage.routines.items())),
            "exceptions": dict(sorted(coverage.exceptions.items())),
            "events": dict(coverage.events),
        },
        "faults": [
            {**fault_json(fault, rulebook), **presented(fault.mismatch)} for fault in verdict.faults
        ],
    }
    if verdict.variant:
        result["variant"] = {"name": verdict.variant.name, "text": verdict.variant.text}
    if verdict.suggestion:
        name, value = verdict.suggestion
        result["suggestion"] = {"convention": name, "value": value}
    return result


def _routines_json(support: Support) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for routine in support.required:
        if routine in support.derived:
            found[routine] = {"checked": "derived", "from": list(support.derived[routine])}
        elif routine in support.unchecked:
            found[routine] = {"checked": "no", "reason": support.unchecked[routine]}
        else:
            found[routine] = {"checked": "yes"}
    return found


def _rule_json(status: RuleStatus, rulebook: Rulebook) -> dict[str, Any]:
    text = rulebook[status.rule].text
    return rule_json(status.rule, text, status.status, status.reason)


def rule_json(rule: str, text: str, status: Status, reason: str = "") -> dict[str, Any]:
    """Return the status of one rule for programs. A rule that passes has no reason."""
    found = {"id": rule, "text": text, "status": status.value}
    return found if status is Status.PASS else found | {"reason": reason}


def _call_json(call: Call) -> list[object]:
    return [call.routine, *map(encode_argument, call.arguments)]


def rule_text(fault: Fault, rulebook: Rulebook) -> str | None:
    """Return the text of the rule that a fault breaks; None if the rulebook has no such rule.

    A label of a plain module, which comes from no document, has the text of what states it there.
    """
    if fault.rule not in rulebook:
        return None
    rule = rulebook[fault.rule]
    return rule.text if rule.sources else fault.diagnosis.text_of_place or rule.text


def fault_json(fault: Fault, rulebook: Rulebook) -> dict[str, Any]:
    """Return one fault for programs."""
    mismatch, mutant = fault.mismatch, fault.diagnosis.mutant
    expected, got = expected_and_got(mismatch)
    clause = fault.diagnosis.stated_clause
    found: dict[str, Any] = {
        "rule": fault.rule or None,
        "other_rules": list(fault.diagnosis.rules[1:]),
        "text": rule_text(fault, rulebook),
        "phase": fault.stage,
        "calls": fault.calls,
        "given": list(fault.given),
        "breakdown": fault.is_breakdown,
        "routine": mismatch.culprit.call.routine,
        "call": _call_json(mismatch.culprit.call),
        "history": [_call_json(call) for call in mismatch.history],
        "between": [_call_json(call) for call in mismatch.between],
        "moves": mismatch.moves,
        "shortest": mismatch.shortest,
        "reproduced": mismatch.reproduced,
        "shown_by": _call_json(mismatch.step.call),
        "written": {
            "call": str(mismatch.culprit.call),
            "history": [str(call) for call in mismatch.history],
            "between": [str(call) for call in mismatch.between],
            "shown_by": str(mismatch.step.call),
        },
        "expected": expected,
        "got": got,
        "why": fault.why,
        "clause": terminal.inline(clause_formula(clause)) if clause else None,
        "formula": terminal.inline(fault.formula) if fault.formula else None,
        "witness": {name: plain(value) for name, value in fault.witness},
        "hints": list(fault.hints),
    }
    for name in ("one_of", "suspects"):
        if several := getattr(fault.diagnosis, name):
            found[name] = list(several)
    for kind, numbers in (
        ("asked", mismatch.query_numbers),
        ("refused", mismatch.rejected_numbers),
    ):
        if numbers:
            found[kind] = list(numbers)
    if mutant is not None:
        found["behaves_as_if"] = {
            "change": mutant.operator.value,
            "function": mutant.function,
            "before": mutant.before,
            "after": mutant.after,
            "answers_that_agree": fault.diagnosis.answers,
        }
    return found
