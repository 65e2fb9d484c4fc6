"""A mutant: one piece of the project's text, and what stands there instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

KINDS: Final = (
    "specification", "theorem", "kernel", "batch", "lifter", "contract", "plugin", "question",
    "printer",
)  # fmt: skip
"""What is changed, in a word."""


Plan = Sequence[tuple[str, str]]
"""Rungs, and which of their units: a pattern as for file names."""


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    name: str
    """The module's own name, and the fault: ``lines.flips.12``, ``kernel.no_turn_is_forfeited``."""

    of: str
    """One of :data:`KINDS`."""

    module: str
    """The Python name of the module that is changed."""

    start: int
    """The first character that is changed, counted from the beginning of the file."""

    before: str
    after: str
    change: str
    """The change in a line: ``before → after``."""

    function: str = ""
    """The function of a specification that is changed, if it is one."""

    first: Plan = ()
    """What to try first: rungs, and the units of each, by a pattern as for file names."""

    noticed_by: Plan = ()
    """What noticed it before, if it is on record."""

    @property
    def text(self) -> str:
        """The text of the file with the change in it."""
        text = source(self.module)
        end = self.start + len(self.before)
        assert text[self.start : end] == self.before
        return text[: self.start] + self.after + text[end:]


@dataclass(frozen=True)
class By:
    """Makes mutants of one module by hand."""

    of: str
    module: str
    first: Plan = ()
    """What to try first, unless a mutant says otherwise."""

    def __call__(
        self, name: str, before: str, after: str, function: str = "", first: Plan = ()
    ) -> Mutant:
        """Put one text in place of another, which the file has exactly once.

        Raises ValueError if the file has it more often, or not.
        """
        text, short = source(self.module), self.module.rpartition(".")[2]
        if (times := text.count(before)) != 1:
            raise ValueError(f"{self.module} has {before!r} {times} times, not once: {name}")
        shown = (" ".join(part.split()) or "(nothing)" for part in (before, after))
        return Mutant(
            f"{short}.{name}", self.of, self.module, text.index(before), before, after,
            " → ".join(shown), function, first or self.first,
        )  # fmt: skip


def file(module: str) -> Path:
    """Where the text of a module is."""
    found = find_spec(module)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin)


def source(module: str) -> str:
    """The text of a module."""
    return file(module).read_text(encoding="utf-8")


def fairly(mutants: Sequence[Mutant], number: int) -> list[Mutant]:
    """So many of them, evenly spread."""
    if len(mutants) <= number:
        return list(mutants)
    return [mutants[place * len(mutants) // number] for place in range(number)]
