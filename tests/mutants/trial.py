"""A trial: what becomes of a mutant.

The rungs that cost least and have most to do with what is changed come first, in haste. If they notice
nothing, it is tried to prove that there is nothing to notice; if that does not succeed, all rungs are
climbed, at last without haste. Whatever comes through is a survivor.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from modspec.evidence import mutants as evidence
from mutants.mutant import Mutant
from mutants.same import proof

Plan = Sequence[tuple[str, str]]
"""Rungs, and which of their units: a pattern as for file names."""

_THEORIES: Final = (("z3", "theorems *"), ("z3", "endings *"), ("z3", "symmetry *"))

PROOF: Final[Plan] = _THEORIES
"""What proves that a theorem that was changed holds just as well, if nothing is left out in haste."""

ALSO_TRUE: Final = "z3 proves it as well, for all boards: like the original it is true everywhere"

FIRST: Final[dict[str, Plan]] = {
    "specification": (*_THEORIES, ("figures", "*")),
    "theorem": _THEORIES,
    "kernel": (("z3", "kernel*"),),
    "batch": (("perft", "*"), ("worlds", "*")),
    "lifter": (("z3", "lift *"), *_THEORIES),
    "contract": (("crosshair", "*"),),
    "plugin": (("crosshair", "*"),),
}
"""What is tried first, by what is changed."""

ALL: Final = tuple(
    (rung, "*")
    for rung in ("figures", "perft", "games", "spin", "worlds", "hypothesis", "crosshair", "z3")
)
"""Every rung, the cheapest first."""

PATIENCE: Final = 120.0
"""Seconds after which a climb in haste is given up: the unit that it is at counts as hanging."""

PATIENCE_OF_ALL: Final = 1200.0
"""The same for a climb without haste."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant."""

    mutant: Mutant
    killed_by: str = ""
    """The rung that notices."""

    claim: str = ""
    """What it finds not to hold."""

    verdict: str = ""
    """How it puts it: that it fails, is undecided, or that the rung breaks down."""

    why: str = ""
    equivalent: str = ""
    """The proof that there is nothing to notice."""

    seconds: float = 0.0
    """CPU time until it was noticed or proved."""

    @property
    def record(self) -> evidence.Mutant:
        """The same as evidence."""
        noticed = f"{self.killed_by} ({self.claim})" if self.killed_by else ""
        mutant = self.mutant
        return evidence.Mutant(
            mutant.name, mutant.of, mutant.change, noticed, self.equivalent, self.seconds
        )


class Stillborn(Exception):
    """A mutant that is no program: that it is noticed says nothing of the ladder."""


def tried(mutant: Mutant, thorough: bool = True) -> Outcome:
    """Put a mutant to the ladder. Raises :class:`Stillborn`.

    What is not thorough leaves the last climb out, which takes minutes: then more may survive.
    """
    seconds = 0.0
    with TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name)
        write(mutant, folder)
        for plan, quick in (FIRST[mutant.of], True), (PROOF, False), (ALL, True), (ALL, False):
            if plan is ALL and not quick and not thorough:
                break
            if plan is PROOF and mutant.of != "theorem":
                began = time.process_time()
                same = proof(mutant)
                seconds += time.process_time() - began
                if same:
                    return Outcome(mutant, equivalent=same, seconds=seconds)
                continue
            noticed = climbed(mutant, folder, plan, quick)
            seconds += noticed["seconds"]
            if noticed["rung"]:
                found = (noticed[key] for key in ("rung", "claim", "verdict", "why"))
                return Outcome(mutant, *found, seconds=seconds)
            if plan is PROOF:
                return Outcome(mutant, equivalent=ALSO_TRUE, seconds=seconds)
    return Outcome(mutant, seconds=seconds)


def write(mutant: Mutant, folder: Path) -> None:
    """Copy the packages to the folder, with the change made."""
    for package in ("modspec", "othello_spec", "othello_model"):
        found = find_spec(package)
        assert found is not None
        (place,) = found.submodule_search_locations or ()
        shutil.copytree(place, folder / package)
    file = folder.joinpath(*mutant.module.split(".")).with_suffix(".py")
    file.write_text(mutant.text, encoding="utf-8")


def climbed(mutant: Mutant, folder: Path, plan: Plan, quick: bool) -> dict[str, Any]:
    """What the ladder notices of the packages in the folder; the rung is empty if nothing."""
    asked = {
        "plan": plan, "quick": quick,
        "folder": str(folder), "module": mutant.module, "function": mutant.function,
    }  # fmt: skip
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    try:
        done = subprocess.run(
            [sys.executable, "-P", Path(__file__).with_name("climb.py")],
            input=json.dumps(asked),
            env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1",
                 "PYTHONHASHSEED": "0"},
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE if quick else PATIENCE_OF_ALL,
            check=False,
        )  # fmt: skip
        out, end = done.stdout, f"its process ended with {done.returncode}: {done.stderr[-300:]}"
    except subprocess.TimeoutExpired as late:
        out, end = (late.stdout or b"").decode(), f"no end within {late.timeout:g} s"
    said: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    last = said[-1] if said else {"stillborn": end}
    if "stillborn" in last:
        raise Stillborn(f"{mutant.name}: {last['stillborn']}")
    if last["rung"] and "verdict" not in last:  # it was at this unit
        return {**last, "claim": last["unit"], "verdict": "no verdict", "why": end}
    return last
