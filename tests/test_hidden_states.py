"""Hidden states: what a game leaves to the next one, and what a query changes, has its rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from modcheck.system.in_process import load
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modlab.modspec_command import cli
from modlab.specification_course import SpecificationCourse
from odd_programs import queue, stack

LIBRARY = Path(__file__).parent.parent / "docs" / "library"


@pytest.mark.parametrize("program", [queue.W_SharedList, stack.W_NoReset])
def test_what_an_earlier_game_leaves_breaks_the_rule_of_the_start_and_no_other(
    program: type,
) -> None:
    name = program.__module__.rpartition(".")[2]
    model = SpecificationCourse(str(LIBRARY / f"{name}.py")).test_model(name, {}, {})
    place = f"{program.__module__}:{program.__name__}"
    verdict = check(model, lambda: load(place, model.routines), CheckOptions(games=1))
    assert ["begins-empty"] == [fault.rule for fault in verdict.faults]
    assert "something of the earlier game is left" in verdict.faults[0].hints[0]


def test_a_query_that_changes_the_state_breaks_a_rule_that_no_label_states() -> None:
    place = f"py:{queue.__name__}:{queue.W_FrontLeaves.__name__}"
    done = CliRunner().invoke(cli, ["check", str(LIBRARY / "queue.py"), place, "--unsafe"])
    headline, rule, *_ = filter(None, map(str.strip, done.output.splitlines()))
    assert f"✗ {place}: 1 rule fails, 0 pass, 5 not judged" == headline
    assert "rule         queries-pure: A call of a routine that only answers" in rule
