"""The ladder: the methods that try the specification and the model, from examples to proofs.

The methods are named here and imported only by the processes that use them: most need tools that
are not installed everywhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modcheck.distribution import install_line
from othello_proofs.evidence.ladder import Ladder

LADDER: Final = Ladder(
    methods={
        "figures": f"{__name__}.examples:Figures",
        "print": f"{__name__}.printed_pages:PrintedPages",
        "hypothesis": f"{__name__}.sampling:Sampling",
        "suite": f"{__name__}.covering_suite:CoveringGames",
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
        "suite",
        "random",
        "print",
        "lift",
        "kernel",
        "bitboard",
        "batch",
        "worlds",
        "perft",
    ),
    # modcheck is not among them: its own tests hold it to account. A proof does not depend on it,
    # and the random method, which drives models with it, not more than on Hypothesis
    packages=("modspec", "othello_spec", "othello_suite", "othello_model", "othello_proofs"),
    specifications=("othello_spec",),
    about=("othello_spec", "othello_model"),
    tools=("othello-mis", "hypothesis", "crosshair-tool", "z3-solver", "numpy"),
    install=install_line("verify"),
)

SECOND_SOLVERS: Final = {
    "cvc5": replace(
        LADDER,
        methods={"cvc5": f"{__name__}.second_solver:SecondSolver"},
        install=install_line("cvc5"),
    )
}
"""Ladders of one method each: another solver is asked what z3 was asked."""
