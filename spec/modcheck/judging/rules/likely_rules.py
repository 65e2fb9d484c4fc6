"""Likely rules: where it is not certain which rule a cause breaks, the few that it may be.

A mistake in one direction, or under one condition, is no candidate: the table has no words for it.
In each single case it behaves as some candidate does, and in most cases as candidates of one rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from modcheck.judging.causes.gatherer import Gatherer
from modcheck.judging.causes.sample import spread
from modcheck.judging.causes.table import Cause, locate
from modcheck.judging.play.facts import OUT, Fact
from modcheck.judging.rules.places import Places
from modspec.explain.explanation import Explanation
from modspec.run.machine import FAILED_CALL, QUERIES_PURE
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import And, Apply, Conditional, MapOf, Or, walk
from modspec.syntax.module import Clause
from modspec.syntax.relations import reachable_from, with_definitions

FEW: Final = 3
"""The number of rules that are named: of more, a reader learns nothing."""
DECIDED: Final = 24
"""Facts of each cause for which the deciding parts are looked up."""
FACTS: Final = 8
"""Facts of each cause that are compared with the candidates."""
LIKELY: Final = 0.5
"""A rule is likely if it weighs this share of the heaviest one."""


class LikelyRules:
    """Finds the rules that a cause may break, where none is certain."""

    def __init__(self, gatherer: Gatherer, places: Places) -> None:
        self._gatherer, self._places, self._oracle = gatherer, places, gatherer.oracle

    def rules(self, cause: Cause) -> tuple[str, ...]:
        """Return a few rules, one of them broken, the likeliest first; none if they are many.

        They are those of the candidates that explain the cause. If none explains all of it, each
        fact of the cause, and of others that may be the same fault, speaks for the rules whose
        candidates explain it: the more, the fewer these are. A rule is likely only if its
        candidates explain each of these facts. If there is none, the mistake is like no
        candidate: it may break any rule behind the clause. Where the candidates have the mistakes
        of real programs, the weights suffice.
        """
        if not self._is_comparable(cause):
            return ()
        if cause.candidate is not None:
            numbers = (cause.candidate, *cause.rivals)
            weights = {self._oracle.candidates[number].rules[0]: 1.0 for number in numbers}
        else:
            weights, complete = self._weights(cause)
            if not self._gatherer.knows_mistakes:
                weights = {rule: weights[rule] for rule in weights if rule in complete}
                if not weights:
                    return self._rules_behind(cause)
        if len(weights) == 1:  # the only one may be that of what a clause applies
            (weight,) = weights.values()
            for rule in self._rules_of_a_needless_exception(cause):
                weights.setdefault(rule, weight)
        least = LIKELY * max(weights.values(), default=0.0)
        known = self._gatherer.rulebook
        found = [rule for rule in weights if weights[rule] >= least and rule in known]
        found.sort(key=lambda rule: -weights[rule])
        return tuple(found) if len(found) <= FEW else ()

    def _rules_of_a_needless_exception(self, cause: Cause) -> Iterator[str]:
        """Yield the rules of the exception that a call raises, where none is due."""
        fact = cause.facts[0]
        raised = fact.reply.exception if fact.step.expected.exception is None else None
        if cause.candidate is None and raised is not None:
            function = self._oracle.machine.routine(fact.call.routine)
            for clause in function.exceptions:
                if clause.exception == raised:
                    yield from clause.rules

    def is_only(self, rules: Sequence[str], cause: Cause) -> bool:
        """Whether a cause breaks the one likely rule: it decides each wrong yes or no.

        In each fact some candidate of the rule does as the program does, and in each one the rule
        is behind the answer that is due. A program may do more wrong to a state than one rule says.
        """
        facts = [fact for fact in cause.facts if fact.aspect == OUT]
        is_answer = all(type(each) is bool for fact in facts for each in (fact.due, fact.got))
        if len(rules) != 1 or len(facts) < len(cause.facts) or not is_answer:
            return False
        if cause.candidate is not None or self._weights(cause)[1] != {*rules}:
            return False
        places = [locate(fact, self._oracle.machine) for fact in spread(cause.facts, DECIDED)]
        explanations = [each.explanation for each in places]
        return all(each and rules[0] in {*_rules_deciding(each)} for each in explanations)

    def _is_comparable(self, cause: Cause) -> bool:
        """Whether candidates may say what a cause shows: none breaks down, or does nothing."""
        fact = cause.facts[0]
        is_notation = fact.aspect in (FAILED_CALL, QUERIES_PURE)
        is_ignored = all(each.is_ignored(self._oracle) for each in cause.facts)
        return not is_notation and not fact.is_crash(self._oracle) and not is_ignored

    def _rules_behind(self, cause: Cause) -> tuple[str, ...]:
        """Return the rules behind the clause of a cause that decide a fact; none if they are many.

        A disjunct that does not hold is no reason why another value is due than the one that came.
        """
        places = [locate(fact, self._oracle.machine) for fact in spread(cause.facts, DECIDED)]
        clause, function = places[0].clause, places[0].function
        if clause is None or any(each.clause is not clause for each in places):
            return ()
        clauses = with_definitions(clause, function)
        behind = dict.fromkeys(self._places.rules_behind(clauses, function.module))
        deciding = {*clause.rules}
        for each in places:
            if each.explanation is None:
                deciding |= {*behind}
            else:
                deciding.update(_rules_deciding(each.explanation))
        found = tuple(rule for rule in behind if rule in deciding)
        known = all(rule in self._gatherer.rulebook for rule in found)
        return found if known and len(found) <= FEW else ()

    def _weights(self, cause: Cause) -> tuple[dict[str, float], set[str]]:
        """Return what the facts speak for: the rules, each with its weight.

        Besides, return those whose candidates explain each of the facts.
        """
        weights: dict[str, float] = {}
        complete: set[str] | None = None
        for fact in self._facts(cause):
            rules = {
                mutant.rules[0]
                for number, mutant in enumerate(self._oracle.candidates)
                if self._oracle.concerns(number, fact.call.routine)
                and fact.is_explained_by(number, self._oracle)
                and self._gatherer.table.is_plausible(number, fact)
            }
            for rule in sorted(rules):
                weights[rule] = weights.get(rule, 0.0) + 1 / len(rules)
            complete = rules if complete is None else complete & rules
        return weights, complete or set()

    def _facts(self, cause: Cause) -> Iterator[Fact]:
        """Yield facts of a cause, and of others that may be the same fault."""
        within = self._places.within(cause)
        for each in self._places.causes:
            is_related = each.candidate is None and self._is_comparable(each)
            if each is cause or (is_related and not within.isdisjoint(self._places.within(each))):
                yield from spread(each.facts, FACTS)


def _rules_deciding(explanation: Explanation) -> Iterator[str]:
    """Yield the rules of the parts of a formula that decide, and of the functions they apply.

    A function that yields a value raises nothing, and what it assumes holds: that decides nothing.
    """
    formula = explanation.formula
    yield from explanation.rules
    is_yes_or_no = isinstance(explanation.value, bool) and isinstance(formula, Apply)
    is_by_parts = is_yes_or_no or isinstance(formula, Or | And | MapOf | Conditional)
    if isinstance(formula, Apply):
        for clause in _clauses_of_the_value(formula.module, formula.function):
            yield from clause.rules
    if is_by_parts and explanation.because:
        for each in explanation.because:
            yield from _rules_deciding(each)
        return
    applied = reachable_from([Clause(formula)])
    clauses = [clause for each in applied for clause in _clauses_of_the_value(*each)]
    for clause in clauses:
        yield from clause.rules
    for part in chain(walk(formula), *(walk(clause.value) for clause in clauses)):
        yield from part.rules


def _clauses_of_the_value(module: str, name: str) -> list[Clause]:
    """Return the clauses of a function that say which value it has."""
    function = declare(module)[name]
    return [*function.definitions, *function.transition, *filter(None, [function.output])]
