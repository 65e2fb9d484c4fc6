"""Export: the questions that rungs ask, as files for whoever wants to ask another tool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from othello_proofs.evidence.ladder import Ladder
from othello_proofs.evidence.pool import Pool
from othello_proofs.evidence.worker import End, Exported, Lacks, UnitTask

_PATIENCE = 600.0


class ExportError(Exception):
    """A rung that could not write its questions; the message says why in one line."""


def export(
    ladder: Ladder,
    folder: Path,
    rungs: Iterable[str] = (),
    quick: bool = False,
    only: Sequence[str] = (),
) -> int:
    """Have the rungs (none: all) write their questions to a folder that exists; how many files there are.

    ``only`` gives patterns of the claims whose questions are wanted; none: all.
    """
    files, lacking = 0, ""
    chosen = list(rungs) or list(ladder.rungs)
    tasks = {
        UnitTask(ladder.rungs[name], quick, _PATIENCE, folder=folder, only=tuple(only)): name
        for name in chosen
    }
    with Pool(1) as pool:
        for task in tasks:
            pool.put(task)
        for task, message in pool.messages():
            match message:
                case Exported(number):
                    files += number
                case Lacks(module):
                    lacking = ladder.lacking(module)
                case End(fault) if fault:
                    raise ExportError(f"{tasks[task]} cannot export: {fault}")
    if lacking and not files:
        raise ExportError(f"nothing could be exported: {lacking}")
    return files
