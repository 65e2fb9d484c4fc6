"""The excerpts and outputs in README.md and docs: their sources, and the command that renews them.

After ``<!-- excerpt: FILE NAME... -->``, a block of the README shows these functions of the file.
After ``<!-- output: COMMAND -->``, it shows the output of the command, or, with ``, paragraph:
START``, the paragraph of the output that begins with the line START. The pages include such
outputs from files: :data:`EXAMPLES`. ``python tests/readme_blocks.py`` renews all blocks and files.
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
EXAMPLES_FOLDER = ROOT / "docs" / "examples"
BLOCK = re.compile(r"(<!-- (excerpt|output): (.*?) -->\n```\w+\n)(.*?)(```\n)", re.S)
COMMANDS = {"othello-mis": "othello_mis.commands.main", "modspec": "modlab.modspec_command"}
"""The commands whose outputs the pages show, each with its module."""

EXAMPLES = {
    "verdict.txt": "othello-mis check"
    " --impl py:wrong_implementations.only_the_nearest_disc_flipped:Othello",
    "match-verdict.txt": "othello-mis check --why --module match"
    " --impl py:wrong_implementations.match.in_time_at_the_limit:Match",
    "suggestion.txt": "othello-mis check --impl py:wrong_implementations.mirrored_start:Othello"
    ", paragraph: suggestion   with --convention start=mirrored your program conforms; is that",
    "inconclusive.txt": "othello-mis check --why --impl py:wrong_implementations.two_faults:Othello"
    ", paragraph: sandbox      none: it runs in this process and is trusted",
    "variant.txt": "othello-mis check --variant orthogonal"
    " --impl py:wrong_implementations.sound:Othello",
    "variant-explanation.txt": "othello-mis explain --variant closed-corners a1"
    ", paragraph: captures(board, player, square) asks that",
    "explanation.txt": "othello-mis explain 'f5 d6 c3 d3 c4' e3",
    "replay.txt": "othello-mis replay data/club.txt",
    "formats.txt": "othello-mis replay data/evening.pgn",
    "fault.txt": "othello-mis explain data/verdict.json",
    "position.txt": "othello-mis show --moves 'f5 d6 c3'",
    "riddle.txt": "othello-mis explain 'f5 d6 c3 d3' f4",
    "game-over.txt": "othello-mis show --moves 'e6 f4 e3 f6 g5 d6 e7 f5 c5'",
    "modspec-run.txt": "modspec run ../docs/library/stack.py 'push(3) push(5) top pop pop pop'",
    "modspec-explain.txt": "modspec explain ../docs/library/tic_tac_toe.py"
    " 'play(0, 0) play(1, 1) play(0, 1) play(2, 2) play(0, 2)' 'is_over()'",
    "modspec-compare.txt": "modspec compare ../docs/library/stack.py small_stack.py",
    "modspec-prove.txt": "modspec prove ../docs/library/tic_tac_toe.py",
    "exercise.txt": "modspec exercise learners/captures_without_emptiness.py --hint how",
    "exercise-theorem.txt": "modspec exercise learners/theorem_that_says_less.py --hint how",
    "modspec-lint.txt": "modspec lint doubtful_stack.py",
    "modspec-check.txt": "modspec check ../docs/library/tic_tac_toe.py"
    " py:library_programs.without_a_diagonal:Game",
}
"""What each file of docs/examples is the output of, when it is run in the folder of the tests."""


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
    command, _, start = words.partition(", paragraph: ")
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


def renew(text: str) -> str:
    """Return the README with every such block made anew."""
    make = {"excerpt": excerpt, "output": output}
    return BLOCK.sub(lambda m: m[1] + make[m[2]](m[3]) + m[5], text)


if __name__ == "__main__":
    README.write_text(renew(README.read_text(encoding="utf-8")), encoding="utf-8")
    for file, words in EXAMPLES.items():
        (EXAMPLES_FOLDER / file).write_text(output(words), encoding="utf-8")
