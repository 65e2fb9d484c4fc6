"""Hints: what the author of a faulty implementation may want to look at.

They are computed from how it behaves, never from its source. Where the evidence is not clear,
nothing is said.
"""

from __future__ import annotations

from typing import Final

from modcheck.judging.candidates import ALWAYS
from modcheck.judging.diagnosis import Diagnosis
from modcheck.testing.test_model import Habit, TestModel
from modspec.run.mutants import Mutant, Operator

_AS_IF: Final = " as if {function} said {after} instead of {before}."
_WITHOUT: Final = " as if {function} were without {before}. Is this missing in your program?"
_NOTHING: Final = "(nothing)"
"""What a mutant has after the change if it leaves a part out."""
_CHANGES: Final = {
    Operator.DELETE: _AS_IF + " Is a case missing?",
    Operator.RESTRICT: _AS_IF + " Does a loop end too early, or leave something out?",
    Operator.NEGATE: _AS_IF + " Is a condition the wrong way round?",
    Operator.OFF_BY_ONE: _AS_IF + " Is a bound one too small, or one too large?",
    Operator.REPLACE: _AS_IF + " Is one thing written where another is meant?",
}
"""What to look at, by the kind of the mutant that behaves as the program does."""
_CONSTANT: Final = "{function} says {value} in {wrong}. Does it look at the present state?"
_RIGHT_IF_ASKED: Final = (
    "Your program is right here if it is asked about every state on the way. Does a query finish "
    "what the calls before it should have done?"
)


def hints(diagnosis: Diagnosis, habit: Habit | None, model: TestModel) -> tuple[str, ...]:
    """Return what to look at; ``habit`` is what the program never tries, if that is known."""
    if diagnosis.is_right_if_asked:
        return (_RIGHT_IF_ASKED,)
    mutant, answers = diagnosis.mutant, diagnosis.answers
    place = model.where_to_look(mutant) if mutant is not None else _place_by_rule(diagnosis, model)
    if place:
        return (place,)
    if mutant is not None and diagnosis.is_constant:
        value, wrong = _constant(mutant), _replies(answers, "wrong reply", "wrong replies")
        return (_CONSTANT.format(function=mutant.function, value=value, wrong=wrong),)
    if habit is not None:
        return (model.advice(habit),)
    if mutant is not None:
        change = _WITHOUT if mutant.after == _NOTHING else _CHANGES[mutant.operator]
        seen = _replies(answers, "reply is", "replies are")
        return (seen + change.format_map(vars(mutant)),)
    return ()


def _place_by_rule(diagnosis: Diagnosis, model: TestModel) -> str:
    rule = next(iter(diagnosis.rules), "")
    return model.where_by_rule(diagnosis.location.function.name, rule)


def _constant(mutant: Mutant) -> str:
    """Return which value a query always yields, and as long as what."""
    value = mutant.after.removeprefix(ALWAYS)
    for word, answer in (("until", "false"), ("while", "true")):
        value, _, query = value.partition(f" {word} ")
        if query:
            return f"{value} as long as {query} is {answer},"
    return value


def _replies(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
