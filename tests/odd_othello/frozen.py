"""Positions that never change: a move makes a new one. With dataclasses and match statements."""

from dataclasses import dataclass, replace
from enum import Enum


class OutOfBounds(Exception):
    pass


class InvalidMove(Exception):
    pass


class Disc(str, Enum):
    EMPTY = "empty"
    BLACK = "black"
    WHITE = "white"

    @property
    def turned(self):
        match self:
            case Disc.BLACK:
                return Disc.WHITE
            case Disc.WHITE:
                return Disc.BLACK
        return self


@dataclass(frozen=True)
class Position:
    black: frozenset = frozenset({(3, 4), (4, 3)})
    white: frozenset = frozenset({(3, 3), (4, 4)})
    mover: Disc = Disc.BLACK

    def holds(self, square):
        match square in self.black, square in self.white:
            case True, _:
                return Disc.BLACK
            case _, True:
                return Disc.WHITE
        return Disc.EMPTY

    def flips(self, square, player):
        result = frozenset()
        if self.holds(square) is not Disc.EMPTY or not all(0 <= x < 8 for x in square):
            return result
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                run, here = [], square
                while dr or dc:
                    here = here[0] + dr, here[1] + dc
                    match self.holds(here):
                        case Disc.EMPTY:
                            break
                        case disc if disc is player:
                            result |= {*run}
                            break
                    run.append(here)
        return result

    def options(self, player):
        for i in range(64):
            if self.flips(divmod(i, 8), player):
                yield divmod(i, 8)

    def after(self, square):
        flips = self.flips(square, self.mover)
        match self.mover:
            case Disc.BLACK:
                black, white = self.black | flips | {square}, self.white - flips
            case Disc.WHITE:
                black, white = self.black - flips, self.white | flips | {square}
        return replace(self, black=black, white=white)


class R_Frozen:
    """Answers with members of its own enumeration, which are strings as well."""

    def __init__(self):
        self.init()

    def init(self):
        self.position = Position()

    def move(self, row, col):
        match row, col:
            case (int(), int()) if 0 <= row < 8 and 0 <= col < 8:
                pass
            case _:
                raise OutOfBounds
        if not self.position.flips((row, col), self.position.mover):
            raise InvalidMove
        after = self.position.after((row, col))
        if any(after.options(after.mover.turned)):
            after = replace(after, mover=after.mover.turned)
        self.position = after

    def is_valid_move(self, row, col, player):
        return bool(self.position.flips((row, col), Disc(player)))

    def cell(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        return self.position.holds((row, col))

    def turn(self):
        return self.position.mover

    def count(self, player):
        return len(self.position.black if player == Disc.BLACK else self.position.white)

    def winner(self):
        match len(self.position.black) - len(self.position.white):
            case 0:
                return "draw"
            case lead if lead > 0:
                return Disc.BLACK
        return Disc.WHITE

    def has_valid_moves(self, player):
        return any(self.position.options(Disc(player)))

    def game_over(self):
        return not any(any(self.position.options(disc)) for disc in (Disc.BLACK, Disc.WHITE))


class W_OneMoveIsNone:
    """forfeit|alternate|no-voluntary-forfeit: a player who has only one valid move is left out."""

    def __init__(self):
        self.init()

    def init(self):
        self.position = Position()

    def move(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        if not self.position.flips((row, col), self.position.mover):
            raise InvalidMove
        after = self.position.after((row, col))
        _first, *more = [*after.options(after.mover.turned)] or [None]
        if more or not any(after.options(after.mover)):
            after = replace(after, mover=after.mover.turned)
        self.position = after

    def is_valid_move(self, row, col, player):
        return bool(self.position.flips((row, col), Disc(player)))

    def cell(self, row, col):
        if not (0 <= row < 8 and 0 <= col < 8):
            raise OutOfBounds
        return self.position.holds((row, col)).value

    def turn(self):
        return self.position.mover.value

    def count(self, player):
        return len({"black": self.position.black, "white": self.position.white}[player])

    def winner(self):
        b, w = len(self.position.black), len(self.position.white)
        return "draw" if b == w else "black" if b > w else "white"

    def has_valid_moves(self, player):
        return any(self.position.options(Disc(player)))

    def game_over(self):
        return not self.has_valid_moves("black") and not self.has_valid_moves("white")
