"""A string of 64 letters, row after row: X is Black, O is White, a dot is an empty square."""

import re

START = "." * 27 + "OX" + "." * 6 + "XO" + "." * 27
NAME = {"X": "black", "O": "white", ".": "empty"}
LETTER = {"black": "X", "white": "O"}


class OutOfBounds(Exception):
    pass


class InvalidMove(Exception):
    pass


def swap(letter):
    return "XO"["OX".index(letter)]


def lanes(i):
    """The squares that lie in each of the eight directions, the nearest first."""
    row, col = divmod(i, 8)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            lane, r, c = [], row + down, col + right
            while (down or right) and 0 <= r < 8 and 0 <= c < 8:
                lane.append(8 * r + c)
                r, c = r + down, c + right
            if lane:
                yield lane


LANES = [list(lanes(i)) for i in range(64)]


class R_Regex:
    """Lines are matched by a regular expression; a board is never changed, but replaced."""

    CAPTURE = {"X": re.compile("O+(?=X)"), "O": re.compile("X+(?=O)")}

    def __init__(self):
        self.init()

    def init(self):
        self.position = START, "X"

    def _flips(self, text, who, i):
        if text[i] != ".":
            return []
        flips = []
        for lane in LANES[i]:
            if found := self.CAPTURE[who].match("".join(text[j] for j in lane)):
                flips += lane[: found.end()]
        return flips

    def _can(self, text, who):
        return any(self._flips(text, who, found.start()) for found in re.finditer(r"\.", text))

    def move(self, row, col):
        if not re.fullmatch("[0-7],[0-7]", f"{row},{col}"):
            raise OutOfBounds(f"{row},{col}")
        text, who = self.position
        flips = self._flips(text, who, 8 * row + col)
        if not flips:
            raise InvalidMove(f"{row},{col}")
        for i in (*flips, 8 * row + col):
            text = text[:i] + who + text[i + 1 :]
        self.position = text, swap(who) if self._can(text, swap(who)) else who

    def is_valid_move(self, row, col, player):
        if not re.fullmatch("[0-7],[0-7]", f"{row},{col}"):
            return False
        return self._flips(self.position[0], LETTER[player], 8 * row + col) != []

    def cell(self, row, col):
        if not re.fullmatch("[0-7],[0-7]", f"{row},{col}"):
            raise OutOfBounds(f"{row},{col}")
        return NAME[self.position[0][8 * row + col]]

    def turn(self):
        return NAME[self.position[1]]

    def count(self, player):
        return len(re.findall(LETTER[player], self.position[0]))

    def winner(self):
        letters = re.sub("XO|OX", "", "".join(sorted(self.position[0].replace(".", ""))))
        more = letters.count("X") - letters.count("O")
        return "black" if more > 0 else "white" if more < 0 else "draw"

    def has_valid_moves(self, player):
        return self._can(self.position[0], LETTER[player])

    def game_over(self):
        return not self._can(self.position[0], "X") and not self._can(self.position[0], "O")


class W_NotRedrawn:
    """inspect-cell|setup|initialise: in a new game cell shows the old one until the first move."""

    def __init__(self):
        self.init()
        self.drawing = "".join(self.squares)

    def init(self):
        self.squares = [*START]
        self.who = "X"

    def flips(self, i, who):
        flips = []
        for lane in LANES[i] if self.squares[i] == "." else []:
            text = "".join(self.squares[j] for j in lane)
            n = len(text) - len(text.lstrip(swap(who)))
            if text[n : n + 1] == who:
                flips += lane[:n]
        return flips

    def move(self, row, col):
        if min(row, col) < 0 or max(row, col) >= 8:
            raise OutOfBounds
        if not (flips := self.flips(row * 8 + col, self.who)):
            raise InvalidMove
        for j in flips:
            self.squares[j] = self.who
        self.squares[row * 8 + col] = self.who
        if any(self.flips(j, swap(self.who)) for j in range(64)):
            self.who = swap(self.who)
        self.drawing = "".join(self.squares)

    def is_valid_move(self, row, col, player):
        if min(row, col) < 0 or max(row, col) >= 8:
            return False
        return bool(self.flips(row * 8 + col, LETTER[player]))

    def cell(self, row, col):
        if min(row, col) < 0 or max(row, col) >= 8:
            raise OutOfBounds
        return NAME[self.drawing[row * 8 + col]]

    def turn(self):
        return NAME[self.who]

    def count(self, player):
        return self.squares.count(LETTER[player])

    def winner(self):
        x, o = self.squares.count("X"), self.squares.count("O")
        return "draw" if x == o else "black" if x > o else "white"

    def has_valid_moves(self, player):
        return any(self.flips(j, LETTER[player]) for j in range(64))

    def game_over(self):
        return not any(self.flips(j, who) for j in range(64) for who in "XO")


class W_GapsToTheWest:
    """no-gaps: to the left, empty squares are left out, and what lies beyond them is captured."""

    def __init__(self):
        self.init()

    def init(self):
        self.text = START
        self.me = "X"

    def ray(self, i, dr, dc):
        r, c = divmod(i, 8)
        if (dr, dc) == (0, -1):
            return [j for j in range(i - 1, 8 * r - 1, -1) if self.text[j] != "."]
        ray = []
        for k in range(1, 8):
            if 0 <= r + k * dr < 8 and 0 <= c + k * dc < 8:
                ray.append(i + k * (8 * dr + dc))
        return ray

    def prey(self, i, me):
        prey = []
        if self.text[i] != ".":
            return prey
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                if dr == dc == 0:
                    continue
                ray = self.ray(i, dr, dc)
                letters = "".join(self.text[j] for j in ray)
                end = letters.find(me)
                if end > 0 and letters[:end] == swap(me) * end:
                    prey.extend(ray[:end])
        return prey

    def move(self, row, col):
        if row not in range(8) or col not in range(8):
            raise OutOfBounds("off the board")
        i = 8 * row + col
        prey = self.prey(i, self.me)
        if len(prey) < 1:
            raise InvalidMove("captures nothing")
        self.text = "".join(
            self.me if j == i or j in prey else letter for j, letter in enumerate(self.text)
        )
        if any(self.prey(j, swap(self.me)) for j in range(64)):
            self.me = swap(self.me)

    def is_valid_move(self, row, col, player):
        if row not in range(8) or col not in range(8):
            return False
        return len(self.prey(8 * row + col, LETTER[player])) > 0

    def cell(self, row, col):
        if row not in range(8) or col not in range(8):
            raise OutOfBounds("off the board")
        return NAME[self.text[8 * row + col]]

    def turn(self):
        return NAME[self.me]

    def count(self, player):
        return self.text.count(LETTER[player])

    def winner(self):
        x, o = self.text.count("X"), self.text.count("O")
        if x > o:
            return "black"
        elif o > x:
            return "white"
        else:
            return "draw"

    def has_valid_moves(self, player):
        return any(self.prey(j, LETTER[player]) for j in range(64))

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")


class W_CountsAsText:
    """majority|who-is-winning: winner compares the counts as text, so that 9 is more than 10."""

    def __init__(self):
        self.init()

    def init(self):
        self.black, self.white = {28, 35}, {27, 36}
        self.mover = "X"
        self.draw_board()

    def draw_board(self):
        self.rows = "".join(
            "X" if i in self.black else "O" if i in self.white else "." for i in range(64)
        )

    def grab(self, i, letter):
        if self.rows[i] != ".":
            return set()
        out = set()
        for lane in LANES[i]:
            for n, j in enumerate(lane):
                if self.rows[j] == letter:
                    out.update(lane[:n])
                if self.rows[j] in (letter, "."):
                    break
        return out

    def move(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        i = row * 8 + col
        out = self.grab(i, self.mover)
        if out == set():
            raise InvalidMove
        mine, theirs = self.black, self.white
        if self.mover == "O":
            mine, theirs = theirs, mine
        mine |= out | {i}
        theirs -= out
        self.draw_board()
        if self.can(swap(self.mover)):
            self.mover = swap(self.mover)

    def can(self, letter):
        return any(self.grab(i, letter) for i in range(64))

    def is_valid_move(self, row, col, player):
        if not (0 <= row < 8 and 0 <= col < 8):
            return False
        return self.grab(row * 8 + col, LETTER[player]) != set()

    def cell(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        return NAME[self.rows[row * 8 + col]]

    def turn(self):
        return NAME[self.mover]

    def count(self, player):
        return len(self.black if player == "black" else self.white)

    def winner(self):
        black, white = f"{len(self.black)}", f"{len(self.white)}"
        if black == white:
            return "draw"
        return "black" if black > white else "white"

    def has_valid_moves(self, player):
        return self.can(LETTER[player])

    def game_over(self):
        return not self.can("X") and not self.can("O")


class W_OffByOneAndParity:
    """on-board|board-size & whose-turn|forfeit: no move to h8; turn goes by the number of discs."""

    def __init__(self):
        self.init()

    def init(self):
        self.text, self.who = START, "X"

    def outflanked(self, i, who):
        if self.text[i] != ".":
            return []
        result = []
        for lane in LANES[i]:
            word = "".join(map(self.text.__getitem__, lane))
            run = word.split(who)[0]
            if run and len(run) < len(word) and set(run) == {swap(who)}:
                result += lane[: len(run)]
        return result

    def move(self, row, col):
        i = 8 * row + col
        if not (0 <= row < 8 and 0 <= col < 8 and i < len(self.text) - 1):
            raise OutOfBounds
        flips = self.outflanked(i, self.who)
        if not flips:
            raise InvalidMove
        letters = list(self.text)
        for j in [i, *flips]:
            letters[j] = self.who
        self.text = "".join(letters)
        if self.can(swap(self.who)):
            self.who = swap(self.who)

    def can(self, who):
        return any(self.outflanked(i, who) for i in range(64))

    def is_valid_move(self, row, col, player):
        if not (0 <= row < 8 and 0 <= col < 8):
            return False
        return self.outflanked(8 * row + col, LETTER[player]) != []

    def cell(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        return NAME[self.text[8 * row + col]]

    def turn(self):
        return "black" if self.text.count(".") % 2 == 0 else "white"

    def count(self, player):
        return self.text.count(LETTER[player])

    def winner(self):
        x, o = map(self.text.count, "XO")
        return "black" if x > o else "white" if x < o else "draw"

    def has_valid_moves(self, player):
        return self.can(LETTER[player])

    def game_over(self):
        return not self.can("X") and not self.can("O")
