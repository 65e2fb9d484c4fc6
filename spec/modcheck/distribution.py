"""The distribution that this package is part of, as ``pip`` and ``importlib.metadata`` name it."""

from __future__ import annotations

from typing import Final

DISTRIBUTION: Final = "othello-mis"  # permitted: pip knows the general packages by this name only


def install_line(extra: str) -> str:
    """Return the command line that installs an optional part: ``pip install 'NAME[verify]'``."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"
