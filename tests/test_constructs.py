"""Each construct works in each reading: the table on the notation's page is what the code does."""

from __future__ import annotations

import itertools
import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import z3

from modcheck.system.implementation import encode
from modspec import Map, Module, declare
from modspec.contract.contract import ContractTerms
from modspec.explain.explain import explain_call
from modspec.lift import Choice, Collection, Integer, Lift, RealTerm, Symbolic, Truth
from modspec.lift.logic import negation
from modspec.lint import Finding
from modspec.lint.inference import TypeInference
from modspec.lint.instead import INSTEAD, OF_CONSTRUCT
from modspec.lint.value_types import describe, type_of_annotation
from modspec.print import latex, terminal
from modspec.print.document import Document, layout
from modspec.print.formula import formula, output_clause, signature, transition_clause
from modspec.print.mathml import Sheet
from modspec.run.instance import Instance
from modspec.run.machine import Machine, Outcome
from modspec.run.mutants import mutants
from modspec.run.plain import plain
from modspec.syntax.bounds import bounded_hints, holds_bounds
from modspec.syntax.kinds import output_kind
from modspec.syntax.module import ExceptionClause, Function
from modspec.syntax.places import module_at

EXPLANATION = Path(__file__).parent.parent / "docs" / "explanation"
PAGE = EXPLANATION / "notation.md"

ONE, TWO, THREE = frozenset({1}), frozenset({2, 1}), frozenset({2, 3})
PAIRS = Map({1: 10, 2: 20})
HEADINGS = ("construct", "print", "run", "explain", "lift", "contract", "mutants", "lint", "JSON")


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
    """A set that may or may not have some elements."""
    return Collection({each: Truth(z3.Bool(f"has{each}")) for each in elements})


@cache
def vending_machine() -> Module:
    """The module whose access programs stand for the constructs of transitions."""
    return module_at(str(EXPLANATION.parent / "library" / "vending_machine.py"))


def function_named(name: str) -> Function:
    known = {each.name: each for each in constructs().functions}
    return known.get(name) or (route_module() if name == "stop" else vending_machine())[name]


def element(name: str) -> Any:
    return constructs().python.Coin[name]


def coin(name: str) -> Choice:
    """One of both coins."""
    is_dime = Truth(z3.Bool(name))
    return Choice({element("CENT"): negation(is_dime), element("DIME"): is_dime})


def letter(name: str) -> Choice:
    """One of two characters."""
    is_first = Truth(z3.Bool(name))
    return Choice({"i": is_first, "x": negation(is_first)})


def drink(name: str) -> Any:
    return vending_machine().python.Drink[name]


def machine(credit: Any) -> Any:
    """A machine in which a cola waits."""
    python = vending_machine().python
    stock = Map(dict.fromkeys(python.Drink, 1))
    return python.Machine(stock=stock, credit=credit, slot=python.Drink.COLA)


@cache
def route_module() -> Module:
    """The module that uses an instance of a generic one."""
    return module_at(str(EXPLANATION.parent / "library" / "route.py"))


def point(x: Any, y: Any) -> Any:
    """A tuple with names, of which may not be known where it is."""
    return constructs().python.Point(x, y)


def route(x: Any) -> Any:
    """A route with one stop, of which may not be known where it is."""
    python = route_module().python
    stop = python.Point(xc=x, yc=0)
    way = python.Sequence(items=(stop,))
    return python.Route(way=way)


def real(name: str) -> RealTerm:
    return RealTerm(z3.Real(name))


def place(at: Any) -> Any:
    """An object at a place that may be unknown."""
    constructs()
    return sys.modules["gates.place"].Place(at=at)


CALLS: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "all_positive": (((3, -4),), ((number("x"), number("y")),)),
    "has_negative": (((3, -4),), ((number("x"), number("y")),)),
    "total": (((3, -4),), ((number("x"), number("y")),)),
    "sign": ((-3,), (number("n"),)),
    "alike": ((2, -7), (number("a"), number("b"))),
    "rotated": (((3, 5, 7),), ((number("x"), number("y"), number("z")),)),
    "mirrored": ((point(1, 2),), (point(number("x"), number("y")),)),
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
    "whole_part": ((2.25,), (real("x"),)),
    "rightmost": ((place(1.5), place(2.0)), (place(real("x")), place(real("y")))),
    "between": ((place(1.5), place(2.0)), (place(real("x")), place(real("y")))),
    "greatest": (((3, 7, 4),), ((number("x"), number("y")),)),
    "half": ((6,), (number("n"),)),
    "any_positive": ((TWO,), (some(1, 2),)),
    "next_digit": ((8,), (number("n"),)),
    "one_less": ((3,), (number("n"),)),
    "or_zero": ((None,), (Choice({None: Truth(z3.Bool("p")), 3: Truth(z3.Not(z3.Bool("p")))}),)),
    "is_reserved": (
        ("if",),
        (Choice({"x": Truth(z3.Bool("q")), "if": Truth(z3.Not(z3.Bool("q")))}),),
    ),
    "initial": ((("i", "f"),), ((letter("first"), "f"),)),
    "worth": ((element("DIME"),), (coin("c"),)),
    "stop": ((route(1), 0), (route(number("x")), 0)),
    "refill": ((machine(1), drink("COLA")), (machine(number("credit")), drink("COLA"))),
    "take": ((machine(1),), (machine(number("credit")),)),
}
"""The function for each construct, with arguments that are known and arguments that are not."""


def outcome_of(function: Function, arguments: tuple[Any, ...]) -> Outcome:
    """What a call with the state, if it takes one, comes to."""
    state, rest = (arguments[0], arguments[1:]) if function.state else (None, arguments)
    value = Instance(declare(function.module))[function.name](*arguments)
    if not function.is_transition:
        return Outcome(state, value)
    outcome = Machine(declare(function.module)).call(state, function.name, rest)
    assert value == ((outcome.state, outcome.output) if function.output else outcome.state)
    return outcome


def cell_of_print(function: Function, *_: tuple[Any, ...]) -> str:
    documents = formulas_of(function)
    assert all(Sheet(layout(each, 80)).row(0).startswith("<math") for each in documents)
    return ", ".join(f"`{latex.inline(each)}`" for each in documents)


def cell_of_run(function: Function, known: tuple[Any, ...], _: tuple[Any, ...]) -> str:
    outcome = outcome_of(function, known)
    plainly = vars(declare(function.module).python)[function.name](*known)
    shown = []
    if function.is_transition:
        after = plainly[0] if function.output else plainly
        assert after == outcome.state
        names = [each.variable for each in function.changes]
        shown = [f"`{name} = {plain(getattr(after, name))}`" for name in names]
        plainly = plainly[1] if function.output else None
    if function.output:
        assert plainly == outcome.output
        shown.append(f"`{plain(outcome.output)}`")
    return ", ".join(shown)


def cell_of_explain(function: Function, known: tuple[Any, ...], _: tuple[Any, ...]) -> str:
    instance = Instance(declare(function.module))
    state, rest = (known[0], known[1:]) if function.state else (None, known)
    outcome = outcome_of(function, known)
    because = False
    for clause, part in explain_call(instance, function, state, rest):
        if isinstance(clause, ExceptionClause):
            continue
        name = getattr(clause, "variable", "")
        assert part.value == (getattr(outcome.state, name) if name else outcome.output)
        because |= bool(part.because or part.operands)
    return "what decides" if because else "the value"


def cell_of_lift(function: Function, _: tuple[Any, ...], symbolic: tuple[Any, ...]) -> str:
    try:
        lifted = Lift(declare(function.module)).call(function.name, *symbolic)
    except Symbolic as error:
        return f"refused: {error}"
    assert lifted.value is not None
    return "terms"


def cell_of_contract(function: Function, known: tuple[Any, ...], _: tuple[Any, ...]) -> str:
    terms = ContractTerms(Instance(declare(function.module), memo_size=0), function)
    state, rest = (known[0], known[1:]) if function.state else (None, known)
    right = outcome_of(function, known)
    assert terms.violation(state, rest, right) is None
    assert terms.violation(state, rest, replace(right, state=state, output="else")) is not None
    for assignment in function.transition:
        kept = {name: getattr(right.state, name) for name in right.state.variables}
        wrong = type(right.state)(**{**kept, assignment.variable: "else"})
        assert terms.violation(state, rest, replace(right, state=wrong)) is not None
    return "checked"


def cell_of_mutants(function: Function, *_: tuple[Any, ...]) -> str:
    found = [e for e in mutants(declare(function.module)) if e.function == function.name]
    result = function.output or function.changes[0]
    found = [each for each in found if each.line >= result.at.line or not function.is_transition]
    return (
        "; ".join(f"`{each.before}` → `{each.after}`" for each in found[:2])
        or "none: nothing can be confused"
    )


def cell_of_lint(function: Function, *_: tuple[Any, ...]) -> str:
    module = declare(function.module)
    findings: list[Finding | object] = []
    TypeInference(module, lambda *each: findings.append(each)).check(function)
    assert [] == findings
    if not function.output:
        return "no output"
    return describe(type_of_annotation(output_kind(vars(module.python)[function.name])), module)


def cell_of_json(function: Function, known: tuple[Any, ...], _: tuple[Any, ...]) -> str:
    return f"`{json.dumps(encode(outcome_of(function, known).output))}`"


READINGS: tuple[Callable[..., str], ...] = (
    cell_of_print,
    cell_of_run,
    cell_of_explain,
    cell_of_lift,
    cell_of_contract,
    cell_of_mutants,
    cell_of_lint,
    cell_of_json,
)


def formulas_of(function: Function) -> list[Document]:
    """The formulas of a construct: of a transition, its clauses; of a type, where it stands."""
    hints = bounded_hints(vars(declare(function.module).python)[function.name])
    if any(holds_bounds(kind) for kind in hints.values()):
        return [signature(function)]
    if not function.is_transition:
        assert function.output is not None
        return [formula(function.output.value)]
    outputs = [output_clause(function)] if function.output else []
    return [transition_clause(function), *outputs]


def row(name: str) -> str:
    """The row of the table about one construct."""
    function = function_named(name)
    shown = ", ".join(f"`{terminal.inline(each)}`" for each in formulas_of(function))
    cells = [shown, *(reading(function, *CALLS[name]) for reading in READINGS)]
    assert all(cells)
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


_ESCAPED = r"\\\1"


def sentence_on_environment() -> str:
    """What the page says of environment variables, which are no names of a formula."""
    module = vending_machine()
    text = module.environment.splitlines()[0]
    name = text.partition(":")[0]
    assert text in terminal.page(module)
    assert module.state is not None
    assert name not in {each.name for each in module.state.variables}
    return (
        f"An environment variable, such as `{text}`, is said in words. "
        "It has a section on the page of its module, and every other reading refuses it: "
        "a value that a clause needs is a state variable."
    )


def rows_of_refusals() -> list[str]:
    """The rows of the table about what no reading has, those with the same advice in one."""
    typed: dict[str, dict[str, list[str]]] = {}
    for construct, table in [("", INSTEAD), *OF_CONSTRUCT.items()]:
        for pattern, advice in table.items():
            told = advice if isinstance(advice, str) else "; ".join(advice)
            named = typed.setdefault(told, {})
            if pattern == "...":
                named.setdefault("", []).append(construct)
            else:
                about = f" ({construct})" if construct else ""
                named.setdefault(about, []).append(_cell_of_pattern(pattern))
    rows = []
    for advice, named in typed.items():
        shown = ", ".join(f"{', '.join(each)}{about}" for about, each in named.items())
        rows.append(f"| {shown} | {_cell_of_text(advice)} |")
    return rows


def _cell_of_pattern(pattern: str) -> str:
    """Return a pattern as a cell shows it: each line as code."""
    lines = pattern.replace("|", r"\|").replace(":\n", ": ").split("\n")
    return "<br>".join(f"`{' '.join(line.split())}`" for line in lines)


def _cell_of_text(text: str) -> str:
    """Return a text as a cell shows it: signs that mean something in a table are escaped."""
    parts = text.replace("|", r"\|").split("`")
    kinds = itertools.cycle((False, True))
    return "`".join(
        part if is_code else part.replace("*", r"\*")
        for part, is_code in zip(parts, kinds, strict=False)
    )


@pytest.mark.parametrize("name", CALLS)
def test_the_page_says_what_each_reading_makes_of_a_construct(name: str) -> None:
    assert row(name) in PAGE.read_text("utf-8").splitlines()


def test_the_table_has_a_row_for_each_construct_and_no_other() -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    begin = lines.index(f"| {' | '.join(HEADINGS)} |") + 2
    rows = [*map(row, CALLS)]
    assert rows == lines[begin : begin + len(rows)]
    assert not lines[begin + len(rows)].startswith("|")
    assert {len(HEADINGS)} == {len(re.findall(r"(?<!\\)\|", each)) - 1 for each in rows}


def test_the_page_says_what_becomes_of_environment_variables() -> None:
    assert sentence_on_environment() in " ".join(PAGE.read_text("utf-8").split())


def test_the_page_says_what_to_write_instead_of_what_is_refused() -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    begin = lines.index("| refused | write instead |") + 2
    rows = rows_of_refusals()
    assert rows == lines[begin : begin + len(rows)]
    assert not lines[begin + len(rows)].startswith("|")


@pytest.mark.parametrize("name", CALLS)
def test_a_construct_is_printed_in_each_medium(name: str) -> None:
    for document in formulas_of(function_named(name)):
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
                    assert instance[name](*pair) == value_of(lifted, known)


def value_of(lifted: Any, known: frozenset[int]) -> Any:
    """What a lifted set or truth value is if the unknown set is a known one."""
    places = [(z3.Bool(f"has{e}"), z3.BoolVal(e in known)) for e in (1, 2, 3)]

    def holds(condition: Any) -> bool:
        if isinstance(condition, Truth):
            return z3.is_true(z3.simplify(z3.substitute(condition.term, *places)))
        return bool(condition)

    if isinstance(lifted, Collection):
        return frozenset(value for value, given in lifted.members.items() if holds(given))
    return lifted if isinstance(lifted, frozenset) else holds(lifted)


def test_the_greatest_of_unknown_integers_is_what_python_computes() -> None:
    lift = Lift(constructs())
    unknown = lift.call("greatest", (number("x"), number("y"), 2))
    for x, y in itertools.product(range(-1, 4), repeat=2):
        places = [(z3.Int("x"), z3.IntVal(x)), (z3.Int("y"), z3.IntVal(y))]
        term = z3.simplify(z3.substitute(unknown.value.term, *places))
        assert max(x, y, 2) == term.as_long()
    assert unknown.is_defined
    assert 7 == lift.call("greatest", (3, 7, 4)).value
    nothing = lift.call("greatest", ())
    assert (None, False) == (nothing.value, nothing.is_defined)
