"""Games ahead: the games that are likely to be tried next are played while one is judged.

A search tries one game after another, and most of them show nothing. So the program need not wait
until one is judged: it is given those that follow if it shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from modcheck.judging.play.examiner import MOST_AT_A_TIME, Examiner
from modcheck.rest import with_results
from modcheck.system.implementation import Reply
from modcheck.testing.trace import Trace
from modspec.run.machine import Call


class GameTrace(NamedTuple):
    """The transitions of a game, and the trace that is played for it."""

    calls: Sequence[Call]
    trace: Trace


class GamesAhead:
    """Plays games on one implementation, some of them before they are asked for.

    Twice as many are played ahead each time that this was right, at most
    :data:`~modcheck.judging.play.examiner.MOST_AT_A_TIME`.
    """

    def __init__(self, examiner: Examiner) -> None:
        """Nothing is played yet."""
        self._examiner, self._size = examiner, 1
        self._likely: Iterator[GameTrace] = iter(())
        self._coming: Iterator[tuple[GameTrace, list[Reply]]] = iter(())

    def replies(self, game: GameTrace, likely: Iterable[GameTrace]) -> list[Reply]:
        """Return the replies in a game. Those that are ``likely`` to follow are played after it."""
        for played, replies in self._coming:
            if played.calls == game.calls:
                return replies
        self._likely = islice(likely, self._size - 1)
        self._size = min(2 * self._size, MOST_AT_A_TIME)
        self._coming = self._play(game)
        return next(self._coming)[1]

    def forget(self) -> None:
        """Play no more of the games that were likely: others are."""
        self._likely, self._size = iter(()), 1
        for _ in self._coming:
            pass  # they are on their way

    def _play(self, game: GameTrace) -> Iterator[tuple[GameTrace, list[Reply]]]:
        """Yield a game, and those that are likely now, with the replies."""

        def games() -> Iterator[GameTrace]:
            each: GameTrace | None = game
            while each is not None:
                yield each
                each = next(self._likely, None)  # others, or none, once a game shows something

        return with_results(
            games(), lambda some: self._examiner.replies_to_each(each.trace for each in some)
        )
