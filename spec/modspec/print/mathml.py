"""MathML: the same lines as in the terminal, for a browser, without scripts or special fonts.

A line that the terminal indents to a column of an earlier line is set below that very place: the
text before the place is repeated, invisibly. Space stands exactly where the terminal has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from modspec.print.document import Face, Line, Token

Link = Callable[[Token], str | None]
"""The address that the name in a token leads to, or None."""

_NBSP = "\N{NO-BREAK SPACE}"
_SPACE = f"<mtext>{_NBSP}</mtext>"
_PIECES = re.compile(r"\s+|\w+|\.\.|:=|\|\||.")
_ELEMENTS = {Face.OPERATOR: "mo", Face.NUMBER: "mn", Face.KEYWORD: "mtext", Face.PLAIN: "mo"}


@dataclass(frozen=True)
class _Piece:
    """A word, a symbol or a stretch of space, and the column at which it starts."""

    start: int
    token: Token

    @property
    def end(self) -> int:
        return self.start + len(self.token.text)

    @property
    def is_space(self) -> bool:
        return self.token.text.isspace()


def _pieces(line: Line) -> list[_Piece]:
    pieces: list[_Piece] = []
    column = line.indent
    for token in line.tokens:
        whole = token.face not in (Face.PLAIN, Face.OPERATOR)
        texts = re.findall(r"\s+|\S(?:.*\S)?", token.text) if whole else _PIECES.findall(token.text)
        for text in texts:
            if text.isspace() and pieces and pieces[-1].is_space:
                last = pieces.pop()
                text, column = last.token.text + text, last.start
            pieces.append(_Piece(column, Token(text, token.face)))
            column += len(text)
    return pieces


class Sheet:
    """The lines of a document, to be written as MathML."""

    def __init__(self, lines: Sequence[Line]) -> None:
        """Take the lines of one document: the indent of each depends on those above it."""
        self.lines = tuple(lines)
        self._pieces = [_pieces(line) for line in self.lines]

    def row(self, number: int, link: Link | None = None) -> str:
        """Return the ``math`` element of one line, without the labels at its right."""
        content = self._indent(number) + self._until(number, None, link)
        return f'<math class="mis-formula">{content}</math>'

    def _indent(self, number: int) -> str:
        """Return space as wide as the text above it, as far as the line's indent."""
        indent = self.lines[number].indent
        for above in range(number - 1, -1, -1):
            start = self.lines[above].indent
            if start == indent:
                return self._indent(above)
            if start < indent:
                reached = max(
                    b for b in (start, *(piece.end for piece in self._pieces[above])) if b <= indent
                )
                shown = _phantom(self._indent(above) + self._until(above, reached))
                return shown + _width(indent - reached)
        return _width(indent)

    def _until(
        self, number: int, column: int | None, link: Link | None = None, start: int = 0
    ) -> str:
        """Return the pieces of a line from one column to another; None is the end."""
        result = ""
        pieces = self._pieces[number]
        for piece, following in zip(pieces, (*pieces[1:], None), strict=True):
            if piece.start < start or (column is not None and piece.end > column):
                continue
            if not piece.is_space:
                result += _element(piece.token, link)
            elif following and following.token.text == "⇒" and len(piece.token.text) > 1:
                result = self._stretch(number, piece, result)
            elif len(piece.token.text) > 1:
                result += self._lead(number, piece)
            else:
                result += _SPACE
        return result

    def _lead(self, number: int, gap: _Piece) -> str:
        """Return the space before the first operand, as wide as the operator below it."""
        for below in range(number + 1, len(self.lines)):
            if self.lines[below].indent == gap.start and any(
                piece.end == gap.end for piece in self._pieces[below]
            ):
                return _phantom(self._until(below, gap.end))
        return _SPACE * len(gap.token.text)

    def _stretch(self, number: int, gap: _Piece, before: str) -> str:
        """Return the text before a gap, as wide as the longest of the conditions in its column."""
        for other, pieces in enumerate(self._pieces):
            for space, arrow in pairwise(pieces):
                at_column = arrow.start == gap.end and arrow.token.text == "⇒"
                if at_column and len(space.token.text) == 1 and other != number:
                    shown = self._until(number, self.lines[other].indent)
                    shown += self._until(other, gap.end, start=self.lines[number].indent)
                    return f'<mpadded width="0">{before}</mpadded>{_phantom(shown)}'
        return before + _SPACE


def _element(token: Token, link: Link | None) -> str:
    name = _ELEMENTS.get(token.face, "mi")
    if name == "mo" and (token.text.isalnum() or "_" in token.text):
        name = "mn" if token.text.isdigit() else "mtext"
    text = escape(token.text.replace(" ", _NBSP))
    kind = "" if token.face is Face.PLAIN else f' class="mis-{token.face.value}"'
    address = link(token) if link else None
    if address is not None:
        return f'<mtext{kind}><a href="{escape(address)}">{text}</a></mtext>'
    if name == "mo":
        text = "\N{MINUS SIGN}" if text == "-" else text
        form = ' form="infix" lspace="0" rspace="0" stretchy="false"'
        return f"<mo{form}>{text}</mo>"
    return f"<{name}{kind}>{text}</{name}>"


def _width(columns: int) -> str:
    return f'<mspace width="{columns / 2:g}em"></mspace>' if columns else ""


def _phantom(content: str) -> str:
    return f"<mphantom>{content}</mphantom>" if content else ""
