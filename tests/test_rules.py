"""Every rule of the sources has a clause that states it and a test; every clause states a rule."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from modspec import Module
from modspec.print import terminal
from modspec.print.formula import type_formula
from modspec.sphinx.marks import RuleMark, rule_marks
from modspec.syntax.expressions import (
    And,
    Case,
    Comparison,
    Conditional,
    Expression,
    Literal,
    MapOf,
    Node,
    Not,
    Or,
    Quantified,
    Record,
    SetOf,
)
from modspec.syntax.module import Clause, Definition, Function
from modspec.syntax.relations import rules_cited
from modspec.syntax.rulebook import Rule
from othello_spec import THEOREMS, module, modules
from othello_spec.rules import RULES

TESTS = Path(__file__).parent

THE_FIVE = ("twente", "slides", "reversi", "wof", "gameplay")
"""The documents that the project was created from."""

CITED = {rule for module in modules() for rule in rules_cited(module)}
"""All rules that labels name."""

STATED = {
    rule for module in modules() if module.name not in THEOREMS for rule in rules_cited(module)
}
"""Those that labels name outside the theorems."""

EXEMPT = {rule.id for rule in RULES if rule.scope}


# -- the rulebook ----------------------------------------------------------------------------------


def test_ids_are_in_kebab_case() -> None:
    odd = [rule.id for rule in RULES if not re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.id)]
    assert [] == odd


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_is_a_sentence_and_cites_a_place_in_a_source(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z].*\.", rule.text, re.DOTALL)
    assert rule.sources
    assert all(citation.place for citation in rule.sources)


@pytest.mark.parametrize("source", [source.id for source in RULES.sources])
def test_each_source_is_cited(source: str) -> None:
    assert source in {citation.source for rule in RULES for citation in rule.sources}


def test_the_five_documents_are_among_the_sources() -> None:
    assert set(THE_FIVE) <= {source.id for source in RULES.sources}


def test_no_two_rules_say_the_same() -> None:
    assert len(RULES) == len({rule.text for rule in RULES})


# -- from rules to clauses -------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_is_cited_by_a_clause_or_says_why_not(rule: Rule) -> None:
    assert (rule.id in CITED) == (rule.id not in EXEMPT)


FOLLOWING = {
    "opponents-only",
    "no-voluntary-forfeit",
    "early-end",
    "full-board-ends",
    "wipe-out-ends",
    "initialise",
}
"""Rules that follow from others: theorems state them, and no clause does."""


def test_the_rules_that_only_theorems_state_are_those_that_follow_from_others() -> None:
    assert FOLLOWING == CITED - STATED


# -- from clauses to rules -------------------------------------------------------------------------


def test_every_label_names_a_rule() -> None:
    assert set() == {rule for rule in CITED if rule not in RULES}


def is_labelled(node: Node) -> bool:
    """Whether the formula states a rule, or else every part that it is put together from."""
    if node.rules:
        return True
    match node:
        case And(operands=parts) | Or(operands=parts) | Conditional(cases=parts):
            return all(map(is_labelled, parts))
        case Case(value=value):
            return is_labelled(value)
        case Not(operand=operand):
            return is_labelled(operand)
        case Quantified(generators=generators, body=body):
            return is_labelled(body) or all(map(is_labelled, generators))
        case SetOf(generators=generators, element=element):
            return is_labelled(element) and all(map(is_labelled, generators))
        case MapOf(generator=_, value=value):
            return is_labelled(value)
        case Record(arguments=arguments):
            return all(is_labelled(value) for _, value in arguments)
        case Comparison(first=first, rest=rest):  # what is said of a value that has no label
            return any(map(is_labelled, (first, *(operand for _, operand in rest))))
    return False


def clauses(module: Module) -> list[tuple[Function, Clause]]:
    """The clauses that state something: not the names for terms, nor what a theorem assumes."""
    return [
        (function, clause)
        for function in module.functions
        for clause in function.clauses()
        if not isinstance(clause, Definition)
        and not (module.name in THEOREMS and clause in function.assumptions)
    ]


STATEMENTS = [
    pytest.param(clause, id=f"{module.name}.{function.name}-{number}")
    for module in modules()
    for number, (function, clause) in enumerate(clauses(module), start=1)
]


@pytest.mark.parametrize("clause", STATEMENTS)
def test_a_clause_states_a_rule(clause: Clause) -> None:
    assert clause.rules or is_labelled(clause.value)


YES, BARE = Literal(True, rules=("some-rule",)), Literal(True)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (BARE, False),
        (YES, True),
        (And((YES, YES)), True),
        (And((YES, BARE)), False),
        (And((YES, BARE), rules=("some-rule",)), True),
        (Not(Or((BARE, YES))), False),
        (Conditional((Case(BARE, YES), Case(BARE, YES))), True),
        (Conditional((Case(BARE, YES), Case(BARE, BARE))), False),
        (Conditional((Case(BARE, YES), Case(BARE, BARE, rules=("some-rule",)))), True),
        (Record("Pair", (("left", YES), ("right", YES))), True),
        (Record("Pair", (("left", YES), ("right", BARE))), False),
        (Comparison(BARE, (("Eq", YES),)), True),
        (Comparison(BARE, (("Eq", BARE),)), False),
    ],
)
def test_a_formula_is_labelled_if_all_its_parts_are(value: Expression, expected: bool) -> None:
    assert expected == is_labelled(value)


def test_every_constant_and_state_variable_of_othello_states_a_rule() -> None:
    declared = [
        each
        for module in modules()
        for each in (*module.constants, *module.exceptions)
        + (module.state.variables if module.state else ())
    ]
    assert declared
    assert [] == [each.name for each in declared if not each.rules]


@pytest.mark.rule("not-this-module")
def test_the_game_answers_what_is_so_and_neither_draws_nor_chooses() -> None:
    answers = {
        terminal.inline(type_formula(routine.result))
        for routine in module("othello").access_programs
        if not routine.is_transition
    }
    assert {"boolean", "integer", "Cell", "Player", "Winner"} == answers


# -- from rules to tests ---------------------------------------------------------------------------


def test_every_mark_and_every_specimen_names_a_rule() -> None:
    assert [] == [found for found in evidence() if found.rule not in RULES]


@cache
def evidence() -> list[RuleMark]:
    """Return every mark of a rule in the tests."""
    return rule_marks(TESTS)


def shown_by(rule: str) -> list[RuleMark]:
    return [found for found in evidence() if found.rule == rule and found.kind == "test"]


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_a_rule_is_shown_by_a_test(rule: str) -> None:
    assert shown_by(rule)
