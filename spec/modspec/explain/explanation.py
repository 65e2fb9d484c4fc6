"""Explanations as data: a formula, its value, and the parts that decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

from modspec.run.evaluate import Environment
from modspec.syntax.expressions import Expression, Quantified, SetOf


class Lazy(Sequence["Explanation"]):
    """Parts that are explained when somebody looks at them.

    Where nothing of all that there is fulfils a condition these are hundreds, each with parts of its own, and mostly
    all that is asked is whether something does.
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

    def __repr__(self) -> str:
        return repr(self._parts)


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
    """The values of the dummies for which this is the explanation, if it is of a quantifier's body."""

    operands: tuple[Any, ...] = ()
    """The values of the sides of a comparison, or of the cases of a conditional expression."""

    element: Any = None
    """What is or is not in the set, or at which key the mapping is asked, if the formula is one."""

    scope: Environment | None = field(default=None, compare=False, repr=False)
    """What the names in the formula stand for."""

    progress: int = 0
    """How near a formula came to the opposite value: how many of its operands have it after all."""

    @cached_property
    def deciding_part(self) -> Explanation | None:
        """The part that decides; of the many that refute an existential, the one that came nearest.

        Of several it is the last, but the first if none came near at all.
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
        """The progress made on the way to the innermost decisive part."""
        best = self.deciding_part
        return self.progress + (best.total_progress if best else 0)

    def path(self) -> Iterator[Explanation]:
        """This explanation and the decisive part within it, and so on inwards."""
        yield self
        if self.deciding_part:
            yield from self.deciding_part.path()

    def find_rule(self, rule: str) -> Explanation | None:
        """The outermost part, on the way that decides or else anywhere, that states the rule."""
        on_path = next((step for step in self.path() if rule in step.rules), None)
        return on_path or next((step for step in self.all_parts() if rule in step.rules), None)

    def all_parts(self) -> Iterator[Explanation]:
        """This explanation and all its parts, outermost first."""
        yield self
        for part in self.because:
            yield from part.all_parts()

    @property
    def innermost_rules(self) -> tuple[str, ...]:
        """The rules of the innermost decisive part that states any."""
        found: tuple[str, ...] = ()
        for step in self.path():
            found = step.rules or found
        return found

    @property
    def outermost_rules(self) -> tuple[str, ...]:
        """The rules of the outermost decisive part that states any."""
        return next((step.rules for step in self.path() if step.rules), ())
