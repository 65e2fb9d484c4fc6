"""Supplies: what the rules imply of the discs beside the board and on it.

There is a disc for every square. Each placement takes one disc from the supplies and adds one to
the board, so their sum stays the number of squares. Hence a player who can move gets a disc, an own
one or one that the opponent gives.
"""

from __future__ import annotations

from othello_spec import othello
from othello_spec.board import PLAYERS, SIZE, SQUARES, Board, Player, Square
from othello_spec.lines import captures, discs, opponent, placed
from othello_spec.supply import Supply, init, invariant, left, take, takes_from_opponent
from othello_spec.theorems.endings import moves_left

__all__ = [
    "a_new_game_has_a_disc_for_every_square",
    "a_new_supply_is_sound",
    "a_placement_keeps_a_disc_for_every_square",
    "only_who_has_none_is_given_a_disc",
    "take_keeps_the_supply_sound",
    "take_takes_one_disc",
    "the_opponent_of_who_has_none_has_one_to_give",
    "there_are_as_many_discs_as_squares_that_are_not_empty",
    "whoever_can_move_gets_a_disc",
]


def a_new_supply_is_sound() -> bool:
    """At the start the supply satisfies the state invariant."""
    return invariant(init())  # [supply]


def take_keeps_the_supply_sound(supply: Supply, player: Player) -> bool:
    """If the state invariant holds before a disc is taken, it holds after."""
    assert invariant(supply)
    assert not is_used_up(supply)
    return invariant(take(supply, player))  # [supply]


def take_takes_one_disc(supply: Supply, player: Player) -> bool:
    """One player has one disc less, and the other has the same number of discs."""
    assert not is_used_up(supply)
    after = take(supply, player)
    return (
        beside(after) == beside(supply) - 1  # [supply]
        and all(left(after, p) <= left(supply, p) for p in PLAYERS)  # [supply]
    )


def only_who_has_none_is_given_a_disc(supply: Supply, player: Player) -> bool:
    """The opponent's discs become fewer exactly if the player has none."""
    assert not is_used_up(supply)
    return (left(take(supply, player), opponent(player)) < left(supply, opponent(player))) == (
        left(supply, player) == 0
    )  # [disc-given]


def a_new_game_has_a_disc_for_every_square() -> bool:
    """At the start the discs on the board and beside it are one for each square."""
    return in_all(init(), othello.init().board) == SIZE * SIZE  # [supply]


def a_placement_keeps_a_disc_for_every_square(
    supply: Supply, board: Board, player: Player, square: Square
) -> bool:
    """A placement with a disc from the supply does not change the number of discs in all."""
    assert square in SQUARES
    assert captures(board, player, square)
    assert not is_used_up(supply)
    return in_all(take(supply, player), placed(board, player, square)) == (
        in_all(supply, board)
    )  # [supply]


def whoever_can_move_gets_a_disc(
    supply: Supply, board: Board, player: Player, square: Square
) -> bool:
    """With a disc for every square, there is one for an empty square: NoDiscs cannot happen."""
    assert square in SQUARES
    assert captures(board, player, square)
    assert in_all(supply, board) == SIZE * SIZE
    return not is_used_up(supply)  # [nobody-has-discs]


def the_opponent_of_who_has_none_has_one_to_give(supply: Supply, player: Player) -> bool:
    """If there is a disc to take and it is not the player's own, it is one of the opponent's."""
    assert invariant(supply)
    assert not is_used_up(supply)
    assert takes_from_opponent(supply, player)
    return left(supply, opponent(player)) > 0  # [disc-given]


def there_are_as_many_discs_as_squares_that_are_not_empty(board: Board) -> bool:
    """No square holds two discs: the discs on the board are never more than the squares."""
    return (
        sum(discs(board, p) for p in PLAYERS) == SIZE * SIZE - moves_left(board) <= SIZE * SIZE
    )  # [count]


def is_used_up(supply: Supply) -> bool:
    """Neither player has a disc left."""
    return all(left(supply, p) == 0 for p in PLAYERS)  # [nobody-has-discs]


def beside(supply: Supply) -> int:
    """How many discs both players have left."""
    return sum(left(supply, p) for p in PLAYERS)  # [supply]


def in_all(supply: Supply, board: Board) -> int:
    """How many discs there are, beside the board and on it."""
    return beside(supply) + sum(discs(board, p) for p in PLAYERS)  # [supply]
