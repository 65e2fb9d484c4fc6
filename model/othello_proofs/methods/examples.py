"""The methods of examples: figures of the sources, and games of tournaments.

The specification and both forms of the model are asked through the same calls. A reply is the
output of a call or the name of the exception that it raises, so that replies can be compared. The
contracts of the model are off: they would repeat the specification, and they know nothing of
positions that no game reaches.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib.resources import files
from typing import Any, Final, NamedTuple

from modspec import Map
from modspec.contract.contract import without_checks
from modspec.explain.explain import environment, explain
from modspec.run.instance import Instance
from modspec.run.machine import Machine
from modspec.syntax.values import State
from othello_model import othello
from othello_model.bitboard import BOARD, Bitboard
from othello_model.grid import Grid
from othello_model.othello_type import Othello
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method, Questions
from othello_proofs.obligations.refutations import reply_refutation
from othello_spec import module
from othello_spec.board import (
    BLACK,
    DRAW,
    PLAYERS,
    SIZE,
    SQUARES,
    WHITE,
    Board,
    Direction,
    Player,
    Square,
    Winner,
)
from othello_spec.lines import captures, flips, placed
from othello_spec.othello import Game
from othello_spec.records.move_lists import moves
from othello_suite.figures import (
    ENDINGS,
    FIGURE_1,
    FIGURES,
    REFUSED,
    STARS,
    SUPPOSED,
    SourceEnding,
    SourceFigure,
)

_DRAWN = 3
"""How many wrong replies are shown of each claim."""


class RoutineReply(NamedTuple):
    """A question, the expected reply and the reply."""

    claim: str
    """The claim that the question is about."""

    question: str
    expected: Any
    got: Any


class Realisation(ABC):
    """A game that is compared with what is known of Othello."""

    name: str
    """The name in findings."""

    @abstractmethod
    def set_up(self, board: Board, turn: Player) -> None:
        """Go to a position, whether or not a game reaches it."""

    @abstractmethod
    def ask(self, routine: str, *arguments: Any) -> Any:
        """Make a call. Return its output, or the name of the exception that it raises."""

    def board(self) -> Board:
        """Return what each square holds."""
        return {square: self.ask("cell", *square) for square in SQUARES}

    def compare(self, title: str, routine: str, expected: Any, *arguments: Any) -> RoutineReply:
        """Make a call and return its reply beside the expected one."""
        got = self.ask(routine, *arguments)
        return RoutineReply(f"othello.{routine}", f"{title}, {self.name}", expected, got)


class _Specification(Realisation):
    name = "the specification"

    def __init__(self) -> None:
        self._machine = Machine(module("othello"))
        self._state: State = self._machine.initial()

    def set_up(self, board: Board, turn: Player) -> None:
        self._state = Game(board=Map(board), turn=turn)

    def ask(self, routine: str, *arguments: Any) -> Any:
        outcome = self._machine.call(self._state, routine, arguments)
        assert outcome.state is not None
        self._state = outcome.state
        return outcome.exception or outcome.output


class _AbstractObject(Realisation):
    name = "the abstract object"
    target: Any = othello

    def __init__(self) -> None:
        self.target.init()

    def set_up(self, board: Board, turn: Player) -> None:
        black, white = (
            BOARD.word(square for square in SQUARES if board[square] == player)
            for player in (BLACK, WHITE)
        )
        othello._board, othello._turn = Bitboard(black, white), turn

    def ask(self, routine: str, *arguments: Any) -> Any:
        with without_checks():
            try:
                return getattr(self.target, routine)(*arguments)
            except Exception as error:  # noqa: BLE001  # any exception is a reply
                return type(error).__name__


class _AbstractDataType(_AbstractObject):
    name = "the abstract data type"

    def __init__(self) -> None:
        self.target = Othello()
        super().__init__()

    def set_up(self, board: Board, turn: Player) -> None:
        game = self.target
        game._grid, game._turn = Grid(), turn
        for row, col in SQUARES:
            game._grid.rows[row][col] = board[row, col]  # type: ignore[index]  # a square is a pair


def realisations() -> tuple[Realisation, ...]:
    """Return the specification and both forms of the model, each at the start of a game."""
    return _Specification(), _AbstractObject(), _AbstractDataType()


def findings(replies: Iterable[RoutineReply], tried: str) -> Iterator[ClaimFinding]:
    """Yield a finding for each claim, in the order in which the claims first occur."""
    by_claim: dict[str, list[RoutineReply]] = {}
    for reply in replies:
        by_claim.setdefault(reply.claim, []).append(reply)
    for claim, asked in by_claim.items():
        wrong = [reply for reply in asked if reply.expected != reply.got]
        verdict = ClaimVerdict.FAILS if wrong else ClaimVerdict.HOLDS
        detail = "\n".join(
            line for _, *reply in wrong[:_DRAWN] for line in reply_refutation(*reply).lines()
        )
        yield ClaimFinding(claim, verdict, len(asked), tried, detail)


class _Examples(Method):
    """A method of one unit that is as quick as can be."""

    def units(self, quick: bool) -> Sequence[str]:
        """One: it takes a few seconds."""
        del quick
        return ("all",)

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the specification of the game."""
        del unit, claim
        return ("othello_spec.othello",)


# -- figures ---------------------------------------------------------------------------------------


_LINES: Final = ("lines.brackets", "lines.captures", "lines.flips", "lines.placed")
"""What the figures say of discs, beside what they say of the access programs."""

_FORMS: Final = 3
"""The specification, the abstract object and the abstract data type."""

_QUESTIONS: Final = {
    "brackets": 3,
    "captures": 358,
    "flips": 178,
    "placed": 178,
    "init": 1,
    "move": 267,
    "is_valid_move": 356,
    "cell": 64,
    "turn": 1,
    "count": 8,
    "winner": 5,
    "game_over": 93,
    "has_valid_moves": 8,
}
"""How many questions the figures ask about a function, of each form."""


class Figures(_Examples):
    """Puts every figure of the sources to the specification and to the model."""

    name = "figures"
    title = "figures"
    shows = (
        "In the positions and games that the source documents show or describe, the specification"
        " and the model do what the documents say. So the specification is about the game that"
        " was meant."
    )
    does_not_show = "Anything about other positions: a handful of examples is far from all boards."

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """Every access program, and what discs capture."""
        del unit, quick
        programs = (f"othello.{f.name}" for f in module("othello").access_programs)
        return (*programs, *_LINES)

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return how often the figures are about a claim, of each form of the game."""
        del unit, quick
        owner, _, name = claim.partition(".")
        forms = 1 if owner == "lines" else _FORMS
        return Questions(forms * _QUESTIONS[name])

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Ask about every figure; there is no quicker run."""
        del unit, quick
        yield from findings(_replies(), "the figures and examples of the sources")


def _replies() -> Iterator[RoutineReply]:
    figures = {**FIGURES, **SUPPOSED, **STARS}
    for name, figure in figures.items():
        yield from _captures(f"{name}, the specification", figure)
    yield from _refusals()
    for realisation in realisations():
        yield from _start(realisation)
        for name, figure in figures.items():
            yield from _move(realisation, name, figure)
        for name, ending in ENDINGS.items():
            yield from _ending(realisation, name, ending)


def _captures(title: str, figure: SourceFigure) -> Iterator[RoutineReply]:
    """Ask the specification of lines."""
    before, player, square = figure.arguments
    after, again = placed(before, player, square), f"{title}, once more"
    yield RoutineReply("lines.captures", title, True, captures(before, player, square))
    yield RoutineReply("lines.captures", again, False, captures(after, player, square))
    yield RoutineReply("lines.flips", title, figure.flipped, flips(before, player, square))
    yield RoutineReply("lines.placed", title, figure.after, after)


def _refusals() -> Iterator[RoutineReply]:
    """Ask the specification by which rule a row is not captured."""
    lines = module("lines")
    text, a4 = Instance(lines), Square(3, 0)
    for (name, rule), (board, length) in REFUSED.items():
        arguments: tuple[Any, ...] = (Map(board), BLACK, a4)
        if name == "brackets":
            arguments = (*arguments, Direction.EAST, length - 1)
        function = lines[name]
        assert function.output is not None
        why = explain(function.output.value, environment(text, function, None, arguments))
        rules = next((part.rules for part in why.path() if part.rules), ())
        answer = "captured" if why.value else ", ".join(rules)
        yield RoutineReply(f"lines.{name}", f"the row for {rule}", rule, answer)


def _start(realisation: Realisation) -> Iterator[RoutineReply]:
    """Ask about the start: figure 1, who begins, and that neither player is ahead."""
    compare = partial(realisation.compare, "start")
    realisation.ask("init")
    title = f"start, {realisation.name}"
    yield RoutineReply("othello.init", title, FIGURE_1, realisation.board())
    yield compare("turn", BLACK)
    yield compare("winner", DRAW)
    for square, cell in FIGURE_1.items():
        yield compare("cell", cell, *square)


def _move(realisation: Realisation, name: str, figure: SourceFigure) -> Iterator[RoutineReply]:
    """Ask whether a move is valid, what it leads to, and whether it is valid once more."""
    before, player, square = figure.arguments
    realisation.set_up(before, player)
    yield realisation.compare(name, "is_valid_move", True, *square, player)
    got = realisation.ask("move", *square) or realisation.board()
    again = f"{name}, {realisation.name}, once more"
    valid = realisation.ask("is_valid_move", *square, player)
    yield RoutineReply("othello.is_valid_move", again, False, valid)
    yield RoutineReply("othello.move", f"{name}, {realisation.name}", figure.after, got)


def _ending(realisation: Realisation, name: str, ending: SourceEnding) -> Iterator[RoutineReply]:
    """Ask during a game whether it is over, and after the last move for the result."""
    compare = partial(realisation.compare, name)
    realisation.ask("init")
    for square in moves(ending.moves):
        yield compare("game_over", False)
        yield compare("move", None, *square)
    yield compare("game_over", ending.over)
    yield compare("winner", ending.winner)
    yield compare("count", ending.black, BLACK)
    yield compare("count", ending.white, WHITE)
    for player in PLAYERS:
        can_move = not ending.over and player == WHITE  # in the one game that goes on
        yield compare("has_valid_moves", can_move, player)


# -- games -----------------------------------------------------------------------------------------


class TournamentGame(NamedTuple):
    """A game that was played, and its result."""

    score: int
    """Black's, of 64: the winner is given the empty squares."""

    moves: tuple[Square, ...]

    @property
    def winner(self) -> Winner:
        """The player who has more than half of the board."""
        half = SIZE * SIZE // 2
        return BLACK if self.score > half else WHITE if self.score < half else DRAW


def tournament_games() -> tuple[TournamentGame, ...]:
    """Return the games of the file beside this one."""
    text = files(__package__).joinpath("tournament_games.txt").read_text(encoding="utf-8")
    lines = (line.split(maxsplit=1) for line in text.splitlines() if line and line[0] != "#")
    return tuple(TournamentGame(int(score), moves(squares)) for score, squares in lines)


class Tournaments(_Examples):
    """Replays real games on the specification and on the model."""

    name = "games"
    title = "games"
    shows = (
        "Games that people have played in tournaments are games by the specification and by the"
        " model as well: every move is valid, the last one ends the game, and the score is the"
        " one on record."
    )
    does_not_show = (
        "That invalid moves are refused, for hardly anybody tries them in tournaments; nor much"
        " about the odd corners of the rules, such as a wipe-out, which good players seldom reach."
    )

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The access programs that it takes to play a game and to see who has won."""
        del unit, quick
        names = ("is_valid_move", "move", "game_over", "count", "winner")
        return tuple(f"othello.{name}" for name in names)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Replay all games; there is no quicker run."""
        del unit, quick
        games = tournament_games()
        replies = (
            reply
            for number, game in enumerate(games, start=1)
            for reply in replay(f"game {number}", game, realisations())
        )
        yield from findings(replies, f"{len(games)} games of a tournament database")


def replay(
    title: str, game: TournamentGame, all_realisations: Sequence[Realisation]
) -> Iterator[RoutineReply]:
    """Yield the replies in each position of a game beside what is on record.

    The board after a move is not on record: there the first realisation says what is expected.
    """
    for each in all_realisations:
        each.ask("init")
    for ply, square in enumerate(game.moves, start=1):
        about = f"{title}, move {ply}"
        for each in all_realisations:
            turn = each.ask("turn")
            yield each.compare(about, "game_over", False)
            yield each.compare(about, "is_valid_move", True, *square, turn)
            yield each.compare(about, "move", None, *square)
        expected, *others = (each.board() for each in all_realisations)
        for each, board in zip(all_realisations[1:], others, strict=True):
            yield RoutineReply("othello.move", f"{about}, {each.name}", expected, board)
    for each in all_realisations:
        about = f"{title}, at its end"
        yield each.compare(about, "game_over", True)
        yield each.compare(about, "winner", game.winner)
        yield RoutineReply("othello.count", f"{about}, {each.name}", game.score, _score(each))


def _score(realisation: Realisation) -> object:
    """Return Black's score from the counts at the end: the winner is given the empty squares."""
    black, white = realisation.ask("count", BLACK), realisation.ask("count", WHITE)
    if not (isinstance(black, int) and isinstance(white, int)):
        return f"{black} and {white}"
    empty = SIZE * SIZE - black - white
    return black + (empty if black > white else empty // 2 if black == white else 0)
