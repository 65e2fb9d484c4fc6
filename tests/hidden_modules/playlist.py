"""Playlist: songs in an order, and the one that is playing.

Considerations:
    Songs are numbered from 1.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from modspec import AbstractDataType, replace

__all__ = [
    "MOST",
    "AtEnd",
    "Full",
    "Mode",
    "NoSong",
    "Playlist",
    "Position",
    "Song",
    "add",
    "advance",
    "current",
    "joined",
    "mode",
    "new",
    "remove",
    "same_songs",
    "set_mode",
    "songs",
]

MOST: Final = 4
"""How many songs a list may have."""

Song: TypeAlias = Annotated[int, range(1, 4)]
"""A song."""

Position: TypeAlias = Annotated[int, range(0, 5)]
"""A place in the list, from 0."""


class Mode(StrEnum):
    """What comes after the last song."""

    STOP = "stop"
    LOOP = "loop"


class AtEnd(Exception):
    """The last song plays, and the list is not played again."""


class Full(Exception):
    """No more songs fit."""


class NoSong(Exception):
    """There is no song."""


class Playlist(AbstractDataType):
    """A list of songs."""

    order: tuple[Song, ...]
    """The songs in order; one may be there several times."""

    at: Position
    """Where the song is that plays."""

    mode: Mode
    """What comes after the last song."""


def invariant(p: Playlist) -> bool:
    """The position is in the list, or 0."""
    return len(p.order) <= MOST and (p.at < len(p.order) or p.at == 0)


def new(how: Mode) -> Playlist:
    """An empty list."""
    return Playlist(order=(), at=0, mode=how)


def add(p: Playlist, song: Song) -> Playlist:
    """Put a song at the end."""
    if len(p.order) == MOST:
        raise Full
    return replace(p, order=(*p.order, song))


def remove(p: Playlist, position: Position) -> Playlist:
    """Take a song out. What plays goes on, unless it is taken out."""
    if position >= len(p.order):
        raise NoSong
    left = (*p.order[0:position], *p.order[position + 1 : len(p.order)])
    return replace(
        p,
        order=left,
        at=p.at - 1 if position < p.at else 0 if p.at == len(left) else p.at,
    )


def advance(p: Playlist) -> Playlist:
    """Play the next song."""
    if len(p.order) == 0:
        raise NoSong
    if p.at == len(p.order) - 1 and p.mode == Mode.STOP:
        raise AtEnd
    return replace(p, at=(p.at + 1) % len(p.order))


def set_mode(p: Playlist, how: Mode) -> Playlist:
    """Say what comes after the last song."""
    return replace(p, mode=how)


def current(p: Playlist) -> Song | None:
    """The song that plays, if there is one."""
    return p.order[p.at] if len(p.order) > 0 else None


def songs(p: Playlist) -> tuple[Song, ...]:
    """The songs, in order."""
    return p.order


def mode(p: Playlist) -> Mode:
    """What comes after the last song."""
    return p.mode


def same_songs(p: Playlist, other: Playlist) -> bool:
    """Whether the two lists have the same songs, in whatever order and number."""
    return {s for s in p.order} == {s for s in other.order}  # noqa: C416  # as the notation has it


def joined(p: Playlist, other: Playlist) -> Playlist:
    """Put the songs of the other list at the end; the first of all plays."""
    if len(p.order) + len(other.order) > MOST:
        raise Full
    return Playlist(order=(*p.order, *other.order), at=0, mode=p.mode)
