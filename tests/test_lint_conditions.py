"""Conditions: what is reported as decided is so for all values; what can go either way is not."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from modspec import Module, declare, module_at
from modspec.lint import FindingKind, lint
from modspec.lint.conditions import check_conditions
from modspec.lint.strict import Budget, StrictMachine
from modspec.syntax.expressions import Span

LIBRARY = Path(__file__).parents[1] / "docs" / "library"

TEXT = '''"""Shelf: a module with two guards."""

from __future__ import annotations

from collections.abc import Set
from enum import Enum
from typing import Final, NamedTuple

from modspec import AbstractObject

__all__ = ["First", "Second", "init", "look"]

LIMIT: Final = 2

SMALL: Final = frozenset({{1, 2}})


class Colour(Enum):
    """Colours."""

    RED = 1
    BLUE = 2


class Cell(NamedTuple):
    """A place."""

    row: int
    col: int


CELLS: Final = frozenset(Cell(r, c) for r in range(2) for c in range(2))


class First(Exception):
    """First."""


class Second(Exception):
    """Second."""


class Shelf(AbstractObject):
    """The shelf."""

    items: tuple[int, ...]


def invariant(shelf: Shelf) -> bool:
    """Not too many."""
    return len(shelf.items) <= LIMIT


def init() -> Shelf:
    """Begin."""
    return Shelf(items=())


def look(
    shelf: Shelf, n: int, cell: Cell, colour: Colour, some: Set[int], choice: Colour | None
) -> bool:
    """Two guards."""
    if {first}:
        raise First
    if {second}:
        raise Second
    return True


def half(k: int) -> int:
    """Half."""
    return k // 2


def is_red(seen: Colour) -> bool:
    """Red."""
    same = seen == Colour.RED
    return same


def is_in(shelf: Shelf, k: int) -> bool:
    """In."""
    return k in shelf.items
'''
"""A module with two guards, to be filled in."""

NEVER, ALWAYS, EITHER, OPEN = "never", "always", "either", "open"
"""How often the second condition is true where the first is false. OPEN: never, and not found."""

CASES = [
    ("n < 0", "n < -1", NEVER, "the clause for First"),
    ("n < 0", "n <= 0", EITHER, ""),
    ("n < 0", "n >= 0", ALWAYS, "the clause for First"),
    ("n > 7", "n < 1 and n > 2", NEVER, "whatever the values"),
    ("n > 7", "n == n", ALWAYS, "whatever the values"),
    ("n > 7", "len(shelf.items) > LIMIT", NEVER, "the invariant"),
    ("n > 7", "len(shelf.items) == LIMIT", EITHER, ""),
    ("len(shelf.items) == 0", "shelf.items == ()", NEVER, "the clause for First"),
    ("len(shelf.items) == 1", "len((*shelf.items, n)) == 2", NEVER, "the clause for First"),
    ("len(shelf.items) == 1", "len((*shelf.items, n)) == 1", EITHER, ""),
    ("n in shelf.items", "len(shelf.items) == LIMIT and n in shelf.items", NEVER, "First"),
    ("n not in some", "len(some) == 0", NEVER, "the clause for First"),
    ("n not in some", "len(some) == 1", EITHER, ""),
    ("n in some | SMALL", "n == 1", NEVER, "the clause for First"),
    ("n in some | SMALL", "n == 3", EITHER, ""),
    ("n in SMALL - some", "n in SMALL", EITHER, ""),
    ("colour == Colour.RED", "colour == Colour.BLUE", ALWAYS, "the clause for First"),
    ("choice == Colour.RED", "choice == Colour.BLUE", EITHER, ""),
    ("choice is None", "choice == Colour.RED or choice == Colour.BLUE", ALWAYS, "First"),
    ("is_red(colour)", "not is_red(colour)", ALWAYS, "the clause for First"),
    ("is_red(colour)", "colour == Colour.RED", NEVER, "the clause for First"),
    ("is_in(shelf, n)", "n in shelf.items", NEVER, "the clause for First"),
    ("is_in(shelf, n)", "n + 1 in shelf.items", EITHER, ""),
    ("cell not in CELLS", "cell.row < 0", NEVER, "the clause for First"),
    ("cell not in CELLS", "cell.row == 1", EITHER, ""),
    ("Cell(n, 0) not in CELLS", "n > 1", NEVER, "the clause for First"),
    ("cell == Cell(0, 0)", "cell.row == 0 and cell.col == 0", NEVER, "the clause for First"),
    ("cell == Cell(0, 0)", "cell.row == 0", EITHER, ""),
    ("n % 2 == 0", "n % 2 == 1", ALWAYS, "the clause for First"),
    ("n < 1", "half(n) >= n", NEVER, "the clause for First"),
    ("n < 0", "half(n) >= n", EITHER, ""),
    ("abs(n) < 1", "n == 0", NEVER, "the clause for First"),
    ("n > 7", "(1 if n > 0 else 0) > 1", NEVER, "whatever the values"),
    ("n > 7", "0 <= n < 0", NEVER, "whatever the values"),
    (
        "all(i > 0 for i in some)",
        "n > 0 and all(i > 0 for i in some)",
        NEVER,
        "the clause for First",
    ),
    ("any(k == Colour.RED for k in Colour) and n > 0", "any(k == n for k in some)", EITHER, ""),
    ("n > 7", "n * n < 0", OPEN, ""),
    ("n > 7", "any(i < 0 and i > 0 for i in some)", OPEN, ""),
]


@pytest.fixture
def modules() -> Iterator[list[str]]:
    """Names of modules that are forgotten after the test."""
    names: list[str] = []
    yield names
    for name in names:
        del sys.modules[name]


def declare_text(text: str, name: str, folder: Path) -> Module:
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    found = importlib.util.spec_from_file_location(name, file)
    assert found is not None
    assert found.loader is not None
    python = sys.modules[name] = importlib.util.module_from_spec(found)
    found.loader.exec_module(python)
    return declare(name)


def reports(module: Module) -> list[tuple[int, str]]:
    """Return the lines and texts of the reports on a module's conditions."""
    found: list[tuple[int, str]] = []

    def report(at: Span, level: object, kind: FindingKind, text: str, advice: str) -> None:
        assert FindingKind.CONDITION is kind
        assert advice
        found.append((at.line, text))

    check_conditions(module, report)
    return found


def values_seen(module: Module) -> set[bool]:
    """Return the values that the second condition has, in good states where the first is false."""
    python: ModuleType = module.python
    machine = StrictMachine(module, Budget(1 << 30))
    states = [
        python.Shelf(items=items)
        for items in ((), (0,), (1,), (3, 1), (2, 3))
        if len(items) <= python.LIMIT
    ]
    colours = list(python.Colour)
    some = (frozenset(), frozenset({1}), frozenset({-2, 3}), frozenset({0, 1, 2}))
    rest = itertools.product(
        range(-2, 5), (python.Cell(r, c) for r in (-1, 0, 1) for c in (0, 2)), colours, some,
        (*colours, None),
    )  # fmt: skip
    seen: set[bool] = set()
    for number, (state, arguments) in enumerate(itertools.product(states, list(rest))):
        if number % 5 == 0:  # more than enough to see both values where there are two
            outcome = machine.call(module["look"], state, arguments)
            if outcome.exception != "First":
                seen.add(outcome.exception == "Second")
            if len(seen) == 2:
                break
    return seen


@pytest.mark.parametrize(("number", "case"), [*enumerate(CASES)], ids=str)
def test_a_condition_is_reported_if_it_is_decided(
    number: int, case: tuple[str, ...], tmp_path: Path, modules: list[str]
) -> None:
    first, second, how_often, why = case
    modules.append(f"shelf_{number}")
    text = TEXT.format(first=first, second=second)
    module = declare_text(text, modules[0], tmp_path)
    seen: set[bool] = values_seen(module)
    assert seen == {NEVER: {False}, OPEN: {False}, ALWAYS: {True}, EITHER: {False, True}}[how_often]
    line = 1 + text.splitlines().index(f"    if {second}:")
    found = [told for at, told in reports(module) if at == line]
    if how_often in (EITHER, OPEN):
        assert [] == found
    else:
        assert f"the condition of Second is {how_often} true" in found[0]
        assert why in found[0]


def test_nothing_is_said_of_what_comes_after_a_guard_that_always_holds(
    tmp_path: Path, modules: list[str]
) -> None:
    modules.append("shelf_of_no_call")
    module = declare_text(TEXT.format(first="n == n", second="n > 0"), modules[0], tmp_path)
    assert ["the condition of First is always true, whatever the values"] == [
        text for _, text in reports(module)
    ]


def test_the_state_of_a_call_may_be_any_state_in_a_local_function(
    tmp_path: Path, modules: list[str]
) -> None:
    modules.append("shelf_with_a_local_guard")
    text = TEXT.format(first="n < 0", second="n > 1").replace('"look"]', "]")
    text = text.replace("n < 0", "len(shelf.items) > LIMIT")
    assert [] == reports(declare_text(text, modules[0], tmp_path))


def test_a_lint_tells_how_far_it_has_come() -> None:
    told: list[tuple[str, int, int]] = []
    lint(module_at(str(LIBRARY / "vending_machine.py")), progress=lambda *how: told.append(how))
    assert ["calls from the start", "calls in other states", "conditions"] == [
        *dict.fromkeys(phase for phase, _, _ in told)
    ]
    assert all(0 <= done <= total for _, done, total in told)
    for phase in {phase for phase, _, _ in told}:
        done = [each for name, each, _ in told if name == phase]
        assert done == sorted(done)
        assert done[0] < done[-1]
