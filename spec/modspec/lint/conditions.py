"""Conditions: each has to take some case and to leave some case.

Where a condition stands, the invariant holds, what the function assumes holds, and earlier clauses
have taken their cases. z3 is asked whether the condition can still be true, and whether it can be
false. It is asked about an abstraction, so that what is reported is certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import z3

from modspec.lint.abstraction import Abstraction, with_definitions
from modspec.lint.findings import FindingKind, Level, Report
from modspec.lint.inference import TypeInference
from modspec.lint.value_types import ValueType, elements_of, type_hints
from modspec.syntax import expressions as ex
from modspec.syntax.module import Function, Module

PATIENCE: Final = 200_000
"""The steps of z3 for one question; a question that takes more is left open."""


@dataclass(frozen=True)
class Premise:
    """What is known where a condition stands, and how a reader is told of it."""

    term: Any
    excludes: str
    """What it does to a condition that can never be true, such as ``line 7 takes its cases``."""


def check_conditions(module: Module, report: Report) -> None:
    """Report conditions that can never be true, or never be false, and ranges that are empty."""
    for function in module.functions:
        ConditionCheck(module, function, report).run()


class ConditionCheck:
    """Asks about the conditions of one function."""

    def __init__(self, module: Module, function: Function, report: Report) -> None:
        self._module, self._function, self._report = module, function, report
        self._inference = TypeInference(module, report)
        hints = type_hints(vars(module.python)[function.name])
        self._names = {each.name: hints[each.name] for each in function.parameters}
        self._terms = Abstraction(module.python_name, self._type_of)

    def run(self) -> None:
        """Ask about each condition of the function, in the order of the text."""
        function = self._function
        if function is self._module.invariant:
            self._check_invariant()
            return
        known = [*self._invariant()]
        for clause in function.assumptions:
            self._look_into(clause.value, known)
            self._ask_assumption(clause.value, known)
            known.append(self._premise(clause.value, f"line {clause.at.line} assumes otherwise"))
        for guard in function.exceptions:
            self._look_into(guard.value, known)
            self._ask_guard(guard.value, guard.exception, known)
            taken = f"line {guard.value.at.line} ({guard.exception}) takes its cases"
            known.append(self._premise(ex.Not(guard.value), taken))
        for clause in function.clauses():
            if clause not in (*function.assumptions, *function.exceptions):
                self._look_into(clause.value, known)

    # -- what is asked -----------------------------------------------------------------------------

    def _check_invariant(self) -> None:
        assert self._function.output is not None
        condition = self._function.output.value
        self._look_into(condition, [])
        for part in _conjuncts(condition):
            if (why := self._impossible(ex.Not(part), [])) is not None:
                self._say(
                    part,
                    f"this part of the invariant is true of every state{why}",
                    "say what makes a state a good one, or leave the part out",
                )
        if (why := self._impossible(condition, [])) is not None:
            self._say(condition, f"no state satisfies the invariant{why}", "correct it")

    def _ask_assumption(self, condition: ex.Expression, known: list[Premise]) -> None:
        name = self._function.name
        if (why := self._impossible(condition, known)) is not None:
            text = f"{name} assumes what is never true{why}"
            self._say(condition, text, "assume less: there is no call that it speaks of")
        elif (why := self._impossible(ex.Not(condition), known)) is not None:
            text = f"{name} assumes what is always true{why}"
            self._say(condition, text, "leave it out", Level.WARNING)

    def _ask_guard(self, condition: ex.Expression, exception: str, known: list[Premise]) -> None:
        name = self._function.name
        if (why := self._impossible(condition, known)) is not None:
            text = f"{name} never raises {exception} here: the condition is never true{why}"
            self._say(condition, text, "change the condition, or leave the clause out")
        elif (why := self._impossible(ex.Not(condition), known)) is not None:
            text = f"every call of {name} that comes here raises {exception}{why}"
            self._say(condition, text, "change the condition: nothing after it is ever reached")

    def _ask_case(self, condition: ex.Expression, known: list[Premise]) -> None:
        if isinstance(condition, ex.Literal):
            return  # the last case takes what is left
        if (why := self._impossible(condition, known)) is not None:
            text = f"the case is never taken: its condition is never true{why}"
            self._say(condition, text, "change the condition, or leave the case out")
        elif (why := self._impossible(ex.Not(condition), known)) is not None:
            text = f"the cases after this one are never taken: its condition is always true{why}"
            self._say(condition, text, "change the condition, or leave those cases out")

    def _ask_range(self, domain: ex.Interval, known: list[Premise]) -> None:
        has_some = ex.Comparison(domain.low, (("Lt", domain.high),))
        if (why := self._impossible(has_some, known)) is not None:
            text = f"the range is empty: it ends before it begins{why}"
            self._say(domain, text, "range(low, high) has low, but not high")

    def _ask_filter(self, condition: ex.Expression, known: list[Premise]) -> None:
        if (why := self._impossible(condition, known)) is not None:
            text = f"nothing is left of the range: the condition is never true{why}"
            self._say(condition, text, "change the condition")

    def _look_into(self, node: ex.Node, known: list[Premise]) -> None:
        """Ask about the conditions and ranges within an expression."""
        match node:
            case ex.Conditional(cases):
                for case in cases:
                    self._look_into(case.condition, known)
                    self._ask_case(case.condition, known)
                    holds = self._premise(case.condition, _path(case.condition, "is only for"))
                    self._look_into(case.value, [*known, holds])
                    fails = self._premise(
                        ex.Not(case.condition), _path(case.condition, "takes its cases")
                    )
                    known = [*known, fails]
            case ex.And(operands) | ex.Or(operands):
                for operand in operands:
                    self._look_into(operand, known)
                    holds_before = operand if isinstance(node, ex.And) else ex.Not(operand)
                    known = [*known, self._premise(holds_before, _path(operand, "decides it"))]
            case ex.Quantified(_, generators, body):
                self._look_into(body, self._generate(generators, known))
            case ex.SetOf(generators, element) | ex.SequenceComprehension(generators, element):
                self._look_into(element, self._generate(generators, known))
            case ex.MapOf(generator, value):
                self._look_into(value, self._generate((generator,), known))
            case _:
                for child in ex.children(node):
                    self._look_into(child, known)

    def _generate(
        self, generators: tuple[ex.Generator, ...], known: list[Premise]
    ) -> list[Premise]:
        """Ask about the ranges of some dummies; return what is known within."""
        for generator in generators:
            domain = generator.domain
            self._look_into(domain, known)
            if isinstance(domain, ex.Interval):
                self._ask_range(domain, known)
            held = elements_of(self._type_of(domain))
            self._names = {**self._names, generator.dummy: held or frozenset()}
            is_in = ex.Comparison(ex.Variable(generator.dummy), (("In", domain),))
            known = [*known, self._premise(is_in, _path(domain, "is the range"))]
            for condition in generator.conditions:
                self._look_into(condition, known)
                self._ask_filter(condition, known)
                known = [*known, self._premise(condition, _path(condition, "says otherwise"))]
        return known

    # -- how it is asked ---------------------------------------------------------------------------

    def _invariant(self) -> Iterator[Premise]:
        """Yield what the invariant says, if calls of the function begin in a good state."""
        invariant, function = self._module.invariant, self._function
        if invariant is not None and invariant.output and function.exported and function.state:
            condition = with_definitions(invariant, invariant.output.value)
            yield self._premise(condition, "the invariant excludes it")

    def _premise(self, condition: ex.Expression, excludes: str) -> Premise:
        return Premise(self._term(condition), excludes)

    def _term(self, condition: ex.Expression) -> Any:
        return self._terms.truth(with_definitions(self._function, condition))

    def _impossible(self, condition: ex.Expression, known: list[Premise]) -> str | None:
        """Return why a condition can never be true, in words; None if it can, as far as is known.

        Nothing is said of a place that is never reached: what makes it so is reported.
        """
        term = self._term(condition)
        if not self._is_contradiction([*(each.term for each in known), term]):
            return None
        if self._is_contradiction([each.term for each in known]):
            return None
        needed = list(known)
        for each in known:
            without = [one for one in needed if one is not each]
            if self._is_contradiction([*(one.term for one in without), term]):
                needed = without
        reasons = dict.fromkeys(each.excludes for each in needed)
        return f"; {' and '.join(reasons)}" if reasons else ", whatever the values"

    def _is_contradiction(self, terms: Iterable[Any]) -> bool:
        asked = z3.Solver()
        asked.set("rlimit", PATIENCE)
        asked.add(*self._terms.all_facts(), *terms)
        return bool(asked.check() == z3.unsat)

    def _type_of(self, node: ex.Expression) -> ValueType:
        return self._inference.type_of(node, self._names)

    def _say(self, node: ex.Expression, text: str, advice: str, level: Level = Level.ERROR) -> None:
        self._report(node.at, level, FindingKind.CONDITION, text, advice)


def _conjuncts(condition: ex.Expression) -> Iterator[ex.Expression]:
    if isinstance(condition, ex.And):
        yield from chain.from_iterable(map(_conjuncts, condition.operands))
    else:
        yield condition


def _path(node: ex.Expression, what: str) -> str:
    return f"line {node.at.line} {what}"
