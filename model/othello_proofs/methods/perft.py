"""Perft: there are as many ways to play the first plies as other people's programs have counted."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from modspec.run.machine import Machine
from modspec.syntax.values import State
from othello_proofs.counting.published import BIK, CONVENTIONS, DISTINCT, FREE_PASSES
from othello_proofs.evidence.method import ClaimVerdict, Finding, Method
from othello_spec import module
from othello_spec.board import SQUARES

PLIES: Final = 10
"""How many plies are played by the kernel: enough for passes, and for games that are over."""

PLIES_IN_HASTE: Final = 7

PLIES_OF_THE_SPECIFICATION: Final = 5
"""How many plies are played by the specification itself."""


class Perft(Method):
    """Counts the ways to play, by the kernel on many positions at once and by the specification."""

    name = "perft"
    title = "perft"
    shows = (
        "From the start there are exactly as many ways to play so many plies as programs of other authors have"
        " counted, whichever of three conventions they follow. An error in the rules that the first plies can"
        " show would change the numbers."
    )
    does_not_show = "What comes later in a game, and errors that cancel out in a sum."

    tools = ("numpy",)

    def units(self, quick: bool) -> Sequence[str]:
        """The specification, the different positions, and each convention."""
        del quick
        return ("specification", "positions", *(convention.name for convention in CONVENTIONS))

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The moves of the specification, or the numbers."""
        del quick
        return ("othello.move",) if unit == "specification" else (f"perft.{unit}",)

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the specification of the game."""
        del unit, claim
        return ("othello_spec.othello",)

    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Count, and compare with what others have counted."""
        (claim,) = self.about(unit, quick)
        plies = PLIES_IN_HASTE if quick else PLIES
        if unit == "specification":
            plies = PLIES_OF_THE_SPECIFICATION - quick
            counted = specified(plies)
            expected = dict(enumerate(BIK.counts[:plies], start=1))
        elif unit == "positions":
            from othello_proofs.counting.perft import plies as played

            plies = min(plies, len(DISTINCT) - 1)
            positions = islice(played(FREE_PASSES), plies + 1)
            counted = {number: ply.own.size for number, ply in enumerate(positions)}
            expected = dict(enumerate(DISTINCT[: plies + 1]))
        else:
            from othello_proofs.counting.perft import perft

            convention = next(each for each in CONVENTIONS if each.name == unit)
            counted = {depth: perft(depth, convention) for depth in range(1, plies + 1)}
            expected = dict(enumerate(convention.counts[:plies], start=1))
        yield _finding(claim, f"the first {plies} plies", expected, counted)

    def missing(self) -> str:
        """NumPy, if it is."""
        is_there = importlib.util.find_spec("numpy") is not None
        return "" if is_there else "there is no NumPy; install othello-mis[batch]"


def specified(plies: int) -> dict[int, int]:
    """In how many ways 1, 2, ... plies can be played by the specification; nobody is to pass among them."""
    machine = Machine(module("othello"))
    ways = Counter({machine.initial(): 1})
    counted = {}
    for number in range(1, plies + 1):
        following: Counter[State] = Counter()
        for state, times in ways.items():
            for square in SQUARES:
                outcome = machine.call(state, "move", square)
                if outcome.exception is None and outcome.state is not None:
                    following[outcome.state] += times
        ways = following
        counted[number] = ways.total()
    return counted


def _finding(
    claim: str, tried: str, expected: Mapping[int, int], counted: Mapping[int, int]
) -> Finding:
    wrong = [number for number in expected if expected[number] != counted[number]]
    detail = "\n".join(
        f"after {number} plies: expected {expected[number]}, counted {counted[number]}"
        for number in wrong
    )
    verdict = ClaimVerdict.FAILS if wrong else ClaimVerdict.HOLDS
    return Finding(claim, verdict, len(expected), tried, detail)
