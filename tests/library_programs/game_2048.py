"""2048 as a reader of the specification may write it: it slides in place."""


class NothingMoves(Exception):
    pass


class OutOfBounds(Exception):
    pass


class Taken(Exception):
    pass


class WrongTile(Exception):
    pass


class Board:
    def init(self):
        self.cells = [0] * 9

    def place(self, row, col):
        if not (0 <= row < 3 and 0 <= col < 3):
            raise OutOfBounds
        return 3 * row + col

    def appear(self, row, col, value):
        place = self.place(row, col)
        if self.cells[place]:
            raise Taken
        if value not in (2, 4):
            raise WrongTile
        self.cells[place] = value

    def lines(self, direction):
        step, next_line = (1, 3) if direction in ("left", "right") else (3, 1)
        for number in range(3):
            line = [number * next_line + step * k for k in range(3)]
            yield line if direction in ("left", "up") else line[::-1]

    def after(self, direction):
        cells = [0] * 9
        for line in self.lines(direction):
            end, can_merge = 0, False
            for value in (self.cells[place] for place in line if self.cells[place]):
                if can_merge and cells[line[end - 1]] == value:
                    cells[line[end - 1]] *= 2
                    can_merge = False
                else:
                    cells[line[end]] = value
                    end, can_merge = end + 1, True
        return cells

    def slide(self, direction):
        after = self.after(direction)
        if after == self.cells:
            raise NothingMoves
        self.cells = after

    def tile(self, row, col):
        return self.cells[self.place(row, col)]

    def greatest(self):
        return max(self.cells)

    def is_over(self):
        ways = ("left", "right", "up", "down")
        return all(self.cells) and all(self.after(way) == self.cells for way in ways)
