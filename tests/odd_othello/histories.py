"""What is kept is the moves that were made; the board is what comes of them."""

from functools import lru_cache


class OutOfBounds(Exception):
    pass


class InvalidMove(Exception):
    pass


DELTAS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
FOE = {"black": "white", "white": "black"}
FIRST = {(3, 3): "white", (3, 4): "black", (4, 3): "black", (4, 4): "white"}


def flips(board, square, player):
    if square in board or not (0 <= square[0] < 8 and 0 <= square[1] < 8):
        return []
    result = []
    for dr, dc in DELTAS:
        run = []
        r, c = square[0] + dr, square[1] + dc
        while board.get((r, c)) == FOE[player]:
            run.append((r, c))
            r, c = r + dr, c + dc
        if board.get((r, c)) == player:
            result += run
    return result


def movable(board, player):
    return any(flips(board, (i // 8, i % 8), player) for i in range(64))


class R_Replay:
    """Each query replays the game from its beginning, and remembers the last few replays."""

    def __init__(self):
        self.moves = ()

    def init(self):
        self.moves = ()

    @staticmethod
    @lru_cache(maxsize=400)
    def replay(moves):
        if not moves:
            return FIRST, "black"
        board, player = R_Replay.replay(moves[:-1])
        square = moves[-1]
        board = {**board, **dict.fromkeys([square, *flips(board, square, player)], player)}
        return board, FOE[player] if movable(board, FOE[player]) else player

    def move(self, row, col):
        if not {row, col} <= set(range(8)):
            raise OutOfBounds
        if not flips(self.replay(self.moves)[0], (row, col), self.replay(self.moves)[1]):
            raise InvalidMove
        self.moves += ((row, col),)

    def is_valid_move(self, row, col, player):
        return flips(self.replay(self.moves)[0], (row, col), player) != []

    def cell(self, row, col):
        if not {row, col} <= set(range(8)):
            raise OutOfBounds
        return self.replay(self.moves)[0].get((row, col), "empty")

    def turn(self):
        if self.game_over():
            raise RuntimeError("nobody is on turn")
        return self.replay(self.moves)[1]

    def count(self, player):
        return list(self.replay(self.moves)[0].values()).count(player)

    def winner(self):
        leads = {p: self.count(p) - self.count(FOE[p]) for p in FOE}
        return next((p for p in leads if leads[p] > 0), "draw")

    def has_valid_moves(self, player):
        return movable(self.replay(self.moves)[0], player)

    def game_over(self):
        return not movable(*self.replay(self.moves))


class W_TurnByParity:
    """whose-turn|forfeit: turn goes by the number of moves made; move knows who is on turn."""

    def __init__(self):
        self.init()

    def init(self):
        self.log = []  # (row, col, player, flipped)
        self.board = dict(FIRST)

    def on_turn(self):
        if not self.log:
            return "black"
        last = self.log[-1][2]
        return FOE[last] if movable(self.board, FOE[last]) else last

    def move(self, row, col):
        if not (0 <= row <= 7 and 0 <= col <= 7):
            raise OutOfBounds(row, col)
        player = self.on_turn()
        flipped = flips(self.board, (row, col), player)
        if not flipped:
            raise InvalidMove(row, col)
        self.log.append((row, col, player, flipped))
        self.board[row, col] = player
        for square in flipped:
            self.board[square] = player

    def is_valid_move(self, row, col, player):
        return bool(flips(self.board, (row, col), player))

    def cell(self, row, col):
        if not (0 <= row <= 7 and 0 <= col <= 7):
            raise OutOfBounds(row, col)
        return self.board.get((row, col), "empty")

    def turn(self):
        return ("black", "white")[len(self.log) & 1]

    def count(self, player):
        n = 2
        for _, _, p, flipped in self.log:
            n += len(flipped) + 1 if p == player else -len(flipped)
        return n

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return "black" if b > w else "white" if w > b else "draw"

    def has_valid_moves(self, player):
        return movable(self.board, player)

    def game_over(self):
        return not movable(self.board, "black") and not movable(self.board, "white")


class W_TurnKept:
    """black-first|setup|initialise: a new game begins with whoever was on turn in the old one."""

    mover = "black"

    def __init__(self):
        self.init()

    def init(self):
        self.boards = [dict(FIRST)]

    @property
    def now(self):
        return self.boards[-1]

    def move(self, row, col):
        if row in range(8) and col in range(8):
            flipped = flips(self.now, (row, col), self.mover)
            if flipped:
                after = self.now.copy()
                for square in flipped:
                    after[square] = self.mover
                after[row, col] = self.mover
                self.boards.append(after)
                if movable(after, FOE[self.mover]):
                    self.mover = FOE[self.mover]
            else:
                raise InvalidMove
        else:
            raise OutOfBounds

    def is_valid_move(self, row, col, player):
        return len(flips(self.now, (row, col), player)) != 0

    def cell(self, row, col):
        if row in range(8) and col in range(8):
            return self.now.get((row, col), "empty")
        raise OutOfBounds

    def turn(self):
        return self.mover

    def count(self, player):
        return len([square for square in self.now if self.now[square] == player])

    def winner(self):
        if 2 * self.count("black") == len(self.now):
            return "draw"
        return "black" if 2 * self.count("black") > len(self.now) else "white"

    def has_valid_moves(self, player):
        return movable(self.now, player)

    def game_over(self):
        return not movable(self.now, "black") and not movable(self.now, "white")


class W_Journal:
    """game-over|status-over & on-board|inspect-cell: over only after Black's moves; no bounds.

    White's last move does not end the game, and cell answers "empty" off the board.
    """

    def __init__(self):
        self.init()

    def init(self):
        self.events = [("start", None, None)]
        self.board = {**FIRST}
        self.player = "black"
        self.ended = False

    def move(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        changed = flips(self.board, (row, col), self.player)
        if not changed:
            raise InvalidMove
        self.board[row, col] = self.player
        for square in changed:
            self.board[square] = self.player
        self.events.append((self.player, row, col))
        if movable(self.board, FOE[self.player]):
            self.player = FOE[self.player]
        elif self.player == "black" and not movable(self.board, self.player):
            self.events.append(("end", None, None))
            self.ended = True

    def is_valid_move(self, row, col, player):
        return flips(self.board, (row, col), player) != []

    def cell(self, row, col):
        return self.board.get((row, col), "empty")

    def turn(self):
        return self.player

    def count(self, player):
        return list(self.board.values()).count(player)

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return "draw" if b == w else "black" if b > w else "white"

    def has_valid_moves(self, player):
        return movable(self.board, player)

    def game_over(self):
        return self.ended
