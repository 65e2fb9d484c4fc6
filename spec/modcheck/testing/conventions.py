"""Conventions: how implementations differ without being wrong, as long as they declare it.

A convention is declared, never guessed: by the person who asks for a verdict, or by the
implementation in its handshake. It changes one thing in the specification, or the form of calls and
replies, or leaves calls out. Without the declaration the same difference is a fault.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TypeAlias

from modcheck.near import near_match
from modcheck.system.implementation import Implementation, Reply
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant, Operator, mutants
from modspec.syntax.declaration import declare
from modspec.syntax.module import Module
from modspec.syntax.values import State


class ConventionError(Exception):
    """An unknown convention, or an unknown value of one; the message lists the known ones."""


Translation: TypeAlias = Callable[[Call], Call | None]
"""Returns a call in another form; None if there is none."""


ReplyReading: TypeAlias = Callable[[Call, Reply], Reply]
"""Returns the reply to a call as the specification has it."""


def _identity(call: Call) -> Call | None:
    return call


def _unread(call: Call, reply: Reply) -> Reply:
    del call
    return reply


@dataclass(frozen=True)
class Closing:
    """What ends a game of the program, once it is over by the specification."""

    is_over: str
    """The access program that says whether a game is over."""
    calls: tuple[Call, ...]
    """The calls that the checker makes then, before any other; their replies do not count."""


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
    read_reply: ReplyReading = _unread
    """Returns the reply to a call, in the specification's form, as the specification has it."""
    assumptions: Mapping[str, str] = field(default_factory=dict)
    """When access programs are called at all: by name, the condition, which calls the state
    ``{state}``. A module may lack some of them."""
    closing: Closing | None = None
    """What ends a game of the program; None if a game ends by itself."""
    module: str = ""
    """The module that is to be implemented instead; empty: the same."""
    mistaken_for: frozenset[str] = frozenset()
    """The rules that an implementation seems to break if it does not declare this value."""
    untested: frozenset[str] = frozenset()
    """The rules that no program can pass under this value, since too little is asked."""

    @property
    def is_suggested(self) -> bool:
        """Whether a verdict may suggest the value: it does more than switch a test off."""
        return not (self.trusted or self.untested)

    @property
    def suggested_for(self) -> frozenset[str]:
        """The broken rules for which a verdict may suggest the value."""
        return self.mistaken_for if self.is_suggested else frozenset()


@dataclass(frozen=True)
class Convention:
    """A choice that implementations make in one way or another."""

    name: str
    text: str
    values: Mapping[str, ConventionValue]
    """By name, the usual one first."""
    open_value: Callable[[str], ConventionValue | None] | None = None
    """Returns the value that a text of a certain form stands for, or None if it has another form;
    None if there are no values but those with a name."""
    open_form: str = ""
    """An example of that form."""

    def fit(self, module: Module) -> Convention:
        """Return the convention without the values whose change a module has no text for."""
        texts = {(each.function, each.before, each.after) for each in mutants(module)}
        values = {
            name: value
            for name, value in self.values.items()
            if value.change is None or value.change in texts
        }
        return replace(self, values=values)

    def value(self, name: str) -> ConventionValue:
        """Return the value of a name. Raises :class:`ConventionError` if there is none."""
        found = self.values.get(name)
        if found is None and self.open_value is not None:
            found = self.open_value(name)
        if found is None:
            example = f"; or write {self.open_form}" if self.open_form else ""
            near = near_match(name, self.values, "value")
            raise ConventionError(f"no value {name!r} of {self.name}; {near}{example}")
        return found

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
                raise ConventionError(
                    f"no convention {name!r}; {near_match(name, by_name, 'convention')}"
                )
            by_name[name].value(value)

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
        by_name = {convention.name: convention for convention in self.known}
        return [by_name[name].value(value) for name, value in self.unusual.items()]

    @property
    def trusted_routines(self) -> frozenset[str]:
        """The access programs that are not called where they would raise."""
        return frozenset().union(*(value.trusted for value in self.values))

    @property
    def has_translations(self) -> bool:
        """Whether calls are made in another form, or replies are read in another way."""
        return any(
            value.translate is not _identity or value.read_reply is not _unread or value.closing
            for value in self.values
        )

    @property
    def closings(self) -> list[Closing]:
        """What ends a game of the program."""
        return [value.closing for value in self.values if value.closing]

    @property
    def untested_rules(self) -> dict[str, str]:
        """The rules that cannot pass, each with the reason."""
        by_name = {convention.name: convention for convention in self.known}
        return {
            rule: f"the convention {name}={value} leaves too much out"
            for name, value in self.unusual.items()
            for rule in sorted(by_name[name].value(value).untested)
        }

    def changes(self, module: Module) -> list[Mutant]:
        """Return what changes in the specification."""
        declared = {function.name for function in declare(module.python_name).functions}
        return [
            *(_mutant(module, value.change) for value in self.values if value.change),
            *(
                _assuming_mutant(module, function, condition)
                for value in self.values
                for function, condition in value.assumptions.items()
                if function in declared
            ),
        ]

    def translate(self, call: Call) -> Call | None:
        """Return how a call is made; None if it cannot be made."""
        return _compose((value.translate for value in self.values), call)

    def read_reply(self, call: Call, reply: Reply) -> Reply:
        """Return the reply to a call as the specification has it."""
        for value in self.values:
            reply = value.read_reply(call, reply)
        return reply

    def translate_game(self, game: Iterable[Call]) -> tuple[Call, ...]:
        """Return a game of the reference specification in the form that the changed one plays."""
        calls = (_compose((v.translate_in_game for v in self.values), call) for call in game)
        return tuple(call for call in calls if call is not None)


def _compose(translations: Iterable[Translation], call: Call) -> Call | None:
    result: Call | None = call
    for translate in translations:
        result = None if result is None else translate(result)
    return result


def _mutant(module: Module, change: tuple[str, str, str]) -> Mutant:
    """Return the change as a mutant of the specification; LookupError if the text has changed."""
    for mutant in mutants(module):
        if (mutant.function, mutant.before, mutant.after) == change:
            return mutant
    raise LookupError(f"{module.name} has no text for the change {change}")


def _assuming_mutant(module: Module, function: str, condition: str) -> Mutant:
    """Return the specification in which a function is defined only under a condition.

    The assumption takes the place of the function's docstring, so that no other place moves.
    """
    condition = condition.format(state=declare(module.python_name)[function].state)
    assumption = ast.parse(f"assert {condition}").body[0]
    return Mutant(
        module.python_name,
        function,
        Operator.RESTRICT,
        (),
        0,
        "(nothing)",
        f"assert {condition}",
        ("body", 0),
        assumption,
    )


class TranslatedImplementation:
    """An implementation that is called in another form."""

    def __init__(
        self, implementation: Implementation, dialect: Dialect, machine: Machine | None = None
    ) -> None:
        """Call an implementation in the form that its conventions demand.

        The machine, the specification under these conventions, says when a game is over; it is
        needed only if the implementation has to be told.
        """
        self._implementation, self._dialect = implementation, dialect
        self._translate = cache(self._translation)  # games have few different calls
        self._followed = None
        if machine is not None and dialect.closings:
            self._followed = _FollowedGame(machine, dialect.closings)
        self.name, self.routines = implementation.name, implementation.routines
        self.conventions = implementation.conventions

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """Return the replies to the calls, each made in the other form."""
        sent: list[Call] = []
        ends: list[int] = []
        for call in calls:
            sent += [self._translate(call), *(self._followed.after(call) if self._followed else ())]
            ends.append(len(sent))
        replies = self._implementation.answer(sent)
        starts = [0, *ends][: len(calls)]
        return [
            self._dialect.read_reply(call, self._own_reply(replies[start:end]))
            for call, start, end in zip(calls, starts, ends, strict=True)
        ]

    @staticmethod
    def _own_reply(replies: Sequence[Reply]) -> Reply:
        """Return the reply to a call; if a call that closes the game breaks down, that fault."""
        return next((reply for reply in replies if reply.fault is not None), replies[0])

    def _translation(self, call: Call) -> Call:
        translation = self._dialect.translate(call)
        assert translation is not None  # the test plan leaves out what cannot be called
        return translation

    def close(self) -> None:
        """Close the implementation."""
        self._implementation.close()


class _FollowedGame:
    """A game, as the specification has it after each call."""

    def __init__(self, machine: Machine, closings: Sequence[Closing]) -> None:
        self._machine, self._closings = machine, closings
        self._state: State | None = None

    def after(self, call: Call) -> tuple[Call, ...]:
        """Follow a call; return the calls that have to be made after it."""
        machine = self._machine
        if not machine.routine(call.routine).is_transition:
            return ()
        try:
            outcome = machine.call(self._state, call.routine, call.arguments)
        except machine.undefined_errors:
            return ()
        if outcome.exception is not None:
            return ()
        self._state = outcome.state
        return tuple(
            each
            for closing in self._closings
            if machine.call(self._state, closing.is_over).output
            for each in closing.calls
        )
