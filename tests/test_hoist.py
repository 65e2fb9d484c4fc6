"""What a formula computes of its dummies alone is computed once, and its value stays the same."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from modcheck.testing.budget import USUAL
from modcheck.testing.trace_generator import TraceGenerator
from modlab.specification_course import SpecificationCourse
from modspec.run.hoist import MOST, hoist, provide
from modspec.run.instance import Instance
from modspec.run.machine import Machine
from modspec.syntax.module import Module

LIBRARY: Final = Path(__file__).parent.parent / "docs" / "library"


class Place(NamedTuple):
    row: int
    col: int


def double(number: int) -> int:
    """A function of the specification: it may be edited, so it is applied each time."""
    return 2 * number


NAMES: Final[Mapping[str, Any]] = {
    "Place": Place,
    "PLACES": frozenset(Place(r, c) for r in range(3) for c in range(3)),
    "STEPS": (Place(0, 1), Place(1, 0)),
    "SIZE": 3,
    "double": double,
}


def both(formula: str, parameters: str = "a") -> tuple[Callable[..., Any], Callable[..., Any], int]:
    """Return a function with a formula, the same with rows, and the number of rows' definitions."""
    text = f"def f({parameters}): return {formula}"
    (node,) = ast.parse(text).body
    assert isinstance(node, ast.FunctionDef)
    found: list[Callable[..., Any]] = []
    statements = hoist(node, NAMES)
    for each in ([node], statements):
        space = dict(NAMES)
        provide(space)
        exec(compile(ast.fix_missing_locations(ast.Module(each, [])), "f", "exec"), space)
        found.append(space["f"])
    return found[0], found[1], len(statements) - 1


BOARDS: Final = ({}, {Place(0, 0): 1, Place(1, 1): 2}, {Place(r, r): 1 for r in range(5)})


@pytest.mark.parametrize(
    "formula",
    [
        "any(all(a.get(Place(p.row + k * s.row, p.col), 0) for k in range(3)) for p in PLACES "
        "for s in STEPS)",
        "{p: a.get(Place(p.col, p.row)) for p in PLACES if p.row + p.col < SIZE}",
        "{a.get(Place(k, SIZE - 1 - k)) for k in range(SIZE)}",
        "[(k, double(k + 1), a.get(Place(k, k))) for k in range(SIZE)]",
        "sum(len(a) * (k + 1) for k in range(SIZE) if k > 0)",
        "[[a.get(Place(r, c)) for c in range(r + 1)] for r in range(SIZE)]",
        "[sum(x for x in a.values() if x == k * k) for k in range(SIZE)]",
        "[tuple(a)[k + 1 : k + 2] for k in range(SIZE)]",
    ],
)
def test_a_formula_goes_through_rows(formula: str) -> None:
    plain, quick, count = both(formula)
    assert count == 1
    for board in BOARDS:
        assert plain(board) == quick(board)
        assert plain(board) == quick(board)  # now that the rows are known


@pytest.mark.parametrize(
    "formula",
    [
        "any(a.get(p) for p in PLACES)",  # nothing is computed
        "any(a.get(Place(p.row + 1, 0)) for p in a)",  # of what the argument has
        "[double(k) for k in range(SIZE)]",  # a function may be edited
        "[f'{k + 1}{len(a)}' for k in range(SIZE)]",
        "[(lambda x: x + k + 1)(len(a)) for k in range(SIZE)]",
        "[[len(a) + k + 1 for k in range(k + 1)] for k in range(SIZE)]",  # one name for two things
        "[a + 1 for a in range(SIZE)]",
    ],
)
def test_a_formula_is_left_as_it_stands(formula: str) -> None:
    plain, quick, count = both(formula)
    assert count == 0
    for board in BOARDS:
        assert plain(board) == quick(board)


def test_what_a_formula_need_not_compute_does_no_harm() -> None:
    formula = "any(k >= a or 1 // (k - 2) > 5 for k in range(SIZE + 1))"
    plain, quick, count = both(formula)
    assert count == 1
    assert plain(0) is quick(0) is True
    for function in (plain, quick):
        with pytest.raises(ZeroDivisionError):
            function(3)


@pytest.mark.parametrize("size", [MOST, MOST + 1, 10**12])
def test_many_rows_are_not_computed(size: int) -> None:
    plain, quick, count = both(f"any(a == k + 1 for k in range({size}))")
    assert count == 1
    assert plain(7) is quick(7) is True


@pytest.mark.parametrize("name", ["connect_four", "game_2048", "tic_tac_toe"])
def test_modules_of_the_library_say_the_same_with_rows(name: str) -> None:
    course = SpecificationCourse(str(LIBRARY / f"{name}.py"))
    model = course.test_model(name, {}, {})
    module: Module = model.module
    functions = [n for n in ast.parse(module.source).body if isinstance(n, ast.FunctionDef)]
    changed = [f.name for f in functions if len(hoist(f, vars(module.python))) > 1]
    assert changed
    generator = TraceGenerator(Machine(module), model.domains)
    quick, bare = Instance(module), Instance(module, memo_size=0)
    compared = 0
    for step in generator.game(generator.random_game(), USUAL):
        if step.before is not None:
            outcomes = [outcome_of(each, step) for each in (quick, bare)]
            assert outcomes[0] == outcomes[1]
            compared += 1
    assert compared > 100


def outcome_of(instance: Instance, step: Any) -> object:
    """Return what a routine yields, or the exception that it raises."""
    try:
        return instance[step.call.routine](step.before, *step.call.arguments)
    except Exception as error:  # noqa: BLE001  # modules raise classes without a common base
        return type(error)
