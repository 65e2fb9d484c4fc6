from enum import Enum


class GameOver(Exception):
    pass


class OutOfBounds(LookupError):
    pass


class Taken(ValueError):
    pass


LINES = [448, 56, 7, 292, 146, 73, 273, 84]


class R_Bits:
    """Two bit masks and a move counter."""

    def init(self):
        self.m = {"cross": 0, "nought": 0}
        self.n = 0

    def _bit(self, r, c):
        if r not in (0, 1, 2) or c not in (0, 1, 2):
            raise OutOfBounds(f"{r},{c}")
        return 1 << (3 * r + c)

    def has_won(self, player):
        return any(self.m[player] & l == l for l in LINES)

    def is_over(self):
        return self.n == 9 or self.has_won("cross") or self.has_won("nought")

    def turn(self):
        return ("cross", "nought")[self.n % 2]

    def play(self, row, col):
        if self.is_over():
            raise GameOver()
        b = self._bit(row, col)
        if b & (self.m["cross"] | self.m["nought"]):
            raise Taken
        self.m[self.turn()] |= b
        self.n += 1

    def mark(self, row, col):
        b = self._bit(row, col)
        for k, v in self.m.items():
            if v & b:
                return k
        return "empty"


class M(Enum):
    EMPTY = "."
    CROSS = "X"
    NOUGHT = "O"


class R_MagicSquare:
    """A magic square: three marks that add up to 15; own enumeration; history only."""

    MAGIC = ((2, 7, 6), (9, 5, 1), (4, 3, 8))

    def __init__(self):
        self.h = []

    def init(self):
        self.__init__()

    def _v(self, r, c):
        if not (0 <= r <= 2 and 0 <= c <= 2):
            raise OutOfBounds
        return self.MAGIC[r][c]

    def _of(self, p):
        return self.h[0::2] if p == M.CROSS else self.h[1::2]

    def _won(self, p):
        from itertools import combinations

        return 15 in map(sum, combinations(self._of(p), 3))

    def has_won(self, player):
        return self._won(M[player.upper()])

    def is_over(self):
        return len(self.h) > 8 or self._won(M.CROSS) or self._won(M.NOUGHT)

    def turn(self):
        return M.NOUGHT if len(self.h) & 1 else M.CROSS

    def play(self, row, col):
        if self.is_over():
            raise GameOver
        v = self._v(row, col)
        if v in self.h:
            raise Taken
        self.h.append(v)

    def mark(self, row, col):
        v = self._v(row, col)
        return M.EMPTY if v not in self.h else M.CROSS if self.h.index(v) % 2 == 0 else M.NOUGHT


class R_Cached:
    """Winner computed once when the move is made; a string of nine characters."""

    def init(self):
        self.s = "." * 9
        self.w = None

    def play(self, row, col):
        if self.w is not None:
            raise GameOver
        if min(row, col) < 0 or max(row, col) > 2:
            raise OutOfBounds
        i = row * 3 + col
        if self.s[i] != ".":
            raise Taken
        me = "XO"[self.s.count("X") - self.s.count("O")]
        self.s = self.s[:i] + me + self.s[i + 1 :]
        s = self.s
        rows = [s[:3], s[3:6], s[6:], s[::3], s[1::3], s[2::3], s[::4], s[2:7:2]]
        if me * 3 in rows:
            self.w = me
        elif "." not in s:
            self.w = "-"

    def mark(self, row, col):
        if (row, col) not in {(a, b) for a in range(3) for b in range(3)}:
            raise OutOfBounds
        return {".": "empty", "X": "cross", "O": "nought"}[self.s[3 * row + col]]

    @property
    def x_turn(self):
        return self.s.count("X") == self.s.count("O")

    def turn(self):
        return "cross" if self.x_turn else "nought"

    def has_won(self, player):
        return self.w == ("X" if player == "cross" else "O")

    def is_over(self):
        return self.w is not None


class W_AntiDiagonal(R_Bits):
    """diagonal|has-won|game-over: the second diagonal is mistyped"""

    def has_won(self, player):
        return any(self.m[player] & l == l for l in LINES[:-1] + [82])


class W_NotOverWhenFull(R_Bits):
    """game-over: a full board is not the end"""

    def is_over(self):
        return self.has_won("cross") or self.has_won("nought")


class W_BoundsBeforeOver(R_Cached):
    """game-over|nine-squares: OutOfBounds comes before GameOver"""

    def play(self, row, col):
        if min(row, col) < 0 or max(row, col) > 2:
            raise OutOfBounds
        super().play(row, col)
