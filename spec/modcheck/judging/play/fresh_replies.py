"""Fresh replies: what a program replies in a game that it plays as its first one.

To start a program takes as long as hundreds of calls, and there are hundreds of such games. So it
is found out once whether a program keeps anything of a game: some games are played in an order, and
in the opposite one. If all replies are the same, one program plays all games.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from modcheck.system.implementation import Reply
from modcheck.testing.budget import FEW
from modcheck.testing.runner import Runner
from modspec.run.machine import Call

GAMES: Final = 12
"""Games by which it is found out whether anything is kept."""
LENGTH: Final = 16
"""Transitions of such a game."""
TRIES: Final = 8
"""Times a game is played in which a program may choose at random: it draws one of two twice alike
within so many, nearly always."""


class FreshReplies:
    """Plays games of one program, each as if it were the first."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def __call__(self, calls: Sequence[Call]) -> list[Reply]:
        """Return the replies to the calls of a game.

        Calls that come with a choice are made until a program chooses the same, at most some times:
        what is due later depends on it.
        """
        for _ in range(TRIES):
            replies = self._replies(calls)
            pairs = zip(calls, replies, strict=False)
            if all(call.choice is None or call.choice(reply.output) for call, reply in pairs):
                break
        return replies

    def _replies(self, calls: Sequence[Call]) -> list[Reply]:
        initial = self._runner.generator.machine.is_initializer
        if not (calls and initial(calls[0]) and self.keeps_nothing):
            self._runner.fresh()
        replies = self._runner.replies(calls)
        if any(reply.fault is not None for reply in replies):
            self._runner.fresh()
        return replies

    @cached_property
    def keeps_nothing(self) -> bool:
        """Whether the program replies the same whatever it played before."""
        chance, write = random.Random(0), self._runner.generator
        if self._runner.restarts_each_trace:
            return False
        games = []
        for _ in range(GAMES):
            calls = [step.call for step in write.random_steps(chance, LENGTH)]
            games.append([step.call for step in write.sampled_game(calls, chance, FEW)])
        return self._replies_in_order(games) == self._replies_in_order(games[::-1])[::-1]

    def _replies_in_order(self, games: Sequence[Sequence[Call]]) -> list[list[Reply]]:
        """Return the replies to games that one program plays, up to where it breaks down."""
        found = list[list[Reply]]()
        self._runner.fresh()
        for game in games:
            found.append(self._runner.replies(game))
            if any(reply.fault is not None for reply in found[-1]):
                break
        self._runner.fresh()
        return found
