"""A list of eight rows, each a list of eight: as most people begin."""

import copy


class OutOfBounds(IndexError):
    pass


class InvalidMove(RuntimeError):
    pass


EIGHT = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]


def fresh():
    rows = [["empty" for _ in range(8)] for _ in range(8)]
    rows[3][3:5] = ["white", "black"]
    rows[4][3:5] = ["black", "white"]
    return rows


def foe_of(player):
    return "black" if player == "white" else "white"


class W_NegativeIndex:
    """direct-line|outflank: a line off the top or the left edge goes on at the far edge."""

    def __init__(self):
        self.init()

    def init(self):
        self.b = fresh()
        self.p = "black"

    def captured(self, row, col, player):
        if self.b[row][col] != "empty":
            return []
        result = []
        for dr, dc in EIGHT:
            r, c = row + dr, col + dc
            line = []
            while r < 8 and c < 8 and self.b[r][c] == foe_of(player):
                line.append((r, c))
                r += dr
                c += dc
            if r < 8 and c < 8 and self.b[r][c] == player:
                result += line
        return result

    def move(self, row, col):
        if row < 0 or row > 7 or col < 0 or col > 7:
            raise OutOfBounds()
        line = self.captured(row, col, self.p)
        if len(line) == 0:
            raise InvalidMove()
        for r, c in line:
            self.b[r][c] = self.p
        self.b[row][col] = self.p
        if self.has_valid_moves(foe_of(self.p)):
            self.p = foe_of(self.p)

    def is_valid_move(self, row, col, player):
        if row < 0 or row > 7 or col < 0 or col > 7:
            return False
        return len(self.captured(row, col, player)) > 0

    def cell(self, row, col):
        if row < 0 or row > 7 or col < 0 or col > 7:
            raise OutOfBounds()
        return self.b[row][col]

    def turn(self):
        return self.p

    def count(self, player):
        n = 0
        for row in self.b:
            for x in row:
                if x == player:
                    n += 1
        return n

    def winner(self):
        if self.count("black") == self.count("white"):
            return "draw"
        return "black" if self.count("black") > self.count("white") else "white"

    def has_valid_moves(self, player):
        for r in range(8):
            for c in range(8):
                if self.is_valid_move(r, c, player):
                    return True
        return False

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")


class W_SkipsOwnFirst:
    """no-skipping|outflank: own discs beside the new one are skipped before a row begins."""

    def __init__(self):
        self.init()

    def init(self):
        self.table, self.mover = fresh(), "black"

    def inside(self, r, c):
        return r in range(8) and c in range(8)

    def look(self, r, c):
        return self.table[r][c] if self.inside(r, c) else None

    def haul(self, r, c, who):
        if self.look(r, c) != "empty":
            return []
        haul = []
        for dr, dc in EIGHT:
            k = 1
            while self.look(r + k * dr, c + k * dc) == who:
                k += 1
            first = k
            while self.look(r + k * dr, c + k * dc) == foe_of(who):
                k += 1
            if self.look(r + k * dr, c + k * dc) == who:
                haul += [(r + i * dr, c + i * dc) for i in range(first, k)]
        return haul

    def move(self, row, col):
        if not self.inside(row, col):
            raise OutOfBounds
        haul = self.haul(row, col, self.mover)
        if not haul:
            raise InvalidMove
        for r, c in [*haul, (row, col)]:
            self.table[r][c] = self.mover
        if self.has_valid_moves(foe_of(self.mover)):
            self.mover = foe_of(self.mover)

    def is_valid_move(self, row, col, player):
        return self.haul(row, col, player) != []

    def cell(self, row, col):
        if not self.inside(row, col):
            raise OutOfBounds
        return self.look(row, col)

    def turn(self):
        return self.mover

    def count(self, player):
        return sum(x == player for row in self.table for x in row)

    def winner(self):
        b, w = (self.count(p) for p in ("black", "white"))
        return "black" if b > w else "white" if w > b else "draw"

    def has_valid_moves(self, player):
        return any(self.haul(r, c, player) for r in range(8) for c in range(8))

    def game_over(self):
        return not any(map(self.has_valid_moves, ["black", "white"]))


class W_ClearsOnRefusal:
    """failed-call: a move to an occupied square is refused, and takes the disc off it."""

    def __init__(self):
        self.init()

    def init(self):
        self.matrix = fresh()
        self.active = "black"

    def flippable(self, m, row, col, colour):
        found = []
        for dy, dx in EIGHT:
            y, x, part = row + dy, col + dx, []
            while 0 <= y <= 7 and 0 <= x <= 7:
                if m[y][x] == "empty":
                    break
                if m[y][x] == colour:
                    found.extend(part)
                    break
                part.append((y, x))
                y, x = y + dy, x + dx
        return found

    def move(self, row, col):
        if not (0 <= row <= 7 and 0 <= col <= 7):
            raise OutOfBounds(f"{row},{col}")
        was = self.matrix[row][col]
        self.matrix[row][col] = self.active
        changed = self.flippable(self.matrix, row, col, self.active)
        if was != "empty" or not changed:
            self.matrix[row][col] = "empty"
            raise InvalidMove(f"{row},{col}")
        for y, x in changed:
            self.matrix[y][x] = self.active
        if self.has_valid_moves(foe_of(self.active)):
            self.active = foe_of(self.active)

    def is_valid_move(self, row, col, player):
        if not (0 <= row <= 7 and 0 <= col <= 7) or self.matrix[row][col] != "empty":
            return False
        return bool(self.flippable(copy.copy(self.matrix), row, col, player))

    def cell(self, row, col):
        if not (0 <= row <= 7 and 0 <= col <= 7):
            raise OutOfBounds(f"{row},{col}")
        return self.matrix[row][col]

    def turn(self):
        return self.active

    def count(self, player):
        return sum(line.count(player) for line in self.matrix)

    def winner(self):
        flat = sum(self.matrix, [])
        difference = flat.count("black") - flat.count("white")
        return "black" if difference > 0 else "white" if difference < 0 else "draw"

    def has_valid_moves(self, player):
        return any(self.is_valid_move(i // 8, i % 8, player) for i in range(64))

    def game_over(self):
        return not (self.has_valid_moves("black") or self.has_valid_moves("white"))


class W_UndoLessOne:
    """outflank: where a row turns out not to be closed, its last disc stays flipped."""

    def __init__(self):
        self.init()

    def init(self):
        self.discs = fresh()
        self.player = "black"

    def closed(self, row, col, dr, dc, player):
        n = 1
        while True:
            r, c = row + n * dr, col + n * dc
            if not (0 <= r < 8 and 0 <= c < 8) or self.discs[r][c] == "empty":
                return False
            if self.discs[r][c] == player:
                return n > 1
            n += 1

    def is_valid_move(self, row, col, player):
        if not (0 <= row < 8 and 0 <= col < 8 and self.discs[row][col] == "empty"):
            return False
        return any(self.closed(row, col, dr, dc, player) for dr, dc in EIGHT)

    def move(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        if not self.is_valid_move(row, col, self.player):
            raise InvalidMove
        self.discs[row][col] = self.player
        for dr, dc in EIGHT:
            r, c, turned = row + dr, col + dc, 0
            while 0 <= r < 8 and 0 <= c < 8 and self.discs[r][c] == foe_of(self.player):
                self.discs[r][c] = self.player
                turned += 1
                r, c = r + dr, c + dc
            if not (0 <= r < 8 and 0 <= c < 8) or self.discs[r][c] == "empty":
                for n in range(1, turned):  # it was not closed: all back
                    self.discs[row + n * dr][col + n * dc] = foe_of(self.player)
        if self.has_valid_moves(foe_of(self.player)):
            self.player = foe_of(self.player)

    def cell(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        return self.discs[row][col]

    def turn(self):
        return self.player

    def count(self, player):
        return len([d for row in self.discs for d in row if d == player])

    def winner(self):
        b, w = self.count("black"), self.count("white")
        if b != w:
            return "black" if b > w else "white"
        return "draw"

    def has_valid_moves(self, player):
        for r in range(8):
            for c in range(8):
                if self.is_valid_move(r, c, player):
                    return True
        return False

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")


class W_FreeCorners:
    """must-capture & count: an empty corner is always valid; count leaves out the last row."""

    def __init__(self):
        self.init()

    def init(self):
        self.s = fresh()
        self.cur = "black"

    def go(self, r, c, d, who):
        """The discs between (r, c) and the next of the player's in a direction."""
        seen = []
        r, c = r + d[0], c + d[1]
        while 0 <= r < 8 and 0 <= c < 8 and self.s[r][c] not in ("empty", who):
            seen.append((r, c))
            r, c = r + d[0], c + d[1]
        return seen if 0 <= r < 8 and 0 <= c < 8 and self.s[r][c] == who else []

    def ok(self, r, c, who):
        if not (0 <= r < 8 and 0 <= c < 8) or self.s[r][c] != "empty":
            return False
        return (r % 7 == 0 and c % 7 == 0) or any(self.go(r, c, d, who) for d in EIGHT)

    def move(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        if not self.ok(row, col, self.cur):
            raise InvalidMove
        for r, c in [s for d in EIGHT for s in self.go(row, col, d, self.cur)]:
            self.s[r][c] = self.cur
        self.s[row][col] = self.cur
        if self.has_valid_moves(foe_of(self.cur)):
            self.cur = foe_of(self.cur)

    def is_valid_move(self, row, col, player):
        return self.ok(row, col, player)

    def cell(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        return self.s[row][col]

    def turn(self):
        return self.cur

    def count(self, player):
        total = 0
        for r in range(len(self.s) - 1):
            total += self.s[r].count(player)
        return total

    def winner(self):
        flat = [x for row in self.s for x in row]
        b, w = flat.count("black"), flat.count("white")
        return "draw" if b == w else ("white", "black")[b > w]

    def has_valid_moves(self, player):
        return any(self.ok(r, c, player) for r in range(8) for c in range(8))

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")
