"""Hints: what the author of a faulty implementation may want to look at.

They are computed from how it behaves, never from its source. Where the evidence is not clear,
nothing is said.
"""

from __future__ import annotations

from typing import Final

from modcheck.judging.diagnosis import Diagnosis
from modcheck.testing.test_model import Habit, TestModel
from modspec.run.mutants import Mutant, Operator

_INSTEAD: Final = " It does as if {function} said {after} instead of {before}."
_CHANGES: Final = {
    Operator.DELETE: "In {answers} answers it does as if nobody asked: {before}. Is this asked?",
    Operator.RESTRICT: "Is it done, or asked, only of some of those that it concerns: "
    "of the nearest, or of the first?",
    Operator.NEGATE: "Is a condition the wrong way round?" + _INSTEAD,
    Operator.OFF_BY_ONE: "Is a bound one too small, or one too large?" + _INSTEAD,
    Operator.REPLACE: "Is one thing written where another is meant?" + _INSTEAD,
}
"""What to look at, by the kind of the mutant that behaves as the program does."""
_ALWAYS: Final = "In {answers} answers it is {after}: does it look at the state?"


def hints(diagnosis: Diagnosis, habit: Habit | None, model: TestModel) -> tuple[str, ...]:
    """Return what to look at; ``habit`` is what the program never tries, if that is known."""
    place = model.where_to_look(diagnosis.mutant) if diagnosis.mutant is not None else ""
    if place:
        return (place,)
    mutant = diagnosis.mutant
    if mutant is not None and diagnosis.is_constant:
        return (_with_names(_ALWAYS, mutant, diagnosis.answers),)
    if habit is not None:
        return (model.advice(habit),)
    if mutant is not None:
        return (_with_names(_CHANGES[mutant.operator], mutant, diagnosis.answers),)
    return ()


def _with_names(sentence: str, mutant: Mutant, answers: int) -> str:
    """Return a sentence with what a mutant changes, and in how many answers it shows."""
    return sentence.format_map({**vars(mutant), "answers": answers})
