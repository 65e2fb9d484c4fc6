"""Rays are computed once, when the module is imported: for each square, what lies in each way."""


class OutOfBounds(LookupError):
    pass


class InvalidMove(LookupError):
    pass


def ray(i, dr, dc):
    r, c = divmod(i, 8)
    return tuple(
        8 * (r + k * dr) + c + k * dc
        for k in range(1, 8)
        if 0 <= r + k * dr <= 7 and 0 <= c + k * dc <= 7
    )


WAYS = tuple((dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0))
RAYS = tuple(tuple(filter(None, (ray(i, *way) for way in WAYS))) for i in range(64))
B, W = "black", "white"


def index(row, col):
    if isinstance(row, int) and isinstance(col, int) and row >> 3 == 0 == col >> 3:
        return row << 3 | col
    raise OutOfBounds


class R_Rays:
    """A table of what is captured is looked up by the ray and what lies on it."""

    known = {}

    def __init__(self):
        self.init()

    def init(self):
        self.cells = bytearray(64)
        self.cells[28] = self.cells[35] = 1
        self.cells[27] = self.cells[36] = 2
        self.us = 1

    def prefix(self, line, us):
        if (line, us) not in self.known:
            rest = line.lstrip(bytes([3 - us]))
            n = len(line) - len(rest)
            self.known[line, us] = n if rest[:1] == bytes([us]) else 0
        return self.known[line, us]

    def swing(self, i, us):
        if self.cells[i]:
            return []
        swing = []
        for squares in RAYS[i]:
            line = bytes([self.cells[j] for j in squares])
            swing += squares[: self.prefix(line, us)]
        return swing

    def move(self, row, col):
        i = index(row, col)
        swing = self.swing(i, self.us)
        if not swing:
            raise InvalidMove
        self.cells[i] = self.us
        for j in swing:
            self.cells[j] ^= 3
        if self.moves(3 - self.us):
            self.us ^= 3
        return self

    def moves(self, us):
        return [i for i in range(64) if not self.cells[i] and self.swing(i, us)]

    def is_valid_move(self, row, col, player):
        try:
            return bool(self.swing(index(row, col), 1 + (player == W)))
        except OutOfBounds:
            return False

    def cell(self, row, col):
        return ("empty", B, W)[self.cells[index(row, col)]]

    def turn(self):
        return (B, W)[self.us - 1]

    def count(self, player):
        return self.cells.count(1 + (player == W))

    def winner(self):
        return ("draw", B, W)[
            (self.cells.count(1) > self.cells.count(2))
            + 2 * (self.cells.count(1) < self.cells.count(2))
        ]

    def has_valid_moves(self, player):
        return self.moves(1 + (player == W)) != []

    def game_over(self):
        return self.moves(1) + self.moves(2) == []


class W_ShortRay:
    """directions|outflank|any-length: rays down and to the left end one square too soon."""

    @staticmethod
    def table():
        table = []
        for i in range(64):
            r, c = divmod(i, 8)
            table.append(
                [
                    [8 * k + c for k in range(r - 1, -1, -1)],
                    [8 * k + c for k in range(r + 1, 8)],
                    [8 * r + k for k in range(c - 1, -1, -1)],
                    [8 * r + k for k in range(c + 1, 8)],
                    [i - 9 * k for k in range(1, 1 + min(r, c))],
                    [i + 9 * k for k in range(1, 8 - max(r, c))],
                    [i - 7 * k for k in range(1, 1 + min(r, 7 - c))],
                    [i + 7 * k for k in range(1, min(7 - r, c))],
                ]
            )
        return table

    def __init__(self):
        self.rays = self.table()
        self.init()

    def init(self):
        self.s = ["empty"] * 64
        self.s[27], self.s[28], self.s[35], self.s[36] = W, B, B, W
        self.t = B

    def f(self, i, p):
        out = []
        if self.s[i] == "empty":
            for way in self.rays[i]:
                part = []
                for j in way:
                    if self.s[j] == "empty":
                        break
                    if self.s[j] == p:
                        out += part
                        break
                    part.append(j)
        return out

    def move(self, row, col):
        i = index(row, col)
        out = self.f(i, self.t)
        if not out:
            raise InvalidMove(i)
        for j in [i] + out:
            self.s[j] = self.t
        u = W if self.t is B else B
        self.t = u if any(self.f(j, u) for j in range(64)) else self.t

    def is_valid_move(self, row, col, player):
        return row in range(8) and col in range(8) and bool(self.f(8 * row + col, player))

    def cell(self, row, col):
        return self.s[index(row, col)]

    def turn(self):
        return self.t

    def count(self, player):
        return self.s.count(player)

    def winner(self):
        b, w = self.s.count(B), self.s.count(W)
        return "draw" if b == w else B if b > w else W

    def has_valid_moves(self, player):
        return any(self.f(j, player) for j in range(64))

    def game_over(self):
        return not self.has_valid_moves(B) and not self.has_valid_moves(W)


class W_NoSingleDiagonal:
    """any-length|directions: a single disc is not captured diagonally, longer rows are."""

    def __init__(self):
        self.init()

    def init(self):
        self.board = {i: None for i in range(64)}
        self.board.update({27: W, 28: B, 35: B, 36: W})
        self.player = B

    def closing(self, squares, player):
        """Where on the ray the first disc of the player's lies, after nothing but the other's."""
        for n, j in enumerate(squares):
            if self.board[j] is None:
                return -1
            if self.board[j] == player:
                return n
        return -1

    def captives(self, i, player):
        if self.board[i] is not None:
            return []
        captives = []
        for squares in RAYS[i]:
            diagonal = abs(squares[0] - i) in (7, 9)
            n = self.closing(squares, player)
            if n > (1 if diagonal else 0):
                captives.extend(squares[:n])
        return captives

    def move(self, row, col):
        i = index(row, col)
        captives = self.captives(i, self.player)
        if not captives:
            raise InvalidMove
        self.board.update(dict.fromkeys([i, *captives], self.player))
        for candidate in (W, B) if self.player == B else (B, W):
            if self.has_valid_moves(candidate):
                self.player = candidate
                break

    def is_valid_move(self, row, col, player):
        try:
            return bool(self.captives(index(row, col), player))
        except OutOfBounds:
            return False

    def cell(self, row, col):
        return self.board[index(row, col)] or "empty"

    def turn(self):
        return self.player

    def count(self, player):
        return [disc for disc in self.board.values()].count(player)

    def winner(self):
        if self.count(B) == self.count(W):
            return "draw"
        return max((B, W), key=self.count)

    def has_valid_moves(self, player):
        return any(self.captives(i, player) for i in range(64))

    def game_over(self):
        return not self.has_valid_moves(B) and not self.has_valid_moves(W)


class W_ThreeOfRays:
    """any-length|directions|outflank & majority|who-is-winning & inspect-cell: short, double, a1.

    Upward only four squares are looked at; winner counts a corner twice; a1 always looks empty.
    """

    def __init__(self):
        self.init()

    def init(self):
        self.b = ["empty"] * 27 + [W, B] + ["empty"] * 6 + [B, W] + ["empty"] * 27
        self.cur = B

    def get(self, i, cur):
        if self.b[i] != "empty":
            return set()
        got = set()
        for squares in RAYS[i]:
            if squares[0] == i - 8:
                squares = squares[:4]
            lie = [self.b[j] for j in squares]
            k = lie.index(cur) if cur in lie else 0
            if "empty" not in lie[:k]:
                got.update(squares[:k])
        return got

    def move(self, row, col):
        i = index(row, col)
        got = self.get(i, self.cur)
        if not got:
            raise InvalidMove
        self.b = [self.cur if j in got or j == i else disc for j, disc in enumerate(self.b)]
        foe = B if self.cur == W else W
        if self.has_valid_moves(foe):
            self.cur = foe

    def is_valid_move(self, row, col, player):
        if row < 0 or col < 0 or row > 7 or col > 7:
            return False
        return len(self.get(index(row, col), player)) > 0

    def cell(self, row, col):
        i = index(row, col)
        return (i and self.b[i]) or "empty"

    def turn(self):
        return self.cur

    def count(self, player):
        return self.b.count(player)

    def winner(self):
        all_discs = self.b + [self.b[i] for i in (0, 7, 56, 63)]
        black, white = all_discs.count(B), all_discs.count(W)
        return B if black > white else W if black < white else "draw"

    def has_valid_moves(self, player):
        return any(self.get(i, player) for i in range(64))

    def game_over(self):
        return not self.has_valid_moves(B) and not self.has_valid_moves(W)
