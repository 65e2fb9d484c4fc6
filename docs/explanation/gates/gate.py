"""Gate: how many people have come in and gone out."""

from __future__ import annotations

from gates import counter
from gates.counter import Counter
from modspec import AbstractObject

__all__ = ["Nobody", "enter", "init", "inside", "leave"]


class Nobody(Exception):
    """There is nobody inside."""


class Gate(AbstractObject):
    """One gate, with a counter for each direction."""

    entered: Counter
    """How many have come in."""

    left: Counter
    """How many have gone out."""


def init() -> Gate:
    """Open the gate."""
    return Gate(entered=counter.init(), left=counter.init())


def enter(gate: Gate) -> Gate:
    """One comes in."""
    return Gate(entered=counter.count(gate.entered), left=gate.left)


def leave(gate: Gate) -> Gate:
    """One goes out."""
    if inside(gate) == 0:
        raise Nobody
    return Gate(entered=gate.entered, left=counter.count(gate.left))


def inside(gate: Gate) -> int:
    """How many are inside."""
    return counter.value(gate.entered) - counter.value(gate.left)
