"""Objects: the values of an abstract data type, as arguments and as outputs of calls.

A specification computes with states. A program has objects of its own, so that a state has to be
told in calls: an object is made by calls, an initialiser first, and is seen by what its observers
yield. Both are in terms of the module of its type, which keeps its state variables to itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, get_origin

from modspec.run.machine import Call, Machine, observed_variable
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import StateVariable
from modspec.syntax.kinds import hints_of
from modspec.syntax.module import Function, Module
from modspec.syntax.values import AbstractDataType, State, origin_of, with_origin


class ObserverOutput(NamedTuple):
    """What an observer of an object yields, or the name of the exception that it raises."""

    observer: str
    value: Any
    exception: str | None = None


def is_object_type(kind: object) -> bool:
    """Whether an annotation is an abstract data type, or an instance of a generic one."""
    kind = get_origin(kind) or kind
    return isinstance(kind, type) and issubclass(kind, AbstractDataType)


def takes_or_yields_objects(module: Module) -> bool:
    """Whether an access program has an object as an argument or as its output."""
    return any(
        is_object_type(kind)
        for function in module.access_programs
        for name, kind in hints_of(vars(module.python)[function.name]).items()
        if name in {p.name for p in function.parameters} or (name == "return" and function.output)
    )


def module_of(kind: Any) -> Module:
    """Return the module that specifies an abstract data type."""
    return declare((get_origin(kind) or kind).__module__)


def make_object(module: Module, calls: Sequence[Call]) -> State | None:
    """Return the object that calls make, an initialiser first; None if one of them raises.

    A transition changes the object; a query that yields another one is asked for it. The object
    remembers the calls: see :func:`~modspec.syntax.values.origin_of`.
    """
    state: State | None = None
    for call in calls:
        outcome = _machine(module).call(state, call.routine, call.arguments)
        if outcome.exception is not None:
            return None
        state = outcome.output if is_made_by_output(module, call) else outcome.state
    return state and with_origin(state, tuple(calls))


def is_made_by_output(module: Module, call: Call) -> bool:
    """Whether a call by which an object is made yields it, and does not change the one before."""
    return module[call.routine] in yielding_queries(module)


def is_made_by_a_query(value: object) -> bool:
    """Whether a value is an object that a query has yielded, or is made of such a one."""
    if not isinstance(value, State) or not (origin := origin_of(value)):
        return False
    module = module_of(type(value))
    return any(
        is_made_by_output(module, call) or any(map(is_made_by_a_query, call.arguments))
        for call in origin
    )


@cache
def yielding_queries(module: Module) -> tuple[Function, ...]:
    """Return the queries of a module that yield an object of its own type, and leave no choice."""
    assert module.state is not None
    own, machine = vars(module.python)[module.state.name], _machine(module)
    return tuple(
        function
        for function in module.access_programs
        if function.state and function.output and not function.is_transition
        if not machine.chooses(function.name)
        if own is hints_of(vars(module.python)[function.name])["return"]
    )


def shown_by_observers(state: State) -> tuple[ObserverOutput, ...]:
    """Return what the observers of an object yield that take no arguments."""
    machine = _machine(module_of(type(state)))
    outcomes = (
        (each.name, machine.call(state, each.name)) for each in plain_observers(machine.module)
    )
    return tuple(ObserverOutput(name, each.output, each.exception) for name, each in outcomes)


@cache
def plain_observers(module: Module) -> tuple[Function, ...]:
    """Return the access programs that take nothing and yield something but another such object.

    If some of them yield all state variables, these are enough.
    """
    assert module.state is not None
    own = vars(module.python)[module.state.name]
    plain = [
        function
        for function in module.access_programs
        if function.state and function.output and not function.parameters
        if not function.is_transition
        if own
        not in (kind := hints_of(vars(module.python)[function.name])["return"], get_origin(kind))
    ]
    variables = {each.name for each in module.state.variables}
    showing = [f for f in plain if f.output and isinstance(f.output.value, StateVariable)]
    is_enough = variables == {observed_variable(function) for function in showing}
    return tuple(showing if is_enough else plain)


def origin_text(state: State) -> str:
    """Return how an object is made: ``point.new(0, 1)``; its value where that is not known."""
    first, *rest = origin_of(state) or (None,)
    if first is None:
        return str(state)
    module = module_of(type(state)).name
    return ".".join(map(str, (module, first, *rest)))


@cache
def _machine(module: Module) -> Machine:
    return Machine(module)
