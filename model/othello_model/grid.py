"""Grid: the squares of the board in rows, and the rules of the game as loops over them.

On purpose this is another way to say what the specification says. The specification states that a
disc some steps away closes a row; the grid walks along each ray and looks at every square. From the
specification the grid takes names and types, and no function.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from othello_model.size import SIZE
from othello_spec.board import BLACK, DRAW, EMPTY, WHITE, Cell, Player, Winner

OPPONENT: Final[dict[Player, Player]] = {BLACK: WHITE, WHITE: BLACK}
"""The other player of each."""

STEPS: Final = tuple(
    (down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)
)
"""The steps to the eight neighbours of a square: rows down and columns to the right."""


def on_board(row: int, col: int) -> bool:
    """Whether the board has such a square."""
    return 0 <= row < SIZE and 0 <= col < SIZE


def ray(row: int, col: int, down: int, right: int) -> Iterator[tuple[int, int]]:
    """Yield the squares from the next one in that direction to the edge of the board."""
    row, col = row + down, col + right
    while on_board(row, col):
        yield row, col
        row, col = row + down, col + right


class Grid:
    """What each square holds: ``rows[row][col]``, from 0 to ``SIZE - 1``."""

    def __init__(self) -> None:
        """Set up the four discs of the start."""
        self.rows: list[list[Cell]] = [[EMPTY] * SIZE for _ in range(SIZE)]
        first, second = SIZE // 2 - 1, SIZE // 2
        self.rows[first][first] = self.rows[second][second] = WHITE
        self.rows[first][second] = self.rows[second][first] = BLACK

    def captures(self, player: Player, row: int, col: int) -> list[tuple[int, int]]:
        """Return the squares of the discs that a disc of the player would outflank from there."""
        captured = []
        for down, right in STEPS:
            run = []
            for r, c in ray(row, col, down, right):
                if self.rows[r][c] == OPPONENT[player]:
                    run.append((r, c))
                    continue
                if self.rows[r][c] == player:
                    captured += run
                break
        return captured

    def accepts(self, player: Player, row: int, col: int) -> bool:
        """Whether the player may place a disc there; false off the board."""
        return (
            on_board(row, col)
            and self.rows[row][col] == EMPTY
            and len(self.captures(player, row, col)) > 0
        )

    def place(self, player: Player, row: int, col: int) -> None:
        """Place a disc of the player, and flip every disc that it outflanks."""
        for r, c in self.captures(player, row, col):
            self.rows[r][c] = player
        self.rows[row][col] = player

    def can_move(self, player: Player) -> bool:
        """Whether some square accepts a disc of the player."""
        return any(self.accepts(player, row, col) for row in range(SIZE) for col in range(SIZE))

    def is_over(self) -> bool:
        """Whether neither player can move."""
        return not self.can_move(BLACK) and not self.can_move(WHITE)

    def next_turn(self, player: Player) -> Player:
        """Return who has the turn next: the opponent, who forfeits it if unable to move."""
        return OPPONENT[player] if self.can_move(OPPONENT[player]) else player

    def count(self, player: Player) -> int:
        """Return how many discs show the player's colour."""
        return sum(row.count(player) for row in self.rows)

    def leader(self) -> Winner:
        """Return who has more discs, or DRAW."""
        lead = self.count(BLACK) - self.count(WHITE)
        return BLACK if lead > 0 else WHITE if lead < 0 else DRAW
