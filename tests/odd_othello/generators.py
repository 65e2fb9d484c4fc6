"""Moves and captures come one by one out of generators."""

from itertools import chain, count, takewhile


class OutOfBounds(Exception):
    pass


class InvalidMove(Exception):
    pass


def eight():
    for n in range(9):
        if n != 4:
            yield n // 3 - 1, n % 3 - 1


def empty_board():
    board = [["empty"] * 8 for _ in range(8)]
    for r, c, player in ((3, 3, "white"), (4, 4, "white"), (3, 4, "black"), (4, 3, "black")):
        board[r][c] = player
    return board


class R_Generators:
    """Nothing is computed that is not asked for; turn is decided when the next call needs it."""

    def __init__(self):
        self.init()

    def init(self):
        self.board = empty_board()
        self.last = "white"

    def _path(self, row, col, dr, dc):
        path = ((row + k * dr, col + k * dc) for k in count(1))
        return takewhile(lambda s: 0 <= s[0] < 8 and 0 <= s[1] < 8, path)

    def _run(self, row, col, dr, dc, player):
        run = []
        for r, c in self._path(row, col, dr, dc):
            if self.board[r][c] == player:
                yield from run
                return
            if self.board[r][c] == "empty":
                return
            run.append((r, c))

    def _flips(self, row, col, player):
        runs = (self._run(row, col, dr, dc, player) for dr, dc in eight())
        return chain.from_iterable(runs)

    def _valid(self, player):
        for r, row in enumerate(self.board):
            for c, disc in enumerate(row):
                if disc == "empty" and next(self._flips(r, c, player), None):
                    yield r, c

    def _can(self, player):
        return next(self._valid(player), None) is not None

    def turn(self):
        first, second = ("white", "black") if self.last == "black" else ("black", "white")
        return first if self._can(first) else second

    def move(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        player = self.turn()
        if (row, col) not in self._valid(player):
            raise InvalidMove
        for r, c in [*self._flips(row, col, player)]:
            self.board[r][c] = player
        self.board[row][col] = player
        self.last = player

    def is_valid_move(self, row, col, player):
        on_board = 0 <= row < 8 and 0 <= col < 8
        if not on_board or self.board[row][col] != "empty":
            return False
        return any(True for _ in self._flips(row, col, player))

    def cell(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        return self.board[row][col]

    def count(self, player):
        return sum(1 for disc in chain(*self.board) if disc == player)

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return "black" if b > w else "white" if w > b else "draw"

    def has_valid_moves(self, player):
        return self._can(player)

    def game_over(self):
        return not any(map(self._can, ("black", "white")))


class W_Spent:
    """queries-pure|any-valid-moves: has_valid_moves uses a move up each time it is asked."""

    def __init__(self):
        self.init()

    def init(self):
        self.board = empty_board()
        self.player = "black"
        self.refresh()

    def refresh(self):
        self.ready = {p: self.valid([row[:] for row in self.board], p) for p in ("black", "white")}

    def flips(self, board, row, col, player):
        if board[row][col] != "empty":
            return
        for dr, dc in eight():
            run, r, c = [], row + dr, col + dc
            while 0 <= r < 8 and 0 <= c < 8 and board[r][c] not in ("empty", player):
                run.append((r, c))
                r, c = r + dr, c + dc
            if 0 <= r < 8 and 0 <= c < 8 and board[r][c] == player:
                yield from run

    def valid(self, board, player):
        for r in range(8):
            for c in range(8):
                if any(True for _ in self.flips(board, r, c, player)):
                    yield r, c

    def move(self, row, col):
        if row not in range(8) or col not in range(8):
            raise OutOfBounds
        flipped = list(self.flips(self.board, row, col, self.player))
        if not flipped:
            raise InvalidMove
        for r, c in (*flipped, (row, col)):
            self.board[r][c] = self.player
        foe = "white" if self.player == "black" else "black"
        if any(True for _ in self.valid(self.board, foe)):
            self.player = foe
        self.refresh()

    def is_valid_move(self, row, col, player):
        if row not in range(8) or col not in range(8):
            return False
        return any(True for _ in self.flips(self.board, row, col, player))

    def cell(self, row, col):
        if row not in range(8) or col not in range(8):
            raise OutOfBounds
        return self.board[row][col]

    def turn(self):
        return self.player

    def count(self, player):
        return sum(row.count(player) for row in self.board)

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return "draw" if b == w else "black" if b > w else "white"

    def has_valid_moves(self, player):
        return next(self.ready[player], None) is not None

    def game_over(self):
        both = chain(self.valid(self.board, "black"), self.valid(self.board, "white"))
        return next(both, None) is None


class W_LastTwenty:
    """any-valid-moves|setup|initialise: the list of the last empty squares is kept for new games.

    As soon as twenty squares are empty, moves are looked for in a list of them.
    """

    def __init__(self):
        self.short_list = None
        self.init()

    def init(self):
        self.board = {(r, c): d for r, row in enumerate(empty_board()) for c, d in enumerate(row)}
        self.mover = "black"
        self.left = 60

    def gain(self, square, player):
        if self.board.get(square) != "empty":
            return
        for dr, dc in eight():
            run = []
            for k in count(1):
                there = square[0] + k * dr, square[1] + k * dc
                disc = self.board.get(there, "empty")
                if disc == "empty":
                    break
                if disc == player:
                    yield from run
                    break
                run.append(there)

    def places(self):
        if self.left > 20:
            return self.board
        if self.short_list is None:
            self.short_list = [s for s in self.board if self.board[s] == "empty"]
        return self.short_list

    def can(self, player):
        return any(next(self.gain(s, player), None) for s in self.places())

    def move(self, row, col):
        if (row, col) not in self.board:
            raise OutOfBounds
        gain = [*self.gain((row, col), self.mover)]
        if not gain:
            raise InvalidMove
        self.left -= 1
        for square in [*gain, (row, col)]:
            self.board[square] = self.mover
        foe = {"black": "white", "white": "black"}[self.mover]
        if self.can(foe):
            self.mover = foe

    def is_valid_move(self, row, col, player):
        return next(self.gain((row, col), player), None) is not None

    def cell(self, row, col):
        if (row, col) not in self.board:
            raise OutOfBounds
        return self.board[row, col]

    def turn(self):
        return self.mover

    def count(self, player):
        return [*self.board.values()].count(player)

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return "black" if b > w else "white" if w > b else "draw"

    def has_valid_moves(self, player):
        return self.can(player)

    def game_over(self):
        return not self.can("black") and not self.can("white")
