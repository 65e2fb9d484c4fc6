"""Whether the specification means the same when it is lifted to logic and when it is run.

A function is lifted on symbolic arguments. For any values of these, the lifted function's term must
have the value that the plain function returns. This is tried in states at random, with boards
sparse and nearly full.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import z3

from modspec.lift import Lift
from modspec.lift.logic import equal
from modspec.lift.symbols import term
from modspec.prove.prover import value_in
from modspec.prove.scope import Symbols
from modspec.run.instance import Instance
from modspec.syntax.module import Function, Module
from othello_proofs.obligations.positions import OFTEN_CORNERS, PLAYERS, random_board, value_around
from othello_proofs.obligations.specification_goals import scope
from othello_spec import module
from othello_spec.board import Square
from othello_spec.othello import Game


@dataclass(frozen=True)
class LiftDisagreement:
    """Arguments for which the plain function and the lifted one differ."""

    function: str
    arguments: tuple[Any, ...]
    plain: Any
    lifted: Any


def disagreement(
    owner: str, name: str, tries: int, seed: int = 0, lift: Lift | None = None
) -> LiftDisagreement | None:
    """Return the first of so many random states in which a lifted function differs, or None.

    The square changes with every twentieth state. ``lift`` is another lifting of the module
    ``owner``, to see whether a wrong one would be noticed.
    """
    random = Random(seed)
    lift, plain = lift or Lift(module(owner)), Instance(module(owner))
    function, symbols = _function(owner, name), Symbols(scope())
    for number in range(tries):
        if number % 20 == 0:
            square = random.choice(OFTEN_CORNERS)
            symbolic = _arguments(function, square, partial(symbols.of, module(owner)))
            lifted = lift.call_in(function.module, name, symbolic)
        seed = random.randrange(1 << 32)
        game = Game(board=random_board(random), turn=random.choice(PLAYERS))
        values = _arguments(function, square, partial(_value, seed, game))
        known = z3.Solver()
        known.add(*(term(equal(a, b)) for a, b in zip(symbolic, values, strict=True)))
        assert known.check() == z3.sat
        model, expected = known.model(), _plain_outcome(plain, function, values)
        if not value_in(lifted.is_defined, model):  # some call fails on the way, with any exception
            got = expected if type(expected) is str else "an exception"
        elif not value_in(lifted.assumptions_hold, model):
            got = AssertionError.__name__
        else:
            raised = (e for e, condition in lifted.exceptions if value_in(condition, model))
            got = next(raised, None) or value_in(lifted.value, model)
        if expected != got:
            return LiftDisagreement(name, values, expected, got)
    return None


def _function(owner: str, name: str) -> Function:
    """Return a function of a module, or of a module that it uses."""
    modules: list[Module] = [module(owner), module("lines")]
    return next(each[name] for each in modules if name in {f.name for f in each.functions})


def _value(seed: int, game: Game, type_name: str, name: str) -> Any:
    match type_name:
        case "Game":
            return game
        case "Board":
            return game.board
        case "Player":
            return game.turn
    return value_around(seed, game, type_name, name)


def _arguments(
    function: Function, square: Square, value: Callable[[str, str], Any]
) -> tuple[Any, ...]:
    """Return the arguments of a function, the state first: the one square, and other values."""
    state = module(function.module.rpartition(".")[2]).state
    first = [value(state.name, function.state)] if function.state and state else []
    places = {"row": square.row, "col": square.col, "square": square}
    rest = [
        places[p.name] if p.name in places else value(getattr(p.type, "name", ""), p.name)
        for p in function.parameters
    ]
    return (*first, *rest)


def _plain_outcome(plain: Instance, function: Function, values: tuple[Any, ...]) -> Any:
    try:
        return plain.function(function.module, function.name)(*values)
    except Exception as raised:  # noqa: BLE001  # its name is compared, whichever it is
        return type(raised).__name__
