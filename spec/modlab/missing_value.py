"""Missing value: what in a call has no value, and where in the text."""

from __future__ import annotations

from typing import Final

from modspec.lint.strict import Budget, BudgetSpent, NotAssumed, NoValue, StrictMachine
from modspec.lint.unreadable import nearby
from modspec.run.machine import Call, Machine
from modspec.syntax.declaration import declare
from modspec.syntax.module import Module
from modspec.syntax.values import State

LOOKED_AT: Final = 50_000
"""The expressions of a call that are looked at, for one without a value: a fraction of a second."""


def missing_value(module: Module, machine: Machine, state: State | None, call: Call) -> str:
    """Return what has no value in a call, with file, line and column; empty if nothing is found.

    Python goes on where a part of a call has no value, as where an index is -1.
    """
    function = machine.routine(call.routine)
    strict = StrictMachine(module, Budget(LOOKED_AT), machine.instance)
    try:
        strict.call(function, state if function.state else None, call.arguments)
    except NoValue as error:
        at, file = error.node.at, nearby(declare(error.module).file)
        return f"{error.text} ({file}:{at.line}:{at.column + 1})"
    except (BudgetSpent, NotAssumed):
        pass
    return ""
