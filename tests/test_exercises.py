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
from modlab.exercise.exercise import all_exercises, following
from modlab.exercise.feedback import USUAL_WIDTH, feedback_lines
from modlab.exercise.judgement import ExerciseJudge, Mark
from modlab.exercise.learner_text import text_with_hole
from modlab.exercise.progress_record import Attempts, write_progress
from modlab.exercise.repairs import (
    differing_parts,
    own_repairs,
    script_repairs,
    without_docstring,
)
from modlab.exercise.small_edits import short_sum
from modlab.exercise.usual_python import usual_python
from modlab.modspec_command import cli
from othello_spec.board import BLACK, CENTRE, EMPTY, WHITE

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
    assert "if one call had another value" in text
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


SMALL_EDITS = [
    ("stack-push", "return Stack(items=(item, *stack.items))", "Swap `item` and `*stack.items`."),
    (
        "vending-invariant",
        "return machine.credit >= 0 and all(machine.stock[d] in range(0, CAPACITY) for d in Drink)",
        "Write `CAPACITY + 1` in place of `CAPACITY`.",
    ),
    (
        "row-part",
        "return all(row[k] in other for k in row)",
        "Write `k` in place of `row[k]`.",
    ),
    (
        "row-constant",
        "return len({row[k] for k in range(0, len(row))}) == 1",
        "<= 1` in place of",
    ),
    (
        "row-constant",
        "return all(row[k] == row[k + 1] for k in range(0, len(row)))",
        "Write `len(row) - 1` in place of `len(row)`.",
    ),
    (
        "park-invariant",
        "return free_places(park) > 0",
        "Write `free_places(park) >= 0` in place of `free_places(park) > 0`.",
    ),
    (
        "row-duplicate",
        "return any(row[i] == row[i + 1] for i in range(0, len(row) - 1))",
        "for j in range(i + 1,",
    ),
    (
        "vending-select",
        "if machine.slot is not None:\n        raise Waiting\n"
        "    if machine.stock[drink] == 0:\n        raise SoldOut\n"
        "    if machine.credit < PRICE:\n        raise NotEnough\n"
        "    return replace(machine, stock={d: machine.stock[d] - 1 for d in Drink},"
        " credit=machine.credit - PRICE, slot=drink)",
        "Write `{**machine.stock, drink: machine.stock[drink] - 1}` in place of",
    ),
    (
        "othello-valid-move",
        "return captures(game.board, player, Square(row, col)) and Square(row, col) in SQUARES",
        "Swap `captures(game.board, player, Square(row, col))` and",
    ),
    (
        "othello-brackets",
        "return (along(square, direction, k) in SQUARES"
        " and board[along(square, direction, k)] == player"
        " and all(board[along(square, direction, j)] == opponent(player)"
        " for j in range(1, k + 1)))",
        "Write `k` in place of `k + 1`.",
    ),
]
GUARD = {"stack-push": "if len(stack.items) == CAPACITY:\n        raise Full\n    "}


@pytest.mark.parametrize(("name", "body", "due"), SMALL_EDITS)
def test_one_small_edit_is_the_hint_where_one_is_enough(
    name: str, body: str, due: str, tmp_path: Path
) -> None:
    text = " ".join(feedback(name, GUARD.get(name, "") + body, tmp_path, "how").split())
    assert due in text
    assert "Then nothing that was tried is wrong." in text


def test_two_guards_in_the_wrong_order_change_places(tmp_path: Path) -> None:
    body = (
        "if len(park.cars) == PLACES:\n        raise NoPlace\n"
        "    if is_parked(park, car):\n        raise AlreadyParked\n"
        "    return CarPark(cars={c for c in Vehicle if c in park.cars or c == car})"
    )
    text = feedback("park-enter", body, tmp_path, "how")
    due = "Put it after\n    if is_parked(park, car):\n        raise AlreadyParked\n"
    assert due in text
    assert "Then nothing that was tried is wrong." in text


def test_two_small_edits_come_before_one_that_throws_the_text_away(tmp_path: Path) -> None:
    limits = (
        "if row < 0 or row > 8 or col < 0 or col > 8:\n        raise OutOfBounds\n"
        "    return game.board[Square(row, col)]"
    )
    assert "Write `row >= 8` in place of `row > 8`." in feedback(
        "othello-cell", limits, tmp_path, "how"
    )
    cases = "return player if can_move(board, player) else opponent(player)"
    text = feedback("othello-next-turn", cases, tmp_path, "how")
    assert "Swap `player` and `opponent(player)`." in text
    assert "Then one more step leads to a right text." in text


def test_no_small_edit_of_a_right_text_is_that_text() -> None:
    for exercise in EXERCISES.values():
        node = without_docstring(judge_of(exercise.name).reference)
        assert ast.unparse(node) not in {ast.unparse(edit.node) for edit in own_repairs(node)}


def test_a_sum_is_written_with_its_numbers_added_up() -> None:
    terms = {
        "k + 1 - 1": "k",
        "len(row) - 1 + 2": "len(row) + 1",
        "0 + 3 - 1": "2",
        "k + j": "k + j",
    }
    for before, after in terms.items():
        assert after == ast.unparse(short_sum(ast.parse(before, mode="eval").body))


def test_of_two_functions_only_what_differs_is_shown() -> None:
    before = "def f(s):\n    if len(s) == 1:\n        raise E\n    return (s[0], len(s))"
    after = "def f(s):\n    if len(s) == 2:\n        raise E\n    return (s[0], len(s) - 1)"
    one, other = (ast.parse(text).body[0] for text in (before, after))
    pairs = [(ast.unparse(a), ast.unparse(b)) for a, b in differing_parts(one, other)]
    assert [("1", "2"), ("len(s)", "len(s) - 1")] == pairs


USUAL = [
    (
        "park-leave",
        "if not is_parked(park, car):\n        raise NotParked()\n    return park",
        "write `raise NotParked`, without parentheses",
    ),
    ("park-free", "return PLACES - park.cars", "write len(park.cars)"),
    ("othello-opponent", "return Player.WHITE if player == BLACK else BLACK", "write WHITE"),
    (
        "othello-game-over",
        "return not any(can_move(game.board, p) for p in Player)",
        "Player is a type: write (BLACK, WHITE), its values",
    ),
    ("othello-cell", "return board[Square(row, col)]", "write game.board"),
    ("othello-cell", "return game.board[row, col]", "write Square(row, col)"),
    ("othello-cell", "return EMPTY if row >= SIZE else BLACK", "SIZE is not part of this exercise"),
    ("vending-insert", "return Machine(credit=0)", "write replace(machine, credit=0)"),
    (
        "vending-insert",
        "return replace(machine, credit=machine.credit + coin)",
        "its value is coin.value",
    ),
    (
        "vending-select",
        "return replace(machine, stock=machine.stock[drink] - 1)",
        "write {**machine.stock, drink: machine.stock[drink] - 1}",
    ),
    ("row-places", "return [0]", "a set is meant: write {0}"),
    ("row-times", "return len(k for k in row if k == item)", "sum(1 for k in row if k == item)"),
    (
        "stack-pop",
        "if not stack.items:\n        raise Empty\n    return stack",
        "len(stack.items) == 0",
    ),
    (
        "stack-push",
        "return Stack(items=stack.items + (item,))",
        "two sequences are joined with (*stack.items, item)",
    ),
]


@pytest.mark.parametrize(("name", "body", "due"), USUAL)
def test_usual_python_is_told_what_to_write(name: str, body: str, due: str, tmp_path: Path) -> None:
    text = " ".join(feedback(name, body, tmp_path).split())
    assert "cannot be judged yet" in text
    assert due in text
    assert "integer; the state variable items" not in text


def test_a_right_text_is_no_usual_python() -> None:
    for exercise in EXERCISES.values():
        reference = judge_of(exercise.name).reference
        assert [] == list(usual_python(reference, exercise.module)), exercise.name


def test_an_index_from_the_end_has_no_value(tmp_path: Path) -> None:
    body = "return sum(1 for k in range(0, len(row)) if row[k] == row[k - 1])"
    assert "no value (there is no place -1 in " in feedback("row-pairs", body, tmp_path)


def test_the_verdict_shows_nothing_of_the_authors_formula(tmp_path: Path) -> None:
    for name, some in WRONG.items():
        for body, _ in some[:1]:
            text = feedback(name, body, tmp_path)
            assert [] == [
                line
                for line in text.splitlines()
                if line.startswith("  due:") and ("since" in line or "∀" in line or "∃" in line)
            ]


@pytest.mark.parametrize(
    ("name", "body", "due"),
    [
        (
            "othello-captures",
            "return board[square] == EMPTY and len(flips(board, player, square)) > 1",
            "> 1 is false; the size is 1",
        ),
        (
            "othello-game-over",
            "return not can_move(game.board, game.turn)",
            "yours: true, since can_move(board, turn) is false",
        ),
        (
            "othello-flips",
            "return {along(square, d, j) for d in Direction for k in range(2, SIZE)"
            " if brackets(board, player, square, d, k) for j in range(1, k + 1)}",
            "is in your set, and should not be: brackets(",
        ),
    ],
)
def test_a_reason_has_no_names_of_texts_that_are_not_shown(
    name: str, body: str, due: str, tmp_path: Path
) -> None:
    assert due in " ".join(feedback(name, body, tmp_path).split())


def test_a_formula_of_which_every_part_counts_has_no_one_reason(tmp_path: Path) -> None:
    text = feedback("othello-can-move", "return all(s == s for s in SQUARES)", tmp_path)
    assert "yours: true\n" in text


def test_of_two_states_only_what_differs_is_shown(tmp_path: Path) -> None:
    body = (
        "if Square(row, col) not in SQUARES:\n        raise OutOfBounds\n"
        "    if not captures(game.board, game.turn, Square(row, col)):\n        raise InvalidMove\n"
        "    return Game(board=placed(game.board, game.turn, Square(row, col)), turn=game.turn)"
    )
    text = feedback("othello-move", body, tmp_path)
    assert "  due:   turn = " in text
    assert "  yours: turn = " in text
    assert "The rest is the same." in text


def test_an_assumption_that_does_not_hold_is_named(tmp_path: Path) -> None:
    body = (
        "if Square(row, col) not in SQUARES:\n        raise OutOfBounds\n"
        "    if not captures(game.board, turn(game), Square(row, col)):\n"
        "        raise InvalidMove\n"
        "    return Game(board=placed(game.board, turn(game), Square(row, col)), turn=game.turn)"
    )
    text = " ".join(feedback("othello-move", body, tmp_path).split())
    assert "yours: no value (turn assumes ¬game_over(), which does not hold there)" in text
    assert "assert not game_over(game)" in text_with_hole(EXERCISES["othello-move"])


def test_a_theorem_that_assumes_too_much_is_told_what_it_excludes(tmp_path: Path) -> None:
    begin = "assert not is_parked(park, car)\n    assert free_places(park) "
    end = "\n    return is_parked(enter(park, car), car)"
    text = feedback("theorem-enter", f"{begin}== 2{end}", tmp_path)
    assert "What you assume is more than is needed" in text
    assert "(line " not in text
    weak = feedback("theorem-enter", f"{begin}> 0\n    return True", tmp_path)
    assert "What you assume is more than is needed" not in weak


def test_a_learners_file_says_what_the_names_of_other_modules_mean() -> None:
    text = text_with_hole(EXERCISES["othello-move"])
    assert "#   captures(board, player, square): The player may place a disc" in text
    assert "#   placed(board, player, square): The board after" in text
    assert "board[square] == EMPTY" not in text


def test_a_lesson_is_said_once_the_text_is_right(tmp_path: Path) -> None:
    lesson = "all(...) over no value at all is true"
    assert lesson in feedback("read-nothing", "return True", tmp_path)
    assert lesson not in feedback("read-nothing", "return False", tmp_path, "how")


def test_the_way_through_the_exercises_is_said(tmp_path: Path) -> None:
    run = CliRunner().invoke
    listed = run(cli, ["exercise", "--list"], standalone_mode=False).output
    assert f"{len(all_exercises())} exercises" in listed
    assert "--from docs/library/exercises.toml --list" in listed
    refused = run(cli, ["exercise", "--begin", "read-count", "read-count.py"]).output
    assert "such as read_count.py" in refused
    unknown = run(cli, ["exercise", "--begin", "row-ocurs", str(tmp_path / "m.py")]).output
    assert "did you mean row-occurs" in " ".join(unknown.split())
    assert "row-places, row-constant" not in unknown
    file = tmp_path / "mine_occurs.py"
    run(cli, ["exercise", "--begin", "row-occurs", str(file)], standalone_mode=False)
    file.write_text(file.read_text().replace("return ...", RIGHT["row-occurs"][0]))
    done = run(cli, ["exercise", str(file)], standalone_mode=False).output
    assert "    modspec exercise --begin row-times row_times.py" in done
    assert following("stack-invariant", LIBRARY) is not None


def test_a_summary_counts_what_its_list_has(tmp_path: Path) -> None:
    kept = tmp_path / "ann.json"
    write_progress(kept, {"row-occurs": Attempts(1, 0, True), "stack-push": Attempts(1, 0, True)})
    summary = CliRunner().invoke(cli, ["exercise", "--summary", str(kept)], standalone_mode=False)
    assert ["ann", "1"] == summary.output.splitlines()[1].split()[:2]
    assert "1 exercises of another list are left out: add --from LIST" in summary.output


def test_a_board_on_which_only_one_player_can_move_is_tried() -> None:
    judge = judge_of("othello-invariant")
    can_move = judge.plain["can_move"]
    games = [arguments[0] for arguments, _ in judge.due]
    assert any(
        due.value is False
        and all(game.board[square] != EMPTY for square in CENTRE)
        and not can_move(game.board, game.turn)
        and can_move(game.board, WHITE if game.turn == BLACK else BLACK)
        for game, (_, due) in zip(games, judge.due, strict=True)
    )


def test_the_rows_of_the_table_are_exercises() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    names = [line.split("`")[1] for line in lines if line.startswith("| `")]
    assert len(names) >= 20
    assert [] == [name for name in names if name not in EXERCISES]
