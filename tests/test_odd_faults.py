"""Faults in odd places: no innocent rule is named, no fault is lost, likely rules are marked."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files

import jsonschema
import pytest

from modcheck.report.text import report
from modcheck.system.in_process import InProcess
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict
from modcheck.verdict.verdict_json import to_json
from othello_spec.rules import RULES
from othello_suite.presentation import PRESENTATION
from othello_suite.test_model import build_test_model
from wrong_implementations import sound

SCHEMA = json.loads(files("modcheck.verdict").joinpath("verdict.schema.json").read_text("utf-8"))
SOUTH_EAST, SOUTH_WEST = (1, 1), (1, -1)


@cache
def judge(make: Callable[[], object]) -> Verdict:
    """The verdict on objects that ``make`` gives, by the recorded suite."""
    against = build_test_model()
    return check(against, lambda: InProcess(make(), against.routines))


def rules(make: Callable[[], object]) -> list[str]:
    """The rules of the faults, in order; empty where none is certain."""
    return [fault.rule for fault in judge(make).faults]


# -- exceptions ------------------------------------------------------------------------------------


class GameOver(Exception):
    """No module declares it."""


class RaisesGameOver(sound.Othello):
    """Refuses a move after the end by an exception of its own."""

    def move(self, row: int, col: int) -> None:
        if self.game_over() and self.has_square(row, col):
            raise GameOver
        super().move(row, col)


class LastColumnOff(sound.Othello):
    """Refuses a move beside the board as one that captures nothing."""

    def move(self, row: int, col: int) -> None:
        if col == sound.SIZE:
            raise sound.InvalidMove
        super().move(row, col)


def test_an_unknown_exception_breaks_the_rule_that_has_one_raised() -> None:
    assert ["must-capture"] == rules(RaisesGameOver)  # and not place-on-empty, which it follows


def test_a_call_that_needs_no_game_is_shown_without_one() -> None:
    [fault] = judge(LastColumnOff).faults
    assert ("on-board", 0) == (fault.rule, fault.mismatch.moves)


# -- conventions that are not suggested ------------------------------------------------------------


class TiesToWhite(sound.Othello):
    """White wins a draw."""

    def winner(self) -> str:
        found = super().winner()
        return sound.WHITE if found == sound.DRAW else found


class TiesToWhiteAtTheEnd(TiesToWhite):
    """The same, and before the end it is a draw: as if the winner were known at the end only."""

    def winner(self) -> str:
        return super().winner() if self.game_over() else sound.DRAW


class MirroredWithTiesToWhite(TiesToWhite):
    """The start is mirrored, and White wins a draw at the end: nothing else is wrong."""

    def starting_board(self) -> list[list[str]]:
        return [row[::-1] for row in super().starting_board()]

    def winner(self) -> str:
        return super().winner() if self.game_over() else sound.Othello.winner(self)


def test_one_case_of_a_value_is_named_whichever_edit_explains_it() -> None:
    assert ["draw"] == rules(TiesToWhite)
    assert judge(TiesToWhite).suggestion is None


@pytest.mark.parametrize("make", [TiesToWhiteAtTheEnd, MirroredWithTiesToWhite])
def test_no_convention_is_suggested_under_which_the_program_is_wrong(make: type) -> None:
    assert judge(make).faults
    assert judge(make).suggestion is None


# -- likely rules ----------------------------------------------------------------------------------


class JumpsGaps(sound.Othello):
    """Goes on over empty squares, in one direction."""

    def outflanked(
        self, row: int, col: int, direction: sound.Square, player: str
    ) -> list[sound.Square]:
        if direction != SOUTH_EAST:
            return super().outflanked(row, col, direction, player)
        run = []
        while sound.on_board(row := row + 1, col := col + 1):
            if self.board[row][col] == player:
                return [] if all(self.board[r][c] == sound.EMPTY for r, c in run) else run
            run.append((row, col))
        return []


class SixAreTooMany(sound.Othello):
    """Captures no row of six discs, in one direction."""

    def outflanked(
        self, row: int, col: int, direction: sound.Square, player: str
    ) -> list[sound.Square]:
        found = super().outflanked(row, col, direction, player)
        return [] if direction == SOUTH_WEST and len(found) == 6 else found


@pytest.mark.parametrize(("make", "rule"), [(JumpsGaps, "no-gaps"), (SixAreTooMany, "any-length")])
def test_where_no_rule_is_certain_the_likely_ones_are_told_in_all_reports(
    make: type, rule: str
) -> None:
    verdict = judge(make)
    assert {rule, ""} >= {fault.rule for fault in verdict.faults}  # no innocent rule
    fault = next(each for each in verdict.faults if not each.rule)
    likely = fault.diagnosis.one_of
    assert rule == likely[0]
    data = to_json(verdict, RULES, PRESENTATION.as_json)
    jsonschema.validate(data, SCHEMA)
    assert [*likely] in [each.get("one_of") for each in data["faults"]]
    told = f"most likely {' or '.join(likely)}"
    assert f"  rule         not certain: {told}" in report(verdict, RULES, PRESENTATION)


# -- several faults --------------------------------------------------------------------------------


class LeavesTheLastRow(sound.Othello):
    """A new game begins with the last row of the game before."""

    def starting_board(self) -> list[list[str]]:
        before = getattr(self, "board", [[sound.EMPTY] * sound.SIZE])
        return [*super().starting_board()[:-1], before[-1]]


class OverIfOneIsStuck(sound.Othello):
    """The game is over as soon as one player cannot move."""

    def game_over(self) -> bool:
        return not self.can_move(sound.BLACK) or not self.can_move(sound.WHITE)


class LeavesJumpsAndEnds(JumpsGaps, LeavesTheLastRow, OverIfOneIsStuck):
    """Three faults."""


class MissesTheLastColumn(sound.Othello):
    """Has no valid move if the only ones are in the last column."""

    def has_valid_moves(self, player: str) -> bool:
        columns = range(sound.SIZE - 1)
        places = ((row, col) for row in range(sound.SIZE) for col in columns)
        return any(self.can_place(*place, player) for place in places)


class ForfeitsByTheOldBoard(sound.Othello):
    """Looks for the opponent's moves before the disc is placed."""

    def move(self, row: int, col: int) -> None:
        other = sound.opponent(self.mover)
        can_move = self.can_move(other)
        super().move(row, col)
        self.mover = other if can_move else sound.opponent(other)


class MissesAndForfeits(MissesTheLastColumn, ForfeitsByTheOldBoard):
    """Two faults that concern the same function of the specification."""


def test_what_a_new_game_keeps_is_found_beside_other_faults() -> None:
    assert "setup" in rules(LeavesJumpsAndEnds)
    fault = next(each for each in judge(LeavesJumpsAndEnds).faults if each.rule == "setup")
    assert fault.mismatch.reproduced
    passed = {each.rule for each in judge(LeavesJumpsAndEnds).rules if each.status is Status.PASS}
    assert passed.isdisjoint({"setup", "game-over", "no-gaps"})


def test_a_fault_hides_another_one_only_where_it_shows() -> None:
    assert ["any-valid-moves", "forfeit"] == sorted(rules(MissesAndForfeits))
