"""Check: from an implementation to a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from modspec.checking.diagnose import diagnose
from modspec.checking.examine import EventPredicate, Examiner, Plan, Progress
from modspec.checking.implementation import Implementation, ImplementationError
from modspec.checking.offer import Offer
from modspec.checking.script import Playwright
from modspec.checking.standing import standings
from modspec.checking.verdict import Fault, Verdict, explained
from modspec.domains import Domains
from modspec.module import Module
from modspec.readings.run import Call, Machine
from modspec.rules import Rulebook


@dataclass(frozen=True)
class Subject:
    """A module to check implementations against, and what its author knows of playing it."""

    module: Module
    rulebook: Rulebook
    domains: Domains
    landmarks: Mapping[str, Sequence[Call]] = field(default_factory=dict)
    """Games that reach the rare rules, by what they show."""

    events: Mapping[str, EventPredicate] = field(default_factory=dict)
    """What a verdict counts, by name."""

    constants: Mapping[str, object] = field(default_factory=dict)
    """The constants that have other values than in the text, by name."""

    @property
    def routines(self) -> tuple[str, ...]:
        """The access programs that an implementation has to offer."""
        return tuple(function.name for function in self.module.access_programs)


def check(
    subject: Subject,
    make: Callable[[], Implementation],
    seed: int = 0,
    games: int = 1,
    progress: Progress | None = None,
) -> Verdict:
    """The verdict on an implementation; ``make`` gives a fresh one.

    ``seed`` and ``games`` decide which games are played at random, and how many. Raises
    :class:`ImplementationError` if it cannot be judged: it does not start, or lacks a routine.
    """
    machine = Machine(subject.module, subject.constants)
    playwright = Playwright(machine, subject.domains, seed)
    examiner = Examiner(playwright, make, subject.events, progress)
    implementation = examiner.implementation
    _demand_routines(subject, implementation)
    landmarks = {name: tuple(calls) for name, calls in subject.landmarks.items()}
    deviation = examiner.examine(Plan(landmarks=landmarks, random=games))
    calls, phase = examiner.tally.calls + 1, examiner.phases[-1].name
    faults = []
    if deviation:
        diagnosis = diagnose(deviation, examiner)
        formula, witness = explained(diagnosis)
        faults.append(Fault(deviation, diagnosis, formula, witness, phase, calls))
    examiner.fresh()
    offer = Offer(subject.routines)
    broken = frozenset(fault.rule for fault in faults)
    return Verdict(
        implementation=implementation.name,
        module=subject.module.name,
        tally=examiner.tally,
        seed=seed,
        offer=offer,
        rules=standings(subject.module, subject.rulebook, offer, examiner.tally, broken),
        faults=tuple(faults),
        phases=tuple(examiner.phases),
    )


def _demand_routines(subject: Subject, implementation: Implementation) -> None:
    missing = [name for name in subject.routines if name not in implementation.routines]
    if missing:
        implementation.close()
        raise ImplementationError(
            f"{implementation.name} offers no {', '.join(missing)}; "
            f"{subject.module.name} asks for {', '.join(subject.routines)}"
        )
