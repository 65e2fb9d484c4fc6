"""Transcripts that ``modspec run`` keeps as tests: they pass until the specification changes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from modlab import Driver, replay

ROOT = Path(__file__).parent.parent
LIBRARY = ROOT / "docs" / "library"
RUN = "from modlab.modspec_command import main; main()"
OTHELLO = "from othello_mis.commands.main import main; main()"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the stack's specification and a program."""
    shutil.copy(LIBRARY / "stack.py", tmp_path)
    shutil.copy(ROOT / "tests" / "library_programs" / "stack.py", tmp_path / "pile.py")
    return tmp_path


def run(
    folder: Path, *arguments: str, command: str = RUN, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run ``modspec run`` in a folder."""
    line = [sys.executable, "-c", command, "run", *arguments]
    return subprocess.run(
        line, cwd=folder, input=typed, capture_output=True, text=True, check=False
    )


def pytest_on(folder: Path, file: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder."""
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)


def test_a_kept_transcript_passes_and_shows_what_has_changed_in_the_specification(
    folder: Path,
) -> None:
    done = run(folder, "stack.py", "push(3) top pop pop", "--keep", "tests/test_pops.py")
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.endswith("wrote tests/test_pops.py; next: pytest tests/test_pops.py\n")
    transcript = done.stdout.rpartition("wrote")[0]
    assert transcript in (folder / "tests" / "test_pops.py").read_text("utf-8")
    assert 0 == pytest_on(folder, "tests/test_pops.py").returncode
    text = (folder / "stack.py").read_text("utf-8")
    (folder / "stack.py").write_text(text.replace("[empty]", "[nothing-there]"), encoding="utf-8")
    failed = pytest_on(folder, "tests/test_pops.py")
    assert 1 == failed.returncode
    assert "raises Empty    since |items| = 0 [nothing-there]" in failed.stdout
    assert "kept_transcript.py" not in failed.stdout  # none of our lines


def test_a_kept_transcript_drives_a_program_too(folder: Path) -> None:
    replayed = replay(LIBRARY / "stack.py", "> init()\n> push(3)\n> top()\n")
    assert ["> init()", "items = <>", "> push(3)", "items = <3>", "> top()", "3"] == replayed
    Driver("stack.py", "py:pile:Stack", folder).check("\n".join(replayed))


def test_a_transcript_leaves_nothing_of_a_long_value_out() -> None:
    table, name = LIBRARY / "symbol_table.py", "a" * 80
    calls = f'> init()\n> declare("{name}x", BOOLEAN)\n> declare("{name}y", BOOLEAN)\n'
    replayed = "\n".join(replay(table, calls))
    assert f"{name}x" in replayed
    assert f'"{name}y"' in replayed.rpartition("> declare")[2].partition("\n")[2]


def test_a_call_that_is_defined_no_more_is_the_last_with_an_error() -> None:
    replayed = replay(LIBRARY / "stack.py", "> init()\nitems = <>\n> shove(3)\n> pop()\n")
    assert ["> init()", "items = <>"] == replayed[:2]
    assert replayed[2].startswith("error: stack has no access program 'shove'")
    assert not replayed[3:]


def test_a_file_that_is_there_and_a_place_that_is_none_are_refused(folder: Path) -> None:
    for file, why in (("pile.py", "--force overwrites it"), ("notes.txt", "name a .py file in")):
        done = run(folder, "stack.py", "push(1)", "--keep", file)
        assert (2, "") == (done.returncode, done.stdout)
        assert why in done.stderr
    assert 0 == run(folder, "stack.py", "--keep", "pile.py", "--force").returncode


def test_a_game_of_othello_is_kept_with_its_boards(tmp_path: Path) -> None:
    square = 27 * "-" + "OX" + 6 * "-" + "XO" + 27 * "-"
    done = run(tmp_path, "--keep", "test_game.py", f"{square} X", "d3", "winner()", command=OTHELLO)
    assert (0, "") == (done.returncode, done.stderr)
    assert 0 == pytest_on(tmp_path, "test_game.py").returncode
    small = run(tmp_path, "--size", "4", "--keep", "test_small.py", command=OTHELLO)
    assert (2, "othello-mis: --keep is for the usual size only, 8\n") == (
        small.returncode,
        small.stderr,
    )
