"""Budgets: how much a check tries, asks and searches.

Effort is counted in calls, games and states, never in seconds, so that a verdict is the same on a
slow machine. Each constant has its unit and the reason for its value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Thoroughness:
    """How many of the possible calls are made in each state; None: all."""

    queries: int | None = None
    """Calls of each routine that yields an output."""
    rejected: int | None = None
    """Calls of each routine that raise, for each exception."""


EVERYTHING: Final = Thoroughness()
"""Every possible call."""
USUAL: Final = Thoroughness(queries=90, rejected=4)
"""In each state of a long game that the specification plays as it goes."""
FOLLOWUP: Final = Thoroughness(queries=40, rejected=4)
"""In each state while the check looks for a further fault: the first check was thorough."""
SAMPLED: Final = Thoroughness(queries=8, rejected=3)
"""In each state of a random game that follows recorded ones, and of a game that goes on locally."""
FEW: Final = Thoroughness(queries=2, rejected=1)
"""In each state for a program that is too slow for more."""
ONCE: Final = Thoroughness(queries=1, rejected=0)
"""In each state that was examined before, on the way to others."""

# -- the test plan ---------------------------------------------------------------------------------

RANDOM_GAMES: Final = 1
"""Random games in a check: recorded games find more in the same time."""
SHORT_LENGTH: Final = 3
"""Transitions of the short games that are all played where none are recorded."""
FIRST_GAMES: Final = 4
"""Games of the covering suite that are played before all others: they find most."""
SCENARIO_GAMES: Final = 12
"""Scenarios that the specification itself plays, which takes long."""
FOLLOWUP_GAMES: Final = 20
"""Short games of each length that are played again after a fault: there may be thousands."""
FOLLOWUP_LENGTH: Final = 2
"""Transitions of the short games that are played again after a fault."""
RANDOM_LENGTH: Final = 500
"""Transitions of a random game, so that a game without an end ends."""
TOUR_CALLS: Final = 100_000
"""Calls of the games that make each transition in each state: a second."""
PART_TOUR_CALLS: Final = 5_000
"""Calls of these games where the states are too many: games at random come further."""
REST_CALLS: Final = 20_000
"""Calls of further games, which make a transition of each routine where these games made none."""
NEW_GAME_CALLS: Final = 10_000
"""Calls of the games that are each followed by a new game: most modules have fewer states."""
TOUR_LENGTH: Final = 16
"""Transitions of such a game: it ends at the first fault where the state is hidden."""
STEADY_SHARE: Final = 0.7
"""Share of the calls in a steady game that are calls of the transition that was made last."""
LASTING_LENGTH: Final = 100
"""Transitions of a random game that avoids its end: it fills a grid of that many places."""
MOST_FAULTS: Final = 5
"""Faults that a verdict reports: correct these, then check again."""

# -- slow programs ---------------------------------------------------------------------------------

LIMIT: Final = 300.0
"""Seconds that all calls may take; a program that takes longer for them gets the brief suite."""
LATE: Final = 3
"""Times this limit after which no trace is played, however fast the program was at first."""
BRIEF_SECONDS: Final = 25.0
"""Seconds for the brief suite, so that also a slow program is judged within a minute."""
BRIEF_LEAST: Final = 100
"""Calls of the brief suite in any case."""
GENERATED_CALLS: Final = 40_000
"""Calls of a check without recorded games, by which its time is reckoned before it begins."""
PACE_ROUNDS: Final = (20, 20, 40, 40)
"""Calls of the rounds by which the pace of a program is measured."""
PACE_SECONDS: Final = 0.1
"""Seconds after which no other round follows, unless the program seems slow."""
PACE_PATIENCE: Final = 3.0
"""Seconds that are spent at most before a program is believed to be slow. Java takes some tenths of
a second until its pace is the usual one, and the machine may be busy."""
PACE_OBSERVATIONS: Final = 16
"""Calls of observers in each state of the game by which the pace is measured."""
PACE_MOVES: Final = 6
"""Transitions of the game by which the pace is measured."""

# -- trace generation ------------------------------------------------------------------------------

USUAL_SHARE: Final = 7 / 8
"""Share of the transitions of a random game that have usual arguments."""
SAMPLED_TRANSITIONS: Final = 120
"""Calls of a transition that are tried in a state of a random game: three integers as parameters
have hundreds, and the next state comes soon."""
REJECTED_TRIES: Final = 8
"""Calls that are tried for each one that raises, where not all are tried."""
RARE_CONTEXTS: Final = 3
"""Calls of each outcome in which a rare argument replaces a usual one."""
REFUSED_RARE: Final = 5_000
"""Calls with a rare argument that are tried at once, to see whether all raise in every state."""
MEMO_SIZE: Final = 1 << 13
"""Entries of each memo of a trace generator, which bounds the memory of a long run."""
CALLS_TOGETHER: Final = 1 << 14
"""Calls of generated traces that are recorded together, about."""

# -- the state machine -----------------------------------------------------------------------------

RUN_STEPS: Final = 100
"""Steps of a run: a game of sixty moves, and queries on the way."""
QUICK_QUERIES: Final = 8
"""A query with at most so many different arguments is made after every transition."""
SHRINK_RUN_CALLS: Final = 100_000
"""Calls that Hypothesis may make to shrink a run that ends in a mismatch."""

# -- breakdowns ------------------------------------------------------------------------------------

MOST_BREAKDOWNS: Final = 24
"""Breakdowns after which no further trace is played. A time-out counts as so many: to wait takes
long, and the same call would hang again."""

# -- silent games ----------------------------------------------------------------------------------

SILENT_GAMES: Final = 2
"""Long games that are played silently in every way: each routine is asked first, or on the way."""
SILENT_CALLS: Final = 10_000
"""Calls of all silent games: the short ones are many."""
START_CALLS: Final = 300
"""Calls that a program could answer while it starts, where each game has a fresh one."""
SILENT_SHRINK_CALLS: Final = 60_000
"""Calls that the search for a shorter silent game may make."""

# -- survivors -------------------------------------------------------------------------------------

SURVIVOR_SEARCH: Final = 60_000
"""Calls in which mutants are compared with the specification, to see which of them survive."""
SURVIVOR_CALLS: Final = 3_000
"""Calls by which a surviving mutant is compared with the specification, in each kind of states."""
SURVIVOR_SAMPLE: Final = 6
"""Calls of each routine in one of these states."""
TELLING_CALLS: Final = 2_000
"""Calls that may tell a state from a mutant's state, where no observer shows the difference."""
WALKS: Final = 200
"""Games at random in whose states surviving mutants are asked; a program plays them silently."""
WALK_LENGTH: Final = 20
"""Transitions of such a game."""
MIXED_STATES: Final = 200
"""States that are mixed from two that were reached: some have what no game has."""

# -- shrinking -------------------------------------------------------------------------------------

SHRINK_CALLS: Final = 60_000
"""Calls that the search for a shorter game may make: a few seconds."""
EDITS: Final = 500
"""Edits of a game at random that show nothing shorter, before no more are tried."""
EXHAUSTED_LENGTH: Final = 4
"""All games of at most so many transitions are tried to find the shortest one."""
READABLE_LENGTH: Final = 9
"""Transitions of a game that a person plays by hand. Among recorded games none is looked for that
is shorter; elsewhere the suspects are those of this game, whether a shorter one is found or not."""
PLAYABLE_LENGTH: Final = 15
"""Transitions of a game that a person can still play: a third of the search is enough."""
LAST_GAMES: Final = 3
"""Games before a mismatch that are tried as its cause before all games are."""
STARTED_GAMES: Final = 24
"""Recorded games after which another game begins, each on a fresh program, which may start late."""
RESTART_SHARE: Final = 2 / 3
"""Share of the searched games that leave the known game before its end."""
NO_OP_TRIES: Final = 150
"""Times a game is played again with fewer no-op calls."""
NO_OP_CALLS: Final = 200_000
"""Calls that these tries may make in all: a few seconds of a program behind a pipe."""
NO_OP_TRIES_LEAST: Final = 20
"""Times it is tried in any case."""
NO_OP_ROW: Final = 10
"""A no-op call is repeated fewer times than this in a row, to see how often a mismatch takes it;
then as often as it was made, divided by each number below this: some calls may undo others."""

# -- diagnosis -------------------------------------------------------------------------------------

ENOUGH_ANSWERS: Final = 20
"""Answers that a mutant has to agree with: with fewer, too many mutants agree by chance."""
HINT_CASES: Final = 60
"""Cases, right ones and wrong ones, that it looks into."""
HINT_CLEAR: Final = 2
"""Cases in which a value must have been missed for a hint to name it."""
