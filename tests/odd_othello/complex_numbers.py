"""Squares are complex numbers: the real part is the column, the imaginary part the row."""


class OutOfBounds(ArithmeticError):
    pass


class InvalidMove(ArithmeticError):
    pass


TURNS = [1j**k for k in range(4)] + [(1 + 1j) * 1j**k for k in range(4)]
PLANE = [complex(x, y) for y in range(8) for x in range(8)]


def on(row, col):
    return 0 <= row <= 7 and 0 <= col <= 7


class R_Complex:
    """Black is +1, White is -1, and the colours are the signs."""

    def init(self):
        self.z = {z: 0 for z in PLANE} | {3 + 3j: -1, 4 + 4j: -1, 4 + 3j: 1, 3 + 4j: 1}
        self.sign = 1

    __init__ = init

    def take(self, z, sign):
        if self.z.get(z) != 0:
            return []
        out = []
        for turn in TURNS:
            n = 1
            while self.z.get(z + n * turn) == -sign:
                n += 1
            if self.z.get(z + n * turn) == sign:
                out += [z + k * turn for k in range(1, n)]
        return out

    def move(self, row, col):
        if not on(row, col):
            raise OutOfBounds
        out = self.take(complex(col, row), self.sign)
        if not out:
            raise InvalidMove
        for z in [*out, complex(col, row)]:
            self.z[z] = self.sign
        self.sign *= -1 if any(self.take(z, -self.sign) for z in PLANE) else 1

    def is_valid_move(self, row, col, player):
        sign = 1 if player == "black" else -1
        return on(row, col) and len(self.take(complex(col, row), sign)) > 0

    def cell(self, row, col):
        if not on(row, col):
            raise OutOfBounds
        return ("empty", "black", "white")[self.z[complex(col, row)]]

    def turn(self):
        return ("black", "white")[self.sign < 0]

    def count(self, player):
        return [*self.z.values()].count(1 if player == "black" else -1)

    def winner(self):
        total = sum(self.z.values())
        return "draw" if not total else "black" if total > 0 else "white"

    def has_valid_moves(self, player):
        sign = {"black": 1, "white": -1}[player]
        return any(self.take(z, sign) for z in PLANE)

    def game_over(self):
        return not any(self.take(z, s) for z in PLANE for s in (1, -1))


class W_Round:
    """outflank: a disc in a corner closes no line, as it lies too far from the middle."""

    def __init__(self):
        self.init()

    def init(self):
        self.black, self.white = [4 + 3j, 3 + 4j], [3 + 3j, 4 + 4j]
        self.moving = "black"

    def sides(self, player):
        return (self.black, self.white) if player == "black" else (self.white, self.black)

    def holds(self, z, discs):
        return abs(z - (3.5 + 3.5j)) < 4.9 and z in discs

    def swept(self, z, player):
        own, other = self.sides(player)
        if z in own or z in other:
            return []
        swept = []
        for turn in TURNS:
            line, at = [], z + turn
            while self.holds(at, other):
                line.append(at)
                at += turn
            if self.holds(at, own):
                swept += line
        return swept

    def move(self, row, col):
        if not on(row, col):
            raise OutOfBounds(row, col)
        z = col + row * 1j
        swept = self.swept(z, self.moving)
        if not swept:
            raise InvalidMove(row, col)
        own, other = self.sides(self.moving)
        own += [z, *swept]
        for each in swept:
            other.remove(each)
        foe = "white" if self.moving == "black" else "black"
        if self.has_valid_moves(foe):
            self.moving = foe

    def is_valid_move(self, row, col, player):
        return on(row, col) and self.swept(col + row * 1j, player) != []

    def cell(self, row, col):
        if not on(row, col):
            raise OutOfBounds(row, col)
        z = col + row * 1j
        return "black" if z in self.black else "white" if z in self.white else "empty"

    def turn(self):
        return self.moving

    def count(self, player):
        return len(self.sides(player)[0])

    def winner(self):
        ahead = len(self.black) - len(self.white)
        return "draw" if ahead == 0 else ["black", "white"][ahead < 0]

    def has_valid_moves(self, player):
        return any(self.swept(z, player) for z in PLANE)

    def game_over(self):
        return not (self.has_valid_moves("black") or self.has_valid_moves("white"))


class W_BeyondTheClosing:
    """no-skipping|outflank|discs-stay: the disc next beyond the closing one is flipped as well."""

    def __init__(self):
        self.init()

    def init(self):
        self.at = {3 + 3j: "white", 4 + 3j: "black", 3 + 4j: "black", 4 + 4j: "white"}
        self.p, self.q = "black", "white"

    def reach(self, z, turn, p, q):
        """How far away the disc is that closes the line; 0 if there is none."""
        n = 1
        while self.at.get(z + n * turn) == q:
            n += 1
        return n if n > 1 and self.at.get(z + n * turn) == p else 0

    def able(self, z, p, q):
        return z not in self.at and any(self.reach(z, turn, p, q) for turn in TURNS)

    def move(self, row, col):
        if not on(row, col):
            raise OutOfBounds
        z = complex(col, row)
        if not self.able(z, self.p, self.q):
            raise InvalidMove
        flips = []
        for turn in TURNS:
            if n := self.reach(z, turn, self.p, self.q):
                flips += [z + k * turn for k in range(1, n + 2)]
        for each in flips:
            if each in self.at:
                self.at[each] = self.p
        self.at[z] = self.p
        if any(self.able(each, self.q, self.p) for each in PLANE):
            self.p, self.q = self.q, self.p

    def is_valid_move(self, row, col, player):
        foe = "white" if player == "black" else "black"
        return on(row, col) and self.able(complex(col, row), player, foe)

    def cell(self, row, col):
        if not on(row, col):
            raise OutOfBounds
        return self.at.get(complex(col, row), "empty")

    def turn(self):
        return self.p

    def count(self, player):
        return sum(disc == player for disc in self.at.values())

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return (b > w) * "black" or (w > b) * "white" or "draw"

    def has_valid_moves(self, player):
        return any(self.is_valid_move(i // 8, i % 8, player) for i in range(64))

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")


class W_TriesAndPutsBack:
    """queries-pure & any-valid-moves: a try leaves some flips; anybody can move until the end."""

    def __init__(self):
        self.init()

    def init(self):
        self.grid = {complex(i % 8, i // 8): "empty" for i in range(64)}
        self.grid[3 + 3j] = self.grid[4 + 4j] = "white"
        self.grid[4 + 3j] = self.grid[3 + 4j] = "black"
        self.who = "black"

    def other(self, player):
        return {"white": "black", "black": "white"}[player]

    def place(self, z, player):
        """Flip what a disc there captures, and return the rows that were flipped."""
        rows = []
        for turn in TURNS:
            row, at = [], z + turn
            while self.grid.get(at) == self.other(player):
                row.append(at)
                at += turn
            if row and self.grid.get(at) == player:
                rows.append(row)
        for row in rows:
            for each in row:
                self.grid[each] = player
        return rows

    def is_valid_move(self, row, col, player):
        if not on(row, col) or self.grid[complex(col, row)] != "empty":
            return False
        rows = self.place(complex(col, row), player)
        for each in rows[-1] if rows else []:
            self.grid[each] = self.other(player)
        return bool(rows)

    def blocked(self, player):
        kept = dict(self.grid)
        answer = not any(
            kept[z] == "empty" and self.place(z, player) for z in PLANE
        )
        self.grid = kept
        return answer

    def move(self, row, col):
        if not on(row, col):
            raise OutOfBounds
        z = complex(col, row)
        if self.grid[z] != "empty" or not self.place(z, self.who):
            raise InvalidMove
        self.grid[z] = self.who
        if not self.blocked(self.other(self.who)):
            self.who = self.other(self.who)

    def cell(self, row, col):
        if not on(row, col):
            raise OutOfBounds
        return self.grid[complex(col, row)]

    def turn(self):
        return self.who

    def count(self, player):
        return sum(1 for z in PLANE if self.grid[z] == player)

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return "draw" if b == w else "black" if b > w else "white"

    def has_valid_moves(self, player):
        return "empty" in self.grid.values() and not self.game_over()

    def game_over(self):
        return self.blocked("black") and self.blocked("white")
