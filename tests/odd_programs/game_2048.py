class NothingMoves(Exception):
    pass


class OutOfBounds(Exception):
    pass


class Taken(Exception):
    pass


class WrongTile(Exception):
    pass


IDX = {
    "left": [(0, 1, 2), (3, 4, 5), (6, 7, 8)],
    "right": [(2, 1, 0), (5, 4, 3), (8, 7, 6)],
    "up": [(0, 3, 6), (1, 4, 7), (2, 5, 8)],
    "down": [(6, 3, 0), (7, 4, 1), (8, 5, 2)],
}


class R_Flat:
    """A flat list and index tables."""

    def init(self):
        self.b = [0] * 9

    def _line(self, l):
        out = []
        last = 0
        for t in l:
            if not t:
                continue
            if t == last:
                out[-1] = 2 * t
                last = 0
            else:
                out.append(t)
                last = t
        return out + [0] * (3 - len(out))

    def _slid(self, d):
        new = self.b[:]
        for ix in IDX[d]:
            for i, t in zip(ix, self._line([self.b[i] for i in ix])):
                new[i] = t
        return new

    def _at(self, r, c):
        if not (0 <= r < 3 and 0 <= c < 3):
            raise OutOfBounds
        return 3 * r + c

    def appear(self, row, col, value):
        i = self._at(row, col)
        if self.b[i]:
            raise Taken
        if value not in (2, 4):
            raise WrongTile
        self.b[i] = value

    def slide(self, direction):
        n = self._slid(direction)
        if n == self.b:
            raise NothingMoves
        self.b = n

    def tile(self, row, col):
        return self.b[self._at(row, col)]

    def greatest(self):
        return max(self.b)

    def is_over(self):
        return all(self.b) and all(self._slid(d) == self.b for d in IDX)


class R_Rotate:
    """Rotates the board, so that only the left is written out; exponents for tiles."""

    def init(self):
        self.g = ((0, 0, 0),) * 3

    @staticmethod
    def _rot(g):
        return tuple(zip(*g[::-1]))

    @classmethod
    def _left(cls, g):
        def row(r):
            t = [x for x in r if x]
            i = 0
            while i < len(t) - 1:
                if t[i] == t[i + 1]:
                    t[i] += 1
                    del t[i + 1]
                i += 1
            return (*t, 0, 0, 0)[:3]

        return tuple(map(row, g))

    def _go(self, d):
        k = {"left": 0, "down": 1, "right": 2, "up": 3}[d]
        g = self.g
        for _ in range(k):
            g = self._rot(g)
        g = self._left(g)
        for _ in range(-k % 4):
            g = self._rot(g)
        return g

    def appear(self, row, col, value):
        if row < 0 or col < 0:
            raise OutOfBounds
        try:
            x = self.g[row][col]
        except IndexError:
            raise OutOfBounds from None
        if x:
            raise Taken
        if value != 2 and value != 4:
            raise WrongTile
        self.g = tuple(
            tuple(value // 2 if (r, c) == (row, col) else self.g[r][c] for c in range(3))
            for r in range(3)
        )

    def slide(self, direction):
        old, self.g = self.g, self._go(direction)
        if old == self.g:
            raise NothingMoves

    def tile(self, row, col):
        if row not in range(3) or col not in range(3):
            raise OutOfBounds
        e = self.g[row][col]
        return e and 1 << e

    def greatest(self):
        e = max(map(max, self.g))
        return 2**e if e else 0

    def is_over(self):
        return 0 not in sum(self.g, ()) and all(
            self._go(d) == self.g for d in ("left", "right", "up", "down")
        )


class R_Sparse:
    """A dictionary of tiles; neighbours that are equal decide whether it is over."""

    def __init__(self):
        self.t = {}

    init = __init__

    def _in(self, r, c):
        if (r, c) not in [(a, b) for a in (0, 1, 2) for b in (0, 1, 2)]:
            raise OutOfBounds((r, c))

    def tile(self, row, col):
        self._in(row, col)
        return self.t.get((row, col), 0)

    def appear(self, row, col, value):
        self._in(row, col)
        if (row, col) in self.t:
            raise Taken
        if value not in {2, 4}:
            raise WrongTile
        self.t[row, col] = value

    def slide(self, direction):
        new = {}
        for i in range(3):
            line = []
            for k in range(3):
                k2 = k if direction in ("left", "up") else 2 - k
                p = (i, k2) if direction in ("left", "right") else (k2, i)
                if p in self.t:
                    line.append(self.t[p])
            res = []
            while line:
                a = line.pop(0)
                if line and line[0] == a:
                    a += line.pop(0)
                res.append(a)
            for k, v in enumerate(res):
                k2 = k if direction in ("left", "up") else 2 - k
                new[(i, k2) if direction in ("left", "right") else (k2, i)] = v
        if new == self.t:
            raise NothingMoves
        self.t = new

    def greatest(self):
        return max(self.t.values(), default=0)

    def is_over(self):
        return len(self.t) == 9 and not any(
            self.t.get((r + a, c + b)) == v
            for (r, c), v in self.t.items()
            for a, b in ((0, 1), (1, 0))
        )


class W_ChainMerge(R_Flat):
    """merge: a merged tile merges again"""

    def _line(self, l):
        out = []
        for t in l:
            if not t:
                continue
            while out and out[-1] == t:
                t *= 2
                out.pop()
            out.append(t)
        return out + [0] * (3 - len(out))


class W_RightFromLeft(R_Flat):
    """slide|merge: three equal tiles to the right merge at the left end"""

    def _slid(self, d):
        if d != "right":
            return super()._slid(d)
        new = self.b[:]
        for ix in IDX["left"]:
            l = [x for x in self._line([self.b[i] for i in ix]) if x]
            for i, t in zip(ix, [0] * (3 - len(l)) + l):
                new[i] = t
        return new


class W_OverWhenFull(R_Sparse):
    """game-over: a full board is the end"""

    def is_over(self):
        return len(self.t) == 9


class W_TileInAByte(R_Flat):
    """slide|merge: a tile is kept in a byte, so two tiles of 128 leave none"""

    def slide(self, direction):
        super().slide(direction)
        self.b = [tile & 0xFF for tile in self.b]


class W_TileInASignedByte(R_Flat):
    """slide|merge: a tile is kept in a signed byte, so two tiles of 64 make one of -128"""

    def slide(self, direction):
        super().slide(direction)
        self.b = [(tile + 128) % 256 - 128 for tile in self.b]
