"""The excerpts and outputs in README.md: their sources, and the command that renews them.

After ``<!-- excerpt: FILE NAME... -->``, a block of the README shows these functions of the file.
After ``<!-- output: COMMAND -->``, it shows the output of the command, or, with ``| START``, the
paragraph of the output that begins with START. ``python tests/readme_blocks.py`` renews all blocks.
"""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
BLOCK = re.compile(r"(<!-- (excerpt|output): (.*?) -->\n```\w+\n)(.*?)(```\n)", re.S)
COMMANDS = {"othello-mis": "othello_mis.commands.main", "modspec": "modlab.modspec_command"}
"""The commands whose outputs the pages show, each with its module."""


def excerpt(words: str) -> str:
    """The source of some functions of a file."""
    file, *names = words.split()
    source = (ROOT / file).read_text(encoding="utf-8")
    found = {
        node.name: ast.get_source_segment(source, node)
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
    }
    return "\n\n\n".join(str(found[name]) for name in names) + "\n"


def output(words: str) -> str:
    """What a command prints on standard output, run in the folder of the tests."""
    command, _, start = words.partition(" | ")
    program, *arguments = shlex.split(command)
    run = [sys.executable, "-c", f"from {COMMANDS[program]} import main; main()", *arguments]
    done = subprocess.run(
        run, cwd=ROOT / "tests", capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode in (0, 1), done.stderr
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    if start:
        first = next(i for i, line in enumerate(lines) if line.strip() == start)
        last = next((i for i in range(first, len(lines)) if not lines[i]), len(lines))
        lines = lines[first:last]
    return "\n".join(lines).rstrip() + "\n"


def renewed(text: str) -> str:
    """The README with every such block as it should be."""
    make = {"excerpt": excerpt, "output": output}
    return BLOCK.sub(lambda m: m[1] + make[m[2]](m[3]) + m[5], text)


if __name__ == "__main__":
    README.write_text(renewed(README.read_text(encoding="utf-8")), encoding="utf-8")
