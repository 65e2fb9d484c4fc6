"""Writes ``docs/how-to/variant_theorems.json``: which theorems hold in each variant.

python tests/tools/variant_theorems.py
"""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

from modspec.syntax.relations import reachable
from modspec.syntax.variant import Variant
from othello_proofs.methods.variant_theorems import TheoremStanding, claims
from othello_spec import module
from othello_spec.variants import VARIANTS

FILE: Final = Path(__file__).parents[2] / "docs" / "how-to" / "variant_theorems.json"
SIZE: Final = 6
"""Rows of the boards that the theorems are about: rows of four discs fit on them, and no more."""

OWNERS: Final = ("captures", "endings", "symmetry", "passes", "derivations")
"""The modules of theorems about the game itself, which are tried; the others are about clocks,
handicaps, supplies and matches, and their proofs take long."""

UNTRIED: Final = "not tried"
"""What came of a theorem of the others that depends on what the variant changes."""


def digest(variant: Variant) -> str:
    """Return a digest of the texts of a variant."""
    texts = json.dumps([variant.functions, variant.imports], sort_keys=True)  # type: ignore[arg-type]
    return sha256(texts.encode()).hexdigest()[:16]


def depends(claim: str, variant: Variant) -> bool:
    """Whether a theorem depends on a function that a variant changes.

    The way to the first changed function is that of the plain game.
    """
    owner, _, name = claim.partition(".")
    changed = {(place, each) for place, some in variant.functions.items() for each in some}
    return bool(changed & reachable([module(owner)[name]]))


def _theorems(name: str) -> dict[str, str]:
    command = ["from othello_mis.commands.main import main; main()", "theorems", "--variant", name]
    only = [word for owner in OWNERS for word in ("--only", f"{owner}.*")]
    done = subprocess.run(
        [sys.executable, "-c", *command, "--json", "--size", str(SIZE), *only],
        capture_output=True,
        text=True,
        check=False,  # where a theorem fails, the exit code is 1
    )
    tried: dict[str, str] = json.loads(done.stdout)
    return {
        claim: tried.get(claim) or untried_standing(claim, VARIANTS[name]) for claim in claims()
    }


def untried_standing(claim: str, variant: Variant) -> str:
    """Return what is known of a theorem that was not tried."""
    return UNTRIED if depends(claim, variant) else TheoremStanding.UNTOUCHED


if __name__ == "__main__":
    rows = {
        name: {"digest": digest(variant), "theorems": _theorems(name)}
        for name, variant in VARIANTS.items()
    }
    FILE.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
