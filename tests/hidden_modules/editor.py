"""Editor: a line of text with a cursor, a clipboard and one step of undo.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractObject, replace

__all__ = [
    "ROOM",
    "AtEdge",
    "Full",
    "NothingCut",
    "NothingToUndo",
    "after",
    "cut",
    "init",
    "left",
    "paste",
    "right",
    "type_key",
    "undo",
]

ROOM: Final = 4
"""How many characters the line holds."""


class AtEdge(Exception):  # [edge]
    """There is nothing on that side of the cursor."""


class Full(Exception):  # [room]
    """The line has no room."""


class NothingCut(Exception):  # [clipboard]
    """The clipboard is empty."""


class NothingToUndo(Exception):  # [undo-once]
    """No change can be undone."""


class Editor(AbstractObject):
    """The editor."""

    text: tuple[int, ...]
    """The characters, by code."""

    at: int
    """How many characters stand before the cursor."""

    clip: tuple[int, ...]
    """What was cut last."""

    old: tuple[int, ...]
    """The text before the last change."""

    changed: bool
    """There is a change to undo."""


def invariant(e: Editor) -> bool:
    """The cursor is in the text, and the text has room."""
    return (
        0 <= e.at <= len(e.text)
        and len(e.text) <= ROOM
        and len(e.clip) <= ROOM
        and len(e.old) <= ROOM
    )


def init() -> Editor:
    """Begin with an empty line."""
    return Editor(text=(), at=0, clip=(), old=(), changed=False)  # [begins-empty]


def type_key(e: Editor, key: int) -> Editor:
    """Put a character before the cursor."""
    if len(e.text) == ROOM:
        raise Full  # [room]
    return replace(
        e,
        text=(*e.text[0 : e.at], key, *e.text[e.at :]),  # [insert-at-cursor]
        at=e.at + 1,  # [cursor-follows]
        old=e.text,  # [undo-text]
        changed=True,  # [undo-once]
    )


def left(e: Editor) -> Editor:
    """Go left."""
    if e.at == 0:
        raise AtEdge  # [edge]
    return replace(e, at=e.at - 1)  # [move-cursor]


def right(e: Editor) -> Editor:
    """Go right."""
    if e.at == len(e.text):
        raise AtEdge  # [edge]
    return replace(e, at=e.at + 1)  # [move-cursor]


def cut(e: Editor) -> Editor:
    """Cut all that stands before the cursor."""
    if e.at == 0:
        raise AtEdge  # [edge]
    return replace(
        e,
        text=e.text[e.at :],  # [cut-before]
        at=0,  # [cut-cursor]
        clip=e.text[0 : e.at],  # [clip-holds]
        old=e.text,  # [undo-text]
        changed=True,  # [undo-once]
    )


def paste(e: Editor) -> Editor:
    """Put the clipboard before the cursor."""
    if len(e.clip) == 0:
        raise NothingCut  # [clipboard]
    if len(e.text) + len(e.clip) > ROOM:
        raise Full  # [paste-room]
    return replace(
        e,
        text=(*e.text[0 : e.at], *e.clip, *e.text[e.at :]),  # [paste-at-cursor]
        at=e.at + len(e.clip),  # [paste-cursor]
        old=e.text,  # [undo-text]
        changed=True,  # [undo-once]
    )


def undo(e: Editor) -> Editor:
    """Take the last change back; the cursor goes to the end."""
    if not e.changed:
        raise NothingToUndo  # [undo-once]
    return replace(e, text=e.old, at=len(e.old), changed=False)  # [undo-restores]


def after(e: Editor) -> int:
    """The character after the cursor."""
    if e.at == len(e.text):
        raise AtEdge  # [edge]
    return e.text[e.at]  # [shows-after]
