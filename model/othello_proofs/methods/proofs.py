"""The method of proofs: z3 proves the theorems, and the bitboard kernel, for all boards."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final

from othello_proofs.evidence.method import ClaimFinding, Method, Questions
from othello_proofs.methods.proof_units.boards import BoardUnits
from othello_proofs.methods.proof_units.calls import CallUnits
from othello_proofs.methods.proof_units.kernels import KernelUnits
from othello_proofs.methods.proof_units.lifting import (
    LiftedFunctions,
    LiftedTheorems,
    StatesAskedAbout,
)
from othello_proofs.methods.proof_units.theorems import SmallBoardUnits, TheoremUnits
from othello_proofs.methods.proof_units.units import ProofUnits

_KINDS: Final[Sequence[ProofUnits]] = (
    KernelUnits(),
    BoardUnits(),
    SmallBoardUnits(),
    CallUnits(),
    LiftedFunctions(),
    LiftedTheorems(),
    StatesAskedAbout(),
    TheoremUnits(),
)
"""The kinds of questions, in the order in which they are tried."""


class Proofs(Method):
    """What z3 can prove."""

    name = "z3"
    title = "z3"
    shows = (
        "The claim is true of every board, all 3⁶⁴, whether or not a game leads to it: the text of"
        " the specification was turned into a formula, and a solver showed that no board makes it"
        " false. Where a claim assumes something, boards that meet the assumption exist. Theorems"
        " about a board are also proved on boards of 4x4 and 6x6. The claims"
        " of lift say that the formula means what the text means; they are tried on random boards."
    )
    does_not_show = (
        "That the claims are the ones that were wanted, that z3 has no fault of its own, or that "
        "Python runs the text as it was read; other methods look at these questions."
    )
    tools = ("z3-solver",)

    def units(self, quick: bool) -> Sequence[str]:
        """The units of each kind."""
        return [unit for kind in _KINDS for unit in kind.units(quick)]

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The claims of a unit."""
        del quick
        return _kind(unit).about(unit)

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return how many goals a claim has to have."""
        return _kind(unit).questions(unit, claim, quick)

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return what a claim depends on."""
        del claim
        return _kind(unit).sources(unit)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Try to prove the claims of a unit."""
        gc.disable()  # of a million terms nearly all are in use: looking for garbage takes long
        try:
            yield from _kind(unit).run(unit, quick)
        finally:
            gc.enable()

    def export(self, directory: Path, quick: bool, only: Sequence[str] = ()) -> int:
        """Write every goal as SMT-LIB to a file in the directory. Return how many there are."""
        count = 0
        for unit in self.units(quick):
            claims = self.about(unit, quick)
            if not only or any(fnmatchcase(claim, p) for claim in claims for p in only):
                count += _kind(unit).export(unit, quick, directory)
        return count


def _kind(unit: str) -> ProofUnits:
    """Return the kind of a unit."""
    return _kinds()[unit]


@cache
def _kinds() -> dict[str, ProofUnits]:
    return {unit: kind for kind in _KINDS for quick in (True, False) for unit in kind.units(quick)}
