"""Localise: which clause of the specification a mismatch contradicts.

A query, or a call that raises or fails to, is judged by its own clauses. What an observation shows
after a transition is judged by the clause that gives the observed state variable its value, at the
element that was observed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from modcheck.system.implementation import Reply, encode
from modcheck.system.object_views import ObjectView, exception_in, output_of, wrong_queries
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.trace import Purpose, TraceStep
from modspec.explain.explain import (
    NamedStep,
    environment,
    explain_clause,
    explain_in,
    explain_part,
    observed_path,
    with_rules,
)
from modspec.explain.explanation import Explanation
from modspec.run.evaluate import Evaluator
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, Call, Machine
from modspec.syntax.choices import picking
from modspec.syntax.declaration import function_of
from modspec.syntax.expressions import (
    And,
    Apply,
    Conditional,
    Expression,
    Generator,
    MapOf,
    Or,
    Quantified,
    SetOf,
)
from modspec.syntax.module import Assignment, Clause, ExceptionClause, Function
from modspec.syntax.relations import reachable_from
from modspec.syntax.values import State


@dataclass(frozen=True)
class Location:
    """The clause that a mismatch contradicts, and why the specification says what it says."""

    function: Function
    clause: Clause | None
    """None where the rule is one of the notation itself."""

    explanation: Explanation | None
    rules: tuple[str, ...]
    """The rules that the clause states, as far as the mismatch alone tells."""

    shows: TraceStep
    """The call whose reply shows it best: the wrong observation with the shortest explanation."""


def attribute(mismatch: Mismatch, machine: Machine) -> Location:
    """Return the clause that a mismatch contradicts, as it is for what the program chose."""
    mismatch = _of_the_object(mismatch, machine)
    with picking(mismatch.culprit.call.choice):
        return _attribute(mismatch, machine)


def _of_the_object(mismatch: Mismatch, machine: Machine) -> Mismatch:
    """Return a mismatch; of a right object that a call yields, the first query of it that is wrong.

    The state of the query is the object.
    """
    step, got = mismatch.culprit, mismatch.reply.output
    names = wrong_queries(output_of(step.expected), got, machine.module)
    if mismatch.step is not step or not names or not isinstance(got, ObjectView):
        return mismatch
    name, state = names[0], step.expected.output
    raised = exception_in(got.further[name])
    reply = Reply(exception=raised) if raised else Reply(got.further[name])
    query = TraceStep(Call(name), state, machine.call(state, name), Purpose.QUERY)
    return replace(mismatch, step=query, reply=reply, culprit=query)


def _attribute(mismatch: Mismatch, machine: Machine) -> Location:
    blamed = mismatch.culprit
    function = machine.routine(blamed.call.routine)
    if mismatch.step is blamed:
        return _of_the_call(mismatch, machine, function)
    if blamed.purpose is Purpose.COMMAND and mismatch.observed:
        return _of_the_transition(mismatch, machine, function)
    rule = FAILED_CALL if blamed.purpose is Purpose.REJECTED else QUERIES_PURE
    return Location(function, None, None, (rule,), mismatch.step)


def _of_the_call(mismatch: Mismatch, machine: Machine, function: Function) -> Location:
    step = mismatch.culprit
    if is_unheard_of(mismatch, machine):
        if function.output is None or function.is_transition:
            return Location(function, None, None, (), step)
        rules = function.output.rules or heaviest(function.output.value).rules
        return Location(function, function.output, None, rules, step)
    clause = _clause_of(step, mismatch.reply.exception, function, machine)
    if is_refused_by_another_name(mismatch, machine):
        return Location(function, clause, None, clause.rules, step)  # no part of it is ignored
    if clause.rules and isinstance(clause.value, And | Or) and not lets_through(mismatch, clause):
        return Location(function, clause, None, clause.rules, step)  # no part of it decides
    if _is_of_another_type(mismatch):
        whole = heaviest(clause.value).rules or clause.rules
        if whole:
            return Location(function, clause, None, whole, step)
    if step.expected.allowed and step.call.choice is not None:
        refusal = _why_not_allowed(step, function, machine)
        rules = _rules(refusal, lets_through=True) if refusal else ()
        return Location(function, clause, refusal, rules or clause.rules, step)
    explanation = explain_clause(
        machine.instance, function, clause, step.before, step.call.arguments
    )
    if isinstance(clause, Assignment):  # a transition that should have been possible
        return Location(function, clause, None, clause.rules, step)
    rules = decided_by_case(explanation) or _rules(explanation, lets_through(mismatch, clause))
    rules = rules or clause.rules or _of_all_parts(explanation)
    return Location(function, clause, explanation, rules, step)


def _why_not_allowed(step: TraceStep, function: Function, machine: Machine) -> Explanation | None:
    """Explain why what a program chose is not allowed; None if no dummies yield such a value."""
    choice, chosen = function.choice, step.call.choice
    if choice is None or chosen is None:
        return None
    scope = environment(machine.instance, function, step.before, step.call.arguments)
    free = tuple(replace(each, conditions=()) for each in choice.generators)
    every = Evaluator(scope)(SetOf(free, choice.body))
    value = next(filter(chosen, every), None)
    if value is None:
        return None
    refusal = explain_in(value, SetOf(choice.generators, choice.body), scope)
    stated = next(clause for clause in function.clauses() if clause.value is choice)
    return with_rules(refusal.deciding_part or refusal, stated.rules)


def _is_of_another_type(mismatch: Mismatch) -> bool:
    """Whether an output has a type that no due output of the routine has."""
    due, reply = mismatch.step.expected, mismatch.reply
    answered = due.exception is None and reply.exception is None and reply.fault is None
    return answered and type(reply.output) is not type(encode(due.output))


def heaviest(value: Expression) -> Expression:
    """Return the condition that depends on most functions: it is as good as the whole."""
    if not isinstance(value, And):
        return value
    return max(value.operands, key=lambda operand: len(reachable_from([Clause(operand)])))


def lets_through(mismatch: Mismatch, clause: Clause) -> bool:
    """Whether the implementation allows what should raise, or says yes where no is due."""
    if isinstance(clause, ExceptionClause):
        expected, raised = mismatch.step.expected.exception, mismatch.reply.exception
        return clause.exception == expected != raised
    says_no = mismatch.step.expected.output is False
    return says_no and (bool(mismatch.reply.output) or mismatch.reply.exception is not None)


def is_unheard_of(mismatch: Mismatch, machine: Machine) -> bool:
    """Whether a call crashed: it raised an exception that nothing in the specification raises.

    If the arguments alone say that the answer is no, the program did not look at them: that breaks
    a rule, and is no crash.
    """
    raised, due = mismatch.reply.exception, mismatch.step.expected
    if raised is None or raised in _exceptions(machine) or due.exception is not None:
        return False
    return due.output is not False or not _is_about_arguments(mismatch.step, machine)


def is_refused_by_another_name(mismatch: Mismatch, machine: Machine) -> bool:
    """Whether a call rightly raises, but an exception that nothing in the specification raises.

    The condition of the clause was seen to hold; what the clause raises is wrong.
    """
    raised, due = mismatch.reply.exception, mismatch.culprit.expected.exception
    own = mismatch.step is mismatch.culprit and due is not None and raised is not None
    return own and raised not in _exceptions(machine)


def _exceptions(machine: Machine) -> set[str]:
    """Return the exceptions that some access program raises."""
    return {name for program in machine.module.access_programs for name in program.raises}


def _is_about_arguments(step: TraceStep, machine: Machine) -> bool:
    """Whether the arguments alone decide an output, without any function of the module."""
    function = machine.routine(step.call.routine)
    assert function.output is not None
    explanation = explain_clause(
        machine.instance, function, function.output, step.before, step.call.arguments
    )
    return not any(isinstance(part.formula, Apply) for part in explanation.path())


def _of_all_parts(explanation: Explanation) -> tuple[str, ...]:
    """Return the rules of all parts of a formula, where nothing tells which of them decides."""
    return tuple(dict.fromkeys(rule for part in explanation.because for rule in part.rules))


def _clause_of(step: TraceStep, raised: str | None, function: Function, machine: Machine) -> Clause:
    """Return the exception clause that holds, or the one before it whose exception was raised.

    If no clause holds, return that of the exception that was raised; if none was raised, that of
    the output, or of the first state variable.
    """
    if step.expected.exception is not None:
        for clause in function.exceptions:
            if clause.exception == raised:
                return clause  # the program takes its condition to hold
            held = explain_clause(
                machine.instance, function, clause, step.before, step.call.arguments
            )
            if held.value:
                return clause
    for clause in function.exceptions:
        if clause.exception == raised:
            return clause
    return function.output or function.transition[0]


def _rules(explanation: Explanation, lets_through: bool) -> tuple[str, ...]:
    """Return the rule to which the explanation points.

    A program that allows too much ignores a condition: the innermost one that decides, as long as
    one condition decides alone, and fails. A program that allows too little misses a case; nothing
    tells which one, so the rule is that of the whole clause.
    """
    if not lets_through:
        return _weightiest(explanation).outermost_rules
    found: tuple[str, ...] = ()
    fails = False
    for part in explanation.path():
        is_number = isinstance(part.value, int) and not isinstance(part.value, bool)
        if len(part.because) > 1 or is_number or (fails and part.value is True):
            break
        fails = fails or part.value is False
        found = part.rules or found
    return found


def _weightiest(explanation: Explanation) -> Explanation:
    """Return, of several conditions that hold, the one with the longest explanation."""
    if isinstance(explanation.formula, And) and explanation.value and explanation.because:
        return max(explanation.because, key=lambda part: sum(1 for _ in part.all_parts()))
    return explanation


def _of_the_transition(mismatch: Mismatch, machine: Machine, function: Function) -> Location:
    right: list[tuple[Assignment, Explanation, TraceStep, Reply]] = []
    wrong: list[tuple[Assignment, Explanation, TraceStep, Reply]] = []
    for step, reply in mismatch.observed:
        agreed = agrees(step.expected, reply)
        if agreed and not _changes(step, mismatch.culprit.before, machine):
            continue  # what rightly stays as it was tells nothing, and takes long to explain
        clause, explanation = explain_observation(step, mismatch.culprit, machine, function)
        (right if agreed else wrong).append((clause, explanation, step, reply))
    shown = [one for one in wrong if one[3].exception is None] or wrong
    clause, explanation, step, reply = (
        shown[0] if len(shown) == 1 else min(shown, key=lambda one: sum(1 for _ in one[1].path()))
    )
    of_the_same = [(one[2], one[3]) for one in (*right, *wrong) if one[0] is clause]
    if _is_left_out(clause, mismatch.culprit.before, of_the_same, machine):
        return Location(function, clause, explanation, clause.rules, step)
    rules: tuple[str, ...] = (
        _missing([one[1] for one in right], [one[1] for one in wrong])
        or decided_by_case(explanation)
        or (_is_element(explanation) and _of_the_element(explanation, reply))
        or clause.rules
    )
    return Location(function, clause, explanation, rules, step)


def _changes(observed: TraceStep, before: State | None, machine: Machine) -> bool:
    """Whether an observation is due to yield something else than before the transition."""
    call = observed.call
    if before is None or not machine.is_allowed(before, call.routine, call.arguments):
        return True
    now = machine.call(before, call.routine, call.arguments, call.choice)
    return (now.exception, now.output) != (observed.expected.exception, observed.expected.output)


def _is_left_out(
    clause: Assignment, before: State | None, seen: list[tuple[TraceStep, Reply]], machine: Machine
) -> bool:
    """Whether a transition of another module was due, and everything seen stayed as it was.

    Then nothing in the other module is wrong: it was not called.
    """
    if before is None or not isinstance(clause.value, Apply):
        return False
    return function_of(clause.value).is_transition and all(
        machine.is_allowed(before, step.call.routine, step.call.arguments)
        and agrees(machine.call(before, step.call.routine, step.call.arguments), reply)
        for step, reply in seen
    )


def _is_element(explanation: Explanation) -> bool:
    """Whether an element of a mapping is explained, rather than a whole value."""
    return any(isinstance(part.formula, MapOf) for part in explanation.path())


def _of_the_element(explanation: Explanation, reply: Reply) -> tuple[str, ...]:
    """Return the rule that a wrong element of a mapping breaks.

    If another case gives the element, the program took the condition of that case to hold: it
    ignored the rule that keeps the condition from holding. Else the rule of the case is broken.
    """
    if not is_unchanged(explanation):
        return explanation.outermost_rules
    cases = next((p for p in explanation.path() if isinstance(p.formula, Conditional)), None)
    if cases is not None and reply.output not in map(encode, cases.operands):
        return rest_of_cases(explanation)
    return explanation.innermost_rules


def rest_of_cases(explanation: Explanation) -> tuple[str, ...]:
    """Return the rule of the last case, which applies when no other does."""
    cases = (part for part in explanation.path() if isinstance(part.formula, Conditional))
    return next((part.rules[-1:] for part in cases), ())


def decided_by_case(explanation: Explanation) -> tuple[str, ...]:
    """Return the rules of the case that gives the value, if the cases of the function bear any."""
    for part in explanation.path():
        if isinstance(part.formula, Conditional):
            stated = any(case.rules for case in part.formula.cases)
            return part.rules[-1:] if stated else ()
        if not isinstance(part.formula, Apply):
            break
    return ()


def is_decided(location: Location) -> bool:
    """Whether one condition on the arguments and the state alone decides."""
    if location.explanation is None:
        return False
    *way, last = location.explanation.path()
    alone = all(len(part.because) == 1 for part in way)
    return bool(way) and alone and not reachable_from([Clause(last.formula)])


def outermost(location: Location) -> tuple[str, ...]:
    """Return the rules of the outermost part of a clause that decides, not of what it applies.

    Of several rules those come first that also decide inside what the part applies.
    """
    assert location.clause is not None
    if location.explanation is None:
        return location.clause.rules
    for part in _weightiest(location.explanation).path():
        if part.rules:
            return _by_what_decides(part.rules, location.explanation)
        if isinstance(part.formula, Apply):
            break
    return _by_what_decides(location.clause.rules, location.explanation)


def _by_what_decides(rules: tuple[str, ...], explanation: Explanation) -> tuple[str, ...]:
    """Return rules with those first that a deciding part inside the explanation bears alone."""
    inside = {rule for part in explanation.path() for rule in part.rules if part.rules != rules}
    return tuple(sorted(rules, key=lambda rule: rule not in inside))


def is_unchanged(explanation: Explanation) -> bool:
    """Whether the last case gives the value: the program took another case to apply."""
    for part in explanation.path():
        if isinstance(part.formula, Conditional):
            *cases, _ = part.formula.cases
            holds = Evaluator(part.scope) if part.scope else None
            return holds is not None and not any(holds(case.condition) for case in cases)
    return False


def _missing(right: list[Explanation], wrong: list[Explanation]) -> tuple[str, ...]:
    """Return the rule of the dummy for which one value is missing: all elements of one row.

    The elements that a set lacks are compared with those that it has, dummy by dummy from the
    outside. If the two have no value of the dummy in common, this value is missing. Else the next
    dummy decides.
    """
    missing, present = witnesses(wrong), witnesses(right)
    if not missing or not present:
        return ()
    generators = missing[0][0]
    for depth, generator in enumerate(generators):
        absent = {binding[: depth + 1] for _, binding in missing}
        if not absent & {binding[: depth + 1] for _, binding in present}:
            return generator.rules
    return ()


def witnesses(
    explanations: list[Explanation],
) -> list[tuple[tuple[Generator, ...], tuple[tuple[str, Any], ...]]]:
    """Return, for each explanation by an element of a set, the dummies and their values."""
    found = []
    for explanation in explanations:
        for part in explanation.path():
            if isinstance(part.formula, SetOf) and part.value is True and part.because:
                found.append((part.formula.generators, part.because[0].binding))
                break
            if isinstance(part.formula, Quantified | SetOf) and not part.value:
                break  # in what nothing fulfils there is no witness, and it takes long to explain
    return found


def explain_observation(
    observed: TraceStep, blamed: TraceStep, machine: Machine, function: Function
) -> tuple[Assignment, Explanation]:
    """Return the clause of the observed state variable, explained at the observed element."""
    observer = machine.routine(observed.call.routine)
    assert observer.output is not None
    asked = environment(machine.instance, observer, observed.before, observed.call.arguments)
    variable, *way = observed_path(observer.output.value, asked)
    clause = next(a for a in function.transition if NamedStep(a.variable) == variable)
    scope = environment(machine.instance, function, blamed.before, blamed.call.arguments)
    return clause, explain_part(clause.value, tuple(way), scope)
