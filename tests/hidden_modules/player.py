"""Player: plays songs from a list, with a queue of wishes and a way back.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from modspec import AbstractObject, replace

__all__ = [
    "HISTORY",
    "ROOM",
    "AtEnd",
    "Busy",
    "Known",
    "NoPast",
    "Silent",
    "Song",
    "Unknown",
    "add",
    "back",
    "init",
    "playing",
    "remove",
    "skip",
    "toggle_repeat",
    "wish",
]  # fmt: skip

HISTORY: Final = 2
"""How many songs the player remembers to have played."""

ROOM: Final = 2
"""How many wishes there is room for."""


class Song(StrEnum):  # [songs]
    """The songs there are."""

    AIDA = "aida"
    BOLERO = "bolero"
    CARMEN = "carmen"


class AtEnd(Exception):  # [at-end]
    """All songs of the list were played."""


class Busy(Exception):  # [room]
    """There is no room for a wish."""


class Known(Exception):  # [songs]
    """The song is in the list already."""


class NoPast(Exception):  # [back]
    """No song is remembered."""


class Silent(Exception):  # [playing]
    """No song is playing."""


class Unknown(Exception):  # [songs]
    """The song is not in the list."""


class Player(AbstractObject):
    """The one player of the module."""

    songs: tuple[Song, ...]  # [songs]
    """The list."""

    at: int  # [order]
    """The position in the list of the song that comes next."""

    wishes: tuple[Song, ...]  # [wishes]
    """The songs to play before the list goes on."""

    past: tuple[Song, ...]  # [history]
    """The songs that were played before this one; the latest is last."""

    current: Song | None  # [playing]
    """What is playing."""

    repeats: bool  # [repeat]
    """Whether the list begins again after its end."""


def invariant(player: Player) -> bool:
    """The position is in the list or at its end; no more is kept than there is room for."""
    return (
        0 <= player.at <= len(player.songs)  # [order]
        and len(player.wishes) <= ROOM  # [room]
        and len(player.past) <= HISTORY  # [history]
        and all(w in player.songs for w in player.wishes)  # [songs]
    )


def init() -> Player:
    """Begin in silence."""
    return Player(songs=(), at=0, wishes=(), past=(), current=None, repeats=False)  # [begins-empty]


def add(player: Player, song: Song) -> Player:
    """Add a song at the end of the list."""
    if song in player.songs:
        raise Known  # [songs]
    return replace(player, songs=(*player.songs, song))  # [songs]


def remove(player: Player, song: Song) -> Player:
    """Take a song out of the list, and out of the wishes."""
    if song not in player.songs:
        raise Unknown  # [songs]
    return replace(
        player,
        songs=without(player.songs, song),  # [remove]
        at=len(without(player.songs[0 : player.at], song)),  # [remove]
        wishes=without(player.wishes, song),  # [remove-wishes]
    )


def wish(player: Player, song: Song) -> Player:
    """Wish for a song of the list."""
    if song not in player.songs:
        raise Unknown  # [songs]
    if len(player.wishes) == ROOM:
        raise Busy  # [room]
    return replace(player, wishes=(*player.wishes, song))  # [wishes]


def skip(player: Player) -> Player:
    """Play the next song: the first wish, or else the next of the list."""
    if len(player.wishes) == 0 and player.at == len(player.songs) and not again(player):
        raise AtEnd  # [at-end]
    return replace(
        player,
        current=(
            player.wishes[0]
            if len(player.wishes) > 0  # [wishes]
            else player.songs[player.at]
            if player.at < len(player.songs)  # [order]
            else player.songs[0]  # [repeat]
        ),
        wishes=(
            player.wishes[1 : len(player.wishes)]
            if len(player.wishes) > 0
            else player.wishes  # [wishes]
        ),
        at=(
            player.at
            if len(player.wishes) > 0  # [wishes]
            else player.at + 1
            if player.at < len(player.songs)  # [order]
            else 1  # [repeat]
        ),
        past=remembered(player),  # [history]
    )


def back(player: Player) -> Player:
    """Play the song before this one again."""
    if len(player.past) == 0:
        raise NoPast  # [back]
    return replace(
        player,
        current=player.past[len(player.past) - 1],  # [back]
        past=player.past[0 : len(player.past) - 1],  # [back]
    )


def toggle_repeat(player: Player) -> Player:
    """Let the list begin again after its end, or no longer."""
    return replace(player, repeats=not player.repeats)  # [repeat]


def playing(player: Player) -> Song:
    """What is playing."""
    if player.current is None:
        raise Silent  # [playing]
    return player.current  # [playing]


def again(player: Player) -> bool:
    """Whether the list can begin again."""
    return player.repeats and len(player.songs) > 0  # [repeat]


def without(songs: tuple[Song, ...], song: Song) -> tuple[Song, ...]:
    """The songs but for one."""
    return tuple(s for s in songs if s != song)  # [remove]


def remembered(player: Player) -> tuple[Song, ...]:
    """The latest songs, with the one that was playing."""
    return (
        player.past
        if player.current is None
        else (*player.past, player.current)
        if len(player.past) < HISTORY
        else (*player.past[1 : len(player.past)], player.current)
    )  # [history]
