"""Supply as an abstract object: the discs that the players have not yet placed.

Each access program satisfies the clauses of its namesake in ``othello_spec.supply``. Call ``init``
first.
"""

from __future__ import annotations

from modspec import Map, declare
from modspec.contract.contract import Contract
from othello_model.bitboard import OPPONENT, Bitboard
from othello_model.size import CONSTANTS, EACH
from othello_spec import supply as specified
from othello_spec.board import BLACK, WHITE, Player
from othello_spec.supply import NoDiscs


class DiscSupply:
    """How many discs each player has left."""

    left: dict[Player, int]

    def __init__(self) -> None:
        """Hand out the discs, except for those that are on the board when a game starts."""
        board = Bitboard.start()
        self.left = {player: EACH - board.count(player) for player in (BLACK, WHITE)}

    def has_run_out(self, player: Player) -> bool:
        """Whether the player has no disc left."""
        return self.left[player] == 0

    def take(self, player: Player) -> None:
        """Take one of the player's discs, else one of the opponent's, else raise NoDiscs."""
        giver = player
        if self.has_run_out(giver):
            giver = OPPONENT[giver]
            if self.has_run_out(giver):
                raise NoDiscs("neither player has a disc left")
        self.left[giver] -= 1


def of_supply(model: DiscSupply) -> specified.Supply:
    """Return the specification's state that the discs beside the board stand for."""
    return specified.Supply(left=Map(model.left))


_supply: DiscSupply


def _state() -> specified.Supply | None:
    """Return the specification's state; None before the first ``init``."""
    return of_supply(_supply) if "_supply" in globals() else None


contract = Contract(declare("othello_spec.supply"), abstraction=_state, constants=CONSTANTS)


@contract
def init() -> None:
    """Hand out the discs; those of the starting position are on the board already."""
    global _supply
    _supply = DiscSupply()


@contract
def take(player: Player) -> None:
    """Take the disc that the player places: one of their own, or one that the opponent gives.

    Raises NoDiscs if neither has one left; nothing changes then.
    """
    _supply.take(player)


@contract
def left(player: Player) -> int:
    """Return how many discs the player has left."""
    return _supply.left[player]


@contract
def takes_from_opponent(player: Player) -> bool:
    """Whether the player has run out of discs, so that the opponent gives the next one."""
    return _supply.has_run_out(player)
