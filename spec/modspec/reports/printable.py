"""What can be written: text without the characters that files of text, XML and HTML cannot have."""

from __future__ import annotations

import re
from typing import Final

_FORBIDDEN: Final = re.compile(r"[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML has no way to write, and control characters that it had better not have."""


def printable(text: str) -> str:
    """The text with a mark in place of every character that cannot be written."""
    return _FORBIDDEN.sub("\ufffd", text)
