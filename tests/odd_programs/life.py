class OutOfBounds(Exception):
    pass


class R_Sets:
    """The set of living cells."""

    def init(self):
        self.a = set()

    def _c(self, r, c):
        if not (0 <= r <= 2 and 0 <= c <= 2):
            raise OutOfBounds
        return r, c

    def toggle(self, row, col):
        self.a ^= {self._c(row, col)}

    def _n(self, r, c):
        return len({(r + a, c + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} & self.a - {(r, c)})

    def step(self):
        self.a = {
            (r, c)
            for r in range(3)
            for c in range(3)
            if self._n(r, c) == 3 or self._n(r, c) == 2 and (r, c) in self.a
        }

    def is_alive(self, row, col):
        return self._c(row, col) in self.a

    def population(self):
        return len(self.a)


class R_Bits:
    """An integer of nine bits with a table of neighbours."""

    N = [
        sum(
            1 << 3 * y + x
            for y in range(3)
            for x in range(3)
            if 0 < max(abs(y - r), abs(x - c)) < 2
        )
        for r in range(3)
        for c in range(3)
    ]
    w = 0

    def init(self):
        self.w = 0

    def toggle(self, row, col):
        if row | col < 0 or row > 2 or col > 2 or row < 0 or col < 0:
            raise OutOfBounds()
        self.w ^= 1 << row * 3 + col

    def step(self):
        w = 0
        for i, n in enumerate(self.N):
            k = bin(self.w & n).count("1")
            if k | (self.w >> i & 1) == 3:
                w |= 1 << i
        self.w = w

    def is_alive(self, row, col):
        if row < 0 or col < 0 or row > 2 or col > 2:
            raise OutOfBounds()
        return self.w >> row * 3 + col & 1 == 1

    def population(self):
        return sum(int(x) for x in bin(self.w)[2:])


class R_Padded:
    """A grid with a border of dead cells; steps row by row from a copy."""

    def __init__(self):
        self.g = [[0] * 5 for _ in range(5)]

    def init(self):
        R_Padded.__init__(self)

    def toggle(self, row, col):
        if row in range(3) and col in range(3):
            self.g[row + 1][col + 1] = 1 - self.g[row + 1][col + 1]
        else:
            raise OutOfBounds

    def is_alive(self, row, col):
        if row in range(3) and col in range(3):
            return bool(self.g[row + 1][col + 1])
        raise OutOfBounds

    def step(self):
        o = [r[:] for r in self.g]
        for r in range(1, 4):
            for c in range(1, 4):
                s = sum(sum(x[c - 1 : c + 2]) for x in o[r - 1 : r + 2])
                self.g[r][c] = int(s == 3 or s == 4 and o[r][c] == 1)

    def population(self):
        return sum(map(sum, self.g))


class W_Torus(R_Sets):
    """neighbours: the world is a torus"""

    def _n(self, r, c):
        return len(
            {((r + a) % 3, (c + b) % 3) for a in (-1, 0, 1) for b in (-1, 0, 1)} & self.a - {(r, c)}
        )


class W_InPlace(R_Padded):
    """birth|survival|neighbours: the step reads cells that were changed already"""

    def step(self):
        o = self.g
        for r in range(1, 4):
            for c in range(1, 4):
                s = sum(sum(x[c - 1 : c + 2]) for x in o[r - 1 : r + 2])
                self.g[r][c] = int(s == 3 or s == 4 and o[r][c] == 1)


class W_Crowd(R_Bits):
    """birth|survival: six neighbours give birth as well (HighLife)"""

    def step(self):
        w = 0
        for i, n in enumerate(self.N):
            k = bin(self.w & n).count("1")
            if k == 3 or k == 6 and not self.w >> i & 1 or k == 2 and self.w >> i & 1:
                w |= 1 << i
        self.w = w
