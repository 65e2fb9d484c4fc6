"""The plugin for pytest: a test for each rule, in anybody's repository."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

import pytest

from modcheck.report.account import ANSWERS
from modcheck.verdict.rule_status import rules_stated
from othello_spec import module
from othello_spec.rules import RULES

TESTS = Path(__file__).parent
PLUGIN = "modlab.pytest_plugin"
INSTALLED = any(point.value == PLUGIN for point in entry_points(group="pytest11"))
ALL = [*rules_stated(module("othello"), RULES), ANSWERS]
SPECIMEN = "--othello-impl=py:wrong_implementations.{}:Othello"


class Ran(NamedTuple):
    """How a run of pytest ended, and what it printed."""

    code: int
    out: str


def pytest_in(folder: Path, *options: str, plugin: bool = True) -> Ran:
    """Run pytest in a folder, with the project installed."""
    loaded = ["-p", PLUGIN] if plugin and not INSTALLED else []
    environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    path = os.pathsep.join([str(TESTS), environment.get("PYTHONPATH", "")])
    environment |= {"PYTHONPATH": path, "COLUMNS": "120", "OTHELLO_MIS_NO_SKIPS": ""}
    spared = ["-p", "no:cacheprovider", "-p", "no:hypothesispytest"]  # which takes long to import
    run = [sys.executable, "-m", "pytest", *spared, *loaded, *options]
    done = subprocess.run(
        run, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    return Ran(done.returncode, done.stdout + done.stderr)


def outcomes(ran: Ran) -> dict[str, str]:
    """The outcome of each rule in a verbose report."""
    return dict(re.findall(r"othello-mis::([a-z-]+) ([A-Z]+)", ran.out))


def test_an_empty_folder_has_a_test_for_each_rule(tmp_path: Path) -> None:
    ran = pytest_in(tmp_path, "--collect-only", "-q", "--othello-impl=./never started")
    assert [f"othello-mis::{rule}" for rule in ALL] == ran.out.split()[: len(ALL)]
    assert 0 == ran.code


def test_a_broken_rule_fails_with_what_the_terminal_shows_and_others_pass_or_are_skipped(
    tmp_path: Path,
) -> None:
    ran = pytest_in(tmp_path, "-v", SPECIMEN.format("only_the_nearest_disc_flipped"))
    found = outcomes(ran)
    assert (1, set(ALL)) == (ran.code, set(found))
    assert {"capture-all"} == {rule for rule, outcome in found.items() if outcome == "FAILED"}
    assert "PASSED" == found["setup"]
    for part in (
        "  rule         capture-all: Every disc",
        "  expected     ",
        "  got          ",
        "    before  ",
    ):
        assert part in ran.out
    assert "Traceback" not in ran.out
    assert "pytest_plugin.py" not in ran.out.partition("FAILURES")[2].partition("short test")[0]


def test_what_could_not_be_judged_is_skipped_with_the_reason(tmp_path: Path) -> None:
    ran = pytest_in(tmp_path, "-v", SPECIMEN.format("runs_over_gaps"))
    assert "SKIPPED" in outcomes(ran).values()
    assert "FAILED" == outcomes(ran)["no-gaps"]
    for reason in (
        "wrong replies of move may concern it",
        "no game that was judged contained a narrow win",
    ):
        assert f"SKIPPED ({reason})" in ran.out, ran.out


def test_tests_of_the_repository_run_beside_those_of_the_rules_and_both_can_be_selected(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_own.py").write_text("def test_own(): pass\ndef test_draw(): pass\n")
    ran = pytest_in(tmp_path, "-v", "-k", "draw", SPECIMEN.format("sound"))
    assert (0, {"draw": "PASSED"}) == (ran.code, outcomes(ran))
    assert "test_own.py::test_draw PASSED" in ran.out
    assert f"collected {len(ALL) + 2} items / {len(ALL)} deselected / 2 selected" in ran.out


COUNTING = """
import os
from othello_model.supply import *

with open(os.environ["COUNTED"], "a") as file:
    file.write(f"{os.getpid()}\\n")

def takes_from_opponent(player):
    return False
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_check_is_made_once_by_however_many_workers(
    tmp_path: Path, workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("xdist")
    (tmp_path / "counting.py").write_text(COUNTING)
    (tmp_path / "pyproject.toml").write_text("[tool.othello-mis]\nmodule = 'supply'\n")
    counted = tmp_path / "counted"
    monkeypatch.setenv("COUNTED", str(counted))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    ran = pytest_in(tmp_path, "-n", workers, "--othello-impl=py:counting")
    assert 1 == ran.code, ran.out
    assert "FAILED othello-mis::disc-given" in ran.out
    assert 1 == len(set(counted.read_text().split()))  # one process has done it all
    assert [] == [left.name for left in tmp_path.iterdir() if left.name.startswith("othello-mis-")]


def test_what_cannot_be_judged_fails_each_test_in_one_line(tmp_path: Path) -> None:
    ran = pytest_in(tmp_path, "-k", "no-gaps or setup", "--othello-impl=py:no.such.module:Thing")
    failures = ran.out.partition("FAILURES")[2].partition("short test summary")[0].splitlines()
    said = [line for line in failures[1:-1] if not line.startswith("____")]
    assert (1, 2) == (ran.code, len(said)), ran.out
    assert all("no module 'no'" in line for line in said)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("size = 7", "size is 7; sizes are even integers, from 4 to 16"),
        ("conventions = {frist = 'white'}", "no convention 'frist'; did you mean first?"),
    ],
)
def test_settings_that_make_no_sense_are_one_line(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "course.toml").write_text(text)
    ran = pytest_in(tmp_path, SPECIMEN.format("sound"), "--othello-config", "course.toml")
    assert 4 == ran.code
    assert re.fullmatch(rf"ERROR: {tmp_path / 'course.toml'}: {re.escape(why)}\s*", ran.out)


def test_the_settings_of_the_repository_count(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.othello-mis]\nmodule = 'clock'\n")
    ran = pytest_in(tmp_path, "-v", "--othello-impl=py:othello_model.clock")
    assert [*rules_stated(module("clock"), RULES), ANSWERS] == list(outcomes(ran))
    assert {"PASSED"} == set(outcomes(ran).values())


LOADED = """
import json, sys
def test_loaded():
    with open("loaded.json", "w") as file:
        json.dump(sorted(sys.modules), file)
"""


def test_without_the_option_nothing_is_collected_and_nothing_imported(tmp_path: Path) -> None:
    (tmp_path / "test_loaded.py").write_text(LOADED)
    ran = pytest_in(tmp_path)
    loaded = json.loads((tmp_path / "loaded.json").read_text())
    assert 0 == ran.code, ran.out
    assert PLUGIN in loaded
    assert not [name for name in loaded if name.startswith(("modspec", "othello_spec", "click"))]
    assert "1 passed" in ran.out
    assert not outcomes(ran)


def test_a_program_runs_confined_unless_it_is_said_otherwise(tmp_path: Path) -> None:
    program = tmp_path / "programs" / "curious.py"
    program.parent.mkdir()
    secret = tmp_path / "secret.txt"
    secret.write_text("told")
    program.write_text(
        f"import sys\nprint(open({str(secret)!r}).read(), file=sys.stderr, flush=True)\n"
    )
    given = f"--othello-impl={sys.executable} {program}"
    confined = pytest_in(tmp_path, "-k", "setup", given)
    unsafe = pytest_in(tmp_path, "-k", "setup", given, "--othello-unsafe")
    assert (1, 1) == (confined.code, unsafe.code)
    assert "told" in unsafe.out
    assert "told" not in confined.out
