"""The reader of printed formulas: it reads what is printed, and nothing else."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from modspec import declare
from modspec.print.reader import UnreadableFormula, plain, read, read_assignment
from modspec.syntax import expressions as ex
from othello_proofs.obligations.printed_formulas import number_of_functions, printed_clauses

LIBRARY = sorted((Path(__file__).parents[1] / "docs" / "library").glob("*.py"))
A, B, C = (ex.Variable(name) for name in "abc")
ONE, TWO = ex.Literal(1), ex.Literal(2)


@pytest.mark.parametrize("file", LIBRARY, ids=lambda file: file.stem)
def test_each_formula_of_the_course_library_means_what_is_run(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(file.parent))
    name = f"read_{file.stem}"  # another stack is among the modules that tests declare
    found = spec_from_file_location(name, file)
    assert found
    assert found.loader
    monkeypatch.setitem(sys.modules, name, python := module_from_spec(found))
    found.loader.exec_module(python)
    module = declare(name)
    clauses = list(printed_clauses(module))
    assert len(clauses) >= number_of_functions(module)
    assert not [complaint for clause in clauses if (complaint := clause.complaint())]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a - b - c", ex.Arithmetic("Sub", ex.Arithmetic("Sub", A, B), C)),
        ("a - (b - c)", ex.Arithmetic("Sub", A, ex.Arithmetic("Sub", B, C))),
        ("¬a ∧ b", ex.And((ex.Not(A), B))),
        ("¬(a ∧ b)", ex.Not(ex.And((A, B)))),
        ("a ∧ (b ∨ c)", ex.And((A, ex.Or((B, C))))),
        ("a < b ≤ 2", ex.Comparison(A, (("Lt", B), ("LtE", TWO)))),
        ("−1 + 2", ex.Arithmetic("Add", ex.Negative(ONE), TWO)),
        ("a[1..b - 1]", ex.Slice(A, ONE, B)),
        ("a[b, c]", ex.Index(A, ex.Record("", (("", B), ("", C))))),
        ("a.b.c(1)", ex.Apply("", "c", (ONE,), "b")),
        ("||a| + 1|", ex.Size(ex.Arithmetic("Add", ex.Size(A), ONE))),
        ("a || ⟨b⟩", ex.Sequence(((True, A), (True, ex.Sequence(((False, B),)))))),
        ("{a, b}", ex.SetLiteral((A, B))),
        ("a ∪ b ∪ ∅",
         ex.SetOperation("Union", ex.SetOperation("Union", A, B), ex.SetLiteral(()))),
        ("a \\ (b ∩ c) ⊆ a",
         ex.Comparison(ex.SetOperation("Difference", A, ex.SetOperation("Intersection", B, C)),
                       (("SubsetEq", A),))),
        ("a ⊕ {b ↦ 1, c ↦ 2}", ex.MapLiteral(((None, A), (B, ONE), (C, TWO)))),
        ("{↦}", ex.MapLiteral(())),
        ("⟨b : a | : 1⟩", ex.SequenceComprehension((ex.Generator("b", A, ()),), ONE)),
        ("dom(a)", ex.Domain(A)),
        ("{}", ex.SetLiteral(())),
        ("(a ⇒ 1 | true ⇒ 2)",
         ex.Conditional((ex.Case(A, ONE), ex.Case(ex.Variable("true"), TWO)))),
        ("(+ b, c : a | b < c : |a|)",
         ex.Quantified(
             ex.Quantifier.SUM,
             (ex.Generator("b", A, ()),
              ex.Generator("c", A, (ex.Comparison(B, (("Lt", C),)),))),
             ex.Size(A))),
    ],
)  # fmt: skip
def test_a_formula_is_read_as_the_notation_has_it(text: str, expected: ex.Expression) -> None:
    if "a.b" in text:
        with pytest.raises(UnreadableFormula):
            read(text)  # only a module has functions, and a.b is none
    else:
        assert read(text) == plain(expected)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a ∧ b ∨ c", "after 'a ∧ b': expected the end, got '∨'"),
        ("(a ⇒ 1 | true)", "expected '⇒', got ')'"),
        ("(∃ a : b : c)", "expected '|', got ':'"),
        ("a +", "after 'a +': expected a name, got ''"),
        ("a[b", "expected ']', got ''"),
        ("a b", "expected the end, got 'b'"),
        ("a \\ b \\ c", "expected the end, got '\\\\'"),
        ("a ∪ b ∩ c", "expected the end, got '∩'"),
    ],
)
def test_what_is_no_formula_is_refused(text: str, why: str) -> None:
    with pytest.raises(UnreadableFormula) as refusal:
        read(text)
    assert why in str(refusal.value)


def test_a_clause_has_an_expression_for_each_name() -> None:
    assert read_assignment("a, b := b, 1") == (("a", "b"), (B, ONE))
    with pytest.raises(UnreadableFormula, match="1 expressions for 2 names"):
        read_assignment("a, b := b")
