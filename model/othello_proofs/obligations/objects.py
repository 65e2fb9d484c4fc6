"""Objects: the abstract objects of the model, and how each is put into any state that it can represent.

CrossHair is to know nothing of a state but what kinds of values it is made of: words, integers, players.
So of each object is said which parts its state has, how the variables of its module are made of them,
and which parts stand for a state: all that do, not only those that calls lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

from modspec import Map, declare
from modspec.lift import Bool
from modspec.lift.logic import conjunction, disjunction, equal
from modspec.run.branchless import Word
from modspec.syntax.module import Module
from modspec.syntax.values import State
from othello_model import clock, handicap, match, othello, passing, supply
from othello_model.bitboard import BOARD, Bitboard
from othello_spec.board import BLACK, CORNERS, EMPTY, PLAYERS, WHITE, Cell, Square
from othello_spec.clock import LONGEST, NOBODY, SHORTEST, UNLIMITED
from othello_spec.match import Match
from othello_spec.othello import Game
from othello_spec.passing import Passing

Parts = tuple[Any, ...]
"""What a state is made of."""

Variables = Mapping[str, Any]
"""The variables of a module in which it has its state, with their values."""

Squares = Callable[[Bitboard], Map[Square, Cell]]
"""What each square of a bitboard holds."""


@dataclass(frozen=True)
class Object:
    """An abstract object of the model; its parts are those of a state, in the order of :attr:`parts`."""

    program: ModuleType
    """The module with the access programs."""

    parts: Mapping[str, type]
    """What a state is made of."""

    made: Callable[..., Variables]
    """The variables of the module, made anew of the parts."""

    taken: Callable[[Variables], Parts]
    """The parts, of the variables."""

    state: Callable[[Variables, Squares], State]
    """The specification's state that the variables stand for."""

    sound: Callable[..., Bool]
    """Whether parts stand for a state."""

    @property
    def name(self) -> str:
        """The name of the module that it is, without its package."""
        return self.program.__name__.rpartition(".")[2]

    @property
    def specification(self) -> Module:
        """What it is held to."""
        return declare(f"othello_spec.{self.name}")


def _with(kind: type, **attributes: Any) -> Any:
    """An object in the state that is given, whether or not there is a way that leads there."""
    made: Any = object.__new__(kind)
    vars(made).update(attributes)
    return made


# -- the board -------------------------------------------------------------------------------------

_POSITION: Final[Mapping[str, type]] = {"black": Word, "white": Word, "turn": Cell}


def _position(black: Any, white: Any, turn: Any) -> Variables:
    return {"_board": Bitboard(black, white), "_turn": turn}


def _parts_of_position(variables: Variables) -> Parts:
    board = variables["_board"]
    return board.black, board.white, variables["_turn"]


def _is_position(black: Any, white: Any, turn: Any) -> Bool:
    """Two words of which no square is in both, and no bit lies outside; and a player."""
    return turn in PLAYERS and Bitboard(black, white).sound


OTHELLO: Final = Object(
    program=othello,
    parts=_POSITION,
    made=_position,
    taken=_parts_of_position,
    state=lambda v, squares: Game(board=squares(v["_board"]), turn=v["_turn"]),
    sound=_is_position,
)

PASSING: Final = Object(
    program=passing,
    parts=_POSITION,
    made=_position,
    taken=_parts_of_position,
    state=lambda v, squares: Passing(board=squares(v["_board"]), turn=v["_turn"]),
    sound=_is_position,
)

# -- what is beside the board ------------------------------------------------------------------------

_SUPPLY: Final[Mapping[str, type]] = {"black_left": int, "white_left": int}


def _supply(black_left: Any, white_left: Any) -> Variables:
    return {"_supply": _with(supply.Supply, left={BLACK: black_left, WHITE: white_left})}


def _parts_of_supply(variables: Variables) -> Parts:
    left = variables["_supply"].left
    return left[BLACK], left[WHITE]


SUPPLY: Final = Object(
    program=supply,
    parts=_SUPPLY,
    made=_supply,
    taken=_parts_of_supply,
    state=lambda v, squares: supply.of_supply(v["_supply"]),
    sound=lambda black_left, white_left: True,
)

_HANDICAP: Final[Mapping[str, type]] = {"corners": Word}


def _handicap(corners: Any) -> Variables:
    return {"_handicap": _with(handicap.Handicap, discs=corners)}


def _parts_of_handicap(variables: Variables) -> Parts:
    return (variables["_handicap"].discs,)


def _are_corners(corners: Any) -> Bool:
    """A word with no bit but those of the corners."""
    every = BOARD.word(CORNERS)
    only: Bool = (corners | every) == every
    return only


HANDICAP: Final = Object(
    program=handicap,
    parts=_HANDICAP,
    made=_handicap,
    taken=_parts_of_handicap,
    state=lambda v, squares: handicap.of_handicap(v["_handicap"]),
    sound=_are_corners,
)

_CLOCK: Final[Mapping[str, type]] = {
    "limit": int,
    "black_remaining": int,
    "white_remaining": int,
    "running": Cell,  # EMPTY where the clock is nobody's
    "latest": int,
}


def _clock(
    limit: Any, black_remaining: Any, white_remaining: Any, running: Any, latest: Any
) -> Variables:
    made = _with(
        clock.Clock,
        limit=limit,
        remaining={BLACK: black_remaining, WHITE: white_remaining},
        running=NOBODY if running == EMPTY else running,
        latest=latest,
    )
    return {"_clock": made}


def _parts_of_clock(variables: Variables) -> Parts:
    told = variables["_clock"]
    running = EMPTY if told.running == NOBODY else told.running
    return told.limit, told.remaining[BLACK], told.remaining[WHITE], running, told.latest


CLOCK: Final = Object(
    program=clock,
    parts=_CLOCK,
    made=_clock,
    taken=_parts_of_clock,
    state=lambda v, squares: clock.of_clock(v["_clock"]),
    sound=lambda *parts: True,
)

# -- all of it together ------------------------------------------------------------------------------

_OF_MATCH: Final = (_HANDICAP, _POSITION, _SUPPLY, _CLOCK)


def _match(begun: Any, *parts: Any) -> Variables:
    variables: dict[str, Any] = {"_begun": begun}
    rest = iter(parts)
    makers: tuple[Callable[..., Variables], ...] = (_handicap, _position, _supply, _clock)
    for made, names in zip(makers, _OF_MATCH, strict=True):
        variables |= made(*(next(rest) for _ in names))
    return variables


def _parts_of_match(variables: Variables) -> Parts:
    taken = (_parts_of_handicap, _parts_of_position, _parts_of_supply, _parts_of_clock)
    return (variables["_begun"], *(part for take in taken for part in take(variables)))


def _state_of_match(variables: Variables, squares: Squares) -> Match:
    return Match(
        begun=variables["_begun"],
        handicap=handicap.of_handicap(variables["_handicap"]),
        game=Game(board=squares(variables["_board"]), turn=variables["_turn"]),
        supply=supply.of_supply(variables["_supply"]),
        clock=clock.of_clock(variables["_clock"]),
    )


def _is_match(begun: Any, *parts: Any) -> Bool:
    """The parts are sound; before the match begins, they are as init and grant have left them."""
    named = dict(zip([name for names in _OF_MATCH for name in names], parts, strict=True))
    corners, black, white = named["corners"], named["black"], named["white"]
    if named["turn"] not in PLAYERS:
        return False
    start = _with(handicap.Handicap, discs=corners).board()
    limit = named["limit"]
    untouched = conjunction(
        (
            disjunction(
                (equal(limit, UNLIMITED), conjunction((limit >= SHORTEST, limit <= LONGEST)))
            ),
            named["turn"] == BLACK,
            black == start.black,
            white == start.white,
            *(equal(named[f"{p}_remaining"], limit) for p in ("black", "white")),
        )
    )
    return conjunction(
        (
            _is_position(black, white, named["turn"]),
            _are_corners(corners),
            disjunction((begun, untouched)),
        )
    )


MATCH: Final = Object(
    program=match,
    parts={"begun": bool, **{name: kind for each in _OF_MATCH for name, kind in each.items()}},
    made=_match,
    taken=_parts_of_match,
    state=_state_of_match,
    sound=_is_match,
)

OBJECTS: Final = {each.name: each for each in (OTHELLO, PASSING, SUPPLY, HANDICAP, CLOCK, MATCH)}
"""All of them, by name."""
