"""The state graph: the states of a specification, as far as they are few, and the ways to them.

Many games lead to the same state. Where a module has few states, each is reached by a shortest way,
and a few games make every transition in every state: a tour of the graph.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from modcheck.testing.trace import Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.syntax.values import State


class StateGraph:
    """The states that games with usual arguments reach, those first that take the fewest calls."""

    def __init__(self, generator: TraceGenerator, most: int) -> None:
        """Explore at most so many states: for each, ask the specification for all transitions."""
        self._last: dict[State, TraceStep] = {}
        """The step by which each state is reached first."""
        self._choices: dict[State, Sequence[TraceStep]] = {}
        self._most = most
        for start in generator.starts():
            self._add(start)
        self.is_whole = True
        """Whether no state is left out."""
        todo = deque(self._last)
        while todo:
            state = todo.popleft()
            choices = [e for e in generator.usual_choices(state) if e.expected.state is not None]
            todo.extend(filter(None, map(self._add, choices)))
            self._choices[state] = [e for e in choices if e.expected.state in self._last]
            self.is_whole &= len(self._choices[state]) == len(choices)

    def _add(self, step: TraceStep) -> State | None:
        """Add the state after a step and return it; None if it is known, or one too many."""
        state = step.expected.state
        if state is None or state in self._last or len(self._last) >= self._most:
            return None
        self._last[state] = step
        return state

    def __len__(self) -> int:
        return len(self._last)

    def __iter__(self) -> Iterator[State]:
        """Yield the states, in the order of the calls that it takes to reach them."""
        return iter(self._last)

    def way(self, state: State) -> Trace:
        """Return the transitions of a shortest game to a state, the initialiser first."""
        found: Trace = []
        at: State | None = state
        while at is not None:
            found.append(self._last[at])
            at = found[-1].before
        return found[::-1]

    def choices(self, state: State) -> Sequence[TraceStep]:
        """Return the transitions that are possible in a state, and lead to a state of the graph."""
        return self._choices[state]

    def tour(self, length: int) -> Iterator[tuple[Trace, Trace]]:
        """Yield the ways to states, each with transitions from there: each is made once in each.

        A game ends after ``length`` transitions, and where every transition was made.
        """
        left = {state: deque(choices) for state, choices in self._choices.items()}
        for state, choices in left.items():
            while choices:
                way, calls, at = self.way(state), list[TraceStep](), state
                while left[at] and (not calls or len(way) + len(calls) <= length):
                    calls.append(left[at].popleft())
                    after = calls[-1].expected.state
                    assert after is not None
                    at = after
                yield way, calls
