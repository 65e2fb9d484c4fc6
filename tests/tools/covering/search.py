"""Search: few games that have all triples between them, and few moves.

First, games are found one by one; the beam gives each as many of the missing triples as it finds.
Then, in each round, some games are removed and the triples missing without them are searched anew.
The result is kept if it needs no more games, and if its last game has no more to do. In the end the
last game has nothing to do and is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from othello_model.kernel import STANDARD
from tools.covering.beam import best_game
from tools.covering.triples import ACHIEVABLE, COUNT, Weights, numbers

HARDER: Final = 1.5
"""How much more a triple counts that is one longer: there are fewer occasions for it."""

NOISE: Final = 0.5
"""How much chance counts, where the shortest triple counts 1."""

LEARNING: Final = 0.3
"""How much the weight of a triple changes when it was found first of all, or last."""

MOST_AT_ONCE: Final = 5
"""How many games are taken out at once, at most."""

Progress = Callable[[str, int, int], None]
"""Takes a description of the progress, the number of rounds done, and the number of all rounds."""

Courses = list[tuple[int, ...]]
"""Games, as numbers of squares."""


class Rounds(NamedTuple):
    """How long to search."""

    anew: int
    """How often all games are searched anew, with more weight on triples that were hard to get."""

    again: int
    """How often some of the games are replaced."""


@dataclass(frozen=True)
class Found:
    """A game, as numbers of squares, and the triples that it has."""

    course: tuple[int, ...]
    triples: frozenset[int]


ALL: Final = frozenset(triple.number for triple in ACHIEVABLE)


def triples_of(course: Sequence[int]) -> frozenset[int]:
    """The triples of a game, by their numbers. Raises ValueError if a move is not valid."""
    found: set[int] = set()
    own, opponent = STANDARD.start
    for number in course:
        square = 1 << number
        if not STANDARD.valid_moves(own, opponent) & square:
            raise ValueError(f"square {number} is no valid move")
        words: Any = (np.array([word], np.uint64) for word in (own, opponent, square))
        found.update(map(int, numbers(*words)[0]))
        own, opponent = STANDARD.move(own, opponent, square)
    return frozenset(found & ALL)


class Search:
    """Looks for games that have, with others that are given, all triples."""

    def __init__(self, given: Sequence[Sequence[int]], width: int, seed: int) -> None:
        """``given`` are the games to begin with; ``width`` is that of the beam."""
        self._random = np.random.default_rng(seed)
        self._width = width
        self._wanted = ALL - frozenset[int]().union(*map(triples_of, given))
        self._weight = np.zeros(COUNT, np.float32)
        for triple in ACHIEVABLE:
            self._weight[triple.number] = HARDER ** (triple.length - 1)

    def best_games(
        self, known: Sequence[Sequence[int]], rounds: Rounds, progress: Progress
    ) -> Courses:
        """Return the best games found; ``known`` are those of an earlier search, or none."""
        games = [Found(tuple(course), triples_of(course)) for course in known]
        best = self._needed_games(games) if games and not self._missing(games) else None
        for done in range(rounds.anew):
            games = list(self._games(self._wanted))
            self._learn(games)
            best = games if best is None else min(best, self._needed_games(games), key=self._cost)
            progress(f"anew: {_size(best)}", done + 1, rounds.anew)
        for done in range(rounds.again):
            best = self._attempt(best or [])
            progress(f"again: {_size(best)}", done + 1, rounds.again)
        return [game.course for game in best or []]

    def _learn(self, games: Sequence[Found]) -> None:
        """Give more weight to the triples that were found late, since they are hard to get."""
        total = self._weight.sum()
        left = set(self._wanted)
        for late, game in enumerate(games):
            new = sorted(game.triples & left)
            self._weight[new] *= 1 - LEARNING + 2 * LEARNING * late / len(games)
            left.difference_update(new)
        self._weight *= total / self._weight.sum()

    def _attempt(self, games: list[Found]) -> list[Found]:
        """The games with some of them replaced, if that is no worse."""
        if len(games) < 2:
            return games
        order = sorted(games, key=lambda game: len(self._alone(game, games)))
        number = int(self._random.integers(2, min(MOST_AT_ONCE, len(games)) + 1))
        others = self._random.permutation(len(order) - 1)[: number - 1] + 1
        out = [order[0], *(order[index] for index in others)]
        kept = [game for game in games if game not in out]
        added: list[Found] = []
        for game in self._games(self._missing(kept)):
            added.append(game)
            if len(added) > len(out):
                return games
        after = self._needed_games([*kept, *added])
        return after if self._cost(after) <= self._cost(games) else games

    def _games(self, wanted: frozenset[int]) -> Iterator[Found]:
        """Games, one after the other, until they have all that is wanted."""
        while wanted:
            course, _ = best_game(self._weights(wanted), self._width, NOISE, self._random)
            game = Found(tuple(course), triples_of(course))
            wanted -= game.triples
            yield game

    def _weights(self, wanted: frozenset[int]) -> Weights:
        weights = np.zeros_like(self._weight)
        index = sorted(wanted)
        weights[index] = self._weight[index]
        return weights

    def _missing(self, games: Sequence[Found]) -> frozenset[int]:
        return self._wanted.difference(*(game.triples for game in games))

    def _alone(self, game: Found, games: Sequence[Found]) -> frozenset[int]:
        """What only this one of the games has."""
        return self._missing([other for other in games if other is not game])

    def _needed_games(self, games: Sequence[Found]) -> list[Found]:
        """Return the games without those that add nothing, of which the longest go first."""
        needed = list(games)
        for game in sorted(games, key=lambda game: -len(game.course)):
            if not self._alone(game, needed):
                needed.remove(game)
        return needed

    def _cost(self, games: Sequence[Found]) -> tuple[int, int, int]:
        """What should be little: games, what the least needed of them has to do, moves."""
        least = min((len(self._alone(game, games)) for game in games), default=0)
        return len(games), least, sum(len(game.course) for game in games)


def _size(games: Sequence[Found]) -> str:
    return f"{len(games)} games, {sum(len(game.course) for game in games)} moves"
