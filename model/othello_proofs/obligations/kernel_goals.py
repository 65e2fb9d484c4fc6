"""Goals about a bitboard kernel: its functions compute what the specification says.

A position is two words that share no square: the squares of the player's own discs, and those of
the opponent's. The player may be Black or White. Each goal says that the term which the kernel
computes from the words equals the term which the specification computes from the board that they
represent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

import z3

from modspec import Map
from modspec.lift import Bits, Choice, Lift, Symbolic, Truth
from modspec.lift.bits import word
from modspec.lift.logic import conjunction, equal, members, negation
from modspec.lift.symbols import Bool
from modspec.prove.goals import Goal
from modspec.prove.prover import ProofResult
from modspec.prove.scope import Scope, Symbols
from othello_model.kernel import STANDARD, Fill, Kernel
from othello_proofs.obligations.positions import PALETTES, random_board
from othello_proofs.obligations.refutations import Picture, Refutation
from othello_spec import module
from othello_spec.board import BLACK, EMPTY, PLAYERS, WHITE, Board, Player, Square
from othello_spec.lines import can_move, captures, flips, opponent, placed
from othello_spec.othello import Game
from othello_spec.records.squares import name as square_name

WIDTHS: Final = (64, 128)
"""The widths of words: NumPy's, and enough for Python's integers, which grow when shifted."""


@dataclass(frozen=True)
class SymbolicPosition:
    """The words of a kernel, and the board of the specification that they represent."""

    own: Bits
    opponent: Bits
    player: Any
    board: Board
    constraint: z3.BoolRef
    features: tuple[z3.BoolRef, ...]

    @property
    def arguments(self) -> dict[str, Any]:
        """The values of a counterexample."""
        return {"own": self.own, "opponent": self.opponent, "player": self.player}


def symbolic_position(kernel: Kernel, width: int) -> SymbolicPosition:
    """Return any position on the board of the kernel, as words of some width."""
    own, opponent = (Bits(z3.BitVec(name, width)) for name in ("own", "opponent"))
    player = Symbols(Scope()).of(module("board"), "Player", "player")
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
    features = tuple((own | opponent).has(n).term for n in range(kernel.rows * kernel.columns))
    constraint = z3.And(apart.term, within.term)
    return SymbolicPosition(own, opponent, player, Map(board), constraint, features)


class KernelGoals:
    """The goals of the functions of a kernel, with words of one width.

    ``kernel`` is anything that has some of the functions of :class:`~othello_model.kernel.Kernel`;
    ``shape`` says how it numbers squares.
    """

    FUNCTIONS: Final = ("valid_moves", "can_move", "over", "next_turn", "flips", "place")
    """The functions that have goals, those with the fewest goals first."""

    def __init__(
        self,
        kernel: Any,
        width: int,
        shape: Kernel = STANDARD,
        fill: Fill | None = None,
        stepwise: bool = False,
    ) -> None:
        """Take a kernel, and the fill to call its functions with, if they take one.

        ``stepwise``: the functions that only use ``flips`` and ``valid_moves`` are tried with the
        words of the specification in place of these two. Together with the goals of the two this
        shows as much, in a fraction of the time; it needs a kernel whose functions are methods that
        call one another.
        """
        self.kernel, self.width, self.shape = kernel, width, shape
        self._options = {"fill": fill} if fill else {}
        size = {"SIZE": shape.rows} if shape != STANDARD else None
        self._lift = Lift(module("othello"), size)
        self._lines = Lift(module("lines"), size)
        self.position = symbolic_position(shape, width)
        self._squares = sorted(shape.squares(shape.board))
        self._bits = {s: Bits(z3.BitVecVal(shape.bit(*s), width)) for s in self._squares}
        self._user = self._kernel_as_specified() if stepwise else kernel

    def _kernel_as_specified(self) -> Any:
        """Return the kernel with ``flips`` and ``valid_moves`` as the specification has them."""
        p = self.position

        def flips(_: Any, own: Bits, opponent: Bits, square: Bits, *__: Any, **___: Any) -> Bits:
            assert own is p.own
            assert opponent is p.opponent
            return self._flips_word(next(s for s, bit in self._bits.items() if bit is square))

        def valid_moves(_: Any, own: Bits, opponent: Bits, *__: Any, **___: Any) -> Bits:
            assert {id(own), id(opponent)} == {id(p.own), id(p.opponent)}
            other = Choice({BLACK: p.player.is_(WHITE), WHITE: p.player.is_(BLACK)})
            return self._valid_word(p.player if own is p.own else other)

        methods = {"flips": flips, "valid_moves": valid_moves}
        kind = type("KernelAsSpecified", (type(self.kernel),), methods)
        return kind(self.shape.rows, self.shape.columns)

    def of(self, function: str) -> Iterator[Goal]:
        """Return the goals of the function of that name."""
        make: Callable[[], Iterator[Goal]] = getattr(self, f"_{function}")
        return make()

    def _flips(self) -> Iterator[Goal]:
        p = self.position
        for square in self._squares:
            found = self._call("flips", p.own, p.opponent, self._bits[square])
            # an occupied square may give any word: many a kernel relies on never being asked
            empty = equal(p.board[square], EMPTY)
            yield self._goal("flips", square, empty, self._same(found, self._flips_word(square)))

    def _valid_moves(self) -> Iterator[Goal]:
        p = self.position
        found = self._call("valid_moves", p.own, p.opponent)
        yield self._goal("valid_moves", None, True, self._same(found, self._valid_word(p.player)))

    def _can_move(self) -> Iterator[Goal]:
        p = self.position
        found = self._call("can_move", p.own, p.opponent)
        expected = self._lines.call("can_move", p.board, p.player).value
        yield self._goal("can_move", None, True, equal(found, expected))

    def _over(self) -> Iterator[Goal]:
        """The order of the words makes no difference; a solver sees that player by player."""
        p = self.position
        found = self._call("over", p.own, p.opponent)
        expected = self._lift.call("game_over", Game(board=p.board, turn=p.player)).value
        for player in sorted(PLAYERS):
            yield self._goal("over", None, p.player.is_(player), equal(found, expected))

    def _next_turn(self) -> Iterator[Goal]:
        """The words come back with those of the player who has the next turn first."""
        p = self.position
        first, second = self._call("next_turn", p.own, p.opponent)
        keeps = equal(self._lift.call("next_turn", p.board, p.player).value, p.player)
        stays = conjunction((self._same(first, p.own), self._same(second, p.opponent)))
        changes = conjunction((self._same(first, p.opponent), self._same(second, p.own)))
        yield self._goal("next_turn", None, keeps, stays)
        yield self._goal("next_turn", None, negation(keeps), changes)

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
            same = (self._same(own, self._word(mine)), self._same(opponent, self._word(others)))
            yield self._goal("place", square, self._captures(square, p.player), conjunction(same))

    def _call(self, function: str, *words: Bits) -> Any:
        kernel = self.kernel if function in ("flips", "valid_moves") else self._user
        return getattr(kernel, function)(*words, **self._options)

    def _flips_word(self, square: Square) -> Bits:
        p = self.position
        flipped = members(self._lines.call("flips", p.board, p.player, square).value)
        return self._word(flipped.get(s, False) for s in self._squares)

    def _valid_word(self, player: Any) -> Bits:
        return self._word(self._captures(s, player) for s in self._squares)

    def _captures(self, square: Square, player: Any) -> Bool:
        found: Bool = self._lines.call("captures", self.position.board, player, square).value
        return found

    def _word(self, bits: Iterable[Bool]) -> Bits:
        return word(bits, self.width)

    def _same(self, found: Any, expected: Bits) -> Bool:
        if not isinstance(found, int | Bits) or isinstance(found, bool):
            raise Symbolic(f"it gives {found!r}, which is no word")
        same: Bool = expected == found
        return same

    def _goal(self, function: str, square: Square | None, premises: Bool, conclusion: Bool) -> Goal:
        p, case = self.position, (("square", square),) if square else ()
        claim = f"kernel.{function}"
        return Goal(claim, case, p.constraint, premises, conclusion, p.arguments, p.features)


# -- the kernel on plain words ---------------------------------------------------------------------


def _words(shape: Kernel, board: Board, first: Player) -> tuple[int, int]:
    own, other = (
        shape.word(s for s in board if board[s] == player) for player in (first, opponent(first))
    )
    return own, other


SPECIFIED: Final[Mapping[str, Callable[[Kernel, Board, Player, Any], Any]]] = {
    "flips": lambda shape, board, player, square: shape.word(flips(board, player, square)),
    "valid_moves": lambda shape, board, player, _: shape.word(
        s for s in board if captures(board, player, s)
    ),
    "can_move": lambda _shape, board, player, _: can_move(board, player),
    "over": lambda _shape, board, player, _: (
        not can_move(board, player) and not can_move(board, opponent(player))
    ),
    "next_turn": lambda shape, board, player, _: _words(
        shape, board, opponent(player) if can_move(board, opponent(player)) else player
    ),
    "place": lambda shape, board, player, square: _words(
        shape, placed(board, player, square), player
    ),
}
"""What each function of a kernel has to return, by the specification, for a player and a square."""


@dataclass(frozen=True)
class KernelReply:
    """What a function of a kernel says in a position, and what the specification says."""

    function: str
    words: tuple[int, ...]
    """The arguments of the function."""

    board: Board
    player: Player
    square: Square | None
    expected: Any
    got: Any
    shape: Kernel

    @property
    def is_wrong(self) -> bool:
        """Whether the two differ when they are run, and not only as terms."""
        return bool(self.expected != self.got)

    def refutation(self) -> Refutation:
        """Return the position and both replies; words are shown as sets of squares."""
        at = [self.square] if self.square else []
        place = f", {square_name(at[0])}" if at else ""
        pictures: list[Picture] = [("position", self.board, at)]
        entries = {}
        for heading, value in (("expected", self.expected), ("got", self.got)):
            entries[heading] = str(value)
            if isinstance(value, tuple):
                entries[heading] = ", ".join(f"{word:#018x}" for word in value)
            elif isinstance(self.expected, int) and not isinstance(self.expected, bool):
                is_word = isinstance(value, int) and 0 <= value <= self.shape.board
                squares = sorted(self.shape.squares(value)) if is_word else []
                names = " ".join(map(square_name, squares)) or "no square"
                entries[heading] = names if is_word else f"{value!r}, which is no set of squares"
                pictures.append((heading, self.board, squares))
        headline = f"{self.function}: {self.player.name} to move{place}"
        return Refutation(headline, self.expected, self.got, entries, pictures)


def kernel_reply(
    kernel: Any,
    function: str,
    board: Board,
    player: Player = BLACK,
    square: Square | None = None,
    width: int = 128,
    shape: Kernel = STANDARD,
    **options: Any,
) -> KernelReply:
    """Run a function of the kernel on plain words, and the specification on the board.

    With words of 64 bits, the bits above them do not count.
    """
    words: tuple[int, ...] = _words(shape, board, player)
    if square is not None:
        words = (*words, shape.bit(*square))
    got = getattr(kernel, function)(*words, **options)
    if width == 64 and isinstance(got, int) and not isinstance(got, bool):
        got &= (1 << width) - 1
    expected = SPECIFIED[function](shape, board, player, square)
    return KernelReply(function, words, board, player, square, expected, got, shape)


def reply_to_counterexample(
    kernel: Any, result: ProofResult, shape: Kernel = STANDARD, width: int = 128, **options: Any
) -> KernelReply:
    """Return what the kernel says in the position of a counterexample."""
    assert result.counterexample is not None
    own, other, player = (result.counterexample.arguments[n] for n in ("own", "opponent", "player"))
    mine, theirs = shape.squares(own), shape.squares(other)
    board: Board = Map(
        {
            s: player if s in mine else opponent(player) if s in theirs else EMPTY
            for s in sorted(shape.squares(shape.board))
        }
    )
    square = dict(result.failed[0].goal.case).get("square")
    function = result.claim.rpartition(".")[2]
    return kernel_reply(kernel, function, board, player, square, width, shape, **options)


def wrong_reply(kernel: Any, function: str, width: int) -> KernelReply | None:
    """Return the first wrong reply of the kernel on random boards, or None.

    A kernel that is proved was given symbolic words. A kernel that recognises these could say one
    thing to the prover and another to its users; so it is also run on plain words.
    """
    for board, valid in _random_boards():
        squares = valid[:3] if function in ("flips", "place") else [None]
        for square in squares:
            reply = kernel_reply(kernel, function, board, BLACK, square, width)
            if reply.is_wrong:
                return reply
    return None


@cache
def _random_boards() -> list[tuple[Board, list[Square | None]]]:
    """Return boards from nearly empty to full, and Black's first valid moves on each."""
    random = Random(0)
    boards = [random_board(random, palette) for palette in PALETTES]
    return [(board, [s for s in sorted(board) if captures(board, BLACK, s)]) for board in boards]
