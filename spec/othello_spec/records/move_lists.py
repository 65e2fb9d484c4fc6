"""Move lists: the moves of a game, as people write them.

``f5d6c3``, ``F5 D6 C3``, ``f5, d6, c3``, ``f5-d6-c3`` and ``1. f5 2. d6 3. c3`` are the same. A pass may be
written, ``--``, ``pass``, ``pa``, ``ps`` or ``@@``, or left out, as the rules tell where one has to pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final, TypeAlias

from othello_spec.board import SIZE, Square
from othello_spec.records.malformed import Malformed
from othello_spec.records.squares import by_name, check_size, name, no_square


class Pass(Enum):
    """A turn on which a player places no disc."""

    PASS = "--"


PASS: Final = Pass.PASS

Ply: TypeAlias = Square | Pass
"""What a move list consists of: the square of a move, or a pass."""

_PIECE: Final = re.compile(
    r"""(?P<between> [\s,;]+ | -(?!-) )
      | (?P<pass>    -- | @@ | pass | pa | ps )
      | (?P<number>  [0-9]{1,4} ) [.):]*
      | (?P<square>  [a-z][0-9]+ )
      | (?P<other>   [^\s,;]+ )
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


def plies(text: str, size: int = SIZE) -> tuple[Ply, ...]:
    """The moves and passes of a move list in any of the forms; Malformed tells the ply that is wrong.

    Where moves are numbered, the numbers have to be theirs: counted with passes or without, or in pairs.
    """
    check_size(size)
    return tuple(_plies(text, size))


def moves(text: str, size: int = SIZE) -> tuple[Square, ...]:
    """The squares of a move list in which no pass is written; Malformed tells the ply that is wrong."""
    result = []
    for number, ply in enumerate(plies(text, size), start=1):
        if ply is PASS:
            raise Malformed("a pass, where only squares are asked for", "leave it out", ply=number)
        result.append(ply)
    return tuple(result)


def move_list(plies: Iterable[Ply], size: int = SIZE) -> str:
    """The normal form of a move list: ``f5 d6 c3``, a pass as ``--``."""
    return " ".join(ply_text(ply, size) for ply in plies)


def ply_text(ply: Ply, size: int = SIZE) -> str:
    """A move or a pass as it stands in a move list."""
    return ply.value if isinstance(ply, Pass) else name(ply, size)


def _plies(text: str, size: int) -> Iterator[Ply]:
    names = by_name(size)
    ply, placed = 1, 0
    number = ""
    for match in _PIECE.finditer(text):
        kind, piece = match.lastgroup, match[0]
        if kind == "between":
            continue
        if kind == "number":
            if number or int(match[kind]) not in (ply, placed + 1, (ply + 1) // 2):
                raise Malformed(f"numbered {piece}", f"it is move {ply}", ply=ply)
            number = piece
            continue
        if kind == "pass":
            yield PASS
        elif kind == "square" and (found := names.get(piece.lower())):
            yield found
            placed += 1
        else:
            raise no_square(piece, size, ply=ply)
        ply, number = ply + 1, ""
    if number:
        raise Malformed(f"nothing follows the number {number}", "write a square or a pass", ply=ply)
