"""Passing: a turn is a disc or a pass, a player passes only if forced to, the game is the same.

Without passes, the module answers like othello; with passes, only the turn differs.
"""

from __future__ import annotations

import pytest

from othello_spec import othello, passing
from othello_spec.board import BLACK, CORNERS, PLAYERS, SQUARES, WHITE, Player, Square
from othello_spec.passing import InvalidPass, Passing
from othello_spec.records.move_lists import PASS, Ply, plies
from othello_suite.scenarios import GAMES, GAMES_WITH_PASSES

STUCK = "d3 c3 b3 b2 f5 a3 a1 c1"
"""After these eight moves Black cannot place a disc, and White can."""

OVER = "d3 c3 b3 d2 e1 d6 d7 e3 f4"
"""After these nine moves neither player can move."""


def pass_or_move(game: Passing, ply: Ply) -> Passing:
    return passing.pass_turn(game) if ply is PASS else passing.move(game, ply.row, ply.col)


def states(course: tuple[Ply, ...]) -> list[Passing]:
    """The states of a game, the first and the last included."""
    found = [passing.init()]
    for ply in course:
        found.append(pass_or_move(found[-1], ply))
    return found


def game_after(text: str) -> Passing:
    return states(plies(text))[-1]


@pytest.fixture(scope="module", params=GAMES_WITH_PASSES, ids=str)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def can_place(game: Passing, player: Player) -> bool:
    return any(passing.is_valid_move(game, s.row, s.col, player) for s in SQUARES)


@pytest.mark.rule("passing-move")
def test_each_turn_is_one_move_and_hands_the_turn_over() -> None:
    turns = [passing.turn(game_after(text)) for text in ("", "d3", "d3 c3", STUCK, f"{STUCK} --")]
    assert [BLACK, WHITE, BLACK, BLACK, WHITE] == turns


@pytest.mark.rule("passing-move")
def test_a_pass_leaves_the_board_as_it_was() -> None:
    before = game_after(STUCK)
    assert before.board == passing.pass_turn(before).board


@pytest.mark.rule("forced-pass-only")
def test_who_cannot_place_a_disc_while_the_opponent_can_has_to_pass() -> None:
    game = game_after(STUCK)
    assert (False, True) == (can_place(game, BLACK), can_place(game, WHITE))
    assert passing.is_valid_pass(game)
    assert WHITE == passing.turn(passing.pass_turn(game))


@pytest.mark.rule("forced-pass-only")
@pytest.mark.parametrize("text", ["", "d3", f"{STUCK} --", OVER], ids=str)
def test_in_no_other_situation_may_anybody_pass(text: str) -> None:
    game = game_after(text)
    assert not passing.is_valid_pass(game)
    with pytest.raises(InvalidPass):
        passing.pass_turn(game)


@pytest.mark.rule("forced-pass-only", "game-over")
def test_once_the_game_is_over_nobody_can_place_and_nobody_may_pass() -> None:
    game = game_after(OVER)
    assert passing.game_over(game)
    assert [False, False] == [can_place(game, player) for player in PLAYERS]
    assert not passing.is_valid_pass(game)


@pytest.mark.rule("must-capture")
def test_who_has_to_pass_may_place_no_disc_anywhere() -> None:
    for square in SQUARES:
        with pytest.raises(othello.InvalidMove):
            passing.move(game_after(STUCK), square.row, square.col)


@pytest.mark.rule("on-board")
@pytest.mark.parametrize("place", [(-1, 0), (0, 8)])
def test_off_the_board_there_is_nothing_to_place_or_to_inspect(place: tuple[int, int]) -> None:
    for routine in (passing.move, passing.cell):
        with pytest.raises(othello.OutOfBounds):
            routine(passing.init(), *place)


@pytest.mark.rule("assumed-over")
def test_nothing_is_said_of_the_turn_once_the_game_is_over() -> None:
    with pytest.raises(AssertionError):
        passing.turn(game_after(OVER))


@pytest.mark.rule("forfeit", "capture-all", "setup", "black-first")
def test_with_the_passes_hidden_it_is_the_game_without_them(name: str) -> None:
    hidden = [othello.init()]
    for square in GAMES[name]:
        hidden.append(othello.move(hidden[-1], square.row, square.col))
    shown = [state for state in states(GAMES_WITH_PASSES[name]) if not passing.is_valid_pass(state)]
    assert [state.board for state in hidden] == [state.board for state in shown]
    on = [(a.turn, b.turn) for a, b in zip(hidden, shown, strict=True) if not othello.game_over(a)]
    assert [one for one, _ in on] == [other for _, other in on]


@pytest.mark.rule("count", "majority", "status-over", "valid-moves", "inspect-cell")
def test_what_does_not_depend_on_passing_is_answered_alike(name: str) -> None:
    for state in states(GAMES_WITH_PASSES[name])[::5]:
        same = othello.Game(board=state.board, turn=state.turn)
        assert othello.winner(same) == passing.winner(state)
        assert othello.game_over(same) == passing.game_over(state)
        for player in PLAYERS:
            assert othello.count(same, player) == passing.count(state, player)
            assert {s for s in SQUARES if othello.is_valid_move(same, s.row, s.col, player)} == {
                s for s in SQUARES if passing.is_valid_move(state, s.row, s.col, player)
            }
        assert [othello.cell(same, *s) for s in CORNERS] == [
            passing.cell(state, *s) for s in CORNERS
        ]


def test_the_invariant_holds_in_all_of_them_and_fails_without_a_centre(name: str) -> None:
    last = states(GAMES_WITH_PASSES[name])[-1]
    assert passing.invariant(last)
    hollow = {**last.board, Square(3, 3): othello.init().board[Square(0, 0)]}
    assert not passing.invariant(Passing(board=hollow, turn=BLACK))
