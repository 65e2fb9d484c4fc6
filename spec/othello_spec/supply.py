"""Supply: the discs that the players have not yet placed.

Each player takes half of the discs and moves with these. The opponent gives a disc to a player who
can move and has none left.

Assumptions:
    init is called before any other access program.
    take is called once for each disc that is placed, and for no other.

Considerations:
    The module knows no board. A player who can move always gets a disc, since the opponent has one
    to give whenever the board has an empty square: a theorem about both modules. What the sources
    leave open: a disc that is given is not handed back later, and a player whose turn is forfeited
    keeps all discs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from modspec import AbstractObject
from othello_spec import othello
from othello_spec.board import BLACK, PLAYERS, SIZE, WHITE, Player
from othello_spec.lines import discs, opponent

__all__ = [
    "EACH",
    "NoDiscs",
    "init",
    "left",
    "take",
    "takes_from_opponent",
]

Discs: TypeAlias = Mapping[Player, int]
"""A number of discs for each player."""

EACH: Final = SIZE * SIZE // 2  # [supply]
"""How many discs each player takes before the game: 32 on the usual board."""


class NoDiscs(Exception):  # [nobody-has-discs]
    """Neither player has a disc left."""


class Supply(AbstractObject):  # [supply]
    """The discs beside the board."""

    left: Discs  # [supply]
    """How many discs each player has left."""


def invariant(supply: Supply) -> bool:
    """No count is negative; together they are at most SIZE² − 4."""
    return (
        all(supply.left[p] >= 0 for p in PLAYERS)  # [supply]
        and supply.left[BLACK] + supply.left[WHITE] <= SIZE * SIZE - 4  # [supply]
    )


def init() -> Supply:
    """Hand out the discs; those of the starting position are on the board already."""
    return Supply(
        left={p: EACH - discs(othello.init().board, p) for p in PLAYERS},  # [supply]
    )


def take(supply: Supply, player: Player) -> Supply:
    """Take the disc that the player places: an own one, or one that the opponent gives."""
    if all(supply.left[p] == 0 for p in PLAYERS):
        raise NoDiscs  # [nobody-has-discs]
    giver = opponent(player) if takes_from_opponent(supply, player) else player  # [disc-given]
    return Supply(
        left={
            p: (
                supply.left[p] - 1
                if p == giver  # [supply]
                else supply.left[p]  # [supply]
            )
            for p in PLAYERS
        }
    )


def left(supply: Supply, player: Player) -> int:
    """How many discs the player has left."""
    return supply.left[player]  # [supply]


def takes_from_opponent(supply: Supply, player: Player) -> bool:
    """Whether the player has run out of discs, so that the next one is given by the opponent."""
    return supply.left[player] == 0  # [disc-given]
