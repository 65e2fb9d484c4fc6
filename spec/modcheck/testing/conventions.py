"""Conventions: how implementations differ without being wrong, as long as they declare it.

A convention is declared, never guessed: by the person who asks for a verdict, or by the
implementation in its handshake. It changes one thing in the specification, or the form of calls, or
leaves calls out. Without the declaration the same difference is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import TypeAlias

from modcheck.system.implementation import Implementation, Reply
from modspec.run.machine import Call
from modspec.run.mutants import Mutant, mutants
from modspec.syntax.module import Module


class ConventionError(Exception):
    """An unknown convention, or an unknown value of one; the message lists the known ones."""


Translation: TypeAlias = Callable[[Call], Call | None]
"""Returns a call in another form; None if there is none."""


def _identity(call: Call) -> Call | None:
    return call


@dataclass(frozen=True)
class ConventionValue:
    """One way to follow a convention."""

    text: str
    """What it means, in a few words."""
    change: tuple[str, str, str] | None = None
    """What changes in the specification: the function, the text, the new text."""
    translate: Translation = _identity
    """Returns how a call is made; None if it cannot be made."""
    translate_in_game: Translation = _identity
    """Returns what a call of a game becomes when the changed specification plays the game."""
    trusted: frozenset[str] = frozenset()
    """The access programs that are not called where they would raise."""
    module: str = ""
    """The module that is to be implemented instead; empty: the same."""
    mistaken_for: frozenset[str] = frozenset()
    """The rules that an implementation seems to break if it does not declare this value."""


@dataclass(frozen=True)
class Convention:
    """A choice that implementations make in one way or another."""

    name: str
    text: str
    values: Mapping[str, ConventionValue]
    """By name, the usual one first."""

    @property
    def usual(self) -> str:
        """The value that is assumed where none is declared."""
        return next(iter(self.values))


@dataclass(frozen=True)
class Dialect:
    """The conventions that an implementation follows."""

    known: Sequence[Convention] = ()
    declared: Mapping[str, str] = field(default_factory=dict)
    """The declared values, by the name of the convention."""

    def __post_init__(self) -> None:
        by_name = {convention.name: convention for convention in self.known}
        for name, value in self.declared.items():
            if name not in by_name:
                raise ConventionError(f"no convention {name!r}; {_choice(name, by_name)}")
            values = by_name[name].values
            if value not in values:
                raise ConventionError(f"no value {value!r} of {name}; {_choice(value, values)}")

    @cached_property
    def unusual(self) -> dict[str, str]:
        """The conventions with an unusual value, and the value, in the order of those known."""
        return {
            convention.name: self.declared[convention.name]
            for convention in self.known
            if self.declared.get(convention.name, convention.usual) != convention.usual
        }

    @cached_property
    def values(self) -> list[ConventionValue]:
        """The unusual values."""
        by_name = {convention.name: convention.values for convention in self.known}
        return [by_name[name][value] for name, value in self.unusual.items()]

    @property
    def trusted_routines(self) -> frozenset[str]:
        """The access programs that are not called where they would raise."""
        return frozenset().union(*(value.trusted for value in self.values))

    @property
    def has_translations(self) -> bool:
        """Whether calls are made in another form."""
        return any(value.translate is not _identity for value in self.values)

    def changes(self, module: Module) -> list[Mutant]:
        """Return what changes in the specification."""
        return [_mutant(module, value.change) for value in self.values if value.change]

    def translate(self, call: Call) -> Call | None:
        """Return how a call is made; None if it cannot be made."""
        return _compose((value.translate for value in self.values), call)

    def translate_game(self, game: Iterable[Call]) -> tuple[Call, ...]:
        """Return a game of the reference specification in the form that the changed one plays."""
        calls = (_compose((v.translate_in_game for v in self.values), call) for call in game)
        return tuple(call for call in calls if call is not None)


def _compose(translations: Iterable[Translation], call: Call) -> Call | None:
    result: Call | None = call
    for translate in translations:
        result = None if result is None else translate(result)
    return result


def _choice(name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = get_close_matches(name, names, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names) or 'none'}"


def _mutant(module: Module, change: tuple[str, str, str]) -> Mutant:
    """Return the change as a mutant of the specification; LookupError if the text has changed."""
    for mutant in mutants(module):
        if (mutant.function, mutant.before, mutant.after) == change:
            return mutant
    raise LookupError(f"{module.name} has no text for the change {change}")


class TranslatedImplementation:
    """An implementation that is called in another form."""

    def __init__(self, implementation: Implementation, dialect: Dialect) -> None:
        """Call an implementation in the form that its conventions demand."""
        self._implementation, self._dialect = implementation, dialect
        self.name, self.routines = implementation.name, implementation.routines
        self.conventions = implementation.conventions

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """Return the replies to the calls, each made in the other form."""
        return self._implementation.answer([self._translate(call) for call in calls])

    def _translate(self, call: Call) -> Call:
        translation = self._dialect.translate(call)
        assert translation is not None  # the test plan leaves out what cannot be called
        return translation

    def close(self) -> None:
        """Close the implementation."""
        self._implementation.close()
