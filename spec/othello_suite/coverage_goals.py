"""Coverage goals: what rarely happens in a game, and how to tell from a step that it did.

A goal asks the specification that runs about a state, so it works on a board of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from modcheck.testing.runner import EventPredicate
from modcheck.testing.trace import Purpose, TraceStep
from modspec.run.instance import Instance
from modspec.syntax.values import State
from othello_spec.board import BLACK, CORNERS, EMPTY, WHITE, Cell, Player
from othello_spec.clock import NOBODY, UNLIMITED, Clock
from othello_spec.handicap import Handicap
from othello_spec.lines import opponent
from othello_spec.match import Match
from othello_spec.othello import Game
from othello_spec.passing import Passing
from othello_spec.supply import Supply
from othello_suite.states import board_of, part_of, time_of, turn_of

Transition = Callable[[Instance, State, State], bool]
"""Whether something happens between the states before and after a transition."""


def _on_transition(happens: Transition) -> EventPredicate:
    """Return the goal that something happens in a transition that does not begin a game."""

    def goal(instance: Instance, step: TraceStep) -> bool:
        after = step.expected.state
        if step.purpose is not Purpose.COMMAND or step.before is None or after is None:
            return False
        return happens(instance, step.before, after)

    return goal


def _on_move(happens: Transition) -> EventPredicate:
    """Return the goal that something happens as a move places a disc."""

    def with_a_disc_more(instance: Instance, before: State, after: State) -> bool:
        if isinstance(before, Match) and not before.begun:  # corners are granted until then
            return False
        return _count(before, EMPTY) == _count(after, EMPTY) + 1 and happens(
            instance, before, after
        )

    return _on_transition(with_a_disc_more)


# -- on the board ----------------------------------------------------------------------------------


def _count(state: State, content: Cell) -> int:
    return list((board_of(state) or {}).values()).count(content)


def _can_move(instance: Instance, state: State, player: Player) -> bool:
    able: bool = instance.function("othello_spec.lines", "can_move")(board_of(state), player)
    return able


def _is_over(instance: Instance, state: State) -> bool:
    board, turn = board_of(state), turn_of(state)
    assert board is not None
    assert turn is not None
    over: bool = instance.function("othello_spec.othello", "game_over")(
        Game(board=board, turn=turn)
    )
    return over


def _forfeit(player: Player) -> EventPredicate:
    """Return the goal that the opponent has moved, the player cannot, and the opponent can."""
    return _on_move(
        lambda instance, before, after: (
            turn_of(before) == opponent(player)
            and not _can_move(instance, after, player)
            and _can_move(instance, after, opponent(player))
        )
    )


NARROW: Final = 2
"""Discs by which a win is narrow: no smaller lead is possible on a full board."""

_GAME: Final[Mapping[str, EventPredicate]] = {
    "a forfeit by Black": _forfeit(BLACK),
    "a forfeit by White": _forfeit(WHITE),
    "an end before the board is full": _on_move(
        lambda instance, _, after: _count(after, EMPTY) > 0 and _is_over(instance, after)
    ),
    "an end on a full board": _on_move(lambda _, before, after: _count(after, EMPTY) == 0),
    "a wipe-out": _on_move(
        lambda _, before, after: 0 in (_count(after, BLACK), _count(after, WHITE))
    ),
    "a narrow win": _on_move(
        lambda instance, _, after: (
            0 < abs(_count(after, BLACK) - _count(after, WHITE)) <= NARROW
            and _is_over(instance, after)
        )
    ),
    "a tie": _on_move(
        lambda instance, _, after: (
            _count(after, BLACK) == _count(after, WHITE) and _is_over(instance, after)
        )
    ),
}


# -- passes, discs, corners ------------------------------------------------------------------------


def _pass(player: Player) -> EventPredicate:
    return _on_transition(
        lambda _, before, after: (
            isinstance(before, Passing)
            and before.turn == player
            and board_of(after) == before.board
        )
    )


def _discs_left(state: State) -> Mapping[Player, int]:
    supply = part_of(state, Supply)
    assert supply is not None
    return supply.left


def _gift(player: Player) -> EventPredicate:
    """Return the goal that the player has no disc left and takes one of the opponent's."""

    def happens(_: Instance, before: State, after: State) -> bool:
        left, left_after, giver = _discs_left(before), _discs_left(after), opponent(player)
        takes = not isinstance(before, Match) or before.game.turn == player
        return left[player] == 0 == left_after[player] and left_after[giver] < left[giver] and takes

    return _on_transition(happens)


def _corners_granted(state: State) -> int:
    handicap = part_of(state, Handicap)
    assert handicap is not None
    return sum(handicap.granted.values())


_SUPPLY: Final[Mapping[str, EventPredicate]] = {
    "a disc given to Black": _gift(BLACK),
    "a disc given to White": _gift(WHITE),
    "the last disc taken": _on_transition(
        lambda _, before, after: (
            any(_discs_left(before).values()) and not any(_discs_left(after).values())
        )
    ),
}

_HANDICAP: Final[Mapping[str, EventPredicate]] = {
    "four corners granted": _on_transition(
        lambda _, before, after: _corners_granted(before) < _corners_granted(after) == len(CORNERS)
    )
}


# -- times -----------------------------------------------------------------------------------------

_TIMED: Final = ("move", "stop", "over", "winner", "is_out_of_time", "time_left")
"""The calls that are made while a clock may run out."""


def _time_left(step: TraceStep) -> int | None:
    """Return the milliseconds that the running clock has left at the time of a call.

    They are negative when the time is over. None if no clock runs, or one without a limit, or the
    call gives no time.
    """
    clock, now = part_of(step.before, Clock), time_of(step.call)
    if clock is None or step.call.routine not in _TIMED or step.expected.exception:
        return None
    if now is None or clock.running == NOBODY or clock.limit == UNLIMITED:
        return None
    return clock.limit - clock.used[clock.running] - (now - clock.latest)


def _loss_on_time(player: Player) -> EventPredicate:
    """Return the goal that a clock has run out as a call asks for the winner or ends the turn."""

    def goal(_: Instance, step: TraceStep) -> bool:
        left, clock = _time_left(step), part_of(step.before, Clock)
        has_run_out = left is not None and left <= 0 and step.call.routine in ("winner", "stop")
        return has_run_out and clock is not None and clock.running == player

    return goal


_CLOCK: Final[Mapping[str, EventPredicate]] = {
    "a loss on time by Black": _loss_on_time(BLACK),
    "a loss on time by White": _loss_on_time(WHITE),
    "a turn completed in the last millisecond": (
        lambda _, step: step.purpose is Purpose.COMMAND and _time_left(step) == 1
    ),
    "a question at the exact limit": lambda _, step: _time_left(step) == 0,
}

GOALS: Final[Mapping[str, Mapping[str, EventPredicate]]] = {
    "othello": _GAME,
    "passing": {**_GAME, "a pass by Black": _pass(BLACK), "a pass by White": _pass(WHITE)},
    "supply": _SUPPLY,
    "handicap": _HANDICAP,
    "clock": _CLOCK,
    "match": {**_GAME, **_HANDICAP, **_SUPPLY, **_CLOCK},
}
"""The coverage goals of each module, by name; a verdict counts how often each was met."""

NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "count": ("an end before the board is full", "an end on a full board"),
    "draw": ("a tie",),
    "majority": ("a narrow win",),
    "forfeit": ("a forfeit by Black", "a forfeit by White"),
    "game-over": ("an end before the board is full",),
    "status-over": ("an end before the board is full",),
}
"""The goals that show whether a program keeps a rule; elsewhere a wrong program looks right."""
