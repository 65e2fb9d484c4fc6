"""Explore: all states that a machine can reach, if they are few enough to be listed.

Breadth first: the states after one call, then those after two, until no call leads to a new one. A
property of all of them holds always; their number can be compared with other tools.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from modspec.run.machine import AssumptionViolated, Call, Machine, Outcome
from modspec.syntax.values import State


@dataclass(frozen=True)
class Edge:
    """A call in a state, and its outcome."""

    before: State
    call: Call
    outcome: Outcome


@dataclass(frozen=True)
class Exploration:
    """The result of an exploration."""

    states: frozenset[State]
    transitions: int
    """The number of pairs of a state and a call of a transition that raises nothing."""

    terminal: frozenset[State]
    """The states in which every transition raises."""

    depth: int
    """The number of calls that lead to the last new state."""


def walk(machine: Machine, calls: Sequence[Call], depth: int | None = None) -> Iterator[Edge]:
    """Yield every call in every state that the calls reach from the initial state.

    A call of a routine that chooses is yielded once for each choice that is allowed.

    A call is not made in a state where the specification does not define it. The walk ends if the
    states are finitely many, or with the calls in the states that ``depth`` calls lead to.
    """
    level = [machine.initial()]
    known = set(level)
    while level and (depth is None or depth >= 0):
        following = []
        for before in level:
            for call in calls:
                try:
                    outcomes = [*machine.outcomes(before, call.routine, call.arguments)]
                except AssumptionViolated:
                    continue
                for outcome in outcomes:
                    yield Edge(before, call, outcome)
                    if outcome.state is not None and outcome.state not in known:
                        known.add(outcome.state)
                        following.append(outcome.state)
        level = following
        depth = None if depth is None else depth - 1


def explore(machine: Machine, calls: Sequence[Call]) -> Exploration:
    """Return all states that the calls reach, and their figures; see :func:`walk`."""
    depths = {machine.initial(): 0}
    going_on = set()
    transitions = 0
    for edge in walk(machine, calls):
        after = edge.outcome.state
        is_transition = machine.routine(edge.call.routine).is_transition
        if after is not None and is_transition and edge.outcome.exception is None:
            transitions += 1
            going_on.add(edge.before)
            depths.setdefault(after, depths[edge.before] + 1)
    return Exploration(
        frozenset(depths), transitions, frozenset(depths.keys() - going_on), max(depths.values())
    )
