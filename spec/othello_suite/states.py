"""States: what the states of Othello's modules have in common, and the times that calls give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from modspec.run.machine import Call
from modspec.syntax.values import State
from othello_spec.board import Board, Player
from othello_spec.match import Match
from othello_spec.othello import Game
from othello_spec.passing import Passing

Part = TypeVar("Part", bound=State)

TIME_ARGUMENT: Final[Mapping[str, int]] = {
    "init": 1, "begin": 0, "move": 2, "start": 1, "stop": 0, "time_left": 1,
    "is_out_of_time": 1, "over": 0, "ended_by": 0, "winner": 0,
}  # fmt: skip
"""The argument that is the time, by access program; some calls have fewer arguments."""


def part_of(state: State | None, kind: type[Part]) -> Part | None:
    """Return the part of a state that is of a kind: the state itself, or a part of a match."""
    parts: tuple[State | None, ...] = (state,)
    if isinstance(state, Match):
        parts = (state.game, state.handicap, state.supply, state.clock)
    return next((part for part in parts if isinstance(part, kind)), None)


def board_of(state: State | None) -> Board | None:
    """Return the board of a state, if it has one."""
    game = part_of(state, Game) or part_of(state, Passing)
    return game.board if game else None


def turn_of(state: State | None) -> Player | None:
    """Return the player whose turn it is in a state, if the state says so."""
    game = part_of(state, Game) or part_of(state, Passing)
    return game.turn if game else None


def time_of(call: Call) -> int | None:
    """Return the time that a call gives, in milliseconds, if it gives one."""
    number = TIME_ARGUMENT.get(call.routine, len(call.arguments))
    return call.arguments[number] if number < len(call.arguments) else None
