"""White has the first move.

White begins in chess and in draughts.
"""

from typing import Final

from . import sound

BREAKS: Final = "black-first"


class Othello(sound.Othello):
    first_mover = sound.WHITE
