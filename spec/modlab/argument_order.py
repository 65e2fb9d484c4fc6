"""Argument order: SPEC stands first, but for a few words, and people give it in another place.

A file is never run to see whether it is a specification: it may be somebody's program.
"""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from modlab.commands.errors import Usage
from modspec.syntax.places import is_importable

_USES_MODSPEC: Final = re.compile(rb"^\s*(?:from|import)\s+modspec\b", re.MULTILINE)


@dataclass(frozen=True)
class WordBeforeSpec:
    """A word that stands before SPEC."""

    name: str
    """What it is called in an error; empty: as it is."""

    example: str
    is_right: Callable[[str], bool]
    """Whether a word may stand there."""


@dataclass(frozen=True)
class ArgumentOrder:
    """The order of the arguments of a command: SPEC, and others."""

    line: str
    """The command, with that of which it is a part: ``modspec init``."""

    before: WordBeforeSpec | None
    is_about_programs: bool
    takes_words: bool = True
    """Whether words may stand after SPEC."""

    takes_only: bool = False
    """Whether the option ``--only`` takes the names of functions."""

    def demand(self, args: Sequence[str], words: Collection[int]) -> None:
        """Raise Usage if there is no SPEC where it is due, with the line that would be right.

        ``words`` are the places of the arguments that are neither options nor their values.
        """
        given = [args[at] for at in words]
        options = [arg for at, arg in enumerate(args) if at not in words]
        due = given[self.before is not None :]
        if due and _is_specification(due[0]) and not self._has_first_elsewhere(given):
            return
        spec = next(filter(_is_specification, given), None)
        if spec is not None:
            given.remove(spec)
            raise Usage(self._right_line(spec, given, options))
        if due and self.before is None and _is_empty(due[0]):
            raise Usage(f"{due[0]} is empty; write your specification in it, or name another file")
        if due and self.before is None and (reason := self._refusal(due[0])):
            is_for_spec = due[0].endswith(".py") and bool(due[1:] or "--impl" in options)
            right = shlex.join([*due[is_for_spec:], *options])
            raise Usage(f"{reason}; the specification comes first: {self.line} SPEC {right}")

    def _has_first_elsewhere(self, given: Sequence[str]) -> bool:
        """Whether what stands before SPEC is given, but not as the first word."""
        if self.before is None or self.before.is_right(given[0]):
            return False
        return any(map(self.before.is_right, given[1:]))

    def _right_line(self, spec: str, others: list[str], options: Sequence[str]) -> str:
        """Return what comes first, and the line with SPEC in its place."""
        if self.before is None:
            if not self.takes_words:
                names = others if self.takes_only else []
                others = [part for name in names for part in ("--only", name)]
            right = shlex.join([spec, *others, *options])
            return f"the specification comes first: {self.line} {right}"
        first = next(filter(self.before.is_right, others), None)
        if first is not None:
            others.remove(first)
        such = ":" if first else ", as in"
        first = first or self.before.example
        right = shlex.join([first, spec, *others, *options])
        named = self.before.name or first
        return f"{named} comes first, then the specification{such} {self.line} {right}"

    def _refusal(self, word: str) -> str:
        """Return why a word names no specification; empty if it may name one."""
        if word.endswith(".py"):
            is_program = self.is_about_programs and _is_python(word) and not _is_specification(word)
            return f"{word} does not import modspec, as a specification does" if is_program else ""
        if _is_there(word) or all(part.isidentifier() for part in word.split(".")):
            return ""
        return f"{word!r} is no specification"


def _is_python(word: str) -> bool:
    """Whether a word names a file that Python can read."""
    try:
        ast.parse(Path(word).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _is_there(word: str) -> bool:
    """Whether a word names a file or a folder."""
    try:
        return Path(word).exists()
    except (OSError, ValueError):  # as a name that is too long
        return False


def _is_empty(word: str) -> bool:
    """Whether a word names a file in Python without any text."""
    try:
        return word.endswith(".py") and not Path(word).read_bytes().strip()
    except (OSError, ValueError):  # it is a folder, or has a name that is too long
        return False


def _is_specification(word: str) -> bool:
    """Whether a word names a file that uses the notation, or a module of a package."""
    if word.endswith(".py"):
        try:
            return bool(_USES_MODSPEC.search(Path(word).read_bytes()))
        except (OSError, ValueError):
            return False
    package, dot, rest = word.partition(".")
    is_dotted = bool(dot) and all(part.isidentifier() for part in rest.split("."))
    return is_dotted and package.isidentifier() and is_importable(package)
