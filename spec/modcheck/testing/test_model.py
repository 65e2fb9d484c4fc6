"""Test models: a module to check implementations against, and how to test it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from modcheck.testing import budget
from modcheck.testing.conventions import Convention
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.patterns import Advice, general_advice
from modcheck.testing.quick_machine import QuickMachine
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.runner import EventPredicate
from modcheck.testing.stand_ins import StandIns
from modspec.run.domains import Domains
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant
from modspec.syntax.module import Module
from modspec.syntax.rulebook import Rulebook
from modspec.syntax.variant import Variant


@dataclass(frozen=True)
class Idiom:
    """A way in which real programs are wrong that is more than one edit of the specification."""

    module: str
    """The Python name of the module whose function it replaces."""
    function: str
    result: str
    """What the function returns instead, as an expression of the module."""
    rules: tuple[str, ...]
    """The rules that it breaks, the first foremost."""
    text: str
    """What such a program does, in a few words."""
    is_narrow: bool = False
    """Whether it says more than a mutant of the function that explains the same."""


WhyDue: TypeAlias = Callable[[Mismatch, Machine], str]
"""Says why a reply is due that did not come, in a sentence about this case; empty if there is
nothing to say. The machine is the specification under the conventions in use."""


WhereToLook: TypeAlias = Callable[[Mutant], str]
"""Says what a program does that behaves as a mutant, and where its author may look; empty if no
sentence fits this mutant alone."""


WhereByRule: TypeAlias = Callable[[str, str], str]
"""Says what a routine does that breaks a rule, where no mutant does the same; empty if no sentence
is true of all programs of this kind. The first argument is the routine, the second is the rule."""


def no_place_by_rule(routine: str, rule: str) -> str:
    """Return nothing: a plain module has no sentences for its rules."""
    del routine, rule
    return ""


def no_place(mutant: Mutant) -> str:
    """Return nothing: a plain module has no sentences for its mutants."""
    del mutant
    return ""


def no_reason(mismatch: Mismatch, machine: Machine) -> str:
    """Return nothing: a plain module has no words for its states."""
    del mismatch, machine
    return ""


@dataclass(frozen=True)
class CoveringSuite:
    """Recorded traces that every implementation is asked."""

    complete_length: int
    """All games of at most so many transitions are in the suite."""
    short: Sequence[RecordedTrace]
    """These games, the shorter ones first, with every call in their last states."""
    longer: Callable[[], Sequence[RecordedTrace]] | None
    """All games of one transition more: played only to find the shortest mismatch. None if these
    are not recorded."""
    games: Sequence[RecordedTrace]
    """Games that reach all rare rules, those first that find most."""
    kills: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    """For each mutant some right replies of the short traces, and then of the games, that it would
    not give: trace number, position."""


@dataclass(frozen=True)
class TestModel:
    """A module to check implementations against, and how to test it."""

    __test__ = False  # pytest takes a class with this name for tests

    module: Module
    rulebook: Rulebook
    domains: Domains
    scenarios: Mapping[str, Sequence[Call]] = field(default_factory=dict)
    """Games that reach rare rules, by what they show, those first that find most."""
    goals: Mapping[str, EventPredicate] = field(default_factory=dict)
    """The coverage goals that a verdict counts, by name."""
    needs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The coverage goals without which a rule does not show, by the rule."""
    constants: Mapping[str, object] = field(default_factory=dict)
    """The constants that have other values than in the text, by name."""
    suite: Callable[[], CoveringSuite | None] | None = None
    """The recorded traces of the module as it stands, if there are any."""
    idioms: Sequence[Idiom] = ()
    """Ways in which real programs are wrong, besides the mutants."""
    guesses: Sequence[Idiom] = ()
    """More of these, which only serve to word a hint: no rule waits for them."""
    conventions: Sequence[Convention] = ()
    """How implementations may differ."""
    with_conventions: Callable[[Mapping[str, str]], TestModel] | None = None
    """Returns the test model under conventions, by name; None if there are none."""
    why_due: WhyDue = no_reason
    advice: Advice = general_advice
    where_to_look: WhereToLook = no_place
    where_by_rule: WhereByRule = no_place_by_rule
    short_length: int = budget.SHORT_LENGTH
    """Transitions of the short games that are all played where none are recorded, at most."""
    tour_states: int = 0
    """States in which each transition is made where no games are recorded, at most."""
    whole_states: int = 0
    """The same of a module that has no others."""
    random_length: int = budget.RANDOM_LENGTH
    """Transitions of random games, at most; the first one of each kind may be longer."""
    variant: Variant | None = None
    """The variant of the module, if it is one."""
    theorems: Module | None = None
    """Theorems from which access programs are derived that an implementation lacks."""

    stand_ins: StandIns = field(default_factory=dict)
    """Proved functions that are quicker than some of the specification, which they equal."""

    @cached_property
    def machine(self) -> Machine:
        """The specification as it stands; its memo serves one check after the other."""
        return QuickMachine(self.module, self.constants, stand_ins=self.stand_ins)

    @property
    def routines(self) -> tuple[str, ...]:
        """The access programs that the specification requires."""
        return tuple(function.name for function in self.module.access_programs)
