"""Witnesses: for which values of the dummies a sum, a greatest value or a mapping is what it is.

An explanation of a truth value names them already. One of another value says what the value is; its
witnesses are the terms of a sum, what attains a maximum or minimum, and the keys of a mapping whose
value has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from modspec.explain.explain import explain, explain_at
from modspec.explain.explanation import Explanation
from modspec.run.evaluate import Evaluator
from modspec.syntax import expressions as ex

MOST: Final = 9
"""Terms or keys that are shown at most."""

_EXTREMES: Final = (ex.Quantifier.MAX, ex.Quantifier.MIN)


def with_witnesses(part: Explanation, before: Any = None) -> Explanation:
    """Return an explanation of a value with its witnesses, and those of its parts.

    ``before`` is the value that it replaces, if there is one: of two mappings, the keys at which
    they differ are explained. What has parts that decide already, or a truth value, stays as it is.
    """
    if isinstance(part.value, bool):
        return part
    if part.because:
        return replace(part, because=tuple(with_witnesses(each, before) for each in part.because))
    return replace(part, because=tuple(islice(_witnesses(part, before), MOST)))


def _witnesses(part: Explanation, before: Any) -> Iterator[Explanation]:
    node, scope = part.formula, part.scope
    if scope is None:
        return
    if isinstance(node, ex.MapOf) and isinstance(before, Mapping):
        for key, value in part.value.items():
            if key not in before or before[key] != value:
                yield from explain_at(node, key, scope).because
    if not isinstance(node, ex.Quantified) or not node.quantifier.is_of_numbers:
        return
    for inner in Evaluator(scope).bindings(node.generators):
        value = inner(node.body)
        is_extreme = node.quantifier in _EXTREMES
        if value == part.value if is_extreme else value != 0:
            binding = tuple((g.dummy, inner.environment.names[g.dummy]) for g in node.generators)
            conditions = (each for generator in node.generators for each in generator.conditions)
            because = tuple(explain(each, inner.environment) for each in conditions)
            witness = replace(explain(node.body, inner.environment), binding=binding)
            yield replace(witness, because=(*because, *witness.because))
            if is_extreme:
                return
