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
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from modlab.exercise.edit_script import put
from modlab.exercise.exercise import Exercise, all_exercises
from modlab.exercise.judgement import ExerciseJudge, Judgement, Mark
from modlab.exercise.learner_text import function_node, text_with_hole
from modspec.run.mutants import Mutant, mutants
from modspec.run.mutants import Path as Path_

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "docs" / "library" / "exercises.toml"
PAGE = ROOT / "docs" / "explanation" / "what-the-exercises-were-tried-on.md"

RIGHT: dict[str, list[str]] = {
    "row-occurs": [
        "return not all(row[k] != item for k in range(0, len(row)))",
        "return len({k for k in range(0, len(row)) if row[k] == item}) > 0",
        "return any(row[len(row) - 1 - k] == item for k in range(0, len(row)))",
        "return any(item == row[k] for k in range(0, len(row)))",
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
        ("return all(row[k] <= row[k + 1] for k in range(0, len(row) - 1) if k < 3)", "too weak"),
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
    "row-duplicate": [
        (
            "return any(row[k] == row[k + 1] for k in range(0, len(row) - 1))"
            " or any(row[k] == row[k + 2] for k in range(0, len(row) - 2))",
            "too strong",
        ),
        (
            "return any(row[i] == row[j] for i in range(0, len(row)) for j in range(0, len(row)))",
            "too weak",
        ),
    ],
    "row-mirrored": [
        (
            "return len(row) < 2 or (row[0] == row[len(row) - 1] and row[1] == row[len(row) - 2])",
            "too weak",
        ),
    ],
    "theorem-undo": [
        ("return True", "notices only 0 of"),
        ("return leave(enter(park, car), car) == park", "not true"),
        (
            "assert not is_parked(park, car)\n    assert free_places(park) > 0\n"
            "    return free_places(leave(enter(park, car), car)) == free_places(park)",
            "notices only",
        ),
    ],
    "theorem-frees": [
        (
            "assert is_parked(park, car)\n"
            "    return free_places(leave(park, car)) > free_places(park)",
            "notices only",
        ),
    ],
    "tic-tac-toe-over": [
        ("return has_line(game.board, CROSS) or has_line(game.board, NOUGHT)", "too strong"),
        ("return all(game.board[s] != EMPTY for s in SQUARES)", "too strong"),
    ],
    "othello-next-turn": [
        ("return opponent(player)", "wrong"),
        ("return opponent(player) if can_move(board, player) else player", "wrong"),
        ("return WHITE if can_move(board, opponent(player)) else player", "wrong"),
    ],
    "othello-valid-move": [
        ("return captures(game.board, player, Square(row, col))", "not total"),
        (
            "return captures(game.board, player, Square(row, col)) and Square(row, col) in SQUARES",
            "not total",
        ),
    ],
    "othello-flips": [
        ("return {s for s in SQUARES if board[s] == opponent(player)}", "too weak"),
        (
            "return {along(square, d, k) for d in Direction for k in range(2, SIZE)"
            " if brackets(board, player, square, d, k)}",
            "wrong",
        ),
    ],
    "othello-invariant": [
        (
            "return all(game.board[s] != EMPTY for s in CENTRE)"
            " and can_move(game.board, game.turn)",
            "too strong",
        ),
        (
            "return all(game.board[s] != EMPTY for s in CENTRE)"
            " and (can_move(game.board, opponent(game.turn)) or game_over(game))",
            "too weak",
        ),
    ],
    "vending-select": [
        (
            "if machine.slot is not None:\n        raise Waiting\n"
            "    if machine.stock[drink] == 0:\n        raise SoldOut\n"
            "    if machine.credit < PRICE:\n        raise NotEnough\n"
            "    return replace(machine, credit=machine.credit - PRICE, slot=drink)",
            "wrong",
        ),
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

STEPS = 8
"""Hints after which a text has to be right at the latest, each of them followed."""

SAME_AS_THE_SOLUTION = {
    "row-constant": ["range(1, len(row)) -> range(1 - 1, len(row))"],
    "row-duplicate": ["range(0, len(row)) -> range(0, len(row) - 1)"],
    "row-mirrored": [
        "range(0, len(row)) -> range(0 + 1, len(row))",
        "range(0, len(row)) -> range(0, len(row) - 1)",
    ],
    "othello-flips": ["range(2, SIZE) -> range(2 - 1, SIZE)"],
    "othello-cell": ["Square(row, col) -> Square(col, row)"],
    "othello-move": ["Square(row, col) -> Square(col, row)"],
    "othello-valid-move": ["Square(row, col) -> Square(col, row)"],
}
"""Mutants of a solution that say the same as the solution."""

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


ENOUGH = 8
"""Rewritings of a solution after which rewritings are not written anew themselves."""

_TURNED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}
_TURNED |= {ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}
_NEGATED = {ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.GtE: ast.Lt}
_NEGATED |= {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In}


def _not(node: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), node)


def _other_forms(node: ast.AST) -> Iterator[ast.expr]:
    """Yield expressions that mean the same as one."""
    match node:
        case ast.Compare(left, [op], [right]):
            if type(op) in _TURNED:
                yield ast.Compare(right, [_TURNED[type(op)]()], [left])
            if type(op) in _NEGATED:
                yield _not(ast.Compare(left, [_NEGATED[type(op)]()], [right]))
        case ast.BoolOp(op, [first, *rest]):
            other = ast.And() if isinstance(op, ast.Or) else ast.Or()
            yield _not(ast.BoolOp(other, [_not(each) for each in node.values]))
            others = rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
            if isinstance(op, ast.And):
                yield ast.IfExp(first, others, ast.Constant(False))
            else:
                yield ast.IfExp(first, ast.Constant(True), others)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(_not(test), orelse, body)
        case ast.Call(ast.Name("any" | "all" as name), [ast.GeneratorExp(elt, generators)]):
            opposite = ast.Name("any" if name == "all" else "all")
            yield _not(ast.Call(opposite, [ast.GeneratorExp(_not(elt), generators)], []))
        case ast.BinOp() | ast.Call(ast.Name("len" | "sum")):
            yield ast.BinOp(node, ast.Add(), ast.Constant(0))
        case ast.Constant(value=bool()):
            yield _not(_not(node))
        case ast.Constant(value=int()):
            yield ast.BinOp(node, ast.Add(), ast.Constant(0))
            yield ast.BinOp(ast.Constant(0), ast.Add(), node)
            yield ast.BinOp(ast.Constant(node.value + 1), ast.Sub(), ast.Constant(1))
        case ast.GeneratorExp() | ast.SetComp():
            renamed = copy.deepcopy(node)
            names = {each.target.id for each in node.generators if type(each.target) is ast.Name}
            for part in ast.walk(renamed):
                if isinstance(part, ast.Name) and part.id in names:
                    part.id += "_too"
            yield renamed
            longer = copy.deepcopy(node)
            longer.generators[-1].ifs.append(
                ast.Compare(ast.Constant(1), [ast.Eq()], [ast.Constant(1)])
            )
            yield longer
        case ast.Call(ast.Name(name)) if name.islower() and name not in ("range", "replace"):
            yield ast.IfExp(ast.Compare(ast.Constant(1), [ast.Eq()], [ast.Constant(1)]), node, node)
        case ast.Attribute() | ast.Subscript(ctx=ast.Load()):
            yield ast.IfExp(ast.Compare(ast.Constant(0), [ast.Lt()], [ast.Constant(1)]), node, node)


def rewritings(exercise: Exercise) -> list[ast.FunctionDef]:
    """Return texts that mean the same as the reference, each with another form in one place."""
    node = solution(exercise)
    found: dict[str, ast.FunctionDef] = {}
    waiting = [node]
    for text in waiting:
        for path in _paths(text, ()):
            for new in _other_forms(_at(text, path)):
                other = put(text, path, new)
                found.setdefault(ast.unparse(other), other)
        if len(found) >= ENOUGH:
            break
        waiting += found.values()
    return list(found.values())


def solution(exercise: Exercise) -> ast.FunctionDef:
    """Return a right text: the reference, or the value that a question asks for."""
    node = function_node(exercise.module.source, exercise.hole)
    assert node is not None
    if exercise.is_question:
        value = ExerciseJudge(exercise).due[0][1].value
        text = repr(set(value) if isinstance(value, frozenset) else value)
        node.body[-1] = ast.Return(ast.parse(text, mode="eval").body)
    return node


def _at(node: ast.AST, path: Path_) -> ast.AST:
    found: Any = node  # on the way there may be lists of nodes
    for step in path:
        found = found[step] if isinstance(step, int) else getattr(found, step)
    assert isinstance(found, ast.AST)
    return found


def _paths(node: ast.AST, path: Path_) -> Iterator[Path_]:
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot):
        return  # what is no longer a name there is not known to be a value
    yield path
    for name, value in ast.iter_fields(node):
        is_heading = isinstance(node, ast.FunctionDef) and name != "body"
        if is_heading or name in ("func", "exc", "target", "targets"):
            continue
        parts: list[tuple[Path_, object]] = [((name,), value)]
        if isinstance(value, list):
            parts = [((name, number), each) for number, each in enumerate(value)]
        for inner, each in parts:
            if isinstance(each, ast.AST) and not isinstance(each, ast.expr_context):
                yield from _paths(each, (*path, *inner))


def steps_to_right(
    judge: ExerciseJudge, judgement: Judgement, folder: Path, most: int = STEPS
) -> int:
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
            texts = [solution(exercise), *right, *rewritings(exercise)[:5]]
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
                    led += steps_to_right(judge, judgement, folder) <= STEPS
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
