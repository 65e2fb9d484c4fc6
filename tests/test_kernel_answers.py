"""The kernel says in a check what the specification says, and no mutant is asked by way of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from modcheck.testing.quick_machine import QuickMachine
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call, Machine, Outcome
from modspec.run.mutants import mutants
from modspec.syntax.values import Map, State
from othello_mis.course import COURSE
from othello_mis.kernel_answers import kernel_answers
from othello_model.kernel import Kernel
from othello_spec import module
from othello_spec.board import BLACK, DRAW, EMPTY, WHITE, Board, Square
from othello_suite.domains import domains

LINES = "othello_spec.lines"
PLAYERS = (BLACK, WHITE)


@cache
def machines(size: int) -> tuple[Machine, Machine]:
    """The specification as it stands, and with the kernel."""
    constants = {} if size == 8 else {"SIZE": size}
    plain = QuickMachine(module("othello"), constants)
    answers = kernel_answers(Kernel(size, size, holds=max(64, size * size)))
    return plain, QuickMachine(module("othello"), constants, stand_ins=answers)


def boards(size: int) -> Iterator[Board]:
    """Boards that no game reaches as well: any disc on any square."""
    chance = random.Random(size)
    for share in (1, 2, 8):
        values = (EMPTY, *PLAYERS * share)
        squares = [Square(row, col) for row in range(size) for col in range(size)]
        yield Map({square: chance.choice(values) for square in squares})


@pytest.mark.parametrize("size", [4, 8, 10])
def test_the_kernel_says_what_the_specification_says_of_any_board(size: int) -> None:
    for name in ("captures", "can_move", "flips"):
        exact, quick = (each.instance.function(LINES, name) for each in machines(size))
        assert exact is not quick
        for board in boards(size):
            squares = [()] if name == "can_move" else [(square,) for square in board]
            for arguments in ((board, player, *rest) for player in PLAYERS for rest in squares):
                due, found = exact(*arguments), quick(*arguments)
                assert (due, type(due)) == (found, type(found))


def test_the_specification_itself_says_what_no_proof_is_about() -> None:
    whole = next(boards(8))
    odd = Map({**whole, Square(0, 0): DRAW})  # a mutant may well make such a board
    part = Map({square: disc for square, disc in whole.items() if square.row})
    for name in ("can_move", "captures", "flips"):
        exact, quick = (each.instance.function(LINES, name) for each in machines(8))
        for board, player in ((whole, EMPTY), (odd, BLACK), (part, WHITE)):
            squares = [()] if name == "can_move" else [(Square(n, n),) for n in range(1, 9)]
            for rest in squares:
                assert answer_of(exact, board, player, *rest) == answer_of(
                    quick, board, player, *rest
                )


def answer_of(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a call, or the class of the error that it raises."""
    try:
        return function(*arguments)
    except LookupError as error:
        return type(error)


def test_a_mutant_says_the_same_whether_the_kernel_stands_in_for_other_functions_or_not() -> None:
    plain, quick = machines(8)
    steps = [*TraceGenerator(quick, domains(8)).random_steps(random.Random(1), 8)]
    questions = [
        (step.before, call)
        for step in steps[1:]
        for call in (step.call, Call("has_valid_moves", (WHITE,)), Call("game_over"))
    ]
    for mutant in random.Random(2).sample([*mutants(module("othello"))], 10):
        edited = [each.with_edits(mutant.edits) for each in (plain, quick)]
        for state, call in questions:
            one, other = (outcome(machine, state, call) for machine in edited)
            assert one == other, mutant.summary


def outcome(machine: Machine, state: State | None, call: Call) -> Outcome | type:
    try:
        return machine.call(state, call.routine, call.arguments)
    except machine.undefined_errors as error:
        return type(error)


def test_the_course_of_othello_asks_the_kernel() -> None:
    model, other = (COURSE.test_model("othello", {"size": size}, {}) for size in (8, 6))
    assert {"captures", "can_move", "flips"} == {name for _, name in model.stand_ins}
    assert not other.stand_ins  # the proof is about the usual board
