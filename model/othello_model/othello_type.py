"""Othello as an abstract data type: any number of games, each with state variables of its own.

Each access program satisfies the clauses of its namesake in ``othello_spec.othello``. The abstract
object in ``othello_model.othello`` differs in where the state lives, and in how the board is kept,
which is a secret of each.
"""

from __future__ import annotations

from modspec import declare
from modspec.contract.contract import Contract
from othello_model.abstraction import of_grid
from othello_model.grid import Grid, on_board
from othello_model.refusals import not_allowed, off_board
from othello_model.size import CONSTANTS
from othello_spec.board import BLACK, Cell, Player, Winner
from othello_spec.othello import Game, InvalidMove, OutOfBounds


def _state(game: Othello) -> Game:
    """Return the specification's state."""
    return of_grid(game._grid, game._turn)


contract = Contract(declare("othello_spec.othello"), abstraction=_state, constants=CONSTANTS)


class Othello:
    """One game of Othello."""

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

        Raises OutOfBounds off the board, else InvalidMove where the player may not move; in either
        case nothing changes.
        """
        if not on_board(row, col):
            raise OutOfBounds(off_board(row, col))
        if not self._grid.accepts(self._turn, row, col):
            raise InvalidMove(not_allowed(self._turn, row, col))
        self._grid.place(self._turn, row, col)
        self._turn = self._grid.next_turn(self._turn)

    @contract
    def is_valid_move(self, row: int, col: int, player: Player) -> bool:
        """Whether the player may place a disc there, were it their turn; false off the board."""
        return self._grid.accepts(player, row, col)

    @contract
    def cell(self, row: int, col: int) -> Cell:
        """Return what a square holds. Raises OutOfBounds off the board."""
        if not on_board(row, col):
            raise OutOfBounds(off_board(row, col))
        return self._grid.rows[row][col]

    @contract
    def turn(self) -> Player:
        """Return whose turn it is. Assumes that the game is not over."""
        return self._turn

    @contract
    def count(self, player: Player) -> int:
        """Return how many discs of the player's colour are on the board."""
        return self._grid.count(player)

    @contract
    def winner(self) -> Winner:
        """Return who has more discs on the board, or DRAW, at any time of the game."""
        return self._grid.leader()

    @contract
    def game_over(self) -> bool:
        """Whether the game has ended: neither player can move."""
        return self._grid.is_over()

    @contract
    def has_valid_moves(self, player: Player) -> bool:
        """Whether there is a square where the player may place a disc, were it their turn."""
        return self._grid.can_move(player)
