"""Played: calls in the states of games that were played.

Where something is taken for granted of a board, a counterexample may be about a board that there is none of.
Then one is looked for among these, which Python can make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final

from modspec.run.branchless import Word
from modspec.run.machine import Call
from modspec.syntax.module import Function
from othello_proofs.obligations.objects import Object, Parts
from othello_spec.board import BLACK, EMPTY, SIZE, WHITE, Cell
from othello_spec.clock import LONGEST, SHORTEST
from othello_suite.scenarios import scenarios

_NOTHING: Final[dict[type, Any]] = {Word: Word(0), int: 0, bool: False, Cell: BLACK}
"""Parts of a state that nobody depends on: an initialiser is called in it."""

_LINES: Final = (-1, 0, 2, 3, SIZE - 1, SIZE)
"""Rows and columns that are asked about."""


def played(of: Object, routine: Function, make: Callable[[Call, Parts], Parts]) -> Iterator[Parts]:
    """Calls of an access program along the landmarks, short ones first: the parts of a state, and arguments.

    First come those that were made, then some that might have been. ``make`` makes a call and gives the parts of
    the state after it.
    """
    states: list[Parts] = []
    for history in sorted(scenarios(of.name).values(), key=len):
        parts: Parts = tuple(
            EMPTY if name == "running" else _NOTHING[kind] for name, kind in of.parts.items()
        )
        for call in history:
            if call.routine == routine.name:
                yield *parts, *call.arguments
            parts = make(call, parts)
            states.append(parts)
    for parts in states:
        yield from _asked(of, routine, parts)


def _asked(of: Object, routine: Function, parts: Parts) -> Iterator[Parts]:
    """Calls in one state, with some of the arguments that there may be."""
    latest = dict(zip(of.parts, parts, strict=True)).get("latest", 0)
    values: dict[str, tuple[Any, ...]] = {
        "player": (BLACK, WHITE),
        "row": _LINES,
        "col": _LINES,
        "now": (latest - 1, latest, latest + SHORTEST, latest + LONGEST),
        "allowed": (0, 1, SHORTEST),
    }
    for arguments in product(*(values[p.name] for p in routine.parameters)):
        yield *parts, *arguments
