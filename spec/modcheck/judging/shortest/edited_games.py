"""Edited games: a mismatch is looked for in shorter games that are made from the known one.

Calls are left out: rows of them, then any two. This is not enough where players take turns, or
where one element lies on another: what is left is often no game, or another one. So a call is left
out and another one gets another argument; then two calls change places as well. An edited game that
is no longer than the known one takes its place: from there, other games are near.

Where a query keeps its answer for later calls, it is made after each transition of an edited game,
and a fresh program plays each of these games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from itertools import combinations, islice, tee
from operator import ne
from typing import TypeVar

from modcheck.judging.play.examiner import MOST_AT_A_TIME, Examiner
from modcheck.judging.shortest.games_ahead import GamesAhead, GameTrace
from modcheck.testing.budget import EDITS
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modspec.run.machine import Call, Outcome
from modspec.syntax.values import State

T = TypeVar("T")


class EditedGames:
    """Games that are made from the one in which a mismatch is known."""

    def __init__(
        self, found: Mismatch, examiner: Examiner, effort: int, *, is_asked: bool = False
    ) -> None:
        """Begin with a known mismatch; make at most about so many calls.

        If it ``is_asked``, the query that shows the mismatch is made after each transition.
        """
        self._best = found
        """The mismatch in the shortest game so far, the first one of its length."""
        self._game = _transitions_of(found)
        """The transitions of the game that is edited now: as long, and perhaps another one."""
        self._examiner, self._left, self._is_asked = examiner, effort, is_asked
        self._tried: set[Sequence[Call]] = set()
        self._traces: dict[Sequence[Call], Trace] = {}
        """The traces of games that are played ahead, as long as the shortest game is the same."""
        self._due: dict[tuple[State | None, Call], Outcome] = {}
        """What is due in all edited games: most of their calls are made in many of them."""
        self._questions: dict[State, Trace] = {}
        """The calls that may show the mismatch, by the state; kept as the traces are."""
        self._ahead = GamesAhead(examiner)
        self._others: dict[Call, Sequence[Call]] = {}
        self._chance = random.Random(f"{found.culprit.call} {found.history}")

    def shortest(self, least: int) -> Mismatch:
        """Return the mismatch in the shortest game that is found; ``least`` moves are enough."""
        self._leave_out_rows()
        self._leave_out_pairs()
        self._leave_out_and_change(least)
        self._edit_at_random(least)
        self._ahead.forget()
        return self._best

    def _leave_out_rows(self) -> None:
        """Leave out rows of calls until none can be left out: half the game first, then fewer."""
        place, size = 1, len(self._game) // 2  # the initialiser stays
        while row := self._first_shorter(self._rows(place, size), self._without_row):
            place, size = row[0], min(row[1], len(self._game))

    def _rows(self, place: int, size: int) -> Iterator[tuple[int, int]]:
        """Yield places and sizes of rows in the game: from a place on, then shorter ones."""
        end = len(self._game)
        while size:
            yield from ((each, size) for each in range(place, end, size))
            place, size = 1, min(size, end) // 2

    def _without_row(self, row: tuple[int, int]) -> Sequence[Call]:
        place, size = row
        return (*self._game[:place], *self._game[place + size :])

    def _leave_out_pairs(self) -> None:
        """Leave out two calls, wherever they are, until no two can be left out."""
        while self._first_shorter(combinations(range(1, len(self._game)), 2), self._without):
            pass

    def _without(self, numbers: Collection[int]) -> Sequence[Call]:
        return [call for number, call in enumerate(self._game) if number not in numbers]

    def _leave_out_and_change(self, least: int) -> None:
        """Leave out any call and change an argument of any other one.

        This ends when no such edit shows the mismatch, or when so few moves are left; half of the
        calls are kept for edits at random.
        """
        kept = self._left // 2
        while self._best.moves > least:
            if not self._first_shorter(self._shorter_by_one(), lambda edited: edited, kept):
                break

    def _first_shorter(
        self, edits: Iterable[T], edited: Callable[[T], Sequence[Call]], kept: int = 0
    ) -> T | None:
        """Return the first edit that shows the mismatch in a shorter game; None if none does.

        ``edited`` is the game with an edit. So many calls are ``kept`` for other edits.
        """
        (left,) = tee(edits, 1)
        while self._left > kept and (edit := next(left, None)):
            if self._is_shorter(edited(edit), lambda: map(edited, copy(left))):
                return edit
        return None

    def _shorter_by_one(self) -> Iterator[Sequence[Call]]:
        """Yield the game without a call, and with another argument of another call."""
        start, *calls = self._game
        for number in range(len(calls)):
            rest = [*calls[:number], *calls[number + 1 :]]
            for place, call in enumerate(rest):
                for other in self._near(call):
                    yield [start, *rest[:place], other, *rest[place + 1 :]]

    def _edit_at_random(self, least: int) -> None:
        """Edit the game at random until this was in vain many times, or so few moves are left."""
        in_vain = 0
        while self._best.moves > least and self._left > 0 and in_vain < EDITS:
            edited = self._edit(self._chance)
            in_vain = 0 if self._is_shorter(edited, self._edits_to_come) else in_vain + 1

    def _edits_to_come(self) -> Iterator[Sequence[Call]]:
        """Yield the edits at random that follow, as long as none shows the mismatch."""
        chance = random.Random()
        chance.setstate(self._chance.getstate())
        while True:
            yield self._edit(chance)

    def _edit(self, chance: random.Random) -> Sequence[Call]:
        """Return the game without some calls, in another order, or with other arguments."""
        start, *calls = self._game
        for _ in range(min(chance.randrange(3), len(calls) - 1)):
            del calls[chance.randrange(len(calls))]
        for _ in range(chance.choice((0, 1, 1, 2))):
            pairs = [*combinations(range(len(calls)), 2)]
            changes = [(n, other) for n, call in enumerate(calls) for other in self._near(call)]
            number = chance.randrange(max(1, len(pairs) + len(changes)))
            if number < len(pairs):
                one, two = pairs[number]
                calls[one], calls[two] = calls[two], calls[one]
            elif changes:
                place, other = changes[number - len(pairs)]
                calls[place] = other
        return [start, *calls]

    def _near(self, call: Call) -> Sequence[Call]:
        """Return the same call with another value for one argument, for each value to try."""
        if call not in self._others:
            write = self._examiner.generator
            function, state = write.machine.routine(call.routine), self._best.culprit.before
            every = write.calls.wanted_calls(function, state) if call.choice is None else ()
            self._others[call] = [
                each for each in every if sum(map(ne, each.arguments, call.arguments)) == 1
            ]
        return self._others[call]

    def _is_shorter(
        self, edited: Sequence[Call], to_come: Callable[[], Iterable[Sequence[Call]]]
    ) -> bool:
        """Whether the mismatch is in a shorter game; one that is no longer is edited next.

        ``to_come`` are the games that follow if it is not. A game that is known beforehand to be
        no shorter is not played.
        """
        game = tuple(edited)
        if self._left <= 0 or game in self._tried:
            return False
        self._tried.add(game)
        self._left -= len(game)
        trace = self._traces[game] if game in self._traces else self._telling_trace(game)
        if not trace:
            return False
        if as_long := self._game_as_long(trace):
            self._edit_next(as_long)
            return False
        again, before = self._mismatch_in(game, trace, to_come), self._best.moves
        if again is None or again.moves > before:
            return False
        self._edit_next(_transitions_of(again))
        if again.moves < before:
            self._best = again
        return again.moves < before

    def _edit_next(self, game: Sequence[Call]) -> None:
        """Take a game as the one to edit, and forget what was likely to follow the one before."""
        self._game = game
        self._ahead.forget()
        self._traces.clear()
        self._questions.clear()

    def _game_as_long(self, trace: Trace) -> Sequence[Call]:
        """Return the transitions up to the mismatch if it is foretold in a game that is as long.

        They are empty if only the program can tell, or if it is foretold in a shorter game.
        """
        foretold = None if self._is_asked else self._examiner.foretell(trace)
        calls = [step.call for step in foretold or () if step.purpose is Purpose.COMMAND]
        moves = sum(call.routine != calls[0].routine for call in calls)
        return calls if moves == self._best.moves else ()

    def _mismatch_in(
        self,
        game: Sequence[Call],
        trace: Trace,
        to_come: Callable[[], Iterable[Sequence[Call]]],
    ) -> Mismatch | None:
        """Return the mismatch in an edited game; None if it is not there."""
        if self._is_asked:
            return self._examiner.try_alone(trace)
        if not self._examiner.plays_ahead:
            return self._examiner.try_trace(trace, fresh=False)
        replies = self._ahead.replies(GameTrace(game, trace), self._untried_games(to_come))
        return self._examiner.mismatch_in(trace, replies)

    def _untried_games(
        self, to_come: Callable[[], Iterable[Sequence[Call]]]
    ) -> Iterator[GameTrace]:
        """Yield the games to come that are to be played: up to one that is edited next."""
        self._traces.clear()
        for game in map(tuple, islice(to_come(), MOST_AT_A_TIME)):
            if game not in self._tried and game not in self._traces:
                trace = self._traces[game] = self._telling_trace(game)
                if self._game_as_long(trace):
                    return
                if trace:
                    yield GameTrace(game, trace)

    def _telling_trace(self, game: Sequence[Call]) -> Trace:
        """Return the trace of an edited game; empty if it cannot show the mismatch, or is none."""
        try:
            trace = self._trace(game)
        except self._examiner.generator.machine.undefined_errors:
            return []  # a call that the specification does not define
        return trace if self._examiner.may_show_in(trace) else []

    def _trace(self, edited: Sequence[Call]) -> Trace:
        """Return an edited game with the calls that may show the mismatch; empty if it is none."""
        culprit = self._best.culprit
        trace: Trace = []
        state: State | None = None
        for call in edited:
            step = self._step(state, call)
            if step.expected.exception is None:  # else it needs a call that is left out
                trace.append(step)
                state = step.expected.state
                if self._is_asked and state is not None:
                    trace += self._questions_in(state)
        if state is None or self._is_asked:
            return trace
        is_culprit = trace[-1].call.routine == culprit.call.routine
        if culprit.purpose is Purpose.COMMAND and not is_culprit:
            return []
        return [*trace, *self._questions_in(state)]

    def _step(self, state: State | None, call: Call) -> TraceStep:
        """Return a call of an edited game in a state, with the outcome that is due."""
        key = state, call
        if key not in self._due:
            self._due[key] = self._examiner.generator.step(state, call, Purpose.COMMAND).expected
        return TraceStep(call, state, self._due[key], Purpose.COMMAND)  # equal calls may differ

    def _questions_in(self, state: State) -> Trace:
        """Return the calls that may show the mismatch in a state."""
        if state not in self._questions:
            self._questions[state] = self._examiner.questions(state, self._best)
        return self._questions[state]


def _transitions_of(found: Mismatch) -> Sequence[Call]:
    """Return the transitions of the game with a mismatch, with the culprit if it is one."""
    plays = found.culprit.purpose is Purpose.COMMAND
    return (*found.history, *([found.culprit.call] if plays else ()))
