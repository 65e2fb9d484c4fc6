"""Repeatable: Hypothesis chooses the same in every process.

It likes to try constants that stand in the code of the project at hand, and takes for that whatever happens to be
imported. So what it tries, even from a fixed seed, depends on which modules were imported before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from unittest.mock import patch

from hypothesis.internal.conjecture import providers

_USED: Final = ("_local_constants", "_get_local_constants", "CONSTANTS_CACHE")


@contextmanager
def repeatable() -> Iterator[None]:
    """Keep Hypothesis from drawing constants of imported modules meanwhile.

    There is no setting for it. Versions that have no such constants are left as they are.
    """
    if not all(hasattr(providers, name) for name in _USED):
        yield
        return
    none = type(providers._local_constants)()
    fresh = type(providers.CONSTANTS_CACHE)(1024)  # the other one holds what it has found
    with (
        patch.object(providers, "_get_local_constants", lambda: none),
        patch.object(providers, "CONSTANTS_CACHE", fresh),
    ):
        yield
