"""The weaker player is said to be White, who does not move first.

Colours were drawn before the handicap was agreed on.
"""

from typing import Final

from ..sound import WHITE
from . import sound

BREAKS: Final = "weaker-first"


class Handicap(sound.Handicap):
    def weaker(self) -> str:
        return WHITE
