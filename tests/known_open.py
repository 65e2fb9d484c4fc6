"""Known open: files of tests that were not all reviewed since the judge replaced the diagnosis.

A failure in one of them does not fail the run, and is shown as ``xfailed``. A file leaves the list
as soon as all its tests pass; the list is to become empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pytest

FILES: Final = frozenset(
    {
        "test_game_specimens.py",
        "test_match.py",
    }
)
"""The files, by name."""


def tolerate(items: Iterable[pytest.Item]) -> None:
    """Let the tests of the files fail."""
    mark = pytest.mark.xfail(reason="not reviewed since the judge replaced the diagnosis")
    for item in items:
        if item.path.name in FILES:
            item.add_marker(mark, append=False)
