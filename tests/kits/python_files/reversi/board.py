"""The board: what a move flips. Players are "B" and "W", an empty square is "."."""

SIZE = 8
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class OutOfBounds(IndexError):
    pass


class Board:
    def __init__(self):
        self.squares = dict.fromkeys(((r, c) for r in range(SIZE) for c in range(SIZE)), ".")
        self.squares.update({(3, 3): "W", (4, 4): "W", (3, 4): "B", (4, 3): "B"})

    def __getitem__(self, square):
        if square not in self.squares:
            raise OutOfBounds(square)
        return self.squares[square]

    def flips(self, row, col, player):
        if self.squares.get((row, col)) != ".":
            return []
        return [square for step in DIRECTIONS for square in self.run(row, col, step, player)]

    def run(self, row, col, step, player):
        run = []
        while True:
            row, col = row + step[0], col + step[1]
            disc = self.squares.get((row, col), ".")
            if disc == player:
                return run
            if disc == ".":
                return []
            run.append((row, col))
