"""Hints: what the author of a faulty implementation may want to look at.

They are computed from how it behaves, never from its source. A hint says what is missed in many
cases: all those, and only those, for which a set of the specification has no element but through
one value of a dummy. Where the evidence is not as clear as that, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import Any, Final

from modcheck.judging.diagnose import Diagnosis
from modcheck.testing.budget import HINT_CASES, HINT_CLEAR, HINT_STATES
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.runner import Runner
from modcheck.testing.test_model import Advice, Habit, general_advice
from modcheck.testing.trace import Purpose, TraceStep
from modspec.explain.explain import explain_clause
from modspec.explain.explanation import Explanation
from modspec.run.evaluate import Evaluator, sorted_elements
from modspec.run.machine import Call
from modspec.run.mutants import Operator
from modspec.syntax.expressions import Generator, SetOf
from modspec.syntax.module import Function
from modspec.syntax.values import State

_CHANGES: Final = {
    Operator.DELETE: "is this asked for at all? In {answers} answers it is as if it were not",
    Operator.RESTRICT: "is it done, or asked, only of some of those that it concerns: "
    "of the nearest, or of the first?",
    Operator.NEGATE: "is a condition the wrong way round?",
    Operator.OFF_BY_ONE: "is a bound one too small, or one too large?",
    Operator.REPLACE: "is one thing written where another is meant?",
}


_ALWAYS: Final = "does it ask anything at all? In {answers} answers it says the same"


def hints(
    deviation: Mismatch,
    diagnosis: Diagnosis,
    examiner: Runner,
    games: Sequence[Sequence[Call]],
    said: Advice = general_advice,
) -> tuple[str, ...]:
    """What to look at; ``games`` lead to the states in which the implementation is asked."""
    found = [said(habit) for habit in _habits(deviation, examiner, games)]
    if not found and diagnosis.mutant is not None:
        found = [_CHANGES[diagnosis.mutant.operator].format(answers=diagnosis.answers)]
    if diagnosis.always:
        found = [_ALWAYS.format(answers=diagnosis.answers)]
    return tuple(found)


@dataclass(frozen=True)
class _Case:
    """A question that should be answered with yes, and by what values of the dummies."""

    wrong: bool
    arguments: tuple[Any, ...]
    generators: tuple[Generator, ...]
    bindings: tuple[dict[str, Any], ...]


def _habits(
    deviation: Mismatch, examiner: Runner, games: Sequence[Sequence[Call]]
) -> Iterator[Habit]:
    due = deviation.step.expected
    if due.exception is not None or due.output is False:
        return  # it allows too much, rather than miss something
    machine = examiner.generator.machine
    blamed = machine.routine(deviation.culprit.call.routine)
    if machine.is_initializer(deviation.culprit.call):
        return  # it looks for nothing
    examiner.fresh()
    for function in machine.module.access_programs:
        if function in machine.observers or function.output is None:
            continue
        if not blamed.is_transition and function is not blamed:
            continue
        wrong, right = _affirmative_queries(function, examiner, games)
        if len(wrong) < HINT_CLEAR:
            continue
        cases = [
            *_cases(wrong, True, function, examiner),
            *_cases(right, False, function, examiner),
        ]
        given, cases = _affected_cases(cases)
        generators = next((case.generators for case in cases), ())
        habits = [replace(h, given=given) for g in generators if (h := _omission_habit(g, cases))]
        if habits:
            yield min(habits, key=lambda habit: len(habit.missed))
            return


def _affirmative_queries(
    function: Function, examiner: Runner, games: Sequence[Sequence[Call]]
) -> tuple[list[TraceStep], list[TraceStep]]:
    """The questions with the answer yes that are answered wrongly, and those that are answered
    rightly.
    """
    wrong: list[TraceStep] = []
    right: list[TraceStep] = []
    for script, state in _states(examiner, games):
        asked = [
            TraceStep(call, state, outcome, Purpose.QUERY)
            for call, outcome in examiner.generator.outcomes(state, function).usual
            if outcome.output is True
        ]
        replies = examiner.replies([*script, *asked])[len(script) :]
        for step, reply in zip(asked, replies, strict=True):
            (right if reply.output is True else wrong).append(step)
    return wrong, right


def _states(
    examiner: Runner, games: Sequence[Sequence[Call]]
) -> Iterator[tuple[list[TraceStep], State]]:
    """States from all parts of some games, each with the script that leads to it; those only that
    it reaches.
    """
    write = examiner.generator
    possible = [game for game in games if write.is_possible(game)]
    total = sum(map(len, possible))
    every = max(1, total // HINT_STATES)
    for game in possible:
        for length in range(every, len(game), every):
            script = write.observed_game(game[:length])
            if examiner.try_trace(script, fresh=False) is None:
                state = write.machine.call(
                    script[-1].before, script[-1].call.routine, script[-1].call.arguments
                ).state
                assert state is not None
                yield script, state


def _cases(
    steps: list[TraceStep], wrong: bool, function: Function, examiner: Runner
) -> Iterator[_Case]:
    instance = examiner.generator.machine.instance
    assert function.output is not None
    for step in islice(steps, HINT_CASES):
        explanation = explain_clause(
            instance, function, function.output, step.before, step.call.arguments
        )
        part = _set_within(explanation)
        if part is not None and part.scope is not None:
            assert isinstance(part.formula, SetOf)
            generators = part.formula.generators
            bound = Evaluator(part.scope).bindings(generators)
            names = [generator.dummy for generator in generators]
            bindings = tuple({n: b.environment.names[n] for n in names} for b in bound)
            yield _Case(wrong, step.call.arguments, generators, bindings)


def _set_within(explanation: Explanation) -> Explanation | None:
    return next((p for p in explanation.all_parts() if isinstance(p.formula, SetOf)), None)


def _omission_habit(generator: Generator, cases: list[_Case]) -> Habit | None:
    """The values of a dummy without which a case is wrong, if that tells the wrong cases from the
    right ones.
    """
    dummy = generator.dummy
    found = {b[dummy] for case in cases if not case.wrong for b in case.bindings}
    alone = [{b[dummy] for b in case.bindings} for case in cases if case.wrong]
    missed = set().union(*alone)
    certainly = {next(iter(values)) for values in alone if len(values) == 1}
    if not alone or missed != certainly:
        return None  # it misses by something else
    for case in cases:
        if not case.wrong and {b[dummy] for b in case.bindings} <= missed:
            return None  # it does find such a one
    others = found - missed
    if len(missed) >= max(2, len(others)) or not others:
        return None
    domain = str(getattr(generator.domain, "name", ""))
    return Habit(
        dummy, domain, tuple(sorted_elements(missed)), tuple(sorted_elements(others)), len(alone)
    )


def _affected_cases(cases: list[_Case]) -> tuple[tuple[Any, ...], list[_Case]]:
    """The cases that the wrong ones are of, and by what: where all ask for one value of an
    enumeration, those that do too.
    """
    given: list[Any] = []
    for place, value in enumerate(cases[0].arguments if cases else ()):
        asked = {case.arguments[place] for case in cases if case.wrong}
        if isinstance(value, Enum) and len(asked) == 1:
            given += asked
            cases = [case for case in cases if case.arguments[place] in asked]
    return tuple(given), cases
