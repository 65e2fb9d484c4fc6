"""Corners are granted after the match has begun.

A player who falls behind is helped.
"""

from typing import Final

from . import sound

BREAKS: Final = "match-begins"


class Match(sound.Match):
    def too_late_to_grant(self) -> bool:
        return False
