"""The match of the tutorial: corners, forfeits, a disc that is given, and time that runs out."""

from __future__ import annotations

import importlib.util
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from modspec.run.machine import Machine
from othello_spec import module
from othello_spec.board import BLACK, CORNERS, DRAW, EMPTY, PLAYERS, SQUARES, WHITE, Square
from othello_spec.clock import MINUTE, UNLIMITED
from othello_spec.lines import opponent
from othello_spec.match import MOVES, TIME
from othello_spec.records.squares import square

SCORESHEET = Path(__file__).parents[1] / "docs" / "tutorial" / "scoresheet.py"


def load() -> ModuleType:
    """The script of the tutorial, as a module."""
    spec = importlib.util.spec_from_file_location("scoresheet", SCORESHEET)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = script
    spec.loader.exec_module(script)
    return script


SHEET = load()
MOVED = list(SHEET.play())
LAST = MOVED[-1]
ask, tell = SHEET.ask, SHEET.tell


def board(state: Any) -> dict[Square, Any]:
    return {s: ask(state, "cell", *s) for s in SQUARES}


def discs(state: Any) -> int:
    """How many lie on the board."""
    return sum(cell != EMPTY for cell in board(state).values())


def beside(state: Any) -> dict[Any, int]:
    return {player: ask(state, "discs_left", player) for player in (BLACK, WHITE)}


def exception_of(state: Any, routine: str, *arguments: Any) -> str | None:
    exception: str | None = SHEET.MATCH.call(state, routine, arguments).exception
    return exception


FORFEITED = [move for move in MOVED if ask(move.after, "turn") == move.player]
"""The moves to which there is no answer."""


def test_the_match_is_long_enough_to_show_what_it_should() -> None:
    assert 37 == len(MOVED)
    assert 17 == len(FORFEITED)
    assert not ask(LAST.after, "over", LAST.time)


# -- before it begins ------------------------------------------------------------------------------


@pytest.mark.rule("corner-handicap", "weaker-first")
def test_the_granted_corners_and_the_first_turn_are_the_weaker_player_s() -> None:
    start = SHEET.begin()
    assert dict.fromkeys(CORNERS, BLACK) == {c: ask(start, "cell", *c) for c in CORNERS}
    assert ask(start, "turn") == BLACK
    assert exception_of(tell(None, "init", UNLIMITED, 0), "grant", 3, 3) == "NotACorner"


@pytest.mark.rule("granted-once")
@pytest.mark.parametrize("corner", sorted(CORNERS))
def test_a_corner_is_granted_once(corner: Square) -> None:
    granted = tell(tell(None, "init", UNLIMITED, 0), "grant", *corner)
    assert exception_of(granted, "grant", *corner) == "AlreadyGranted"
    assert [corner] == [c for c in CORNERS if ask(granted, "is_granted", *c)]


@pytest.mark.rule("corners-from-supply")
def test_the_discs_in_the_corners_are_black_s_own() -> None:
    assert {BLACK: 26, WHITE: 30} == beside(SHEET.begin())


@pytest.mark.rule("match-begins")
def test_corners_are_granted_before_the_match_begins_and_moves_are_made_after() -> None:
    waiting = tell(None, "init", UNLIMITED, 0)
    assert exception_of(waiting, "move", 3, 2, 0) == "NotBegun"
    begun = tell(waiting, "begin", 0)
    assert exception_of(begun, "grant", 0, 0) == "AlreadyBegun"
    assert exception_of(begun, "begin", 0) == "AlreadyBegun"


@pytest.mark.rule("limit-range", "time-limit")
@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        (5 * MINUTE, None),
        (30 * MINUTE, None),
        (UNLIMITED, None),
        (5 * MINUTE - 1, "InvalidLimit"),
        (30 * MINUTE + 1, "InvalidLimit"),
        (-5 * MINUTE, "InvalidLimit"),
    ],
)
def test_a_limit_is_from_five_to_thirty_minutes(allowed: int, expected: str | None) -> None:
    assert expected == exception_of(None, "init", allowed, 0)


# -- discs -----------------------------------------------------------------------------------------


@pytest.mark.rule("supply")
def test_there_is_a_disc_for_every_square_throughout() -> None:
    states = [SHEET.begin(), *(move.after for move in MOVED)]
    assert {64} == {discs(state) + sum(beside(state).values()) for state in states}


@pytest.mark.rule("supply")
def test_who_moves_places_a_disc_of_their_own_while_they_have_one() -> None:
    for move in MOVED[:-1]:
        before, after = beside(move.before), beside(move.after)
        assert {**before, move.player: before[move.player] - 1} == after


@pytest.mark.rule("disc-given")
def test_who_has_no_disc_places_one_of_the_opponent_s() -> None:
    assert LAST.player == BLACK
    assert {BLACK: 0, WHITE: 20} == beside(LAST.before)
    assert {BLACK: 0, WHITE: 19} == beside(LAST.after)
    assert ask(LAST.after, "cell", *square(LAST.name)) == BLACK


@pytest.mark.rule("nobody-has-discs")
def test_nobody_takes_a_disc_where_there_is_none() -> None:
    supply = Machine(module("supply"))
    state = supply.initial()
    for _ in range(60):
        taken = supply.call(state, "take", (BLACK,))
        assert taken.state is not None
        state = taken.state
    assert [0, 0] == [supply.call(state, "left", (player,)).output for player in (BLACK, WHITE)]
    assert supply.call(state, "take", (WHITE,)).exception == "NoDiscs"


@pytest.mark.rule("choose-colour")
def test_each_player_has_one_colour_from_the_first_move_to_the_last() -> None:
    assert len(MOVED) == sum(
        ask(move.after, "cell", *square(move.name)) == move.player for move in MOVED
    )
    for before, after in pairwise(MOVED):
        forfeited = before in FORFEITED
        assert after.player == (before.player if forfeited else opponent(before.player))


# -- time ------------------------------------------------------------------------------------------


@pytest.mark.rule("clock-runs")
def test_the_time_of_a_turn_is_that_of_the_player_who_completes_it() -> None:
    begun = 0
    for move in MOVED:
        for player in PLAYERS:
            more = move.time - begun if player == move.player else 0
            used = ask(move.after, "time_used", player) - ask(move.before, "time_used", player)
            assert more == used
        begun = move.time


@pytest.mark.rule("forfeit-takes-no-time")
def test_a_forfeited_turn_takes_no_time() -> None:
    for move in FORFEITED:
        other = opponent(move.player)
        later = move.time + 1_000
        left = [ask(move.after, "time_left", other, time) for time in (move.time, later)]
        assert [ask(move.before, "time_left", other, move.time)] * 2 == left
        assert ask(move.after, "time_left", move.player, later) == (
            ask(move.after, "time_left", move.player, move.time) - 1_000
        )


@pytest.mark.rule("time-told")
def test_time_never_runs_backwards() -> None:
    for move in MOVED:
        assert exception_of(move.after, "over", move.time) is None
        assert exception_of(move.after, "over", move.time - 1) == "TimeRunsBackwards"


@pytest.mark.rule("exact-limit")
def test_time_has_run_out_when_nothing_is_left_of_it() -> None:
    left = ask(LAST.after, "time_left", BLACK, LAST.time)
    assert left == 10_000
    assert [(False, 1), (True, 0), (True, 0)] == [
        (ask(LAST.after, "over", time), ask(LAST.after, "time_left", BLACK, time))
        for time in (LAST.time + left - 1, LAST.time + left, LAST.time + left + 1)
    ]


@pytest.mark.rule("time-out-loses")
def test_who_runs_out_of_time_has_lost_whatever_lies_on_the_board() -> None:
    late = LAST.time + 10_000
    cells = list(board(LAST.after).values())
    assert (42, 3) == (cells.count(BLACK), cells.count(WHITE))
    assert (TIME, WHITE) == (
        ask(LAST.after, "ended_by", late),
        ask(LAST.after, "winner", late),
    )
    assert exception_of(LAST.after, "move", 6, 7, late) == "MatchOver"


# -- the same with passes --------------------------------------------------------------------------


@pytest.mark.rule("passing-move", "forced-pass-only")
def test_the_same_game_with_passes_has_a_pass_for_every_forfeit() -> None:
    passing = Machine(module("passing"))
    start = passing.initial()
    state: Any = type(start)(board=board(SHEET.begin()), turn=BLACK)  # type: ignore[call-arg]
    calls = 0
    for move in MOVED:
        assert passing.call(state, "pass_turn").exception == "InvalidPass"
        state = passing.call(state, "move", square(move.name)).state
        calls += 1
        if move in FORFEITED:
            assert passing.call(state, "is_valid_pass").output is True
            state = passing.call(state, "pass_turn").state
            calls += 1
    assert 54 == calls
    assert board(LAST.after) == {s: passing.call(state, "cell", s).output for s in SQUARES}


# -- the other end ---------------------------------------------------------------------------------


def match_on_the_board() -> tuple[Any, int]:
    """The match as it would have ended on the board."""
    state, now = LAST.after, LAST.time
    for name in ("h7", "b7"):
        now += 4_000
        state = tell(state, "move", *square(name), now)
    return state, now


def test_a_match_that_has_ended_by_moves_is_not_lost_on_time_later() -> None:
    state, now = match_on_the_board()
    for time in (now, now + 60 * MINUTE):
        assert (MOVES, BLACK) == (ask(state, "ended_by", time), ask(state, "winner", time))


@pytest.mark.rule("empty-squares")
def test_empty_squares_are_nobody_s_or_the_winner_s() -> None:
    state, _ = match_on_the_board()
    assert (47, 0) == tuple(ask(state, "score", player) for player in (BLACK, WHITE))
    assert (64, 0) == tuple(
        ask(state, "score_with_empty_squares", player) for player in (BLACK, WHITE)
    )


@pytest.mark.rule("empty-squares")
def test_a_draw_is_half_of_the_board_for_each_player() -> None:
    state, _ = match_on_the_board()
    halves = {s: BLACK if s.row == 0 else WHITE if s.row == 7 else EMPTY for s in SQUARES}
    drawn = with_board(state, halves)
    assert SHEET.MATCH.instance.function("othello_spec.othello", "winner")(drawn.game) == DRAW
    assert [(8, 32)] * 2 == [
        (ask(drawn, "score", player), ask(drawn, "score_with_empty_squares", player))
        for player in (BLACK, WHITE)
    ]


def with_board(state: Any, cells: dict[Square, Any]) -> Any:
    """The state of a match with another board."""
    game = type(state.game)(board=cells, turn=state.game.turn)
    return type(state)(
        begun=state.begun,
        handicap=state.handicap,
        game=game,
        supply=state.supply,
        clock=state.clock,
    )
