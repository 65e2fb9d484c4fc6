"""One may pass although one could place a disc.

A pass is taken for a free choice, as it is in Go.
"""

from typing import Final

from . import sound

BREAKS: Final = "forced-pass-only"


class Passing(sound.Passing):
    def must_pass(self) -> bool:
        return True
