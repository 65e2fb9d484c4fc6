"""Matching mutants: the mutant that behaves as an implementation does, if any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from modcheck.diagnosis.answers import ObservedReply
from modcheck.diagnosis.discriminate import Candidate, best
from modcheck.diagnosis.mutated_oracle import SILENCE, machine_of, outcome_of
from modcheck.system.implementation import Reply
from modcheck.testing.budget import CANDIDATE_LENGTH, ENOUGH_ANSWERS
from modcheck.testing.mismatch import agrees
from modcheck.testing.runner import Runner
from modcheck.testing.trace import Trace, TraceStep
from modspec.run.machine import Call, Machine, Outcome
from modspec.run.mutants import Mutant, Operator, mutants
from modspec.syntax.module import Function, Module
from modspec.syntax.relations import reachable
from modspec.syntax.values import State

Game: TypeAlias = list[tuple[TraceStep, Reply]]
"""Calls, and what an implementation replied."""


@dataclass(frozen=True)
class MatchingMutant:
    """A variant that explains the evidence."""

    variant: Mutant
    stands: bool
    """Whether it is not refuted by what the implementation does elsewhere."""


def likeliest(
    examiner: Runner,
    function: Function,
    history: Trace,
    evidence: list[ObservedReply],
    changes: tuple[Operator, ...],
) -> MatchingMutant | None:
    """Of the variants that behave as the implementation does, the one with the plainest change.

    It has to have come through the game, in which the implementation did nothing wrong so far, and
    to play short games as the implementation does. Then it is tried in others, where the other
    changes of the same function that explain the evidence are its rivals. Of equally plain ones it
    is the change nearest to the routine; if none stands, the first.
    """
    module = examiner.generator.machine.module
    found = [each for each in candidates(module, function, evidence) if each.operator in changes]
    found.reverse()  # what is used comes first there
    found.sort(key=lambda variant: changes.index(variant.operator))
    elsewhere: list[Game] = []

    def explaining(some: Sequence[Mutant]) -> Iterator[Candidate]:
        for variant in some:
            changed = machine_of(variant, examiner)
            if changed is None:
                continue
            if _behaves_in_all(changed, evidence) and _leads(changed, history):
                elsewhere.extend(
                    () if elsewhere else _played_short_games(examiner, afresh=not history)
                )
                if all(goes(changed, game) for game in elsewhere):
                    yield Candidate(variant, changed)

    asked = evidence[0].step.call.routine
    refuted: MatchingMutant | None = None
    while found and (first := next(explaining(found), None)):
        later = found[found.index(first.variant) + 1 :]
        same = [each for each in later if _is_of_the_same(each, first.variant)]
        rivals = [first, *explaining(same)]
        if (variant := best(rivals, asked, examiner)) is not None:
            return MatchingMutant(variant, stands=True)
        refuted = refuted or MatchingMutant(first.variant, stands=False)
        found = [each for each in later if each not in same]
    return refuted


def _is_of_the_same(one: Mutant, other: Mutant) -> bool:
    """Whether two variants change the same function."""
    return (one.module, one.function) == (other.module, other.function)


def candidates(
    module: Module, function: Function, evidence: list[ObservedReply]
) -> Iterator[Mutant]:
    """The labelled variants of what the routines in the evidence mean."""
    asked = {function.name}
    for answer in evidence:
        asked |= {answer.step.call.routine, *(step.call.routine for step, _ in answer.observed)}
    reach = reachable(module[name] for name in sorted(asked))
    for variant in mutants(module):
        if variant.rules and (variant.module, variant.function) in reach:
            yield variant


def _behaves_in_all(changed: Machine, evidence: list[ObservedReply]) -> bool:
    """Whether the variant answers as the implementation did, wherever it says what to answer.

    Of the deviation itself, which comes first, it has to say something.
    """
    silent = 0
    for number, answer in enumerate(evidence):
        outcome = outcome_of(changed, answer.step)
        if outcome is SILENCE and number > 0:
            silent += 1
        elif not behaves(changed, answer, outcome):
            return False
    return len(evidence) - silent >= min(ENOUGH_ANSWERS, len(evidence))


def behaves(changed: Machine, answer: ObservedReply, outcome: Outcome | None) -> bool:
    """Whether the outcome, and what is observed after it, is what the implementation answered."""
    if outcome is None:
        return False
    is_transition = changed.routine(answer.step.call.routine).is_transition
    if not agrees(outcome, answer.reply, is_transition):
        return False
    for step, reply in answer.observed:
        try:
            seen = changed.call(outcome.state, step.call.routine, step.call.arguments)
        except Exception:  # noqa: BLE001  # a mutant need not mean anything
            return False
        if not agrees(seen, reply, is_transition=False):
            return False
    return True


def _played_short_games(examiner: Runner, afresh: bool) -> Iterator[Game]:
    """Some short games, observed after each move, with what the implementation replies.

    Each is played ``afresh`` where an implementation may not begin another game as it should.
    """
    examiner.fresh()
    for calls in short_games(examiner):
        script = examiner.generator.observed_game(calls)
        if afresh:
            examiner.fresh()
        yield replay_game(script, examiner)


def short_games(examiner: Runner) -> Iterator[list[Call]]:
    """The calls of some short games."""
    for length in range(CANDIDATE_LENGTH + 1):
        yield from examiner.generator.games_of_length(length)


def replay_game(script: Trace, examiner: Runner) -> Game:
    """A script with what the implementation replies."""
    return [*zip(script, examiner.replies(script), strict=True)]


def goes(changed: Machine, game: Game) -> bool:
    """Whether a whole game goes by the variant as the implementation played it."""
    state: State | None = None
    for step, reply in game:
        outcome = outcome_of(changed, TraceStep(step.call, state, step.expected, step.purpose))
        is_transition = changed.routine(step.call.routine).is_transition
        if outcome is SILENCE and is_transition:
            return True
        if outcome is SILENCE:
            continue  # after a question the game goes on
        if outcome is None or not agrees(outcome, reply, is_transition):
            return False
        state = outcome.state
    return True


def _leads(changed: Machine, history: Trace) -> bool:
    """Whether the variant leads where the specification does."""
    return all(outcome_of(changed, step) == step.expected for step in history)
