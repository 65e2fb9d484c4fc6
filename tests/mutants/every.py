"""Every mutant that is tried, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Iterator

from mutants import (
    contracts,
    kernel,
    lifting,
    printing,
    questions,
    specification,
    theorems,
    whole_game,
)
from mutants.mutant import Mutant


def chosen() -> list[Mutant]:
    """Those made by hand, and of those made by machine a few of each function."""
    return _once(specification.rules(), theorems.claims(), _others())


def every() -> list[Mutant]:
    """All of them."""
    return _once(
        specification.machine_made_rules(),
        specification.by_hand(),
        theorems.machine_made_claims(),
        theorems.overstatements(),
        _others(),
    )


def _others() -> Iterator[Mutant]:
    yield from whole_game.clause_by_clause()
    yield from kernel.kernels()
    yield from kernel.batches()
    yield from lifting.liftings()
    yield from contracts.contracts()
    yield from contracts.plugins()
    yield from questions.questions()
    yield from printing.printers()


def _once(*groups: Iterator[Mutant]) -> list[Mutant]:
    """Return the mutants of all groups. Raises ValueError if two have the same name."""
    found: dict[str, Mutant] = {}
    for group in groups:
        for mutant in group:
            if mutant.name in found:
                raise ValueError(f"two mutants are called {mutant.name}")
            found[mutant.name] = mutant
    return list(found.values())
