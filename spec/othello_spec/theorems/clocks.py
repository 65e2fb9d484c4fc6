"""Clocks: what the rules imply of the time that each player has.

Each theorem is a claim about all moments and all lengths of time. What starting and stopping leave
unchanged, and what only the passing of time changes, stays so through a whole game.
"""

from __future__ import annotations

from othello_spec.board import PLAYERS, Player
from othello_spec.clock import (
    LONGEST,
    NOBODY,
    SHORTEST,
    UNLIMITED,
    Clock,
    init,
    invariant,
    is_out_of_time,
    is_valid_limit,
    start,
    stop,
    time_left,
    time_used,
)

__all__ = [
    "a_clock_without_a_limit_never_runs_out",
    "at_most_one_player_runs_out_of_time",
    "new_clocks_are_sound",
    "nobody_has_used_less_than_no_time",
    "nobodys_time_left_grows",
    "only_a_clock_that_runs_loses_time",
    "start_keeps_the_clocks_sound",
    "start_leaves_everybody_the_time_they_had",
    "start_uses_no_time",
    "stop_adds_the_time_that_has_passed",
    "stop_keeps_the_clocks_sound",
    "stop_leaves_everybody_the_time_they_had",
    "the_limit_is_always_a_valid_one",
    "who_is_out_of_time_has_none_left_and_nobody_else",
    "who_is_out_of_time_stays_so",
]


def new_clocks_are_sound(allowed: int, now: int) -> bool:
    """New clocks satisfy the state invariant, and neither player has run out."""
    assert is_valid_limit(allowed)
    return is_sound(init(allowed, now))  # [limit-range]


def start_keeps_the_clocks_sound(clock: Clock, player: Player, now: int) -> bool:
    """If the clocks are sound before one is started, they are after."""
    assert is_sound(clock)
    assert may_start(clock, now)
    return is_sound(start(clock, player, now))  # [clock-runs]


def stop_keeps_the_clocks_sound(clock: Clock, now: int) -> bool:
    """If the clocks are sound before one is stopped, they are after."""
    assert is_sound(clock)
    assert may_stop(clock, now)
    return is_sound(stop(clock, now))  # [clock-runs]


def the_limit_is_always_a_valid_one(clock: Clock) -> bool:
    """There is no limit, or one from five to thirty minutes, after any starts and stops."""
    assert is_sound(clock)
    return clock.limit == UNLIMITED or SHORTEST <= clock.limit <= LONGEST  # [limit-range]


def nobody_has_used_less_than_no_time(clock: Clock, player: Player) -> bool:
    """However often the clocks were started and stopped, no time was ever given back."""
    assert is_sound(clock)
    return time_used(clock, player) >= 0  # [time-told]


def start_uses_no_time(clock: Clock, player: Player, now: int) -> bool:
    """While no clock runs, neither player uses time."""
    assert may_start(clock, now)
    return all(
        time_used(start(clock, player, now), p) == time_used(clock, p) for p in PLAYERS
    )  # [clock-runs]


def stop_adds_the_time_that_has_passed(clock: Clock, now: int) -> bool:
    """The player whose clock ran has used the time since its start, the other player none."""
    assert may_stop(clock, now)
    return all(
        time_used(stop(clock, now), p) - time_used(clock, p)
        == (
            now - clock.latest
            if p == clock.running  # [clock-runs]
            else 0  # [clock-runs]
        )
        for p in PLAYERS
    )


def nobodys_time_left_grows(clock: Clock, player: Player, now: int, later: int) -> bool:
    """The later it is, the less time is left, or as much."""
    assert clock.limit != UNLIMITED
    assert clock.latest <= now <= later
    return time_left(clock, player, later) <= time_left(clock, player, now)  # [time-limit]


def start_leaves_everybody_the_time_they_had(clock: Clock, player: Player, now: int) -> bool:
    """At the moment at which a clock is started, both players have as much time left as before."""
    assert clock.limit != UNLIMITED
    assert may_start(clock, now)
    return all(
        time_left(start(clock, player, now), p, now) == time_left(clock, p, now) for p in PLAYERS
    )  # [clock-runs]


def stop_leaves_everybody_the_time_they_had(clock: Clock, now: int) -> bool:
    """At the moment at which a clock is stopped, both players have as much time left as before."""
    assert clock.limit != UNLIMITED
    assert may_stop(clock, now)
    return all(
        time_left(stop(clock, now), p, now) == time_left(clock, p, now) for p in PLAYERS
    )  # [clock-runs]


def only_a_clock_that_runs_loses_time(clock: Clock, player: Player, now: int, later: int) -> bool:
    """A player whose clock does not run has the same time left at any moment."""
    assert clock.limit != UNLIMITED
    assert clock.latest <= now <= later
    assert player != clock.running
    return time_left(clock, player, later) == time_left(clock, player, now)  # [clock-runs]


def who_is_out_of_time_has_none_left_and_nobody_else(
    clock: Clock, player: Player, now: int
) -> bool:
    """The time left is zero exactly when the player has run out, and never less."""
    assert clock.limit != UNLIMITED
    assert now >= clock.latest
    return (time_left(clock, player, now) <= 0) == is_out_of_time(clock, player, now) and time_left(
        clock, player, now
    ) >= 0  # [exact-limit]


def who_is_out_of_time_stays_so(clock: Clock, player: Player, now: int, later: int) -> bool:
    """A player who has run out of time never has time again."""
    assert clock.latest <= now <= later
    assert is_out_of_time(clock, player, now)
    return is_out_of_time(clock, player, later)  # [time-out-loses]


def at_most_one_player_runs_out_of_time(clock: Clock, now: int) -> bool:
    """There is no moment at which both players have run out: it is clear who loses."""
    assert is_sound(clock)
    assert now >= clock.latest
    return not all(is_out_of_time(clock, p, now) for p in PLAYERS)  # [time-out-loses]


def a_clock_without_a_limit_never_runs_out(clock: Clock, player: Player, now: int) -> bool:
    """Where there is no limit, no time is too long."""
    assert clock.limit == UNLIMITED
    assert now >= clock.latest
    return not is_out_of_time(clock, player, now)  # [time-limit]


def may_start(clock: Clock, now: int) -> bool:
    """A clock may be started: neither runs, and neither player has run out."""
    return (
        now >= clock.latest  # [time-told]
        and clock.running == NOBODY  # [clock-runs]
        and not any(is_out_of_time(clock, p, now) for p in PLAYERS)  # [time-out-loses]
    )


def may_stop(clock: Clock, now: int) -> bool:
    """A clock may be stopped: one runs."""
    return (
        now >= clock.latest  # [time-told]
        and clock.running != NOBODY  # [clock-runs]
    )


def is_sound(clock: Clock) -> bool:
    """The state invariant holds; no player had run out at a start, nor both at a stop."""
    return (
        invariant(clock)  # [limit-range]
        and not all(is_out_of_time(clock, p, clock.latest) for p in PLAYERS)  # [time-out-loses]
        and (
            clock.running == NOBODY  # [clock-runs]
            or not any(is_out_of_time(clock, p, clock.latest) for p in PLAYERS)  # [time-out-loses]
        )
    )
