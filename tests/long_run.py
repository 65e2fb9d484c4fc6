"""The long run: what takes minutes to try and seldom tells anything new is tried in part by default."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

LONG: Final = "OTHELLO_MIS_LONG"
"""The environment variable that, set to anything, has everything tried; `.ci/run long` sets it."""

IS_LONG: Final = bool(os.environ.get(LONG))


def sampled(every: Sequence[T], one_in: int) -> Sequence[T]:
    """All of them in the long run; else one in so many, from the first to near the last."""
    return every if IS_LONG else every[::one_in]
