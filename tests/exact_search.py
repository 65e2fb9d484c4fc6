"""Exact search: the fewest transitions after which a program is wrong as a verdict says.

Each pair of a state of the specification and a state of the program is reached once, in the order
of the transitions: if two games lead to the same pair, nothing that follows tells them apart. So
nothing shorter is missed with the arguments that a check tries. It takes long: the program is
copied before each call.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable, Iterator
from typing import Final

from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess
from modcheck.testing.budget import EVERYTHING
from modcheck.testing.mismatch import agrees
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.syntax.values import State

MOST_PAIRS: Final = 200_000
"""Pairs of states after which the search is given up."""


class GivenUp(Exception):
    """The pairs of states are too many."""


def fewest_transitions(
    model: TestModel, program: InProcess, routine: str, raises: bool, most: int
) -> int | None:
    """Return the fewest transitions after which a routine is wrong; None if it takes more.

    It is wrong in its exception if it ``raises``, else in its output. Raises GivenUp.
    """
    write = TraceGenerator(model.machine, model.domains)

    def is_same(step: TraceStep, reply: Reply) -> bool:
        is_raised = reply.exception != step.expected.exception
        return (step.call.routine, is_raised) == (routine, raises)

    reached: set[object] = set()
    calls: Iterable[tuple[TraceStep, InProcess]] = ((step, program) for step in write.starts())
    for length in range(most + 1):
        right: list[tuple[State, InProcess]] = []
        for step, before in calls:
            after = copy.deepcopy(before)
            (reply,) = after.answer([step.call])
            state = step.expected.state
            if not agrees(step.expected, reply):
                if is_same(step, reply):
                    return length
            elif state is not None and (key := (state, _digest(after))) not in reached:
                reached.add(key)
                right.append((state, after))
            if len(reached) > MOST_PAIRS:
                raise GivenUp
        for state, program in right:
            for step in _questions(write, state, routine):
                (reply,) = copy.deepcopy(program).answer([step.call])
                if not agrees(step.expected, reply) and is_same(step, reply):
                    return length
        calls = ((step, after) for state, after in right for step in write.choices(state))
    return None


def _digest(program: InProcess) -> bytes:
    """Return what tells a state of a program from others."""
    return pickle.dumps(vars(program._target))


def _questions(write: TraceGenerator, state: State, routine: str) -> Iterator[TraceStep]:
    """Yield all calls of a routine in a state that should not change it."""
    yield from write.queries(state, EVERYTHING, routine)
    yield from write.rejected_calls(state, EVERYTHING, routine)
    yield from (step for step in write.observation(state) if step.call.routine == routine)
