"""Whole checks: how long a lecturer's module takes to check, with one process and with two.

``python tests/benchmarks/whole_checks.py [MODULE...]`` judges the right program of each module of
the library in turns, and prints the median seconds on the clock and their ratio. The verdicts have
to be the same.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import Any, Final

from modcheck.system.in_process import load
from modcheck.system.second_process import can_copy
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modcheck.verdict.verdict_json import to_json
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse

TESTS: Final = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS))  # a check loads library_programs by name, and it is not installed

LIBRARY: Final = TESTS.parent / "docs" / "library"
ROUNDS: Final = 5
"""How often each way is timed; the median counts."""


def time_check(module: str, may_copy: bool) -> tuple[float, dict[str, Any]]:
    """Return how long a check takes, in seconds, and the verdict."""
    model = SpecificationCourse(str(LIBRARY / f"{module}.py")).test_model(module, {}, {})
    options = CheckOptions(games=RANDOM_GAMES, may_copy=may_copy)
    begin = time.monotonic()
    verdict = check(model, lambda: load(f"library_programs.{module}", model.routines), options)
    return time.monotonic() - begin, to_json(verdict, model.rulebook)


def main(names: list[str]) -> None:
    """Print a line for each module."""
    if not can_copy():
        raise SystemExit("this process has no second processor")
    programs = sorted(path.stem for path in (TESTS / "library_programs").glob("[a-z]*.py"))
    print(f"{'module':18}{'one process':>14}{'two':>8}{'ratio':>8}")
    for module in names or programs:
        one, two = [], []
        for _ in range(ROUNDS):
            for may_copy, seconds in ((False, one), (True, two)):
                took, verdict = time_check(module, may_copy)
                seconds.append(took)
                if not may_copy:
                    due = verdict
                elif verdict != due:
                    raise SystemExit(f"{module}: two processes give another verdict than one")
        alone, helped = statistics.median(one), statistics.median(two)
        print(f"{module:18}{alone:12.2f} s{helped:6.2f} s{helped / alone:8.2f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
