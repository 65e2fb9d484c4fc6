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

from modspec.syntax.variant import Variant
from othello_spec.variants import VARIANTS

FILE: Final = Path(__file__).parents[2] / "docs" / "how-to" / "variant_theorems.json"
SIZE: Final = 6
"""Rows of the boards that the theorems are about: rows of four discs fit on them, and no more."""

OWNERS: Final = ("captures", "endings", "symmetry", "passes", "derivations")
"""The modules of theorems about the game itself; the others are about clocks, corners, discs."""


def digest(variant: Variant) -> str:
    """Return a digest of the texts of a variant."""
    texts = json.dumps([variant.functions, variant.imports], sort_keys=True)  # type: ignore[arg-type]
    return sha256(texts.encode()).hexdigest()[:16]


def _theorems(name: str) -> dict[str, str]:
    command = ["from othello_mis.commands.main import main; main()", "theorems", "--variant", name]
    only = [word for owner in OWNERS for word in ("--only", f"{owner}.*")]
    done = subprocess.run(
        [sys.executable, "-c", *command, "--json", "--size", str(SIZE), *only],
        capture_output=True,
        text=True,
        check=False,  # where a theorem fails, the exit code is 1
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    rows = {
        name: {"digest": digest(variant), "theorems": _theorems(name)}
        for name, variant in VARIANTS.items()
    }
    FILE.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
