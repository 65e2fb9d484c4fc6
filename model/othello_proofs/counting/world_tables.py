"""Figures of small boards, as counted before there was this model, by programs that share no text with it.

In C for both boards; the smaller one also with Spin, with TLC and in plain Python. All of them agreed. A state
is the discs of both colours and whose turn it is; :mod:`othello_proofs.counting.worlds` tells of the two ways
to forfeit, and what the figures are called.
"""

from __future__ import annotations

from typing import Final

STATES_4X4: Final = {"situations": 52_887, "terminal": 6_168}
"""Of 4x4, if forfeits are automatic."""

STATES_4X4_WITH_PASSES: Final = {"states": 62_789, "transitions": 89_332, "terminal": 6_168}
"""Of 4x4, if who cannot move has to pass."""

STATES_4X6_WITH_PASSES: Final = {
    "states": 380_298_621,
    "transitions": 923_504_062,
    "passes": 19_733_080,
    "terminal": 3_229_387,
}
"""Of 4 rows and 6 columns, if who cannot move has to pass."""

BEST_GAME_4X4: Final = (3, 11)
"""With how many discs Black and White end on 4x4 if neither errs."""

KNOWN: Final = {
    (4, 4, False): STATES_4X4,
    (4, 4, True): STATES_4X4_WITH_PASSES,
    (4, 6, True): STATES_4X6_WITH_PASSES,
}
"""The figures by rows, columns, and whether forfeits are passes."""
