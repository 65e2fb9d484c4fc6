"""Another formalism: Spin explores a model of 4x4 that was written by hand in Promela."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from othello_proofs.counting.published import STATES_4X4_WITH_PASSES
from othello_proofs.evidence.method import ClaimVerdict, Finding, Method

MODEL: Final = Path(__file__).with_name("othello_4x4.pml")

CLAIM: Final = "worlds.4x4_counts"

PATIENCE: Final = 60
"""Seconds that each of Spin's three steps may take; together they take about one."""

COMPILERS: Final = ("cc", "gcc", "clang")


class Spin(Method):
    """Has Spin list all states of a model that shares nothing with the specification but the game."""

    name = "spin"
    title = "Spin"
    shows = (
        "A model of the game on four rows and columns, written by hand in Promela and by other means, has as"
        " many states, transitions and ends of games, as the model checker Spin counts them. So it is not by an"
        " error common to the specification and the kernel that their numbers agree."
    )
    does_not_show = "That the states are the same, since only their numbers are compared; nor anything of larger boards."

    def units(self, quick: bool) -> Sequence[str]:
        """One: it takes about a second."""
        del quick
        return ("4x4",)

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The figures of 4x4."""
        del unit, quick
        return (CLAIM,)

    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Compare what Spin counts with the figures."""
        del unit, quick
        tried = "a model in Promela, explored by Spin"
        expected = STATES_4X4_WITH_PASSES
        try:
            counted = counts(MODEL)
        except SpinFailed as failed:
            yield Finding(CLAIM, ClaimVerdict.UNDECIDED, 0, tried, str(failed))
            return
        wrong = [
            f"{name}: expected {expected[name]}, counted {counted[name]}"
            for name in expected
            if expected[name] != counted[name]
        ]
        verdict = ClaimVerdict.FAILS if wrong else ClaimVerdict.HOLDS
        yield Finding(CLAIM, verdict, len(expected), tried, "\n".join(wrong))

    def missing(self) -> str:
        """Spin or a C compiler, if either is; Spin writes a program in C."""
        if shutil.which("spin") is None:
            return "there is no program spin; on Debian, apt install spin"
        if _compiler() is None:
            return f"there is no C compiler: none of {', '.join(COMPILERS)}"
        return ""


class SpinFailed(Exception):
    """Spin or the C compiler did not do what was asked; the message is what they said."""


def counts(model: Path) -> Mapping[str, int]:
    """How many states, transitions, and ends of games there are, by Spin.

    Each end of a game is an error to Spin, as nothing is left to do. What comes before the first state of
    a game, a state and the transition from it, is not counted. Raises :class:`SpinFailed`.
    """
    with TemporaryDirectory() as name:
        directory = Path(name)
        _done(directory, "spin", "-a", str(model))
        options = ("-O1", "-DSAFETY", "-DNOREDUCE")  # no liveness; every transition
        _done(directory, _compiler() or COMPILERS[0], *options, "-o", "pan", "pan.c")
        report = _done(directory, "./pan", "-c0", "-m1000", "-w18")  # all errors; modest tables
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


def _done(directory: Path, *command: str) -> str:
    """What a command says, run in the directory; it has to succeed."""
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
        raise SpinFailed(f"Spin's report does not tell {pattern!r}: {report.strip()[:2000]}")
    return int(found[1])
