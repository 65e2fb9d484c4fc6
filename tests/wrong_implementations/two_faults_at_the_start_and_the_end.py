"""White begins, and the game counts as over only when the board is full.

The first hides the second from a checker that stops there.
"""

from typing import Final

from . import over_only_when_full, white_starts

BREAKS: Final = "black-first"
BREAKS_ALSO: Final = ("game-over",)


class Othello(white_starts.Othello, over_only_when_full.Othello):
    pass
