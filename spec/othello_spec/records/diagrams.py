"""Diagrams: boards drawn with letters.

A diagram is rows of letters, one a line, perhaps between column letters and row numbers; or a frame
of plus signs, dashes and bars, as the sources draw it. Empty squares are ``.`` or ``-``, black
discs ``B``, ``X`` or ``*``, white ones ``W`` or ``O``; in a frame an empty square is blank, and
arrows are notes.
"""

from __future__ import annotations

import re
from string import ascii_lowercase, digits
from typing import Final

from othello_spec.board import BLACK, EMPTY, SIZE, WHITE, Board, Cell, Square
from othello_spec.records.malformed import Malformed, quote
from othello_spec.records.squares import check_size, name

LETTERS: Final = {EMPTY: ".", BLACK: "B", WHITE: "W"}
"""The letter of each content of a square in a diagram."""

CELLS: Final[dict[str, Cell]] = {
    **dict.fromkeys(".-", EMPTY),
    **dict.fromkeys("BbXx*", BLACK),
    **dict.fromkeys("WwOo", WHITE),
}
"""The content of a square for each letter that is read."""

_RIGHT: Final = "write . for an empty square, B for a black disc, W for a white one"

_BORDER: Final = re.compile(r"\s*[+*]-+\+")
_ARROWS: Final = dict.fromkeys(map(ord, "⇧⇩⇦⇨←↑→↓"), " ")


def read_board(text: str, size: int = SIZE) -> Board:
    """Return the board of a diagram. Malformed names the row and the square that are wrong.

    Blank lines do not count, nor, in a frame, text to the right of it.
    """
    check_size(size)
    lines = [line.translate(_ARROWS) for line in text.splitlines()]
    is_framed = any(map(_BORDER.match, lines))
    rows = [
        line
        for line in lines
        if line.strip() and not _is_edge(line, size) and (not is_framed or "|" in line)
    ]
    if len(rows) != size:
        raise Malformed(f"a board has {size} rows; the diagram has {len(rows)}")
    board = {}
    for r, line in enumerate(rows):
        number, letters = _of_frame(line) if is_framed else _of_row(line)
        if number and number != str(r + 1):
            raise Malformed(f"row {r + 1} of the diagram is numbered {quote(number)}")
        if len(letters) != size:
            raise Malformed(
                f"row {r + 1} of the diagram has {len(letters)} squares", f"a board has {size}"
            )
        for c, letter in enumerate(letters):
            if letter not in CELLS:
                where = name(Square(r, c), size)
                raise Malformed(f"{quote(letter)} on {where} of the diagram", _RIGHT)
            board[Square(r, c)] = CELLS[letter]
    return board


def board_rows(board: Board) -> str:
    """Return the board as rows of letters, one a line."""
    size = _size(board)
    rows = ("".join(LETTERS[board[Square(r, c)]] for c in range(size)) for r in range(size))
    return "\n".join(rows) + "\n"


def draw_frame(board: Board) -> str:
    """Return the board in a frame, as the sources draw it."""
    size = _size(board)
    letters = {**LETTERS, EMPTY: " "}
    border = "+---" * size + "+\n"
    rows = (
        "".join(f"| {letters[board[Square(r, c)]]} " for c in range(size)) + f"| {r + 1}\n"
        for r in range(size)
    )
    below = "".join(f"  {letter} " for letter in ascii_lowercase[:size]).rstrip() + "\n"
    return border + "".join(row + border for row in rows) + below


def _is_edge(line: str, size: int) -> bool:
    """Whether a line is a border, or has the column letters."""
    return bool(_BORDER.match(line)) or "".join(line.split()).lower() == ascii_lowercase[:size]


def _of_row(line: str) -> tuple[str, list[str]]:
    """Return the number of a row, if it has one, and its letters, without marks around squares."""
    text = line.strip()
    after_left = text.lstrip(digits)
    cells = after_left.rstrip(digits)
    number = text.removesuffix(after_left) or after_left.removeprefix(cells)
    return number, re.findall(r"[^\s\[\]|]", cells)


def _of_frame(line: str) -> tuple[str, list[str]]:
    """Return the number of a row in a frame, if it has one, and its letters."""
    _, *cells, right = line.split("|")
    number = re.match(r"\s*([0-9]+)\b", right, re.ASCII)
    return number[1] if number else "", [cell.strip() or "." for cell in cells]


def _size(board: Board) -> int:
    return max(square.row for square in board) + 1
