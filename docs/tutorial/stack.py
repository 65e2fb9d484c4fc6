"""Stack: a pile of numbers; only the top can be reached.

Considerations:
    A stack holds integers; nothing in the specification depends on that.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractDataType

__all__ = ["CAPACITY", "Empty", "Full", "Stack", "depth", "new", "pop", "push", "top"]

CAPACITY: Final = 100
"""The greatest number of elements on a stack."""


class Empty(Exception):
    """The stack is empty."""


class Full(Exception):
    """The stack has CAPACITY elements."""


class Stack(AbstractDataType):
    """One stack."""

    items: tuple[int, ...]
    """The elements, from the bottom to the top."""


def invariant(stack: Stack) -> bool:
    """A stack holds at most CAPACITY elements."""
    return len(stack.items) <= CAPACITY


def new() -> Stack:
    """An empty stack."""
    return Stack(items=())


def push(stack: Stack, item: int) -> Stack:
    """Put an element on top."""
    if len(stack.items) == CAPACITY:
        raise Full
    return Stack(items=(*stack.items, item))


def pop(stack: Stack) -> Stack:
    """Take the top element away."""
    if len(stack.items) == 0:
        raise Empty
    return Stack(items=stack.items[0 : len(stack.items) - 1])


def top(stack: Stack) -> int:
    """The element on top."""
    if len(stack.items) == 0:
        raise Empty
    return stack.items[len(stack.items) - 1]


def depth(stack: Stack) -> int:
    """The number of elements."""
    return len(stack.items)
