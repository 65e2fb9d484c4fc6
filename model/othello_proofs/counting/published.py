"""Published numbers, read from ``published.toml``: what other programs have counted."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final


@dataclass(frozen=True)
class CountingConvention:
    """What counts as a way to play so many plies, and the published counts."""

    name: str
    """As the claims about it are named."""

    passes_are_plies: bool
    """Whether a forced pass takes a ply of its own; else it comes on top of the move before it."""

    ended_games_count: bool
    """Whether a game that is over before its last ply counts once; else it does not count."""

    counts: tuple[int, ...]
    """``counts[n - 1]`` is the number of ways to play n plies."""

    source: str


_DATA: Final[dict[str, Any]] = tomllib.loads(
    files(__package__).joinpath("published.toml").read_text(encoding="utf-8")
)

CONVENTIONS: Final = tuple(
    CountingConvention(**{**each, "counts": tuple(each["counts"])}) for each in _DATA["perft"]
)

BIK, FREE_PASSES, _ = CONVENTIONS

DISTINCT: Final = tuple(_DATA["positions"]["counts"])
"""How many different positions there are after 0, 1, ... plies, as the player to move sees them."""

KNOWN: Final[dict[tuple[int, int, bool], dict[str, int]]] = {
    (each["rows"], each["columns"], each["passes"]): each["states"] for each in _DATA["boards"]
}
"""The counts of small boards, by rows, columns, and whether forfeits are passes."""

STATES_4X4: Final = KNOWN[4, 4, False]
STATES_4X4_WITH_PASSES: Final = KNOWN[4, 4, True]

BEST_GAME_4X4: Final = tuple(_DATA["boards"][0]["best_game"])
"""The discs of Black and of White at the end of a game on 4x4 in which neither errs."""
