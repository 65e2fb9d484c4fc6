"""Othello on a board of 8 by 8."""

from enum import Enum

SIZE = 8
DIRECTIONS = [
    (down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)
]


class Player(Enum):
    BLACK = "B"
    WHITE = "W"

    def opponent(self):
        return Player.WHITE if self is Player.BLACK else Player.BLACK


class InvalidMove(Exception):
    pass


class OutOfBoundsError(Exception):
    pass


class Othello:
    def __init__(self):
        self.init()

    def init(self):
        self.board = [[None] * SIZE for _ in range(SIZE)]
        self.board[3][3] = self.board[4][4] = Player.WHITE
        self.board[3][4] = self.board[4][3] = Player.BLACK
        self.mover = Player.BLACK

    def move(self, row, col):
        print(f"{self.mover.name} to {row}, {col}")
        if not on_board(row, col):
            raise OutOfBoundsError(f"{row}, {col}")
        if not self.is_valid_move(row, col, self.mover):
            raise InvalidMove
        for r, c in self.flips(row, col, self.mover):
            self.board[r][c] = self.mover
        self.board[row][col] = self.mover
        if self.has_valid_moves(self.mover.opponent()):
            self.mover = self.mover.opponent()
        return self

    def is_valid_move(self, row, col, player):
        return (
            on_board(row, col)
            and self.board[row][col] is None
            and len(self.flips(row, col, player)) > 0
        )

    def cell(self, row, col):
        if not on_board(row, col):
            raise OutOfBoundsError(f"{row}, {col}")
        return self.board[row][col]

    def turn(self):
        return self.mover

    def count(self, player):
        return sum(row.count(player) for row in self.board)

    def winner(self):
        lead = self.count(Player.BLACK) - self.count(Player.WHITE)
        return Player.BLACK if lead > 0 else Player.WHITE if lead < 0 else None

    def game_over(self):
        return not any(self.has_valid_moves(player) for player in Player)

    def has_valid_moves(self, player):
        return any(
            self.is_valid_move(row, col, player) for row in range(SIZE) for col in range(SIZE)
        )

    def flips(self, row, col, player):
        return [
            square
            for down, right in DIRECTIONS
            for square in self.outflanked(row, col, down, right, player)
        ]

    def outflanked(self, row, col, down, right, player):
        run = []
        while on_board(row := row + down, col := col + right):
            if self.board[row][col] is player:
                return run
            if self.board[row][col] is None:
                return []
            run.append((row, col))
        return []


def on_board(row, col):
    return row in range(SIZE) and col in range(SIZE)
