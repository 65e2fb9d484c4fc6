"""The test plan: what is played against an implementation, in which order, and without which calls.

Recorded traces come first, for the specification need not be asked: a few games that find most,
then all short games, so that a mismatch found there needs no shorter one, then the others. Where
the specification is read otherwise than it stands, it plays itself, which takes longer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from typing import Final

from modcheck.testing import budget
from modcheck.testing.brief import brief_suite
from modcheck.testing.budget import EVERYTHING, FIRST_GAMES, FOLLOWUP, SAMPLED, USUAL, Thoroughness
from modcheck.testing.conventions import Dialect
from modcheck.testing.derive import Support
from modcheck.testing.growth import games_that_grow, games_that_last
from modcheck.testing.literals import NO_LITERALS, Literals
from modcheck.testing.recorded import RecordedTrace, select_calls
from modcheck.testing.runner import Batches, Runner, Stage
from modcheck.testing.special_values import games_with_special_values
from modcheck.testing.state_graph import StateGraph
from modcheck.testing.test_model import CoveringSuite, TestModel
from modcheck.testing.trace import Purpose, Trace
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call
from modspec.run.objects import is_made_by_a_query
from modspec.syntax.values import State

FIRST: Final = "first games"
SHORT: Final = "all short games"
TOUR: Final = "tour of the states"
RANDOM: Final = "games at random"
BRIEF: Final = "brief suite"
"""The names of stages."""


@dataclass(frozen=True)
class CheckOptions:
    """How much is tried, and how the specification is read."""

    seed: int = 0
    """Decides which random games are played."""
    games: int = budget.RANDOM_GAMES
    """The number of random games."""
    short: int = budget.SHORT_LENGTH
    """All games of at most so many moves are played where none are recorded."""
    effort: int = budget.SHRINK_CALLS
    """The number of calls that the search for a shorter game may make."""
    limit: float = budget.LIMIT
    """The seconds that all stages may take; a program that takes longer gets the brief suite."""
    is_stopped: Callable[[], bool] = lambda: False
    """Whether the user wants the verdict now, on what was found so far."""
    declared: Mapping[str, str] = field(default_factory=dict)
    """Conventions, by name."""
    extra_stages: Sequence[Stage] = ()
    """Stages that come last; their recorded traces need the specification as it stands."""
    confinement: str = ""
    """What keeps the implementation from doing harm, in a few words."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Queries that are not made, each with the reason."""
    may_copy: bool = False
    """Whether the process may copy itself: two compute the same sooner."""
    literals: Literals = NO_LITERALS
    """The literals of the program's text: values that it may treat in a way of its own."""


class TestPlan:
    """The stages of a check."""

    __test__ = False  # pytest takes a class with this name for tests

    def __init__(
        self,
        model: TestModel,
        dialect: Dialect,
        support: Support,
        options: CheckOptions,
        makes_yielded: bool = False,
    ) -> None:
        """Plan a check of an implementation that supports some access programs.

        If it ``makes_yielded``, it is passed objects that its own calls yield.
        """
        self._makes_yielded = makes_yielded
        self._model, self._dialect = model, dialect
        self._support, self._options = support, options
        self._edited = bool(dialect.changes(model.module)) or bool(model.constants)
        self.pace = 0.0
        """The seconds that the program takes for a call, rounded; 0 unless it is too slow."""
        self.begins_afresh = False
        """Whether a fresh program costs little more than a game."""
        self.shows_earlier = False
        """Whether the program tells what an object shows after another one was made."""

    def confine(self, runner: Runner) -> None:
        """Give a runner its limits."""
        runner.limit = budget.LATE * self._options.limit
        runner.is_stopped = self._options.is_stopped

    def measure(self, runner: Runner) -> None:
        """Measure whether the program is too slow for all stages."""
        bearable = self._options.limit / self.whole
        pace = runner.pace(self._calls_in_short(runner.generator), bearable)
        self.pace = _round_pace(pace) if pace > bearable else 0.0

    @property
    def whole(self) -> int:
        """The number of calls of all stages, about."""
        return sum(map(len, self.recorded_traces)) or budget.GENERATED_CALLS

    def _calls_in_short(self, generator: TraceGenerator) -> list[Call]:
        """Return the beginning of a game, with some calls in each state, mixed as in the stages."""
        chance, calls = random.Random(self.seed), list[Call]()
        for step in generator.random_steps(chance, budget.PACE_MOVES):
            calls.append(step.call)
            if generator.machine.chooses(step.call.routine):
                break  # what may be called then depends on what the program chooses
            state = step.expected.state
            assert state is not None
            asked = generator.observation(state)[: budget.PACE_OBSERVATIONS]
            asked = [*asked, *generator.few_queries(state, chance, 1)]
            chance.shuffle(asked)
            calls += [each.call for each in asked if each.expected.exception is None]
        return calls

    def can_call(self, call: Call) -> bool:
        """Whether a call can be made of the implementation."""
        return (
            call.routine in self._support.checked_routines
            and self._dialect.translate(call) is not None
            and (self._makes_yielded or not any(map(is_made_by_a_query, call.arguments)))
        )

    @cached_property
    def scenarios(self) -> Sequence[tuple[Call, ...]]:
        """Games that reach rare rules, as the conventions have them; those first that find most."""
        games = islice(self._model.scenarios.values(), budget.SCENARIO_GAMES)
        return [self._dialect.translate_game(game) for game in games]

    @property
    def callable_routines(self) -> frozenset[str]:
        """The access programs that are checked."""
        return self._support.checked_routines

    @property
    def derived_routines(self) -> frozenset[str]:
        """The access programs that are not called, but derived from others."""
        return frozenset(self._support.derived)

    @property
    def seed(self) -> int:
        """The seed of all random choices."""
        return self._options.seed

    @property
    def may_copy(self) -> bool:
        """Whether the process may copy itself, so that two compute what takes long."""
        return self._options.may_copy

    @property
    def effort(self) -> int:
        """The number of calls that the search for a shorter game may make."""
        return self._options.effort

    # -- recorded traces ---------------------------------------------------------------------------

    @property
    def recorded_traces(self) -> Sequence[RecordedTrace]:
        """The traces of the suite as they were recorded; none without a suite."""
        return [*self.suite.short, *self.suite.games] if self.suite else ()

    @property
    def kills(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """For each mutant some replies of these traces that contradict it."""
        return self.suite.kills if self.suite else {}

    def complete_length(self, stage: str) -> int:
        """Return the length up to which all games were tried before a stage that came on."""
        if stage == FIRST:
            return -1
        suite = self.suite
        return suite.complete_length if suite else self._short_length

    @property
    def _short_length(self) -> int:
        return min(self._options.short, self._model.short_length)

    @cached_property
    def suite(self) -> CoveringSuite | None:
        """The recorded traces; None where the specification is not read as it stands."""
        if self._model.suite is None or self._edited:
            return None
        programs = self._model.module.access_programs
        if any(f.is_transition and f.name not in self._support.checked_routines for f in programs):
            return None  # no recorded game can be played
        return self._model.suite()

    @cached_property
    def _first_games(self) -> Sequence[RecordedTrace]:
        return self._callable(self.suite.games[:FIRST_GAMES]) if self.suite else ()

    @cached_property
    def _all_short(self) -> Sequence[RecordedTrace]:
        return self._callable(self.suite.short) if self.suite else ()

    def _callable(self, traces: Sequence[RecordedTrace]) -> list[RecordedTrace]:
        """Return the traces without the calls that cannot be made."""
        if not self._support.unchecked and not self._dialect.values:
            return list(traces)
        trusted = self._dialect.trusted_routines

        def is_wanted(call: Call, purpose: Purpose) -> bool:
            is_trusted = purpose is Purpose.REJECTED and call.routine in trusted
            return self.can_call(call) and not is_trusted

        return [*select_calls(traces, is_wanted)]

    def all_games(self, length: int | None) -> Sequence[RecordedTrace] | None:
        """Return all games of so many transitions, or the long ones for None.

        None if these are not recorded, or cannot be played.
        """
        suite = self.suite
        if suite is None:
            return None
        if length is None:
            return self._callable(suite.games)
        if length <= suite.complete_length:
            return [trace for trace in self._all_short if len(trace.game) == length + 1]
        if suite.longer is None or length > suite.complete_length + 1:
            return None
        return self._callable(suite.longer())

    # -- stages ------------------------------------------------------------------------------------

    def stages(self) -> Iterator[Stage]:
        """Yield the stages of a check, in order."""
        if self.pace:
            yield self._brief_stage()
            return
        suite = self.suite
        if suite is not None:
            tried = suite.complete_length
            yield _recorded_stage(FIRST, self._first_games)
            yield _recorded_stage(SHORT, self._all_short, tried)
            yield _recorded_stage(
                "covering suite", self._callable(suite.games[FIRST_GAMES:]), tried
            )
        else:
            yield self._short_games(self._short_length)
            yield self._tour()
            yield self._scenario_games(budget.SCENARIO_GAMES)
        yield self._random_games()
        for stage in self._options.extra_stages:
            batches = stage.recorded if suite is not None else None
            yield replace(stage, recorded=batches and self._batches(batches), is_extra=True)

    def _batches(self, batches: Batches) -> Batches:
        return lambda: map(self._callable, batches())

    def quick_stages(self) -> Iterator[Stage]:
        """Yield the stages that show whether anything is wrong at all.

        Without a suite few calls are made in each state of long games; what shows soonest is first.
        """
        if self.suite is not None:
            yield from self.stages()
            return
        yield self._short_games(budget.FOLLOWUP_LENGTH, FOLLOWUP, most=budget.FOLLOWUP_GAMES)
        yield self._scenario_games(budget.SCENARIO_GAMES, is_sampled=True)
        yield self._short_games(self._short_length)

    def _brief_stage(self) -> Stage:
        """Return the few calls for a program that is too slow for all."""
        seconds = min(budget.BRIEF_SECONDS, self._options.limit)
        most = max(budget.BRIEF_LEAST, round(seconds / self.pace))
        if self.kills:
            traces = brief_suite(self.recorded_traces, self.kills, most)
            return _recorded_stage(BRIEF, self._callable(traces))

        def generate(runner: Runner) -> Iterator[Trace]:
            left, generator = most, runner.generator
            while left > 0:
                game = generator.random_game()
                trace = generator.game(game, budget.FEW)[:left]
                left -= len(trace)
                yield trace

        return Stage(BRIEF, generate)

    def _short_games(
        self, length: int, thoroughness: Thoroughness = EVERYTHING, most: int | None = None
    ) -> Stage:
        def generate(runner: Runner) -> Iterator[Trace]:
            write = runner.generator
            for moves in range(length + 1):
                for game in islice(write.tree.games_of_length(moves), most):
                    yield write.position(game, thoroughness)
            if length and not write.machine.makes_choices:  # a rare argument shows at once, too
                for trace in write.tree.rare_traces_of_length(1):
                    state = trace[-1].expected.state
                    assert state is not None
                    shown = [*write.observation(state), *write.queries(state, EVERYTHING)]
                    yield [*trace, *shown]

        return Stage(SHORT, generate, complete_length=length)

    def _tour(self) -> Stage:
        """Return games that make each transition in each state, as far as the states are few.

        Then a new game begins after each state. Others try special values, each once, make a number
        large, or last.
        """

        def generate(runner: Runner) -> Iterator[Trace]:
            generator, seen = runner.generator, set[State]()
            if generator.machine.makes_choices:  # no state is known before the program is asked
                return
            graph = StateGraph(generator, self._model.whole_states)
            if not graph.is_whole:
                graph = StateGraph(generator, self._model.tour_states)
            left = budget.TOUR_CALLS if graph.is_whole else budget.PART_TOUR_CALLS
            made: set[tuple[State | None, str]] = set()
            for way, calls in graph.tour(budget.TOUR_LENGTH):
                trace = generator.toured_game(way, calls, seen)
                made |= {(step.before, step.call.routine) for step in calls}
                left -= len(trace)
                yield trace
                if left < 0:
                    break
            if graph.is_whole:
                yield from _games_to_the_rest(graph, generator, made)
                yield from _new_games_after(graph, generator)
            yield from games_with_special_values(
                generator, graph, self.seed, self._options.literals
            )
            yield from games_that_grow(generator, graph)
            yield from games_that_last(generator, graph, self.seed)

        return Stage(TOUR, generate)

    def _scenario_games(self, most: int, is_sampled: bool = False) -> Stage:
        """Return the scenarios, and a random game if some are not possible as the spec is read."""
        games = self.scenarios[:most]

        def generate(runner: Runner) -> Iterator[Trace]:
            generator = runner.generator
            few = partial(generator.sampled_game, chance=random.Random(self.seed), few=SAMPLED)
            play = few if is_sampled else partial(generator.game, thoroughness=USUAL)
            adapted = (self._adapt(game, generator) for game in games)
            possible = [game for game in adapted if game]
            yield from map(play, possible)
            if len(possible) < len(games):
                yield play(generator.random_game())

        return Stage("landmarks", generate, count=len(games))

    def forms_of(self, game: tuple[Call, ...]) -> list[tuple[Call, ...]]:
        """Return a game, and its forms under conventions."""
        values = [v for each in self._model.conventions for v in each.values.values()]
        others = (tuple(filter(None, map(value.translate_in_game, game))) for value in values)
        return [*dict.fromkeys((game, *others))]

    def _adapt(self, game: tuple[Call, ...], generator: TraceGenerator) -> tuple[Call, ...]:
        """Return the game, or its form under a convention, if it is possible now; else nothing."""
        return next((each for each in self.forms_of(game) if generator.is_possible(each)), ())

    def _random_games(self) -> Stage:
        is_usual = self._options.games <= budget.RANDOM_GAMES and self.suite is not None

        def generate(runner: Runner) -> Iterator[Trace]:
            generator = runner.generator.independent(RANDOM)
            sampling, chance = generator.sampling(), random.Random(self.seed)
            for number in range(self._options.games):
                is_lasting = number % 2 == 1
                most = budget.LASTING_LENGTH if is_lasting else budget.RANDOM_LENGTH
                if number >= 2:  # a usual game and a lasting one were played in full
                    generator, most = sampling, min(most, self._model.random_length)
                game = generator.random_game(most, is_lasting, is_steady=number % 4 >= 2)
                if is_usual:
                    yield generator.sampled_game(game, chance, SAMPLED)
                else:
                    yield generator.game(game, USUAL)

        return Stage(
            RANDOM,
            generate,
            count=self._options.games,
            is_replaced=is_usual,
            is_independent=not is_usual,
        )


def _games_to_the_rest(
    graph: StateGraph, generator: TraceGenerator, made: Collection[tuple[State | None, str]]
) -> Iterator[Trace]:
    """Yield games that make a transition of each routine in each state in which none was made.

    The states come first that take most calls: what is seldom there is seldom thought of.
    """
    left = budget.REST_CALLS
    for state in reversed([*graph]):
        rest = {
            e.call.routine: e for e in graph.choices(state) if (state, e.call.routine) not in made
        }
        for step in rest.values():
            trace = generator.observed_game([e.call for e in (*graph.way(state), step)])
            left -= len(trace)
            if left < 0:
                return
            yield trace


def _new_games_after(graph: StateGraph, generator: TraceGenerator) -> Iterator[Trace]:
    """Yield a game to each state of a graph, and after each the beginning of a new game.

    Who begins anew may forget to reset what is seldom there: the states come first that take most
    calls.
    """
    begin = generator.observed_game([generator.start().call])
    left = budget.NEW_GAME_CALLS
    for state in reversed([*graph]):
        way = graph.way(state)
        left -= len(way) + len(begin)
        if left < 0:
            break
        yield way
        yield begin


def _recorded_stage(name: str, traces: Sequence[RecordedTrace], complete_length: int = -1) -> Stage:
    return Stage(name, recorded=lambda: [traces], complete_length=complete_length)


def _round_pace(seconds: float) -> float:
    """Return the nearest of 1, 2 and 5 times a power of ten: pace is never the same twice."""
    powers = range(math.floor(math.log10(seconds)), math.floor(math.log10(seconds)) + 2)
    steps = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
    return min(steps, key=lambda step: abs(math.log(step / seconds)))
