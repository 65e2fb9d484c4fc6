"""Verdicts: whether an implementation conforms and, if not, everything needed to correct it.

A verdict is data. The terminal shows it (:mod:`modcheck.report.text`), and
:func:`.verdict_json.to_json` gives it to programs and to all other reports.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import groupby
from typing import Any, Final

from modcheck.judging.rules.diagnosis import Diagnosis
from modcheck.system.implementation import Json
from modcheck.system.object_views import ObjectView, encode, exception_in, output_of, what_differs
from modcheck.testing.derive import Support
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.runner import Coverage
from modcheck.verdict.rule_status import RuleStatus, Status
from modspec.explain.explanation import Explanation
from modspec.print.document import Document, Nest, text
from modspec.print.formula import exception_clause, formula
from modspec.run.machine import string_text
from modspec.run.plain import choice_text
from modspec.run.reals import Real
from modspec.syntax.declaration import declare
from modspec.syntax.module import Assignment, Clause, ExceptionClause
from modspec.syntax.values import State, values_of
from modspec.syntax.variant import Variant

MOST_NO_OP_CALLS: Final = 8
"""The number of no-op calls that are listed; of more, only the number is given."""


@dataclass(frozen=True)
class Fault:
    """One fault, with the rule that it breaks."""

    mismatch: Mismatch
    diagnosis: Diagnosis
    formula: Document | None
    """The formula that states the broken rule."""
    witness: tuple[tuple[str, Any], ...]
    """The values of the dummies for which that formula decides."""
    stage: str
    """The stage of the check that found it."""
    calls: int
    """The number of calls up to the first mismatch, inclusive."""
    why: str = ""
    """Why the reply is due, in a sentence about this case; empty if there is none."""
    hints: tuple[str, ...] = ()
    """What the author may want to look at, computed from how the implementation behaves."""
    given: tuple[str, ...] = ()
    """The broken rules that were assumed to stay broken when this fault was found."""

    @property
    def rule(self) -> str:
        """The rule that is broken; empty if the fault breaks no rule."""
        return self.diagnosis.rules[0] if self.diagnosis.rules else ""

    @property
    def summary(self) -> str:
        """The fault in a few words: the call, the reply that is due, and the reply that came."""
        call, shown_by = str(self.mismatch.culprit.call), str(self.mismatch.step.call)
        calls = call if call == shown_by else f"{call}, then {shown_by}"
        expected, got = expected_and_got(self.mismatch)
        return f"{calls}: expected {expected}, got {got}"

    @property
    def is_uncertain(self) -> bool:
        """Whether a reply is wrong, and it is not certain which rule that breaks."""
        return not self.rule and not self.is_breakdown

    @property
    def is_hanging_transition(self) -> bool:
        """Whether the program does not answer a transition."""
        is_transition = self.diagnosis.location.function.is_transition
        return is_transition and self.mismatch.reply.timed_out

    @property
    def is_breakdown(self) -> bool:
        """Whether the implementation hung, ended, or raised what no specification has a rule for.

        A wrong reply is none, even if it is not certain which rule it breaks.
        """
        reply = self.mismatch.reply
        module = declare(self.diagnosis.location.function.module)
        listed = (None, *(name for function in module.functions for name in function.raises))
        return reply.fault is not None or (not self.rule and reply.exception not in listed)


@dataclass(frozen=True)
class Verdict:
    """The result of a check."""

    implementation: str
    module: str
    coverage: Coverage
    seed: int
    support: Support
    """Which access programs were checked, and how."""
    rules: tuple[RuleStatus, ...] = ()
    """The rules that the specification states, and the status of each."""
    faults: tuple[Fault, ...] = ()
    variant: Variant | None = None
    """The variant of the module, if it is one."""
    conventions: Mapping[str, str] = field(default_factory=dict)
    """The conventions that the verdict assumes, by name."""
    confinement: str = ""
    """What kept the implementation from doing harm while it ran; empty if unknown."""
    suggestion: tuple[str, str] | None = None
    """A convention, and its value, under which there would be no fault."""
    is_whole: bool = True
    """Whether all calls were made; a program may be too slow for them."""

    @property
    def conforms(self) -> bool:
        """Whether there is no fault."""
        return not self.faults

    def completed_by(self, rest: Verdict) -> Verdict:
        """Return the verdict with what is found of a program if some queries are left out.

        Of this verdict, the faults that show in these queries stay. If one of them hangs, so may a
        transition in which the program makes the same query: that is no other fault.
        """
        own = [f for f in self.faults if f.mismatch.step.call.routine in rest.support.unchecked]
        has_hung = any(fault.mismatch.reply.timed_out for fault in own)
        others = [each for each in rest.faults if not (has_hung and each.is_hanging_transition)]
        broken = {rule: fault.summary for fault in own for rule in fault.diagnosis.broken_rules}
        rules = (
            RuleStatus(each.rule, Status.FAIL, broken[each.rule]) if each.rule in broken else each
            for each in rest.rules
        )
        return replace(rest, faults=(*own, *others), rules=tuple(rules))

    @property
    def breakdowns(self) -> tuple[str, ...]:
        """Where and how the implementation broke down, a line each."""
        return tuple(
            f"{self.implementation} {does} at {step.call}: {reply.fault}"
            for fault in self.faults
            for step, reply in [(fault.mismatch.step, fault.mismatch.reply)]
            for does in ["goes wrong" if reply.goes_on else "broke down"]
            if reply.fault is not None and not (reply.changes_argument or reply.changes_earlier)
        )


# -- the formula of a broken rule ------------------------------------------------------------------


def explanation_of(diagnosis: Diagnosis) -> tuple[Document | None, tuple[tuple[str, Any], ...]]:
    """Return the formula that states the broken rule, and the witness for which it decides.

    If the rule is stated again further inwards, of what there is, that is the formula: it says
    which element was at the front of the queue, and not only that one was.
    """
    explanation = diagnosis.location.explanation
    own = (*diagnosis.location.function.clauses(),)
    if explanation is None or not diagnosis.rules or diagnosis.stated_clause not in own:
        return None, ()
    rule = diagnosis.rules[0]
    for binding, part in _with_bindings(explanation, ()):
        if rule in part.rules:
            stated = explanation.find_rule(rule)
            assert stated is not None
            for inner in _path_inwards(part, binding):
                if inner[1].value is True and rule in inner[1].rules:
                    binding, part = inner
                    stated = part
            while part.deciding_part and not part.binding and part.deciding_part.binding:
                part = part.deciding_part
                binding = (*binding, *part.binding)
            # of two dummies with one name the inner one counts
            return formula(stated.formula), tuple(dict(binding).items())
    return None, ()


def _path_inwards(
    part: Explanation, binding: tuple[tuple[str, Any], ...]
) -> Iterator[tuple[tuple[tuple[str, Any], ...], Explanation]]:
    """Yield each part that decides a part, with the values of all dummies around it."""
    while part.deciding_part is not None:
        part = part.deciding_part
        binding = (*binding, *part.binding)
        yield binding, part


def _with_bindings(
    part: Explanation, outer: tuple[tuple[str, Any], ...]
) -> Iterator[tuple[tuple[tuple[str, Any], ...], Explanation]]:
    """Yield every part with the values of all dummies around it, the deciding parts first."""
    bound = (*outer, *part.binding)
    yield bound, part
    nearest = part.deciding_part
    if nearest:
        yield from _with_bindings(nearest, bound)
    for other in part.because:
        if other is not nearest:
            yield from _with_bindings(other, bound)


def clause_formula(clause: Clause) -> Document:
    """Return a clause as it stands in the specification."""
    if isinstance(clause, ExceptionClause):
        return exception_clause(clause)
    name = clause.variable if isinstance(clause, Assignment) else "out"
    return text(name) + text(" := ") + Nest(formula(clause.value))


# -- expected and got ------------------------------------------------------------------------------


def expected_and_got(mismatch: Mismatch) -> tuple[str, str]:
    """Return the reply that is due and the reply that came, each in a few words.

    Of two objects only what differs is shown.
    """
    step, reply = mismatch.step, mismatch.reply
    due, got = what_differs(output_of(step.expected), reply.output)
    quoted = _Strings(step.expected.output)
    if step.expected.exception:
        expected = f"exception {step.expected.exception}"
    elif step.expected.is_silent:
        expected = "no exception"
    else:
        allowed = [encode(each) for each in step.expected.allowed] or [due]
        expected = choice_text([_value_text(each, quoted) for each in allowed])
    if reply.fault is not None:
        if reply.changes_argument:
            return "each argument is left as it was", reply.fault
        if reply.changes_earlier:
            return "other objects are left as they were", reply.fault
        return ("an answer" if step.expected.is_silent else expected), reply.fault
    if reply.exception is not None:
        remark = _name_remark(step.expected.exception or "", reply.exception)
        return expected, f"exception {reply.detail or reply.exception}{remark}"
    if step.expected.exception and reply.output is None:
        return expected, "no exception"
    remark = _type_remark(due, got)
    if isinstance(got, str) and remark:  # "2" is not 2
        return expected, string_text(got) + remark
    return expected, _value_text(got, quoted, due) + remark


class _Strings:
    """Which words in a value that has travelled are strings, and no elements of enumerations."""

    def __init__(self, value: Any) -> None:
        """``value`` is the one that is due: a string occurs where one is due."""
        leaves = [*_leaves(value)]
        self._are_due = any(type(each) is str for each in leaves)
        enumerations = {type(each) for each in leaves if isinstance(each, Enum)}
        self._elements = {encode(each) for kind in enumerations for each in kind}

    def text(self, word: str) -> str:
        """Return a word as it is shown: a string in quotes, and a word that would not be seen."""
        is_string = self._are_due and word not in self._elements
        return string_text(word) if is_string or word != word.strip() or word == "" else word


def _leaves(value: Any) -> Iterator[Any]:
    """Yield the values in a value that are no collections."""
    if isinstance(value, State):
        value = values_of(value)
    if isinstance(value, Mapping):
        value = (*value, *value.values())
    if isinstance(value, tuple | AbstractSet):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def _name_remark(due: str, raised: str) -> str:
    """Return a remark if an exception is the right one but for its name."""

    def plain(name: str) -> str:
        return re.sub(r"(error|exception)+$", "", name.replace("_", "").lower())

    if due == raised or plain(due) != plain(raised):
        return ""
    return f" (where {due} is due: only the name differs; rename it)"


def _type_remark(due: Json, got: Json) -> str:
    """Return a remark if a value is not of the type that is due."""
    names = {bool: "a truth value", int: "a number", Real: "a number", str: "a name"}
    if type(due) is type(got) or type(due) not in names:
        return ""
    return f" ({'text, ' if isinstance(got, str) else ''}where {names[type(due)]} is due)"


def _value_text(value: Json, quoted: _Strings, due: Json = None) -> str:
    """Return a value as a text; of an object, with a remark on what has another type than due."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, ObjectView):
        parts = dict(due) if isinstance(due, ObjectView) else {}
        return ", ".join(
            name + _part_text(each, quoted, parts.get(name)) for name, each in value.plain
        )
    if isinstance(value, tuple):
        return f"[{', '.join(_value_text(each, quoted) for each in value)}]"
    if isinstance(value, str):
        return quoted.text(value)
    return "nothing" if value is None else str(value)


def _part_text(value: Json, quoted: _Strings, due: Json) -> str:
    """Return what an observer of an object yields, or that it raises."""
    if isinstance(value, ObjectView):
        return f" = ({_value_text(value, quoted, due)})"
    raised = exception_in(value)
    if raised is not None:
        return f" raises {raised}"
    return f" = {_value_text(value, quoted)}{_type_remark(due, value)}"


# -- no-op calls -----------------------------------------------------------------------------------


def no_op_calls_text(
    history: Sequence[str], numbers: Collection[int], others: Collection[int] = ()
) -> str:
    """Describe some no-op calls of a history, by their numbers: how often each, and after what.

    The ``others`` are no-op calls as well. For calls after the last transition the place is left
    out.
    """
    game = [n for n in range(len(history)) if n not in numbers and n not in others]
    places = {n: max((each for each in game if each < n), default=-1) for n in sorted(numbers)}
    parts = []
    for (call, place), row in groupby((history[n], place) for n, place in places.items()):
        times = len([*row])
        often = "" if times == 1 else " twice" if times == 2 else f" {times} times"
        when = "" if place in (-1, max(game, default=-1)) else f" after {history[place]}"
        parts.append(call + often + when)
    surplus = len(parts) - MOST_NO_OP_CALLS
    more = [f"and {surplus} more"] if surplus > 0 else []
    return ", ".join([*parts[:MOST_NO_OP_CALLS], *more])
