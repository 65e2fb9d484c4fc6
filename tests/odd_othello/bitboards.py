"""Two integers of 64 bits, one for each player: bit 8 * row + col is the square."""

FULL = (1 << 64) - 1
NOT_A = 0xFEFEFEFEFEFEFEFE
NOT_H = 0x7F7F7F7F7F7F7F7F
INNER = NOT_A & NOT_H
SHIFTS = (
    (1, NOT_A),
    (-1, NOT_H),
    (8, FULL),
    (-8, FULL),
    (9, NOT_A),
    (7, NOT_H),
    (-7, NOT_A),
    (-9, NOT_H),
)


class OutOfBounds(Exception):
    pass


class InvalidMove(Exception):
    pass


def shifted(x, by):
    return (x << by) & FULL if by > 0 else x >> -by


def bits(x):
    while x:
        low = x & -x
        yield low
        x ^= low


class R_KoggeStone:
    """Fills all rays of all discs at once, in three doublings."""

    def init(self):
        self.me, self.you = 0x0000000810000000, 0x0000001008000000
        self.black_moves = True

    def __init__(self):
        self.init()

    @staticmethod
    def _smear(start, through, by, mask):
        fill = start
        through &= mask
        for doubling in (by, 2 * by, 4 * by):
            fill |= through & shifted(fill, doubling)
            through &= shifted(through, doubling)
        return fill ^ start

    def _targets(self, me, you):
        free = FULL ^ me ^ you
        found = 0
        for by, mask in SHIFTS:
            found |= shifted(self._smear(me, you, by, mask), by) & mask & free
        return found

    def _sides(self, player):
        if (player == "black") == self.black_moves:
            return self.me, self.you
        return self.you, self.me

    def move(self, row, col):
        if row not in range(8) or col not in range(8):
            raise OutOfBounds
        new = 1 << 8 * row + col
        if not self._targets(self.me, self.you) & new:
            raise InvalidMove
        flip = 0
        for by, mask in SHIFTS:
            run = self._smear(new, self.you, by, mask)
            if shifted(run, by) & mask & self.me:
                flip |= run
        self.me |= new | flip
        self.you &= ~flip
        if self._targets(self.you, self.me):
            self.me, self.you = self.you, self.me
            self.black_moves = not self.black_moves

    def is_valid_move(self, row, col, player):
        if not (0 <= row <= 7 and 0 <= col <= 7):
            return False
        return bool(self._targets(*self._sides(player)) >> 8 * row + col & 1)

    def cell(self, row, col):
        if not (0 <= row <= 7 and 0 <= col <= 7):
            raise OutOfBounds
        black, white = self._sides("black")
        n = 8 * row + col
        return ("empty", "black", "white")[(black >> n & 1) + 2 * (white >> n & 1)]

    def turn(self):
        return "black" if self.black_moves else "white"

    def count(self, player):
        return self._sides(player)[0].bit_count()

    def winner(self):
        lead = self.count("black") - self.count("white")
        return "black" if lead > 0 else "white" if lead else "draw"

    def has_valid_moves(self, player):
        return self._targets(*self._sides(player)) != 0

    def game_over(self):
        return not self._targets(self.me, self.you)  # the one on turn can move if anybody can


class W_NoMaskForNortheast:
    """direct-line|outflank: up and to the right, lines go on from column h in column a."""

    steps = [(s, FULL if s == -7 else m) for s, m in SHIFTS]

    def __init__(self):
        self.init()

    def init(self):
        self.disc = {"black": 1 << 28 | 1 << 35, "white": 1 << 27 | 1 << 36}
        self.mover = "black"

    def enemy(self, player):
        return "white" if player == "black" else "black"

    def flips(self, player, new):
        own, other = self.disc[player], self.disc[self.enemy(player)]
        if (own | other) & new:
            return 0
        every = 0
        for by, mask in self.steps:
            run, at = 0, shifted(new, by) & mask
            while at & other:
                run |= at
                at = shifted(at, by) & mask
            if at & own:
                every |= run
        return every

    def move(self, row, col):
        if min(row, col) < 0 or max(row, col) > 7:
            raise OutOfBounds(row, col)
        new = 1 << 8 * row + col
        flips = self.flips(self.mover, new)
        if flips == 0:
            raise InvalidMove(row, col)
        other = self.enemy(self.mover)
        self.disc[self.mover] |= flips | new
        self.disc[other] ^= flips
        if self.has_valid_moves(other):
            self.mover = other

    def is_valid_move(self, row, col, player):
        if min(row, col) < 0 or max(row, col) > 7:
            return False
        return self.flips(player, 1 << 8 * row + col) > 0

    def cell(self, row, col):
        if min(row, col) < 0 or max(row, col) > 7:
            raise OutOfBounds(row, col)
        for player, discs in self.disc.items():
            if discs & 1 << 8 * row + col:
                return player
        return "empty"

    def turn(self):
        return self.mover

    def count(self, player):
        return bin(self.disc[player]).count("1")

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return "draw" if b == w else max((b, "black"), (w, "white"))[1]

    def has_valid_moves(self, player):
        return any(self.flips(player, 1 << i) for i in range(64))

    def game_over(self):
        return not (self.has_valid_moves("black") or self.has_valid_moves("white"))


class W_EdgeFilesMasked:
    """directions|capture-all|outflank: in columns a and h nothing is captured up or down."""

    def __init__(self):
        self.b = self.w = self.who = 0
        self.init()

    def init(self):
        self.b, self.w, self.who = 0x810000000, 0x1008000000, "b"

    def _moves(self, own, opp):
        opp &= INNER  # what is captured never lies in an outer column
        free = ~(own | self.b | self.w) & FULL
        result = 0
        for by in (1, 7, 8, 9, -1, -7, -8, -9):
            t = shifted(own, by) & opp
            for _ in range(5):
                t |= shifted(t, by) & opp
            result |= shifted(t, by) & free
        return result

    def _flips(self, own, opp, new):
        opp &= INNER
        result = 0
        for by in (1, 7, 8, 9, -1, -7, -8, -9):
            run, t = 0, shifted(new, by)
            while t & opp:
                run |= t
                t = shifted(t, by)
            if t & own:
                result |= run
        return result

    def _pair(self, player):
        return (self.b, self.w) if player[0] == "b" else (self.w, self.b)

    def move(self, row, col):
        if (row | col) & ~7:
            raise OutOfBounds("no such square")
        new = 1 << row * 8 + col
        own, opp = self._pair(self.who)
        if not new & self._moves(own, opp):
            raise InvalidMove("nothing to capture")
        turned = self._flips(own, opp, new)
        own, opp = own | new | turned, opp & ~turned
        self.b, self.w = (own, opp) if self.who == "b" else (opp, own)
        if self._moves(opp, own):
            self.who = "bw"[self.who == "b"]

    def is_valid_move(self, row, col, player):
        on_board = not (row | col) & ~7
        return on_board and self._moves(*self._pair(player)) & 1 << row * 8 + col != 0

    def cell(self, row, col):
        if (row | col) & ~7:
            raise OutOfBounds("no such square")
        bit = 1 << row * 8 + col
        if self.b & bit:
            return "black"
        return "white" if self.w & bit else "empty"

    def turn(self):
        return {"b": "black", "w": "white"}[self.who]

    def count(self, player):
        return sum(1 for _ in bits(self._pair(player)[0]))

    def winner(self):
        b, w = self.b.bit_count(), self.w.bit_count()
        if b == w:
            return "draw"
        return "black" if b > w else "white"

    def has_valid_moves(self, player):
        return bool(self._moves(*self._pair(player)))

    def game_over(self):
        return not self._moves(self.b, self.w) | self._moves(self.w, self.b)


class W_FiveOfSix:
    """any-length|capture-all: of a row of six discs only the nearest five are flipped."""

    def __init__(self):
        self.init()

    def init(self):
        self.words = [1 << 28 | 1 << 35, 1 << 27 | 1 << 36]
        self.side = 0

    def run(self, side, square, by, mask):
        """How many discs lie between the square and the next of the side's."""
        own, other, at = self.words[side], self.words[1 - side], 1 << square
        for length in range(8):
            at = shifted(at, by) & mask
            if not at & other:
                return length if at & own else 0
        return 0

    def valid(self, side, square):
        if (self.words[0] | self.words[1]) >> square & 1:
            return False
        return any(self.run(side, square, by, mask) for by, mask in SHIFTS)

    def any_valid(self, side):
        return any(self.valid(side, square) for square in range(64))

    def move(self, row, col):
        if not 0 <= row < 8 or not 0 <= col < 8:
            raise OutOfBounds()
        square = row * 8 + col
        if not self.valid(self.side, square):
            raise InvalidMove()
        flips = 0
        for by, mask in SHIFTS:
            length = self.run(self.side, square, by, mask)
            for i in range(1, min(length + 1, 6)):
                flips |= shifted(1 << square, by * i)
        self.words[self.side] ^= flips ^ 1 << square
        self.words[1 - self.side] ^= flips
        self.side ^= self.any_valid(self.side ^ 1)

    def is_valid_move(self, row, col, player):
        if not 0 <= row < 8 or not 0 <= col < 8:
            return False
        return self.valid(int(player == "white"), row * 8 + col)

    def cell(self, row, col):
        if not 0 <= row < 8 or not 0 <= col < 8:
            raise OutOfBounds()
        for word, name in zip(self.words, ("black", "white")):
            if word >> row * 8 + col & 1:
                return name
        return "empty"

    def turn(self):
        return ("black", "white")[self.side]

    def count(self, player):
        return self.words[player == "white"].bit_count()

    def winner(self):
        b, w = [word.bit_count() for word in self.words]
        return ["white", "draw", "black"][(b > w) - (b < w) + 1]

    def has_valid_moves(self, player):
        return self.any_valid(int(player == "white"))

    def game_over(self):
        return not self.any_valid(0) and not self.any_valid(1)


class W_SignBit:
    """count: a disc on h8 is not counted, as if the word had 63 bits and a sign."""

    def __init__(self):
        self.init()

    def init(self):
        self.own, self.opp = 1 << 28 | 1 << 35, 1 << 27 | 1 << 36
        self.names = ["black", "white"]

    def catch(self, own, opp, square):
        new, caught = 1 << square, 0
        if new & (own | opp):
            return 0
        for by, mask in SHIFTS:
            ray = [new]
            while ray[-1]:
                ray.append(shifted(ray[-1], by) & mask)
            ray = ray[1:]
            n = next((i for i, x in enumerate(ray) if not x & opp), 0)
            if ray[n] & own:
                caught |= sum(ray[:n])
        return caught

    def look(self, player):
        return (self.own, self.opp) if player == self.names[0] else (self.opp, self.own)

    def move(self, row, col):
        if not (row in range(8) and col in range(8)):
            raise OutOfBounds
        caught = self.catch(self.own, self.opp, 8 * row + col)
        if not caught:
            raise InvalidMove
        self.own ^= caught | 1 << 8 * row + col
        self.opp ^= caught
        if any(self.catch(self.opp, self.own, s) for s in range(64)):
            self.own, self.opp = self.opp, self.own
            self.names.reverse()

    def is_valid_move(self, row, col, player):
        if row in range(8) and col in range(8):
            return self.catch(*self.look(player), 8 * row + col) != 0
        return False

    def cell(self, row, col):
        if not (row in range(8) and col in range(8)):
            raise OutOfBounds
        if self.own >> 8 * row + col & 1:
            return self.names[0]
        return self.names[1] if self.opp >> 8 * row + col & 1 else "empty"

    def turn(self):
        return self.names[0]

    def count(self, player):
        x, n = self.look(player)[0] & 0x7FFFFFFFFFFFFFFF, 0
        while x:
            x &= x - 1
            n += 1
        return n

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return "black" if b > w else "draw" if b == w else "white"

    def has_valid_moves(self, player):
        return any(self.catch(*self.look(player), s) for s in range(64))

    def game_over(self):
        return not any(self.has_valid_moves(name) for name in self.names)


class W_WrapsAndTies:
    """direct-line|outflank & draw|who-is-winning: down-left lines wrap at column a; ties: None."""

    def __init__(self):
        self.init()

    def init(self):
        self.black, self.white = 0x810000000, 0x1008000000
        self.player = "black"

    def _lines(self, own, opp, new):
        masks = {1: NOT_A, -7: NOT_A, 9: NOT_A, -1: NOT_H, -9: NOT_H}
        for by in (1, -1, 8, -8, 9, -9, 7, -7):
            mask = masks.get(by, FULL)
            x, line = shifted(new, by) & mask, 0
            while x & opp:
                line, x = line | x, shifted(x, by) & mask
            if x & own:
                yield line

    def _boards(self, player):
        pair = self.black, self.white
        return pair if player == "black" else pair[::-1]

    def is_valid_move(self, row, col, player):
        if row < 0 or col < 0 or row > 7 or col > 7:
            return False
        own, opp = self._boards(player)
        new = 1 << (row << 3 | col)
        return not new & (own | opp) and any(self._lines(own, opp, new))

    def has_valid_moves(self, player):
        return any(self.is_valid_move(i >> 3, i & 7, player) for i in range(64))

    def move(self, row, col):
        if row < 0 or col < 0 or row > 7 or col > 7:
            raise OutOfBounds((row, col))
        if not self.is_valid_move(row, col, self.player):
            raise InvalidMove((row, col))
        new = 1 << (row << 3 | col)
        own, opp = self._boards(self.player)
        for line in list(self._lines(own, opp, new)):
            own |= line
            opp &= ~line
        own |= new
        if self.player == "black":
            self.black, self.white, other = own, opp, "white"
        else:
            self.black, self.white, other = opp, own, "black"
        if self.has_valid_moves(other):
            self.player = other

    def cell(self, row, col):
        if row < 0 or col < 0 or row > 7 or col > 7:
            raise OutOfBounds((row, col))
        at = row << 3 | col
        return "black" if self.black >> at & 1 else "white" if self.white >> at & 1 else "empty"

    def turn(self):
        return self.player

    def count(self, player):
        return format(self._boards(player)[0], "b").count("1")

    def winner(self):
        if self.count("black") > self.count("white"):
            return "black"
        if self.count("black") < self.count("white"):
            return "white"

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")
