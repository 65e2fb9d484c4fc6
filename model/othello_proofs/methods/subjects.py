"""Subjects: the specification, and the model in both its forms, asked through the same access programs.

An answer is the output of a call or the name of the exception that it raises, so that answers can be
compared. The contracts of the model are off meanwhile: they would say again what the specification says,
and they know nothing of positions that no game reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from modspec import Map
from modspec.contract.contract import without_checks
from modspec.run.machine import Machine
from modspec.syntax.values import State
from othello_model import othello
from othello_model.bitboard import Bitboard
from othello_model.grid import Grid
from othello_model.kernel import STANDARD
from othello_model.othello_type import Othello
from othello_spec import module
from othello_spec.board import BLACK, SQUARES, WHITE, Board, Player
from othello_spec.othello import Game


class MethodSubject(Protocol):
    """A game that is held to what is known of Othello."""

    name: str
    """How a finding names it."""

    def set_up(self, board: Board, turn: Player) -> None:
        """Go to a position, whether a game reaches it or not."""

    def ask(self, routine: str, *arguments: Any) -> Any:
        """What a call yields, or the name of the exception that it raises."""


class Specified:
    """The specification, as it stands."""

    name = "the specification"

    def __init__(self) -> None:
        """Take the first state."""
        self._machine = Machine(module("othello"))
        self._state: State = self._machine.initial()

    def set_up(self, board: Board, turn: Player) -> None:
        """Go to the state with that board and turn."""
        self._state = Game(board=Map(board), turn=turn)

    def ask(self, routine: str, *arguments: Any) -> Any:
        """The outcome of a call; the state is the one after it."""
        outcome = self._machine.call(self._state, routine, arguments)
        assert outcome.state is not None
        self._state = outcome.state
        return outcome.exception or outcome.output


class Modelled:
    """The model, in one of its forms."""

    def __init__(self, name: str, target: Any, put: Callable[[Board, Player], None]) -> None:
        """Take the module or the object, and begin a game; ``put`` sets its position."""
        self.name, self.set_up, self._target = name, put, target
        target.init()

    def ask(self, routine: str, *arguments: Any) -> Any:
        """What its access program returns or raises."""
        with without_checks():
            try:
                return getattr(self._target, routine)(*arguments)
            except Exception as error:  # noqa: BLE001  # whatever is raised is the answer
                return type(error).__name__


def _object() -> Modelled:
    def put(board: Board, turn: Player) -> None:
        black, white = (
            sum(STANDARD.bit(*square) for square in SQUARES if board[square] == player)
            for player in (BLACK, WHITE)
        )
        othello._board, othello._turn = Bitboard(black, white), turn

    return Modelled("the abstract object", othello, put)


def _type() -> Modelled:
    game = Othello()

    def put(board: Board, turn: Player) -> None:
        game._grid, game._turn = Grid(), turn
        for square in SQUARES:
            game._grid.rows[square.row][square.col] = board[square]

    return Modelled("the abstract data type", game, put)


def subjects() -> tuple[MethodSubject, ...]:
    """The specification and the model, each at the start of a game."""
    return Specified(), _object(), _type()


def board(subject: MethodSubject) -> Board:
    """What lies where, as the subject says."""
    return {square: subject.ask("cell", *square) for square in SQUARES}
