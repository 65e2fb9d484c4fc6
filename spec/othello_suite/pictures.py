"""Pictures: boards of any size, as text for a terminal and as SVG for pages.

Squares may be marked, such as those on which two boards differ, and the last move is pointed out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from itertools import zip_longest
from string import ascii_lowercase
from typing import Final

from othello_spec.board import BLACK, EMPTY, WHITE, Cell, Square
from othello_spec.records.diagrams import LETTERS

Position = Mapping[Square, Cell]
"""The content of each square of a board of any size."""

_GAP: Final = "    "


def diagram(board: Position, marked: Collection[Square] = ()) -> list[str]:
    """Return the board as lines: column letters, then a line a row; a marked square is ``[B]``."""
    rows, columns = _size(board)
    margin = len(str(rows))
    lines = [" " * margin + "".join(f" {ascii_lowercase[c]}" for c in range(columns))]
    for r in range(rows):
        cells = [LETTERS[board[Square(r, c)]] for c in range(columns)]
        marks = [Square(r, c) in marked for c in range(columns)]
        between = (
            "|" if left and right else "]" if left else "[" if right else " "
            for left, right in zip((False, *marks), (*marks, False), strict=True)
        )
        row = "".join(edge + cell for edge, cell in zip_longest(between, cells, fillvalue=""))
        lines.append(str(r + 1).rjust(margin) + row.rstrip())
    return lines


def side_by_side(pictures: Sequence[tuple[str, Position, Collection[Square]]]) -> list[str]:
    """Return boards next to one another, each under its heading, with its marked squares."""
    blocks = []
    for heading, board, marked in pictures:
        lines = diagram(board, marked)
        indent = " " * (lines[1].index("1") + 2)
        blocks.append([indent + heading, *lines])
    widths = [max(map(len, block)) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return [
        _GAP.join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


# -- SVG -------------------------------------------------------------------------------------------

_SIDE, _FRAME, _EDGE = 40, 26, 8
"""Pixels: a side of a square, the frame with the coordinates, the frame without."""

_FELT, _LINE, _INK, _MARK, _LAST = "#2f855a", "#1b5e3b", "#eaf5ee", "#ffd54f", "#e53935"
_DISCS = {BLACK: ("#15171a", "#000"), WHITE: ("#fafaf5", "#8d9a92")}
"""The colours of each disc and of its edge."""


def svg(
    board: Position,
    marks: Collection[Square] = (),
    last: Square | None = None,
    title: str = "Othello board",
) -> str:
    """Return the board as an SVG image that stands by itself, on a light page and on a dark one.

    The squares in ``marks`` are framed, a dot marks the disc of the ``last`` move. A screen reader
    reads the title and a description of the position.
    """
    rows, columns = _size(board)
    width, height = (_FRAME + number * _SIDE + _EDGE for number in (columns, rows))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="othello-board" role="img"'
        f' viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(description(board, marks, last))}</desc>",
        f'<rect width="{width}" height="{height}" rx="6" fill="{_LINE}"/>',
        *_coordinates(rows, columns),
        *_squares(board, marks, last),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def description(board: Position, marks: Collection[Square] = (), last: Square | None = None) -> str:
    """Describe the picture: ``Black: d5, e4. White: d4, e5. Marked: d3.``"""
    sentences = []
    for cell in (BLACK, WHITE):
        squares = [_name(square) for square in sorted(board) if board[square] == cell]
        sentences.append(f"{cell.name.title()}: {', '.join(squares) or 'no disc'}.")
    if marks:
        sentences.append(f"Marked: {', '.join(map(_name, sorted(marks)))}.")
    if last is not None:
        sentences.append(f"Last move: {_name(last)}.")
    return " ".join(sentences)


def _coordinates(rows: int, columns: int) -> Iterator[str]:
    yield f'<g fill="{_INK}" font-family="sans-serif" font-size="14" text-anchor="middle">'
    for c in range(columns):
        x = _FRAME + c * _SIDE + _SIDE // 2
        yield f'<text x="{x}" y="{_FRAME - 8}">{ascii_lowercase[c]}</text>'
    for r in range(rows):
        y = _FRAME + r * _SIDE + _SIDE // 2 + 5
        yield f'<text x="{_FRAME // 2}" y="{y}">{r + 1}</text>'
    yield "</g>"


def _squares(board: Position, marks: Collection[Square], last: Square | None) -> Iterator[str]:
    corners = {s: (_FRAME + s.col * _SIDE, _FRAME + s.row * _SIDE) for s in sorted(board)}
    yield f'<g fill="{_FELT}" stroke="{_LINE}" stroke-width="1.5">'
    for x, y in corners.values():
        yield f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}"/>'
    yield "</g>"
    for square, (x, y) in corners.items():
        centre = f'cx="{x + _SIDE // 2}" cy="{y + _SIDE // 2}"'
        if board[square] != EMPTY:
            fill, edge = _DISCS[board[square]]
            yield f'<circle {centre} r="{_SIDE * 0.4:g}" fill="{fill}" stroke="{edge}"/>'
        if square == last:
            yield f'<circle {centre} r="4" fill="{_LAST}"/>'
        if square in marks:
            inner = f'x="{x + 2}" y="{y + 2}" width="{_SIDE - 4}" height="{_SIDE - 4}"'
            yield f'<rect {inner} rx="4" fill="none" stroke="{_MARK}" stroke-width="3"/>'


def _size(board: Position) -> tuple[int, int]:
    """Return the number of rows and of columns."""
    return max(s.row for s in board) + 1, max(s.col for s in board) + 1


def _name(square: Square) -> str:
    return f"{ascii_lowercase[square.col]}{square.row + 1}"
