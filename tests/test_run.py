"""Run: states are values, calls lead from one to the next, and constants can be changed."""

from __future__ import annotations

import ast
import copy
import importlib
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from modspec import AbstractObject, Map, SpecificationError, declare
from modspec.run.instance import Instance
from modspec.run.machine import AssumptionViolated, Call, Machine, Outcome
from modspec.syntax.values import State, frozen, values_of
from othello_spec.board import BLACK, EMPTY, SIZE, SQUARES, WHITE, Cell, Square
from othello_spec.othello import Game
from othello_suite.scenarios import GAMES

OTHELLO = declare("othello_spec.othello")


@pytest.fixture(scope="module")
def machine() -> Machine:
    return Machine(OTHELLO)


@pytest.fixture(scope="module")
def start(machine: Machine) -> State:
    return machine.initial()


def after(machine: Machine, *moves: tuple[int, int]) -> State:
    """The state after the moves, which must all be legal."""
    state = machine.initial()
    for move in moves:
        outcome = machine.call(state, "move", move)
        assert outcome.exception is None
        assert outcome.state is not None
        state = outcome.state
    return state


# -- calls -----------------------------------------------------------------------------------------


@pytest.mark.rule("failed-call")
@pytest.mark.parametrize(
    ("place", "exception"),
    [
        ((-1, 0), "OutOfBounds"),
        ((0, SIZE), "OutOfBounds"),
        ((3, 3), "InvalidMove"),
        ((0, 0), "InvalidMove"),
    ],
)
def test_a_call_that_raises_leaves_the_state_as_it_was(
    machine: Machine, start: State, place: tuple[int, int], exception: str
) -> None:
    before = copy.deepcopy(values_of(start))
    outcome = machine.call(start, "move", place)
    assert (outcome.exception, outcome.output) == (exception, None)
    assert outcome.state is start
    assert before == values_of(start)


@pytest.mark.rule("queries-pure")
@pytest.mark.parametrize(
    ("routine", "arguments", "output"),
    [
        ("is_valid_move", (2, 3, BLACK), True),
        ("is_valid_move", (2, 3, WHITE), False),
        ("cell", (3, 3), WHITE),
        ("turn", (), BLACK),
        ("count", (WHITE,), 2),
        ("game_over", (), False),
        ("has_valid_moves", (WHITE,), True),
    ],
)
def test_a_query_gives_an_output_and_the_same_state(
    machine: Machine, start: State, routine: str, arguments: tuple[Any, ...], output: object
) -> None:
    assert machine.call(start, routine, arguments) == Outcome(start, output=output)


def test_a_transition_gives_another_state_and_leaves_the_first_alone(
    machine: Machine, start: State
) -> None:
    before = copy.deepcopy(values_of(start))
    outcome = machine.call(start, "move", (2, 3))
    assert outcome.state is not None
    assert outcome.state != start
    assert before == values_of(start)


def test_an_initialiser_forgets_the_state_it_is_called_in(machine: Machine, start: State) -> None:
    assert machine.call(after(machine, (2, 3), (2, 2)), "init").state == start


SWAP = '''
"""Swap: two integers that change places."""

from __future__ import annotations

from modspec import AbstractObject

__all__ = ["start", "step"]


class Two(AbstractObject):
    """Two integers."""

    first: int
    second: int


def start() -> Two:
    """Begin."""
    return Two(first=1, second=2)


def step(two: Two) -> Two:
    """Let each become what the other was."""
    return Two(first=two.second, second=two.first)
'''


def test_a_transition_reads_only_the_state_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "swap_for_run.py").write_text(SWAP.lstrip(), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    machine = Machine(declare("swap_for_run"))
    outcome = machine.call(machine.initial(), "step")
    assert outcome.state is not None
    assert values_of(outcome.state) == (2, 1)


@pytest.mark.rule("assumed-over")
def test_turn_says_nothing_once_the_game_is_over(machine: Machine, start: State) -> None:
    over = after(machine, *GAMES["White is wiped out after nine moves"])
    assert machine.call(over, "game_over").output is True
    with pytest.raises(AssumptionViolated, match="turn assumes something that does not hold here"):
        machine.call(over, "turn")
    assert [machine.is_allowed(state, "turn") for state in (start, over)] == [True, False]


def test_the_observers_are_the_programs_that_show_state_variables(machine: Machine) -> None:
    assert [function.name for function in machine.observers] == ["cell", "turn"]


def test_a_call_is_written_as_on_the_page() -> None:
    call = Call("is_valid_move", (2, 3, BLACK))
    assert str(call) == "is_valid_move(2, 3, BLACK)"


# -- calls that make no sense ----------------------------------------------------------------------


def test_an_unknown_routine_is_an_error_that_lists_the_known_ones(
    machine: Machine, start: State
) -> None:
    with pytest.raises(
        SpecificationError, match="othello has no access program 'undo'; it has init, move"
    ):
        machine.call(start, "undo")


def test_a_local_function_is_no_access_program(machine: Machine, start: State) -> None:
    with pytest.raises(SpecificationError, match="no access program 'next_turn'"):
        machine.call(start, "next_turn")


@pytest.mark.parametrize("arguments", [(), (2,), (2, 3, BLACK)])
def test_another_number_of_arguments_is_an_error_that_names_them(
    machine: Machine, start: State, arguments: tuple[Any, ...]
) -> None:
    given = len(arguments)
    with pytest.raises(SpecificationError, match=f"move takes row, col; given: {given} arguments"):
        machine.call(start, "move", arguments)


def test_a_call_before_the_first_state_is_an_error_that_names_the_initialiser(
    machine: Machine,
) -> None:
    with pytest.raises(SpecificationError, match="move needs a state; call init first"):
        machine.call(None, "move", (2, 3))


def test_a_library_has_no_first_state() -> None:
    with pytest.raises(
        SpecificationError, match="lines has no access program that yields a first state"
    ):
        Machine(declare("othello_spec.lines")).initial()


# -- how many games there are ----------------------------------------------------------------------


def perft(machine: Machine, size: int, state: State, depth: int) -> int:
    """The number of sequences of so many moves; a forfeit counts as no move."""
    if depth == 0:
        return 1
    outcomes = (machine.call(state, "move", (r, c)) for r in range(size) for c in range(size))
    return sum(
        perft(machine, size, outcome.state, depth - 1)
        for outcome in outcomes
        if outcome.exception is None and outcome.state is not None
    )


Grid = dict[tuple[int, int], int]
"""Discs as -1 and 1, by row and column; empty squares are not in it."""


def walked_perft(size: int, grid: Grid, player: int, depth: int) -> int:
    """The same number, computed without the specification."""

    def flips(grid: Grid, row: int, col: int, player: int) -> list[tuple[int, int]]:
        found = []
        for down, right in [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]:
            run = []
            r, c = row + down, col + right
            while grid.get((r, c)) == -player:
                run.append((r, c))
                r, c = r + down, c + right
            if grid.get((r, c)) == player:
                found += run
        return found

    def moves(grid: Grid, player: int) -> list[tuple[tuple[int, int], list[tuple[int, int]]]]:
        empty = [(r, c) for r in range(size) for c in range(size) if (r, c) not in grid]
        return [(place, run) for place in empty if (run := flips(grid, *place, player))]

    if depth == 0:
        return 1
    total = 0
    for place, run in moves(grid, player):
        board = {**grid, place: player, **dict.fromkeys(run, player)}
        following = -player if moves(board, -player) else player
        total += walked_perft(size, board, following, depth - 1)
    return total


def test_the_program_to_compare_with_gives_the_published_numbers() -> None:
    start = first_grid(SIZE)
    published = [4, 12, 56, 244, 1396]
    assert [walked_perft(SIZE, start, -1, depth) for depth in range(1, 6)] == published


def first_grid(size: int) -> Grid:
    high = size // 2
    low = high - 1
    return {(low, low): 1, (high, high): 1, (low, high): -1, (high, low): -1}


@pytest.mark.parametrize(("depth", "expected"), [(1, 4), (2, 12), (3, 56), (4, 244)])
def test_perft_is_as_published(machine: Machine, depth: int, expected: int) -> None:
    assert perft(machine, SIZE, machine.initial(), depth) == expected


@pytest.mark.rule("board-size")
@pytest.mark.parametrize(
    ("size", "expected"),
    [(4, [4, 12, 44, 128, 436, 1296, 3784]), (6, [4, 12, 56, 244, 1364])],
)
def test_a_smaller_board_is_the_same_game_with_another_constant(
    size: int, expected: list[int]
) -> None:
    small = Machine(OTHELLO, constants={"SIZE": size})
    depths = range(1, len(expected) + 1)
    assert [walked_perft(size, first_grid(size), -1, depth) for depth in depths] == expected
    assert [perft(small, size, small.initial(), depth) for depth in depths] == expected


# -- other constants, other functions --------------------------------------------------------------


@pytest.mark.rule("board-size", "setup")
def test_constants_that_depend_on_another_follow_it() -> None:
    small = Machine(OTHELLO, constants={"SIZE": 4})
    state = small.initial()
    assert isinstance(state, Game)
    held = {square: cell for square, cell in state.board.items() if cell != EMPTY}
    expected: Mapping[Square, Cell] = {
        Square(1, 1): WHITE,
        Square(2, 2): WHITE,
        Square(1, 2): BLACK,
        Square(2, 1): BLACK,
    }
    assert held == expected
    assert len(state.board) == 16
    assert small.call(state, "cell", (4, 0)).exception == "OutOfBounds"


def test_another_board_changes_nothing_for_the_usual_one(machine: Machine) -> None:
    Machine(OTHELLO, constants={"SIZE": 4}).initial()
    state = machine.initial()
    assert isinstance(state, Game)
    assert len(state.board) == len(SQUARES) == 64


def test_an_unknown_constant_is_an_error_that_names_it() -> None:
    with pytest.raises(
        SpecificationError, match="no module used by othello has the constant WIDTH"
    ):
        Machine(OTHELLO, constants={"WIDTH": 4})


def test_an_edit_reaches_the_functions_that_use_the_edited_one(machine: Machine) -> None:
    def of_white(function: ast.FunctionDef) -> ast.FunctionDef:
        changed = ast.parse(ast.unparse(function).replace("== player", "== WHITE")).body[0]
        assert isinstance(changed, ast.FunctionDef)
        return changed

    edited = Machine(OTHELLO, edits={("othello_spec.lines", "discs"): of_white})
    moves = [(2, 3)]
    assert machine.call(after(machine, *moves), "count", (BLACK,)).output == 4
    assert edited.call(after(edited, *moves), "count", (BLACK,)).output == 1


@pytest.mark.parametrize("remember", [0, 1, None])
def test_remembering_results_changes_none(remember: int | None) -> None:
    instance = Instance(OTHELLO, memo_size=remember)
    usual = Instance(OTHELLO)
    game, same = instance["init"](), usual["init"]()
    for square in GAMES["Black forfeits after eight moves"]:
        game, same = instance["move"](game, *square), usual["move"](same, *square)
        assert game == same


# -- values ----------------------------------------------------------------------------------------


class Point(AbstractObject):
    """A state for these tests."""

    place: Mapping[str, int]
    name: str


def point(x: int = 1) -> Point:
    return Point(place={"x": x}, name="p")


def test_a_hash_does_not_travel_with_a_state_for_other_processes_hash_otherwise(
    start: State,
) -> None:
    hash(start)
    copied = pickle.loads(pickle.dumps(start))
    assert copied == start
    assert {*start.variables} == {*vars(copied)}
    assert hash(copied) == hash(start)


def test_a_state_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="Point is a value: name cannot be changed"):
        point().name = "q"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="Point is a value: name cannot be removed"):
        del point().name


@pytest.mark.parametrize("given", [{}, {"place": {}}, {"place": {}, "name": "p", "more": 1}])
def test_a_state_takes_just_its_variables(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Point has the state variables place, name; given: "):
        Point(**given)


def test_states_are_equal_if_their_variables_are() -> None:
    assert point() == point()
    assert hash(point()) == hash(point())
    assert point() != point(2)
    assert point() != ("x", "p")


def test_a_state_makes_its_mappings_immutable() -> None:
    given = {"x": 1}
    state = Point(place=given, name="p")
    given["x"] = 2
    assert state.place == {"x": 1}
    with pytest.raises(TypeError, match="does not support item assignment"):
        state.place["x"] = 3  # type: ignore[index]


def test_a_map_equals_any_mapping_with_the_same_items_in_any_order() -> None:
    one, other = Map({"a": 1, "b": 2}), Map({"b": 2, "a": 1})
    assert one == other
    assert hash(one) == hash(other)
    assert one == {"a": 1, "b": 2}
    assert one != Map({"a": 1})
    assert (len(one), sorted(one), one["b"]) == (2, ["a", "b"], 2)


def test_frozen_reaches_into_collections() -> None:
    value = frozen([{"a": [1, 2]}, {3}])
    assert value == (Map({"a": (1, 2)}), frozenset({3}))
    assert hash(value) == hash((Map({"a": (1, 2)}), frozenset({3})))
