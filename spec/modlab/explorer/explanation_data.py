"""Explanations as the page shows them: a line for each part, with the cells that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from modlab.explorer.grid import CellGrid, Place
from modspec.explain.explain import by_first_dummy
from modspec.explain.explanation import Explanation
from modspec.explain.text import Show, formula_text, instantiate, reason
from modspec.print import terminal
from modspec.print.formula import formula
from modspec.run.evaluate import Evaluator
from modspec.syntax import expressions as ex
from modspec.syntax.expressions import Expression, walk
from modspec.syntax.order import sorted_elements

_DEEPEST: Final = 14
"""How many parts stand one within another at most."""


class ExplanationPage:
    """Turns the explanations of calls in one state into the lines of a page."""

    def __init__(self, show: Show, grid: CellGrid | None) -> None:
        self._show, self._grid = show, grid

    def line(self, part: Explanation, depth: int = _DEEPEST) -> dict[str, Any]:
        """Return a part: its text, value, rules, dummies and cells, and the parts that decide it.

        ``deciding`` is the number of the part to open first.
        """
        parts = list(self._parts(part, depth - 1)) if depth else []
        return {
            "text": formula_text(part, self._show),
            "value": self._value(part.value),
            "rules": list(part.rules),
            "binding": self._binding(part),
            "cells": self._cells(part),
            "parts": parts,
        }

    def _value(self, value: Any) -> bool | str:
        if isinstance(value, bool):
            return value
        text = self._show(value)
        return text if isinstance(value, int | str) or len(text) <= _SHORT else ""

    def _binding(self, part: Explanation) -> list[list[str]]:
        return [[name, self._show(value)] for name, value in part.binding]

    def _parts(self, part: Explanation, depth: int) -> Iterator[dict[str, Any]]:
        node = part.formula
        if isinstance(node, ex.SetOf) and part.scope and _is_size(part):
            yield from self._by_first_dummy(node, part, depth)
        elif isinstance(node, ex.And | ex.Or) and part.scope:
            yield from self._operands(node, part, depth)
        elif len(part.because) > 1 and all(len(each.binding) > 1 for each in part.because):
            yield from self._nearest(part.because, depth)
        else:
            yield from (self.line(each, depth) for each in part.because)

    def _operands(
        self, node: ex.And | ex.Or, part: Explanation, depth: int
    ) -> Iterator[dict[str, Any]]:
        """Yield the operands up to the one that decides; those that explain themselves in full."""
        explained = {id(each.formula): each for each in part.because}
        assert part.scope is not None
        for operand in node.operands:
            found = explained.get(id(operand))
            if found is None:
                text = terminal.inline(formula(instantiate(operand, part.scope, self._show)))
                value = bool(Evaluator(part.scope)(operand))
                found_line = {"text": text, "value": value, "rules": list(operand.rules)}
                yield {**found_line, "binding": [], "cells": [], "parts": []}
            else:
                yield self.line(found, depth)
            if bool(Evaluator(part.scope)(operand)) is isinstance(node, ex.Or):
                return

    def _by_first_dummy(
        self, node: ex.SetOf, part: Explanation, depth: int
    ) -> Iterator[dict[str, Any]]:
        """Yield, for each value of a set's first dummy, the elements that it gives, or why none."""
        assert part.scope is not None
        name = node.generators[0].dummy
        for value, inner in by_first_dummy(node, part.scope):
            binding = [[name, self._show(value)]]
            if inner.value and inner.scope:
                elements = sorted_elements(Evaluator(inner.scope)(inner.formula))
                text = ", ".join(map(self._show, elements))
                yield {
                    "text": f"yields {text}",
                    "value": True,
                    "rules": list(inner.rules),
                    "binding": binding,
                    "cells": self._places(elements),
                    "parts": [self.line(each, depth) for each in inner.because],
                }
            else:
                yield self._group(binding, inner.deciding_part or inner, depth)

    def _nearest(self, parts: Sequence[Explanation], depth: int) -> Iterator[dict[str, Any]]:
        """Yield, for each value of the first dummy, the choice that came nearest."""
        for (name, value), group in groupby(parts, key=lambda each: each.binding[0]):
            nearest = max(group, key=lambda each: each.total_progress)
            yield self._group([[name, self._show(value)]], nearest, depth)

    def _group(self, binding: list[list[str]], part: Explanation, depth: int) -> dict[str, Any]:
        """Return a line for several choices of dummies: what stops the one that came nearest."""
        text, bound, rules = reason(part, self._show)
        names = {name for name, _ in binding}
        inner = [[name, self._show(value)] for name, value in bound if name not in names]
        last = list(part.path())[-1]
        return {
            "text": text,
            "value": bool(part.value),
            "rules": list(rules),
            "binding": binding + inner,
            "cells": self._cells(last),
            "parts": [self.line(part, depth - 1)] if depth > 1 else [],
        }

    # -- cells -------------------------------------------------------------------------------------

    def _cells(self, part: Explanation) -> list[Place]:
        """Return the cells that a part names: keys of the grid in its formula or its dummies."""
        if self._grid is None or part.scope is None:
            return []
        found = [value for _, value in part.binding]
        found += [part.element]
        evaluator = Evaluator(part.scope)
        for node in _names(part.formula):
            try:
                found.append(evaluator(node))
            except Exception:  # noqa: BLE001  # it has no value here: a dummy, a call not made
                continue
        return self._places(found)

    def _places(self, values: Sequence[Any]) -> list[Place]:
        if self._grid is None:
            return []
        found = (self._grid.place_of(value) for value in values)
        return list(dict.fromkeys(place for place in found if place is not None))


_SHORT: Final = 40
"""Characters of a value that is shown beside its formula."""


def _is_size(part: Explanation) -> bool:
    """Whether a part explains how many elements a set has, by several dummies."""
    node = part.formula
    return type(part.value) is int and isinstance(node, ex.SetOf) and len(node.generators) > 1


def _names(node: Expression) -> Iterator[Expression]:
    """Yield the parts of a formula that may be keys: names, records and applications."""
    return (each for each in walk(node) if isinstance(each, ex.Variable | ex.Record | ex.Apply))
