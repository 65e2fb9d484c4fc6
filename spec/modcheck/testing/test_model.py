"""Subject: a module to check implementations against, and what its author knows of playing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from modcheck.diagnosis.hints import Advice, general_advice
from modcheck.testing.conventions import Convention
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.runner import EventPredicate
from modspec.run.domains import Domains
from modspec.run.machine import Call, Machine
from modspec.syntax.module import Module
from modspec.syntax.rulebook import Rulebook


@dataclass(frozen=True)
class CoveringSuite:
    """What an implementation is always asked, recorded."""

    complete_length: int
    """All games of at most so many transitions are in it."""

    short: Sequence[RecordedTrace]
    """These games, the shorter ones first, with every call in their last states."""

    longer: Callable[[], Sequence[RecordedTrace]]
    """All games of one transition more, which are only played to find the shortest that shows something."""

    games: Sequence[RecordedTrace]
    """Games that reach all that is rare, those first that find most."""


@dataclass(frozen=True)
class TestModel:
    """A module to check implementations against, and what its author knows of playing it."""

    __test__ = False  # pytest takes a class with this name for tests

    module: Module
    rulebook: Rulebook
    domains: Domains
    scenarios: Mapping[str, Sequence[Call]] = field(default_factory=dict)
    """Games that reach the rare rules, by what they show, those first that find most."""

    goals: Mapping[str, EventPredicate] = field(default_factory=dict)
    """What a verdict counts, by name."""

    needs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The events in which rules show that do not show in most states, by the rule."""

    constants: Mapping[str, object] = field(default_factory=dict)
    """The constants that have other values than in the text, by name."""

    suite: Callable[[], CoveringSuite] | None = None
    """What was recorded of the module as it stands; None: nothing."""

    conventions: Sequence[Convention] = ()
    """How implementations may differ."""

    with_conventions: Callable[[Mapping[str, str]], TestModel] | None = None
    """The subject under conventions, by name; None if there are none."""

    advice: Advice = general_advice
    """What an implementation always misses, in words."""

    theorems: Module | None = None
    """Theorems that say what access programs equal, for implementations that offer fewer."""

    @cached_property
    def machine(self) -> Machine:
        """The specification as it stands; what it remembers serves one check after the other."""
        return Machine(self.module, self.constants)

    @property
    def routines(self) -> tuple[str, ...]:
        """The access programs that the specification asks for."""
        return tuple(function.name for function in self.module.access_programs)
