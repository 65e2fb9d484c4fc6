"""The logic reading: a lifted function computes what the plain one does, and decides nothing."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
import z3

import lamps
from lamps import Lamp, Panel
from long_run import IS_LONG
from modspec import Map, declare
from modspec.lift import Bits, Choice, Collection, Integer, Lift, Number, Symbolic, Truth
from modspec.lift import semantics as lift_words
from modspec.lift.bits import word
from modspec.lift.logic import conjunction, disjunction, equal, merge, negation, same
from modspec.lift.semantics import Semantics
from modspec.lift.symbols import Symbol, term
from modspec.prove.prover import value_in
from modspec.prove.scope import Scope, Symbols
from modspec.run.branchless import select
from modspec.run.instance import Instance
from modspec.run.mutants import mutants
from othello_proofs.methods.proof_units.lifting import LIFTED
from othello_proofs.obligations.lift_agreement import disagreement
from othello_spec import module
from othello_spec.board import BLACK, EMPTY, SQUARES, WHITE, Direction, Square

LAMPS = declare("lamps")
UNIVERSE = Scope(keys={"Row": lamps.PLACES})
A, B, C = (Truth(z3.Bool(name)) for name in "abc")


def holds(value: Any) -> bool:
    """Whether a truth value is true whatever its variables are."""
    asked = z3.Solver()
    asked.add(z3.Not(term(value)))
    return bool(asked.check() == z3.unsat)


# -- nothing is decided silently -------------------------------------------------------------------

SYMBOLS: list[Symbol] = [
    A,
    Number({(1,): ((1, A.term),)}),
    Choice({1: A, 2: negation(A)}),
    Collection({1: A}),
    Bits(z3.BitVec("w", 64)),
]
USES: list[Callable[[Any], Any]] = [
    bool,
    hash,
    len,
    list,
    lambda value: 1 in value,
    lambda value: {value: 1},
    lambda value: [1, 2][value],
    lambda value: value and True,
]


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("symbol", SYMBOLS, ids=lambda symbol: type(symbol).__name__)
def test_python_cannot_look_into_a_symbol(symbol: Symbol, use: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        use(symbol)


@pytest.mark.parametrize("symbol", SYMBOLS[:4], ids=lambda symbol: type(symbol).__name__)
def test_python_cannot_compare_a_symbol(symbol: Symbol) -> None:
    for compare in (lambda: symbol == 1, lambda: symbol != 1):
        with pytest.raises(Symbolic, match="the equality of a symbolic"):
            compare()


def test_what_cannot_be_put_together_is_refused() -> None:
    with pytest.raises(Symbolic, match="chooses between"):
        merge(A, Map({1: A}), Lamp.RED)


# -- connectives -----------------------------------------------------------------------------------


@pytest.mark.parametrize("values", list(itertools.product([True, False, A, B], repeat=3)))
def test_connectives_are_those_of_logic(values: tuple[Any, ...]) -> None:
    terms = [term(value) for value in values]
    assert holds(same(conjunction(values), Truth(z3.And(terms))))
    assert holds(same(disjunction(values), Truth(z3.Or(terms))))
    assert holds(same(negation(values[0]), Truth(z3.Not(terms[0]))))


def test_a_negation_twice_is_the_value_itself() -> None:
    assert negation(negation(A)) is A


def test_what_is_known_makes_no_term() -> None:
    assert conjunction((True, False, A)) is False
    assert disjunction((A, True)) is True
    assert equal(A, A) is True
    assert equal((1, Lamp.RED), (1, Lamp.RED)) is True


VALUES: list[tuple[Any, Any]] = [
    (Lamp.RED, Lamp.GREEN),
    (True, B),
    (B, C),
    (3, 5),
    (Number({(1,): ((2, B.term),)}, 1), 4),
    (frozenset({1, 2}), Collection({2: B, 3: C})),
    (Map({1: Lamp.RED, 2: Lamp.DARK}), Map({1: Lamp.RED, 2: Lamp.GREEN})),
]


@pytest.mark.parametrize(("then", "otherwise"), VALUES)
def test_a_merged_value_is_the_one_where_the_condition_holds_and_the_other_elsewhere(
    then: Any, otherwise: Any
) -> None:
    merged = merge(A, then, otherwise)
    assert holds(disjunction((negation(A), equal(merged, then))))
    assert holds(disjunction((A, equal(merged, otherwise))))
    assert not holds(equal(merged, then))


def test_select_on_words_is_an_if_then_else() -> None:
    one, other = Bits(z3.BitVec("one", 8)), Bits(z3.BitVec("other", 8))
    chosen = select(A, one, other)
    assert holds(disjunction((negation(A), chosen == one)))
    assert holds(disjunction((A, chosen == other)))
    assert holds(
        equal(select(A, Lamp.RED, Lamp.GREEN), Choice({Lamp.RED: A, Lamp.GREEN: negation(A)}))
    )


# -- numbers ---------------------------------------------------------------------------------------

CONDITIONS = [z3.Bool(f"x{number}") for number in range(4)]


def numbers() -> Iterable[tuple[Number, Callable[[tuple[bool, ...]], int]]]:
    """Numbers, and what each is when its conditions have values."""
    for weights, constant in (((1, 1, 1, 1), 0), ((1, -1, 2, 0), -1), ((0, 0, 3, -3), 2)):
        rows = {
            (place,): ((weight, CONDITIONS[place]),)
            for place, weight in enumerate(weights)
            if weight
        }
        yield Number(rows, constant), partial(_sum, weights, constant)


def _sum(weights: tuple[int, ...], constant: int, values: tuple[bool, ...]) -> int:
    return constant + sum(w for w, value in zip(weights, values, strict=True) if value)


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: equal(a, b) if isinstance(a, Symbol) or isinstance(b, Symbol) else a == b,
    "sum": lambda a, b: equal(a + b, 2) if isinstance(a + b, Symbol) else a + b == 2,
    "difference": lambda a, b: (2 * a - b) > 0,
}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_arithmetic_is_that_of_integers(operation: str) -> None:
    compute = OPERATIONS[operation]
    known = [(other, lambda _, other=other: other) for other in range(-3, 6)]
    for (left, left_is), (right, right_is) in itertools.product(numbers(), [*numbers(), *known]):
        result = term(compute(left, right))
        for values in itertools.product([False, True], repeat=4):
            model = z3.Solver()
            model.add(*(c == v for c, v in zip(CONDITIONS, values, strict=True)))
            model.check()
            got = z3.is_true(model.model().eval(result, model_completion=True))
            assert bool(compute(left_is(values), right_is(values))) == got


def test_what_an_element_adds_to_both_sums_cancels() -> None:
    count = Number({(i,): ((1, c),) for i, c in enumerate(CONDITIONS)})
    assert (count - count).rows == {}
    assert equal(count + 1, count) is False


def test_a_sum_of_sums_is_a_sum_over_what_they_are_sums_of() -> None:
    rows = [Number({(i,): ((w, c),) for i, c in enumerate(CONDITIONS)}, w) for w in (1, 2)]
    total = Semantics().total([(True, row, (place,)) for place, row in enumerate(rows)])
    assert isinstance(total, Number)
    assert (4, 3) == (len(total.rows), total.constant)
    assert equal(total, rows[0] + rows[1]) is True


def test_what_both_of_two_numbers_have_is_not_chosen_between() -> None:
    count = Number({(i,): ((1, c),) for i, c in enumerate(CONDITIONS)})
    chosen = merge(A, count + 1, count)
    assert [(1, A.term)] == [weighted for row in (chosen - count).rows.values() for weighted in row]


def test_an_integer_has_no_bounds() -> None:
    time = Integer(z3.Int("time"))
    assert not holds(time < 10**30)
    assert holds(equal(2 * time - time, time))
    assert holds(equal(merge(A, time, time + 1) - time, merge(A, 0, Number({}, 1))))
    with pytest.raises(Symbolic, match="multiplied by a known one"):
        time * time


def test_an_element_that_is_not_known_is_one_of_those_it_may_be() -> None:
    words = Semantics()
    which = Choice({1: A, 2: negation(A)})
    with words.function() as frame:
        found = words.item(Map({1: 10, 2: 20}), which)
        assert [] == frame.obligations
        assert 10 == words.item(Map({1: 10}), which)
    assert holds(equal(found, merge(A, 10, 20)))
    assert holds(same(conjunction(frame.obligations), A))


# -- functions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", LIFTED)
def test_a_lifted_function_says_what_the_plain_one_does(function: str) -> None:
    owner, name = LIFTED[function]
    many, few = (200, 40) if owner == "othello" else (20, 5)
    assert disagreement(owner, name, tries=many if IS_LONG else few, seed=1) is None


def test_a_lifting_that_looks_up_another_element_disagrees() -> None:
    class Wrong(Semantics):
        def item(self, values: Any, key: Any) -> Any:
            return values[next(iter(key.options))] if isinstance(key, Choice) else values[key]

    lift = Lift(module("supply"), semantics=Wrong())
    assert disagreement("supply", "take", tries=20, lift=lift) is not None


WRONG: dict[str, tuple[str, Callable[..., Any]]] = {
    "or is and": ("disjunction", conjunction),
    "and is or": ("conjunction", disjunction),
    "everything is equal": ("equal", lambda left, right: True),
    "not does nothing": ("negation", lambda value: value),
    "the other branch": ("merge", lambda condition, then, otherwise: otherwise),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_lifting_that_is_wrong_disagrees(fault: str) -> None:
    name, wrong = WRONG[fault]
    with (
        patch.object(lift_words, name, wrong),
        patch(f"modspec.lift.lifting.{name}", wrong, create=True),
    ):
        lift = Lift(module("othello"))
        found = [
            disagreement("othello", f, tries=20, lift=lift)
            for f in ("captures", "placed", "winner")
        ]
    assert any(found)


def test_an_edit_is_lifted_as_well() -> None:
    edit = next(v for v in mutants(module("othello")) if v.function == "captures")
    lift = Lift(module("othello"), edits=edit.edits)
    assert disagreement("othello", "captures", tries=40, lift=lift) is not None


def test_on_known_boards_nothing_is_symbolic() -> None:
    lift, plain = Lift(LAMPS), Instance(LAMPS)
    for cells in itertools.product(Lamp, repeat=4):
        row = Map(dict(enumerate(cells)))
        for function in ("counts_are_sums", "some_lamp_is_lit", "lit", "reds"):
            lifted = lift.call(function, row)
            assert plain[function](row) == lifted.value
            assert () == lifted.obligations


def test_a_function_that_assumes_and_raises_tells_when() -> None:
    lift, symbols = Lift(LAMPS), Symbols(UNIVERSE)
    panel = symbols.of(LAMPS, "Panel", "panel")
    pressed, looked = lift.call("press", panel, 2), lift.call("shown", panel, 2)
    dark = panel.row[2].is_(Lamp.DARK)
    assert holds(same(pressed.raises, dark))
    assert [("NoLamp", False), "NoLamp"] == [pressed.exceptions[0], pressed.exceptions[1][0]]
    assert holds(same(looked.assumptions_hold, negation(dark)))
    assert [("NoLamp", True)] == list(lift.call("press", panel, 9).exceptions)
    assert isinstance(pressed.value, Panel)


def test_the_first_exception_that_applies_is_the_one() -> None:
    panel = Symbols(UNIVERSE).of(LAMPS, "Panel", "panel")
    (first, dark), (second, wrong) = Lift(LAMPS).call("check", panel, 1).exceptions
    assert ("NoLamp", "WrongColour") == (first, second)
    assert holds(same(dark, panel.row[1].is_(Lamp.DARK)))
    assert holds(negation(conjunction((dark, wrong))))
    assert not holds(negation(wrong))


def test_an_opaque_predicate_answers_the_same_to_the_same_and_nothing_else_is_known() -> None:
    lift, symbols = Lift(LAMPS, uninterpreted=["some_lamp_is_lit"]), Symbols(UNIVERSE)
    row, other = (symbols.of(LAMPS, "Row", name) for name in ("row", "other"))
    answers = [lift.call("some_lamp_is_lit", r).value for r in (row, row, other)]
    assert holds(same(answers[0], answers[1]))
    assert not holds(same(answers[0], answers[2]))
    assert not holds(answers[0])


# -- a second lifting, by hand ---------------------------------------------------------------------


def by_hand(board: dict[Square, tuple[Any, Any]], square: Square) -> tuple[Any, dict[Square, Any]]:
    """Whether Black captures from a square, and when each square flips: walking along each ray."""
    flipped: dict[Square, list[Any]] = {}
    for direction in Direction:
        ray, at = [], Square(square.row + direction.drow, square.col + direction.dcol)
        while at in SQUARES:
            ray.append(at)
            at = Square(at.row + direction.drow, at.col + direction.dcol)
        unbroken = z3.BoolVal(True)
        for number, end in enumerate(ray):
            if number > 0:
                closed = z3.And(unbroken, board[end][0])
                for passed in ray[:number]:
                    flipped.setdefault(passed, []).append(closed)
            unbroken = z3.And(unbroken, board[end][1])
    flips = {at: z3.Or(ways) for at, ways in flipped.items()}
    empty = z3.Not(z3.Or(*board[square]))
    return z3.And(empty, z3.Or(list(flips.values()))), flips


def test_a_lifting_by_hand_of_two_functions_agrees_on_every_square() -> None:
    lift, symbols = Lift(module("lines")), Symbols(Scope(keys={"Board": SQUARES}))
    board = symbols.of(module("lines"), "Board", "board")
    colours = {s: (term(c.is_(BLACK)), term(c.is_(WHITE))) for s, c in board.items()}
    for square in sorted(SQUARES):
        captures, flips = by_hand(colours, square)
        ours = lift.call("flips", board, BLACK, square).value
        asked = z3.SolverFor("QF_BV")
        goals = [term(lift.call("captures", board, BLACK, square).value) == captures]
        goals += [term(ours.has(s)) == flips.get(s, z3.BoolVal(False)) for s in SQUARES]
        asked.add(symbols.constraint, z3.Not(z3.And(goals)))
        assert z3.unsat == asked.check()


def test_a_lifting_by_hand_that_forgets_the_corner_does_not_agree() -> None:
    lift, symbols = Lift(module("lines")), Symbols(Scope(keys={"Board": SQUARES}))
    board = symbols.of(module("lines"), "Board", "board")
    colours = {s: (term(c.is_(BLACK)), term(c.is_(WHITE))) for s, c in board.items()}
    colours[Square(0, 0)] = (z3.BoolVal(False), z3.BoolVal(False))
    captures, _ = by_hand(colours, Square(0, 4))
    asked = z3.Solver()
    lifted = term(lift.call("captures", board, BLACK, Square(0, 4)).value)
    asked.add(symbols.constraint, lifted != captures)
    assert z3.sat == asked.check()
    known = {s: value_in(cell, asked.model()) for s, cell in board.items()}
    assert (BLACK, EMPTY) == (known[Square(0, 0)], known[Square(0, 4)])


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [64, 128])
def test_symbolic_words_compute_as_unsigned_words_do(width: int) -> None:
    a, b = 0xF0F0_0000_1234_8001, 0x8000_0000_0000_0003
    mask = (1 << width) - 1
    computations: list[Callable[[Any, Any], Any]] = [
        lambda x, y: x & y, lambda x, y: x | y, lambda x, y: x ^ y, lambda x, y: x << 7,
        lambda x, y: x >> 9, lambda x, y: x + y, lambda x, y: x - y, lambda x, y: ~x,
        lambda x, y: 1 | x, lambda x, y: 5 & y, lambda x, y: 7 - x, lambda x, y: -y,
        lambda x, y: 1 << (y & 3), lambda x, y: 3 * x,
    ]  # fmt: skip
    left, right = Bits(z3.BitVecVal(a, width)), Bits(z3.BitVecVal(b, width))
    for compute in computations:
        expected = compute(a, b) & mask
        assert expected == z3.simplify(compute(left, right).term).as_long()
    assert holds(left != right)
    assert holds(word([left.has(n) for n in range(64)], width) == left)


def test_a_word_is_not_combined_with_what_is_no_integer() -> None:
    with pytest.raises(Symbolic, match="'e4', which is no integer"):
        SYMBOLS[4] & "e4"  # type: ignore[operator]


def test_words_can_be_given_to_see_whether_wrong_ones_are_noticed() -> None:
    class Wrong(Semantics):
        def every(self, yields: Any) -> Any:
            return self.some(yields)

    lift = Lift(module("othello"), semantics=Wrong())
    assert disagreement("othello", "captures", tries=40, lift=lift) is not None
