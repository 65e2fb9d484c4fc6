"""The time that a player has used is kept in 32 bits, one of which is for the sign.

So long is an int in C and in Java. The milliseconds of 25 days are more than it holds.
"""

from typing import Final

from . import sound

BREAKS: Final = "clock-runs"


class Clock(sound.Clock):
    def spent(self, player: str, now: int) -> int:
        return (super().spent(player, now) + 2**31) % 2**32 - 2**31
