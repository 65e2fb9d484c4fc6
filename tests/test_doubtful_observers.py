"""Doubtful observers: where one place is shown wrongly, the transition may be right."""

from __future__ import annotations

import pytest

from specimen_table import json_verdict
from wrong_implementations import sound


class ShowsOneSquareWhite(sound.Othello):
    """It shows a white disc on d4, whatever lies there."""

    def cell(self, row: int, col: int) -> str:
        return sound.WHITE if (row, col) == (3, 3) else super().cell(row, col)


class ShowsACornerEmpty(sound.Othello):
    """It shows no disc on a1."""

    def cell(self, row: int, col: int) -> str:
        return sound.EMPTY if (row, col) == (0, 0) else super().cell(row, col)


class LeavesACornerEmpty(sound.Othello):
    """It puts no disc on a1."""

    def move(self, row: int, col: int) -> None:
        super().move(row, col)
        if (row, col) == (0, 0):
            self.board[0][0] = sound.EMPTY


@pytest.mark.parametrize(
    ("made", "rule"),
    [
        (ShowsOneSquareWhite, "capture-all"),
        (ShowsACornerEmpty, "own-disc"),
        (LeavesACornerEmpty, "own-disc"),
    ],
)
def test_neither_the_observer_nor_the_transition_is_blamed_and_neither_passes(
    made: type[sound.Othello], rule: str
) -> None:
    verdict = json_verdict(f"{__name__}:{made.__name__}")
    assert ["inspect-cell", rule] == verdict["faults"][0]["one_of"]
    assert not verdict["faults"][0]["rule"]
    status = {each["id"]: each["status"] for each in verdict["rules"]}
    assert "fail" not in status.values()
    assert {"inconclusive"} == {status["inspect-cell"], status[rule]}
