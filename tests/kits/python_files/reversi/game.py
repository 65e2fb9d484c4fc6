"""The game: whose turn it is, and how it ends."""

from .board import SIZE, Board


class InvalidMove(ValueError):
    pass


class Game:
    def __init__(self):
        self.board = Board()
        self.turn = "B"

    def move(self, player, row, col):
        self.board[row, col]
        if player != self.turn or not self.is_valid_move(row, col, player):
            raise InvalidMove(f"{player} cannot move to {row}, {col}")
        for square in [(row, col), *self.board.flips(row, col, player)]:
            self.board.squares[square] = player
        if self.has_valid_moves(other(player)):
            self.turn = other(player)

    def is_valid_move(self, row, col, player):
        return bool(self.board.flips(row, col, player))

    def has_valid_moves(self, player):
        return any(self.is_valid_move(r, c, player) for r in range(SIZE) for c in range(SIZE))

    def game_over(self):
        return not self.has_valid_moves("B") and not self.has_valid_moves("W")

    def count(self, player):
        return list(self.board.squares.values()).count(player)

    def winner(self):
        lead = self.count("B") - self.count("W")
        return "B" if lead > 0 else "W" if lead < 0 else None


def other(player):
    return "W" if player == "B" else "B"
