"""The fault matrix of the documents: which specimen is found in which phase, after how many calls, in how long a game.

It is written by ``python tests/specimen_table.py``, from the verdicts as programs get them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from specimen_table import Verdicts, head_of, line_of, replaced
from wrong_implementations import Specimen

PAGE: Final = Path(__file__).parents[1] / "docs" / "explanation" / "fault-matrix.md"
COLUMNS: Final = ("Specimen", "Rule", "Phase", "Calls", "Moves", "No shorter game?")


def rows(specimen: Specimen, verdict: dict[str, Any]) -> list[str]:
    """The lines of the matrix for one specimen: one for each fault that is reported."""
    if specimen.varies:
        return [line_of((f"`{specimen.name}`", "by chance", *["varies"] * 4))]
    return [line_of((f"`{specimen.name}`", *_cells(fault))) for fault in verdict["faults"]]


def _cells(fault: dict[str, Any]) -> Iterator[str]:
    yield f"`{fault['rule']}`" if fault["rule"] else "it breaks down"
    yield fault["phase"]
    yield f"{fault['calls']:,}"
    yield f"{fault['moves']}"
    yield "none" if fault["shortest"] else "not excluded"


def matrix(verdicts: Verdicts) -> Iterator[str]:
    """The whole matrix."""
    yield from head_of(COLUMNS)
    for specimen, verdict in verdicts:
        yield from rows(specimen, verdict)


def summary(verdicts: Verdicts) -> Iterator[str]:
    """How many faults each phase finds, and how many moves their games have."""
    found: dict[str, list[dict[str, Any]]] = {}
    for specimen, verdict in verdicts:
        for fault in [] if specimen.varies else verdict["faults"]:
            found.setdefault(fault["phase"], []).append(fault)
    yield from head_of(("Phase", "Faults", "Calls, at most", "Moves, at most", "No shorter game"))
    for phase, faults in found.items():
        calls, moves = (max(fault[key] for fault in faults) for key in ("calls", "moves"))
        shortest = sum(fault["shortest"] for fault in faults)
        yield line_of((phase, str(len(faults)), f"{calls:,}", str(moves), str(shortest)))


def renewed(text: str, verdicts: Verdicts) -> str:
    """The page with both tables as they should be."""
    return replaced(replaced(text, "matrix", matrix(verdicts)), "phases", summary(verdicts))
