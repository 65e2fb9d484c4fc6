"""Othello, specified: its modules in the order in which they are best read.

board, lines, othello, the other modules of the game (passing, supply, handicap, clock and match)
and the theorems are module interface specifications, written in the notation of :mod:`modspec`.
rules lists what the sources say, under the ids that the labels of the specifications name. records
reads and writes games and positions; it is ordinary Python. variants lists other games, which are
this one with another text of a few functions.
"""

from __future__ import annotations

import os
from typing import Final

from modspec import Module, SpecificationError, declare
from othello_spec.variants import VARIABLE, VARIANTS, choose

THEOREMS: Final = (
    "captures",
    "endings",
    "symmetry",
    "passes",
    "supplies",
    "handicaps",
    "clocks",
    "matches",
    "derivations",
)
"""The specifications whose access programs are theorems: what the rules imply."""

GAME: Final = ("othello", "passing", "supply", "handicap", "clock", "match")
"""The specifications of abstract objects: what implementations are checked against."""

MODULES: Final = ("board", "lines", *GAME, *THEOREMS)
"""The specifications, those used before those that use them."""


def module(name: str) -> Module:
    """The specification of that name; KeyError if there is none."""
    if name not in MODULES:
        raise KeyError(name)
    return declare(f"{__name__}.theorems.{name}" if name in THEOREMS else f"{__name__}.{name}")


def modules() -> tuple[Module, ...]:
    """All specifications, those used before those that use them."""
    return tuple(map(module, MODULES))


if _name := os.environ.get(VARIABLE):
    if _name not in VARIANTS:
        raise SpecificationError(
            f"{VARIABLE} is {_name!r}, which is no variant; there are {', '.join(VARIANTS)}"
        )
    choose(_name)
