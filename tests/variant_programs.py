"""A sound program for each variant: one program, whose rules are parameters.

It is written as a student would write it, and shares nothing with the specification: a dictionary
of discs, and a walk from the new disc in each direction.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

Place: TypeAlias = tuple[int, int]

SIZE: Final = 8
STRAIGHT: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONAL: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))
OTHER: Final = {"black": "white", "white": "black"}


class OutOfBounds(Exception):
    """There is no such square."""


class InvalidMove(Exception):
    """The player may not place a disc there."""


@dataclass(frozen=True)
class Rules:
    """The rules by which games differ."""

    steps: tuple[Place, ...] = STRAIGHT + DIAGONAL
    longest: int = SIZE
    """The discs of a row that may be captured, at most."""
    white: tuple[Place, Place] = ((3, 3), (4, 4))
    """Where white discs lie at the start."""
    closed: frozenset[Place] = frozenset()
    """Squares on which no player may place a disc."""
    fewest_win: bool = False
    ends_when_blocked: bool = False
    """Whether the game is over as soon as one of the players cannot move."""
    is_round: bool = False
    """Whether the left edge is joined to the right one."""


class Game:
    """One game, by the rules of its class."""

    rules: ClassVar[Rules] = Rules()

    def __init__(self) -> None:
        self.init()

    def init(self) -> None:
        """Begin a game."""
        self.discs = {(row, col): "black" for row in (3, 4) for col in (3, 4)}
        self.discs.update(dict.fromkeys(self.rules.white, "white"))
        self.mover = "black"

    def move(self, row: int, col: int) -> None:
        """Place a disc of the player on turn."""
        self._demand((row, col))
        taken = self._captured_discs((row, col), self.mover)
        if not taken or self.game_over():
            raise InvalidMove
        self.discs.update(dict.fromkeys([(row, col), *taken], self.mover))
        if self.rules.ends_when_blocked or self.has_valid_moves(OTHER[self.mover]):
            self.mover = OTHER[self.mover]

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        """Whether the player may place a disc there."""
        return bool(self._captured_discs((row, col), player))

    def cell(self, row: int, col: int) -> str:
        """What lies on a square."""
        self._demand((row, col))
        return self.discs.get((row, col), "empty")

    def turn(self) -> str:
        """Whose turn it is."""
        return self.mover

    def count(self, player: str) -> int:
        """The discs of a player."""
        return list(self.discs.values()).count(player)

    def winner(self) -> str:
        """Who is ahead."""
        black, white = self.count("black"), self.count("white")
        if black == white:
            return "draw"
        return "black" if (black < white) == self.rules.fewest_win else "white"

    def game_over(self) -> bool:
        """Whether the game has ended."""
        blocked = [not self.has_valid_moves(player) for player in OTHER]
        return any(blocked) if self.rules.ends_when_blocked else all(blocked)

    def has_valid_moves(self, player: str) -> bool:
        """Whether the player may place a disc anywhere."""
        return any(self._captured_discs((r, c), player) for r in range(SIZE) for c in range(SIZE))

    def _demand(self, place: Place) -> None:
        if not (0 <= place[0] < SIZE and 0 <= place[1] < SIZE):
            raise OutOfBounds

    def _captured_discs(self, place: Place, player: str) -> list[Place]:
        """Return the discs that a disc of the player there captures; none if it is not valid."""
        row, col = place
        if not (0 <= row < SIZE and 0 <= col < SIZE):
            return []
        if place in self.discs or place in self.rules.closed:
            return []
        taken = []
        for down, right in self.rules.steps:
            run: list[Place] = []
            here = self._next(place, down, right)
            while self.discs.get(here) == OTHER[player]:
                run.append(here)
                here = self._next(here, down, right)
            if self.discs.get(here) == player and len(run) <= self.rules.longest:
                taken += run
        return taken

    def _next(self, place: Place, down: int, right: int) -> Place:
        row, col = place[0] + down, place[1] + right
        return (row, col % SIZE) if self.rules.is_round else (row, col)


class Fewest(Game):
    rules = Rules(fewest_win=True)


class Orthogonal(Game):
    rules = Rules(steps=STRAIGHT)


class SideBySide(Game):
    rules = Rules(white=((3, 3), (3, 4)))


class ShortRows(Game):
    rules = Rules(longest=2)


class ClosedCorners(Game):
    rules = Rules(closed=frozenset({(0, 0), (0, 7), (7, 0), (7, 7)}))


class SuddenEnd(Game):
    rules = Rules(ends_when_blocked=True)


class Cylinder(Game):
    rules = Rules(is_round=True)


PROGRAMS: Final = {
    "fewest": Fewest,
    "orthogonal": Orthogonal,
    "side-by-side": SideBySide,
    "short-rows": ShortRows,
    "closed-corners": ClosedCorners,
    "sudden-end": SuddenEnd,
    "cylinder": Cylinder,
}
"""The sound program of each variant."""
