"""Refusals: why a call raised, as data; the text is made when somebody reads it.

To write a number is to ask for its digits. Nobody needs them who catches the exception, and a tool that
runs a program on all numbers at once does not know them.
"""

from __future__ import annotations

from dataclasses import dataclass

from othello_model.size import SIZE
from othello_spec.board import Player
from othello_spec.clock import LONGEST, SHORTEST, UNLIMITED, Runner


@dataclass(frozen=True)
class NotOnBoard:
    """There is no such square."""

    row: int
    col: int

    def __str__(self) -> str:
        return (
            f"row {self.row}, column {self.col} is not on the board: both are from 0 to {SIZE - 1}"
        )


@dataclass(frozen=True)
class NotAllowed:
    """The player may not place a disc there: the square is taken, or nothing would be captured."""

    player: Player
    row: int
    col: int

    def __str__(self) -> str:
        return f"{self.player} may not place a disc on row {self.row}, column {self.col}"


@dataclass(frozen=True)
class NobodyHasDiscs:
    """There is no disc to take."""

    def __str__(self) -> str:
        return "neither player has a disc left"


@dataclass(frozen=True)
class NotInACorner:
    """There is no such corner."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"row {self.row}, column {self.col} is no corner: both are 0 or {SIZE - 1}"


@dataclass(frozen=True)
class GrantedBefore:
    """The corner is granted already."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"the corner in row {self.row}, column {self.col} has been granted before"


@dataclass(frozen=True)
class NoSuchLimit:
    """Clocks cannot be set to that."""

    limit: int

    def __str__(self) -> str:
        return (
            f"a limit of {self.limit} ms is none: it is from {SHORTEST} to {LONGEST}, "
            f"or {UNLIMITED} for no limit"
        )


@dataclass(frozen=True)
class Earlier:
    """The time is earlier than one that was told before."""

    now: int
    latest: int

    def __str__(self) -> str:
        return f"it cannot be {self.now} ms by now: it was {self.latest} ms before"


@dataclass(frozen=True)
class RunsAlready:
    """Two clocks cannot run at once."""

    player: Runner

    def __str__(self) -> str:
        return f"the clock of {self.player} is running already"


@dataclass(frozen=True)
class NoClockRuns:
    """There is no clock to stop."""

    def __str__(self) -> str:
        return "no clock is running"


@dataclass(frozen=True)
class OutOfTime:
    """There are no more turns."""

    player: Player

    def __str__(self) -> str:
        return f"{self.player} has run out of time"


@dataclass(frozen=True)
class NotForced:
    """A pass is a move for those who have no other, while the game goes on."""

    player: Player

    def __str__(self) -> str:
        return f"{self.player} may not pass: they can place a disc, or nobody can"


@dataclass(frozen=True)
class TooLate:
    """What is done before a match begins."""

    def __str__(self) -> str:
        return "the match has begun"


@dataclass(frozen=True)
class NotYet:
    """What is done after a match has begun."""

    def __str__(self) -> str:
        return "the match has not begun"


@dataclass(frozen=True)
class Ended:
    """There are no more moves."""

    def __str__(self) -> str:
        return "the match is over: no move is left, or a player has run out of time"
