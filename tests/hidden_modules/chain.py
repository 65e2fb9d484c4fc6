"""Chain: numbers one after the other, of which the first can be seen.

Considerations:
    rest yields another chain.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractDataType

__all__ = ["MOST", "Chain", "Empty", "Full", "head", "new", "push", "rest"]

MOST: Final = 3
"""How many numbers there can be."""


class Empty(Exception):  # [empty]
    """There is no number."""


class Full(Exception):  # [full]
    """There is no room."""


class Chain(AbstractDataType):
    """The chains of numbers."""

    items: tuple[int, ...]  # [order]
    """The numbers."""


def invariant(chain: Chain) -> bool:
    """There are no more numbers than there can be."""
    return len(chain.items) <= MOST  # [full]


def new() -> Chain:
    """Make the chain without numbers."""
    return Chain(items=())  # [begins-empty]


def push(chain: Chain, x: int) -> Chain:
    """Put a number before all others."""
    if len(chain.items) == MOST:
        raise Full  # [full]
    return Chain(items=(x, *chain.items))  # [order]


def head(chain: Chain) -> int:
    """The first number."""
    if len(chain.items) == 0:
        raise Empty  # [empty]
    return chain.items[0]  # [head]


def rest(chain: Chain) -> Chain:
    """The chain without its first number."""
    if len(chain.items) == 0:
        raise Empty  # [empty]
    return of(chain.items[1:])  # [rest]


def of(items: tuple[int, ...]) -> Chain:
    """The chain of some numbers."""
    return Chain(items=items)  # [rest]
