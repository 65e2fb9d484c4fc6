"""Time limits."""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rule
from othello_spec.rules.sources import design, gameplay

__all__ = ["RULES"]

RULES: Final = (
    Rule(
        "time-limit",
        "A game may be played with a limit, fixed beforehand, on the time that a player takes for"
        " all moves together.",
        (gameplay("Time Limit, paragraph 1"),),
    ),
    Rule(
        "clock-runs",
        "A player's clock starts with their first turn. It stops when they complete a turn and"
        " runs on when the turn comes back, so that only one clock runs at a time.",
        (gameplay("Time Limit, paragraph 2"),),
    ),
    Rule(
        "limit-range",
        "A time limit is at least 5 and at most 30 minutes.",
        (gameplay("Time Limit, paragraph 3"),),
    ),
    Rule(
        "time-out-loses",
        "A player whose time runs out loses, whatever lies on the board.",
        (gameplay("Time Limit, paragraph 4"),),
    ),
    Rule(
        "time-told",
        "The time is told to the module in milliseconds and never read from the machine; a time"
        " earlier than when a clock was set, started or stopped last is TimeRunsBackwards.",
        (design("clock: the time"),),
    ),
    Rule(
        "exact-limit",
        "A player has run out of time as soon as the time used is the limit, not only beyond it.",
        (design("clock: the exact limit"),),
    ),
    Rule(
        "forfeit-takes-no-time",
        "A forfeited turn takes no time of anybody's: no clock runs for it.",
        (design("match: the clock during a forfeited turn"),),
    ),
)
"""In the order in which one meets them."""
