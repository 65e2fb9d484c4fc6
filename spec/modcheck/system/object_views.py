"""Object views: objects as their observers show them, which is how objects are compared.

An object is shown by its plain observers. One of the module's own type is asked further: whatever
else the module says of an object without arguments, such as its ``middle``; and an object that it
yields in turn, such as the line ``turned`` once more, is shown by its plain observers. Objects of
other modules are not asked further: a program's class for these may have nothing but what is
needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from modcheck.system.serve import Json, as_text
from modcheck.system.serve import encode as encode_of_program
from modspec.run.machine import Machine, Outcome
from modspec.run.objects import ObserverOutput, is_object_type, module_of, plain_observers
from modspec.run.reals import Real
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import StateVariable
from modspec.syntax.kinds import output_kind
from modspec.syntax.module import Function, Module
from modspec.syntax.relations import reachable
from modspec.syntax.values import State

FURTHER: Final = ""
"""In place of the name of an observer: what an object is asked further."""
_UNDEFINED: Final = "(undefined)"
"""In place of an exception: an edited specification has no meaning for this call."""


class ObjectView(tuple[tuple[str, Json], ...]):
    """An object as its observers show it: the name of each, and what it yields.

    If more is asked of the object, the last pair has that as another view. Not every program can be
    asked everything. So two views are equal if the plain observers show the same, and all else that
    both objects are asked is the same.
    """

    __slots__ = ()

    @staticmethod
    def raising(exception: str) -> Json:
        """Return what stands for the output of an observer that raises an exception."""
        return (("raises", exception),)

    @property
    def plain(self) -> ObjectView:
        """What the plain observers show."""
        return ObjectView(pair for pair in self if pair[0] != FURTHER)

    @property
    def further(self) -> dict[str, Json]:
        """What the object is asked further, by name."""
        key, view = self[-1] if self else ("", ())
        return dict(view) if key == FURTHER and isinstance(view, ObjectView) else {}

    @property
    def members(self) -> dict[str, Json]:
        """All that the object shows, by name."""
        return {**dict(self.plain), **self.further}

    def unlike(self, other: ObjectView) -> tuple[str, ...]:
        """Return the names of what the object shows otherwise than another one."""
        mine, theirs = self.members, other.members
        return tuple(name for name in mine if name in theirs and mine[name] != theirs[name])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ObjectView):
            return tuple.__eq__(self, other)
        mine, theirs = self.further, other.further
        is_alike = tuple.__eq__(self.plain, other.plain)
        return is_alike and all(mine[name] == theirs[name] for name in mine.keys() & theirs.keys())

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self.plain)


def what_differs(due: Json, got: Json) -> tuple[Json, Json]:
    """Return two outputs; of two objects that differ, only what they show differently."""
    if not isinstance(due, ObjectView) or not isinstance(got, ObjectView) or due == got:
        return due, got
    names = due.unlike(got)
    one, other = (ObjectView((name, each.members[name]) for name in names) for each in (due, got))
    return one, other


def wrong_queries(due: Json, got: Json, module: Module) -> tuple[str, ...]:
    """Return what a right object of a module is asked besides, and does not show as it is due.

    It is right if the plain observers show all of it, and show it rightly.
    """
    if not isinstance(due, ObjectView) or not isinstance(got, ObjectView):
        return ()
    is_right = due.plain == got.plain and _is_shown_wholly(module)
    return due.unlike(got) if is_right else ()


def exception_in(value: Json) -> str | None:
    """Return the exception of an observer that raises one, from what stands for its output."""
    match value:
        case (("raises", str(name)),):
            return name
    return None


# -- what is asked ---------------------------------------------------------------------------------


@cache
def further_observers(module: Module) -> tuple[Function, ...]:
    """Return what an object of the module's own type is asked besides its plain observers.

    They are the access programs that take nothing and whose output every state determines.
    """
    machine, plain = _machine(module), plain_observers(module)
    return tuple(
        function
        for function in module.access_programs
        if function.state and function.output and not function.parameters
        if not function.is_transition and function not in plain
        if machine.is_total(function) and not machine.chooses(function.name)
    )


def yields_own_type(function: Function) -> bool:
    """Whether an access program yields an object of its module's own type."""
    kind = kind_of_output(function) if function.output else None
    return is_object_type(kind) and module_of(kind).python_name == function.module


class ObserverCalls(NamedTuple):
    """The calls that show what an observer of an object yields."""

    name: str
    kind: Any
    """The annotation of its output."""
    is_called: bool
    """Whether it is called itself: an object that it yields is only asked, unless it may raise."""
    inner: tuple[ObserverCalls, ...]
    """The calls of the object that it yields, if it yields one."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The names of the calls: ``.length``, or ``.middle.xcoord`` of a point in the middle."""
        inner = (path for each in self.inner for path in each.paths)
        return tuple(f".{self.name}{rest}" for rest in (*[""] * self.is_called, *inner))


def calls_of(observer: Function) -> ObserverCalls:
    """Return the calls that show what an observer of an object yields."""
    kind, reached = kind_of_output(observer), reachable([observer])
    may_raise = any(declare(module)[name].raises for module, name in reached)
    inner = plain_observers(module_of(kind)) if is_object_type(kind) else ()
    is_called = may_raise or not is_object_type(kind)
    return ObserverCalls(observer.name, kind, is_called, tuple(map(calls_of, inner)))


def kind_of_output(function: Function) -> Any:
    """Return the annotation of what an access program yields."""
    return output_kind(vars(declare(function.module).python)[function.name])


def _is_shown_wholly(module: Module) -> bool:
    """Whether the plain observers of an object show all its state variables."""
    assert module.state is not None
    values = (observer.output and observer.output.value for observer in plain_observers(module))
    shown = {value.name for value in values if isinstance(value, StateVariable)}
    return shown == {variable.name for variable in module.state.variables}


# -- what a specification says ---------------------------------------------------------------------


def encode(value: object) -> Json:
    """Return a value of a specification as it is compared with what a program yields."""
    if isinstance(value, State):  # it is neither a plain value nor a collection
        return _of_specification(value)
    return encode_of_program(value, _of_specification)


def _of_specification(value: object) -> Json:
    if isinstance(value, float):
        return Real(value, 0.0)  # the reply has the tolerance
    if isinstance(value, State):
        module = module_of(type(value))
        return ObjectView(_members(value, plain_observers(module), _machine(module)))
    return as_text(value)


def output_of(outcome: Outcome, machine: Machine | None = None) -> Json:
    """Return the output of an outcome as it is compared: an object of the own type with all of it.

    The ``machine`` is the one whose outcome it is; None: the specification as it stands.
    """
    output = outcome.output
    if not isinstance(output, State):
        return encode(output)
    module = module_of(type(output))
    if outcome.state is not None and type(outcome.state) is not type(output):
        return encode(output)
    if machine is None or machine.module.python_name != module.python_name:
        machine = _machine(module)
    shown = _SHOWN.get((id(output), id(machine)))
    if shown is None:
        plain = _members(output, plain_observers(module), machine)
        further = ObjectView(_members(output, further_observers(module), machine))
        view = ObjectView([*plain, (FURTHER, further)] if further else plain)
        if len(_SHOWN) >= _MOST_SHOWN:
            _SHOWN.clear()
        shown = _SHOWN[id(output), id(machine)] = _Shown(output, machine, view)
    return shown.view


class _Shown(NamedTuple):
    """What an object shows, by a machine. Both are kept, so that no other has the same identity."""

    output: State
    machine: Machine
    view: ObjectView


_SHOWN: Final[dict[tuple[int, int], _Shown]] = {}
"""Objects that were shown, by identity: the same outcome is compared with thousands of replies, and
equal objects need not show the same where reals count as equal."""

_MOST_SHOWN: Final = 10_000
"""How many are kept: then all are forgotten."""


def _members(
    state: State, observers: Iterable[Function], machine: Machine
) -> Iterator[tuple[str, Json]]:
    """Yield what some observers of an object yield, as far as a machine says anything of it."""
    for observer in observers:
        try:
            outcome = machine.call(state, observer.name)
        except Exception as error:
            if machine.instance.has_edits:
                yield observer.name, ObjectView.raising(_UNDEFINED)
            elif not isinstance(error, machine.undefined_errors):
                raise
            continue
        if outcome.exception is not None:
            yield observer.name, ObjectView.raising(outcome.exception)
        elif type(outcome.output) is type(state):
            plain = plain_observers(machine.module)
            yield observer.name, ObjectView(_members(outcome.output, plain, machine))
        else:
            yield observer.name, encode(outcome.output)


def shown_further(state: State) -> tuple[ObserverOutput, ...]:
    """Return what an object of the own type yields that is asked further."""
    module = module_of(type(state))
    outcomes = (
        (each.name, _machine(module).call(state, each.name)) for each in further_observers(module)
    )
    return tuple(ObserverOutput(name, each.output, each.exception) for name, each in outcomes)


@cache
def _machine(module: Module) -> Machine:
    return Machine(module)
