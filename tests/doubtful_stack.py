"""Stack: a specification with four mistakes, which the lint finds.

Asumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractObject

__all__ = ["CAPACITY", "Empty", "Full", "init", "pop", "push", "top"]

CAPACITY: Final = 4
"""How many integers there is room for."""


class Empty(Exception):
    """There is nothing on the stack."""


class Full(Exception):
    """There is no room on the stack."""


class Stack(AbstractObject):
    """The one stack of the module."""

    items: tuple[int, ...]
    """The integers, from the bottom to the top."""


def invariant(stack: Stack) -> bool:
    """The stack holds no more than there is room for."""
    return len(stack.items) <= CAPACITY


def init() -> Stack:
    """Begin with nothing on the stack."""
    return Stack(items=())


def push(stack: Stack, item: int) -> Stack:
    """Put an integer on top."""
    return Stack(items=(*stack.items, item))


def pop(stack: Stack) -> Stack:
    """Take the top away."""
    if len(stack.items) == 0:
        raise Empty
    return Stack(items=stack.items[0 : len(stack.items) - 1])


def top(stack: Stack) -> int:
    """The integer on top."""
    return stack.items[len(stack.items) - 1]
