"""Games that grow, or last, make a number of a state or a program larger than a byte holds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from modcheck.testing.growth import BYTE, games_that_grow, games_that_last
from modcheck.testing.state_graph import StateGraph
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Purpose
from modcheck.testing.trace_generator import TraceGenerator
from modlab.specification_course import SpecificationCourse
from modspec.syntax.values import State
from test_odd_programs import model

PURSE = '''
"""Purse: what is in it is counted while it is open.

Assumptions:
    init is called before any other access program.
"""

from modspec import AbstractObject, replace

__all__ = ["Closed", "Purse", "coins", "init", "pay", "turn"]


class Closed(Exception):
    """The purse is closed."""


class Purse(AbstractObject):
    """The one purse."""

    is_open: bool
    """Whether it is open."""

    coins: int
    """How many coins are in it; fewer than none are owed."""


def init() -> Purse:
    """Begin with a closed purse."""
    return Purse(is_open=False, coins=0)


def turn(purse: Purse) -> Purse:
    """Open the purse, or close it."""
    return replace(purse, is_open=not purse.is_open)


def pay(purse: Purse) -> Purse:
    """Pay a coin."""
    if not purse.is_open:
        raise Closed
    return Purse(is_open=False, coins=purse.coins - 1)


def coins(purse: Purse) -> int:
    """How many coins are in it."""
    return purse.coins
'''


def states_of_games(against: TestModel) -> list[list[State]]:
    """Return the states of each game that grows."""
    generator = TraceGenerator(against.machine, against.domains)
    graph = StateGraph(generator, against.tour_states)
    games = [
        [step.expected.state for step in trace if step.purpose is Purpose.COMMAND]
        for trace in games_that_grow(generator, graph)
    ]
    return [[state for state in game if state is not None] for game in games]


def test_a_credit_grows_until_no_byte_holds_it() -> None:
    [game] = states_of_games(model("vending_machine"))
    assert [*range(0, BYTE + 4, 4)] == [state.credit for state in game]


def test_tiles_become_one_by_plain_greed() -> None:
    [game] = states_of_games(model("game_2048"))
    assert BYTE == max(tile for row in game[-1].board for tile in row)
    assert BYTE > max(tile for state in game[:-1] for row in state.board for tile in row)


@pytest.mark.parametrize("module", ["connect_four", "queue", "route", "stack", "symbol_table"])
def test_where_no_number_comes_so_far_no_game_is_played(module: str) -> None:
    assert [] == states_of_games(model(module))


def test_a_number_grows_below_zero_and_by_two_calls_of_which_the_first_shows_nothing(
    tmp_path: Path,
) -> None:
    file = tmp_path / "purse.py"
    file.write_text(PURSE, encoding="utf-8")
    [game] = states_of_games(SpecificationCourse(str(file)).test_model("purse", {}, {}))
    assert [*range(0, -BYTE - 1, -1)] == list(dict.fromkeys(state.coins for state in game))


@pytest.mark.parametrize("module", ["queue", "route"])
def test_a_game_that_lasts_makes_each_transition_so_often(module: str) -> None:
    against = model(module)
    generator = TraceGenerator(against.machine, against.domains)
    graph = StateGraph(generator, against.tour_states)
    [trace] = games_that_last(generator, graph, 0)
    made = Counter(step.call.routine for step in trace if step.purpose is Purpose.COMMAND)
    assert 1 == made.pop("init")
    assert 2 * BYTE <= min(made.values())


def test_a_game_that_ends_does_not_last() -> None:
    against = model("tic_tac_toe")
    generator = TraceGenerator(against.machine, against.domains)
    assert [] == [*games_that_last(generator, StateGraph(generator, 50), 0)]
