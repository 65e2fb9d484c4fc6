"""Exercising: how long a learner waits for a verdict, and for a hint.

``python tests/benchmarks/exercising.py [EXERCISE...]`` judges the texts of ``exercise_answers`` and
some mutants of every solution, with the reference known: this is what a second check costs, and
what a page with a learner at it costs. Times are of the processor.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))  # exercise_answers is in no package

from exercise_answers import (  # found by the line above
    LIBRARY,
    MUTANTS,
    RIGHT,
    WRONG,
    file_with,
    mutant_node,
    solution_mutants,
)
from modlab.exercise.exercise import all_exercises
from modlab.exercise.judgement import ExerciseJudge, Mark

MEDIAN: Final = 0.3
"""Seconds that half of the answers may take."""

MOST: Final = 2.0
"""Seconds that any answer may take."""


def waits(names: list[str]) -> Iterator[tuple[str, str, float]]:
    """Yield what was asked about which exercise, and how long the answer took."""
    exercises = all_exercises(LIBRARY)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for exercise in (exercises[each] for each in names or exercises):
            judge = ExerciseJudge(exercise)
            judge.prepare()
            mutants = solution_mutants(exercise)
            texts = [
                *RIGHT.get(exercise.name, []),
                *(text for text, _ in WRONG.get(exercise.name, [])),
                *(mutant_node(exercise, m) for m in mutants[:: -(-len(mutants) // MUTANTS) or 1]),
            ]
            for text in texts:
                file = file_with(exercise, text, folder)
                judgement, seconds = _result_and_seconds(judge.judge, file)
                yield exercise.name, "verdict", seconds
                if judgement.mark is Mark.DIFFERENT:
                    _, seconds = _result_and_seconds(judge.next_step, judgement)
                    yield exercise.name, "hint", seconds


def _result_and_seconds(call: Callable[[Any], Any], argument: Any) -> tuple[Any, float]:
    begin = time.process_time()
    return call(argument), time.process_time() - begin


if __name__ == "__main__":
    found = list(waits(sys.argv[1:]))
    is_quick = True
    for what in ("verdict", "hint"):
        times = [(seconds, name) for name, asked, seconds in found if asked == what]
        median, (most, slowest) = statistics.median(each for each, _ in times), max(times)
        is_quick &= median < MEDIAN and most < MOST
        print(f"{what:8} {len(times):4} asked   {median:.2f} s median   {most:.2f} s {slowest}")
    sys.exit(not is_quick)
