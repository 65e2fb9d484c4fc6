"""Theorems of tic-tac-toe: what follows from its rules."""

from __future__ import annotations

from tic_tac_toe import (
    CROSS,
    EMPTY,
    NOUGHT,
    SQUARES,
    Game,
    Square,
    has_line,
    has_won,
    is_over,
    other,
    play,
)

__all__ = ["at_most_one_player_has_won", "play_fills_one_square", "who_waits_does_not_win"]


def who_waits_does_not_win(game: Game, row: int, col: int) -> bool:
    """A mark makes no line for the player who waits."""
    assert Square(row, col) in SQUARES
    assert game.board[Square(row, col)] == EMPTY
    assert not is_over(game)
    return not has_won(play(game, row, col), other(game.turn))


def at_most_one_player_has_won(game: Game, row: int, col: int) -> bool:
    """Play ends with the first line, so that never both players have one."""
    assert Square(row, col) in SQUARES
    assert game.board[Square(row, col)] == EMPTY
    assert not is_over(game)
    return not (
        has_line(play(game, row, col).board, CROSS) and has_line(play(game, row, col).board, NOUGHT)
    )


def play_fills_one_square(game: Game, square: Square) -> bool:
    """After a mark there is one empty square less."""
    assert game.board[square] == EMPTY
    assert not is_over(game)
    after = play(game, square.row, square.col)
    return sum(1 for s in SQUARES if after.board[s] == EMPTY) + 1 == sum(
        1 for s in SQUARES if game.board[s] == EMPTY
    )
