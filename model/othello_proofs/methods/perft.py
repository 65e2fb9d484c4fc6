"""The method of perft: counts of the ways to play the first plies agree with published ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from modspec.run.machine import Machine
from modspec.syntax.values import State
from othello_proofs.counting.perft import perft, plies
from othello_proofs.counting.published import BIK, CONVENTIONS, DISTINCT, FREE_PASSES
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method
from othello_spec import module
from othello_spec.board import SQUARES

PLIES: Final = 10
"""How many plies the kernel plays: enough for passes, and for games that are over."""

QUICK_PLIES: Final = 7

SPECIFICATION_PLIES: Final = 5
"""How many plies the specification itself plays."""


class Perft(Method):
    """Counts the ways to play, by the kernel on many positions at once and by the specification."""

    name = "perft"
    title = "perft"
    shows = (
        "From the start there are exactly as many ways to play so many plies as programs of other"
        " authors have counted, by each of three conventions. An error in the rules that the first"
        " plies can show would change the numbers."
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

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Count, and compare with the published numbers."""
        (claim,) = self.about(unit, quick)
        depth = QUICK_PLIES if quick else PLIES
        if unit == "specification":
            depth = SPECIFICATION_PLIES - quick
            counted = perft_by_specification(depth)
            expected = dict(enumerate(BIK.counts[:depth], start=1))
        elif unit == "positions":
            depth = min(depth, len(DISTINCT) - 1)
            positions = islice(plies(FREE_PASSES), depth + 1)
            counted = {number: ply.own.size for number, ply in enumerate(positions)}
            expected = dict(enumerate(DISTINCT[: depth + 1]))
        else:
            convention = next(each for each in CONVENTIONS if each.name == unit)
            counted = {number: perft(number, convention) for number in range(1, depth + 1)}
            expected = dict(enumerate(convention.counts[:depth], start=1))
        yield _finding(claim, f"the first {depth} plies", expected, counted)


def perft_by_specification(depth: int) -> dict[int, int]:
    """Return in how many ways the specification plays 1, 2, ... plies, before any pass."""
    machine = Machine(module("othello"))
    ways = Counter({machine.initial(): 1})
    counted = {}
    for number in range(1, depth + 1):
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
) -> ClaimFinding:
    detail = "\n".join(
        f"after {number} plies: expected {expected[number]}, counted {counted[number]}"
        for number in expected
        if expected[number] != counted[number]
    )
    verdict = ClaimVerdict.FAILS if detail else ClaimVerdict.HOLDS
    return ClaimFinding(claim, verdict, len(expected), tried, detail)
