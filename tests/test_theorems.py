"""The theorems hold: on any board, and on those that games reach; and the tests would notice if not."""

from __future__ import annotations

import ast

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy

from modspec import declare
from modspec.instance import Edit
from modspec.module import Function
from modspec.readings.run import AssumptionViolated, Machine
from othello_spec.board import CENTRE, SQUARES
from othello_spec.landmarks import GAMES
from othello_spec.othello import InvalidMove
from strategies import (
    ROWS,
    Position,
    all_positions,
    arbitrary_positions,
    off_the_board,
    played_games,
    reachable_positions,
)

MODULE = declare("othello_spec.theorems")
EXAMPLES = 200

STRATEGIES = {"any board": arbitrary_positions(), "reachable": reachable_positions()}


class Refuted(AssertionError):
    """A theorem does not hold."""


def cited(theorem: Function) -> tuple[str, ...]:
    """The rules that a theorem's conclusion states."""
    return theorem.output.rules if theorem.output else ()


THEOREMS = [
    pytest.param(theorem, id=theorem.name, marks=pytest.mark.rule(*cited(theorem)))
    for theorem in MODULE.access_programs
]


def holds(machine: Machine, theorem: Function, position: Position) -> bool | None:
    """Whether a theorem holds of a position; None where its assumptions do not."""
    try:
        outcome = machine.call(None, theorem.name, position.arguments(theorem))
    except AssumptionViolated:
        return None
    return bool(outcome.output)


def tried(machine: Machine, theorem: Function, positions: SearchStrategy[Position]) -> int:
    """How often the theorem's assumptions were met; raises Refuted if the theorem does not hold."""
    met = 0

    @settings(
        max_examples=EXAMPLES if theorem.parameters else 1,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(positions)
    def check(position: Position) -> None:
        nonlocal met
        verdict = holds(machine, theorem, position)
        met += verdict is not None
        if verdict is False:
            raise Refuted(f"{theorem.name} does not hold of {position}")

    check()
    return met


def edited(theorem: Function, edit: Edit) -> Machine:
    """The theorems, one of them changed."""
    return Machine(MODULE, edits={(MODULE.python_name, theorem.name): edit})


@pytest.fixture(scope="module")
def machine() -> Machine:
    return Machine(MODULE)


# -- they hold -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", STRATEGIES)
@pytest.mark.parametrize("theorem", THEOREMS)
def test_a_theorem_holds_and_its_assumptions_are_met(
    machine: Machine, theorem: Function, kind: str
) -> None:
    least = 3 if theorem.parameters else 1
    assert tried(machine, theorem, STRATEGIES[kind]) >= least


# -- a theorem that does not hold is refuted -------------------------------------------------------


@pytest.mark.parametrize("theorem", THEOREMS)
def test_a_theorem_with_its_conclusion_negated_is_refuted(theorem: Function) -> None:
    def negate(node: ast.FunctionDef) -> ast.FunctionDef:
        returned = node.body[-1]
        assert isinstance(returned, ast.Return)
        assert returned.value
        returned.value = ast.UnaryOp(ast.Not(), returned.value)
        return node

    with pytest.raises(Refuted):
        tried(edited(theorem, negate), theorem, STRATEGIES["any board"])


ASSUMPTIONS = [
    pytest.param(theorem, number, id=f"{theorem.name}-{number}")
    for theorem in MODULE.access_programs
    for number in range(len(theorem.assumptions))
]


@pytest.mark.parametrize(("theorem", "number"), ASSUMPTIONS)
def test_no_assumption_can_be_left_out(theorem: Function, number: int) -> None:
    def leave_out(node: ast.FunctionDef) -> ast.FunctionDef:
        asserts = [part for part in node.body if isinstance(part, ast.Assert)]
        node.body.remove(asserts[number])
        return node

    positions = STRATEGIES["any board"] | off_the_board()
    with pytest.raises((Refuted, InvalidMove, LookupError)):
        tried(edited(theorem, leave_out), theorem, positions)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("a_corner_is_never_flipped", "CORNERS", "CENTRE"),
        ("a_move_adds_one_disc", "+ 1", "+ 2"),
        ("after_a_move_the_mover_has_at_least_three_discs", ">= 3", ">= 20"),
        ("no_disc_disappears", "after[t] != EMPTY", "after[t] == board[t]"),
        ("only_discs_of_the_opponent_flip", "opponent(player)", "BLACK"),
        ("the_turn_alternates_unless_forfeited", "== can_move(", "!= can_move("),
    ],
)
def test_a_theorem_that_claims_too_much_is_refuted(name: str, old: str, new: str) -> None:
    def overstate(node: ast.FunctionDef) -> ast.FunctionDef:
        text = ast.unparse(node)
        assert old in text
        changed = ast.parse(text.replace(old, new)).body[0]
        assert isinstance(changed, ast.FunctionDef)
        return changed

    with pytest.raises(Refuted):
        tried(edited(MODULE[name], overstate), MODULE[name], STRATEGIES["any board"])


# -- the positions ---------------------------------------------------------------------------------


def test_rows_that_can_be_captured_in_a_game_number_960() -> None:
    assert sum(row.start not in CENTRE for row in ROWS) == 960


def test_the_games_reach_all_that_the_theorems_speak_of() -> None:
    games = played_games()
    assert len(games) == len(GAMES) + 5
    ends = [len(game) - 1 for game in games]
    assert min(ends) == 8
    assert max(ends) == len(SQUARES) - 4
    assert len(all_positions()) == sum(ends) + len(games)
