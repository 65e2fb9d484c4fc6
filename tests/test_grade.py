"""Grading: what is a submission, that none is lost or judged twice, and that tables do no harm."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import pickle
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from modcheck.grading import grade, schedule
from modcheck.grading.feedback import COLUMNS, is_output_folder, sync_folder, table, write
from modcheck.grading.grade import Judging
from modcheck.grading.journal import Journal, JournalError, Key, UselessJournal
from modcheck.grading.programs import (
    BuildError,
    Recipe,
    build,
    find_built,
    nothing_recognised,
    program_folder,
    recognise,
)
from modcheck.grading.row import GradeRow, SubmissionStatus, not_judged, result, row
from modcheck.grading.schedule import Aborted, GradingTask, Schedule, TaskAnswer, local
from modcheck.grading.submission_judge import _reproducible, judge
from modcheck.grading.submissions import (
    MOST_DEPTH,
    MOST_FILES,
    Submission,
    Unreadable,
    copy,
    digest,
    entries,
    printable_name,
    submissions,
)
from modcheck.report.account import account_of_failure
from modcheck.sandbox.backend import Unconfined
from modcheck.sandbox.sandbox import Sandbox
from modcheck.system import pool
from modcheck.system.pool import remove_folder
from othello_spec import module
from othello_spec.rules import RULES

TESTS = Path(__file__).parent


@pytest.fixture(autouse=True)
def judges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers find the judges that only pretend."""
    monkeypatch.setenv("PYTHONPATH", str(TESTS))


def a_class(folder: Path, names: Iterable[str | bytes]) -> Path:
    """A folder with a small submission of each of these names."""
    for number, name in enumerate(names):
        own = folder / os.fsdecode(name)
        own.mkdir(parents=True)
        (own / "program").write_text("x" * number, encoding="utf-8")
    return folder


def grade_class(
    folder: Path, out: Path, judge: str, schedule: Schedule, limit: float = 20.0, **settings: Any
) -> dict[str, GradeRow]:
    """Grade a class with a judge of grading_judges. Return its rows by submission."""
    judging = Judging(f"grading_judges:{judge}", settings, limit, ("modcheck.grading",))
    out.mkdir(exist_ok=True)
    found = submissions(folder).submissions
    with Journal(out / "journal.sqlite") as journal:
        results = grade.grade(found, judging, journal, schedule)
    write(out, "a class", results, RULES)
    return {submission.name: row(of) for submission, of in results.items()}


def names_in(folder: Path) -> set[str]:
    """The names in a folder."""
    return {path.name for path in folder.iterdir()}


# -- submissions -----------------------------------------------------------------------------------


def test_every_folder_is_a_submission_in_the_order_of_the_names_bytes(tmp_path: Path) -> None:
    names = [b"zo\xc3\xab", b"Z", b"a b", b"\xff\xfe", b"new\nline", b"=cmd"]
    found = submissions(a_class(tmp_path, names)).submissions
    assert sorted(names) == [os.fsencode(each.name) for each in found]
    assert [tmp_path / os.fsdecode(name) for name in sorted(names)] == [s.place for s in found]


def test_what_is_no_submission_is_left_out_and_told(tmp_path: Path) -> None:
    folder = a_class(tmp_path / "class", ["ann", ".git", "graded"])
    (folder / "notes.txt").write_text("")
    (folder / "elsewhere").symlink_to(a_class(tmp_path / "other", ["eve"]) / "eve")
    found = submissions(folder, apart_from=folder / "graded")
    assert ["ann"] == [submission.name for submission in found.submissions]
    assert (".git", "elsewhere", "notes.txt") == found.ignored


def test_without_folders_each_source_file_is_a_submission(tmp_path: Path) -> None:
    for name in ("bob.java", "ann.py", "notes.txt", ".hidden.py"):
        (tmp_path / name).write_text(name)
    (tmp_path / "link.py").symlink_to("ann.py")
    found = submissions(tmp_path, endings=[".py", ".java"])
    assert [("ann.py", tmp_path / "ann.py"), ("bob.java", tmp_path / "bob.java")] == [
        (each.name, each.place) for each in found.submissions
    ]
    assert (".hidden.py", "link.py", "notes.txt") == found.ignored
    assert () == submissions(tmp_path).submissions
    target = tmp_path / "class"
    target.mkdir()
    assert digest(copy(entries(tmp_path / "ann.py"), target)) == digest(entries(target))
    assert ["ann.py"] == [each.name for each in target.iterdir()]
    assert "ann.py" == (target / "ann.py").read_text()
    found = submissions(tmp_path, endings=[".py", ".java"])
    assert ["class"] == [each.name for each in found.submissions]


def test_a_file_that_has_become_a_link_or_a_pipe_meanwhile_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "ann.py").symlink_to("/etc/hostname")
    assert [] == [*entries(tmp_path / "ann.py")]
    os.mkfifo(tmp_path / "bob.py")
    assert [] == [*entries(tmp_path / "bob.py")]


def test_names_are_shown_in_printable_characters_and_stay_different() -> None:
    names = [b"plain", b"zo\xc3\xab", b"\xff", b"\\xff", b"a\x1b[31m", b"\xe2\x80\xaetxt"]
    told = [printable_name(os.fsdecode(name)) for name in names]
    assert ["plain", "zoë", "\\xff", "\\\\xff", "a\\x1b[31m", "\\u202etxt"] == told
    assert all(name.isprintable() for name in told)


# -- files -----------------------------------------------------------------------------------------


def test_the_digest_tells_any_change_that_can_matter(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    file = tmp_path / "inner" / "program"
    file.write_text("print(1)")
    digests = [digest(entries(tmp_path))]
    file.write_text("print(2)")
    digests.append(digest(entries(tmp_path)))
    file.chmod(0o755)
    digests.append(digest(entries(tmp_path)))
    file.rename(tmp_path / "inner" / "other")
    digests.append(digest(entries(tmp_path)))
    (tmp_path / "link").symlink_to("inner/other")
    digests.append(digest(entries(tmp_path)))
    (tmp_path / "empty").mkdir()
    digests.append(digest(entries(tmp_path)))
    assert 6 == len(set(digests))


def test_the_digest_tells_no_change_that_cannot_matter(tmp_path: Path) -> None:
    (tmp_path / "program").write_text("print(1)")
    before = digest(entries(tmp_path))
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "index").write_text("x")
    (tmp_path / "__pycache__").mkdir()
    os.utime(tmp_path / "program", (0, 0))
    assert before == digest(entries(tmp_path))


def test_names_cannot_be_shifted_between_paths_and_contents(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, name, text in ((one, "a", "b1:-"), (other, "ab", "1:-")):
        folder.mkdir()
        (folder / name).write_text(text)
    assert digest(entries(one)) != digest(entries(other))


def test_a_copy_has_the_same_digest_and_leads_nowhere_else(tmp_path: Path) -> None:
    folder, target = tmp_path / "own", tmp_path / "copy"
    (folder / "inner").mkdir(parents=True)
    target.mkdir()
    (tmp_path / "secret").write_text("mine")
    (folder / os.fsdecode(b"\xff")).write_bytes(b"\0\1")
    (folder / "inner" / "up").symlink_to("..")
    (folder / "out").symlink_to("../secret")
    (folder / "absolute").symlink_to(tmp_path / "secret")
    (folder / "roundabout").symlink_to("inner/up/../secret")
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "pipe")  # whoever opens it waits for ever
    assert digest(entries(folder)) == digest(copy(entries(folder), target))
    kept = {os.fsencode(path.relative_to(target)) for path in target.rglob("*")}
    assert {b"inner", b"inner/up", b"\xff", b"loop"} == kept
    assert b"\0\1" == (target / os.fsdecode(b"\xff")).read_bytes()


def test_a_submission_without_end_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb") as stream:
        stream.truncate(1 << 40)
    with pytest.raises(Unreadable, match="more than 256 MB"):
        digest(entries(tmp_path))


def test_a_submission_of_too_many_files_is_not_read(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 1):
        (tmp_path / str(number)).touch()
    with pytest.raises(Unreadable, match=f"more than {MOST_FILES} files"):
        digest(entries(tmp_path))


def test_a_submission_of_folders_without_end_is_not_read(tmp_path: Path) -> None:
    inner = tmp_path.joinpath(*["d"] * MOST_DEPTH)
    inner.mkdir(parents=True)
    assert MOST_DEPTH == len(list(entries(tmp_path)))
    (inner / "d").mkdir()
    with pytest.raises(Unreadable, match=f"more than {MOST_DEPTH} deep"):
        digest(entries(tmp_path))


def test_a_file_that_has_become_a_pipe_meanwhile_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x")
    status = (tmp_path / "file").lstat()
    (tmp_path / "file").unlink()
    os.mkfifo(tmp_path / "file")
    monkeypatch.setattr(os, "lstat", lambda path, dir_fd=None: status)
    with (tmp_path / "file").open("r+b", buffering=0):  # somebody who might write, and does not
        assert [] == list(entries(tmp_path))


def test_a_folder_that_has_become_a_link_meanwhile_is_not_followed(tmp_path: Path) -> None:
    ada, eve = tmp_path / "ada", tmp_path / "eve"
    for folder in (ada, eve / "inner" / "game"):
        folder.mkdir(parents=True)
        (folder / "othello.py").write_text(f"by {folder.name}")
    for swapped, target in ((eve / "inner" / "game", ada), (eve / "inner", tmp_path), (eve, ada)):
        reading = entries(eve)
        assert "inner" == next(reading).path  # it has been seen, and is yet to be read
        swapped.rename(tmp_path / "put away")
        swapped.symlink_to(target)
        read = []
        with suppress(Unreadable):
            read += [entry.content for entry in reading]
        assert b"by ada" not in read
        swapped.unlink()
        (tmp_path / "put away").rename(swapped)
    assert [None, None, b"by game"] == [entry.content for entry in entries(eve)]


def test_folders_are_removed_as_far_as_that_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    for _ in range(sys.getrecursionlimit()):
        Path("d").mkdir()
        os.chdir("d")
    monkeypatch.chdir(tmp_path)
    try:
        remove_folder(tmp_path / "deep")
        remove_folder(tmp_path / "nothing")
    finally:  # pytest could not
        subprocess.run(["rm", "-rf", tmp_path / "deep"], check=True)


def test_a_path_that_is_too_long_for_the_copy_costs_one_row(tmp_path: Path) -> None:
    folder, room = tmp_path / "own", tmp_path / "room"
    room.mkdir()
    folder.mkdir()
    length = os.pathconf("/", "PC_PATH_MAX") - 1 - len(str(folder))
    names = ["x" * 99] * (length // 100)
    folder.joinpath(*names[:-1]).mkdir(parents=True)
    (folder.joinpath(*names[:-1]) / ("x" * (98 + length % 100))).touch()
    submission = {"place": str(folder), "files": digest(entries(folder))}
    settings = {"course": "", "module": ""}
    found = judge(submission, settings, room)
    assert "its files cannot be copied: File name too long" == row(found).message
    assert set() == names_in(room)


# -- what to run -----------------------------------------------------------------------------------

NAMES = ("Othello", "othello", "Main")
CLASS = "import x\n\nclass Othello(Base):\n    pass\n"
OFFERS = "class Game:\n    def init(self): ...\n    def move(self, row, col): ...\n"
UTIL = "def init(): ...\n"
RECOGNISED = {
    "an executable run": ({"run": "#!/bin/sh\n", "Othello.java": ""}, Recipe("./run")),
    "a Makefile": ({"Makefile": "", "othello.c": ""}, Recipe("", "make -B")),
    "Java": (
        {"Main.java": "", "Board.java": ""},
        Recipe(
            "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp . Main",
            "javac -encoding UTF-8 -d . ./*.java",
        ),
    ),
    "C": ({"othello.c": ""}, Recipe("./othello", "cc -O1 -o othello ./*.c -lm")),
    "JavaScript": ({"othello.mjs": ""}, Recipe("node othello.mjs")),
    "a class": ({"othello.py": CLASS, "tests.py": ""}, Recipe("py:othello:Othello")),
    "a module": ({"othello.py": "def move(row, col):\n    ..."}, Recipe("py:othello")),
    "a program": ({"othello.py": "print('hello')"}, Recipe("python3 othello.py")),
    "a class of another file": ({"game.py": CLASS, "util.py": ""}, Recipe("py:game:Othello")),
    "a class with the routines": ({"game.py": OFFERS, "util.py": UTIL}, Recipe("py:game:Game")),
    "one class of several": ({"game.py": CLASS, "old.py": CLASS}, None),
    "the only source file": (
        {"game.py": "def move(row, col):\n    ...", "README": ""},
        Recipe("py:game"),
    ),
    "one program of several": ({"game.py": "x = 1", "util.py": "", "README": ""}, None),
    "nothing": ({"notes.txt": "", "README": ""}, None),
}


@pytest.mark.parametrize("what", RECOGNISED)
def test_what_is_to_be_run_is_recognised_by_the_files(what: str, tmp_path: Path) -> None:
    files, recipe = RECOGNISED[what]
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    assert recipe == recognise(tmp_path, NAMES, {"init", "move"})


def test_the_specification_is_not_taken_for_a_program(tmp_path: Path) -> None:
    specification = tmp_path / "specification.py"
    specification.write_text("from modspec import AbstractObject\n\n\ndef init(): ...\n")
    shutil.copy(specification, tmp_path / "othello.py")
    assert recognise(tmp_path, NAMES, {"init", "move"}, specification) is None
    (tmp_path / "game.py").write_text(OFFERS)
    found = recognise(tmp_path, NAMES, {"init", "move"}, specification)
    assert Recipe("py:game:Game") == found


@pytest.mark.parametrize("name", ["othello.zip", "Hand-in.TAR.GZ", "a.7z"])
def test_an_archive_that_was_not_unpacked_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    assert (
        "nothing to run was recognised: say what with --impl, or call it main or othello, ending "
        "in .c, .cpp, .jar, .java, .js, .mjs, .py, .rs, .ts, or run, or give a Makefile"
    ) == nothing_recognised(tmp_path, ["Othello", "othello", "Main", "main"])
    (tmp_path / name).touch()
    said = f"nothing to run was recognised, but {name} is an archive: unpack it"
    assert said == nothing_recognised(tmp_path, NAMES)


def test_what_a_build_has_made_is_run(tmp_path: Path) -> None:
    assert find_built(tmp_path, NAMES) is None
    for name in ("othello", "Othello", "run"):  # each goes before those that were there already
        (tmp_path / name).touch(0o644)
        assert f"./{name}" != find_built(tmp_path, NAMES)
        (tmp_path / name).chmod(0o755)
        assert f"./{name}" == find_built(tmp_path, NAMES)


def test_a_link_is_not_taken_for_a_program(tmp_path: Path) -> None:
    (tmp_path / "run").symlink_to(sys.executable)
    assert recognise(tmp_path, NAMES, {"init"}) is None


def test_a_folder_in_a_folder_as_archives_make_it_is_looked_into(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "run").touch()
    assert tmp_path / "a" / "b" == program_folder(tmp_path)
    (tmp_path / "notes").touch()
    assert tmp_path == program_folder(tmp_path)


def test_what_a_build_says_does_nothing_to_the_terminal_that_shows_it(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    says = r"printf '\033[2J error: \342\200\256\tno\r\n\377\0\n' >&2; exit 1"
    with pytest.raises(BuildError) as failed_to_build:
        build(says, Sandbox(Unconfined(), str(tmp_path / "own")), tmp_path)
    error = failed_to_build.value
    assert str(error).endswith(r"failed: \x1b[2J error: \u202e   no")
    assert error.output.startswith(r"\x1b[2J error: \u202e")
    assert all(line.isprintable() for line in (str(error), *error.output.split("\n")))


# -- one row, whatever happens ---------------------------------------------------------------------

TROUBLE = {
    "dies": "its process ended with exit status 7",
    "killed": "its process was killed by signal 9 (SIGKILL)",
    "raises": "an error in the checker, ValueError: two lines (grading_judges.py:50)",
    "exits": "an error in the checker, SystemExit: 3 (grading_judges.py:52)",
    "hangs": "it takes longer than 1 s in all",
}


@pytest.mark.parametrize("jobs", [1, 3])
def test_trouble_costs_one_row_each_and_no_other(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grade, "SLACK", 0.5)
    monkeypatch.setattr(grade, "BUSIEST", 1)
    folder = a_class(tmp_path / "class", ["before", *TROUBLE, "prints", "litters", "zoe"])
    told = tmp_path / "told"
    run = partial(local, jobs=jobs)
    rows = grade_class(folder, tmp_path / "out", "capricious", run, 1.0, told=str(told))
    assert sorted(names_in(folder)) == list(rows)
    assert {name: not_judged(why)["row"]["message"] for name, why in TROUBLE.items()} == {
        name: rows[name].message for name in TROUBLE
    }
    assert {SubmissionStatus.CONFORMS} == {
        rows[name].status for name in rows.keys() - TROUBLE.keys()
    }


def test_who_is_killed_once_is_judged_all_the_same(tmp_path: Path) -> None:
    folder = a_class(tmp_path / "class", ["unlucky"])
    told = str(tmp_path / "told")
    rows = grade_class(folder, tmp_path / "out", "capricious", local, told=told)
    assert SubmissionStatus.CONFORMS == rows["unlucky"].status
    assert ["unlucky"] * schedule.ATTEMPTS == (tmp_path / "told").read_text().split()


def test_a_schedule_that_is_closed_ends_what_is_running(tmp_path: Path) -> None:
    folder = a_class(tmp_path / "class", ["hangs", "ok"])
    told = str(tmp_path / "told")
    results = local(
        [
            GradingTask(
                "grading_judges:capricious",
                {"name": n, "place": str(folder / n)},
                {"told": told},
                60,
            )
            for n in ("ok", "hangs")
        ],
        jobs=2,
    )
    assert "ok" == next(results)[0].submission["name"]
    results.close()  # or else this test takes a minute, and ends with a row


def test_a_worker_that_cannot_be_started_stops_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = a_class(tmp_path / "class", ["ann"])
    monkeypatch.setattr(pool, "_COMMAND", ("false",))
    with pytest.raises(Aborted, match=r"^no worker can be started: its process ended with exit"):
        grade_class(folder, tmp_path / "out", "honest", local)


def test_what_a_worker_works_on_is_closed_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    for may, mode in ((True, 0o700), (False, 0o711)):
        monkeypatch.setattr(schedule, "reads_what_is_closed", lambda may=may: may)
        assert mode == schedule.grading_pool(1)._folder_mode


def test_a_judge_that_is_not_there_stops_everything(tmp_path: Path) -> None:
    folder = a_class(tmp_path / "class", ["ann"])
    with pytest.raises(Aborted, match="there is no grading_judges:nobody here"):
        grade_class(folder, tmp_path / "out", "nobody", local)


def test_a_full_disk_is_no_submissions_fault(tmp_path: Path) -> None:
    folder = a_class(tmp_path / "class", ["full"])
    with pytest.raises(Aborted, match=r"nothing can be written to .*: No space left on device"):
        grade_class(folder, tmp_path / "out", "capricious", local)
    assert set() == submissions_in(tmp_path / "out")


@pytest.mark.parametrize("folder", ["/tmp", '/tmp/a "b" \\c/\u00e9'])
def test_where_a_copy_lay_and_addresses_are_not_told(folder: str) -> None:
    room = Path(f"{folder}/worker-x1_y2")
    inner = f"{room}/tmpab_12/handed-in"
    said = (
        f"{inner}/a.py, {room}/tmpab_12/built, <A at 0x7f0012345678>, {room}, {inner[:-12]}, {room}"
    )
    found = _reproducible(not_judged(said[:-3]), room)
    assert "./a.py, ., <A at 0x...>, ., ., ." == found["row"]["message"]


def test_an_address_is_not_told_wherever_in_a_text_it_stands() -> None:
    said = result(
        GradeRow(SubmissionStatus.NOT_BUILT),
        "\n0x7f0012345678\t0x7f0012345678",
        {"0x55555555": [1, None]},
    )
    found = _reproducible(said, Path("/tmp/worker-x"))
    assert ("\n0x...\t0x...", {"0x...": [1, None]}) == (found["report"], found["verdict"])


# -- the journal -----------------------------------------------------------------------------------

KEY = Key(b"ann\xff", "files", "settings", "checker")
RESULT = result(
    GradeRow(SubmissionStatus.DEVIATES, 3, 1, 0, "no-gaps", "9.50", "\udcff\nno"),
    "report",
    {"rules": []},
)


def submissions_in(out: Path) -> set[str]:
    """The submissions that a journal has results of."""
    path = out / "journal.sqlite"
    if not path.exists():
        return set()
    database = sqlite3.connect(path)
    try:
        return {os.fsdecode(name) for (name,) in database.execute("SELECT submission FROM results")}
    except sqlite3.OperationalError:  # there is no table yet
        return set()
    finally:
        database.close()


def test_a_result_is_found_again_and_no_other_is(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        assert journal.result(KEY) is None
        journal.record(KEY, RESULT)
    with Journal(tmp_path / "j") as journal:
        assert RESULT == journal.result(KEY)
        others = [
            Key(b"eve", "files", "settings", "checker"),
            Key(b"ann\xff", "changed", "settings", "checker"),
            Key(b"ann\xff", "files", "changed", "checker"),
            Key(b"ann\xff", "files", "settings", "changed"),
        ]
        assert [None] * 4 == [journal.result(other) for other in others]


def test_a_seed_is_drawn_once_for_a_journal_and_a_given_one_takes_its_place(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path / "j") as journal:
        drawn = journal.seed()
    with Journal(tmp_path / "j") as journal, Journal(tmp_path / "other") as other:
        assert drawn == journal.seed()
        assert drawn != other.seed()
        assert [2**80, 2**80] == [journal.seed(2**80), journal.seed()]


def test_a_damaged_seed_is_told_and_drawn_anew(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.seed(5)
    with closing(sqlite3.connect(tmp_path / "j")) as database:
        database.execute("UPDATE seed SET value = 'x5'")
        database.commit()
    warnings: list[str] = []
    with Journal(tmp_path / "j", warnings.append) as journal:
        assert journal.seed() == journal.seed()
    assert [True] == ["damaged seed: a new one" in line for line in warnings]


def test_two_runs_do_not_share_a_journal(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "j"),
        pytest.raises(JournalError, match="another run is using it"),
        Journal(tmp_path / "j"),
    ):
        pass


@pytest.mark.parametrize(
    "content", [b"not a database at all, but a text" * 99, b"SQLite format 3\0x"]
)
def test_what_is_no_journal_is_not_overwritten(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "j").write_bytes(content)
    with pytest.raises(JournalError, match="move it away"), Journal(tmp_path / "j"):
        pass
    assert content == (tmp_path / "j").read_bytes()


def test_somebody_elses_database_is_not_written_to(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "j")
    database.execute("CREATE TABLE results (x)")
    database.close()
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(UselessJournal, match="no journal of this version"), Journal(tmp_path / "j"):
        pass
    assert before == (tmp_path / "j").read_bytes()


def change_journal(path: Path, statement: str) -> None:
    """Change a journal behind its back."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(statement)
        database.commit()


@pytest.mark.parametrize(
    "damage",
    [
        "result = substr(result, 1, 40)",
        "result = CAST(x'22ff22' AS TEXT)",
        "result = x'00ff'",
        "result = 3",
        "result = ''",
        "result = '{}'",
        "result = replace(result, '9.50', '9.51')",
        "result = replace(result, 'rules', 'roles')",
        "files = 'other'",
        "seal = x'ff'",
    ],
)
def test_a_damaged_result_counts_as_none_and_is_told(damage: str, tmp_path: Path) -> None:
    told: list[str] = []
    key = replace(KEY, files="other") if "other" in damage else KEY
    with Journal(tmp_path / "j") as journal:
        journal.record(KEY, RESULT)
    change_journal(tmp_path / "j", f"UPDATE results SET {damage}")
    with Journal(tmp_path / "j", told.append) as journal:
        assert journal.result(key) is None
        assert [
            f"the journal {tmp_path / 'j'} has a damaged result, of ann\\xff: judged anew"
        ] == told
        journal.record(key, RESULT)
        assert RESULT == journal.result(key)
    assert 1 == len(told)


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE results RENAME COLUMN result TO outcome",
        "ALTER TABLE results RENAME TO outcomes",
        "PRAGMA user_version = 1",
    ],
)
def test_a_journal_of_another_shape_is_refused_in_a_line(statement: str, tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.record(KEY, RESULT)
    change_journal(tmp_path / "j", statement)
    with (
        pytest.raises(UselessJournal, match=r"/j .*; move it away") as refused,
        Journal(tmp_path / "j") as journal,
    ):
        journal.result(KEY)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("left", [1, 0.75, 0.5, 0.1])
def test_a_journal_that_has_lost_its_end_is_refused_in_a_line(left: float, tmp_path: Path) -> None:
    keys = [replace(KEY, files=str(number)) for number in range(50)]
    with Journal(tmp_path / "j") as journal:
        for key in keys:
            journal.record(key, RESULT)
    size = (tmp_path / "j").stat().st_size
    os.truncate(tmp_path / "j", int(size * left))

    def results() -> list[dict[str, Any] | None]:
        with Journal(tmp_path / "j") as journal:
            return [journal.result(key) for key in keys]

    if left == 1:
        assert [RESULT] * 50 == results()
    else:
        with pytest.raises(UselessJournal, match=r"malformed; move it away to begin anew$"):
            results()


@pytest.mark.parametrize("what", ["a folder", "a pipe", "a link to nowhere", "in a file"])
def test_a_journal_that_cannot_be_a_file_is_refused_in_a_line(what: str, tmp_path: Path) -> None:
    path = tmp_path / "j"
    match what:
        case "a folder":
            path.mkdir()
        case "a pipe":
            os.mkfifo(path)
        case "a link to nowhere":
            path.symlink_to(tmp_path / "no" / "where")
        case "in a file":
            path.touch()
            path /= "j"
    with pytest.raises(JournalError, match=r"j cannot be opened: [^\n]+$"), Journal(path):
        pass


def test_a_submission_is_judged_anew_if_and_only_if_something_has_changed(tmp_path: Path) -> None:
    folder, out, told = a_class(tmp_path / "c", "abc"), tmp_path / "out", tmp_path / "told"

    def taken_on(**settings: Any) -> list[str]:
        told.write_text("")
        grade_class(folder, out, "honest", local, told=str(told), **settings)
        return told.read_text().split()

    assert ["a", "b", "c"] == sorted(taken_on())
    assert [] == taken_on()
    (folder / "b" / "program").write_text("better now")
    assert ["b"] == taken_on()
    assert ["a", "b", "c"] == sorted(taken_on(seconds=0.001))
    assert [] == taken_on()


def test_again_judges_anew_what_could_not_be_built_or_judged_and_nothing_else(
    tmp_path: Path,
) -> None:
    names = ["built", "fine", "raises", "wrong"]
    folder, told = a_class(tmp_path / "class", names), tmp_path / "told"
    judging = Judging("grading_judges:capricious", {"told": str(told)}, 9.0, ("modcheck.grading",))
    with Journal(tmp_path / "j") as journal:
        for again in (False, False, True):
            grade.grade(submissions(folder).submissions, judging, journal, local, again=again)
    assert ["built", "built", "fine", "raises", "raises", "wrong"] == sorted(
        told.read_text().split()
    )


# -- killed, and started again ---------------------------------------------------------------------


def launch(folder: Path, out: Path, **settings: Any) -> subprocess.Popen[str]:
    """A grading in a process of its own."""
    command = [sys.executable, TESTS / "grading_run.py", folder, out, json.dumps(settings)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def end_of(process: subprocess.Popen[str]) -> tuple[int, str]:
    """How a grading ended, and what it said."""
    _, said = process.communicate()
    return process.returncode, said


def judged_again(before: set[str], told: Sequence[str]) -> set[str]:
    """The submissions that were taken on although there was a result."""
    return before & set(told)


def files(out: Path) -> dict[str, bytes]:
    """Everything that a grading leaves behind, but for the journal."""
    return {
        os.fsdecode(path.relative_to(out)): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and not path.name.startswith("journal.sqlite")
    }


@pytest.fixture
def thirty(tmp_path: Path) -> Path:
    """A class of thirty, and what an undisturbed grading makes of it."""
    folder = a_class(tmp_path / "class", (f"student {n}" for n in range(30)))
    (tmp_path / "undisturbed").mkdir()
    process = launch(folder, tmp_path / "undisturbed", judge="honest", jobs=1)
    assert (0, "") == end_of(process)
    return folder


def test_killed_twenty_times_while_a_result_is_kept_none_is_lost_or_judged_again(
    thirty: Path, tmp_path: Path
) -> None:
    out, told = tmp_path / "out", tmp_path / "told"
    out.mkdir()
    for number in range(20):
        before = submissions_in(out)
        told.write_text("")
        half_way = number % 2 == 0
        settings = {"dies at": 2, "before": half_way, "judge": "honest", "told": str(told)}
        assert (-signal.SIGKILL, "") == end_of(launch(thirty, out, **settings))
        assert len(before) + (1 if half_way else 2) == len(submissions_in(out))
        assert set() == judged_again(before, told.read_text().splitlines())
    assert (0, "") == end_of(launch(thirty, out, judge="honest", told=str(told)))
    assert files(tmp_path / "undisturbed") == files(out)


def test_killed_at_random_moments_it_ends_with_the_same_files(thirty: Path, tmp_path: Path) -> None:
    out, told, moments = tmp_path / "out", tmp_path / "told", random.Random(5)
    out.mkdir()
    settings = {"judge": "honest", "told": str(told), "seconds": 0.02}
    for _ in range(6):
        before = submissions_in(out)
        told.write_text("")
        process = launch(thirty, out, **settings)
        time.sleep(moments.uniform(0.1, 0.7))
        process.kill()
        end_of(process)
        assert before <= submissions_in(out)
        assert set() == judged_again(before, told.read_text().splitlines())
    assert (0, "") == end_of(launch(thirty, out, **settings))
    assert files(tmp_path / "undisturbed") == files(out)


def test_a_submission_that_kills_the_grading_costs_its_own_row_alone(tmp_path: Path) -> None:
    names = ["ann", "assassin", "bob", "eve", "zoe"]
    folder, out, told = a_class(tmp_path / "class", names), tmp_path / "out", tmp_path / "told"
    out.mkdir()
    settings = {"judge": "capricious", "told": str(told), "jobs": 2}
    for _ in range(1 + grade.DEATHS):  # in company; then all others are judged first
        told.write_text("")
        assert (-signal.SIGKILL, "") == end_of(launch(folder, out, **settings))
    assert "assassin" == told.read_text().split()[-1]
    assert set(names) - {"assassin"} == submissions_in(out)
    told.write_text("")
    assert (0, "") == end_of(launch(folder, out, **settings))
    assert "" == told.read_text()
    lines = csv.DictReader(io.StringIO((out / "grades.csv").read_text()))
    assert {"assassin": ("could not be judged", grade._DIED.format(grade.DEATHS))} == {
        line["submission"]: (line["status"], line["message"])
        for line in lines
        if line["status"] != "conforms"
    }


def test_a_grading_that_is_killed_by_somebody_else_costs_no_row(tmp_path: Path) -> None:
    folder, out = a_class(tmp_path / "class", ["witness"]), tmp_path / "out"
    out.mkdir()
    for _ in range(3 + grade.DEATHS):  # the worker lives on, and says so
        assert (-signal.SIGKILL, "") == end_of(launch(folder, out, judge="capricious", jobs=1))
    judging = {"judge": "honest", "jobs": 1}
    with Journal(out / "journal.sqlite"):
        pass
    assert (0, "") == end_of(launch(folder, out, **judging))
    assert {"journal.sqlite", "feedback", "grades.csv", "grades.html"} == names_in(out)
    assert "conforms" in (out / "grades.csv").read_text()


def test_what_was_judged_when_a_grading_died_is_remembered_and_no_longer_when_it_is_judged(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.begin(KEY, alone=True)
        assert journal.deaths(KEY) is None
    with Journal(tmp_path / "j") as journal:
        assert journal.deaths(KEY) is None  # that one did not die
    for alone, expected in ((False, 0), (True, 1), (False, 1), (True, 2)):
        code = "import os, sys; from modcheck.grading.journal import *; from pathlib import Path\n"
        code += f"journal = Journal(Path(sys.argv[1])); journal.begin({KEY!r}, alone={alone})\n"
        run = subprocess.run([sys.executable, "-c", code + "os._exit(0)", tmp_path / "j"])
        assert 0 == run.returncode
        with Journal(tmp_path / "j") as journal:
            assert expected == journal.deaths(KEY)
        with Journal(tmp_path / "j") as journal:
            assert expected == journal.deaths(KEY)
    with Journal(tmp_path / "j") as journal:
        journal.end(KEY)
        assert journal.deaths(KEY) is None


def test_a_journal_that_forgets_would_be_noticed(thirty: Path, tmp_path: Path) -> None:
    out, told = tmp_path / "out", tmp_path / "told"
    out.mkdir()
    assert -signal.SIGKILL == end_of(launch(thirty, out, **{"dies at": 3, "judge": "honest"}))[0]
    before = submissions_in(out)
    (out / "journal.sqlite").unlink()
    assert (0, "") == end_of(launch(thirty, out, judge="honest", told=str(told)))
    assert before == judged_again(before, told.read_text().splitlines())
    assert 2 <= len(before)


def test_where_nothing_can_be_written_it_stops_with_a_line_and_goes_on_later(
    thirty: Path, tmp_path: Path
) -> None:
    out, told = tmp_path / "out", tmp_path / "told"
    out.mkdir()
    settings: dict[str, Any] = {"judge": "honest", "told": str(told)}
    code, said = end_of(launch(thirty, out, **settings, **{"largest file": 30_000}))
    assert (3, 1) == (code, len(said.splitlines()))
    assert f"the journal {out / 'journal.sqlite'} cannot be written: " in said
    before = submissions_in(out)
    assert 0 < len(before) < 30
    told.write_text("")
    assert (0, "") == end_of(launch(thirty, out, **settings))
    assert 30 - len(before) == len(told.read_text().splitlines())
    assert files(tmp_path / "undisturbed") == files(out)


# -- what is told ----------------------------------------------------------------------------------

HARMFUL = (
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1+1", " =1", '"=1'),
    *("got x;=1+1;y", "got x; -1", "got\t@SUM(A1)", "a\n=1", "a\r\n+1", ";;=1"),
)


def one(name: str, message: str, **fields: Any) -> dict[Submission, dict[str, Any]]:
    """The results of a class of one."""
    fields = {"status": SubmissionStatus.DEVIATES, "message": message, **fields}
    return {Submission(name, Path("/class") / name): result(GradeRow(**fields))}


@pytest.mark.parametrize("text", HARMFUL)
@pytest.mark.parametrize("divides", [",", ";", "\t"])
def test_no_cell_is_a_formula_whatever_divides_cells(text: str, divides: str) -> None:
    lines = csv.reader(io.StringIO(table(one(text, text)), newline=""), delimiter=divides)
    harmful = re.compile(r"[\t\r\n]|[\s\"]*[=+\-@\uff1d]")
    assert [] == [cell for line in lines for cell in line if harmful.match(cell)]


@pytest.mark.parametrize(
    "text", ["f(-1, 0): expected 1, got -1", "it's = 1; not = 2", "a - b; c @ d"]
)
def test_what_is_no_formula_is_left_as_it_is(text: str) -> None:
    assert text == list(csv.reader(io.StringIO(table(one("ann", text)))))[1][-1]


def test_a_table_has_one_line_for_each_whatever_they_say() -> None:
    results = one("a,b", 'says "no"\n,,') | one(
        "\udcff\n", "", status=SubmissionStatus.CONFORMS, passes=28
    )
    lines = list(csv.reader(io.StringIO(table(results))))
    assert COLUMNS == tuple(lines[0])
    assert ["a,b", "does not conform", "", "", "", "", "", 'says "no"\n,,'] == lines[1]
    assert ["\\xff\\n", "conforms", "28", "", "", "", "", ""] == lines[2]
    assert 3 == len(lines)


def test_feedback_is_written_for_names_of_any_bytes(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff\n'\"%2e")
    write(tmp_path, "class", one(name, "why"), RULES)
    assert "does not conform: why\n" == (tmp_path / "feedback" / name / "report.txt").read_text()
    link = '<a href="feedback/%FF%0A%27%22%252e/report.txt">'
    assert link in (tmp_path / "grades.html").read_text()


def test_what_is_written_is_on_the_disk_and_so_are_its_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[Path] = []
    kept: set[Path] = set()
    mkdir, replace, fsync = os.mkdir, os.replace, os.fsync

    def mkdir_told(path: Path, mode: int = 0o777) -> None:
        mkdir(path, mode)
        named.append(path)

    def replace_told(source: Path, target: Path) -> None:
        replace(source, target)
        assert source in kept
        named.append(target)

    def fsync_told(descriptor: int) -> None:
        fsync(descriptor)
        kept.add(path := Path(f"/proc/self/fd/{descriptor}").readlink())
        named[:] = [each for each in named if each.parent != path]

    for function in (mkdir_told, replace_told, fsync_told):
        monkeypatch.setattr(os, function.__name__.removesuffix("_told"), function)
    write(tmp_path, "class", one("ann", "why") | one("eve", "why"), RULES)
    assert [] == named
    assert 4 + 4 == len(kept)  # files, and the folders that they are in


@pytest.mark.parametrize(
    ("number", "is_told"), [(errno.EINVAL, False), (errno.EIO, True), (errno.ENOSPC, True)]
)
def test_a_system_that_cannot_sync_folders_is_borne_and_one_that_fails_is_not(
    number: int, is_told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match=os.strerror(number)) if is_told else nullcontext():
        sync_folder(tmp_path)


def test_a_verdict_of_earlier_files_is_not_left_lying_about(tmp_path: Path) -> None:
    own, submission = tmp_path / "feedback" / "ann", Submission("ann", tmp_path)
    verdict = {
        **account_of_failure("./run", module("othello"), RULES, "").verdict,
        "routines": {},
        "phases": [],
    }
    write(
        tmp_path,
        "class",
        {submission: result(GradeRow(SubmissionStatus.DEVIATES), verdict=verdict)},
        RULES,
    )
    assert {"report.html", "report.txt", "verdict.json"} == names_in(own)
    assert verdict == json.loads((own / "verdict.json").read_text())
    write(tmp_path, "class", {submission: not_judged("it is gone")}, RULES)
    assert {"report.txt"} == names_in(own)


def test_the_feedback_of_folders_that_are_gone_is_removed_and_nothing_else_is(
    tmp_path: Path,
) -> None:
    write(tmp_path, "class", one("ann", "why") | one("eve", "why") | one("zoe", "why"), RULES)
    (tmp_path / "feedback" / "eve" / "notes.txt").write_text("the teacher's own")
    write(tmp_path, "class", one("ann", "why"), RULES)
    assert {"ann", "eve"} == names_in(tmp_path / "feedback")
    assert {"notes.txt"} == names_in(tmp_path / "feedback" / "eve")
    assert {"report.txt"} == names_in(tmp_path / "feedback" / "ann")


def test_only_what_an_earlier_run_wrote_is_an_output_folder(tmp_path: Path) -> None:
    write(tmp_path / "out", "class", one("ann", "why"), RULES)
    assert is_output_folder(tmp_path / "out")
    (tmp_path / "out" / "othello.py").touch()
    assert not is_output_folder(tmp_path / "out")
    (tmp_path / "empty").mkdir()
    assert not is_output_folder(tmp_path / "empty")


def test_students_are_told_nothing_of_hidden_rules(tmp_path: Path) -> None:
    own, submission = tmp_path / "feedback" / "ann", Submission("ann", tmp_path)
    verdict = {
        **account_of_failure("./run", module("othello"), RULES, "").verdict,
        "routines": {},
        "phases": [],
    }
    results = {submission: result(GradeRow(SubmissionStatus.DEVIATES), verdict=verdict)}
    for hidden, told in (((), True), (("no-gaps",), False)):
        write(tmp_path, "class", results, RULES, hidden=hidden)
        assert [told] * 2 == [
            "no-gaps" in (own / name).read_text() for name in ("report.html", "verdict.json")
        ]


def test_results_and_answers_travel_as_they_are() -> None:
    answer = TaskAnswer(result=RESULT)
    assert answer == pickle.loads(pickle.dumps(answer))
    assert GradeRow(SubmissionStatus.DEVIATES, 3, 1, 0, "no-gaps", "9.50", "\udcff\nno") == row(
        RESULT
    )
