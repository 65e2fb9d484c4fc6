"""Matches: what the rules imply of a game with handicap, supply and clocks together.

The match always meets what the modules demand of their callers: there is a disc to take, no running
clock is started, and no standing clock is stopped. Every match ends, and it is clear who has won.
"""

from __future__ import annotations

from othello_spec import clock, handicap, othello
from othello_spec.board import CORNERS, PLAYERS, SIZE, Player, Square
from othello_spec.clock import NOBODY
from othello_spec.lines import can_move, opponent, placed
from othello_spec.match import (
    TIME,
    Match,
    begin,
    discs_left,
    ended_by,
    grant,
    init,
    invariant,
    is_out_of_time,
    move,
    over,
    score,
    score_with_empty_squares,
    time_used,
    winner,
)
from othello_spec.theorems import clocks
from othello_spec.theorems.endings import moves_left
from othello_spec.theorems.supplies import in_all

__all__ = [
    "a_forfeited_turn_takes_no_time",
    "a_match_that_is_over_stays_over",
    "a_move_hands_the_clock_over_while_somebody_can_move",
    "a_move_leaves_a_match_one_move_less",
    "a_new_match_is_sound",
    "begin_keeps_a_match_sound",
    "grant_keeps_a_match_sound",
    "move_keeps_a_match_sound",
    "nobody_has_less_than_no_disc_left",
    "only_who_has_the_turn_can_run_out_of_time",
    "scores_with_empty_squares_add_up_to_the_board",
    "the_clock_of_a_match_has_a_valid_limit",
    "the_result_stands",
    "the_winner_has_the_higher_score",
    "the_winner_has_the_higher_score_with_empty_squares",
    "there_is_a_disc_for_every_square_of_a_match",
    "who_runs_out_of_time_loses",
]


def a_new_match_is_sound(allowed: int, now: int) -> bool:
    """A new match satisfies the state invariant, its own and those of its parts."""
    assert clock.is_valid_limit(allowed)
    return is_sound(init(allowed, now))  # [initialise]


def grant_keeps_a_match_sound(match: Match, square: Square) -> bool:
    """If a match is sound before a corner is granted, it is after."""
    assert square in CORNERS
    assert is_sound(match)
    assert not match.begun
    assert not handicap.is_granted(match.handicap, square.row, square.col)
    return is_sound(grant(match, square.row, square.col))  # [match-begins]


def begin_keeps_a_match_sound(match: Match, now: int) -> bool:
    """If a match is sound before it begins, it is after."""
    assert is_sound(match)
    assert not match.begun
    assert now >= clock.latest(match.clock)
    return is_sound(begin(match, now))  # [match-begins]


def move_keeps_a_match_sound(match: Match, square: Square, now: int) -> bool:
    """If a match is sound before a move, it is after."""
    assert is_sound(match)
    assert may_move(match, square, now)
    return is_sound(move(match, square.row, square.col, now))  # [supply] [clock-runs]


def there_is_a_disc_for_every_square_of_a_match(match: Match) -> bool:
    """With any corners granted and after any moves, no disc is lost and none is added."""
    assert is_sound(match)
    return in_all(match.supply, match.game.board) == SIZE * SIZE  # [corners-from-supply]


def nobody_has_less_than_no_disc_left(match: Match, player: Player) -> bool:
    """A player without discs takes one of the opponent's, and owes none."""
    assert is_sound(match)
    return discs_left(match, player) >= 0  # [disc-given]


def the_clock_of_a_match_has_a_valid_limit(match: Match) -> bool:
    """The invariant of a match alone, without its parts' own, lets its clock be started."""
    assert invariant(match)
    return clock.is_valid_limit(clock.limit(match.clock))  # [limit-range]


def a_move_hands_the_clock_over_while_somebody_can_move(
    match: Match, square: Square, now: int
) -> bool:
    """After a move the clock of the player on turn runs; if neither can move, no clock runs."""
    assert is_sound(match)
    assert may_move(match, square, now)
    after = move(match, square.row, square.col, now)
    return (
        clock.running(after.clock) == NOBODY
        if othello.game_over(after.game)  # [game-over]
        else clock.running(after.clock) == after.game.turn  # [clock-runs]
    )


def a_forfeited_turn_takes_no_time(match: Match, square: Square, now: int) -> bool:
    """After a move that the opponent cannot answer, their clock does not run and has not run."""
    assert is_sound(match)
    assert may_move(match, square, now)
    assert not can_move(
        placed(match.game.board, match.game.turn, square), opponent(match.game.turn)
    )
    after = move(match, square.row, square.col, now)
    return (
        clock.running(after.clock) != opponent(match.game.turn)  # [forfeit-takes-no-time]
        and time_used(after, opponent(match.game.turn))
        == time_used(match, opponent(match.game.turn))  # [forfeit-takes-no-time]
    )


def who_runs_out_of_time_loses(match: Match, player: Player, now: int) -> bool:
    """Whatever lies on the board, a player who runs out of time while a move is left has lost."""
    assert is_sound(match)
    assert now >= clock.latest(match.clock)
    assert is_out_of_time(match, player, now)
    assert not othello.game_over(match.game)
    return (
        winner(match, now) == opponent(player)  # [time-out-loses]
        and ended_by(match, now) == TIME  # [time-out-loses]
    )


def only_who_has_the_turn_can_run_out_of_time(match: Match, player: Player, now: int) -> bool:
    """A match is lost on time only by the player whose turn it is."""
    assert is_sound(match)
    assert now >= clock.latest(match.clock)
    assert is_out_of_time(match, player, now)
    assert not othello.game_over(match.game)
    return match.game.turn == player  # [clock-runs]


def scores_with_empty_squares_add_up_to_the_board(match: Match) -> bool:
    """Counted as in tournaments, every square belongs to a player."""
    assert othello.game_over(match.game)
    return (
        sum(score_with_empty_squares(match, p) for p in PLAYERS) == SIZE * SIZE
    )  # [empty-squares]


def the_winner_has_the_higher_score(match: Match, player: Player, now: int) -> bool:
    """Where no move is left, a player wins exactly by the higher score."""
    assert othello.game_over(match.game)
    assert now >= clock.latest(match.clock)
    return (winner(match, now) == player) == (
        score(match, player) > score(match, opponent(player))
    )  # [majority]


def the_winner_has_the_higher_score_with_empty_squares(
    match: Match, player: Player, now: int
) -> bool:
    """Counting the empty squares for the winner does not change who wins."""
    assert othello.game_over(match.game)
    assert now >= clock.latest(match.clock)
    return (winner(match, now) == player) == (
        score_with_empty_squares(match, player) > score_with_empty_squares(match, opponent(player))
    )  # [empty-squares]


def a_match_that_is_over_stays_over(match: Match, now: int, later: int) -> bool:
    """A match that is over stays over, and no more moves are made."""
    assert clock.latest(match.clock) <= now <= later
    assert over(match, now)
    return over(match, later)  # [game-over] [time-out-loses]


def the_result_stands(match: Match, now: int, later: int) -> bool:
    """The winner of a match that is over is the winner at any later moment."""
    assert is_sound(match)
    assert clock.latest(match.clock) <= now <= later
    assert over(match, now)
    return winner(match, later) == winner(match, now)  # [majority] [time-out-loses]


def a_move_leaves_a_match_one_move_less(match: Match, square: Square, now: int) -> bool:
    """Each move fills an empty square, and their number is never negative: every match ends."""
    assert is_sound(match)
    assert may_move(match, square, now)
    after = move(match, square.row, square.col, now)
    return moves_left(after.game.board) == moves_left(match.game.board) - 1  # [place-on-empty]


def may_move(match: Match, square: Square, now: int) -> bool:
    """The player whose turn it is may place a disc on the square at that time."""
    return (
        match.begun  # [match-begins]
        and now >= clock.latest(match.clock)  # [time-told]
        and not over(match, now)  # [game-over] [time-out-loses]
        and othello.is_valid_move(
            match.game, square.row, square.col, match.game.turn
        )  # [must-capture]
    )


def is_sound(match: Match) -> bool:
    """The state invariant holds, and those of the parts."""
    return (
        invariant(match)  # [match-begins]
        and othello.invariant(match.game)  # [forfeit]
        and clocks.is_sound(match.clock)  # [clock-runs]
    )
