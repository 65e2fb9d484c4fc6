"""Diagnoses: they blame the cause, not its effects, and report every fault, also a general one."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from few_games import verdict_on
from modcheck.system.in_process import InProcess
from modcheck.testing.trace_generator import TraceGenerator
from modcheck.verdict.check import check
from modcheck.verdict.verdict import Verdict, expected_and_got, explanation_of
from modspec.print.document import layout
from modspec.run.machine import Call, Machine
from othello_spec import module
from othello_spec.board import Direction
from othello_spec.othello import init
from othello_suite.domains import DOMAINS
from othello_suite.test_model import build_test_model
from wrong_implementations import captured_discs_are_removed, extra_disc_beside_the_move, sound

OTHELLO = module("othello")
ROUTINES = [function.name for function in OTHELLO.access_programs]


def without(*offered: str) -> tuple[str, ...]:
    """The routines but for these."""
    return tuple(name for name in ROUTINES if name not in offered)


def faults_of(verdict: Verdict) -> list[tuple[str, str]]:
    """The rule, or nothing, and the call of each fault."""
    return [(fault.rule, str(fault.mismatch.culprit.call)) for fault in verdict.faults]


# -- what is derived -------------------------------------------------------------------------------


class CountBreaksDown(sound.Othello):
    """Counts White's discs at the start only."""

    def count(self, player: str) -> int:
        if player == sound.WHITE and self.board[2][3] != sound.EMPTY:
            raise KeyError
        return super().count(player)


class IsValidMoveBreaksDown(sound.Othello):
    """Asks for a square that it does not have, after the first move."""

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        if (row, col) == (2, 2) and self.board[2][3] != sound.EMPTY:
            raise IndexError
        return super().is_valid_move(row, col, player)


class CountsOneTooMany(sound.Othello):
    """Counts one disc of Black's too many."""

    def count(self, player: str) -> int:
        return super().count(player) + (player == sound.BLACK)


@pytest.mark.parametrize(
    ("make", "derived", "expected"),
    [
        (CountBreaksDown, ("winner",), ("count", "count(WHITE)")),
        (
            IsValidMoveBreaksDown,
            ("has_valid_moves", "game_over"),
            ("valid-moves", "is_valid_move(2, 2, BLACK)"),
        ),
        (CountsOneTooMany, ("winner",), ("count", "count(BLACK)")),
    ],
)
def test_no_call_is_blamed_that_is_not_made(
    make: type, derived: tuple[str, ...], expected: tuple[str, str]
) -> None:
    against = build_test_model()
    offered = [name for name in against.routines if name not in derived]
    verdict = check(against, lambda: InProcess(make(), offered))
    assert [expected] == faults_of(verdict)
    assert set(derived) <= set(verdict.support.derived)


# -- what is always the same -----------------------------------------------------------------------


TIE = pytest.mark.xfail(
    strict=True, reason="of candidates that explain as much, the one that is constant comes last"
)
DERIVED = pytest.mark.xfail(
    strict=True,
    reason="where the state is not shown, a candidate has to explain derived replies as well",
)


@pytest.mark.parametrize(
    ("offered", "answer"),
    [
        pytest.param(("init",), False, marks=TIE),
        (("init",), True),
        pytest.param(("init", "move", "turn"), False, marks=DERIVED),
        pytest.param(("init", "move", "turn"), True, marks=DERIVED),
        (("init", "move", "cell", "turn", "count"), False),
        (("init", "move", "cell", "turn", "count"), True),
    ],
)
def test_a_query_with_one_answer_to_everything_is_told_of_as_a_whole(
    answer: bool, offered: tuple[str, ...]
) -> None:
    class Unwritten(sound.Othello):
        """Does not look at its arguments."""

        def is_valid_move(self, row: int, col: int, player: str) -> bool:
            return answer

    verdict = verdict_on(Unwritten, without=without("is_valid_move", *offered))
    assert ["valid-moves"] == [fault.rule for fault in verdict.faults]
    (hint,) = verdict.faults[0].hints
    assert hint.startswith(f"is_valid_move says {str(answer).lower()}, whatever the state is.")


def test_a_query_that_is_seldom_asked_is_asked_as_the_game_goes_on() -> None:
    class Unwritten(sound.Othello):
        """Does not look at the board."""

        def winner(self) -> str:
            return sound.DRAW

    verdict = verdict_on(Unwritten)
    assert ["who-is-winning"] == [fault.rule for fault in verdict.faults]
    assert verdict.faults[0].diagnosis.is_constant


@pytest.mark.xfail(
    strict=True,
    reason="several candidates allow no move at the start: the verdict names the first in the text",
)
def test_what_is_the_same_only_where_there_are_four_moves_is_not_always_so() -> None:
    class Diagonally(sound.Othello):
        """Looks along diagonals only: at the start no move captures so."""

        directions = tuple((d, r) for d, r in sound.DIRECTIONS if d and r)

    verdict = verdict_on(Diagonally, without=without("init", "move", "is_valid_move", "turn"))
    assert "directions" == verdict.faults[0].rule
    assert not verdict.faults[0].diagnosis.is_constant


# -- what is shown ---------------------------------------------------------------------------------


def test_of_two_dummies_of_one_name_the_inner_one_is_shown() -> None:
    (fault,) = verdict_on(extra_disc_beside_the_move.Othello).faults
    assert "discs-stay" == fault.rule
    _, witness = explanation_of(replace(fault.diagnosis, rules=("no-gaps",)))
    assert ["t", "d", "k", "j"] == [name for name, _ in witness]


def test_a_captured_disc_is_explained_by_its_line() -> None:
    """Not only by its square: the direction, and the distances to the closing disc and to it."""
    (fault,) = verdict_on(captured_discs_are_removed.Othello).faults
    stated, witness = explanation_of(fault.diagnosis)
    assert stated is not None
    assert "{d : Direction," in layout(stated, 200)[0].text
    assert {"t": (3, 3), "d": Direction.SOUTH, "k": 2, "j": 1} == dict(witness)


def test_a_disc_that_is_not_captured_is_explained_by_its_square() -> None:
    (fault,) = verdict_on(extra_disc_beside_the_move.Othello).faults
    _, witness = explanation_of(fault.diagnosis)
    assert ["t"] == [name for name, _ in witness]


def test_a_text_that_would_not_be_seen_is_in_quotes() -> None:
    class Blank(sound.Othello):
        """Has no name for a square that is empty."""

        def cell(self, row: int, col: int) -> str:
            found = super().cell(row, col)
            return "" if found == "empty" else found

    (fault, *_) = verdict_on(Blank).faults
    assert ("empty", '""') == expected_and_got(fault.mismatch)


# -- what a changed specification may raise --------------------------------------------------------


def with_count(text: str) -> TraceGenerator:
    """What asks a specification in which the discs are counted so."""

    def edit(function: ast.FunctionDef) -> ast.FunctionDef:
        (function.body[-1],) = ast.parse(f"return {text}").body
        return function

    machine = Machine(OTHELLO).with_edits({("othello_spec.othello", "count"): edit})
    return TraceGenerator(machine, DOMAINS)


@pytest.mark.parametrize("text", ["game.board[Square(-1, 0)]", "{}['']"])
def test_where_a_changed_specification_means_nothing_it_is_not_asked(text: str) -> None:
    write = with_count(text)
    assert [] == write.calls.outcomes(init(), OTHELLO["count"]).all
    assert write.is_possible([Call("init")])


@pytest.mark.parametrize("text", ["1 // 0", "None + 1"])
def test_what_is_wrong_with_the_checker_itself_is_not_kept_quiet(text: str) -> None:
    with pytest.raises((ZeroDivisionError, TypeError)):
        with_count(text).calls.outcomes(init(), OTHELLO["count"])


# -- after the end ---------------------------------------------------------------------------------


class IgnoresMovesAfterTheEnd(sound.Othello):
    """Says nothing to a move when the game is over."""

    def move(self, row: int, col: int) -> None:
        if self.game_over() and self.has_square(row, col):
            return
        super().move(row, col)


def test_where_no_call_is_refused_the_clause_is_told_and_not_one_reason_of_several() -> None:
    """The square that is tried is occupied; an empty one would be accepted as well."""
    verdict = check(build_test_model(), lambda: InProcess(IgnoresMovesAfterTheEnd(), ROUTINES))
    assert ["must-capture"] == [fault.rule for fault in verdict.faults]
