"""Some test notices each edit of the specification, unless it changes nothing that shows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from long_run import sample
from modspec.run.mutants import Mutant, Operator
from othello_spec import module
from spec_edits import CONSTANTS, EDITS, EQUIVALENT, Edit, noticed_by, write_edited

TESTS = Path(__file__).parent


def name(mutant: Mutant) -> str:
    rule = Edit.of(mutant).rule or "definition"
    return f"{EDITS.index(mutant) + 1:03}-{mutant.function}-{mutant.operator.name.lower()}-{rule}"


def find_edit(function: str, operator: Operator, before: str) -> Mutant:
    """The one edit of its kind that changes this text of a function."""
    (only,) = (
        edit
        for edit in EDITS
        if (edit.function, edit.operator, edit.before) == (function, operator, before)
    )
    return only


def test_nothing_is_noticed_where_nothing_is_edited() -> None:
    assert noticed_by(None) is None


@pytest.mark.parametrize("mutant", sample(EDITS, 2), ids=name)
def test_an_edit_is_noticed_unless_it_is_known_to_change_nothing(mutant: Mutant) -> None:
    known = Edit.of(mutant) in EQUIVALENT
    assert known == (noticed_by(mutant) is None)


@pytest.mark.parametrize("edit", CONSTANTS)
def test_another_constant_is_noticed(edit: str) -> None:
    assert noticed_by(CONSTANTS[edit]) is not None


@pytest.mark.parametrize("edit", EQUIVALENT, ids=lambda edit: f"{edit.function}-{edit.rule}")
def test_what_is_said_to_change_nothing_is_one_edit(edit: Edit) -> None:
    assert 1 == [Edit.of(mutant) for mutant in EDITS].count(edit)


def test_every_function_of_the_specification_is_edited() -> None:
    functions = {
        function.name for name in ("lines", "othello") for function in module(name).functions
    }
    assert functions == {mutant.function for mutant in EDITS}


# -- the tests themselves, on an edited copy -------------------------------------------------------

ON_DISK = {
    "as it is": None,
    "gaps are allowed": find_edit(
        "brackets",
        Operator.DELETE,
        "all((board[along(square, direction, j)] != EMPTY for j in range(1, k)))",
    ),
    "one direction is missing": next(
        edit for edit in EDITS if edit.after == "for d in Direction if d != Direction.SOUTHWEST"
    ),
    "over when one player is blocked": find_edit(
        "game_over",
        Operator.NEGATE,
        "not can_move(game.board, BLACK) and (not can_move(game.board, WHITE))",
    ),
    "black squares count for white": find_edit("discs", Operator.NEGATE, "board[s] == player"),
}


@pytest.mark.parametrize("edit", ON_DISK)
def test_pytest_fails_on_an_edited_copy_of_the_specification(edit: str, tmp_path: Path) -> None:
    write_edited(ON_DISK[edit], tmp_path / "spec")
    options = ["-x", "-q", "-p", "no:cacheprovider", "-o", "addopts="]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", TESTS / "test_figures.py", *options],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "spec"), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    expected = 0 if ON_DISK[edit] is None else 1
    assert expected == done.returncode, done.stdout + done.stderr
    assert ("1 failed" in done.stdout) == bool(expected)
