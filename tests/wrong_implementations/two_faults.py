"""cell takes the column for the row, and a tie is counted as a win.

Two mistakes that have nothing to do with each other.
"""

from typing import Final

from . import cell_transposed, tie_counted_as_a_win

BREAKS: Final = "inspect-cell"
BREAKS_ALSO: Final = ("draw",)


class Othello(cell_transposed.Othello, tie_counted_as_a_win.Othello):
    pass
