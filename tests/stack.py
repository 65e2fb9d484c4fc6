"""Stack: integers; the last to come is the first to go.

A module in the notation that has nothing to do with Othello: an abstract data type with a sequence.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractDataType

__all__ = ["MAX_SIZE", "Empty", "Full", "Stack", "depth", "new", "pop", "push", "top"]

MAX_SIZE: Final = 3
"""How many integers a stack holds at most."""


class Empty(Exception):
    """There is nothing on the stack."""


class Full(Exception):
    """There is no room on the stack."""


class Stack(AbstractDataType):
    """A stack of integers."""

    content: tuple[int, ...]
    """The integers, the one that came last at the end."""


def invariant(stack: Stack) -> bool:
    """A stack never holds more than it has room for."""
    return len(stack.content) <= MAX_SIZE


def new() -> Stack:
    """Make an empty stack."""
    return Stack(content=())


def push(stack: Stack, value: int) -> Stack:
    """Put an integer on the stack."""
    if len(stack.content) == MAX_SIZE:
        raise Full
    return Stack(content=(*stack.content, value))


def pop(stack: Stack) -> Stack:
    """Take the integer that came last off the stack."""
    if len(stack.content) == 0:
        raise Empty
    return Stack(content=stack.content[: len(stack.content) - 1])


def top(stack: Stack) -> int:
    """The integer that came last."""
    if len(stack.content) == 0:
        raise Empty
    return stack.content[len(stack.content) - 1]


def depth(stack: Stack) -> int:
    """How many integers the stack holds."""
    return len(stack.content)
