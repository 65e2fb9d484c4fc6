"""Faults: a call that does not do what it owes, with boards to look at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from modspec.contract.contract import format_difference, format_message, format_value
from modspec.run.machine import Call
from modspec.syntax.values import State
from othello_spec.board import SQUARES, Board, Square
from othello_suite.pictures import side_by_side


@dataclass(frozen=True)
class ObligationFault:
    """A call that does not do what it owes."""

    call: Call
    before: State
    """The specification's state that the call was made in."""

    expected: Any
    got: Any
    """What the clause says and what came of the call: an output, an exception, or a state variable."""

    clause: str = ""
    """The clause that the call does not keep, as mathematics."""

    after: State | None = None
    """The specification's state after the call."""


def drawn(fault: ObligationFault) -> Iterator[str]:
    """The fault as lines of text: the call and its clause, the state, and the boards."""
    expected, got = format_difference(_told(fault.expected), _told(fault.got))
    known = dict(_variables(fault.before))
    turn, board = known.pop("turn", None), known.pop("board", None)
    entries = {"clause": fault.clause, "expected": expected, "got": got}
    entries["before"] = "\n".join(f"{name} = {format_value(v)}" for name, v in known.items())
    headline = str(fault.call) if turn is None else f"{fault.call}, {turn.name.title()} to move"
    yield from format_message(headline, {k: v for k, v in entries.items() if v}).splitlines()
    if board is not None:
        yield from ("  " + line for line in side_by_side(list(_boards(fault, board))))


def _boards(
    fault: ObligationFault, before: Board
) -> Iterator[tuple[str, Board, Collection[Square]]]:
    square = Square(*fault.call.arguments[:2]) if len(fault.call.arguments) > 1 else None
    yield "before", before, [square] if square in SQUARES else []
    expected = _board(fault.expected)
    if expected is not None:
        yield "expected", expected, []
    after = _board(fault.got) or (_board(fault.after) if fault.after else None)
    if after is not None and (expected is not None or after != before):
        rest = before if expected is None else expected
        yield "got", after, [s for s in sorted(SQUARES) if after[s] != rest[s]]


def _variables(state: State) -> Iterator[tuple[str, Any]]:
    """The state variables, those of the parts of a state among them, in their order."""
    for name in state.variables:
        value = getattr(state, name)
        if isinstance(value, State):
            yield from _variables(value)
        else:
            yield name, value


def _told(value: Any) -> Any:
    """A state by its variables, the board apart, which is drawn; any other value as it is."""
    if not isinstance(value, State):
        return value
    return {name: each for name, each in _variables(value) if name != "board"}


def _board(value: Any) -> Board | None:
    """The board that a value is, or that a state has."""
    if isinstance(value, State):
        return dict(_variables(value)).get("board")
    return value if isinstance(value, Mapping) and set(value) == SQUARES else None
