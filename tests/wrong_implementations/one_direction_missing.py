"""Never looks down and to the left: seven directions instead of eight.

The steps are typed by hand, one after the other, and one is left out.
"""

from typing import Final

from . import sound

BREAKS: Final = "directions"


class Othello(sound.Othello):
    directions = tuple(step for step in sound.DIRECTIONS if step != (1, -1))
