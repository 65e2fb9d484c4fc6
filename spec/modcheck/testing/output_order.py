"""Output order: the elements of a set are compared, and not the order in which a program has them.

A set travels as an array, a mapping as an array of pairs. Of the routines that yield one, the
replies are put into one order before anybody compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from modcheck.system.implementation import Implementation, Reply, in_order
from modspec.run.machine import Call
from modspec.syntax.kinds import hints_of, is_mapping, is_set
from modspec.syntax.module import Module


def unordered_routines(module: Module) -> frozenset[str]:
    """Return the access programs that yield a set or a mapping."""
    return frozenset(
        function.name
        for function in module.access_programs
        if function.output is not None
        and _is_unordered(hints_of(vars(module.python)[function.name]).get("return"))
    )


def _is_unordered(kind: object) -> bool:
    return is_set(kind) or is_mapping(kind)


class OrderedImplementation:
    """An implementation whose sets come in one order."""

    def __init__(self, implementation: Implementation, routines: frozenset[str]) -> None:
        """Order the outputs of some routines of an implementation."""
        self._implementation, self._unordered = implementation, routines
        self.name = implementation.name
        self.routines = implementation.routines
        self.conventions = implementation.conventions

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """Return one reply for each call."""
        replies = self._implementation.answer(calls)
        return [
            replace(reply, output=in_order(reply.output))
            if isinstance(reply.output, tuple) and call.routine in self._unordered
            else reply
            for call, reply in zip(calls, replies, strict=True)
        ]

    def close(self) -> None:
        """Close the implementation."""
        self._implementation.close()
