"""Paths: which folder lies within another, and which ones are too wide to be shown."""

from __future__ import annotations

import contextlib
import os
import pwd
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

_HOMES: Final = ("/home", "/Users", "/var/home", "/export/home")
"""Folders that hold the homes of users."""


def is_covered(path: str, folders: Iterable[str]) -> bool:
    """Whether a path is one of the folders or lies within one.

    >>> is_covered("/usr/bin/env", ["/usr"]), is_covered("/usrlocal", ["/usr"])
    (True, False)
    """
    return any(path == folder or path.startswith(f"{folder.rstrip('/')}/") for folder in folders)


def outermost(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the paths that lie within no other, in order.

    >>> outermost(["/b", "/a/c", "/a"])
    ('/a', '/b')
    """
    found: list[str] = []
    for path in sorted(set(paths)):
        if not is_covered(path, found):
            found.append(path)
    return tuple(found)


def forms(path: str) -> frozenset[str]:
    """Return a path as it is written, and with all links to its folder followed."""
    parent, name = os.path.split(path)
    return frozenset({path, os.path.join(os.path.realpath(parent), name)})


def is_too_wide(path: str) -> bool:
    """Whether a folder is no project: the root, a folder just below it, or a home.

    >>> [is_too_wide(path) for path in ("/", "/tmp", "/home/me", "/home/me/project")]
    [True, True, True, False]
    """
    real = Path(os.path.realpath(path))
    if len(real.parts) <= 2 or str(real.parent) in _HOMES:
        return True
    return any(home == real or real in home.parents for home in _homes())


@cache
def _homes() -> frozenset[Path]:
    """Return the homes of the user who is logged in, and of the user who runs this."""
    homes = {os.path.expanduser("~")}  # Path.home raises where there is none
    with contextlib.suppress(KeyError):
        homes.add(pwd.getpwuid(os.getuid()).pw_dir)
    with contextlib.suppress(KeyError):
        homes.add(pwd.getpwnam(os.environ["SUDO_USER"]).pw_dir)
    return frozenset(Path(os.path.realpath(home)) for home in homes if home not in ("", "/"))
