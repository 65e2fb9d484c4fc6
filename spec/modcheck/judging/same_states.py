"""Same states: other games that should lead to the state in which a reply is wrong.

If the same call is right after another game, the states of the program are not the same, though by
the specification they are. So a transition left the state wrong, and not the routine that is
called. To see which one did, the game is played with other beginnings that should lead to the same
state: the later the beginning ends, the fewer transitions are left to be at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from typing import Any, Final

from modcheck.judging.facts import Evidence, Fact
from modcheck.judging.ignored_calls import state_after
from modcheck.judging.oracle import Oracle
from modcheck.judging.survivors import states_on_the_way
from modcheck.system.implementation import Reply
from modcheck.testing.mismatch import agrees
from modcheck.testing.trace import Purpose
from modspec.run.machine import Call
from modspec.syntax.module import Function
from modspec.syntax.relations import variables_read
from modspec.syntax.values import State

FEW: Final = 8
"""Wrong replies that are compared with right ones in the same states."""
MOST_CALLS: Final = 16
"""Calls of a game among which some are left out."""


class SameStates:
    """What one program replied in states that are the same by the specification."""

    def __init__(
        self, evidence: Evidence, oracle: Oracle, replies: Callable[[Sequence[Call]], list[Reply]]
    ) -> None:
        """Take the evidence about a program; ``replies`` asks a fresh one."""
        self._evidence, self._oracle, self._replies = evidence, oracle, replies

    def are_right(self, facts: Sequence[Fact]) -> bool:
        """Whether each of some calls of one routine is right elsewhere in the same state.

        Only the variables that the routine reads count. If no such reply is known, other games are
        played.
        """
        routine = facts[0].call.routine
        read = sorted(variables_read(self._oracle.machine.routine(routine)))

        def part(state: State | None) -> tuple[Any, ...]:
            return tuple(getattr(state, name, None) for name in read)

        few = facts[:FEW]
        wanted = {(part(fact.step.before), fact.call) for fact in few}
        for trace, end, wrong in self._evidence.played:
            state: State | None = None
            for number, call in enumerate(trace.calls[:end]):
                if call.routine == routine and number not in wrong:
                    wanted.discard((part(state), call))
                if trace.purposes[number] is Purpose.COMMAND:
                    state = self._after(state, call)
            if not wanted:
                return True
        rest = (fact for fact in few if (part(fact.step.before), fact.call) in wanted)
        return all(self._is_right_after(self._last_game(fact), (), fact) for fact in rest)

    def culprit(self, fact: Fact) -> Function | None:
        """Return the transition that left the state wrong in which a fact is; None if none did."""
        game = self._last_game(fact)
        states: list[State | None] = [None]
        for call in game:
            states.append(self._after(states[-1], call))
        ways = self._shortest_ways({*states})
        for place in range(len(game) - 1, 0, -1):
            known = ways.get(states[place], ())
            if not self._is_right_after(game[:place], game[place:], fact, known):
                return self._oracle.machine.routine(game[place].routine)
        return None

    def _is_right_after(
        self,
        beginning: tuple[Call, ...],
        rest: tuple[Call, ...],
        fact: Fact,
        known: tuple[Call, ...] = (),
    ) -> bool:
        """Whether the call of a fact is right if its game begins in another way.

        Other ways, and the one that is ``known``, should lead to the same state.
        """
        return any(
            agrees(fact.step.expected, self._replies((*way, *rest, fact.call))[-1])
            for way in dict.fromkeys((known, *self._ways(beginning)))
            if way and way != beginning
        )

    def _ways(self, game: Sequence[Call]) -> Iterator[tuple[Call, ...]]:
        """Yield a game without one to three of its calls if it should lead to the same state."""
        wanted = state_after(game, self._oracle)
        places = range(1, min(len(game), MOST_CALLS))
        for left_out in chain.from_iterable(combinations(places, n) for n in (3, 2, 1)):
            way = tuple(call for place, call in enumerate(game) if place not in left_out)
            state: State | None = None
            for call in way:
                outcome = self._oracle.due(state, call)
                if outcome is None or outcome.exception is not None:
                    break
                state = outcome.state
            else:
                if state == wanted:
                    yield way

    def _last_game(self, fact: Fact) -> tuple[Call, ...]:
        """Return the transitions before a fact, from the last call of an initialiser on."""
        calls = fact.run.transitions(fact.number)
        starts = [n for n, call in enumerate(calls) if self._oracle.machine.is_initializer(call)]
        return calls[starts[-1] :] if starts else ()

    def _shortest_ways(self, wanted: set[State | None]) -> dict[State | None, tuple[Call, ...]]:
        """Return, for some states, the shortest game by which the program came there."""
        found: dict[State | None, tuple[Call, ...]] = {}
        for trace, end, _ in self._evidence.played:
            for state, game in states_on_the_way(trace, end, self._oracle):
                if state in wanted and (state not in found or len(game) < len(found[state])):
                    found[state] = game
        return found

    def _after(self, state: State | None, call: Call) -> State | None:
        """Return the state after a transition."""
        outcome = self._oracle.due(state, call)
        assert outcome is not None
        return outcome.state
