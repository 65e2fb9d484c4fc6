"""The ladder: every method by which the specification and the model are tried, from examples to proofs.

The methods, each in a file of its own, are named here and imported only by the processes that use them:
most need tools that are not installed everywhere.
"""

from __future__ import annotations

from typing import Final

from othello_proofs.evidence.ladder import Ladder

LADDER: Final = Ladder(
    methods={
        "figures": f"{__name__}.figures:Figures",
        "hypothesis": f"{__name__}.sampling:Sampling",
        "crosshair": f"{__name__}.contracts:CrossHair",
        "z3": f"{__name__}.proofs:Proofs",
        "worlds": f"{__name__}.small_worlds:SmallWorlds",
        "perft": f"{__name__}.perft:Perft",
        "games": f"{__name__}.tournaments:Tournaments",
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
        "lift",
        "kernel",
        "batch",
        "worlds",
        "perft",
    ),
    # modcheck is not among them: its own tests hold it to account, and a proof depends on it no more
    # than on Hypothesis, whose place it takes where the random method drives a model
    packages=("modspec", "othello_spec", "othello_suite", "othello_model", "othello_proofs"),
    specifications=("othello_spec",),
    about=("othello_spec", "othello_model"),
    tools=("othello-mis", "hypothesis", "crosshair-tool", "z3-solver", "numpy"),
    install="pip install 'othello-mis[verify]'",
)
