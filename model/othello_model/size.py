"""Size: how many rows and columns the board of the model's abstract objects and types has.

The size is 8 unless the environment variable OTHELLO_SIZE gives another one when the model is
imported. ``othello-mis check --size`` sets the variable for the implementations that it checks, the
model among them. No other command sets it: the proofs, and what computes on positions of many
games, use the usual board.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from othello_spec import board
from othello_spec.records.squares import SIZE_VARIABLE, check_size


def _chosen_size() -> int:
    """Return the size that the environment gives. Raises ValueError if no board has that size."""
    size = os.environ.get(SIZE_VARIABLE, str(board.SIZE))
    if not size.isdecimal():
        raise ValueError(f"{SIZE_VARIABLE} is {size!r}; it is a number, even, from 4 to 16")
    return check_size(int(size))


SIZE: Final = _chosen_size()
"""The number of rows, and of columns."""

EACH: Final = SIZE * SIZE // 2
"""How many discs each player takes before the game."""

CONSTANTS: Final[Mapping[str, object]] = {} if SIZE == board.SIZE else {"SIZE": SIZE}
"""The constants of the specification that differ on a board of this size."""
