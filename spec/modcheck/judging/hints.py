"""Hints: what the author of a faulty implementation may want to look at.

They are computed from how it behaves, never from its source. Where the evidence is not clear,
nothing is said.
"""

from __future__ import annotations

from typing import Final

from modcheck.judging.diagnosis import Diagnosis
from modcheck.testing.test_model import Habit, TestModel
from modspec.run.mutants import Operator

_CHANGES: Final = {
    Operator.DELETE: "is this asked for at all? In {answers} answers it is as if it were not",
    Operator.RESTRICT: "is it done, or asked, only of some of those that it concerns: "
    "of the nearest, or of the first?",
    Operator.NEGATE: "is a condition the wrong way round?",
    Operator.OFF_BY_ONE: "is a bound one too small, or one too large?",
    Operator.REPLACE: "is one thing written where another is meant?",
}


_ALWAYS: Final = "does it ask anything at all? In {answers} answers it says the same"


def hints(diagnosis: Diagnosis, habit: Habit | None, model: TestModel) -> tuple[str, ...]:
    """Return what to look at; ``habit`` is what the program never tries, if that is known."""
    place = model.where_to_look(diagnosis.mutant) if diagnosis.mutant is not None else ""
    if place:
        return (place,)
    if diagnosis.is_constant:
        return (_ALWAYS.format(answers=diagnosis.answers),)
    if habit is not None:
        return (model.advice(habit),)
    if diagnosis.mutant is not None:
        return (_CHANGES[diagnosis.mutant.operator].format(answers=diagnosis.answers),)
    return ()
