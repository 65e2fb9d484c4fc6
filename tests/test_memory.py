"""Memos: a look-up gives the computed result; elements that are not read make no difference."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modspec import declare
from modspec.run.instance import Instance
from modspec.run.machine import Machine
from modspec.run.memo import memoise_by_arguments, memoise_by_elements
from modspec.run.mutants import mutants
from modspec.syntax.order import sorted_elements
from modspec.syntax.places import module_at
from modspec.syntax.values import Map
from othello_spec.board import BLACK, SQUARES, WHITE, Cell, Square

OTHELLO = declare("othello_spec.othello")
Chain = Mapping[int, int]


class Follow:
    """Follows a chain of numbers, so many steps from a start; counts how often it has to."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, chain: Chain, start: int, steps: int) -> list[int]:
        self.calls += 1
        way = [start]
        for _ in range(steps):
            way.append(chain[way[-1]])
        return way


def with_memory(most: int | None = None) -> tuple[Follow, Callable[..., Any]]:
    def follow(chain: Chain, start: int, steps: int) -> list[int]:
        return counted(chain, start, steps)

    counted = Follow()
    return counted, memoise_by_elements(follow, 0, most)


def test_mappings_that_differ_where_nothing_is_read_share_a_result() -> None:
    counted, follow = with_memory()
    assert (0, 1, 2) == follow(Map({0: 1, 1: 2, 2: 3}), 0, 2)
    assert (0, 1, 2) == follow(Map({0: 1, 1: 2, 2: 0, 7: 7}), 0, 2)
    assert 1 == counted.calls


@pytest.mark.parametrize("other", [{0: 2, 1: 2, 2: 3}, {0: 1, 1: 0, 2: 3}])
def test_mappings_that_differ_where_something_is_read_do_not(other: Chain) -> None:
    counted, follow = with_memory()
    follow(Map({0: 1, 1: 2, 2: 3}), 0, 2)
    assert tuple(Follow()(other, 0, 2)) == follow(Map(other), 0, 2)
    assert 2 == counted.calls


def test_other_arguments_have_results_of_their_own() -> None:
    counted, follow = with_memory()
    chain = Map({0: 1, 1: 0})
    results = [follow(chain, start, steps) for start in (0, 1) for steps in (0, 1, 0)]
    assert [(0,), (0, 1), (0,), (1,), (1, 0), (1,)] == results
    assert 4 == counted.calls


def test_what_means_nothing_is_not_remembered() -> None:
    counted, follow = with_memory()
    for _ in range(2):
        with pytest.raises(KeyError):
            follow(Map({0: 1}), 0, 2)
    assert 2 == counted.calls
    assert (0, 1, 5) == follow(Map({0: 1, 1: 5}), 0, 2)


def test_a_full_memory_starts_afresh_and_is_right_still() -> None:
    counted, follow = with_memory(most=2)
    chains = [Map({0: end}) for end in range(5)]
    for _ in range(2):
        assert [(0, end) for end in range(5)] == [follow(chain, 0, 1) for chain in chains]
    assert 10 == counted.calls


CHAINS = st.fixed_dictionaries({n: st.integers(0, 3) for n in range(4)})


@settings(max_examples=50)
@given(st.lists(st.tuples(CHAINS, st.integers(0, 3), st.integers(0, 4)), max_size=30))
def test_any_chains_are_followed_as_without_a_memory(asked: list[tuple[Chain, int, int]]) -> None:
    _, follow = with_memory(most=8)
    for chain, start, steps in asked:
        assert tuple(Follow()(chain, start, steps)) == follow(Map(chain), start, steps)


@pytest.mark.parametrize(
    "otherwise", [len, list, hash, lambda read: 0 in read, lambda read: read == {0: 1}]
)
def test_a_function_that_does_more_than_read_elements_is_memoised_by_its_arguments(
    otherwise: Callable[[Any], Any],
) -> None:
    memoised = memoise_by_elements(lambda chain, key: (chain[0], otherwise(chain)), 0, None)
    for chain in (Map({0: 1}), Map({0: 1, 1: 2}), Map({0: 1})):
        assert (chain[0], otherwise(chain)) == memoised(chain, 0)


@pytest.mark.parametrize(
    "whole",
    [lambda read: read, lambda read: (1, (read,)), lambda read: Map({0: (read, 1)})],
    ids=["itself", "within tuples", "within a mapping"],
)
def test_a_result_never_has_the_record_of_reads_as_a_part(whole: Callable[[Any], Any]) -> None:
    memoised = memoise_by_elements(lambda chain, key: whole(chain), 0, None)
    for chain in (Map({0: 1}), Map({0: 1, 1: 2})):
        assert whole(chain) == memoised(chain, 0)


def test_a_function_that_reads_more_only_at_times_is_right_before_and_after() -> None:
    memoised = memoise_by_elements(lambda chain, key: chain[0] or len(chain), 0, None)
    chains = [Map({0: 1}), Map({0: 0}), Map({0: 1, 1: 1}), Map({0: 0, 1: 1})]
    assert [1, 1, 1, 2, 1, 1, 1, 2] == [memoised(chain, 0) for chain in chains * 2]


def test_by_arguments_equal_mappings_share_a_result() -> None:
    counted = Follow()
    follow = memoise_by_arguments(lambda chain, start: counted(chain, start, 1), None)
    assert (0, 1) == follow(Map({0: 1, 1: 2}), 0) == follow(Map({1: 2, 0: 1}), 0)
    assert 1 == counted.calls


# -- which functions have which --------------------------------------------------------------------

LINES = "othello_spec.lines"


def memory_of(function: Callable[..., Any]) -> str | None:
    inner = function
    if inspect.isfunction(function):
        inner = inspect.getclosurevars(function).nonlocals.get("memoised", function)
    if hasattr(inner, "cache_info"):
        return "arguments"
    return "elements" if hasattr(inner, "__wrapped__") else None


def memories(instance: Instance, module: str) -> dict[str, str | None]:
    names = [function.name for function in declare(module).functions]
    return {name: memory_of(instance.function(module, name)) for name in names}


def test_what_is_asked_about_a_square_is_remembered_by_what_it_reads() -> None:
    assert {
        "opponent": "arguments",
        "along": "arguments",
        "brackets": "elements",
        "flips": "elements",
        "captures": "elements",
        "placed": "arguments",  # it yields a board
        "can_move": "arguments",  # it goes through all squares
        "discs": "arguments",
    } == memories(Instance(OTHELLO), LINES)


def test_a_short_formula_about_a_state_is_not_remembered() -> None:
    found = memories(Instance(OTHELLO), OTHELLO.python_name)
    assert {"move", "is_valid_move", "cell", "turn", "count", "winner", "game_over"} <= {
        name for name, memory in found.items() if memory is None
    }


def test_without_a_memory_nothing_is_remembered() -> None:
    found = {**memories(Instance(OTHELLO, memo_size=0), LINES)}
    assert {None} == set(found.values())


@pytest.mark.parametrize(
    "more",
    [
        "len(board) > 0",
        "board == board",
        "placed(board, player, square) == board",
        "board[square:square]",
    ],
)
def test_an_edit_that_reads_more_than_elements_changes_no_result(more: str) -> None:
    def edit(function: ast.FunctionDef) -> ast.FunctionDef:
        changed = ast.parse(ast.unparse(function).replace("return ", f"return ({more}) or "))
        [node] = changed.body
        assert isinstance(node, ast.FunctionDef)
        return node

    edits = {(LINES, "captures"): edit}
    edited, bare = Instance(OTHELLO, edits=edits), Instance(OTHELLO, edits=edits, memo_size=0)
    start = edited["init"]().board
    for board in (start, Map({**start, Square(2, 3): BLACK})):
        for square in sorted(SQUARES):
            asked = (board, BLACK, square)
            try:
                expected = bare.function(LINES, "captures")(*asked)
            except TypeError:  # a mapping has no slices
                with pytest.raises(TypeError):
                    edited.function(LINES, "captures")(*asked)
            else:
                assert expected == edited.function(LINES, "captures")(*asked)
    assert "elements" == memory_of(edited.function(LINES, "flips"))


def test_what_an_edit_does_not_concern_is_shared_function_by_function() -> None:
    usual = Instance(OTHELLO)
    [mutant, *_] = (each for each in mutants(OTHELLO) if each.function == "captures")
    edited = Instance(OTHELLO, edits=mutant.edits, base=usual)
    shared = {
        function.name
        for function in declare(LINES).functions
        if edited.function(LINES, function.name) is usual.function(LINES, function.name)
    }
    assert {"opponent", "along", "brackets", "flips", "placed", "discs"} == shared
    assert edited["cell"] is usual["cell"]
    assert edited["move"] is not usual["move"]


@settings(max_examples=30)
@given(
    st.fixed_dictionaries({square: st.sampled_from(Cell) for square in sorted(SQUARES)}),
    st.sampled_from(sorted(SQUARES)),
)
def test_on_any_board_the_lines_are_as_without_a_memory(
    board: dict[Square, Cell], square: Square
) -> None:
    for player in (BLACK, WHITE):
        for name in ("captures", "flips"):
            expected = BARE.function(LINES, name)(Map(board), player, square)
            assert expected == USUAL.function(LINES, name)(Map(board), player, square)


BARE, USUAL = Instance(OTHELLO, memo_size=0), Instance(OTHELLO)


WRITTEN = '''"""Bag: each element may be in it several times."""

from __future__ import annotations

from collections.abc import Mapping, Set

from modspec import AbstractObject

__all__ = ["init", "put", "twice", "total"]


class Bag(AbstractObject):
    """The one bag."""

    counts: Mapping[bool, int]
    """How many of each there are."""


def init() -> Bag:
    """An empty bag."""
    return Bag(counts={b: 0 for b in (False, True)})


def put(bag: Bag, what: bool) -> Bag:
    """Put one in."""
    return Bag(counts={**bag.counts, what: bag.counts[what] + 1})


def total(bag: Bag) -> int:
    """How many there are of one kind or the other."""
    return of({False, True}, {b: bag.counts[b] for b in (False, True)}, True)


def twice(bag: Bag, what: bool) -> bool:
    """Whether there are two."""
    return of({what}, {what: bag.counts[what]}, what) == 2


def of(kinds: Set[bool], counts: Mapping[bool, int], last: bool) -> int:
    """How many there are of some kinds."""
    return sum(counts[b] for b in kinds if b <= last)
'''


def test_a_formula_may_pass_a_mapping_or_a_set_that_it_writes_down(tmp_path: Path) -> None:
    (tmp_path / "bag.py").write_text(WRITTEN, encoding="utf-8")
    machine = Machine(module_at(str(tmp_path / "bag.py")))
    state = machine.call(None, "init").state
    for _ in range(2):
        state = machine.call(state, "put", (True,)).state
    assert machine.call(state, "total").output == 2
    assert machine.call(state, "twice", (True,)).output is True


class _Colour(Enum):
    RED = 1
    BLUE = 2


class _Piece(NamedTuple):
    colour: _Colour
    place: tuple[int, _Colour]


def test_records_with_elements_of_enumerations_have_an_order() -> None:
    pieces = [_Piece(c, (n, d)) for c in _Colour for n in (1, 2) for d in _Colour]
    assert pieces == sorted_elements(frozenset(pieces))
