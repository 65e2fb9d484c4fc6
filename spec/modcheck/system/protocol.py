"""The protocol between the checker and a program: one JSON object per line, version 1.

This file turns calls into lines, and lines into replies. ``protocol.schema.json`` beside it and
``docs/reference/protocol.md`` say the same.

Nothing that a program writes is passed on as it came: control characters are escaped and lengths
are bounded, so that no program can write to the terminal through a verdict.
"""

from __future__ import annotations

import json
import math
import re
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NoReturn, TypeAlias

from modcheck.system.implementation import (
    DEEPEST,
    MOST_ELEMENTS,
    Json,
    NumberText,
    Reply,
    encode_argument,
)
from modspec.run.machine import Call

VERSION: Final = 1
"""The version of the protocol that the checker speaks."""

LONGEST_TEXT: Final = 200
"""Characters of a text that are passed on, and of a string output."""

LARGEST_INTEGER: Final = 10**60
"""An integer output must be smaller: 60 digits."""

LINE_BYTES: Final = 65_536
"""Bytes of a line that a program may write, and more for each call in the line that it answers."""

HANDSHAKE: Final = f'{{"id":0,"hello":{VERSION}}}'
"""The first line that a program reads."""

WELCOME: Final = f'{{"id":0,"hello":{VERSION},"routines":["name", ...]}}'
"""The line that answers it, as error messages show it."""

Message: TypeAlias = dict[str, object]
"""The content of a line."""

_KINDS: Final = ("out", "exc", "error")
_EXCERPT: Final = 60
_JSON_NAMES: Final = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "list": "array",
    "dict": "object",
}


@dataclass(frozen=True)
class Greeting:
    """What a program says about itself in the handshake."""

    routines: frozenset[str]
    conventions: Mapping[str, str]
    """The conventions that it declares, by name."""

    begins_afresh: bool = False
    """Whether it begins as a new process would when it is greeted again."""

    shows_arguments: bool = False
    """Whether it can be asked what a call has left of the objects that it was given."""

    makes_yielded: bool = False
    """Whether it makes the objects that it is given also by calls that yield them."""

    shows_earlier: bool = False
    """Whether it can be asked what an object shows after another one was made."""


class ProtocolError(Exception):
    """A line breaks the protocol. The message says how, and calls the program *it*."""


class Refused(ProtocolError):
    """The program answers that it does not do what the line asks for."""

    def __init__(self, reason: str, is_missing: bool = False) -> None:
        """``reason`` is the program's own; ``is_missing`` says that there is no such program."""
        super().__init__(f"it refused the line: {reason}")
        self.reason, self.is_missing = reason, is_missing


# -- what the checker writes -----------------------------------------------------------------------


def handshake_line() -> bytes:
    """Return the line that asks a program for its routines."""
    return HANDSHAKE.encode() + b"\n"


def calls_line(number: int, calls: Sequence[Call]) -> bytes:
    """Return the line that makes calls, under a number. It is ASCII, with escapes."""
    encoded = _ENCODER.encode([_as_list(call) for call in calls])
    return f'{{"id":{number},"calls":{encoded}}}\n'.encode()


def call_text(call: Call) -> str:
    """Return a call as it stands in a line."""
    return _ENCODER.encode(_as_list(call))


_ENCODER: Final = json.JSONEncoder(separators=(",", ":"))


def _as_list(call: Call) -> list[object]:
    return [call.routine, *map(encode_argument, call.arguments)]


# -- what a program writes -------------------------------------------------------------------------


def greeting_in(line: bytes) -> Greeting:
    """Return what a program offers, from its answer to the handshake.

    Raises :class:`ProtocolError` if the line is no such answer.
    """
    message = _message(line, 0)
    version = message.get("hello")
    if not _is_number(version, VERSION):
        raise ProtocolError(f'its "hello" is {json_text(version)}, not {VERSION}')
    routines = message.get("routines")
    if not isinstance(routines, list) or not all(isinstance(name, str) for name in routines):
        raise ProtocolError(f'its "routines" is {json_text(routines)}, not a list of names')
    conventions = message.get("conventions", {})
    if not isinstance(conventions, dict) or not all(
        isinstance(value, str) for value in conventions.values()
    ):
        raise ProtocolError(
            f'its "conventions" is {json_text(conventions)}, not an object of names'
        )
    can = [message.get(name) is True for name in ("afresh", "arguments", "yielded", "earlier")]
    return Greeting(frozenset(routines), conventions, *can)


def replies_in(line: bytes, number: int, calls: int) -> list[Reply]:
    """Return the replies to so many calls, from the line that answers the request of that number.

    A reply that makes no sense is a fault of that call. Raises :class:`ProtocolError` if the line
    makes no sense.
    """
    quick = _quick_replies(line, number)
    replies = _message(line, number).get("replies") if quick is None else quick
    if not isinstance(replies, list):
        raise ProtocolError(f'its "replies" is {json_text(replies)}, not a list')
    if len(replies) != calls:
        raise ProtocolError(f"it gave {len(replies)} replies, not {calls}")
    return [_reply(reply) for reply in replies]


def _quick_replies(line: bytes, number: int) -> list[object] | None:
    """Return the replies in a line that makes sense, as nearly every line does; None: see closely.

    A member that comes twice is found by counting: without escapes, each has a colon after a
    quotation mark.
    """
    if b"\\" in line:
        return None
    try:
        message = _QUICK_DECODER.decode(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.keys() != {"id", "replies"}:
        return None
    replies = message["replies"]
    if type(message["id"]) is not int or message["id"] != number or type(replies) is not list:
        return None
    inner = sum(len(reply) for reply in replies if type(reply) is dict)
    return replies if len(_MEMBER.findall(line)) == inner + len(message) else None


def _message(line: bytes, number: int) -> Message:
    """Return the object in a line, which must answer the request of that number."""
    try:
        message = _DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ProtocolError(f"it wrote a line that is not UTF-8: {excerpt(line)}") from error
    except ValueError as error:
        raise ProtocolError(f"it wrote a line that is not JSON: {excerpt(line)}") from error
    except RecursionError as error:
        raise ProtocolError(f"it wrote JSON that is nested too deep: {excerpt(line)}") from error
    if not isinstance(message, dict):
        raise ProtocolError(f"it wrote a line that is not a JSON object: {excerpt(line)}")
    if "error" in message:
        raise Refused(_text(message["error"]), message.get("missing") is True)
    if not _is_number(message.get("id"), number):
        raise ProtocolError(_wrong_number(message.get("id"), number))
    return message


def _wrong_number(answered: object, number: int) -> str:
    if _is_number(answered, number - 1):
        return "it wrote more than one line in answer to a request"
    return f'the "id" of its line is {json_text(answered)}, not {number} as in the request'


def _reply(reply: object) -> Reply:
    if isinstance(reply, dict) and len(reply) == 1 and "out" in reply:  # the most frequent case
        return _output(reply["out"])
    if not isinstance(reply, dict):
        return Reply(fault=f"its reply is {json_text(reply)}, not an object")
    kinds = [kind for kind in _KINDS if kind in reply]
    if len(kinds) > 1 or (reply and not kinds):
        return Reply(fault=f'its reply is {json_text(reply)}, not one of "out", "exc" and "error"')
    if "exc" in reply:
        return _exception(reply["exc"], reply.get("detail"))
    if "error" in reply:
        return Reply(fault=f"it says: {_text(reply['error'])}", goes_on=True)
    return _output(reply.get("out"))


def _exception(name: object, detail: object) -> Reply:
    if isinstance(name, str) and name:
        return _exception_reply(name, detail if isinstance(detail, str) else "")
    return Reply(fault=f'its "exc" is {json_text(name)}, not the name of an exception')


def _output(value: object) -> Reply:
    if value is None or isinstance(value, bool | int | str):
        return _output_reply(value)
    if isinstance(value, float):
        return Reply(_number(value))
    return Reply(_array(value) if _is_small(value) else json_text(value))


def _number(value: float) -> Json:
    return NumberText(value) if math.isfinite(value) else json_text(value)


def _is_small(value: object, depth: int = DEEPEST) -> bool:
    """Whether arrays have few elements, and are not within too many others."""
    if not isinstance(value, list):
        return True
    is_short = depth > 0 and len(value) <= MOST_ELEMENTS
    return is_short and all(_is_small(each, depth - 1) for each in value)


def _array(value: object) -> Json:
    """Return an array as a tuple; the text of a value that no routine yields."""
    if isinstance(value, list):
        return tuple(map(_array, value))
    if value is None or isinstance(value, bool | int | str):
        return value if is_output(value) else json_text(value)
    return _number(value) if isinstance(value, float) else json_text(value)


# Replies are values, and few differ: each is created only once.


@lru_cache(maxsize=1024)
def _exception_reply(exception: str, detail: str) -> Reply:
    return Reply(exception=visible(exception), detail=visible(detail))


@lru_cache(maxsize=1024, typed=True)
def _output_reply(value: Json) -> Reply:
    return Reply(value if is_output(value) else json_text(value))


def is_output(value: Json) -> bool:
    """Whether a value is passed on as it is: text printable, everything of bounded length."""
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT and value.isprintable()
    if isinstance(value, tuple):
        return all(map(is_output, value))
    return value is None or abs(value) < LARGEST_INTEGER


def _is_number(value: object, number: int) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == number


# -- reading JSON strictly -------------------------------------------------------------------------


def _distinct(members: list[tuple[str, object]]) -> Message:
    message = dict(members)
    if len(message) != len(members):
        raise ProtocolError(f"it wrote an object with a member twice: {json_text(members)}")
    return message


def _no_number(name: str) -> NoReturn:
    raise ProtocolError(f"it wrote {name}, which is not JSON")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_distinct, parse_constant=_no_number)
_MEMBER: Final = re.compile(rb'"[ \t\r\n]*:')
_QUICK_DECODER: Final = json.JSONDecoder(parse_constant=_no_number)


# -- text for people -------------------------------------------------------------------------------


def visible(text: str, most: int = LONGEST_TEXT) -> str:
    """Return a text on one line, with control characters escaped, cut after ``most`` characters.

    >>> print(visible("a\\x1b[2Jb"))
    a\\x1b[2Jb
    """
    cut = text[:most]
    if not cut.isprintable():
        cut = "".join(c if c.isprintable() else repr(c)[1:-1] for c in cut)
    return cut if len(text) <= most else cut + "..."


def excerpt(line: bytes | bytearray) -> str:
    """Return the beginning of what a program wrote, in quotation marks."""
    beginning = line[: 4 * _EXCERPT].decode("utf-8", "backslashreplace").strip()
    return f'"{visible(beginning, _EXCERPT)}"'


def json_text(value: object) -> str:
    """Return a JSON value as a short text with its type, unlike any value of a routine."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    name = type(value).__name__
    return f"{_JSON_NAMES.get(name, name)} {_SHORT.repr(value)}"[:LONGEST_TEXT]


def _text(value: object) -> str:
    return visible(value) if isinstance(value, str) else json_text(value)


_SHORT: Final = reprlib.Repr()
_SHORT.maxlevel = 3
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = _EXCERPT
