"""The state pattern: an object for each player on turn, and one for the end of the game."""


class OutOfBounds(Exception):
    pass


class InvalidMove(Exception):
    pass


AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class Grid:
    """By columns: grid.columns[x][y]."""

    def __init__(self):
        self.columns = [["empty"] * 8 for _ in range(8)]
        for x, y, colour in ((3, 3, "white"), (4, 4, "white"), (4, 3, "black"), (3, 4, "black")):
            self.columns[x][y] = colour

    def has(self, x, y):
        return 0 <= x < 8 and 0 <= y < 8

    def catch(self, x, y, colour):
        if not self.has(x, y) or self.columns[x][y] != "empty":
            return []
        result = []
        for dx, dy in AROUND:
            run, p, q = [], x + dx, y + dy
            while self.has(p, q) and self.columns[p][q] not in ("empty", colour):
                run.append((p, q))
                p, q = p + dx, q + dy
            if self.has(p, q) and self.columns[p][q] == colour:
                result += run
        return result

    def able(self, colour):
        return any(self.catch(x, y, colour) for x in range(8) for y in range(8))

    def put(self, squares, colour):
        for x, y in squares:
            self.columns[x][y] = colour

    def number(self, colour):
        return sum(column.count(colour) for column in self.columns)


class Playing:
    is_over = False

    def __init__(self, grid):
        self.grid = grid

    def play(self, x, y):
        caught = self.grid.catch(x, y, self.colour)
        if not caught:
            raise InvalidMove
        self.grid.put([(x, y), *caught], self.colour)
        for state in (self.follower(), type(self)):
            if self.grid.able(state.colour):
                return state(self.grid)
        return Ended(self.grid)


class Blacks(Playing):
    colour = "black"

    def follower(self):
        return Whites


class Whites(Playing):
    colour = "white"

    def follower(self):
        return Blacks


class Ended:
    is_over = True
    colour = "nobody"

    def __init__(self, grid):
        self.grid = grid

    def play(self, x, y):
        raise InvalidMove("the game is over")


class R_States:
    """Who is on turn is the class of the state."""

    def __init__(self):
        self.init()

    def init(self):
        self.grid = Grid()
        self.state = Blacks(self.grid)

    def move(self, row, col):
        if not self.grid.has(col, row):
            raise OutOfBounds
        self.state = self.state.play(col, row)

    def is_valid_move(self, row, col, player):
        return bool(self.grid.catch(col, row, player))

    def cell(self, row, col):
        if not self.grid.has(col, row):
            raise OutOfBounds
        return self.grid.columns[col][row]

    def turn(self):
        return self.state.colour

    def count(self, player):
        return self.grid.number(player)

    def winner(self):
        black, white = self.count("black"), self.count("white")
        return "draw" if black == white else "black" if black > white else "white"

    def has_valid_moves(self, player):
        return not self.state.is_over and self.grid.able(player)

    def game_over(self):
        return self.state.is_over


class W_CornerAgain:
    """alternate: whoever takes a corner moves again, if possible."""

    class Turn:
        def __init__(self, colour, foe):
            self.colour, self.foe = colour, foe

        def next(self, grid, x, y):
            again = x in (0, 7) and y in (0, 7) and grid.able(self.colour)
            if again or not grid.able(self.foe):
                return self
            return type(self)(self.foe, self.colour)

    def __init__(self):
        self.init()

    def init(self):
        self.grid = Grid()
        self.now = self.Turn("black", "white")

    def move(self, row, col):
        if not self.grid.has(col, row):
            raise OutOfBounds
        caught = self.grid.catch(col, row, self.now.colour)
        if not caught:
            raise InvalidMove
        self.grid.put(caught, self.now.colour)
        self.grid.put([(col, row)], self.now.colour)
        self.now = self.now.next(self.grid, col, row)

    def is_valid_move(self, row, col, player):
        return len(self.grid.catch(col, row, player)) > 0

    def cell(self, row, col):
        if not self.grid.has(col, row):
            raise OutOfBounds
        return self.grid.columns[col][row]

    def turn(self):
        return self.now.colour

    def count(self, player):
        return self.grid.number(player)

    def winner(self):
        lead = self.grid.number("black") - self.grid.number("white")
        return "black" if lead > 0 else "white" if lead < 0 else "draw"

    def has_valid_moves(self, player):
        return self.grid.able(player)

    def game_over(self):
        return not self.grid.able("black") and not self.grid.able("white")


class W_RefusalsArePasses:
    """failed-call|game-over|status-over: two refused moves in a row count as passes and end it."""

    class Clock:
        passes = 0

        def refused(self):
            self.passes += 1

        def made(self):
            self.passes = 0

    def __init__(self):
        self.init()

    def init(self):
        self.grid = Grid()
        self.player, self.opponent = "black", "white"
        self.clock = self.Clock()

    def move(self, row, col):
        if not self.grid.has(col, row):
            raise OutOfBounds
        caught = self.grid.catch(col, row, self.player)
        if not caught:
            self.clock.refused()
            raise InvalidMove
        self.clock.made()
        self.grid.put([(col, row), *caught], self.player)
        if self.grid.able(self.opponent):
            self.player, self.opponent = self.opponent, self.player

    def is_valid_move(self, row, col, player):
        return self.grid.catch(col, row, player) != []

    def cell(self, row, col):
        if not self.grid.has(col, row):
            raise OutOfBounds
        return self.grid.columns[col][row]

    def turn(self):
        return self.player

    def count(self, player):
        return self.grid.number(player)

    def winner(self):
        numbers = {player: self.grid.number(player) for player in ("black", "white")}
        if len(set(numbers.values())) == 1:
            return "draw"
        return max(numbers, key=numbers.get)

    def has_valid_moves(self, player):
        return self.grid.able(player)

    def game_over(self):
        if self.clock.passes >= 2:
            return True
        return not self.grid.able("black") and not self.grid.able("white")
