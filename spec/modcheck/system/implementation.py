"""What an implementation is to the checker: something that answers calls.

Values travel as JSON: booleans, integers, and for an element of an enumeration its name as a string in
small letters. What an implementation says is compared in this form, so that it is free to have
enumerations, or constants, of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from modspec.run.machine import Call

Json = bool | int | str | None
"""A value as it travels. What an implementation answers beyond that is turned into its text."""


@dataclass(frozen=True)
class Reply:
    """What an implementation answers to a call: an output, an exception, or nothing that makes sense."""

    output: Json = None
    exception: str | None = None
    """The name of the exception that the call raised, or None."""

    fault: str | None = None
    """Why there is no answer (it does not know the call, crashed, ...), or None."""

    goes_on: bool = False
    """Whether it answers further calls after a fault."""


_LONGEST = 200
_HUGE = 10**_LONGEST
"""Characters of what an implementation says that are kept; what does not print is shown as escapes."""


class ImplementationError(Exception):
    """An implementation that cannot be judged at all; the message says why in one line."""


class Implementation(Protocol):
    """Something that answers calls, one after the other."""

    @property
    def name(self) -> str:
        """How a verdict names it."""

    @property
    def routines(self) -> frozenset[str]:
        """The access programs that it offers."""

    @property
    def conventions(self) -> Mapping[str, str]:
        """The conventions that it declares, by name."""

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """The replies to the calls, as many and in the same order.

        If the implementation breaks down on the way, the reply to the call that it broke down at is a
        fault, and so are all that follow.
        """

    def close(self) -> None:
        """Let go of it. Nothing is called afterwards."""


def encode(value: object) -> Json:
    """A value of a specification or an implementation as it travels.

    A number or truth value of NumPy's is as good as Python's own: it is what boards in arrays yield.
    :mod:`.serve` runs where it can import nothing of this package, and so has the same function once more; a test
    sees that both yield the same.
    """
    if type(value) is int and -_HUGE < value < _HUGE:  # first what most values are
        return value
    if value is True or value is False:
        return value
    if isinstance(value, Enum) and value._name_:  # a flag need not have a name
        return _word(value)
    if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:
        value = value.item()  # type: ignore[attr-defined]  # all that numpy has without dimensions has it
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        number = int.__int__(value)  # a subclass may claim to equal anything
        return number if abs(number) < _HUGE else "int of too many digits"
    if isinstance(value, str):
        plain = str.__str__(value)  # as above
        return plain if plain.isprintable() and len(plain) <= _LONGEST else repr(plain)[:_LONGEST]
    return f"{type(value).__name__} {value!r}"[:_LONGEST]


def _word(element: Enum) -> str:
    """The name of an element in small letters, or its value if that is a longer word, as in ``B = "black"``."""
    word: str = element._name_
    value = element._value_  # as `element.value`, without what Enum does for that
    if isinstance(value, str) and len(value) > len(word) and value.isidentifier():
        word = value
    return str.lower(word)
