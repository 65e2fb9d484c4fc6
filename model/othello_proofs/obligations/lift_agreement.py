"""Lift agreement: does the specification, read as logic, say what it says when it is run?

A function is lifted on a symbolic board. Whatever the board turns out to be, what the term comes to must
be what the plain function computes: that is tried on boards at random, some sparse and some nearly full.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any, Final

import z3

from modspec import Map
from modspec.lift import Lift
from modspec.lift.logic import equal
from modspec.lift.symbols import term
from modspec.prove.prover import value_in
from modspec.prove.scope import Scope, Symbols
from modspec.run.instance import Instance
from modspec.syntax.module import Function
from othello_proofs.obligations.positions import ORDERED, random_board, value_around
from othello_spec import module
from othello_spec.board import BLACK, CORNERS, PLAYERS, SQUARES, WHITE, Cell, Player, Square
from othello_spec.othello import Game


@dataclass(frozen=True)
class LiftDisagreement:
    """Where the two differ."""

    function: str
    arguments: tuple[Any, ...]
    plain: Any
    lifted: Any


def disagreement(
    name: str, boards: int, seed: int = 0, lift: Lift | None = None
) -> LiftDisagreement | None:
    """The first of so many boards at random on which a function, lifted, says something else; or None.

    The square it is lifted for changes with every twentieth board. ``lift`` is another lifting of the
    module ``othello``, given only to see whether a wrong one would be noticed.
    """
    random = Random(seed)
    lifting = lift or Lift(module("othello"))
    plain = Instance(module("othello"))
    function = _function(name)
    symbols = Symbols(Scope(keys={"Board": SQUARES}))
    lifted: Any = None
    for number in range(boards):
        if number % 20 == 0:
            square = random.choice(ORDERED)
            symbolic = {
                p.name: symbols.of(module("othello"), getattr(p.type, "name", ""), p.name)
                for p in function.parameters
                if p.name not in ("square", "row", "col")
            }
            given = _arguments(function, square, symbolic, symbols)
            lifted = lifting.function(function.module, name).entry(given)  # type: ignore[attr-defined]  # a lifted function has it
        board, player = random_board(random), random.choice(sorted(PLAYERS))
        values = _arguments(function, square, {"board": board, "player": player}, None)
        expected = _outcome(plain, function, values)
        got = _lifted_outcome(lifted, _model(board, player))
        if expected != got:
            return LiftDisagreement(name, values, expected, got)
    return None


def disagreement_in_states(
    owner: str, name: str, tries: int, seed: int = 0, lift: Lift | None = None
) -> LiftDisagreement | None:
    """The same for a function of another module, in so many of its states; the square changes seldom."""
    random = Random(seed)
    lifting, plain = lift or Lift(module(owner)), Instance(module(owner))
    function, symbols = module(owner)[name], Symbols(_UNIVERSE)
    for number in range(tries):
        if number % 20 == 0:
            square = random.choice((*ORDERED, *sorted(CORNERS) * 16))
            symbolic = _given(function, square, partial(symbols.of, module(owner)))
            lifted = lifting[name].entry(symbolic)
        seed = random.randrange(1 << 32)
        game = Game(board=random_board(random), turn=random.choice(sorted(PLAYERS)))
        values = _given(function, square, partial(value_around, seed, game))
        known = z3.Solver()
        known.add(*(term(equal(a, b)) for a, b in zip(symbolic, values, strict=True)))
        assert known.check() == z3.sat
        model, expected = known.model(), _outcome(plain, function, values)
        if not value_in(lifted.is_defined, model):  # some call fails on the way, whichever it is
            got = expected if type(expected) is str else "an exception"
        elif not value_in(lifted.assumptions_hold, model):
            got = AssertionError.__name__
        else:
            got = _lifted_outcome(lifted, model)
        if expected != got:
            return LiftDisagreement(name, values, expected, got)
    return None


_UNIVERSE: Final = Scope(
    keys={"Board": SQUARES, "Grants": CORNERS, "Discs": PLAYERS, "Times": PLAYERS},
    bits={"Discs": 8},
)


def _given(function: Function, square: Square, value: Callable[[str, str], Any]) -> tuple[Any, ...]:
    """The arguments of a function, the state first: of squares one, and of all else what is to be given."""
    state = module(function.module.rpartition(".")[2]).state
    first = [value(state.name, function.state)] if function.state and state else []
    places = {"row": square.row, "col": square.col, "square": square}
    rest = [
        places[p.name] if p.name in places else value(getattr(p.type, "name", ""), p.name)
        for p in function.parameters
    ]
    return (*first, *rest)


def _function(name: str) -> Function:
    owner = "lines" if name in {f.name for f in module("lines").functions} else "othello"
    return module(owner)[name]


def _arguments(
    function: Function, square: Square, values: dict[str, Any], symbols: Symbols | None
) -> tuple[Any, ...]:
    named = {**values, "square": square, "row": square.row, "col": square.col}
    given = [named[p.name] for p in function.parameters]
    if function.state is None:
        return tuple(given)
    if symbols is not None:
        return (symbols.of(module("othello"), "Game", "game"), *given)
    return (Game(board=values["board"], turn=values["player"]), *given)


def _model(board: Map[Square, Cell], player: Player) -> z3.ModelRef:
    """The variables' values; a board stands by itself and in a game."""
    known = z3.Solver()
    for square, cell in board.items():
        for name in ("board", "game.board"):
            for colour in (BLACK, WHITE):
                variable = _variable(f"{name}[{square.row},{square.col}]={colour.name}")
                known.add(variable if cell == colour else z3.Not(variable))
    for name in ("player", "game.turn"):
        variable = _variable(f"{name}={WHITE.name}")
        known.add(variable if player == WHITE else z3.Not(variable))
    known.check()
    return known.model()


@cache
def _variable(name: str) -> z3.BoolRef:
    return z3.Bool(name)


def _outcome(plain: Instance, function: Function, values: tuple[Any, ...]) -> Any:
    try:
        return plain.function(function.module, function.name)(*values)
    except Exception as raised:  # noqa: BLE001  # whichever it is, its name is what is compared
        return type(raised).__name__


def _lifted_outcome(lifted: Any, model: z3.ModelRef) -> Any:
    for exception, condition in lifted.exceptions:
        if value_in(condition, model):
            return exception
    return value_in(lifted.value, model)
