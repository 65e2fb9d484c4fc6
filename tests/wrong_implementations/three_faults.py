"""Negative numbers count from the far edge, no turn is forfeited, and the smaller count wins.

One is found at the start, one after a move, and one after eight.
"""

from typing import Final

from . import minus_one_accepted, turn_not_forfeited, winner_has_fewest

BREAKS: Final = "on-board"
BREAKS_ALSO: Final = ("forfeit", "majority")


class Othello(minus_one_accepted.Othello, turn_not_forfeited.Othello, winner_has_fewest.Othello):
    pass
