"""The bitboard: another representation of the board, with a function that yields the board."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from othello_model import bitboard, grid
from othello_model.abstraction import of_bitboard, of_grid, squares
from othello_model.bitboard import Bitboard
from othello_model.grid import Grid
from othello_model.kernel import STANDARD
from othello_spec.board import BLACK, EMPTY, SIZE, SQUARES, WHITE, Board, Cell, Player
from othello_spec.othello import Game

PLAYERS: tuple[Player, ...] = (BLACK, WHITE)
BEYOND = range(-2, SIZE + 2)
BOTH = 1 << 27
"""A square that is of the board."""


def random_boards(seed: int, number: int) -> Iterator[Board]:
    """Boards that no game need reach, from nearly empty ones to full ones."""
    random = Random(seed)
    for _ in range(number):
        empty = random.random()
        yield {
            square: EMPTY if random.random() < empty else random.choice(PLAYERS)
            for square in sorted(SQUARES)
        }


def as_grid(board: Board) -> Grid:
    made = Grid()
    for square, cell in board.items():
        made.rows[square.row][square.col] = cell
    return made


def as_words(board: Board) -> Bitboard:
    black, white = (STANDARD.word(s for s in board if board[s] == p) for p in PLAYERS)
    return Bitboard(black, white)


def answers_of(board: Bitboard | Grid) -> dict[str, Any]:
    """All that a board can be asked."""
    return {
        "accepts": [
            (player, row, col)
            for player in PLAYERS
            for row in BEYOND
            for col in BEYOND
            if board.accepts(player, row, col)
        ],
        "can move": [player for player in PLAYERS if board.can_move(player)],
        "over": board.is_over(),
        "next turn": [board.next_turn(player) for player in PLAYERS],
        "count": [board.count(player) for player in PLAYERS],
        "leader": board.leader(),
    }


def test_the_bitboard_and_the_grid_tell_the_same_of_any_board() -> None:
    for board in random_boards(seed=1, number=40):
        assert answers_of(as_grid(board)) == answers_of(as_words(board)), board


def test_the_bitboard_and_the_grid_make_the_same_moves() -> None:
    for board in random_boards(seed=2, number=40):
        for player, row, col in answers_of(as_grid(board))["accepts"]:
            walked = as_grid(board)
            walked.place(player, row, col)
            assert of_grid(walked, player) == of_bitboard(
                as_words(board).place(player, row, col), player
            )


def test_both_start_with_the_same_board() -> None:
    assert of_grid(Grid(), BLACK) == of_bitboard(Bitboard.start(), BLACK)


def test_a_difference_between_the_two_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bitboard, "BOARD", type(STANDARD)(8, 8))
    monkeypatch.setitem(vars(bitboard.BOARD), "steps", STANDARD.steps[1:])
    with pytest.raises(AssertionError):
        test_the_bitboard_and_the_grid_tell_the_same_of_any_board()


def test_either_abstraction_gives_the_board_that_it_was_made_from() -> None:
    for board in random_boards(seed=3, number=20):
        expected = Game(board=board, turn=WHITE)
        assert expected == of_grid(as_grid(board), WHITE)
        assert expected == of_bitboard(as_words(board), WHITE)


def test_a_square_is_the_bit_that_its_row_and_column_give() -> None:
    board = Bitboard(black=1 << 8 * 2 + 5, white=1)
    assert [BLACK, WHITE, EMPTY] == [board.holds(2, 5), board.holds(0, 0), board.holds(5, 2)]


@pytest.mark.parametrize(
    ("black", "white", "stands"),
    [
        (0, 0, True),
        (*STANDARD.start, True),
        (STANDARD.board, 0, True),
        (BOTH, BOTH, False),
        (1 << 64, 0, False),
        (0, 1 << 64 | 1, False),
        (-1, 0, False),
    ],
)
def test_words_stand_for_a_board_if_they_share_no_square_and_have_none_outside(
    black: int, white: int, stands: bool
) -> None:
    assert stands == Bitboard(black, white).sound


def test_of_symbolic_words_the_squares_are_symbolic() -> None:
    z3 = pytest.importorskip("z3")
    lift = pytest.importorskip("modspec.lift")
    variables = z3.BitVecs("black white", 64)
    symbolic = squares(Bitboard(*map(lift.Bits, variables)))
    for board in random_boards(seed=4, number=10):
        words = as_words(board)
        values = [
            (v, z3.BitVecVal(w, 64))
            for v, w in zip(variables, (words.black, words.white), strict=True)
        ]

        def holds(condition: Any, values: Any = values) -> bool:
            return z3.is_true(z3.simplify(z3.substitute(condition.term, *values)))

        found = {
            square: [cell for cell in Cell if holds(choice.is_(cell))]
            for square, choice in symbolic.items()
        }
        assert {square: [cell] for square, cell in board.items()} == found


def test_neither_board_takes_a_function_of_the_specification() -> None:
    for module in (bitboard, grid):
        functions = {f.__module__ for f in vars(module).values() if inspect.isfunction(f)}
        assert set() == {name for name in functions if name.startswith("othello_spec")}
