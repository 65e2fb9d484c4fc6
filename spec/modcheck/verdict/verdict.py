"""Verdicts: whether an implementation conforms, and if not, all that is needed to act on it.

A verdict is data. The terminal shows it (:mod:`.report`), and :func:`.verdict_json.to_json` gives it to
programs and to all other reports.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from modcheck.diagnosis.diagnose import Diagnosis
from modcheck.system.implementation import Json, encoded
from modcheck.system.support import Support
from modcheck.testing.coverage import Coverage, StageCoverage
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.trace import Purpose, Step
from modcheck.verdict.rule_status import RuleStatus
from modspec.explain.explanation import Explanation
from modspec.print import clauses
from modspec.print.document import Document, Nest, text
from modspec.print.formula import formula
from modspec.run.machine import Call
from modspec.syntax.module import Assignment, Clause, ExceptionClause

MOST_TOLD: Final = 8
"""So many idle calls are told one by one."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, with the rule that it breaks."""

    mismatch: Mismatch
    diagnosis: Diagnosis
    formula: Document | None
    """The formula that states the broken rule."""

    witness: tuple[tuple[str, Any], ...]
    """The values of the dummies for which that formula decides."""

    stage: str
    """The phase of the check that came upon it."""

    calls: int
    """How many calls had been made when it first showed, itself included."""

    hints: tuple[str, ...] = ()
    """What its author may want to look at, computed from how the implementation behaves."""

    given: tuple[str, ...] = ()
    """The broken rules that the specification was read without, to see what else is wrong."""

    @property
    def rule(self) -> str:
        """The rule that is broken; empty if what is wrong is no matter of a rule."""
        return self.diagnosis.rules[0] if self.diagnosis.rules else ""

    @property
    def is_breakdown(self) -> bool:
        """Whether it is no wrong answer but a crash, a hang, or nonsense."""
        return self.mismatch.reply.fault is not None or not self.rule


@dataclass(frozen=True)
class Verdict:
    """What the checker found."""

    implementation: str
    module: str
    coverage: Coverage
    seed: int
    support: Support
    """Which routines were checked, and how."""

    rules: tuple[RuleStatus, ...] = ()
    """The rules that the specification states, and whether each was held."""

    faults: tuple[Fault, ...] = ()
    stages: tuple[StageCoverage, ...] = ()
    conventions: Mapping[str, str] = field(default_factory=dict)
    """The conventions that the verdict supposes, by name."""

    confinement: str = ""
    """What kept the implementation from doing harm while it ran; empty if nobody says."""

    suggestion: tuple[str, str] | None = None
    """A convention, and its value, under which nothing would be wrong."""

    @property
    def conforms(self) -> bool:
        """Whether nothing deviates."""
        return not self.faults

    @property
    def rules_exercised(self) -> tuple[str, ...]:
        """The rules that were judged, one way or the other."""
        return tuple(standing.rule for standing in self.rules if standing.held is not None)

    @property
    def breakdowns(self) -> tuple[str, ...]:
        """Where and how the implementation broke down, a line each."""
        return tuple(
            f"{self.implementation} broke down at {step.call}: {reply.fault}"
            for fault in self.faults
            for step, reply in [(fault.mismatch.step, fault.mismatch.reply)]
            if reply.fault is not None
        )


def explanation_of(diagnosis: Diagnosis) -> tuple[Document | None, tuple[tuple[str, Any], ...]]:
    """The formula that states the broken rule, and the witness for which it decides."""
    explanation = diagnosis.location.explanation
    if explanation is None or not diagnosis.rules:
        return None, ()
    for binding, part in _with_bindings(explanation, ()):
        if diagnosis.rules[0] in part.rules:
            inner = binding
            while part.deciding_part and not part.binding and part.deciding_part.binding:
                part = part.deciding_part
                inner = (*inner, *part.binding)
            shown = dict(inner)  # of two dummies of one name the inner one counts
            return formula(_stated(explanation, diagnosis.rules[0])), tuple(shown.items())
    return None, ()


def _stated(explanation: Explanation, rule: str) -> Any:
    part = explanation.find_rule(rule)
    assert part is not None
    return part.formula


def _with_bindings(
    part: Explanation, outer: tuple[tuple[str, Any], ...]
) -> Iterator[tuple[tuple[tuple[str, Any], ...], Explanation]]:
    """Every part with the values of all dummies around it, those on the way that decides first."""
    bound = (*outer, *part.binding)
    yield bound, part
    nearest = part.deciding_part
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


def expected_and_got(deviation: Mismatch) -> tuple[str, str]:
    """What should have been answered, and what was, each in a few words."""
    step, reply = deviation.step, deviation.reply
    if step.expected.exception:
        expected = f"exception {step.expected.exception}"
    elif step.purpose is Purpose.COMMAND:
        expected = "no exception"
    else:
        expected = value_text(encoded(step.expected.output))
    if reply.fault is not None:
        return ("an answer" if step.purpose is Purpose.COMMAND else expected), reply.fault
    if reply.exception is not None:
        misnamed = _misnamed(step.expected.exception or "", reply.exception)
        return expected, f"exception {reply.exception}{misnamed}"
    if step.expected.exception and step is deviation.culprit and reply.output is None:
        return expected, "no exception"
    return expected, value_text(reply.output) + _other_type(
        encoded(step.expected.output), reply.output
    )


def _misnamed(due: str, raised: str) -> str:
    """A remark that an exception is the right one but for its name."""
    if due == raised or _plain(due) != _plain(raised):
        return ""
    return f" (where {due} is due: only the name differs; rename it)"


def _plain(exception: str) -> str:
    """The name of an exception without what is a matter of style: case, underscores, and that it is one."""
    return re.sub(r"(error|exception)+$", "", exception.replace("_", "").lower())


def _other_type(expected: Json, got: Json) -> str:
    """A remark that a value is not of the type that it should be."""
    names = {bool: "a truth value", int: "a number", str: "a name"}
    if type(expected) is type(got) or type(expected) not in names:
        return ""
    return f" (where {names[type(expected)]} is due)"


def value_text(value: Json) -> str:
    """A value as it travels, for people."""
    if isinstance(value, bool):
        return str(value).lower()
    return "nothing" if value is None else str(value)


def no_op_calls_text(
    history: Sequence[str], idle: Collection[int], others: Collection[int] = ()
) -> str:
    """Some idle calls of a history, by their numbers, in words: how often each in a row, and after which call.

    The ``others`` are idle as well. Of what came last it is not said after which call.
    """
    game = [n for n in range(len(history)) if n not in idle and n not in others]
    after = {n: max((each for each in game if each < n), default=-1) for n in sorted(idle)}
    told = []
    for (call, place), row in groupby((history[n], place) for n, place in after.items()):
        times = len([*row])
        often = "" if times == 1 else " twice" if times == 2 else f" {times} times"
        when = "" if place in (-1, max(game, default=-1)) else f" after {history[place]}"
        told.append(call + often + when)
    more = [f"and {len(told) - MOST_TOLD} more"] if len(told) > MOST_TOLD else []
    return ", ".join([*told[:MOST_TOLD], *more])


def call_json(call: Call) -> list[Json]:
    """A call as it travels."""
    return [call.routine, *map(encoded, call.arguments)]


def wrong_observations(deviation: Mismatch) -> list[Step]:
    """The observations that are not as they should be."""
    return [s for s, reply in deviation.observed if not agrees(s.expected, reply, False)]
