"""Literals: the numbers and the short texts that stand in a program.

A program that treats the name "x" in a way of its own mentions "x". So the literals of a program
are values to try, whatever they are for. They are found without knowledge of the language: most
languages write numbers and short strings alike, and a value too many does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

SMALL: Final = 10_000
"""A larger integer is tried without its neighbours, and not where the module computes with it."""
WORD: Final = 2**31
"""One more than the largest integer that is tried of a text: most programs in Java and C have 32
bits."""
LARGE: Final = (WORD, 2**53 + 1)
"""Integers that each program in Python has, unless it keeps them in 32 bits or in a real."""
LONGEST: Final = 20
"""Characters of the longest string that is tried: messages are longer."""
MOST: Final = 16
"""Integers and strings of a program that are tried, of each kind the first ones."""
SEPARATORS: Final = 4
"""Separators of a program that are tried between two letters."""

_LITERAL: Final = re.compile(
    r"(?P<quote>[\"'])(?:(?P<text>[\w .+-]*)|(?P<separator>[ !#-&(-/:-@^_`{-~\[\]]{1,2}))(?P=quote)"
    r"|(?P<lines>\.split(?:lines\b|\([\"']\\n[\"'])|[\"']\\n[\"']\.join\b)"
    r"|(?<![\w.])(?P<number>0[xX][0-9a-fA-F]{1,16}|[0-9][0-9_]{0,19})"
    r"(?:\s*(?P<operator>\*\*|<<)\s*(?P<exponent>[0-9]{1,2}))?(?![\w.])"
    r"|(?P<limit>\b(?:INT(?:32)?_|Integer\.|i32::)(?P<end>MAX|MIN)(?:_VALUE)?\b)",
    re.ASCII,
)
"""A string is of plain characters, which any program can write. Separators have neither quotes nor
backslashes, which some do not write rightly; but a program that joins lines, or splits a text into
lines, has a library for texts."""


@dataclass(frozen=True)
class Literals:
    """Literals of a program, each once, in the order of its text."""

    integers: tuple[int, ...] = ()
    """Each with its negative, small ones with their neighbours as well: a comparison with 7 tells 6
    from 8."""

    strings: tuple[str, ...] = ()
    """For a separator, also two letters with it between them."""

    def __contains__(self, value: object) -> bool:
        return value in self.integers or value in self.strings


NO_LITERALS: Final = Literals()


def literals_of(texts: Iterable[str], *, is_python: bool = False) -> Literals:
    """Return the literals of program texts in whatever language.

    A text in Python stands for large integers, too: its language has them, and most have not.
    """
    integers: dict[int, None] = {}
    strings: dict[str, None] = {}
    separators: dict[str, None] = {}
    for text in texts:
        for match in _LITERAL.finditer(text):
            if match["number"] is not None or match["limit"]:
                integers.setdefault(_integer(match))
            elif match["separator"] or match["lines"]:
                separators.setdefault(match["separator"] or "\n")
            elif 0 < len(match["text"]) <= LONGEST:
                strings.setdefault(match["text"])
    some = [n for n in integers if n <= WORD][:MOST]
    near = dict.fromkeys(each for n in some for each in _with_neighbours(n))
    joined = (each for s in [*separators][:SEPARATORS] for each in (s, f"a{s}b"))
    near |= dict.fromkeys(LARGE if is_python else ())
    return Literals(tuple(near), (*tuple(strings)[:MOST], *joined))


def _integer(match: re.Match[str]) -> int:
    """Return the integer that a literal stands for, such as ``1 << 20``, or ``INT_MAX``."""
    if match["limit"]:
        return WORD - 1 if match["end"] == "MAX" else WORD
    digits = match["number"]
    number = int(digits, 16) if digits[:2].lower() == "0x" else int(digits.replace("_", ""))
    exponent = int(match["exponent"] or 0)
    if match["operator"] == "<<":
        return int(number << exponent)
    return int(min(number, WORD + 1) ** exponent) if match["operator"] else number


def _with_neighbours(number: int) -> Iterator[int]:
    """Yield a number, its negative, and their neighbours if it is small; what 32 bits hold."""
    yield from (each for each in (number, -number) if each < WORD)
    if number <= SMALL:
        yield from (number - 1, number + 1)
