"""Domains: the rows, columns and times that the checker tries, valid ones and some invalid ones.

A row of -1 is the classic: languages that count from the end of a list take it for the last row.
Times are tried around those that matter: when a clock was last touched, and the moment at which a
clock runs out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from modspec.run.domains import Domains, Values
from modspec.syntax.values import State
from othello_spec.board import BLACK, SIZE, WHITE, Player
from othello_spec.clock import LONGEST, NOBODY, SHORTEST, UNLIMITED, Clock
from othello_suite.states import part_of

LIMITS: Final = (SHORTEST, UNLIMITED, LONGEST, 754_321)
"""Valid limits: both ends of the range, none, and an odd one between."""

NO_LIMITS: Final = (SHORTEST - 1, LONGEST + 1, 1, -SHORTEST)
"""Invalid limits."""

BEGINNINGS: Final = Values((1_000_000,), (0, -12_345, 1_790_000_000_000, 2**80))
"""When a clock is set: time counts from anywhere, so 0, negative and very large times are right."""

THINKING: Final[Mapping[Player, int]] = {BLACK: 2_000, WHITE: 3_000}
"""The milliseconds that each player usually takes for a move, different to be told apart.

Thirty moves each leave time even of the shortest limit.
"""

FAR: Final = (16, -9, 100, 2**8, 2**16, 2**31 - 1)
"""Rows and columns far off the board: in a second board in memory, and where words end.

A word of 8 bits takes 256 for 0, and one of 16 bits takes 65,536 for 0.
"""

HOUR: Final = 3_600_000
"""Milliseconds, more than any limit."""

AGES: Final = 2**31
"""Milliseconds, nearly 25 days: more than a signed word of 32 bits holds."""


def times(state: State | None) -> Values:
    """Return times for a call: time goes on, stands still, runs backwards, or runs out."""
    clock = part_of(state, Clock)
    if clock is None:
        return BEGINNINGS
    latest, runner = clock.latest, clock.running
    if runner == NOBODY or clock.limit == UNLIMITED:
        usual = 1_000 if runner == NOBODY else THINKING[runner]
        return Values((latest + usual,), (latest, latest + HOUR, latest - 1))
    left = max(0, clock.limit - clock.used[runner])
    end = latest + left
    usual = min(THINKING[runner], left // 2)
    return Values((latest + usual,), (latest, end - 1, end, end + 1, latest - 1, latest + AGES))


def domains(size: int = SIZE) -> Domains:
    """Return the values to try for each parameter of the access programs, on a board of a size."""
    near = (size, -1, size + 1, -2, -size)  # those at the edge first; lists are read from -size on
    lines = Values((*range(size), *near), FAR)
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
"""The values to try on the usual board."""
