"""turn answers 1 for Black and 2 for White.

The numbers by which the program knows the players are handed out.
"""

from typing import Final

from . import sound

BREAKS: Final = "whose-turn"


class Othello(sound.Othello):
    def turn(self) -> str:
        return 1 if self.mover == sound.BLACK else 2  # type: ignore[return-value]  # that is the fault
