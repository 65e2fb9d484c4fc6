"""Conventions: how implementations differ without being wrong, as long as they say so.

A convention is declared, never guessed: by whoever asks for a verdict, or by the implementation as it shakes
hands. It reads the specification with one thing changed, or has calls made in another form, or not at all. Without the
declaration the same deviation is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property

from modcheck.system.implementation import Implementation, Reply
from modspec.run.machine import Call
from modspec.run.mutants import Mutant, mutants
from modspec.syntax.module import Module


class ConventionError(Exception):
    """A convention, or a value of one, that there is not; the message says which there are."""


def _as_it_is(call: Call) -> Call | None:
    return call


@dataclass(frozen=True)
class ConventionValue:
    """One way to do it."""

    text: str
    """What it means, in a few words."""

    change: tuple[str, str, str] | None = None
    """What stands otherwise in the specification: in which function, what, and what instead."""

    translate: Callable[[Call], Call | None] = _as_it_is
    """How a call is made; None: it cannot be."""

    translate_in_game: Callable[[Call], Call | None] = _as_it_is
    """What a call of a game becomes when the game is played by the changed specification."""

    trusted: frozenset[str] = frozenset()
    """The access programs that are not called where they would raise."""

    module: str = ""
    """The module that is to be implemented instead; empty: the same."""

    mistaken_for: frozenset[str] = frozenset()
    """The rules that an implementation seems to break if it has this convention and does not say so."""


@dataclass(frozen=True)
class Convention:
    """Something that is done in one way or another."""

    name: str
    text: str
    values: Mapping[str, ConventionValue]
    """By name, the usual one first."""

    @property
    def usual(self) -> str:
        """The value that is supposed where nothing is declared."""
        return next(iter(self.values))


@dataclass(frozen=True)
class Dialect:
    """The values that are declared."""

    known: Sequence[Convention] = ()
    declared: Mapping[str, str] = field(default_factory=dict)
    """By the name of the convention."""

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
        """The conventions that differ from what is usual, with their values, in the order of those known."""
        return {
            convention.name: self.declared[convention.name]
            for convention in self.known
            if self.declared.get(convention.name, convention.usual) != convention.usual
        }

    @cached_property
    def values(self) -> list[ConventionValue]:
        """The values that differ from what is usual."""
        by_name = {convention.name: convention.values for convention in self.known}
        return [by_name[name][value] for name, value in self.unusual.items()]

    @property
    def trusted_routines(self) -> frozenset[str]:
        """The access programs that are not called where they would raise."""
        return frozenset().union(*(value.trusted for value in self.values))

    @property
    def translates(self) -> bool:
        """Whether calls are made in another form."""
        return any(value.translate is not _as_it_is for value in self.values)

    def changes(self, module: Module) -> list[Mutant]:
        """What is otherwise in the specification as it is to be read."""
        return [_variant(module, value.change) for value in self.values if value.change]

    def translate(self, call: Call) -> Call | None:
        """How a call is made; None: it cannot be."""
        return (
            call if not self.values else _through((value.translate for value in self.values), call)
        )

    def translate_game(self, game: Iterable[Call]) -> tuple[Call, ...]:
        """A game of the specification as it stands, as it is played by the one that is read."""
        calls = (
            _through((value.translate_in_game for value in self.values), call) for call in game
        )
        return tuple(call for call in calls if call is not None)

    def with_value(self, name: str, value: str) -> Dialect:
        """These, with one more declaration."""
        return Dialect(self.known, {**self.declared, name: value})


def _through(ways: Iterable[Callable[[Call], Call | None]], call: Call) -> Call | None:
    result: Call | None = call
    for way in ways:
        result = None if result is None else way(result)
    return result


def _choice(name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = get_close_matches(name, names, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names) or 'none'}"


def _variant(module: Module, change: tuple[str, str, str]) -> Mutant:
    """The change as one of the specification's variants; LookupError if the text is not as it was."""
    for variant in mutants(module):
        if (variant.function, variant.before, variant.after) == change:
            return variant
    raise LookupError(f"{module.name} has nothing like {change}")


class TranslatedImplementation:
    """An implementation that is called in another form."""

    def __init__(self, implementation: Implementation, terms: Dialect) -> None:
        self._implementation, self._terms = implementation, terms
        self.name, self.routines = implementation.name, implementation.routines
        self.conventions = implementation.conventions

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """The replies to the calls, each made as the terms have it."""
        return self._implementation.answer([self._made(call) for call in calls])

    def _made(self, call: Call) -> Call:
        made = self._terms.translate(call)
        assert made is not None  # what cannot be made is not asked for
        return made

    def close(self) -> None:
        """Let go of the implementation."""
        self._implementation.close()
