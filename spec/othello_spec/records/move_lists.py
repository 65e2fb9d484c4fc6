"""Move lists: the moves of a game, as people write them.

``f5d6c3``, ``F5 D6 C3``, ``f5, d6, c3``, ``f5-d6-c3`` and ``1. f5 2. d6 3. c3`` are the same. A
pass may be written, ``--``, ``pass``, ``pa``, ``ps`` or ``@@``, or left out, since the rules say
where it is forced.
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
"""An element of a move list: the square of a move, or a pass."""

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
    """Return the moves and passes of a move list. Malformed names the ply that is wrong.

    Numbers before moves have to be right: counted with passes or without, or in pairs.
    """
    check_size(size)
    return tuple(_plies(text, size))


def moves(text: str, size: int = SIZE) -> tuple[Square, ...]:
    """Return the squares of a move list without passes. Malformed names the ply that is wrong."""
    result = []
    for number, ply in enumerate(plies(text, size), start=1):
        if ply is PASS:
            raise Malformed("a pass, where only squares are asked for", "leave it out", ply=number)
        result.append(ply)
    return tuple(result)


def move_list(plies: Iterable[Ply], size: int = SIZE) -> str:
    """Return the normal form of a move list: ``f5 d6 c3``, a pass as ``--``."""
    return " ".join(ply_text(ply, size) for ply in plies)


def ply_text(ply: Ply, size: int = SIZE) -> str:
    """Return a move or a pass as it stands in a move list."""
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
