"""Obligations: what each access program of the abstract object owes, on any board, as questions.

The questions are about the functions of :mod:`othello_model.othello` themselves. Before a call the state of
the module is set to any two words that stand for a board, and to either turn: to all boards, not only
those that a game leads to. There is a question for each square of the board, and one for all the rows
and columns that are not of the board. What is owed is all in the specification.

Two access programs are split, as the whole would take long. What ``move`` does to the board is asked for
each square, and whose turn it is then once for all boards. That ``winner`` compares two numbers is asked
apart from what these numbers are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

import z3

from modspec import Map, declare
from modspec.branchless import Word
from modspec.instance import Instance
from modspec.readings.contract import unchecked
from modspec.readings.lift import Bits, Bool, Number, Truth
from modspec.readings.lift.logic import conjunction, equal
from modspec.readings.run import Call
from modspec.readings.symbolic.confirm import Assumption, Question
from modspec.readings.symbolic.duties import Done, Duties, Elsewhere, Remembered, done
from modspec.readings.symbolic.exchange import WIDTH
from othello_model import othello
from othello_model.abstraction import squares
from othello_model.bitboard import Bitboard
from othello_model.obligations.faults import Fault
from othello_spec.board import BLACK, PLAYERS, SIZE, SQUARES, Cell, Player, Square
from othello_spec.othello import Game
from othello_spec.transcript import name as square_name

MODULE: Final = declare("othello_spec.othello")
"""What the access programs are held to."""

ROUTINES: Final = {function.name: function for function in MODULE.access_programs}
"""The access programs, by name."""

SPLIT: Final = {"move": "next_turn", "winner": "count"}
"""Access programs that are split, with the method of the board that has a question of its own."""

_METHODS: Final = {
    "next_turn": ("othello_spec.othello", "next_turn"),
    "count": ("othello_spec.lines", "discs"),
}
"""The functions of the specification that say what these methods compute, of a board and a player."""

_OPAQUE: Final = {"move": ("can_move",)}
"""Predicates of the specification that a call may be judged without looking into."""

_STATE: Final = ("_board", "_turn")
"""The variables in which the abstract object has its state."""

_KINDS: Final[dict[str, type]] = {"row": int, "col": int, "player": Cell}
"""What parameters are that may have any value."""

_ROW, _COL = Elsewhere(), Elsewhere()


@dataclass(frozen=True)
class Position:
    """How the abstract object represents its state."""

    board: Bitboard
    turn: Player


class Judge:
    """Says what calls owe, by the specification; remembers what it has worked out."""

    def __init__(self) -> None:
        self.board: Remembered[Bitboard, Map[Square, Cell]] = Remembered(squares)
        """What each square of a bitboard holds."""

        self._duties: dict[tuple[str, ...], Duties[Position]] = {}

    def game(self, position: Position) -> Game:
        """The specification's state that a representation stands for."""
        return Game(board=self.board(position.board), turn=position.turn)

    def duties(self, routine: str = "") -> Duties[Position]:
        """What an access program owes; for none in particular, with no predicate opaque."""
        opaque = _OPAQUE.get(routine, ())
        if opaque not in self._duties:
            self._duties[opaque] = Duties(MODULE, self.game, opaque)
        return self._duties[opaque]

    def specified(self, method: str, board: Bitboard, player: Player, routine: str = "") -> Any:
        """What a method of the board has to compute, as far as it matters to an access program."""
        return self.duties(routine).value(*_METHODS[method], self.board(board), player)


class Obligation(Protocol):
    """One question, and what a counterexample to it shows."""

    @property
    def name(self) -> str:
        """What it is about, in a few words."""

    @property
    def square(self) -> Square | None:
        """The one square that it is about, if it is."""

    @property
    def question(self) -> Question:
        """The question to put to CrossHair."""

    def fault(self, *arguments: Any) -> Fault:
        """What is wrong with the call that is the counterexample."""

    def unseen(self, witnesses: Iterable[tuple[Any, ...]]) -> set[str]:
        """What the specification lets happen that happens in none of these examples, in words."""


def obligations(routine: str, judge: Judge | None = None) -> Iterator[Obligation]:
    """All that an access program owes; a judge that was asked before need not work out all again."""
    judge = judge or Judge()
    if "row" in {parameter.name for parameter in ROUTINES[routine].parameters}:
        for square in sorted(SQUARES):
            yield Calls(judge, routine, square)
        yield Calls(judge, routine, elsewhere=True)
    else:
        yield Calls(judge, routine)
    if routine in SPLIT:
        yield Part(judge, routine, SPLIT[routine])


@dataclass(frozen=True)
class Calls:
    """Calls of an access program: of one square, of none, or of any that is not of the board."""

    judge: Judge
    routine: str
    square: Square | None = None
    elsewhere: bool = False

    @property
    def name(self) -> str:
        """The access program, and the square."""
        place = "elsewhere" if self.elsewhere else square_name(self.square) if self.square else ""
        return f"{self.routine} {place}".strip()

    @property
    def question(self) -> Question:
        """Whether the calls do what they owe, on any board and at either turn."""
        split = SPLIT.get(self.routine)
        free = {n: _KINDS[n] for n in self._free}
        return Question(
            name=self.name,
            function=self.call,
            parameters={"black": Word, "white": Word, "turn": Cell, **free},
            requires=self._allowed,
            ensures=self._kept,
            assuming=[self._assumption(split)] if split else [],
        )

    def call(self, black: int, white: int, turn: Player, *values: Any) -> Done[Position]:
        """Make one call in the state that is given, and tell what it has led to."""
        state = vars(othello)
        kept: dict[str, Any] = {name: state[name] for name in _STATE if name in state}
        state["_board"], state["_turn"] = Bitboard(black, white), turn
        routine, arguments = state[self.routine], self._arguments(values)
        try:
            with unchecked():
                return done(
                    lambda: routine(*arguments),
                    lambda: Position(state["_board"], state["_turn"]),
                )
        finally:
            for name in _STATE:
                del state[name]
            state |= kept

    def fault(self, black: int, white: int, turn: Player, *values: Any) -> Fault:
        """The first clause that a call does not keep."""
        before = Position(Bitboard(black, white), turn)
        arguments = self._arguments(values)
        led_to = self.call(black, white, turn, *values)
        call, held = Call(self.routine, arguments), squares(before.board)
        if not led_to.state.board.sound:
            return Fault(call, held, turn, "words that stand for a board", led_to.state.board)
        breach = self.judge.duties(self.routine).breach(self.routine, before, arguments, led_to)
        if breach is None:
            raise ValueError(f"{call} does what it owes in {before}: that is no counterexample")
        after = squares(led_to.state.board) if led_to.state.board != before.board else None
        return Fault(call, held, turn, breach.expected, breach.got, breach.formula, after)

    def unseen(self, witnesses: Iterable[tuple[Any, ...]]) -> set[str]:
        """The exceptions, and to raise none, as far as no example shows that a call may come to it."""
        words: tuple[Any, ...] = tuple(Bits(z3.BitVec(n, WIDTH)) for n in ("black", "white"))
        somewhere = Position(Bitboard(*words), BLACK)
        unknown = tuple({"player": BLACK, "row": _ROW, "col": _COL}[name] for name in self._free)
        may = self.judge.duties(self.routine).outcomes(
            self.routine, somewhere, self._arguments(unknown)
        )
        return may - {self.call(*witness).exception or "no exception" for witness in witnesses}

    # -- the conditions, on symbolic values and on plain ones

    def _allowed(self, black: Any, white: Any, turn: Player, *values: Any) -> Bool:
        """Whether the words stand for a board, the turn is a player's, and the call is one of these."""
        named = {"turn": turn, **dict(zip(self._free, values, strict=True))}
        if not all(named[name] in PLAYERS for name in ("turn", "player") if name in named):
            return False
        before = Position(Bitboard(black, white), turn)
        return conjunction(
            (
                before.board.sound,
                not self.elsewhere or _is_elsewhere(named["row"], named["col"]),
                self.judge.duties(self.routine).assumed(
                    self.routine, before, self._as_specified(values)
                ),
            )
        )

    def _kept(
        self, led_to: Done[Position], black: Any, white: Any, turn: Player, *values: Any
    ) -> Bool:
        """Whether the call did what it owes, and left words that stand for a board.

        Plain values are judged by the clauses as they stand, which owe nothing to the lifted ones.
        """
        before = Position(Bitboard(black, white), turn)
        duties, arguments = self.judge.duties(self.routine), self._as_specified(values)
        if isinstance(black, int):
            breach = duties.breach(self.routine, before, arguments, led_to)
            return led_to.state.board.sound and breach is None
        led_to = replace(led_to, output=_by_square(led_to.output))
        kept = duties.kept(self.routine, before, arguments, led_to)
        return conjunction((led_to.state.board.sound, kept))

    def _assumption(self, method: str) -> Assumption:
        def value(board: Bitboard, player: Player) -> Any:
            return self.judge.specified(method, board, player, self.routine)

        return Assumption(Bitboard, method, value)

    # -- the arguments

    @property
    def _free(self) -> tuple[str, ...]:
        """The parameters that may have any value."""
        fixed = ("row", "col") if self.square else ()
        return tuple(p.name for p in ROUTINES[self.routine].parameters if p.name not in fixed)

    def _arguments(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """All arguments, given those of the free parameters."""
        named = dict(zip(self._free, values, strict=True))
        if self.square:
            named |= self.square._asdict()
        return tuple(named[p.name] for p in ROUTINES[self.routine].parameters)

    def _as_specified(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments for the specification: of any square not of the board, only that it is not."""
        return self._arguments(
            tuple(
                {"row": _ROW, "col": _COL}[name] if isinstance(value, z3.ArithRef) else value
                for name, value in zip(self._free, values, strict=True)
            )
        )


@dataclass(frozen=True)
class Part:
    """A method of the board that an access program relies on: on any board, for either player."""

    judge: Judge
    routine: str
    method: str
    square: None = None

    @property
    def name(self) -> str:
        """The access program, and the method."""
        return f"{self.routine} by {self.method}"

    @property
    def question(self) -> Question:
        """Whether the method computes what it has to."""
        return Question(
            name=self.name,
            function=self._value,
            parameters={"black": Word, "white": Word, "player": Cell},
            requires=self._allowed,
            ensures=self._kept,
        )

    def fault(self, black: int, white: int, player: Player) -> Fault:
        """What the method computes, and what it should."""
        board = squares(Bitboard(black, white))
        expected = Instance(MODULE).function(*_METHODS[self.method])(board, player)
        got = self._value(black, white, player)
        return Fault(Call(self.method, (player,)), board, player, expected, got)

    def unseen(self, witnesses: Iterable[tuple[Any, ...]]) -> set[str]:
        """The values that it may have, as far as no example shows that it may."""
        seen = {self._value(*witness) for witness in witnesses}
        return {player.name for player in PLAYERS - seen} if self.method == "next_turn" else set()

    def _value(self, black: int, white: int, player: Player) -> Any:
        return getattr(Bitboard(black, white), self.method)(player)

    def _allowed(self, black: Any, white: Any, player: Player) -> Bool:
        return player in PLAYERS and Bitboard(black, white).sound

    def _kept(self, got: Any, black: Any, white: Any, player: Player) -> Bool:
        specified = self.judge.specified(self.method, Bitboard(black, white), player)
        return equal(specified, _by_square(got))


def _by_square(output: Any) -> Any:
    """A number of bits as a number of squares, which the specification counts."""
    if not isinstance(output, Number):
        return output
    bits: Any = output.rows
    rows: dict[Any, Any] = {(Square(*divmod(bit, SIZE)),): row for bit, row in bits.items()}
    return Number(rows, output.constant)


def _is_elsewhere(row: Any, col: Any) -> Bool:
    """Whether no square of the board is in that row and column."""
    if not isinstance(row, z3.ArithRef):
        return Square(row, col) not in SQUARES
    return Truth(z3.Not(z3.Or([z3.And(row == s.row, col == s.col) for s in sorted(SQUARES)])))
