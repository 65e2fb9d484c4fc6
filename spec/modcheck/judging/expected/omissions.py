"""Omissions: what a program never finds, seen from the questions that it answers with no.

A set of the specification has an element only through some values of its dummies. If a program
denies all cases with one value of a dummy, and only these, it never tries this value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from modcheck.testing.budget import HINT_CASES, HINT_CLEAR
from modcheck.testing.patterns import Habit
from modcheck.testing.trace import TraceStep
from modspec.explain.explain import explain_clause
from modspec.explain.explanation import Explanation, Lazy
from modspec.run.evaluate import Evaluator
from modspec.run.instance import Instance
from modspec.syntax.expressions import Expression, Generator, SetOf
from modspec.syntax.module import Function
from modspec.syntax.order import sorted_elements


@dataclass(frozen=True)
class Omission:
    """Affirmative cases that a program denies."""

    formula: Expression
    """The set without an element in which the answer would be no."""
    rules: tuple[str, ...]
    """The rules of the dummy whose value is never tried, or of the set's condition."""
    habit: Habit | None
    """The values that are never tried, if the cases have such values in common."""


@dataclass(frozen=True)
class _Case:
    """A query that should be answered with yes, and by what values of the dummies."""

    wrong: bool
    arguments: tuple[Any, ...]
    formula: SetOf
    bindings: tuple[dict[str, Any], ...]


def omission(
    function: Function,
    wrong: Sequence[TraceStep],
    right: Sequence[TraceStep],
    instance: Instance,
) -> Omission | None:
    """Return what a program omits; None if its answers do not tell.

    ``wrong`` and ``right`` are queries with the answer yes, which it denies, and which it affirms.
    """
    if len(wrong) < HINT_CLEAR:
        return None
    cases = [*_cases(wrong, True, function, instance), *_cases(right, False, function, instance)]
    formula = next((case.formula for case in cases if case.wrong), None)
    if formula is None:
        return None
    generators = formula.generators
    for given, some in (_affected_cases(function, cases), _same_queries(function, cases)):
        habits = [(g, habit) for g in generators if (habit := _omission_habit(g, some))]
        if habits:
            generator, habit = min(habits, key=lambda pair: len(pair[1].missed))
            return Omission(formula, generator.rules, replace(habit, given=given))
    conditions = (each for generator in generators for each in generator.conditions)
    return Omission(formula, next((each.rules for each in conditions if each.rules), ()), None)


def _cases(
    steps: Sequence[TraceStep], wrong: bool, function: Function, instance: Instance
) -> Iterator[_Case]:
    assert function.output is not None
    for step in steps[:HINT_CASES]:
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
            yield _Case(wrong, step.call.arguments, part.formula, bindings)


def _set_within(explanation: Explanation) -> Explanation | None:
    """Return the first set that decides; none where every choice of dummies is a reason alike."""
    if isinstance(explanation.formula, SetOf):
        return explanation
    parts = () if isinstance(explanation.because, Lazy) else explanation.because
    return next(filter(None, map(_set_within, parts)), None)


def _omission_habit(generator: Generator, cases: list[_Case]) -> Habit | None:
    """Return the values of a dummy that are never tried, if they alone tell the wrong cases."""
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
    return Habit(dummy, domain, tuple(sorted_elements(missed)), tuple(sorted_elements(others)))


def _affected_cases(
    function: Function, cases: list[_Case]
) -> tuple[tuple[tuple[str, Any], ...], list[_Case]]:
    """Return the cases that are comparable with the wrong ones, and the arguments they share.

    Where all wrong cases ask for one value of a parameter, these are the cases that ask for it. A
    few wrong cases may ask for the same number by chance.
    """
    given: list[tuple[str, Any]] = []
    wrong = [case for case in cases if case.wrong]
    for place, parameter in enumerate(function.parameters):
        asked = {case.arguments[place] for case in wrong}
        is_few = isinstance(next(iter(asked), None), Enum)
        if len(asked) == 1 and (is_few or len({case.arguments for case in wrong}) > HINT_CLEAR):
            given += ((parameter.name, value) for value in asked)
            cases = [case for case in cases if case.arguments[place] in asked]
    return tuple(given), cases


def _same_queries(
    function: Function, cases: list[_Case]
) -> tuple[tuple[tuple[str, Any], ...], list[_Case]]:
    """Return the cases of the queries that are denied somewhere, and the arguments they share.

    What is missed at one place alone may be found at all others.
    """
    denied = {case.arguments for case in cases if case.wrong}
    values = [{arguments[n] for arguments in denied} for n in range(len(function.parameters))]
    given = tuple(
        (parameter.name, next(iter(asked)))
        for parameter, asked in zip(function.parameters, values, strict=False)
        if len(asked) == 1
    )
    return given, [case for case in cases if case.arguments in denied]
