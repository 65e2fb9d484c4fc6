"""Theorems of a variant: which of the theorems hold in the game that this process plays.

A theorem that depends on none of the changed functions holds as in the plain game, and is not asked
about again. One that follows from lemmas is only shown if the lemmas are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache, partial
from typing import Final

from modspec.prove.prover import Prover
from modspec.syntax.relations import reachable
from modspec.syntax.variant import variant_in_use
from othello_proofs.evidence.method import ClaimVerdict
from othello_proofs.methods.proof_units.theorems import ON_SMALL_BOARDS
from othello_proofs.methods.proof_units.units import GoalTask
from othello_proofs.obligations.specification_goals import lemma_places, prover
from othello_spec import THEOREMS, module
from othello_spec.board import SIZE


class TheoremStanding(StrEnum):
    """What came of a theorem in a variant."""

    UNTOUCHED = "as in the plain game"
    """It depends on nothing that the variant changes."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class TheoremInVariant:
    """A theorem, and what came of it."""

    claim: str
    standing: TheoremStanding
    detail: str = ""
    """The smallest case in which it fails, or why it is undecided, in lines of text."""


_OF_ANY_SIZE: Final = (*ON_SMALL_BOARDS, "derivations")
"""The modules whose theorems are about a board of any size."""

_STANDINGS: Final = {
    ClaimVerdict.HOLDS: TheoremStanding.PROVED,
    ClaimVerdict.FAILS: TheoremStanding.REFUTED,
    ClaimVerdict.UNDECIDED: TheoremStanding.UNDECIDED,
}


def claims(pattern: str = "*") -> list[str]:
    """Return the theorems of a pattern such as ``captures.*``, in the order of the modules."""
    names = (f"{owner}.{each.name}" for owner in THEOREMS for each in module(owner).access_programs)
    return [name for name in names if fnmatchcase(name, pattern)]


class VariantTheorems:
    """The theorems, for all boards of a size.

    Those that are about the usual board only, since they count its discs, are proved for that one.
    """

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._known: dict[str, TheoremInVariant] = {}
        self._prover = cache(self._new_prover)  # its lifted functions remember their results

    def result(self, claim: str) -> TheoremInVariant:
        """Return what came of a theorem."""
        if claim not in self._known:
            self._known[claim] = self._result(claim)
        return self._known[claim]

    def board(self, claim: str) -> str:
        """Return the boards that a theorem is asked about: ``4x4``."""
        size = self._size_for(claim.partition(".")[0])
        return f"{size}x{size}"

    def _result(self, claim: str) -> TheoremInVariant:
        owner, name = claim.split(".")
        variant = variant_in_use()
        if variant is not None:
            changed = {(place, each) for place, some in variant.functions.items() for each in some}
            if not changed & reachable([module(owner)[name]]):
                return TheoremInVariant(claim, TheoremStanding.UNTOUCHED)
        for lemma in self._lemmas(name):
            found = self.result(lemma)
            if found.standing in (TheoremStanding.REFUTED, TheoremStanding.UNDECIDED):
                why = f"it is proved from {lemma}, which is {found.standing}"
                return TheoremInVariant(claim, TheoremStanding.UNDECIDED, why)
        theorems = self._prover(owner)
        task = GoalTask(partial(theorems.goals, name), partial(theorems.prove, name), "", owner)
        finding = task.finding()
        return TheoremInVariant(claim, _STANDINGS[finding.verdict], finding.detail)

    @staticmethod
    def _lemmas(name: str) -> Iterator[str]:
        return (f"{place.rpartition('.')[2]}.{lemma}" for place, lemma in lemma_places(name))

    def _size_for(self, owner: str) -> int:
        return self._size if owner in _OF_ANY_SIZE else SIZE

    def _new_prover(self, owner: str) -> Prover:
        return prover(owner, size=self._size_for(owner))
