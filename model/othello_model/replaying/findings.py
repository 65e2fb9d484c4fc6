"""Findings: what is to be said of the games of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from modspec.checking.examine import Progress
from othello_model.batch import Conditions
from othello_model.kernel import STANDARD
from othello_model.replaying.batch_replay import (
    Numbers,
    Outcomes,
    as_plies,
    blacks_record,
    replayed,
    scores,
)
from othello_model.replaying.course import Offence, course
from othello_model.replaying.files import Games, opened, recording
from othello_spec.records.malformed import Malformed

Item = TypeVar("Item")


@dataclass
class Listed(Generic[Item]):
    """Findings of a kind: the first ones, and how many there are in all."""

    limit: int | None
    """How many are kept; None: all."""

    items: list[Item] = field(default_factory=list)
    count: int = 0

    def add(self, found: Sequence[int], told: Callable[[int], Item]) -> None:
        """Take as many as there is room for; only of these is it found out what to tell."""
        room = None if self.limit is None else max(self.limit - len(self.items), 0)
        self.items += map(told, islice(found, room))
        self.count += len(found)

    @property
    def rest(self) -> int:
        """How many are not kept."""
        return self.count - len(self.items)


class Place(NamedTuple):
    """Where a game stands."""

    game: int
    """Which of the file, from 1."""

    line: int | None
    """On which line, from 1, if the file has lines."""


class Illegal(NamedTuple):
    """A game in which somebody does what the rules forbid."""

    place: Place
    offence: Offence


class Unfinished(NamedTuple):
    """A game whose record stops although somebody could move."""

    place: Place
    moves: int


class Disagreement(NamedTuple):
    """A game whose score on record is not the one that it has."""

    place: Place
    recorded: int
    expected: int
    """Black's discs, and the empty squares if Black has won, half of them in a draw."""

    black: int
    """Black's discs."""

    white: int
    """White's."""


@dataclass
class Tally:
    """How games have come out that were played to their end."""

    lengths: Counter[int] = field(default_factory=Counter)
    """How many games there are of each number of moves."""

    forfeits: int = 0
    """Turns that were forfeited."""

    with_forfeits: int = 0
    """Games with such turns."""

    early_ends: int = 0
    """Games that ended with squares still empty."""

    wipe_outs: int = 0
    """Games that ended with no disc of one colour left."""

    ties: int = 0
    black_wins: int = 0
    white_wins: int = 0

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.ties + self.black_wins + self.white_wins

    @property
    def mean_length(self) -> float:
        """How many moves a game has on average; there is at least one game."""
        return sum(length * number for length, number in self.lengths.items()) / self.games

    def __add__(self, other: Tally) -> Tally:
        return Tally(**{name: number + vars(other)[name] for name, number in vars(self).items()})


@dataclass
class FileFindings:
    """What is to be said of a file."""

    file: str
    limit: int | None
    kind: str = "unreadable"
    """``wthor`` or ``text``, if it is one of them."""

    year: int | None = None
    """Of the games, if it is told."""

    read: int = 0
    """How many games could be read."""

    has_scores: bool = False
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        """Begin with no findings."""
        self.malformed: Listed[Malformed] = Listed(self.limit)
        self.illegal: Listed[Illegal] = Listed(self.limit)
        self.disagreements: Listed[Disagreement] = Listed(self.limit)
        self.unfinished: Listed[Unfinished] = Listed(self.limit)

    @property
    def deviates(self) -> bool:
        """Whether a game is not what its record says."""
        return bool(self.illegal.count or self.disagreements.count)

    def note(self, problems: Iterable[Malformed]) -> None:
        """Take what cannot be read."""
        found = [problem.at(file=self.file) for problem in problems]
        self.malformed.add(range(len(found)), found.__getitem__)


def examined(path: Path, limit: int | None, progress: Progress) -> FileFindings:
    """Read a file, replay its games, and say what there is to say; of each kind as much as the limit allows."""
    result = FileFindings(str(path), limit)
    try:
        with opened(path) as stream:
            source = recording(path, stream)
            result.kind = source.kind
            result.year = source.header.year if source.header else None
            for chunk in source.chunks:
                result.note(chunk.malformed)
                _examine(chunk.games, result)
                progress(f"bytes of {path.name}", chunk.done, source.size)
    except Malformed as error:
        result.note([error])
    except OSError as error:
        result.note([Malformed(f"cannot be read any further: {error.strerror}")])
    return result


def _examine(games: Games, result: FileFindings) -> None:
    outcomes = replayed(games.plies)
    black, white = scores(outcomes)
    expected = blacks_record(black, white)
    finished = outcomes.is_over & ~outcomes.is_illegal
    stopped = ~outcomes.is_over & ~outcomes.is_illegal

    def place(index: int) -> Place:
        line = None if games.lines is None else int(games.lines[index])
        return Place(int(games.numbers[index]), line)

    def illegal(index: int) -> Illegal:
        offence = course(as_plies(games.plies[index].tolist())).offence
        sound = int(outcomes.sound[index])
        if offence is None or offence.number != sound + 1:
            raise AssertionError(
                f"{result.file}, game {place(index).game}: kernel and specification do not agree on"
                f" move {sound + 1}"
            )
        return Illegal(place(index), offence)

    def unfinished(index: int) -> Unfinished:
        return Unfinished(place(index), int(outcomes.moves[index]))

    result.read += len(games.numbers)
    result.illegal.add(_where(outcomes.is_illegal), illegal)
    result.unfinished.add(_where(stopped), unfinished)
    if games.scores is not None:
        recorded = games.scores.astype(np.intp)
        result.has_scores = True

        def disagreement(index: int) -> Disagreement:
            numbers = (each[index] for each in (recorded, expected, black, white))
            return Disagreement(place(index), *map(int, numbers))

        result.disagreements.add(_where(finished & (recorded != expected)), disagreement)
    result.tally += _tally(outcomes, np.flatnonzero(finished), black, white)


def _where(condition: Conditions) -> list[int]:
    return [int(index) for index in np.flatnonzero(condition)]


def _tally(outcomes: Outcomes, games: Numbers, black: Numbers, white: Numbers) -> Tally:
    black, white, forfeits = black[games], white[games], outcomes.forfeits[games]
    lengths, numbers = np.unique(outcomes.moves[games], return_counts=True)
    return Tally(
        Counter(dict(zip(lengths.tolist(), numbers.tolist(), strict=True))),
        int(forfeits.sum()),
        int(np.count_nonzero(forfeits)),
        int(np.count_nonzero(black + white < STANDARD.rows * STANDARD.columns)),
        int(np.count_nonzero((black == 0) | (white == 0))),
        int(np.count_nonzero(black == white)),
        int(np.count_nonzero(black > white)),
        int(np.count_nonzero(black < white)),
    )
