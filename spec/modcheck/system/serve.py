"""Serve: a Python module or class as a program that speaks the protocol, in a process of its own.

    python -m modcheck.system.serve package.module[:Class]

So a submission in Python can be judged out of process, and confined, with no line added to it. It answers as
:mod:`.in_process` does. Whatever it does to its interpreter, such as ``sys.exit``, ``os._exit`` or patching
modules, it does only to itself. What it prints goes to standard error, and there is nothing for it to read.

Needs the standard library alone, so that it also runs by its path, where only this file can be read.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

Json: TypeAlias = bool | int | str | None
_LONGEST: Final = 200
_USAGE: Final = "usage: python -m modcheck.system.serve package.module[:Class]"
_WRONG_USAGE: Final = 2


class Refusal(Exception):
    """There is nothing to serve; the message says why, in one line."""


def command(place: str) -> list[str]:
    """The command line that serves ``package.module`` or ``package.module:Class`` from the current folder."""
    return [sys.executable, "-P", str(Path(__file__).resolve()), place]


def main() -> None:
    """Answer line after line until the input ends."""
    if len(sys.argv) != 2:
        print(_USAGE, file=sys.stderr)
        raise SystemExit(_WRONG_USAGE)
    requests, replies = _own_pipes()
    try:
        target: object = load_target(sys.argv[1])
        refusal = None
    except Refusal as error:
        target, refusal = None, str(error)
    for line in requests:
        replies.write(answer(target, line, refusal))


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the checker, out of reach of whoever prints or reads: with them it is standard error, and nothing."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123  # a string, as os.devnull is one
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return requests, replies


def load_target(place: str) -> object:
    """The module, or an object of the class, that a place names; raises :class:`Refusal` if there is none."""
    module_name, _, class_name = place.partition(":")
    sys.path.insert(0, str(Path.cwd()))  # -P, and being run by its path, leave it out
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise Refusal(
            f"no module {error.name!r}; give a dotted name that Python can import from here"
        ) from error
    except BaseException as error:  # whatever it raises, sys.exit too
        raise Refusal(f"{module_name} cannot be imported: {_said(error)}") from error
    if not class_name:
        return module
    made = getattr(module, class_name, None)
    if not callable(made):
        raise Refusal(f"{module_name} has no class {class_name!r}")
    try:
        return made()
    except BaseException as error:  # as above
        raise Refusal(f"{place} cannot be made without arguments: {_said(error)}") from error


def answer(target: object, line: bytes, refusal: str | None = None) -> bytes:
    """The reply to a request, each as a line."""
    request = json.loads(line)
    reply: dict[str, Any] = {"id": request["id"]}
    if refusal is not None:
        reply["error"] = refusal
    elif "hello" in request:
        declared = getattr(target, "CONVENTIONS", {})  # as in_process has it; a test compares
        if not isinstance(declared, dict):
            declared = {}
        conventions = {str(name): str(value) for name, value in declared.items()}
        reply |= {"hello": 1, "routines": list(_routines(target)), "conventions": conventions}
    else:
        reply["replies"] = [_outcome(target, *call) for call in request["calls"]]
    return json.dumps(reply, separators=(",", ":")).encode() + b"\n"


def _routines(target: object) -> Iterator[str]:
    for name in dir(target):
        if not name.startswith("_") and callable(getattr(target, name, None)):
            yield name


def _outcome(target: object, routine: str, *arguments: object) -> dict[str, Json]:
    """What came out of a call, or the exception that it raised."""
    function = getattr(target, routine, None)
    if not callable(function):
        return {"error": f"it has no routine {routine}"}
    try:
        return {"out": encode(function(*arguments))}
    except BaseException as error:  # noqa: BLE001  # whatever it raises is its answer, sys.exit too
        return {"exc": type(error).__name__}


def encode(value: object) -> Json:
    """A value as it travels: :func:`modcheck.system.implementation.encoded` once more.

    This file is to run where it cannot import that one. A test sees that both yield the same.
    """
    if isinstance(value, Enum) and value._name_:  # a flag need not have a name
        return _word(value)
    if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:
        value = value.item()  # type: ignore[attr-defined]  # all that numpy has without dimensions has it
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        number = int.__int__(value)  # a subclass may claim to equal anything
        return number if abs(number) < 10**_LONGEST else "int of too many digits"
    if isinstance(value, str):
        plain = str.__str__(value)  # as above
        return plain if plain.isprintable() and len(plain) <= _LONGEST else repr(plain)[:_LONGEST]
    return f"{type(value).__name__} {value!r}"[:_LONGEST]


def _word(element: Enum) -> str:
    """The name of an element in small letters, or its value if that is a longer word, as in ``B = "black"``."""
    word: str = element._name_
    value = element._value_  # as `element.value`, which takes ten times as long
    if isinstance(value, str) and len(value) > len(word) and value.isidentifier():
        word = value
    return str.lower(word)


def _said(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


if __name__ == "__main__":
    main()
