"""Judgement: the verdict on a learner's text, and how it is reached."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from modlab.exercise.comparison import (
    Answer,
    TextDifference,
    WayOfDiffering,
    answer_of,
    compile_text,
    differences,
    is_same,
)
from modlab.exercise.exercise import Exercise
from modlab.exercise.learner_text import (
    LearnerText,
    UnreadableText,
    can_be_read,
    function_node,
    read_text,
)
from modlab.exercise.next_step import NextStep, next_step
from modlab.exercise.repairs import repairs
from modlab.exercise.theorem_worth import Mistake, TheoremWorth
from modlab.exercise.trial_calls import Arguments, size_of
from modspec.run.instance import Instance

if TYPE_CHECKING:  # z3 comes with an extra
    from modlab.exercise.proof import SameForAll, SameProver

FEW_WRONG: Final = 25
FEW_RIGHT: Final = 50
"""Calls, wrong and right now, on which steps are tried before all calls are."""

LARGE: Final = 4
"""The size from which on the solver is asked for a smaller case: less is read at a glance."""


SECONDS: Final = 0.9
"""Processor time after which no other call is tried: a text may take long in each."""

HINT_SECONDS: Final = 0.4
"""Processor time for each proof that a repair is right."""


class Mark(Enum):
    """What a learner's text is worth."""

    UNREADABLE = "cannot be judged yet"
    DIFFERENT = "not right yet"
    SAME_WHEREVER_TRIED = "the same wherever it was tried"
    PROVED = "right"


@dataclass(frozen=True)
class Judgement:
    """The verdict on a learner's text."""

    mark: Mark
    problem: str = ""
    """Why the text cannot be judged."""

    text: LearnerText | None = None
    tried: int = 0
    """The calls that were tried; of a theorem, the mistakes that are due."""

    is_every_call: bool = False
    """Whether no other calls are possible: the function has no parameters."""

    proof: SameForAll | None = None
    smallest: tuple[TextDifference, ...] = ()
    """For each direction in which the text differs, the smallest call that shows it."""

    wrong: int = 0
    missed: tuple[Mistake, ...] = ()
    """The mistakes in the specification that a theorem does not notice, and should."""

    @property
    def is_right(self) -> bool:
        """Whether nothing was found that is wrong."""
        return self.mark in (Mark.PROVED, Mark.SAME_WHEREVER_TRIED)


class ExerciseJudge:
    """Judges texts for one exercise; what it learns of the reference it keeps."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.plain = Instance(exercise.module)

    @cached_property
    def calls(self) -> list[Arguments]:
        """The calls to try, the smallest first."""
        return self.exercise.trial_calls.calls(self.exercise.module, self.exercise.reference)

    @cached_property
    def due(self) -> list[tuple[Arguments, Answer]]:
        """The calls with the reference's answers; none that its assumptions exclude."""
        function = compile_text(self.reference, self.plain)
        answers = ((each, answer_of(function, each)) for each in self.calls)
        return [(each, answer) for each, answer in answers if not answer.is_assumed_away]

    @cached_property
    def reference(self) -> ast.FunctionDef:
        """The syntax tree of the reference."""
        node = function_node(self.exercise.module.source, self.exercise.hole)
        assert node is not None
        return node

    @cached_property
    def worth(self) -> TheoremWorth:
        """What theorems are worth here."""
        exercise = self.exercise
        return TheoremWorth(exercise.module, exercise.hole, self.calls, exercise.trial_calls)

    @cached_property
    def prover(self) -> SameProver | None:
        """The prover for all values, if the exercise has a scope and the solver is installed."""
        if self.exercise.is_theorem or find_spec("z3") is None:
            return None
        scope = self.exercise.trial_calls.scope()
        if scope is None:
            return None
        from modlab.exercise.proof import SameProver

        return SameProver(self.exercise.module, self.exercise.reference, scope)

    def prepare(self) -> None:
        """Compute what does not depend on the learner's text, so that checks need not."""
        if self.exercise.is_theorem:
            assert self.worth.due
            return
        assert self.due
        if self.prover is not None:
            self.prover.prepare()

    def judge(self, file: Path) -> Judgement:
        """Return what is to be said of the text in a learner's file."""
        try:
            text = read_text(self.exercise, file)
        except UnreadableText as error:
            return Judgement(Mark.UNREADABLE, str(error))
        return self._judge_theorem(text) if self.exercise.is_theorem else self._judge_clause(text)

    def _judge_clause(self, text: LearnerText) -> Judgement:
        function = compile_text(text.node, self.plain)
        found, tried = differences(function, self.due, SECONDS)
        every = not self.calls or self.calls == [()]
        proof = None
        if not found and self.prover is not None:
            proof = self.prover.compare(text.node)
            if proof.counterexample is not None:
                found = self._differences_at(text.node, proof.counterexample)
                self.due += [(each.arguments, each.due) for each in found]
                if not found:  # the plain texts agree there: nothing is claimed
                    proof = None
        if found:
            smallest = tuple(self._smallest(text.node, found))
            return Judgement(
                Mark.DIFFERENT, text=text, tried=tried, smallest=smallest, wrong=len(found)
            )
        is_proved = every or (proof is not None and proof.is_proved)
        mark = Mark.PROVED if is_proved else Mark.SAME_WHEREVER_TRIED
        return Judgement(mark, text=text, tried=tried, is_every_call=every, proof=proof)

    def _judge_theorem(self, text: LearnerText) -> Judgement:
        tried = len(self.worth.due)
        if false := self.worth.false_calls(text.node, 5):
            due = Answer(True)
            arguments, answer = min(false, key=lambda pair: size_of(pair[0]))
            return Judgement(
                Mark.DIFFERENT,
                text=text,
                tried=tried,
                smallest=(TextDifference(arguments, due, answer),),
                wrong=len(false),
            )
        missed = tuple(self.worth.missed_mistakes(text.node))
        mark = Mark.DIFFERENT if missed else Mark.SAME_WHEREVER_TRIED
        return Judgement(mark, text=text, tried=tried, missed=missed, wrong=len(missed))

    def _differences_at(self, node: ast.FunctionDef, arguments: Arguments) -> list[TextDifference]:
        due = answer_of(compile_text(self.reference, self.plain), arguments)
        yours = answer_of(compile_text(node, self.plain), arguments)
        return [] if is_same(due, yours) else [TextDifference(arguments, due, yours)]

    def _smallest(
        self, node: ast.FunctionDef, found: Sequence[TextDifference]
    ) -> Iterator[TextDifference]:
        """Yield the smallest difference of each direction."""
        first: dict[WayOfDiffering, TextDifference] = {}
        for each in found:
            first.setdefault(each.direction, each)
        for number, (direction, difference) in enumerate(first.items()):
            smaller = None
            is_large = size_of(difference.arguments) >= LARGE
            if number == 0 and self.prover is not None and is_large:
                smaller = self.prover.smallest(node, difference.arguments)
            if smaller is not None and size_of(smaller) < size_of(difference.arguments):
                again = self._differences_at(node, smaller)
                if again and again[0].direction is direction:
                    yield again[0]
                    continue
            yield difference

    def excluded_call(self, judgement: Judgement) -> Arguments | None:
        """Return a call that a theorem excludes by what it assumes, and the reference does not."""
        assert judgement.text is not None
        theorem = compile_text(judgement.text.node, self.plain)
        calls = (each for each, _ in self.due if answer_of(theorem, each).is_assumed_away)
        return next(calls, None)

    # -- the next step -----------------------------------------------------------------------------

    def next_step(self, judgement: Judgement) -> NextStep | None:
        """Return one step from a text that is not right towards one that is; None if none helps."""
        text = judgement.text
        if text is None or judgement.mark is not Mark.DIFFERENT or self.exercise.is_question:
            return None
        score = self._score_theorem
        if not self.exercise.is_theorem:
            score = _ClauseScore(self, text.node)
        return next_step(
            text.node,
            repairs(text, self.reference),
            score,
            lambda node: can_be_read(self.exercise, text, node),
            self._is_refuted,
            self.reference,
        )

    def _is_refuted(self, node: ast.FunctionDef) -> bool:
        """Whether the solver finds a call in which a text is wrong; it is tried from now on."""
        if self.prover is None:
            return False
        found = self.prover.compare(node, HINT_SECONDS).counterexample
        if found is None or not (differences := self._differences_at(node, found)):
            return False
        self.due += [(each.arguments, each.due) for each in differences]
        return True

    def _score_theorem(self, node: ast.FunctionDef, most: int | None) -> int:
        """Return how much is wrong with a theorem: to be false weighs more than to miss all."""
        try:
            false = self.worth.false_calls(node, 5)
        except (SyntaxError, ValueError):
            return 10**6
        if false:
            return len(self.worth.due) + len(false)
        return len(self.worth.missed_mistakes(node, most))


class _ClauseScore:
    """How many calls a text has wrong; some that are wrong now, and some others, come first."""

    def __init__(self, judge: ExerciseJudge, node: ast.FunctionDef) -> None:
        self._plain, self._due = judge.plain, judge.due
        found, _ = differences(compile_text(node, self._plain), self._due)
        wrong = [(each.arguments, each.due) for each in found]
        chosen = {id(arguments) for arguments, _ in wrong}
        right = [pair for pair in self._due if id(pair[0]) not in chosen]
        self._few = [*_spread(wrong, FEW_WRONG), *_spread(right, FEW_RIGHT)]

    def __call__(self, node: ast.FunctionDef, most: int | None) -> int:
        try:
            function = compile_text(node, self._plain)
        except (SyntaxError, ValueError, TypeError):
            return 10**6
        wrong = 0
        for arguments, due in (*(self._few if most else ()), *self._due):
            wrong += not is_same(due, answer_of(function, arguments))
            if most is not None and wrong >= most:
                break
        return wrong


def _spread(pairs: Sequence[tuple[Arguments, Answer]], most: int) -> list[tuple[Arguments, Answer]]:
    """Return so many pairs at most, from the beginning to the end."""
    step = max(1, -(-len(pairs) // most))
    return list(pairs[::step])
