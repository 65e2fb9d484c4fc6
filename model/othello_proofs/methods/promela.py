"""The method of another formalism: Spin explores a model of 4x4, written by hand in Promela."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from othello_proofs.counting.published import STATES_4X4_WITH_PASSES
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method

MODEL: Final = Path(__file__).with_name("othello_4x4.pml")

CLAIM: Final = "worlds.4x4_counts"

PATIENCE: Final = 60
"""Seconds that each of Spin's three steps may take; together they take about one."""

COMPILERS: Final = ("cc", "gcc", "clang")


class Spin(Method):
    """Has Spin list all states of a model that shares only the game with the specification."""

    name = "spin"
    title = "Spin"
    shows = (
        "A model of the game on four rows and columns, written by hand in Promela, has as many"
        " states, transitions and ends of games, counted by the model checker Spin. So an error"
        " common to the specification and the kernel is not why their numbers agree."
    )
    does_not_show = (
        "That the states are the same, since only their numbers are compared; nor anything about"
        " larger boards."
    )

    def units(self, quick: bool) -> Sequence[str]:
        """One: it takes about a second."""
        del quick
        return ("4x4",)

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The counts of 4x4."""
        del unit, quick
        return (CLAIM,)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Compare Spin's counts with the published ones."""
        del unit, quick
        tried = "a model in Promela, explored by Spin"
        expected = STATES_4X4_WITH_PASSES
        try:
            counted = counts(MODEL)
        except SpinFailed as failed:
            yield ClaimFinding(CLAIM, ClaimVerdict.UNDECIDED, 0, tried, str(failed))
            return
        detail = "\n".join(
            f"{name}: expected {expected[name]}, counted {counted[name]}"
            for name in expected
            if expected[name] != counted[name]
        )
        verdict = ClaimVerdict.FAILS if detail else ClaimVerdict.HOLDS
        yield ClaimFinding(CLAIM, verdict, len(expected), tried, detail)

    def missing(self) -> str:
        """Return which is missing, Spin or a C compiler; Spin writes a program in C."""
        if shutil.which("spin") is None:
            return "there is no program spin; on Debian, apt install spin"
        if _compiler() is None:
            return f"there is no C compiler: none of {', '.join(COMPILERS)}"
        return ""


class SpinFailed(Exception):
    """Spin or the C compiler failed; the message is their output."""


def counts(model: Path) -> Mapping[str, int]:
    """Return the numbers of states, transitions, and ends. Raises :class:`SpinFailed`.

    To Spin each end of a game is an error, since no step is left. The model's own initial state and
    the transition from it to the first state of a game are not counted.
    """
    with TemporaryDirectory() as name:
        directory = Path(name)
        _output(directory, "spin", "-a", str(model))
        options = ("-O1", "-DSAFETY", "-DNOREDUCE")  # no liveness; every transition
        _output(directory, _compiler() or COMPILERS[0], *options, "-o", "pan", "pan.c")
        report = _output(directory, "./pan", "-c0", "-m1000", "-w18")  # all errors; modest tables
    if "max search depth too small" in report:
        raise SpinFailed("the search was cut off before its end")
    stored = _number(r"(\d+) states, stored", report)
    matched = _number(r"(\d+) states, matched", report)
    first = 1
    return {
        "states": stored - first,
        "transitions": (stored - first) + matched - first,
        "terminal": _number(r"errors: (\d+)", report),
    }


def _compiler() -> str | None:
    return next((name for name in COMPILERS if shutil.which(name)), None)


def _output(directory: Path, *command: str) -> str:
    """Run a command in the directory and return its output. Raises :class:`SpinFailed`."""
    try:
        run = subprocess.run(
            command,
            cwd=directory,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SpinFailed(f"{command[0]}: {error}") from error
    if run.returncode != 0:
        raise SpinFailed(f"{command[0]} failed: {(run.stderr + run.stdout).strip()[:2000]}")
    return run.stdout


def _number(pattern: str, report: str) -> int:
    found = re.search(pattern, report)
    if found is None:
        raise SpinFailed(f"Spin's report has no match of {pattern!r}: {report.strip()[:2000]}")
    return int(found[1])
