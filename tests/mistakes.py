"""Mistakes of authors: programs with one mistake each, and the sentence that says where to look.

Each program is the text of a sound one in which a few words are replaced.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_SOUND: Final = Path(__file__).with_name("wrong_implementations") / "sound.py"


@dataclass(frozen=True)
class Mistake:
    """A mistake in a sound program, and the sentence that its author reads."""

    name: str
    """What the author did, in a few words."""
    old: str
    """The words of the sound program that are replaced; they occur once."""
    new: str
    sentences: tuple[str, ...]
    """For each fault that is found, words of the sentence that says where to look."""
    is_general: bool = False
    """Whether the sentence is one that any module has, without sentences of its own."""

    def text(self) -> str:
        """Return the program. Raises ValueError if the words do not occur once."""
        sound = _SOUND.read_text(encoding="utf-8")
        if sound.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.old!r} occurs {sound.count(self.old)} times")
        return sound.replace(self.old, self.new)

    def program(self) -> type[Any]:
        """Return the class that the program defines."""
        scope: dict[str, Any] = {"__name__": self.name}
        exec(compile(self.text(), self.name, "exec"), scope)
        found: type[Any] = scope["Othello"]
        return found


def _mistake(name: str, old: str, new: str, *sentences: str, is_general: bool = False) -> Mistake:
    return Mistake(name, old, new, sentences, is_general)


_WALK: Final = """\
        while 0 <= row < SIZE and 0 <= col < SIZE and board[row][col] != EMPTY:
            if board[row][col] == player:
                return run
            run.append((row, col))
            row, col = row + down, col + right
        return []
"""
_ASKS_BOTH: Final = "return not self.can_move(BLACK) and not self.can_move(WHITE)"
_CAN_PLACE: Final = "return self.board[row][col] == EMPTY and self.flips(row, col, player) != []"
_IN_MOVE: Final = """\
        if not self.has_square(row, col):
            raise OutOfBounds(f"({row}, {col}) is not on the board")
        if not self.can_place"""
_IN_CELL: Final = """\
        if not self.has_square(row, col):
            raise OutOfBounds(f"({row}, {col}) is not on the board")
        return"""
_WINNER: Final = """\
        if black > white:
            return BLACK
        if white > black:
            return WHITE
        return DRAW
"""
_COUNT: Final = "return sum(row.count(player) for row in self.board)"
_NUMBER: Final = """\
        \"\"\"How many discs of the player's colour are on the board.\"\"\"
        return sum(row.count(player) for row in self.board)
"""
_ONLY_RISES: Final = """\
        if sum(map(len, self.board)) - sum(row.count(EMPTY) for row in self.board) == 4:
            self.most = {BLACK: 2, WHITE: 2}
        for each in (BLACK, WHITE):
            self.most[each] = max(self.most[each], sum(row.count(each) for row in self.board))
        return self.most[player]
"""
_FLIPS: Final = """\
        for flipped_row, flipped_col in self.flips(row, col, self.mover):
            self.board[flipped_row][flipped_col] = self.mover
"""
_REMOVES: Final = """\
        flipped = self.flips(row, col, self.mover)
        for square in flipped:
            self.board[square[0]][square[1]] = self.mover
            flipped.remove(square)
"""
_SEARCH: Final = """\
                if self.can_place(row, col, player):
                    return True
        return False
"""

MISTAKES: Final = (
    # -- which moves are valid
    _mistake(
        "occupied squares are taken",
        _CAN_PLACE,
        "return self.flips(row, col, player) != []",
        "It accepts moves onto occupied squares.",
    ),
    _mistake(
        "a move need not capture",
        _CAN_PLACE,
        "return self.board[row][col] == EMPTY",
        "It accepts moves that flip no disc.",
    ),
    _mistake(
        "zero captures are enough",
        "self.flips(row, col, player) != []",
        "len(self.flips(row, col, player)) >= 0",
        "It accepts moves that flip no disc.",
    ),
    _mistake(
        "move trusts its caller",
        "        if not self.can_place(row, col, self.mover):\n"
        '            raise InvalidMove(f"{self.mover} cannot place a disc on ({row}, {col})")\n',
        "",
        "It makes moves that are not valid.",
    ),
    _mistake(
        "move does not look for the edge",
        _IN_MOVE,
        "        if not self.can_place",
        "move raises InvalidMove where OutOfBounds is due. Does it test for OutOfBounds before it "
        "tests for InvalidMove?",
    ),
    _mistake(
        "is_valid_move does not look for the edge",
        """        if not self.has_square(row, col):
            return False
""",
        "",
        "is_valid_move does not return false for every square off the board.",
    ),
    _mistake(
        "cell does not look for the edge",
        _IN_CELL,
        "        return",
        "cell does not raise OutOfBounds for every square off the board.",
    ),
    _mistake(  # nothing tells it from a program in which cell and is_valid_move do
        "move takes the column first",
        "def move(self, row: int, col: int) -> None:",
        "def move(self, col: int, row: int) -> None:",
        "cell takes the row for the column and the column for the row, or move does.",
        "is_valid_move takes the row for the column and the column for the row, or move does.",
    ),
    _mistake(
        "move asks about the column first",
        "        if not self.can_place(row, col, self.mover):\n",
        "        if not self.can_place(col, row, self.mover):\n",
        "move exchanges row and column when it checks that the move is valid.",
    ),
    _mistake(
        "is_valid_move takes the column first",
        "return self.can_place(row, col, player)\n\n    def cell",
        "return self.can_place(col, row, player)\n\n    def cell",
        "is_valid_move takes the row for the column and the column for the row, or move does.",
    ),
    _mistake(
        "cell takes the column first",
        "return self.board[row][col]\n",
        "return self.board[col][row]\n",
        "cell takes the row for the column and the column for the row, or move does.",
    ),
    _mistake(
        "is_valid_move is for the mover",
        "return self.can_place(row, col, player)\n\n    def cell",
        "return self.can_place(row, col, self.mover)\n\n    def cell",
        "is_valid_move answers for the player whose turn it is.",
    ),
    _mistake(
        "has_valid_moves is for the mover",
        "return self.can_move(player)",
        "return self.can_move(self.mover)",
        "has_valid_moves answers for the player whose turn it is.",
    ),
    _mistake(
        "count is for the mover",
        "row.count(player)",
        "row.count(self.mover)",
        "count answers for the player whose turn it is.",
    ),
    _mistake(
        "the search ends at the first square without a move",
        _SEARCH,
        """\
                if not self.can_place(row, col, player):
                    return False
        return True
""",
        "One valid move is enough, but it demands that every square is one.",
    ),
    _mistake(
        "any square of the board is valid",
        "return self.can_place(row, col, player)\n\n    def cell",
        "return self.has_square(row, col)\n\n    def cell",
        "as if is_valid_move were without captures(board, player, (row, col)). "
        "Is this missing in your program?",
    ),
    _mistake(
        "is_valid_move is not written",
        "return self.can_place(row, col, player)\n\n    def cell",
        "return False\n\n    def cell",
        "is_valid_move says false, whatever the state is. Does it look at the state at all?",
    ),
    _mistake(
        "an invalid move is ignored",
        '            raise InvalidMove(f"{self.mover} cannot place a disc on ({row}, {col})")\n',
        "            return\n",
        "move changes nothing where InvalidMove is due, and does not raise it. Does it return "
        "instead of raising?",
    ),
    _mistake(
        "off the board nothing is raised",
        _IN_MOVE,
        """\
        if not self.has_square(row, col):
            return
        if not self.can_place""",
        "move does not raise OutOfBounds for every square off the board.",
    ),
    _mistake(
        "row 8 is taken for a row",
        "return 0 <= row < SIZE and 0 <= col < SIZE\n",
        "return 0 <= row <= SIZE and 0 <= col <= SIZE\n",
        "is_valid_move does not return false for row or col = 8. Is a bound one off, such as <= "
        "where < is meant?",
    ),
    _mistake(
        "cell takes a negative row",
        _IN_CELL,
        """\
        if not (row < SIZE and 0 <= col < SIZE):
            raise OutOfBounds(f"({row}, {col}) is not on the board")
        return""",
        "cell does not raise OutOfBounds for row below 0. Does it check that row is at least 0?",
    ),
    _mistake(
        "is_valid_move raises off the board",
        "return self.can_place(row, col, player)\n\n    def cell",
        "return self.cell(row, col) == EMPTY and self.can_place(row, col, player)\n\n    def cell",
        "is_valid_move raises OutOfBounds where false is due; by the specification it never raises "
        "OutOfBounds. Does it check what only other routines check, or call one of them?",
    ),
    _mistake(
        "an occupied square is off the board",
        _IN_MOVE,
        """\
        if not self.has_square(row, col) or self.board[row][col] != EMPTY:
            raise OutOfBounds(f"({row}, {col}) is not on the board")
        if not self.can_place""",
        "move raises OutOfBounds here, and InvalidMove only in other calls where it is due. Is "
        "this case part of the condition for OutOfBounds?",
    ),
    _mistake(
        "an invalid move is off the board",
        'raise InvalidMove(f"{self.mover} cannot place a disc on ({row}, {col})")',
        'raise OutOfBounds(f"{self.mover} cannot place a disc on ({row}, {col})")',
        "move raises OutOfBounds wherever InvalidMove is due. Is the wrong exception named?",
    ),
    _mistake(
        "the exception has another name",
        'raise InvalidMove(f"{self.mover} cannot place',
        'raise type("WrongMove", (Exception,), {})(f"{self.mover} cannot place',
        "move raises WrongMove wherever InvalidMove is due. Is this another name for InvalidMove? "
        "Then check with --convention exceptions=WrongMove:InvalidMove",
    ),
    _mistake(
        "each refusal of move has a name of its own",
        """\
        if not self.has_square(row, col):
            raise OutOfBounds(f"({row}, {col}) is not on the board")
        if not self.can_place(row, col, self.mover):
            raise InvalidMove(f"{self.mover} cannot place a disc on ({row}, {col})")
""",
        """\
        if not self.has_square(row, col):
            raise type("NotOnBoard", (Exception,), {})
        if not self.can_place(row, col, self.mover):
            taken = self.board[row][col] != EMPTY
            raise type("Occupied" if taken else "NothingCaptured", (Exception,), {})
""",
        "move raises NotOnBoard wherever OutOfBounds is due.",
    ),
    _mistake(
        "the disc is placed before the move is checked",
        """\
        if not self.can_place(row, col, self.mover):
            raise InvalidMove(f"{self.mover} cannot place a disc on ({row}, {col})")
        self.place(row, col)
""",
        """\
        if self.board[row][col] != EMPTY:
            raise InvalidMove(f"{self.mover} cannot place a disc on ({row}, {col})")
        flipped = self.flips(row, col, self.mover)
        self.board[row][col] = self.mover
        if not flipped:
            raise InvalidMove(f"{self.mover} cannot place a disc on ({row}, {col})")
        for flipped_row, flipped_col in flipped:
            self.board[flipped_row][flipped_col] = self.mover
""",
        "move raises InvalidMove, but has changed the state (board) before. Does it check all "
        "conditions before it makes its first change?",
    ),
    _mistake(
        "is_valid_move places the disc",
        "return self.can_place(row, col, player)\n\n    def cell",
        """\
if not self.can_place(row, col, player):
            return False
        self.board[row][col] = player
        return True

    def cell""",
        "is_valid_move should only answer, but it changes the state (board). Does it try something "
        "out on the state itself instead of on a copy?",
    ),
    _mistake(
        "a list is kept from call to call",
        "board, run = self.board, []\n",
        'board, run = self.board, self.__dict__.setdefault("run", [])\n',
        "game_over should only answer, but a later call goes wrong because of it. Does it "
        "keep something from call to call, such as a list that it adds to?",
    ),
    # -- along a line
    _mistake(
        "lines go across gaps",
        " and board[row][col] != EMPTY:\n",
        ":\n",
        "It flips discs across an empty square.",
    ),
    _mistake(
        "only the first square may not be empty",
        _WALK,
        """\
        while 0 <= row < SIZE and 0 <= col < SIZE:
            if board[row][col] == EMPTY and not run:
                return []
            if board[row][col] == player:
                return run
            run.append((row, col))
            row, col = row + down, col + right
        return []
""",
        "It checks only that the square beside the new disc is not empty.",
    ),
    _mistake(
        "the last disc of the mover closes the line",
        _WALK,
        """\
        closed: list[Square] = []
        while 0 <= row < SIZE and 0 <= col < SIZE and board[row][col] != EMPTY:
            if board[row][col] == player:
                closed = run[:]
            run.append((row, col))
            row, col = row + down, col + right
        return closed
""",
        "It skips discs of the mover.",
    ),
    _mistake(
        "only the first disc has to be the opponent's",
        _WALK,
        """\
        closed: list[Square] = []
        while 0 <= row < SIZE and 0 <= col < SIZE and board[row][col] != EMPTY:
            if board[row][col] == player:
                if not run:
                    return []
                closed = run[:]
            run.append((row, col))
            row, col = row + down, col + right
        return closed
""",
        "It checks only whether the disc beside the new one is the mover's.",
    ),
    _mistake(
        "the farthest disc of the mover closes the line",
        _WALK,
        """\
        while 0 <= row < SIZE and 0 <= col < SIZE and board[row][col] != EMPTY:
            run.append((row, col))
            row, col = row + down, col + right
        while run and board[run[-1][0]][run[-1][1]] != player:
            run.pop()
        return [square for square in run if board[square[0]][square[1]] != player]
""",
        "It skips discs of the mover.",
    ),
    _mistake(
        "the first square of a line may be empty",
        " and board[row][col] != EMPTY:\n",
        " and (not run or board[row][col] != EMPTY):\n",
        "as if brackets said range(1 + 1, k) instead of range(1, k). "
        "Is a bound one too small, or one too large?",
    ),
    _mistake(
        "any square closes a line",
        _WALK,
        """\
        while 0 <= row < SIZE and 0 <= col < SIZE and board[row][col] == opponent(player):
            run.append((row, col))
            row, col = row + down, col + right
        if 0 <= row < SIZE and 0 <= col < SIZE:
            return run
        return run[:-1]
""",
        "It flips discs that no disc of the mover closes off.",
    ),
    _mistake(
        "the edge closes a line",
        _WALK,
        """\
        while 0 <= row < SIZE and 0 <= col < SIZE:
            if board[row][col] == EMPTY:
                return []
            if board[row][col] == player:
                return run
            run.append((row, col))
            row, col = row + down, col + right
        return run
""",
        "Your program lets the edge of the board close a line of discs.",
    ),
    _mistake(
        "nothing has to close a line",
        _WALK,
        """\
        while 0 <= row < SIZE and 0 <= col < SIZE and board[row][col] == opponent(player):
            run.append((row, col))
            row, col = row + down, col + right
        return run
""",
        "Your program accepts a line of discs that no disc closes, or an empty square as its end.",
    ),
    _mistake(
        "a single disc is not captured",
        "                return run\n",
        "                return run if len(run) > 1 else []\n",
        "It finds no valid move at the start, where Black has four.",
    ),
    _mistake(
        "six discs are not captured",
        "                return run\n",
        "                return run if len(run) < 6 else []\n",
        "It misses the longest lines.",
    ),
    _mistake(
        "only single discs are captured",
        "                return run\n",
        "                return run if len(run) == 1 else []\n",
        "It finds lines of one disc only.",
    ),
    _mistake(
        "lines go on at the opposite edge",
        _WALK,
        """\
        for _ in range(SIZE):
            row, col = row % SIZE, col % SIZE
            if board[row][col] == EMPTY:
                return []
            if board[row][col] == player:
                return run
            run.append((row, col))
            row, col = row + down, col + right
        return []
""",
        "Your program lets a line go on at the opposite edge.",
    ),
    _mistake(
        "lines go on in the next row",
        _WALK,
        """\
        number, step = SIZE * row + col, SIZE * down + right
        while 0 <= number < SIZE * SIZE and board[number // SIZE][number % SIZE] != EMPTY:
            if board[number // SIZE][number % SIZE] == player:
                return run
            run.append((number // SIZE, number % SIZE))
            number += step
        return []
""",
        "Your program lets a line go on in the next row.",
    ),
    _mistake(
        "rows and columns may be negative",
        "        while 0 <= row < SIZE and 0 <= col < SIZE and",
        "        while -SIZE <= row < SIZE and -SIZE <= col < SIZE and",
        "A line that leaves the board at the top or at the left goes on at the far edge:",
    ),
    _mistake(
        "rows may be negative",
        "        while 0 <= row < SIZE and 0 <= col < SIZE and",
        "        while row < SIZE and 0 <= col < SIZE and",
        "A line that leaves the board at the top goes on at the bottom:",
    ),
    _mistake(
        "columns may be negative",
        "        while 0 <= row < SIZE and 0 <= col < SIZE and",
        "        while 0 <= row < SIZE and col < SIZE and",
        "A line that leaves the board at the left goes on at the right edge.",
    ),
    *(
        _mistake(
            f"the step {step} is missing",
            f"    {step},\n",
            "",
            f"It never captures {way}. Is {step} in your list of directions?",
        )
        for step, way in (
            ((-1, -1), "up and to the left"),
            ((-1, 0), "up"),
            ((-1, 1), "up and to the right"),
            ((0, -1), "to the left"),
            ((0, 1), "to the right"),
            ((1, -1), "down and to the left"),
            ((1, 0), "down"),
            ((1, 1), "down and to the right"),
        )
    ),
    _mistake(
        "there are no diagonals",
        "    directions: tuple[Square, ...] = DIRECTIONS\n",
        "    directions: tuple[Square, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))\n",
        "It never captures diagonally.",
    ),
    _mistake(
        "there are only diagonals",
        "    directions: tuple[Square, ...] = DIRECTIONS\n",
        "    directions: tuple[Square, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))\n",
        "It finds no valid move at the start, where Black has four.",
    ),
    _mistake(
        "two steps are missing",
        "    (0, -1),\n    (0, 1),\n",
        "",
        "It never captures to the …. Is (0, …1) in your list of directions?",
    ),
    _mistake(
        "White does not look to the right",
        "        for direction in self.directions:\n",
        """\
        for direction in self.directions:
            if player == WHITE and direction == (0, 1):
                continue
""",
        "For White, your program misses captures to the right. Is this step left out?",
    ),
    _mistake(
        "White does not see the longest lines",
        "                return run\n",
        "                return run if len(run) < 6 or player == BLACK else []\n",
        "For White, your program misses rows of 6 discs. Does a loop along a line end one too "
        "early?",
    ),
    # -- what a move changes
    _mistake(
        "only the nearest disc is turned",
        "                return run\n",
        "                return run[:1]\n",
        "It flips only the disc beside the new one.",
    ),
    _mistake(
        "the nearest disc is not turned",
        "        for flipped_row, flipped_col in self.flips(row, col, self.mover):\n",
        """\
        for flipped_row, flipped_col in self.flips(row, col, self.mover):
            if max(abs(flipped_row - row), abs(flipped_col - col)) == 1:
                continue
""",
        "It does not flip the disc beside the new one.",
    ),
    _mistake(
        "the last disc of a line is not turned",
        "            flipped += self.outflanked(row, col, direction, player)\n",
        "            flipped += self.outflanked(row, col, direction, player)[:-1]\n",
        "It finds no valid move at the start, where Black has four.",
    ),
    _mistake(
        "no disc is turned",
        "            self.board[flipped_row][flipped_col] = self.mover\n",
        "            pass\n",
        "It does not flip the disc beside the new one.",
    ),
    _mistake(
        "the new disc is not placed",
        "        self.board[row][col] = self.mover\n",
        "",
        "The new disc is missing on the board.",
    ),
    # -- whose turn it is, and the end
    _mistake(
        "no player forfeits a turn",
        "return other if self.can_move(other) else self.mover",
        "return other",
        "It gives the turn to a player who cannot move.",
    ),
    _mistake(
        "the forfeit is decided before the discs are flipped",
        "        self.place(row, col)\n        self.mover = self.next_mover()\n",
        "        new = self.next_mover()\n        self.place(row, col)\n        self.mover = new\n",
        "It decides on the board before the move whether the opponent can move.",
    ),
    _mistake(
        "the turn stays",
        "        self.mover = self.next_mover()\n",
        "",
        "The turn never changes.",
    ),
    _mistake(
        "over when White cannot move",
        _ASKS_BOTH,
        "return not self.can_move(WHITE)",
        "Your program ends the game as soon as White cannot move.",
    ),
    _mistake(
        "over when Black cannot move",
        _ASKS_BOTH,
        "return not self.can_move(BLACK)",
        "Your program ends the game as soon as Black cannot move.",
    ),
    _mistake(
        "over when one player cannot move",
        _ASKS_BOTH,
        "return not self.can_move(BLACK) or not self.can_move(WHITE)",
        "Your program ends the game as soon as one player cannot move.",
    ),
    _mistake(
        "White keeps the turn",
        "return other if self.can_move(other) else self.mover",
        "return WHITE if self.can_move(other) else self.mover",
        "After White's move it is White's turn again.",
    ),
    _mistake(
        "White begins", "first_mover: str = BLACK", "first_mover: str = WHITE", "White begins."
    ),
    _mistake(
        "the colours of the start are exchanged",
        """\
        board[3][3] = WHITE
        board[3][4] = BLACK
        board[4][3] = BLACK
        board[4][4] = WHITE
""",
        """\
        board[3][3] = BLACK
        board[3][4] = WHITE
        board[4][3] = WHITE
        board[4][4] = BLACK
""",
        "The colours of the four discs of the start are exchanged.",
    ),
    _mistake(
        "over only when the board is full",
        _ASKS_BOTH,
        "return self.count(BLACK) + self.count(WHITE) == SIZE * SIZE",
        "Your program ends the game only when the board is full. Where does game_over ask whether "
        "either player can move?",
    ),
    _mistake(
        "over only if both have discs",
        _ASKS_BOTH,
        """\
if EMPTY not in sum(self.board, []):
            return True
        if self.count(BLACK) == 0 or self.count(WHITE) == 0:
            return False
        return not self.can_move(BLACK) and not self.can_move(WHITE)""",
        "Your program does not always end the game when neither player can move. What does "
        "game_over ask besides whether a player can move?",
    ),
    _mistake(
        "one not is forgotten",
        _ASKS_BOTH,
        "return self.can_move(BLACK) and not self.can_move(WHITE)",
        "as if game_over said can_move(game.board, BLACK) instead of …. "
        "Is a condition the wrong way round?",
    ),
    # -- who wins
    _mistake(
        "a tie is Black's", "if black > white:", "if black >= white:", "At a tie it says Black."
    ),
    _mistake(
        "a tie is White's",
        "        if white > black:\n",
        "        if white >= black:\n",
        "At a tie it says White.",
    ),
    _mistake(
        "the numbers of discs are compared as text",
        "        if black > white:\n            return BLACK\n        if white > black:\n",
        "        if str(black) > str(white):\n            return BLACK\n"
        "        if str(white) > str(black):\n",
        "It compares the numbers of discs as text",
    ),
    _mistake(  # a tie is Black's, but a lead of one disc is not White's: nothing fits both
        "winner adds a disc to Black",
        "        black = self.count(BLACK)\n",
        "        black = self.count(BLACK) + 1\n",
    ),
    _mistake(
        "there is no draw",
        _WINNER,
        "        return BLACK if black > white else WHITE\n",
        "At a tie it says White.",
    ),
    _mistake(
        "all that Black does not lose Black wins",
        _WINNER,
        "        return WHITE if white > black else BLACK\n",
        "At a tie it says Black.",
    ),
    _mistake(
        "fewer discs win",
        _WINNER,
        "        return BLACK if black < white else WHITE if white < black else DRAW\n",
        "It says White where Black has more discs.",
    ),
    _mistake(
        "Black never wins",
        _WINNER,
        "        return WHITE if white > black else DRAW\n",
        "winner says draw wherever black is due; all its other replies are right. Is the case of "
        "black missing, or is its condition never true?",
    ),
    _mistake(
        "the difference is divided",
        _WINNER,
        """\
        ahead = (black - white) // 64
        return BLACK if ahead > 0 else WHITE if ahead < 0 else DRAW
""",
        "winner says draw in … of … replies where black is due; where something else is due it is "
        "right. Is the condition for black true too seldom?",
    ),
    _mistake(
        "both are called Black",
        "        if white > black:\n            return WHITE\n",
        "        if white > black:\n            return BLACK\n",
        "winner says black wherever white is due; all its other replies are right.",
    ),
    _mistake(
        "no winner before the end",
        _WINNER,
        "        if not self.game_over():\n            return DRAW\n" + _WINNER,
        "winner says draw as long as game_over is false. Is there a condition on game_over that "
        "does not belong there?",
    ),
    _mistake(
        "other squares are counted",
        _COUNT,
        "return sum(cell != player for row in self.board for cell in row)",
        "It counts the squares that the player does not hold.",
    ),
    # -- what many replies have in common
    _mistake(
        "an empty square closes a line",
        _WALK,
        """\
        while 0 <= row < SIZE and 0 <= col < SIZE and board[row][col] == opponent(player):
            run.append((row, col))
            row, col = row + down, col + right
        return run if 0 <= row < SIZE and 0 <= col < SIZE else []
""",
        "Your program lets an empty square close a line of discs.",
    ),
    _mistake(
        "a turn is forfeited if the mover cannot move",
        "return other if self.can_move(other) else self.mover",
        "return other if self.can_move(self.mover) else self.mover",
        "It asks whether the mover, not the opponent, has a valid move before it gives the turn",
    ),
    _mistake(
        "Black never forfeits a turn",
        "return other if self.can_move(other) else self.mover",
        "return other if other == BLACK or self.can_move(other) else self.mover",
        "It gives the turn to a player who cannot move, but only after White's moves, not after "
        "Black's. Is there a condition on the colour where none belongs?",
    ),
    _mistake(
        "lines are closed by the player on turn",
        "            if board[row][col] == player:\n                return run\n",
        "            if board[row][col] == self.mover:\n                return run\n",
        "is_valid_move answers for the player whose turn it is.",
    ),
    _mistake(
        "one direction is enough",
        "            flipped += self.outflanked(row, col, direction, player)\n",
        "            flipped = flipped or self.outflanked(row, col, direction, player)\n",
        "Of several lines that a move captures, move flips only one.",
    ),
    _mistake(
        "the list of discs is changed as it is gone through",
        _FLIPS,
        _REMOVES,
        "move flips only every second disc: 1 of 2, 2 of 3, …. Does the loop that flips discs "
        "remove them from the list that it goes through?",
    ),
    _mistake(
        "column a is not counted",
        _COUNT,
        "return sum(row[1:].count(player) for row in self.board)",
        "count counts no disc in column a (index 0). Does a loop begin one too late?",
    ),
    _mistake(
        "the last row is not counted",
        _COUNT,
        "return sum(row.count(player) for row in self.board[:-1])",
        "count counts no disc in row 8 (index 7). Does a loop end one too early?",
    ),
    _mistake(
        "no move is looked for in the last corner",
        _SEARCH,
        """\
                if (row, col) != (7, 7) and self.can_place(row, col, player):
                    return True
        return False
""",
        "has_valid_moves does not look for a move on h8 (row 7, column 7). Does a loop end one too "
        "early?",
    ),
    _mistake(
        "one disc is not counted",
        _COUNT,
        "return sum(row.count(player) for row in self.board) - 1",
        "count is 1 too small in every reply. Does a counter start at the wrong number, or does a "
        "loop leave out a step, such as with > 1 where > 0 is meant?",
    ),
    _mistake(
        "the opponent's number is not lowered",
        _NUMBER,
        _ONLY_RISES,
        "count never falls when discs are flipped.",
    ),
    _mistake(
        "an earlier game is remembered",
        """\
        for row in range(SIZE):
            for col in range(SIZE):
                if self.can_place(row, col, player):
                    return True
        return False
""",
        """\
        key = player, sum(row.count(EMPTY) for row in self.board)
        known = self.__dict__.setdefault("known", {})
        if key not in known:
            known[key] = any(
                self.can_place(row, col, player) for row in range(SIZE) for col in range(SIZE)
            )
        return bool(known[key])
""",
        "The program goes wrong in a later game: something of the earlier one is left, perhaps in "
        "a cache. Does init set all afresh?",
    ),
    _mistake(
        "a later game keeps the turn of the earlier one",
        "        self.mover = self.first_mover\n",
        "        self.mover = getattr(self, 'mover', self.first_mover)\n",
        "In a first game the right player begins, in a later one not. Where does init give the "
        "first turn to Black?",
    ),
    _mistake(
        "a later game begins with the board of the earlier one",
        "        self.board = self.starting_board()\n",
        "        self.board = getattr(self, 'board', None) or self.starting_board()\n",
        "A later game begins with discs of the game before. Does init make a new board, or does "
        "it take a list again that moves have changed?",
    ),
    _mistake(
        "all rows are one list",
        "board = [[EMPTY] * SIZE for _ in range(SIZE)]",
        "board = [[EMPTY] * SIZE] * SIZE",
        "After init all rows of the board are the same. Are they one and the same list, as "
        "[[EMPTY] * 8] * 8 makes them in Python?",
    ),
    _mistake(
        "has_valid_moves is false for White",
        "return self.can_move(player)",
        "return player == BLACK and self.can_move(player)",
        "has_valid_moves says false, but only for White, not for Black. Is there a condition on "
        "the colour where none belongs?",
    ),
    _mistake(
        "has_valid_moves is false for the player who waits",
        "return self.can_move(player)",
        "return player == self.mover and self.can_move(player)",
        "has_valid_moves says false, but only for the player who is not on turn. Is the player on "
        "turn used where the argument is meant, in it or in a function that it calls?",
    ),
    _mistake(
        "winner has other names",
        _WINNER,
        """\
        return "dark" if black > white else "light" if white > black else "nobody"
""",
        "winner has names of its own: …. Return the names of the specification, or translate them "
        "in an adapter; the command init writes one.",
    ),
    _mistake(
        "count takes no player",
        "def count(self, player: str) -> int:",
        "def count(self, *, player: str) -> int:",
        "The specification has count(player), as in count(…). If your parameters are others on "
        "purpose, translate them in an adapter; the command init writes one.",
    ),
    # -- as they are told where a module has no sentences of its own
    _mistake(
        "only the disc beside the new one is turned",
        "                return run\n",
        "                return run[:1]\n",
        "as if flips said range(1, 1 + 1) instead of range(1, k). "
        "Does a loop end too early, or leave something out?",
        is_general=True,
    ),
    _mistake(
        "is_valid_move forgets its argument",
        "return self.can_place(row, col, player)\n\n    def cell",
        "return self.can_place(row, col, self.mover)\n\n    def cell",
        "as if is_valid_move said game.turn instead of player. Is one thing written where another "
        "is meant?",
        is_general=True,
    ),
    _mistake(
        "White never captures to the right",
        "        for direction in self.directions:\n",
        """\
        for direction in self.directions:
            if player == WHITE and direction == (0, 1):
                continue
""",
        "For player = WHITE, your program misses what it should find with d = EAST of Direction. "
        "Does a loop leave this out?",
        is_general=True,
    ),
    _mistake(
        "the first column is not counted",
        _COUNT,
        "return sum(row[1:].count(player) for row in self.board)",
        "count passes over those with col = 0. Does a loop begin one too late?",
        is_general=True,
    ),
    _mistake(
        "no move is looked for on the last square",
        _SEARCH,
        """\
                if (row, col) != (7, 7) and self.can_place(row, col, player):
                    return True
        return False
""",
        "has_valid_moves passes over Square(row=7, col=7). Does a loop end one too early?",
        is_general=True,
    ),
    _mistake(
        "one disc too few is counted",
        _COUNT,
        "return sum(row.count(player) for row in self.board) - 1",
        "count is 1 too small in every reply. Does a loop or a counter begin or end one step off?",
        is_general=True,
    ),
    _mistake(
        "move asks nothing",
        "        if not self.can_place(row, col, self.mover):\n"
        '            raise InvalidMove(f"{self.mover} cannot place a disc on ({row}, {col})")\n',
        "",
        "move goes on where InvalidMove is due. What does it check before?",
        is_general=True,
    ),
    _mistake(
        "the exception of an invalid move has another name",
        'raise InvalidMove(f"{self.mover} cannot place',
        'raise type("WrongMove", (Exception,), {})(f"{self.mover} cannot place',
        "move raises WrongMove wherever InvalidMove is due. Is this another name for InvalidMove? "
        "Then rename it.",
        is_general=True,
    ),
    _mistake(
        "a number only rises",
        _NUMBER,
        _ONLY_RISES,
        "count should fall during a game, and never does. Is a counter raised, but not lowered?",
        is_general=True,
    ),
    _mistake(
        "the rows are one list",
        "board = [[EMPTY] * SIZE for _ in range(SIZE)]",
        "board = [[EMPTY] * SIZE] * SIZE",
        "After init, cell says the same for every row. Are these one and the same list, as "
        "[[x] * n] * n makes them in Python?",
        is_general=True,
    ),
    _mistake(
        "the turn is not reset",
        "        self.mover = self.first_mover\n",
        "        self.mover = getattr(self, 'mover', self.first_mover)\n",
        "The program is right in a first game, but init does not reset turn for a later one. Where "
        "does init set it afresh?",
        is_general=True,
    ),
    _mistake(
        "the first direction is enough",
        "            flipped += self.outflanked(row, col, direction, player)\n",
        "            flipped = flipped or self.outflanked(row, col, direction, player)\n",
        "move serves one value of d in Direction only, in … calls with several. Does a loop end "
        "after the first?",
        is_general=True,
    ),
    _mistake(
        "every second disc is turned",
        _FLIPS,
        _REMOVES,
        "move changes 1 of 2, 2 of 3, … elements that should change. Does a loop remove elements "
        "from the list that it goes through?",
        is_general=True,
    ),
    _mistake(
        "White has no moves",
        "return self.can_move(player)",
        "return player == BLACK and self.can_move(player)",
        "has_valid_moves says false, but only where player is WHITE. Does a condition ask for this "
        "where it should not?",
        is_general=True,
    ),
    _mistake(
        "a player who waits has no moves",
        "return self.can_move(player)",
        "return player == self.mover and self.can_move(player)",
        "has_valid_moves says false, but only where player is not turn. Is turn read where player "
        "is meant?",
        is_general=True,
    ),
)
"""A mistake for each sentence, and some more."""
