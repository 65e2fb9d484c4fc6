class Empty(Exception):
    pass


class Full(Exception):
    pass


class GameOver(Exception):
    pass


class OutOfBounds(Exception):
    pass


class R_Columns:
    """A list for each column."""

    def init(self):
        self.c = [[] for _ in range(4)]
        self.who = "red"

    def drop(self, col):
        if self.is_over():
            raise GameOver
        if col < 0 or col > 3:
            raise OutOfBounds
        if len(self.c[col]) > 3:
            raise Full
        self.c[col].append(self.who)
        self.who = "yellow" if self.who == "red" else "red"

    def _at(self, r, c):
        return self.c[c][r] if len(self.c[c]) > r else None

    def disc(self, row, col):
        if not 0 <= row < 4 or not 0 <= col < 4:
            raise OutOfBounds
        d = self._at(row, col)
        if d is None:
            raise Empty
        return d

    def height(self, col):
        if not 0 <= col < 4:
            raise OutOfBounds
        return len(self.c[col])

    def turn(self):
        return self.who

    def _lines(self):
        for i in range(4):
            yield [self._at(i, k) for k in range(4)]
            yield [self._at(k, i) for k in range(4)]
        yield [self._at(k, k) for k in range(4)]
        yield [self._at(k, 3 - k) for k in range(4)]

    def has_won(self, player):
        return any(all(d == player for d in l) for l in self._lines())

    def is_over(self):
        return self.has_won("red") or self.has_won("yellow") or all(len(x) == 4 for x in self.c)


class R_Bitboard:
    """The usual bitboard with a sentinel row: columns of five bits."""

    def init(self):
        self.b = [0, 0]
        self.n = 0
        self.h = [0, 5, 10, 15]

    def _won(self, b):
        for s in (1, 5, 6, 4):
            x = b & (b >> s)
            if x & (x >> 2 * s):
                return True
        return False

    def has_won(self, player):
        return self._won(self.b[player != "red"])

    def is_over(self):
        return self.n == 16 or self._won(self.b[0]) or self._won(self.b[1])

    def drop(self, col):
        if self.is_over():
            raise GameOver("over")
        if col not in range(4):
            raise OutOfBounds(col)
        if self.h[col] % 5 == 4:
            raise Full(col)
        self.b[self.n & 1] ^= 1 << self.h[col]
        self.h[col] += 1
        self.n += 1

    def height(self, col):
        if col not in range(4):
            raise OutOfBounds(col)
        return self.h[col] - 5 * col

    def disc(self, row, col):
        if row not in range(4) or col not in range(4):
            raise OutOfBounds
        for k in (0, 1):
            if self.b[k] >> (5 * col + row) & 1:
                return ["red", "yellow"][k]
        raise Empty

    def turn(self):
        return ["red", "yellow"][self.n & 1]


class R_LastMove:
    """Looks only through the last disc; remembers the winner; grid from the top row."""

    def __init__(self):
        self.init()

    def init(self):
        self.g = [["."] * 4 for _ in range(4)]
        self.moves = []
        self.won = None

    def height(self, col):
        if not (-1 < col < 4):
            raise OutOfBounds
        return sum(m == col for m in self.moves)

    def drop(self, col):
        if self.won or len(self.moves) == 16:
            raise GameOver
        h = self.height(col)
        if h == 4:
            raise Full
        me = self.turn()
        r = 3 - h
        self.g[r][col] = me
        self.moves.append(col)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            n = 1
            for s in (1, -1):
                y, x = r + s * dr, col + s * dc
                while 0 <= y < 4 and 0 <= x < 4 and self.g[y][x] == me:
                    n += 1
                    y += s * dr
                    x += s * dc
            if n >= 4:
                self.won = me

    def disc(self, row, col):
        if not (0 <= row < 4 and 0 <= col < 4):
            raise OutOfBounds
        d = self.g[3 - row][col]
        if d == ".":
            raise Empty
        return d

    def turn(self):
        return "yellow" if len(self.moves) % 2 else "red"

    def has_won(self, player):
        return self.won == player

    def is_over(self):
        return bool(self.won) or len(self.moves) == 16


class W_NoSentinel(R_Bitboard):
    """line|has-won: the falling diagonal has the wrong shift"""

    def _won(self, b):
        for s in (1, 5, 6, 3):
            x = b & (b >> s)
            if x & (x >> 2 * s):
                return True
        return False


class W_ThreeUpright(R_LastMove):
    """line: three in a column are enough"""

    def drop(self, col):
        super().drop(col)
        h = self.height(col)
        if h >= 3 and len({self.g[4 - h + k][col] for k in range(3)}) == 1:
            self.won = self.g[4 - h][col]


class W_FullKeepsTurn(R_Columns):
    """full|in-turn: the turn changes though the column is full"""

    def drop(self, col):
        try:
            super().drop(col)
        except Full:
            self.who = "yellow" if self.who == "red" else "red"
            raise
