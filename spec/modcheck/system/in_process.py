"""Implementations in the same process: a Python module, or a class.

They are trusted: nothing keeps them from reading or changing the checker. ``py:package.module`` is an
abstract object, whose access programs are functions; ``py:package.module:Class`` an abstract data type,
whose methods they are.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn

from modcheck.system.implementation import ImplementationError, Json, Reply, encode
from modspec.contract.contract import without_checks
from modspec.run.machine import Call

TIMEOUT: Final = 10.0
"""Seconds that the calls of a script may take before the one that is running counts as hanging."""


DECLARED: Final = "CONVENTIONS"
"""The attribute by which a module or class declares conventions: a dictionary, ``{"squares": "1-based"}``."""


class _Hangs(BaseException):
    """Raised in a call that takes too long; no ``except Exception`` of the implementation's stops it."""


class InProcess:
    """Answers calls with the functions of a module or the methods of an object."""

    def __init__(
        self, target: Any, routines: Sequence[str], name: str = "", timeout: float = TIMEOUT
    ) -> None:
        """Take the module or object; it offers those of the routines for which it has a callable."""
        self.name = name or getattr(target, "__name__", type(target).__name__)
        self._timeout = timeout
        found = {routine: getattr(target, routine, None) for routine in routines}
        self._functions: dict[str, Callable[..., object]] = {
            routine: function for routine, function in found.items() if callable(function)
        }
        self.routines = frozenset(self._functions)
        declared = getattr(target, DECLARED, {})
        self.conventions = (
            {str(name): str(value) for name, value in declared.items()}
            if isinstance(declared, dict)
            else {}
        )

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """The replies to the calls. An exception is a reply, whatever it is.

        What the implementation prints goes to standard error. Contracts of
        :mod:`modspec.contract.contract` are off meanwhile: the checker watches closely enough.
        """
        replies: list[Reply] = []
        with without_checks(), no_exit(), contextlib.redirect_stdout(sys.stderr):
            try:
                with _limited(self._timeout):
                    for call in calls:
                        replies.append(self._reply(call))
            except _Hangs:
                hangs = Reply(fault=f"no answer within {self._timeout:g} s")
                replies += [hangs] * (len(calls) - len(replies))
        return replies

    def _reply(self, call: Call) -> Reply:
        function = self._functions.get(call.routine)
        if function is None:
            return Reply(fault=f"it has no routine {call.routine}")
        try:
            return _replied(encode(function(*call.arguments)))
        except (KeyboardInterrupt, _Hangs):
            raise
        except BaseException as error:  # noqa: BLE001  # whatever it raises is its answer, sys.exit too
            return Reply(exception=type(error).__name__)

    def close(self) -> None:
        """Nothing is held."""


@lru_cache(maxsize=1024, typed=True)
def _replied(output: Json) -> Reply:
    """A reply; replies are values, and few differ."""
    return Reply(output)


@contextlib.contextmanager
def no_exit() -> Iterator[None]:
    """Keep this process from being ended, or replaced, with exit code 0 by what it runs meanwhile.

    ``os._exit`` and ``os.execv`` raise SystemExit instead, as ``sys.exit`` does. In a process that was forked they
    work as ever. This is for accidents: who means to, finds another way.
    """
    here = os.getpid()
    kept = {name: getattr(os, name) for name in ("_exit", "execv", "execve")}

    def instead(leave: Callable[..., NoReturn]) -> Callable[..., NoReturn]:
        def stay(*arguments: object) -> NoReturn:
            if os.getpid() != here:
                leave(*arguments)
            raise SystemExit(arguments[0] if leave is kept["_exit"] else 0)

        return stay

    for name, leave in kept.items():
        setattr(os, name, instead(leave))
    try:
        yield
    finally:
        for name, leave in kept.items():
            setattr(os, name, leave)


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise :class:`_Hangs` after so many seconds, where the system can: in the main thread, on POSIX."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield
        return

    def too_long(number: int, frame: FrameType | None) -> None:
        raise _Hangs

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def load(path: str, routines: Sequence[str], timeout: float = TIMEOUT) -> InProcess:
    """The implementation that ``package.module`` or ``package.module:Class`` names, fresh.

    A module is executed anew, so that it is as if just imported. The current folder is on the path, as for
    ``python -m``. Raises :class:`ImplementationError` where there is no such module or class, or where it
    cannot be imported or made, or say what it offers.
    """
    module_name, _, class_name = path.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    sys.modules.pop(module_name, None)
    with no_exit(), contextlib.redirect_stdout(sys.stderr):
        target = _imported(module_name)
        if class_name:
            target = _made(target, module_name, class_name)
        try:
            return InProcess(target, routines, f"py:{path}", timeout)
        except (Exception, SystemExit) as error:  # of a property, say
            raise ImplementationError(
                f"{path} cannot say what it offers: {_said(error)}"
            ) from error


def _imported(module_name: str) -> Any:
    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise ImplementationError(
            f"no module {error.name!r}; give a dotted name that Python can import from here"
        ) from error
    except (Exception, SystemExit) as error:
        raise ImplementationError(f"{module_name} cannot be imported: {_said(error)}") from error


def _made(module: Any, module_name: str, class_name: str) -> Any:
    found = getattr(module, class_name, None)
    if not callable(found):
        raise ImplementationError(f"{module_name} has no class {class_name!r}")
    try:
        return found()
    except (Exception, SystemExit) as error:
        raise ImplementationError(
            f"{module_name}:{class_name} cannot be made without arguments: {_said(error)}"
        ) from error


def _said(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
