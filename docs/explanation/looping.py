"""Looping: what the notation refuses."""

from __future__ import annotations

__all__ = ["total"]


def total(n: int) -> int:
    """The sum of the numbers below n."""
    result = 0
    for k in range(n):
        result += k
    return result
