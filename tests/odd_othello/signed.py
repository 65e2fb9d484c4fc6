"""Numbers for discs: one player's are positive, the other's negative."""


class OutOfBounds(Exception):
    pass


class InvalidMove(Exception):
    pass


START = [0] * 27 + [-1, 1] + [0] * 6 + [1, -1] + [0] * 27
WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)]
SIGN = {"black": 1, "white": -1}
WORD = {1: "black", -1: "white", 0: "empty"}


def captured(board, i, side):
    """The squares of the discs that a disc of the side on square i captures."""
    if board[i]:
        return []
    every = []
    for dr, dc in WAYS:
        r, c, run = i // 8 + dr, i % 8 + dc, []
        while 0 <= r < 8 and 0 <= c < 8 and board[8 * r + c] * side < 0:
            run.append(8 * r + c)
            r += dr
            c += dc
        if 0 <= r < 8 and 0 <= c < 8 and board[8 * r + c] * side > 0:
            every += run
    return every


class R_Signed:
    """The board is that of the player on turn: it changes its sign when the turn goes over."""

    def __init__(self):
        self.init()

    def init(self):
        self.own = START[:]
        self.colour = 1

    def view(self, player):
        return [x * self.colour * SIGN[player] for x in self.own]

    def move(self, row, col):
        if not 0 <= row < 8 > col >= 0:
            raise OutOfBounds
        new = captured(self.own, 8 * row + col, 1)
        if not new:
            raise InvalidMove
        for i in new:
            self.own[i] = 1
        self.own[8 * row + col] = 1
        if any(captured(self.own, i, -1) for i in range(64)):
            self.own = [-x for x in self.own]
            self.colour = -self.colour

    def is_valid_move(self, row, col, player):
        return 0 <= row < 8 > col >= 0 and captured(self.view(player), 8 * row + col, 1) != []

    def cell(self, row, col):
        if not 0 <= row < 8 > col >= 0:
            raise OutOfBounds
        return WORD[self.own[8 * row + col] * self.colour]

    def turn(self):
        return WORD[self.colour]

    def count(self, player):
        return sum(x > 0 for x in self.view(player))

    def winner(self):
        total = sum(self.own) * self.colour
        return "draw" if not total else WORD[total // abs(total)]

    def has_valid_moves(self, player):
        view = self.view(player)
        return any(captured(view, i, 1) for i in range(64))

    def game_over(self):
        return all(not captured(self.own, i, side) for i in range(64) for side in (1, -1))


class W_DiscAfterTurn:
    """own-disc: if the opponent forfeits, the new disc has the opponent's colour."""

    def __init__(self):
        self.init()

    def init(self):
        self.b = list(START)
        self.side = 1

    def movable(self, b, side):
        return any(captured(b, i, side) for i in range(64))

    def move(self, row, col):
        if row < 0 or row > 7 or col < 0 or col > 7:
            raise OutOfBounds
        i = row * 8 + col
        flips = captured(self.b, i, self.side)
        if not flips:
            raise InvalidMove
        after = self.b[:]
        for j in [i, *flips]:
            after[j] = self.side
        for j in flips:
            self.b[j] = -self.b[j]
        if self.movable(after, -self.side):
            self.side = -self.side
        self.b[i] = -self.side  # the turn has just gone over

    def is_valid_move(self, row, col, player):
        if row < 0 or row > 7 or col < 0 or col > 7:
            return False
        return bool(captured(self.b, row * 8 + col, SIGN[player]))

    def cell(self, row, col):
        if row < 0 or row > 7 or col < 0 or col > 7:
            raise OutOfBounds
        return WORD[self.b[row * 8 + col]]

    def turn(self):
        return WORD[self.side]

    def count(self, player):
        return self.b.count(SIGN[player])

    def winner(self):
        s = sum(self.b)
        if s == 0:
            return "draw"
        return "black" if s > 0 else "white"

    def has_valid_moves(self, player):
        return self.movable(self.b, SIGN[player])

    def game_over(self):
        return not self.movable(self.b, 1) and not self.movable(self.b, -1)


class W_ViewAndBlack:
    """majority|who-is-winning & game-over|status-over: at the end signs slip; Black decides.

    On a full board winner takes the sum as the mover's; without a move of Black's it is all over.
    """

    def __init__(self):
        self.init()

    def init(self):
        self.position = (tuple(START), 1)

    def able(self, side):
        return any(captured(self.position[0], i, side) for i in range(64))

    def move(self, row, col):
        if row not in range(8) or col not in range(8):
            raise OutOfBounds
        board, side = self.position
        flips = {*captured(board, 8 * row + col, side)}
        if not flips:
            raise InvalidMove
        flips.add(8 * row + col)
        board = tuple(side if i in flips else x for i, x in enumerate(board))
        self.position = board, side
        if self.able(-side):
            self.position = board, -side

    def is_valid_move(self, row, col, player):
        inside = row in range(8) and col in range(8)
        return inside and captured(self.position[0], 8 * row + col, SIGN[player]) != []

    def cell(self, row, col):
        if row not in range(8) or col not in range(8):
            raise OutOfBounds
        return WORD[self.position[0][8 * row + col]]

    def turn(self):
        return WORD[self.position[1]]

    def count(self, player):
        return self.position[0].count(SIGN[player])

    def winner(self):
        board, side = self.position
        total = sum(board)
        if 0 not in board:
            total *= side
        return "black" if total > 0 else "white" if total < 0 else "draw"

    def has_valid_moves(self, player):
        return self.able(SIGN[player])

    def game_over(self):
        return not self.able(1)
