"""The rows and columns to try: all of the board, and some beyond each of its edges.

A row of -1 is the classic: languages that count from the end of a list take it for the last one.
"""

from __future__ import annotations

from typing import Final

from modspec.domains import Domains
from othello_spec.board import SIZE

LINES: Final = tuple(range(SIZE))
"""The rows, and the columns, of the board."""

BEYOND: Final = (-SIZE, -2, -1, SIZE, SIZE + 1)
"""Rows and columns off the board: near, and where a list that is read from its end still has elements."""

DOMAINS: Final = Domains({"row": (*LINES, *BEYOND), "col": (*LINES, *BEYOND)})
"""What to try for each parameter of Othello's access programs."""
