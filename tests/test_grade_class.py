"""A small class, graded by the command: its rows, and that all ways of grading agree."""

from __future__ import annotations

import csv
import importlib.util
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

import grade_200
from long_run import IS_LONG
from modcheck.grading.programs import recognise
from modcheck.grading.row import SubmissionStatus
from modcheck.sandbox.sandbox import BACKENDS
from modlab.commands.grade import phase_of
from othello_mis.course import COURSE

TESTS = Path(__file__).parent
SOUND = (TESTS / "wrong_implementations" / "sound.py").read_text(encoding="utf-8")
PIPE = (TESTS / "programs" / "othello_pipe.py").read_text(encoding="utf-8")
C = (TESTS / "programs" / "othello.c").read_text(encoding="utf-8")

TIE = """

class Othello(Othello):
    def winner(self):
        return BLACK if self.count(BLACK) >= self.count(WHITE) else WHITE
"""
HANGS = """
import time


class Othello(Othello):
    def turn(self):
        time.sleep(3600)
"""
ONE_BASED = """

class Othello(Othello):
    def move(self, row, col):
        super().move(row - 1, col - 1)

    def is_valid_move(self, row, col, player):
        return super().is_valid_move(row - 1, col - 1, player)

    def cell(self, row, col):
        return super().cell(row - 1, col - 1)
"""
LACKS_ROUTINES = """

class Othello(Othello):
    is_valid_move = has_valid_moves = game_over = None
"""
ESCAPES = """
import os, pathlib

try:
    for folder in pathlib.Path(__file__).resolve().parents:
        (folder / "was here").write_text("")
except OSError:
    pass
"""
"""Leaves a mark in every folder above its own that it may write to."""

SUBMISSIONS: Mapping[str | bytes, Mapping[str, str]] = {
    "=1+1": {"othello.py": SOUND},
    "a tie": {"othello.py": SOUND + TIE},
    "built": {"othello.c": C},
    b"bytes \xff": {"handed in/othello.py": SOUND + ESCAPES},
    "made": {
        "Makefile": "othello: board.c\n\t$(CC) -o $@ $<\n",
        "board.c": C,
        "othello": "made on another machine",
    },
    "counts from one": {
        "run": "#!/bin/sh\nexec python3 pipe.py sound:Othello\n",
        "pipe.py": PIPE.replace(
            '"hello": 1,', '"hello": 1, "conventions": {"squares": "1-based"},'
        ),
        "sound.py": SOUND + ONE_BASED,
    },
    "does not build": {"Makefile": "all:\n\t@echo 'line 1: error: <b>no</b>' >&2; exit 1\n"},
    "empty": {},
    "packed": {"othello.zip": "PK"},
    "few routines": {"othello.py": SOUND + LACKS_ROUTINES},
    "hangs": {"othello.py": SOUND + HANGS},
    "init alone": {"othello.py": "def init():\n    pass\n"},
    "needs its folder": {
        "run": "#!/bin/sh\nexec python3 game/pipe.py sound:Othello\n",
        "game/pipe.py": PIPE,
        "sound.py": SOUND,
    },
    "syntax": {"othello.py": "class Othello:\n    def init(:\n"},
}


HASTE = ("--timeout", "2", "--games", "0")
"""How the small class is graded."""


def write_submissions(folder: Path, submissions: Mapping[str | bytes, Mapping[str, str]]) -> Path:
    """Write submissions into a folder."""
    for name, texts in submissions.items():
        own = folder / os.fsdecode(name)
        own.mkdir(parents=True)
        for file, text in texts.items():
            (own / file).parent.mkdir(exist_ok=True)
            (own / file).write_text(text, encoding="utf-8")
            (own / file).chmod(0o755)
    return folder


def grade(folder: Path, out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the command, without games at random: what is found is not what these tests are about."""
    command = [*grade_200.GRADE, str(folder), "--out", str(out), "--seed", "0", *HASTE, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def rows(out: Path) -> dict[str, dict[str, str]]:
    """The lines of the table, by the names of the submissions."""
    with (out / "grades.csv").open(encoding="utf-8", newline="") as stream:
        return {line["submission"]: line for line in csv.DictReader(stream)}


class Graded(NamedTuple):
    """A folder with a class and what came of grading it, and the seconds that it took."""

    folder: Path
    seconds: float


@pytest.fixture(scope="module")
def in_time(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """The class, graded two at a time."""
    if shutil.which("bwrap") is None or shutil.which("cc") is None:
        pytest.skip("builds are tried in bubblewrap, with a C compiler")
    root = tmp_path_factory.mktemp("graded")
    write_submissions(root / "class", SUBMISSIONS)
    (root / "class" / "notes.txt").write_text("")
    began = time.monotonic()
    done = grade(root / "class", root / "out", "--jobs", "2")
    assert 0 == done.returncode, done.stderr
    assert "'notes.txt' in " in done.stderr
    return Graded(root, time.monotonic() - began)


@pytest.fixture
def class_folder(in_time: Graded) -> Path:
    """The folder with the class and its grading."""
    return in_time.folder


def test_each_submission_has_its_row(class_folder: Path) -> None:
    found = rows(class_folder / "out")
    expected = {
        "'=1+1": "conforms",
        "a tie": "does not conform",
        "built": "conforms",
        "bytes \\xff": "conforms",
        "counts from one": "conforms",
        "does not build": "does not build",
        "empty": "could not be judged",
        "few routines": "conforms in part",
        "hangs": "does not conform",
        "init alone": "could not be judged",
        "made": "conforms",
        "needs its folder": "conforms",
        "packed": "could not be judged",
        "syntax": "could not be judged",
    }
    assert list(expected) == list(found)
    assert expected == {name: line["status"] for name, line in found.items()}


def test_a_row_says_what_is_wrong(class_folder: Path) -> None:
    found = rows(class_folder / "out")
    assert ("draw", "1") == (found["a tie"]["first fail"], found["a tie"]["rules fail"])
    assert "winner(): expected draw, got black" == found["a tie"]["message"]
    assert ("turn(): no answer within 2 s", "1") == (
        found["hangs"]["message"],
        found["hangs"]["rules fail"],
    )
    assert "make -B failed: line 1: error: <b>no</b>" == found["does not build"]["message"]
    assert found["empty"]["message"].startswith("nothing to run was recognised: say what with")
    assert found["packed"]["message"].endswith("othello.zip is an archive: unpack it")
    assert "SyntaxError" in found["syntax"]["message"]
    assert "" == found["'=1+1"]["message"]
    lacking = "is_valid_move, game_over, has_valid_moves"
    few = found["few routines"]["message"]
    assert f"not checked: {lacking}; 25 of 30 rules judged" == few
    assert "assuming: squares = 1-based" == found["counts from one"]["message"]


def test_a_program_that_hangs_breaks_no_rule_but_that_it_answers(class_folder: Path) -> None:
    assert "answers" == rows(class_folder / "out")["hangs"]["first fail"]


def test_each_student_gets_the_report(class_folder: Path) -> None:
    feedback = class_folder / "out" / "feedback"
    assert {os.fsencode(name) for name in SUBMISSIONS} == {
        os.fsencode(path.name) for path in feedback.iterdir()
    }
    tie = (feedback / "a tie" / "report.txt").read_text(encoding="utf-8")
    assert "as many black discs as white is a draw" in " ".join(tie.split())
    assert "bubblewrap" in (feedback / "built" / "report.txt").read_text(encoding="utf-8")
    assert "<b>no</b>" in (feedback / "does not build" / "report.txt").read_text(encoding="utf-8")


def test_nothing_that_was_handed_in_is_changed_and_no_path_of_ours_is_told(
    class_folder: Path,
) -> None:
    assert [] == [str(path) for path in class_folder.rglob("*") if path.name == "was here"]
    assert ["othello.c"] == [path.name for path in (class_folder / "class" / "built").iterdir()]
    for path in (class_folder / "out").rglob("*.*"):
        if path.is_file() and path.name != "journal.sqlite":
            assert b"/tmp/worker-" not in path.read_bytes()


def test_graded_once_more_it_is_the_same_and_nothing_is_run(class_folder: Path) -> None:
    before = grade_200.outcome(class_folder / "out")
    done = grade(class_folder / "class", class_folder / "out")
    assert 0 == done.returncode
    assert before == grade_200.outcome(class_folder / "out")


def test_one_process_killed_on_the_way_gives_the_same_files(in_time: Graded) -> None:
    graded, seconds = in_time
    options = (*HASTE, "--jobs", "1")
    assert 0 < grade_200.killed_on_the_way(graded / "class", graded / "alone", 3, seconds, *options)
    assert [] == grade_200.differing(
        grade_200.outcome(graded / "out"), grade_200.outcome(graded / "alone")
    )


def test_two_workers_of_a_cluster_give_the_same_files(class_folder: Path) -> None:
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("there is no dask.distributed; pip install 'othello-mis[cluster]'")
    with grade_200.two_workers() as address:
        done = grade(class_folder / "class", class_folder / "spread", "--scheduler", address)
    assert 0 == done.returncode, done.stderr
    assert [] == grade_200.differing(
        grade_200.outcome(class_folder / "out"), grade_200.outcome(class_folder / "spread")
    )


def test_what_differs_would_be_noticed(class_folder: Path) -> None:
    one = grade_200.outcome(class_folder / "out")
    changed = one | {"grades.csv": one["grades.csv"] + b" ", "more": b""}
    assert ["grades.csv", "more"] == grade_200.differing(one, changed)


def test_weights_make_points_and_hidden_rules_are_kept_from_students(tmp_path: Path) -> None:
    write_submissions(
        tmp_path / "class", {"ann": {"othello.py": SOUND + TIE}, "bob": {"othello.py": SOUND}}
    )
    config = tmp_path / "course.toml"
    config.write_text('maximum = 10\nhidden = ["draw"]\n[weights]\ndraw = 1000000\n')
    done = grade(tmp_path / "class", tmp_path / "out", "--config", str(config))
    assert 0 == done.returncode, done.stderr
    found = rows(tmp_path / "out")
    assert [("draw", "0.00"), ("", "10.00")] == [
        (line["first fail"], line["score"]) for line in found.values()
    ]
    for name in ("report.txt", "report.html", "verdict.json"):
        told = (tmp_path / "out" / "feedback" / "ann" / name).read_text(encoding="utf-8")
        assert "draw" not in told
        assert "conform" in told


WITHOUT = ("setpriv", "--bounding-set", "-dac_read_search", "--inh-caps", "-dac_read_search")
"""Starts a command of root's without the privilege to read what is closed to it."""


# the copy is looked at as another user, as whom only root can run a program
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can run a program as another user")
@pytest.mark.parametrize("before", [(), WITHOUT], ids=["privileged", "not privileged"])
@pytest.mark.parametrize("backend", [name for name in BACKENDS if name != "none"])
def test_programs_get_to_their_copies_and_others_only_where_it_must_be(
    backend: str, before: tuple[str, ...], tmp_path: Path
) -> None:
    if shutil.which("setpriv") is None:  # of util-linux, which CI's machine has
        pytest.skip("there is no setpriv")
    backends = [*before, sys.executable, "-m", "modcheck.sandbox"]
    said = subprocess.run(backends, capture_output=True, text=True, check=False).stdout
    works = f"{backend:<12}works\n" in said
    if not works and not before:  # the kernel has no such thing, say; CI forbids the skip
        pytest.skip(f"{backend} does not work here")
    folder = write_submissions(
        tmp_path / "class", {"ann": {"othello.py": SOUND}, "hangs": {"othello.py": SOUND + HANGS}}
    )
    options = ("--out", str(tmp_path / "out"), "--jobs", "1", "--sandbox", backend)
    command = [*before, *grade_200.GRADE, str(folder), *options, *HASTE]
    if not works:  # where Python itself lies in a folder of root's, nobody can start it
        refused = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (3, True) == (refused.returncode, f"{backend} does not work" in refused.stderr)
        return
    with tempfile.TemporaryDirectory(dir="/tmp") as rooms:
        Path(rooms).chmod(0o711)  # as /tmp itself, where nothing keeps others from coming
        environment = {**os.environ, "TMPDIR": rooms}
        with subprocess.Popen(command, env=environment) as process:
            while not (copies := [*Path(rooms).glob("worker-*/*/handed-in/othello.py")]):
                assert process.poll() is None
            nobody = ["setpriv", "--reuid", "65534", "--clear-groups", "cat", str(copies[0])]
            looked = subprocess.run(nobody, capture_output=True, check=False)
        assert 0 == process.returncode
    assert ["conforms", "does not conform"] == [
        row["status"] for row in rows(tmp_path / "out").values()
    ]
    assert 0o700 == (tmp_path / "out").stat().st_mode & 0o777
    assert (before == ()) == (looked.returncode != 0)


def test_where_time_runs_out_more_is_proposed(tmp_path: Path) -> None:
    late = {"late": {"othello.py": "import time\n\ntime.sleep(60)\n" + SOUND}}
    folder = write_submissions(tmp_path / "class", late)
    done = grade(folder, tmp_path / "out", "--timeout", "1", "--limit", "2")
    said = "1 submission ran out of time; if this machine is slow, give --timeout 4 --limit 8"
    assert (0, f"othello-mis: {said}") == (done.returncode, done.stderr.splitlines()[-1])


# -- what cannot be done is told in a line ---------------------------------------------------------


HASTY = f"from modcheck.grading import cluster; cluster.CONNECT = 0.5; {grade_200.GRADE[2]}"
"""Has the command wait less for a scheduler."""


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("nowhere",), 2, "nowhere cannot be read: No such file or directory; give a folder with"),
        ((".",), 2, "no folders, and no source files; give a folder with a folder, or a source"),
        (
            ("class", "--module", "chess"),
            2,
            "no module 'chess' to check against; the modules are: othello",
        ),
        (("class", "--size", "7"), 2, "--size is 7"),
        (("class", "--jobs", "1", "--scheduler", "tcp://x:1"), 2, "give one of them"),
        (("class", "--limit", "0"), 2, "Invalid value for '--limit'"),
        (("class", "--out", "class"), 2, "--out class lies among what was handed in; give a"),
        (("class", "--out", "class/ann"), 2, "--out class/ann lies among what was handed in"),
        (("class", "--out", "class/ann/x"), 2, "--out class/ann/x lies among what was handed in"),
        (("class", "--out", "file/x"), 3, "file/x cannot be written: Not a directory"),
        (("class", "--scheduler", "127.0.0.1:1"), 3, "no scheduler answers at 127.0.0.1:1"),
        (("class", "--scheduler", "nonsense://x"), 3, "no scheduler answers at nonsense://x"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    options: tuple[str, ...], code: int, said: str, tmp_path: Path
) -> None:
    if "--scheduler" in options and importlib.util.find_spec("distributed") is None:
        pytest.skip("there is no dask.distributed; pip install 'othello-mis[cluster]'")
    if options[0] == "class":
        write_submissions(tmp_path / "class", {"ann": {"file": ""}})
        (tmp_path / "file").touch()
    begin = HASTY if "--scheduler" in options else grade_200.GRADE[2]
    command = [sys.executable, "-c", begin, "grade", *options]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (code, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr
    assert said in done.stderr


@pytest.mark.parametrize("times", [1, 3])
def test_an_interrupt_stops_it_and_it_says_how_to_go_on(times: int, tmp_path: Path) -> None:
    write_submissions(
        tmp_path / "class", {name: {"othello.py": SOUND + HANGS} for name in ("ann", "bob", "eve")}
    )
    (tmp_path / "rooms").mkdir()
    command = [*grade_200.GRADE, "class", "--timeout", "600", "--limit", "600", "--jobs", "2"]
    # What a shell starts with `&` ignores interrupts, and so would all that is started here.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    environment = {**os.environ, "TMPDIR": str(tmp_path / "rooms")}
    try:
        process = subprocess.Popen(
            command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, env=environment
        )
    finally:
        signal.signal(signal.SIGINT, before)
    while len([*tmp_path.glob("rooms/worker-*/*/handed-in")]) < 2:  # both are at it
        assert process.poll() is None
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    _, said = process.communicate(timeout=60)
    assert (3, 1) == (process.returncode, len(said.splitlines())), said
    assert "interrupted; what was judged is kept; start again to go on" in said
    deadline = time.monotonic() + 10
    while (left := [*tmp_path.glob("rooms/worker-*")]) and time.monotonic() < deadline:
        time.sleep(0.02)  # a worker whose master has gone is still at it
    assert [] == left


def test_each_class_has_a_seed_of_its_own_which_stays_and_can_be_given(tmp_path: Path) -> None:
    write_submissions(tmp_path / "class", {"ann": {"notes.txt": ""}})

    def seed(out: str, *options: str) -> int:
        command = [*grade_200.GRADE, "class", "--out", out, *options]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return int(re.findall(r"^seed (-?\d+)$", done.stdout, re.MULTILINE)[0])

    drawn = seed("one")
    assert drawn == seed("one")
    assert drawn != seed("other")
    assert [7, 7] == [seed("one", "--seed", "7"), seed("one")]
    (tmp_path / "pyproject.toml").write_text("[tool.othello-mis]\nseed = -3\n")
    assert -3 == seed("third")


# -- a large class ---------------------------------------------------------------------------------


def test_killed_on_the_way_a_large_class_is_graded_the_same() -> None:
    """With two hundred, killed twenty times, in the long run; else with a few."""
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("there is no dask.distributed; pip install 'othello-mis[cluster]'")
    size = ["--number", "200", "--kills", "20"] if IS_LONG else ["--number", "3", "--kills", "1"]
    script = [sys.executable, str(TESTS / "grade_200.py"), *size]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, f"{shlex.join(script)}: {done.stdout}{done.stderr}"
    assert "differing: nothing" in done.stdout


# -- the page --------------------------------------------------------------------------------------


def test_the_how_to_shows_what_comes_out(tmp_path: Path) -> None:
    page = (TESTS.parent / "docs" / "how-to" / "grade-a-class.md").read_text(encoding="utf-8")
    _, said, table = re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    notes = {"notes.txt": "I was ill."}
    write_submissions(
        tmp_path / "class",
        {"ada": {"othello.py": SOUND}, "bob": {"othello.py": SOUND + TIE}, "eve": notes},
    )
    command = [*grade_200.GRADE, "class"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert re.sub(r"seed \d+", "seed", said) == re.sub(r"seed \d+", "seed", done.stdout)
    assert table == (tmp_path / "class-graded" / "grades.csv").read_text(encoding="utf-8")


def test_the_how_to_lists_what_is_recognised(tmp_path: Path) -> None:
    page = (TESTS.parent / "docs" / "how-to" / "grade-a-class.md").read_text(encoding="utf-8")
    for ending in (".java", ".c", ".cpp", ".rs", ".mjs"):
        (tmp_path / f"NAME{ending}").write_text("")
        recipe = recognise(tmp_path, ["NAME"], ["move"])
        assert recipe is not None
        built = f"`{recipe.build}`" if recipe.build else ""
        names = f"`NAME{ending}`{', `NAME.js`' if ending == '.mjs' else ''}"
        assert " | ".join((f"| {names}", built, f"`{recipe.run}` |")).replace("  ", " ") in page
        (tmp_path / f"NAME{ending}").unlink()
    assert f"is one of {', '.join(f'`{name}`' for name in COURSE.programs)}, looked for" in page


def test_the_line_of_progress_says_what_there_is_to_say() -> None:
    none = dict.fromkeys(SubmissionStatus, 0)
    assert "submissions" == phase_of(none)
    some = {**none, SubmissionStatus.CONFORMS: 2, SubmissionStatus.NOT_BUILT: 1}
    assert "submissions; conforms: 2, does not build: 1" == phase_of(some)
