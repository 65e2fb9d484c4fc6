"""Programs made from specimens: two or three faults at once, or some routines missing.

A program has a name that says what it is made of: ``cell_transposed+white_starts`` has both faults,
``white_starts-turn-winner`` does not offer `turn` and `winner`, ``sound-cell`` is sound and does
not offer `cell`. The checker gets it as any other program, with ``tests`` as the current folder:

othello-mis check --impl py:combinations:cell_transposed+white_starts

``data/combinations.json`` lists the pairs and triples, written by ``python tests/combine.py``: each
member's fault is still there in all of them.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations as subsets
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, NamedTuple

from wrong_implementations import FOLDER, Specimen, forget, specimen, specimens

if TYPE_CHECKING:  # not else: here `sound` names a program
    from wrong_implementations import sound

FILE: Final = Path(__file__).with_name("data") / "combinations.json"

ROUTINES: Final = (
    "move",
    "is_valid_move",
    "cell",
    "turn",
    "count",
    "winner",
    "game_over",
    "has_valid_moves",
)
"""The access programs that a program may do without: all but ``init``."""

MOST_LACKING: Final = 3
"""So many routines are missing at most."""

SOUND: Final = "sound"


class Program(NamedTuple):
    """A program made from specimens."""

    members: tuple[str, ...]
    """Names of the specimens, in the order of inheritance; none for the sound implementation."""
    lacking: tuple[str, ...] = ()
    """Routines that it does not offer."""

    @property
    def name(self) -> str:
        """The name, which says what the program is made of."""
        return "-".join(("+".join(self.members) or SOUND, *self.lacking))

    @property
    def place(self) -> str:
        """Where the checker finds the program: ``package.module:Class``."""
        return f"{__name__}:{self.name}"

    @property
    def specimens(self) -> tuple[Specimen, ...]:
        """The specimens that it is made from."""
        return tuple(map(_specimen, self.members))

    @property
    def rules(self) -> frozenset[str]:
        """All rules that may be found broken."""
        return frozenset().union(*map(rules_of, self.specimens))

    @property
    def varies(self) -> bool:
        """Whether its answers are a matter of chance."""
        return any(each.varies for each in self.specimens)

    @property
    def breaks_down(self) -> bool:
        """Whether one of its faults is a breakdown: it may hang, too."""
        return any(each.breaks is None for each in self.specimens)


_specimen = cache(specimen)


def rules_of(specimen: Specimen) -> frozenset[str]:
    """Return the rules that may be found broken in a specimen."""
    return frozenset((*specimen.rules, *specimen.or_else))


def program(name: str) -> Program:
    """Return the program of that name. Raises ValueError if there is no such program."""
    made_of, *lacking = name.split("-")
    members = () if made_of == SOUND else tuple(made_of.split("+"))
    if not (all(map(_is_specimen, members)) and set(ROUTINES).issuperset(lacking)):
        raise ValueError(f"no program {name!r}; names are like white_starts+cell_transposed-turn")
    return Program(members, tuple(lacking))


def _is_specimen(name: str) -> bool:
    """Whether there is a specimen of that name. No specimen is imported: this is asked often."""
    return name.isidentifier() and name != SOUND and (FOLDER / f"{name}.py").is_file()


def othello_class(members: Sequence[str]) -> type[sound.Othello]:
    """Return a class with the faults of several specimens, by inheritance from all of them.

    All modules are imported anew, so that nothing is left of earlier programs. Raises TypeError if
    Python finds no order in which to look for a method.
    """
    forget()
    package = forget.__module__
    found = [importlib.import_module(f"{package}.{each}").Othello for each in members or [SOUND]]
    return type("Othello", tuple(found), {})


def __getattr__(name: str) -> Callable[[], object]:
    """Return what makes the program of that name, so that a place can name it."""
    try:
        wanted = program(name)
    except ValueError as error:
        raise AttributeError(str(error)) from error
    made = othello_class(wanted.members)
    if not wanted.lacking:
        return made
    offered = [each for each in ("init", *ROUTINES) if each not in wanted.lacking]

    def make() -> object:
        game = made()
        return SimpleNamespace(**{each: getattr(game, each) for each in offered})

    return make


# -- which programs there are ----------------------------------------------------------------------


def singles() -> list[Program]:
    """Return a program for each specimen."""
    return [Program((each.name,)) for each in specimens()]


def is_made_of_several(name: str) -> bool:
    """Whether a specimen is itself made from others."""
    _, _, base, *_ = othello_class([name]).__mro__
    return not base.__module__.endswith(f".{SOUND}")


class Combination(NamedTuple):
    """A pair or triple in which each fault is still there."""

    program: Program
    beneath: tuple[str, ...]
    """Members whose fault was only seen from positions that were set up, not played."""


@cache
def combinations() -> tuple[Combination, ...]:
    """Return all pairs and triples, in the order in which samples are taken."""
    listed = json.loads(FILE.read_text(encoding="utf-8"))["combinations"]
    return tuple(
        Combination(program(each["program"]), tuple(each.get("beneath", ()))) for each in listed
    )


def programs_of_size(size: int) -> list[Program]:
    """Return the programs of so many members, in the order in which samples are taken."""
    return [each.program for each in combinations() if len(each.program.members) == size]


def lacking(seed: int = 0) -> list[Program]:
    """Return the sound program and each with one fault, with each few routines missing, shuffled.

    A specimen that is made from others is left out: one of its faults may go with a routine.
    """
    whole = [Program(()), *(each for each in singles() if not is_made_of_several(each.members[0]))]
    missing = [few for most in range(MOST_LACKING) for few in subsets(ROUTINES, most + 1)]
    return random_order([each._replace(lacking=few) for each in whole for few in missing], seed)


def random_order(programs: Sequence[Program], seed: int) -> list[Program]:
    """Return the programs in a random order; one more program leaves the order of the others.

    Each has its place by the digest of its name.
    """
    return sorted(programs, key=lambda each: sha256(f"{seed} {each.name}".encode()).digest())
