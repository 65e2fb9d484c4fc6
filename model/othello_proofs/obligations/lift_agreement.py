"""Whether the specification means the same when it is lifted to logic and when it is run.

A function is lifted on symbolic arguments. For any values of these, the lifted function's term must
have the value that the plain function returns. This is tried in states at random, with boards
sparse and nearly full. The text of each theorem is tried in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations
from random import Random
from typing import Any

import z3

from modspec.contract.contract import without_checks
from modspec.lift import Lift
from modspec.lift.logic import equal
from modspec.lift.symbols import term
from modspec.prove.prover import value_in
from modspec.prove.scope import Symbols
from modspec.run.instance import Instance
from modspec.syntax.module import Function, Module
from modspec.syntax.values import State
from othello_model.bitboard import BOARD
from othello_proofs.obligations.positions import (
    OFTEN_CORNERS,
    PLAYERS,
    SampledPosition,
    random_board,
    value_around,
)
from othello_proofs.obligations.specification_goals import prover, scope
from othello_proofs.obligations.states import OBJECTS, squares_of
from othello_spec import module
from othello_spec.board import BLACK, CORNERS, SQUARES, WHITE, Square
from othello_spec.othello import Game
from othello_spec.theorems.symmetry import Symmetry
from othello_suite.scenarios import scenarios


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
        seed = random.randrange(1 << 32)
        game = Game(board=random_board(random), turn=random.choice(PLAYERS))
        values = _arguments(function, square, partial(_value, seed, game))
        if found := _difference(lift, plain, function, symbols, symbolic, values):
            return found
    return None


def theorem_disagreement(owner: str, name: str, tries: int) -> LiftDisagreement | None:
    """Return a random state in which the text of a theorem and what was proved differ, or None.

    The theorem is lifted as the prover does, with uninterpreted functions: each of their values has
    to be the one that the function returns.
    """
    about = prover(owner)
    theorem, scope, random = about.module[name], about.scope, Random(name)
    lift = Lift(about.module, uninterpreted=about.uninterpreted)
    plain, symbols = about.plain, Symbols(scope)
    for _ in range(tries):
        game = Game(board=random_board(random), turn=random.choice(PLAYERS))
        position = SampledPosition(
            game,
            random.choice(PLAYERS),
            random.choice(OFTEN_CORNERS),
            random.choice(list(Symmetry)),
            random.randrange(1 << 32),
        )
        values = position.arguments(theorem)
        known = [name for name, _ in next(scope.cases(theorem))]
        symbolic = tuple(
            value
            if parameter.name in known
            else symbols.of(about.module, getattr(parameter.type, "name", ""), parameter.name)
            for parameter, value in zip(theorem.parameters, values, strict=True)
        )
        if found := _difference(lift, plain, theorem, symbols, symbolic, values):
            return found
    return None


def _difference(
    lift: Lift,
    plain: Instance,
    function: Function,
    symbols: Symbols,
    symbolic: tuple[Any, ...],
    values: tuple[Any, ...],
) -> LiftDisagreement | None:
    """Return how a function, lifted on symbolic arguments, differs for values of these, or None."""
    lifted = lift.call_in(function.module, function.name, symbolic)
    expected = _plain_outcome(plain, function, values)
    known = z3.Solver()
    known.add(symbols.constraint)
    known.add(*(term(equal(a, b)) for a, b in zip(symbolic, values, strict=True)))
    if known.check() != z3.sat:
        return LiftDisagreement(function.name, values, expected, "no such state")
    for unknown in lift.unknowns:
        given = tuple(value_in(argument, known.model()) for argument in unknown.arguments)
        value = plain.function(unknown.module, unknown.function)(*given)
        known.add(term(equal(unknown.variable, value)))
        if known.check() != z3.sat:
            got = f"another value of {unknown.function}, which is {value}"
            return LiftDisagreement(function.name, values, expected, got)
    model = known.model()
    if not value_in(lifted.is_defined, model):  # some call fails on the way, with any exception
        got = expected if type(expected) is str else "an exception"
    elif not value_in(lifted.assumptions_hold, model):
        got = AssertionError.__name__
    else:
        raised = (e for e, condition in lifted.exceptions if value_in(condition, model))
        got = next(raised, None) or value_in(lifted.value, model)
    return None if expected == got else LiftDisagreement(function.name, values, expected, got)


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


def state_left_out(name: str, tries: int) -> tuple[int, State | None]:
    """Return how many states were tried, and one that no question is about, or None.

    On any board, whether or not a game leads to it, and in any other state that calls come to, the
    parts that represent the state have to be among those that are asked about.
    """
    of, number = OBJECTS[name], 0
    for parts in _parts(name, tries):
        number += 1
        if of.is_sound(*parts) is not True:
            return number, of.state(of.variables(*parts), squares_of)
    return number, None


def _parts(name: str, tries: int) -> Iterator[tuple[Any, ...]]:
    random, of = Random(name), OBJECTS[name]
    if name in ("othello", "passing"):
        for _ in range(tries):
            board = random_board(random)
            words = (BOARD.word(s for s in SQUARES if board[s] == p) for p in (BLACK, WHITE))
            yield (*words, random.choice(PLAYERS))
        return
    if name == "handicap":
        corners = sorted(CORNERS)
        some = chain.from_iterable(combinations(corners, n) for n in range(len(corners) + 1))
        yield from ((BOARD.word(granted),) for granted in some)
        return
    for calls in scenarios(name).values():
        for call in calls:
            with without_checks():
                getattr(of.program, call.routine)(*call.arguments)
            yield of.take_parts(vars(of.program))
