"""Claims about the access programs of the model's abstract objects: they do as specified.

The questions are about the functions themselves, those of :mod:`othello_model.othello` and the
others. Before a call the state of the module is set to any that its parts can represent, whether or
not a game leads there. What a call owes is all in the specification.

Othello has a question for each square of the board, and one for all rows and columns off the board.
Two of its access programs are split, since the whole would take long: what ``move`` does to the
board is asked for each square, and whose turn it is then once for all boards; that ``winner``
compares two numbers is asked apart from what these numbers are. The other objects have one question
for each access program, since they assume that a board does as specified (see :mod:`.states`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, product
from typing import Any, Final, TypeAlias

import z3

from modspec.contract.contract import without_checks
from modspec.crosshair.conditions import (
    CallResult,
    OffBoard,
    VerificationConditions,
    call_result,
)
from modspec.crosshair.confirm import Assumption, Question
from modspec.crosshair.exchange import WIDTH
from modspec.lift import Bits, Bool, Integer, Number, Truth
from modspec.lift.logic import conjunction, disjunction, equal, negation
from modspec.lift.symbols import Symbol
from modspec.run.branchless import Word
from modspec.run.instance import Instance
from modspec.run.machine import Call
from modspec.syntax.module import Function
from modspec.syntax.values import State
from othello_model.bitboard import Bitboard
from othello_proofs.obligations.refutations import Refutation, call_refutation
from othello_proofs.obligations.states import (
    MATCH,
    OBJECTS,
    OTHELLO,
    PASSING,
    ModelObject,
    Parts,
    UninterpretedBoards,
)
from othello_spec.board import BLACK, EMPTY, PLAYERS, SIZE, SQUARES, WHITE, Cell, Player, Square
from othello_spec.clock import LONGEST, SHORTEST
from othello_spec.othello import Game
from othello_spec.records.squares import name as square_name
from othello_suite.scenarios import scenarios

Replacements: TypeAlias = Mapping[str, Callable[..., Any]]
"""Functions to call in place of functions of the specification, by name."""

_SPLIT: Final = {"move": "next_turn", "winner": "count"}
"""The access programs of Othello that are split, and the board's method that is asked apart."""

_LEADER: Final = "leader"
"""The method of a board that ``winner`` and other objects use; it is asked about apart as well."""

_LINES, _OTHELLO = "othello_spec.lines", "othello_spec.othello"


def _game(board: Any) -> Game:
    return Game(board=board, turn=BLACK)  # the turn makes no difference to any query of the board


SPECIFIED: Final[Mapping[str, tuple[str, str, Callable[..., tuple[Any, ...]]]]] = {
    "can_move": (_LINES, "can_move", lambda board, player: (board, player)),
    "count": (_LINES, "discs", lambda board, player: (board, player)),
    "next_turn": (_OTHELLO, "next_turn", lambda board, player: (board, player)),
    "accepts": (_OTHELLO, "is_valid_move", lambda board, player, *at: (_game(board), *at, player)),
    "holds": (_OTHELLO, "cell", lambda board, *at: (_game(board), *at)),
    "is_over": (_OTHELLO, "game_over", lambda board: (_game(board),)),
    "leader": (_OTHELLO, "winner", lambda board: (_game(board),)),
}
"""What methods of a board compute: a function of the specification, and its arguments."""

_NOTHING_ASSUMED: Final = {"match.begin"}
"""Access programs that depend on the starting board itself: nothing is assumed of the board."""

_UNCOUNTED: Final = {
    "match.move", "match.winner", "match.score", "match.score_with_empty_squares"
}  # fmt: skip
"""Access programs that only need equal numbers of discs: the number is uninterpreted."""

ASSUMED_THEOREMS: Final = {
    "passing.move": [("captures", "the_centre_stays_occupied")],
    "match.move": [
        ("captures", "a_move_adds_one_disc"),
        ("supplies", "whoever_can_move_gets_a_disc"),
    ],
}
"""The theorems that are assumed of boards after a move; they are proved for all boards."""


def obligations(claim: str, contract: ObjectContract | None = None) -> Iterator[Obligation]:
    """Yield all questions about an access program such as ``othello.move``.

    A contract that has been used before need not work everything out again.
    """
    name, routine = claim.split(".")
    contract = contract or ObjectContract(OBJECTS[name])
    if contract.object is OTHELLO and "row" in contract.parameters(routine):
        for square in sorted(SQUARES):
            yield CallObligation(contract, routine, square)
        yield CallObligation(contract, routine, off_board=True)
    else:
        yield CallObligation(contract, routine)
    if contract.object is OTHELLO and routine in _SPLIT:
        yield MethodObligation(contract, routine, _SPLIT[routine])
    if contract.object is OTHELLO and routine == "winner":
        yield MethodObligation(contract, routine, _LEADER)


# -- what is owed, and what is assumed -------------------------------------------------------------


class ObjectContract:
    """What the access programs of an object owe, and what is assumed of its board."""

    def __init__(self, of: ModelObject = OTHELLO) -> None:
        self.object = of
        self.boards = UninterpretedBoards()
        self.programs: dict[str, Function] = {f.name: f for f in of.specification.access_programs}
        self._conditions: dict[Any, VerificationConditions[Parts]] = {}

    def parameters(self, routine: str) -> list[str]:
        """Return the names of the parameters of an access program."""
        return [parameter.name for parameter in self.programs[routine].parameters]

    def state(self, parts: Parts) -> State:
        """Return the specification's state that the parts represent."""
        return self.object.state(self.object.variables(*parts), self.boards.squares)

    def conditions(self, routine: str = "") -> VerificationConditions[Parts]:
        """Return what an access program owes; without a routine, all that is specified."""
        replacements = self._replacements(routine)
        is_move = self.object is OTHELLO and routine == "move"
        uninterpreted = ("can_move",) if replacements or is_move else ()
        key = (uninterpreted, *replacements)
        if key not in self._conditions:
            self._conditions[key] = VerificationConditions(
                self.object.specification, self.state, uninterpreted, replacements
            )
        return self._conditions[key]

    def specified_value(self, method: str, routine: str, board: Bitboard, *arguments: Any) -> Any:
        """Return what a method of the board computes, as far as an access program needs it."""
        place, function, order = SPECIFIED[method]
        specified = order(self.boards.squares(board), *arguments)
        return self.conditions(routine).value(place, function, *specified)

    def may_call(self, routine: str, parts: Parts, arguments: tuple[Any, ...]) -> Bool:
        """Whether an access program may be called, where the parts represent a state.

        A match has to satisfy its invariant as well: without it, its parts do not fit together.
        """
        is_match = self.object is MATCH and routine != "init"
        conditions = self.conditions(routine)
        if is_plain((*parts, *arguments)):
            return conditions.is_callable(routine, parts, arguments, is_match)
        precondition = conditions.precondition(routine, parts, arguments)
        return (
            conjunction((conditions.invariant(parts), precondition)) if is_match else precondition
        )

    def assumes_board(self, routine: str) -> bool:
        """Whether other questions are about the board that the access program uses."""
        return self.object in (PASSING, MATCH) and self._claim(routine) not in _NOTHING_ASSUMED

    def assumed_names(self, routine: str) -> Sequence[str]:
        """Return the names of what is assumed: other questions and theorems are about it."""
        if not self.assumes_board(routine):
            return ()
        theorems = ASSUMED_THEOREMS.get(self._claim(routine), ())
        return ("othello's board", *(name for _, name in theorems))

    def assumed_theorems(self, routine: str, parts: Parts) -> Bool:
        """Whether the assumed theorems hold of the boards that moves lead to."""
        theorems = ASSUMED_THEOREMS.get(self._claim(routine), ())
        return self.boards.theorems_hold(theorems, self.state(parts), self._replacements(routine))

    def assumptions(self, routine: str) -> Sequence[Assumption]:
        """Return the methods of the board that are assumed to do as specified."""
        if self.object is OTHELLO:
            return [self._assumption(_SPLIT[routine], routine)] if routine in _SPLIT else []
        if not self.assumes_board(routine):
            return []
        place = Assumption(Bitboard, "place", self._place)
        return [place, *(self._assumption(method, routine) for method in SPECIFIED)]

    def _assumption(self, method: str, routine: str) -> Assumption:
        return Assumption(Bitboard, method, partial(self.specified_value, method, routine))

    def _claim(self, routine: str) -> str:
        return f"{self.object.name}.{routine}"

    def _replacements(self, routine: str) -> Replacements:
        """Return uninterpreted functions for those of the specification that are about boards."""
        if not self.assumes_board(routine):
            return {}
        boards = self.boards
        counted: Replacements = {"captures": boards.captures, "placed": boards.squares_after}
        is_uncounted = self._claim(routine) in _UNCOUNTED
        return {**counted, "discs": boards.discs} if is_uncounted else counted

    def _place(self, board: Bitboard, player: Player, row: Any, col: Any) -> Bitboard:
        return self.boards.place(self.boards.squares(board), player, Square(row, col))


def is_plain(values: Iterable[Any]) -> bool:
    """Whether no value is symbolic."""
    return not any(isinstance(value, Symbol) for value in values)


# -- the questions ---------------------------------------------------------------------------------

_KINDS: Final[dict[str, type]] = {
    "row": int,
    "col": int,
    "player": Cell,
    "now": int,
    "allowed": int,
}
"""The kinds of parameters that may have any value."""

_SYMBOLS: Final[dict[type, Callable[[str], Any]]] = {
    Word: lambda name: Bits(z3.BitVec(name, WIDTH)),
    int: lambda name: Integer(z3.Int(name)),
    bool: lambda name: Truth(z3.Bool(name)),
}

_INITIAL: Final[dict[type, Any]] = {Word: Word(0), int: 0, bool: False, Cell: BLACK}
"""Parts of the state in which an initialiser is called, which depends on none of them."""

_OFF_BOARD: Final = {"row": OffBoard(), "col": OffBoard()}

_TRIED_LINES: Final = (-1, 0, 2, 3, SIZE - 1, SIZE)
"""The rows and columns of examples."""


@dataclass(frozen=True)
class CallObligation:
    """Calls of an access program do as specified: at a square, off the board, or all calls."""

    contract: ObjectContract
    routine: str
    square: Square | None = None
    off_board: bool = False

    @property
    def name(self) -> str:
        """The access program, and the place."""
        square = square_name(self.square) if self.square else ""
        place = "off the board" if self.off_board else square
        return f"{self.contract.object.name}.{self.routine} {place}".strip()

    @property
    def assumed_names(self) -> Sequence[str]:
        """The names of what is assumed: other questions and theorems are about it."""
        return self.contract.assumed_names(self.routine)

    @property
    def question(self) -> Question:
        """The question for CrossHair."""
        return Question(
            name=self.name,
            function=self.call,
            parameters=self._parameters,
            requires=self._requires,
            ensures=self._ensures,
            assumptions=self.contract.assumptions(self.routine),
            examples=self._examples if self.assumed_names else tuple,
        )

    def call(self, *values: Any) -> CallResult[Parts]:
        """Make one call in the given state and return its result."""
        of = self.contract.object
        parts, arguments = self._split(values)
        namespace = vars(of.program)
        variables = of.variables(*parts)
        before = {name: namespace[name] for name in variables if name in namespace}
        namespace |= variables
        routine = namespace[self.routine]
        try:
            with without_checks():
                return call_result(lambda: routine(*arguments), lambda: of.take_parts(namespace))
        finally:
            for name in variables:
                del namespace[name]
            namespace |= before

    def refutation(self, *values: Any) -> Refutation:
        """Return the first clause that a call violates. Raises ``ValueError`` if there is none."""
        parts, arguments = self._split(values)
        result, contract = self.call(*values), self.contract
        call, before = Call(self.routine, arguments), contract.state(parts)
        if not contract.object.is_sound(*result.state):
            return call_refutation(call, before, "parts that represent a state", result.state)
        violation = contract.conditions(self.routine).violation(
            self.routine, parts, arguments, result
        )
        if violation is None:
            raise ValueError(f"{call} does what it owes in {before}: that is no counterexample")
        expected, got, clause = violation.expected, violation.got, violation.formula
        return call_refutation(call, before, expected, got, clause, contract.state(result.state))

    def unseen_outcomes(self, witnesses: Iterable[tuple[Any, ...]]) -> set[str]:
        """Return the outcomes, exceptions or none, that are specified and that no example shows.

        With assumptions, a witness may be of a state that does not exist; so games are tried too.
        """
        unseen: set[str] = set()
        for values in self._symbolic_values():
            parts, arguments = self._split(values)
            conditions = self.contract.conditions(self.routine)
            unseen |= conditions.outcomes(self.routine, parts, self._as_specified(arguments))
        for values in chain(witnesses, self._examples() if self.assumed_names else ()):
            if not unseen:
                break
            if self._requires(*values) is True:
                unseen.discard(self.call(*values).exception or "no exception")
        return unseen

    def _requires(self, *values: Any) -> Bool:
        """Whether the parts represent a state, and the call is one of these."""
        parts, arguments = self._split(values)
        named = dict(zip(self._parameters, values, strict=True))
        if named.get("player", BLACK) not in PLAYERS:
            return False
        sound = self.contract.object.is_sound(*parts)
        if sound is False:
            return False
        return conjunction(
            (
                sound,
                not self.off_board or _is_off_board(named["row"], named["col"]),
                self.contract.may_call(self.routine, parts, self._as_specified(arguments)),
            )
        )

    def _ensures(self, result: CallResult[Parts], *values: Any) -> Bool:
        """Whether the call did as specified, and left parts that represent a state.

        Plain values are checked by the clauses as written, which do not depend on the lifting.
        """
        parts, arguments = self._split(values)
        conditions = self.contract.conditions(self.routine)
        is_sound = self.contract.object.is_sound(*result.state)
        if is_plain(values):
            violation = conditions.violation(self.routine, parts, arguments, result)
            return is_sound and violation is None
        result = replace(result, output=_by_square(result.output))
        specified = self._as_specified(arguments)
        holds = conditions.postcondition(self.routine, parts, specified, result)
        theorems = self.contract.assumed_theorems(self.routine, parts)
        return disjunction((negation(theorems), conjunction((is_sound, holds))))

    def _examples(self) -> Iterator[tuple[Any, ...]]:
        """Yield calls in states of the recorded scenarios, the short ones first.

        With assumptions, a counterexample may be about a board that does not exist. Then one is
        looked for among these. First come the calls of the scenarios, then some others in the same
        states.
        """
        of = self.contract.object
        states: list[Parts] = []
        for history in sorted(scenarios(of.name).values(), key=len):
            initial = {name: _INITIAL[kind] for name, kind in of.parts.items()}
            parts = tuple((initial | {"running": EMPTY})[name] for name in of.parts)
            for call in history:
                if call.routine == self.routine:
                    yield *parts, *call.arguments
                made = CallObligation(self.contract, call.routine)
                parts = made.call(*parts, *call.arguments).state
                states.append(parts)
        for parts in states:
            latest = dict(zip(of.parts, parts, strict=True)).get("latest", 0)
            choices: dict[str, tuple[Any, ...]] = {
                "player": (BLACK, WHITE),
                "row": _TRIED_LINES,
                "col": _TRIED_LINES,
                "now": (latest - 1, latest, latest + SHORTEST, latest + LONGEST),
                "allowed": (0, 1, SHORTEST),
            }
            names = self.contract.parameters(self.routine)
            for arguments in product(*(choices[name] for name in names)):
                yield *parts, *arguments

    @property
    def _parameters(self) -> dict[str, type]:
        """The values that may be any: the parts of the state, and parameters."""
        fixed = ("row", "col") if self.square else ()
        names = self.contract.parameters(self.routine)
        free = {name: _KINDS[name] for name in names if name not in fixed}
        return {**self.contract.object.parts, **free}

    def _split(self, values: tuple[Any, ...]) -> tuple[Parts, tuple[Any, ...]]:
        """Return the parts of the state, and all arguments."""
        named = dict(zip(self._parameters, values, strict=True))
        if self.square:
            named |= self.square._asdict()
        arguments = tuple(named[name] for name in self.contract.parameters(self.routine))
        return values[: len(self.contract.object.parts)], arguments

    def _as_specified(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments for the specification, which only knows of places that are off."""
        if not self.off_board:
            return arguments
        return tuple(
            _OFF_BOARD.get(name, value) if isinstance(value, Integer) else value
            for name, value in zip(self.contract.parameters(self.routine), arguments, strict=True)
        )

    def _symbolic_values(self) -> Iterator[tuple[Any, ...]]:
        """Yield symbolic values, for each choice of those that are of an enumeration."""
        choices: list[Sequence[Any]] = []
        for name, kind in self._parameters.items():
            if kind is Cell:
                choices.append((EMPTY, BLACK, WHITE) if name == "running" else (BLACK, WHITE))
            else:
                choices.append([_SYMBOLS[kind](name)])
        yield from product(*choices)


def _is_off_board(row: Any, col: Any) -> Bool:
    if is_plain((row, col)):
        return Square(row, col) not in SQUARES
    squares = (z3.And(row.term == s.row, col.term == s.col) for s in sorted(SQUARES))
    return Truth(z3.Not(z3.Or(list(squares))))


@dataclass(frozen=True)
class MethodObligation:
    """A method of the board, used by an access program of Othello, computes as specified."""

    contract: ObjectContract
    routine: str
    method: str
    square: None = None
    assumed_names: Sequence[str] = ()

    @property
    def name(self) -> str:
        """The access program, and the method."""
        return f"{self.contract.object.name}.{self.routine} by {self.method}"

    @property
    def question(self) -> Question:
        """The question for CrossHair: on any board, for either player."""
        return Question(
            name=self.name,
            function=self._value,
            parameters={"black": Word, "white": Word, "player": Cell},
            requires=self._requires,
            ensures=self._ensures,
            assumptions=self.contract.assumptions(self.routine) if self.method == _LEADER else (),
        )

    def refutation(self, black: int, white: int, player: Player) -> Refutation:
        """Return what the method computes, and what it should."""
        before: Any = self.contract.state((black, white, player))
        place, function, order = SPECIFIED[self.method]
        instance = Instance(self.contract.object.specification)
        given = self._arguments(player)
        expected = instance.function(place, function)(*order(before.board, *given))
        got = self._value(black, white, player)
        return call_refutation(Call(self.method, given), before, expected, got)

    def _arguments(self, player: Player) -> tuple[Player, ...]:
        """Return the arguments of the method, which is about a player or about neither."""
        return () if self.method == _LEADER else (player,)

    def unseen_outcomes(self, witnesses: Iterable[tuple[Any, ...]]) -> set[str]:
        """Return the values that the method may have and no example shows."""
        seen = {self._value(*witness) for witness in witnesses}
        return {player.name for player in PLAYERS - seen} if self.method != "count" else set()

    def _value(self, black: int, white: int, player: Player) -> Any:
        return getattr(Bitboard(black, white), self.method)(*self._arguments(player))

    def _requires(self, black: Any, white: Any, player: Player) -> Bool:
        return player in PLAYERS and Bitboard(black, white).sound

    def _ensures(self, got: Any, black: Any, white: Any, player: Player) -> Bool:
        routine = self.routine if self.method == _LEADER else ""
        specified = self.contract.specified_value(
            self.method, routine, Bitboard(black, white), *self._arguments(player)
        )
        return equal(specified, _by_square(got))


Obligation: TypeAlias = CallObligation | MethodObligation
"""A question about an access program, and what a counterexample to it shows."""


def _by_square(output: Any) -> Any:
    """Return a number of bits as a number of squares, which is what the specification counts."""
    if not isinstance(output, Number):
        return output
    rows: dict[Any, Any] = {
        (Square(*divmod(of, SIZE)),) if isinstance(of, int) else of: row
        for of, row in output.rows.items()
    }
    return Number(rows, output.constant)
