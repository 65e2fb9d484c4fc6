"""A new game starts with what the last one left.

The discs are handed out where the class is made, and not again.
"""

from typing import Final

from . import sound

BREAKS: Final = "supply"


class Supply(sound.Supply):
    def init(self) -> None:
        if not hasattr(self, "piles"):
            super().init()
