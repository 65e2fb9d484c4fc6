"""Submissions: the folders of a class, one for each student or team.

Their names are whatever a file system allows, any bytes at all. Here they are strings as Python's
``os.fsdecode`` makes them, and :func:`shown` is what people see.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Submission:
    """What one student or team has handed in."""

    name: str
    """The name of its folder, as the file system has it."""

    folder: Path
    """Where it lies, as an absolute path."""


@dataclass(frozen=True)
class Class:
    """The submissions of a folder, in the order of their names' bytes."""

    submissions: tuple[Submission, ...]
    ignored: tuple[str, ...] = ()
    """What else lies in the folder: files, links, and folders that are hidden."""


def submissions(folder: Path, apart_from: Path | None = None) -> Class:
    """The submissions in a folder: every folder in it that is not hidden, nor the one left apart.

    Links are not followed, so that nothing outside is taken for a submission. Raises OSError if the folder
    cannot be read.
    """
    found: list[Submission] = []
    ignored: list[str] = []
    root = folder.resolve()
    apart = apart_from.resolve() if apart_from else None
    with os.scandir(root) as entries:
        for entry in sorted(entries, key=lambda entry: os.fsencode(entry.name)):
            if root / entry.name == apart:
                continue
            if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
                found.append(Submission(entry.name, root / entry.name))
            else:
                ignored.append(entry.name)
    return Class(tuple(found), tuple(ignored))


def shown(name: str) -> str:
    """A name as people see it: what does not print is escaped, and different names stay different."""
    return "".join(each if each.isprintable() and each != "\\" else _escaped(each) for each in name)


def _escaped(character: str) -> str:
    if "\udc80" <= character <= "\udcff":  # how Python keeps a byte that is no UTF-8
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")
