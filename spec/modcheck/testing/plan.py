"""Plan: what is played against an implementation, in which order, and which calls are left out.

What was recorded comes first, for it takes no time to ask the specification: a few games that find most, then all
short games, so that a deviation found there needs no shorter one, then the others. Where the specification is read
otherwise than it stands, it plays itself, which takes longer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from typing import Final

from modcheck.diagnosis.answers import LONG
from modcheck.diagnosis.shrink import EFFORT
from modcheck.system.support import Support
from modcheck.testing.conventions import Dialect
from modcheck.testing.recorded import RecordedTrace, select_calls
from modcheck.testing.runner import Batches, Stage
from modcheck.testing.test_model import CoveringSuite, TestModel
from modcheck.testing.trace import EVERYTHING, Purpose, Thoroughness, Trace, TraceGenerator
from modspec.run.machine import Call

USUAL: Final = Thoroughness(queries=90, refused=4)
"""How much is asked in each state of a long game that the specification plays as it goes."""

ONCE_MORE: Final = Thoroughness(queries=40, refused=4)
"""How much is asked when something else is looked for that is wrong besides."""

ALL_SHORT: Final = "all short games"
"""The name of a phase."""

FIRST: Final = 4
"""So many games of a suite come before all others: those that find most, in the shortest time."""

LIVE: Final = 12
"""So many chosen games, at the most, are played by the specification itself, which takes its time."""

RARE_GAMES: Final = "rare games"
"""The name of a phase."""

RARE: Final = 5
"""So many games are played in search of what is rare."""

LONGEST: Final = 100
"""A game in search of what is rare has no more transitions; none more than the longest of the chosen ones, if there are any."""

FEW: Final = 20
"""So many short games of each length are played once more: where every move is allowed there are thousands."""


@dataclass(frozen=True)
class CheckOptions:
    """How much is tried, and how it is read."""

    seed: int = 0
    """Decides which games are played at random."""

    games: int = 1
    """So many games at random."""

    short: int = 3
    """All games of so many moves, where none are recorded."""

    effort: int = EFFORT
    """Calls that a search for a shorter game may make."""

    declared: Mapping[str, str] = field(default_factory=dict)
    """Conventions, by name."""

    extra_stages: Sequence[Stage] = ()
    """Phases that come last; one of batches only where the specification is read as it stands, and then in the place
    of others of its name."""

    confinement: str = ""
    """What keeps the implementation from doing harm, in a few words."""


class TestPlan:
    """What is played."""

    def __init__(
        self, subject: TestModel, terms: Dialect, offer: Support, options: CheckOptions
    ) -> None:
        self._subject, self._terms, self._offer, self._options = subject, terms, offer, options
        self._edited = bool(terms.changes(subject.module)) or bool(subject.constants)

    def can_call(self, call: Call) -> bool:
        """Whether a call can be made."""
        return call.routine in self._offer.checked and self._terms.translate(call) is not None

    @cached_property
    def suite(self) -> CoveringSuite | None:
        """What was recorded; None where the specification is read otherwise."""
        if self._subject.suite is None or self._edited:
            return None
        programs = self._subject.module.access_programs
        if any(f.is_transition and f.name not in self._offer.checked for f in programs):
            return None  # no recorded game can be played
        return self._subject.suite()

    @cached_property
    def scenarios(self) -> Sequence[tuple[Call, ...]]:
        """Games that reach what is rare, as they go by the conventions; those first that find most."""
        return [
            self._terms.translate_game(game) for game in [*self._subject.scenarios.values()][:LIVE]
        ]

    @property
    def short_and_long(self) -> Sequence[tuple[Call, ...]]:
        """The first of these games and the longest: what is so early on may be otherwise later."""
        longest = max(self.scenarios, key=len, default=())
        return [*self.scenarios[: FIRST - 1], longest]

    @cached_property
    def _first_games(self) -> Sequence[RecordedTrace]:
        return self._asked(self.suite.games[:FIRST]) if self.suite else ()

    @cached_property
    def _all_short(self) -> Sequence[RecordedTrace]:
        return self._asked(self.suite.short) if self.suite else ()

    def _asked(self, scripts: Sequence[RecordedTrace]) -> list[RecordedTrace]:
        """The scripts without the calls that cannot be made."""
        if not self._offer.unchecked and not self._terms.values:
            return list(scripts)
        return [*select_calls(scripts, self._allowed)]

    def _allowed(self, call: Call, purpose: Purpose) -> bool:
        trusted = purpose is Purpose.REJECTED and call.routine in self._terms.trusted_routines
        return self.can_call(call) and not trusted

    def stages(self) -> Iterator[Stage]:
        """What is played, in this order."""
        suite = self.suite
        if suite is not None:
            yield Stage("first games", recorded=self._first_games)
            yield Stage(ALL_SHORT, recorded=self._all_short, complete_length=suite.complete_length)
            more = self._asked(suite.games[FIRST:])
            yield Stage("covering suite", recorded=more, complete_length=suite.complete_length)
        else:
            yield self._short_games(self._options.short)
            yield self._landmarks(LIVE)
        yield self._random_games()
        done = set()
        for phase in self._options.extra_stages:
            if phase.batches is None:
                if phase.name not in done:
                    yield phase
            elif suite is not None:
                yield replace(phase, batches=partial(self._batches, phase.batches))
                done.add(phase.name)

    def _batches(self, batches: Batches) -> Iterator[list[RecordedTrace]]:
        return map(self._asked, batches())

    def quick_stages(self) -> Iterator[Stage]:
        """What is played to see whether there is anything wrong at all."""
        if self.suite is not None:
            yield from self.stages()
        else:
            yield from self.followup_stages(False, frozenset())
            yield self._random_games()

    def all_games(self, length: int | None) -> Sequence[RecordedTrace] | None:
        """All games of so many transitions, or else the long ones; None if they are not recorded, or cannot be played."""
        suite = self.suite
        if suite is not None and length is None:
            return self._asked(suite.games)
        if suite is None or length is None or length > suite.complete_length + 1:
            return None
        if length <= suite.complete_length:
            return [script for script in self._all_short if len(script.game) == length + 1]
        return self._asked(suite.longer())

    def followup_stages(self, as_it_stands: bool, muted: frozenset[str]) -> Iterator[Stage]:
        """What is played to see what else is wrong, without calls of access programs that are muted.

        What was recorded serves again where the specification is read as it stands.
        """
        suite = self.suite if as_it_stands else None
        if suite is None:
            yield self._short_games(2, ONCE_MORE, most=FEW)
            yield self._landmarks(FIRST, ONCE_MORE)
            return
        short = [script for script in self._all_short if len(script.game) <= 3]
        for name, scripts in ((ALL_SHORT, short), ("first games", self._first_games)):
            yield Stage(
                name, recorded=[*select_calls(scripts, lambda call, _: call.routine not in muted)]
            )

    def later_games(self) -> Stage:
        """A game that is begun when another one has been played."""

        def written(write: TraceGenerator) -> Iterator[Trace]:
            for number in LONG:
                game = [*write.random_steps(random.Random(self._options.seed), number)]
                yield write.game([*(step.call for step in game), game[0].call], USUAL)

        return Stage("later games", generated=written, scripts=len(LONG))

    def rare_games(self, happened: Callable[[], Collection[str]]) -> Stage:
        """Games at random, of which only those are examined in which something rare happens for the first time."""
        events = self._subject.goals

        def written(write: TraceGenerator) -> Iterator[Trace]:
            chance = random.Random(self._options.seed)
            longest = max(map(len, self.scenarios), default=LONGEST)
            for _ in range(RARE):
                wanted = set(events) - {*happened()}
                if not wanted:
                    return
                script: Trace = []
                for step in write.random_steps(chance, longest):
                    script.append(step)
                    instance, state = write.machine.instance, step.expected.state
                    if state and any(events[name](instance, step) for name in wanted):
                        script += write.examination(state, USUAL)
                if any(step.purpose is not Purpose.COMMAND for step in script):
                    yield script

        return Stage(RARE_GAMES, generated=written)

    def _short_games(
        self, length: int, thoroughness: Thoroughness = EVERYTHING, most: int | None = None
    ) -> Stage:
        def written(write: TraceGenerator) -> Iterator[Trace]:
            for moves in range(length + 1):
                for game in islice(write.games_of_length(moves), most):
                    yield write.position(game, thoroughness)

        return Stage(ALL_SHORT, generated=written, complete_length=length)

    def _landmarks(self, most: int, thoroughness: Thoroughness = USUAL) -> Stage:
        """The chosen games; for those that cannot be played as the specification is read now, one at random."""
        games = self.scenarios[:most]

        def written(write: TraceGenerator) -> Iterator[Trace]:
            possible = [likewise for game in games if (likewise := self._likewise(game, write))]
            for game in possible:
                yield write.game(game, thoroughness)
            if len(possible) < len(games):
                yield write.game(write.random_game(), thoroughness)

        return Stage("landmarks", generated=written, scripts=len(games))

    def _likewise(self, game: tuple[Call, ...], write: TraceGenerator) -> tuple[Call, ...]:
        """The game, or what becomes of it by some convention, if that can be played as the specification is read now."""
        ways = [
            value.translate_in_game
            for known in self._subject.conventions
            for value in known.values.values()
        ]
        others = (tuple(filter(None, map(way, game))) for way in ways)
        return next((each for each in (game, *others) if write.is_possible(each)), ())

    def _random_games(self) -> Stage:
        def written(write: TraceGenerator) -> Iterator[Trace]:
            for _ in range(self._options.games):
                yield write.game(write.random_game(), USUAL)

        return Stage("games at random", generated=written, scripts=self._options.games)
