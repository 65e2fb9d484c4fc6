"""A sound module for the players' clocks, as a careful student would hand it in.

Times are in milliseconds. Each specimen of this folder overrides one or two of the methods.
"""

from typing import Final

from ..sound import BLACK, WHITE

MINUTE: Final = 60_000
UNLIMITED: Final = 0
NOBODY: Final = "nobody"


class InvalidLimit(Exception):
    """There may be no such limit."""


class TimeRunsBackwards(Exception):
    """It was later already."""


class ClockRuns(Exception):
    """A clock runs already."""


class ClockStands(Exception):
    """No clock runs."""


class TimeIsUp(Exception):
    """Somebody has no time left."""


class Clock:
    """The clocks of both players."""

    allowed: int
    used: dict[str, int]
    runs: str
    told: int

    # The access programs.

    def init(self, allowed: int, now: int) -> None:
        """Set both clocks. Raises InvalidLimit for a limit that there may not be."""
        if not self.is_limit(allowed):
            raise InvalidLimit(f"{allowed} ms")
        self.allowed = allowed
        self.used = {BLACK: 0, WHITE: 0}
        self.runs = NOBODY
        self.told = now

    def start(self, player: str, now: int) -> None:
        """Start a clock. Raises TimeRunsBackwards, ClockRuns or TimeIsUp."""
        self.check_time(now)
        self.check_that_none_runs()
        if self.is_up(player, now):
            raise TimeIsUp("no more turns")
        self.runs = player
        self.told = now

    def stop(self, now: int) -> None:
        """Stop the clock that runs. Raises TimeRunsBackwards or ClockStands."""
        self.check_time(now)
        if self.runs == NOBODY:
            raise ClockStands("none runs")
        self.charge(now)
        self.runs = NOBODY
        self.told = now

    def limit(self) -> int:
        """The limit; 0 if there is none."""
        return self.allowed

    def running(self) -> str:
        """Whose clock runs, or "nobody"."""
        return self.runs

    def latest(self) -> int:
        """When a clock was set, started or stopped last."""
        return self.told

    def time_used(self, player: str) -> int:
        """How much time the player has used in the turns completed."""
        return self.used[player]

    def time_left(self, player: str, now: int) -> int:
        """How much time the player has left. Raises TimeRunsBackwards."""
        self.check_time(now)
        return max(0, self.allowed - self.spent(player, now))

    def is_out_of_time(self, player: str, now: int) -> bool:
        """Whether the player's time has run out. Raises TimeRunsBackwards."""
        self.check_time(now)
        return self.is_late(player, now)

    def is_valid_limit(self, allowed: int) -> bool:
        """Whether there may be such a limit."""
        return self.is_limit(allowed)

    # What they are made of.

    def is_limit(self, allowed: int) -> bool:
        """Whether it is 5 to 30 minutes, or no limit."""
        return allowed == UNLIMITED or 5 * MINUTE <= allowed <= 30 * MINUTE

    def check_time(self, now: int) -> None:
        """Raise TimeRunsBackwards if it was later already."""
        if now < self.told:
            raise TimeRunsBackwards(f"{now} after {self.told}")

    def check_that_none_runs(self) -> None:
        """Raise ClockRuns if a clock runs."""
        if self.runs != NOBODY:
            raise ClockRuns(self.runs)

    def charge(self, now: int) -> None:
        """Add the time of the turn to what the player has used."""
        self.used[self.runs] = self.spent(self.runs, now)

    def spent(self, player: str, now: int) -> int:
        """How much time the player has used, that of a turn that is on included."""
        return self.used[player] + (now - self.told if player == self.runs else 0)

    def is_late(self, player: str, now: int) -> bool:
        """Whether the player has used all the time that there is."""
        return self.allowed != UNLIMITED and self.spent(player, now) >= self.allowed

    def is_up(self, player: str, now: int) -> bool:
        """Whether there are no more turns, whoever wants to start one."""
        return self.is_late(BLACK, now) or self.is_late(WHITE, now)
