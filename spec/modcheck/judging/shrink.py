"""Shrink: the one call that brings a mismatch about, and the shortest game to it.

A deviation is come upon in the middle of a long script. Here it is reproduced with nothing but the
transitions that lead to it and the call that is to blame. Then shorter games are looked for: all of
one length more than those that have been tried already, and beyond that, games that leave the known
one early.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from modcheck.judging.examiner import Examiner
from modcheck.judging.no_op_calls import by_asking
from modcheck.testing.budget import (
    EVERYTHING,
    EXHAUSTED_LENGTH,
    LAST_GAMES,
    PLAYABLE_LENGTH,
    READABLE_LENGTH,
    RESTART_SHARE,
    SHRINK_CALLS,
)
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.recorded import select_calls
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modspec.run.machine import Call
from modspec.syntax.values import State


def shrunk(found: Mismatch, examiner: Examiner, tried: int, effort: int = SHRINK_CALLS) -> Mismatch:
    """The deviation with just the one call that brings it about, after as short a game as can be
    found.

    All games of at most ``tried`` transitions have been tried before, and show nothing shorter.
    """
    if found.reply.fault is not None and not found.reply.goes_on:
        return replace(
            found, shortest=found.moves <= tried
        )  # what broke down once is not asked again
    single = _single(found, examiner)
    if single is None:
        if examiner.is_left_to_chance(found):
            return replace(found, reproduced=False)
        return by_asking(found, examiner) or replace(found, reproduced=False)
    if _begins(single, examiner):
        return _after_less(single, examiner, effort)
    if single.moves > tried:
        single = _shorter(single, examiner, tried, effort) or single
    proved = max(tried, EXHAUSTED_LENGTH)
    return replace(single, shortest=single.moves <= proved + 1)


def steps_of(calls: Sequence[Call], examiner: Examiner) -> Trace:
    """The calls as steps of a script, each in the state that those before it lead to."""
    steps: Trace = []
    state: State | None = None
    for call in calls:
        steps.append(examiner.generator.step(state, call, Purpose.COMMAND))
        state = steps[-1].expected.state
    return steps


# -- one call --------------------------------------------------------------------------------------


def _single(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """The deviation after the last game alone if that suffices, else after all that was played
    before.

    None if the transitions and the blamed call alone do not bring it about.
    """
    history = (*found.earlier_games, *found.history)
    starts = [n for n, call in enumerate(history) if _starts(call, examiner)]
    for first in dict.fromkeys((*reversed(starts[-LAST_GAMES:]), len(found.earlier_games), 0)):
        shorter = replace(found, history=history[first:])
        again = _again(_on_the_way(shorter, examiner) or shorter, examiner)
        if again is not None:
            return again
    return None


def _starts(call: Call, examiner: Examiner) -> bool:
    return examiner.generator.machine.is_initializer(call)


def _on_the_way(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """What deviates already on the way there, if the state is observed after each transition."""
    plays = found.culprit.purpose is Purpose.COMMAND
    game = [*found.history, found.culprit.call] if plays else found.history
    return examiner.try_trace(examiner.generator.observed_game(game)) if game else None


def _again(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """The deviation, brought about once more by the blamed call alone."""
    blamed = found.culprit
    write = examiner.generator
    if _starts(blamed.call, examiner):
        return _at_start(found, examiner)
    history = steps_of(found.history, examiner)
    if blamed.purpose is Purpose.OBSERVE:
        return examiner.try_trace([*history, blamed])
    if blamed.purpose is Purpose.COMMAND:
        return examiner.try_trace([*history, blamed, *write.observation(state_after(blamed))])
    return _in_block(found, history, examiner)


def _at_start(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """What an initialiser does wrong: at once, or in a second game if it leaves a trace."""
    write, start = examiner.generator, found.culprit.call
    state = state_after(found.culprit)
    games = [[start], [start, start], [start, start, start]]
    for choice in write.choices(state)[:1]:
        games += [[start, choice.call, start], [start, choice.call, start, start]]
    if found.history:
        begun = sum(_starts(call, examiner) for call in found.history)
        games += [[start] * (begun + 1), [*found.history, start]]
    observation = write.observation(state)
    tries = (examiner.try_trace([*steps_of(game, examiner), *observation]) for game in games)
    return next(filter(None, tries), None)


def _in_block(found: Mismatch, history: Trace, examiner: Examiner) -> Mismatch | None:
    """Return the mismatch by one of several calls between two observations, if one suffices.

    Calls that should change nothing are tried between two observations of the whole state. If
    observing changes the state, none of them is the culprit.
    """
    block = found.block
    if again := examiner.try_trace([*history, block[-1]]):
        return again
    assert block[-1].before is not None
    observation = examiner.generator.observation(block[-1].before)
    shown = [*history, *observation]
    if examiner.try_trace([*shown, *observation]) or not examiner.try_trace(
        [*shown, *block, *observation]
    ):
        return None
    # the shortest beginning of the block after which the state has changed
    good, bad = 0, len(block)
    while bad - good > 1:
        middle = (good + bad) // 2
        if examiner.try_trace([*shown, *block[:middle], *observation]):
            bad = middle
        else:
            good = middle
    return examiner.try_trace([*shown, block[bad - 1], *observation])


def at_source(
    found: Mismatch, derived: Mapping[str, Sequence[str]], examiner: Examiner
) -> Mismatch:
    """The deviation of a call that is made of the implementation, where the answer that deviates is
    derived from others.

    ``derived`` tells which access programs are, and from which. What is derived is wrong only
    because of these.
    """
    state, write = found.culprit.before, examiner.generator
    if state is None or found.culprit.purpose is Purpose.COMMAND:
        return found
    history = steps_of(found.history, examiner)
    for source in derived.get(found.culprit.call.routine, ()):
        seen = [step for step in write.observation(state) if step.call.routine == source]
        asked = seen or write.queries(state, EVERYTHING, source)
        if again := examiner.try_trace([*history, *asked]):
            shortest = found.shortest and again.moves == found.moves
            return at_source(replace(again, shortest=shortest), derived, examiner)
    return found


# -- shorter games ---------------------------------------------------------------------------------


def _shorter(found: Mismatch, examiner: Examiner, tried: int, effort: int) -> Mismatch | None:
    """A shorter game in which the same routine deviates, if one is found.

    All are played on one implementation, for it may take long to start: what is found is tried
    again.
    """
    examiner.fresh()
    for length in range(min(tried + 1, EXHAUSTED_LENGTH), min(found.moves, EXHAUSTED_LENGTH + 1)):
        if again := _first_of(length, found, examiner):
            return _single(again, examiner)  # None: it comes of games that went before
    if found.moves <= READABLE_LENGTH:
        return None
    best = _elsewhere(found, examiner)
    for shorter in _by_leaving_early(best or found, examiner, effort):
        best = shorter
    return best and _single(best, examiner)


def _elsewhere(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """The recorded game that shows it soonest, if one does so sooner."""
    wanted = partial(_is_aimed, found)
    scripts = [*select_calls(examiner.all_games(None) or (), wanted)]
    best = examiner.soonest_mismatch_in(scripts)
    return best if best and best.moves < found.moves else None


def _first_of(length: int, found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """The first game of so many transitions in which the same routine deviates."""
    recorded = examiner.all_games(length)
    if recorded is not None:
        wanted = partial(_is_aimed, found)
        return examiner.first_mismatch_in([*select_calls(recorded, wanted)])
    for game in examiner.generator.games_of_length(length):
        steps = steps_of(game, examiner)
        script = [*steps, *_questions(state_after(steps[-1]), found, examiner)]
        if again := examiner.try_trace(script, fresh=False):
            return again
    return None


def _is_aimed(found: Mismatch, call: Call, purpose: Purpose) -> bool:
    """Whether a call leads to a state, or asks about what deviated."""
    blamed = found.culprit
    if purpose is Purpose.OBSERVE:
        return blamed.purpose is Purpose.COMMAND or found.step is not blamed
    return purpose is Purpose.COMMAND or (purpose, call.routine) == (
        blamed.purpose,
        blamed.call.routine,
    )


def _by_leaving_early(found: Mismatch, examiner: Examiner, effort: int) -> Iterator[Mismatch]:
    """Ever shorter games, found by leaving the known one somewhere and going on at random.

    So are other short games left, or gone on with, that are recorded because something rare happens
    in them.
    """
    chance = random.Random(f"{found.culprit.call} {found.history}")
    write = examiner.generator
    best = found
    recorded = examiner.all_games(None) or ()
    rare = [script.game for script in recorded if len(script.game) <= READABLE_LENGTH + 1]
    left = effort // 3 if found.moves <= PLAYABLE_LENGTH else effort
    while left > 0 and best.moves > EXHAUSTED_LENGTH + 1:
        base = chance.choice([best.history, *rare])
        kept = chance.randrange(1, len(base) + 1) if chance.random() < RESTART_SHARE else len(base)
        script = steps_of(base[:kept], examiner)
        state = state_after(script[-1])
        for _ in range(kept, best.moves):
            choice, calls = write.random_choice(state, chance)
            left -= calls
            if choice is None:
                break
            state = state_after(choice)
            script += [choice, *_questions(state, found, examiner)]
        left -= len(script)
        if again := examiner.try_trace(script, fresh=False):
            best = again
            yield best


# -- earlier games ---------------------------------------------------------------------------------


def _begins(found: Mismatch, examiner: Examiner) -> int:
    """Which call of the history, or the blamed one after it, begins the game in which something
    deviates.
    """
    plays = found.culprit.purpose is Purpose.COMMAND  # one that is refused begins nothing
    calls = [*found.history, *([found.culprit.call] if plays else ())]
    return max((n for n, call in enumerate(calls) if _starts(call, examiner)), default=0)


def _after_less(found: Mismatch, examiner: Examiner, effort: int) -> Mismatch:
    """The deviation in a later game, after as short an earlier one as can be found."""
    number = _begins(found, examiner)
    earlier, later = found.history[:number], found.history[number:]
    if any(_starts(call, examiner) for call in earlier[1:]):
        return replace(found, shortest=found.moves <= (not later))  # without a move they were tried
    moves, write = len(earlier) - 1, examiner.generator
    shown = _After(found, later, examiner)

    def with_shortest(again: Mismatch, moves: int) -> Mismatch:
        return replace(again, shortest=len(later) <= 1 and moves <= EXHAUSTED_LENGTH + 1)

    for game in _short_games(moves, examiner):
        if again := shown(game):
            return with_shortest(again, 0)
    found = with_shortest(found, moves)
    if moves <= READABLE_LENGTH:
        return found
    chance = random.Random(f"{earlier}")
    best = steps_of(earlier, examiner)
    effort += shown.made
    while shown.made < effort and len(best) > EXHAUSTED_LENGTH + 2:
        script = best[: chance.randrange(1, len(best))]
        for _ in range(chance.randrange(len(best) - len(script))):
            choice, calls = write.random_choice(state_after(script[-1]), chance)
            shown.made += calls
            if choice is None:
                break
            script.append(choice)
        game = [step.call for step in script]
        beginnings = range(2, len(game) + 1) if shown(game) else ()
        for length in beginnings:
            if again := shown(game[:length]):
                found, best = with_shortest(again, length - 1), script[:length]
                break
    return found


def _short_games(moves: int, examiner: Examiner) -> Iterator[Sequence[Call]]:
    """All games of fewer moves, as far as all are tried; first those of none, one and two of them
    in a row.
    """
    write = examiner.generator
    start = write.start().call
    yield from ([start], [start, start])
    for length in range(1, min(moves, EXHAUSTED_LENGTH + 1)):
        recorded = examiner.all_games(length)
        yield from (
            write.games_of_length(length)
            if recorded is None
            else (script.game for script in recorded)
        )


class _After:
    """What deviates after a game, if the same does as after another one.

    What has to be answered after it is the same whatever came before. It is asked after each game
    on one implementation, as long as none leaves anything behind.
    """

    def __init__(self, found: Mismatch, later: tuple[Call, ...], examiner: Examiner) -> None:
        """The deviation, and the calls of its history that begin the game in which it is."""
        self._found, self._later, self._examiner = found, later, examiner
        blamed, state = found.culprit, found.culprit.expected.state
        seen = examiner.generator.observation(state) if state and found.step is not blamed else []
        self._asked = [*steps_of(later, examiner), blamed, *seen]
        self.made = 0
        """How many calls were made."""
        examiner.fresh()

    def __call__(self, game: Sequence[Call]) -> Mismatch | None:
        """The deviation after a game, None if there is none."""
        calls = [*game, *(step.call for step in self._asked)]
        self.made += len(calls)
        replies = self._examiner.implementation.answer(calls)[len(game) :]
        machine = self._examiner.generator.machine
        if all(
            agrees(step.expected, reply, machine.routine(step.call.routine).is_transition)
            for step, reply in zip(self._asked, replies, strict=True)
        ):
            return None
        again = _again(replace(self._found, history=(*game, *self._later)), self._examiner)
        self._examiner.fresh()
        return again


def _questions(state: State, found: Mismatch, examiner: Examiner) -> Trace:
    """Questions about nothing but what deviated."""
    write = examiner.generator
    routine = found.culprit.call.routine
    match found.culprit.purpose:
        case Purpose.QUERY:
            return write.queries(state, EVERYTHING, routine)
        case Purpose.REJECTED:
            return write.rejected_calls(state, EVERYTHING, routine) + write.observation(state)
    return write.observation(state)


def state_after(step: TraceStep) -> State:
    """The state that a step leads to."""
    assert step.expected.state is not None
    return step.expected.state
