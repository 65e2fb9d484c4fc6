"""Endings: what the rules imply of the turn, of the end of a game and of who wins.

Every game ends, after a number of moves with a known bound: each move fills an empty square, and
two forfeits cannot follow each other. moves_left and turns_left are the bounds.
"""

from __future__ import annotations

from othello_spec.board import (
    BLACK,
    DRAW,
    EMPTY,
    PLAYERS,
    SIZE,
    SQUARES,
    WHITE,
    Board,
    Player,
    Square,
)
from othello_spec.lines import can_move, captures, opponent, placed
from othello_spec.othello import (
    Game,
    count,
    game_over,
    init,
    invariant,
    is_valid_move,
    move,
    winner,
)

__all__ = [
    "a_draw_is_as_many_discs_of_either_colour",
    "a_forfeit_uses_up_a_turn",
    "a_full_board_ends_the_game",
    "a_move_leaves_one_move_less",
    "a_move_uses_up_a_turn",
    "a_new_game_has_as_many_moves_left_as_empty_squares",
    "a_wipe_out_ends_the_game",
    "init_establishes_the_invariant",
    "move_keeps_the_invariant",
    "no_move_is_possible_on_a_board_that_is_over",
    "the_game_is_over_iff_neither_player_can_move",
    "the_game_may_end_on_a_board_that_is_not_full",
    "the_turn_alternates_unless_forfeited",
    "the_winner_has_the_majority",
    "there_is_never_less_than_no_turn_left",
    "whose_turn_it_is_can_move_until_the_game_is_over",
]


def init_establishes_the_invariant() -> bool:
    """A new game satisfies the state invariant."""
    return invariant(init())  # [initialise]


def move_keeps_the_invariant(game: Game, square: Square) -> bool:
    """If the state invariant holds before a move, it holds after."""
    assert square in SQUARES
    assert invariant(game)
    assert captures(game.board, game.turn, square)
    return invariant(move(game, square.row, square.col))  # [forfeit]


def whose_turn_it_is_can_move_until_the_game_is_over(game: Game) -> bool:
    """In a sound state a turn is never that of a player who could only forfeit it."""
    assert invariant(game)
    assert not game_over(game)
    return can_move(game.board, game.turn)  # [forfeit] [whose-turn]


def the_turn_alternates_unless_forfeited(game: Game, square: Square) -> bool:
    """After a move it is the opponent's turn exactly if they can move: no pass is a choice."""
    assert square in SQUARES
    assert captures(game.board, game.turn, square)
    after = move(game, square.row, square.col)
    return (after.turn == opponent(game.turn)) == (
        can_move(after.board, opponent(game.turn))
    )  # [no-voluntary-forfeit]


def the_game_is_over_iff_neither_player_can_move(game: Game) -> bool:
    """The game goes on as long as either player has a valid move, and no longer."""
    return game_over(game) == all(
        not is_valid_move(game, s.row, s.col, p) for s in SQUARES for p in PLAYERS
    )  # [game-over] [status-over]


def no_move_is_possible_on_a_board_that_is_over(game: Game, player: Player, square: Square) -> bool:
    """Once the game is over, no move is valid for either player."""
    assert game_over(game)
    return not is_valid_move(game, square.row, square.col, player)  # [game-over]


def a_full_board_ends_the_game(game: Game) -> bool:
    """When every square is occupied, the game is over."""
    assert all(game.board[s] != EMPTY for s in SQUARES)
    return game_over(game)  # [full-board-ends]


def a_wipe_out_ends_the_game(game: Game, player: Player) -> bool:
    """When one player has no disc left, the game is over: the other has nothing to capture."""
    assert all(game.board[s] != player for s in SQUARES)
    return game_over(game)  # [wipe-out-ends]


def the_game_may_end_on_a_board_that_is_not_full(game: Game) -> bool:
    """Empty squares do not keep a game going if neither player can place a disc on them."""
    assert all(
        not captures(game.board, p, s) for s in SQUARES if game.board[s] == EMPTY for p in PLAYERS
    )
    return game_over(game)  # [early-end]


def a_new_game_has_as_many_moves_left_as_empty_squares() -> bool:
    """At most sixty moves: one for each square that is not in the centre."""
    return moves_left(init().board) == SIZE * SIZE - 4  # [setup]


def a_move_leaves_one_move_less(board: Board, player: Player, square: Square) -> bool:
    """Each move fills one empty square: there are at most as many moves as empty squares."""
    assert square in SQUARES
    assert captures(board, player, square)
    return moves_left(placed(board, player, square)) == moves_left(board) - 1  # [place-on-empty]


def there_is_never_less_than_no_turn_left(board: Board, player: Player) -> bool:
    """The bound on the turns is never negative, and at most two for each empty square and one."""
    return (
        0 <= 2 * moves_left(board) <= turns_left(board, player) <= 2 * moves_left(board) + 1
    )  # [forfeit]


def a_move_uses_up_a_turn(board: Board, player: Player, square: Square) -> bool:
    """After a move fewer turns are left, even if the opponent can only forfeit the next one."""
    assert square in SQUARES
    assert captures(board, player, square)
    after = placed(board, player, square)
    return 2 * moves_left(after) + 1 < turns_left(board, player)  # [alternate]


def a_forfeit_uses_up_a_turn(board: Board, player: Player) -> bool:
    """If a player who cannot move hands over the turn to one who can, fewer turns are left."""
    assert not can_move(board, player)
    assert can_move(board, opponent(player))
    return turns_left(board, opponent(player)) < turns_left(board, player)  # [forfeit]


def the_winner_has_the_majority(game: Game, player: Player) -> bool:
    """A player wins exactly by having more discs than the opponent."""
    return (winner(game) == player) == (
        count(game, player) > count(game, opponent(player))
    )  # [majority] [who-is-winning]


def a_draw_is_as_many_discs_of_either_colour(game: Game) -> bool:
    """The game is a draw exactly if both players have the same number of discs."""
    return (winner(game) == DRAW) == (count(game, BLACK) == count(game, WHITE))  # [draw]


def moves_left(board: Board) -> int:
    """A bound on the moves to come: one for each empty square."""
    return sum(1 for s in SQUARES if board[s] == EMPTY)  # [place-on-empty]


def turns_left(board: Board, player: Player) -> int:
    """A bound on the turns to come if the player has this one and a forfeit is a turn, too.

    A move and a forfeit for each empty square, and one more if the first turn can only be
    forfeited.
    """
    return (
        2 * moves_left(board)
        if can_move(board, player)  # [alternate]
        else 2 * moves_left(board) + 1  # [forfeit]
    )
