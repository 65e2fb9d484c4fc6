"""Findings: what replaying the games of a file shows.

The kernel finds the first illegal ply of each game; the specification explains it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from modcheck.testing.runner import Progress
from othello_mis.replay.files import NO_GAME, RIGHT, open_file, recorded_games
from othello_mis.replay.kernel_replay import GameOutcome, blacks_record, replay_game
from othello_mis.replay.recorded_game import RecordedGame
from othello_mis.replay.replayed_game import IllegalMove, replayed_game
from othello_spec.board import BLACK, SIZE, WHITE, Player
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import Pass

EXPLAINED: Final = 10
"""How many illegal games of a file the specification explains; an explanation takes a while."""

_FEW: Final = 16
"""So few games are replayed before NumPy is loaded."""

Item = TypeVar("Item")


@dataclass
class Listed(Generic[Item]):
    """Findings of one kind: the first ones, and how many there are in all."""

    limit: int | None
    """How many are listed; None: all."""

    items: list[Item] = field(default_factory=list)
    count: int = 0

    def add(self, make: Callable[..., Item], *arguments: Any) -> None:
        """Count a finding; make it of the arguments and list it, up to the limit."""
        self.count += 1
        if self.limit is None or len(self.items) < self.limit:
            self.items.append(make(*arguments))

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

    def count_game(self, outcome: GameOutcome, size: int) -> None:
        """Count a game that was played to its end."""
        black, white = outcome.black.bit_count(), outcome.white.bit_count()
        self.lengths[outcome.moves] += 1
        self.forfeits += outcome.forfeits
        self.with_forfeits += outcome.forfeits > 0
        self.early_ends += black + white < size**2
        self.wipe_outs += not black or not white
        self.ties += black == white
        self.black_wins += black > white
        self.white_wins += black < white

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

    positions: int = 0
    """How many positions could be read."""

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
        for problem in found:
            self.malformed.add(problem.at)
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
            if source.kind == "text" and not (result.read or result.positions or result.unreadable):
                raise Malformed(NO_GAME, RIGHT)
    except Malformed as error:
        result.note([error])
    except OSError as error:
        result.note([Malformed(f"cannot be read any further: {error.strerror}")])
    return result


def _examine(games: Sequence[RecordedGame], size: int, result: FileFindings) -> None:
    """Replay some games and add what they show to the result."""
    before = None
    for game, outcome in zip(games, _outcomes(games, size), strict=True):
        if game.start is None:
            result.read += 1
        elif game.number != before:  # a position is a game for each of its moves
            result.positions += 1
        before = game.number
        place = GamePlace(game.number, game.line)
        if outcome.is_illegal:
            result.illegal.add(_illegal, place, game, outcome, result)
        elif game.start is None and outcome.is_over:
            result.summary.count_game(outcome, size)
            _compare_scores(game, outcome, place, result)
        elif game.start is None:
            result.unfinished.add(Unfinished, place, outcome.moves)


def _outcomes(games: Sequence[RecordedGame], size: int) -> Sequence[GameOutcome]:
    """Return how each game goes: all at once if NumPy is there, which is far faster."""
    if len(games) > _FEW and all(game.start is None for game in games):
        try:
            from othello_mis.replay.batch_replay import replay_games
        except ModuleNotFoundError as error:
            if error.name != "numpy":
                raise
        else:
            return replay_games(games, size)
    return list(map(replay_game, games))


def _compare_scores(
    game: RecordedGame, outcome: GameOutcome, place: GamePlace, result: FileFindings
) -> None:
    """Add a finding if the score on record is not that of the game."""
    if game.score is None:
        return
    black, white = outcome.black.bit_count(), outcome.white.bit_count()
    expected = blacks_record(black, white, game.size)
    result.has_scores = True
    if game.score != expected:
        numbers = (game.score, expected, black, white)
        result.score_mismatches.add(ScoreMismatch, place, *numbers)


def _illegal(
    place: GamePlace, game: RecordedGame, outcome: GameOutcome, result: FileFindings
) -> Illegal:
    return Illegal(place, _illegal_move(game, outcome, result))


def _illegal_move(game: RecordedGame, outcome: GameOutcome, result: FileFindings) -> IllegalMove:
    """Return the illegal ply that the kernel found in a game.

    The specification explains the first ones, and at least one of each sort; the others of the sort
    break the same rule.
    """
    ply = game.plies[outcome.sound]
    is_pass = isinstance(ply, Pass)
    discs = outcome.black | outcome.white
    is_on_disc = not isinstance(ply, Pass) and bool(discs >> game.size * ply.row + ply.col & 1)
    sort = (outcome.is_over, is_pass, is_on_disc)
    result.explanations += 1
    is_explained = result.explanations <= EXPLAINED
    if is_explained or sort not in result.explained:
        move = replayed_game(game.plies, game.size, game.start_state).illegal_move
        if move is None or move.number != outcome.sound + 1:
            raise AssertionError(
                f"{result.file}, game {game.number}: kernel and specification do not agree"
                f" on move {outcome.sound + 1}"
            )
        result.explained[sort] = replace(move, reason=None)
        if is_explained:
            return move
    # at the end the specification, not the kernel, has given the turn to the other player
    is_given = outcome.is_over and outcome.moves > 0
    player: Player = BLACK if outcome.blacks_turn ^ is_given else WHITE
    return replace(result.explained[sort], number=outcome.sound + 1, ply=ply, player=player)
