"""Findings: what replaying the games of a file shows.

The kernel finds the first illegal ply of each game; the specification explains it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

import numpy as np

from modcheck.testing.runner import Progress
from othello_mis.replay.batch_replay import (
    PASS_CODE,
    BatchOutcomes,
    Numbers,
    blacks_record,
    plies_of,
    replay_batch,
    scores,
)
from othello_mis.replay.files import Games, open_file, recorded_games
from othello_mis.replay.replayed_game import IllegalMove, replayed_game
from othello_model.batch import Conditions
from othello_spec.board import BLACK, SIZE, WHITE, Player
from othello_spec.records.malformed import Malformed

EXPLAINED: Final = 10
"""How many illegal games of a file the specification explains; an explanation takes a while."""

Item = TypeVar("Item")


@dataclass
class Listed(Generic[Item]):
    """Findings of one kind: the first ones, and how many there are in all."""

    limit: int | None
    """How many are listed; None: all."""

    items: list[Item] = field(default_factory=list)
    count: int = 0

    def add(self, found: Sequence[int], make: Callable[[int], Item]) -> None:
        """Count the findings and make a list of the first ones, up to the limit."""
        room = None if self.limit is None else max(self.limit - len(self.items), 0)
        self.items += map(make, islice(found, room))
        self.count += len(found)

    @property
    def rest(self) -> int:
        """How many are not listed."""
        return self.count - len(self.items)


class GamePlace(NamedTuple):
    """The place of a game in its file."""

    game: int
    """The number of the game, from 1."""

    line: int | None
    """The line, from 1, if the file has lines."""


class Illegal(NamedTuple):
    """A game with an illegal ply."""

    place: GamePlace
    move: IllegalMove


class Unfinished(NamedTuple):
    """A game whose record stops although a player can move."""

    place: GamePlace
    moves: int


class ScoreMismatch(NamedTuple):
    """A game with a wrong recorded score."""

    place: GamePlace
    recorded: int
    expected: int
    """Black's discs, and the empty squares if Black has won, half of them in a draw."""

    black: int
    """Black's discs."""

    white: int
    """White's discs."""


@dataclass
class ReplaySummary:
    """The outcomes of games that were played to their end."""

    lengths: Counter[int] = field(default_factory=Counter)
    """The number of games of each length in moves."""

    forfeits: int = 0
    """Forfeited turns."""

    with_forfeits: int = 0
    """Games with forfeited turns."""

    early_ends: int = 0
    """Games that ended with empty squares."""

    wipe_outs: int = 0
    """Games that ended with no disc of one colour left."""

    ties: int = 0
    black_wins: int = 0
    white_wins: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.ties + self.black_wins + self.white_wins

    @property
    def mean_length(self) -> float:
        """The mean number of moves of a game; there is at least one game."""
        return sum(length * number for length, number in self.lengths.items()) / self.games

    def __add__(self, other: ReplaySummary) -> ReplaySummary:
        return ReplaySummary(
            **{name: number + vars(other)[name] for name, number in vars(self).items()}
        )


@dataclass
class FileFindings:
    """The findings about one file."""

    file: str
    limit: int | None
    kind: str = "unreadable"
    """``wthor`` or ``text``, if the file is one of them."""

    year: int | None = None
    """The year of the games, if the file has it."""

    read: int = 0
    """How many games could be read."""

    has_scores: bool = False
    missing: int = 0
    """How many games the header counts that are not there."""

    wrong_header: bool = False
    """Whether the header says anything else that is wrong."""

    unreadable: int = 0
    """How many games cannot be read."""

    summary: ReplaySummary = field(default_factory=ReplaySummary)

    def __post_init__(self) -> None:
        """Begin with no findings."""
        self.malformed: Listed[Malformed] = Listed(self.limit)
        self.illegal: Listed[Illegal] = Listed(self.limit)
        self.score_mismatches: Listed[ScoreMismatch] = Listed(self.limit)
        self.unfinished: Listed[Unfinished] = Listed(self.limit)
        self.explanations = 0
        self.explained: dict[tuple[bool, bool, bool], IllegalMove] = {}
        """An illegal ply of each sort: after the end or not, a pass or not, on a disc or not.

        The sort decides which rule a ply breaks.
        """

    @property
    def deviates(self) -> bool:
        """Whether a game is not what its record says."""
        return bool(self.illegal.count or self.score_mismatches.count)

    def note(self, problems: Iterable[Malformed]) -> None:
        """Add what cannot be read."""
        found = [problem.at(file=self.file) for problem in problems]
        self.malformed.add(range(len(found)), found.__getitem__)
        self.unreadable += sum(problem.game is not None for problem in found)
        of_header = sum(each.game is None and each.offset is not None for each in found)
        self.wrong_header |= of_header > (self.missing > 0)


def examine_file(
    path: Path, limit: int | None, progress: Progress, size: int = SIZE
) -> FileFindings:
    """Replay the games of a file on boards of a size; list the findings up to the limit."""
    result = FileFindings(str(path), limit)
    try:
        with open_file(path) as stream:
            source = recorded_games(path, stream, size)
            result.kind = source.kind
            result.year = source.header.year if source.header else None
            result.missing = source.missing
            for chunk in source.chunks:
                result.note(chunk.malformed)
                _examine(chunk.games, size, result)
                progress(f"bytes of {path.name}", chunk.done, source.size)
    except Malformed as error:
        result.note([error])
    except OSError as error:
        result.note([Malformed(f"cannot be read any further: {error.strerror}")])
    return result


def _examine(games: Games, size: int, result: FileFindings) -> None:
    """Replay some games and add what they show to the result."""
    outcomes = replay_batch(games.plies, size)
    black, white = scores(outcomes)
    finished = outcomes.is_over & ~outcomes.is_illegal

    def place(index: int) -> GamePlace:
        line = None if games.lines is None else int(games.lines[index])
        return GamePlace(int(games.numbers[index]), line)

    def illegal(index: int) -> Illegal:
        return Illegal(place(index), _illegal_move(games, outcomes, index, size, result))

    def unfinished_game(index: int) -> Unfinished:
        return Unfinished(place(index), int(outcomes.moves[index]))

    result.read += len(games.numbers)
    result.illegal.add(_indices(outcomes.is_illegal), illegal)
    result.unfinished.add(_indices(~outcomes.is_over & ~outcomes.is_illegal), unfinished_game)
    if games.scores is not None:
        recorded, expected = games.scores.astype(np.intp), blacks_record(black, white)
        result.has_scores = True

        def score_mismatch(index: int) -> ScoreMismatch:
            numbers = (each[index] for each in (recorded, expected, black, white))
            return ScoreMismatch(place(index), *map(int, numbers))

        result.score_mismatches.add(_indices(finished & (recorded != expected)), score_mismatch)
    result.summary += _summary(outcomes, np.flatnonzero(finished), black, white, size)


def _illegal_move(
    games: Games, outcomes: BatchOutcomes, index: int, size: int, result: FileFindings
) -> IllegalMove:
    """Return the illegal ply that the kernel found in a game.

    The specification explains the first ones, and at least one of each sort; the others of the sort
    break the same rule.
    """
    sound = int(outcomes.sound[index])
    code = int(games.plies[index, sound])
    discs = int(outcomes.black[index] | outcomes.white[index])
    is_over, is_pass = bool(outcomes.is_over[index]), code == PASS_CODE
    sort = (is_over, is_pass, bool(discs >> code % PASS_CODE & 1))
    result.explanations += 1
    is_explained = result.explanations <= EXPLAINED
    if is_explained or sort not in result.explained:
        move = replayed_game(plies_of(games.plies[index].tolist(), size), size).illegal_move
        if move is None or move.number != sound + 1:
            raise AssertionError(
                f"{result.file}, game {games.numbers[index]}: kernel and specification do not agree"
                f" on move {sound + 1}"
            )
        result.explained[sort] = replace(move, reason=None)
        if is_explained:
            return move
    (ply,) = plies_of([code], size)
    # at the end the specification, not the kernel, has given the turn to the other player
    player: Player = BLACK if outcomes.blacks_turn[index] ^ is_over else WHITE
    return replace(result.explained[sort], number=sound + 1, ply=ply, player=player)


def _indices(condition: Conditions) -> list[int]:
    return [int(index) for index in np.flatnonzero(condition)]


def _summary(
    outcomes: BatchOutcomes, games: Numbers, black: Numbers, white: Numbers, size: int
) -> ReplaySummary:
    black, white, forfeits = black[games], white[games], outcomes.forfeits[games]
    lengths, numbers = np.unique(outcomes.moves[games], return_counts=True)
    return ReplaySummary(
        Counter(dict(zip(lengths.tolist(), numbers.tolist(), strict=True))),
        int(forfeits.sum()),
        int(np.count_nonzero(forfeits)),
        int(np.count_nonzero(black + white < size**2)),
        int(np.count_nonzero((black == 0) | (white == 0))),
        int(np.count_nonzero(black == white)),
        int(np.count_nonzero(black > white)),
        int(np.count_nonzero(black < white)),
    )
