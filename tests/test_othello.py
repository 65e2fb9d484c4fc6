"""The access programs of the specification, by what a board shows: the turn, the discs, the moves.

A move changes nothing else, and a query changes nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from othello_spec.board import BLACK, CORNERS, EMPTY, SQUARES, WHITE, Cell, Player, Square
from othello_spec.lines import flips, opponent
from othello_spec.othello import (
    Game,
    InvalidMove,
    OutOfBounds,
    cell,
    count,
    game_over,
    has_valid_moves,
    init,
    is_valid_move,
    move,
    turn,
)
from othello_spec.records.move_lists import moves
from othello_spec.records.squares import square
from othello_suite.scenarios import GAMES

PLAYERS: tuple[Player, Player] = (BLACK, WHITE)
OUTSIDE = [(-1, 0), (0, -1), (8, 0), (0, 8), (-8, -8), (8, 8), (7, 100)]
"""Rows and columns off the board."""


def states(squares: tuple[Square, ...]) -> list[Game]:
    """The states of a game, the first and the last included."""
    found = [init()]
    for each in squares:
        found.append(move(found[-1], *each))
    return found


def game_after(text: str) -> Game:
    return states(moves(text))[-1]


@cache
def all_states() -> list[Game]:
    return [state for game in GAMES.values() for state in states(game)]


def moves_made() -> Iterator[tuple[Game, Square]]:
    """Each state of a game but the last, and the square of the move that was made in it."""
    for game in GAMES.values():
        yield from zip(states(game), game, strict=False)


def can_place(game: Game, player: Player) -> set[Square]:
    return {s for s in SQUARES if is_valid_move(game, s.row, s.col, player)}


@pytest.mark.rule("two-players")
def test_each_of_the_two_players_is_the_others_opponent() -> None:
    assert (WHITE, BLACK) == (opponent(BLACK), opponent(WHITE))


@pytest.mark.rule("whose-turn", "alternate")
def test_the_players_move_in_turn() -> None:
    turns = [turn(state) for state in states(moves("f5 d6 c3 d3 c4"))]
    assert [BLACK, WHITE, BLACK, WHITE, BLACK, WHITE] == turns


@pytest.mark.rule("board-size", "inspect-cell", "two-sided-discs")
def test_a_square_is_empty_or_shows_one_side_of_a_disc() -> None:
    game = game_after("f5 d6")
    black = {square(name) for name in ["e4", "e5", "f5"]}
    white = {square(name) for name in ["d4", "d5", "d6"]}
    seen = {Square(r, c): cell(game, r, c) for r in range(8) for c in range(8)}
    expected: dict[Square, Cell] = dict.fromkeys(SQUARES, EMPTY)
    expected |= dict.fromkeys(black, BLACK) | dict.fromkeys(white, WHITE)
    assert expected == seen


@pytest.mark.rule("count")
def test_the_discs_of_each_colour_are_counted() -> None:
    game = game_after("f5 d6 c3 d3")
    assert (4, 4) == (count(game, BLACK), count(game, WHITE))


@pytest.mark.rule("valid-moves")
def test_the_valid_moves_of_both_players_are_told_whoever_has_the_turn() -> None:
    start = init()
    black = {square(name) for name in ["d3", "c4", "f5", "e6"]}
    white = {square(name) for name in ["e3", "f4", "c5", "d6"]}
    assert (black, white) == (can_place(start, BLACK), can_place(start, WHITE))


@pytest.mark.rule("any-valid-moves")
@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_has_valid_moves_exactly_if_some_square_is_one(player: Player) -> None:
    for state in all_states():
        assert bool(can_place(state, player)) == has_valid_moves(state, player)


@pytest.mark.rule("status-over", "game-over")
def test_a_game_is_over_exactly_if_no_square_is_a_valid_move_of_either() -> None:
    for state in all_states():
        assert game_over(state) == (not can_place(state, BLACK) | can_place(state, WHITE))


@pytest.mark.rule("on-board")
@pytest.mark.parametrize("place", OUTSIDE)
def test_off_the_board_there_is_nothing_to_place_to_inspect_or_to_capture(
    place: tuple[int, int],
) -> None:
    with pytest.raises(OutOfBounds):
        move(init(), *place)
    with pytest.raises(OutOfBounds):
        cell(init(), *place)
    assert not any(is_valid_move(init(), *place, player) for player in PLAYERS)


@pytest.mark.rule("place-on-empty", "must-capture")
def test_a_move_is_refused_wherever_it_is_not_valid() -> None:
    for where in SQUARES - can_place(init(), BLACK):
        with pytest.raises(InvalidMove):
            move(init(), *where)


@pytest.mark.rule("assumed-over")
def test_nothing_is_said_of_the_turn_once_the_game_is_over() -> None:
    with pytest.raises(AssertionError):
        turn(game_after("d3 c3 b3 d2 e1 d6 d7 e3 f4"))


@pytest.mark.rule("own-disc", "opponents-only", "discs-stay")
def test_a_move_adds_the_movers_disc_flips_discs_of_the_opponent_and_leaves_the_rest() -> None:
    for before, where in moves_made():
        after = move(before, *where)
        changed = {s for s in SQUARES if before.board[s] != after.board[s]}
        assert {where} | flips(before.board, before.turn, where) == changed
        assert {before.turn} == {after.board[s] for s in changed}
        assert {opponent(before.turn)} == {before.board[s] for s in changed - {where}}


@pytest.mark.rule("corners-safe")
def test_no_disc_in_a_corner_ever_flips() -> None:
    taken = 0
    for before, where in moves_made():
        after = move(before, *where)
        for corner in CORNERS:
            if before.board[corner] != EMPTY:
                taken += 1
                assert before.board[corner] == after.board[corner]
    assert taken > 100


@pytest.mark.rule("initialise", "abstract-object")
def test_a_new_game_is_always_the_same() -> None:
    first = init()
    move(first, *square("f5"))
    assert init() == first
