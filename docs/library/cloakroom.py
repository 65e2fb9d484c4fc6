"""Cloakroom: a coat is hung on some free hook, and is fetched with the number of the hook.

Which hook it is, is for the attendant to choose. So a program may take the first free hook, the
nearest one, or one at random.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from modspec import AbstractObject, replace, some, the

__all__ = [
    "HOOKS",
    "Coat",
    "Empty",
    "Full",
    "HangsHere",
    "Hook",
    "NotHere",
    "coat_on",
    "fetch",
    "hand_in",
    "hook_of",
    "init",
    "is_free",
]

HOOKS: Final = 2
"""How many hooks there are."""

Hook: TypeAlias = Annotated[int, range(HOOKS)]
"""The number of a hook."""


class Coat(StrEnum):
    """The coats that guests have."""

    ANORAK = "anorak"
    CAPE = "cape"
    PARKA = "parka"


class Empty(Exception):  # [fetch]
    """No coat hangs on the hook."""


class Full(Exception):  # [full]
    """No hook is free."""


class HangsHere(Exception):  # [one-hook]
    """The coat hangs here already."""


class NotHere(Exception):  # [one-hook]
    """The coat does not hang here."""


class Cloakroom(AbstractObject):
    """The one cloakroom of the module."""

    coats: Mapping[Hook, Coat]  # [hooks]
    """The coat on each hook that is not free."""


def invariant(room: Cloakroom) -> bool:
    """No coat hangs on two hooks."""
    return all(
        room.coats[g] != room.coats[h] for g in room.coats for h in room.coats if g != h
    )  # [one-hook]


def init() -> Cloakroom:
    """Begin with all hooks free."""
    return Cloakroom(coats={})  # [begins-empty]


def hand_in(room: Cloakroom, coat: Coat) -> tuple[Cloakroom, Hook]:
    """Hang a coat on some free hook; its number is for the guest."""
    if any(room.coats[h] == coat for h in room.coats):
        raise HangsHere  # [one-hook]
    if len(room.coats) == HOOKS:
        raise Full  # [full]
    hook = some(h for h in range(HOOKS) if h not in room.coats)  # [free-hook]
    return replace(room, coats={**room.coats, hook: coat}), hook  # [free-hook]


def fetch(room: Cloakroom, hook: Hook) -> tuple[Cloakroom, Coat]:
    """Take the coat from a hook, which is free then."""
    if hook not in room.coats:
        raise Empty  # [fetch]
    return (
        replace(room, coats={h: room.coats[h] for h in room.coats if h != hook}),  # [fetch]
        room.coats[hook],  # [fetch]
    )


def hook_of(room: Cloakroom, coat: Coat) -> Hook:
    """The hook on which a coat hangs."""
    if not any(room.coats[h] == coat for h in room.coats):
        raise NotHere  # [one-hook]
    return the(h for h in room.coats if room.coats[h] == coat)  # [one-hook]


def is_free(room: Cloakroom, hook: Hook) -> bool:
    """Whether a coat can be hung on a hook."""
    return hook not in room.coats  # [hooks]


def coat_on(room: Cloakroom, hook: Hook) -> Coat:
    """The coat that hangs on a hook."""
    if hook not in room.coats:
        raise Empty  # [fetch]
    return room.coats[hook]  # [hooks]
