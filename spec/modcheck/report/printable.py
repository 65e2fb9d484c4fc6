"""What can be written: text without the characters that files of text, XML and HTML cannot have, or had better not."""

from __future__ import annotations

import re
from typing import Final

_FORBIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, but for tabs and ends of lines
    "\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns round the direction of the words around it
    "\ud800-\udfff\ufffe\uffff]"  # what is no character
)


def printable(text: str) -> str:
    """The text with a mark in place of every character that cannot be written."""
    return _FORBIDDEN.sub("\ufffd", text)
