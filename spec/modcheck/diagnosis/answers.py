"""Answers: what an implementation says in a state, as evidence of what is wrong with it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from modcheck.diagnosis.shrink import state_after, steps_of
from modcheck.system.implementation import Reply, encode
from modcheck.testing.budget import (
    ENOUGH_ANSWERS,
    EVERYTHING,
    FOLLOWED_MOVES,
    FOLLOWED_MOVES_SINGLE,
    LONG_GAMES,
    SOME_REJECTED,
)
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.runner import Runner
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modspec.syntax.values import State

Observed = tuple[tuple[TraceStep, Reply], ...]


@dataclass(frozen=True)
class ObservedReply:
    """What the implementation answered to a call, and what was observed after it."""

    step: TraceStep
    reply: Reply
    observed: Observed = ()


def is_right(answer: ObservedReply) -> bool:
    """Whether a query is answered as the specification says: if not, there may be another fault
    besides.
    """
    queried = answer.step.purpose is Purpose.QUERY
    return queried and agrees(answer.step.expected, answer.reply, False)


def own_evidence(deviation: Mismatch, examiner: Runner) -> list[ObservedReply]:
    """The deviation first, then what else the routine does in the same state."""
    blamed = deviation.culprit
    evidence = [ObservedReply(blamed, _own_reply(deviation), deviation.observed)]
    if blamed.before is None:
        return evidence
    history = steps_of(deviation.history, examiner)
    if blamed.purpose is Purpose.QUERY:
        return evidence + _queries(history, blamed.before, examiner, blamed.call.routine)
    return evidence + list(_transitions(history, blamed.before, examiner, blamed.call.routine))


def other_evidence(deviation: Mismatch, examiner: Runner) -> list[ObservedReply]:
    """What the other routines do in the same state."""
    blamed = deviation.culprit
    if blamed.before is None:
        return []
    history = steps_of(deviation.history, examiner)
    if blamed.purpose is not Purpose.QUERY:
        return _queries(history, blamed.before, examiner, None)
    evidence = _queries(history, blamed.before, examiner, None)
    for function in examiner.generator.machine.module.access_programs:
        if function.is_transition and function.state:
            evidence += _transitions(history, blamed.before, examiner, function.name)
    return evidence


def _queries(
    history: Trace, state: State, examiner: Runner, routine: str | None
) -> list[ObservedReply]:
    questions = examiner.generator.queries(state, EVERYTHING, routine)
    replies = examiner.replies([*history, *questions])[len(history) :]
    return [ObservedReply(step, reply) for step, reply in zip(questions, replies, strict=True)]


def _own_reply(deviation: Mismatch) -> Reply:
    """The reply to the blamed call: a transition that an observation puts in the wrong raised
    nothing.
    """
    return deviation.reply if deviation.step is deviation.culprit else Reply()


def _transitions(
    history: Trace, state: State, examiner: Runner, routine: str
) -> Iterator[ObservedReply]:
    """What each call of the routine leads to, and of those that should raise some."""
    write = examiner.generator
    possible = [step for step in write.choices(state) if step.call.routine == routine]
    refused = write.rejected_calls(state, SOME_REJECTED, routine)
    for step in (*possible, *refused):
        after = step.expected.state
        assert after is not None
        observation = write.observation(after)
        replies = examiner.replies([*history, step, *observation])[len(history) :]
        observed = tuple(zip(observation, replies[1:], strict=True))
        yield ObservedReply(step, replies[0], observed if replies[0].exception is None else ())


def always_the_same(evidence: list[ObservedReply], deviation: Mismatch, examiner: Runner) -> int:
    """How many answers of a query are all the same, in this state and as the game goes on; 0 if not
    all are.

    Every value that there is must have been due: a game may well go on for long without a tie.
    """
    if deviation.culprit.purpose is not Purpose.QUERY or not _agree(evidence):
        return 0
    steps = steps_of(deviation.history, examiner)
    asked = _as_it_goes_on(
        deviation,
        examiner,
        FOLLOWED_MOVES if len(evidence) >= ENOUGH_ANSWERS else FOLLOWED_MOVES_SINGLE,
    )
    replies = examiner.replies([*steps, *asked])[len(steps) :]
    if any(_is_refused(*pair) for pair in zip(asked, replies, strict=True)):
        return 0
    later = _answers(asked, replies)
    evidence = [*evidence, *later]
    wrong = [answer for answer in later or evidence if not is_right(answer)]
    if len(wrong) < FOLLOWED_MOVES or len(evidence) < ENOUGH_ANSWERS or not _agree(evidence):
        return 0
    due = {encode(answer.step.expected.output) for answer in evidence}
    all_there_are = examiner.meaningful_outputs(deviation.culprit.call.routine) or due
    return len(evidence) if due >= all_there_are and len(due) > 1 else 0


def _answers(script: Trace, replies: Sequence[Reply]) -> list[ObservedReply]:
    """The answers to the queries of a script."""
    pairs = zip(script, replies, strict=True)
    return [ObservedReply(step, reply) for step, reply in pairs if step.purpose is Purpose.QUERY]


def _is_refused(step: TraceStep, reply: Reply) -> bool:
    """Whether a transition that should be possible is not."""
    failed = reply.exception is not None or reply.fault is not None
    return step.purpose is Purpose.COMMAND and failed


def _agree(evidence: list[ObservedReply]) -> bool:
    """Whether all replies are the same."""
    return all(answer.reply == evidence[0].reply for answer in evidence)


def _as_it_goes_on(deviation: Mismatch, examiner: Runner, most: int) -> Trace:
    """So many moves more, at random, and what deviated asked after each."""
    write, state = examiner.generator, deviation.culprit.before
    chance = random.Random(f"{deviation.culprit.call}")
    script: Trace = []
    for _ in range(most):
        move = write.random_choice(state, chance)[0] if state is not None else None
        if move is None:
            break
        state = state_after(move)
        script += [move, *write.queries(state, EVERYTHING, deviation.culprit.call.routine)]
    return script


def leaves_behind(examiner: Runner) -> bool:
    """Whether a game leaves something behind: after it, another one does not begin as the first one
    did.

    What is right is not the question, but whether the same calls get the same replies.
    """
    write = examiner.generator
    start = write.start()
    first = [start, *write.examination(state_after(start), EVERYTHING)]
    examiner.fresh()
    expected = examiner.replies(first)
    for moves in LONG_GAMES:
        game = [*write.random_steps(random.Random("a game"), moves)]
        again = examiner.replies([*game, *first])[len(game) :]
        if again != expected:
            examiner.fresh()
            return all(reply.fault is None for reply in again)
    examiner.fresh()
    return False
