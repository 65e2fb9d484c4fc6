"""There has to be a limit.

That one may play without was not thought of.
"""

from typing import Final

from . import sound
from .sound import UNLIMITED

BREAKS: Final = "time-limit"


class Clock(sound.Clock):
    def is_limit(self, allowed: int) -> bool:
        return allowed != UNLIMITED and super().is_limit(allowed)
