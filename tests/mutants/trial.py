"""A trial: what becomes of a mutant.

The rungs most concerned with the change come first, in haste. If they notice nothing, a proof is
tried that the change makes no difference. If this fails, all rungs are climbed, finally without
haste. A mutant that passes all of them is a survivor.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import othello_spec
from mutants.mutant import Mutant, Plan
from mutants.same import proof
from mutants.tested import failing
from othello_proofs.evidence import mutants as evidence

THEORIES: Final = tuple(("z3", f"{name} *") for name in othello_spec.THEOREMS)

FIRST: Final[dict[str, Plan]] = {
    "specification": (*THEORIES, ("figures", "*")),
    "theorem": THEORIES,
    "kernel": (("z3", "kernel*"),),
    "batch": (("perft", "*"), ("worlds", "*")),
    "lifter": (("z3", "lift *"), ("z3", "wrong *"), *THEORIES),
    "contract": (("crosshair", "*"),),
    "plugin": (("crosshair", "*"),),
    "printer": (("print", "*"),),
    "question": (("z3", "lift *"), ("suite", "*"), *THEORIES),
}
"""What is tried first, by what is changed; of theorems only those that depend on it."""

PACKAGES: Final = (
    "modspec",
    "modcheck",
    "othello_spec",
    "othello_suite",
    "othello_model",
    "othello_proofs",
)
"""What a mutant's copy holds: the packages that a rung imports."""

_CHEAPEST_FIRST: Final = (
    "print", "figures", "perft", "games", "spin", "suite", "worlds", "hypothesis", "crosshair", "z3"
)  # fmt: skip
ALL: Final = tuple((rung, "*") for rung in _CHEAPEST_FIRST)
"""Every rung, the cheapest first."""

TESTS: Final = "tests"
"""Stands for a rung where a tool's own tests notice."""

PATIENCE: Final = {True: 120, False: 600}
"""Seconds of processor time after which a unit, in haste or not, counts as hanging."""

CLOCK: Final = {True: 3600, False: 4 * 3600}
"""Seconds on the clock after which a climb, in haste or not, counts as hanging."""


class Stillborn(Exception):
    """A mutant that is no program: that it is noticed says nothing of the ladder."""


@dataclass(frozen=True)
class Notice:
    """That a rung does not find all well."""

    rung: str
    claim: str
    """What it is about; a unit of the rung, if that is all that is known."""

    verdict: str
    """That the claim fails, is undecided or has no verdict, or that the rung breaks down."""

    why: str

    unit: str = ""
    """The unit of the rung."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant."""

    mutant: Mutant
    notice: Notice | None
    equivalent: str
    """The proof that the mutant makes no difference; empty if no proof exists."""

    seconds: float
    """CPU time until it was noticed or proved."""

    @property
    def survives(self) -> bool:
        """Whether it was neither."""
        return self.notice is None and not self.equivalent

    def record(self, sources: str) -> evidence.MutantOutcome:
        """The same as evidence: the rung that notices, with the claim, and a digest of sources."""
        mutant, notice = self.mutant, self.notice
        killed_by = f"{notice.rung} ({notice.claim})" if notice else ""
        return evidence.MutantOutcome(
            mutant.name, mutant.of, mutant.change, killed_by, self.equivalent, self.seconds,
            notice.unit if notice else "", sources,
        )  # fmt: skip


def try_mutant(mutant: Mutant, thorough: bool = True) -> Outcome:
    """Put a mutant to the ladder, first to the unit that has noticed it before, if one has.

    Raises :class:`Stillborn`.

    What is not thorough leaves the last climb out, which takes minutes: then more may survive.
    """
    with TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name)
        write(mutant, folder)
        climb, equivalent = Climb(mutant, folder), ""
        had_test = any(rung == TESTS for rung, _ in mutant.noticed_by)
        notice = climb.tests() if had_test else climb(mutant.noticed_by, quick=True)
        notice = notice or climb(mutant.first or FIRST[mutant.of], quick=True)
        if notice is None and mutant.of == "theorem":
            notice = climb(THEORIES, quick=False)
        elif notice is None:
            began = time.process_time()
            equivalent = proof(mutant)
            climb.seconds += time.process_time() - began
        if notice is None and not equivalent:
            notice = None if had_test else climb.tests()
        if notice is None and not equivalent:
            notice = climb(ALL, quick=True)
            if notice is None and thorough:
                notice = climb(ALL, quick=False)
    return Outcome(mutant, notice, equivalent, climb.seconds)


def write(mutant: Mutant, folder: Path) -> None:
    """Copy the packages to the folder, with the change made."""
    for package in PACKAGES:
        found = find_spec(package)
        assert found is not None
        (place,) = found.submodule_search_locations or ()
        shutil.copytree(place, folder / package)
    file = folder.joinpath(*mutant.module.split(".")).with_suffix(".py")
    file.write_text(mutant.text, encoding="utf-8")


class Climb:
    """Climbs the ladder of the packages in a folder."""

    def __init__(self, mutant: Mutant, folder: Path) -> None:
        """The folder holds the mutant."""
        self.mutant, self.folder = mutant, folder
        self.seconds = 0.0
        """CPU time that it has taken so far."""

    def __call__(self, plan: Plan, quick: bool) -> Notice | None:
        """The first that is noticed, if anything. Raises :class:`Stillborn`."""
        if not plan:
            return None
        asked = {
            "plan": plan, "quick": quick, "folder": str(self.folder),
            "module": self.mutant.module, "function": self.mutant.function,
            "patience": PATIENCE[quick],
        }  # fmt: skip
        said, end = self._run_climber(json.dumps(asked), CLOCK[quick])
        last = said[-1] if said else {"stillborn": end}
        if "stillborn" in last:
            raise Stillborn(f"{self.mutant.name}: {last['stillborn']}")
        self.seconds += last["seconds"]
        if not last["rung"]:
            return None
        if "verdict" not in last:  # it did not come to the end of this unit
            return Notice(last["rung"], last["unit"], "no verdict", end, last["unit"])
        return Notice(last["rung"], last["claim"], last["verdict"], last["why"], last["unit"])

    def tests(self) -> Notice | None:
        """A test of the tool that fails, if one does."""
        began = time.monotonic()
        test = failing(self.mutant, self.folder)
        self.seconds += time.monotonic() - began
        if not test:
            return None
        why = "a test that gives the tool something wrong"
        return Notice(TESTS, test, "fails", why, test)

    def _run_climber(self, asked: str, patience: int) -> tuple[list[dict[str, Any]], str]:
        """Run the climbing process. Return what it says, and how it ends."""
        climber = subprocess.Popen(
            [sys.executable, "-P", Path(__file__).with_name("climb.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={
                **os.environ,
                "PYTHONPATH": str(self.folder),
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONHASHSEED": "0",
            },
            cwd=self.folder,
            text=True,
        )
        try:
            out, errors = climber.communicate(asked, patience)
            end = f"its process ended with exit status {climber.returncode}: {errors[-300:]}"
        except subprocess.TimeoutExpired:
            climber.kill()
            out, _ = climber.communicate()
            end = f"no end within {patience} s"
        return [json.loads(line) for line in out.splitlines()], end
