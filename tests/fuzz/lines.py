"""Lines that a program may write: nearly right ones, and ones that are far from it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random

from fuzz.chance import NUMBERS, TEXTS, garble

_GOOD = (
    *('{"out":null}', "{}", '{"out":"black"}', '{"out":"empty"}', '{"out":true}', '{"out":2}'),
    *('{"exc":"InvalidMove"}', '{"exc":"OutOfBounds"}', '{"error":"why"}'),
)
_KEYS = ("out", "exc", "error", "id", "hello", "routines", "replies", "conventions", "", "x")
_DEEP = (3, 60, 1_500, 30_000)


@dataclass(frozen=True)
class Line:
    """A line that answers, or should answer, a request."""

    data: bytes
    number: int
    """Of the request; 0 is the handshake."""

    calls: int


def string(chance: Random) -> str:
    """A string of JSON, or what is nearly one."""
    text = chance.choice((*TEXTS, "black", "InvalidMove", "move", "y" * 70_000))
    match chance.randrange(6):
        case 0:
            return f'"{text}"'  # not escaped
        case 1:
            return f'"{chance.choice(("ud800", "udfff", "u0000", "u12", "x41", "q"))}"'.replace(
                '"', '"\\', 1
            )
        case 2:
            return f"'{text}'"
    return json.dumps(text, ensure_ascii=chance.random() < 0.5)


def value(chance: Random, depth: int = 0) -> str:
    """A value of JSON, or what is nearly one."""
    kind = chance.randrange(9 if depth < 3 else 5)
    if kind < 2:
        return string(chance)
    if kind < 4:
        return chance.choice(NUMBERS)
    if kind == 4:
        return chance.choice(("null", "true", "false", "True", "undefined", "", "[]", "{}"))
    if kind == 5:
        deep = chance.choice(_DEEP)
        opening, closing = chance.choice((("[", "]"), ('{"a":', "}")))
        return opening * deep + "1" + closing * chance.choice((deep, deep, deep - 1, 0))
    some = [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if kind == 6:
        return f"[{','.join(some)}]"
    return members([(chance.choice(_KEYS), each) for each in some])


def members(found: list[tuple[str, str]]) -> str:
    """An object with these members."""
    return "{" + ",".join(f"{json.dumps(key)}:{each}" for key, each in found) + "}"


def line(chance: Random, to: int | None = None) -> Line:
    """A line that answers, or should answer, a request of this or any number."""
    number = chance.choice((0, 0, 1, 2, 3, 250)) if to is None else to
    calls = chance.choice((1, 2, 3, 9))
    if chance.random() < 0.05:
        return Line(chance.randbytes(chance.randrange(200)), number, calls)
    found = [("id", str(number)), *_right(chance, number, calls)]
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        _muddle(chance, found)
    return Line(_encode(chance, members(found)), number, calls)


def _right(chance: Random, number: int, calls: int) -> list[tuple[str, str]]:
    if number > 0:
        replies = [chance.choice(_GOOD) for _ in range(calls)]
        for at in range(calls):
            if chance.random() < 0.15:
                key, given = chance.choice(_KEYS[:3]), value(chance, 1)
                replies[at] = members([(key, given)] * chance.choice((1, 1, 1, 2)))
            if chance.random() < 0.03:
                replies[at] = value(chance)
        return [("replies", f"[{','.join(replies)}]")]
    names = ['"init"', '"move"', '"turn"']
    if chance.random() < 0.5:
        names.insert(chance.randrange(4), value(chance, 1))
    found = [("hello", "1"), ("routines", f"[{','.join(names)}]")]
    if chance.random() < 0.3:
        said = chance.choice(('{"squares":"1-based"}', members([("x", value(chance, 1))])))
        found.append(("conventions", said))
    return found


def _muddle(chance: Random, found: list[tuple[str, str]]) -> None:
    at = chance.randrange(len(found))
    key, each = found[at]
    match chance.randrange(6):
        case 0:
            del found[at]
            found.append((chance.choice(_KEYS), each))
        case 1:
            found.insert(chance.randrange(len(found)), found[at])
        case 2:
            found[at] = key, value(chance)
        case 3:
            found.append(("error", value(chance)))
        case 4:
            found[at] = (
                key,
                chance.choice(("1.0", "0.0", "true", "null", '"0"', "-1", "4", "1e400")),
            )
        case _:
            chance.shuffle(found)


def _encode(chance: Random, text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    match chance.randrange(28):
        case 0:
            data = b"\xef\xbb\xbf" + data
        case 1:
            data += b"\r"
        case 2:
            data = text.encode("utf-16", "surrogatepass")
        case 3:
            data = b" " * 5_000 + data + b"\t\v\f"
        case 4:
            data += data
        case 5:
            data = data + b"\x00"
        case 6 | 7 | 8:
            data = garble(chance, data)
    return data
