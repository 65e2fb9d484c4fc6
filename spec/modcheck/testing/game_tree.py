"""The game tree: every game of so many moves, in a fixed order, and how many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from modcheck.testing import budget
from modcheck.testing.trace import Trace, TraceStep, state_after
from modspec.run.machine import Call
from modspec.syntax.values import State

if TYPE_CHECKING:
    from modcheck.testing.trace_generator import TraceGenerator


RARE_STATES: Final = 1_500
"""States in which it is looked whether a rare call is possible, before games are counted."""


class GameTree:
    """All games of one module, from those without a move on."""

    def __init__(self, generator: TraceGenerator) -> None:
        """Take the generator that makes the steps of the games."""
        self._generator, self._calls = generator, generator.calls
        self._has_more_games: dict[tuple[int, int, bool], bool] = {}
        self._has_rare_ways: dict[tuple[State, int], bool] = {}

    def games_of_length(self, length: int) -> Iterator[list[Call]]:
        """Yield every game of so many moves with usual arguments, in a fixed order.

        With no move, every start is a game. With one move, games begin with each usual start; with
        more, with the first start only.
        """
        for trace in self.traces_of_length(length):
            yield [step.call for step in trace]

    def traces_of_length(self, length: int) -> Iterator[Trace]:
        """Yield the transitions of the same games, each with the outcome that is due."""
        return self._traces_from(self._starts_of(length), length, self._generator.usual_choices)

    def rare_traces_of_length(self, length: int) -> Iterator[Trace]:
        """Yield the transitions of every game of so many moves in which a call is rare.

        Games begin with any start; the transitions have usual arguments, or a rare one.
        """
        usual = {step.call for step in self._generator.usual_starts()}
        for start in self._generator.starts():
            yield from self._rare_traces_from([start], length, start.call not in usual)

    def _rare_traces_from(self, trace: Trace, left: int, is_rare: bool) -> Iterator[Trace]:
        """Yield a trace with so many more moves, if a call in it ``is_rare``, or one of these."""
        if left == 0:
            if is_rare:
                yield trace
            return
        state = state_after(trace[-1])
        if not (is_rare or self._has_rare_way(state, left)):
            return
        usual = {*self._calls.usual_transitions(state)}
        for choice in self._generator.choices(state):
            yield from self._rare_traces_from(
                [*trace, choice], left - 1, is_rare or choice.call not in usual
            )

    def _has_rare_way(self, state: State, left: int) -> bool:
        """Whether a call is rare in a game that goes on from a state for so many moves."""
        key = state, left
        if key not in self._has_rare_ways:
            if len(self._has_rare_ways) > budget.MEMO_SIZE:
                self._has_rare_ways.clear()
            self._has_rare_ways[key] = left > 0 and self._has_rare_way_here_or_later(state, left)
        return self._has_rare_ways[key]

    def _has_rare_way_here_or_later(self, state: State, left: int) -> bool:
        return self._has_rare_call(state) or any(
            self._has_rare_way(state_after(choice), left - 1)
            for choice in self._generator.usual_choices(state)
        )

    def may_have_rare_way(self, length: int) -> bool:
        """Whether a call may be rare in a game of so many moves, or games have many states."""
        usual = {step.call for step in self._generator.usual_starts()}
        starts = self._generator.starts()
        if any(start.call not in usual for start in starts):
            return True
        states, left = _distinct(map(state_after, starts)), RARE_STATES
        for _ in range(length):
            layer = [*islice(states, left + 1)]
            left -= len(layer)
            if left < 0 or any(map(self._has_rare_call, layer)):
                return True
            choices = map(self._generator.usual_choices, layer)
            states = _distinct(map(state_after, chain.from_iterable(choices)))
        return False

    def _has_rare_call(self, state: State) -> bool:
        return any(self._calls.has_possible_rare(state, each) for each in self._calls.transitions)

    def _traces_from(
        self, starts: Trace, length: int, choices: Callable[[State], Trace]
    ) -> Iterator[Trace]:
        def extend(trace: Trace, left: int) -> Iterator[Trace]:
            if left == 0:
                yield trace
                return
            for choice in choices(state_after(trace[-1])):
                yield from extend([*trace, choice], left - 1)

        for start in starts:
            yield from extend([start], length)

    @cached_property
    def has_rare_transitions(self) -> bool:
        """Whether initialisers or transitions are called with a rare argument now and then."""
        module, state = self._calls.machine.module, self._generator.start().expected.state
        called = [(function, None) for function in module.initializers]
        return any(
            values.rare
            for function, before in (*called, *((each, state) for each in self._calls.transitions))
            for values in self._calls.domains.of_all(module, function, before)
        )

    def has_more_games(self, length: int, most: int, is_rare: bool = False) -> bool:
        """Whether there are more than so many games of so many moves, counted state by state.

        The games have usual arguments; with ``is_rare`` also rare ones. Each question is answered
        once: it is asked anew for each fault.
        """
        key = length, most, is_rare
        if key not in self._has_more_games:
            self._has_more_games[key] = (
                is_rare and length > 1 and self.has_more_games(length, most)
            ) or self._count_games(length, most, is_rare) > most
        return self._has_more_games[key]

    def _count_games(self, length: int, most: int, is_rare: bool) -> int:
        """Return the number of games of so many moves, or a number beyond a limit."""
        known: dict[tuple[State, int], int] = {}
        calls = self._calls.possible_transitions if is_rare else self._calls.usual_transitions
        choices = self._generator.choices if is_rare else self._generator.usual_choices

        def count(state: State, left: int) -> int:
            """Return the number of ways to go on, or a number beyond the limit."""
            if left == 1:  # the states to which the last moves lead need not be computed
                return len(calls(state))
            if (state, left) not in known:
                inner = (count(state_after(choice), left - 1) for choice in choices(state))
                known[state, left] = _sum_up_to(most, inner)
            return known[state, left]

        starts = self._generator.starts() if is_rare else self._starts_of(length)
        if length == 0:
            return len(starts)
        return _sum_up_to(most, (count(state_after(start), length) for start in starts))

    def _starts_of(self, length: int) -> list[TraceStep]:
        """Return the starts of the games of so many moves."""
        if length == 0:
            return self._generator.starts()
        return self._generator.usual_starts() if length == 1 else self._generator.usual_starts()[:1]


def _distinct(states: Iterable[State]) -> Iterator[State]:
    """Yield each state once."""
    seen: set[State] = set()
    for state in states:
        if state not in seen:
            seen.add(state)
            yield state


def _sum_up_to(most: int, numbers: Iterable[int]) -> int:
    """Return the sum of numbers, or that of the first of them that come to more than a limit."""
    total = 0
    for number in numbers:
        total += number
        if total > most:
            break
    return total
