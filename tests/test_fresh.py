"""Freshness: a claim is tried again if, and only if, a text on which it depends has changed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import fake_methods
from fake_methods import POP, PUSH, ladder
from othello_proofs.evidence import record
from othello_proofs.evidence.ladder import Ladder, climb, stale_claims
from othello_proofs.evidence.record import RecordFile
from othello_proofs.evidence.sources import Sources
from test_evidence import dies, pids, timeless

# -- the texts on which a claim depends ------------------------------------------------------------

TEXTS = {
    "evident/__init__.py": "",
    "evident/a.py": """
        \"\"\"Import b, and name a file.\"\"\"
        from evident import b
        def f():
            from evident.lazy import g
            return g(b.B, "data.txt")
        """,
    "evident/b.py": "B = 1\n",
    "evident/lazy.py": """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from evident.typed import T
        from specified.shapes import area
        def g(*x): return x
        """,
    "evident/typed.py": "T = int\n",
    "evident/data.txt": "1\n",
    "evident/other.txt": "1\n",
    "specified/__init__.py": "",
    "specified/shapes.py": """
        from specified import numbers
        __all__ = ["area", "girth"]
        SIDES = 4
        def invariant(): return True
        def area(side): return numbers.product(side, side)
        def girth(side): return numbers.product(SIDES, side)
        def double(side): return 2 * area(side)
        """,
    "specified/numbers.py": """
        def product(a, b): return a * b
        def total(a, b): return a + b
        """,
    "apart/__init__.py": "",
}
"""A package followed by modules, one followed by definitions, and one not followed."""

ROOTS = {
    "a": "evident.a",
    "area": "specified.shapes:area",
    "girth": "specified.shapes:girth",
    "double": "specified.shapes:double",
    "total": "specified.numbers:total",
    "all": "specified.shapes",
}

OF_SHAPES = ROOTS.keys() - {"total"}


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of these packages."""
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(dedent(text))
    return tmp_path


def digests() -> dict[str, str]:
    sources = Sources(("evident", "specified"), ("specified",))
    return {name: sources.digest(root) for name, root in ROOTS.items()}


@pytest.mark.parametrize(
    ("file", "before", "after", "stale"),
    [
        ("evident/a.py", "g(b.B", "g(b.C", {"a"}),
        ("evident/a.py", "Import b", "Use b", set()),
        ("evident/a.py", "return g", "# of lazy\n    return g", set()),
        ("evident/a.py", "g(b.B, ", "g(\n b.B,\n ", set()),
        ("evident/a.py", "\n", "\r\n", set()),
        ("evident/__init__.py", "", "X = 1\n", set()),
        ("evident/b.py", "1", "2", {"a"}),
        ("evident/lazy.py", "return x", "return 1", {"a"}),
        ("evident/typed.py", "int", "str", set()),
        ("evident/data.txt", "1", "2", {"a"}),
        ("evident/other.txt", "1", "2", set()),
        ("apart/__init__.py", "", "X = 1\n", set()),
        ("specified/shapes.py", "(side, side)", "(side, 1)", {"a", "area", "double", "all"}),
        ("specified/shapes.py", "2 *", "3 *", {"double", "all"}),
        ("specified/shapes.py", "SIDES = 4", "SIDES = 5", {"girth", "all"}),
        ("specified/shapes.py", "True", "False", OF_SHAPES),
        ("specified/shapes.py", '["area", ', "[", set()),
        ("specified/shapes.py", "def area", "def new(): return 1\ndef area", {"all"}),
        ("specified/shapes.py", "SIDES = 4", "SIDES = 4\nprint(1)", OF_SHAPES),
        ("specified/numbers.py", "a * b", "b * a", OF_SHAPES),
        ("specified/numbers.py", "a + b", "b + a", {"total"}),
    ],
)
def test_a_claim_is_stale_if_a_text_on_which_it_depends_means_something_else(
    texts: Path, file: str, before: str, after: str, stale: set[str]
) -> None:
    old, path = digests(), texts / file
    text = path.read_text()
    assert before in text
    path.write_bytes((text.replace(before, after) if before else after).encode())
    new = digests()
    assert stale == {name for name in ROOTS if old[name] != new[name]}


@pytest.mark.usefixtures("texts")
def test_a_module_that_does_not_exist_is_an_error() -> None:
    for root in ("evident.nothing", "specified.nothing:area"):
        with pytest.raises(ModuleNotFoundError, match=r"there is no module \w+\.nothing"):
            Sources(("evident", "specified"), ("specified",)).digest(root)


# -- what is fresh on record -----------------------------------------------------------------------

SOME = ladder(fake_methods.Sound, fake_methods.Failing)


@pytest.fixture(autouse=True)
def workers_find_the_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the processes of the pool find the methods."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=os.pathsep)


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A record of a method that is sound and one that fails."""
    climb(SOME, jobs=1, record=RecordFile(tmp_path / "record.json"))
    return tmp_path / "record.json"


def again(file: Path, rungs: Ladder = SOME, **options: Any) -> tuple[int, int, int]:
    """Climb once more. Return how many claims were fresh, were tried, and are left."""
    run = climb(rungs, jobs=1, record=RecordFile(file), **options).run
    return run.fresh, run.done, run.left


def test_what_is_fresh_is_not_tried_again_and_the_record_says_so(fresh: Path) -> None:
    before = timeless(record.loads(fresh.read_text()))
    said: list[tuple[str, int, int]] = []
    assert (2, 0, 0) == again(fresh, progress=lambda *told: said.append(told))
    assert [] == said
    after = timeless(record.loads(fresh.read_text()))
    assert ((0, 2), (2, 0)) == tuple(
        (found["run"].pop("fresh"), found["run"].pop("done")) for found in (before, after)
    )
    assert before == after


def test_everything_is_tried_again_if_wanted(fresh: Path) -> None:
    assert (0, 2, 0) == again(fresh, again=True)
    assert (0, 1, 0) == again(fresh, again=True, only=[PUSH])


def test_a_failure_on_record_is_shown_again(fresh: Path) -> None:
    found = climb(SOME, jobs=1, record=RecordFile(fresh))
    assert ["it is\n    a stack of one"] == [tried.finding.detail for tried in found.wrong()]


def test_only_the_claims_are_tried_whose_sources_have_changed(fresh: Path) -> None:
    found = json.loads(fresh.read_text())
    for trial in found["trials"]:
        if trial["method"] == "sound" and trial["finding"]["claim"] == POP:
            trial["digest"] = "0" * 16
    fresh.write_text(json.dumps(found))
    assert {("sound", POP)} == stale_claims(SOME, record.loads(fresh.read_text()))
    said: list[tuple[str, int, int]] = []
    assert (1, 1, 0) == again(fresh, progress=lambda *told: said.append(told))
    assert {"sound"} == {name for name, _, _ in said}
    assert (2, 0, 0) == again(fresh)


def test_what_is_undecided_is_tried_again_unless_nothing_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    assert (0, 1, 1) == again(file, ladder(fake_methods.Unknown))
    assert (1, 0, 1) == again(file, ladder(fake_methods.Unknown))
    assert (0, 2, 0) == again(file, ladder(fake_methods.Vacuous))
    assert (2, 0, 0) == again(file, ladder(fake_methods.Vacuous))


def test_in_haste_what_is_known_without_haste_is_fresh_but_not_the_reverse(tmp_path: Path) -> None:
    file, rungs = tmp_path / "record.json", ladder(fake_methods.Sound)
    assert (0, 2, 0) == again(file, rungs, quick=True)
    assert (2, 0, 0) == again(file, rungs, quick=True)
    assert (0, 2, 0) == again(file, rungs)
    assert (2, 0, 0) == again(file, rungs, quick=True)


def test_another_version_of_a_tool_is_a_reason_to_try_again(tmp_path: Path) -> None:
    file, rungs = tmp_path / "record.json", ladder(fake_methods.Tooled)
    assert (0, 2, 0) == again(file, rungs)
    assert (2, 0, 0) == again(file, rungs)
    file.write_text(file.read_text().replace(version("pytest"), "1.0"))
    assert (0, 2, 0) == again(file, rungs)


def test_a_tool_that_is_gone_is_no_reason_to_forget(fresh: Path) -> None:
    place = "lacking_methods:Method"
    found = json.loads(fresh.read_text())
    for trial in found["trials"]:
        if trial["method"] == "failing":
            trial |= {
                "method": "lacking_methods",
                "digest": Sources(["lacking_methods"]).digest("lacking_methods"),
            }
    fresh.write_text(json.dumps(found))
    shown = climb(ladder(fake_methods.Sound, place), jobs=1, record=RecordFile(fresh))
    assert {"lacking_methods", "sound"} == {trial.method for trial in shown.trials}


def test_what_is_not_wanted_stays_on_record_and_what_is_gone_does_not(fresh: Path) -> None:
    again(fresh, SOME, methods=["failing"], only=[PUSH], again=True)
    assert 8 == len(record.loads(fresh.read_text()).trials)
    again(fresh, ladder(fake_methods.Sound), quick=True)
    assert {"sound"} == {trial.method for trial in record.loads(fresh.read_text()).trials}


def test_a_record_says_whether_a_whole_ladder_was_climbed(tmp_path: Path) -> None:
    file, whole = tmp_path / "record.json", []
    choices: list[dict[str, Any]] = [{"only": [PUSH]}, {"quick": True}, {}, {"only": [PUSH]}]
    for options in choices:
        again(file, **options)
        whole.append(record.loads(file.read_text()).whole)
    assert [False, False, True, True] == whole


KEEP = """
import sys
from pathlib import Path
from othello_proofs.evidence.ladder import climb
from othello_proofs.evidence.record import RecordFile
import fake_methods
rungs = fake_methods.ladder(fake_methods.Sound, fake_methods.Patient)
climb(rungs, jobs=1, record=RecordFile(Path(sys.argv[1])))
"""


def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    file, hanging = tmp_path / "record.json", tmp_path / "pids"
    environment = {**os.environ, fake_methods.PIDS: str(hanging)}
    with subprocess.Popen([sys.executable, "-c", KEEP, file], env=environment) as process:
        started, part = pids(hanging), file.with_name("record.json.part")
        process.kill()
    worker, tool = started
    os.kill(tool, signal.SIGKILL)  # for which the worker waits
    assert dies(worker)
    kept = RecordFile(file).evidence
    assert kept
    assert {"one"} == {trial.unit for trial in kept.trials}
    with part.open("a") as added:
        added.write('{"method": "sou')  # it might have been killed while it wrote
    rungs = ladder(fake_methods.Sound)
    said: list[tuple[str, int, int]] = []
    again(file, rungs, progress=lambda *told: said.append(told))
    assert ("sound", 2, 2) == said[-1]
    assert not part.exists()
    assert (2, 0, 0) == again(file, rungs)


def test_a_file_that_is_no_record_is_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text('{"version": 1}')
    assert "its version is 1; this reads version 3" == RecordFile(file).complaint
    for garbage in (b"\xff", b"[1]", b"{", b'{"version": 2, "trials": 7}', b"[" * 100_000):
        file.write_bytes(garbage)
        assert RecordFile(file).complaint
    assert (0, 2, 0) == again(file)
    assert "" == RecordFile(file).complaint


def test_a_busy_machine_does_not_turn_a_verdict() -> None:
    found = climb(ladder(fake_methods.Slow), jobs=1)
    assert () == found.wrong(strict=True)
