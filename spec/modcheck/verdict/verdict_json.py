"""Verdicts for programs: the JSON form, which ``verdict.schema.json`` beside this file describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from modcheck.system.support import Support
from modcheck.testing.mismatch import Mismatch
from modcheck.verdict.rule_status import RuleStatus
from modcheck.verdict.verdict import (
    Fault,
    Verdict,
    call_json,
    clause_formula,
    expected_and_got,
)
from modspec.print import unicode
from modspec.syntax.rulebook import Rulebook

VERSION: Final = 2
"""The version of the JSON form; it grows when a field changes its meaning or goes."""

Presented = Callable[[Mismatch], Mapping[str, Any]]
"""What a specification's own presentation adds to a fault: the game as people write it, pictures."""


def to_json(
    verdict: Verdict, rulebook: Rulebook, presented: Presented = lambda deviation: {}
) -> dict[str, Any]:
    """The verdict for programs; the same verdict gives the same bytes."""
    tally = verdict.coverage
    result: dict[str, Any] = {
        "version": VERSION,
        "implementation": verdict.implementation,
        "module": verdict.module,
        "conforms": verdict.conforms,
        "seed": verdict.seed,
        "conventions": dict(verdict.conventions),
        "confinement": verdict.confinement or None,
        "routines": _routines(verdict.support),
        "rules": [_standing(standing, rulebook) for standing in verdict.rules],
        "phases": [
            {"name": phase.name, "games": phase.games, "calls": phase.calls}
            for phase in verdict.stages
        ],
        "exercised": {
            "games": tally.games,
            "calls": tally.calls,
            "routines": dict(sorted(tally.routines.items())),
            "exceptions": dict(sorted(tally.exceptions.items())),
            "events": dict(tally.events),
        },
        "faults": [
            {**_fault(fault, rulebook), **presented(fault.mismatch)} for fault in verdict.faults
        ],
    }
    if verdict.suggestion:
        name, value = verdict.suggestion
        result["suggestion"] = {"convention": name, "value": value}
    return result


def _routines(offer: Support) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for routine in offer.required:
        if routine in offer.derived:
            found[routine] = {"checked": "derived", "from": list(offer.derived[routine])}
        elif routine in offer.unchecked:
            found[routine] = {"checked": "no", "reason": offer.unchecked[routine]}
        else:
            found[routine] = {"checked": "yes"}
    return found


def _standing(standing: RuleStatus, rulebook: Rulebook) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": standing.rule,
        "text": rulebook[standing.rule].text,
        "held": standing.held,
    }
    return found | ({"reason": standing.reason} if standing.held is None else {})


def _fault(fault: Fault, rulebook: Rulebook) -> dict[str, Any]:
    deviation, diagnosis = fault.mismatch, fault.diagnosis
    expected, got = expected_and_got(deviation)
    clause = diagnosis.location.clause
    found: dict[str, Any] = {
        "rule": fault.rule or None,
        "other_rules": list(diagnosis.rules[1:]),
        "text": rulebook[fault.rule].text if fault.rule in rulebook else None,
        "phase": fault.stage,
        "calls": fault.calls,
        "given": list(fault.given),
        "breakdown": fault.is_breakdown,
        "routine": deviation.culprit.call.routine,
        "call": call_json(deviation.culprit.call),
        "history": [call_json(call) for call in deviation.history],
        "between": [call_json(call) for call in deviation.between],
        "moves": deviation.moves,
        "shortest": deviation.shortest,
        "reproduced": deviation.reproduced,
        "shown_by": call_json(deviation.step.call),
        "expected": expected,
        "got": got,
        "clause": unicode.inline(clause_formula(clause)) if clause else None,
        "formula": unicode.inline(fault.formula) if fault.formula else None,
        "witness": {name: str(getattr(value, "name", value)) for name, value in fault.witness},
        "hints": list(fault.hints),
    }
    for how, idle in (("asked", deviation.query_numbers), ("refused", deviation.rejected_numbers)):
        if idle:
            found[how] = list(idle)
    if diagnosis.mutant is not None:
        found["behaves_as_if"] = {
            "change": diagnosis.mutant.operator.value,
            "function": diagnosis.mutant.function,
            "before": diagnosis.mutant.before,
            "after": diagnosis.mutant.after,
            "answers_that_agree": diagnosis.answers,
        }
    return found
