"""Handicaps: which corners are granted, to whom, and the board that a game then starts from."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import drive, model, rule_broken
from modcheck.testing.state_machine import MismatchFound
from othello_model import handicap as modelled
from othello_spec import othello
from othello_spec.board import BLACK, CENTRE, CORNERS, EMPTY, SQUARES, Square
from othello_spec.handicap import (
    AlreadyGranted,
    Handicap,
    NotACorner,
    cell,
    corners,
    favoured,
    grant,
    init,
    is_granted,
)
from othello_spec.othello import OutOfBounds
from othello_spec.records.squares import square
from wrong_implementations import Specimen, place, specimens
from wrong_implementations.handicap import sound

NO_CORNERS = [(0, 1), (3, 3), (7, 6), (-1, 0), (0, -1), (-1, -1), (8, 8), (0, 8), (7, 700)]
"""Rows and columns that name no corner, some of them no square either."""

OUTSIDE = [(-1, 0), (0, -1), (8, 0), (0, 8), (-8, -8)]

some_corners = st.sets(st.sampled_from(sorted(CORNERS)))


def with_corners(granted: Iterable[Square]) -> Handicap:
    found = init()
    for corner in granted:
        found = grant(found, *corner)
    return found


@pytest.mark.rule("weaker-first")
def test_the_weaker_player_is_black_and_moves_first() -> None:
    assert BLACK == favoured(init()) == othello.turn(othello.init())


@pytest.mark.rule("corner-handicap")
@given(some_corners)
def test_any_corners_from_none_to_all_four_may_be_granted(granted: set[Square]) -> None:
    found = with_corners(granted)
    assert granted == {c for c in CORNERS if is_granted(found, *c)}
    assert len(granted) == corners(found)


@pytest.mark.rule("corner-handicap")
@given(some_corners)
def test_the_weaker_player_has_discs_in_the_granted_corners_alone(granted: set[Square]) -> None:
    found = with_corners(granted)
    board = {s: cell(found, *s) for s in SQUARES}
    assert granted == {s for s in CORNERS if board[s] == favoured(found)}
    assert {EMPTY} >= {board[s] for s in SQUARES - granted - CENTRE}


@pytest.mark.rule("corner-handicap")
@pytest.mark.parametrize("where", NO_CORNERS)
def test_nothing_but_corners_is_granted(where: tuple[int, int]) -> None:
    with pytest.raises(NotACorner):
        grant(init(), *where)
    with pytest.raises(NotACorner):
        is_granted(init(), *where)


@pytest.mark.rule("granted-once")
@pytest.mark.parametrize("corner", sorted(CORNERS))
def test_a_corner_is_granted_once(corner: Square) -> None:
    found = with_corners([corner])
    with pytest.raises(AlreadyGranted):
        grant(found, *corner)
    for other in CORNERS - {corner}:
        assert 2 == corners(grant(found, *other))


@pytest.mark.rule("granted-once")
@given(st.permutations(sorted(CORNERS)), st.permutations(sorted(CORNERS)))
def test_in_which_order_corners_are_granted_does_not_matter(
    ours: list[Square], theirs: list[Square]
) -> None:
    assert with_corners(ours) == with_corners(theirs)


@pytest.mark.rule("setup")
@given(some_corners)
def test_the_centre_is_that_of_every_game(granted: set[Square]) -> None:
    board = othello.init().board
    assert {s: board[s] for s in CENTRE} == {s: cell(with_corners(granted), *s) for s in CENTRE}


@pytest.mark.rule("on-board")
@pytest.mark.parametrize("where", OUTSIDE)
def test_off_the_board_there_is_no_cell(where: tuple[int, int]) -> None:
    with pytest.raises(OutOfBounds):
        cell(with_corners(CORNERS), *where)


# -- the model -------------------------------------------------------------------------------------


def test_the_model_keeps_corners_as_a_word() -> None:
    modelled.init()
    modelled.grant(*square("a1"))
    modelled.grant(*square("h8"))
    assert (1 | 1 << 63, 2) == (modelled._handicap.discs, modelled.corners())


def test_the_model_says_why_it_refuses() -> None:
    modelled.init()
    modelled.grant(0, 7)
    with pytest.raises(
        AlreadyGranted, match="the corner in row 0, column 7 has been granted before"
    ):
        modelled.grant(0, 7)
    with pytest.raises(NotACorner, match="row 0, column 6 is no corner: both are 0 or 7"):
        modelled.grant(0, 6)
    with pytest.raises(OutOfBounds, match="row 8, column 0 is not on the board"):
        modelled.cell(8, 0)


# -- implementations -------------------------------------------------------------------------------


def test_the_model_conforms() -> None:
    assert "" == rule_broken("handicap", "othello_model.handicap")
    drive("handicap", lambda: model("handicap"))


def test_a_sound_implementation_conforms() -> None:
    assert "" == rule_broken("handicap", place("sound", "handicap"))
    drive("handicap", sound.Handicap)


@pytest.mark.parametrize(
    "specimen",
    [pytest.param(s, id=s.name, marks=pytest.mark.rule(s.breaks)) for s in specimens("handicap")],
)
def test_a_specimen_is_rejected_for_the_rule_it_breaks(specimen: Specimen) -> None:
    assert specimen.breaks == rule_broken("handicap", specimen.place)


@pytest.mark.parametrize("name", ["granted_twice", "corners_in_a_fixed_order"])
def test_hypothesis_finds_a_specimen_as_well(name: str) -> None:
    wrong = importlib.import_module(place(name, "handicap").partition(":")[0])
    with pytest.raises(MismatchFound):
        drive("handicap", wrong.Handicap)
