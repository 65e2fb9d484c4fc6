"""Clocks: whose time runs, when it is up, and what a reply may reveal about it."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import drive, first_fault, model, rule_broken
from modcheck.testing.state_machine import MismatchFound
from othello_model import clock as modelled
from othello_spec import clock
from othello_spec.board import BLACK, PLAYERS, WHITE, Player
from othello_spec.clock import (
    LONGEST,
    NOBODY,
    SHORTEST,
    UNLIMITED,
    Clock,
    ClockRuns,
    ClockStands,
    InvalidLimit,
    TimeIsUp,
    TimeRunsBackwards,
    init,
    is_out_of_time,
    is_valid_limit,
    latest,
    running,
    start,
    stop,
    time_left,
    time_used,
)
from wrong_implementations import Specimen, place, specimens
from wrong_implementations.clock import sound

MINUTES = 60_000
Turn = tuple[Player, int, int]
"""Whose turn it is, how long it is until it begins, and how long it takes."""


def after(turns: Iterable[Turn], limit: int = UNLIMITED, now: int = 0) -> Clock:
    """The clocks after these turns, one after the other."""
    found = init(limit, now)
    for player, wait, takes in turns:
        begins = latest(found) + wait
        found = stop(start(found, player, begins), begins + takes)
    return found


spans = st.integers(0, 90 * MINUTES)
turns = st.lists(st.tuples(st.sampled_from(sorted(PLAYERS)), spans, spans), max_size=12)
moments = st.integers(-(2**70), 2**70)


# -- the limit -------------------------------------------------------------------------------------


@pytest.mark.rule("limit-range")
def test_a_limit_is_from_five_to_thirty_minutes() -> None:
    assert (5 * MINUTES, 30 * MINUTES) == (SHORTEST, LONGEST)
    limits = [SHORTEST - 1, SHORTEST, SHORTEST + 1, LONGEST - 1, LONGEST, LONGEST + 1, -SHORTEST]
    assert [False, True, True, True, True, False, False] == [is_valid_limit(x) for x in limits]


@pytest.mark.rule("limit-range")
@given(st.integers(), moments)
def test_clocks_are_set_exactly_to_limits_that_are_valid(limit: int, now: int) -> None:
    if is_valid_limit(limit):
        assert limit == clock.limit(init(limit, now))
    else:
        with pytest.raises(InvalidLimit):
            init(limit, now)


@pytest.mark.rule("time-limit")
def test_the_limit_is_for_all_turns_of_a_player_together() -> None:
    found = after([(BLACK, 0, 3 * MINUTES), (WHITE, 0, 1), (BLACK, 0, MINUTES)], limit=SHORTEST)
    assert 4 * MINUTES == time_used(found, BLACK)
    assert MINUTES == time_left(found, BLACK, latest(found))


@pytest.mark.rule("time-limit")
@given(turns)
def test_without_a_limit_nobody_runs_out_of_time(taken: list[Turn]) -> None:
    found = after(taken)
    assert {False} == {is_out_of_time(found, p, latest(found) + LONGEST) for p in PLAYERS}


# -- which time counts -----------------------------------------------------------------------------


@pytest.mark.rule("clock-runs")
def test_before_the_first_turn_no_clock_runs() -> None:
    assert NOBODY == running(init(SHORTEST, 0))
    with pytest.raises(ClockStands):
        stop(init(SHORTEST, 0), 1)


@pytest.mark.rule("clock-runs")
@given(turns)
def test_a_player_has_used_the_time_of_their_turns_and_no_other(taken: list[Turn]) -> None:
    found = after(taken)
    for player in PLAYERS:
        assert sum(t for p, _, t in taken if p == player) == time_used(found, player)


@pytest.mark.rule("clock-runs")
@given(turns, spans, st.sampled_from(sorted(PLAYERS)))
def test_at_most_one_clock_runs(taken: list[Turn], now: int, player: Player) -> None:
    before = after(taken)
    found = start(before, player, latest(before) + now)
    assert player == running(found)
    for other in PLAYERS:
        with pytest.raises(ClockRuns):
            start(found, other, latest(found))
    assert NOBODY == running(stop(found, latest(found) + 1))


@pytest.mark.rule("clock-runs")
def test_while_a_turn_is_on_the_time_left_becomes_less_and_that_of_the_other_does_not() -> None:
    found = start(init(SHORTEST, 0), WHITE, 10)
    assert [SHORTEST, SHORTEST - 7] == [time_left(found, WHITE, now) for now in (10, 17)]
    assert [SHORTEST, SHORTEST] == [time_left(found, BLACK, now) for now in (10, 17)]
    assert 0 == time_used(found, WHITE)


# -- the time that it is ---------------------------------------------------------------------------


@pytest.mark.rule("time-told")
@given(turns, moments)
def test_from_which_moment_time_is_counted_does_not_matter(taken: list[Turn], now: int) -> None:
    ours, theirs = after(taken), after(taken, now=now)
    assert [time_used(ours, p) for p in PLAYERS] == [time_used(theirs, p) for p in PLAYERS]
    assert latest(ours) + now == latest(theirs)


@pytest.mark.rule("time-told")
def test_time_may_stand_and_may_not_run_backwards() -> None:
    stands = init(SHORTEST, 100)
    runs = start(stands, BLACK, 100)
    assert 100 == latest(stop(runs, 100))
    for earlier in (
        lambda: start(stands, BLACK, 99),
        lambda: stop(runs, 99),
        lambda: time_left(runs, WHITE, 99),
        lambda: is_out_of_time(runs, BLACK, 99),
    ):
        with pytest.raises(TimeRunsBackwards):
            earlier()


@pytest.mark.rule("time-told")
def test_to_ask_for_the_time_left_tells_no_time() -> None:
    found = start(init(SHORTEST, 100), BLACK, 200)
    assert SHORTEST - 300 == time_left(found, BLACK, 500)
    assert SHORTEST - 100 == time_left(found, BLACK, 300)
    assert 200 == latest(found)


# -- who runs out ----------------------------------------------------------------------------------


@pytest.mark.rule("exact-limit")
@pytest.mark.parametrize(
    ("takes", "left", "out"),
    [(SHORTEST - 1, 1, False), (SHORTEST, 0, True), (SHORTEST + 1, 0, True)],
)
def test_time_is_up_at_the_limit_and_not_only_beyond(takes: int, left: int, out: bool) -> None:
    found = start(init(SHORTEST, 0), BLACK, 0)
    assert (left, out) == (time_left(found, BLACK, takes), is_out_of_time(found, BLACK, takes))


@pytest.mark.rule("exact-limit")
@given(turns, st.sampled_from([SHORTEST, LONGEST]), spans)
def test_no_time_is_left_exactly_to_who_has_run_out(
    taken: list[Turn], limit: int, later: int
) -> None:
    found = init(limit, 0)
    for player, wait, takes in taken:
        try:
            found = stop(start(found, player, latest(found) + wait), latest(found) + wait + takes)
        except TimeIsUp:
            break
    now = latest(found) + later
    for player in PLAYERS:
        assert (time_left(found, player, now) == 0) == is_out_of_time(found, player, now)
        assert 0 <= time_left(found, player, now) <= limit


@pytest.mark.rule("time-out-loses")
@pytest.mark.parametrize("late", sorted(PLAYERS))
def test_after_a_loss_on_time_neither_player_has_a_turn(late: Player) -> None:
    found = after([(late, 0, SHORTEST)], limit=SHORTEST)
    assert [p == late for p in (BLACK, WHITE)] == [
        is_out_of_time(found, p, latest(found)) for p in (BLACK, WHITE)
    ]
    for player in PLAYERS:
        with pytest.raises(TimeIsUp):
            start(found, player, latest(found))


# -- the model -------------------------------------------------------------------------------------


def test_clocks_of_the_model_show_less_than_no_time_and_tell_that_none_is_left() -> None:
    modelled.init(SHORTEST, 0)
    modelled.start(BLACK, 0)
    modelled.stop(SHORTEST + 5)
    assert -5 == modelled._clock.remaining[BLACK]
    assert 0 == modelled.time_left(BLACK, SHORTEST + 5)


def test_the_model_says_why_it_refuses() -> None:
    modelled.init(SHORTEST, 10)
    with pytest.raises(TimeRunsBackwards, match="it cannot be 9 ms by now: it was 10 ms before"):
        modelled.start(BLACK, 9)
    with pytest.raises(ClockStands, match="no clock is running"):
        modelled.stop(10)
    modelled.start(BLACK, 10)
    with pytest.raises(ClockRuns, match="the clock of black is running already"):
        modelled.start(WHITE, 10)
    modelled.stop(10 + SHORTEST)
    with pytest.raises(TimeIsUp, match="black has run out of time"):
        modelled.start(WHITE, 10 + SHORTEST)
    with pytest.raises(
        InvalidLimit, match="7 ms is no limit: a limit is from 300000 to 1800000 ms"
    ):
        modelled.init(7, 0)


# -- implementations -------------------------------------------------------------------------------


def test_the_model_conforms() -> None:
    assert "" == rule_broken("clock", "othello_model.clock")
    drive("clock", lambda: model("clock"))


def test_a_sound_implementation_conforms() -> None:
    assert "" == rule_broken("clock", place("sound", "clock"))
    drive("clock", sound.Clock)


@pytest.mark.parametrize(
    "specimen",
    [pytest.param(s, id=s.name, marks=pytest.mark.rule(s.breaks)) for s in specimens("clock")],
)
def test_a_specimen_is_rejected_for_the_rule_it_breaks(specimen: Specimen) -> None:
    fault = first_fault("clock", specimen.place)
    assert fault
    if specimen.or_else:
        assert {specimen.breaks, *specimen.or_else} <= {*fault.diagnosis.one_of}
    else:
        assert specimen.breaks == fault.rule


@pytest.mark.parametrize(
    "name", ["start_switches_clocks", "turns_are_not_added_up", "time_may_run_backwards"]
)
def test_hypothesis_finds_a_specimen_as_well(name: str) -> None:
    wrong = importlib.import_module(place(name, "clock").partition(":")[0])
    with pytest.raises(MismatchFound):
        drive("clock", wrong.Clock)
