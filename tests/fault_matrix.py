"""The fault matrix of the documents: the phase, the calls and the moves that find each specimen.

It is written by ``python tests/specimen_table.py``, from the verdicts as programs get them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from specimen_table import Verdicts, head_of, line_of, replace_table
from wrong_implementations import Specimen

PAGE: Final = Path(__file__).parents[1] / "docs" / "explanation" / "fault-matrix.md"
COLUMNS: Final = ("Specimen", "Rule", "Phase", "Calls", "Moves", "No shorter game?")


def rows(specimen: Specimen, verdict: dict[str, Any]) -> list[str]:
    """The lines of the matrix for one specimen: one for each fault that is reported."""
    if specimen.varies:
        return [line_of((f"`{specimen.name}`", "by chance", *["varies"] * 4))]
    return [line_of((f"`{specimen.name}`", *_cells(fault))) for fault in verdict["faults"]]


def _cells(fault: dict[str, Any]) -> Iterator[str]:
    without_rule = "it breaks down" if fault["breakdown"] else "not certain"
    yield f"`{fault['rule']}`" if fault["rule"] else without_rule
    yield fault["phase"]
    yield f"{fault['calls']:,}"
    yield f"{fault['moves']}"
    yield "none" if fault["shortest"] else "not excluded"


def matrix(verdicts: Verdicts) -> Iterator[str]:
    """The whole matrix."""
    yield from head_of(COLUMNS)
    for specimen, verdict in verdicts:
        yield from rows(specimen, verdict)


def summary(matrix: Sequence[str]) -> Iterator[str]:
    """Yield the table of phases: how many faults each finds and how long their games are."""
    found: dict[str, list[list[str]]] = {}
    for line in matrix[2:]:
        _, _, phase, *cells = line.strip("| ").split(" | ")
        if phase != "varies":
            found.setdefault(phase, []).append(cells)
    yield from head_of(("Phase", "Faults", "Calls, at most", "Moves, at most", "No shorter game"))
    for phase, faults in found.items():
        calls, moves, shorter = zip(*faults, strict=True)
        most = max(int(number.replace(",", "")) for number in calls)
        shortest = sum(cell == "none" for cell in shorter)
        longest = max(map(int, moves))
        yield line_of((phase, str(len(faults)), f"{most:,}", str(longest), str(shortest)))


def renew(text: str, verdicts: Verdicts) -> str:
    """Return the page with both tables made anew."""
    lines = list(matrix(verdicts))
    return replace_table(replace_table(text, "matrix", lines), "phases", summary(lines))
