"""Discriminate: rival explanations of one fault, put to the test where they part.

Variants that explain all that was seen in one state may part in others, to which games seldom come.
So an implementation is asked again in chosen games in which what is rare happens. A variant is
refuted where the implementation is right and the variant is not. What is neither right nor
explained may be of another fault; of the variants that stand, the one that explains most is the
best.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from modcheck.diagnosis.mutated_oracle import SILENCE, outcome_of
from modcheck.system.implementation import Reply
from modcheck.testing.budget import TRIAL_GAMES, TRIAL_MOVES_APART, TRIAL_QUERIES
from modcheck.testing.mismatch import agrees
from modcheck.testing.runner import Runner
from modcheck.testing.trace import Purpose, TraceStep
from modspec.run.machine import Call, Machine, Outcome
from modspec.run.mutants import Mutant
from modspec.syntax.values import State


@dataclass
class Candidate:
    """A variant, and how it has fared."""

    variant: Mutant
    machine: Machine
    refuted: bool = False
    unexplained: int = 0
    """How many answers are neither right nor as the variant says."""


def best(rivals: Sequence[Candidate], routine: str, examiner: Runner) -> Mutant | None:
    """The variant that explains most, the first of equally good ones; None if all are refuted.

    The routine is asked in all states on the way.
    """
    examiner.fresh()
    told = 0
    longest = max(
        examiner.scenarios, key=len, default=()
    )  # what is so early on may be otherwise later
    for game in (longest, *(each for each in examiner.scenarios if each is not longest)):
        left = [rival for rival in rivals if not rival.refuted]
        if not left or (len(left) == 1 and told >= TRIAL_GAMES):
            break
        told += _discriminates(game, left, routine, examiner)
    standing = (rival for rival in rivals if not rival.refuted)
    found = min(standing, key=lambda rival: rival.unexplained, default=None)
    return found.variant if found else None


@dataclass(frozen=True)
class _Point:
    """A call, and what each rival says of it."""

    step: TraceStep
    said: tuple[Outcome | None, ...]

    @property
    def tells(self) -> bool:
        """Whether somebody says something else than the specification."""
        due = self.step.expected
        return any(
            outcome is not None and outcome is not SILENCE and not _alike(outcome, due)
            for outcome in self.said
        )


def _alike(one: Outcome, other: Outcome) -> bool:
    return (one.output, one.exception) == (other.output, other.exception)


def _discriminates(
    game: Sequence[Call], rivals: Sequence[Candidate], routine: str, examiner: Runner
) -> bool:
    """Play a game as far as all go together; whether that told anything."""
    points = list(_points(game, rivals, routine, examiner))
    if not any(point.tells for point in points):
        return False
    replies = examiner.replies([point.step for point in points])
    for point, reply in zip(points, replies, strict=True):
        is_transition = point.step.purpose is Purpose.COMMAND
        right = agrees(point.step.expected, reply, is_transition)
        for rival, outcome in zip(rivals, point.said, strict=True):
            _judge(rival, outcome, reply, right, is_transition)
        if is_transition and not right:
            break  # it plays another game now
    return True


def _judge(
    rival: Candidate, outcome: Outcome | None, reply: Reply, right: bool, is_transition: bool
) -> None:
    if outcome is None or outcome is SILENCE or agrees(outcome, reply, is_transition):
        return
    rival.refuted |= right
    rival.unexplained += 1


def _points(
    game: Sequence[Call], rivals: Sequence[Candidate], routine: str, examiner: Runner
) -> Iterator[_Point]:
    """The calls of a game, and of what is asked those that tell something, until somebody has gone
    another way.
    """
    write = examiner.generator
    if not write.is_possible(game):
        return
    before = None
    states: list[State | None] = [None for _ in rivals]
    left = TRIAL_MOVES_APART
    chance = random.Random(routine)
    for call in game:
        step = write.step(before, call, Purpose.COMMAND)
        point = _Point(step, _outcomes(step, states, rivals))
        yield point
        before = step.expected.state
        assert before is not None
        states = [outcome.state if outcome else None for outcome in point.said]
        together = all(state == before for state in states)
        if together:
            asked = write.sample_queries(before, routine, TRIAL_QUERIES, chance)
        else:
            asked = write.observation(before)
        points = (_Point(each, _outcomes(each, states, rivals)) for each in asked)
        yield from (each for each in points if each.tells or not together)
        left -= not together
        if not left:
            return


def _outcomes(
    step: TraceStep, states: Sequence[State | None], rivals: Sequence[Candidate]
) -> tuple[Outcome | None, ...]:
    """What each rival says of a call, in the state in which it is by its own account."""
    return tuple(
        outcome_of(rival.machine, TraceStep(step.call, state, step.expected, step.purpose))
        for rival, state in zip(rivals, states, strict=True)
    )
