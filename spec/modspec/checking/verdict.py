"""Verdicts: whether an implementation conforms, and if not, all that is needed to act on it.

A verdict is data. The terminal shows it (:mod:`.report`), and :func:`to_json` gives it to programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from modspec.checking.diagnose import Diagnosis
from modspec.checking.examine import Deviation, Tally, agrees
from modspec.checking.implementation import Json, encoded
from modspec.checking.script import Purpose, Step
from modspec.declaration import declare
from modspec.module import Assignment, Clause, ExceptionClause
from modspec.readings.explanation import Explanation
from modspec.readings.printing import clauses, unicode
from modspec.readings.printing.document import Document, Nest, text
from modspec.readings.printing.formula import formula
from modspec.readings.run import Call, Machine
from modspec.relations import reachable, rules_cited
from modspec.rules import Rulebook

VERSION = 1
"""The version of the JSON form; it grows when a field changes its meaning or goes."""


@dataclass(frozen=True)
class Verdict:
    """What the checker found."""

    implementation: str
    module: str
    tally: Tally
    rules_exercised: tuple[str, ...]
    seed: int
    deviation: Deviation | None = None
    diagnosis: Diagnosis | None = None
    witness: tuple[tuple[str, Any], ...] = ()
    """The values of the dummies for which the rule's formula decides."""

    formula: Document | None = None
    """The formula that states the broken rule."""

    @property
    def conforms(self) -> bool:
        """Whether nothing deviates."""
        return self.deviation is None

    @property
    def breakdown(self) -> str:
        """Where and how the implementation broke down, in a line; empty if it answered every call."""
        if self.deviation is None or self.deviation.reply.fault is None:
            return ""
        return f"{self.implementation} broke down at {self.deviation.step.call}: {self.deviation.reply.fault}"

    @property
    def rule(self) -> str:
        """The rule that is broken; empty if none is, or if what is wrong is no matter of a rule."""
        return self.diagnosis.rules[0] if self.diagnosis and self.diagnosis.rules else ""


def exercised(machine: Machine, tally: Tally, rulebook: Rulebook) -> tuple[str, ...]:
    """The rules, in the order of the rulebook, that the calls made depend on.

    A rule counts if a clause that states it gave an output, a state or an exception that was compared.
    """
    found: set[str] = set()
    module = machine.module
    for function in module.access_programs:
        if not tally.routines[function.name]:
            continue
        clauses = [
            clause
            for clause in function.clauses()
            if not isinstance(clause, ExceptionClause) or tally.exceptions[clause.exception]
        ]
        reach = reachable([function])
        for name, cited in _citations(module.python_name).items():
            if any((where, holder) in reach for where, holder in cited):
                found.add(name)
        found.update(rule for clause in clauses for rule in clause.rules)
    return tuple(rule.id for rule in rulebook if rule.id in found)


def _citations(python_name: str) -> dict[str, set[tuple[str, str]]]:
    """For each rule the functions that cite it, in the module and those it uses."""
    module = declare(python_name)
    found: dict[str, set[tuple[str, str]]] = {}
    for use in module.uses:
        for rule, holders in _citations(use.module).items():
            found.setdefault(rule, set()).update(holders)
    for rule, cited in rules_cited(module).items():
        holders = {(python_name, declared.name) for declared, _ in cited}
        found.setdefault(rule, set()).update(holders)
    return found


def explained(diagnosis: Diagnosis) -> tuple[Document | None, tuple[tuple[str, Any], ...]]:
    """The formula that states the broken rule, and the witness for which it decides."""
    explanation = diagnosis.attribution.explanation
    if explanation is None or not diagnosis.rules:
        return None, ()
    for binding, part in _with_bindings(explanation, ()):
        if diagnosis.rules[0] in part.rules:
            inner = binding
            while part.nearest and not part.binding and part.nearest.binding:
                part = part.nearest
                inner = (*inner, *part.binding)
            return formula(_stated(explanation, diagnosis.rules[0])), inner
    return None, ()


def _stated(explanation: Explanation, rule: str) -> Any:
    part = explanation.named(rule)
    assert part is not None
    return part.formula


def _with_bindings(
    part: Explanation, outer: tuple[tuple[str, Any], ...]
) -> Iterator[tuple[tuple[tuple[str, Any], ...], Explanation]]:
    """Every part with the values of all dummies around it, those on the way that decides first."""
    bound = (*outer, *part.binding)
    yield bound, part
    nearest = part.nearest
    if nearest:
        yield from _with_bindings(nearest, bound)
    for other in part.because:
        if other is not nearest:
            yield from _with_bindings(other, bound)


def clause_formula(clause: Clause) -> Document:
    """A clause on its own, as it stands in the specification."""
    if isinstance(clause, ExceptionClause):
        return clauses.exception_clause(clause)
    name = clause.variable if isinstance(clause, Assignment) else "out"
    return text(name) + text(" := ") + Nest(formula(clause.value))


def expected_and_got(deviation: Deviation) -> tuple[str, str]:
    """What should have been answered, and what was, each in a few words."""
    step, reply = deviation.step, deviation.reply
    if step.expected.exception:
        expected = f"exception {step.expected.exception}"
    elif step.purpose is Purpose.PLAY:
        expected = "no exception"
    else:
        expected = shown(encoded(step.expected.output))
    if reply.fault is not None:
        return ("an answer" if step.purpose is Purpose.PLAY else expected), reply.fault
    if reply.exception is not None:
        return expected, f"exception {reply.exception}"
    if step.expected.exception and step is deviation.blamed and reply.output is None:
        return expected, "no exception"
    return expected, shown(reply.output) + _other_type(encoded(step.expected.output), reply.output)


def _other_type(expected: Json, got: Json) -> str:
    """A remark that a value is not of the type that it should be."""
    names = {bool: "a truth value", int: "a number", str: "a name"}
    if type(expected) is type(got) or type(expected) not in names:
        return ""
    return f" (where {names[type(expected)]} is due)"


def shown(value: Json) -> str:
    """A value as it travels, for people."""
    if isinstance(value, bool):
        return str(value).lower()
    return "nothing" if value is None else str(value)


def call_json(call: Call) -> list[Json]:
    """A call as it travels."""
    return [call.routine, *map(encoded, call.arguments)]


def deviating(deviation: Deviation) -> list[Step]:
    """The observations that are not as they should be."""
    return [s for s, reply in deviation.observed if not agrees(s.expected, reply, False)]


def to_json(verdict: Verdict, rulebook: Rulebook, presented: Mapping[str, Any]) -> dict[str, Any]:
    """The verdict for programs; ``presented`` is what the specification's own presentation adds."""
    result: dict[str, Any] = {
        "version": VERSION,
        "implementation": verdict.implementation,
        "module": verdict.module,
        "conforms": verdict.conforms,
        "seed": verdict.seed,
        "exercised": {
            "games": verdict.tally.games,
            "calls": verdict.tally.calls,
            "routines": dict(sorted(verdict.tally.routines.items())),
            "exceptions": dict(sorted(verdict.tally.exceptions.items())),
            "events": dict(verdict.tally.events),
            "rules": list(verdict.rules_exercised),
        },
    }
    if verdict.deviation is not None and verdict.diagnosis is not None:
        result["fault"] = {
            **_fault(verdict, verdict.deviation, verdict.diagnosis, rulebook),
            **presented,
        }
    return result


def _fault(
    verdict: Verdict, deviation: Deviation, diagnosis: Diagnosis, rulebook: Rulebook
) -> dict[str, Any]:
    expected, got = expected_and_got(deviation)
    clause = diagnosis.attribution.clause
    fault: dict[str, Any] = {
        "rule": verdict.rule or None,
        "other_rules": list(diagnosis.rules[1:]),
        "text": rulebook[verdict.rule].text if verdict.rule in rulebook else None,
        "routine": deviation.blamed.call.routine,
        "call": call_json(deviation.blamed.call),
        "history": [call_json(call) for call in deviation.history],
        "moves": deviation.moves,
        "shortest": deviation.shortest,
        "shown_by": call_json(deviation.step.call),
        "expected": expected,
        "got": got,
        "clause": unicode.inline(clause_formula(clause)) if clause else None,
        "formula": unicode.inline(verdict.formula) if verdict.formula else None,
        "witness": {name: str(getattr(value, "name", value)) for name, value in verdict.witness},
    }
    if diagnosis.variant is not None:
        fault["behaves_as_if"] = {
            "change": diagnosis.variant.change.value,
            "function": diagnosis.variant.function,
            "before": diagnosis.variant.before,
            "after": diagnosis.variant.after,
            "answers_that_agree": diagnosis.answers,
        }
    return fault
