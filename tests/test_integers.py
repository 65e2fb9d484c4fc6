"""Unknown integers: they compute as integers do, and decide nothing silently."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("z3", reason="z3 is not installed")

import z3
from hypothesis import given
from hypothesis import strategies as st

from modspec.lift import Integer, Lift, Number
from modspec.lift.logic import equal, merge
from modspec.lift.symbols import Symbolic, Truth, term
from othello_spec import module, passing
from othello_spec.board import BLACK, SQUARES, Square

integers = st.integers(-(10**12), 10**12)


def plain(value: Any) -> Any:
    """What a symbolic value without variables is."""
    if isinstance(value, Integer):
        return z3.simplify(value.term).as_long()
    return value if isinstance(value, bool) else z3.is_true(z3.simplify(term(value)))


@given(integers, integers)
def test_symbolic_integers_compute_as_integers_do(left: int, right: int) -> None:
    ours, theirs = Integer(z3.IntVal(left)), Integer(z3.IntVal(right))
    for other in (theirs, right, Number({}, right)):
        assert left + right == plain(ours + other)
        assert left - right == plain(ours - other)
        assert (left < right, left <= right) == (plain(ours < other), plain(ours <= other))
        assert (left > right, left >= right) == (plain(ours > other), plain(ours >= other))
        assert (left == right) == plain(equal(ours, other)) == plain(equal(other, ours))
    assert right - left == plain(right - ours)
    assert -left == plain(-ours)


def test_a_symbolic_integer_may_be_one_of_two() -> None:
    here = z3.Bool("here")
    either = merge(Truth(here), Integer(z3.IntVal(3)), 5)
    assert [3, 5] == [
        z3.simplify(z3.substitute(either.term, (here, z3.BoolVal(b)))).as_long()
        for b in (True, False)
    ]


def test_of_a_symbolic_integer_nothing_is_decided_silently() -> None:
    for question in (bool, hash, len, lambda value: value == 3):
        with pytest.raises(Symbolic, match="symbolic integer is not known"):
            question(Integer(z3.Int("x")))
    with pytest.raises(Symbolic, match="meets 'soon', which is no number"):
        Integer(z3.Int("x")) + "soon"  # type: ignore[operator]  # that is the point


@given(st.sampled_from(sorted(SQUARES)), st.sampled_from([(-1, 0), (0, 8), (3, 3)]))
def test_a_square_may_be_named_by_symbolic_integers(square: Square, other: tuple[int, int]) -> None:
    lifted, board = Lift(module("passing")), passing.init().board
    game = passing.Passing(board=board, turn=BLACK)
    cell = lifted.call("cell", game, *(Integer(z3.IntVal(part)) for part in square))
    assert [False] == [plain(condition) for _, condition in cell.exceptions]
    assert [board[square]] == [v for v, held in cell.value.options.items() if plain(held)]
    outside = lifted.call("cell", game, *(Integer(z3.IntVal(part)) for part in other))
    assert [other not in SQUARES] == [plain(condition) for _, condition in outside.exceptions]
