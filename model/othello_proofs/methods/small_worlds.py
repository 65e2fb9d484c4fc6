"""Every state of a board of 4x4: the specification and the kernel know the same ones, and agree in each."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from typing import Final

from othello_proofs.evidence.method import ClaimVerdict, Finding, Method

UNITS: Final = {
    "moves": ("worlds.4x4_states", "othello.init", "othello.move"),
    "valid_moves": ("othello.is_valid_move",),
    "other_outputs": (
        "othello.cell",
        "othello.count",
        "othello.game_over",
        "othello.has_valid_moves",
        "othello.turn",
        "othello.winner",
    ),
    "batched": (
        "batch.flips",
        "batch.next_turn",
        "batch.over",
        "batch.place",
        "batch.valid_moves",
    ),
    "counts": ("worlds.4x4_counts", "worlds.4x4_best_play"),
}
"""What is tried together, by a function of that name, and the claims that it is about."""


class SmallWorlds(Method):
    """Compares the kernel with the specification in all states of a small board."""

    name = "worlds"
    title = "4x4"
    shows = (
        "On a board of four rows and columns, where all states that games come to can be listed, the bitboard"
        " kernel and the specification come to the same states, and every access program gives the same"
        " answers in each of them, whether the kernel runs on ints or on arrays of all states at once. There are"
        " as many states as other programs have counted."
    )
    does_not_show = (
        "Anything that needs a larger board: no more than two discs can lie between two others here. Nor what"
        " happens off the board, of which the kernel knows nothing."
    )

    tools = ("numpy",)

    def units(self, quick: bool) -> Sequence[str]:
        """All of them, in haste as well, though in fewer states."""
        del quick
        return tuple(UNITS)

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The claims of a unit; that the states are the same is seen only if all are tried."""
        return [claim for claim in UNITS[unit] if not (quick and claim == "worlds.4x4_states")]

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the specification of the game."""
        del unit, claim
        return ("othello_spec.othello",)

    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Try all states, or some of them in haste."""
        from othello_proofs.methods import small_states  # imported here: it takes NumPy

        try:
            yield from getattr(small_states, unit)(quick)
        except ValueError as error:  # a valid move of the kernel's is none by its own account
            for claim in self.about(unit, quick):
                yield Finding(
                    claim, ClaimVerdict.FAILS, 1, "the states as they are listed", str(error)
                )

    def missing(self) -> str:
        """NumPy, if it is."""
        is_there = importlib.util.find_spec("numpy") is not None
        return "" if is_there else "there is no NumPy; install othello-mis[batch]"
