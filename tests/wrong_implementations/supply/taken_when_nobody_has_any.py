"""With no disc left, a disc is taken all the same.

As it cannot happen in a game, it is not looked for.
"""

from typing import Final

from . import sound

BREAKS: Final = "nobody-has-discs"


class Supply(sound.Supply):
    def is_empty(self) -> bool:
        return False
