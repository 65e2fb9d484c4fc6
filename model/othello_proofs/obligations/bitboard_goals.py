"""Goals about the methods of a bitboard: what passing and match take for granted of their board.

The questions about these two objects assume that the methods do as specified. The questions about
Othello's access programs, which use the methods too, do not show that: an access program might make
up for a wrong method. So each method is run on unknown words, and its result compared with the
specification on the board that the words stand for. ``count`` and ``leader`` compute with numbers
that depend on words, which only CrossHair can follow; it is asked about them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

import z3

from modspec import Map
from modspec.lift import Bits, Choice, Lift, Truth
from modspec.lift.logic import conjunction, equal, negation
from modspec.lift.symbols import Bool
from modspec.prove.goals import Goal
from othello_model.bitboard import Bitboard
from othello_proofs.obligations.positions import ORDERED
from othello_spec import module
from othello_spec.board import BLACK, EMPTY, PLAYERS, SIZE, SQUARES, WHITE, Player, Square
from othello_spec.othello import Game

OFF_BOARD: Final = (Square(-1, 0), Square(SIZE, 0), Square(0, -1), Square(0, SIZE))
"""Places beside the board, one on each side."""


class BitboardGoals:
    """The goals of each method, on any board."""

    METHODS: Final = ("holds", "accepts", "place", "can_move", "is_over", "next_turn")

    def __init__(self) -> None:
        """Take two unknown words that share no square."""
        black, white = (Bits(z3.BitVec(name, 64)) for name in ("black", "white"))
        self.words = {"black": black, "white": white}
        self.made = Bitboard(black, white)  # type: ignore[arg-type]  # words that are not known
        self.board: Map[Square, Any] = Map({s: _content(s, black, white) for s in sorted(SQUARES)})
        self._constraint: z3.BoolRef = ((black & white) == 0).term
        self._lines, self._othello = Lift(module("lines")), Lift(module("othello"))

    def of(self, method: str, squares: Collection[Square] = ORDERED) -> Iterator[Goal]:
        """Yield the goals of a method, for these squares and both players."""
        make: Callable[[Collection[Square]], Iterator[Goal]] = getattr(self, f"_{method}")
        return make(squares)

    def _holds(self, squares: Collection[Square]) -> Iterator[Goal]:
        for square in squares:
            yield self._goal("holds", equal(self.made.holds(*square), self.board[square]), square)

    def _accepts(self, squares: Collection[Square]) -> Iterator[Goal]:
        for player in sorted(PLAYERS):
            for square in squares:
                due = self._captures(player, square)
                found = self.made.accepts(player, *square)
                yield self._goal("accepts", equal(found, due), square, player)
            for square in OFF_BOARD:
                yield self._goal("accepts", negation(self.made.accepts(player, *square)), square)

    def _place(self, squares: Collection[Square]) -> Iterator[Goal]:
        for player in sorted(PLAYERS):
            for square in squares:
                after = self.made.place(player, *square)
                due = self._lines.call("placed", self.board, player, square).value
                words: list[Any] = [after.black, after.white]
                same = conjunction(equal(_content(s, *words), due[s]) for s in sorted(SQUARES))
                apart = (words[0] & words[1]) == 0
                valid = self._captures(player, square)
                yield self._goal("place", conjunction((apart, same)), square, player, valid)

    def _can_move(self, _: Collection[Square]) -> Iterator[Goal]:
        for player in sorted(PLAYERS):
            due = self._lines.call("can_move", self.board, player).value
            yield self._goal("can_move", equal(self.made.can_move(player), due), player=player)

    def _is_over(self, _: Collection[Square]) -> Iterator[Goal]:
        due = self._othello.call("game_over", Game(board=self.board, turn=BLACK)).value
        yield self._goal("is_over", equal(self.made.is_over(), due))

    def _next_turn(self, _: Collection[Square]) -> Iterator[Goal]:
        for player in sorted(PLAYERS):
            due = self._othello.call("next_turn", self.board, player).value
            yield self._goal("next_turn", equal(self.made.next_turn(player), due), player=player)

    def _captures(self, player: Player, square: Square) -> Bool:
        found: Bool = self._lines.call("captures", self.board, player, square).value
        return found

    def _goal(
        self,
        method: str,
        conclusion: Bool,
        square: Square | None = None,
        player: Player | None = None,
        premises: Bool = True,
    ) -> Goal:
        case: list[tuple[str, Any]] = [("square", square)] if square else []
        case += [("player", player)] if player else []
        claim = f"bitboard.{method}"
        return Goal(claim, tuple(case), self._constraint, premises, conclusion, self.words)


def _content(square: Square, black: Bits, white: Bits) -> Choice:
    """Return what a square holds if the words have the discs of each colour."""
    number = SIZE * square.row + square.col
    is_black, is_white = black.has(number).term, white.has(number).term
    none = negation(Truth(z3.Or(is_black, is_white)))
    return Choice({EMPTY: none, BLACK: Truth(is_black), WHITE: Truth(is_white)})
