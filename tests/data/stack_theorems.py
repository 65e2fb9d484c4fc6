"""Theorems of the stack: what follows from its text."""

from __future__ import annotations

from stack import CAPACITY, Stack, depth, pop, push, top

__all__ = ["a_push_adds_one", "pop_undoes_push", "the_top_was_pushed_last"]


def a_push_adds_one(stack: Stack, item: int) -> bool:
    """A push makes the stack one deeper."""
    assert depth(stack) < CAPACITY
    return depth(push(stack, item)) == depth(stack) + 1


def pop_undoes_push(stack: Stack, item: int) -> bool:
    """After a push, pop leads back."""
    assert depth(stack) < CAPACITY
    return pop(push(stack, item)) == stack


def the_top_was_pushed_last(stack: Stack, item: int) -> bool:
    """The top is what was pushed last."""
    assert depth(stack) < CAPACITY
    return top(push(stack, item)) == item
