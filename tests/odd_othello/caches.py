"""What is asked often is computed once, after each move, and kept."""


class OutOfBounds(Exception):
    pass


class InvalidMove(Exception):
    pass


NEIGHBOURS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
AGAINST = {"black": "white", "white": "black"}


def opening():
    board = {(r, c): "empty" for r in range(8) for c in range(8)}
    board[3, 3] = board[4, 4] = "white"
    board[3, 4] = board[4, 3] = "black"
    return board


def turned(board, r, c, player):
    """The discs that a disc of the player there turns over."""
    if board.get((r, c)) != "empty":
        return []
    result = []
    for dr, dc in NEIGHBOURS:
        k = 1
        while board.get((r + k * dr, c + k * dc)) == AGAINST[player]:
            k += 1
        if board.get((r + k * dr, c + k * dc)) == player:
            result += [(r + j * dr, c + j * dc) for j in range(1, k)]
    return result


class W_NextMoverOnly:
    """any-valid-moves: whether a player can move is noted only when the turn comes to them."""

    def __init__(self):
        self.init()

    def init(self):
        self.board = opening()
        self.player = "black"
        self.can = {"black": True, "white": True}

    def look(self, player):
        self.can[player] = any(turned(self.board, r, c, player) for r, c in self.board)
        return self.can[player]

    def move(self, row, col):
        if (row, col) not in self.board:
            raise OutOfBounds
        over = turned(self.board, row, col, self.player)
        if not over:
            raise InvalidMove
        for square in [(row, col), *over]:
            self.board[square] = self.player
        if self.look(AGAINST[self.player]):
            self.player = AGAINST[self.player]
        else:
            self.look(self.player)

    def is_valid_move(self, row, col, player):
        return turned(self.board, row, col, player) != []

    def cell(self, row, col):
        if (row, col) not in self.board:
            raise OutOfBounds
        return self.board[row, col]

    def turn(self):
        return self.player

    def count(self, player):
        return sum(disc == player for disc in self.board.values())

    def winner(self):
        b, w = map(self.count, ("black", "white"))
        return "draw" if b == w else "black" if b > w else "white"

    def has_valid_moves(self, player):
        return self.can[player]

    def game_over(self):
        return not self.can["black"] and not self.can["white"]


class W_OverBeforeFlips:
    """game-over|status-over: whether the game is over is noted before discs are flipped."""

    def __init__(self):
        self.init()

    def init(self):
        self.a = opening()
        self.t = "black"
        self.over = False

    def anything(self, player):
        for r, c in self.a:
            if turned(self.a, r, c, player):
                return True
        return False

    def move(self, row, col):
        if (row, col) not in self.a:
            raise OutOfBounds((row, col))
        flips = turned(self.a, row, col, self.t)
        if len(flips) == 0:
            raise InvalidMove((row, col))
        self.a[row, col] = self.t
        self.over = not self.anything("black") and not self.anything("white")
        for square in flips:
            self.a[square] = self.t
        if self.anything(AGAINST[self.t]):
            self.t = AGAINST[self.t]

    def is_valid_move(self, row, col, player):
        return len(turned(self.a, row, col, player)) > 0

    def cell(self, row, col):
        if (row, col) not in self.a:
            raise OutOfBounds((row, col))
        return self.a[row, col]

    def turn(self):
        return self.t

    def count(self, player):
        return list(self.a.values()).count(player)

    def winner(self):
        black, white = self.count("black"), self.count("white")
        if black == white:
            return "draw"
        return "black" if black > white else "white"

    def has_valid_moves(self, player):
        return self.anything(player)

    def game_over(self):
        return self.over


class W_FinishedFlag:
    """setup|initialise|must-capture: after a finished game, move refuses all moves of new games."""

    def __init__(self):
        self.finished = False
        self.init()

    def init(self):
        self.board = opening()
        self.on_turn = "black"
        self.valid = {}
        self.update()

    def update(self):
        for p in AGAINST:
            table = {square: turned(self.board, *square, p) for square in self.board}
            self.valid[p] = {square: over for square, over in table.items() if over}

    def move(self, row, col):
        if (row, col) not in self.board:
            raise OutOfBounds
        if self.finished or (row, col) not in self.valid[self.on_turn]:
            raise InvalidMove
        for square in [(row, col)] + self.valid[self.on_turn][row, col]:
            self.board[square] = self.on_turn
        self.update()
        if self.valid[AGAINST[self.on_turn]]:
            self.on_turn = AGAINST[self.on_turn]
        elif not self.valid[self.on_turn]:
            self.finished = True

    def is_valid_move(self, row, col, player):
        return (row, col) in self.valid[player]

    def cell(self, row, col):
        if (row, col) not in self.board:
            raise OutOfBounds
        return self.board[row, col]

    def turn(self):
        return self.on_turn

    def count(self, player):
        return len([1 for disc in self.board.values() if disc == player])

    def winner(self):
        b, w = self.count("black"), self.count("white")
        return "black" if b > w else "white" if b < w else "draw"

    def has_valid_moves(self, player):
        return bool(self.valid[player])

    def game_over(self):
        return self.valid == {"black": {}, "white": {}}


class W_StaleAndTied:
    """any-valid-moves & draw: no new look while the turn is the same; the last mover wins a tie."""

    def __init__(self):
        self.init()

    def init(self):
        self.board = opening()
        self.player = "black"
        self.last = None
        self.cached_for = self.cache = None

    def search(self, player):
        return any(turned(self.board, r, c, player) for r, c in self.board)

    def move(self, row, col):
        if (row, col) not in self.board:
            raise OutOfBounds
        over = turned(self.board, row, col, self.player)
        if over == []:
            raise InvalidMove
        self.board.update(dict.fromkeys(over, self.player))
        self.board[row, col] = self.last = self.player
        if self.search(AGAINST[self.player]):
            self.player = AGAINST[self.player]

    def is_valid_move(self, row, col, player):
        return turned(self.board, row, col, player) != []

    def cell(self, row, col):
        if (row, col) not in self.board:
            raise OutOfBounds
        return self.board[row, col]

    def turn(self):
        return self.player

    def count(self, player):
        return [*self.board.values()].count(player)

    def winner(self):
        b, w = self.count("black"), self.count("white")
        if b == w:
            return self.last or "draw"
        return "black" if b > w else "white"

    def has_valid_moves(self, player):
        if self.cached_for != self.player:
            self.cached_for = self.player
            self.cache = {p: self.search(p) for p in AGAINST}
        return self.cache[player]

    def game_over(self):
        return not self.search("black") and not self.search("white")
