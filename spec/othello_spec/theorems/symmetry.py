"""Symmetry: what the rules imply for games that differ only in colours or in the point of view.

The rules favour neither colour and no side of the board. With the colours exchanged, or seen from
another side or in a mirror, a game is the same game.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from othello_spec.board import (
    BLACK,
    EMPTY,
    SIZE,
    SQUARES,
    WHITE,
    Board,
    Direction,
    Player,
    Square,
)
from othello_spec.lines import along, flips, opponent, placed
from othello_spec.othello import Game, game_over, has_valid_moves, init, is_valid_move, winner

__all__ = [
    "Symmetry",
    "a_move_is_the_same_from_every_side",
    "a_move_is_the_same_with_the_colours_exchanged",
    "a_symmetry_after_another_is_a_symmetry",
    "a_symmetry_takes_lines_to_lines",
    "a_symmetry_takes_the_squares_to_the_squares",
    "flips_are_the_same_from_every_side",
    "flips_are_the_same_with_the_colours_exchanged",
    "the_end_is_the_same_from_every_side",
    "the_end_is_the_same_with_the_colours_exchanged",
    "the_start_is_the_same_from_every_side_but_for_the_colours",
    "the_turn_is_the_same_from_every_side",
    "the_turn_is_the_same_with_the_colours_exchanged",
    "the_winner_is_the_other_with_the_colours_exchanged",
    "the_winner_is_the_same_from_every_side",
    "valid_moves_are_the_same_from_every_side",
    "valid_moves_are_the_same_with_the_colours_exchanged",
]


class Matrix(NamedTuple):
    """How often the row and the column of a square count in those of its image."""

    row_in_row: int
    col_in_row: int
    row_in_col: int
    col_in_col: int


class Symmetry(Matrix, Enum):  # [directions]
    """The eight ways to turn the board, clockwise, or to turn it over, so that it covers itself."""

    IDENTITY = (1, 0, 0, 1)
    QUARTER_TURN = (0, 1, -1, 0)
    HALF_TURN = (-1, 0, 0, -1)
    THREE_QUARTER_TURN = (0, -1, 1, 0)
    LEFT_TO_RIGHT = (1, 0, 0, -1)
    TOP_TO_BOTTOM = (-1, 0, 0, 1)
    MAIN_DIAGONAL = (0, 1, 1, 0)
    OTHER_DIAGONAL = (0, -1, -1, 0)


def flips_are_the_same_with_the_colours_exchanged(
    board: Board, player: Player, square: Square
) -> bool:
    """The opponent flips on the exchanged board what the player flips on the board."""
    return flips(recoloured(board), opponent(player), square) == flips(
        board, player, square
    )  # [two-players]


def valid_moves_are_the_same_with_the_colours_exchanged(
    game: Game, player: Player, square: Square
) -> bool:
    """The opponent may play in the exchanged game where the player may play in the game."""
    return is_valid_move(exchanged(game), square.row, square.col, opponent(player)) == (
        is_valid_move(game, square.row, square.col, player)
    )  # [two-players]


def a_move_is_the_same_with_the_colours_exchanged(
    board: Board, player: Player, square: Square
) -> bool:
    """Exchanging the colours before a move leads to the same board as exchanging them after it."""
    return placed(recoloured(board), opponent(player), square) == (
        recoloured(placed(board, player, square))
    )  # [two-players]


def the_turn_is_the_same_with_the_colours_exchanged(game: Game, player: Player) -> bool:
    """The opponent can move in the exchanged game exactly if the player can in the game."""
    return has_valid_moves(exchanged(game), opponent(player)) == (
        has_valid_moves(game, player)
    )  # [two-players]


def the_end_is_the_same_with_the_colours_exchanged(game: Game) -> bool:
    """The exchanged game is over exactly when the game is."""
    return game_over(exchanged(game)) == game_over(game)  # [two-players]


def the_winner_is_the_other_with_the_colours_exchanged(game: Game, player: Player) -> bool:
    """A player wins the exchanged game exactly if the opponent wins the game."""
    return (winner(exchanged(game)) == player) == (
        winner(game) == opponent(player)
    )  # [two-players]


def a_symmetry_takes_the_squares_to_the_squares(symmetry: Symmetry) -> bool:
    """Every square of the board is the image of one."""
    return {image(symmetry, s) for s in SQUARES} == SQUARES  # [board-size]


def a_symmetry_takes_lines_to_lines(square: Square, symmetry: Symmetry) -> bool:
    """The image of a walk in one of the directions is a walk in one of them, with equal steps."""
    return all(
        any(
            all(
                image(symmetry, along(square, d, k)) == along(image(symmetry, square), e, k)
                for k in range(1, SIZE)
            )
            for e in Direction
        )
        for d in Direction
    )  # [direct-line]


def a_symmetry_after_another_is_a_symmetry(symmetry: Symmetry) -> bool:
    """No symmetry is missing: two of them, one after the other, are one of them."""
    return all(
        any(
            all(image(h, s) == image(g, image(symmetry, s)) for s in SQUARES)  # [directions]
            for h in Symmetry
        )
        for g in Symmetry
    )


def the_start_is_the_same_from_every_side_but_for_the_colours(symmetry: Symmetry) -> bool:
    """Seen from any side, a new board is as it was, or the colours are exchanged."""
    return viewed(init().board, symmetry) == init().board or viewed(
        init().board, symmetry
    ) == recoloured(init().board)  # [setup]


def flips_are_the_same_from_every_side(
    board: Board, player: Player, square: Square, symmetry: Symmetry
) -> bool:
    """A disc on the image of a square flips the images of what the disc on the square flips."""
    return flips(board, player, image(symmetry, square)) == {
        image(symmetry, t) for t in flips(viewed(board, symmetry), player, square)
    }  # [directions]


def valid_moves_are_the_same_from_every_side(
    game: Game, player: Player, square: Square, symmetry: Symmetry
) -> bool:
    """A move on the image of a square is valid exactly if, in the game seen from there, it is."""
    there = image(symmetry, square)
    return is_valid_move(game, there.row, there.col, player) == is_valid_move(
        seen(game, symmetry), square.row, square.col, player
    )  # [directions]


def a_move_is_the_same_from_every_side(
    board: Board, player: Player, square: Square, symmetry: Symmetry
) -> bool:
    """The board after a move, seen from any side, is the board seen from there after that move."""
    there = image(symmetry, square)
    return viewed(placed(board, player, there), symmetry) == placed(
        viewed(board, symmetry), player, square
    )  # [directions]


def the_turn_is_the_same_from_every_side(game: Game, player: Player, symmetry: Symmetry) -> bool:
    """A player can move exactly if they can in the game seen from any side."""
    return has_valid_moves(seen(game, symmetry), player) == has_valid_moves(
        game, player
    )  # [directions]


def the_end_is_the_same_from_every_side(game: Game, symmetry: Symmetry) -> bool:
    """A game is over exactly if the game seen from any side is."""
    return game_over(seen(game, symmetry)) == game_over(game)  # [directions]


def the_winner_is_the_same_from_every_side(game: Game, symmetry: Symmetry) -> bool:
    """Discs count the same wherever they lie."""
    return winner(seen(game, symmetry)) == winner(game)  # [count]


def image(symmetry: Symmetry, square: Square) -> Square:
    """Where a symmetry takes a square, on the board or off it."""
    return Square(
        combined(symmetry.row_in_row, symmetry.col_in_row, square),
        combined(symmetry.row_in_col, symmetry.col_in_col, square),
    )  # [directions]


def combined(rows: int, cols: int, square: Square) -> int:
    """Multiples of row and column, counted from the edge that keeps the sum on the board."""
    edge = 0 if rows + cols > 0 else SIZE - 1
    return edge + rows * square.row + cols * square.col  # [directions]


def viewed(board: Board, symmetry: Symmetry) -> Board:
    """The board as it looks from another side: each square shows what lies on its image."""
    return {s: board[image(symmetry, s)] for s in SQUARES}  # [two-sided-discs]


def seen(game: Game, symmetry: Symmetry) -> Game:
    """The game as it looks from another side."""
    return Game(board=viewed(game.board, symmetry), turn=game.turn)  # [two-sided-discs]


def recoloured(board: Board) -> Board:
    """The board with every disc turned over."""
    return {
        s: (
            WHITE
            if board[s] == BLACK  # [two-sided-discs]
            else BLACK
            if board[s] == WHITE  # [two-sided-discs]
            else EMPTY  # [two-sided-discs]
        )
        for s in SQUARES
    }


def exchanged(game: Game) -> Game:
    """The game with the colours exchanged, of the discs and of the player whose turn it is."""
    return Game(board=recoloured(game.board), turn=opponent(game.turn))  # [two-players]
