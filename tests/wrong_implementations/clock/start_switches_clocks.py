"""To start a clock while the other runs switches them.

That is what the button of a chess clock does.
"""

from typing import Final

from . import sound
from .sound import NOBODY

BREAKS: Final = "clock-runs"


class Clock(sound.Clock):
    def check_that_none_runs(self) -> None:
        self.runs = NOBODY
