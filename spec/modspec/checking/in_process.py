"""Implementations in the same process: a Python module, or a class.

They are trusted: nothing keeps them from reading or changing the checker. ``py:package.module`` is an
abstract object, whose access programs are functions; ``py:package.module:Class`` an abstract data type,
whose methods they are.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from modspec.checking.implementation import ImplementationError, Reply, encoded
from modspec.readings.contract import unchecked
from modspec.readings.run import Call


class InProcess:
    """Answers calls with the functions of a module or the methods of an object."""

    def __init__(self, target: Any, routines: Sequence[str], name: str = "") -> None:
        """Take the module or object; it offers those of the routines for which it has a callable."""
        self.name = name or getattr(target, "__name__", type(target).__name__)
        found = {routine: getattr(target, routine, None) for routine in routines}
        self._functions: dict[str, Callable[..., object]] = {
            routine: function for routine, function in found.items() if callable(function)
        }
        self.routines = frozenset(self._functions)

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """The replies to the calls. An exception is a reply, whatever it is.

        Contracts of :mod:`modspec.readings.contract` are off meanwhile: the checker watches closely enough.
        """
        with unchecked():
            return [self._reply(call) for call in calls]

    def _reply(self, call: Call) -> Reply:
        function = self._functions.get(call.routine)
        if function is None:
            return Reply(fault=f"it has no routine {call.routine}")
        try:
            return Reply(encoded(function(*call.arguments)))
        except Exception as error:  # noqa: BLE001  # whatever it raises is its answer
            return Reply(exception=type(error).__name__)

    def close(self) -> None:
        """Nothing is held."""


def load(path: str, routines: Sequence[str]) -> InProcess:
    """The implementation that ``package.module`` or ``package.module:Class`` names.

    The current folder is on the path, as for ``python -m``. Raises :class:`ImplementationError` where
    there is no such module or class, or where it cannot be imported or made.
    """
    module_name, _, class_name = path.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        target: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise ImplementationError(
            f"no module {error.name!r}; give a dotted name that Python can import from here"
        ) from error
    except Exception as error:
        raise ImplementationError(f"{module_name} cannot be imported: {_said(error)}") from error
    if class_name:
        if not hasattr(target, class_name):
            raise ImplementationError(f"{module_name} has no class {class_name!r}")
        try:
            target = getattr(target, class_name)()
        except Exception as error:
            raise ImplementationError(
                f"{path} cannot be made without arguments: {_said(error)}"
            ) from error
    return InProcess(target, routines, f"py:{path}")


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]
