"""Supplies: the discs that are left to each player, who takes them, and who gives them."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import drive, first_fault, model, rule_broken
from modcheck.testing.state_machine import MismatchFound
from othello_model import supply as modelled
from othello_spec.board import BLACK, PLAYERS, SIZE, WHITE, Player
from othello_spec.lines import opponent
from othello_spec.othello import count
from othello_spec.othello import init as new_game
from othello_spec.supply import (
    EACH,
    NoDiscs,
    Supply,
    init,
    invariant,
    left,
    take,
    takes_from_opponent,
)
from wrong_implementations import Specimen, place, specimens
from wrong_implementations.supply import sound

ALL = SIZE * SIZE - 4
"""How many discs are placed in a game that fills the board."""

players = st.sampled_from(sorted(PLAYERS))


def after(takers: Iterable[Player]) -> Supply:
    """The discs that are left after each of these has taken one."""
    found = init()
    for player in takers:
        found = take(found, player)
    return found


def remaining(supply: Supply) -> tuple[int, int]:
    return left(supply, BLACK), left(supply, WHITE)


@pytest.mark.rule("supply")
def test_each_player_has_thirty_two_discs_with_those_on_the_board() -> None:
    assert 32 == EACH
    for player in PLAYERS:
        assert EACH == left(init(), player) + count(new_game(), player)


@pytest.mark.rule("supply")
def test_a_disc_is_taken_from_who_places_it() -> None:
    assert [(29, 30), (30, 29), (28, 29)] == [
        remaining(after(takers)) for takers in ([BLACK], [WHITE], [BLACK, WHITE, BLACK])
    ]


@pytest.mark.rule("supply")
@given(st.lists(players, max_size=ALL))
def test_whoever_places_them_each_placement_takes_one_disc(takers: list[Player]) -> None:
    found = after(takers)
    assert ALL - len(takers) == sum(remaining(found))
    assert min(remaining(found)) >= 0
    assert invariant(found)


@pytest.mark.rule("disc-given")
@pytest.mark.parametrize("poor", sorted(PLAYERS))
def test_who_has_run_out_is_given_a_disc_by_the_opponent(poor: Player) -> None:
    rich = opponent(poor)
    before = after([poor] * (EACH - 2))
    assert (0, EACH - 2) == (left(before, poor), left(before, rich))
    assert (True, False) == (takes_from_opponent(before, poor), takes_from_opponent(before, rich))
    given_one = take(before, poor)
    assert (0, EACH - 3) == (left(given_one, poor), left(given_one, rich))


@pytest.mark.rule("disc-given")
def test_the_last_own_disc_is_taken_before_one_is_given() -> None:
    before = after([BLACK] * (EACH - 3))
    assert (1, False) == (left(before, BLACK), takes_from_opponent(before, BLACK))
    assert (0, EACH - 2) == remaining(take(before, BLACK))


@pytest.mark.rule("nobody-has-discs")
@given(st.permutations([BLACK] * 40 + [WHITE] * (ALL - 40)), players)
def test_there_is_a_disc_until_all_are_placed_and_none_after(
    takers: list[Player], player: Player
) -> None:
    found = after(takers)
    assert (0, 0) == remaining(found)
    with pytest.raises(NoDiscs):
        take(found, player)


# -- the model -------------------------------------------------------------------------------------


def test_the_model_says_why_it_refuses() -> None:
    modelled.init()
    for _ in range(ALL):
        modelled.take(BLACK)
    with pytest.raises(NoDiscs, match="neither player has a disc left"):
        modelled.take(WHITE)
    assert (0, 0) == (modelled.left(BLACK), modelled.left(WHITE))


# -- implementations -------------------------------------------------------------------------------


def test_the_model_conforms() -> None:
    assert "" == rule_broken("supply", "othello_model.supply")
    drive("supply", lambda: model("supply"))


def test_a_sound_implementation_conforms() -> None:
    assert "" == rule_broken("supply", place("sound", "supply"))
    drive("supply", sound.Supply)


AS_IF_NOBODY_HAD_AN_OPPONENT = ("discs_below_zero", "gift_is_not_taken_from_the_opponent")
"""Specimens that behave as a mutant of `take` does, and as one of `lines.opponent`."""


UNCERTAIN = ("wrong_player_pays", "gift_includes_the_rest")
"""Specimens for which no rule fails: the function that says who pays has a rule of its own."""


FIRST = {"one_pile_for_both": "nobody-has-discs"}
"""The rule that a verdict names instead: a mutant explains it, and none explains the supply."""


def marks_of(specimen: Specimen) -> list[pytest.MarkDecorator]:
    found = [pytest.mark.rule(specimen.breaks)]
    if specimen.name in AS_IF_NOBODY_HAD_AN_OPPONENT:
        reason = "of mutants that explain as much, one of the used module comes before one of take"
        found.append(pytest.mark.xfail(strict=True, reason=reason))
    return found


@pytest.mark.parametrize(
    "specimen",
    [pytest.param(s, id=s.name, marks=marks_of(s)) for s in specimens("supply")],
)
def test_a_specimen_is_rejected_for_the_rule_it_breaks(specimen: Specimen) -> None:
    fault = first_fault("supply", specimen.place)
    assert fault
    if specimen.name in UNCERTAIN:
        assert not fault.rule
        assert specimen.breaks in fault.diagnosis.one_of
    else:
        assert FIRST.get(specimen.name, specimen.breaks) == fault.rule


@pytest.mark.parametrize("name", ["wrong_player_pays", "one_pile_for_both"])
def test_hypothesis_finds_a_specimen_as_well(name: str) -> None:
    wrong = importlib.import_module(place(name, "supply").partition(":")[0])
    with pytest.raises(MismatchFound):
        drive("supply", wrong.Supply)
