"""Match as an abstract object: a whole game, with granted corners, a supply of discs and clocks.

Each access program satisfies the clauses of its namesake in ``othello_spec.match``. Call ``init``
first. A match is composed of the model's own board, handicap, supply and clocks.
"""

from __future__ import annotations

from modspec import declare
from modspec.contract.contract import Contract
from othello_model.abstraction import of_bitboard
from othello_model.bitboard import OPPONENT, Bitboard, on_board
from othello_model.clock import CountdownClocks, of_clock
from othello_model.handicap import GrantedCorners, of_handicap
from othello_model.refusals import not_allowed, off_board
from othello_model.size import CONSTANTS, SIZE
from othello_model.supply import DiscSupply, of_supply
from othello_spec import match as specified
from othello_spec.board import BLACK, DRAW, WHITE, Cell, Player, Winner
from othello_spec.match import MOVES, TIME, AlreadyBegun, Ending, MatchOver, NotBegun
from othello_spec.othello import InvalidMove, OutOfBounds

_begun: bool
_handicap: GrantedCorners
_board: Bitboard
_turn: Player
_supply: DiscSupply
_clock: CountdownClocks


def _state() -> specified.Match | None:
    """Return the specification's state; None before the first ``init``."""
    if "_clock" not in globals():
        return None
    return specified.Match(
        begun=_begun,
        handicap=of_handicap(_handicap),
        game=of_bitboard(_board, _turn),
        supply=of_supply(_supply),
        clock=of_clock(_clock),
    )


contract = Contract(declare("othello_spec.match"), abstraction=_state, constants=CONSTANTS)


@contract
def init(allowed: int, now: int) -> None:
    """Set up a match with the allowed milliseconds for each player. Raises InvalidLimit."""
    global _begun, _handicap, _board, _turn, _supply, _clock
    clock = CountdownClocks(allowed, now)
    _begun = False
    _handicap = GrantedCorners()
    _board = _handicap.board()
    _turn = BLACK
    _supply = DiscSupply()
    _clock = clock


@contract
def grant(row: int, col: int) -> None:
    """Grant the weaker player, Black, a corner, with a disc of their own.

    Raises AlreadyBegun, else NotACorner for any other square, else AlreadyGranted; nothing changes
    then.
    """
    global _board
    if _begun:
        raise AlreadyBegun("the match has begun")
    _handicap.grant(row, col)
    _board = _handicap.board()
    _supply.take(_handicap.favoured)


@contract
def begin(now: int) -> None:
    """Begin the first turn: the clock of its player starts.

    Raises AlreadyBegun, else TimeRunsBackwards; nothing changes then.
    """
    global _begun
    if _begun:
        raise AlreadyBegun("the match has begun")
    _clock.start(_turn, now)
    _begun = True


@contract
def move(row: int, col: int, now: int) -> None:
    """Complete the turn: place a disc, at this time, for the player whose turn it is.

    Raises NotBegun, else TimeRunsBackwards, else MatchOver, else OutOfBounds off the board, else
    InvalidMove where the player may not move; nothing changes then.
    """
    global _board, _turn
    if not _begun:
        raise NotBegun("the match has not begun")
    if _is_over(now):
        raise MatchOver("the match is over: no move is left, or a player has run out of time")
    if not on_board(row, col):
        raise OutOfBounds(off_board(row, col))
    if not _board.accepts(_turn, row, col):
        raise InvalidMove(not_allowed(_turn, row, col))
    _board = _board.place(_turn, row, col)
    _supply.take(_turn)
    _clock.stop(now)
    if not _board.is_over():
        _turn = _board.next_turn(_turn)
        _clock.start(_turn, now)


@contract
def begun() -> bool:
    """Whether the match has begun."""
    return _begun


@contract
def is_granted(row: int, col: int) -> bool:
    """Whether a corner is granted. Raises NotACorner for any other square."""
    return _handicap.holds(row, col)


@contract
def cell(row: int, col: int) -> Cell:
    """Return what a square holds. Raises OutOfBounds off the board."""
    if not on_board(row, col):
        raise OutOfBounds(off_board(row, col))
    return _board.holds(row, col)


@contract
def turn() -> Player:
    """Return whose turn it is. Assumes that a move is left."""
    return _turn


@contract
def is_valid_move(row: int, col: int, player: Player) -> bool:
    """Whether the player may place a disc there, were it their turn; false off the board."""
    return _board.accepts(player, row, col)


@contract
def discs_left(player: Player) -> int:
    """Return how many discs the player has not yet placed."""
    return _supply.left[player]


@contract
def time_used(player: Player) -> int:
    """Return how much time the player has used in the turns completed, in milliseconds."""
    return _clock.time_used(player)


@contract
def time_left(player: Player, now: int) -> int:
    """Return the player's milliseconds left, at least 0, if there is a limit.

    Raises TimeRunsBackwards for a time before the latest.
    """
    _clock.must_not_be_before(now)
    return _clock.time_left(player, now)


@contract
def over(now: int) -> bool:
    """Whether the match has ended by then: no move is left, or a player has run out of time.

    Raises TimeRunsBackwards for a time before the latest.
    """
    return _is_over(now)


@contract
def ended_by(now: int) -> Ending:
    """Return how the match has ended. Assumes that it has."""
    del now
    return MOVES if _board.is_over() else TIME


@contract
def winner(now: int) -> Winner:
    """Return who has won, by discs or by time. Assumes that the match has ended."""
    if _board.is_over():
        return _board.leader()
    return WHITE if _clock.is_out_of_time(BLACK, now) else BLACK


@contract
def score(player: Player) -> int:
    """Return the number of the player's discs on the board. Assumes that no move is left."""
    return _board.count(player)


@contract
def score_with_empty_squares(player: Player) -> int:
    """Return the score, the winner's with the empty squares. Assumes that no move is left."""
    leader = _board.leader()
    if leader == DRAW:
        return SIZE * SIZE // 2
    if leader == player:
        return SIZE * SIZE - _board.count(OPPONENT[player])
    return _board.count(player)


def _is_over(now: int) -> bool:
    """Whether no move is left, or a player is out of time by then. Raises TimeRunsBackwards."""
    _clock.must_not_be_before(now)
    return _board.is_over() or any(_clock.is_out_of_time(p, now) for p in (BLACK, WHITE))
