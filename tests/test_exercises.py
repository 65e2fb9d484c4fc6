"""Exercises: right texts are accepted in any form, wrong ones get a case and a hint."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from exercise_answers import (
    LIBRARY,
    PAGE,
    RIGHT,
    SAME_AS_THE_SOLUTION,
    STEPS,
    WRONG,
    file_with,
    mutant_node,
    rewritings,
    solution,
    solution_mutants,
    steps_to_right,
)
from modlab.exercise.edit_script import edit_script, text_of
from modlab.exercise.exercise import all_exercises
from modlab.exercise.feedback import USUAL_WIDTH, feedback_lines
from modlab.exercise.judgement import ExerciseJudge, Mark
from modlab.exercise.learner_text import text_to_read, text_with_hole
from modlab.exercise.repairs import script_repairs, without_docstring
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
    right = solution(judge.exercise)
    assert judge.judge(file_with(judge.exercise, right, tmp_path)).is_right
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


@pytest.mark.parametrize("name", EXERCISES)
def test_every_mutant_of_a_solution_is_refuted_and_its_hints_lead_to_a_right_text(
    name: str, tmp_path: Path
) -> None:
    judge = judge_of(name)
    alike = []
    for mutant in solution_mutants(judge.exercise):
        file = file_with(judge.exercise, mutant_node(judge.exercise, mutant), tmp_path)
        judgement = judge.judge(file)
        if judgement.mark is Mark.DIFFERENT and not judge.exercise.is_question:
            assert judgement.smallest or judgement.missed
            assert steps_to_right(judge, judgement, tmp_path) <= STEPS, mutant.summary
        elif judgement.is_right:
            alike.append(f"{mutant.before} -> {mutant.after}")
    assert SAME_AS_THE_SOLUTION.get(name, []) == alike


@pytest.mark.parametrize("name", EXERCISES)
def test_five_rewritings_of_each_solution_are_right(name: str, tmp_path: Path) -> None:
    judge = judge_of(name)
    texts = rewritings(judge.exercise)
    marks = []
    for text in texts[:: max(1, len(texts) // 8)]:
        judgement = judge.judge(file_with(judge.exercise, text, tmp_path))
        assert judgement.mark is not Mark.DIFFERENT, ast.unparse(text)
        marks.append(judgement.is_right)
    assert sum(marks) >= 5


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
    assert "calls tried, with" in text
    assert "it is not proved for all" in text


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


@pytest.mark.parametrize("name", EXERCISES)
def test_a_learners_file_shows_no_solution(name: str) -> None:
    exercise = EXERCISES[name]
    begun = text_with_hole(exercise)
    solutions = {
        each.name: ast.unparse(judge_of(each.name).reference.body[-1])
        for each in EXERCISES.values()
        if each.module.python_name == exercise.module.python_name and not each.is_question
    }
    shown = {
        ast.unparse(node.body[-1])
        for node in ast.parse(begun).body
        if isinstance(node, ast.FunctionDef)
    }
    assert [] == [each for each, text in solutions.items() if text in shown]


def test_what_a_learner_reads_of_other_modules_shows_no_solution() -> None:
    exercise = EXERCISES["othello-next-turn"]
    shown = text_to_read(EXERCISES["othello-captures"].module, exercise)
    assert "The player may place a disc on the square" in shown
    assert "must-capture" not in shown


def test_a_function_of_which_only_the_meaning_is_shown_can_be_used(tmp_path: Path) -> None:
    body = "return free_places(park) >= 0"
    assert "flips(board, player, square)" not in text_with_hole(EXERCISES["othello-flips"])
    assert "done." in feedback("park-invariant", body, tmp_path)


def test_a_function_that_the_file_does_not_show_is_no_part_of_the_exercise(tmp_path: Path) -> None:
    text = feedback("row-occurs", "return times(row, item) > 0", tmp_path)
    assert "times is not part of this exercise" in " ".join(text.split())


@pytest.mark.parametrize(
    ("body", "due"),
    [
        ("return above((2, 7, 2, 5), 2)", "not the call"),
        ("return 3", "the call does not yield 3"),
        ("return 2", "the value is right"),
    ],
)
def test_a_question_wants_a_value(body: str, due: str, tmp_path: Path) -> None:
    text = feedback("read-count", body, tmp_path)
    assert due in text
    assert "due:" not in text
    assert "The author wrote" not in text


def test_the_hints_of_a_question_go_through_the_range_and_do_not_say_the_value(
    tmp_path: Path,
) -> None:
    where, what, how = (
        feedback("read-count", "return 4", tmp_path, each) for each in ("where", "what", "how")
    )
    assert "k goes through `range(0, len(row))`." in where
    assert "That is 0, 1, 2, 3." not in where
    assert "That is 0, 1, 2, 3." in what
    assert "With k = 3" not in what
    assert "With k = 3, `row[k] > bound` is true." in how
    assert "no value at all" in feedback("read-nothing", "return False", tmp_path, "how")


def test_a_false_formula_is_not_its_own_reason(tmp_path: Path) -> None:
    assert "since false" not in feedback("park-invariant", "return False", tmp_path)


def test_the_reason_is_a_comparison_and_not_what_a_side_of_it_comes_to(tmp_path: Path) -> None:
    body = (
        "return (along(square, direction, k) in SQUARES"
        " and board[along(square, direction, k)] == player"
        " and all(board[along(square, direction, j)] == opponent(player) for j in range(0, k)))"
    )
    text = " ".join(feedback("othello-brackets", body, tmp_path).split())
    assert "= BLACK is false with j = 0" in text or "= WHITE is false with j = 0" in text


def test_a_hint_marks_the_place_in_its_line(tmp_path: Path) -> None:
    body = "return all(row[k] <= row[k + 1] for k in range(1, len(row) - 1))"
    lines = feedback("row-ascending", body, tmp_path, "how").splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("Look at line"))
    code, mark = lines[number + 1 : number + 3]
    place = code.index("range(1") + len("range(")
    assert " " * place + "^" == mark
    assert "Write `0` in place of `1`." == lines[number + 3]


@pytest.mark.parametrize("width", [60, 100])
def test_lines_are_as_wide_as_the_reader_has_room(width: int, tmp_path: Path) -> None:
    judge = judge_of("othello-captures")
    for body, _ in WRONG["othello-captures"][:2]:
        judgement = judge.judge(file_with(judge.exercise, body, tmp_path))
        step = judge.next_step(judgement)
        lines = list(feedback_lines(judge, judgement, step, "how", width=width))
        assert max(map(len, lines)) <= width


def test_what_is_left_out_and_what_is_put_in_are_said_in_words(tmp_path: Path) -> None:
    many = "assert is_parked(park, car)\n    assert free_places(park) == 0\n    return True"
    texts = [
        feedback("vending-invariant", "return machine.credit >= 0", tmp_path, "how"),
        feedback("theorem-leave", many, tmp_path, "how"),
        feedback("stack-pop", WRONG["stack-pop"][0][0], tmp_path, "how"),
    ]
    assert not [text for text in texts if "(nothing)" in text or "``" in text]
    assert "Leave out `assert free_places(park) == 0`." in texts[1]
    guard = "Before it, write\n    if len(stack.items) == 0:\n        raise Empty\n"
    assert guard in texts[2]


def test_a_formula_is_written_with_the_parentheses_that_it_needs() -> None:
    for text in ("any(x for x in y)", "len({x for x in y}) + f((1, 2))", "f((x + 1) * 2, (y))"):
        tree = ast.parse(text, mode="eval").body
        assert text.replace("(y)", "y") == text_of(tree)


def test_the_bound_of_what_was_tried_is_said(tmp_path: Path) -> None:
    text = feedback("row-occurs", RIGHT["row-occurs"][0], tmp_path)
    assert "with sequences of at most 6 elements" in " ".join(text.split())


def test_a_theorem_that_allows_other_states_shows_a_call_with_a_wrong_value(tmp_path: Path) -> None:
    text = feedback("theorem-frees", WRONG["theorem-frees"][0][0], tmp_path)
    assert "if one call came to something else" in text
    assert "  leave(" in text
    assert "  mistake:  " in text


def test_the_script_of_edits_ends_at_the_reference() -> None:
    for name, texts in WRONG.items():
        reference = without_docstring(judge_of(name).reference)
        for body, _ in texts:
            node = without_docstring(judge_of(name).reference)
            heading = ast.unparse(node).splitlines()[0]
            text = ast.parse(f"{heading}\n    {body}\n").body[0]
            assert isinstance(text, ast.FunctionDef)
            for _ in range(40):
                script = script_repairs(text, reference)
                if not script:
                    break
                text = script[0].node
            assert [] == edit_script(text, reference), (name, body)


def test_a_repair_that_the_solver_refutes_is_no_hint(tmp_path: Path) -> None:
    judge = ExerciseJudge(EXERCISES["othello-captures"])
    body = (
        "return (board[square] == EMPTY and len(flips(board, player, square)) > 0"
        " or all(board[s] == WHITE for s in CORNERS))"
    )
    known = len(judge.due)
    node = judge.judge(file_with(judge.exercise, body, tmp_path)).text
    assert node is None or judge._is_refuted(node.node) or known < len(judge.due)


def test_the_command_to_ask_again_has_the_list_that_it_needs(tmp_path: Path) -> None:
    run, file = CliRunner().invoke, tmp_path / "mine_push.py"
    begun = run(
        cli,
        ["exercise", "--from", str(LIBRARY), "--begin", "stack-push", str(file)],
        standalone_mode=False,
    )
    assert 0 == begun.return_value
    command = begun.output.splitlines()[1].split()
    assert ["modspec", "exercise", "--from", str(LIBRARY), str(file)] == command
    assert f"modspec exercise --from {LIBRARY} THIS_FILE" in file.read_text()
    asked = run(cli, command[1:], standalone_mode=False)
    assert "replace ... by your text" in asked.output


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
