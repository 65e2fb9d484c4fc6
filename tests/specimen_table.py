"""The tables of ``tests/README.md``: the subject of each test file, and each specimen's fault.

python tests/specimen_table.py            renews them, and the fault matrix of the documents
python tests/specimen_table.py --check    fails if they are out of date
"""

from __future__ import annotations

import ast
import contextlib
import gc
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeAlias

from modcheck.system import in_process
from modcheck.system.implementation import Implementation
from modcheck.verdict.check import check
from modcheck.verdict.verdict_json import to_json
from othello_spec.rules import RULES
from othello_suite.presentation import PRESENTATION
from othello_suite.test_model import build_test_model
from wrong_implementations import Specimen, forget, specimens

README: Final = Path(__file__).with_name("README.md")
SUBJECT: Final = build_test_model()

PATIENCE: Final = 2.0
"""Seconds that a specimen which hangs may take for an answer."""


def json_verdict(implementation: str, timeout: float = in_process.TIMEOUT) -> dict[str, Any]:
    """Return the verdict on ``package.module`` or ``package.module:Class``, as in JSON."""

    def make() -> Implementation:
        forget()
        return in_process.load(implementation, SUBJECT.routines, timeout)

    with no_garbage_collection():
        return to_json(check(SUBJECT, make), RULES, PRESENTATION.as_json)


def specimen_verdict(specimen: Specimen) -> dict[str, Any]:
    """Return the verdict on a specimen; one that may hang is not waited for long."""
    return json_verdict(specimen.place, in_process.TIMEOUT if specimen.breaks else PATIENCE)


@contextlib.contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Collect no garbage meanwhile: with all that the tests have loaded it would take long."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


# -- how the specimens are found out ---------------------------------------------------------------

SPECIMENS: Final = ("Specimen", "What is wrong", "Found in", "After the moves")


def row(specimen: Specimen, verdict: dict[str, Any]) -> str:
    """The line of the table for one specimen."""
    faults = [] if specimen.varies else verdict["faults"]
    cells = (
        f"`{specimen.name}`",
        specimen.summary,
        "; ".join(map(_call, faults)) or "varies",
        "; ".join(map(_moves, faults)) or "varies",
    )
    return line_of(cells)


def _call(fault: dict[str, Any]) -> str:
    routine, *arguments = fault["call"]
    return f"`{routine}({', '.join(map(str, arguments))})`"


def _moves(fault: dict[str, Any]) -> str:
    words = fault["transcript"].split()
    return " ".join(words if len(words) <= 9 else [*words[:4], "…", *words[-2:]]) or "–"


def specimen_table(verdicts: Verdicts) -> Iterator[str]:
    """The table of the specimens."""
    yield from head_of(SPECIMENS)
    yield from (row(specimen, verdict) for specimen, verdict in verdicts)


Verdicts: TypeAlias = Sequence[tuple[Specimen, dict[str, Any]]]
"""The specimens, each with the verdict on it."""


def verdicts() -> Verdicts:
    """The verdicts on all specimens, judged on all cores; it takes as long as that takes."""
    with ProcessPoolExecutor() as pool:
        return list(zip(specimens(), pool.map(specimen_verdict, specimens()), strict=True))


# -- what the files are about ----------------------------------------------------------------------


def file_table() -> Iterator[str]:
    """The table of the files with tests: the first paragraph of each docstring."""
    yield from head_of(("File", "What it shows"))
    for file in sorted(README.parent.glob("test_*.py")):
        docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        yield line_of((f"[{file.name}]({file.name})", " ".join(docstring.split("\n\n")[0].split())))


# -- the file --------------------------------------------------------------------------------------


def head_of(names: Sequence[str]) -> Iterator[str]:
    """The first two lines of a table."""
    yield line_of(names)
    yield line_of("---" for _ in names)


def line_of(cells: Iterable[str]) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def table(name: str, file: Path = README) -> list[str]:
    """The lines of the table that stands between the markers of that name in a file."""
    text = file.read_text(encoding="utf-8")
    match = re.search(rf"<!-- {name}: begin -->\n(.*?)<!-- {name}: end -->", text, re.DOTALL)
    assert match is not None, f"{file} has no table {name!r}"
    return match[1].splitlines()


def replace_table(text: str, name: str, lines: Iterable[str]) -> str:
    """Return the text with other lines between the markers of that name."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    before, _, rest = text.partition(begin)
    return before + begin + "".join(f"{line}\n" for line in lines) + end + rest.partition(end)[2]


def renew(text: str, judged: Verdicts) -> str:
    """Return the README with both tables made anew."""
    return replace_table(
        replace_table(text, "files", file_table()), "specimens", specimen_table(judged)
    )


def brought_up_to_date(files: Mapping[Path, Callable[[str, Verdicts], str]]) -> None:
    """Renew files, or, with ``--check``, exit with a message if any of them is out of date."""
    arguments = sys.argv[1:]
    if arguments not in ([], ["--check"]):
        sys.exit(f"usage: python {sys.argv[0]} [--check]")
    judged = verdicts()
    for file, renew_page in files.items():
        text = file.read_text(encoding="utf-8")
        new = renew_page(text, judged)
        if arguments and new != text:
            sys.exit(f"{file} is out of date; run python {sys.argv[0]}")
        if not arguments:
            file.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    import fault_matrix  # it is made from the same verdicts, and imports this module

    brought_up_to_date({README: renew, fault_matrix.PAGE: fault_matrix.renew})
