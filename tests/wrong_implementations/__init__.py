"""Faulty Othello modules, each beside the rule it breaks, and the sound one they are made from.

Every module here but `sound` is a specimen: a class `Othello` that overrides, in `sound.Othello`,
only what its fault needs, and a constant `BREAKS` with the id of the rule that a checker should
name. They are the faults that students make. The folder is imported as `wrong_implementations`,
with `tests/` on the path.
"""

import importlib
import pkgutil
from typing import NamedTuple


class Specimen(NamedTuple):
    """One faulty implementation and its expected verdict."""

    name: str
    """Name of the module in this folder, which holds the faulty class `Othello`."""
    breaks: str
    """Id of the rule that it breaks."""
    summary: str
    """First line of its docstring: what the fault is."""


def specimens() -> list[Specimen]:
    """All specimens of this folder, sorted by name."""
    modules = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return [specimen(name) for name in modules if name != "sound"]


def specimen(name: str) -> Specimen:
    """The specimen in the module of that name."""
    module = importlib.import_module(f"{__name__}.{name}")
    docstring = module.__doc__ or ""
    return Specimen(name, module.BREAKS, docstring.partition("\n")[0])
