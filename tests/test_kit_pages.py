"""The how-to of each language: what a section tells its reader to type gives what it shows.

A section names the program that it is about in a comment, ``% tests/kits/...``. Its blocks are
taken in their order: commands are run, a block in the language is written into the adapter, and
text is what a command prints. A command that fails, or warns, fails the test.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from modlab.commands.init import LANGUAGES, own_kit, starter_kit
from othello_mis.course import COURSE
from student_programs import KITS, PROGRAMS, filled_in, has_tool, parts
from test_kits import LAUNCH

DOCS: Final = Path(__file__).parents[1] / "docs" / "how-to"
MOST_OWN_LINES: Final = 10
"""How many lines of an adapter may be the reader's own if the program has the routines."""


class Section(NamedTuple):
    """A section of the how-to of a language."""

    language: str
    program: str
    """The folder of the program, in ``tests/kits``."""

    text: str

    def blocks(self) -> list[tuple[str, str]]:
        """Return the fenced blocks, each with its language."""
        return re.findall(r"^```(\w+)\n(.*?)^```", self.text, re.M | re.S)


def page(language: str) -> Path:
    """Return the how-to of a language."""
    return DOCS / f"check-a-{language}-program.md"


def sections() -> Iterator[Section]:
    """Yield all sections about a program."""
    for language in LANGUAGES:
        for text in page(language).read_text(encoding="utf-8").split("\n## ")[1:]:
            found = re.search(r"^% tests/kits/(\w+)$", text, re.M)
            if found:
                yield Section(language, found[1], text)


SECTIONS: Final = list(sections())


class Reader:
    """Does what a section says, in a copy of its program."""

    def __init__(self, section: Section, folder: Path) -> None:
        """``folder`` is a new one."""
        self._section = section
        self.folder = folder / "program"
        shutil.copytree(KITS / section.program, self.folder)
        tools = folder / "bin"
        tools.mkdir()
        command = tools / "othello-mis"
        quick = '[ "$1" = check ] && set -- "$@" --games 0 --limit 1h'
        start = f'exec {sys.executable} -P -c "{LAUNCH}" "$@"'
        command.write_text(f"#!/bin/sh\n{quick}\n{start}\n")
        command.chmod(0o755)
        self._path = f"{tools}{os.pathsep}{os.environ['PATH']}"
        self.printed = ""

    def run(self, commands: str) -> None:
        """Run the commands of a console; none may fail or warn."""
        script = re.sub(r"^\$ ", "", commands, flags=re.M)
        done = subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=self.folder,
            env={**os.environ, "PATH": self._path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (0, "") == (done.returncode, done.stderr), done.stdout
        self.printed = done.stdout

    def write(self, part: str) -> None:
        """Write the reader's part into the adapter."""
        [kit] = self.folder.rglob(starter_kit(COURSE, self._section.language).name)
        kit.write_text(filled_in(kit.read_text(encoding="utf-8"), part), encoding="utf-8")


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.program)
def test_a_reader_of_a_section_gets_what_it_shows(section: Section, tmp_path: Path) -> None:
    for tool in {PROGRAMS[section.language].tool, *re.findall(r"^\$ (\S+)", section.text, re.M)}:
        if tool != "othello-mis" and not has_tool(tool):
            pytest.skip(f"there is no {tool}, or it is too old")
    reader = Reader(section, tmp_path)
    for language, block in section.blocks():
        if language == "console":
            reader.run(block)
        elif language == "text":
            assert block in reader.printed
        elif language == section.language:
            reader.write(block)
    assert "conforms" in reader.printed


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.program)
def test_a_program_needs_at_most_ten_lines(section: Section, tmp_path: Path) -> None:
    shutil.copytree(KITS / section.program, tmp_path / "program")
    target = tmp_path / "program" / starter_kit(COURSE, section.language).name
    kit = own_kit(COURSE, section.language, target).text
    given = {line.strip() for line in filled_in(kit).splitlines()}
    [part] = [block for language, block in section.blocks() if language == section.language]
    own = [line for line in part.splitlines() if line.strip() not in given]
    assert len(own) <= MOST_OWN_LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_begins_with_the_usual_program_and_shows_two_others(language: str) -> None:
    first, *others = [each for each in SECTIONS if each.language == language]
    assert language == first.program
    assert len(others) >= 2
    files = [file.name for file in (KITS / language).iterdir() if file.is_file()]
    assert [] == [file for file in files if f"`{file}`" not in first.text]
    kit = filled_in(starter_kit(COURSE, language).read_text(encoding="utf-8"))
    [part] = [block for name, block in first.blocks() if name == language]
    assert parts(kit)[1] == part, "the kit needs no change for it"


def test_every_program_has_its_section() -> None:
    programs = {folder.name for folder in KITS.iterdir() if folder.is_dir()}
    assert programs == {section.program for section in SECTIONS}


def test_a_reader_finds_out_about_a_section_that_is_wrong(tmp_path: Path) -> None:
    section = next(each for each in SECTIONS if each.program == "python")
    reader = Reader(section, tmp_path)
    with pytest.raises(AssertionError):
        reader.run("$ false\n$ true")
    with pytest.raises(AssertionError):
        reader.run("$ echo a warning >&2")
    reader.run("$ othello-mis init python")
    reader.write("ROUTINES['init'] = print\n")
    with pytest.raises(AssertionError):
        reader.run("$ othello-mis check 'python3 othello_kit.py'")
