"""The ladder: every way in which the specification and the model are tried, from examples to proofs.

The rungs, each in a file of its own, are named here and imported only by the processes that climb
them: most need tools that are not installed everywhere.
"""

from __future__ import annotations

from typing import Final

from modcheck.digest import Sources
from othello_proofs.evidence.ladder import Ladder

INSTALL: Final = "pip install 'othello-mis[verify]'"
"""How to install what the rungs need."""

LADDER: Final = Ladder(
    rungs={
        "figures": f"{__name__}.examples:Figures",
        "hypothesis": f"{__name__}.sampling:Sampling",
        "crosshair": f"{__name__}.contracts:CrossHair",
        "z3": f"{__name__}.proofs:Proofs",
        "worlds": f"{__name__}.small_worlds:SmallWorlds",
        "perft": f"{__name__}.perft:Perft",
        "games": f"{__name__}.examples:Tournaments",
        "spin": f"{__name__}.promela:Spin",
    },
    modules=(
        "lines",
        "othello",
        "passing",
        "supply",
        "handicap",
        "clock",
        "match",
        "captures",
        "endings",
        "symmetry",
        "passes",
        "supplies",
        "handicaps",
        "clocks",
        "matches",
        "derivations",
        "derivations",
        "lift",
        "kernel",
        "batch",
        "worlds",
        "perft",
    ),
    sources=Sources(
        packages=("modspec", "othello_spec", "othello_model"),
        apart_from=(
            "modcheck.grading",
            "modspec.sphinx",
            "modcheck.report",
            "modcheck.sandbox",
            "othello_mis.commands",
        ),
    ),
    tools=("othello-mis", "hypothesis", "crosshair-tool", "z3-solver", "numpy"),
    install=INSTALL,
)
