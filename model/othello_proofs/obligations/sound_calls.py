"""Sound calls: in a sound state, whatever an access program calls on its way means something there.

An access program raises by its own clauses only. That none of the calls in them raises or assumes what is
not so, such as a match that takes a disc where there is none or starts a clock that runs, has to be shown.
It is shown for all states that satisfy the invariants, which is where theorems say that every call leads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from modspec.lift import Lift
from modspec.lift.logic import conjunction, disjunction, negation
from modspec.lift.symbols import Bool
from modspec.prove.goals import Goal
from modspec.prove.scope import Scope, Symbols
from modspec.run.instance import Edit
from modspec.syntax.module import Function
from othello_proofs.obligations.lemmas import LEMMAS
from othello_spec import module
from othello_spec.board import SIZE, SQUARES, Square

_SOUND: Final = {
    "passing": ("passes", "othello_spec.passing", "invariant"),
    "supply": ("supplies", "othello_spec.supply", "invariant"),
    "handicap": ("handicaps", "", ""),
    "clock": ("clocks", "othello_spec.theorems.clocks", "is_sound"),
    "match": ("matches", "othello_spec.theorems.matches", "is_sound"),
}
"""The theory of each, and the module and name of what says that a state is sound, if it need be said."""

_COUNTED: Final = ("match", "move")
"""What is shown by lemmas, with counting left to them."""

Edits = Mapping[tuple[str, str], Edit]


def sound_calls(
    owner: str,
    routine: str,
    universe: Scope,
    squares: Collection[Square],
    edits: Edits | None = None,
) -> Iterator[Goal]:
    """What has to be shown for an access program, for some squares if it is about one, and one beyond.

    ``edits`` changes the specification, to see whether a wrong one would be noticed.
    """
    function, symbols = module(owner)[routine], Symbols(universe)
    is_counted = (owner, routine) == _COUNTED
    opaque = ("can_move", *(("discs", "moves_left") if is_counted else ()))
    lift = _lift(owner, opaque) if edits is None else _lifted(owner, opaque, edits)
    about_squares = any(p.name == "row" for p in function.parameters)
    beyond = Square(-1, SIZE * SIZE)
    for square in (*squares, beyond) if about_squares else (beyond,):
        arguments = _arguments(owner, function, symbols, square)
        lifted = lift.call_in(f"othello_spec.{owner}", routine, tuple(arguments.values()))
        known = {**arguments, "square": square}
        lemmas = _lemmas(lift, known) if is_counted and square in SQUARES else True
        case = (("square", square if square in SQUARES else "beyond"),) if about_squares else ()
        yield Goal(
            f"{owner}.{routine}",
            case,
            symbols.constraint,
            conjunction((_is_sound(lift, owner, arguments, function), lifted.assumptions_hold)),
            lifted.is_defined,
            arguments,
            lemmas=lemmas,
            has_integers=True,
            features=tuple(symbols.features),
        )


def _arguments(owner: str, function: Function, symbols: Symbols, square: Square) -> dict[str, Any]:
    """The state, if the function takes one, and what else it is given."""
    given: dict[str, Any] = {}
    state = module(owner).state
    if function.state and state:
        given[function.state] = symbols.of(module(owner), state.name, function.state)
    for parameter in function.parameters:
        of = getattr(parameter.type, "name", "")
        given[parameter.name] = (
            getattr(square, parameter.name)
            if parameter.name in ("row", "col")
            else symbols.of(module(owner), of, parameter.name)
        )
    return given


def _is_sound(lift: Lift, owner: str, arguments: Mapping[str, Any], function: Function) -> Bool:
    _, place, name = _SOUND[owner]
    if not name or not function.state:
        return True
    sound = lift.call_in(place, name, (arguments[function.state],))
    return conjunction((sound.is_defined, sound.value))


def _lemmas(lift: Lift, known: Mapping[str, Any]) -> Bool:
    entries = (
        lift.call_in(place, name, arguments)
        for place, name, arguments in LEMMAS["move_keeps_a_match_sound"](known)
    )
    return conjunction(
        disjunction((negation(e.assumptions_hold), conjunction((e.is_defined, e.value))))
        for e in entries
    )


@lru_cache(maxsize=2)
def _lift(owner: str, opaque: tuple[str, ...]) -> Lift:
    return _lifted(owner, opaque, {})


def _lifted(owner: str, opaque: tuple[str, ...], edits: Edits) -> Lift:
    theory, _, _ = _SOUND[owner]
    return Lift(module(theory), edits=edits, uninterpreted=opaque)
