"""Exercises: right texts are accepted in any form, wrong ones get a case and a hint."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from exercise_answers import (
    LIBRARY,
    PAGE,
    RIGHT,
    STEPS,
    WRONG,
    file_with,
    mutant_node,
    solution_mutants,
    steps_to_right,
)
from modlab.exercise.exercise import all_exercises
from modlab.exercise.feedback import USUAL_WIDTH, feedback_lines
from modlab.exercise.judgement import ExerciseJudge, Mark
from modlab.exercise.learner_text import text_with_hole
from modlab.modspec_command import cli

EXERCISES = all_exercises(LIBRARY)


@cache
def judge_of(name: str) -> ExerciseJudge:
    return ExerciseJudge(EXERCISES[name])


def feedback(name: str, body: str, folder: Path, level: str | None = None) -> str:
    judge = judge_of(name)
    judgement = judge.judge(file_with(judge.exercise, body, folder))
    step = judge.next_step(judgement) if level else None
    return "\n".join(feedback_lines(judge, judgement, step, level))


def test_there_are_six_chapters() -> None:
    chapters = {each.chapter[0] for each in EXERCISES.values()}
    assert set("123456") == chapters


@pytest.mark.parametrize("name", EXERCISES)
def test_the_reference_is_right_and_its_hole_is_not(name: str, tmp_path: Path) -> None:
    judge = judge_of(name)
    assert judge.judge(file_with(judge.exercise, judge.reference, tmp_path)).is_right
    assert Mark.UNREADABLE is judge.judge(file_with(judge.exercise, "return ...", tmp_path)).mark


@pytest.mark.parametrize(("name", "body"), [(n, b) for n, some in RIGHT.items() for b in some])
def test_another_form_is_right_too(name: str, body: str, tmp_path: Path) -> None:
    assert "done." in feedback(name, body, tmp_path)


CASES = [(n, b, due) for n, some in WRONG.items() for b, due in some]


@pytest.mark.parametrize(("name", "body", "due"), CASES)
def test_a_wrong_text_is_told_how_it_is_wrong_within_two_screens(
    name: str, body: str, due: str, tmp_path: Path
) -> None:
    lines = feedback(name, body, tmp_path, "how").splitlines()
    headline = lines[0].removeprefix(f"{name}: ")
    assert set(due.split(" and ")) <= {part for part in due.split(" and ") if part in headline}
    assert len(lines) <= 48
    assert max(map(len, lines)) <= USUAL_WIDTH


@pytest.mark.parametrize(("name", "body"), [(n, b) for n, b, _ in CASES])
def test_following_the_hints_leads_to_a_right_text(name: str, body: str, tmp_path: Path) -> None:
    judge = judge_of(name)
    judgement = judge.judge(file_with(judge.exercise, body, tmp_path))
    assert judgement.mark is Mark.DIFFERENT
    assert steps_to_right(judge, judgement, tmp_path) <= STEPS


@pytest.mark.parametrize(
    "name", ["row-duplicate", "park-leave", "othello-next-turn", "queue-leave"]
)
def test_a_mutant_of_a_solution_is_never_called_proved(name: str, tmp_path: Path) -> None:
    judge = judge_of(name)
    for mutant in solution_mutants(judge.exercise):
        file = file_with(judge.exercise, mutant_node(judge.exercise, mutant), tmp_path)
        assert judge.judge(file).mark is not Mark.PROVED, mutant.summary


def test_a_difference_that_no_tried_call_shows_is_not_called_proved(tmp_path: Path) -> None:
    judge = judge_of("othello-captures")
    body = (
        "return (board[square] == EMPTY and len(flips(board, player, square)) > 0"
        " or all(board[s] == WHITE for s in CORNERS))"
    )
    judgement = judge.judge(file_with(judge.exercise, body, tmp_path))
    assert judgement.mark is not Mark.PROVED


def test_what_is_only_tried_is_not_called_proved(tmp_path: Path) -> None:
    text = feedback("stack-pop", RIGHT["stack-pop"][0], tmp_path)
    assert "calls tried; it is not proved for all" in text


def test_true_is_worth_nothing_as_a_theorem(tmp_path: Path) -> None:
    text = feedback("theorem-enter", "return True", tmp_path)
    assert "notices only 0 of" in text
    assert "in place of" in text


@pytest.mark.parametrize(
    ("body", "due"),
    [
        ("return board[square] == EMPTY and len(flip(board, player, square)) > 0", "flip"),
        ("return board[square] == EMPTY and flips(board, player, square) > 0", "is a"),
        ("return board[square] == EMPTY and", "Python cannot read this"),
        ("for s in SQUARES:\n        return True", "outside the notation"),
        ("return captures(board, player, square)", "calls itself"),
    ],
)
def test_what_cannot_be_judged_is_refused_at_its_place(body: str, due: str, tmp_path: Path) -> None:
    text = feedback("othello-captures", body, tmp_path)
    line = text_with_hole(EXERCISES["othello-captures"]).splitlines().index("    return ...") + 1
    assert "cannot be judged yet" in text
    assert due in text
    assert f":{line}" in text or "calls itself" in text


def test_hints_say_more_level_by_level(tmp_path: Path) -> None:
    body = WRONG["othello-captures"][0][0]
    where, what, how = (
        feedback("othello-captures", body, tmp_path, level) for level in ("where", "what", "how")
    )
    assert "What to do there" not in where
    assert "What to do there" in what
    assert "board[square] == EMPTY" not in what.partition("Look at line")[2]
    assert "board[square] == EMPTY" in how.partition("Look at line")[2]


def test_an_exercise_is_begun_judged_and_kept(tmp_path: Path) -> None:
    run = CliRunner().invoke
    file, kept = str(tmp_path / "mine_occurs.py"), str(tmp_path / "ann.json")
    assert (
        0
        == run(cli, ["exercise", "--begin", "row-occurs", file], standalone_mode=False).return_value
    )
    assert 1 == run(cli, ["exercise", file, "--progress", kept], standalone_mode=False).return_value
    right = Path(file).read_text().replace("return ...", RIGHT["row-occurs"][0])
    other = tmp_path / "mine_again.py"
    other.write_text(right)
    done = run(cli, ["exercise", str(other), "--progress", kept], standalone_mode=False)
    assert 0 == done.return_value
    listed = run(cli, ["exercise", "--list", "--progress", kept], standalone_mode=False).output
    assert "* row-occurs" in listed
    assert "* row-times" not in listed
    summary = run(cli, ["exercise", "--summary", kept], standalone_mode=False).output
    assert ["ann", "1", "2", "0"] == summary.splitlines()[1].split()


def test_the_rows_of_the_table_are_exercises() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    names = [line.split("`")[1] for line in lines if line.startswith("| `")]
    assert len(names) >= 20
    assert [] == [name for name in names if name not in EXERCISES]
