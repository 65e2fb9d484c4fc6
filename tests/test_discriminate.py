"""Trial: nothing that a program does in the discriminating games refutes what the verdict says."""

from __future__ import annotations

import pytest

from modcheck.system.in_process import InProcess
from modcheck.verdict.check import check
from modcheck.verdict.verdict import Fault
from othello_spec import module
from othello_suite.test_model import build_test_model
from wrong_implementations import (
    black_never_forfeits,
    longest_run_missed_from_one_corner,
    over_when_one_is_blocked,
    sound,
    tie_counted_as_a_win,
)
from wrong_implementations.sound import WHITE

ROUTINES = [function.name for function in module("othello").access_programs]


def only_fault(make: type) -> Fault:
    """The one fault that is found."""
    (fault,) = check(build_test_model(), lambda: InProcess(make(), ROUTINES)).faults
    return fault


def test_of_rival_changes_the_one_is_told_that_explains_the_rare_case_as_well() -> None:
    fault = only_fault(over_when_one_is_blocked.Othello)
    variant = fault.diagnosis.mutant
    assert variant is not None
    assert "game-over" == fault.rule
    assert (
        "not can_move(game.board, BLACK) or not can_move(game.board, WHITE)",
        "game_over",
    ) == (variant.after, variant.function)


class TellsAnotherTurnAfterAForfeit(sound.Othello):
    """Plays rightly and tells wrongly whose turn it is."""

    def init(self) -> None:
        super().init()
        self.again = False

    def move(self, row: int, col: int) -> None:
        mover = self.mover
        super().move(row, col)
        self.again = mover == self.mover

    def turn(self) -> str:
        return sound.opponent(self.mover) if self.again else self.mover


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (black_never_forfeits.Othello, "forfeit"),
        pytest.param(
            TellsAnotherTurnAfterAForfeit,
            "forfeit",
            marks=pytest.mark.xfail(
                strict=True,
                reason="moves that the program accepts in the state shown do not refute the change",
            ),
        ),
        (longest_run_missed_from_one_corner.Othello, "any-length"),
    ],
)
def test_a_change_that_the_program_refutes_elsewhere_gives_the_rule_and_is_not_stated(
    make: type, rule: str
) -> None:
    fault = only_fault(make)
    assert (rule, None) == (fault.rule, fault.diagnosis.mutant)


def test_an_answer_is_not_always_the_same_where_another_one_was_never_due() -> None:
    fault = only_fault(tie_counted_as_a_win.Othello)
    assert ("draw", False) == (fault.rule, fault.diagnosis.is_constant)


# -- hints -----------------------------------------------------------------------------------------


def not_for_white(*steps: tuple[int, int]) -> type:
    """A program that never looks in these directions for White."""

    class Blind(sound.Othello):
        def outflanked(
            self, row: int, col: int, direction: tuple[int, int], player: str
        ) -> list[tuple[int, int]]:
            if player == WHITE and direction in steps:
                return []
            return super().outflanked(row, col, direction, player)

    return Blind


def test_a_hint_that_is_true_of_one_player_only_says_of_which() -> None:
    (hint,) = only_fault(not_for_white((0, 1))).hints
    assert hint.startswith("for White it is never seen to look to the right (east); all ")


def test_no_number_of_directions_is_told_where_not_all_were_seen() -> None:
    diagonals = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    assert () == only_fault(not_for_white(*diagonals)).hints


# -- elsewhere -------------------------------------------------------------------------------------


class NoSoutheastAtFirst(sound.Othello):
    """Misses one direction, but not in the second half of a game."""

    def outflanked(
        self, row: int, col: int, direction: tuple[int, int], player: str
    ) -> list[tuple[int, int]]:
        discs = sum(square != sound.EMPTY for line in self.board for square in line)
        if direction == (1, 1) and discs < 44:
            return []
        return super().outflanked(row, col, direction, player)


@pytest.mark.xfail(
    strict=True,
    reason="a hint looks at the first queries that are affirmed, not at those late in the games",
)
def test_an_answer_that_is_right_is_no_second_fault_and_takes_the_explanation_back() -> None:
    fault = only_fault(NoSoutheastAtFirst)
    assert ("directions", None, ()) == (fault.rule, fault.diagnosis.mutant, fault.hints)


class AnswersOnce(sound.Othello):
    """Says that it is the other player's turn if turn is called twice in a row."""

    asked = False

    def __getattribute__(self, name: str) -> object:
        if not name.startswith("__") and name in ROUTINES and name != "turn":
            self.asked = False
        return super().__getattribute__(name)

    def turn(self) -> str:
        self.asked = not self.asked
        return self.mover if self.asked else sound.opponent(self.mover)


@pytest.mark.xfail(
    strict=True, reason="an observer changes its own value: the verdict names the wrong turn, too"
)
def test_a_question_is_asked_twice_in_a_row() -> None:
    assert "queries-pure" == only_fault(AnswersOnce).rule
