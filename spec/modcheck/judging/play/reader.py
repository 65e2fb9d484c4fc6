"""The reader: the state of a program, as its own observers show it.

By the specification, each call of an observer yields one element of one state variable. If the
calls show every state variable, the state after any call is known, and the next call can be judged
from there, whatever went wrong before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeAlias, get_args

from modcheck.judging.expected.oracle import Oracle
from modcheck.system.implementation import Json, Reply, encode
from modcheck.testing.output_types import OutputTypes
from modspec.run.domains import Domains, elements
from modspec.run.instance import Instance
from modspec.run.machine import Call, Outcome
from modspec.run.objects import is_object_type
from modspec.run.reals import Real
from modspec.syntax.expressions import StateVariable, TheState, walk
from modspec.syntax.kinds import hints_of, is_collection
from modspec.syntax.module import Function
from modspec.syntax.relations import with_definitions
from modspec.syntax.values import State, values_of

_Path: TypeAlias = "tuple[Any, ...]"
"""The key of an element, or those of a row and of an element in it; none: the whole variable."""


class _Part(NamedTuple):
    """What a call of an observer yields: a state variable, or its element at a path."""

    variable: str
    path: _Path = ()

    def of(self, state: State) -> Any:
        """Return the part of a state."""
        value = getattr(state, self.variable)
        for key in self.path:
            value = value[key]
        return value


class _Probe:
    """Stands for a part of the state while an observer runs, to see which element it yields."""

    def __init__(self, part: _Part) -> None:
        self.part = part

    def __getitem__(self, key: Any) -> _Probe:
        if isinstance(key, slice):
            self._refuse()
        return _Probe(_Part(self.part.variable, (*self.part.path, key)))

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError("an observer yields an element, whatever other elements there are")

    __contains__ = __iter__ = __len__ = _refuse


class StateReader:
    """Reads the state of a program from the replies of its observers."""

    def __init__(
        self,
        oracle: Oracle,
        types: OutputTypes,
        domains: Domains,
        routines: Collection[str],
        example: State,
        candidate: int = -1,
    ) -> None:
        """Read through the observers among some routines, or through a candidate for one.

        ``example`` is any state: it says which keys a mapping has.
        """
        machine = oracle.machine if candidate < 0 else oracle.machine_of(candidate)
        assert machine is not None
        self._oracle, self._types, module = oracle, types, machine.module
        self.is_misread = candidate >= 0
        """Whether the state is read through a wrong observer."""
        self._instance: Instance = machine.instance
        self._parts: dict[Call, _Part] = {}
        self._values: dict[str, dict[Json, Any]] = {}
        self._records: dict[str, tuple[Callable[..., Any], Sequence[type]]] = {}
        """The records that observers yield, with the types of their fields."""
        self._partial: set[str] = set()
        """The observers that show nothing in some states."""
        complete = True
        for function in oracle.machine.observers:
            if function.name not in routines:
                continue
            kind = hints_of(vars(module.python)[function.name])["return"]
            fields = _plain_fields(kind)
            if fields:
                self._records[function.name] = kind, fields
            elif any(map(_is_compound, (kind, *get_args(kind)))):
                complete = False  # what it holds is compared, and not read back
                continue
            named = vars(module.python).get(getattr(function.result, "name", ""))
            self._values[function.name] = {encode(v): v for v in elements(named) or ()}
            if function.assumptions or _raises_by_state(function):
                self._partial.add(function.name)
            for arguments in domains.usual(module, function):
                part = self._part(function, arguments)
                if part is None:
                    complete = False
                elif isinstance(part, _Part):
                    self._parts[Call(function.name, arguments)] = part
        keys: dict[str, set[_Path]] = {}
        for call, shown in self._parts.items():
            is_row = type(getattr(example, shown.variable)) is tuple
            if not (is_row and call.routine in self._partial):  # else its length changes
                keys.setdefault(shown.variable, set()).add(shown.path)
        self.shown = frozenset(
            name
            for name in example.variables
            if keys.get(name) in ({()}, {*_paths(getattr(example, name))})
        )
        """The state variables that the observers show."""
        self.is_whole = complete and self.shown == {*example.variables}
        """Whether they show every state variable."""
        self.calls: tuple[Call, ...] = tuple(self._parts)
        """The calls that show the state."""

    @property
    def parts(self) -> Mapping[Call, _Part]:
        """What each call yields."""
        return self._parts

    def _part(self, function: Function, arguments: tuple[Any, ...]) -> _Part | str | None:
        """Return what a call yields; None if it is no part of the state; a text if it raises."""
        assert function.output is not None
        if isinstance(function.output.value, StateVariable):
            return _Part(function.output.value.name)
        module = self._oracle.machine.module
        assert module.state is not None
        probe = object.__new__(vars(module.python)[module.state.name])
        for variable in module.state.variables:
            object.__setattr__(probe, variable.name, _Probe(_Part(variable.name)))
        try:
            found = self._instance[function.name](probe, *arguments)
        except (AttributeError, TypeError, AssertionError, LookupError, ValueError):
            return None
        except Exception as error:  # noqa: BLE001  # an exception that the module itself declares
            return type(error).__name__
        return found.part if isinstance(found, _Probe) else None

    def read(self, calls: Sequence[Call], replies: Sequence[Reply], otherwise: State) -> State:
        """Return the state that replies show; what they do not show is as in another state."""
        parts: dict[_Part, Any] = {}
        late: list[tuple[Call, _Part, Reply]] = []
        for call, reply in zip(calls, replies, strict=True):
            part = self._parts.get(call)
            if part is not None and call.routine in self._partial:
                late.append((call, part, reply))
            elif part is not None:
                self._put(parts, call, part, reply)
        state = _with(otherwise, parts)
        machine = self._oracle.machine
        for call, part, reply in late:
            if machine.is_allowed(state, call.routine, call.arguments):
                self._put(parts, call, part, reply)
        return _with(otherwise, parts) if late else state

    def shows(self, state: State, calls: Sequence[Call], replies: Sequence[Reply]) -> bool:
        """Whether replies show a state: :meth:`read` would return an equal one.

        Nothing is put together for it, which would take longer.
        """
        machine = self._oracle.machine
        for call, reply in zip(calls, replies, strict=True):
            part = self._parts.get(call)
            if part is None or not self.is_usable(call, reply):
                continue
            if call.routine in self._partial and not machine.is_allowed(
                state, call.routine, call.arguments
            ):
                continue
            if self.value(call, reply) != part.of(state):
                return False
        return True

    def due(self, state: State, call: Call) -> Outcome | None:
        """Return what an observer yields in a state by the specification; None if it says nothing.

        An element of the state is looked up: to ask the specification would take much longer.
        """
        part = self._parts[call]
        if self.is_misread or call.routine in self._partial:
            return self._oracle.due(state, call)
        return Outcome(state, output=part.of(state))

    def is_usable(self, call: Call, reply: Reply) -> bool:
        """Whether a reply is a value of the type that the observer yields."""
        if reply.exception is not None or reply.fault is not None:
            return False
        if call.routine in self._records:
            _, types = self._records[call.routine]
            output = reply.output
            return isinstance(output, tuple) and [*map(type, output)] == [*types]
        return self._types.allow(call.routine, reply.output)

    @property
    def readable(self) -> Collection[str]:
        """The observers whose outputs are values that can be read back: no sets, and no objects."""
        return self._values.keys()

    def value(self, call: Call, reply: Reply) -> Any:
        """Return what a readable observer yields as a value of the specification.

        The reply is usable.
        """
        if call.routine in self._records:
            record, _ = self._records[call.routine]
            assert isinstance(reply.output, tuple)
            return record(*reply.output)
        known = self._values[call.routine]
        value = known[reply.output] if known else reply.output
        return float(value) if isinstance(value, Real) else value

    def _put(self, parts: dict[_Part, Any], call: Call, part: _Part, reply: Reply) -> None:
        if self.is_usable(call, reply):
            parts[part] = self.value(call, reply)


def _plain_fields(kind: Any) -> Sequence[type]:
    """Return the types of the fields of a record; none if they do not travel as they are."""
    types = [*hints_of(kind).values()] if hasattr(kind, "_fields") else []
    return types if all(each in (int, bool, str) for each in types) else []


def _is_compound(kind: Any) -> bool:
    """Whether the values of a kind have parts: collections, records and objects."""
    return is_collection(kind) or is_object_type(kind) or hasattr(kind, "_fields")


def _raises_by_state(function: Function) -> bool:
    """Whether it depends on the state whether an observer raises an exception."""
    clauses = (each for e in function.exceptions for each in with_definitions(e, function))
    parts = (part for clause in clauses for part in walk(clause.value))
    return any(isinstance(part, StateVariable | TheState) for part in parts)


def _paths(value: Any) -> Iterator[_Path]:
    """Yield the paths of the elements of a mapping or a sequence, or of its rows; one if of none.

    A state variable that has none is shown as a whole.
    """
    if isinstance(value, Mapping):
        yield from ((key,) for key in value)
    elif type(value) is tuple:
        yield from ((n, *path) for n, each in enumerate(value) for path in _paths(each))
    else:
        yield ()


def _with(state: State, parts: Mapping[_Part, Any]) -> State:
    """Return a state with some variables replaced, or elements of them."""
    by_variable: dict[str, dict[_Path, Any]] = {}
    for part, value in parts.items():
        by_variable.setdefault(part.variable, {})[part.path] = value
    values = dict(zip(state.variables, values_of(state), strict=True))
    for name, changed in by_variable.items():
        values[name] = _with_parts(values[name], changed)
    return type(state)(**values)


def _with_parts(value: Any, changed: Mapping[_Path, Any]) -> Any:
    """Return a value with the elements at some paths replaced."""
    if () in changed:
        return changed[()]
    inner: dict[Any, dict[_Path, Any]] = {}
    for (key, *path), new in changed.items():
        inner.setdefault(key, {})[tuple(path)] = new
    if isinstance(value, Mapping):
        return {**value, **{key: _with_parts(value.get(key), each) for key, each in inner.items()}}
    if type(value) is not tuple:
        return value
    return tuple(
        _with_parts(each, inner[n]) if n in inner else each for n, each in enumerate(value)
    )
