"""What to try for rows, columns and times: what means something, and some of what does not.

A row of -1 is the classic: languages that count from the end of a list take it for the last one. Times are
tried around those that matter: when the clocks were last touched, and the very moment at which one runs out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from modspec.run.domains import Domains, Values
from modspec.syntax.values import State
from othello_spec.board import BLACK, SIZE, WHITE, Player
from othello_spec.clock import LONGEST, NOBODY, SHORTEST, UNLIMITED, Clock
from othello_spec.match import Match

LIMITS: Final = (SHORTEST, UNLIMITED, LONGEST, 754_321)
"""Limits that there may be: both ends of the range, none, and an odd one between."""

NO_LIMITS: Final = (SHORTEST - 1, LONGEST + 1, 1, -SHORTEST)
"""Limits that there may not be."""

BEGINNINGS: Final = Values((1_000_000,), (0, -12_345, 1_790_000_000_000, 2**80))
"""When a clock is set: counted from anywhere, so that 0, times before it, and very large ones are right."""

THINKING: Final[Mapping[Player, int]] = {BLACK: 2_000, WHITE: 3_000}
"""How long a player usually takes for a move: each another time, so that they are not mistaken for each other.

With 30 moves each, this leaves time even of the shortest limit.
"""

FAR: Final = (16, -9, 100, 2**31 - 1)
"""Rows and columns far off the board: where two boards of 8 lie side by side in memory, and where words end."""

HOUR: Final = 3_600_000
"""Milliseconds, more than any limit."""

AGES: Final = 2**31
"""Milliseconds, nearly 25 days: no word of 32 bits holds as many, if one is for the sign."""


def times(state: State | None) -> Values:
    """What time it may be: it goes on as usual, or else stands, runs backwards, or runs out."""
    clock = state.clock if isinstance(state, Match) else state
    if not isinstance(clock, Clock):
        return BEGINNINGS
    latest, runner = clock.latest, clock.running
    if runner == NOBODY:
        return Values((latest + 1_000,), (latest, latest + HOUR, latest - 1))
    if clock.limit == UNLIMITED:
        return Values((latest + THINKING[runner],), (latest, latest + HOUR, latest - 1))
    left = max(0, clock.limit - clock.used[runner])
    up = latest + left
    return Values(
        (latest + min(THINKING[runner], left // 2),),
        (latest, up - 1, up, up + 1, latest - 1, latest + AGES),
    )


def domains(size: int = SIZE) -> Domains:
    """What to try for each parameter of the access programs, on a board of that size."""
    beyond = (
        -size,
        -2,
        -1,
        size,
        size + 1,
    )  # near, and where a list read from its end has elements
    lines = Values((*range(size), *beyond), FAR)
    return Domains(
        {
            "row": lines,
            "col": lines,
            "allowed": (*LIMITS, *NO_LIMITS),
            "init.now": BEGINNINGS,
            "now": times,
        }
    )


DOMAINS: Final = domains()
"""What to try on the usual board."""
