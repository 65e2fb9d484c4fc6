"""Silent games: a program that is right only while observed is wrong, and a short game shows it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import ClassVar

import pytest

from library_programs.queue import Ring
from modcheck.system.in_process import InProcess
from modcheck.testing.plan import CheckOptions
from modcheck.testing.test_model import TestModel
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict
from modlab.specification_course import SpecificationCourse
from othello_suite.test_model import build_test_model
from silent import KeptCounts, KeptMoves, TwoStacks
from wrong_implementations import sound

OTHELLO = build_test_model()
QUEUE = SpecificationCourse(
    str(Path(__file__).parent.parent / "docs" / "library" / "queue.py")
).test_model("queue", {}, {})


def judge_anew(make: type, against: TestModel = OTHELLO) -> Verdict:
    return check(
        against, lambda: InProcess(make(), against.routines, "silent"), CheckOptions(games=1)
    )


judge = cache(judge_anew)


def calls_of(verdict: Verdict) -> list[str]:
    """Return all calls that show the only fault."""
    (fault,) = verdict.faults
    found = fault.mismatch
    calls = [*found.history, found.culprit.call, *found.between]
    shown_by = [] if found.step is found.culprit else [found.step.call]
    return [*map(str, calls), *map(str, shown_by)]


def test_a_queue_that_is_put_in_order_when_somebody_asks_is_wrong_after_three_calls() -> None:
    verdict = judge_anew(TwoStacks, QUEUE)
    assert ["init()", "enqueue(0)", "enqueue(-1)", "leave()"] == calls_of(verdict)
    assert ("first-in-first-out", "queries-pure") == verdict.faults[0].diagnosis.rules
    assert "asked about every state on the way" in verdict.faults[0].hints[0]


def test_moves_that_are_kept_until_somebody_asks_for_them_are_wrong_at_the_second_move() -> None:
    verdict = judge(KeptMoves)
    assert ["init()", "move(2, 3)", "move(2, 2)"] == calls_of(verdict)
    assert ("queries-pure",) == verdict.faults[0].diagnosis.rules  # any function may be wrong


def test_counts_that_are_kept_until_somebody_asks_for_the_board_are_wrong_if_asked_twice() -> None:
    verdict = judge(KeptCounts)
    expected = ["init()", "count(BLACK)", "count(WHITE)", "move(2, 3)", "count(BLACK)"]
    assert expected == calls_of(verdict)
    assert "queries-pure" == verdict.faults[0].rule


def queries_pure(verdict: Verdict) -> Status:
    return next(each.status for each in verdict.rules if each.rule == "queries-pure")


def test_a_sound_program_is_right_in_silence() -> None:
    verdict = judge(sound.Othello)
    assert (True, Status.PASS) == (verdict.conforms, queries_pure(verdict))


class NeverPlayedWell(sound.Othello):
    """No game is right to its end, so that none is played in silence."""

    def starting_board(self) -> list[list[str]]:
        board = super().starting_board()
        board[0][0] = sound.WHITE
        return board


def test_that_queries_change_nothing_is_not_known_if_no_game_was_played_in_silence() -> None:
    assert Status.INCONCLUSIVE == queries_pure(judge(NeverPlayedWell))


class WrongInTheNextGame(sound.Othello):
    """A reply is wrong by chance: it comes neither of silence nor of a query."""

    calls = 0

    def winner(self) -> str:
        WrongInTheNextGame.calls += 1
        return sound.DRAW if WrongInTheNextGame.calls % 997 == 0 else super().winner()


def test_a_reply_that_is_wrong_now_and_then_is_not_laid_to_silence() -> None:
    verdict = judge(WrongInTheNextGame)
    assert not verdict.conforms
    assert "silent games" not in [fault.stage for fault in verdict.faults]


class Numbered(Ring):
    """One program of all that are made is wrong, whatever is asked of it."""

    made: ClassVar[list[Numbered]] = []
    wrong = 0

    def __init__(self) -> None:
        self.made.append(self)
        self.number, self.asked = len(self.made), 0

    def length(self) -> int:
        self.asked += 1
        return 9 if self.number == Numbered.wrong else super().length()


def numbers(wrong: int) -> tuple[bool, list[int]]:
    """Whether a check finds nothing wrong, and the programs asked much, by number.

    The pace is measured with few calls of another program.
    """
    Numbered.made, Numbered.wrong = [], wrong
    verdict = judge_anew(Numbered, QUEUE)
    return verdict.conforms, [each.number for each in Numbered.made if each.asked > 100]


def test_a_wrong_reply_in_a_silent_game_is_told_even_if_no_other_program_gives_it() -> None:
    conforms, asked = numbers(wrong=0)
    assert (True, 2) == (conforms, len(asked))  # the last one plays the silent games
    assert not numbers(wrong=asked[-1])[0]


@pytest.mark.parametrize("make", [KeptCounts, KeptMoves])
def test_what_silence_shows_is_the_same_twice(make: type) -> None:
    assert calls_of(judge(make)) == calls_of(judge_anew(make))
