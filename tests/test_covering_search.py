"""The search for covering games: its results are games, and they contain the triples it names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import othello_suite.covering as covering
from modspec.run.machine import Machine
from othello_spec import module
from othello_spec.board import SIZE, Direction, Square
from othello_spec.lines import brackets
from othello_spec.othello import Game
from tools.covering import search
from tools.covering.beam import best_game
from tools.covering.search import ALL, Found, Rounds, Search, triples_of
from tools.covering.stored import FOUND, given_games, known_games, with_games
from tools.covering.triples import ACHIEVABLE, COUNT, Triple

TEXT = (covering.FOLDER / covering.GAMES).read_text(encoding="utf-8")
TOOL = Path(__file__).parent / "tools" / "covering"
QUIET = lambda *_: None  # noqa: E731  # who watches a test


def by_the_specification(course: tuple[int, ...]) -> set[int]:
    """The triples of a game, and with it that all its moves are valid."""
    machine = Machine(module("othello"))
    state = machine.initial()
    found = set()
    for number in course:
        square = Square(*divmod(number, SIZE))
        assert isinstance(state, Game)
        found |= {
            Triple(square, direction, k - 1).number
            for direction in Direction
            for k in range(2, SIZE)
            if brackets(state.board, state.turn, square, direction, k)
        }
        outcome = machine.call(state, "move", square)
        assert outcome.exception is None
        assert outcome.state is not None
        state = outcome.state
    return found


# -- triples ---------------------------------------------------------------------------------------


def test_there_are_960_triples_each_with_a_number_of_its_own() -> None:
    assert 960 == len({triple.number for triple in ACHIEVABLE})
    assert ALL == {triple.number for triple in ACHIEVABLE}
    assert all(0 <= number < COUNT for number in ALL)


def test_the_triples_of_a_game_are_those_of_the_specification() -> None:
    for course in known_games(TEXT)[:3]:
        assert by_the_specification(course) == triples_of(course)


def test_a_move_that_is_not_valid_is_refused() -> None:
    with pytest.raises(ValueError, match="square 0 is no valid move"):
        triples_of([19, 0])


# -- the beam --------------------------------------------------------------------------------------


def test_the_beam_finds_a_game_with_as_much_as_it_says() -> None:
    wanted = np.zeros(COUNT, np.float32)
    wanted[sorted(ALL)] = 1
    course, won = best_game(wanted, 20, 0.5, np.random.default_rng(1))
    assert won == len(by_the_specification(tuple(course)))
    assert won >= 80


def test_a_wider_beam_finds_more() -> None:
    wanted = np.zeros(COUNT, np.float32)
    wanted[sorted(ALL)] = 1
    found = [best_game(wanted, width, 0.0, np.random.default_rng(1))[1] for width in (1, 50)]
    assert found[0] < found[1]


def test_a_game_ends_when_it_has_all_that_is_wanted() -> None:
    wanted = np.zeros(COUNT, np.float32)
    wanted[Triple(Square(2, 3), Direction.SOUTH, 1).number] = 1
    assert ([19], 1.0) == best_game(wanted, 10, 0.0, np.random.default_rng(1))


# -- the search ------------------------------------------------------------------------------------

FEW = frozenset(sorted(ALL)[::60])


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only some triples are there to be wanted."""
    monkeypatch.setattr(search, "ALL", FEW)


@pytest.mark.usefixtures("few")
def test_games_are_found_that_have_everything() -> None:
    given = [[19, 18, 17]]
    found = Search(given, 10, 1).best_games([], Rounds(1, 2), QUIET)
    assert FEW == frozenset[int]().union(*map(triples_of, [*given, *found]))
    assert len(found) < len(FEW) / 2


def test_without_rounds_what_is_known_stays() -> None:
    given, known = given_games(TEXT), known_games(TEXT)
    assert known == Search(given, 5, 1).best_games(known, Rounds(0, 0), QUIET)
    assert sorted(known) == sorted(
        Search(given, 5, 1).best_games([known[3], *known], Rounds(0, 0), QUIET)
    )


@pytest.mark.usefixtures("few")
def test_the_same_seed_finds_the_same_games() -> None:
    found = [Search([], 5, seed).best_games([], Rounds(1, 1), QUIET) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


@pytest.mark.usefixtures("few")
def test_what_is_known_is_only_replaced_by_what_is_less() -> None:
    good = Search([], 30, 1).best_games([], Rounds(3, 3), QUIET)
    assert good == Search([], 1, 2).best_games(good, Rounds(1, 0), QUIET)
    poor = Search([], 1, 2).best_games([], Rounds(1, 0), QUIET)
    better = Search([], 30, 1).best_games(poor, Rounds(1, 0), QUIET)
    assert len(good) <= len(better) < len(poor)


@pytest.mark.usefixtures("few")
def test_what_is_known_but_lacks_something_is_not_used() -> None:
    found = Search([], 10, 1).best_games([(19, 18)], Rounds(1, 0), QUIET)
    assert FEW == frozenset[int]().union(*map(triples_of, found))


def test_games_that_others_make_up_for_are_dropped() -> None:
    searching = Search([], 5, 1)
    whole = Found((), ALL)
    part = Found((19,), triples_of([19]))
    assert [whole] == searching._needed_games([part, whole])


def test_what_was_late_weighs_more() -> None:
    searching = Search([], 5, 1)
    early, late = triples_of([19]), triples_of([19, 18]) - triples_of([19])
    before = searching._weight.copy()
    searching._learn([Found((), early), Found((), late)])
    grown = searching._weight / np.where(before > 0, before, 1)
    assert grown[sorted(early)].max() < grown[sorted(late)].min()
    assert before.sum() == pytest.approx(searching._weight.sum(), rel=1e-5)


# -- the file --------------------------------------------------------------------------------------


def test_games_that_were_found_stand_in_the_file_as_they_were() -> None:
    assert TEXT == with_games(TEXT, known_games(TEXT))
    assert known_games(TEXT)[:2] == known_games(with_games(TEXT, known_games(TEXT)[:2]))
    assert given_games(TEXT) == given_games(with_games(TEXT, []))


def test_forfeits_are_written() -> None:
    moves = covering.games()["Black forfeits after eight moves"][1:]
    text = with_games("", [[SIZE * row + col for row, col in (m.arguments for m in moves)]])
    assert f"{FOUND} 1: d3 c3 b3 b2 f5 a3 a1 c1 --\n" == text.lstrip("\n")


def test_the_command_records_what_is_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / covering.GAMES).write_text("Black forfeits: d3 c3 b3 b2 f5 a3 a1 c1 --\n")
    command = [sys.executable, str(TOOL), "--folder", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    data = (tmp_path / covering.RECORDING).read_bytes()
    calls = covering.Recording.load(data, module("othello")).calls
    assert f"74 scripts, {calls} calls, {len(data)} bytes\n" == done.stdout
    assert "" == done.stderr


@pytest.mark.usefixtures("few")
def test_the_search_tells_what_it_does() -> None:
    told: list[tuple[str, int, int]] = []
    Search([], 5, 1).best_games([], Rounds(1, 1), lambda *now: told.append(now))
    assert [(1, 1), (1, 1)] == [(done, total) for _, done, total in told]
    assert all(
        what.startswith(way) for (what, _, _), way in zip(told, ("anew: ", "again: "), strict=True)
    )
