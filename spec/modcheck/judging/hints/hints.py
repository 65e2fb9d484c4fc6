"""Hints: what the author of a faulty implementation may want to look at.

They are computed from how it behaves, never from its source. Where the evidence is not clear,
nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modcheck.judging.causes.gatherer import Gatherer
from modcheck.judging.expected.candidates import ALWAYS, is_constant
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.hints.find_patterns import PatternFinder
from modcheck.judging.hints.mutant_text import NOTHING, as_printed, as_written, signs_of_edge
from modcheck.judging.play.returned_objects import class_of_new_objects
from modcheck.judging.rules.blame import NOTATION
from modcheck.judging.rules.diagnosed_fault import DiagnosedFault
from modcheck.judging.rules.diagnosis import Diagnosis
from modcheck.system.implementation import Reply
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.patterns import (
    Acceptance,
    Accumulation,
    Alias,
    Circumstance,
    Confusion,
    ForeignException,
    LaterGame,
    Offset,
    OtherException,
    Pattern,
    Renaming,
    Rounding,
    Unchecked,
    value_name,
)
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Purpose
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, observed_variable
from modspec.run.mutants import Mutant, Operator

_AS_IF: Final = " as if {function} said {after} instead of {before}."
_WITHOUT: Final = " as if {function} were without {before}. Is this missing in your program?"
_KEPT: Final = " as if {function} left {variable} as it was. Is a step missing in your program?"
_EDGE: Final = " as if {function} said {after} instead of {before}"
_IN_COMPARISON: Final = " in {comparison}"
_ON_EDGE: Final = ". What is due where both sides are equal?"
_CHANGES: Final = {
    Operator.RESTRICT: _AS_IF + " Does a loop end too early, or leave something out?",
    Operator.NEGATE: _AS_IF + " Is a condition the wrong way round?",
    Operator.OFF_BY_ONE: _AS_IF + " Is a bound one too small, or one too large?",
    Operator.REPLACE: _AS_IF + " Is one thing written where another is meant?",
}
"""What to look at, by the kind of the mutant that behaves as the program does."""
_OF_NOTATION: Final = {
    FAILED_CALL: (
        "{routine} raises {exception}, but has changed {what} before. Does it check all "
        "conditions before it makes its first change?"
    ),
    QUERIES_PURE: (
        "{routine} should only answer, but it changes {what}. Does it try something out on the "
        "state itself instead of on a copy?"
    ),
}
"""What a routine does that changes what it should not."""
_KEEPS: Final = (
    "{routine} should only answer, but a later call goes wrong because of it. Does it keep "
    "something from call to call, such as a list that it adds to?"
)
"""The same of a query after which the state looks as before."""
_CHANGES_ARGUMENT: Final = (
    "{routine} should leave an object as it is given it. Does it set a field of its argument, or "
    "use it as a part of another object?"
)
_CHANGES_EARLIER: Final = (
    "Each object should have a state of its own. Does {routine} keep it in the class, or in a "
    "variable of the module, instead of in the object?"
)
_PARAMETERS: Final = (
    "The specification has {expected}, as in {call}. If your parameters are others on purpose, "
    "translate them in an adapter; the command init writes one."
)
_IGNORED: Final = (
    "{routine} raises no exception here, and changes nothing. Does it return too early, or leave "
    "out what is there already?"
)
_NEW_OBJECTS: Final = (
    "Your routines return an object of {kind} and change nothing. In the specification {routine} "
    "changes the object it is called on. Let the method change self instead of a new object."
)
_LEFT_WRONG: Final = (
    "After {routine}, replies of {names} are wrong. Does {routine} change more than it should, or "
    "less?"
)
_READABLE: Final = 60
"""Letters of a change, before and after, that can be read in a sentence."""
_SURE: Final = (LaterGame, OtherException, ForeignException, Unchecked, Alias)
"""Patterns that say more than the mutant that does the same."""
_OF_VALUES: Final = (Accumulation, Confusion, Offset, Renaming, Rounding)
"""Patterns that compare replies with the value that is due."""
_RIGHT_IF_ASKED: Final = (
    "Your program is right here if it is asked about every state on the way. Does a query finish "
    "what the calls before it should have done?"
)


def hints(finding: DiagnosedFault, model: TestModel, gatherer: Gatherer) -> tuple[str, ...]:
    """Return what to look at, in a sentence or two; nothing where the evidence is not clear."""
    first = next(filter(None, _sentences(finding, model, gatherer)), "")
    return (first,) if first else ()


def _sentences(finding: DiagnosedFault, model: TestModel, gatherer: Gatherer) -> Iterator[str]:
    """Yield what may be said, the surest first; some are empty."""
    diagnosis, cause = finding.diagnosis, finding.cause
    if finding.mismatch.reply.changes_earlier:
        yield _CHANGES_EARLIER.format(routine=finding.mismatch.culprit.call.routine)
        return
    if kind := class_of_new_objects(cause.facts, gatherer.oracle):
        yield _NEW_OBJECTS.format(kind=kind, routine=_last_transition(finding, gatherer.oracle))
        return
    if diagnosis.is_right_if_asked:
        yield _RIGHT_IF_ASKED
        return
    broken = next(iter(diagnosis.rules), "")
    if diagnosis.mutant is None and (cause.facts[0].aspect in NOTATION or broken in NOTATION):
        yield _of_notation(broken, finding.mismatch, gatherer)
        return
    oracle, ignored = gatherer.oracle, cause.ignored
    if ignored is None and all(fact.is_ignored(oracle) for fact in cause.facts):
        ignored = oracle.machine.routine(finding.mismatch.culprit.call.routine)
    if ignored is not None:
        yield _IGNORED.format(routine=ignored.name)
        return
    if cause.wrong_state is not None and diagnosis.location.clause in (
        None,
        *cause.wrong_state.transition.transition,
    ):
        *some, another = sorted(cause.wrong_state.routines)
        names = f"{', '.join(some)} and {another}" if some else another
        yield _LEFT_WRONG.format(routine=cause.wrong_state.transition.name, names=names)
        return
    answers, reply = diagnosis.answers, finding.mismatch.reply
    finder = PatternFinder(gatherer, model, cause)
    is_clear = cause.candidate is None or finder.leaves_nothing(cause.candidate)
    mutant = diagnosis.mutant if is_clear else None
    found = finder.patterns(finding.mismatch) if reply.fault is None else ()
    patterns = (p for each in found if (p := _as_specified(each, finding, oracle)) is not None)
    first = next(patterns, None)
    if isinstance(first, _SURE):
        yield model.advice(first)
    is_placed = diagnosis.location.clause is not None  # else it may come of another fault
    if reply.fault is None and is_placed and (guess := finder.guess(mutant)) is not None:
        yield model.where_to_look(guess)
    if mutant is not None:
        yield model.where_to_look(mutant)
    elif diagnosis.rules:
        yield _place_by_rule(diagnosis, model)
    elif cause.candidate is not None and finder.is_whole(cause.candidate):
        # those that explain it have no rule in common
        alike = (oracle.candidates[number] for number in (cause.candidate, *cause.rivals))
        sentences = {*filter(None, map(model.where_to_look, alike))}
        yield sentences.pop() if len(sentences) == 1 else ""
    if mutant is not None and diagnosis.is_constant:
        yield _constant(mutant, reply) + _question(mutant)
    if reply.exception == "TypeError" and " argument" in (reply.detail or ""):
        call = finding.mismatch.step.call
        function = gatherer.oracle.machine.routine(call.routine)
        names = ", ".join(parameter.name for parameter in function.parameters)
        yield _PARAMETERS.format(call=call, expected=f"{function.name}({names})")
    if reply.fault is not None:
        return
    if finding.habit is not None:
        yield model.advice(finding.habit)
    if mutant is None:
        for likely, condition in finder.mutants_under_a_condition():
            yield _under(condition, likely, reply, model)
    text = _change(mutant) if mutant is not None else ""
    change = _replies(answers, "reply is", "replies are") + text if text else ""
    if isinstance(first, Acceptance) and mutant is not None and mutant.after != NOTHING:
        yield change  # the exception may be raised elsewhere
    yield from (model.advice(pattern) for pattern in (first, *patterns) if pattern is not None)
    yield change
    if mutant is None and (shifted := finder.shifted_limit()) is not None:
        yield _replies(finder.cases, "reply is", "replies are") + _change(shifted)


def _last_transition(finding: DiagnosedFault, oracle: Oracle) -> str:
    """Return the name of the last transition of a case that begins no game."""
    mismatch, machine = finding.mismatch, oracle.machine
    calls = [*mismatch.history, mismatch.culprit.call, *mismatch.between]
    moves = [call.routine for call in calls if not machine.is_initializer(call)]
    transitions = [name for name in moves if machine.routine(name).is_transition]
    return transitions[-1] if transitions else "a transition"


def _as_specified(pattern: Pattern, finding: DiagnosedFault, oracle: Oracle) -> Pattern | None:
    """Return a pattern in view of the routine's clauses; None if it does not fit them.

    Where one of several values is due, no sentence may say that a certain one is.
    """
    expected = [fact.step.expected for fact in finding.cause.facts]
    is_open = any(each.allowed[1:] for each in (*expected, finding.mismatch.step.expected))
    if isinstance(pattern, OtherException):
        raises = oracle.machine.routine(pattern.routine).raises
        due = None if is_open and pattern.is_value else pattern.due
        return replace(pattern, due=due, is_own=pattern.got in raises)
    is_of_value = isinstance(pattern, _OF_VALUES)
    if isinstance(pattern, Offset | Confusion) and _is_elsewhere(finding, pattern.routine, oracle):
        return None
    is_of_value |= isinstance(pattern, Unchecked) and pattern.is_value
    return None if is_open and is_of_value else pattern


def _is_elsewhere(finding: DiagnosedFault, routine: str, oracle: Oracle) -> bool:
    """Whether a transition is known to be at fault, and not the routine that shows it."""
    mutant = finding.diagnosis.mutant
    transitions = (f.name for f in oracle.machine.module.access_programs if f.is_transition)
    return mutant is not None and mutant.function != routine and mutant.function in transitions


def _change(mutant: Mutant) -> str:
    """Return what a program does that behaves as a mutant; empty if that cannot be read."""
    printed = as_printed(mutant)
    if signs := signs_of_edge(mutant.before, mutant.after):
        before, after = signs
        where = _IN_COMPARISON.format(comparison=printed) if len(printed) <= _READABLE else ""
        text = _EDGE.format(function=mutant.function, before=before, after=after)
        return text + where + _ON_EDGE
    if mutant.after == NOTHING:
        variable, _, value = printed.partition(" := ")
        if value:
            return _KEPT.format(function=mutant.function, variable=variable)
        is_short = len(printed) <= _READABLE
        return _WITHOUT.format(function=mutant.function, before=printed) if is_short else ""
    before, after = as_written(mutant.before), as_written(mutant.after)
    change = _CHANGES.get(mutant.operator, _AS_IF)
    is_short = len(before + after) <= _READABLE
    return change.format(function=mutant.function, before=before, after=after) if is_short else ""


def _under(condition: Circumstance, mutant: Mutant, reply: Reply, model: TestModel) -> str:
    """Return what a program does that behaves as a mutant only under a condition."""
    said = model.where_to_look(mutant).partition(". ")[0]
    if not said and is_constant(mutant):
        said = _constant(mutant, reply)
    where = model.advice(condition)
    return f"{said}, but {where}" if said and where else ""


def _place_by_rule(diagnosis: Diagnosis, model: TestModel) -> str:
    rule = next(iter(diagnosis.rules), "")
    return model.where_by_rule(diagnosis.location.function.name, rule)


def _of_notation(rule: str, mismatch: Mismatch, gatherer: Gatherer) -> str:
    """Return what a routine does that changes what it should not."""
    culprit, shown_by = mismatch.culprit, mismatch.step
    if mismatch.reply.changes_argument:
        return _CHANGES_ARGUMENT.format(routine=culprit.call.routine)
    if rule not in _OF_NOTATION:
        return ""
    seen = observed_variable(gatherer.oracle.machine.routine(shown_by.call.routine))
    is_seen_at_once = shown_by.purpose is Purpose.OBSERVE and not mismatch.between
    text = _KEEPS if rule == QUERIES_PURE and not is_seen_at_once else _OF_NOTATION[rule]
    return text.format(
        routine=culprit.call.routine,
        exception=culprit.expected.exception or "an exception",
        what=f"the state ({seen})" if seen and is_seen_at_once else "something",
    )


def _constant(mutant: Mutant, reply: Reply) -> str:
    """Return what a query always yields, as in a wrong reply, and as long as what."""
    query, answer = _condition(mutant)
    until = f" as long as {query} is {answer}" if query else ""
    return f"{mutant.function} says {value_name(reply.output)}{until}"


def _question(mutant: Mutant) -> str:
    """Return what to look at where a query always yields the same."""
    query, _ = _condition(mutant)
    if query:
        return f". Is there a condition on {query} that does not belong there?"
    return ", whatever the state is. Does it look at the state at all?"


def _condition(mutant: Mutant) -> tuple[str, str]:
    """Return the query that decides whether the same is yielded, and its answer; empty if none."""
    for word, answer in (("until", "false"), ("while", "true")):
        _, _, query = mutant.after.removeprefix(ALWAYS).partition(f" {word} ")
        if query:
            return query, answer
    return "", ""


def _replies(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
