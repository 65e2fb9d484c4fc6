"""Objects that are passed as arguments, where the program makes them wrongly.

The calls that make an object are routines of the module that is judged. If a game of these calls
alone shows that the program makes the object wrongly, a wrong reply to a call that is passed this
object is no fault of the routine called.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Final

from modcheck.system.implementation import Implementation
from modcheck.testing.budget import EVERYTHING
from modcheck.testing.mismatch import agrees
from modcheck.testing.trace import Purpose, Trace, TraceStep, state_after
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call
from modspec.run.objects import is_made_by_output
from modspec.syntax.values import State, origin_of

FEW: Final = 2
"""Queries of each routine by which an object shows what it is."""


class MadeObjects:
    """Plays the calls that make an object as a game of their own, when it is asked for first."""

    def __init__(self, generator: TraceGenerator, make: Callable[[], Implementation]) -> None:
        """Write games, and play each with a fresh program that ``make`` returns."""
        self._generator, self._make = generator, make
        self._is_right: dict[tuple[Call, ...], bool] = {}
        self.wrong_games: list[Trace] = []
        """The games in which objects are made wrongly."""

    def is_any_wrong(self, calls: Sequence[Call]) -> bool:
        """Whether one of some calls is passed an object that the program makes wrongly."""
        return not all(map(self._makes_rightly, _origins(calls, self._kind)))

    def changes_another(self, calls: Sequence[Call]) -> bool:
        """Whether the last call of a game is passed an object, and the object it is called on
        shows another state afterwards: to make the one may have changed the other.

        It has not if another query, which is passed the same object, leaves the state as it is.
        """
        *game, last = calls
        made = [*_origins([last], self._kind)]
        if not game or not made:
            return False
        state = state_after(self._generator.steps_of(game)[-1])
        others = self._generator.queries(state, EVERYTHING)
        passed = {
            each.call.routine: each.call
            for each in others
            if each.call.routine != last.routine and [*_origins([each.call], self._kind)] == made
        }
        return self._leaves_other_state(game, last) and all(
            self._leaves_other_state(game, call) for call in passed.values()
        )

    def _leaves_other_state(self, game: Sequence[Call], last: Call) -> bool:
        """Whether observers show the right state after a game, and another one after a call."""
        begun = self._generator.observed_game(game)
        state = begun[-1].expected.state or begun[-1].before
        assert state is not None
        seen = self._generator.observation(state)
        with closing(self._make()) as program:
            replies = program.answer([*(step.call for step in begun), last])
            after = program.answer([step.call for step in seen])
        is_right = all(agrees(s.expected, r) for s, r in zip(begun, replies, strict=False))
        return is_right and not all(
            agrees(step.expected, reply) for step, reply in zip(seen, after, strict=False)
        )

    @property
    def _kind(self) -> str:
        """The name of the type whose objects the module makes."""
        state = self._generator.machine.module.state
        return state.name if state else ""

    def _makes_rightly(self, origin: tuple[Call, ...]) -> bool:
        if origin not in self._is_right:
            game = self._game(origin)
            with closing(self._make()) as program:
                replies = program.answer([step.call for step in game])
            pairs = zip(game, replies, strict=False)
            is_right = all(agrees(step.expected, reply) for step, reply in pairs)
            self._is_right[origin] = is_right
            if not is_right:
                self.wrong_games.append(game)
        return self._is_right[origin]

    def _game(self, origin: tuple[Call, ...]) -> Trace:
        """Return the calls that make an object, and some by which the object shows what it is.

        No object is passed or yielded: that might change this one. If a query yields the object,
        the query is the last call.
        """
        write, module = self._generator, self._generator.machine.module
        yields = [n for n, call in enumerate(origin) if is_made_by_output(module, call)]
        if yields:
            begun = write.observed_game(origin[: yields[0]])
            state = begun[-1].expected.state or begun[-1].before
            return [*begun, write.step(state, origin[yields[0]], Purpose.QUERY)]
        game = self._generator.observed_game(origin)
        last = game[-1]
        state = last.expected.state or last.before
        assert state is not None
        queries = self._generator.few_queries(state, random.Random(0), FEW)
        return [*game, *(each for each in queries if not _has_objects(each))]


def _origins(calls: Sequence[Call], kind: str) -> Iterator[tuple[Call, ...]]:
    """Yield the calls that make each object of a type that some calls are passed."""
    for call in calls:
        for made in _objects(call):
            if (origin := origin_of(made)) and type(made).__name__ == kind:
                yield from _origins(origin, kind)
                yield origin


def _has_objects(step: TraceStep) -> bool:
    """Whether a call is passed or yields an object."""
    return bool(_objects(step.call)) or isinstance(step.expected.output, State)


def _objects(call: Call) -> list[State]:
    """Return the objects that a call is passed."""
    return [each for each in call.arguments if isinstance(each, State)]
