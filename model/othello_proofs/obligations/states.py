"""How states of the abstract objects are made symbolic.

CrossHair is to know nothing of a state but what kinds of values represent it: words, integers,
players. So each abstract object is described by the parts of its state, how the variables of its
module are made of the parts, and which parts represent a state: all that do, not only those that
calls lead to.

Objects that use Othello's board do not have the rules of the board shown again. For them, a query
of a board is an uninterpreted value: equal for equal questions, and otherwise only known by the
theorems. So what is shown of these objects holds whatever the rules of the board may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from types import ModuleType
from typing import Any, Final, TypeVar

import z3

from modspec import Map, declare
from modspec.crosshair.conditions import MemoisedCall, identity
from modspec.crosshair.exchange import WIDTH
from modspec.crosshair.integers import widen
from modspec.lift import Bits, Bool, Integer, Lift, Truth
from modspec.lift.logic import conjunction, disjunction, equal, negation
from modspec.run.branchless import Word
from modspec.syntax.module import Module
from modspec.syntax.values import State
from othello_model import clock, handicap, match, othello, passing, supply
from othello_model.bitboard import BOARD, Bitboard
from othello_spec import module
from othello_spec.board import BLACK, CORNERS, EMPTY, PLAYERS, SQUARES, WHITE, Cell, Player, Square
from othello_spec.clock import LONGEST, NOBODY, SHORTEST, UNLIMITED
from othello_spec.match import Match
from othello_spec.othello import Game
from othello_spec.passing import Passing

Parts = tuple[Any, ...]
"""The parts of a state: words, integers, truth values, players."""

Variables = Mapping[str, Any]
"""The variables in which a module has its state, with their values."""

Board = Map[Square, Cell]
Squares = Callable[[Bitboard], Board]
"""What each square of a bitboard holds."""

V = TypeVar("V")


@dataclass(frozen=True)
class Component:
    """Some variables of a module, and the parts that represent their values."""

    parts: Mapping[str, type]
    variables: Callable[..., Variables]
    """Make the variables of the parts."""

    take_parts: Callable[[Variables], Parts]
    """Take the parts from the variables."""


@dataclass(frozen=True)
class ModelObject:
    """An abstract object of the model."""

    program: ModuleType
    """The module with the access programs."""

    components: tuple[Component, ...]
    state: Callable[[Variables, Squares], State]
    """The specification's state that the variables represent."""

    is_sound: Callable[..., Bool] = lambda *parts: True
    """Whether parts represent a state."""

    @property
    def name(self) -> str:
        """The name of the module, without its package."""
        return self.program.__name__.rpartition(".")[2]

    @property
    def specification(self) -> Module:
        """The module of the specification that the object implements."""
        return declare(f"othello_spec.{self.name}")

    @property
    def parts(self) -> Mapping[str, type]:
        """The parts of a state, by name."""
        return {name: kind for each in self.components for name, kind in each.parts.items()}

    def variables(self, *parts: Any) -> Variables:
        """Make the variables of the parts."""
        remaining, variables = iter(parts), dict[str, Any]()
        for each in self.components:
            variables |= each.variables(*islice(remaining, len(each.parts)))
        return variables

    def take_parts(self, variables: Variables) -> Parts:
        """Take the parts from the variables."""
        return tuple(part for each in self.components for part in each.take_parts(variables))


def _instance(kind: type, **attributes: Any) -> Any:
    """Return an object with these attributes, whether or not any calls lead to it."""
    instance: Any = object.__new__(kind)
    vars(instance).update(attributes)
    return instance


# -- the components --------------------------------------------------------------------------------

_POSITION: Final = Component(
    {"black": Word, "white": Word, "turn": Cell},
    lambda black, white, turn: {"_board": Bitboard(black, white), "_turn": turn},
    lambda v: (v["_board"].black, v["_board"].white, v["_turn"]),
)

_SUPPLY: Final = Component(
    {"black_left": int, "white_left": int},
    lambda black, white: {
        "_supply": _instance(supply.DiscSupply, left={BLACK: black, WHITE: white})
    },
    lambda v: (v["_supply"].left[BLACK], v["_supply"].left[WHITE]),
)

_HANDICAP: Final = Component(
    {"corners": Word},
    lambda corners: {"_handicap": _instance(handicap.GrantedCorners, discs=corners)},
    lambda v: (v["_handicap"].discs,),
)


def _clock_of_parts(limit: Any, black: Any, white: Any, running: Any, latest: Any) -> Variables:
    attributes = {
        "limit": limit,
        "remaining": {BLACK: black, WHITE: white},
        "running": NOBODY if running == EMPTY else running,
        "latest": latest,
    }
    return {"_clock": _instance(clock.CountdownClocks, **attributes)}


def _parts_of_clock(variables: Variables) -> Parts:
    model = variables["_clock"]
    running = EMPTY if model.running == NOBODY else model.running
    return model.limit, model.remaining[BLACK], model.remaining[WHITE], running, model.latest


_CLOCK: Final = Component(
    {
        "limit": int,
        "black_remaining": int,
        "white_remaining": int,
        "running": Cell,  # EMPTY if no clock runs
        "latest": int,
    },
    _clock_of_parts,
    _parts_of_clock,
)

_BEGUN: Final = Component(
    {"begun": bool}, lambda begun: {"_begun": begun}, lambda v: (v["_begun"],)
)


# -- the objects -----------------------------------------------------------------------------------


def _is_position(black: Any, white: Any, turn: Any) -> Bool:
    """Whether no square is in both words, no bit is off the board, and the turn is a player's."""
    return turn in PLAYERS and Bitboard(black, white).sound


def _are_corners(corners: Any) -> Bool:
    """Whether the word has bits of corners only."""
    every = BOARD.word(CORNERS)
    only: Bool = (corners | every) == every
    return only


def _is_match(begun: Any, corners: Any, black: Any, white: Any, turn: Any, *rest: Any) -> Bool:
    """Whether the parts are sound and, before the match begins, as init and grant leave them."""
    if turn not in PLAYERS:
        return False
    _, _, limit, black_remaining, white_remaining, _, _ = rest
    start = _instance(handicap.GrantedCorners, discs=corners).board()
    has_limit = conjunction((limit >= SHORTEST, limit <= LONGEST))
    untouched = conjunction(
        (
            disjunction((equal(limit, UNLIMITED), has_limit)),
            turn == BLACK,
            black == start.black,
            white == start.white,
            equal(black_remaining, limit),
            equal(white_remaining, limit),
        )
    )
    sound = (_is_position(black, white, turn), _are_corners(corners))
    return conjunction((*sound, disjunction((begun, untouched))))


def _state_of_match(variables: Variables, squares: Squares) -> Match:
    return Match(
        begun=variables["_begun"],
        handicap=handicap.of_handicap(variables["_handicap"]),
        game=Game(board=squares(variables["_board"]), turn=variables["_turn"]),
        supply=supply.of_supply(variables["_supply"]),
        clock=clock.of_clock(variables["_clock"]),
    )


OTHELLO: Final = ModelObject(
    othello,
    (_POSITION,),
    lambda v, squares: Game(board=squares(v["_board"]), turn=v["_turn"]),
    _is_position,
)
PASSING: Final = ModelObject(
    passing,
    (_POSITION,),
    lambda v, squares: Passing(board=squares(v["_board"]), turn=v["_turn"]),
    _is_position,
)
SUPPLY: Final = ModelObject(supply, (_SUPPLY,), lambda v, _: supply.of_supply(v["_supply"]))
HANDICAP: Final = ModelObject(
    handicap, (_HANDICAP,), lambda v, _: handicap.of_handicap(v["_handicap"]), _are_corners
)
CLOCK: Final = ModelObject(clock, (_CLOCK,), lambda v, _: clock.of_clock(v["_clock"]))
MATCH: Final = ModelObject(
    match, (_BEGUN, _HANDICAP, _POSITION, _SUPPLY, _CLOCK), _state_of_match, _is_match
)

OBJECTS: Final = {each.name: each for each in (OTHELLO, PASSING, SUPPLY, HANDICAP, CLOCK, MATCH)}
"""The abstract objects, by name."""


# -- boards ----------------------------------------------------------------------------------------

_holds = Bitboard.holds


class UninterpretedBoards:
    """Queries of boards as uninterpreted values: equal for equal questions."""

    def __init__(self) -> None:
        self.squares: MemoisedCall[Bitboard, Board] = MemoisedCall(squares_of)
        """What each square of a bitboard holds."""

        self._values: dict[Any, tuple[Any, Board]] = {}
        self._moves: list[dict[str, Any]] = []
        self._theories: dict[str, Lift] = {}

    def captures(self, board: Board, player: Player, square: Square) -> Truth:
        """Whether the player may place a disc on the square."""
        return self._value("captures", lambda name: Truth(z3.Bool(name)), board, player, *square)

    def discs(self, board: Board, player: Player) -> Integer:
        """Return how many discs show the player's colour."""
        return self._value("discs", lambda name: Integer(z3.Int(name)), board, player)

    def place(self, board: Board, player: Player, square: Square) -> Bitboard:
        """Return the board after the player has placed a disc on the square."""

        def after(name: str) -> Bitboard:
            black, white = (z3.BitVec(f"{colour} {name}", 64) for colour in ("black", "white"))
            words: list[Any] = [Bits(widen(word, WIDTH)) for word in (black, white & ~black)]
            self._moves.append({"board": board, "player": player, "square": square})
            return Bitboard(*words)

        return self._value("placed", after, board, player, *square)

    def squares_after(self, board: Board, player: Player, square: Square) -> Board:
        """Return the squares of the board after the player has placed a disc."""
        return self.squares(self.place(board, player, square))

    def theorems_hold(
        self,
        theorems: Iterable[tuple[str, str]],
        state: State,
        replacements: Mapping[str, Callable[..., Any]],
    ) -> Bool:
        """Whether theorems hold of all these moves; each is given by its module and name.

        A theorem may also be about variables of the state beside the board.
        """
        instances: list[Bool] = []
        for theory, theorem in theorems:
            if theory not in self._theories:
                self._theories[theory] = Lift(
                    module(theory), uninterpreted=("can_move",), replacements=replacements
                )
            names = [parameter.name for parameter in module(theory)[theorem].parameters]
            for move in self._moves:
                known = {**{name: getattr(state, name) for name in state.variables}, **move}
                lifted = self._theories[theory].call(theorem, *(known[name] for name in names))
                instances.append(disjunction((negation(lifted.assumptions_hold), lifted.value)))
        return conjunction(instances)

    def _value(self, function: str, make: Callable[[str], V], board: Board, *others: Any) -> V:
        key = (function, id(board), *map(identity, others))
        if key not in self._values:  # the board is stored too, so that its id stays its own
            self._values[key] = make(f"{function} {len(self._values)}"), board
        value: V = self._values[key][0]
        return value


def squares_of(board: Bitboard) -> Board:
    """What each square holds, by the method itself, even while another is assumed in its place."""
    return Map({s: _holds(board, s.row, s.col) for s in SQUARES})
