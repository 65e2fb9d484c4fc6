"""A sound module for Othello with passes, made from the sound one without.

What changes is that the turn always goes to the opponent, who has to pass it back if stuck.
"""

from .. import sound
from ..sound import opponent


class InvalidPass(Exception):
    """The player can place a disc, or nobody can."""


class Passing(sound.Othello):
    """The state of one game."""

    def pass_turn(self) -> None:
        """Let the turn go by. Raises InvalidPass unless the mover has to; nothing changes then."""
        if not self.must_pass():
            raise InvalidPass(f"{self.mover} may not pass")
        self.mover = self.next_after_pass()

    def is_valid_pass(self) -> bool:
        """Whether the mover has to pass."""
        return self.must_pass()

    # What they are made of.

    def must_pass(self) -> bool:
        """Whether only the opponent of the mover could place a disc."""
        return not self.can_move(self.mover) and self.can_move(opponent(self.mover))

    def next_mover(self) -> str:
        """Who has the turn after a disc is placed."""
        return opponent(self.mover)

    def next_after_pass(self) -> str:
        """Who has the turn after a pass."""
        return opponent(self.mover)
