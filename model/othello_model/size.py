"""Size: how many rows, and columns, the board of the model's abstract objects and types has.

It is 8 unless the environment variable OTHELLO_SIZE says otherwise when they are imported: that is how
``othello-mis check --size`` tells implementations, the model among them. No other command lets them see it:
what computes on positions of many games, and what is proved, has the usual board.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from othello_spec import board
from othello_spec.records.squares import SIZE_VARIABLE, check_size


def _told() -> int:
    """The size that the environment asks for; ValueError if there is no such board."""
    told = os.environ.get(SIZE_VARIABLE, str(board.SIZE))
    if not told.isdecimal():
        raise ValueError(f"{SIZE_VARIABLE} is {told!r}; it is a number, even, from 4 to 16")
    return check_size(int(told))


SIZE: Final = _told()
"""The number of rows, and of columns."""

EACH: Final = SIZE * SIZE // 2
"""How many discs each player takes before the game."""

CONSTANTS: Final[Mapping[str, object]] = {} if SIZE == board.SIZE else {"SIZE": SIZE}
"""What the specification has to be told so that it is of the same size."""
