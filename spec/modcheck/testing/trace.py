"""Traces: the calls that the checker makes, each with the outcome that is due."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from modspec.run.machine import Call, Outcome
from modspec.syntax.values import State


class Purpose(Enum):
    """Why a call is made."""

    COMMAND = "play"
    """To reach the next state."""

    OBSERVE = "observe"
    """To see the state after a call."""

    QUERY = "query"
    """To compare an output."""

    REJECTED = "refused"
    """To see that the call raises."""


@dataclass(unsafe_hash=True, slots=True)
class TraceStep:
    """A call, the state in which it is made, and the outcome that the specification demands.

    Treat a step as immutable. The class is not frozen: a check makes a hundred thousand steps, and
    each would take several times as long.
    """

    call: Call
    before: State | None
    expected: Outcome
    purpose: Purpose


Trace: TypeAlias = list[TraceStep]


def state_after(step: TraceStep) -> State:
    """Return the state after a transition."""
    state = step.expected.state
    assert state is not None
    return state
