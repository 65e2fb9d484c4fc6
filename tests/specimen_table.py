"""The tables of ``tests/README.md``: what each test file is about, and how each specimen is found out.

python tests/specimen_table.py            writes them anew
python tests/specimen_table.py --check    fails if they are not what they should be
"""

from __future__ import annotations

import ast
import contextlib
import gc
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from modspec.checking import in_process
from modspec.checking.check import check
from modspec.checking.implementation import Implementation
from modspec.checking.verdict_json import to_json
from othello_spec.presentation import PRESENTATION
from othello_spec.rules import RULES
from othello_spec.subject import subject
from wrong_implementations import specimens

README: Final = Path(__file__).with_name("README.md")
SUBJECT: Final = subject()


def judged(implementation: str) -> dict[str, Any]:
    """The verdict on ``package.module`` or ``package.module:Class``, as programs get it."""

    def make() -> Implementation:
        return in_process.load(implementation, SUBJECT.routines)

    with uncollected():
        verdict = check(SUBJECT, make)
        return to_json(verdict, RULES, PRESENTATION.as_json)


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Collect no garbage meanwhile: among all that the tests have loaded it would take its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def place(specimen: str) -> str:
    """Where the class of a specimen is found."""
    return f"wrong_implementations.{specimen}:Othello"


# -- how the specimens are found out ---------------------------------------------------------------

SPECIMENS: Final = ("Specimen", "Breaks", "Found in", "After the moves", "Moves", "Calls made")


def row(specimen: str, verdict: dict[str, Any]) -> str:
    """The line of the table for one specimen."""
    fault = verdict["faults"][0]
    routine, *arguments = fault["call"]
    words = fault["transcript"].split()
    cells = (
        f"`{specimen}`",
        f"`{fault['rule']}`",
        f"`{routine}({', '.join(map(str, arguments))})`",
        " ".join(words if len(words) <= 9 else [*words[:4], "…", *words[-2:]]),
        f"{fault['moves']}, no shorter game shows it" if fault["shortest"] else f"{fault['moves']}",
        f"{verdict['exercised']['calls']:,}",
    )
    return _line(cells)


def specimen_table() -> Iterator[str]:
    """The table of the specimens; it takes as long as it takes to judge them all."""
    yield from _head(SPECIMENS)
    for specimen in specimens():
        yield row(specimen.name, judged(place(specimen.name)))


# -- what the files are about ----------------------------------------------------------------------


def file_table() -> Iterator[str]:
    """The table of the files with tests: the first paragraph of each docstring."""
    yield from _head(("File", "What it shows"))
    for file in sorted(README.parent.glob("test_*.py")):
        docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        yield _line((f"[{file.name}]({file.name})", " ".join(docstring.split("\n\n")[0].split())))


# -- the file --------------------------------------------------------------------------------------


def _head(names: tuple[str, ...]) -> Iterator[str]:
    yield _line(names)
    yield _line("---" for _ in names)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def table(name: str) -> list[str]:
    """The lines of the table that stands between the markers of that name in the README."""
    text = README.read_text(encoding="utf-8")
    match = re.search(rf"<!-- {name}: begin -->\n(.*?)<!-- {name}: end -->", text, re.DOTALL)
    assert match is not None, f"{README} has no table {name!r}"
    return match[1].splitlines()


def renewed(text: str) -> str:
    """The README with both tables as they should be."""
    for name, lines in (("files", file_table()), ("specimens", specimen_table())):
        content = "".join(line + "\n" for line in lines)
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        before, _, rest = text.partition(begin)
        text = before + begin + content + end + rest.partition(end)[2]
    return text


def main(arguments: list[str]) -> None:
    """Write the README, or compare it."""
    if arguments not in ([], ["--check"]):
        sys.exit("usage: python tests/specimen_table.py [--check]")
    text = README.read_text(encoding="utf-8")
    new = renewed(text)
    if arguments and new != text:
        sys.exit(f"{README} is out of date; run python tests/specimen_table.py")
    if not arguments:
        README.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
