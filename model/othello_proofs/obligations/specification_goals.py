"""Goals about the specification: its theorems, and the calls that its access programs make.

That a call which raises changes nothing is the notation's own doing. When a call raises is a matter
of the specification: on every board, ``move`` raises exactly where ``is_valid_move`` says no. An
access program raises by its own clauses only; that no call within them raises, or is made where its
assumption fails, has to be shown. It is shown for all states that satisfy the invariants, which is
where, by theorems, every call leads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from modspec.lift import Lift
from modspec.lift.logic import conjunction, disjunction, negation, same
from modspec.lift.symbols import Bool
from modspec.prove.goals import Goal
from modspec.prove.prover import Lemma, Prover, lemma_holds
from modspec.prove.scope import Scope, Symbols
from modspec.run.instance import Edit
from modspec.syntax.declaration import declare
from modspec.syntax.relations import reachable
from othello_proofs.obligations.positions import ORDERED
from othello_spec import GAME, THEOREMS, module
from othello_spec.board import CORNERS, PLAYERS, SIZE, SQUARES, Square
from othello_spec.theorems.symmetry import Symmetry

Edits: TypeAlias = Mapping[tuple[str, str], Edit]
"""Changes of the specification, to see whether a wrong one would be noticed."""

UNINTERPRETED: Final = ("can_move",)
"""A predicate of 64 squares in eight directions: few goals need to know how it is computed."""

COUNTS: Final = ("discs", "moves_left")
"""Functions that count on the board: matches need none of their results, apart from lemmas."""

_OFF_BOARD: Final = Square(-1, SIZE * SIZE)


def scope(
    squares: Collection[Square] = ORDERED,
    symmetries: Collection[Symmetry] = tuple(Symmetry),
    counting: bool = True,
    size: int = SIZE,
) -> Scope:
    """Return what goals are about: all boards and players at once; squares and symmetries in turn.

    With another size, boards have so many rows and columns; the squares have to be theirs.

    Times have no bounds. Nor have the discs of a supply, unless they are counted with those on a
    board: then they have as many bits.
    """
    return Scope(
        each={
            "Square": squares,
            "Symmetry": symmetries,
            # the winner depends on sums over the board: equal terms for a known player only
            "the_winner_has_the_majority.player": sorted(PLAYERS),
        },
        keys={"Board": squares_of(size), "Grants": CORNERS, "Discs": PLAYERS, "Times": PLAYERS},
        bits={"Discs": 8} if counting else {},
    )


# -- theorems --------------------------------------------------------------------------------------


def prover(
    owner: str,
    squares: Collection[Square] = ORDERED,
    symmetries: Collection[Symmetry] = tuple(Symmetry),
    edits: Edits | None = None,
    size: int = SIZE,
) -> Prover:
    """Return the prover of the theorems of a module, or of an edit of it.

    On a board of another size, theorems are about all its squares.
    """
    is_matches = owner == "matches"
    uninterpreted = (*UNINTERPRETED, *(COUNTS if is_matches else ()))
    constants = None if size == SIZE else {"SIZE": size}
    chosen = squares if size == SIZE else sorted(squares_of(size))
    about = scope(chosen, symmetries, not is_matches, size)
    return Prover(module(owner), about, uninterpreted, LEMMAS, PROVED, constants, edits)


def squares_of(size: int) -> Collection[Square]:
    """Return the squares of a board with so many rows and columns."""
    lines = range(size)
    return SQUARES if size == SIZE else {Square(row, col) for row in lines for col in lines}


PROVED: Final = scope()
"""What the theorems that serve as lemmas are proved for."""


def _lemma(theory: str, name: str, *arguments: Any) -> Lemma:
    return (f"othello_spec.theorems.{theory}", name, arguments)


def _placement_lemmas(arguments: Mapping[str, Any]) -> list[Lemma]:
    passing = arguments["passing"]
    about = (passing.board, passing.turn, arguments["square"])
    return [_lemma("passes", "whoever_can_place_a_disc_can_move", *about)]


def _move_lemmas(arguments: Mapping[str, Any]) -> list[Lemma]:
    match = arguments["match"]
    about = (match.game.board, match.game.turn, arguments["square"])
    return [
        _lemma("endings", "a_move_leaves_one_move_less", *about),
        _lemma("supplies", "whoever_can_move_gets_a_disc", match.supply, *about),
        _lemma("supplies", "a_placement_keeps_a_disc_for_every_square", match.supply, *about),
    ]


def _disc_lemmas(arguments: Mapping[str, Any]) -> list[Lemma]:
    board = arguments["match"].game.board
    return [_lemma("supplies", "there_are_as_many_discs_as_squares_that_are_not_empty", board)]


LEMMAS: Final[Mapping[str, Callable[[Mapping[str, Any]], list[Lemma]]]] = {
    "where_a_disc_can_be_placed_nothing_is_hidden": _placement_lemmas,
    "a_forfeited_turn_takes_no_time": _move_lemmas,
    "a_move_hands_the_clock_over_while_somebody_can_move": _move_lemmas,
    "a_move_leaves_a_match_one_move_less": _move_lemmas,
    "move_keeps_a_match_sound": _move_lemmas,
    "the_winner_has_the_higher_score_with_empty_squares": _disc_lemmas,
}
"""The theorems from which a theorem follows, given its arguments.

Counting is proved of a board once, so that goals about a match need no counting. Each lemma is
proved by itself.
"""


class _Anything(dict[str, Any]):
    """A value whose every part is such a value."""

    def __getattr__(self, name: str) -> Any:
        return self

    def __missing__(self, key: str) -> Any:
        return self


def lemma_places(name: str) -> Iterator[tuple[str, str]]:
    """Yield the modules and names of the lemmas of a theorem."""
    if name in LEMMAS:
        yield from ((place, lemma) for place, lemma, _ in LEMMAS[name](_Anything()))


def objection(name: str) -> str:
    """Return why a theorem cannot be proved from its lemmas; empty if it can.

    A lemma has to be a claim itself, and must not follow from the theorem.
    """
    seen: dict[str, str] = {}
    todo = [(lemma, name) for _, lemma in lemma_places(name)]
    while todo:
        lemma, user = todo.pop()
        if lemma == name:
            circle = [user]
            while circle[-1] != name:
                circle.append(seen[circle[-1]])
            return f"it follows from itself: {' <- '.join([name, *reversed(circle[:-1]), name])}"
        if lemma not in seen:
            seen[lemma] = user
            todo += [(further, lemma) for _, further in lemma_places(lemma)]
    for place, lemma in lemma_places(name):
        if lemma not in {theorem.name for theorem in declare(place).access_programs}:
            return f"it follows from {lemma}, which is no claim of {place}"
    return ""


def unasked_functions(theory: str) -> list[str]:
    """Return the functions of a module of theorems that are no theorems, and that nothing applies.

    Such a function may be a theorem that is missing in ``__all__``: then no method asks about it.
    """
    used = {
        place
        for name in (*THEOREMS, *GAME)
        for program in module(name).access_programs
        for place in reachable([program])
    }
    return [f.name for f in module(theory).functions if (f.module, f.name) not in used]


# -- calls -----------------------------------------------------------------------------------------


def move_raises(squares: Collection[Square], edits: Edits | None = None) -> Iterator[Goal]:
    """Yield the goals that ``move`` raises exactly where ``is_valid_move`` says no.

    There is a goal for each square, and one that off the board it raises ``OutOfBounds``.
    """
    othello = module("othello")
    lift = Lift(othello, edits=edits, uninterpreted=UNINTERPRETED)
    symbols = Symbols(Scope(keys={"Board": SQUARES}))
    game = symbols.of(othello, "Game", "game")
    for square in squares:
        moved = lift.call("move", game, *square)
        valid = lift.call("is_valid_move", game, *square, game.turn)
        invalid = disjunction(holds for name, holds in moved.exceptions if name == "InvalidMove")
        agrees = (same(moved.raises, negation(valid.value)), same(moved.raises, invalid))
        yield Goal(
            "othello.move",
            (("square", square),),
            symbols.constraint,
            moved.assumptions_hold,
            conjunction((moved.is_defined, *agrees)),
            {"game": game, "square": square},
            features=tuple(symbols.features),
        )
    moved = lift.call("move", game, *_OFF_BOARD)
    raises = dict(moved.exceptions).get("OutOfBounds", False)
    case = (("square", "beyond"),)
    yield Goal("othello.move", case, symbols.constraint, True, raises, {"game": game})


_THEORIES: Final = {
    "passing": ("passes", "othello_spec.passing", "invariant"),
    "supply": ("supplies", "othello_spec.supply", "invariant"),
    "handicap": ("handicaps", "", ""),
    "clock": ("clocks", "othello_spec.theorems.clocks", "is_sound"),
    "match": ("matches", "othello_spec.theorems.matches", "is_sound"),
}
"""The theorems about each module, and the module and name of its predicate of sound states."""

CALLING: Final = tuple(_THEORIES)
"""The modules whose access programs make calls that have to be sound."""


def sound_calls(
    owner: str,
    routine: str,
    squares: Collection[Square] = ORDERED,
    edits: Edits | None = None,
) -> Iterator[Goal]:
    """Yield the goals that no call within an access program fails, on and off the board."""
    function = module(owner)[routine]
    symbols = Symbols(scope(squares, counting=owner != "match"))
    has_lemmas = (owner, routine) == ("match", "move")
    uninterpreted = (*UNINTERPRETED, *(COUNTS if has_lemmas else ()))
    lift = _lift(owner, uninterpreted) if edits is None else _new_lift(owner, uninterpreted, edits)
    has_square = any(p.name == "row" for p in function.parameters)
    _, place, is_sound = _THEORIES[owner]
    state = module(owner).state
    for square in (*squares, _OFF_BOARD) if has_square else (_OFF_BOARD,):
        arguments: dict[str, Any] = {}
        premises: list[Bool] = []
        if function.state and state:
            before = symbols.of(module(owner), state.name, function.state)
            arguments[function.state] = before
            if is_sound:
                sound = lift.call_in(place, is_sound, (before,))
                premises = [sound.is_defined, sound.value]
        for parameter in function.parameters:
            name, kind = parameter.name, getattr(parameter.type, "name", "")
            is_place = name in ("row", "col")
            arguments[name] = (
                getattr(square, name) if is_place else symbols.of(module(owner), kind, name)
            )
        lifted = lift.call_in(f"othello_spec.{owner}", routine, tuple(arguments.values()))
        lemmas: Bool = True
        if has_lemmas and square in SQUARES:
            lemmas = conjunction(
                lemma_holds(lift, lemma)
                for lemma in LEMMAS["move_keeps_a_match_sound"]({**arguments, "square": square})
            )
        case = (("square", square if square in SQUARES else "beyond"),) if has_square else ()
        yield Goal(
            f"{owner}.{routine}",
            case,
            symbols.constraint,
            conjunction((*premises, lifted.assumptions_hold)),
            lifted.is_defined,
            arguments,
            lemmas=lemmas,
            has_integers=True,
            features=tuple(symbols.features),
        )


@lru_cache(maxsize=2)
def _lift(owner: str, uninterpreted: tuple[str, ...]) -> Lift:
    return _new_lift(owner, uninterpreted, {})


def _new_lift(owner: str, uninterpreted: tuple[str, ...], edits: Edits) -> Lift:
    theory, _, _ = _THEORIES[owner]
    return Lift(module(theory), edits=edits, uninterpreted=uninterpreted)
