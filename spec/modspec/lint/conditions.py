"""Conditions: each has to take some case and to leave some case.

Where a condition stands, the invariant holds, what the function assumes holds, and earlier clauses
have taken their cases. z3 is asked whether the condition can still be true, and whether it can be
false. It is asked about an abstraction, so that what is reported is certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

from modspec.lint.abstraction import Abstraction, with_definitions
from modspec.lint.findings import FindingKind, Level, Progress, Report, ignore_progress
from modspec.lint.inference import TypeInference
from modspec.lint.value_types import ValueType, elements_of, type_hints
from modspec.syntax import expressions as ex
from modspec.syntax.module import Function, Module


@dataclass(frozen=True)
class Premise:
    """What is known where a condition stands."""

    term: Any
    source: str
    """Where it is known from, such as ``the case in line 7``."""


class Role(NamedTuple):
    """What an author should do about a condition that decides nothing, by what it is for."""

    if_never: str
    """What to do if it is never true."""

    if_always: str = ""
    """What to do if it is always true; empty if that is as it should be."""

    never: str = "is never true"


WHOLE_INVARIANT: Final = Role("no state is a good one: correct it")
PART_OF_INVARIANT: Final = Role("correct it", "say what makes a state a good one, or leave it out")
ASSUMPTION: Final = Role("assume less: it speaks of no call", "leave the assumption out")
GUARD: Final = Role("change the condition, or leave the clause out", "let calls come further")
CASE: Final = Role("change it, or leave the case out", "change it, or leave out the cases after it")
RANGE: Final = Role("range(low, high) has low, but not high", never="is empty")
FILTER: Final = Role("change it: nothing is left of the range")


def check_conditions(module: Module, report: Report, progress: Progress = ignore_progress) -> None:
    """Report conditions that can never be true, or never be false, and ranges that are empty."""
    for number, function in enumerate(module.functions):
        progress("conditions", number, len(module.functions))
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
            self._ask(clause.value, known, f"what {function.name} assumes", ASSUMPTION)
            known.append(self._premise(clause.value, f"the assumption in line {clause.at.line}"))
        for guard in function.exceptions:
            self._look_into(guard.value, known)
            self._ask(guard.value, known, f"the condition of {guard.exception}", GUARD)
            source = f"the clause for {guard.exception} in line {guard.at.line}"
            known.append(self._premise(ex.Not(guard.value), source))
        for clause in function.clauses():
            if clause not in (*function.assumptions, *function.exceptions):
                self._look_into(clause.value, known)

    # -- what is asked -----------------------------------------------------------------------------

    def _check_invariant(self) -> None:
        assert self._function.output is not None
        condition = self._function.output.value
        self._look_into(condition, [])
        if not self._ask(condition, [], "the invariant", WHOLE_INVARIANT):
            for part in _conjuncts(condition):
                self._ask(part, [], "this part of the invariant", PART_OF_INVARIANT)

    def _look_into(self, node: ex.Node, known: list[Premise]) -> None:
        """Ask about the conditions and ranges within an expression."""
        match node:
            case ex.Conditional(cases):
                *asked, last = cases
                for case in asked:
                    self._look_into(case.condition, known)
                    self._ask(case.condition, known, "the condition of this case", CASE)
                    source = f"the case in line {case.condition.at.line}"
                    holds = self._premise(case.condition, source)
                    self._look_into(case.value, [*known, holds])
                    known = [*known, self._premise(ex.Not(case.condition), source)]
                self._look_into(last.value, known)
            case ex.And(operands) | ex.Or(operands):
                for operand in operands:
                    self._look_into(operand, known)
                    holds_before = operand if isinstance(node, ex.And) else ex.Not(operand)
                    source = f"the condition in line {operand.at.line}"
                    known = [*known, self._premise(holds_before, source)]
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
                has_some = ex.Comparison(domain.low, (("Lt", domain.high),), at=domain.at)
                self._ask(has_some, known, "the range", RANGE)
            self._bind(generator.dummy, elements_of(self._type_of(domain)) or frozenset())
            is_in = ex.Comparison(ex.Variable(generator.dummy), (("In", domain),))
            known = [*known, self._premise(is_in, f"the range in line {domain.at.line}")]
            for condition in generator.conditions:
                self._look_into(condition, known)
                self._ask(condition, known, "the condition of the range", FILTER)
                source = f"the condition in line {condition.at.line}"
                known = [*known, self._premise(condition, source)]
        return known

    def _bind(self, dummy: str, held: ValueType) -> None:
        """Give a dummy its type; terms are made anew if it had another one before."""
        if self._names.get(dummy, held) != held:
            self._terms = Abstraction(self._module.python_name, self._type_of)
        self._names = {**self._names, dummy: held}

    def _ask(self, condition: ex.Expression, known: list[Premise], what: str, role: Role) -> bool:
        """Report a condition that is decided; return whether it is."""
        if (sources := self._deciding_sources(self._term(condition), known)) is not None:
            because = _because(sources, "rule", "it out")
            self._say(condition, f"{what} {role.never}{because}", role.if_never)
            return True
        if not role.if_always:
            return False
        if (sources := self._deciding_sources(self._term(ex.Not(condition)), known)) is not None:
            because = _because(sources, "leave", "no other case")
            self._say(condition, f"{what} is always true{because}", role.if_always)
            return True
        return False

    # -- how it is asked ---------------------------------------------------------------------------

    def _invariant(self) -> Iterator[Premise]:
        """Yield what the invariant says, if calls of the function begin in a good state."""
        invariant, function = self._module.invariant, self._function
        if invariant is not None and invariant.output and function.exported and function.state:
            condition = with_definitions(invariant, invariant.output.value)
            yield self._premise(condition, "the invariant")

    def _premise(self, condition: ex.Expression, source: str) -> Premise:
        return Premise(self._term(condition), source)

    def _term(self, condition: ex.Expression) -> Any:
        return self._terms.truth(with_definitions(self._function, condition))

    def _deciding_sources(self, term: Any, known: list[Premise]) -> list[str] | None:
        """Return the sources of the premises that contradict a term; None if they do not.

        Nothing is said of a place that is never reached: what makes it so is reported.
        """
        if not self._terms.is_contradiction([*(each.term for each in known), term]):
            return None
        if self._terms.is_contradiction([each.term for each in known]):
            return None
        needed = list(known)
        for each in known:
            without = [one for one in needed if one is not each]
            if self._terms.is_contradiction([*(one.term for one in without), term]):
                needed = without
        return list(dict.fromkeys(each.source for each in needed))

    def _type_of(self, node: ex.Expression) -> ValueType:
        return self._inference.type_of(node, self._names)

    def _say(self, node: ex.Expression, text: str, advice: str) -> None:
        self._report(node.at, Level.ERROR, FindingKind.CONDITION, text, advice)


def _conjuncts(condition: ex.Expression) -> Iterator[ex.Expression]:
    if isinstance(condition, ex.And):
        yield from chain.from_iterable(map(_conjuncts, condition.operands))
    else:
        yield condition


def _because(sources: list[str], verb: str, what: str) -> str:
    """Return the reason why a condition is decided: ``; the invariant rules it out``."""
    if not sources:
        return ", whatever the values"
    return f"; {' and '.join(sources)} {verb}{'s' * (len(sources) == 1)} {what}"
