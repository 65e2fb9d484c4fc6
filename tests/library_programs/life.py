"""Life as a reader of the specification may write it: rows of a grid with a border."""


class OutOfBounds(Exception):
    pass


class World:
    def init(self):
        self.grid = [[0] * 5 for _ in range(5)]

    def place(self, row, col):
        if not (0 <= row < 3 and 0 <= col < 3):
            raise OutOfBounds
        return row + 1, col + 1

    def toggle(self, row, col):
        i, j = self.place(row, col)
        self.grid[i][j] = 1 - self.grid[i][j]

    def around(self, i, j):
        rows = self.grid[i - 1 : i + 2]
        return sum(sum(row[j - 1 : j + 2]) for row in rows) - self.grid[i][j]

    def step(self):
        after = [[0] * 5 for _ in range(5)]
        for i in range(1, 4):
            for j in range(1, 4):
                near = self.around(i, j)
                after[i][j] = int(near == 3 or (near == 2 and self.grid[i][j]))
        self.grid = after

    def is_alive(self, row, col):
        i, j = self.place(row, col)
        return self.grid[i][j] == 1

    def population(self):
        return sum(map(sum, self.grid))
