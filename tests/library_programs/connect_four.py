"""Connect Four as a reader of the specification may write it: a string per column."""

WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Empty(Exception):
    pass


class Full(Exception):
    pass


class GameOver(Exception):
    pass


class OutOfBounds(Exception):
    pass


class Grid:
    def init(self):
        self.columns = [""] * 4
        self.mover = "red"

    def column(self, col):
        if not 0 <= col < 4:
            raise OutOfBounds
        return self.columns[col]

    def drop(self, col):
        if self.is_over():
            raise GameOver
        if len(self.column(col)) == 4:
            raise Full
        self.columns[col] += self.mover[0]
        self.mover = "yellow" if self.mover == "red" else "red"

    def disc(self, row, col):
        column = self.column(col)
        if not 0 <= row < 4:
            raise OutOfBounds
        if row >= len(column):
            raise Empty
        return "red" if column[row] == "r" else "yellow"

    def height(self, col):
        return len(self.column(col))

    def turn(self):
        return self.mover

    def at(self, row, col):
        inside = 0 <= row < 4 and 0 <= col < 4
        return self.columns[col][row : row + 1] if inside else ""

    def has_won(self, player):
        return any(
            all(self.at(row + k * up, col + k * right) == player[0] for k in range(4))
            for row in range(4)
            for col in range(4)
            for up, right in WAYS
        )

    def is_over(self):
        full = all(len(column) == 4 for column in self.columns)
        return full or self.has_won("red") or self.has_won("yellow")
