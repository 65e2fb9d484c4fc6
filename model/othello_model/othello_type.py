"""Othello as an abstract data type: any number of games, each with state variables of its own.

Each access program is held to the clauses of its namesake in ``othello_spec.othello``. Side by
side with the abstract object in ``othello_model.othello``, what differs is where the state lives; and
how the board is kept, which is a secret of each.
"""

from __future__ import annotations

from modspec import declare
from modspec.contract.contract import Contract
from othello_model.abstraction import of_grid
from othello_model.grid import Grid, on_board
from othello_model.refusals import NotAllowed, NotOnBoard
from othello_model.size import CONSTANTS
from othello_spec.board import BLACK, Cell, Player, Winner
from othello_spec.othello import Game, InvalidMove, OutOfBounds

__all__ = ["InvalidMove", "Othello", "OutOfBounds"]


def _state(game: Othello) -> Game:
    """The specification's state."""
    return of_grid(game._grid, game._turn)


contract = Contract(declare("othello_spec.othello"), abstraction=_state, constants=CONSTANTS)


class Othello:
    """One game."""

    _grid: Grid
    _turn: Player

    def __init__(self) -> None:
        """Make a new game, set up for the first move."""
        self.init()

    @contract
    def init(self) -> None:
        """Set up the board for a new game."""
        self._grid = Grid()
        self._turn = BLACK

    @contract
    def move(self, row: int, col: int) -> None:
        """Place a disc for the player whose turn it is, and flip every disc that it outflanks.

        Raises OutOfBounds off the board, else InvalidMove where they may not; nothing changes then.
        """
        if not on_board(row, col):
            raise OutOfBounds(NotOnBoard(row, col))
        if not self._grid.accepts(self._turn, row, col):
            raise InvalidMove(NotAllowed(self._turn, row, col))
        self._grid.place(self._turn, row, col)
        self._turn = self._grid.next_turn(self._turn)

    @contract
    def is_valid_move(self, row: int, col: int, player: Player) -> bool:
        """Whether the player may place a disc there, were it their turn; false off the board."""
        return self._grid.accepts(player, row, col)

    @contract
    def cell(self, row: int, col: int) -> Cell:
        """What a square holds. Raises OutOfBounds off the board."""
        if not on_board(row, col):
            raise OutOfBounds(NotOnBoard(row, col))
        return self._grid.rows[row][col]

    @contract
    def turn(self) -> Player:
        """Whose turn it is. Assumes that the game is not over; who moved last has it then."""
        return self._turn

    @contract
    def count(self, player: Player) -> int:
        """How many discs of the player's colour are on the board."""
        return self._grid.count(player)

    @contract
    def winner(self) -> Winner:
        """Who has more discs on the board, or that neither has, at any time of the game."""
        return self._grid.leader()

    @contract
    def game_over(self) -> bool:
        """Whether the game has ended: neither player can move."""
        return self._grid.is_over()

    @contract
    def has_valid_moves(self, player: Player) -> bool:
        """Whether there is a square where the player may place a disc, were it their turn."""
        return self._grid.can_move(player)
