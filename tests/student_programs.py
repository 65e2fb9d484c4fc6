"""Othello as students have written it, in each language of a starter kit, and its typical faults.

``tests/kits/LANGUAGE`` contains a sound implementation that knows nothing of the checker. It prints
a line at every move, as students' programs do. A fault, or a crash, is an edit of its text.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

KITS: Final = Path(__file__).parent / "kits"


@dataclass(frozen=True)
class Edit:
    """A change of a student's file: this text, which is there once, becomes that."""

    file: str
    old: str
    new: str

    def apply(self, folder: Path) -> None:
        """Make this change in a folder with a copy of the student's files."""
        text = (folder / self.file).read_text(encoding="utf-8")
        assert 1 == text.count(self.old), f"{self.old!r} is to be in {self.file} once"
        (folder / self.file).write_text(text.replace(self.old, self.new), encoding="utf-8")


@dataclass(frozen=True)
class Program:
    """A student's program, and how it goes with the starter kit of its language."""

    tool: str
    """The first word of the command that compiles it, or runs it where nothing is compiled."""

    strictly: str
    """The options with which the compiler lets no warning pass."""

    fault: Edit
    rule: str
    """The rule that the fault breaks."""

    crash: Edit
    """Makes ``count`` crash, and what uses it: ``winner``."""

    dying: str
    """What the verdict says of the crash."""


NO_DISCS = "int discs = 0;"

PROGRAMS: Final = {
    "python": Program(
        tool="python3",
        strictly="",
        fault=Edit("othello.py", "return run", "return run[:1]"),
        rule="capture-all",
        crash=Edit(
            "othello.py",
            "in self.board)\n\n    def winner",
            "in [self.board[SIZE]])\n\n    def winner",
        ),
        dying="IndexError: list index out of range (othello.py, line ",
    ),
    "java": Program(
        tool="javac",
        strictly="-Xlint:all -Werror",
        fault=Edit(
            "Othello.java",
            "        int run = 0;\n",
            "        if (down == 1 && right == -1) return 0;\n        int run = 0;\n",
        ),
        rule="directions",
        crash=Edit("Othello.java", NO_DISCS, "int discs = board[SIZE].length;"),
        dying="ArrayIndexOutOfBoundsException: Index 8 out of bounds for length 8",
    ),
    "c": Program(
        tool="cc",
        strictly="-std=c99 -pedantic -Wall -Wextra -Werror",
        fault=Edit(
            "othello.c",
            "!othello_has_valid_moves(BLACK) && !othello",
            "!othello_has_valid_moves(BLACK) || !othello",
        ),
        rule="game-over",
        crash=Edit("othello.c", NO_DISCS, "int discs = *(volatile int *)0;"),
        dying="it crashed: Segmentation fault",
    ),
    "cpp": Program(
        tool="c++",
        strictly="-pedantic -Wall -Wextra -Werror",
        fault=Edit(
            "othello.cpp",
            "        if (disc == Disc::empty) return 0;\n",
            "",
        ),
        rule="no-gaps",
        crash=Edit("othello.cpp", NO_DISCS, "int discs = int(board.at(size).size());"),
        dying="array::at",
    ),
    "javascript": Program(
        tool="node",
        strictly="",
        fault=Edit("othello.mjs", '      && this.board[row][col] === "empty"\n', ""),
        rule="place-on-empty",
        crash=Edit("othello.mjs", "this.board.flat()", "this.bord.flat()"),
        dying="TypeError: Cannot read properties of undefined (reading 'flat')",
    ),
    "typescript": Program(
        tool="tsc",
        strictly="--strict --noEmitOnError",
        fault=Edit("othello.ts", "if (this.hasValidMoves(opponent(this.mover))) this", "this"),
        rule="forfeit",
        crash=Edit("othello.ts", "this.board.reduce(", "[this.board[SIZE].concat()].reduce("),
        dying="TypeError: Cannot read properties of undefined (reading 'concat')",
    ),
    "rust": Program(
        tool="rustc",
        strictly="-D warnings",
        fault=Edit("othello.rs", "Equal => None", "Equal => Some(Disc::White)"),
        rule="draw",
        crash=Edit(
            "othello.rs", "self.board.iter()", "self.board.get(SIZE..=SIZE).unwrap().iter()"
        ),
        dying="called `Option::unwrap()` on a `None` value",
    ),
}
"""The program of each language."""


def parts(kit: str) -> tuple[str, str, str]:
    """Split a starter kit into the text before the student's part, this part, and the rest."""
    before, rule, rest = re.split(r"^(.*-- your part --.*\n)", kit, flags=re.M)
    part, end, after = re.split(
        r"^(.*-- nothing to change below this line --.*\n)", rest, flags=re.M
    )
    return before + rule, part, end + after


def filled_in(kit: str, part: str | None = None) -> str:
    """Return a starter kit with the student's part uncommented, or replaced by ``part``."""
    before, places, after = parts(kit)
    uncommented = re.sub(r"^( *)(?://|#) ", r"\1", places, flags=re.M)
    return before + (uncommented if part is None else part) + after


def has_tool(tool: str) -> bool:
    """Whether a compiler or interpreter is there, and new enough: the kit of Rust is of 2024."""
    if shutil.which(tool) is None:
        return False
    question = [tool, "--edition", "2024", "--print", "sysroot"]
    return tool != "rustc" or 0 == subprocess.run(question, capture_output=True).returncode
