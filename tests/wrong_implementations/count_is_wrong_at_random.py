"""count is wrong by one, once in fifty times, at random.

The random numbers are the same in every run of the program, since they are seeded. Which call gets
which of them is a matter of chance: `winner` counts too, and may be found wrong by itself.
"""

import random
from typing import Final

from . import sound

BREAKS: Final = "count"
VARIES: Final = True


class Othello(sound.Othello):
    def __init__(self) -> None:
        super().__init__()
        self.random = random.Random(2026)

    def count(self, player: str) -> int:
        return super().count(player) + (self.random.random() < 0.02)
