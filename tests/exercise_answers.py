"""Answers to exercises: right ones in other forms, and wrong ones with what has to be said of them.

``python tests/exercise_answers.py`` tries these and some mutants of every solution, and writes the
table of docs/explanation/what-the-exercises-were-tried-on.md. It takes some minutes.
"""

from __future__ import annotations

import ast
import copy
import statistics
import tempfile
import time
from itertools import count
from pathlib import Path

from modlab.exercise.exercise import Exercise, all_exercises
from modlab.exercise.judgement import ExerciseJudge, Judgement, Mark
from modlab.exercise.learner_text import function_node, text_with_hole
from modspec.run.mutants import Mutant, mutants

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "docs" / "library" / "exercises.toml"
PAGE = ROOT / "docs" / "explanation" / "what-the-exercises-were-tried-on.md"

RIGHT: dict[str, list[str]] = {
    "row-occurs": [
        "return not all(row[k] != item for k in range(0, len(row)))",
        "return len({k for k in range(0, len(row)) if row[k] == item}) > 0",
        "return any(row[len(row) - 1 - k] == item for k in range(0, len(row)))",
        "return times(row, item) > 0",
        "return sum(1 for k in range(0, len(row)) if row[k] == item) >= 1",
    ],
    "row-ascending": [
        "return all(row[k - 1] <= row[k] for k in range(1, len(row)))",
        "return not any(row[k] > row[k + 1] for k in range(0, len(row) - 1))",
        "return all(row[i] <= row[j] for i in range(0, len(row)) for j in range(i, len(row)))",
        "return all(not row[k + 1] < row[k] for k in range(0, len(row) - 1))",
        "return sum(1 for k in range(1, len(row)) if row[k] < row[k - 1]) == 0",
    ],
    "park-enter": [
        "if car in park.cars:\n        raise AlreadyParked\n    if free_places(park) == 0:\n"
        "        raise NoPlace\n"
        "    return CarPark(cars={c for c in Vehicle if c == car or is_parked(park, c)})",
        "if is_parked(park, car):\n        raise AlreadyParked\n"
        "    if not len(park.cars) < PLACES:\n        raise NoPlace\n"
        "    return CarPark(cars={c for c in Vehicle if not (c != car and c not in park.cars)})",
    ],
    "theorem-undo": [
        "assert not is_parked(park, car)\n    assert free_places(park) > 0\n"
        "    return park == leave(enter(park, car), car)",
    ],
    "othello-captures": [
        "return not (board[square] != EMPTY or len(flips(board, player, square)) == 0)",
        "return board[square] == EMPTY and any(brackets(board, player, square, d, k)"
        " for d in Direction for k in range(2, SIZE))",
        "return board[square] == EMPTY and any(t in flips(board, player, square) for t in SQUARES)",
        "return board[square] not in {BLACK, WHITE} and len(flips(board, player, square)) != 0",
        "return len(flips(board, player, square)) > 0 if board[square] == EMPTY else False",
    ],
    "othello-game-over": [
        "return not (can_move(game.board, BLACK) or can_move(game.board, WHITE))",
        "return not can_move(game.board, game.turn)"
        " and not can_move(game.board, opponent(game.turn))",
        "return not any(captures(game.board, p, s) for p in {BLACK, WHITE} for s in SQUARES)",
        "return not has_valid_moves(game, WHITE) and not has_valid_moves(game, BLACK)",
    ],
    "stack-pop": [
        "if stack.items == ():\n        raise Empty\n"
        "    return Stack(items=stack.items[0 : len(stack.items) - 1])",
        "if not len(stack.items) > 0:\n        raise Empty\n"
        "    return Stack(items=stack.items[0 : depth(stack) - 1])",
    ],
}
"""Right texts by exercise: the body of the function."""

WRONG: dict[str, list[tuple[str, str]]] = {
    "row-occurs": [
        ("return all(row[k] == item for k in range(0, len(row)))", "too weak and too strong"),
        ("return any(row[k] == item for k in range(1, len(row)))", "too strong"),
        ("return any(row[k] == item for k in range(0, len(row) - 1))", "too strong"),
        ("return any(row[k] == item for k in range(0, len(row) + 1))", "not total"),
        ("return row[0] == item", "not total"),
    ],
    "row-ascending": [
        ("return all(row[k] < row[k + 1] for k in range(0, len(row) - 1))", "too strong"),
        ("return any(row[k] <= row[k + 1] for k in range(0, len(row) - 1))", "too strong"),
        ("return all(row[k] >= row[k + 1] for k in range(0, len(row) - 1))", "too weak"),
        ("return all(row[k] <= row[k + 1] for k in range(0, len(row)))", "not total"),
        ("return all(row[k] <= row[k + 1] for k in range(1, len(row) - 1))", "too weak"),
    ],
    "park-enter": [
        ("return CarPark(cars={c for c in Vehicle if c in park.cars or c == car})", "too weak"),
        (
            "if is_parked(park, car):\n        raise AlreadyParked\n"
            "    return CarPark(cars={c for c in Vehicle if c in park.cars or c == car})",
            "too weak",
        ),
        (
            "if len(park.cars) == PLACES:\n        raise NoPlace\n"
            "    if is_parked(park, car):\n        raise AlreadyParked\n"
            "    return CarPark(cars={c for c in Vehicle if c in park.cars or c == car})",
            "wrong",
        ),
    ],
    "theorem-undo": [
        ("return True", "notices 0 of"),
        ("return leave(enter(park, car), car) == park", "not true"),
    ],
    "othello-captures": [
        ("return len(flips(board, player, square)) > 0", "too weak"),
        ("return board[square] == EMPTY or len(flips(board, player, square)) > 0", "too weak"),
        (
            "return board[square] == EMPTY and any(brackets(board, player, square, d, 2)"
            " for d in Direction)",
            "too strong",
        ),
        ("return board[square] == EMPTY and len(flips(board, player, square)) > 1", "too strong"),
        (
            "return board[square] == EMPTY and len(flips(board, opponent(player), square)) > 0",
            "too weak and too strong",
        ),
    ],
    "othello-game-over": [
        ("return not can_move(game.board, BLACK) or not can_move(game.board, WHITE)", "too weak"),
        ("return all(game.board[s] != EMPTY for s in SQUARES)", "too strong"),
        ("return not can_move(game.board, game.turn)", "too weak"),
    ],
    "stack-pop": [
        ("return Stack(items=stack.items[0 : len(stack.items) - 1])", "too weak"),
        (
            "if len(stack.items) == 0:\n        raise Empty\n"
            "    return Stack(items=stack.items[1 : len(stack.items)])",
            "wrong",
        ),
        (
            "if len(stack.items) == 1:\n        raise Empty\n"
            "    return Stack(items=stack.items[0 : len(stack.items) - 1])",
            "too strong",
        ),
    ],
}
"""Wrong texts by exercise, each with a part of the headline that is due."""

FAR = {
    "return True": "the whole theorem is missing, which is the solution",
    "return row[0] == item": "a whole quantifier is missing, which is the solution",
    "return not can_move(game.board, game.turn)": "two names are wrong and a condition is missing",
}
"""Wrong texts from which the hints do not lead all the way, with the reason."""

MUTANTS = 4
"""Mutants of each solution that the table has tried, from the first to the last."""

_NUMBERS = count()


def file_with(exercise: Exercise, body: str | ast.FunctionDef, folder: Path) -> Path:
    """Return a learner's file with a text in the hole; each call makes another file."""
    source = text_with_hole(exercise)
    if isinstance(body, ast.FunctionDef):
        node = function_node(source, exercise.hole)
        assert node is not None
        if ast.get_docstring(body) is None:  # a repair is about the rest
            body = copy.copy(body)
            body.body = [node.body[0], *body.body]
        lines = source.splitlines()
        lines[node.lineno - 1 : node.end_lineno] = ast.unparse(body).splitlines()
        source = "\n".join(lines) + "\n"
    else:
        source = source.replace("    return ...\n", f"    {body}\n")
    file = folder / f"answer_{next(_NUMBERS)}.py"
    file.write_text(source, encoding="utf-8")
    return file


def solution_mutants(exercise: Exercise) -> list[Mutant]:
    """Return the mutants of the reference itself."""
    own = exercise.module.python_name, exercise.hole
    return [m for m in mutants(exercise.module) if (m.module, m.function) == own]


def mutant_node(exercise: Exercise, mutant: Mutant) -> ast.FunctionDef:
    """Return the reference with a mistake."""
    node = function_node(exercise.module.source, exercise.hole)
    assert node is not None
    return mutant.apply_to(node)


def steps_to_right(judge: ExerciseJudge, judgement: Judgement, folder: Path, most: int = 3) -> int:
    """Return after how many hints, each followed, a text is right; ``most + 1``: not by then."""
    for number in range(most + 1):
        if judgement.is_right:
            return number
        step = judge.next_step(judgement)
        if step is None:
            return most + 1
        judgement = judge.judge(file_with(judge.exercise, step.repair.node, folder))
    return most + 1


def table() -> str:
    """Return the table of what was tried, as Markdown."""
    rows, seconds, total = [], [], [0, 0, 0, 0, 0, 0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for exercise in all_exercises(LIBRARY).values():
            judge = ExerciseJudge(exercise)
            judge.prepare()
            right = RIGHT.get(exercise.name, [])
            texts = [judge.reference, *right]
            accepted = sum(judge.judge(file_with(exercise, t, folder)).is_right for t in texts)
            wrong: list[str | ast.FunctionDef] = [t for t, _ in WRONG.get(exercise.name, [])]
            of_solution = solution_mutants(exercise)
            step = -(-len(of_solution) // MUTANTS) or 1
            wrong += [mutant_node(exercise, each) for each in of_solution[::step]]
            refuted = alike = refused = led = 0
            for text in wrong:
                file = file_with(exercise, text, folder)
                begin = time.process_time()
                judgement = judge.judge(file)
                seconds.append(time.process_time() - begin)
                refuted += judgement.mark is Mark.DIFFERENT
                alike += judgement.is_right
                refused += judgement.mark is Mark.UNREADABLE
                if judgement.mark is Mark.DIFFERENT:
                    led += steps_to_right(judge, judgement, folder) <= 3
            numbers = [len(texts), accepted, len(wrong), refused, alike, refuted, led]
            total = [a + b for a, b in zip(total, numbers[1:], strict=True)]
            rows.append(f"| `{exercise.name}` | {' | '.join(map(str, numbers))} |")
            print(rows[-1], flush=True)
    head = "| exercise | right forms | accepted | wrong | refused | no difference | refuted | led |"
    median, most = statistics.median(seconds), max(seconds)
    return "\n".join(
        [
            head,
            "|---|" + "---:|" * 7,
            *rows,
            "",
            f"A verdict took {median:.2f} s (median of {len(seconds)}, reference known), "
            f"{most:.2f} s at most.",
        ]
    )


if __name__ == "__main__":
    before = PAGE.read_text(encoding="utf-8").partition("<!-- table -->")[0]
    PAGE.write_text(f"{before}<!-- table -->\n{table()}\n", encoding="utf-8")
