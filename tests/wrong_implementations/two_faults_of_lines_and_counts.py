"""One direction is missing, and empty squares are counted for the player.

The first is found in what may be played and what flips, the second in numbers.
"""

from typing import Final

from . import count_includes_empty, one_direction_missing

BREAKS: Final = "directions"
BREAKS_ALSO: Final = ("count",)


class Othello(one_direction_missing.Othello, count_includes_empty.Othello):
    pass
