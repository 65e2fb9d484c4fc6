"""The text report: a verdict in the terminal, 80 columns wide, with colours on request."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final, TextIO

from modcheck.report.fields import (
    ReportField,
    assumption_fields,
    event_fields,
    fault_fields,
    fault_line,
    headline,
    is_judged,
    judged_rules,
)
from modcheck.report.presentation import Presentation
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Fault, Verdict, clause_formula
from modcheck.verdict.verdict_json import fault_json, to_json
from modspec.print import terminal
from modspec.print.document import Document
from modspec.syntax.rulebook import Rulebook

WIDTH = terminal.WIDTH
_COLUMN = 13
"""Characters of the column of names."""


_REASONS: Final = ("stated in", "clause", "because", "witness", "it behaves")
"""The fields that say why the specification demands what it does, and where this is written."""


def report(
    verdict: Verdict, rulebook: Rulebook, presentation: Presentation, why: bool = True
) -> str:
    """Return the verdict as text; with ``why``, also the reasons in the specification."""
    data = to_json(verdict, rulebook)
    faults = [fault_text(fault, rulebook, presentation, why) for fault in verdict.faults]
    return "\n".join(_report(data, faults, why)) + "\n"


def brief_report(verdict: Verdict, rulebook: Rulebook, presentation: Presentation) -> str:
    """Return the verdict in a line, and a line for each fault."""
    data = to_json(verdict, rulebook, presentation.as_json)
    lines = [f"{_sign(data)} {headline(data)}"]
    lines += [f"  {fault['rule'] or 'no rule'}: {fault_line(fault)}" for fault in data["faults"]]
    return "\n".join(lines) + "\n"


def _sign(verdict: Mapping[str, Any]) -> str:
    return "✗" if verdict["faults"] else "✓" if is_judged(verdict) else "?"


def failure(implementation: str, why: str) -> str:
    """Return the text that says why there is no verdict on an implementation."""
    text = f"? {implementation} could not be judged: {why}"
    return textwrap.fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False) + "\n"


def fault_text(
    fault: Fault, rulebook: Rulebook, presentation: Presentation, why: bool = True
) -> str:
    """Return one fault of a verdict as text: what it is, its pictures and, if wanted, the reasons.

    What it is fits a screen.
    """
    mismatch, clause = fault.mismatch, fault.diagnosis.location.clause
    data = fault_json(fault, rulebook) | {
        "transcript": presentation.game(mismatch.transitions),
        "history": [str(call) for call in mismatch.history],
        "call": str(mismatch.culprit.call),
        "meaning": presentation.call(mismatch),
        "between": [str(call) for call in mismatch.between],
        "shown_by": str(mismatch.step.call),
        "witness": {name: presentation.value(value) for name, value in fault.witness},
    }
    layouts = {
        "clause": clause_formula(clause) if clause else None,
        "because": fault.formula,
    }
    lines: list[str] = []
    reasons: list[str] = []
    for field in fault_fields(data, rulebook):
        layout = layouts.get(field.name)
        part = reasons if field.name in _REASONS else lines
        part += _formula_lines(field.name, layout) if layout else _field_lines(field)
    parts = [lines, [*presentation.pictures(mismatch)], reasons if why else []]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _report(verdict: Mapping[str, Any], faults: list[str], why: bool) -> Iterator[str]:
    yield f"{_sign(verdict)} {headline(verdict)}"
    for number, text in enumerate(faults, 1):
        yield ""
        if faults[1:]:
            yield f"fault {number} of {len(faults)}".center(WIDTH, "-")
            yield ""
        yield text.removesuffix("\n")
    closing = [*([] if faults else _exercised_fields(verdict)), *assumption_fields(verdict)]
    if faults and not why:
        closing += _short_closing(verdict)
    else:
        closing += _inconclusive_fields(verdict)
    if closing:
        yield ""
    for field in closing:
        yield from _field_lines(field)


def _exercised_fields(verdict: Mapping[str, Any]) -> Iterator[ReportField]:
    done = verdict["exercised"]
    rules = judged_rules([rule["status"] for rule in verdict["rules"]])
    yield ReportField(
        "exercised",
        f"{done['games']} games, {done['calls']} calls, {len(done['routines'])} access programs, "
        f"{len(done['exceptions'])} exceptions; {rules}",
    )
    yield from event_fields(verdict)


def _short_closing(verdict: Mapping[str, Any]) -> Iterator[ReportField]:
    """Yield what is not judged, in one field, and how to learn more."""
    rules = [rule["id"] for rule in verdict["rules"] if rule["status"] == Status.INCONCLUSIVE]
    if rules:
        text = f"{', '.join(rules)}: mend what fails, and check again"
        yield ReportField("not judged", text)
    yield ReportField(
        "more", "--why shows what the specification says, and why a rule is not judged"
    )


def _inconclusive_fields(verdict: Mapping[str, Any]) -> Iterator[ReportField]:
    """Yield the rules that could not be judged, by the reason."""
    reasons: dict[str, list[str]] = {}
    for rule in verdict["rules"]:
        if rule["status"] == Status.INCONCLUSIVE:
            reasons.setdefault(rule["reason"], []).append(rule["id"])
    for reason, rules in reasons.items():
        yield ReportField("inconclusive", f"{', '.join(rules)}: {reason}")


def _field_lines(field: ReportField) -> Iterator[str]:
    """Yield the name in the left column, the text beside it, and the note at the end if it fits."""
    lead = f"  {field.name:<{_COLUMN}}"
    margin = " " * len(lead)
    wrapped = textwrap.wrap(  # a name with a hyphen, such as a rule's, stays in one piece
        field.text, WIDTH, initial_indent=lead, subsequent_indent=margin, break_on_hyphens=False
    )
    lines, note = wrapped or [lead.rstrip()], field.note
    if note and len(lines[-1]) + len(note) + 3 <= WIDTH:
        lines[-1] += f"   {note}" if len(lines[-1]) > 40 else f"{note:>{WIDTH - len(lines[-1])}}"
    elif note:
        lines.append(f"{note:>{WIDTH}}")
    yield from lines
    inner = margin + "  "
    for code in field.code:
        yield from textwrap.wrap(code, WIDTH, initial_indent=inner, subsequent_indent=inner + "  ")


def _formula_lines(name: str, document: Document) -> Iterator[str]:
    lead = f"  {name:<{_COLUMN}}"
    first, *rest = terminal.block(document, WIDTH - len(lead)).splitlines()
    yield lead + first
    yield from (" " * len(lead) + line for line in rest)


# -- colours ---------------------------------------------------------------------------------------

_COLOURS: Final = {
    "holds": (r"^✓", "32;1"),
    "fails": (r"^✗", "31;1"),
    "heading": (r"^-+fault \d+ of \d+-+$", "1"),
    "rule": (r"(?<=^  rule         )[a-z0-9-]+(?=:)", "1"),
    "field": (r"(?<=^  )[a-z](?:[a-z ]{0,10}[a-z])?(?= )", "2"),
    "square": (r"\[[BW.](?:\|[BW.])*\]", "33;1"),
    "label": (r"\[[a-z0-9-]+(?:, [a-z0-9-]+)*\]$", "2"),
}
"""What is coloured: a pattern, and the code of its colour in a terminal."""

_PATTERN: Final = re.compile(
    "|".join(f"(?P<{name}>{pattern})" for name, (pattern, _) in _COLOURS.items()), re.M
)


def has_colours(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether a stream is a terminal that shows colours, and ``NO_COLOR`` does not forbid them."""
    return (
        stream.isatty()
        and not environment.get("NO_COLOR")
        and environment.get("TERM", "") not in ("", "dumb")
    )


def colour(text: str) -> str:
    """Return a report with colours, as escape sequences for terminals. Nothing else is added."""

    def paint(match: re.Match[str]) -> str:
        return f"\x1b[{_COLOURS[str(match.lastgroup)][1]}m{match[0]}\x1b[0m"

    return _PATTERN.sub(paint, text)
