"""Verdicts for programs: the JSON form, which ``verdict.schema.json`` beside this file describes.

All reports but the terminal's read this form; :func:`fault_fields` lists what they say of a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from modcheck.system.implementation import Json, encoded
from modcheck.testing.derive import Support
from modcheck.testing.mismatch import Mismatch
from modcheck.verdict.rule_status import RuleStatus
from modcheck.verdict.verdict import (
    Fault,
    Verdict,
    clause_formula,
    expected_and_got,
    no_op_calls_text,
)
from modspec.print import unicode
from modspec.run.machine import Call
from modspec.run.mutants import Operator
from modspec.syntax.rulebook import Rulebook

VERSION: Final = 2
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
            {**_fault_json(fault, rulebook), **presented(fault.mismatch)}
            for fault in verdict.faults
        ],
    }
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
    found = {"id": status.rule, "text": rulebook[status.rule].text, "held": status.held}
    return found | ({"reason": status.reason} if status.held is None else {})


def _call_json(call: Call) -> list[Json]:
    return [call.routine, *map(encoded, call.arguments)]


def _fault_json(fault: Fault, rulebook: Rulebook) -> dict[str, Any]:
    mismatch, mutant = fault.mismatch, fault.diagnosis.mutant
    expected, got = expected_and_got(mismatch)
    clause = fault.diagnosis.location.clause
    found: dict[str, Any] = {
        "rule": fault.rule or None,
        "other_rules": list(fault.diagnosis.rules[1:]),
        "text": rulebook[fault.rule].text if fault.rule in rulebook else None,
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
        "expected": expected,
        "got": got,
        "clause": unicode.inline(clause_formula(clause)) if clause else None,
        "formula": unicode.inline(fault.formula) if fault.formula else None,
        "witness": {name: str(getattr(value, "name", value)) for name, value in fault.witness},
        "hints": list(fault.hints),
    }
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


# -- the fields of a fault -------------------------------------------------------------------------


@dataclass(frozen=True)
class FaultField:
    """One thing that a report says of a fault: a name, and a text."""

    name: str
    text: str
    note: str = ""
    """A remark on the text, shown less prominently."""

    is_code: bool = False
    """Whether the text is calls, values or a formula rather than a sentence."""

    lines: tuple[str, ...] = ()
    """Lines of the specification under the text."""


def fault_fields(fault: Mapping[str, Any], rulebook: Rulebook) -> Iterator[FaultField]:
    """Yield the fields of a fault in its JSON form, in the order in which reports show them."""
    if fault["rule"] in rulebook:
        rule = rulebook[fault["rule"]]
        places: dict[str, str] = {}
        for citation in rule.sources:
            places.setdefault(citation.source, citation.place)
        yield FaultField("rule", f"{rule.id}: {rule.text}")
        yield FaultField(
            "stated in", "; ".join(f"{source} ({place})" for source, place in places.items())
        )
    elif fault["breakdown"]:
        yield FaultField("rule", "none: the program broke down, which no rule is about")
    yield FaultField("game", game_text(fault) or "(none)", length_text(fault), is_code=True)
    history = [call_text(call) for call in fault["history"]]
    queries, rejected = fault.get("asked", ()), fault.get("refused", ())
    if queries:
        yield FaultField("asked", no_op_calls_text(history, queries, rejected), is_code=True)
    if rejected:
        yield FaultField("refused", no_op_calls_text(history, rejected, queries), is_code=True)
    yield FaultField("call", call_text(fault["call"]), is_code=True)
    if fault["between"]:
        yield FaultField("then", ", ".join(map(call_text, fault["between"])), is_code=True)
    if fault["shown_by"] != fault["call"]:
        yield FaultField("shown by", call_text(fault["shown_by"]), is_code=True)
    yield FaultField("expected", fault["expected"], is_code=True)
    yield FaultField("got", fault["got"], is_code=True)
    if not fault["reproduced"]:
        yield FaultField(
            "again",
            "not reproduced by these calls alone: it depends on earlier calls, or on randomness",
        )
    if fault["clause"]:
        yield FaultField("clause", fault["clause"], is_code=True)
    if fault["formula"] and fault["formula"] not in (fault["clause"] or ""):
        yield FaultField("because", fault["formula"], is_code=True)
    if fault["witness"]:
        values = (f"{name} = {value}" for name, value in fault["witness"].items())
        yield FaultField("witness", ", ".join(values), is_code=True)
    if mutant := fault.get("behaves_as_if"):
        change = Operator(mutant["change"])
        after = [] if change is Operator.DELETE else [f"→ {mutant['after']}"]
        yield FaultField(
            "it behaves",
            f"{_CHANGES[change]} ({mutant['answers_that_agree']} answers agree)",
            lines=(f"{mutant['function']}: {mutant['before']}", *after),
        )
    for hint in fault["hints"]:
        yield FaultField("hint", hint)
    if fault["given"]:
        rules = ", ".join(fault["given"])
        yield FaultField(
            "given", f"a further fault, found assuming that the first ({rules}) stays as it is"
        )


_CHANGES: Final = {
    Operator.DELETE: "as if this were left out of the specification",
    Operator.RESTRICT: "as if only part of this were done",
    Operator.NEGATE: "as if this were the other way round",
    Operator.OFF_BY_ONE: "as if a bound were another",
    Operator.REPLACE: "as if one thing were taken for another",
}


def call_text(call: list[Json]) -> str:
    """Return a call in its JSON form as people write it."""
    routine, *arguments = call
    written = (str(a).lower() if isinstance(a, bool) else str(a) for a in arguments)
    return f"{routine}({', '.join(written)})"


def game_text(fault: Mapping[str, Any]) -> str:
    """Return the game of a fault: its transcript, or else its calls."""
    transcript: str | None = fault.get("transcript")
    return " ".join(map(call_text, fault["history"])) if transcript is None else transcript


def length_text(fault: Mapping[str, Any]) -> str:
    """Say how long the game of a fault is, and whether a shorter one may show the fault."""
    if not fault["moves"]:
        return "no move needed"
    moves = "1 move" if fault["moves"] == 1 else f"{fault['moves']} moves"
    return f"{moves}; " + ("no shorter game shows it" if fault["shortest"] else "shortest found")
