"""Each construct works in each reading: the table on the notation's page is what the code does."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import z3

from modcheck.system.implementation import encode
from modspec import Map, Module, declare
from modspec.contract.contract import ContractTerms
from modspec.explain.explain import explain_clause
from modspec.lift import Collection, Integer, Lift, RealTerm, Symbolic, Truth
from modspec.lint import Finding
from modspec.lint.inference import TypeInference
from modspec.lint.value_types import describe, type_hints
from modspec.print import latex, terminal
from modspec.print.document import layout
from modspec.print.formula import formula
from modspec.print.mathml import Sheet
from modspec.run.instance import Instance
from modspec.run.machine import Outcome
from modspec.run.mutants import mutants
from modspec.run.plain import plain
from modspec.syntax.module import Function

EXPLANATION = Path(__file__).parent.parent / "docs" / "explanation"
PAGE = EXPLANATION / "notation.md"

ONE, TWO, THREE = frozenset({1}), frozenset({2, 1}), frozenset({2, 3})
PAIRS = Map({1: 10, 2: 20})
HEADINGS = ("construct", "run", "explain", "lift", "contract", "mutants", "lint", "JSON")


@cache
def constructs() -> Module:
    sys.path.insert(0, str(EXPLANATION))
    try:
        return declare("constructs")
    finally:
        sys.path.pop(0)


def number(name: str) -> Integer:
    return Integer(z3.Int(name))


def some(*elements: int) -> Collection:
    """A set of which is not known what it has of some elements."""
    return Collection({each: Truth(z3.Bool(f"has{each}")) for each in elements})


def real(name: str) -> RealTerm:
    return RealTerm(z3.Real(name))


def place(at: Any) -> Any:
    """An object, of which may not be known where it is."""
    constructs()
    return sys.modules["gates.place"].Place(at=at)


CALLS: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "either": ((TWO, THREE), (some(1, 2), THREE)),
    "both": ((TWO, THREE), (some(1, 2), THREE)),
    "only_first": ((TWO, THREE), (TWO, some(1, 2))),
    "is_part": ((TWO, THREE), (some(1, 2), THREE)),
    "is_empty": ((ONE,), (some(1, 2),)),
    "arguments": ((PAIRS,), (Map({1: number("x")}),)),
    "updated": ((PAIRS, 3, 30), (PAIRS, number("n"), 30)),
    "without_key": ((PAIRS, 1), (PAIRS, number("n"))),
    "nothing": ((), ()),
    "positive": (((3, -4, 5),), ((number("x"), number("y")),)),
    "doubled": (((3, 4),), ((number("x"), number("y")),)),
    "halfway": ((1.5, 2.0), (real("x"), real("y"))),
    "magnitude": ((-1.5,), (real("x"),)),
    "root": ((2.25,), (real("x"),)),
    "rightmost": ((place(1.5), place(2.0)), (place(real("x")), place(real("y")))),
    "between": ((place(1.5), place(2.0)), (place(real("x")), place(real("y")))),
}
"""The function for each construct, with arguments that are known and arguments that are not."""


def cell_of_run(function: Function, known: tuple[Any, ...], _: tuple[Any, ...]) -> str:
    value = Instance(constructs())[function.name](*known)
    plainly = vars(constructs().python)[function.name](*known)
    assert plainly == value
    return f"`{plain(value)}`"


def cell_of_explain(function: Function, known: tuple[Any, ...], _: tuple[Any, ...]) -> str:
    instance = Instance(constructs())
    assert function.output is not None
    part = explain_clause(instance, function, function.output, None, known)
    assert part.value == instance[function.name](*known)
    return "what decides" if part.because or part.operands else "the value"


def cell_of_lift(function: Function, _: tuple[Any, ...], symbolic: tuple[Any, ...]) -> str:
    try:
        lifted = Lift(constructs()).call(function.name, *symbolic)
    except Symbolic as error:
        return f"refused: {error}"
    assert lifted.value is not None
    return "terms"


def cell_of_contract(function: Function, known: tuple[Any, ...], _: tuple[Any, ...]) -> str:
    instance = Instance(constructs(), memo_size=0)
    terms = ContractTerms(instance, function)
    value = instance[function.name](*known)
    assert terms.violation(None, known, Outcome(None, output=value)) is None
    assert terms.violation(None, known, Outcome(None, output="else")) is not None
    return "checked"


def cell_of_mutants(function: Function, *_: tuple[Any, ...]) -> str:
    found = [each for each in mutants(constructs()) if each.function == function.name]
    return (
        "; ".join(f"`{each.before}` → `{each.after}`" for each in found[:2])
        or "none: nothing can be confused"
    )


def cell_of_lint(function: Function, *_: tuple[Any, ...]) -> str:
    findings: list[Finding | object] = []
    TypeInference(constructs(), lambda *each: findings.append(each)).check(function)
    assert [] == findings
    result = type_hints(vars(constructs().python)[function.name])["return"]
    return describe(result, constructs())


def cell_of_json(function: Function, known: tuple[Any, ...], _: tuple[Any, ...]) -> str:
    return f"`{json.dumps(encode(Instance(constructs())[function.name](*known)))}`"


READINGS: tuple[Callable[..., str], ...] = (
    cell_of_run,
    cell_of_explain,
    cell_of_lift,
    cell_of_contract,
    cell_of_mutants,
    cell_of_lint,
    cell_of_json,
)


def row(name: str) -> str:
    """The row of the table about one construct."""
    function = constructs()[name]
    assert function.output is not None
    shown = terminal.inline(formula(function.output.value))
    cells = [f"`{shown}`", *(reading(function, *CALLS[name]) for reading in READINGS)]
    assert all(cells)
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


@pytest.mark.parametrize("name", CALLS)
def test_the_page_says_what_each_reading_makes_of_a_construct(name: str) -> None:
    assert row(name) in PAGE.read_text("utf-8").splitlines()


def test_the_table_has_a_row_for_each_construct_and_no_other() -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    begin = lines.index(f"| {' | '.join(HEADINGS)} |") + 2
    assert [row(name) for name in CALLS] == lines[begin : begin + len(CALLS)]
    assert not lines[begin + len(CALLS)].startswith("|")


@pytest.mark.parametrize("name", CALLS)
def test_a_construct_is_printed_in_each_medium(name: str) -> None:
    output = constructs()[name].output
    assert output is not None
    document = formula(output.value)
    assert Sheet(layout(document, 80)).row(0).startswith("<math")
    assert not {*"∪∩⊆∅⊕↦⟨⟩"} & {*latex.inline(document)}


@pytest.mark.parametrize(
    ("name", "wrong", "words"),
    [
        ("either", "a | 3", "the other operand is a set"),
        ("updated", "{**key, key: value}", "only a mapping can be put into one with **"),
        ("arguments", "frozenset(m) | {True}", "has to be a set of integers"),
    ],
)
def test_a_wrong_operand_is_found(name: str, wrong: str, words: str, tmp_path: Path) -> None:
    text = (EXPLANATION / "constructs.py").read_text("utf-8")
    right = {"either": "a | b", "updated": "{**m, key: value}", "arguments": "frozenset(m)"}[name]
    (tmp_path / f"wrong_{name}.py").write_text(text.replace(right, wrong), encoding="utf-8")
    sys.path.insert(0, str(tmp_path))
    try:
        module = declare(f"wrong_{name}")
    finally:
        sys.path.pop(0)
    findings: list[str] = []
    TypeInference(module, lambda *each: findings.append(f"{each[3]}")).check(module[name])
    assert words in findings[0]


def test_what_is_said_of_unknown_sets_is_what_python_computes() -> None:
    lift, instance = Lift(constructs()), Instance(constructs())
    elements = (1, 2, 3)
    sets = [frozenset(e for n, e in enumerate(elements) if bits >> n & 1) for bits in range(8)]
    unknown = some(*elements)
    for name in ("either", "both", "only_first", "is_part"):
        for other in sets:
            for first, second in ((unknown, other), (other, unknown)):
                lifted = lift.call(name, first, second).value
                for known in sets:
                    pair = (known, second) if first is unknown else (first, known)
                    assert instance[name](*pair) == valued(lifted, known)


def valued(lifted: Any, known: frozenset[int]) -> Any:
    """What a lifted set or truth value is if the unknown set is a known one."""
    places = [(z3.Bool(f"has{e}"), z3.BoolVal(e in known)) for e in (1, 2, 3)]

    def holds(condition: Any) -> bool:
        if isinstance(condition, Truth):
            return z3.is_true(z3.simplify(z3.substitute(condition.term, *places)))
        return bool(condition)

    if isinstance(lifted, Collection):
        return frozenset(value for value, given in lifted.members.items() if holds(given))
    return lifted if isinstance(lifted, frozenset) else holds(lifted)
