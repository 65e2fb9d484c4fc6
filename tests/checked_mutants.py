"""Mutants that mutmut makes of Othello on a list of lists: the checker has to kill each.

    python tests/checked_mutants.py          try all, on all cores, and print the survivors

Two implementations are mutated: the model's abstract data type, with its grid, and the sound
implementation from which the specimens are made. Neither shares code with the specification. A
mutant is killed if the verdict is that it does not conform, or if it cannot even be imported.
`EQUIVALENT` lists the mutants that survive, each with the reason why no caller of the access
programs can tell it from the original.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from types import ModuleType
from typing import Any, Final

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parent)

from modcheck.system.in_process import InProcess
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from specimen_table import SUBJECT, no_garbage_collection

TARGETS: Final[Mapping[str, tuple[str, ...]]] = {
    "othello_model.grid": ("othello_model.grid", "othello_model.othello_type"),
    "othello_model.othello_type": ("othello_model.othello_type",),
    "wrong_implementations.sound": ("wrong_implementations.sound",),
}
"""What is changed, and what is imported anew for it; the last of these has the class `Othello`."""

_CONTRACTS: Final = re.compile(r"^(__all__ = .*|contract = .*|    @contract)\n", re.MULTILINE)
"""The lines left out: mutmut skips decorated functions, and no module imports names by a star."""

PATIENCE: Final = 2.0
"""Seconds that the calls of a game may take before the one that is running counts as hanging."""

_NOT_ON_BOARD: Final = (
    "raise OutOfBounds(None)",
    "raise OutOfBounds(off_board(None, col))",
    "raise OutOfBounds(off_board(row, None))",
)

_REASONS: Final[Mapping[str, Sequence[str]]] = {
    "What an exception says beside its name is not specified.": (
        *(
            f"othello_type: raise OutOfBounds(off_board(row, col)) → {after}{place}"
            for place in ("", " (2)")
            for after in _NOT_ON_BOARD
        ),
        *(
            f"othello_type: raise InvalidMove(not_allowed(self._turn, row, col)) → {after}"
            for after in (
                "raise InvalidMove(None)",
                "raise InvalidMove(not_allowed(None, row, col))",
                "raise InvalidMove(not_allowed(self._turn, None, col))",
                "raise InvalidMove(not_allowed(self._turn, row, None))",
            )
        ),
        *(
            'sound: raise OutOfBounds(f"({row}, {col}) is not on the board")'
            f" → raise OutOfBounds(None){place}"
            for place in ("", " (2)")
        ),
        'sound: raise InvalidMove(f"{self.mover} cannot place a disc on ({row}, {col})")'
        " → raise InvalidMove(None)",
    ),
    "It is there for the contracts, which are off while the checker watches.": tuple(
        f"othello_type: return of_grid(game._grid, game._turn) → return of_grid({arguments})"
        for arguments in ("None, game._turn", "game._grid, None", "game._turn", "game._grid, ")
    ),
    "The name of a type has no part in what a program does.": (
        "sound: Square: TypeAlias = tuple[int, int] → Square: TypeAlias = None",
    ),
}

EQUIVALENT: Final[Mapping[str, str]] = {
    change: reason for reason, changes in _REASONS.items() for change in changes
}
"""The mutants that survive, by what they change, and why they are none."""


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    module: str
    change: str
    """The changed lines, before and after; numbered if the file contains these lines again."""
    text: str
    """The file with the change in it."""


@cache
def mutants(module: str) -> Sequence[Mutant]:
    """All mutants of a module, in the order of its text."""
    import libcst
    from libcst.metadata import MetadataWrapper, WhitespaceInclusivePositionProvider
    from mutmut.mutation.file_mutation import MutationVisitor
    from mutmut.mutation.mutators import mutation_operators
    from mutmut.mutation.pragma_handling import IgnoredCode

    text = source(module)
    visitor = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
    parsed = MetadataWrapper(libcst.parse_module(text))
    tree, places = parsed.visit(visitor), parsed.resolve(WhitespaceInclusivePositionProvider)
    found: dict[str, Mutant] = {}
    for made in visitor.mutations:
        new = tree.code_for_node(made.mutated_node)
        if "\n" in new:  # which is indented only where it stands
            other = tree.deep_replace(made.original_node, made.mutated_node).code
        else:
            other = _replace(text, places[made.original_node], new)
        change = f"{module.rpartition('.')[2]}: {' → '.join(_lines(text, other))}"
        if other == text or any(each.text == other for each in found.values()):
            continue
        number = sum(each.startswith(change) for each in found)
        name = f"{change} ({number + 1})" if number else change
        found[name] = Mutant(module, name, other)
    return list(found.values())


def source(module: str) -> str:
    """The text of a module, without its contracts."""
    found = find_spec(module)
    assert found is not None
    assert found.origin is not None
    return _CONTRACTS.sub("", Path(found.origin).read_text(encoding="utf-8"))


def _replace(text: str, place: Any, new: str) -> str:
    """Return the text with ``new`` between two positions."""
    begins = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
    start, end = (begins[at.line - 1] + at.column for at in (place.start, place.end))
    return text[:start] + new + text[end:]


def _lines(text: str, other: str) -> tuple[str, str]:
    """The lines that differ, each side in one line."""
    one, two = text.splitlines(), other.splitlines()
    parts = list(SequenceMatcher(None, one, two, autojunk=False).get_opcodes())
    differing = [part for part in parts if part[0] != "equal"]
    first, last = differing[0], differing[-1]
    sides = one[first[1] : last[2]], two[first[3] : last[4]]
    before, after = (" ".join(" ".join(side).split()) for side in sides)
    return before, after


# -- the verdict -----------------------------------------------------------------------------------


def survives(mutant: Mutant) -> bool:
    """Whether the checker says that it conforms."""
    try:
        with changed_module(mutant) as changed:
            made: Any = changed.Othello
            made()
    except Exception:  # noqa: BLE001  # whatever goes wrong, nobody can use it
        return False
    with no_garbage_collection():
        verdict = check(
            SUBJECT,
            lambda: InProcess(made(), SUBJECT.routines, "a mutant", PATIENCE),
            CheckOptions(effort=0),
        )
    return verdict.conforms


@contextmanager
def changed_module(mutant: Mutant) -> Iterator[ModuleType]:
    """Execute the module with the change; yield the module with the class ``Othello``."""
    texts = {name: source(name) for name in TARGETS[mutant.module]} | {mutant.module: mutant.text}
    before = {name: sys.modules.get(name) for name in texts}
    try:
        for name, text in texts.items():
            module = sys.modules[name] = ModuleType(name)
            exec(compile(text, f"{name} (changed)", "exec"), vars(module))
        yield module
    finally:
        for name, kept in before.items():
            sys.modules.pop(name)
            if kept is not None:
                sys.modules[name] = kept


def survivors(chosen: Sequence[Mutant]) -> list[Mutant]:
    """Those that survive, tried on all cores."""
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(survives, chosen, chunksize=4))
    return [mutant for mutant, alive in zip(chosen, found, strict=True) if alive]


def main() -> int:
    """Try them all; the exit code is 0 if those that survive are the ones that are explained."""
    every = [mutant for module in TARGETS for mutant in mutants(module)]
    left = survivors(every)
    for mutant in left:
        print(f"{mutant.change}\n    {EQUIVALENT.get(mutant.change, 'UNEXPLAINED')}")
    print(f"{len(every)} mutants, {len(every) - len(left)} killed, {len(left)} survive")
    return int({mutant.change for mutant in left} != EQUIVALENT.keys())


if __name__ == "__main__":
    sys.exit(main())
