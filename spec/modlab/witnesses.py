"""Witnesses: for which values of the dummies a sum, a greatest value or a mapping is what it is.

An explanation of a truth value names them already. One of another value says what the value is; its
witnesses are the terms of a sum, what attains a maximum or minimum, and the keys of a mapping whose
value has changed. If the value comes from a function of the specification, or from a name that a
definition introduces, the witness is the call or the name, with the clause that it comes from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from modspec.explain.explain import environment_inside, explain, explain_at, with_rules
from modspec.explain.explanation import Explanation
from modspec.run.evaluate import Environment, Evaluator
from modspec.syntax import expressions as ex
from modspec.syntax.declaration import function_of
from modspec.syntax.expressions import Node, children
from modspec.syntax.values import State

MOST: Final = 9
"""Terms or keys that are shown at most."""

DEEPEST: Final = 3
"""Calls within calls, or definitions within definitions, that are followed at most."""

_EXTREMES: Final = (ex.Quantifier.MAX, ex.Quantifier.MIN)


def with_witnesses(part: Explanation, before: Any = None, depth: int = DEEPEST) -> Explanation:
    """Return an explanation of a value with its witnesses, and those of its parts.

    ``before`` is the value that it replaces, if there is one: of two mappings, the keys at which
    they differ are explained. What has parts that decide already, or a truth value, stays as it is.
    """
    if isinstance(part.value, bool):
        return part
    if part.because:
        within = tuple(with_witnesses(each, before, depth) for each in part.because)
        keys = (
            [*_sources(part, part.formula.key, None, depth)]
            if isinstance(part.formula, ex.Index)
            else []
        )
        return replace(part, because=(*keys, *within))
    return replace(part, because=tuple(islice(_witnesses(part, before, depth), MOST)))


def _witnesses(part: Explanation, before: Any, depth: int) -> Iterator[Explanation]:
    node, scope = part.formula, part.scope
    if scope is None:
        return
    if isinstance(node, ex.MapOf) and isinstance(before, Mapping):
        for key, value in part.value.items():
            if key not in before or before[key] != value:
                yield from explain_at(node, key, scope).because
    if isinstance(node, ex.Quantified) and node.quantifier.is_of_numbers:
        yield from _terms(node, part.value, scope)
    elif not isinstance(node, ex.MapOf):
        yield from _sources(part, node, before, depth)


def _terms(node: ex.Quantified, total: Any, scope: Environment) -> Iterator[Explanation]:
    """Yield the terms of a sum that are not zero, or the one that attains the extreme value."""
    for inner in Evaluator(scope).bindings(node.generators):
        value = inner(node.body)
        is_extreme = node.quantifier in _EXTREMES
        if value == total if is_extreme else value != 0:
            binding = tuple((g.dummy, inner.environment.names[g.dummy]) for g in node.generators)
            conditions = (each for generator in node.generators for each in generator.conditions)
            because = tuple(explain(each, inner.environment) for each in conditions)
            witness = replace(explain(node.body, inner.environment), binding=binding)
            yield replace(witness, because=(*because, *witness.because))
            if is_extreme:
                return


# -- what a value comes from -----------------------------------------------------------------------


def _sources(part: Explanation, node: Node, before: Any, depth: int) -> Iterator[Explanation]:
    """Explain the calls and the defined names in a formula, each once, if there is more to say."""
    scope = part.scope
    if scope is None or not depth:
        return
    for source in dict.fromkeys(_outermost_sources(node, scope)):
        with suppress(Exception):  # it depends on a dummy, or is a call that is not made here
            value = Evaluator(scope)(source)
            if isinstance(source, ex.Apply):
                because = tuple(_clauses_of(source, before, scope, depth - 1))
            else:
                definition = explain(scope.definitions[source.name], scope)
                because = (with_witnesses(definition, before, depth - 1),)
            if not because:
                continue
            if source is part.formula:
                yield from because
            else:
                yield Explanation(source, value, source.rules, because, scope=scope)


def _outermost_sources(node: Node, scope: Environment) -> Iterator[ex.Apply | ex.Variable]:
    if isinstance(node, ex.Apply) or (
        isinstance(node, ex.Variable) and node.name in scope.definitions
    ):
        yield node
        return
    for each in children(node):
        yield from _outermost_sources(each, scope)


def _clauses_of(
    node: ex.Apply, before: Any, scope: Environment, depth: int
) -> Iterator[Explanation]:
    """Explain the clauses of a call that say more than its value."""
    function, inside = function_of(node), environment_inside(node, function_of(node), scope)
    for assignment in function.transition:
        part = with_rules(explain(assignment.value, inside), assignment.rules)
        is_long = isinstance(part.value, Collection | State) and not isinstance(part.value, str)
        binding = () if is_long else ((assignment.variable, part.value),)
        yield replace(with_witnesses(part, before, depth), binding=binding)
    if function.output is not None:
        part = with_rules(explain(function.output.value, inside), function.output.rules)
        part = with_witnesses(part, before, depth)
        if part.rules or part.because:
            yield part
