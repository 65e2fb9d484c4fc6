"""The distribution that this package is part of, as ``pip`` and ``importlib.metadata`` name it."""

from __future__ import annotations

from typing import Final

DISTRIBUTION: Final = "othello-mis"  # permitted: pip knows the general packages by this name only


def install_line(extra: str) -> str:
    """Return the command line that installs an optional part, and where it is to be run.

    No index of packages has the distribution.
    """
    return f"pip install '.[{extra}]' in the folder of {DISTRIBUTION}"
