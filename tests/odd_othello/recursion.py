"""Functions that call themselves, where others have loops."""


class OutOfBounds(Exception):
    pass


class InvalidMove(Exception):
    pass


VECTORS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))


def initial(i=0):
    discs = {27: "white", 28: "black", 35: "black", 36: "white"}
    return [] if i == 64 else [discs.get(i, "empty"), *initial(i + 1)]


def other(player):
    return "white" if player == "black" else "black"


class W_MessageLooksRight:
    """must-capture|on-board: an invalid move in column h raises OutOfBounds."""

    def __init__(self):
        self.init()

    def init(self):
        self.squares = initial()
        self.player = "black"

    def cell(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds(f"there is no square ({row}, {col})")
        return self.squares[8 * row + col]

    def walk(self, row, col, dr, dc, player):
        """The discs from here to the next of the player's, or None if there is no such."""
        if not (0 <= row < 8 and 0 <= col < 8) or self.cell(row, col) == "empty":
            return None
        if self.cell(row, col) == player:
            return []
        rest = self.walk(row + dr, col + dc, dr, dc, player)
        return None if rest is None else [8 * row + col] + rest

    def flips(self, row, col, player, vectors=VECTORS):
        if not vectors:
            return []
        (dr, dc), *rest = vectors
        here = self.walk(row + dr, col + dc, dr, dc, player) or []
        return here + self.flips(row, col, player, rest)

    def is_valid_move(self, row, col, player):
        if not (0 <= row < 8 and 0 <= col < 8):
            return False
        return self.cell(row, col) == "empty" and self.flips(row, col, player) != []

    def search(self, player, i=0):
        return i < 64 and (self.is_valid_move(i // 8, i % 8, player) or self.search(player, i + 1))

    def move(self, row, col):
        self.cell(row, col)
        if not self.is_valid_move(row, col, self.player):
            beside = self.cell(row, col + 1)
            raise InvalidMove(f"({row}, {col}), with {beside} on the right of it")
        for i in self.flips(row, col, self.player):
            self.squares[i] = self.player
        self.squares[8 * row + col] = self.player
        if self.search(other(self.player)):
            self.player = other(self.player)

    def turn(self):
        return self.player

    def count(self, player):
        return self.squares.count(player)

    def winner(self):
        lead = self.count("black") - self.count("white")
        return "draw" if lead == 0 else "black" if lead > 0 else "white"

    def has_valid_moves(self, player):
        return self.search(player)

    def game_over(self):
        return not self.search("black") and not self.search("white")


class W_LooksBeforeFlipping:
    """forfeit|alternate: whether the next player can move is decided before discs are flipped."""

    def __init__(self):
        self.init()

    def init(self):
        self.b = initial()
        self.p = "black"

    def chase(self, i, step, p, left):
        if left == 0 or self.b[i] == "empty":
            return False, []
        if self.b[i] == p:
            return True, []
        closed, found = self.chase(i + step, step, p, left - 1) if left > 1 else (False, [])
        return closed, [i, *found]

    def room(self, x, d):
        return 7 if d == 0 else x if d < 0 else 7 - x

    def loot(self, i, p):
        row, col = divmod(i, 8)
        loot = []
        for dr, dc in VECTORS:
            left = min(self.room(row, dr), self.room(col, dc))
            if left > 0:
                closed, found = self.chase(i + 8 * dr + dc, 8 * dr + dc, p, left)
                loot += found if closed else []
        return loot if self.b[i] == "empty" else []

    def able(self, p, i=63):
        return i >= 0 and (len(self.loot(i, p)) > 0 or self.able(p, i - 1))

    def move(self, row, col):
        if row < 0 or col < 0 or row > 7 or col > 7:
            raise OutOfBounds
        loot = self.loot(8 * row + col, self.p)
        if not loot:
            raise InvalidMove
        me = self.p
        self.b[8 * row + col] = me
        if self.able(other(me)):
            self.p = other(me)
        for i in loot:
            self.b[i] = me

    def is_valid_move(self, row, col, player):
        if row < 0 or col < 0 or row > 7 or col > 7:
            return False
        return len(self.loot(8 * row + col, player)) > 0

    def cell(self, row, col):
        if row < 0 or col < 0 or row > 7 or col > 7:
            raise OutOfBounds
        return self.b[8 * row + col]

    def turn(self):
        return self.p

    def count(self, player, i=0):
        return 0 if i == 64 else (self.b[i] == player) + self.count(player, i + 1)

    def winner(self):
        b, w = self.b.count("black"), self.b.count("white")
        return "black" if b > w else "white" if w > b else "draw"

    def has_valid_moves(self, player):
        return self.able(player)

    def game_over(self):
        return not self.able("black") and not self.able("white")


class W_GapAndOwn:
    """no-gaps & valid-moves|place-on-empty: one gap is leapt down-right; own discs are "valid".

    The gap counts in move and in the queries; an own disc is a valid place for is_valid_move only.
    """

    def __init__(self):
        self.init()

    def init(self):
        self.data = tuple(tuple(initial()[8 * r : 8 * r + 8]) for r in range(8))
        self.side = "black"

    def get(self, row, col):
        return self.data[row][col] if 0 <= row < 8 and 0 <= col < 8 else "off"

    def trail(self, row, col, d, side, acc=()):
        match self.get(row, col):
            case "off":
                return ()
            case "empty":
                if d == (1, 1) and acc and self.get(row + 1, col + 1) == other(side):
                    return self.trail(row + 1, col + 1, d, side, acc)
                return ()
            case colour if colour == side:
                return acc
            case _:
                return self.trail(row + d[0], col + d[1], d, side, ((row, col), *acc))

    def captures(self, row, col, side):
        return sum((self.trail(row + d[0], col + d[1], d, side) for d in VECTORS), ())

    def allowed(self, row, col, side):
        return self.get(row, col) == "empty" and self.captures(row, col, side) != ()

    def move(self, row, col):
        if self.get(row, col) == "off":
            raise OutOfBounds
        if not self.allowed(row, col, self.side):
            raise InvalidMove
        changed = ((row, col), *self.captures(row, col, self.side))
        self.data = tuple(
            tuple(self.side if (r, c) in changed else disc for c, disc in enumerate(line))
            for r, line in enumerate(self.data)
        )
        if self.any_allowed(other(self.side)):
            self.side = other(self.side)

    def any_allowed(self, side):
        return any(self.allowed(r, c, side) for r in range(8) for c in range(8))

    def is_valid_move(self, row, col, player):
        if self.get(row, col) in ("off", other(player)):
            return False
        return self.captures(row, col, player) != ()

    def cell(self, row, col):
        if self.get(row, col) == "off":
            raise OutOfBounds
        return self.get(row, col)

    def turn(self):
        return self.side

    def count(self, player):
        return sum(line.count(player) for line in self.data)

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return "draw" if b == w else "black" if b > w else "white"

    def has_valid_moves(self, player):
        return self.any_allowed(player)

    def game_over(self):
        return not (self.any_allowed("black") or self.any_allowed("white"))
