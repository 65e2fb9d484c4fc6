"""Boards with a border around them, in one list, so that no walk has to look for an edge."""

from itertools import count as naturals


class OutOfBounds(ValueError):
    pass


class InvalidMove(ValueError):
    pass


class GameOver(Exception):
    pass


class R_Border:
    """A list of a hundred, by columns: what is a row outside is a column inside."""

    around = (-11, -10, -9, -1, 1, 9, 10, 11)

    def __init__(self):
        self.init()

    def init(self):
        self.box = ["#"] * 100
        for column in range(1, 9):
            for row in range(1, 9):
                self.box[10 * column + row] = " "
        self.box[44] = self.box[55] = "O"
        self.box[45] = self.box[54] = "@"
        self.mine, self.yours = "@", "O"

    def at(self, row, col):
        i = 10 * col + row + 11
        if row < 0 or row > 7 or col < 0 or col > 7 or self.box[i] == "#":
            raise OutOfBounds(f"row {row}, column {col}")
        return i

    def taken(self, i, mine, yours):
        if self.box[i] != " ":
            return []
        all_taken = []
        for d in self.around:
            j = i + d
            while self.box[j] == yours:
                j += d
            if self.box[j] == mine:
                all_taken.extend(range(i + d, j, d))
        return all_taken

    def stuck(self, mine, yours):
        return not any(self.taken(i, mine, yours) for i in range(11, 89))

    def move(self, row, col):
        i = self.at(row, col)
        taken = self.taken(i, self.mine, self.yours)
        if not taken:
            raise InvalidMove
        for j in [i, *taken]:
            self.box[j] = self.mine
        if not self.stuck(self.yours, self.mine):
            self.mine, self.yours = self.yours, self.mine
        return len(taken)

    def is_valid_move(self, row, col, player):
        try:
            i = self.at(row, col)
        except OutOfBounds:
            return False
        return bool(self.taken(i, *("@O" if player == "black" else "O@")))

    def cell(self, row, col):
        return {" ": "empty", "@": "black", "O": "white"}[self.box[self.at(row, col)]]

    def turn(self):
        return "black" if self.mine == "@" else "white"

    def count(self, player):
        return self.box.count("@" if player == "black" else "O")

    def winner(self):
        black, white = self.box.count("@"), self.box.count("O")
        return "draw" if black == white else "black" if black > white else "white"

    def has_valid_moves(self, player):
        return not self.stuck(*("@O" if player == "black" else "O@"))

    def game_over(self):
        return self.stuck("@", "O") and self.stuck("O", "@")


class W_ValidOnTheBorder:
    """on-board|valid-moves: is_valid_move takes the squares just off the board for empty ones."""

    dirs = [12 * r + c for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]

    def __init__(self):
        self.init()

    def init(self):
        self.a = ["empty"] * 144
        self.a[self.i(3, 3)] = self.a[self.i(4, 4)] = "white"
        self.a[self.i(3, 4)] = self.a[self.i(4, 3)] = "black"
        self.t = "black"

    def i(self, r, c):
        return 12 * r + c + 26

    def is_valid_move(self, row, col, player):
        if row < -1 or row > 8 or col < -1 or col > 8:
            return False
        return self.a[self.i(row, col)] == "empty" and self.f(self.i(row, col), player) != []

    def f(self, i, player):
        out = []
        for d in self.dirs:
            line = []
            j = i + d
            while self.a[j] not in ("empty", player):
                line.append(j)
                j += d
            if self.a[j] == player:
                out += line
        return out

    def move(self, row, col):
        if row < 0 or row > 7 or col < 0 or col > 7:
            raise OutOfBounds()
        if not self.is_valid_move(row, col, self.t):
            raise InvalidMove()
        for j in self.f(self.i(row, col), self.t):
            self.a[j] = self.t
        self.a[self.i(row, col)] = self.t
        u = "white" if self.t == "black" else "black"
        if self.has_valid_moves(u):
            self.t = u

    def cell(self, row, col):
        if row < 0 or row > 7 or col < 0 or col > 7:
            raise OutOfBounds()
        return self.a[self.i(row, col)]

    def turn(self):
        return self.t

    def count(self, player):
        return self.a.count(player)

    def winner(self):
        d = self.a.count("black") - self.a.count("white")
        if d == 0:
            return "draw"
        return "black" if d > 0 else "white"

    def has_valid_moves(self, player):
        for r in range(8):
            for c in range(8):
                if self.is_valid_move(r, c, player):
                    return True
        return False

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")


class W_StepOfTwo:
    """directions|direct-line: down and to the right is a step of one row and two columns."""

    # nine columns: the border on the right of a row is that on the left of the next
    NORTH, SOUTH, EAST, WEST = -9, 9, 1, -1
    ALL = (NORTH, SOUTH, EAST, WEST, NORTH + 1, NORTH - 1, SOUTH + 2, SOUTH - 1)

    def __init__(self):
        self.init()

    def init(self):
        self.field = [3] * 10 + ([0] * 8 + [3]) * 8 + [3] * 12
        for place, disc in ((40, 2), (41, 1), (49, 1), (50, 2)):
            self.field[place] = disc
        self.on_turn = 1

    def _place(self, row, col):
        return row * 9 + col + 10 if 0 <= row < 8 and 0 <= col < 8 else 0

    def _captured(self, place, disc):
        if self.field[place]:
            return set()
        captured = set()
        for step in self.ALL:
            for n in naturals(1):
                seen = self.field[place + n * step]
                if seen != 3 - disc:
                    break
            if seen == disc:
                captured |= {place + k * step for k in range(1, n)}
        return captured

    def _stuck(self, disc):
        return all(not self._captured(p, disc) for p in range(10, 82))

    def move(self, row, col):
        place = self._place(row, col)
        if not place:
            raise OutOfBounds
        captured = self._captured(place, self.on_turn)
        if not captured:
            raise InvalidMove
        for p in captured | {place}:
            self.field[p] = self.on_turn
        if not self._stuck(3 - self.on_turn):
            self.on_turn = 3 - self.on_turn

    def is_valid_move(self, row, col, player):
        return bool(self._captured(self._place(row, col), 1 + (player == "white")))

    def cell(self, row, col):
        place = self._place(row, col)
        if not place:
            raise OutOfBounds
        return ["empty", "black", "white"][self.field[place]]

    def turn(self):
        return ["black", "white"][self.on_turn - 1]

    def count(self, player):
        return self.field.count(1 + (player == "white"))

    def winner(self):
        black, white = self.field.count(1), self.field.count(2)
        if black > white:
            return "black"
        return "white" if white > black else "draw"

    def has_valid_moves(self, player):
        return not self._stuck(1 + (player == "white"))

    def game_over(self):
        return self._stuck(1) and self._stuck(2)


class W_ScoreAfterTurn:
    """count: after a forfeit the captured discs are taken from the count of the wrong player."""

    def __init__(self):
        self.init()

    def init(self):
        line = "*" + "." * 8 + "*"
        text = "*" * 10 + line * 3 + "*...WB...*" + "*...BW...*" + line * 3 + "*" * 10
        self.board = list(text)
        self.score = {"B": 2, "W": 2}
        self.now = "B"

    def other(self, p):
        return "BW".replace(p, "")

    def taken(self, k, p):
        res = []
        if self.board[k] == ".":
            for d in (-10, 10, -1, 1, -9, 9, -11, 11):
                q = k + d
                while self.board[q] == self.other(p):
                    q += d
                if self.board[q] == p:
                    res += list(range(k + d, q, d))
        return res

    def free_to_move(self, p):
        return any(self.taken(k, p) for k, x in enumerate(self.board) if x == ".")

    def move(self, row, col):
        if not (-1 < row < 8 and -1 < col < 8):
            raise OutOfBounds
        k = 11 + 10 * row + col
        taken = self.taken(k, self.now)
        if not taken:
            raise InvalidMove
        for q in taken:
            self.board[q] = self.now
        self.board[k] = self.now
        self.score[self.now] += len(taken) + 1
        if self.free_to_move(self.other(self.now)):
            self.now = self.other(self.now)
            self.score[self.now] -= len(taken)
        else:
            self.score[self.now] -= len(taken)

    def is_valid_move(self, row, col, player):
        on_board = -1 < row < 8 and -1 < col < 8
        return on_board and len(self.taken(11 + 10 * row + col, player[0].upper())) > 0

    def cell(self, row, col):
        if not (-1 < row < 8 and -1 < col < 8):
            raise OutOfBounds
        return {"B": "black", "W": "white", ".": "empty"}[self.board[11 + 10 * row + col]]

    def turn(self):
        return "black" if self.now == "B" else "white"

    def count(self, player):
        return self.score[player[0].upper()]

    def winner(self):
        black, white = self.score["B"], self.score["W"]
        return "black" if black > white else "white" if white > black else "draw"

    def has_valid_moves(self, player):
        return self.free_to_move(player[0].upper())

    def game_over(self):
        return not self.free_to_move("B") and not self.free_to_move("W")


class W_Strict:
    """valid-moves & must-capture|game-over: no move is valid out of turn; GameOver at the end."""

    def __init__(self):
        self.init()

    def init(self):
        self.grid = {z: "?" for z in range(100)}
        for z in range(100):
            if 0 < z % 10 < 9 and 0 < z // 10 < 9:
                self.grid[z] = "empty"
        self.grid.update({44: "white", 45: "black", 54: "black", 55: "white"})
        self.to_move, self.waiting = "black", "white"

    def hits(self, z, player):
        foe = {"black": "white", "white": "black"}[player]
        total = []
        for d in (1, 9, 10, 11, -1, -9, -10, -11):
            y, run = z + d, []
            while self.grid[y] == foe:
                run, y = [*run, y], y + d
            total += run if self.grid[y] == player else []
        return total if self.grid[z] == "empty" else []

    def able(self, player):
        return any(self.hits(z, player) for z in self.grid if self.grid[z] == "empty")

    def move(self, row, col):
        if {row, col} - {*range(8)}:
            raise OutOfBounds(row, col)
        if self.game_over():
            raise GameOver
        z = row * 10 + col + 11
        hits = self.hits(z, self.to_move)
        if hits == []:
            raise InvalidMove(row, col)
        self.grid |= dict.fromkeys([z, *hits], self.to_move)
        if self.able(self.waiting):
            self.to_move, self.waiting = self.waiting, self.to_move

    def is_valid_move(self, row, col, player):
        if {row, col} - {*range(8)} or player != self.to_move:
            return False
        return self.hits(row * 10 + col + 11, player) != []

    def cell(self, row, col):
        if {row, col} - {*range(8)}:
            raise OutOfBounds(row, col)
        return self.grid[row * 10 + col + 11]

    def turn(self):
        return self.to_move

    def count(self, player):
        return list(self.grid.values()).count(player)

    def winner(self):
        lead = self.count("black") - self.count("white")
        return ("draw", "black", "white")[(lead > 0) - (lead < 0)]

    def has_valid_moves(self, player):
        return self.able(player)

    def game_over(self):
        return not self.able("black") and not self.able("white")
