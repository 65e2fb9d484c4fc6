"""Saved games: as moves, which the other commands read, or as a test.

The end of the file's name decides. Moves are for programs: ``replay``, ``show``, ``explain`` and
``play`` read them. A test is for people who write a program: a game in which their program went
wrong stays in their test suite. One form could not be both: a test has the positions that are due,
which the moves do not have.
"""

from __future__ import annotations

from typing import Final

from othello_mis.play.table import PlayTable
from othello_mis.replay.replayed_game import replayed_game
from othello_spec.board import SIZE
from othello_spec.records.diagrams import board_rows
from othello_spec.records.move_lists import move_list
from othello_spec.records.positions import Position, position_line

TEST_SUFFIX: Final = ".py"
"""The end of the name of a file that becomes a test."""

_TEST: Final = '''"""A game that was played with othello-mis play. Run the test with pytest.

To test your own program, import your module in place of the model.
"""

from othello_model import othello

# row and column of each move, from 0
MOVES = [
{moves}
]

# whose turn it is after each move; "over": the game has ended
TURNS = [
{turns}
]

# the board after the last move
BOARD = [
{board}
]

LETTERS = {{"empty": ".", "black": "B", "white": "W"}}


def test_the_game():
    othello.init()
    for (row, col), turn in zip(MOVES, TURNS):
        assert othello.is_valid_move(row, col, othello.turn())
        othello.move(row, col)
        assert othello.game_over() == (turn == "over")
        assert turn == "over" or othello.turn() == turn
    board = ["".join(LETTERS[othello.cell(row, col)] for col in range(8)) for row in range(8)]
    assert board == BOARD
'''


def saved_game(table: PlayTable, file: str) -> str:
    """Return the text of a file of that name. Raises ValueError if no test can be made."""
    if file.lower().endswith(TEST_SUFFIX):
        return _test(table)
    if table.start is not None:
        return _position(table)
    size = "" if table.size == SIZE else f", on a board of {table.size}x{table.size}"
    return f"# played with othello-mis play{size}\n{move_list(table.plies, table.size)}\n"


def _position(table: PlayTable) -> str:
    """Return the position that is reached: a list of moves would begin at the usual start."""
    state = table.game.state
    return f"{position_line(Position(state.board, state.turn))}\n"


def _test(table: PlayTable) -> str:
    if table.size != SIZE or table.start is not None:
        raise ValueError(
            f"a test begins at the start of a game on {SIZE}x{SIZE};"
            f" give a name that does not end with {TEST_SUFFIX}, and the moves are saved"
        )
    moves = table.game.moves
    games = [replayed_game(moves[:number]) for number in range(1, len(moves) + 1)]
    turns = ["over" if game.is_over else game.state.turn.value for game in games]
    return _TEST.format(
        moves=_rows([f"({row}, {col})" for row, col in moves]),
        turns=_rows([f'"{turn}"' for turn in turns]),
        board=_rows([f'"{row}"' for row in board_rows(table.game.state.board).split()], 1),
    )


def _rows(items: list[str], in_row: int = 8) -> str:
    """Return the elements of a list as lines of a program."""
    rows = (items[at : at + in_row] for at in range(0, len(items), in_row))
    return "\n".join(f"    {', '.join(row)}," for row in rows)
