"""Small stack: the stack of the library, with room for two integers only.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractObject

__all__ = ["CAPACITY", "Empty", "Full", "depth", "init", "pop", "push", "top"]

CAPACITY: Final = 2
"""How many integers there is room for."""


class Empty(Exception):  # [empty]
    """There is nothing on the stack."""


class Full(Exception):  # [capacity]
    """There is no room on the stack."""


class Stack(AbstractObject):
    """The one stack of the module."""

    items: tuple[int, ...]  # [last-in-first-out]
    """The integers, from the bottom to the top."""


def invariant(stack: Stack) -> bool:
    """The stack holds no more than there is room for."""
    return len(stack.items) <= CAPACITY  # [capacity]


def init() -> Stack:
    """Begin with nothing on the stack."""
    return Stack(items=())  # [begins-empty]


def push(stack: Stack, item: int) -> Stack:
    """Put an integer on top."""
    if len(stack.items) == CAPACITY:
        raise Full  # [capacity]
    return Stack(items=(*stack.items, item))  # [last-in-first-out]


def pop(stack: Stack) -> Stack:
    """Take the top away."""
    if len(stack.items) == 0:
        raise Empty  # [empty]
    return Stack(items=stack.items[0 : len(stack.items) - 1])  # [last-in-first-out]


def top(stack: Stack) -> int:
    """The integer on top."""
    if len(stack.items) == 0:
        raise Empty  # [empty]
    return stack.items[len(stack.items) - 1]  # [last-in-first-out]


def depth(stack: Stack) -> int:
    """How many integers are on the stack."""
    return len(stack.items)  # [depth]
