"""Streams: how wide the terminal is, and what a stream writes that cannot show a character.

Every command prints through the same two streams, so that no place that prints has to know of this.
"""

from __future__ import annotations

import codecs
import io
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable
from typing import Final, TextIO

USUAL_WIDTH: Final = 80
"""Columns of what is no terminal."""

LEAST_WIDTH: Final = 60
"""Columns that every report has at least."""

MOST_WIDTH: Final = 100
"""Columns beyond which lines are hard to read."""

_MOST_GROWTH: Final = 20
"""Columns by which a line grows at most, as far as can be helped, when it is spelled in ASCII."""

_SPELLINGS: Final = {
    "✗": "x",
    "✓": "+",
    "→": "->",
    "⇒": "=>",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "⇧": "^",
    "⇩": "v",
    "⇦": "<",
    "⇨": ">",
    "≠": "/=",
    "≤": "<=",
    "≥": ">=",
    "≡": "==",
    "∧": "and",
    "∨": "or",
    "¬": "not ",
    "∀": "forall",
    "∃": "exists",
    "∈": "in",
    "∉": "not in",
    "∪": "union",
    "∩": "intersection",
    "∅": "{}",
    "⊆": "subset",
    "⊂": "proper subset",
    "⊇": "superset",
    "⊃": "proper superset",
    "⊕": "(+)",
    "↦": "->",
    "√": "sqrt",
    "×": "x",
    "·": ".",
    "λ": "lambda",
    "⟨": "<",
    "⟩": ">",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "─": "-",
    "━": "-",
    "│": "|",
    "├": "|",
    "└": "`",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
}
"""What stands for a character where only ASCII is shown."""

_HANDLER: Final = "modlab.ascii"
"""The name under which Python finds :func:`_spell_what_fails`."""

_CODEC: Final = "modlab_ascii"
"""The name under which Python finds the encoding that spells all in ASCII.

An encoding that is called ``ascii`` will not do: click takes it for a mistake, and writes UTF-8.
"""


def spell_in_ascii(text: str) -> str:
    """Return the text in ASCII; a character that has no spelling becomes ``?``."""
    return "".join(each if each.isascii() else _spelling(each) for each in text)


def _spelling(character: str) -> str:
    if character in _SPELLINGS:
        return _SPELLINGS[character]
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode("ascii")
    return plain or "?"


def _spell_what_fails(error: UnicodeError) -> tuple[str, int]:
    """Return the spelling of the characters that an encoding lacks, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return spell_in_ascii(error.object[error.start : error.end]), error.end


class _Speller(codecs.IncrementalEncoder):
    """Writes what it is given in ASCII."""

    def encode(self, input: str, final: bool = False) -> bytes:  # noqa: A002  # the name is Python's
        """Return the spelling of a text."""
        del final
        return spell_in_ascii(input).encode("ascii")


def _find_codec(name: str) -> codecs.CodecInfo | None:
    """Return the encoding that spells all in ASCII, if this is its name."""
    if name != _CODEC:
        return None
    plain = codecs.lookup("ascii")

    def encode(text: str, errors: str = "strict") -> tuple[bytes, int]:
        del errors
        return spell_in_ascii(text).encode("ascii"), len(text)

    return codecs.CodecInfo(
        encode,
        plain.decode,
        incrementalencoder=_Speller,
        incrementaldecoder=plain.incrementaldecoder,
        name=_CODEC,
    )


codecs.register_error(_HANDLER, _spell_what_fails)
codecs.register(_find_codec)


def prepare_streams(is_ascii: bool = False) -> None:
    """Have the standard streams spell what their encoding lacks; or all, with ``is_ascii``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_plain = is_ascii or codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=_CODEC if is_plain else stream.encoding, errors=_HANDLER)


def is_ascii(stream: TextIO) -> bool:
    """Whether a stream spells everything in ASCII; see :func:`prepare_streams`."""
    return stream.encoding == _CODEC


def width_of(stream: TextIO) -> int:
    """Return how many columns a report on a stream has, from 60 to 100; 80 if it is no terminal."""
    if not stream.isatty():
        return USUAL_WIDTH
    columns = shutil.get_terminal_size((USUAL_WIDTH, 0)).columns
    return min(max(columns, LEAST_WIDTH), MOST_WIDTH)


def lay_out(render: Callable[[int], str], stream: TextIO) -> str:
    """Return a text for the width of a stream.

    Where some characters are spelled in ASCII, lines grow. The text is then rendered for fewer
    columns, until every line fits.
    """
    width = width_of(stream)
    if not is_ascii(stream):
        return render(width)
    texts = map(render, range(width, width - _MOST_GROWTH, -1))
    return next((text for text in texts if _fits(spell_in_ascii(text), width)), render(width))


def _fits(text: str, width: int) -> bool:
    return all(len(line) <= width for line in text.split("\n"))


def wrap_lines(text: str, stream: TextIO) -> str:
    """Return a text in which no line is wider than the terminal, as far as there are spaces.

    What is no terminal, such as a file or a pipe, gets the lines as they are: programs read them.
    """
    if not stream.isatty():
        return text
    return "\n".join(_wrap_line(line, width_of(stream)) for line in text.split("\n"))


def _wrap_line(line: str, width: int) -> str:
    """Return a line in parts; those after the first are indented by two columns more."""
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line.strip(),
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
