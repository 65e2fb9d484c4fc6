"""The theorems hold on all boards or on all that games reach; the tests would notice if not."""

from __future__ import annotations

import ast
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from long_run import sample
from modspec import Map
from modspec.print import terminal
from modspec.prove.solver import SolverAnswer, prove
from modspec.run.instance import Edit
from modspec.run.machine import AssumptionViolated, Machine
from modspec.run.mutants import Mutant, mutants
from modspec.syntax.module import Function
from modspec.syntax.relations import reachable
from othello_proofs.methods.sampling import arbitrary_positions, reachable_positions
from othello_proofs.obligations.positions import (
    ROWS,
    SampledPosition,
    all_positions,
    played_games,
    rare_positions,
)
from othello_proofs.obligations.specification_goals import prover
from othello_spec import GAME, THEOREMS, module
from othello_spec.board import BLACK, CENTRE, EMPTY, SIZE, SQUARES, WHITE, Direction, Square
from othello_spec.lines import opponent
from othello_spec.othello import Game
from othello_spec.othello import init as new_game
from othello_spec.theorems.symmetry import Symmetry
from othello_suite.scenarios import GAMES
from theory_faults import WRONG, Fault, replacing

EXAMPLES = 300

ANY, REACHABLE = "any board", "reachable"
STRATEGIES = {ANY: arbitrary_positions(), REACHABLE: reachable_positions()}

CLAIMS = {theorem.name: theorem for name in THEOREMS for theorem in module(name).access_programs}
"""The theorems, by their names."""


class Refuted(AssertionError):
    """A theorem does not hold."""


MEANINGLESS = (
    LookupError,
    *(
        getattr(module(name).python, raised.name)
        for name in GAME
        for raised in module(name).exceptions
    ),
)
"""The exceptions of a theorem that names a missing square, or makes a call that fails."""


def rules_of(theorem: Function) -> tuple[str, ...]:
    """The rules that a theorem's conclusion states."""
    return theorem.output.rules if theorem.output else ()


CLAIMED = [
    pytest.param(theorem, id=name, marks=pytest.mark.rule(*rules_of(theorem)))
    for name, theorem in CLAIMS.items()
]


def theory(function: Function) -> str:
    """The name of the module that a theorem stands in."""
    return function.module.rpartition(".")[2]


@cache
def plain_machine(name: str) -> Machine:
    """A module of theorems as it is."""
    return Machine(module(name))


def edited_machine(theorem: Function, *edits: tuple[str, str, Edit]) -> Machine:
    """The module of a theorem, with functions of it or of others changed: module, name, and how."""
    return Machine(
        module(theory(theorem)),
        edits={(module(place).python_name, name): edit for place, name, edit in edits},
    )


@cache
def positions(kind: str) -> tuple[SampledPosition, ...]:
    """The positions on which theorems are tried: always the same."""
    drawn = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(STRATEGIES[kind])
    def draw(position: SampledPosition) -> None:
        drawn.append(position)

    draw()
    return tuple(drawn)


def positions_for(theorem: Function, kind: str = ANY) -> tuple[SampledPosition, ...]:
    """Those positions, and some that are rare: more of them for what only few surroundings meet."""
    if theory(theorem) in ("captures", "endings", "symmetry"):
        return (*positions(kind), *rare_positions(1), *forfeits())
    return (*positions(kind), *rare_positions(10), *forfeits(), *first_moves())


@cache
def forfeits() -> tuple[SampledPosition, ...]:
    """Positions in which a player can only forfeit the turn, with that player."""
    return tuple(
        SampledPosition(after, opponent(after.turn), Square(0, 0))
        for moments in played_games()
        for (before, _), (after, _) in pairwise(moments)
        if before.turn == after.turn
    )


@cache
def first_moves() -> tuple[SampledPosition, ...]:
    """A first move in many surroundings; in some of them the game has not begun, so it fails."""
    start = new_game()
    seeds = range(60)
    return tuple(SampledPosition(start, start.turn, Square(2, 3), seed=seed) for seed in seeds)


@cache
def bare_rows() -> tuple[SampledPosition, ...]:
    """Rows from edge to edge on a board that is empty otherwise; Black can capture each."""
    empty = dict.fromkeys(SQUARES, EMPTY)
    return tuple(
        SampledPosition(Game(board=Map(row.on(empty, BLACK)), turn=BLACK), BLACK, row.start)
        for row in ROWS
        if row.steps == SIZE - 1
    )


def off_the_board() -> SampledPosition:
    """A square beyond the corner a1, from which Black on b2 would outflank White on a1."""
    board = {**new_game().board, Square(0, 0): WHITE, Square(1, 1): BLACK}
    return SampledPosition(Game(board=Map(board), turn=BLACK), BLACK, Square(-1, -1))


def holds(machine: Machine, theorem: Function, position: SampledPosition) -> bool | None:
    """Whether a theorem holds of a position; None where its assumptions do not."""
    try:
        outcome = machine.call(None, theorem.name, position.arguments(theorem))
    except AssumptionViolated:
        return None
    return bool(outcome.output)


def try_theorem(machine: Machine, theorem: Function, *where: SampledPosition) -> int:
    """How often the theorem's assumptions were met; raises Refuted if the theorem does not hold."""
    met = 0
    for position in where if theorem.parameters else where[:1]:
        verdict = holds(machine, theorem, position)
        met += verdict is not None
        if verdict is False:
            raise Refuted(f"{theorem.name} does not hold of {position}")
    return met


def is_refuted(machine: Machine, theorem: Function, *where: SampledPosition) -> bool:
    """Whether the theorem fails, or speaks of what does not exist."""
    try:
        try_theorem(machine, theorem, *where)
    except (Refuted, *MEANINGLESS):
        return True
    return False


# -- they hold -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", STRATEGIES)
@pytest.mark.parametrize("theorem", CLAIMED)
def test_a_theorem_holds_and_its_assumptions_are_met(theorem: Function, kind: str) -> None:
    least = 3 if theorem.parameters else 1
    assert (
        try_theorem(plain_machine(theory(theorem)), theorem, *positions_for(theorem, kind)) >= least
    )


# -- a theorem that does not hold is refuted -------------------------------------------------------


@pytest.mark.parametrize("theorem", CLAIMED)
def test_a_theorem_with_its_conclusion_negated_is_refuted(theorem: Function) -> None:
    def negate(node: ast.FunctionDef) -> ast.FunctionDef:
        returned = node.body[-1]
        assert isinstance(returned, ast.Return)
        assert returned.value
        returned.value = ast.UnaryOp(ast.Not(), returned.value)
        return node

    machine = edited_machine(theorem, (theory(theorem), theorem.name, negate))
    with pytest.raises(Refuted):
        try_theorem(machine, theorem, *positions_for(theorem))


ASSUMPTIONS = [
    pytest.param(theorem, number, id=f"{name}-{number}")
    for name, theorem in CLAIMS.items()
    for number in range(len(theorem.assumptions))
]


@pytest.mark.parametrize(("theorem", "number"), ASSUMPTIONS)
def test_no_assumption_can_be_left_out(theorem: Function, number: int) -> None:
    def leave_out(node: ast.FunctionDef) -> ast.FunctionDef:
        asserts = [part for part in node.body if isinstance(part, ast.Assert)]
        node.body.remove(asserts[number])
        return node

    where = (*positions_for(theorem), off_the_board())
    machine = edited_machine(theorem, (theory(theorem), theorem.name, leave_out))
    assert (
        is_refuted(machine, theorem, *where)
        or is_demanded(theorem, leave_out, *where)
        or is_not_provable(theorem, leave_out)
    )


def is_demanded(theorem: Function, left_out: Edit, *where: SampledPosition) -> bool:
    """Whether a call in the theorem assumes more than the theorem without one assumption."""

    def only_assume(node: ast.FunctionDef) -> ast.FunctionDef:
        asserts = [part for part in left_out(node).body if isinstance(part, ast.Assert)]
        node.body = [*asserts, ast.Return(ast.Constant(True))]
        return node

    place = theory(theorem), theorem.name
    whole, assumed = (
        edited_machine(theorem, (*place, left_out)),
        edited_machine(theorem, (*place, only_assume)),
    )
    return any(
        holds(whole, theorem, position) is None and holds(assumed, theorem, position)
        for position in where
    )


def is_not_provable(theorem: Function, edit: Edit) -> bool:
    """Whether z3 finds, from a simple question, what is too rare for random positions."""
    place = module(theory(theorem)).python_name, theorem.name
    proving = prover(theory(theorem), [Square(0, 0), Square(2, 3)], edits={place: edit})
    asked = proving.goals(theorem.name, uninterpreted=True)
    return any(prove(goal, plainest=False).answer is SolverAnswer.NO for goal in asked)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("a_corner_is_never_flipped", "CORNERS", "CENTRE"),
        ("a_flipped_disc_lies_between_the_new_disc_and_another", "== player", "!= player"),
        ("a_move_adds_one_disc", "+ 1", "+ 2"),
        ("a_move_uses_up_a_turn", "<", "+ 1 <"),
        ("a_new_game_has_as_many_moves_left_as_empty_squares", "- 4", "- 5"),
        ("after_a_move_the_mover_has_at_least_three_discs", ">= 3", ">= 20"),
        ("captures_do_not_chain", "not is_outflanked(board, player, square, t)", "True"),
        ("every_outflanked_disc_is_flipped", "is_outflanked", "t in CENTRE or is_outflanked"),
        ("no_disc_disappears", "after[t] != EMPTY", "after[t] == board[t]"),
        ("only_discs_of_the_opponent_flip", "opponent(player)", "BLACK"),
        ("the_turn_alternates_unless_forfeited", "== can_move(", "!= can_move("),
        ("the_winner_has_the_majority", "player) >", "player) >="),
    ],
)
def test_a_theorem_that_claims_too_much_is_refuted(name: str, old: str, new: str) -> None:
    theorem = CLAIMS[name]
    machine = edited_machine(theorem, (theory(theorem), name, replacing(old, new)))
    with pytest.raises(Refuted):
        try_theorem(machine, theorem, *positions_for(theorem))


# -- a theorem does not hold of a specification that is wrong --------------------------------------


FAULTS = [
    pytest.param(CLAIMS[name], fault, id=f"{name}-{number}")
    for name, faults in WRONG.items()
    for number, fault in enumerate(faults)
]


@pytest.mark.parametrize(("theorem", "fault"), FAULTS)
def test_a_theorem_does_not_hold_of_a_specification_that_is_wrong(
    theorem: Function, fault: Fault
) -> None:
    assert is_refuted(edited_machine(theorem, fault.edit), theorem, *positions_for(theorem))


def test_a_fault_is_known_for_every_theorem() -> None:
    assert set(CLAIMS) == set(WRONG)


# -- edits of the theorems -------------------------------------------------------------------------

EDITS = [
    variant
    for name in THEOREMS
    for variant in mutants(module(name))
    if variant.module == module(name).python_name
]
TRIED = sample(EDITS, one_in=4)


def theorems_about(variant: Mutant) -> list[Function]:
    """Return the theorems that an edit may change: those that reach the edited function."""
    place = (variant.module, variant.function)
    return [
        theorem
        for theorem in module(variant.module.rpartition(".")[2]).access_programs
        if place in reachable([theorem])
    ]


def is_noticed(variant: Mutant) -> bool:
    """Whether a theorem, edited, fails where it held or holds where it failed."""
    place = variant.module.rpartition(".")[2]
    edit = (place, variant.function, variant.edits[variant.module, variant.function])
    for theorem in theorems_about(variant):
        if is_refuted(
            edited_machine(theorem, edit), theorem, *positions_for(theorem), *bare_rows()
        ):
            return True
        for fault in WRONG[theorem.name]:
            if (fault.module, fault.function) != edit[:2] and not is_refuted(
                edited_machine(theorem, edit, fault.edit), theorem, *positions_for(theorem)
            ):
                return True
    return False


EQUIVALENT = {
    ("between", "range(2, SIZE)"): "between a square and its neighbour there is none",
    ("a_symmetry_takes_lines_to_lines", "for d in Direction"): (
        "the step in one direction is that of another square in the opposite one, and"
        " going two ways leads diagonally"
    ),
    ("a_symmetry_takes_lines_to_lines", "range(1, SIZE)"): (
        "each step is the same, so that more of them or fewer tell nothing new"
    ),
    ("a_symmetry_after_another_is_a_symmetry", "for g in Symmetry"): (
        "those that are left make all others, one after the other"
    ),
    ("new_clocks_are_sound", "now"): "clocks are set at any moment",
    ("a_new_match_is_sound", "now"): "a match is set up at any moment",
    ("the_weaker_player_has_the_discs_of_the_corners", "BLACK"): (
        "a game starts with as many discs of either colour"
    ),
    ("the_weaker_player_has_the_discs_of_the_corners", "WHITE"): (
        "a game starts with as many discs of either colour"
    ),
    ("combined", "rows + cols > 0"): "one of the two is zero, and the other is not",
}
"""Edits that leave a theorem as strong as it was, by function and text, each with the reason."""


@pytest.mark.parametrize("variant", TRIED, ids=lambda variant: variant.summary)
def test_an_edit_of_a_theorem_is_noticed_unless_it_changes_nothing(variant: Mutant) -> None:
    assert is_noticed(variant) or (variant.function, variant.before) in EQUIVALENT


@pytest.mark.parametrize(("function", "before"), EQUIVALENT)
def test_what_may_stay_unnoticed_is_an_edit_and_stays_unnoticed(function: str, before: str) -> None:
    edits = [edit for edit in EDITS if (edit.function, edit.before) == (function, before)]
    assert not all(map(is_noticed, edits))


# -- a failed call ---------------------------------------------------------------------------------


@pytest.mark.rule("failed-call", "must-capture", "on-board")
@pytest.mark.parametrize("kind", STRATEGIES)
def test_move_raises_exactly_where_no_move_is_valid_and_then_changes_nothing(kind: str) -> None:
    machine = Machine(module("othello"))
    for game, _, square, *_ in (*positions(kind), off_the_board()):
        valid = machine.call(game, "is_valid_move", (*square, game.turn)).output
        outcome = machine.call(game, "move", square)
        assert (outcome.exception is None) == valid
        assert (outcome.state == game) == (outcome.exception is not None)


# -- on paper --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", THEOREMS)
def test_theorems_are_listed_by_their_whole_names(name: str) -> None:
    lines = {line.strip() for line in terminal.page(module(name)).splitlines()}
    assert set() == {theorem.name for theorem in module(name).access_programs} - lines


# -- the positions ---------------------------------------------------------------------------------


def test_rows_that_can_be_captured_in_a_game_number_960() -> None:
    assert sum(row.start not in CENTRE for row in ROWS) == 960


def test_bare_rows_run_in_every_direction() -> None:
    assert set(Direction) == {row.direction for row in ROWS if row.steps == SIZE - 1}
    assert 4 * SIZE + 4 == len(bare_rows())


def test_every_symmetry_is_tried() -> None:
    assert set(Symmetry) == {position.symmetry for position in positions(ANY)}


def test_the_games_reach_all_that_the_theorems_speak_of() -> None:
    games = played_games()
    assert len(games) == len(GAMES) + 5
    ends = [len(game) - 1 for game in games]
    assert min(ends) == 8
    assert max(ends) == len(SQUARES) - 4
    assert len(all_positions()) == sum(ends) + len(games)
