"""A sound module for whole matches, as a careful student would hand it in.

The board is a sound Othello; corners, discs and clocks are kept here. Times are in milliseconds.
Each specimen of this folder overrides one or two of the methods.
"""

from typing import Final

from .. import sound
from ..sound import BLACK, DRAW, EMPTY, SIZE, WHITE, InvalidMove, OutOfBounds, Square, opponent

MINUTE: Final = 60_000
UNLIMITED: Final = 0
NOBODY: Final = ""

CORNERS: Final = ((0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1))


class InvalidLimit(Exception):
    """There may be no such limit."""


class AlreadyBegun(Exception):
    """The match has begun."""


class NotBegun(Exception):
    """The match has not begun."""


class NotACorner(Exception):
    """The square is no corner."""


class AlreadyGranted(Exception):
    """The corner was granted before."""


class TimeRunsBackwards(Exception):
    """It was later already."""


class MatchOver(Exception):
    """There are no more moves."""


class Match:
    """The state of one match."""

    game: sound.Othello
    granted: set[Square]
    left: dict[str, int]
    limit: int
    used: dict[str, int]
    running: str
    latest: int
    on: bool

    # The access programs.

    def init(self, allowed: int, now: int) -> None:
        """Set everything up. Raises InvalidLimit for a limit that there may not be."""
        if not self.is_limit(allowed):
            raise InvalidLimit(f"{allowed} ms")
        self.game = sound.Othello()
        self.granted = set()
        self.left = {BLACK: SIZE * SIZE // 2 - 2, WHITE: SIZE * SIZE // 2 - 2}
        self.limit = allowed
        self.used = {BLACK: 0, WHITE: 0}
        self.running = NOBODY
        self.latest = now
        self.on = False

    def grant(self, row: int, col: int) -> None:
        """Grant Black a corner. Raises AlreadyBegun, NotACorner or AlreadyGranted."""
        if self.too_late_to_grant():
            raise AlreadyBegun("corners are granted before")
        if (row, col) not in CORNERS:
            raise NotACorner(f"({row}, {col})")
        if (row, col) in self.granted:
            raise AlreadyGranted(f"({row}, {col})")
        self.granted.add((row, col))
        self.game.board[row][col] = BLACK
        self.take_for_corner()

    def begin(self, now: int) -> None:
        """Start Black's clock. Raises AlreadyBegun or TimeRunsBackwards."""
        if self.on:
            raise AlreadyBegun("once is enough")
        self.check_time(now)
        self.on = True
        self.start_clock(self.game.mover, now)

    def move(self, row: int, col: int, now: int) -> None:
        """Place a disc.

        Raises NotBegun, TimeRunsBackwards, MatchOver, OutOfBounds or InvalidMove.
        """
        if not self.on:
            raise NotBegun("begin first")
        self.check_time(now)
        if self.is_over(now):
            raise MatchOver("no more moves")
        if not self.game.has_square(row, col):
            raise OutOfBounds(f"({row}, {col})")
        mover = self.game.mover
        if not self.game.can_place(row, col, mover):
            raise InvalidMove(f"({row}, {col})")
        self.game.move(row, col)
        self.take(mover)
        self.hand_over(mover, now)

    def begun(self) -> bool:
        """Whether the match has begun."""
        return self.on

    def is_granted(self, row: int, col: int) -> bool:
        """Whether the corner is granted. Raises NotACorner."""
        if (row, col) not in CORNERS:
            raise NotACorner(f"({row}, {col})")
        return (row, col) in self.granted

    def cell(self, row: int, col: int) -> str:
        """What is on a square. Raises OutOfBounds."""
        return self.game.cell(row, col)

    def turn(self) -> str:
        """Whose turn it is."""
        return self.game.mover

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        """Whether the player could place a disc there."""
        return self.game.can_place(row, col, player)

    def discs_left(self, player: str) -> int:
        """How many discs the player has not yet placed."""
        return self.left[player]

    def time_used(self, player: str) -> int:
        """How much time the player has used in the turns completed."""
        return self.used[player]

    def time_left(self, player: str, now: int) -> int:
        """How much time the player has left, at least 0. Raises TimeRunsBackwards."""
        self.check_time(now)
        return max(0, self.limit - self.used_until(player, now))

    def over(self, now: int) -> bool:
        """Whether no move is left, or somebody's time is up. Raises TimeRunsBackwards."""
        self.check_time(now)
        return self.is_over(now)

    def ended_by(self, now: int) -> str:
        """What ended the match: "moves" or "time"."""
        return "moves" if self.no_moves() else "time"

    def winner(self, now: int) -> str:
        """Who has won, by discs or by time."""
        if self.no_moves():
            return self.game.winner()
        return WHITE if self.out_of_time(BLACK, now) else BLACK

    def score(self, player: str) -> int:
        """The player's discs."""
        return self.game.count(player)

    def score_with_empty_squares(self, player: str) -> int:
        """Return the player's discs, plus the winner's empty squares; half of all in a draw."""
        if self.game.winner() == DRAW:
            return SIZE * SIZE // 2
        empty = sum(row.count(EMPTY) for row in self.game.board)
        return self.game.count(player) + (empty if self.game.winner() == player else 0)

    # What they are made of.

    def is_limit(self, allowed: int) -> bool:
        """Whether there may be such a limit."""
        return allowed == UNLIMITED or 5 * MINUTE <= allowed <= 30 * MINUTE

    def too_late_to_grant(self) -> bool:
        """Whether corners are granted no more."""
        return self.on

    def take_for_corner(self) -> None:
        """Take the disc that goes into a corner."""
        self.take(BLACK)

    def take(self, player: str) -> None:
        """Take a disc of the player's, or else of the opponent's."""
        self.left[player if self.left[player] > 0 else opponent(player)] -= 1

    def check_time(self, now: int) -> None:
        """Raise TimeRunsBackwards if it was later already."""
        if now < self.latest:
            raise TimeRunsBackwards(f"{now} < {self.latest}")

    def used_until(self, player: str, now: int) -> int:
        """How much time the player has used by then."""
        running = now - self.latest if player == self.running else 0
        return self.used[player] + running

    def out_of_time(self, player: str, now: int) -> bool:
        """Whether the player's time is up by then."""
        return self.limit != UNLIMITED and self.used_until(player, now) >= self.limit

    def no_moves(self) -> bool:
        """Whether neither player can move."""
        return self.game.game_over()

    def is_over(self, now: int) -> bool:
        """Whether the match has ended by then."""
        return self.no_moves() or self.out_of_time(BLACK, now) or self.out_of_time(WHITE, now)

    def start_clock(self, player: str, now: int) -> None:
        """Let the player's clock run."""
        self.running = player
        self.latest = now

    def stop_clock(self, now: int) -> None:
        """Stop the clock that runs."""
        self.used[self.running] += now - self.latest
        self.running = NOBODY
        self.latest = now

    def hand_over(self, mover: str, now: int) -> None:
        """Stop the mover's clock and start that of whoever moves next."""
        self.stop_clock(now)
        if not self.game.game_over():
            self.start_clock(self.game.mover, now)
