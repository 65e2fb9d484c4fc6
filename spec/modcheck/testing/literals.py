"""Literals: the numbers and the short texts that stand in a program.

A program that treats the name "x" in a way of its own mentions "x". So the literals of a program
are values to try, whatever they are for. They are found without knowledge of the language: most
languages write numbers and short strings alike, and a value too many does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

LARGEST: Final = 10_000
"""The largest integer that is tried: with larger ones a specification may take long."""
LONGEST: Final = 20
"""Characters of the longest string that is tried: messages are longer."""
MOST: Final = 16
"""Integers and strings of a program that are tried, of each kind the first ones."""

_LITERAL: Final = re.compile(
    r"(?P<quote>[\"'])(?P<text>[\w .+-]*)(?P=quote)"
    r"|(?<![\w.])(?P<number>0[xX][0-9a-fA-F]+|[0-9]+)(?![\w.])",
    re.ASCII,
)
"""A string is of plain characters, which any program can write."""


@dataclass(frozen=True)
class Literals:
    """Literals of a program, each once, in the order of its text."""

    integers: tuple[int, ...] = ()
    """Each with its negative and its neighbours: a comparison with 7 tells 6 from 8."""

    strings: tuple[str, ...] = ()

    def __contains__(self, value: object) -> bool:
        return value in self.integers or value in self.strings


NO_LITERALS: Final = Literals()


def literals_of(texts: Iterable[str]) -> Literals:
    """Return the literals of program texts in whatever language."""
    integers: dict[int, None] = {}
    strings: dict[str, None] = {}
    for text in texts:
        for match in _LITERAL.finditer(text):
            if match["number"] is None:
                if 0 < len(match["text"]) <= LONGEST:
                    strings.setdefault(match["text"])
            elif len(match["number"]) <= LONGEST:
                integers.setdefault(
                    int(match["number"], 0 if "x" in match["number"].lower() else 10)
                )
    some = [n for n in integers if n <= LARGEST][:MOST]
    near = dict.fromkeys(each for n in some for each in (n, -n, n - 1, n + 1))
    return Literals(tuple(near), tuple(strings)[:MOST])
