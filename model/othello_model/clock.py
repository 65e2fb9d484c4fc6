"""Clock as an abstract object: the time that each player has for all moves of a game together.

Each access program satisfies the clauses of its namesake in ``othello_spec.clock``. Call ``init``
first. The specification adds up the time that was used; the clocks here run down, as real ones do.
"""

from __future__ import annotations

from modspec import Map, declare
from modspec.contract.contract import Contract
from othello_model.refusals import LazyText
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


class CountdownClocks:
    """The clocks of both players; all times are in milliseconds."""

    limit: int
    """The time that both were set to; UNLIMITED if they only measure."""
    remaining: dict[Player, int]
    """The time that each clock showed when it last stood; negative beyond the limit."""
    running: Runner
    """The player whose clock runs, or NOBODY."""
    latest: int
    """The last time at which a clock was set, started or stopped."""

    def __init__(self, limit: int, now: int) -> None:
        """Set both clocks. Raises InvalidLimit unless ``is_limit`` holds."""
        if not is_limit(limit):
            text = (
                "{limit} ms is no limit: a limit is from {shortest} to {longest} ms, "
                "or {unlimited} for unlimited time"
            )
            values = {"shortest": SHORTEST, "longest": LONGEST, "unlimited": UNLIMITED}
            raise InvalidLimit(LazyText(text, limit=limit, **values))
        self.limit = limit
        self.remaining = {BLACK: limit, WHITE: limit}
        self.running = NOBODY
        self.latest = now

    def start(self, player: Player, now: int) -> None:
        """Start the player's clock.

        Raises TimeRunsBackwards, else ClockRuns if a clock is running, else TimeIsUp.
        """
        self.must_not_be_before(now)
        if self.running != NOBODY:
            raise ClockRuns(
                LazyText("the clock of {player} is running already", player=self.running)
            )
        for each in (BLACK, WHITE):
            if self.is_out_of_time(each, now):
                raise TimeIsUp(LazyText("{player} has run out of time", player=each))
        self.running, self.latest = player, now

    def stop(self, now: int) -> None:
        """Stop the clock that runs. Raises TimeRunsBackwards, else ClockStands if none runs."""
        self.must_not_be_before(now)
        if self.running == NOBODY:
            raise ClockStands("no clock is running")
        self.remaining[self.running] -= now - self.latest
        self.running, self.latest = NOBODY, now

    def time_used(self, player: Player) -> int:
        """Return how much time the player has used in the turns completed."""
        return self.limit - self.remaining[player]

    def time_left(self, player: Player, now: int) -> int:
        """Return how much time the player has left, if there is a limit; at least 0."""
        return max(0, self._shows(player, now))

    def is_out_of_time(self, player: Player, now: int) -> bool:
        """Whether the player's time has run out; false where there is no limit."""
        return self.limit != UNLIMITED and self._shows(player, now) <= 0

    def must_not_be_before(self, now: int) -> None:
        """Raise TimeRunsBackwards if an earlier call gave a later time."""
        if now < self.latest:
            text = "it cannot be {now} ms by now: it was {latest} ms before"
            raise TimeRunsBackwards(LazyText(text, now=now, latest=self.latest))

    def _shows(self, player: Player, now: int) -> int:
        """Return what the player's clock shows at that time."""
        if player == self.running:
            return self.remaining[player] - (now - self.latest)
        return self.remaining[player]


def is_limit(limit: int) -> bool:
    """Whether clocks can be set to that limit, in milliseconds."""
    return limit == UNLIMITED or SHORTEST <= limit <= LONGEST


def of_clock(model: CountdownClocks) -> specified.Clock:
    """Return the specification's state that clocks which run down stand for."""
    return specified.Clock(
        limit=model.limit,
        used=Map({player: model.time_used(player) for player in model.remaining}),
        running=model.running,
        latest=model.latest,
    )


_clock: CountdownClocks


def _state() -> specified.Clock | None:
    """Return the specification's state; None before the first ``init``."""
    return of_clock(_clock) if "_clock" in globals() else None


contract = Contract(declare("othello_spec.clock"), abstraction=_state)


@contract
def init(allowed: int, now: int) -> None:
    """Set both clocks to the limit; neither runs. Raises InvalidLimit if it is no valid limit."""
    global _clock
    _clock = CountdownClocks(allowed, now)


@contract
def start(player: Player, now: int) -> None:
    """Start the player's clock: a turn of theirs begins.

    Raises TimeRunsBackwards, else ClockRuns if a clock is running, else TimeIsUp if a player has
    run out of time; nothing changes then.
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
    """Return the limit, in milliseconds, or UNLIMITED."""
    return _clock.limit


@contract
def running() -> Runner:
    """Return the player whose clock runs, or NOBODY."""
    return _clock.running


@contract
def latest() -> int:
    """Return the time at which a clock was last set, started or stopped, in milliseconds."""
    return _clock.latest


@contract
def time_used(player: Player) -> int:
    """Return how much time the player has used in the turns completed, in milliseconds."""
    return _clock.time_used(player)


@contract
def time_left(player: Player, now: int) -> int:
    """Return how much time the player has left, in milliseconds; at least 0.

    Assumes that time is limited. Raises TimeRunsBackwards for a time before the latest.
    """
    _clock.must_not_be_before(now)
    return _clock.time_left(player, now)


@contract
def is_out_of_time(player: Player, now: int) -> bool:
    """Whether the player has run out of time. Raises TimeRunsBackwards before the latest time."""
    _clock.must_not_be_before(now)
    return _clock.is_out_of_time(player, now)


@contract
def is_valid_limit(allowed: int) -> bool:
    """Whether clocks can be set to that limit, in milliseconds."""
    return is_limit(allowed)
