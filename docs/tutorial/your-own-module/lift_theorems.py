"""Theorems of the lift: what follows from its rules."""

from __future__ import annotations

from lift import TOP, Lift, close, down, floor, is_open, open_door, up

__all__ = ["an_open_lift_is_closed_by_close", "what_goes_up_comes_down"]


def what_goes_up_comes_down(lift: Lift) -> bool:
    """One floor up and one down leads back."""
    assert not is_open(lift)
    assert floor(lift) < TOP
    return down(up(lift)) == lift


def an_open_lift_is_closed_by_close(lift: Lift) -> bool:
    """Opening and closing leave the door closed, and the cabin where it is."""
    after = close(open_door(lift))
    return not is_open(after) and floor(after) == floor(lift)
