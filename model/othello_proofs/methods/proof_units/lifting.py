"""Units about lifting: the formulas mean what the texts mean, and are about all states.

They are tried on random boards, and not proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Questions
from othello_proofs.methods.proof_units.units import ProofUnits
from othello_proofs.obligations.lift_agreement import (
    LiftDisagreement,
    disagreement,
    state_left_out,
    theorem_disagreement,
)
from othello_proofs.obligations.specification_goals import unasked_functions
from othello_proofs.obligations.states import OBJECTS
from othello_spec import THEOREMS, module

_LIFTED: Final = ("captures", "flips", "placed", "can_move", "discs",
                  "next_turn", "winner", "game_over", "invariant", "move")  # fmt: skip
_LIFTED_ELSEWHERE: Final = ("passing pass_turn", "supply take", "handicap cell", "clock stop",
                            "clock time_left", "match move", "match winner")  # fmt: skip

LIFTED: Final = {
    **{name: ("othello", name) for name in _LIFTED},
    **{place.replace(" ", "_"): tuple(place.split()) for place in _LIFTED_ELSEWHERE},
}
"""The functions whose formula is tried against their text, with the module that is lifted."""

_SAME: Final = "states at random: the formula says the same"
_LEAST_STATES: Final = 10


class LiftedFunctions(ProofUnits):
    """Functions of the specification: ``lift move``."""

    def units(self, quick: bool) -> Sequence[str]:
        """All of them."""
        del quick
        return [f"lift {function}" for function in LIFTED]

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return how many states are tried."""
        del claim
        return Questions(_tries(unit.split()[1], quick))

    def sources(self, unit: str) -> Sequence[str]:
        """Return the module of the function."""
        owner, _ = LIFTED[unit.split()[1]]
        return super().sources(unit) if owner == "othello" else (f"othello_spec.{owner}",)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Compare the formula with the text in random states."""
        function = unit.split()[1]
        owner, name = LIFTED[function]
        tries = _tries(function, quick)
        yield _finding(unit, tries, _SAME, _in_words(disagreement(owner, name, tries)))


def _tries(function: str, quick: bool) -> int:
    return 3 if quick else 100 if LIFTED[function][0] == "othello" else 50


class LiftedTheorems(ProofUnits):
    """The texts of theorems: ``lift theorems_of_captures``."""

    def units(self, quick: bool) -> Sequence[str]:
        """Those of each module."""
        del quick
        return [f"lift theorems_of_{theory}" for theory in THEOREMS]

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return how many states are tried, for all theorems together."""
        del claim
        return Questions(_each(quick) * len(module(_theory(unit)).access_programs))

    def sources(self, unit: str) -> Sequence[str]:
        """Return the theorems."""
        theory = _theory(unit)
        names = [theorem.name for theorem in module(theory).access_programs]
        return tuple(f"othello_spec.theorems.{theory}:{each}" for each in names)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Compare the formula of each theorem with its text; look for a forgotten theorem."""
        theory = _theory(unit)
        names = [theorem.name for theorem in module(theory).access_programs]
        found = (theorem_disagreement(theory, name, _each(quick)) for name in names)
        detail = next((_in_words(each) for each in found if each), "")
        if left := unasked_functions(theory):
            detail = f"no question is about {', '.join(left)}: it is not in __all__"
        yield _finding(unit, _each(quick) * len(names), _SAME, detail)


def _theory(unit: str) -> str:
    return unit.removeprefix("lift theorems_of_")


def _each(quick: bool) -> int:
    """Return in how many states each theorem is tried."""
    return 1 if quick else 5


class StatesAskedAbout(ProofUnits):
    """The states that the questions about an object are about: ``lift states_of_match``."""

    def units(self, quick: bool) -> Sequence[str]:
        """Those of each object."""
        del quick
        return [f"lift states_of_{name}" for name in OBJECTS]

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return how many states are tried, at least."""
        del unit, claim, quick
        return Questions(_LEAST_STATES)

    def sources(self, unit: str) -> Sequence[str]:
        """Return the module of the object."""
        return (f"othello_spec.{unit.removeprefix('lift states_of_')}",)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Look for a state that no question is about."""
        name = unit.removeprefix("lift states_of_")
        tries, left_out = state_left_out(name, 20 if quick else 1000)
        tried = "boards at random, or states that calls come to: the questions are about them"
        detail = "" if left_out is None else f"no question is about {left_out}"
        yield _finding(unit, tries, tried, detail)


def _finding(unit: str, tries: int, tried: str, detail: str) -> ClaimFinding:
    verdict = ClaimVerdict.FAILS if detail else ClaimVerdict.HOLDS
    return ClaimFinding(f"lift.{unit.split()[1]}", verdict, tries, tried, detail)


def _in_words(found: LiftDisagreement | None) -> str:
    if found is None:
        return ""
    return f"{found.function}: lifted {found.lifted}, plain {found.plain}"
