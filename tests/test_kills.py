"""The recorded kills are those of the present candidates, and what has none makes no difference.

A rule passes if each of its mutants was contradicted. A mutant without a kill counts as one that
makes no difference, so each of these is proved to make none: by z3 for all boards, where the
solver can, and by an argument that is tried in all its cases.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
import z3

from long_run import sample
from modcheck.judging.expected.candidates import candidates
from modcheck.judging.expected.kills import key_of
from modcheck.judging.expected.oracle import Oracle
from modcheck.testing.trace import Purpose
from modspec.lift import Lift
from modspec.lift.logic import equal
from modspec.lift.symbols import term
from modspec.prove.scope import Symbols
from modspec.run import mutants as specification
from modspec.run.machine import Machine
from modspec.run.mutants import Mutant
from mutants.machine_made import machine_made
from mutants.same import proof
from othello_proofs.obligations.specification_goals import scope
from othello_spec import module
from othello_spec.board import EMPTY, SIZE, SQUARES, Direction, Square
from othello_spec.lines import along
from othello_suite.covering import recording
from othello_suite.idioms import IDIOMS

OTHELLO = module("othello")
CANDIDATES = candidates(OTHELLO, IDIOMS)
LINES = "othello_spec.lines"
MIRRORED = "the directions are mirrored, and all of them are tried"
SWAPPED = "the board is a square, so both squares are on it or neither is"
OVER = "the game is over as soon as nobody can move"

EQUIVALENT = {
    "along: square.row + steps * direction.drow -> square.row - steps * direction.drow": MIRRORED,
    "along: square.col + steps * direction.dcol -> square.col - steps * direction.dcol": MIRRORED,
    "brackets: range(1, k) -> range(1 - 1, k)": (
        "no step leads to the square itself, which is empty wherever discs may flip"
    ),
    "flips: range(2, SIZE) -> range(2 - 1, SIZE)": "one step further, no disc lies between",
    "flips: range(1, k) -> range(1 - 1, k)": (
        "the square itself gets a disc of the player's anyway"
    ),
    "move: Square(row, col) -> Square(col, row)": SWAPPED,
    "is_valid_move: Square(row, col) -> Square(col, row)": SWAPPED,
    "cell: Square(row, col) -> Square(col, row)": SWAPPED,
    "has_valid_moves: can_move(game.board, player) -> always False while game_over": OVER,
    "is_valid_move: Square(row, col) in SQUARES and captures(game.board, player, Square(row, col))"
    " -> always False while game_over": OVER,
}
"""The mutants without a kill, each with the reason why no call tells it from the specification."""

BY_Z3 = [change for change in EQUIVALENT if change.startswith(("along", "flips"))]
"""Those for which the solver has a proof as they stand."""


def change_of(mutant: Mutant) -> str:
    return f"{mutant.function}: {mutant.before} -> {mutant.after}"


def without_kill() -> list[Mutant]:
    return [mutant for mutant in CANDIDATES if key_of(mutant) not in recording().kills]


def the_mutant(change: str) -> Mutant:
    (found,) = (mutant for mutant in without_kill() if change_of(mutant) == change)
    return found


# -- the kills -------------------------------------------------------------------------------------


def test_no_two_candidates_share_a_key() -> None:
    assert len({key_of(mutant) for mutant in CANDIDATES}) == len(CANDIDATES)


def test_the_kills_are_of_the_present_candidates() -> None:
    assert set(recording().kills) <= {key_of(mutant) for mutant in CANDIDATES}


def test_a_candidate_without_a_kill_is_known_to_make_no_difference() -> None:
    assert sorted(EQUIVALENT) == sorted(map(change_of, without_kill()))


def test_a_kill_is_a_reply_that_the_mutant_does_not_give() -> None:
    oracle = Oracle(Machine(OTHELLO), CANDIDATES)
    machine, traces = oracle.machine, recording().traces
    for number, mutant in sample([*enumerate(CANDIDATES)], 10):
        kills = recording().kills.get(key_of(mutant), ())
        for trace, place in sorted(kills, key=lambda kill: kill[1])[:1]:
            assert is_killed(oracle, number, machine, traces[trace], place), mutant.summary


def is_killed(oracle: Oracle, number: int, machine: Machine, trace: Any, place: int) -> bool:
    """Whether a mutant of the last call, or of the last transition, replies otherwise there."""
    calls = trace.calls
    moves = [n for n in range(place) if trace.purposes[n] is Purpose.COMMAND]
    state = mutated = None
    for n in moves:
        mutated = oracle.outcome(number, state, calls[n])
        outcome = oracle.due(state, calls[n])
        assert outcome is not None
        state = outcome.state
    due = machine.call(state, calls[place].routine, calls[place].arguments)
    replies = [oracle.outcome(number, state, calls[place])]
    if mutated is not None and mutated.state is not None:
        replies.append(oracle.due(mutated.state, calls[place]))
    return any(r and (r.exception, r.output) != (due.exception, due.output) for r in replies)


# -- what has none ---------------------------------------------------------------------------------


@pytest.mark.parametrize("change", BY_Z3)
def test_a_mutant_without_a_kill_is_the_same_for_all_boards(change: str) -> None:
    mutant = the_mutant(change)
    owner = next(m for m in (module("lines"), OTHELLO) if m.python_name == mutant.module)
    own = [each for each in specification.mutants(owner) if each.module == mutant.module]
    made = [*machine_made("specification", owner)][own.index(mutant)]
    assert proof(made).startswith("z3: ")


@pytest.mark.parametrize(("row", "col"), [(-1, 1), (1, -1)])
def test_a_line_with_a_sign_turned_is_the_line_of_another_direction(row: int, col: int) -> None:
    mirrored = {d: Direction((row * d.drow, col * d.dcol)) for d in Direction}
    assert sorted(mirrored.values()) == sorted(Direction)
    for square, d, steps in product(SQUARES, Direction, range(SIZE)):
        turned = Square(square.row + row * steps * d.drow, square.col + col * steps * d.dcol)
        assert turned == along(square, mirrored[d], steps)


def test_a_square_and_its_mirror_image_are_on_the_board_or_neither_is() -> None:
    assert {Square(square.col, square.row) for square in SQUARES} == SQUARES


def test_where_the_square_is_empty_a_bracket_may_begin_at_it() -> None:
    mutant = the_mutant("brackets: range(1, k) -> range(1 - 1, k)")
    before, after = Lift(OTHELLO), Lift(OTHELLO, edits=mutant.edits)
    symbols = Symbols(scope(sorted(SQUARES)))
    board = symbols.of(OTHELLO, "Board", "board")
    player = symbols.of(OTHELLO, "Player", "player")
    for square in sorted(SQUARES)[: SIZE * SIZE : 9]:
        solver = z3.Solver()
        same = [
            equal(*(lift.call_in(LINES, "brackets", (board, player, square, d, k)).value
                    for lift in (before, after)))
            for d in Direction for k in range(2, SIZE)
        ]  # fmt: skip
        solver.add(symbols.constraint, term(equal(board[square], EMPTY)))
        solver.add(z3.Not(z3.And([term(each) for each in same])))
        assert solver.check() == z3.unsat


WHEN_OVER = [change for change, why in EQUIVALENT.items() if why is OVER]


@pytest.mark.parametrize("change", sample(WHEN_OVER, 1))
def test_when_the_game_is_over_there_is_no_valid_move(change: str) -> None:
    mutant = the_mutant(change)
    symbols = Symbols(scope(sorted(SQUARES)))
    game = symbols.of(OTHELLO, "Game", "game")
    player = symbols.of(OTHELLO, "Player", "player")
    square = (2, 3) if mutant.function == "is_valid_move" else ()
    before, after = (
        lift.call_in(mutant.module, mutant.function, (game, *square, player)).value
        for lift in (Lift(OTHELLO), Lift(OTHELLO, edits=mutant.edits))
    )
    solver = z3.Solver()
    solver.add(symbols.constraint, z3.Not(term(equal(before, after))))
    assert solver.check() == z3.unsat
