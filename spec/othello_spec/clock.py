"""Clock: the time that each player has for all moves of a game together.

There are two clocks. At most one runs: the clock of the player whose turn it is.

Assumptions:
    init is called before any other access program.

Considerations:
    The module never reads the time from the machine: each call that depends on the time is given
    it, in milliseconds from a moment that the caller chooses. Time never runs backwards from one
    turn to the next; a question leaves no trace, not even of the time at which it was asked. The
    sources do not say what happens at the exact limit. Here a player whose time is used up has run
    out, so that a move completed at that very millisecond is late; were it in time, time_left would
    be 0 for a player who is not out of time. The sources do not say which time is measured either:
    here it is all the time between the beginning and the end of a turn, with no allowance for
    handing over. A clock without a limit, UNLIMITED, measures the time used and never runs out.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from modspec import AbstractObject
from othello_spec.board import PLAYERS, Player

__all__ = [
    "LONGEST",
    "NOBODY",
    "SHORTEST",
    "UNLIMITED",
    "ClockRuns",
    "ClockStands",
    "InvalidLimit",
    "Nobody",
    "TimeIsUp",
    "TimeRunsBackwards",
    "init",
    "is_out_of_time",
    "is_valid_limit",
    "latest",
    "limit",
    "running",
    "start",
    "stop",
    "time_left",
    "time_used",
]


class Nobody(StrEnum):
    """No player."""

    NOBODY = "nobody"


NOBODY: Final = Nobody.NOBODY

Runner: TypeAlias = Player | Nobody
"""The player whose clock runs, or that neither clock runs."""

Times: TypeAlias = Mapping[Player, int]
"""A time for each player, in milliseconds."""

MINUTE: Final = 60 * 1000  # [time-told]
"""The milliseconds of a minute."""

SHORTEST: Final = 5 * MINUTE  # [limit-range]
"""The shortest limit."""

LONGEST: Final = 30 * MINUTE  # [limit-range]
"""The longest limit."""

UNLIMITED: Final = 0  # [time-limit]
"""In place of a limit: there is none."""


class InvalidLimit(Exception):  # [limit-range]
    """The limit is neither from SHORTEST to LONGEST nor UNLIMITED."""


class TimeRunsBackwards(Exception):  # [time-told]
    """The time is earlier than when a clock was set, started or stopped last."""


class ClockRuns(Exception):  # [clock-runs]
    """A clock is running already."""


class ClockStands(Exception):  # [clock-runs]
    """No clock is running."""


class TimeIsUp(Exception):  # [time-out-loses]
    """A player has run out of time, and no more turns are played."""


class Clock(AbstractObject):  # [clock-runs]
    """The clocks of both players."""

    limit: int  # [time-limit]
    """The time that each player has, in milliseconds; UNLIMITED if there is no limit."""

    used: Times  # [clock-runs]
    """The time that each player has used in the turns completed."""

    running: Runner  # [clock-runs]
    """Whose clock runs."""

    latest: int  # [time-told]
    """When a clock was started or stopped last; before that, when the clocks were set."""


def invariant(clock: Clock) -> bool:
    """The limit is valid, and the time used is never negative."""
    return (
        is_valid_limit(clock.limit)  # [limit-range]
        and all(clock.used[p] >= 0 for p in PLAYERS)  # [time-told]
    )


def init(allowed: int, now: int) -> Clock:
    """Set both clocks to the limit; neither runs."""
    if not is_valid_limit(allowed):
        raise InvalidLimit  # [limit-range]
    return Clock(
        limit=allowed,  # [time-limit]
        used={p: 0 for p in PLAYERS},  # [clock-runs]
        running=NOBODY,  # [clock-runs]
        latest=now,  # [time-told]
    )


def start(clock: Clock, player: Player, now: int) -> Clock:
    """Start the player's clock: a turn of theirs begins."""
    if now < clock.latest:
        raise TimeRunsBackwards  # [time-told]
    if clock.running != NOBODY:
        raise ClockRuns  # [clock-runs]
    if any(is_out_of_time(clock, p, now) for p in PLAYERS):
        raise TimeIsUp  # [time-out-loses]
    return Clock(
        limit=clock.limit,  # [time-limit]
        used=clock.used,  # [clock-runs]
        running=player,  # [clock-runs]
        latest=now,  # [time-told]
    )


def stop(clock: Clock, now: int) -> Clock:
    """Stop the clock that runs: the turn is completed."""
    if now < clock.latest:
        raise TimeRunsBackwards  # [time-told]
    if clock.running == NOBODY:
        raise ClockStands  # [clock-runs]
    return Clock(
        limit=clock.limit,  # [time-limit]
        used={p: used_until(clock, p, now) for p in PLAYERS},  # [clock-runs]
        running=NOBODY,  # [clock-runs]
        latest=now,  # [time-told]
    )


def limit(clock: Clock) -> int:
    """The limit, in milliseconds; UNLIMITED if there is none."""
    return clock.limit  # [time-limit]


def running(clock: Clock) -> Runner:
    """The player whose clock runs, or NOBODY."""
    return clock.running  # [clock-runs]


def latest(clock: Clock) -> int:
    """The time at which a clock was last set, started or stopped."""
    return clock.latest  # [time-told]


def time_used(clock: Clock, player: Player) -> int:
    """How much time the player has used in the turns completed."""
    return clock.used[player]  # [clock-runs]


def time_left(clock: Clock, player: Player, now: int) -> int:
    """How much time the player has left; 0 once it has run out."""
    assert clock.limit != UNLIMITED  # [time-limit]
    if now < clock.latest:
        raise TimeRunsBackwards  # [time-told]
    return (
        0
        if is_out_of_time(clock, player, now)  # [exact-limit]
        else clock.limit - used_until(clock, player, now)  # [clock-runs]
    )


def is_out_of_time(clock: Clock, player: Player, now: int) -> bool:
    """Whether the player's time has run out."""
    if now < clock.latest:
        raise TimeRunsBackwards  # [time-told]
    return (
        clock.limit != UNLIMITED  # [time-limit]
        and used_until(clock, player, now) >= clock.limit  # [exact-limit]
    )


def is_valid_limit(allowed: int) -> bool:
    """Whether there may be such a limit, in milliseconds."""
    return (
        allowed == UNLIMITED  # [time-limit]
        or SHORTEST <= allowed <= LONGEST  # [limit-range]
    )


def used_until(clock: Clock, player: Player, now: int) -> int:
    """How much time the player has used, that of a turn not yet completed included."""
    return (
        clock.used[player] + now - clock.latest
        if player == clock.running  # [clock-runs]
        else clock.used[player]  # [clock-runs]
    )
