"""is_valid_move answers for the mover, has_valid_moves forgets a column, and a tie goes to Black.

The moves are all right; it is what is told of them that is wrong.
"""

from typing import Final

from . import (
    one_column_missing_from_search,
    tie_counted_as_a_win,
    valid_moves_of_the_wrong_player,
)

BREAKS: Final = "valid-moves"
BREAKS_ALSO: Final = ("any-valid-moves", "draw")


class Othello(
    valid_moves_of_the_wrong_player.Othello,
    one_column_missing_from_search.Othello,
    tie_counted_as_a_win.Othello,
):
    pass
