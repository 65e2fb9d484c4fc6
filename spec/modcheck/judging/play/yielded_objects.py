"""Yielded objects: how a game begins with an object that a query yields.

A line that is turned is a line like another, but ``turned`` may be the first to make one of its
kind. If its length is shown wrongly, ``turned`` or ``length`` is at fault. So the same line is made
by an initialiser, and asked by itself.
"""

from __future__ import annotations

from itertools import permutations

from modcheck.testing.trace import Purpose
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call
from modspec.syntax.values import State, values_of


def call_that_makes(made: State, generator: TraceGenerator) -> Call | None:
    """Return the initialiser that makes an object of the values of its variables; None if none."""
    for function in generator.machine.module.initializers:
        for arguments in permutations(values_of(made), len(function.parameters)):
            call = Call(function.name, arguments)
            step = generator.possible_step(None, call, Purpose.COMMAND)
            if step is not None and step.expected.state == made:
                return call
    return None
