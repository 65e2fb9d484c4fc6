"""Faulty implementations, each beside the rule it breaks, and the sound ones they are made from.

Every module here but `sound` is a specimen of the module `othello`. It has a class `Othello` that
overrides in `sound.Othello` only what its fault needs, and a constant `BREAKS`: the id of the rule
that a checker should name, or None if the specimen breaks down and no rule is to blame. Students
make such faults. The folders hold specimens of the other modules: `match` has a class `Match` in
each. The folder is imported as `wrong_implementations`, with `tests/` on the path.

A few specimens have further constants: `BREAKS_ALSO`, the rules of further faults, which are also
reported; `OR_ELSE`, rules that are as good an answer as `BREAKS`; and `VARIES`, if the answers
depend on chance and cannot be foretold.
"""

import importlib
import pkgutil
import sys
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent


class Specimen(NamedTuple):
    """One faulty implementation and its expected verdict."""

    name: str
    """Name of the Python module, which holds the faulty class."""
    breaks: str | None
    """Id of the rule that it breaks; None if it breaks down."""
    summary: str
    """First line of its docstring: what the fault is."""
    module: str = "othello"
    """Name of the specification that it fails to implement; the class is called so, too."""
    also: tuple[str, ...] = ()
    """Rules that its other faults break."""
    or_else: tuple[str, ...] = ()
    """Rules that may as well be named for the first fault."""
    varies: bool = False
    """Whether its answers are a matter of chance."""

    @property
    def place(self) -> str:
        """Where the class is found: ``package.module:Class``."""
        return place(self.name, self.module)

    @property
    def rules(self) -> tuple[str, ...]:
        """All rules that it breaks."""
        return (*([self.breaks] if self.breaks else []), *self.also)


def place(name: str, module: str = "othello") -> str:
    """Where the class of a specimen, or of the sound implementation, is found."""
    folder = __name__ if module == "othello" else f"{__name__}.{module}"
    return f"{folder}.{name}:{module.title()}"


def forget() -> None:
    """Have all of them imported anew when they are asked for next.

    The checker imports only the module it judges anew, not the modules with its base classes. A
    class made from two specimens would then be made from two different sound classes.
    """
    for name in [each for each in sys.modules if each.startswith(f"{__name__}.")]:
        parent, _, own = name.rpartition(".")
        vars(sys.modules.get(parent, sys.modules[__name__])).pop(own, None)
        sys.modules.pop(name)


def specimens(module: str = "othello") -> list[Specimen]:
    """All specimens of one specification, sorted by name."""
    folder = FOLDER if module == "othello" else FOLDER / module
    names = sorted(each.name for each in pkgutil.iter_modules([str(folder)]) if not each.ispkg)
    return [specimen(name, module) for name in names if name != "sound"]


def specimen(name: str, module: str = "othello") -> Specimen:
    """The specimen in the Python module of that name."""
    found = importlib.import_module(place(name, module).partition(":")[0])
    docstring = found.__doc__ or ""
    return Specimen(
        name,
        found.BREAKS,
        docstring.partition("\n")[0],
        module,
        getattr(found, "BREAKS_ALSO", ()),
        getattr(found, "OR_ELSE", ()),
        getattr(found, "VARIES", False),
    )
