"""Edited games: a mismatch is looked for in shorter games that are made from the known one.

Calls are left out: rows of them, then any two. This is not enough where players take turns, or
where one element lies on another: what is left is often no game, or another one. So a call is left
out and another one gets another argument; then two calls change places as well. An edited game that
is no longer than the known one takes its place: from there, other games are near.

Where a query keeps its answer for later calls, it is made after each transition of an edited game,
of which each is played with a fresh program.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import ne

from modcheck.judging.play.examiner import Examiner
from modcheck.testing.budget import EDITS
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, Trace
from modspec.run.machine import Call
from modspec.syntax.values import State


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
        self._here = found
        """The mismatch in the game that is edited now: as long, and perhaps another one."""
        self._examiner, self._left, self._is_asked = examiner, effort, is_asked
        self._tried: set[Sequence[Call]] = set()
        self._others: dict[Call, Sequence[Call]] = {}
        self._chance = random.Random(f"{found.culprit.call} {found.history}")

    def shortest(self, least: int) -> Mismatch:
        """Return the mismatch in the shortest game that is found; ``least`` moves are enough."""
        self._leave_out_rows()
        self._leave_out_pairs()
        self._leave_out_and_change(least)
        self._edit_at_random(least)
        return self._best

    @property
    def _game(self) -> Sequence[Call]:
        """The transitions of the game that is edited now, with the culprit if it is one."""
        plays = self._here.culprit.purpose is Purpose.COMMAND
        return (*self._here.history, *([self._here.culprit.call] if plays else ()))

    def _leave_out_rows(self) -> None:
        """Leave out rows of calls until none can be left out: half the game first, then fewer."""
        size = len(self._game)
        while size > 1:
            size = min(size, len(self._game)) // 2
            place = 1  # the initialiser stays
            while size and place < len(game := self._game):
                if self._is_shorter((*game[:place], *game[place + size :])):
                    size = min(size, len(self._game))
                else:
                    place += size

    def _leave_out_pairs(self) -> None:
        """Leave out two calls, wherever they are, until no two can be left out."""
        pairs = combinations(range(1, len(self._game)), 2)
        while self._left > 0 and (pair := next(pairs, None)):
            if self._is_shorter([c for n, c in enumerate(self._game) if n not in pair]):
                pairs = combinations(range(1, len(self._game)), 2)

    def _leave_out_and_change(self, least: int) -> None:
        """Leave out a call and change an argument of another one, whichever they are.

        This ends when no such edit shows the mismatch, or when so few moves are left; half of the
        calls are kept for edits at random.
        """
        edits, kept = self._shorter_by_one(), self._left // 2
        while self._best.moves > least and self._left > kept and (edited := next(edits, None)):
            if self._is_shorter(edited):
                edits = self._shorter_by_one()

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
            in_vain = 0 if self._is_shorter(self._edit(self._game)) else in_vain + 1

    def _edit(self, game: Sequence[Call]) -> Sequence[Call]:
        """Return a game without some calls, in another order, or with other arguments."""
        chance, (start, *calls) = self._chance, game
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

    def _is_shorter(self, edited: Sequence[Call]) -> bool:
        """Whether the mismatch is in a shorter game; one that is no longer is edited next."""
        again = self._mismatch_in(edited) if self._left > 0 else None
        if again is None or again.moves > self._best.moves:
            return False
        self._here, before = again, self._best.moves
        if again.moves < before:
            self._best = again
        return again.moves < before

    def _mismatch_in(self, edited: Sequence[Call]) -> Mismatch | None:
        """Return the mismatch in an edited game; None if it is not there, or the game is none."""
        game = (*edited,)
        if game in self._tried:
            return None
        self._tried.add(game)
        self._left -= len(game)
        try:
            trace = self._trace(game)
        except self._examiner.generator.machine.undefined_errors:
            return None  # a call that the specification does not define
        if not any(map(self._examiner.may_show, trace)):
            return None
        return self._examiner.try_trace(trace, fresh=self._is_asked)

    def _trace(self, edited: Sequence[Call]) -> Trace:
        """Return an edited game with the calls that may show the mismatch; empty if it is none."""
        write, culprit = self._examiner.generator, self._best.culprit
        trace: Trace = []
        state: State | None = None
        for call in edited:
            step = write.step(state, call, Purpose.COMMAND)
            if step.expected.exception is None:  # else it needs a call that is left out
                trace.append(step)
                state = step.expected.state
                if self._is_asked and state is not None:
                    trace += self._examiner.questions(state, self._best)
        if state is None or self._is_asked:
            return trace
        is_culprit = trace[-1].call.routine == culprit.call.routine
        if culprit.purpose is Purpose.COMMAND and not is_culprit:
            return []
        return [*trace, *self._examiner.questions(state, self._best)]
