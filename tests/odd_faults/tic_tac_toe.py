from odd_programs.tic_tac_toe import GameOver, OutOfBounds, R_Bits, R_Cached, R_MagicSquare, Taken


class W_TakenPasses:
    """failed-call|empty-square?|in-turn?: whoever plays on a square that is taken loses the turn"""

    def init(self):
        self.board = [["empty"] * 3 for _ in range(3)]
        self.who = "cross"

    def has_won(self, player):
        lines = [*self.board, *zip(*self.board)]
        lines.append([self.board[k][k] for k in range(3)])
        lines.append([self.board[k][2 - k] for k in range(3)])
        return any(all(mark == player for mark in line) for line in lines)

    def is_over(self):
        if self.has_won("cross") or self.has_won("nought"):
            return True
        return all("empty" not in row for row in self.board)

    def play(self, row, col):
        if self.is_over():
            raise GameOver
        if not (0 <= row < 3 and 0 <= col < 3):
            raise OutOfBounds
        who, self.who = self.who, "nought" if self.who == "cross" else "cross"
        if self.board[row][col] != "empty":
            raise Taken
        self.board[row][col] = who

    def mark(self, row, col):
        if not (0 <= row < 3 and 0 <= col < 3):
            raise OutOfBounds
        return self.board[row][col]

    def turn(self):
        return self.who


class W_CountersStay(R_Bits):
    """begins-empty: the marks in each row are counted on in the next game"""

    def __init__(self):
        self.rows = {}

    def play(self, row, col):
        who = self.turn()
        super().play(row, col)
        self.rows[who, row] = self.rows.get((who, row), 0) + 1

    def has_won(self, player):
        if any(self.rows.get((player, row), 0) >= 3 for row in range(3)):
            return True
        return any(self.m[player] & line == line for line in (292, 146, 73, 273, 84))


class W_NinthOnlyDraws(R_Cached):
    """has-won|row?|column?|diagonal?: a game that is won with the ninth mark is a draw"""

    def play(self, row, col):
        super().play(row, col)
        if "." not in self.s:
            self.w = "-"


class W_DiagonalThroughTheMiddle(R_Bits):
    """diagonal|has-won?|game-over?: a diagonal counts only if a corner is marked last"""

    last = None

    def init(self):
        super().init()
        self.last = None

    def play(self, row, col):
        super().play(row, col)
        self.last = (row, col)

    def has_won(self, player):
        straight = (448, 56, 7, 292, 146, 73)
        lines = straight if self.last == (1, 1) else (*straight, 273, 84)
        return any(self.m[player] & line == line for line in lines)


class W_TwoSquaresChanged(R_MagicSquare):
    """marks|empty-square?: a mark for the middle of the right goes to the middle of the bottom, and back"""

    def play(self, row, col):
        if row + col == 3 and 0 <= row <= 2 and 0 <= col <= 2:
            row, col = col, row
        super().play(row, col)


class W2_PlaysOnAndLoserBegins(R_Bits):
    """game-over|cross-first: one can play on after the end; the turn goes on in the next game"""

    def __init__(self):
        self.m = {"cross": 0, "nought": 0}
        self.n = self.first = 0

    def init(self):
        self.first = (self.first + self.n) % 2
        super().init()

    def turn(self):
        return ("cross", "nought")[(self.first + self.n) % 2]

    def play(self, row, col):
        bit = self._bit(row, col)
        if bit & (self.m["cross"] | self.m["nought"]):
            raise Taken
        self.m[self.turn()] |= bit
        self.n += 1


class W_WrongMarkInTheCorner(R_Bits):
    """marks: a mark in the last corner is the opponent's"""

    def play(self, row, col):
        who = self.turn()
        super().play(row, col)
        if (row, col) == (2, 2):
            other = "nought" if who == "cross" else "cross"
            self.m[who] ^= 256
            self.m[other] |= 256


class W_SecondDiagonalNotByTheMiddle:
    """diagonal|has-won?|game-over?: the middle closes only the first diagonal"""

    def init(self): self.b = [[None] * 3 for _ in range(3)]; self.t = "cross"; self.w = None; self.n = 0
    def play(self, r, c):
        if self.is_over(): raise GameOver
        if not (0 <= r < 3 and 0 <= c < 3): raise OutOfBounds
        b, t = self.b, self.t
        if b[r][c]: raise Taken
        b[r][c] = t; self.n += 1
        if all(b[r][k] == t for k in range(3)): self.w = t
        elif all(b[k][c] == t for k in range(3)): self.w = t
        elif r == c:
            if all(b[k][k] == t for k in range(3)): self.w = t
        elif r + c == 2:
            if all(b[k][2 - k] == t for k in range(3)): self.w = t
        self.t = "nought" if t == "cross" else "cross"
    def mark(self, r, c):
        if not (0 <= r < 3 and 0 <= c < 3): raise OutOfBounds
        return self.b[r][c] or "empty"
    def turn(self): return self.t
    def has_won(self, p): return self.w == p
    def is_over(self): return self.w is not None or self.n == 9
