"""Edited games: a mismatch is looked for in shorter games that are made from the known one.

Calls are left out: rows of them, then any two. This is not enough where players take turns, or
where a disc lies on another: what is left is often no game, or another one. So two calls change
places as well, and calls get other arguments. An edited game that is no longer than the known one
takes its place: from there, other games are near.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import ne
from typing import Final

from modcheck.judging.examiner import Examiner
from modcheck.testing.budget import EDIT_CALLS
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, Trace
from modspec.run.machine import Call
from modspec.syntax.values import State

EXCHANGES: Final = 2 / 3
"""Share of the changes by which two calls change places; by the others an argument changes."""


@dataclass(frozen=True)
class _Other:
    """A call with another argument than a given one; which, depends on the state."""

    call: Call


class EditedGames:
    """Games that are made from the one in which a mismatch is known."""

    def __init__(self, found: Mismatch, examiner: Examiner, effort: int) -> None:
        """Begin with a known mismatch; make at most about so many calls."""
        self.best = found
        """The mismatch in the shortest game so far."""
        self._examiner, self._left = examiner, effort
        self._tried: set[Sequence[Call]] = set()
        self._chance = random.Random(f"{found.culprit.call} {found.history}")

    def shortest(self, least: int) -> Mismatch:
        """Return the mismatch in the shortest game that is found; ``least`` moves are enough."""
        self._leave_out_rows()
        self._leave_out_pairs()
        self._edit_at_random(least)
        return self.best

    @property
    def _game(self) -> Sequence[Call]:
        """The transitions of the shortest game, with the culprit if it is one."""
        best = self.best
        plays = best.culprit.purpose is Purpose.COMMAND
        return (*best.history, best.culprit.call) if plays else best.history

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
        while pair := next(pairs, None):
            if self._is_shorter([c for n, c in enumerate(self._game) if n not in pair]):
                pairs = combinations(range(1, len(self._game)), 2)

    def _edit_at_random(self, least: int) -> None:
        """Edit the game at random until this was in vain for long, or so few moves are left."""
        enough = self._left - EDIT_CALLS
        while self.best.moves > least and self._left > max(0, enough):
            if self._is_shorter(self._edited(self._game)):
                enough = self._left - EDIT_CALLS

    def _edited(self, game: Sequence[Call]) -> list[Call | _Other]:
        """Return a game without some calls, in another order, or with other arguments."""
        chance, edited = self._chance, list[Call | _Other](game)
        for _ in range(min(chance.choice((0, 1, 2)), len(edited) - 2)):
            del edited[chance.randrange(1, len(edited))]
        for _ in range(chance.choice((0, 1, 1, 2))):
            place, other = (chance.randrange(1, len(edited)) for _ in range(2))
            call = edited[place]
            if place != other and chance.random() < EXCHANGES:
                edited[place], edited[other] = edited[other], call
            elif isinstance(call, Call) and call.arguments and call.choice is None:
                edited[place] = _Other(call)
        return edited

    def _is_shorter(self, edited: Sequence[Call | _Other]) -> bool:
        """Whether the mismatch is in a shorter game; one that is no longer becomes the best."""
        if self._left < 0:
            return False
        before = self.best.moves
        again = self._mismatch_in(edited)
        if again is not None and again.moves <= before:
            self.best = again
        return self.best.moves < before

    def _mismatch_in(self, edited: Sequence[Call | _Other]) -> Mismatch | None:
        """Return the mismatch in an edited game; None if it is not there, or the game is none."""
        self._left -= len(edited)
        try:
            trace = self._trace(edited)
        except self._examiner.generator.machine.undefined_errors:
            return None  # a call that the specification does not define
        calls = (*(step.call for step in trace),)
        if not trace or calls in self._tried:
            return None
        self._tried.add(calls)
        return self._examiner.try_trace(trace, fresh=False)

    def _trace(self, edited: Sequence[Call | _Other]) -> Trace:
        """Return an edited game with the calls that may show the mismatch; empty if it is none."""
        write, culprit = self._examiner.generator, self.best.culprit
        trace: Trace = []
        state: State | None = None
        for call in edited:
            if isinstance(call, _Other):
                call = self._with_another_argument(call.call, state)
            step = write.step(state, call, Purpose.COMMAND)
            if step.expected.exception is None:  # else it needs a call that is left out
                trace.append(step)
                state = step.expected.state
        if state is None:
            return []
        is_culprit = trace[-1].call.routine == culprit.call.routine
        if culprit.purpose is Purpose.COMMAND and not is_culprit:
            return []
        return [*trace, *self._examiner.questions(state, self.best)]

    def _with_another_argument(self, call: Call, state: State | None) -> Call:
        """Return a call with another value for one argument; the same call if there is none."""
        assert state is not None
        write = self._examiner.generator
        others = [
            each
            for each in write.wanted_calls(write.machine.routine(call.routine), state)
            if sum(map(ne, each.arguments, call.arguments)) == 1
        ]
        return self._chance.choice(others or [call])
