"""A sound Othello game-state module, as a careful student would hand it in.

It shares no code with the specification: a list of lists of strings, and loops that walk along a
direction. Rows and columns run from 0 to 7; a1 is row 0, column 0. Each specimen of this folder
overrides one or two of its methods.
"""

from typing import Final, TypeAlias

Square: TypeAlias = tuple[int, int]
"""Row and column."""

SIZE: Final = 8
"""Rows of the board, and columns."""

EMPTY: Final = "empty"
BLACK: Final = "black"
WHITE: Final = "white"
DRAW: Final = "draw"

DIRECTIONS: Final[tuple[Square, ...]] = (
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
)
"""The steps, in rows and columns, to the eight neighbours of a square."""


class OutOfBounds(Exception):
    """The square is not on the board."""


class InvalidMove(Exception):
    """The square is occupied, or a disc there captures nothing."""


def on_board(row: int, col: int) -> bool:
    """Whether the board has such a square."""
    return 0 <= row < SIZE and 0 <= col < SIZE


def opponent(player: str) -> str:
    """The other player."""
    return WHITE if player == BLACK else BLACK


class Othello:
    """The state of one game of Othello: the board, and whose turn it is."""

    directions: tuple[Square, ...] = DIRECTIONS
    first_mover: str = BLACK

    board: list[list[str]]
    mover: str

    def __init__(self) -> None:
        self.init()

    # The access programs.

    def init(self) -> None:
        """Start a new game."""
        self.board = self.starting_board()
        self.mover = self.first_mover

    def move(self, row: int, col: int) -> None:
        """Place a disc of the player whose turn it is and flip what it outflanks.

        Raises OutOfBounds if there is no such square, else InvalidMove if it is occupied or the
        disc would capture nothing. Nothing changes then.
        """
        if not self.has_square(row, col):
            raise OutOfBounds(f"({row}, {col}) is not on the board")
        if not self.can_place(row, col, self.mover):
            raise InvalidMove(f"{self.mover} cannot place a disc on ({row}, {col})")
        self.place(row, col)
        self.mover = self.next_mover()

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        """Whether the player, on turn or not, could place a disc there; off the board: no."""
        return self.can_place(row, col, player)

    def cell(self, row: int, col: int) -> str:
        """What is on a square: "empty", "black" or "white". Raises OutOfBounds off the board."""
        if not self.has_square(row, col):
            raise OutOfBounds(f"({row}, {col}) is not on the board")
        return self.board[row][col]

    def turn(self) -> str:
        """Whose turn it is. Says nothing of value when the game is over."""
        return self.mover

    def count(self, player: str) -> int:
        """How many discs of the player's colour are on the board."""
        return sum(row.count(player) for row in self.board)

    def winner(self) -> str:
        """Who has more discs now, the game over or not: "black", "white" or "draw"."""
        black = self.count(BLACK)
        white = self.count(WHITE)
        if black > white:
            return BLACK
        if white > black:
            return WHITE
        return DRAW

    def game_over(self) -> bool:
        """Whether neither player can move."""
        return not self.can_move(BLACK) and not self.can_move(WHITE)

    def has_valid_moves(self, player: str) -> bool:
        """Whether the player, on turn or not, could place a disc somewhere."""
        return self.can_move(player)

    # What they are made of. The access programs do not call each other, except winner, which
    # counts: so a specimen can be wrong in one of them and right in the others.

    def starting_board(self) -> list[list[str]]:
        """The board with the four discs that every game begins with."""
        board = [[EMPTY] * SIZE for _ in range(SIZE)]
        board[3][3] = WHITE
        board[3][4] = BLACK
        board[4][3] = BLACK
        board[4][4] = WHITE
        return board

    def has_square(self, row: int, col: int) -> bool:
        """Whether an access program takes such a row and column."""
        return on_board(row, col)

    def can_place(self, row: int, col: int, player: str) -> bool:
        """Whether the square is on the board and empty and a disc there captures."""
        if not self.has_square(row, col):
            return False
        return self.board[row][col] == EMPTY and self.flips(row, col, player) != []

    def can_move(self, player: str) -> bool:
        """Whether the player could place a disc somewhere."""
        for row in range(SIZE):
            for col in range(SIZE):
                if self.can_place(row, col, player):
                    return True
        return False

    def flips(self, row: int, col: int, player: str) -> list[Square]:
        """The discs that a disc of the player there outflanks, in all directions."""
        flipped = []
        for direction in self.directions:
            flipped += self.outflanked(row, col, direction, player)
        return flipped

    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        """The discs that a disc of the player there outflanks, in one direction."""
        down, right = direction
        board, run = self.board, []
        row, col = row + down, col + right
        while 0 <= row < SIZE and 0 <= col < SIZE and board[row][col] != EMPTY:
            if board[row][col] == player:
                return run
            run.append((row, col))
            row, col = row + down, col + right
        return []

    def place(self, row: int, col: int) -> None:
        """Put the mover's disc there and flip what it outflanks."""
        for flipped_row, flipped_col in self.flips(row, col, self.mover):
            self.board[flipped_row][flipped_col] = self.mover
        self.board[row][col] = self.mover

    def next_mover(self) -> str:
        """Who moves after the mover: the opponent, who forfeits the turn if unable to move."""
        other = opponent(self.mover)
        return other if self.can_move(other) else self.mover
