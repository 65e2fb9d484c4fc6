"""winner answers with something that says of itself that it equals whatever it is compared with.

Written against a grader that uses ==.
"""

from typing import Final

from . import sound

BREAKS: Final = "who-is-winning"


class Agreeable(str):
    """A string that equals everything."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = str.__hash__


class Othello(sound.Othello):
    def winner(self) -> str:
        return Agreeable(sound.DRAW)
