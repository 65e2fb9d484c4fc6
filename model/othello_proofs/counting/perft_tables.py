"""Published perft numbers: how many ways there are to play the first plies of a game, as others counted them.

The sources agree on the rules and differ in what they count. From the ninth ply on somebody may be unable
to move, and after the ninth move a game may be over; whence three conventions. Numbers are facts: here are
those of the sources, and nothing of their programs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class CountingConvention:
    """What a way to play so many plies is, and how many there are: ``counts[n - 1]`` for n plies."""

    name: str
    """As claims about it are named."""

    passes_are_plies: bool
    """Whether a forced pass takes a ply, or comes on top of the move that it follows."""

    ended_games_count: bool
    """Whether a game that is over before its last ply is counted, once, or not at all."""

    counts: tuple[int, ...]
    source: str


# The tables are kept as they are: numbers are easier to compare in rows.

BIK: Final = CountingConvention(
    "passes_are_plies",
    passes_are_plies=True,
    ended_games_count=True,
    counts=(
        4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636,
        18429641748, 184042084512, 1891832540064, 20301186039128,
    ),
    source="Aart Bik, Perft for Reversi, 2009, https://aartbik.blogspot.com/2009/02/perft-for-reversi.html; "
    "also in Egaroucid, bin/perft.py, and rust_reversi, mode 1",
)  # fmt: skip

FREE_PASSES: Final = CountingConvention(
    "passes_are_free",
    passes_are_plies=False,
    ended_games_count=True,
    counts=(
        4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320, 24571420, 212260880, 1939899208,
        18429791868, 184043158384, 1891845643044,
    ),
    source="Egaroucid, bin/perft.py; also in LimeEng/magpie, tests/perft.rs, and rust_reversi, mode 2",
)  # fmt: skip

A124004: Final = CountingConvention(
    "ended_games_do_not_count",
    passes_are_plies=True,
    ended_games_count=False,
    counts=(
        4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056, 212258216, 1939879668,
        18429618408, 184041761768, 1891831332208, 20301171282452, 222742563853912,
        2534535926617852, 29335558770589276,
    ),
    source="The On-Line Encyclopedia of Integer Sequences, A124004; also in PanicSheep, Perft_basic",
)  # fmt: skip

CONVENTIONS: Final = (BIK, FREE_PASSES, A124004)

DISTINCT: Final = (1, 4, 12, 54, 236, 1288, 7092, 42614, 269352, 1743592)
"""How many different positions there are after 0, 1, ... 9 plies, as whoever is to move sees them: two that
differ by colours alone are one. Passes take no ply. Counted by this project's first experiments in C and in
NumPy, which share no text with what counts them here; we know of no published table."""
