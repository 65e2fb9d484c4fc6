"""Kernel goals: what has to be shown for a bitboard kernel to be what the specification says.

The words are any two that share no square: the squares of the player's own discs, and those of the
opponent's, whichever colour the player has. Each goal says that what the kernel computes from them, as a
term, is what the specification computes from the board that they stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import z3

from modspec import Map
from modspec.lift import Bits, Choice, Lift, Symbolic, Truth
from modspec.lift.bits import word
from modspec.lift.logic import conjunction, equal, members, negation
from modspec.lift.symbols import Bool
from modspec.prove.goals import Goal
from modspec.prove.scope import Scope, Symbols
from othello_model.kernel import STANDARD, Fill, Kernel
from othello_spec import module
from othello_spec.board import BLACK, EMPTY, PLAYERS, WHITE, Board, Square
from othello_spec.othello import Game

WIDTHS: Final = (64, 128)
"""How wide words are: those of NumPy exactly, and enough for Python's integers, which grow when shifted."""


@dataclass(frozen=True)
class SymbolicPosition:
    """A symbolic position: the words of a kernel, and the board of the specification that they stand for."""

    own: Bits
    opponent: Bits
    player: Any
    board: Board
    constraint: z3.BoolRef
    features: tuple[z3.BoolRef, ...]

    @property
    def arguments(self) -> dict[str, Any]:
        """What a counterexample consists of."""
        return {"own": self.own, "opponent": self.opponent, "player": self.player}


def position(kernel: Kernel, width: int) -> SymbolicPosition:
    """Any position on the board of the kernel, as words of some width."""
    own, opponent = (Bits(z3.BitVec(name, width)) for name in ("own", "opponent"))
    symbols = Symbols(Scope())
    player = symbols.of(module("board"), "Player", "player")
    white = player.is_(WHITE).term
    board: dict[Square, Any] = {}
    for square in sorted(kernel.squares(kernel.board)):
        number = kernel.bit(*square).bit_length() - 1
        mine, theirs = own.has(number).term, opponent.has(number).term
        black_disc = Truth(z3.If(white, theirs, mine))
        white_disc = Truth(z3.If(white, mine, theirs))
        none = negation(Truth(z3.Or(mine, theirs)))
        board[square] = Choice({EMPTY: none, BLACK: black_disc, WHITE: white_disc})
    beyond = ((1 << width) - 1) ^ kernel.board
    apart, within = (own & opponent) == 0, ((own | opponent) & beyond) == 0
    features = [(own | opponent).has(n).term for n in range(kernel.rows * kernel.columns)]
    return SymbolicPosition(
        own, opponent, player, Map(board), z3.And(apart.term, within.term), tuple(features)
    )


def _other(player: Any) -> Any:
    """The other player of a symbolic one."""
    return Choice({BLACK: player.is_(WHITE), WHITE: player.is_(BLACK)})


class Obligations:
    """What the functions of a kernel owe, with words of one width.

    ``kernel`` is anything that has some of the functions of
    :class:`~othello_model.kernel.Kernel`; ``shape`` says how it numbers squares.
    """

    def __init__(
        self,
        kernel: Any,
        width: int,
        shape: Kernel = STANDARD,
        fill: Fill | None = None,
        stepwise: bool = False,
    ) -> None:
        """Take a kernel, and the fill that its functions are to be called with, if they take one.

        ``stepwise``: the functions that only use ``flips`` and ``valid_moves`` are tried with what these two
        owe in their place. Together with the goals of the two that shows as much, and takes a fraction
        of the time; it needs a kernel whose functions are methods that call one another.
        """
        self.kernel, self.width, self.shape = kernel, width, shape
        self._options = {"fill": fill} if fill else {}
        size = {"SIZE": shape.rows} if shape != STANDARD else None
        self._lift = Lift(module("othello"), size)
        self._lines = Lift(module("lines"), size)
        self.position = position(shape, width)
        self._squares = sorted(shape.squares(shape.board))
        self._bits = {s: Bits(z3.BitVecVal(shape.bit(*s), width)) for s in self._squares}
        self._user = self._standing_on_what_is_owed() if stepwise else kernel

    def _standing_on_what_is_owed(self) -> Any:
        """The kernel, with the words of the specification for what ``flips`` and ``valid_moves`` give."""
        p = self.position

        def flips(_: Any, own: Bits, opponent: Bits, square: Bits, *__: Any, **___: Any) -> Bits:
            assert own is p.own
            assert opponent is p.opponent
            return self._flipped(next(s for s, bit in self._bits.items() if bit is square))

        def valid_moves(_: Any, own: Bits, opponent: Bits, *__: Any, **___: Any) -> Bits:
            assert {id(own), id(opponent)} == {id(p.own), id(p.opponent)}
            return self._valid(p.player if own is p.own else _other(p.player))

        owed = {"flips": flips, "valid_moves": valid_moves}
        return type("StandingOnWhatIsOwed", (type(self.kernel),), owed)(
            self.shape.rows, self.shape.columns
        )

    def of(self, function: str) -> Iterator[Goal]:
        """The goals of one of the functions, by its name."""
        make: Callable[[], Iterator[Goal]] = getattr(self, f"_{function}")
        return make()

    FUNCTIONS: Final = ("valid_moves", "can_move", "over", "next_turn", "flips", "place")
    """The functions that owe something, those with the fewest goals first."""

    def _flips(self) -> Iterator[Goal]:
        p = self.position
        for square in self._squares:
            found = self._call("flips", p.own, p.opponent, self._bits[square])
            # of a square that is not empty nobody asks, and many a kernel relies on that
            empty = equal(p.board[square], EMPTY)
            yield self._goal("flips", square, empty, self._same(found, self._flipped(square)))

    def _valid_moves(self) -> Iterator[Goal]:
        p = self.position
        found = self._call("valid_moves", p.own, p.opponent)
        yield self._goal("valid_moves", None, True, self._same(found, self._valid(p.player)))

    def _can_move(self) -> Iterator[Goal]:
        p = self.position
        found = self._call("can_move", p.own, p.opponent)
        expected = self._lines.call("can_move", p.board, p.player).value
        yield self._goal("can_move", None, True, equal(found, expected))

    def _over(self) -> Iterator[Goal]:
        """Whose discs come first makes no difference; a solver sees that best for one at a time."""
        p = self.position
        found = self._call("over", p.own, p.opponent)
        expected = self._lift.call("game_over", Game(board=p.board, turn=p.player)).value
        for player in sorted(PLAYERS):
            yield self._goal("over", None, p.player.is_(player), equal(found, expected))

    def _next_turn(self) -> Iterator[Goal]:
        """The words come back in the order of who has the turn next."""
        p = self.position
        first, second = self._call("next_turn", p.own, p.opponent)
        keeps = equal(self._lift.call("next_turn", p.board, p.player).value, p.player)
        stays = conjunction((self._same(first, p.own), self._same(second, p.opponent)))
        passes = conjunction((self._same(first, p.opponent), self._same(second, p.own)))
        yield self._goal("next_turn", None, keeps, stays)
        yield self._goal("next_turn", None, negation(keeps), passes)

    def _place(self) -> Iterator[Goal]:
        p = self.position
        for square in self._squares:
            own, opponent = self._call("place", p.own, p.opponent, self._bits[square])
            after = self._lines.call("placed", p.board, p.player, square).value
            mine = [equal(after[s], p.player) for s in self._squares]
            others = [
                conjunction((negation(equal(after[s], EMPTY)), negation(held)))
                for s, held in zip(self._squares, mine, strict=True)
            ]
            kept = (self._same(own, self._word(mine)), self._same(opponent, self._word(others)))
            captures = self._captures(square, p.player)
            yield self._goal("place", square, captures, conjunction(kept))

    def _call(self, function: str, *words: Bits) -> Any:
        kernel = self.kernel if function in ("flips", "valid_moves") else self._user
        return getattr(kernel, function)(*words, **self._options)

    def _flipped(self, square: Square) -> Bits:
        p = self.position
        flipped = members(self._lines.call("flips", p.board, p.player, square).value)
        return self._word(flipped.get(s, False) for s in self._squares)

    def _valid(self, player: Any) -> Bits:
        return self._word(self._captures(s, player) for s in self._squares)

    def _captures(self, square: Square, player: Any) -> Bool:
        found: Bool = self._lines.call("captures", self.position.board, player, square).value
        return found

    def _word(self, bits: Any) -> Bits:
        return word(bits, self.width)

    def _same(self, found: Any, expected: Bits) -> Bool:
        if not isinstance(found, int | Bits) or isinstance(found, bool):
            raise Symbolic(f"it gives {found!r}, which is no word")
        same: Bool = expected == found
        return same

    def _goal(self, function: str, square: Square | None, premises: Bool, conclusion: Bool) -> Goal:
        p = self.position
        case = (("square", square),) if square else ()
        return Goal(
            f"kernel.{function}", case, p.constraint, premises, conclusion, p.arguments, p.features
        )
