"""move does nothing where it should refuse, and does not say so.

All exceptions are caught, so that the program does not crash.
"""

import contextlib
from typing import Final

from . import sound

BREAKS: Final = "must-capture"
BREAKS_ALSO: Final = ("on-board",)


class Othello(sound.Othello):
    def move(self, row: int, col: int) -> None:
        with contextlib.suppress(Exception):
            super().move(row, col)
