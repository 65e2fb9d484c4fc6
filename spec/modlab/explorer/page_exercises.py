"""The exercises on the page: a learner writes a function and gets feedback."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from modcheck.near import near_match
from modlab.exercise.exercise import Exercise, read_lists
from modlab.exercise.feedback import LEVELS, feedback_lines
from modlab.exercise.judgement import ExerciseJudge, Judgement, Mark
from modlab.exercise.learner_text import function_node, text_with_hole
from modlab.explorer.edited_modules import modules_used
from modspec import SpecificationError
from modspec.syntax.edited_text import check_heading


class PageExercises:
    """The exercises of some lists, judged as the command ``exercise`` judges files."""

    def __init__(self, lists: Sequence[Path]) -> None:
        """Note the lists. They are read when they are first asked for."""
        self._lists = lists
        self._judges: dict[str, ExerciseJudge] = {}

    @cached_property
    def exercises(self) -> Mapping[str, Exercise]:
        """The exercises by name. Raises SpecificationError for a list that cannot be read."""
        return read_lists(self._lists)

    def _exercise(self, name: str) -> Exercise:
        if name not in self.exercises:
            raise SpecificationError(
                f"there is no exercise {name!r}; {near_match(name, self.exercises, 'exercise')}"
            )
        return self.exercises[name]

    def listing(self) -> dict[str, Any]:
        """Return the exercises, and whether a solver proves right texts for all values."""
        found = [
            {"name": each.name, "chapter": each.chapter, "title": each.title}
            for each in self.exercises.values()
        ]
        return {"exercises": found, "has_solver": find_spec("z3") is not None, "hints": LEVELS}

    def describe(self, name: str) -> dict[str, Any]:
        """Return the task, the function to write, the module around it, and those that it uses."""
        exercise = self._exercise(name)
        source = text_with_hole(exercise)
        first, last = _lines_of_hole(source, exercise)
        lines = source.splitlines()
        heading = next(
            node.end_lineno or 0 for node in ast.parse(source).body if isinstance(node, ast.Expr)
        )
        return {
            "name": name,
            "title": exercise.title,
            "task": exercise.task,
            "text": "\n".join(lines[first - 1 : last]),
            "above": "\n".join(lines[heading : first - 1]).strip("\n"),
            "below": "\n".join(lines[last:]).strip("\n"),
            "used": [
                {"name": each.name, "text": each.source.strip("\n")}
                for each in modules_used(exercise.module)[1:]
            ],
        }

    def judge(self, name: str, text: str, level: str | None) -> dict[str, Any]:
        """Return the feedback on a text for the function, with a hint of a level or without.

        Raises EditError for what is not one function with the parameters that it has to have.
        """
        exercise = self._exercise(name)
        judge = self._judges.setdefault(name, ExerciseJudge(exercise))
        source = text_with_hole(exercise)
        first, last = _lines_of_hole(source, exercise)
        lines = source.splitlines()
        check_heading(text, "\n".join(lines[first - 1 : last]))
        lines[first - 1 : last] = text.splitlines()
        judgement = _judgement(judge, "\n".join(lines) + "\n", first)
        step = judge.next_step(judgement) if level else None
        said = feedback_lines(judge, judgement, step, level, asking="", first=first)
        return {
            "is_right": judgement.is_right,
            "has_hint": judgement.mark is Mark.DIFFERENT,
            "lines": list(said),
        }


def _lines_of_hole(source: str, exercise: Exercise) -> tuple[int, int]:
    """Return the first and the last line of the function to write."""
    node = function_node(source, exercise.hole)
    assert node is not None
    return node.lineno, node.end_lineno or node.lineno


def _judgement(judge: ExerciseJudge, source: str, first: int) -> Judgement:
    """Judge the text of a file whose function begins at a line; lines count from there."""
    with TemporaryDirectory(prefix="exercise-", ignore_cleanup_errors=True) as folder:
        file = Path(folder, "mine.py")
        file.write_text(source, encoding="utf-8")
        found = judge.judge(file)
    if not found.problem:
        return found
    place = re.compile(re.escape(str(file)) + r":(\d+)(:\d+)?: ")
    problem = place.sub(lambda at: f"line {int(at[1]) - first + 1}: ", found.problem)
    return Judgement(found.mark, problem.replace(str(file), "your text"))
