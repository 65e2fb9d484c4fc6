"""Match: a whole game of Othello, with handicap, supply and clocks.

Corners may be granted, then the match begins and Black's clock runs; each move takes a disc from
the supply and hands the clock over. The match is over when neither player can move, or when one has
run out of time.

Assumptions:
    init is called before any other access program.
    winner and ended_by are asked once the match is over, the scores once no move is left.

Considerations:
    The module states only how the others are put together; what a move, a corner, a disc or a
    millisecond means stands in othello, handicap, supply and clock. Each player keeps one colour
    from init to the end; the module knows no names of players. Discs in granted corners come out of
    the supply of the player who gets them. Were they additional ones, there would be more discs
    than squares. A forfeited turn takes no time: the clock of the player who moves again is stopped
    and started at the same moment. The sources do not say what the score is of a match that ends by
    time; the scores are given only where no move is left.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from modspec import AbstractObject
from othello_spec import clock, handicap, othello, supply
from othello_spec.board import (
    BLACK,
    CORNERS,
    DRAW,
    PLAYERS,
    SIZE,
    SQUARES,
    WHITE,
    Cell,
    Player,
    Square,
    Winner,
)
from othello_spec.clock import NOBODY, UNLIMITED, Clock, InvalidLimit, Runner, TimeRunsBackwards
from othello_spec.handicap import AlreadyGranted, Handicap, NotACorner
from othello_spec.othello import Game, InvalidMove, OutOfBounds
from othello_spec.supply import Supply

__all__ = [
    "MOVES",
    "TIME",
    "AlreadyBegun",
    "Ending",
    "MatchOver",
    "NotBegun",
    "begin",
    "begun",
    "cell",
    "discs_left",
    "ended_by",
    "grant",
    "init",
    "is_granted",
    "is_valid_move",
    "move",
    "over",
    "score",
    "score_with_empty_squares",
    "time_left",
    "time_used",
    "turn",
    "winner",
]


class Ending(StrEnum):
    """How a match ends: no move is left, or a player has run out of time."""

    MOVES = "moves"
    TIME = "time"


MOVES: Final = Ending.MOVES
TIME: Final = Ending.TIME


class AlreadyBegun(Exception):  # [match-begins]
    """The match has begun."""


class NotBegun(Exception):  # [match-begins]
    """The match has not begun."""


class MatchOver(Exception):  # [game-over] [time-out-loses]
    """The match is over."""


class Match(AbstractObject):  # [abstract-object]
    """The state of one match."""

    begun: bool  # [match-begins]
    """Whether the first turn has begun."""

    handicap: Handicap  # [corner-handicap]
    """The corners that were granted."""

    game: Game  # [abstract-object]
    """The board, and whose turn it is."""

    supply: Supply  # [supply]
    """The discs beside the board."""

    clock: Clock  # [time-limit]
    """The players' clocks."""


def invariant(match: Match) -> bool:
    """Every disc is on the board or in the supply; only the clock of the player on turn runs.

    Until the match begins, no player has moved: all is as the handicap has it.
    """
    return (
        clock.is_valid_limit(clock.limit(match.clock))  # [limit-range]
        and all(supply.left(match.supply, p) >= 0 for p in PLAYERS)  # [supply]
        and sum(supply.left(match.supply, p) for p in PLAYERS)
        + sum(othello.count(match.game, p) for p in PLAYERS)
        == SIZE * SIZE  # [supply]
        and clock.running(match.clock) == due(match)  # [clock-runs]
        and (match.begun or is_untouched(match))  # [match-begins]
    )


def init(allowed: int, now: int) -> Match:
    """Set up a match with a limit for each player, in milliseconds, or with UNLIMITED time."""
    if not clock.is_valid_limit(allowed):
        raise InvalidLimit  # [limit-range]
    return Match(
        begun=False,  # [match-begins]
        handicap=handicap.init(),  # [corner-handicap]
        game=othello.init(),  # [setup]
        supply=supply.init(),  # [supply]
        clock=clock.init(allowed, now),  # [time-limit]
    )


def grant(match: Match, row: int, col: int) -> Match:
    """Grant the weaker player, who is Black, a corner."""
    if match.begun:
        raise AlreadyBegun  # [match-begins]
    if Square(row, col) not in CORNERS:
        raise NotACorner  # [corner-handicap]
    if handicap.is_granted(match.handicap, row, col):
        raise AlreadyGranted  # [granted-once]
    granted = handicap.grant(match.handicap, row, col)
    return Match(
        begun=match.begun,  # [match-begins]
        handicap=granted,  # [corner-handicap]
        game=set_up(granted),  # [corner-handicap]
        supply=supply.take(match.supply, handicap.favoured(granted)),  # [corners-from-supply]
        clock=match.clock,  # [clock-runs]
    )


def begin(match: Match, now: int) -> Match:
    """Begin the first turn: from now on its player's clock runs."""
    if match.begun:
        raise AlreadyBegun  # [match-begins]
    if now < clock.latest(match.clock):
        raise TimeRunsBackwards  # [time-told]
    return Match(
        begun=True,  # [match-begins]
        handicap=match.handicap,  # [corner-handicap]
        game=match.game,  # [match-begins]
        supply=match.supply,  # [supply]
        clock=clock.start(match.clock, match.game.turn, now),  # [clock-runs]
    )


def move(match: Match, row: int, col: int, now: int) -> Match:
    """Complete the turn: place a disc at this time for the player whose turn it is."""
    if not match.begun:
        raise NotBegun  # [match-begins]
    if now < clock.latest(match.clock):
        raise TimeRunsBackwards  # [time-told]
    if over(match, now):
        raise MatchOver  # [game-over] [time-out-loses]
    if Square(row, col) not in SQUARES:
        raise OutOfBounds  # [on-board]
    if not othello.is_valid_move(match.game, row, col, match.game.turn):
        raise InvalidMove  # [must-capture]
    after = othello.move(match.game, row, col)
    stopped = clock.stop(match.clock, now)
    return Match(
        begun=match.begun,  # [match-begins]
        handicap=match.handicap,  # [corner-handicap]
        game=after,  # [capture-all]
        supply=supply.take(match.supply, match.game.turn),  # [supply]
        clock=(
            stopped
            if othello.game_over(after)  # [game-over]
            else clock.start(stopped, after.turn, now)  # [clock-runs] [forfeit-takes-no-time]
        ),
    )


def begun(match: Match) -> bool:
    """Whether the match has begun."""
    return match.begun  # [match-begins]


def is_granted(match: Match, row: int, col: int) -> bool:
    """Whether a corner is granted."""
    if Square(row, col) not in CORNERS:
        raise NotACorner  # [corner-handicap]
    return handicap.is_granted(match.handicap, row, col)  # [corner-handicap]


def cell(match: Match, row: int, col: int) -> Cell:
    """What a square of the board holds."""
    if Square(row, col) not in SQUARES:
        raise OutOfBounds  # [on-board]
    return othello.cell(match.game, row, col)  # [inspect-cell]


def turn(match: Match) -> Player:
    """Whose turn it is."""
    assert not othello.game_over(match.game)  # [assumed-over]
    return othello.turn(match.game)  # [whose-turn]


def is_valid_move(match: Match, row: int, col: int, player: Player) -> bool:
    """Whether the player may place a disc there, were it their turn and time left."""
    return othello.is_valid_move(match.game, row, col, player)  # [valid-moves]


def discs_left(match: Match, player: Player) -> int:
    """How many discs the player has not yet placed."""
    return supply.left(match.supply, player)  # [supply]


def time_used(match: Match, player: Player) -> int:
    """How much time the player has used in the turns completed, in milliseconds."""
    return clock.time_used(match.clock, player)  # [clock-runs]


def time_left(match: Match, player: Player, now: int) -> int:
    """How much time the player has left, in milliseconds."""
    assert clock.limit(match.clock) != UNLIMITED  # [time-limit]
    if now < clock.latest(match.clock):
        raise TimeRunsBackwards  # [time-told]
    return clock.time_left(match.clock, player, now)  # [clock-runs]


def over(match: Match, now: int) -> bool:
    """Whether the match has ended by then: no move is left, or a player has run out of time."""
    if now < clock.latest(match.clock):
        raise TimeRunsBackwards  # [time-told]
    return (
        othello.game_over(match.game)  # [game-over]
        or is_out_of_time(match, BLACK, now)  # [time-out-loses]
        or is_out_of_time(match, WHITE, now)  # [time-out-loses]
    )


def ended_by(match: Match, now: int) -> Ending:
    """How the match has ended."""
    assert now >= clock.latest(match.clock)  # [time-told]
    assert over(match, now)  # [assumed-over]
    return (
        MOVES
        if othello.game_over(match.game)  # [game-over]
        else TIME  # [time-out-loses]
    )


def winner(match: Match, now: int) -> Winner:
    """Who has won: the opponent of a player who is out of time, else the player with more discs."""
    assert now >= clock.latest(match.clock)  # [time-told]
    assert over(match, now)  # [assumed-over]
    return (
        othello.winner(match.game)
        if othello.game_over(match.game)  # [majority]
        else WHITE
        if is_out_of_time(match, BLACK, now)  # [time-out-loses]
        else BLACK  # [time-out-loses]
    )


def score(match: Match, player: Player) -> int:
    """The player's discs on the board; empty squares count for neither player."""
    assert othello.game_over(match.game)  # [assumed-over]
    return othello.count(match.game, player)  # [count]


def score_with_empty_squares(match: Match, player: Player) -> int:
    """The player's score as tournament records have it: the empty squares count for the winner."""
    assert othello.game_over(match.game)  # [assumed-over]
    empty = SIZE * SIZE - othello.count(match.game, BLACK) - othello.count(match.game, WHITE)
    return (
        SIZE * SIZE // 2
        if othello.winner(match.game) == DRAW  # [empty-squares]
        else othello.count(match.game, player) + empty
        if othello.winner(match.game) == player  # [empty-squares]
        else othello.count(match.game, player)  # [count]
    )


def is_out_of_time(match: Match, player: Player, now: int) -> bool:
    """Whether the player has run out of time."""
    return clock.is_out_of_time(match.clock, player, now)  # [time-out-loses]


def due(match: Match) -> Runner:
    """The player whose clock has to run: the player on turn, until no move is left."""
    return (
        match.game.turn
        if match.begun and not othello.game_over(match.game)  # [clock-runs]
        else NOBODY  # [clock-runs]
    )


def set_up(granted: Handicap) -> Game:
    """The board as the match begins with these corners, and the weaker player's turn."""
    return Game(
        board={s: handicap.cell(granted, s.row, s.col) for s in SQUARES},  # [corner-handicap]
        turn=handicap.favoured(granted),  # [weaker-first]
    )


def is_untouched(match: Match) -> bool:
    """No player has moved or used any time."""
    return (
        match.game == set_up(match.handicap)  # [corner-handicap]
        and all(clock.time_used(match.clock, p) == 0 for p in PLAYERS)  # [clock-runs]
    )
