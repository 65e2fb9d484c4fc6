"""Implementation: the checker's view of a program under test, something that answers calls.

Values travel as JSON: Booleans, integers, and for an element of an enumeration its name as a string
in small letters; a sequence or tuple as an array, a set as an array in any order, a mapping as an
array of pairs in any order. Replies are compared in this form, so that a program is free to have
enumerations, or constants, of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from modcheck.system.object_views import encode as encode
from modcheck.system.serve import ATTRIBUTE as ATTRIBUTE
from modcheck.system.serve import DEEPEST as DEEPEST
from modcheck.system.serve import EARLIER as EARLIER
from modcheck.system.serve import MOST_ELEMENTS as MOST_ELEMENTS
from modcheck.system.serve import OBJECT, YIELDED, as_text
from modcheck.system.serve import UNTOUCHED as UNTOUCHED
from modcheck.system.serve import Handle as Handle
from modcheck.system.serve import Json as Json  # that file runs alone, and so has them
from modcheck.system.serve import NumberText as NumberText
from modcheck.system.serve import encode as encode_of_program
from modcheck.system.serve import in_order as in_order
from modspec.run.machine import Call
from modspec.run.objects import is_made_by_output, module_of
from modspec.syntax.values import State, origin_of

CHANGES_EARLIER: Final = "it changes the object that was made before"
"""The beginning of a fault: to make an object changes another one."""

CHANGES_ARGUMENT: Final = "it changes its argument"
"""The beginning of a fault: a call does not leave an object as it was given it."""


def encode_argument(value: object) -> object:
    """Return an argument as it stands in a line."""
    if isinstance(value, State | Handle):  # neither is a plain value or a collection
        return _of_argument(value)
    return encode_of_program(value, _of_argument)


def _of_argument(value: object) -> Json:
    if isinstance(value, State):
        value = handle_of(value, None)
    if isinstance(value, Handle):
        calls = [[name, *map(encode_argument, given)] for name, *given in value.calls]
        return {OBJECT: calls}  # type: ignore[return-value]  # no output is one
    return value if isinstance(value, float) else as_text(value)


def handle_of(state: State, own: type | None) -> Handle:
    """Return the handle of an object; calls of the program's ``own`` class need not name it."""
    given, module = type(state), module_of(type(state))
    calls = []
    for call in origin_of(state):
        name = YIELDED * is_made_by_output(module, call) + call.routine
        arguments = (handle_of(a, own) if isinstance(a, State) else a for a in call.arguments)
        calls.append((name, *arguments))
    prefix = "" if given is own else f"{given.__name__}."
    return Handle(tuple((prefix * (not n) + name, *some) for n, (name, *some) in enumerate(calls)))


@dataclass(unsafe_hash=True, slots=True)
class Reply:
    """What a program replies to a call: an output, an exception, or a fault.

    Treat a reply as immutable. The class is not frozen, because that makes it several times slower.
    """

    output: Json = None
    """A value of another type than JSON's is replaced by its text."""

    exception: str | None = None
    """The name of the exception that the call raised, or None."""

    fault: str | None = None
    """Why there is no reply (an unknown routine, a crash, ...), or None."""

    goes_on: bool = False
    """Whether the program answers further calls after a fault."""

    detail: str = field(default="", compare=False)
    """The message of an exception that went wrong, and its file and line; empty if unknown."""

    @property
    def timed_out(self) -> bool:
        """Whether there is no reply since the program took too long."""
        return self.fault is not None and self.fault.startswith("no answer within")

    @property
    def changes_argument(self) -> bool:
        """Whether a call has changed an object that it was given."""
        return self.fault is not None and self.fault.startswith(CHANGES_ARGUMENT)

    @property
    def changes_earlier(self) -> bool:
        """Whether a call that makes an object has changed the one that was made before."""
        return self.fault is not None and self.fault.startswith(CHANGES_EARLIER)


class ImplementationError(Exception):
    """The program cannot be judged at all. The message says why in one line."""


class NotStarted(ImplementationError):
    """There is no such program, module or class, or the system does not start it."""


class NoProtocol(ImplementationError):
    """The program runs, and does not speak the protocol."""


class Implementation(Protocol):
    """Something that answers calls, one after the other."""

    @property
    def name(self) -> str:
        """The name in verdicts."""

    @property
    def routines(self) -> frozenset[str]:
        """The access programs that it offers."""

    @property
    def conventions(self) -> Mapping[str, str]:
        """The conventions that it declares, by name."""

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """Return one reply for each call, in the same order.

        If the program crashes, the reply to that call is a fault, and so are all that follow.
        """

    def close(self) -> None:
        """Release what it holds. Nothing is called afterwards."""
