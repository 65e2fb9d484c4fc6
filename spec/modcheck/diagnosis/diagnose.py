"""Diagnose: which rule an implementation has wrong, judged by how it behaves.

One deviation tells that something is wrong, seldom what. So the implementation is asked everything
that can be asked in the same state, and its answers are compared with those of each variant of the
specification (:mod:`modspec.run.mutants`). If one behaves exactly as the implementation does, its
change is the fault, and the rule of the changed clause is the one that is broken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from modcheck.diagnosis.answers import (
    ObservedReply,
    always_the_same,
    is_right,
    other_evidence,
    own_evidence,
)
from modcheck.judging.localise import (
    Location,
    attribute,
    changed_wrongly,
    decided_by_case,
    heaviest,
    is_unchanged,
    rest_of_cases,
)
from modcheck.diagnosis.matching import behaves, candidates, likeliest
from modcheck.diagnosis.mutated_oracle import machine_of, outcome_of
from modcheck.diagnosis.shrink import steps_of
from modcheck.diagnosis.unobservable import by_what_is_hidden
from modcheck.system.implementation import Reply
from modcheck.testing.budget import ENOUGH_ANSWERS, EVERYTHING
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.runner import Runner
from modcheck.testing.trace import Purpose
from modspec.explain.explain import explain_clause
from modspec.explain.explanation import Explanation
from modspec.run.mutants import Mutant, Operator
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import Apply
from modspec.syntax.module import Clause, ExceptionClause, Function
from modspec.syntax.relations import reachable, reachable_from

_PLAIN = (Operator.DELETE, Operator.RESTRICT, Operator.OFF_BY_ONE)
"""The changes to believe in when only one routine behaves like the variant."""


@dataclass(frozen=True)
class Diagnosis:
    """The rules that are broken, the likeliest first, and how that is known."""

    rules: tuple[str, ...]
    location: Location
    mutant: Mutant | None = None
    """The variant of the specification that behaves as the implementation does, if there is one."""

    answers: int = 0
    """On how many answers the variant and the implementation agree."""

    always: bool = False
    """Whether the routine answers the same whatever it is asked; so many answers were looked at."""


def diagnose(deviation: Mismatch, examiner: Runner) -> Diagnosis:
    """The rule that a deviation breaks; asks the implementation, fresh, for more evidence."""
    machine = examiner.generator.machine
    if deviation.reply.fault is not None:
        function = machine.routine(deviation.culprit.call.routine)
        return Diagnosis((), Location(function, None, None, (), deviation.culprit))
    attribution = attribute(deviation, machine)
    if attribution.clause is None:
        return Diagnosis(attribution.rules, attribution)
    examiner.fresh()  # and no more: each script begins a game, and a program may take long to start
    narrow = own_evidence(deviation, examiner)
    if always := always_the_same(narrow, deviation, examiner):
        return Diagnosis(_of_the_whole(attribution), attribution, None, always, always=True)
    history = steps_of(deviation.history, examiner)
    wide = [*narrow, *other_evidence(deviation, examiner)]
    own = [a for a in wide if a.step.call.routine == attribution.function.name or is_right(a)]
    for evidence, changes in ((wide, tuple(Operator)), (narrow, _PLAIN), (own, _PLAIN)):
        count = sum(1 + len(answer.observed) for answer in evidence)
        if count < ENOUGH_ANSWERS or (
            evidence is narrow and deviation.culprit.purpose is not Purpose.QUERY
        ):
            continue
        like = likeliest(examiner, attribution.function, history, evidence, changes)
        if like is not None:
            rules = tuple(
                sorted(like.variant.rules, key=lambda rule: rule not in attribution.rules)
            )
            if like.variant.function in _conditional_functions(attribution):
                rules = decided_by_case(_explanation(attribution)) or rules
            return Diagnosis(rules, attribution, like.variant if like.stands else None, count)
    if unseen := by_what_is_hidden(deviation, examiner):
        like, count = unseen
        return Diagnosis(
            like.variant.rules, attribution, like.variant if like.stands else None, count
        )
    return Diagnosis(_rules(deviation, examiner, attribution, wide), attribution)


def _rules(
    deviation: Mismatch, examiner: Runner, attribution: Location, evidence: list[ObservedReply]
) -> tuple[str, ...]:
    """The rules that are broken, where no variant tells."""
    assert attribution.clause is not None
    rules = attribution.rules
    if reachable_from([attribution.clause]) and not _is_decided(attribution):
        rules = _by_what_it_allows(deviation, examiner, attribution) or rules
    if _is_refuted(rules, attribution, evidence[0], examiner):
        rules = rest_of_cases(_explanation(attribution)) or rules
    clause_itself = isinstance(attribution.clause, ExceptionClause)
    if clause_itself and _is_right_elsewhere(attribution, evidence):
        rules = _outermost(attribution) or rules
    if _is_never_asked(attribution, evidence, examiner):
        rules = attribution.clause.rules or rules
    return rules


def _is_never_asked(attribution: Location, evidence: list[ObservedReply], examiner: Runner) -> bool:
    """Whether, in this state, no call is refused that an exception clause refuses, be it for one
    reason or for another.
    """
    clause, machine = attribution.clause, examiner.generator.machine
    if not isinstance(clause, ExceptionClause):
        return False
    function = attribution.function
    due = [
        answer
        for answer in evidence
        if answer.step.call.routine == function.name
        and answer.step.expected.exception == clause.exception
    ]
    reasons = {
        explain_clause(
            machine.instance, function, clause, answer.step.before, answer.step.call.arguments
        ).innermost_rules
        for answer in due
    }
    return len(reasons) > 1 and not any(agrees(a.step.expected, a.reply, True) for a in due)


def _of_the_whole(attribution: Location) -> tuple[str, ...]:
    """The rule of a clause as a whole: its own, or that of the part that most depends on."""
    clause = attribution.function.output
    assert clause is not None
    return clause.rules or heaviest(clause.value).rules or attribution.rules


def _is_refuted(
    rules: tuple[str, ...], attribution: Location, wrong: ObservedReply, examiner: Runner
) -> bool:
    """Whether a transition changes what it should not, but not what it would if the conditions of a
    rule were left out.

    It is not refuted that they are if there are no such conditions.
    """
    if attribution.explanation is None or not is_unchanged(attribution.explanation):
        return False
    left_out = [
        machine_of(variant, examiner)
        for variant in candidates(examiner.reference.module, attribution.function, [])
        if variant.operator is Operator.DELETE and set(variant.rules) & set(rules)
    ]
    changed = tuple(
        (s, reply) for s, reply in wrong.observed if not agrees(s.expected, reply, False)
    )
    wrong = replace(wrong, observed=changed)
    return bool(left_out) and not any(
        machine is not None and behaves(machine, wrong, outcome_of(machine, wrong.step))
        for machine in left_out
    )


def _is_decided(attribution: Location) -> bool:
    """Whether one condition on the arguments and the state alone decides: nothing else can be what
    is ignored.
    """
    if attribution.explanation is None:
        return False
    *way, last = attribution.explanation.path()
    alone = all(len(part.because) == 1 for part in way)
    return bool(way) and alone and not reachable_from([Clause(last.formula)])


def _outermost(attribution: Location) -> tuple[str, ...]:
    """The rule of the outermost part of a clause that decides, rather than of what that applies."""
    assert attribution.clause is not None
    if attribution.explanation is None:
        return attribution.clause.rules
    _, *within = attribution.explanation.path()
    stated = (part.rules for part in within if part.rules and not isinstance(part.formula, Apply))
    return next(stated, attribution.clause.rules)


def _is_right_elsewhere(attribution: Location, evidence: list[ObservedReply]) -> bool:
    """Whether all that the clause applies is right where queries ask for it: then the clause itself
    is broken.
    """
    assert attribution.clause is not None
    right = frozenset[tuple[str, str]]()
    asked: dict[Function, list[ObservedReply]] = {}
    functions = {f.name: f for f in declare(attribution.function.module).access_programs}
    for answer in evidence:
        if answer.step.purpose is Purpose.QUERY:
            asked.setdefault(functions[answer.step.call.routine], []).append(answer)
    for function, answers in asked.items():
        agreed = all(agrees(a.step.expected, a.reply, False) for a in answers)
        if agreed and len(answers) >= ENOUGH_ANSWERS:
            right |= reachable([function])
    applied = reachable_from([attribution.clause])
    return bool(applied) and applied <= right


def _explanation(attribution: Location) -> Explanation:
    assert attribution.explanation is not None
    return attribution.explanation


def _conditional_functions(attribution: Location) -> set[str]:
    """The functions on the way to the conditional rules that give the value."""
    names = {attribution.function.name}
    if attribution.explanation is not None:
        for part in attribution.explanation.path():
            if not isinstance(part.formula, Apply):
                break
            names.add(part.formula.function)
    return names if attribution.explanation is not None else set()


def _by_what_it_allows(
    deviation: Mismatch, examiner: Runner, attribution: Location
) -> tuple[str, ...]:
    """What an implementation does when it makes a transition that should raise, as far as it tells
    a rule.

    What changes although nothing should, had the call been allowed, is explained like any
    transition.
    """
    machine, write = examiner.generator.machine, examiner.generator
    state = deviation.culprit.before
    if state is None or deviation.step is not deviation.culprit:
        return ()
    history = steps_of(deviation.history, examiner)
    observation = write.observation(state)
    refused = [
        step
        for step in write.rejected_calls(state, EVERYTHING)
        if machine.routine(step.call.routine).is_transition
    ]
    if all(map(_is_refused, examiner.replies([*history, *refused])[len(history) :])):
        return ()
    for step in refused:
        replies = examiner.replies([*history, step, *observation])[len(history) :]
        if _is_refused(replies[0]):
            continue
        observed = tuple(zip(observation, replies[1:], strict=True))
        try:
            rules = changed_wrongly(observed, step, machine, machine.routine(step.call.routine))
        except machine.undefined_errors:
            continue
        if rules:
            return rules
    return ()


def _is_refused(reply: Reply) -> bool:
    return reply.exception is not None or reply.fault is not None
