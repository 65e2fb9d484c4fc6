"""Domain values: the values to try for a parameter, as an option gives them."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Any, Final

MOST: Final = 10_000
"""Values that a parameter may have."""

_PART: Final = re.compile(r"""(?:"[^"]*"|'[^']*'|[^,"'])*""")
"""What stands between two commas. A comma in quotes is part of a text."""


def read_domain(text: str) -> tuple[str, Sequence[Any]]:
    """Return the name and the values of ``push.item=0..5,7``.

    Raises ValueError, with a line that names the part that is wrong.
    """
    name, sign, listed = text.partition("=")
    if not name.strip():
        raise ValueError(f"{text!r} names no parameter; write item{text if sign else '=0..5'}")
    if not listed.strip():
        raise ValueError(f"{text!r} has no values; write {name}=0..5, or {name}=1,2,7")
    values: list[Any] = []
    for part in _parts(listed):
        values += _values(name, part)
        if len(values) > MOST:
            raise ValueError(f"{listed} has too many values; give at most {MOST:,}")
    return name, values


def _parts(listed: str) -> list[str]:
    parts: list[str] = []
    at = 0
    while at <= len(listed):
        match = _PART.match(listed, at)
        end = match.end() if match else at
        if end < len(listed) and listed[end] != ",":  # a quote without another one
            return [*parts, listed[at:]]
        parts.append(listed[at:end].strip())
        at = end + 1
    return parts


def _values(name: str, part: str) -> Sequence[Any]:
    """Return the values of a part: a range, or one value."""
    right = f"write {name}=0..5, or {name}=1,2,7"
    if not part:
        raise ValueError(f"a value is missing beside a comma; {right}")
    if part[0] not in "\"'" and ".." in part:
        low, _, high = part.partition("..")
        try:
            numbers = range(int(low), int(high) + 1)
        except ValueError:
            raise ValueError(f"{part!r} is no range of integers; {right}") from None
        if not numbers:
            raise ValueError(f"{part!r} is empty: the first number is the greater one")
        if numbers[-1] - numbers[0] >= MOST:  # len() fails for the largest
            raise ValueError(f"{part} has too many values; give at most {MOST:,}")
        return numbers
    try:
        return (ast.literal_eval(part),)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        strings = f'strings stand in quotes: {name}=\'"a","A"\''
        raise ValueError(f"{part!r} is no number; {right}; {strings}") from None
