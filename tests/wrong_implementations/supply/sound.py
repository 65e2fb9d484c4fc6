"""A sound module for the discs beside the board, as a careful student would hand it in.

Each specimen of this folder overrides one or two of the methods.
"""

from typing import Final

from ..sound import BLACK, WHITE, opponent

EACH: Final = 32
ON_THE_BOARD: Final = 2
"""Discs of each player that lie on the board at the start."""


class NoDiscs(Exception):
    """Neither player has a disc left."""


class Supply:
    """How many discs each player has left."""

    piles: dict[str, int]

    # The access programs.

    def init(self) -> None:
        """Hand out the discs."""
        self.piles = {BLACK: EACH - ON_THE_BOARD, WHITE: EACH - ON_THE_BOARD}

    def take(self, player: str) -> None:
        """Take the disc that the player places. Raises NoDiscs if there is none at all."""
        if self.is_empty():
            raise NoDiscs("no disc is left")
        self.piles[self.giver(player)] -= 1

    def left(self, player: str) -> int:
        """How many discs the player has left."""
        return self.piles[player]

    def takes_from_opponent(self, player: str) -> bool:
        """Whether the player's next disc is the opponent's."""
        return self.has_none(player)

    # What they are made of.

    def is_empty(self) -> bool:
        """Whether there is no disc at all."""
        return self.piles[BLACK] == 0 and self.piles[WHITE] == 0

    def has_none(self, player: str) -> bool:
        """Whether the player has run out of discs."""
        return self.piles[player] == 0

    def giver(self, player: str) -> str:
        """Who gives the disc that the player places."""
        return opponent(player) if self.has_none(player) else player
