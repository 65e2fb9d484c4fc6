"""The theorems hold: on any board, and on those that games reach; and the tests would notice if not."""

from __future__ import annotations

import ast
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from modspec.instance import Edit
from modspec.module import Function
from modspec.readings.printing import terminal
from modspec.readings.run import AssumptionViolated, Machine
from modspec.relations import reachable
from modspec.variants import Variant, variants
from othello_model.ladder.strategies import (
    ROWS,
    Position,
    all_positions,
    arbitrary_positions,
    bare_rows,
    off_the_board,
    played_games,
    reachable_positions,
)
from othello_spec import THEORIES, module
from othello_spec.board import CENTRE, SIZE, SQUARES, Direction
from othello_spec.landmarks import GAMES
from othello_spec.othello import InvalidMove
from othello_spec.theories.symmetry import Symmetry

EXAMPLES = 300

ANY, REACHABLE = "any board", "reachable"
STRATEGIES = {ANY: arbitrary_positions(), REACHABLE: reachable_positions()}

CLAIMS = {theorem.name: theorem for name in THEORIES for theorem in module(name).access_programs}
"""The theorems, by their names."""


class Refuted(AssertionError):
    """A theorem does not hold."""


MEANINGLESS = (InvalidMove, LookupError)
"""What is raised where a theorem speaks of a move or a square that does not exist."""


def cited(theorem: Function) -> tuple[str, ...]:
    """The rules that a theorem's conclusion states."""
    return theorem.output.rules if theorem.output else ()


THEOREMS = [
    pytest.param(theorem, id=name, marks=pytest.mark.rule(*cited(theorem)))
    for name, theorem in CLAIMS.items()
]


def theory(function: Function) -> str:
    """The name of the module that a theorem stands in."""
    return function.module.rpartition(".")[2]


@cache
def unedited(name: str) -> Machine:
    """A module of theorems as it is."""
    return Machine(module(name))


def edited(theorem: Function, *edits: tuple[str, str, Edit]) -> Machine:
    """The module of a theorem, with functions of it or of others changed: module, name, and how."""
    return Machine(
        module(theory(theorem)),
        edits={(module(place).python_name, name): edit for place, name, edit in edits},
    )


@cache
def positions(kind: str) -> tuple[Position, ...]:
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
    def draw(position: Position) -> None:
        drawn.append(position)

    draw()
    return tuple(drawn)


def holds(machine: Machine, theorem: Function, position: Position) -> bool | None:
    """Whether a theorem holds of a position; None where its assumptions do not."""
    try:
        outcome = machine.call(None, theorem.name, position.arguments(theorem))
    except AssumptionViolated:
        return None
    return bool(outcome.output)


def tried(machine: Machine, theorem: Function, *where: Position) -> int:
    """How often the theorem's assumptions were met; raises Refuted if the theorem does not hold."""
    met = 0
    for position in where if theorem.parameters else where[:1]:
        verdict = holds(machine, theorem, position)
        met += verdict is not None
        if verdict is False:
            raise Refuted(f"{theorem.name} does not hold of {position}")
    return met


def is_refuted(machine: Machine, theorem: Function, *where: Position) -> bool:
    """Whether the theorem fails, or speaks of what does not exist."""
    try:
        tried(machine, theorem, *where)
    except (Refuted, *MEANINGLESS):
        return True
    return False


def replacing(old: str, new: str) -> Edit:
    """The edit that puts one text in place of another, wherever it stands in a function."""

    def edit(node: ast.FunctionDef) -> ast.FunctionDef:
        text = ast.unparse(node)
        assert old in text
        changed = ast.parse(text.replace(old, new)).body[0]
        assert isinstance(changed, ast.FunctionDef)
        return changed

    return edit


# -- they hold -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", STRATEGIES)
@pytest.mark.parametrize("theorem", THEOREMS)
def test_a_theorem_holds_and_its_assumptions_are_met(theorem: Function, kind: str) -> None:
    least = 3 if theorem.parameters else 1
    assert tried(unedited(theory(theorem)), theorem, *positions(kind)) >= least


# -- a theorem that does not hold is refuted -------------------------------------------------------


@pytest.mark.parametrize("theorem", THEOREMS)
def test_a_theorem_with_its_conclusion_negated_is_refuted(theorem: Function) -> None:
    def negate(node: ast.FunctionDef) -> ast.FunctionDef:
        returned = node.body[-1]
        assert isinstance(returned, ast.Return)
        assert returned.value
        returned.value = ast.UnaryOp(ast.Not(), returned.value)
        return node

    machine = edited(theorem, (theory(theorem), theorem.name, negate))
    with pytest.raises(Refuted):
        tried(machine, theorem, *positions(ANY))


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

    machine = edited(theorem, (theory(theorem), theorem.name, leave_out))
    assert is_refuted(machine, theorem, *positions(ANY), off_the_board())


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
    machine = edited(theorem, (theory(theorem), name, replacing(old, new)))
    with pytest.raises(Refuted):
        tried(machine, theorem, *positions(ANY))


# -- a theorem does not hold of a specification that is wrong --------------------------------------


class Fault(NamedTuple):
    """Something wrong in a function: the module, the function, what stands there and what instead."""

    module: str
    function: str
    before: str
    after: str

    @property
    def edit(self) -> tuple[str, str, Edit]:
        """The fault as an edit."""
        return self.module, self.function, replacing(self.before, self.after)


_ROWS_TO_THE_EAST = Fault("lines", "flips", "in Direction", "in Direction if d.dcol > 0")
_NO_CHECK_OF_EMPTY = Fault("lines", "captures", "board[square] == EMPTY", "True")
_NO_FLIP_NEEDED = Fault("lines", "captures", "> 0", ">= 0")
_ROWS_TOO_LONG = Fault("lines", "flips", "range(1, k)", "range(1, k + 1)")
_ROWS_CLOSED_BY_OTHERS = Fault("lines", "brackets", ", k)] == player", ", k)] != player")
_BLACK_SKIPS = Fault("lines", "brackets", "!= player", "!= BLACK")
_VANISHING_DISCS = Fault("lines", "placed", "player if t in flipped", "EMPTY if t in flipped")
_NO_FLIPS = Fault("lines", "placed", "player if t in flipped", "board[t] if t in flipped")
_NO_NEW_DISC = Fault("lines", "placed", "player if t == square", "board[t] if t == square")
_ALWAYS_ALTERNATING = Fault("othello", "next_turn", "can_move(board, opponent(player))", "True")
_OVER_FOR_EITHER = Fault("othello", "game_over", " and ", " or ")
_A_TIE_WON = Fault("othello", "winner", "count(game, BLACK) > ", "count(game, BLACK) >= ")
_NO_EXTRA_TURN = Fault("endings", "turns_left", "+ 1", "+ 0")
_A_CROOKED_IMAGE = Fault("symmetry", "combined", "rows + cols > 0", "rows > 0")

WRONG: dict[str, tuple[Fault, ...]] = {
    # theorems
    "a_corner_is_never_flipped": (_ROWS_TOO_LONG,),
    "a_flipped_disc_lies_between_the_new_disc_and_another": (
        _ROWS_CLOSED_BY_OTHERS,
        _ROWS_TOO_LONG,
    ),
    "a_move_adds_one_disc": (_NO_CHECK_OF_EMPTY,),
    "a_player_without_discs_cannot_move": (_ROWS_CLOSED_BY_OTHERS,),
    "a_square_is_valid_iff_empty_and_a_row_is_bracketed": (
        Fault("lines", "captures", "> 0", "> 1"),
    ),
    "a_square_is_valid_iff_empty_and_it_flips_something": (
        Fault(
            "othello",
            "is_valid_move",
            "captures(game.board, player",
            "captures(game.board, game.turn",
        ),
    ),
    "a_valid_move_is_one_that_move_accepts": (
        Fault("othello", "move", "if not captures", "if captures"),
        _NO_FLIP_NEEDED,
    ),
    "after_a_move_the_mover_has_at_least_three_discs": (_NO_FLIP_NEEDED,),
    "captures_do_not_chain": (
        Fault(
            *("lines", "placed", "t in flipped"),
            "t in flipped or any(t in flips(board, player, u) for u in flipped)",
        ),
    ),
    "every_outflanked_disc_is_flipped": (Fault("lines", "flips", "range(2, SIZE)", "range(2, 3)"),),
    "no_disc_disappears": (_VANISHING_DISCS,),
    "only_discs_of_the_opponent_flip": (_ROWS_TOO_LONG,),
    "the_centre_stays_occupied": (_VANISHING_DISCS,),
    "the_mover_gains_what_the_opponent_loses": (
        _NO_FLIPS,
        _NO_NEW_DISC,
        Fault("lines", "placed", "else board[t]", "else player if board[t] == player else EMPTY"),
    ),
    "the_new_disc_shows_the_colour_of_the_mover": (_NO_NEW_DISC,),
    # endings
    "a_draw_is_as_many_discs_of_either_colour": (_A_TIE_WON,),
    "a_forfeit_uses_up_a_turn": (_NO_EXTRA_TURN,),
    "a_full_board_ends_the_game": (_NO_CHECK_OF_EMPTY,),
    "a_move_leaves_one_move_less": (_NO_CHECK_OF_EMPTY,),
    "a_move_uses_up_a_turn": (
        _NO_NEW_DISC,
        Fault("endings", "turns_left", "(board) if", "(board) - 1 if"),
    ),
    "a_new_game_has_as_many_moves_left_as_empty_squares": (
        Fault("othello", "starting_cell", "square not in CENTRE", "square in CENTRE"),
    ),
    "a_wipe_out_ends_the_game": (_ROWS_CLOSED_BY_OTHERS,),
    "init_establishes_the_invariant": (Fault("othello", "starting_cell", "WHITE if", "EMPTY if"),),
    "move_keeps_the_invariant": (_ALWAYS_ALTERNATING,),
    "no_move_is_possible_on_a_board_that_is_over": (_OVER_FOR_EITHER,),
    "the_game_is_over_iff_neither_player_can_move": (_OVER_FOR_EITHER,),
    "the_game_may_end_on_a_board_that_is_not_full": (
        Fault(
            "othello",
            "game_over",
            " and ",
            " and all(game.board[s] != EMPTY for s in SQUARES) and ",
        ),
    ),
    "the_turn_alternates_unless_forfeited": (_ALWAYS_ALTERNATING,),
    "the_winner_has_the_majority": (_A_TIE_WON,),
    "there_is_never_less_than_no_turn_left": (
        Fault("endings", "turns_left", "+ 1", "+ 2"),
        Fault("endings", "turns_left", "(board) if", "(board) - 1 if"),
    ),
    "whose_turn_it_is_can_move_until_the_game_is_over": (
        Fault("othello", "invariant", "can_move(game.board, game.turn)", "True"),
    ),
    # symmetry
    "a_move_is_the_same_from_every_side": (_ROWS_TO_THE_EAST,),
    "a_move_is_the_same_with_the_colours_exchanged": (
        Fault("lines", "placed", "player if t in flipped", "BLACK if t in flipped"),
    ),
    "a_symmetry_after_another_is_a_symmetry": (
        _A_CROOKED_IMAGE,
        Fault("symmetry", "combined", "rows * square.row", "rows * rows * square.row"),
        Fault("symmetry", "combined", "0 if rows + cols > 0 else SIZE - 1", "square.row"),
    ),
    "a_symmetry_takes_lines_to_lines": (
        Fault("symmetry", "combined", "square.col", "square.row"),
        Fault("symmetry", "combined", "square.row", "(square.row + square.row % 2)"),
        Fault("symmetry", "combined", "rows * square.row", "abs(rows * square.row - 3)"),
    ),
    "a_symmetry_takes_the_squares_to_the_squares": (_A_CROOKED_IMAGE,),
    "flips_are_the_same_from_every_side": (_ROWS_TO_THE_EAST,),
    "flips_are_the_same_with_the_colours_exchanged": (_BLACK_SKIPS,),
    "the_end_is_the_same_from_every_side": (
        Fault("lines", "can_move", "in SQUARES", "in SQUARES if s.row > s.col"),
    ),
    "the_end_is_the_same_with_the_colours_exchanged": (
        Fault("othello", "game_over", "not can_move(game.board, BLACK) and", ""),
    ),
    "the_start_is_the_same_from_every_side_but_for_the_colours": (
        Fault("othello", "starting_cell", "square.row == square.col", "square.row < square.col"),
    ),
    "the_turn_is_the_same_from_every_side": (
        Fault("lines", "can_move", "in SQUARES", "in SQUARES if s.row > s.col"),
    ),
    "the_turn_is_the_same_with_the_colours_exchanged": (_BLACK_SKIPS,),
    "the_winner_is_the_other_with_the_colours_exchanged": (_A_TIE_WON,),
    "the_winner_is_the_same_from_every_side": (
        Fault("lines", "discs", "in SQUARES", "in SQUARES if s.row > s.col"),
    ),
    "valid_moves_are_the_same_from_every_side": (_ROWS_TO_THE_EAST,),
    "valid_moves_are_the_same_with_the_colours_exchanged": (_BLACK_SKIPS,),
}
"""For each theorem, specifications that are wrong and of which it does not hold."""

FAULTS = [
    pytest.param(CLAIMS[name], fault, id=f"{name}-{number}")
    for name, faults in WRONG.items()
    for number, fault in enumerate(faults)
]


@pytest.mark.parametrize(("theorem", "fault"), FAULTS)
def test_a_theorem_does_not_hold_of_a_specification_that_is_wrong(
    theorem: Function, fault: Fault
) -> None:
    assert is_refuted(edited(theorem, fault.edit), theorem, *positions(ANY))


def test_a_fault_is_known_for_every_theorem() -> None:
    assert set(CLAIMS) == set(WRONG)


# -- edits of the theorems -------------------------------------------------------------------------

EDITS = [
    variant
    for name in THEORIES
    for variant in variants(module(name))
    if variant.module == module(name).python_name
]


def concerned(variant: Variant) -> list[Function]:
    """The theorems that an edit may change: the edited one, or those that apply the edited function."""
    place = (variant.module, variant.function)
    return [
        theorem
        for theorem in module(variant.module.rpartition(".")[2]).access_programs
        if place in reachable([theorem])
    ]


def is_noticed(variant: Variant) -> bool:
    """Whether a theorem, edited, fails where it held or holds where it failed."""
    place = variant.module.rpartition(".")[2]
    edit = (place, variant.function, variant.edits[variant.module, variant.function])
    for theorem in concerned(variant):
        if is_refuted(edited(theorem, edit), theorem, *positions(ANY), *bare_rows()):
            return True
        for fault in WRONG[theorem.name]:
            if (fault.module, fault.function) != edit[:2] and not is_refuted(
                edited(theorem, edit, fault.edit), theorem, *positions(ANY)
            ):
                return True
    return False


EQUIVALENT = {
    ("between", "range(2, SIZE)"): "between a square and its neighbour there is none",
    ("a_symmetry_takes_lines_to_lines", "for d in Direction"): (
        "the step in one direction is that of another square in the opposite one, and going two ways leads"
        " diagonally"
    ),
    ("a_symmetry_takes_lines_to_lines", "range(1, SIZE)"): (
        "each step is the same, so that more of them or fewer tell nothing new"
    ),
    ("a_symmetry_after_another_is_a_symmetry", "for g in Symmetry"): (
        "those that are left make all others, one after the other"
    ),
    ("combined", "rows + cols > 0"): "one of the two is zero, and the other is not",
}
"""Edits that leave a theorem as strong as it was, by the function and the text edited, each with the reason."""


@pytest.mark.parametrize("variant", EDITS, ids=lambda variant: variant.summary)
def test_an_edit_of_a_theorem_is_noticed_unless_it_changes_nothing(variant: Variant) -> None:
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
    for game, _, square, _ in (*positions(kind), off_the_board()):
        valid = machine.call(game, "is_valid_move", (*square, game.turn)).output
        outcome = machine.call(game, "move", square)
        assert (outcome.exception is None) == valid
        assert (outcome.state == game) == (outcome.exception is not None)


# -- on paper --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", THEORIES)
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
