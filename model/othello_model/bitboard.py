"""Bitboard: the squares of the board as two words, and the rules of the game as operations on them.

Another representation of the board that :mod:`othello_model.grid` keeps in rows. The rules are
those of :mod:`othello_model.kernel`, which sees a position as own discs and the opponent's; here
they are black and white again. No branch depends on the discs, so that this text too runs on
symbolic words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modspec.run.branchless import select
from othello_model.kernel import Kernel
from othello_model.size import SIZE
from othello_spec.board import BLACK, DRAW, EMPTY, WHITE, Cell, Player, Winner

OPPONENT: Final[dict[Player, Player]] = {BLACK: WHITE, WHITE: BLACK}
"""The other player of each."""

BOARD: Final = Kernel(SIZE, SIZE, holds=max(64, SIZE * SIZE))
"""The rules on a board of the model's size."""


def on_board(row: int, col: int) -> bool:
    """Whether the board has such a square."""
    return 0 <= row < SIZE and 0 <= col < SIZE


@dataclass(frozen=True, slots=True)
class Bitboard:
    """The squares of the black discs and those of the white ones, which share none.

    Square ``(row, col)`` is bit ``SIZE * row + col`` of a word, which has 64 bits on the usual
    board. A bitboard does not change; a move returns another one.
    """

    black: int
    white: int

    @classmethod
    def start(cls) -> Bitboard:
        """Return the board with the four discs of the start."""
        return cls(*BOARD.start)

    @property
    def sound(self) -> bool:
        """Whether the words stand for a board: they share no square, and none lies outside."""
        taken = self.black | self.white
        outside = taken ^ (taken & BOARD.board)
        stands: bool = ((self.black & self.white) | outside) == 0
        return stands

    def holds(self, row: int, col: int) -> Cell:
        """Return what a square of the board holds."""
        bit = BOARD.bit(row, col)
        disc: Cell = select((self.white & bit) != 0, WHITE, EMPTY)
        held: Cell = select((self.black & bit) != 0, BLACK, disc)
        return held

    def accepts(self, player: Player, row: int, col: int) -> bool:
        """Whether the player may place a disc there; false off the board."""
        if not on_board(row, col):
            return False
        own, opponent = self._seen_by(player)
        bit = BOARD.bit(row, col)
        empty: bool = ((own | opponent) & bit) == 0
        captures: bool = BOARD.flips(own, opponent, bit) != 0
        return empty & captures

    def place(self, player: Player, row: int, col: int) -> Bitboard:
        """Return the board after the player has placed a disc on a square that accepts it."""
        own, opponent = self._seen_by(player)
        own, opponent = BOARD.place(own, opponent, BOARD.bit(row, col))
        return Bitboard(own, opponent) if player == BLACK else Bitboard(opponent, own)

    def can_move(self, player: Player) -> bool:
        """Whether some square accepts a disc of the player."""
        able: bool = BOARD.can_move(*self._seen_by(player))
        return able

    def is_over(self) -> bool:
        """Whether neither player can move."""
        over: bool = BOARD.over(self.black, self.white)
        return over

    def next_turn(self, player: Player) -> Player:
        """Return who has the turn next: the opponent, who forfeits it if unable to move."""
        alternates = BOARD.turn_alternates(*self._seen_by(player))
        turn: Player = select(alternates, OPPONENT[player], player)
        return turn

    def count(self, player: Player) -> int:
        """Return how many discs show the player's colour."""
        own, _ = self._seen_by(player)
        return own.bit_count()

    def leader(self) -> Winner:
        """Return who has more discs, or DRAW."""
        lead = self.count(BLACK) - self.count(WHITE)
        return BLACK if lead > 0 else WHITE if lead < 0 else DRAW

    def _seen_by(self, player: Player) -> tuple[int, int]:
        """Return the player's own discs, and the opponent's."""
        return (self.black, self.white) if player == BLACK else (self.white, self.black)
