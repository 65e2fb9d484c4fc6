"""Screen: lines that fit the terminal, in the colours that it has."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TextIO

from modcheck.report.text import colour, has_colours
from modlab.streams import USUAL_WIDTH, is_ascii, spell_in_ascii, width_of

_INDENT: Final = "    "
"""What begins the rest of a long line; two blanks would make its first word a field's name."""


@dataclass(frozen=True)
class Screen:
    """What a terminal, or whatever stands in its place, can show."""

    width: int = USUAL_WIDTH
    has_colours: bool = False
    is_ascii: bool = False
    """Whether everything is spelled in ASCII, which may be longer."""

    def text(self, lines: Iterable[str]) -> str:
        """Return lines as text for this screen."""
        spelled = map(spell_in_ascii, lines) if self.is_ascii else lines
        shown = "\n".join(piece for line in spelled for piece in self._fit(line))
        return colour(shown) if self.has_colours else shown

    def _fit(self, line: str) -> Iterator[str]:
        """Yield the pieces of a line that is too long, with a label at the right on the last."""
        if len(line) <= self.width:
            yield line
            return
        margin = line[: len(line) - len(line.lstrip())]
        head, gap, label = line.rpartition("  ")
        text, label = (head.strip(), label) if gap and label[:1] == "[" else (line.strip(), "")
        pieces = textwrap.wrap(
            text,
            self.width,
            initial_indent=margin,
            subsequent_indent=margin + _INDENT,
            break_on_hyphens=False,
            break_long_words=False,
        )
        if label and len(pieces[-1]) + len(label) < self.width:
            pieces[-1] += label.rjust(self.width - len(pieces[-1]))
        elif label:
            pieces.append(label.rjust(self.width))
        yield from pieces


def screen_of(stream: TextIO, environment: Mapping[str, str]) -> Screen:
    """Return the screen of a stream."""
    return Screen(width_of(stream), has_colours(stream, environment), is_ascii(stream))
