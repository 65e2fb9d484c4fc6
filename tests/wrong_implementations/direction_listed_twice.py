"""To the right is listed twice, to the left not at all.

The eight steps are copied and pasted, and one of them is not changed afterwards.
"""

from typing import Final

from . import sound

BREAKS: Final = "directions"


class Othello(sound.Othello):
    directions = tuple((0, 1) if step == (0, -1) else step for step in sound.DIRECTIONS)
