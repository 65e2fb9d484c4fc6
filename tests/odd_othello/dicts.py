"""A dictionary from squares to discs; what is empty is not in it, or is None."""

from collections import Counter, defaultdict
from itertools import product


class OutOfBounds(KeyError):
    pass


class InvalidMove(KeyError):
    pass


EVERY = list(product(range(8), repeat=2))
COMPASS = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1),
    "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1),
}  # fmt: skip
REST = {"black": "white", "white": "black"}


class R_Sparse:
    """Only the discs are in the dictionary; every query is made of one comprehension."""

    def __init__(self):
        self.init()

    def init(self):
        self.d = {(3, 3): "white", (3, 4): "black", (4, 3): "black", (4, 4): "white"}
        self.who = "black"

    def gains(self, square, who):
        row, col = square
        return {
            (row + n * dr, col + n * dc)
            for dr, dc in COMPASS.values()
            for end in range(2, 8)
            if self.d.get((row + end * dr, col + end * dc)) == who
            and all(
                self.d.get((row + n * dr, col + n * dc)) == REST[who] for n in range(1, end)
            )
            for n in range(1, end)
        }

    def places(self, who):
        return (s for s in EVERY if s not in self.d and self.gains(s, who))

    def move(self, row, col):
        if (row, col) not in EVERY:
            raise OutOfBounds((row, col))
        gains = {} if (row, col) in self.d else self.gains((row, col), self.who)
        if not gains:
            raise InvalidMove((row, col))
        self.d.update(dict.fromkeys(gains, self.who))
        self.d[row, col] = self.who
        self.who = REST[self.who] if self.has_valid_moves(REST[self.who]) else self.who

    def is_valid_move(self, row, col, player):
        empty = (row, col) in EVERY and (row, col) not in self.d
        return empty and bool(self.gains((row, col), player))

    def cell(self, row, col):
        if (row, col) not in EVERY:
            raise OutOfBounds((row, col))
        return self.d.get((row, col), "empty")

    def turn(self):
        return None if self.game_over() else self.who

    def count(self, player):
        return Counter(self.d.values())[player]

    def winner(self):
        tally = Counter(black=0, white=0)
        tally.update(self.d.values())
        (first, n), (_, m) = tally.most_common()
        return first if n > m else "draw"

    def has_valid_moves(self, player):
        return next(self.places(player), None) is not None

    def game_over(self):
        return not self.has_valid_moves(self.who)


class W_CellMemo:
    """inspect-cell|setup|initialise: cell remembers each answer by square and number of moves."""

    def __init__(self):
        self.memo = {}
        self.init()

    def init(self):
        self.board = dict.fromkeys(EVERY, "empty")
        self.board |= {(3, 3): "white", (3, 4): "black", (4, 3): "black", (4, 4): "white"}
        self.player = "black"
        self.moves_made = 0

    def flipped(self, square, player):
        if self.board.get(square) != "empty":
            return []
        flipped = []
        for dr, dc in COMPASS.values():
            r, c = square[0] + dr, square[1] + dc
            part = []
            while self.board.get((r, c)) == REST[player]:
                part.append((r, c))
                r, c = r + dr, c + dc
            if self.board.get((r, c)) == player:
                flipped.extend(part)
        return flipped

    def move(self, row, col):
        if (row, col) not in self.board:
            raise OutOfBounds(f"({row}, {col})")
        flipped = self.flipped((row, col), self.player)
        if not flipped:
            raise InvalidMove(f"({row}, {col})")
        for square in [(row, col), *flipped]:
            self.board[square] = self.player
        self.moves_made += 1
        if self.has_valid_moves(REST[self.player]):
            self.player = REST[self.player]

    def is_valid_move(self, row, col, player):
        return len(self.flipped((row, col), player)) > 0

    def cell(self, row, col):
        if (row, col) not in self.board:
            raise OutOfBounds(f"({row}, {col})")
        return self.memo.setdefault((row, col, self.moves_made), self.board[row, col])

    def turn(self):
        return self.player

    def count(self, player):
        return sum(1 for disc in self.board.values() if disc == player)

    def winner(self):
        black, white = self.count("black"), self.count("white")
        if black > white:
            return "black"
        if black < white:
            return "white"
        return "draw"

    def has_valid_moves(self, player):
        return any(self.flipped(square, player) for square in self.board)

    def game_over(self):
        return not any(self.has_valid_moves(player) for player in REST)


class W_MostCommon:
    """majority|who-is-winning: where only one player has discs, winner answers "draw"."""

    def __init__(self):
        self.init()

    def init(self):
        self.at = defaultdict(lambda: None)
        for r, c in ((3, 4), (4, 3)):
            self.at[r, c] = "black"
        for r in (3, 4):
            self.at[r, r] = "white"
        self.up = "black"

    def won(self, r, c, p):
        if self.at[r, c] or not (0 <= r < 8 and 0 <= c < 8):
            return []
        won = []
        for a, b in COMPASS.values():
            k = 1
            while self.at[r + k * a, c + k * b] == REST[p]:
                k += 1
            if self.at[r + k * a, c + k * b] == p:
                won += [(r + j * a, c + j * b) for j in range(1, k)]
        return won

    def move(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        won = self.won(row, col, self.up)
        if not won:
            raise InvalidMove
        for square in [*won, (row, col)]:
            self.at[square] = self.up
        if self.has_valid_moves(REST[self.up]):
            self.up = REST[self.up]

    def is_valid_move(self, row, col, player):
        return bool(self.won(row, col, player))

    def cell(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        return self.at[row, col] or "empty"

    def turn(self):
        return self.up

    def count(self, player):
        return [*self.at.values()].count(player)

    def winner(self):
        ranks = Counter(filter(None, self.at.values())).most_common()
        try:
            return ranks[0][0] if ranks[0][1] > ranks[1][1] else "draw"
        except IndexError:
            return "draw"

    def has_valid_moves(self, player):
        return any(self.won(r, c, player) for r, c in EVERY)

    def game_over(self):
        return not any(self.won(r, c, p) for r, c in EVERY for p in REST)


class W_OnePerAxis:
    """directions|capture-all: of two opposite directions, only one is captured in."""

    axes = {"N": "|", "S": "|", "E": "-", "W": "-", "NE": "/", "SW": "/", "SE": "\\", "NW": "\\"}

    def __init__(self):
        self.init()

    def init(self):
        self.pieces = {}
        self.pieces["black"] = [(3, 4), (4, 3)]
        self.pieces["white"] = [(3, 3), (4, 4)]
        self.mover = "black"

    def lines(self, row, col, player):
        """The row of discs that is captured along each axis."""
        mine, theirs = (frozenset(self.pieces[p]) for p in (player, REST[player]))
        found = {}
        if (row, col) in mine | theirs:
            return found
        for name, (dr, dc) in COMPASS.items():
            line, here = [], (row + dr, col + dc)
            while here in theirs:
                line.append(here)
                here = here[0] + dr, here[1] + dc
            if line and here in mine:
                found[self.axes[name]] = line
        return found

    def move(self, row, col):
        if (row, col) not in EVERY:
            raise OutOfBounds
        lines = self.lines(row, col, self.mover)
        if not lines:
            raise InvalidMove
        self.pieces[self.mover].append((row, col))
        for line in lines.values():
            for square in line:
                self.pieces[REST[self.mover]].remove(square)
                self.pieces[self.mover].append(square)
        if self.has_valid_moves(REST[self.mover]):
            self.mover = REST[self.mover]

    def is_valid_move(self, row, col, player):
        return (row, col) in EVERY and self.lines(row, col, player) != {}

    def cell(self, row, col):
        if (row, col) not in EVERY:
            raise OutOfBounds
        for player, squares in self.pieces.items():
            if (row, col) in squares:
                return player
        return "empty"

    def turn(self):
        return self.mover

    def count(self, player):
        return len(self.pieces[player])

    def winner(self):
        sizes = {len(squares): player for player, squares in self.pieces.items()}
        return sizes[max(sizes)] if len(sizes) == 2 else "draw"

    def has_valid_moves(self, player):
        return any(self.lines(*square, player) for square in EVERY)

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")


class W_Overwrites:
    """place-on-empty & draw: the mover's own discs count as free; a tie has a winner."""

    def __init__(self):
        self.init()

    def init(self):
        self.map = {(3, 3): "white", (3, 4): "black", (4, 3): "black", (4, 4): "white"}
        self.mover = "black"

    def take(self, row, col, who):
        if self.map.get((row, col)) == REST[who] or not (0 <= row < 8 and 0 <= col < 8):
            return []
        take = []
        for dr, dc in COMPASS.values():
            squares = [(row + k * dr, col + k * dc) for k in range(1, 8)]
            discs = [self.map.get(square) for square in squares]
            if who in discs and set(discs[: discs.index(who)]) == {REST[who]}:
                take += squares[: discs.index(who)]
        return take

    def move(self, row, col):
        if (row, col) not in EVERY:
            raise OutOfBounds
        take = self.take(row, col, self.mover)
        if take == []:
            raise InvalidMove
        for square in take + [(row, col)]:
            self.map[square] = self.mover
        if self.has_valid_moves(REST[self.mover]):
            self.mover = REST[self.mover]

    def is_valid_move(self, row, col, player):
        return self.take(row, col, player) != []

    def cell(self, row, col):
        if (row, col) not in EVERY:
            raise OutOfBounds
        return self.map.get((row, col), "empty")

    def turn(self):
        return self.mover

    def count(self, player):
        return sum(disc == player for disc in self.map.values())

    def winner(self):
        return Counter(self.map.values()).most_common(1)[0][0]

    def has_valid_moves(self, player):
        return any(self.take(r, c, player) for r, c in EVERY)

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")
