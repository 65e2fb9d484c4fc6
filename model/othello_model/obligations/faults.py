"""Faults: a call that does not do what it owes, with boards to look at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from modspec.readings.run import Call
from modspec.readings.violation_text import differing, message
from othello_spec.board import SQUARES, Board, Player, Square
from othello_spec.pictures import side_by_side


@dataclass(frozen=True)
class Fault:
    """A call that does not do what it owes."""

    call: Call
    board: Board
    """What each square held before the call."""

    player: Player
    """Whose turn it was, or whom the call is about."""

    expected: Any
    got: Any
    """What the clause says and what came of the call: an output, an exception, or a state variable."""

    clause: str = ""
    """The clause that the call does not keep, as mathematics."""

    after: Board | None = None
    """What each square holds after the call, if that is another board."""


def drawn(fault: Fault) -> Iterator[str]:
    """The fault as lines of text: the call and its clause, and the boards."""
    expected, got = differing(fault.expected, fault.got)
    entries = {"clause": fault.clause, "expected": expected, "got": got}
    headline = f"{fault.call}, {fault.player.name.title()} to move"
    yield from message(headline, {k: v for k, v in entries.items() if v}).splitlines()
    yield from ("  " + line for line in side_by_side(list(_boards(fault))))


def _boards(fault: Fault) -> Iterator[tuple[str, Board, Collection[Square]]]:
    square = Square(*fault.call.arguments[:2]) if len(fault.call.arguments) > 1 else None
    yield "before", fault.board, [square] if square in SQUARES else []
    expected = fault.expected if _is_board(fault.expected) else None
    if expected is not None:
        yield "expected", expected, []
    after = fault.got if _is_board(fault.got) else fault.after
    if after is not None:
        rest = fault.board if expected is None else expected
        yield "got", after, [s for s in sorted(SQUARES) if after[s] != rest[s]]


def _is_board(value: Any) -> bool:
    return isinstance(value, Mapping) and set(value) == SQUARES
