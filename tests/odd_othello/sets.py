"""A set of squares for each player."""


class OutOfBounds(Exception):
    pass


class InvalidMove(Exception):
    pass


ALL = frozenset((r, c) for r in range(8) for c in range(8))
STEPS = {(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)} - {(0, 0)}


class R_Sets:
    """Two sets and their names; whoever is on turn comes first."""

    def __init__(self):
        self.init()

    def init(self):
        self.pair = [("black", {(3, 4), (4, 3)}), ("white", {(3, 3), (4, 4)})]

    def _of(self, player):
        first, second = (squares for _, squares in self.pair)
        return (first, second) if self.pair[0][0] == player else (second, first)

    @staticmethod
    def _caught(square, own, other):
        if square not in ALL - own - other:
            return set()
        caught = set()
        for a, b in STEPS:
            reach, (r, c) = set(), square
            while (r := r + a, c := c + b) in other:
                reach.add((r, c))
            caught |= reach if (r, c) in own else set()
        return caught

    def move(self, row, col):
        if not {(row, col)} <= ALL:
            raise OutOfBounds
        (_, own), (_, other) = self.pair
        caught = self._caught((row, col), own, other)
        if not caught:
            raise InvalidMove
        own |= caught | {(row, col)}
        other -= caught
        if self.has_valid_moves(self.pair[1][0]):
            self.pair.reverse()

    def is_valid_move(self, row, col, player):
        return not set() == self._caught((row, col), *self._of(player))

    def cell(self, row, col):
        if not {(row, col)} <= ALL:
            raise OutOfBounds
        return next((name for name, squares in self.pair if (row, col) in squares), "empty")

    def turn(self):
        return self.pair[0][0]

    def count(self, player):
        return len(self._of(player)[0])

    def winner(self):
        (n, a), (m, b) = sorted((len(squares), name) for name, squares in self.pair)
        return "draw" if n == m else b

    def has_valid_moves(self, player):
        own, other = self._of(player)
        return any(self._caught(square, own, other) for square in ALL - own - other)

    def game_over(self):
        return not any(self.has_valid_moves(name) for name, _ in self.pair)


class W_RefusedSquareLost:
    """failed-call: an empty square where a move was refused cannot be played any more."""

    def __init__(self):
        self.init()

    def init(self):
        self.black = {(3, 4), (4, 3)}
        self.white = {(3, 3), (4, 4)}
        self.free = set(ALL - self.black - self.white)
        self.blacks_turn = True

    def sides(self, is_black):
        return (self.black, self.white) if is_black else (self.white, self.black)

    def between(self, square, is_black):
        own, other = self.sides(is_black)
        result = set()
        for a, b in STEPS:
            for k in range(1, 9):
                here = square[0] + k * a, square[1] + k * b
                if here in own:
                    result |= {(square[0] + j * a, square[1] + j * b) for j in range(1, k)}
                if here not in other:
                    break
        return result

    def move(self, row, col):
        if (row, col) not in ALL:
            raise OutOfBounds
        was_free = (row, col) in self.free
        self.free.discard((row, col))
        result = self.between((row, col), self.blacks_turn)
        if not (was_free and result):
            raise InvalidMove
        own, other = self.sides(self.blacks_turn)
        own.update(result, {(row, col)})
        other.difference_update(result)
        if self.can(not self.blacks_turn):
            self.blacks_turn = not self.blacks_turn

    def can(self, is_black):
        return any(self.between(square, is_black) for square in self.free)

    def is_valid_move(self, row, col, player):
        return (row, col) in self.free and self.between((row, col), player == "black") != set()

    def cell(self, row, col):
        if (row, col) not in ALL:
            raise OutOfBounds
        if (row, col) in self.black:
            return "black"
        return "white" if (row, col) in self.white else "empty"

    def turn(self):
        return "black" if self.blacks_turn else "white"

    def count(self, player):
        return len(self.sides(player == "black")[0])

    def winner(self):
        if len(self.black) == len(self.white):
            return "draw"
        return "black" if len(self.black) > len(self.white) else "white"

    def has_valid_moves(self, player):
        return self.can(player == "black")

    def game_over(self):
        return not self.can(True) and not self.can(False)


class W_Frontier:
    """any-valid-moves: moves are looked for only above, below, left and right of discs."""

    def __init__(self):
        self.init()

    def init(self):
        self.discs = {"black": {(3, 4), (4, 3)}, "white": {(3, 3), (4, 4)}}
        self.mover = "black"
        self.frontier = set()
        for square in self.discs["black"] | self.discs["white"]:
            self.grow(square)

    def grow(self, square):
        r, c = square
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & ALL
        self.frontier = (self.frontier | near) - self.discs["black"] - self.discs["white"]

    def foe(self, player):
        return "black" if player == "white" else "white"

    def haul(self, square, player):
        own, other = self.discs[player], self.discs[self.foe(player)]
        if square in own or square in other or square not in ALL:
            return []
        haul = []
        for a, b in STEPS:
            line = [(square[0] + a, square[1] + b)]
            while line[-1] in other:
                line.append((line[-1][0] + a, line[-1][1] + b))
            if line.pop() in own:
                haul += line
        return haul

    def move(self, row, col):
        if (row, col) not in ALL:
            raise OutOfBounds
        haul = self.haul((row, col), self.mover)
        if not haul:
            raise InvalidMove
        self.discs[self.mover] |= {(row, col), *haul}
        self.discs[self.foe(self.mover)] -= {*haul}
        self.grow((row, col))
        if self.has_valid_moves(self.foe(self.mover)):
            self.mover = self.foe(self.mover)

    def is_valid_move(self, row, col, player):
        return len(self.haul((row, col), player)) > 0

    def cell(self, row, col):
        if (row, col) not in ALL:
            raise OutOfBounds
        found = [player for player in self.discs if (row, col) in self.discs[player]]
        return found[0] if found else "empty"

    def turn(self):
        return self.mover

    def count(self, player):
        return len(self.discs[player])

    def winner(self):
        b, w = map(len, self.discs.values())
        return "black" if b > w else "white" if w > b else "draw"

    def has_valid_moves(self, player):
        return any(self.haul(square, player) for square in self.frontier)

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")


class W_ScoreLeft:
    """count|setup|initialise & on-board: init keeps the score; move to row -1 is InvalidMove."""

    score = None

    def __init__(self):
        self.init()

    def init(self):
        self.b, self.w = {(3, 4), (4, 3)}, {(3, 3), (4, 4)}
        self.turns = "b"
        if self.score is None:
            self.score = {"b": 2, "w": 2}

    def clasp(self, square, own, other):
        got = set()
        if square in ALL and square not in own | other:
            for a, b in STEPS:
                k = 1
                while (square[0] + a * k, square[1] + b * k) in other:
                    k += 1
                if (square[0] + a * k, square[1] + b * k) in own:
                    got |= {(square[0] + a * j, square[1] + b * j) for j in range(1, k)}
        return got

    def sets(self, letter):
        return (self.b, self.w) if letter == "b" else (self.w, self.b)

    def able(self, letter):
        return any(self.clasp(square, *self.sets(letter)) for square in ALL)

    def move(self, row, col):
        if row > 7 or col > 7 or col < 0:
            raise OutOfBounds
        own, other = self.sets(self.turns)
        got = self.clasp((row, col), own, other)
        if not got:
            raise InvalidMove
        own |= got
        own.add((row, col))
        other -= got
        foe = "w" if self.turns == "b" else "b"
        self.score[self.turns] += len(got) + 1
        self.score[foe] -= len(got)
        if self.able(foe):
            self.turns = foe

    def is_valid_move(self, row, col, player):
        return bool(self.clasp((row, col), *self.sets(player[0])))

    def cell(self, row, col):
        if (row, col) not in ALL:
            raise OutOfBounds
        return "black" if (row, col) in self.b else "white" if (row, col) in self.w else "empty"

    def turn(self):
        return {"b": "black", "w": "white"}[self.turns]

    def count(self, player):
        return self.score[player[0]]

    def winner(self):
        if self.score["b"] == self.score["w"]:
            return "draw"
        return "black" if self.score["b"] > self.score["w"] else "white"

    def has_valid_moves(self, player):
        return self.able(player[0])

    def game_over(self):
        return not self.able("b") and not self.able("w")
