"""The frame of a model: that its calls change the variables of its state, and nothing besides.

Questions about a call set the variables of a module that they know. A variable that they do not
know, a list that a function keeps, or an attribute that an object has besides, could make the call
after next go wrong, and no question about one call would notice.
"""

from __future__ import annotations

import dis
import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Set
from enum import Enum
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import othello_model
from othello_proofs.obligations.states import OBJECTS, ModelObject

_PACKAGE: Final = othello_model.__name__
_PLAIN: Final = (int, str, bytes, float, type(None), Enum)
_STORES: Final = ("STORE_GLOBAL", "DELETE_GLOBAL")


def hidden_changes(place: str, play: Callable[[], object]) -> list[str]:
    """Return what changes while calls are made, and is no variable of the state; best is none.

    ``play`` makes calls of the model at the place, ``package.module`` or ``package.module:Class``.
    It is called twice: what is computed once and then kept is no hidden variable.
    """
    [*_names()]  # all modules are imported first: that changes some of them
    play()
    of = None if ":" in place else OBJECTS[place.rpartition(".")[2]]
    variables = _variables(of)
    before = _package_contents(variables)
    play()
    after = _package_contents(variables)
    found = [
        f"{name} changes, and is no variable of the state"
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    ]
    return [*found, *_unknown_globals(variables), *(_hidden_parts(of) if of else ())]


def _variables(of: ModelObject | None) -> Set[str]:
    """Return the full names of the variables in which an object, in some state, has its state."""
    if of is None:
        return frozenset()
    place = of.program.__name__
    return {f"{place}.{name}" for name in of.variables(*of.take_parts(vars(of.program)))}


def _package_contents(without: Set[str]) -> Mapping[str, Any]:
    """Return what each name of the model's modules holds, but for some names."""
    return {name: _content(value, {}) for name, value in _names() if name not in without}


def _names() -> Iterator[tuple[str, Any]]:
    for info in pkgutil.iter_modules(othello_model.__path__, f"{_PACKAGE}."):
        module = importlib.import_module(info.name)
        for name, value in list(vars(module).items()):
            if not name.startswith("__"):
                yield f"{info.name}.{name}", value


def _content(value: Any, seen: dict[int, Any]) -> Any:
    """Return what a value holds, as far as it can change."""
    if isinstance(value, _PLAIN):
        return value
    if id(value) in seen:
        return "seen"
    seen[id(value)] = value  # kept, so that no other value gets its id
    inner = partial(_content, seen=seen)
    if isinstance(value, Mapping):
        return [(inner(key), inner(each)) for key, each in list(value.items())]
    if isinstance(value, tuple | list):
        return [inner(each) for each in value]
    if isinstance(value, Set):
        return sorted(map(repr, value))
    if isinstance(value, FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell)]
        kept = [value.__defaults__, value.__kwdefaults__, vars(value), cells]
        return [id(value.__code__), inner(kept)]
    if isinstance(value, type | ModuleType):
        is_own = getattr(value, "__module__", "").startswith(_PACKAGE)
        own = {n: v for n, v in vars(value).items() if not n.startswith("__")} if is_own else {}
        return [id(value), inner(own)]
    if type(value).__module__.startswith(_PACKAGE):
        return [id(value), inner(_attributes(value))]
    if hasattr(value, "cache_info"):  # what a function has returned before
        return [id(value), inner(value.__wrapped__)]
    return repr(value)


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def _attributes(value: Any) -> Mapping[str, Any]:
    slots = (name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()))
    found = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return found | dict(getattr(value, "__dict__", {}))


def _unknown_globals(variables: Set[str]) -> Iterator[str]:
    """Yield the variables that a function sets, and that are not of the state of any object."""
    others = {of.program.__name__ for of in OBJECTS.values()}
    others -= {name.rpartition(".")[0] for name in variables}
    for name, value in _names():
        module = name.rpartition(".")[0]
        function = getattr(value, "__wrapped__", value)
        is_own = isinstance(function, FunctionType) and function.__module__ == module
        if is_own and module not in others:
            for stored in sorted(_stored_globals(function.__code__)):
                if f"{module}.{stored}" not in variables:
                    yield f"{name} sets {stored}, which is no variable of the state"


def _stored_globals(code: CodeType) -> set[str]:
    found = {i.argval for i in dis.get_instructions(code) if i.opname in _STORES}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _stored_globals(constant)
    return found


def _hidden_parts(of: ModelObject) -> Iterator[str]:
    """Yield the variables that hold more than the parts of the state that questions know."""
    now = vars(of.program)
    made = of.variables(*of.take_parts(now))
    for name, value in made.items():
        held, known = (_structure(each) for each in (now[name], value))
        if held != known:
            yield f"{of.program.__name__}.{name} holds {held}, where its parts are {known}"


def _structure(value: Any) -> Any:
    """Return a value as its parts, without the identities of objects."""
    if isinstance(value, Mapping):
        return {key: _structure(each) for key, each in value.items()}
    if type(value).__module__.startswith(_PACKAGE):
        return {name: _structure(each) for name, each in _attributes(value).items()}
    return value
