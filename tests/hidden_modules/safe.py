"""Safe: what lies in a safe is seen while it is open."""

from __future__ import annotations

from modspec import AbstractObject, replace

__all__ = ["Locked", "init", "is_open", "look", "put", "turn"]


class Locked(Exception):  # [locked]
    """The safe is not open."""


class Safe(AbstractObject):
    """The one safe."""

    content: int  # [content]
    """What lies in it."""

    opened: bool  # [open]
    """Whether it is open."""


def init() -> Safe:
    """Begin with an open safe, and nothing in it."""
    return Safe(content=0, opened=True)  # [empty]


def put(safe: Safe, x: int) -> Safe:
    """Put something in."""
    if not safe.opened:
        raise Locked  # [locked]
    return replace(safe, content=x)  # [content]


def turn(safe: Safe) -> Safe:
    """Turn the key."""
    return replace(safe, opened=not safe.opened)  # [open]


def look(safe: Safe) -> int:
    """What lies in it."""
    if not safe.opened:
        raise Locked  # [locked]
    return safe.content  # [content]


def is_open(safe: Safe) -> bool:
    """Whether it is open."""
    return safe.opened  # [open]
