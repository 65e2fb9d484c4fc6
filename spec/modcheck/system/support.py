"""Offer: which access programs an implementation has, and what the checker makes of the others.

Programs as they are out there offer fewer routines than a specification asks for. What is missing is derived from
what is there, where the specification's theorems say how; the rest is not checked, and never counted as passed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Support:
    """What is checked of the access programs that a specification asks for."""

    required: tuple[str, ...]
    """Those that it asks for, in its order."""

    derived: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Those whose answers are put together from what others answer, and from which."""

    unchecked: Mapping[str, str] = field(default_factory=dict)
    """Those that are not checked, and why."""

    @cached_property
    def checked(self) -> frozenset[str]:
        """Those that are checked, directly or derived."""
        return frozenset(self.required) - frozenset(self.unchecked)
