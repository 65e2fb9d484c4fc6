"""Undo: a bounded counter whose last steps can be taken back, and made again.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractObject

__all__ = [
    "DEPTH",
    "HIGH",
    "NothingToRedo",
    "NothingToUndo",
    "TooHigh",
    "TooLow",
    "add",
    "can_undo",
    "init",
    "redo",
    "undo",
    "value",
]

HIGH: Final = 9
"""The greatest value."""

DEPTH: Final = 3
"""How many steps are remembered."""


class NothingToRedo(Exception):  # [redo]
    """No step was taken back."""


class NothingToUndo(Exception):  # [undo]
    """No step is remembered."""


class TooHigh(Exception):  # [bounds]
    """The value would be greater than HIGH."""


class TooLow(Exception):  # [bounds]
    """The value would be negative."""


class Counter(AbstractObject):
    """The counter."""

    now: int
    """The value."""

    past: tuple[int, ...]
    """Earlier values, the latest one last."""

    future: tuple[int, ...]
    """Values that were taken back, the latest one last."""


def invariant(c: Counter) -> bool:
    """Values are within bounds, and few are remembered."""
    return (
        0 <= c.now <= HIGH  # [bounds]
        and len(c.past) <= DEPTH  # [depth]
        and len(c.past) + len(c.future) <= DEPTH  # [depth]
    )


def init() -> Counter:
    """Begin with 0."""
    return Counter(now=0, past=(), future=())  # [begin]


def add(c: Counter, n: int) -> Counter:
    """Add a number to the value."""
    if c.now + n > HIGH:
        raise TooHigh  # [bounds]
    if c.now + n < 0:
        raise TooLow  # [bounds]
    steps = (*c.past, c.now)
    return Counter(
        now=c.now + n,  # [add]
        past=steps[1 : len(steps)] if len(steps) > DEPTH else steps,  # [depth]
        future=(),  # [forget]
    )


def undo(c: Counter) -> Counter:
    """Take the last step back."""
    if len(c.past) == 0:
        raise NothingToUndo  # [undo]
    return Counter(
        now=c.past[len(c.past) - 1],  # [undo]
        past=c.past[0 : len(c.past) - 1],  # [undo]
        future=(*c.future, c.now),  # [redo]
    )


def redo(c: Counter) -> Counter:
    """Make the step again that was taken back last."""
    if len(c.future) == 0:
        raise NothingToRedo  # [redo]
    return Counter(
        now=c.future[len(c.future) - 1],  # [redo]
        past=(*c.past, c.now),  # [undo]
        future=c.future[0 : len(c.future) - 1],  # [redo]
    )


def value(c: Counter) -> int:
    """The value."""
    return c.now  # [add]


def can_undo(c: Counter) -> bool:
    """Whether a step is remembered."""
    return len(c.past) > 0  # [undo]
