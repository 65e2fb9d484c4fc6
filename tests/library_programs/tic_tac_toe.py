"""Tic-tac-toe as a reader of the specification may write it: on a string."""

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


class GameOver(Exception):
    pass


class OutOfBounds(Exception):
    pass


class Taken(Exception):
    pass


class Game:
    def init(self):
        self.squares = ["empty"] * 9
        self.mover = "cross"

    def place(self, row, col):
        if not (0 <= row < 3 and 0 <= col < 3):
            raise OutOfBounds
        return 3 * row + col

    def play(self, row, col):
        if self.is_over():
            raise GameOver
        place = self.place(row, col)
        if self.squares[place] != "empty":
            raise Taken
        self.squares[place] = self.mover
        self.mover = "nought" if self.mover == "cross" else "cross"

    def mark(self, row, col):
        return self.squares[self.place(row, col)]

    def turn(self):
        return self.mover

    def has_won(self, player):
        return any(all(self.squares[int(n)] == player for n in line) for line in LINES)

    def is_over(self):
        full = "empty" not in self.squares
        return self.has_won("cross") or self.has_won("nought") or full
