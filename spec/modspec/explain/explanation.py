"""Explanations as data: a formula, its value, and the parts that decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

from modspec.run.evaluate import Environment
from modspec.syntax.expressions import Expression, Quantified, SetOf


class Lazy(Sequence["Explanation"]):
    """Parts of an explanation that are computed when they are first used.

    If no choice of dummies satisfies a condition, there are hundreds of parts, each with parts of
    its own; most readers only need to know whether there are any.
    """

    def __init__(self, parts: Callable[[], Iterable[Explanation]]) -> None:
        self._make = parts

    @cached_property
    def _parts(self) -> tuple[Explanation, ...]:
        return tuple(self._make())

    @overload
    def __getitem__(self, number: int) -> Explanation: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Explanation]: ...
    def __getitem__(self, number: int | slice) -> Explanation | Sequence[Explanation]:
        return self._parts[number]

    def __len__(self) -> int:
        return len(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._parts == tuple(other)

    def __hash__(self) -> int:
        return hash(self._parts)


@dataclass(frozen=True)
class Explanation:
    """A formula, its value, and why."""

    formula: Expression
    value: Any
    rules: tuple[str, ...]
    """The rules that the formula states by its labels."""

    because: Sequence[Explanation] = ()
    """The explanations of the parts that decide, in the order of the text."""

    binding: tuple[tuple[str, Any], ...] = ()
    """The values of the dummies, if the formula is the body of a quantification."""

    operands: tuple[Any, ...] = ()
    """The values of the sides of a comparison, or of the cases of a conditional expression."""

    element: Any = None
    """The element looked for in a set, or the key of a mapping, if the formula is one."""

    scope: Environment | None = field(default=None, compare=False, repr=False)
    """The values of the names in the formula."""

    progress: int = 0
    """The number of operands with the value opposite to the formula's."""

    def as_reason(self) -> tuple[Explanation, ...]:
        """Return this explanation alone, if it states rules or has parts; else none."""
        return (self,) if self.rules or self.because else ()

    @cached_property
    def deciding_part(self) -> Explanation | None:
        """The part that decides; if many refute an existential, the part that came nearest.

        If several are nearest it is the last of them, but the first if none made any progress.
        """
        if not self.because:
            return None
        if isinstance(self.formula, Quantified | SetOf) and not self.value:
            furthest = max(part.total_progress for part in self.because)
            nearest = [part for part in self.because if part.total_progress == furthest]
            return nearest[-1] if furthest else nearest[0]
        return self.because[0]

    @cached_property
    def total_progress(self) -> int:
        """The progress on the path to the innermost deciding part."""
        best = self.deciding_part
        return self.progress + (best.total_progress if best else 0)

    def path(self) -> Iterator[Explanation]:
        """Yield this explanation, the part that decides it, and so on inwards."""
        yield self
        if self.deciding_part:
            yield from self.deciding_part.path()

    def find_rule(self, rule: str) -> Explanation | None:
        """Return the outermost part that states the rule: on the path, else anywhere."""
        on_path = next((step for step in self.path() if rule in step.rules), None)
        return on_path or next((step for step in self.all_parts() if rule in step.rules), None)

    def all_parts(self) -> Iterator[Explanation]:
        """Yield this explanation and all its parts, outermost first."""
        yield self
        for part in self.because:
            yield from part.all_parts()

    @property
    def innermost_rules(self) -> tuple[str, ...]:
        """The rules of the innermost deciding part that states any."""
        found: tuple[str, ...] = ()
        for step in self.path():
            found = step.rules or found
        return found

    @property
    def outermost_rules(self) -> tuple[str, ...]:
        """The rules of the outermost deciding part that states any."""
        return next((step.rules for step in self.path() if step.rules), ())
