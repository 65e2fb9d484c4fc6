"""Reports: a verdict in the terminal, 80 columns wide, with no more than plain text needs.

How values, games and positions look is the business of the specification: it gives a
:class:`Presentation`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from modcheck.testing.mismatch import Mismatch
from modcheck.verdict.verdict import (
    Fault,
    Verdict,
    clause_formula,
    expected_and_got,
    no_op_calls_text,
)
from modspec.print import unicode
from modspec.print.document import Document
from modspec.print.formula import formula
from modspec.run.machine import Call
from modspec.run.mutants import Operator
from modspec.syntax.rulebook import Rulebook

WIDTH = unicode.WIDTH
_COLUMN = 11


class Presentation(Protocol):
    """How the things of one specification are shown."""

    def value(self, value: Any) -> str:
        """A value, in a word."""

    def game(self, calls: Sequence[Call]) -> str:
        """The calls of a game, as people write them."""

    def call(self, deviation: Mismatch) -> str:
        """What the blamed call means, in a few words; empty if nothing more is to be said."""

    def pictures(self, deviation: Mismatch) -> list[str]:
        """Lines that show the state before the call, and after it as it should be and as it is."""

    def as_json(self, deviation: Mismatch) -> dict[str, Any]:
        """The game and the states for programs."""


class PlainPresentation:
    """Shows values as Python writes them, and draws nothing."""

    def value(self, value: Any) -> str:
        """Return an element of an enumeration by its name, another value as Python writes it."""
        return str(getattr(value, "name", value))

    def game(self, calls: Sequence[Call]) -> str:
        """Return the calls, one after the other."""
        return ", ".join(map(str, calls))

    def call(self, deviation: Mismatch) -> str:
        """Say nothing more of a call."""
        return ""

    def pictures(self, deviation: Mismatch) -> list[str]:
        """Draw nothing."""
        return []

    def as_json(self, deviation: Mismatch) -> dict[str, Any]:
        """Return nothing more than every verdict has."""
        return {}


def report(verdict: Verdict, rulebook: Rulebook, presentation: Presentation) -> str:
    """The verdict as text."""
    lines = _faulty(verdict, rulebook, presentation) if verdict.faults else _sound(verdict)
    return "\n".join(lines) + "\n"


def failure(implementation: str, why: str) -> str:
    """That there is no verdict on an implementation, and why, as text."""
    told = f"? {implementation} could not be judged: {why}"
    return textwrap.fill(told, WIDTH, subsequent_indent="  ", break_on_hyphens=False) + "\n"


def fault_text(fault: Fault, rulebook: Rulebook, presentation: Presentation) -> str:
    """One fault of a verdict as text."""
    return "\n".join(_fault(fault, rulebook, presentation)) + "\n"


def _sound(verdict: Verdict) -> Iterator[str]:
    tally = verdict.coverage
    as_far = ", as far as it was checked" if verdict.support.unchecked else ""
    yield f"✓ {verdict.implementation} conforms to {verdict.module}{as_far}"
    yield ""
    yield from _field(
        "exercised",
        f"{tally.games} games, {tally.calls} calls, {len(tally.routines)} access programs, "
        f"{len(tally.exceptions)} exceptions, {len(verdict.rules_exercised)} rules",
    )
    happened = [f"{name} ({count})" for name, count in tally.events.items() if count]
    yield from _field("among them", "; ".join(happened) or "nothing rare")
    missed = [name for name, count in tally.events.items() if not count]
    if missed:
        yield from _field("never met", "; ".join(missed))
    yield from _supposed(verdict)
    yield from _unjudged(verdict)


def _supposed(verdict: Verdict) -> Iterator[str]:
    """What the verdict supposes: conventions, what was derived and what not checked, what it ran in."""
    if verdict.conventions:
        said = [f"{name} = {value}" for name, value in verdict.conventions.items()]
        yield from _field("supposing", ", ".join(said))
    for routine, others in verdict.support.derived.items():
        yield from _field("derived", f"{routine}, from the answers of {' and '.join(others)}")
    reasons: dict[str, list[str]] = {}
    for routine, why in verdict.support.unchecked.items():
        reasons.setdefault(why, []).append(routine)
    for why, routines in reasons.items():
        yield from _field("unchecked", f"{', '.join(routines)}: {why}")
    if verdict.confinement:
        yield from _field("sandbox", verdict.confinement)


def _unjudged(verdict: Verdict) -> Iterator[str]:
    """The rules that nothing is known of, by the reason."""
    reasons: dict[str, list[str]] = {}
    for standing in verdict.rules:
        if standing.held is None:
            reasons.setdefault(standing.reason, []).append(standing.rule)
    for reason, rules in reasons.items():
        yield from _field("not judged", f"{', '.join(rules)}: {reason}")


def _faulty(verdict: Verdict, rulebook: Rulebook, presentation: Presentation) -> Iterator[str]:
    many = f": {len(verdict.faults)} faults" if len(verdict.faults) > 1 else ""
    yield f"✗ {verdict.implementation} does not conform to {verdict.module}{many}"
    for number, fault in enumerate(verdict.faults, 1):
        yield ""
        if many:
            yield f"fault {number} of {len(verdict.faults)}".center(WIDTH, "-")
            yield ""
        yield from _fault(fault, rulebook, presentation)
    closing = [*_suggested(verdict), *_supposed(verdict), *_unjudged(verdict)]
    if closing:
        yield ""
        yield from closing


def _suggested(verdict: Verdict) -> Iterator[str]:
    if verdict.suggestion:
        name, value = verdict.suggestion
        yield from _field(
            "a thought", f"with --convention {name}={value} nothing would be wrong; is it meant so?"
        )


def _fault(fault: Fault, rulebook: Rulebook, presentation: Presentation) -> Iterator[str]:
    deviation, diagnosis = fault.mismatch, fault.diagnosis
    if fault.rule in rulebook:
        yield from _field("rule", f"{fault.rule}: {rulebook[fault.rule].text}")
        yield from _field("stated in", _sources(rulebook, fault.rule))
    elif fault.is_breakdown:
        yield from _field("rule", "none: it broke down, and no rule says what to make of that")
    game = presentation.game(deviation.transitions)
    yield from _field("game", game or "(none)", _length(deviation))
    history = [str(call) for call in deviation.history]
    if deviation.query_numbers:
        yield from _field(
            "asked", no_op_calls_text(history, deviation.query_numbers, deviation.rejected_numbers)
        )
    if deviation.rejected_numbers:
        yield from _field(
            "refused",
            no_op_calls_text(history, deviation.rejected_numbers, deviation.query_numbers),
        )
    yield from _field("call", str(deviation.culprit.call), presentation.call(deviation))
    if deviation.between:
        yield from _field("then", ", ".join(map(str, deviation.between)))
    if deviation.step is not deviation.culprit:
        yield from _field("shown by", str(deviation.step.call))
    expected, got = expected_and_got(deviation)
    yield from _field("expected", expected)
    yield from _field("got", got)
    if not deviation.reproduced:
        yield from _field(
            "again", "not by these calls alone: it takes more of what went before, or chance"
        )
    clause = diagnosis.location.clause
    if clause is not None:
        yield from _formula("clause", clause_formula(clause))
    if fault.formula is not None and not _is_same(fault):
        yield from _formula("because", fault.formula)
    if fault.witness:
        values = ", ".join(f"{name} = {presentation.value(v)}" for name, v in fault.witness)
        yield from _field("witness", values)
    if diagnosis.mutant is not None:
        yield from _field("it behaves", likeness(diagnosis.mutant.operator, diagnosis.answers))
        yield from _code(f"{diagnosis.mutant.function}: {diagnosis.mutant.before}")
        if diagnosis.mutant.operator is not Operator.DELETE:
            yield from _code(f"→ {diagnosis.mutant.after}")
    for hint in fault.hints:
        yield from _field("hint", hint)
    if fault.given:
        yield from _field(
            "given", f"what breaks {', '.join(fault.given)}, it is this that is wrong besides"
        )
    pictures = presentation.pictures(deviation)
    if pictures:
        yield ""
        yield from pictures


def _is_same(fault: Fault) -> bool:
    """Whether the rule's formula is the whole clause, which is shown already."""
    clause = fault.diagnosis.location.clause
    return clause is not None and fault.formula == formula(clause.value)


def _length(deviation: Mismatch) -> str:
    moves = "1 move" if deviation.moves == 1 else f"{deviation.moves} moves"
    if deviation.moves == 0:
        return "no move needed"
    return f"{moves}; " + ("no shorter game shows it" if deviation.shortest else "shortest found")


def likeness(change: Operator, answers: int) -> str:
    """What kind of change it behaves like, and how many answers agree with it."""
    told = {
        Operator.DELETE: "as if this were left out of the specification",
        Operator.RESTRICT: "as if only part of this were done",
        Operator.NEGATE: "as if this were the other way round",
        Operator.OFF_BY_ONE: "as if the bounds were others",
        Operator.REPLACE: "as if one thing were taken for another",
    }[change]
    return f"{told} ({answers} answers agree)"


def _sources(rulebook: Rulebook, rule: str) -> str:
    first: dict[str, str] = {}
    for citation in rulebook[rule].sources:
        first.setdefault(citation.source, citation.place)
    return "; ".join(f"{source} ({place})" for source, place in first.items())


def _field(name: str, text: str, note: str = "") -> Iterator[str]:
    """A name in the left column, the text beside it, and a note at the end of the line if it fits."""
    lead = f"  {name:<{_COLUMN}}"
    margin = " " * len(lead)
    wrapped = textwrap.wrap(  # a name with a hyphen, such as a rule's, stays in one piece
        text, WIDTH, initial_indent=lead, subsequent_indent=margin, break_on_hyphens=False
    )
    lines = wrapped or [lead.rstrip()]
    if note and len(lines[-1]) + len(note) + 3 <= WIDTH:
        lines[-1] += f"   {note}" if len(lines[-1]) > 40 else f"{note:>{WIDTH - len(lines[-1])}}"
    elif note:
        lines.append(f"{note:>{WIDTH}}")
    yield from lines


def _formula(name: str, document: Document) -> Iterator[str]:
    lead = f"  {name:<{_COLUMN}}"
    first, *rest = unicode.block(document, WIDTH - len(lead)).splitlines()
    yield lead + first
    yield from (" " * len(lead) + line for line in rest)


def _code(text: str) -> Iterator[str]:
    margin = " " * (_COLUMN + 4)
    yield from textwrap.wrap(text, WIDTH, initial_indent=margin, subsequent_indent=margin + "  ")
