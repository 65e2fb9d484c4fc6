"""Match: how the board, the corners, the discs and the clocks go together, and how a match ends.

The invariant is checked in every state. The tests of the other modules show what a disc, a corner
or a millisecond means.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from modspec.run.machine import Call, Machine
from othello_spec import match, module
from othello_spec.board import BLACK, CORNERS, DRAW, EMPTY, PLAYERS, SQUARES, WHITE
from othello_spec.clock import SHORTEST, UNLIMITED, InvalidLimit, TimeRunsBackwards
from othello_spec.handicap import AlreadyGranted, NotACorner
from othello_spec.match import MOVES, TIME, Match
from othello_spec.othello import InvalidMove, OutOfBounds
from othello_spec.records.move_lists import moves
from othello_suite.scenarios import scenarios

MATCHES = scenarios("match")
MACHINE = Machine(module("match"))


@cache
def states(calls: tuple[Call, ...]) -> list[Match]:
    """The states of a match, as the specification plays it."""
    found: list[Match] = []
    for call in calls:
        outcome = MACHINE.call(found[-1] if found else None, call.routine, call.arguments)
        assert outcome.exception is None, call
        assert isinstance(outcome.state, Match)
        found.append(outcome.state)
    return found


@pytest.fixture(scope="module", params=MATCHES, ids=str)
def course(request: pytest.FixtureRequest) -> list[Match]:
    return states(MATCHES[request.param])


def match_after(
    text: str = "", corners: str = "", limit: int = SHORTEST, each: int = 1_000
) -> Match:
    """A match, set up and begun at 0, whose moves take so many milliseconds each."""
    calls = [Call("init", (limit, 0)), *(Call("grant", tuple(c)) for c in moves(corners))]
    calls.append(Call("begin", (0,)))
    for number, square in enumerate(moves(text), start=1):
        calls.append(Call("move", (square.row, square.col, number * each)))
    return states(tuple(calls))[-1]


STUCK = "d3 c3 b3 b2 f5 a3 a1"
"""After these moves and White's c1, Black forfeits the turn."""

WIPED_OUT = "d3 c3 b3 d2 e1 d6 d7 e3 f4"


# -- its beginning ---------------------------------------------------------------------------------


@pytest.mark.rule("match-begins", "choose-colour")
def test_before_the_beginning_corners_are_granted_and_no_move_is_made() -> None:
    new = match.init(SHORTEST, 0)
    assert not match.begun(new)
    assert match.is_granted(match.grant(new, 0, 7), 0, 7)
    with pytest.raises(match.NotBegun):
        match.move(new, 2, 3, 0)


@pytest.mark.rule("match-begins")
def test_after_the_beginning_nothing_is_granted_and_it_does_not_begin_again() -> None:
    begun = match_after()
    assert match.begun(begun)
    with pytest.raises(match.AlreadyBegun):
        match.grant(begun, 0, 0)
    with pytest.raises(match.AlreadyBegun):
        match.begin(begun, 5)


@pytest.mark.rule("corner-handicap", "weaker-first", "corners-from-supply")
@pytest.mark.parametrize("corners", ["", "a1", "h8 a1", "a8 h1 h8", "a1 h8 a8 h1"])
def test_a_granted_corner_holds_a_disc_of_blacks_supply(corners: str) -> None:
    granted = set(moves(corners))
    game = match_after(corners=corners)
    assert granted == {c for c in CORNERS if match.is_granted(game, c.row, c.col)}
    assert granted == {c for c in CORNERS if match.cell(game, c.row, c.col) == BLACK}
    assert [30 - len(granted), 30] == [match.discs_left(game, player) for player in (BLACK, WHITE)]
    assert match.turn(game) == BLACK


@pytest.mark.rule("granted-once", "corner-handicap")
def test_no_corner_is_granted_twice_and_nothing_but_corners() -> None:
    once = match.grant(match.init(SHORTEST, 0), 7, 7)
    with pytest.raises(AlreadyGranted):
        match.grant(once, 7, 7)
    for place in [(0, 1), (8, 8), (-1, -1)]:
        with pytest.raises(NotACorner):
            match.grant(once, *place)
        with pytest.raises(NotACorner):
            match.is_granted(once, *place)


@pytest.mark.rule("limit-range", "time-limit")
@pytest.mark.parametrize("limit", [SHORTEST - 1, 30 * 60_000 + 1, 1, -1])
def test_a_limit_that_there_may_not_be_is_refused(limit: int) -> None:
    with pytest.raises(InvalidLimit):
        match.init(limit, 0)


# -- discs -----------------------------------------------------------------------------------------


@pytest.mark.rule("supply")
def test_there_is_always_a_disc_for_every_square(course: list[Match]) -> None:
    for state in course:
        left = [match.discs_left(state, player) for player in PLAYERS]
        on_board = sum(state.game.board[s] != EMPTY for s in SQUARES)
        assert 64 == sum(left) + on_board
        assert min(left) >= 0


@pytest.mark.rule("supply", "disc-given")
def test_a_move_takes_the_movers_disc_or_else_the_opponents(course: list[Match]) -> None:
    for before, after in pairwise(course):
        if before.begun:
            mover = before.game.turn
            other = next(iter(PLAYERS - {mover}))
            own = match.discs_left(before, mover)
            given = match.discs_left(before, other) - match.discs_left(after, other)
            assert (own - match.discs_left(after, mover), given) == ((1, 0) if own else (0, 1))


@pytest.mark.rule("disc-given")
def test_both_players_are_given_discs_in_some_match() -> None:
    given = {
        before.game.turn
        for calls in MATCHES.values()
        for before, after in pairwise(states(calls))
        if before.begun and match.discs_left(before, before.game.turn) == 0
    }
    assert PLAYERS == given


# -- clocks ----------------------------------------------------------------------------------------


@pytest.mark.rule("clock-runs")
def test_a_player_uses_time_only_in_their_own_turns() -> None:
    game = match.move(match.move(match_after(), 2, 3, 4_000), 2, 2, 4_300)
    assert [4_000, 300] == [match.time_used(game, player) for player in (BLACK, WHITE)]
    left = [match.time_left(game, player, 5_000) for player in (BLACK, WHITE)]
    assert [SHORTEST - 4_700, SHORTEST - 300] == left


@pytest.mark.rule("forfeit-takes-no-time", "forfeit", "alternate")
def test_a_forfeited_turn_takes_no_time_and_the_movers_clock_starts_anew() -> None:
    before = match_after(STUCK)
    after = match.move(before, 0, 2, 8_000)
    assert [WHITE, WHITE] == [match.turn(before), match.turn(after)]
    assert match.time_used(before, BLACK) == match.time_used(after, BLACK)
    assert 4_000 == match.time_used(after, WHITE)
    assert SHORTEST - 4_500 == match.time_left(after, WHITE, 8_500)


@pytest.mark.rule("clock-runs", "game-over")
def test_after_the_last_move_no_clock_runs() -> None:
    game = match_after(WIPED_OUT)
    assert SHORTEST - 5_000 == match.time_left(game, BLACK, 10**9)
    assert SHORTEST - 4_000 == match.time_left(game, WHITE, 10**9)


@pytest.mark.rule("time-told")
def test_time_never_runs_backwards() -> None:
    game = match_after("d3")
    with pytest.raises(TimeRunsBackwards):
        match.begin(match.init(SHORTEST, 0), -1)
    with pytest.raises(TimeRunsBackwards):
        match.move(game, 2, 2, 999)
    with pytest.raises(TimeRunsBackwards):
        match.over(game, 999)
    with pytest.raises(TimeRunsBackwards):
        match.time_left(game, BLACK, 999)
    assert match.move(game, 2, 2, 1_000)


# -- its end ---------------------------------------------------------------------------------------


@pytest.mark.rule("exact-limit", "time-out-loses")
def test_a_turn_may_take_all_the_time_but_the_last_millisecond() -> None:
    game = match_after()
    assert not match.over(game, SHORTEST - 1)
    assert match.move(game, 2, 3, SHORTEST - 1)
    assert match.over(game, SHORTEST)
    with pytest.raises(match.MatchOver):
        match.move(game, 2, 3, SHORTEST)


@pytest.mark.rule("time-out-loses")
@pytest.mark.parametrize(("text", "winner"), [("d3 c3", WHITE), ("d3", BLACK)])
def test_who_runs_out_of_time_loses_whatever_lies_on_the_board(text: str, winner: str) -> None:
    game = match_after(text)
    assert (TIME, winner) == (match.ended_by(game, 10**9), match.winner(game, 10**9))


@pytest.mark.rule("majority", "wipe-out-ends")
def test_where_no_move_is_left_the_discs_decide_however_late_it_is() -> None:
    game = match_after(WIPED_OUT)
    for now in (9_000, 10**9):
        assert match.over(game, now)
        assert (MOVES, BLACK) == (match.ended_by(game, now), match.winner(game, now))
        with pytest.raises(match.MatchOver):
            match.move(game, 0, 0, now)


@pytest.mark.rule("time-limit")
def test_without_a_limit_a_turn_may_take_for_ever() -> None:
    game = match_after(limit=UNLIMITED)
    assert not match.over(game, 10**15)
    assert 10**15 == match.time_used(match.move(game, 2, 3, 10**15), BLACK)


@pytest.mark.rule("assumed-over")
def test_nothing_is_said_of_the_winner_before_the_end_nor_of_the_turn_after_it() -> None:
    for ask in (match.winner, match.ended_by):
        with pytest.raises(AssertionError):
            ask(match_after("d3"), 2_000)
    for count in (match.score, match.score_with_empty_squares):
        with pytest.raises(AssertionError):
            count(match_after("d3"), BLACK)
    with pytest.raises(AssertionError):
        match.turn(match_after(WIPED_OUT))


@pytest.mark.rule("empty-squares", "count")
def test_empty_squares_count_for_the_winner_where_records_are_kept() -> None:
    game = match_after(WIPED_OUT)
    assert [13, 0] == [match.score(game, player) for player in (BLACK, WHITE)]
    assert [64, 0] == [match.score_with_empty_squares(game, player) for player in (BLACK, WHITE)]


@pytest.mark.rule("empty-squares", "draw")
def test_a_tie_is_half_of_the_board_for_each() -> None:
    last = states(MATCHES["with four corners, Black is given discs and it ends in a tie"])[-1]
    assert match.winner(last, last.clock.latest) == DRAW
    assert [32, 32] == [match.score_with_empty_squares(last, player) for player in PLAYERS]


# -- moves -----------------------------------------------------------------------------------------


@pytest.mark.rule("on-board", "must-capture", "inspect-cell", "valid-moves", "capture-all")
def test_on_the_board_a_match_is_the_game() -> None:
    game = match_after()
    valid = {s for s in SQUARES if match.is_valid_move(game, s.row, s.col, BLACK)}
    assert set(moves("d3 c4 f5 e6")) == valid
    assert BLACK == match.cell(match.move(game, 2, 3, 1), 3, 3)
    for routine in (lambda: match.cell(game, 8, 0), lambda: match.move(game, 0, -1, 1)):
        with pytest.raises(OutOfBounds):
            routine()
    with pytest.raises(InvalidMove):
        match.move(game, 0, 0, 1)


def test_the_invariant_holds_in_every_state_and_fails_with_a_disc_too_many(
    course: list[Match],
) -> None:
    for state in course:
        assert MACHINE.instance["invariant"](state)
    values = {name: getattr(course[-1], name) for name in Match.variables}
    supply = values["supply"]
    more = type(supply)(left={**supply.left, BLACK: supply.left[BLACK] + 1})
    assert not MACHINE.instance["invariant"](Match(**{**values, "supply": more}))
