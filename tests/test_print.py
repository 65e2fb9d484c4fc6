"""Print: the notation as mathematics, in lines that fit, in the terminal and as LaTeX."""

from __future__ import annotations

import importlib
import itertools
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from modspec import Module, declare
from modspec.print import latex, terminal
from modspec.print.document import Document, layout, tokens
from modspec.print.formula import (
    call,
    definitions,
    exception_clauses,
    formula,
    output_clause,
    signature,
    transition_clause,
    type_formula,
)
from modspec.print.template import Section, TemplateEntry, routine, template
from modspec.syntax.labels import rule_ids_by_line
from othello_spec import module

MODULES = [
    "othello_spec.board",
    "othello_spec.lines",
    "othello_spec.othello",
    "othello_spec.supply",
    "othello_spec.clock",
    "othello_spec.match",
    "othello_spec.theorems.captures",
    "othello_spec.theorems.endings",
    "othello_spec.theorems.symmetry",
    "stack",
]
"""Modules of each kind."""

WIDTHS = range(40, 121)

_numbers = itertools.count()

SPECIMEN = '''
"""Specimen: a function whose result is the expression that a test asks about."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final, Literal, NamedTuple

from modspec import AbstractObject

__all__ = ["f"]


class Pair(NamedTuple):
    """Two integers."""

    left: int
    right: int


class Game(AbstractObject):
    """A state."""

    board: Mapping[Pair, int]
    turn: int


NUMBERS: Final = frozenset({1, 2, 3})


def even(n: int) -> bool:
    """Whether two divides it."""
    return n % 2 == 0


def moves(game: Game, n: int) -> bool:
    """Something about the state."""
    return game.turn == n


def f(
    game: Game, a: int, b: int, c: int, p: bool, q: bool, r: bool, s: tuple[int, ...], pair: Pair
) -> int:
    """The function under test."""
    return (
        EXPRESSION
    )
'''.lstrip()

Declare = Callable[[str], Module]
FormulaOf = Callable[[str], Document]


@pytest.fixture
def module_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Declare:
    """A function that declares a module of a text under a name of its own."""
    monkeypatch.syspath_prepend(tmp_path)

    def write_and_declare(text: str) -> Module:
        name = f"printed_{next(_numbers)}"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        return declare(name)

    return write_and_declare


@pytest.fixture
def formula_of(module_of: Declare) -> FormulaOf:
    """The formula of an expression of the notation."""

    def document_of(expression: str) -> Document:
        output = module_of(SPECIMEN.replace("EXPRESSION", expression))["f"].output
        assert output is not None
        return formula(output.value)

    return document_of


def documents(module: Module) -> list[Document]:
    """Every formula of a module's page."""

    def of(section: Section) -> list[Document]:
        found: list[Document] = []
        for block in section.blocks:
            if isinstance(block, TemplateEntry):
                found += [block.headline, *(document for _, document in block.clauses)]
        return found + [document for part in section.parts for document in of(part)]

    return [document for section in template(module) for document in of(section)]


def words(line_tokens: list[str]) -> list[str]:
    """The tokens without the spaces that only a layout puts between them."""
    return [token for token in line_tokens if token.strip()]


# -- expressions -----------------------------------------------------------------------------------

EXPRESSIONS = {
    # logic
    "p and q or r": "(p ∧ q) ∨ r",
    "p or q and r": "p ∨ (q ∧ r)",
    "(p or q) and r": "(p ∨ q) ∧ r",
    "p and q and r": "p ∧ q ∧ r",
    "not p and q": "¬p ∧ q",
    "not (p and q)": "¬(p ∧ q)",
    "not not p": "¬¬p",
    "not a == b": "¬(a = b)",
    "not even(a)": "¬even(a)",
    "p == (q and r)": "p = (q ∧ r)",
    "(a == b) == (b == c)": "(a = b) = (b = c)",
    "p and True": "p ∧ true",
    # comparisons
    "a == b and b != c": "a = b ∧ b ≠ c",
    "0 <= a < b": "0 ≤ a < b",
    "a >= b > c": "a ≥ b > c",
    "a in NUMBERS": "a ∈ NUMBERS",
    "a not in {1, 2}": "a ∉ {1, 2}",
    "a + 1 in range(b)": "a + 1 ∈ 0..b - 1",
    # arithmetic
    "a + b * c": "a + b · c",
    "(a + b) * c": "(a + b) · c",
    "a - b - c": "a - b - c",
    "a - (b - c)": "a - (b - c)",
    "a * b // c": "a · b div c",
    "a * (b // c)": "a · (b div c)",
    "(a + b) % 2": "(a + b) mod 2",
    "-a + b": "-a + b",
    "-(a + b)": "-(a + b)",
    "a * -1": "a · -1",
    # quantifications
    "any(even(x) for x in NUMBERS)": "(∃ x : NUMBERS | : even(x))",
    "all(even(x) for x in NUMBERS if x > 2)": "(∀ x : NUMBERS | x > 2 : even(x))",
    "sum(1 for x in NUMBERS if even(x))": "(+ x : NUMBERS | even(x) : 1)",
    "sum(x * y for x in NUMBERS for y in NUMBERS)": "(+ x, y : NUMBERS | : x · y)",
    "any(x < y for x in NUMBERS for y in range(x))": "(∃ x : NUMBERS, y : 0..x - 1 | : x < y)",
    "all(p for x in NUMBERS if even(x) if x > 2)": "(∀ x : NUMBERS | even(x) ∧ x > 2 : p)",
    "all(p for x in NUMBERS if p or q if r)": "(∀ x : NUMBERS | (p ∨ q) ∧ r : p)",
    "not any(even(x) for x in NUMBERS)": "¬(∃ x : NUMBERS | : even(x))",
    "sum(x for x in NUMBERS) + 1": "(+ x : NUMBERS | : x) + 1",
    # sets, mappings, sequences, tuples
    "{x + 1 for x in NUMBERS if even(x)}": "{x : NUMBERS | even(x) : x + 1}",
    "{x for x in NUMBERS}": "{x : NUMBERS | : x}",
    "frozenset(x for x in NUMBERS)": "{x : NUMBERS | : x}",
    "len({x for x in NUMBERS}) > 0": "|{x : NUMBERS | : x}| > 0",
    "len(s)": "|s|",
    "{x: x + 1 for x in NUMBERS}": "(λ x : NUMBERS | : x + 1)",
    "(a, b)": "⟨a, b⟩",
    "()": "⟨⟩",
    "(*s, a)": "s || ⟨a⟩",
    "s[a + 1]": "s[a + 1]",
    "s[1:a]": "s[1..a - 1]",
    "s[1:]": "s[1..|s| - 1]",
    "s[: len(s) - 1]": "s[0..|s| - 2]",
    "pair.left": "pair.left",
    "Pair(a, b)": "(a, b)",
    "Pair(a, b).right": "(a, b).right",
    "game.board[Pair(a, b)]": "board[a, b]",
    "game.board[pair]": "board[pair]",
    # calls; the state is not shown
    "moves(game, a)": "moves(a)",
    "even(a + b)": "even(a + b)",
    # conditional rules
    "a if p else b": "(p ⇒ a | true ⇒ b)",
    "a if p else b if q else c": "(p ⇒ a | q ⇒ b | true ⇒ c)",
    "(a if p else b) + 1": "(p ⇒ a | true ⇒ b) + 1",
    "a if p and q else b": "(p ∧ q ⇒ a | true ⇒ b)",
}
"""What an expression looks like."""


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_is_set_with_the_parentheses_that_it_needs(
    formula_of: FormulaOf, expression: str
) -> None:
    assert terminal.inline(formula_of(expression)) == EXPRESSIONS[expression]


INTERVALS = {
    "range(3)": "0..2",
    "range(a)": "0..a - 1",
    "range(a + 1)": "0..a",
    "range(a - 1)": "0..a - 2",
    "range(a + 3)": "0..a + 2",
    "range(1, a)": "1..a - 1",
    "range(2, 8)": "2..7",
    "range(a // 2 - 1, a // 2 + 1)": "a div 2 - 1..a div 2",
}


@pytest.mark.parametrize("interval", INTERVALS)
def test_an_interval_includes_its_upper_bound(formula_of: FormulaOf, interval: str) -> None:
    quantification = formula_of(f"any(even(x) for x in {interval})")
    assert terminal.inline(quantification) == f"(∃ x : {INTERVALS[interval]} | : even(x))"


TYPES = {
    "int": "integer",
    "bool": "boolean",
    "str": "string",
    "Pair": "Pair",
    "tuple[int, ...]": "seq of integer",
    "Set[Pair]": "set of Pair",
    "frozenset[int]": "set of integer",
    "Mapping[Pair, int]": "Pair → integer",
    "Pair | int": "Pair ∪ integer",
}


@pytest.mark.parametrize("annotation", TYPES)
def test_a_type_is_named_as_in_the_template(module_of: Declare, annotation: str) -> None:
    text = SPECIMEN.replace("EXPRESSION", "a").replace("pair: Pair\n", f"pair: {annotation}\n")
    parameter = module_of(text)["f"].parameters[-1]
    assert terminal.inline(type_formula(parameter.type)) == TYPES[annotation]


# -- the clauses of functions ----------------------------------------------------------------------


def test_a_signature_shows_what_goes_in_and_what_comes_out() -> None:
    lines, stack = declare("othello_spec.lines"), declare("stack")
    assert terminal.inline(signature(lines["opponent"])) == "opponent : Player → Player"
    assert terminal.inline(signature(lines["discs"])) == "discs : Board × Player → integer"
    assert terminal.inline(signature(stack["new"])) == "new : → Stack"


def test_a_call_shows_the_parameters_apart_from_the_state() -> None:
    assert terminal.inline(call(declare("othello_spec.othello")["move"])) == "move(row, col)"


def test_exceptions_are_conditional_rules() -> None:
    stack = declare("stack")
    assert (
        terminal.inline(exception_clauses(stack["push"])) == "exc := (|content| = MAX_SIZE ⇒ Full)"
    )


def test_a_transition_is_a_multiple_assignment() -> None:
    move = declare("othello_spec.othello")["move"]
    expected = "board, turn := after, next_turn(after, turn)"
    assert terminal.inline(transition_clause(move)) == expected
    assert terminal.inline(definitions(move)) == "after = placed(board, turn, (row, col))"


def test_an_output_is_an_assignment_to_out() -> None:
    stack = declare("stack")
    assert terminal.inline(output_clause(stack["top"])) == "out := content[|content| - 1]"


# -- layout ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODULES)
def test_no_layout_loses_or_invents_a_token(name: str) -> None:
    for document in documents(declare(name)):
        flat = words([token.text for token in tokens(document)])
        for width in WIDTHS:
            laid = [token.text for line in layout(document, width) for token in line.tokens]
            assert words(laid) == flat


@pytest.mark.parametrize("name", MODULES)
def test_no_layout_loses_a_label(name: str) -> None:
    for document in documents(declare(name)):
        wide = Counter(rule for line in layout(document, 1 << 20) for rule in line.rules)
        for width in WIDTHS:
            narrow = Counter(rule for line in layout(document, width) for rule in line.rules)
            assert set(narrow) == set(wide)


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("width", [80, 100, 120])
def test_no_line_of_a_page_is_wider_than_the_terminal(name: str, width: int) -> None:
    too_wide = [
        line for line in terminal.page(declare(name), width).splitlines() if len(line) > width
    ]
    assert too_wide == []


@pytest.mark.parametrize("name", MODULES)
def test_no_line_of_a_page_ends_in_spaces(name: str) -> None:
    lines = terminal.page(declare(name)).splitlines()
    assert [line for line in lines if line != line.rstrip()] == []


def test_a_wider_terminal_never_needs_more_lines() -> None:
    for document in documents(declare("othello_spec.othello")):
        heights = [len(layout(document, width)) for width in WIDTHS]
        assert heights == sorted(heights, reverse=True)


@pytest.mark.parametrize("name", MODULES)
def test_every_label_of_the_source_is_on_the_page(name: str) -> None:
    module = declare(name)
    written = {rule for rules in rule_ids_by_line(module.source).values() for rule in rules}
    shown = set(re.findall(r"\[([a-z]+(?:-[a-z]+)*)\]", terminal.page(module)))
    assert written - shown == set()


def test_a_long_conjunction_is_broken_before_its_operators(formula_of: FormulaOf) -> None:
    long = formula_of("a > 1000000 and b > 2000000 and c > 3000000")
    assert terminal.block(long, 30) == dedent(
        """\
          a > 1000000
        ∧ b > 2000000
        ∧ c > 3000000"""
    )


def test_the_arrows_of_conditional_rules_stand_below_one_another(formula_of: FormulaOf) -> None:
    long = formula_of("1000 if even(a + b + c) else 2000 if p else 3000")
    assert terminal.block(long, 40) == dedent(
        """\
        ( even(a + b + c) ⇒ 1000
        | p               ⇒ 2000
        | true            ⇒ 3000 )"""
    )


def test_a_rule_that_is_too_long_continues_with_its_arrow(formula_of: FormulaOf) -> None:
    long = formula_of("a + 1000000 if even(a + b + c + 2000000) else 3000000 + b * 4000000 - c % 7")
    assert terminal.block(long, 45) == dedent(
        """\
        ( even(a + b + c + 2000000) ⇒ a + 1000000
        | true ⇒ 3000000 + b · 4000000 - c mod 7 )"""
    )
    assert terminal.block(long, 40) == dedent(
        """\
        ( even(a + b + c + 2000000)
            ⇒ a + 1000000
        | true
            ⇒ 3000000 + b · 4000000 - c mod 7 )"""
    )


def test_the_values_of_many_variables_stand_below_them() -> None:
    begin = routine(module("match")["begin"])
    shown = [line.strip() for line in terminal.entry(begin, 0, 80)]
    first = shown.index("transition  begun, handicap, game, supply, clock :=")
    values = [re.sub(r"  +\[.*", "", line) for line in shown[first + 1 : first + 6]]
    assert [
        "true,",
        "handicap,",
        "game,",
        "supply,",
        "clock.start(clock, game.turn, now)",
    ] == values


def test_a_part_of_a_tuple_bears_its_label() -> None:
    begins = output_clause(module("match")["set_up"])
    labelled = {line.text.strip(): line.rules for line in layout(begins, 80)}
    assert labelled["handicap.favoured(granted))"] == ("weaker-first",)


def test_a_quantification_is_broken_at_its_bars(formula_of: FormulaOf) -> None:
    long = formula_of("any(even(x + 1000000) for x in range(1, 100000) if x > 50000)")
    assert terminal.block(long, 40) == dedent(
        """\
        (∃ x : 1..99999
          | x > 50000
          : even(x + 1000000))"""
    )


def test_the_page_of_move_is_as_on_the_slides() -> None:
    move = routine(declare("othello_spec.othello")["move"])
    assert "\n".join(terminal.entry(move, 0, 80)) == dedent(
        """\
        move(row, col)
          Place a disc for the player whose turn it is, and flip every disc that it
          outflanks.
          exception   exc := ( (row, col) ∉ SQUARES ⇒ OutOfBounds             [on-board]
                             | ¬captures(board, turn, (row, col)) ⇒ InvalidMove )
                                                                          [must-capture]
          transition  board, turn := after,                                [capture-all]
                                     next_turn(after, turn)                  [alternate]
          where       after = placed(board, turn, (row, col))
        """
    )


# -- LaTeX -----------------------------------------------------------------------------------------


def without_braces(string: str) -> str:
    """The LaTeX without the braces that stand for themselves."""
    return string.replace(r"\{", "").replace(r"\}", "")


@pytest.mark.parametrize("name", MODULES)
def test_the_braces_of_latex_are_balanced(name: str) -> None:
    for document in documents(declare(name)):
        for string in (latex.inline(document), latex.block(document), latex.block(document, 40)):
            depth = 0
            for character in without_braces(string):
                depth += (character == "{") - (character == "}")
                assert depth >= 0
            assert depth == 0


@pytest.mark.parametrize("name", MODULES)
def test_latex_has_an_environment_around_what_has_several_lines(name: str) -> None:
    for document in documents(declare(name)):
        block = latex.block(document)
        several = len(layout(document, latex.WIDTH)) > 1
        assert not several or block.startswith("\\begin{aligned}")
        assert block.count("\\begin") == block.count("\\end")


@pytest.mark.parametrize("name", MODULES)
def test_latex_knows_every_symbol(name: str) -> None:
    for document in documents(declare(name)):
        assert latex.inline(document).isascii()


def test_conditional_rules_in_latex() -> None:
    opponent = declare("othello_spec.lines")["opponent"]
    assert latex.inline(output_clause(opponent)) == (
        r"\mathit{out}:=(\mathit{player}=\mathsf{BLACK}\Rightarrow \mathsf{WHITE}"
        r"\mid \mathrm{true}\Rightarrow \mathsf{BLACK})"
    )
