"""Clock as an abstract object: the time that each player has for all moves of a game together.

Each access program is held to the clauses of its namesake in ``othello_spec.clock``. Call ``init``
before any other. The specification adds up the time that was used; the clocks here run down, as those on
a table do.
"""

from __future__ import annotations

from modspec import Map, declare
from modspec.contract.contract import Contract
from othello_model.refusals import Earlier, NoClockRuns, NoSuchLimit, OutOfTime, RunsAlready
from othello_spec import clock as specified
from othello_spec.board import BLACK, WHITE, Player
from othello_spec.clock import (
    LONGEST,
    NOBODY,
    SHORTEST,
    UNLIMITED,
    ClockRuns,
    ClockStands,
    InvalidLimit,
    Runner,
    TimeIsUp,
    TimeRunsBackwards,
)

__all__ = [
    "LONGEST",
    "NOBODY",
    "SHORTEST",
    "UNLIMITED",
    "Clock",
    "ClockRuns",
    "ClockStands",
    "InvalidLimit",
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


class Clock:
    """The clocks of both players; all times are in milliseconds."""

    limit: int
    """What each of them was set to; UNLIMITED if they only measure."""

    remaining: dict[Player, int]
    """What each of them showed when it stood last: below zero once there is less than no time left."""

    running: Runner
    """Whose clock runs, or NOBODY."""

    latest: int
    """When one of them was set, started or stopped last."""

    def __init__(self, limit: int, now: int) -> None:
        """Set both clocks. Raises InvalidLimit for a limit that there may not be."""
        if not is_limit(limit):
            raise InvalidLimit(NoSuchLimit(limit))
        self.limit = limit
        self.remaining = {BLACK: limit, WHITE: limit}
        self.running = NOBODY
        self.latest = now

    def start(self, player: Player, now: int) -> None:
        """Start the player's clock.

        Raises TimeRunsBackwards, ClockRuns if one runs already, TimeIsUp if somebody's time is up.
        """
        self.must_not_be_before(now)
        if self.running != NOBODY:
            raise ClockRuns(RunsAlready(self.running))
        for each in (BLACK, WHITE):
            if self.is_out_of_time(each, now):
                raise TimeIsUp(OutOfTime(each))
        self.running, self.latest = player, now

    def stop(self, now: int) -> None:
        """Stop the clock that runs. Raises TimeRunsBackwards, or ClockStands if none does."""
        self.must_not_be_before(now)
        if self.running == NOBODY:
            raise ClockStands(NoClockRuns())
        self.remaining[self.running] -= now - self.latest
        self.running, self.latest = NOBODY, now

    def time_used(self, player: Player) -> int:
        """How much time the player has used in the turns completed."""
        return self.limit - self.remaining[player]

    def time_left(self, player: Player, now: int) -> int:
        """How much time the player has left, if there is a limit; never less than 0."""
        return max(0, self._shows(player, now))

    def is_out_of_time(self, player: Player, now: int) -> bool:
        """Whether the player's time has run out; false where there is no limit."""
        return self.limit != UNLIMITED and self._shows(player, now) <= 0

    def must_not_be_before(self, now: int) -> None:
        """Raise TimeRunsBackwards if the clocks were told a later time before."""
        if now < self.latest:
            raise TimeRunsBackwards(Earlier(now, self.latest))

    def _shows(self, player: Player, now: int) -> int:
        """What the player's clock shows at that time."""
        if player == self.running:
            return self.remaining[player] - (now - self.latest)
        return self.remaining[player]


def is_limit(limit: int) -> bool:
    """Whether clocks can be set to so many milliseconds."""
    return limit == UNLIMITED or SHORTEST <= limit <= LONGEST


def of_clock(model: Clock) -> specified.Clock:
    """The specification's state that clocks which run down stand for."""
    return specified.Clock(
        limit=model.limit,
        used=Map({player: model.time_used(player) for player in model.remaining}),
        running=model.running,
        latest=model.latest,
    )


_clock: Clock


def _state() -> specified.Clock | None:
    """The specification's state; None before the first ``init``."""
    return of_clock(_clock) if "_clock" in globals() else None


contract = Contract(declare("othello_spec.clock"), abstraction=_state)


@contract
def init(allowed: int, now: int) -> None:
    """Set both clocks to the limit; neither runs. Raises InvalidLimit for a limit that there may not be."""
    global _clock
    _clock = Clock(allowed, now)


@contract
def start(player: Player, now: int) -> None:
    """Start the player's clock: a turn of theirs begins.

    Raises TimeRunsBackwards, else ClockRuns if one runs already, else TimeIsUp if somebody has run out of
    time; nothing changes then.
    """
    _clock.start(player, now)


@contract
def stop(now: int) -> None:
    """Stop the clock that runs: the turn is completed.

    Raises TimeRunsBackwards, else ClockStands if no clock runs; nothing changes then.
    """
    _clock.stop(now)


@contract
def limit() -> int:
    """The limit, in milliseconds; UNLIMITED if there is none."""
    return _clock.limit


@contract
def running() -> Runner:
    """Whose clock runs, or NOBODY."""
    return _clock.running


@contract
def latest() -> int:
    """The latest time that was told when a clock was set, started or stopped, in milliseconds."""
    return _clock.latest


@contract
def time_used(player: Player) -> int:
    """How much time the player has used in the turns completed, in milliseconds."""
    return _clock.time_used(player)


@contract
def time_left(player: Player, now: int) -> int:
    """How much time the player has left, in milliseconds; 0 once it has run out.

    Assumes that there is a limit. Raises TimeRunsBackwards for a time before the latest.
    """
    _clock.must_not_be_before(now)
    return _clock.time_left(player, now)


@contract
def is_out_of_time(player: Player, now: int) -> bool:
    """Whether the player's time has run out. Raises TimeRunsBackwards for a time before the latest."""
    _clock.must_not_be_before(now)
    return _clock.is_out_of_time(player, now)


@contract
def is_valid_limit(allowed: int) -> bool:
    """Whether there may be such a limit, in milliseconds."""
    return is_limit(allowed)
