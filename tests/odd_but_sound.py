"""Sound implementations with unusual habits that do not concern the specification."""

from __future__ import annotations

from enum import Enum, StrEnum

from wrong_implementations import sound


class Colour(Enum):
    """Players and empty squares, as letters and a dash."""

    EMPTY = "-"
    BLACK = "B"
    WHITE = "W"


class Result(StrEnum):
    """How a game may end, as words."""

    BLACK = "black"
    WHITE = "white"
    DRAW = "draw"


class Name(str):
    """A string of a class of its own, as some libraries have them."""

    __slots__ = ()


class Enumerations(sound.Othello):
    """It answers with elements of its own enumerations, and with strings of its own."""

    def cell(self, row: int, col: int) -> Colour:  # type: ignore[override]  # that is what is odd
        return Colour[super().cell(row, col).upper()]

    def winner(self) -> Result:
        return Result(super().winner())

    def turn(self) -> Name:
        return Name(super().turn())


class SilentAfterTheEnd(sound.Othello):
    """Once the game is over, nothing is said of whose turn it is."""

    def turn(self) -> str:
        if self.game_over():
            raise LookupError("nobody's")
        return super().turn()


class Talkative(sound.Othello):
    """It prints every action, starts over when constructed, and always returns a value."""

    def init(self) -> Talkative:  # type: ignore[override]  # that is what is odd
        print("A new game.")
        super().init()
        return self

    def move(self, row: int, col: int) -> list[sound.Square]:  # type: ignore[override]  # that is what is odd
        flips = self.flips(row, col, self.mover) if self.has_square(row, col) else []
        print(f"{self.mover} plays {row}, {col}")
        super().move(row, col)
        return flips
