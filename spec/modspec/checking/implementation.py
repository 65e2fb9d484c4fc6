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

from modspec.readings.run import Call

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


def encoded(value: object) -> Json:
    """A value of a specification or an implementation as it travels.

    A number or truth value of NumPy's is as good as Python's own: it is what boards in arrays yield.
    """
    if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:
        value = value.item()  # type: ignore[attr-defined]  # all that numpy has without dimensions has it
    if value is None or (isinstance(value, bool | int) and not isinstance(value, Enum)):
        return value if value is None or abs(value) < 10**_LONGEST else "int of too many digits"
    if isinstance(value, Enum):
        return value.value.lower() if isinstance(value.value, str) else value.name.lower()
    if isinstance(value, str):
        plain = str.__str__(value)  # a subclass may claim to equal anything
        return plain if plain.isprintable() and len(plain) <= _LONGEST else repr(plain)[:_LONGEST]
    return f"{type(value).__name__} {value!r}"[:_LONGEST]
