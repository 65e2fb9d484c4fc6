"""Findings: what is to be said of the games of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final, Generic, NamedTuple, TypeVar

import numpy as np

from modcheck.testing.runner import Progress
from othello_mis.replay.batch_replay import (
    PASS,
    BatchOutcomes,
    Numbers,
    as_plies,
    blacks_record,
    replayed,
    scores,
)
from othello_mis.replay.files import Games, opened, recording, texts
from othello_mis.replay.replayed_game import IllegalMove, ReplayedGame, replayed_game
from othello_model.batch import Conditions
from othello_model.kernel import STANDARD
from othello_spec.board import BLACK, SIZE, WHITE, Player
from othello_spec.records.malformed import Malformed

EXPLAINED: Final = 10
"""Of how many illegal games of a file the specification itself is asked why; that takes a while."""

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


class GamePlace(NamedTuple):
    """Where a game stands."""

    game: int
    """Which of the file, from 1."""

    line: int | None
    """On which line, from 1, if the file has lines."""


class Illegal(NamedTuple):
    """A game in which somebody does what the rules forbid."""

    place: GamePlace
    offence: IllegalMove


class Unfinished(NamedTuple):
    """A game whose record stops although somebody could move."""

    place: GamePlace
    moves: int


class ScoreMismatch(NamedTuple):
    """A game whose score on record is not the one that it has."""

    place: GamePlace
    recorded: int
    expected: int
    """Black's discs, and the empty squares if Black has won, half of them in a draw."""

    black: int
    """Black's discs."""

    white: int
    """White's."""


@dataclass
class ReplaySummary:
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

    def __add__(self, other: ReplaySummary) -> ReplaySummary:
        return ReplaySummary(
            **{name: number + vars(other)[name] for name, number in vars(self).items()}
        )


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
    missing: int = 0
    """How many games the header tells of that are not there."""

    wrong_header: bool = False
    """Whether the header says anything else that is not so."""

    unreadable: int = 0
    """How many games cannot be read."""

    tally: ReplaySummary = field(default_factory=ReplaySummary)

    def __post_init__(self) -> None:
        """Begin with no findings."""
        self.malformed: Listed[Malformed] = Listed(self.limit)
        self.illegal: Listed[Illegal] = Listed(self.limit)
        self.disagreements: Listed[ScoreMismatch] = Listed(self.limit)
        self.unfinished: Listed[Unfinished] = Listed(self.limit)
        self.explained = 0
        self.offences: dict[tuple[bool, bool, bool], IllegalMove] = {}
        """One of each sort: after the end or not, a pass or not, on a disc or not; the rule is the same."""

    @property
    def deviates(self) -> bool:
        """Whether a game is not what its record says."""
        return bool(self.illegal.count or self.disagreements.count)

    def note(self, problems: Iterable[Malformed]) -> None:
        """Take what cannot be read."""
        found = [problem.at(file=self.file) for problem in problems]
        self.malformed.add(range(len(found)), found.__getitem__)
        self.unreadable += sum(problem.game is not None for problem in found)
        of_header = sum(each.game is None and each.offset is not None for each in found)
        self.wrong_header |= of_header > (self.missing > 0)


def examined(path: Path, limit: int | None, progress: Progress, size: int = SIZE) -> FileFindings:
    """Read a file, replay its games, and say what there is to say; of each kind as much as the limit allows.

    On a board that is not 8x8, the specification plays the games, one at a time.
    """
    result, what = FileFindings(str(path), limit), f"bytes of {path.name}"
    try:
        with opened(path) as stream:
            source = recording(path, stream)
            if size != SIZE and source.kind == "wthor":
                why = f"a WTHOR file has games of 8x8, not of {size}x{size}"
                raise Malformed(why, "leave --size out")
            result.kind = source.kind
            result.year = source.header.year if source.header else None
            result.missing = source.missing
            if size != SIZE:
                _examine_texts(stream, size, result, lambda done: progress(what, done, source.size))
                return result
            for chunk in source.chunks:
                result.note(chunk.malformed)
                _examine(chunk.games, result)
                progress(what, chunk.done, source.size)
    except Malformed as error:
        result.note([error])
    except OSError as error:
        result.note([Malformed(f"cannot be read any further: {error.strerror}")])
    return result


def _examine_texts(
    stream: BinaryIO, size: int, result: FileFindings, progress: Callable[[int], None]
) -> None:
    for game, line, plies, done in texts(stream, size):
        if isinstance(plies, Malformed):
            result.note([plies])
        else:
            _examine_one(GamePlace(game, line), replayed_game(plies, size), result)
        progress(done)


def _examine_one(place: GamePlace, played: ReplayedGame, result: FileFindings) -> None:
    """What is to be said of a game that the specification has played."""
    offence, moves = played.offence, len(played.played)
    result.read += 1
    if offence is not None:
        result.explained += 1
        if result.explained > EXPLAINED:
            offence = replace(offence, grounds=None)
        found = Illegal(place, offence)
        result.illegal.add([0], lambda _: found)
    elif not played.is_over:
        result.unfinished.add([0], lambda _: Unfinished(place, moves))
    else:
        black, white = played.count(BLACK), played.count(WHITE)
        result.tally += ReplaySummary(
            Counter({moves: 1}),
            forfeits=len(played.forfeits),
            with_forfeits=int(bool(played.forfeits)),
            early_ends=int(black + white < played.size**2),
            wipe_outs=int(not black or not white),
            ties=int(black == white),
            black_wins=int(black > white),
            white_wins=int(black < white),
        )


def _examine(games: Games, result: FileFindings) -> None:
    outcomes = replayed(games.plies)
    black, white = scores(outcomes)
    expected = blacks_record(black, white)
    finished = outcomes.is_over & ~outcomes.is_illegal
    stopped = ~outcomes.is_over & ~outcomes.is_illegal

    def place(index: int) -> GamePlace:
        line = None if games.lines is None else int(games.lines[index])
        return GamePlace(int(games.numbers[index]), line)

    def illegal(index: int) -> Illegal:
        sound = int(outcomes.sound[index])
        code = int(games.plies[index, sound])
        discs = int(outcomes.black[index] | outcomes.white[index])
        like = (bool(outcomes.is_over[index]), code == PASS, bool(discs >> code % PASS & 1))
        result.explained += 1
        is_explained = result.explained <= EXPLAINED
        if is_explained or like not in result.offences:
            offence = replayed_game(as_plies(games.plies[index].tolist())).offence
            if offence is None or offence.number != sound + 1:
                raise AssertionError(
                    f"{result.file}, game {place(index).game}: kernel and specification do not agree"
                    f" on move {sound + 1}"
                )
            result.offences[like] = replace(offence, grounds=None)
            if is_explained:
                return Illegal(place(index), offence)
        (ply,) = as_plies([code])
        # at the end the specification, not the kernel, has given the turn to the other one
        player: Player = BLACK if outcomes.blacks_turn[index] ^ outcomes.is_over[index] else WHITE
        alike = result.offences[like]
        return Illegal(place(index), replace(alike, number=sound + 1, ply=ply, player=player))

    def unfinished(index: int) -> Unfinished:
        return Unfinished(place(index), int(outcomes.moves[index]))

    result.read += len(games.numbers)
    result.illegal.add(_where(outcomes.is_illegal), illegal)
    result.unfinished.add(_where(stopped), unfinished)
    if games.scores is not None:
        recorded = games.scores.astype(np.intp)
        result.has_scores = True

        def disagreement(index: int) -> ScoreMismatch:
            numbers = (each[index] for each in (recorded, expected, black, white))
            return ScoreMismatch(place(index), *map(int, numbers))

        result.disagreements.add(_where(finished & (recorded != expected)), disagreement)
    result.tally += _tally(outcomes, np.flatnonzero(finished), black, white)


def _where(condition: Conditions) -> list[int]:
    return [int(index) for index in np.flatnonzero(condition)]


def _tally(
    outcomes: BatchOutcomes, games: Numbers, black: Numbers, white: Numbers
) -> ReplaySummary:
    black, white, forfeits = black[games], white[games], outcomes.forfeits[games]
    lengths, numbers = np.unique(outcomes.moves[games], return_counts=True)
    return ReplaySummary(
        Counter(dict(zip(lengths.tolist(), numbers.tolist(), strict=True))),
        int(forfeits.sum()),
        int(np.count_nonzero(forfeits)),
        int(np.count_nonzero(black + white < STANDARD.rows * STANDARD.columns)),
        int(np.count_nonzero((black == 0) | (white == 0))),
        int(np.count_nonzero(black == white)),
        int(np.count_nonzero(black > white)),
        int(np.count_nonzero(black < white)),
    )
