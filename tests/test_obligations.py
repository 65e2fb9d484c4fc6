"""Obligations of the modules beside Othello: CrossHair confirms the right and refutes the wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("crosshair", reason="CrossHair is not installed")


from modspec.crosshair import confirm
from modspec.crosshair.confirm import ConfirmationStatus
from othello_model import clock, handicap, match, passing, supply
from othello_model.bitboard import OPPONENT, Bitboard
from othello_model.clock import CountdownClocks
from othello_model.handicap import EDGES, GrantedCorners
from othello_model.kernel import STANDARD
from othello_model.supply import DiscSupply
from othello_proofs.methods.contracts import CrossHair
from othello_proofs.obligations import access_programs
from othello_proofs.obligations.access_programs import ObjectContract, Obligation, obligations
from othello_proofs.obligations.states import OBJECTS
from othello_spec import GAME, module
from othello_spec.board import BLACK, WHITE, Cell, Player
from othello_spec.clock import NOBODY, SHORTEST, UNLIMITED

CLAIMS = [f"{name}.{f.name}" for name in GAME for f in module(name).access_programs]
BESIDE = [claim for claim in CLAIMS if not claim.startswith("othello.")]


def obligation_of(claim: str) -> Obligation:
    """Return the one obligation of an access program."""
    (obligation,) = obligations(claim)
    return obligation


# -- what is asked ---------------------------------------------------------------------------------


def test_the_rung_has_a_claim_for_each_access_program_of_each_module() -> None:
    assert sorted(CLAIMS) == sorted(CrossHair().claims(quick=False))


@pytest.mark.parametrize("claim", BESIDE)
def test_every_access_program_is_confirmed_over_all_paths(claim: str) -> None:
    obligation = obligation_of(claim)
    answer = confirm.confirm(obligation.question)
    assert (ConfirmationStatus.CONFIRMED, "") == (answer.status, answer.detail)
    assert set() == obligation.unseen_outcomes(answer.witnesses)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("clock.start", {"TimeRunsBackwards", "ClockRuns", "TimeIsUp", "no exception"}),
        ("clock.init", {"InvalidLimit", "no exception"}),
        ("supply.take", {"NoDiscs", "no exception"}),
        ("handicap.grant", {"NotACorner", "AlreadyGranted", "no exception"}),
        ("passing.pass_turn", {"InvalidPass", "no exception"}),
        ("match.move", {
            "NotBegun", "TimeRunsBackwards", "MatchOver", "OutOfBounds", "InvalidMove",
            "no exception",
        }),
    ],
)  # fmt: skip
def test_what_no_example_shows_is_missed(
    monkeypatch: pytest.MonkeyPatch, claim: str, expected: set[str]
) -> None:
    monkeypatch.setattr(access_programs, "scenarios", lambda name: {})
    assert expected == obligation_of(claim).unseen_outcomes([])


@pytest.mark.parametrize("claim", [c for c in BESIDE if c.startswith(("passing.", "match."))])
def test_games_that_are_played_show_all_that_may_come_of_a_call(claim: str) -> None:
    obligation = obligation_of(claim)
    assert (set() == obligation.unseen_outcomes([])) == (obligation.assumed_names != ())


@pytest.mark.parametrize("name", GAME)
def test_the_parts_of_a_state_are_what_its_variables_are_made_of(name: str) -> None:
    values: dict[type, Iterator[Any]] = {
        int: iter(range(1, 20)),
        bool: iter([True]),
        Cell: iter([BLACK, WHITE]),
    }
    words = iter([1 << 63, 0x0F, 0xF0])
    parts = tuple(next(values.get(kind, words)) for kind in OBJECTS[name].parts.values())
    assert parts == OBJECTS[name].take_parts(OBJECTS[name].variables(*parts))


@pytest.mark.parametrize("name", GAME)
def test_the_state_of_a_new_object_is_that_of_its_contract(name: str) -> None:
    of = OBJECTS[name]
    of.program.init(*((SHORTEST, 3) if name in ("clock", "match") else ()))
    variables = vars(of.program)
    assert of.program._state() == of.state(variables, ObjectContract(of).boards.squares)
    assert True is of.is_sound(*of.take_parts(variables))


# -- what is taken for granted ---------------------------------------------------------------------


def test_what_is_taken_for_granted_is_told() -> None:
    (found,) = CrossHair().run("match.move", True)
    assert found.tried.endswith(
        "given othello's board, a_move_adds_one_disc, whoever_can_move_gets_a_disc"
    )
    (found,) = CrossHair().run("clock.start", True)
    assert "given" not in found.tried


@pytest.mark.parametrize("claim", ["passing.move", "match.move"])
def test_without_the_theorems_it_is_not_confirmed(
    monkeypatch: pytest.MonkeyPatch, claim: str
) -> None:
    monkeypatch.setattr(access_programs, "ASSUMED_THEOREMS", {})
    monkeypatch.setattr(access_programs, "scenarios", lambda name: {})
    assert ConfirmationStatus.CONFIRMED is not confirm.confirm(obligation_of(claim).question).status


def test_a_board_that_is_wrong_is_the_fault_of_othello_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        Bitboard, "next_turn", lambda self, player: OPPONENT[player]
    )  # no turn is forfeited
    split = next(o for o in obligations("othello.move") if o.name == "othello.move by next_turn")
    assert ConfirmationStatus.REFUTED is confirm.confirm(split.question).status
    pass_turn = obligation_of("passing.pass_turn").question
    assert ConfirmationStatus.CONFIRMED is confirm.confirm(pass_turn).status


# -- what is wrong is found ------------------------------------------------------------------------


def without_contract(routine: Callable[..., Any]) -> Callable[..., Any]:
    """The access program as it was written."""
    return routine.__wrapped__  # type: ignore[attr-defined, no-any-return]  # the contract keeps it


def only_beyond_the_limit(self: CountdownClocks, player: Player, now: int) -> bool:
    return self.limit != UNLIMITED and self._shows(player, now) < 0


def unlimited_is_no_time(self: CountdownClocks, player: Player, now: int) -> bool:
    return self._shows(player, now) <= 0


def both_may_run(self: CountdownClocks, player: Player, now: int) -> None:
    self.must_not_be_before(now)
    if any(self.is_out_of_time(p, now) for p in (BLACK, WHITE)):
        raise clock.TimeIsUp
    self.running, self.latest = player, now


def nothing_is_charged(self: CountdownClocks, now: int) -> None:
    self.must_not_be_before(now)
    if self.running == NOBODY:
        raise clock.ClockStands
    self.running, self.latest = NOBODY, now


def both_are_charged(self: CountdownClocks, now: int) -> None:
    clock_stop(self, now)
    self.remaining[WHITE] = self.remaining[BLACK]


def below_zero(self: CountdownClocks, player: Player, now: int) -> int:
    return self._shows(player, now)


def the_same_moment_is_earlier(self: CountdownClocks, now: int) -> None:
    if now <= self.latest:
        raise clock.TimeRunsBackwards


def from_the_other(self: DiscSupply, player: Player) -> None:
    supply_take(self, OPPONENT[player])


def below_none(self: DiscSupply, player: Player) -> None:
    if self.left[BLACK] == self.left[WHITE] == 0:
        raise supply.NoDiscs
    self.left[player] -= 1


def nothing_is_given(self: DiscSupply, player: Player) -> None:
    if self.left[player] == 0:
        raise supply.NoDiscs
    self.left[player] -= 1


def granted_again(self: GrantedCorners, row: int, col: int) -> None:
    self.holds(row, col)
    self.discs |= STANDARD.bit(row, col)


def grant_mirror_image(self: GrantedCorners, row: int, col: int) -> None:
    if self.holds(row, col):
        raise handicap.AlreadyGranted
    self.discs |= STANDARD.bit(row, 7 - col)


def white_corners(self: GrantedCorners) -> Bitboard:
    start = Bitboard.start()
    return Bitboard(start.black, start.white | self.discs)


def move_with(
    ended: Callable[[int], bool] = lambda now: False,
    hand_over: Callable[[Player, int], None] = lambda mover, now: None,
    taker: Callable[[Player], Player] = lambda mover: mover,
) -> Callable[..., None]:
    """A move of a match, put together in another way."""

    def move(row: int, col: int, now: int) -> None:
        if not match._begun:
            raise match.NotBegun
        match._clock.must_not_be_before(now)
        if ended(now):
            raise match.MatchOver
        if not (0 <= row < 8 and 0 <= col < 8):
            raise match.OutOfBounds
        mover = match._turn
        if not match._board.accepts(mover, row, col):
            raise match.InvalidMove
        match._board = match._board.place(mover, row, col)
        match._supply.take(taker(mover))
        match._clock.stop(now)
        hand_over(mover, now)

    return move


def runs_on(mover: Player, now: int) -> None:
    match._turn = match._board.next_turn(mover)
    match._clock.start(match._turn, now)


def as_it_should(mover: Player, now: int) -> None:
    if not match._board.is_over():
        runs_on(mover, now)


def to_the_opponent(mover: Player, now: int) -> None:
    if not match._board.is_over():
        match._turn = match._board.next_turn(mover)
        match._clock.start(OPPONENT[mover], now)


def over_by_moves_alone(now: int) -> bool:
    return match._board.is_over()


def is_over(now: int) -> bool:
    return match._is_over(now)


def granted_late(row: int, col: int) -> None:
    match._handicap.grant(row, col)
    match._board = match._handicap.board()
    match._supply.take(BLACK)


def discs_decide(now: int) -> Any:
    return match._board.leader()


def for_the_loser(player: Player) -> int:
    empty = 64 - match._board.count(BLACK) - match._board.count(WHITE)
    won = match._board.leader() == player
    return match._board.count(player) + (0 if won else empty)


def passes_at_will() -> None:
    if passing._board.can_move(passing._turn):
        raise passing.InvalidPass
    passing._turn = OPPONENT[passing._turn]


def turn_is_kept(row: int, col: int) -> None:
    turn = passing._turn
    passing_move(row, col)
    passing._turn = passing._board.next_turn(turn)


clock_stop, supply_take, passing_move = (
    CountdownClocks.stop,
    DiscSupply.take,
    without_contract(passing.move),
)

FAULTS: list[tuple[str, str, Any, str, Any]] = [
    ("the exact limit passes", "clock.is_out_of_time",
     CountdownClocks, "is_out_of_time", only_beyond_the_limit),
    ("the exact limit passes, and a turn starts", "clock.start",
     CountdownClocks, "is_out_of_time", only_beyond_the_limit),
    ("no limit is no time", "clock.start", CountdownClocks, "is_out_of_time", unlimited_is_no_time),
    ("two clocks run", "clock.start", CountdownClocks, "start", both_may_run),
    ("nothing is charged", "clock.stop", CountdownClocks, "stop", nothing_is_charged),
    ("both are charged", "clock.stop", CountdownClocks, "stop", both_are_charged),
    ("less than no time is left", "clock.time_left", CountdownClocks, "time_left", below_zero),
    ("the same moment is earlier", "clock.stop",
     CountdownClocks, "must_not_be_before", the_same_moment_is_earlier),
    ("five minutes are too short", "clock.is_valid_limit", clock, "SHORTEST", SHORTEST + 1),
    ("the wrong player pays", "supply.take", DiscSupply, "take", from_the_other),
    ("nobody gives", "supply.take", DiscSupply, "take", nothing_is_given),
    ("less than no disc is left", "supply.take", DiscSupply, "take", below_none),
    ("the last disc is given", "supply.takes_from_opponent",
     DiscSupply, "has_run_out", lambda self, player: self.left[player] <= 1),
    ("a corner is granted twice", "handicap.grant", GrantedCorners, "grant", granted_again),
    ("another corner is granted", "handicap.grant", GrantedCorners, "grant", grant_mirror_image),
    ("an edge is a corner", "handicap.is_granted",
     handicap, "is_corner", lambda row, col: row in EDGES),
    ("the corners are White's", "handicap.cell", GrantedCorners, "board", white_corners),
    ("the game is over, and one may pass", "passing.pass_turn",
     passing, "pass_turn", passes_at_will),
    ("the turn is forfeited without a pass", "passing.move", passing, "move", turn_is_kept),
    ("the clock runs on after the end", "match.move", match, "move", move_with(is_over, runs_on)),
    ("the clock is given to who cannot move", "match.move",
     match, "move", move_with(is_over, to_the_opponent)),
    ("a move is made without time", "match.move",
     match, "move", move_with(over_by_moves_alone, as_it_should)),
    ("the opponent's disc is taken", "match.move",
     match, "move", move_with(is_over, as_it_should, OPPONENT.__getitem__)),
    ("a corner is granted during the match", "match.grant", match, "grant", granted_late),
    ("discs decide although time has", "match.winner", match, "winner", discs_decide),
    ("empty squares count for the loser", "match.score_with_empty_squares",
     match, "score_with_empty_squares", for_the_loser),
]  # fmt: skip


@pytest.mark.parametrize(
    ("claim", "owner", "name", "wrong"), [fault[1:] for fault in FAULTS], ids=[f[0] for f in FAULTS]
)
def test_what_is_wrong_is_refuted_by_a_call_on_which_python_agrees(
    monkeypatch: pytest.MonkeyPatch, claim: str, owner: Any, name: str, wrong: Any
) -> None:
    monkeypatch.setattr(owner, name, wrong)
    obligation = obligation_of(claim)
    answer = confirm.confirm(obligation.question)
    assert (ConfirmationStatus.REFUTED, "the postcondition does not hold") == (
        answer.status,
        answer.detail,
    )
    assert answer.counterexample is not None
    shown = obligation.refutation(*answer.counterexample)
    assert shown.expected != shown.got


def test_a_move_of_a_match_in_other_words_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "move", move_with(is_over, as_it_should))
    assert (
        ConfirmationStatus.CONFIRMED is confirm.confirm(obligation_of("match.move").question).status
    )


def test_a_counterexample_is_told_with_the_state_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DiscSupply, "take", from_the_other)
    told = obligation_of("supply.take").refutation(3, 5, BLACK).lines()
    assert "take(BLACK)" == told[0]
    assert told[1].startswith("  clause      left := ")
    assert [
        "  expected    {BLACK: 2, WHITE: 5}",
        "  got         {BLACK: 3, WHITE: 4}",
        "  before      left = {BLACK: 3, WHITE: 5}",
    ] == told[-3:]


def test_a_counterexample_about_a_match_is_one_of_a_match_that_can_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(match, "move", move_with(is_over, runs_on))
    obligation = obligation_of("match.move")
    answer = confirm.confirm(obligation.question)
    assert answer.counterexample is not None
    told = obligation.refutation(*answer.counterexample).lines()
    assert "move(5, 5, 1017000), Black to move" == told[0]
    assert {"  expected    {running: NOBODY}", "  got         {running: BLACK}"} <= set(told)
    assert "              running = BLACK" in told
    assert "    before               got" in told
