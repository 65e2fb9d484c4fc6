"""A test to paste fails for the faulty program that it was written for, and passes when mended."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from long_run import sampled
from modcheck.report.own_names import OwnNames
from modlab.commands.init import LANGUAGES, starter_kit
from othello_mis.course import COURSE
from student_programs import KITS, PROGRAMS, filled_in
from test_kits import compiled, run


class Toolchain(NamedTuple):
    """How a test to paste is compiled and run beside the program."""

    file: str
    commands: tuple[str, ...]


TESTS: Final = {
    "python": Toolchain("test_fault.py", ("python3 test_fault.py",)),
    "java": Toolchain(
        "FaultTest.java",
        ("javac -d build FaultTest.java Othello.java", "java -cp build FaultTest"),
    ),
    "c": Toolchain("fault.c", ("cc -Wall -Werror -o fault fault.c othello.c", "./fault")),
    "cpp": Toolchain(
        "fault.cpp", ("c++ -std=c++17 -Wall -Werror -o fault fault.cpp othello.cpp", "./fault")
    ),
    "javascript": Toolchain("fault.mjs", ("node fault.mjs",)),
    "typescript": Toolchain(
        "fault.ts",
        ("tsc --strict --noEmitOnError -t es2020 -m commonjs fault.ts", "node fault.js"),
    ),
    "rust": Toolchain("fault.rs", ("rustc --edition 2021 --test fault.rs", "./fault")),
}


def run_test(language: str, folder: Path) -> int:
    """Compile and run the test in a folder; return the exit code of the run."""
    *compilations, start = TESTS[language].commands
    for command in compilations:
        done = run(command, folder)
        assert 0 == done.code, done
    return subprocess.run(
        shlex.split(start), cwd=folder, capture_output=True, check=False
    ).returncode


@pytest.mark.parametrize("language", sampled([*LANGUAGES], 4))
def test_the_test_fails_until_the_program_is_mended(language: str, tmp_path: Path) -> None:
    program, test = PROGRAMS[language], TESTS[language]
    if shutil.which(program.tool) is None:
        pytest.skip(f"there is no {program.tool}, for {language}")
    shutil.copytree(KITS / language, tmp_path, dirs_exist_ok=True)
    program.fault.made(tmp_path)
    kit = starter_kit(COURSE, language)
    (tmp_path / kit.name).write_text(filled_in(kit.read_text(encoding="utf-8")), encoding="utf-8")
    check = compiled(language, tmp_path)
    found = run(f"{check} --games 20 --report test={test.file}", tmp_path)
    assert 1 == found.code, found
    assert 0 != run_test(language, tmp_path)
    shutil.copytree(KITS / language, tmp_path, dirs_exist_ok=True)
    assert 0 == run_test(language, tmp_path), (tmp_path / test.file).read_text(encoding="utf-8")


def test_a_test_in_no_known_language_is_wrong_usage(tmp_path: Path) -> None:
    done = run("othello-mis check --impl ./othello --report test=fault.pas", tmp_path)
    assert 2 == done.code
    assert "a test is written in a file with one of .py, .java" in done.err


def test_a_program_is_not_overwritten_by_its_test(tmp_path: Path) -> None:
    shutil.copy(KITS / "python" / "othello.py", tmp_path)
    before = (tmp_path / "othello.py").read_bytes()
    done = run("othello-mis check othello.py --report test=othello.py", tmp_path)
    assert 2 == done.code
    assert "test=othello.py: there is another file; name a new one" in done.err
    assert before == (tmp_path / "othello.py").read_bytes()


def test_without_a_source_file_the_place_for_the_test_is_said(tmp_path: Path) -> None:
    (tmp_path / "program").mkdir()
    shutil.copy(KITS / "python" / "othello.py", tmp_path / "program")
    PROGRAMS["python"].fault.made(tmp_path / "program")
    done = run("othello-mis check program/othello.py --games 5 --report test=fault.py", tmp_path)
    assert 3 == done.code
    assert "name a test in the folder of your program" in done.err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A:\n    def isValidMove(self): ...\n", "isValidMove"),
        ("bool othello_is_valid_move(int row) {\n", "othello_is_valid_move"),
        ("  isValidMove(row, col) {\n", "isValidMove"),
        ("if (is_valid_move(1)) {\n", None),
        ("x = is_valid_move(1)\n", None),
    ],
)
def test_a_routine_has_its_own_name_where_it_is_defined(text: str, expected: str | None) -> None:
    assert expected == OwnNames(text).routine("is_valid_move")
