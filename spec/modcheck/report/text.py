"""The text report: a verdict for a terminal of any width, with colours on request."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, TextIO, TypeVar

from modcheck.report.fields import (
    ReportField,
    assumption_fields,
    event_fields,
    fault_fields,
    fault_line,
    headline,
    is_judged,
    judged_rules,
    selection_line,
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

_EDGE: Final = "  "
"""What is left of a picture that has little room."""

T = TypeVar("T")

_REASONS: Final = ("stated in", "clause", "because", "witness", "it behaves")
"""The fields that say why the specification demands what it does, and where this is written."""


@dataclass(frozen=True)
class TextLayout:
    """How a verdict is shown as text."""

    width: int = WIDTH
    """The columns of a line."""

    has_reasons: bool = True
    """Whether the reasons in the specification are shown."""

    is_selection: bool = False
    """Whether the verdict is on some rules only: then it says nothing of the program as a whole."""

    is_first_only: bool = False
    """Whether only the first fault is shown, and of the others their number."""

    def select(self, faults: Sequence[T]) -> Sequence[T]:
        """Return the faults to show."""
        return faults[:1] if self.is_first_only else faults


USUAL_LAYOUT: Final = TextLayout()


def report(
    verdict: Verdict,
    rulebook: Rulebook,
    presentation: Presentation,
    layout: TextLayout = USUAL_LAYOUT,
) -> str:
    """Return the verdict as text."""
    data = to_json(verdict, rulebook)
    faults = [
        fault_text(fault, rulebook, presentation, layout) for fault in layout.select(verdict.faults)
    ]
    beyond = presentation.beyond(verdict.module) if verdict.conforms else ""
    return "\n".join(_report(data, faults, layout, beyond)) + "\n"


def brief_report(
    verdict: Verdict,
    rulebook: Rulebook,
    presentation: Presentation,
    layout: TextLayout = USUAL_LAYOUT,
) -> str:
    """Return the verdict in a line, and a line for each fault."""
    data = to_json(verdict, rulebook, presentation.as_json)
    lines = [_headline(data, layout)]
    lines += [
        f"  {fault['rule'] or ' or '.join(fault.get('one_of', ())) or 'no rule'}: "
        f"{fault_line(fault)}"
        for fault in layout.select(data["faults"])
    ]
    more = _more_faults(data, layout)
    return "\n".join([*lines, *([f"  {more}"] if more else [])]) + "\n"


def _headline(verdict: Mapping[str, Any], layout: TextLayout) -> str:
    line = selection_line(verdict) if layout.is_selection else headline(verdict)
    return f"{_sign(verdict, layout)} {line}"


def _headline_lines(line: str, width: int) -> Iterator[str]:
    """Yield the headline; if it is too wide, the counts have a line of their own."""
    name, colon, counts = line.rpartition(": ")
    if colon and len(line) > width:
        yield f"{name}:"
        yield textwrap.fill(counts, width, initial_indent="  ", subsequent_indent="  ")
    else:
        yield line


def _sign(verdict: Mapping[str, Any], layout: TextLayout) -> str:
    if verdict["faults"]:
        return "✗"
    is_sure = is_judged(verdict)
    if layout.is_selection:
        is_sure = all(rule["status"] == Status.PASS for rule in verdict["rules"])
    return "✓" if is_sure else "?"


def _more_faults(verdict: Mapping[str, Any], layout: TextLayout) -> str:
    """Return how many faults are not shown; empty if all are."""
    more = len(verdict["faults"]) - len(layout.select(verdict["faults"]))
    if not more:
        return ""
    return f"{more} more {'faults are' if more > 1 else 'fault is'} found; --first leaves them out"


def failure(implementation: str, why: str) -> str:
    """Return the text that says why there is no verdict on an implementation."""
    text = f"? {implementation} could not be judged: {why}"
    return textwrap.fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False) + "\n"


def fault_text(
    fault: Fault,
    rulebook: Rulebook,
    presentation: Presentation,
    layout: TextLayout = USUAL_LAYOUT,
) -> str:
    """Return one fault of a verdict as text: what it is, its pictures and, if wanted, the reasons.

    What it is fits a screen.
    """
    mismatch, clause = fault.mismatch, fault.diagnosis.stated_clause
    data = fault_json(fault, rulebook) | {
        "transcript": presentation.game(mismatch.transitions),
        "meaning": presentation.call(mismatch),
        "witness": {name: presentation.value(value) for name, value in fault.witness},
    }
    documents = {
        "clause": clause_formula(clause) if clause else None,
        "because": fault.formula,
    }
    lines: list[str] = []
    reasons: list[str] = []
    for field in fault_fields(data, rulebook):
        document = documents.get(field.name)
        part = reasons if field.name in _REASONS else lines
        part += (
            _formula_lines(field.name, document, layout.width)
            if document
            else _field_lines(field, layout.width)
        )
    pictures = [*_fit(presentation.pictures(mismatch), layout.width)]
    parts = [lines, pictures, reasons if layout.has_reasons else []]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _report(
    verdict: Mapping[str, Any], faults: list[str], layout: TextLayout, beyond: str
) -> Iterator[str]:
    yield from _headline_lines(_headline(verdict, layout), layout.width)
    for number, text in enumerate(faults, 1):
        yield ""
        if verdict["faults"][1:]:
            yield f"fault {number} of {len(verdict['faults'])}".center(layout.width, "-")
            yield ""
        yield text.removesuffix("\n")
    if more := _more_faults(verdict, layout):
        yield f"\n  {more}"
    closing = [*([] if faults else _exercised_fields(verdict)), *assumption_fields(verdict)]
    if faults and not layout.has_reasons:
        closing += _short_closing(verdict)
    else:
        closing += _inconclusive_fields(verdict)
    if beyond:
        closing.append(ReportField("beyond", beyond))
    if closing:
        yield ""
    for field in closing:
        yield from _field_lines(field, layout.width)


def _exercised_fields(verdict: Mapping[str, Any]) -> Iterator[ReportField]:
    done = verdict["exercised"]
    rules = judged_rules([rule["status"] for rule in verdict["rules"]])
    yield ReportField(
        "exercised",
        f"{_number(done['calls'], 'call')} in {_number(done['games'], 'trace')}, "
        f"{_number(len(done['routines']), 'access program')}, "
        f"{_number(len(done['exceptions']), 'exception')}; {rules}",
    )
    yield from event_fields(verdict)


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _short_closing(verdict: Mapping[str, Any]) -> Iterator[ReportField]:
    """Yield what is not judged, in one field, and how to learn more."""
    rules = [rule["id"] for rule in verdict["rules"] if rule["status"] == Status.INCONCLUSIVE]
    if rules:
        text = f"{', '.join(rules)}: fix what fails, and check again"
        yield ReportField("not judged", text)
    yield ReportField(
        "more",
        "--why shows what the specification says, and why a rule is not judged; --report "
        "test=FILE writes a test that fails until the fault is fixed",
    )


def _inconclusive_fields(verdict: Mapping[str, Any]) -> Iterator[ReportField]:
    """Yield the rules that could not be judged, by the reason."""
    reasons: dict[str, list[str]] = {}
    for rule in verdict["rules"]:
        if rule["status"] == Status.INCONCLUSIVE:
            reasons.setdefault(rule["reason"], []).append(rule["id"])
    for reason, rules in reasons.items():
        yield ReportField("inconclusive", f"{', '.join(rules)}: {reason}")


def _field_lines(field: ReportField, width: int) -> Iterator[str]:
    """Yield the name in the left column, the text beside it, and the note at the end if it fits."""
    lead = f"  {field.name:<{_COLUMN}}"
    margin = " " * len(lead)
    wrapped = textwrap.wrap(  # a name with a hyphen, such as a rule's, stays in one piece
        field.text, width, initial_indent=lead, subsequent_indent=margin, break_on_hyphens=False
    )
    lines, note = wrapped or [lead.rstrip()], field.note
    if note and len(lines[-1]) + len(note) + 3 <= width:
        lines[-1] += f"   {note}" if len(lines[-1]) > 40 else f"{note:>{width - len(lines[-1])}}"
    elif note:
        lines.append(f"{note:>{width}}")
    yield from lines
    inner = margin + "  "
    for code in field.code:
        yield from textwrap.wrap(code, width, initial_indent=inner, subsequent_indent=inner + "  ")


def _formula_lines(name: str, document: Document, width: int) -> Iterator[str]:
    lead = f"  {name:<{_COLUMN}}"
    first, *rest = terminal.block(document, width - len(lead)).splitlines()
    yield lead + first
    yield from (" " * len(lead) + line for line in rest)


def _fit(lines: Sequence[str], width: int) -> Iterator[str]:
    """Yield pictures that stand side by side, closer together or below one another if need be."""
    for is_blank, group in groupby(lines, lambda line: not line):
        part = [*group]
        if is_blank or max(map(len, part)) <= width:
            yield from part
        else:
            yield from _stack(_columns(part), width)


def _columns(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield the columns of some lines: between two, several characters of every line are blank."""
    longest = max(map(len, lines))
    rows = [line.ljust(longest) for line in lines]
    ink = "".join(" " if all(row[n] == " " for row in rows) else "x" for n in range(longest))
    for match in re.finditer(r"x(?:x| {1,2}(?=x))*", ink):
        yield [row[match.start() : match.end()] for row in rows]


def _stack(columns: Iterator[list[str]], width: int) -> Iterator[str]:
    """Yield the lines of columns, as many of them side by side as there is room for."""
    row: list[str] = []
    for column in columns:
        if not row or len(row[0]) + len(_EDGE) + len(column[0]) > width:
            yield from (*map(str.rstrip, row), "") if row else ()
            row = [_EDGE + line for line in column]
        else:
            row = [left + _EDGE + right for left, right in zip(row, column, strict=True)]
    yield from map(str.rstrip, row)


# -- colours ---------------------------------------------------------------------------------------

_COLOURS: Final = {
    "holds": (r"^✓", "32;1"),
    "fails": (r"^✗", "31;1"),
    "heading": (r"^-+fault \d+ of \d+-+$", "1"),
    "rule": (r"(?<=^  rule         )[a-z0-9-]+(?=:)", "1"),
    "field": (r"(?<=^  )[a-z](?:[a-z ]{0,10}[a-z])?(?= )", "2"),
    "cell": (r"\[[A-Z.](?:\|[A-Z.])*\]", "33;1"),
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
