"""Realisations of Othello: the specification and both forms of the model, asked the same calls.

A reply is the output of a call or the name of the exception that it raises, so that replies can be
compared. The contracts of the model are off: they would repeat the specification, and they know
nothing of positions that no game reaches.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from modspec import Map
from modspec.contract.contract import without_checks
from modspec.run.machine import Machine
from modspec.syntax.values import State
from othello_model import othello
from othello_model.bitboard import BOARD, Bitboard
from othello_model.grid import Grid
from othello_model.othello_type import Othello
from othello_proofs.evidence.method import ClaimVerdict, Finding
from othello_proofs.obligations.refutations import draw_reply
from othello_spec import module
from othello_spec.board import BLACK, SQUARES, WHITE, Board, Player
from othello_spec.othello import Game

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


def findings(replies: Iterable[RoutineReply], tried: str) -> Iterator[Finding]:
    """Yield a finding for each claim, in the order in which the claims first occur."""
    by_claim: dict[str, list[RoutineReply]] = {}
    for reply in replies:
        by_claim.setdefault(reply.claim, []).append(reply)
    for claim, asked in by_claim.items():
        wrong = [reply for reply in asked if reply.expected != reply.got]
        verdict = ClaimVerdict.FAILS if wrong else ClaimVerdict.HOLDS
        detail = "\n".join(line for _, *reply in wrong[:_DRAWN] for line in draw_reply(*reply))
        yield Finding(claim, verdict, len(asked), tried, detail)
