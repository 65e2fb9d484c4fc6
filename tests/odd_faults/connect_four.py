from odd_programs.connect_four import Full, GameOver, OutOfBounds, R_Bitboard, R_Columns, R_LastMove


class W_WinnerStays(R_Columns):
    """in-turn: the turn does not change with the disc that wins"""

    def drop(self, col):
        super().drop(col)
        if self.has_won("red") or self.has_won("yellow"):
            self.who = "yellow" if self.who == "red" else "red"


class W_FourthCoversTheThird(R_Columns):
    """falls|height?: the fourth disc of a column covers the third, and the heights count it"""

    def init(self):
        super().init()
        self.heights = [0] * 4

    def drop(self, col):
        if self.is_over():
            raise GameOver
        if not 0 <= col < 4:
            raise OutOfBounds
        if self.heights[col] == 4:
            raise Full
        if self.heights[col] == 3:
            self.c[col][2] = self.who
        else:
            self.c[col].append(self.who)
        self.heights[col] += 1
        self.who = "yellow" if self.who == "red" else "red"

    def height(self, col):
        super().height(col)
        return self.heights[col]

    def is_over(self):
        return self.has_won("red") or self.has_won("yellow") or sum(self.heights) == 16


class W_LoserBegins(R_Columns):
    """red-first: the next game begins with the player whose turn it was"""

    def __init__(self):
        self.who = "red"

    def init(self):
        who = self.who
        super().init()
        self.who = who


class W_LooksToTheLeft(R_LastMove):
    """line|has-won?|game-over?: a row counts only if its right end was dropped last"""

    def drop(self, col):
        before = self.won
        super().drop(col)
        row = 4 - self.height(col)
        if self.won and not before and self.g[row] == [self.won] * 4 and col < 3:
            self.won = None


class W_LastColumnIsLower(R_Columns):
    """full: the last column is full with three discs"""

    def drop(self, col):
        if not self.is_over() and col == 3 and len(self.c[3]) == 3:
            raise Full
        super().drop(col)


class W2_HeightOfFullAndColumnFour(R_Bitboard):
    """height|places: a full column has height zero; a column beyond the right edge is full"""

    def height(self, col):
        return super().height(col) % 4

    def drop(self, col):
        if not self.is_over() and col == 4:
            raise Full
        super().drop(col)


class W_SlidesUnder(R_Columns):
    """falls: a third disc of a column slides under the two others"""

    def drop(self, col):
        super().drop(col)
        if len(self.c[col]) == 3:
            self.c[col].insert(0, self.c[col].pop())
