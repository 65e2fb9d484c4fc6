"""The last lines of what a program prints, so that a verdict is not lost among the others."""

from __future__ import annotations

import io
from collections import deque
from typing import Final

_MOST: Final = 3
"""Lines that are kept."""

_LENGTH: Final = 200
"""Characters that are kept of a line."""


class LastLines(io.StringIO):
    """A stream that keeps the last lines that are written to it, and counts all."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        """The number of complete lines."""
        self.lines: deque[str] = deque(maxlen=_MOST)
        """The last lines that are not empty, each shortened."""
        self._open = ""

    def write(self, text: str, /) -> int:
        """Take what is printed."""
        *whole, self._open = (self._open + text).split("\n")
        self._open = self._open[:_LENGTH]
        self.count += len(whole)
        self.lines += [line[:_LENGTH] for line in whole if line.strip()][-_MOST:]
        return len(text)
