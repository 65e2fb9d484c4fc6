"""Hidden states: what a game leaves to the next one, and what a query changes, has its rule."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from modcheck.system.in_process import InProcess, load
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modlab.modspec_command import cli
from modlab.specification_course import SpecificationCourse
from odd_programs import queue, stack, symbol_table

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
PROGRAMS = Path(__file__).parent / "library_programs"
HIDDEN = Path(__file__).parent / "hidden_modules"


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


@pytest.mark.parametrize(
    ("name", "right", "wrong", "rule"),
    [
        ("lending", "for title in some):", "for title in list(some)[:1]):", "there"),
        ("sequence", "self.link(i - 1)[1] = link[1]", "self.link(i - 1)[1] = None", "order"),
        ("point", "self.z.imag + dy)", "self.z.imag + abs(dy))", "moved"),
    ],
)
def test_what_comes_of_a_wrong_reply_takes_no_rule_from_it(
    name: str, right: str, wrong: str, rule: str, tmp_path: Path
) -> None:
    """A call is accepted that changes what is not shown; a list is broken off, and later calls
    crash; a wrong argument makes another routine raise."""
    text = (PROGRAMS / f"{name}.py").read_text("utf-8")
    assert right in text
    program = tmp_path / f"wrong_{name}.py"
    program.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    made = {"lending": "Desk", "sequence": "Sequence", "point": "Point"}[name]
    place = f"py:{program}:{made}"
    done = CliRunner().invoke(cli, ["check", str(LIBRARY / f"{name}.py"), place, "--json"])
    assert [rule] == [fault["rule"] for fault in json.loads(done.output)["faults"]]


@pytest.mark.parametrize(
    ("right", "wrong", "rules"),
    [("", "", set()), ("self.content = x", "self.content = abs(x)", {"content"})],
)
def test_an_observer_that_rightly_raises_after_a_wrong_transition_is_right(
    right: str, wrong: str, rules: set[str], tmp_path: Path
) -> None:
    text = (HIDDEN / "safe_program.py").read_text("utf-8")
    assert right in text
    program = tmp_path / "safe_program.py"
    program.write_text(text.replace(right, wrong, 1) if right else text, encoding="utf-8")
    done = CliRunner().invoke(cli, ["check", str(HIDDEN / "safe.py"), f"{program}:Safe", "--json"])
    verdict = json.loads(done.output)
    assert rules == {fault["rule"] for fault in verdict["faults"]}
    assert {"pass"} == {e["status"] for e in verdict["rules"] if e["id"] not in rules}


def test_a_transition_is_at_fault_if_all_that_reads_the_state_is_wrong_after_it() -> None:
    model = SpecificationCourse(str(LIBRARY / "symbol_table.py")).test_model("symbol_table", {}, {})
    (fault,) = check(model, lambda: InProcess(symbol_table.W_RemoveAll(), model.routines)).faults
    assert ("remove", "remove") == (fault.rule, fault.mismatch.culprit.call.routine)
    assert "After remove, replies of declare, is_declared, lookup" in fault.hints[0]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("len(self.pairs)", "len(self.pairs) + 1"), ("len(self.pairs)", "min(1, len(self.pairs))")],
)
def test_two_routines_that_are_wrong_in_other_states_are_two_faults(right: str, wrong: str) -> None:
    text = (PROGRAMS / "symbol_table.py").read_text("utf-8")
    names = "{name for name, _ in self.pairs}"
    assert right in text
    assert names in text
    text = text.replace(f"return {right}", f"return {wrong}").replace(
        names, "{name for name, kind in self.pairs if kind == 'integer'}"
    )
    python = ModuleType("program")
    exec(text, vars(python))
    model = SpecificationCourse(str(LIBRARY / "symbol_table.py")).test_model("symbol_table", {}, {})
    verdict = check(model, lambda: InProcess(python.Table(), model.routines))
    assert {"size", "names"} == {fault.rule for fault in verdict.faults}


def test_a_query_that_changes_the_state_breaks_a_rule_that_no_label_states() -> None:
    place = f"py:{queue.__name__}:{queue.W_FrontLeaves.__name__}"
    done = CliRunner().invoke(cli, ["check", str(LIBRARY / "queue.py"), place, "--unsafe"])
    headline, rule, *_ = filter(None, map(str.strip, done.output.splitlines()))
    assert f"✗ {place}: 1 rule fails, 0 pass, 5 not judged" == headline
    assert "rule         queries-pure: A call of a routine that only answers" in rule
