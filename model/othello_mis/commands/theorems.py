"""``othello-mis theorems``: which theorems hold in a game, and a small board where one does not."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Iterator
from typing import Final

import click

from modcheck.distribution import install_line
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.commands.progress import showing_progress
from othello_spec.board import SIZE
from othello_spec.records.squares import SIZES

SMALL: Final = 4
"""Rows of the boards on which theorems are tried by default: a counterexample is small, too."""

_SIGNS: Final = {
    "proved": "✓", "as in the plain game": "✓", "refuted": "✗", "undecided": "?",
}  # fmt: skip


@click.command(
    cls=CommandWithExitCodes,
    exit_codes={
        Exit.CONFORMS: "all hold",
        Exit.DEVIATES: "at least one does not, or is undecided",
        Exit.USAGE: "wrong usage",
    },
)
@click.option(
    "--only",
    multiple=True,
    metavar="THEOREM",
    help="Try only this theorem, or those of a pattern such as 'captures.*'; may be repeated.",
)
@click.option(
    "--size",
    type=int,
    default=SMALL,
    show_default=True,
    metavar="N",
    help="Rows and columns of the board: even, from 4 to 16. Theorems that count the discs of a "
    "match are about the usual board.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what came of each theorem as JSON.")
def theorems(only: tuple[str, ...], size: int, as_json: bool) -> int:
    """Prove the theorems for all boards of a size, or draw a board for which one is false.

    Of a variant, only those are tried that depend on what the variant changes.
    """
    try:
        from othello_proofs.methods.variant_theorems import VariantTheorems, claims
    except ModuleNotFoundError as error:
        raise Infrastructure(
            f"there is no Python package {error.name}; {install_line('verify')}"
        ) from error
    if size not in SIZES:
        raise Usage(f"--size {size}: sizes are even integers, from {SIZES[0]} to {SIZES[-1]}")
    asked = list(dict.fromkeys(claim for pattern in only or ("*",) for claim in claims(pattern)))
    if not asked:
        raise Usage(f"--only {' '.join(only)}: there is no such theorem; try 'captures.*'")
    prover, found = VariantTheorems(size), []
    gc.disable()  # of a million terms nearly all are in use: looking for garbage takes long
    with showing_progress("theorems") as show:
        for number, claim in enumerate(asked):
            show(f"theorems; {claim}", number, len(asked))
            found.append(prover.result(claim))
            if not as_json:
                for line in _lines(
                    claim, found[-1].standing, found[-1].detail, prover.board(claim)
                ):
                    show.echo(line)
    counts = Counter(str(each.standing) for each in found)
    if as_json:
        click.echo(json.dumps({each.claim: str(each.standing) for each in found}, indent=2))
    else:
        click.echo("\n" + ", ".join(f"{counts[each]} {each}" for each in _SIGNS if counts[each]))
    return Exit.CONFORMS if not counts["refuted"] + counts["undecided"] else Exit.DEVIATES


def _lines(claim: str, standing: str, detail: str, board: str) -> Iterator[str]:
    """Yield the line of a theorem, and below it the case in which it fails."""
    over = "" if standing == "as in the plain game" or board == f"{SIZE}x{SIZE}" else f", {board}"
    yield f"{_SIGNS[standing]} {claim}: {standing}{over}"
    yield from (f"    {line}".rstrip() for line in detail.splitlines())
