"""Colours: a report in the terminal, with what matters standing out.

Nothing but colour is added: without it, the text is the same. Nothing is coloured where nobody would see it, or where
somebody has asked for none, by the usual variable ``NO_COLOR``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TextIO

_GREEN, _RED, _YELLOW, _BOLD, _DIM = "32;1", "31;1", "33;1", "1", "2"

_PATTERNS: Final = (
    (re.compile(r"^✓", re.M), _GREEN),
    (re.compile(r"^✗", re.M), _RED),
    (re.compile(r"^-+fault \d+ of \d+-+$", re.M), _BOLD),
    (re.compile(r"(?<=^  rule       )[a-z0-9-]+(?=:)", re.M), _BOLD),
    (re.compile(r"(?<=^  )[a-z](?:[a-z ]{0,8}[a-z])?(?= )", re.M), _DIM),
    (re.compile(r"\[[BW.](?:\|[BW.])*\]", re.M), _YELLOW),
    (re.compile(r"\[[a-z0-9-]+(?:, [a-z0-9-]+)*\]$", re.M), _DIM),
)
"""What is painted: the sign before all, headings, the id of the rule, names of fields, marked squares, labels."""


def wanted(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether colours are seen where the stream leads to, and nobody has asked for none."""
    return (
        stream.isatty()
        and not environment.get("NO_COLOR")
        and environment.get("TERM", "") not in ("", "dumb")
    )


def painted(text: str) -> str:
    """A report with colours, as escape sequences that terminals know."""
    marks: dict[int, tuple[int, str]] = {}
    taken: set[int] = set()
    for pattern, colour in _PATTERNS:
        for match in pattern.finditer(text):
            if not taken & set(range(*match.span())):
                taken |= set(range(*match.span()))
                marks[match.start()] = match.end(), colour
    parts, at = [], 0
    for start, (end, colour) in sorted(marks.items()):
        parts += [text[at:start], f"\x1b[{colour}m{text[start:end]}\x1b[0m"]
        at = end
    return "".join((*parts, text[at:]))
