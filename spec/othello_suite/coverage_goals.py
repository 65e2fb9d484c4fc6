"""Events: what rarely happens in a game, and how to tell that it did, so that a verdict can count it.

All that is asked of a state is asked by way of the specification that runs, whatever the size of its board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from modcheck.testing.runner import EventPredicate
from modcheck.testing.trace import Purpose, Step
from modspec.run.instance import Instance
from modspec.syntax.values import State
from othello_spec.board import BLACK, CORNERS, EMPTY, PLAYERS, WHITE, Board, Player
from othello_spec.clock import NOBODY, UNLIMITED, Clock
from othello_spec.handicap import Handicap
from othello_spec.lines import opponent
from othello_spec.match import Match
from othello_spec.passing import Passing
from othello_spec.supply import Supply

Transition: TypeAlias = Callable[[Instance, State, State], bool]
"""Whether something happens between the states before and after a transition."""


def _between(happened: Transition) -> EventPredicate:
    """The event of a transition that is no new beginning."""

    def event(instance: Instance, step: Step) -> bool:
        after = step.expected.state
        if step.purpose is not Purpose.COMMAND or step.before is None or after is None:
            return False
        return happened(instance, step.before, after)

    return event


# -- on the board ----------------------------------------------------------------------------------


def _board_of(state: State) -> Board:
    board: Board = state.game.board if isinstance(state, Match) else state.board  # type: ignore[attr-defined]  # all others have one
    return board


def _turn_of(state: State) -> Player:
    turn: Player = state.game.turn if isinstance(state, Match) else state.turn  # type: ignore[attr-defined]  # all others have one
    return turn


def _can_move(instance: Instance, state: State, player: Player) -> bool:
    able: bool = instance.function("othello_spec.lines", "can_move")(_board_of(state), player)
    return able


def _over(instance: Instance, state: State) -> bool:
    return not any(_can_move(instance, state, player) for player in PLAYERS)


def _is_placed(before: State, after: State) -> bool:
    """Whether there is a disc more, of a move's: corners are granted before a match begins."""
    return _empty(before) == _empty(after) + 1 and (not isinstance(before, Match) or before.begun)


def _empty(state: State) -> int:
    return [*_board_of(state).values()].count(EMPTY)


def _discs(state: State, player: Player) -> int:
    return [*_board_of(state).values()].count(player)


def _forfeits(player: Player, instance: Instance, before: State, after: State) -> bool:
    """The opponent has moved, the player cannot, and the opponent can."""
    return (
        _is_placed(before, after)
        and _turn_of(before) == opponent(player)
        and not _can_move(instance, after, player)
        and _can_move(instance, after, opponent(player))
    )


def _ends_early(instance: Instance, before: State, after: State) -> bool:
    return _is_placed(before, after) and _empty(after) > 0 and _over(instance, after)


def _fills_the_board(_: Instance, before: State, after: State) -> bool:
    return _is_placed(before, after) and _empty(after) == 0


def _wipes_out(_: Instance, before: State, after: State) -> bool:
    return _is_placed(before, after) and 0 in (_discs(after, BLACK), _discs(after, WHITE))


def _ties(instance: Instance, before: State, after: State) -> bool:
    return (
        _is_placed(before, after)
        and _discs(after, BLACK) == _discs(after, WHITE)
        and _over(instance, after)
    )


_GAME: Final[Mapping[str, EventPredicate]] = {
    "a forfeit of Black's": _between(partial(_forfeits, BLACK)),
    "a forfeit of White's": _between(partial(_forfeits, WHITE)),
    "an end before the board is full": _between(_ends_early),
    "an end on a full board": _between(_fills_the_board),
    "a wipe-out": _between(_wipes_out),
    "a tie": _between(_ties),
}


# -- passes, discs, corners ------------------------------------------------------------------------


def _passes(player: Player, _: Instance, before: State, after: State) -> bool:
    return (
        isinstance(before, Passing) and before.turn == player and _board_of(after) == before.board
    )


def _discs_of(state: State) -> Supply:
    supply = state.supply if isinstance(state, Match) else state
    assert isinstance(supply, Supply)
    return supply


def _is_given(player: Player, instance: Instance, before: State, after: State) -> bool:
    """The player has no disc left and the opponent's become fewer."""
    del instance
    giver = opponent(player)
    had, has = _discs_of(before).left, _discs_of(after).left
    return had[player] == 0 == has[player] and has[giver] < had[giver] and _moves(player, before)


def _moves(player: Player, before: State) -> bool:
    return not isinstance(before, Match) or before.game.turn == player


def _all_taken(_: Instance, before: State, after: State) -> bool:
    return any(_discs_of(before).left.values()) and not any(_discs_of(after).left.values())


def _all_granted(_: Instance, before: State, after: State) -> bool:
    def granted(state: State) -> int:
        handicap = state.handicap if isinstance(state, Match) else state
        assert isinstance(handicap, Handicap)
        return sum(handicap.granted.values())

    return granted(before) < granted(after) == len(CORNERS)


# -- times -----------------------------------------------------------------------------------------


def _time_left(step: Step) -> int | None:
    """How long the clock that runs may still run at the time that is told with a call; None if for ever.

    It is negative after that, and None too if no clock runs or no time is told.
    """
    state, call = step.before, step.call
    clock = state.clock if isinstance(state, Match) else state
    told = {"move": 2, "stop": 0, "over": 0, "winner": 0, "is_out_of_time": 1, "time_left": 1}
    if not isinstance(clock, Clock) or call.routine not in told or step.expected.exception:
        return None
    if clock.running == NOBODY or clock.limit == UNLIMITED:
        return None
    now = call.arguments[told[call.routine]]
    left: int = clock.limit - clock.used[clock.running] - (now - clock.latest)
    return left


def _runs_out(player: Player, _: Instance, step: Step) -> bool:
    """A clock runs out and somebody asks who has won, or completes the turn all the same."""
    left = _time_left(step)
    state = step.before
    clock = state.clock if isinstance(state, Match) else state
    return (
        left is not None
        and left <= 0
        and step.call.routine in ("winner", "stop")
        and isinstance(clock, Clock)
        and clock.running == player
    )


def _just_in_time(_: Instance, step: Step) -> bool:
    return step.purpose is Purpose.COMMAND and _time_left(step) == 1


def _at_the_limit(_: Instance, step: Step) -> bool:
    return _time_left(step) == 0


NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "draw": ("a tie",),
    "forfeit": ("a forfeit of Black's", "a forfeit of White's"),
    "game-over": ("an end before the board is full",),
    "status-over": ("an end before the board is full",),
}
"""What has to happen for a rule to show, by the rule: in most states a program that has it wrong answers rightly."""

_CLOCK: Final[Mapping[str, EventPredicate]] = {
    "a loss on time of Black's": partial(_runs_out, BLACK),
    "a loss on time of White's": partial(_runs_out, WHITE),
    "a turn completed in the last millisecond": _just_in_time,
    "a question at the exact limit": _at_the_limit,
}

_SUPPLY: Final[Mapping[str, EventPredicate]] = {
    "a disc given to Black": _between(partial(_is_given, BLACK)),
    "a disc given to White": _between(partial(_is_given, WHITE)),
    "the last disc taken": _between(_all_taken),
}

_HANDICAP: Final[Mapping[str, EventPredicate]] = {"four corners granted": _between(_all_granted)}

GOALS: Final[Mapping[str, Mapping[str, EventPredicate]]] = {
    "othello": _GAME,
    "passing": {
        **_GAME,
        "a pass of Black's": _between(partial(_passes, BLACK)),
        "a pass of White's": _between(partial(_passes, WHITE)),
    },
    "supply": _SUPPLY,
    "handicap": _HANDICAP,
    "clock": _CLOCK,
    "match": {**_GAME, **_HANDICAP, **_SUPPLY, **_CLOCK},
}
"""What a verdict counts, by the module that is checked, and by name."""
