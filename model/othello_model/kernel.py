"""Kernel: the rules as operations on bitboards, written once for every kind of word.

A position is two words: the squares of the player's own discs, and those of the opponent's. Square
``(row, col)`` is bit ``columns * row + col``, so that a step in a direction is a shift of the word.
The kernel does not know Black and White: the word that comes first is the player's.

Nothing branches on a word, so the text is evaluated unchanged on

- Python ints of ``0 .. 2**64 - 1``, by the model of one game;
- NumPy arrays of ``uint64``, by :mod:`othello_model.batch`, on many positions at once;
- bit-vectors of a solver, of 64 bits or more, by the proofs.

Each of them shifts in its own way: an int never loses a bit on the left, NumPy does, and a
bit-vector may copy its sign on the right. But a disc that flips lies between two squares of its
line, never at the end of the line. So the kernel masks every shifted word with the squares inside,
from which the next step stays on the board. The mask also keeps a row of discs from continuing on
the other side. The kernel complements no word, since an int has no width; and it uses ``|=``, which
changes an array in place, only for words that the same function made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

from modspec.run.branchless import select
from othello_spec.board import SIZE, Direction, Square

Bits: TypeAlias = Any
"""A set of squares, as a word of one of the kinds above; one call takes one kind."""

Condition: TypeAlias = Any
"""The result of comparing words: a truth value, an array of truth values, or a formula."""


@dataclass(frozen=True)
class Shift:
    """A step in one direction, as a shift of a word."""

    distance: int
    """How many bits the word shifts: to the left if positive, to the right if negative."""
    inside: int
    """The squares that lie between two others in this direction, where no line ends."""
    longest: int
    """The greatest number of such squares on a line."""


def shift(word: Bits, distance: int) -> Bits:
    """Return the word shifted to the left, or to the right by a negative distance; not masked."""
    return word << distance if distance > 0 else word >> -distance


Fill: TypeAlias = Callable[[Bits, Shift, Bits], Bits]
"""A way to follow lines: ``fill(start, step, through)`` returns the squares inside that can be
reached from ``start`` by steps that all arrive in ``through``."""


def fill_by_steps(start: Bits, step: Shift, through: Bits) -> Bits:
    """Follow the lines one step at a time."""
    open_to = through & step.inside
    reached = shift(start, step.distance) & open_to
    for _ in range(step.longest - 1):
        reached |= shift(reached, step.distance) & open_to
    return reached


def fill_by_doubling(start: Bits, step: Shift, through: Bits) -> Bits:
    """Follow the lines by 1, 2, 4, ... steps at a time: the parallel prefix of Kogge and Stone."""
    open_to = through & step.inside  # where a jump may arrive: all squares on its way are open
    reached = shift(start, step.distance) & open_to
    covered = jump = 1
    while covered < step.longest:
        if covered == 2 * jump and covered + jump < step.longest:
            open_to &= shift(open_to, jump * step.distance)
            jump *= 2
        reached |= shift(reached, jump * step.distance) & open_to
        covered += jump
    return reached


@dataclass(frozen=True)
class Kernel:
    """The rules on a board with even numbers of rows and columns, each at least 4.

    The board has at most ``holds`` squares: 64 for words of NumPy, more for Python ints. Everywhere
    ``own`` and ``opponent`` share no square and lie on the board, and ``square`` is one square of
    it.

    Raises ValueError for any other size.
    """

    rows: int
    columns: int
    holds: int = field(default=64, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        """Raise ValueError for a board without a centre, or larger than a word."""
        for name, lines in (("rows", self.rows), ("columns", self.columns)):
            if lines < 4 or lines % 2:
                raise ValueError(f"{lines} {name}: a board has an even number of them, at least 4")
        if self.rows * self.columns > self.holds:
            raise ValueError(
                f"{self.rows}x{self.columns} squares: a word holds {self.holds} at most"
            )

    # -- the rules ---------------------------------------------------------------------------------

    def flips(self, own: Bits, opponent: Bits, square: Bits, fill: Fill = fill_by_steps) -> Bits:
        """Return the discs that flip when an own disc is placed on the square."""
        flipped = 0
        for step, back in self.steps:
            flipped |= fill(square, step, opponent) & fill(own, back, opponent)
        return flipped

    def valid_moves(self, own: Bits, opponent: Bits, fill: Fill = fill_by_steps) -> Bits:
        """Return the squares on which an own disc may be placed."""
        beyond = 0
        for step, _ in self.steps:
            beyond |= shift(fill(own, step, opponent), step.distance)
        return beyond & (self.board ^ (own | opponent))

    def can_move(self, own: Bits, opponent: Bits, fill: Fill = fill_by_steps) -> Condition:
        """Whether there is a square on which an own disc may be placed."""
        return self.valid_moves(own, opponent, fill) != 0

    def over(self, own: Bits, opponent: Bits, fill: Fill = fill_by_steps) -> Condition:
        """Whether the game has ended: neither player can move."""
        mine = self.valid_moves(own, opponent, fill)
        theirs = self.valid_moves(opponent, own, fill)
        return (mine | theirs) == 0

    def place(
        self, own: Bits, opponent: Bits, square: Bits, fill: Fill = fill_by_steps
    ) -> tuple[Bits, Bits]:
        """Return own and opponent's discs after a valid move, still as the mover sees them."""
        flipped = self.flips(own, opponent, square, fill)
        return own | square | flipped, opponent ^ flipped

    def turn_alternates(self, own: Bits, opponent: Bits, fill: Fill = fill_by_steps) -> Condition:
        """Whether the mover's opponent has the next turn: they forfeit it if unable to move."""
        return self.can_move(opponent, own, fill)

    def next_turn(self, own: Bits, opponent: Bits, fill: Fill = fill_by_steps) -> tuple[Bits, Bits]:
        """Return a position after a move, seen by the mover, as the next player sees it."""
        alternates = self.turn_alternates(own, opponent, fill)
        return select(alternates, opponent, own), select(alternates, own, opponent)

    def move(
        self, own: Bits, opponent: Bits, square: Bits, fill: Fill = fill_by_steps
    ) -> tuple[Bits, Bits]:
        """Return the position after a valid move, as the next player sees it."""
        return self.next_turn(*self.place(own, opponent, square, fill), fill)

    # -- squares and words -------------------------------------------------------------------------

    @cached_property
    def board(self) -> int:
        """The word of all squares."""
        return (1 << self.rows * self.columns) - 1

    @cached_property
    def steps(self) -> tuple[tuple[Shift, Shift], ...]:
        """The step in each direction, and the step back."""
        return tuple((self._step(*d), self._step(-d.drow, -d.dcol)) for d in Direction)

    @cached_property
    def start(self) -> tuple[int, int]:
        """The discs of Black, who moves first, and those of White, at the start of a game."""
        row, col = self.rows // 2, self.columns // 2
        return (
            self.word([(row - 1, col), (row, col - 1)]),
            self.word([(row - 1, col - 1), (row, col)]),
        )

    def bit(self, row: int, col: int) -> int:
        """Return the word of one square. Raises ValueError off the board."""
        if not self._has(row, col):
            raise ValueError(
                f"row {row}, column {col} is not on a board of {self.rows}x{self.columns}"
            )
        return 1 << self.columns * row + col

    def word(self, squares: Iterable[tuple[int, int]]) -> int:
        """Return the word of squares, each a row and a column; ValueError off the board."""
        word = 0
        for row, col in squares:
            word |= self.bit(row, col)
        return word

    def squares(self, word: int) -> frozenset[Square]:
        """Return the squares of a word."""
        numbers = range(self.rows * self.columns)
        return frozenset(Square(*divmod(n, self.columns)) for n in numbers if word >> n & 1)

    def _has(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows and 0 <= col < self.columns

    def _step(self, drow: int, dcol: int) -> Shift:
        inside = (
            (row, col)
            for row in range(self.rows)
            for col in range(self.columns)
            if self._has(row - drow, col - dcol) and self._has(row + drow, col + dcol)
        )
        lengths = [n for n, d in ((self.rows, drow), (self.columns, dcol)) if d]
        return Shift(self.columns * drow + dcol, self.word(inside), min(lengths) - 2)


STANDARD: Final = Kernel(SIZE, SIZE)
"""The kernel of the board that the specification describes."""
