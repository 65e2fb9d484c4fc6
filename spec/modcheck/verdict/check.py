"""Check: from an implementation to a verdict.

When something deviates, the rule that is broken is looked for, and a variant of the specification that behaves as the
implementation does. The check then goes on with the variant in the specification's place, so that the next thing found
is another fault and not the first once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from modcheck.diagnosis.answers import leaves_behind
from modcheck.diagnosis.diagnose import diagnose
from modcheck.diagnosis.hints import hints
from modcheck.diagnosis.masking import (
    Functions,
    depends_on,
    masked_routines,
    suspected_functions,
    vouched_for,
)
from modcheck.diagnosis.mutated_oracle import is_right_by
from modcheck.diagnosis.shrink import at_source, shrunk
from modcheck.system.implementation import Implementation, ImplementationError
from modcheck.testing.conventions import ConventionError, Dialect, TranslatedImplementation
from modcheck.testing.coverage import Coverage, StageCoverage
from modcheck.testing.derive import DerivingImplementation, derived_operations, support_of
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.plan import RARE_GAMES, CheckOptions, TestPlan
from modcheck.testing.runner import Progress, Runner, Stage
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Purpose, TraceGenerator
from modcheck.verdict.rule_status import cites, rule_statuses
from modcheck.verdict.verdict import Fault, Verdict, explanation_of
from modspec.run.machine import QUERIES_PURE, Call, Machine, observed_variable
from modspec.run.mutants import Mutant, combine
from modspec.syntax.module import Clause
from modspec.syntax.relations import reachable, reachable_from

MOST_FAULTS: Final = 5
"""So many are reported: who has more to mend begins with these."""


def check(
    subject: TestModel,
    make: Callable[[], Implementation],
    options: CheckOptions | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """The verdict on an implementation; ``make`` gives a fresh one.

    Raises :class:`ImplementationError` if it cannot be judged: it does not start, say, or has nothing that begins a
    game; and :class:`~modcheck.testing.conventions.ConventionError` if there is no such convention.
    """
    return _Check(subject, make, options or CheckOptions(), progress).verdict()


def _terms(subject: TestModel, implementation: Implementation, options: CheckOptions) -> Dialect:
    """The conventions that are declared: by the implementation, and above that by whoever asks."""
    known = {convention.name for convention in subject.conventions}
    own = implementation.conventions if known else {}
    try:
        Dialect(subject.conventions, own)
    except ConventionError as error:
        implementation.close()
        raise ImplementationError(
            f"{implementation.name} declares conventions that mean nothing: {error}"
        ) from error
    return Dialect(subject.conventions, {**own, **options.declared})


class _Check:
    """One check, from the first call to the last."""

    def __init__(
        self,
        subject: TestModel,
        make: Callable[[], Implementation],
        options: CheckOptions,
        progress: Progress | None,
    ) -> None:
        self.subject, self.options, self._progress = subject, options, progress
        first = make()
        self.terms = _terms(subject, first, options)
        self.plain = subject.machine
        self.believed = self.terms.changes(subject.module)
        self.machine = (
            self.plain.with_edits(combine(self.believed)) if self.believed else self.plain
        )
        self.name = first.name
        recipes = derived_operations(subject.theorems, subject.module) if subject.theorems else {}
        self.offer, self._recipes = support_of(first.routines, subject.module, recipes)
        self.plan = TestPlan(subject, self.terms, self.offer, options)
        self._starting = [first]
        self._make = make
        self._demand_a_beginning(first)
        self.tally = Coverage()
        self.phases_done: list[StageCoverage] = []
        self.faults: list[Fault] = []
        self.suspects: Functions = frozenset()
        self.blocked: dict[str, str] = {}
        self.trusted = frozenset(
            (function.name, exception)
            for function in subject.module.access_programs
            if function.name in self.terms.trusted_routines
            for exception in function.raises
        )
        self.muted: frozenset[str] = frozenset()
        self.avoided = False
        self.each_afresh = False
        self.examiner = self._examiner(self.machine)

    def _demand_a_beginning(self, implementation: Implementation) -> None:
        initializers = [function.name for function in self.subject.module.initializers]
        if not set(initializers) & implementation.routines:
            implementation.close()
            raise ImplementationError(
                f"{implementation.name} offers no {' or '.join(initializers)}, by which "
                f"{self.subject.module.name} begins; it asks for {', '.join(self.subject.routines)}"
            )

    def _examiner(self, machine: Machine) -> Runner:
        """One that believes in a machine."""
        write = TraceGenerator(
            machine,
            self.subject.domains,
            self.options.seed,
            is_wanted=self._wanted,
            trusted=self.trusted,
        )
        return Runner(
            write,
            self._fresh,
            self.subject.goals,
            self._progress,
            self.tally,
            self.phases_done,
            self.plain,
            self.believed,
            self.plan.all_games if machine is self.plain and not self.muted else None,
            self.each_afresh,
            self.plan.scenarios,
        )

    def _wanted(self, call: Call) -> bool:
        """Whether a call can be made."""
        return call.routine not in self.muted and self.plan.can_call(call)

    def _fresh(self) -> Implementation:
        implementation = self._starting.pop() if self._starting else self._make()
        if self.terms.translates:
            implementation = TranslatedImplementation(implementation, self.terms)
        if self._recipes:
            implementation = DerivingImplementation(implementation, self._recipes, self.machine)
        return implementation

    # -- what is found -----------------------------------------------------------------------------

    def verdict(self) -> Verdict:
        """Play until nothing new is found."""
        found = self._first(self.plan.stages())
        while found is not None and self._take(found) and len(self.faults) < MOST_FAULTS:
            found = self._first(self._once_more())
        self.examiner.fresh()
        if found is not None:
            self.blocked = dict.fromkeys(self.subject.routines, self._because())
        broken = frozenset(fault.rule for fault in self.faults)
        return Verdict(
            implementation=self.name,
            module=self.subject.module.name,
            coverage=self.tally,
            seed=self.options.seed,
            support=self.offer,
            rules=rule_statuses(
                self.subject.module,
                self.subject.rulebook,
                self.offer,
                self.tally,
                broken,
                self.blocked,
                self._unseen(),
            ),
            faults=tuple(self.faults),
            stages=tuple(self.phases_done),
            conventions=self.terms.unusual,
            confinement=self.options.confinement,
            suggestion=self._suggestion(),
        )

    def _unseen(self) -> dict[str, str]:
        """The rules that did not show in the games that could still be judged, with what would have to happen."""
        happened = self.tally.events
        missing = {
            rule: next(
                (name for name in names if name in self.subject.goals and not happened[name]), None
            )
            for rule, names in self.subject.needs.items()
        }
        return {rule: name for rule, name in missing.items() if name and self.faults}

    def _once_more(self) -> Iterator[Stage]:
        as_it_stands = self.examiner.generator.machine is self.plain and not self.avoided
        yield from self.plan.followup_stages(as_it_stands, self.muted)
        if self.each_afresh and not any(map(self._is_of_a_later_game, self.faults)):
            yield self.plan.later_games()
        yield self.plan.rare_games(lambda: {name for name, n in self.tally.events.items() if n})

    def _is_of_a_later_game(self, fault: Fault) -> bool:
        """Whether a fault is that a game does not begin as the first one does."""
        return bool(fault.mismatch.history) and self.plain.is_initializer(
            fault.mismatch.culprit.call
        )

    def _first(self, phases: Iterable[Stage]) -> tuple[Mismatch, str, int, int] | None:
        """The first deviation that is news: with its phase, the calls made till then, and what was tried before."""
        for phase in phases:
            for deviation in self.examiner.mismatches(phase):
                is_rare = phase.name == RARE_GAMES
                if self._is_known(deviation) or (is_rare and not self._is_seldom(deviation)):
                    continue
                if not depends_on(deviation, self.examiner.generator.machine) & self.suspects:
                    return deviation, phase.name, self.tally.calls + 1, phase.complete_length
        return None

    def _is_known(self, deviation: Mismatch) -> bool:
        """Whether it is of a later game, and known that these do not begin as they should."""
        begun = sum(map(self.plain.is_initializer, (*deviation.history, deviation.culprit.call)))
        return begun > 1 and any(map(self._is_of_a_later_game, self.faults))

    def _take(self, found: tuple[Mismatch, str, int, int]) -> bool:
        """Judge a deviation; whether it makes sense to go on."""
        deviation, phase, calls, tried = found
        examiner = self.examiner
        if not self.faults and deviation.reply.fault is None:
            examiner.restarts_each_trace = self.each_afresh = leaves_behind(examiner)
        deviation = shrunk(deviation, examiner, tried, self.options.effort)
        deviation = at_source(deviation, self.offer.derived, examiner)
        if self.faults and not self._is_wrong(deviation):
            last = self.faults[-1]  # it is not as it seemed
            plain = replace(last.diagnosis, mutant=None)
            self.faults[-1] = replace(last, diagnosis=plain, hints=())
            return self._avoid(last) and self._believe([])
        diagnosis = diagnose(deviation, examiner)
        stated, witness = explanation_of(diagnosis)
        given = tuple(f.rule for f in self.faults if f.diagnosis.mutant in self.believed)
        fault = Fault(deviation, diagnosis, stated, witness, phase, calls, given=given)
        if any(self._is_the_same(fault, other) for other in self.faults):
            return self._avoid(fault) or self._avoid(replace(fault, mismatch=found[0]))
        self.faults.append(replace(fault, hints=self._hints(fault)))
        self._underive(fault)
        if deviation.reply.fault is not None and not deviation.reply.goes_on:
            return False
        if self.each_afresh and self._is_of_a_later_game(fault):
            return True  # in first games nothing comes of it
        known = [variant for each in self.faults if (variant := each.diagnosis.mutant)]
        return (diagnosis.mutant is not None and self._believe(known)) or self._avoid(fault)

    def _is_seldom(self, deviation: Mismatch) -> bool:
        """Whether what deviates is what only shows in rare games.

        Anything else would have shown before: the change that explains a fault before does so nearly, and no more.
        """
        machine = self.examiner.generator.machine
        asked, blamed = (
            machine.routine(step.call.routine) for step in (deviation.step, deviation.culprit)
        )
        variable = observed_variable(asked)
        clauses: list[Clause] = [c for c in blamed.transition if c.variable == variable]
        clauses += [asked.output] if asked.output and asked not in machine.observers else []
        return any(cites(clause, rule) for clause in clauses for rule in self.subject.needs)

    def _is_the_same(self, fault: Fault, other: Fault) -> bool:
        """Whether two faults are one: they break the same rule, or down in the same way, where both apply the same."""
        if fault.rule or other.rule:
            return fault.rule == other.rule
        machine = self.examiner.generator.machine
        alike = fault.mismatch.reply == other.mismatch.reply
        return alike and bool(
            depends_on(fault.mismatch, machine) & depends_on(other.mismatch, machine)
        )

    def _underive(self, fault: Fault) -> None:
        """Ask no more for what is derived from the answers of an access program that answers wrongly."""
        wrong = {fault.mismatch.step.call.routine, fault.mismatch.culprit.call.routine}
        while (
            more := {name for name, others in self.offer.derived.items() if wrong & {*others}}
            - wrong
        ):
            wrong |= more
        for name in wrong & set(self.offer.derived):
            self.blocked.setdefault(name, f"it is derived from what breaks {fault.rule or 'down'}")
            self._mute(frozenset(), frozenset({name}))

    def _hints(self, fault: Fault) -> tuple[str, ...]:
        """What to look at, asked of the implementation in some states of the landmarks."""
        if fault.is_breakdown:
            return ()
        return hints(
            fault.mismatch,
            fault.diagnosis,
            self.examiner,
            self.plan.short_and_long,
            self.subject.advice,
        )

    def _believe(self, variants: list[Mutant]) -> bool:
        """Go on with the specification so changed; whether it can be."""
        changes = [*self.terms.changes(self.subject.module), *variants]
        try:
            machine = self.plain.with_edits(combine(changes)) if changes else self.plain
        except (LookupError, AttributeError, TypeError):  # one change lies within another
            return False
        self.examiner.fresh()
        self.believed = changes
        self.examiner = self._examiner(machine)
        return True

    def _is_wrong(self, deviation: Mismatch) -> bool:
        """Whether what deviates from a changed specification deviates from the specification as well, in the same state.

        If it does not, the implementation is right there, and the change is not what it does.
        """
        believed = self.examiner.generator.machine is not self.machine
        return not (believed and is_right_by(self.machine, deviation))

    def _avoid(self, fault: Fault) -> bool:
        """Let nothing that this fault may bring about count as another; whether that can be."""
        deviation = fault.mismatch
        routine = deviation.culprit.call.routine
        why = f"{fault.rule or 'an earlier fault'} has to be right first"
        machine = self.examiner.generator.machine
        due = deviation.culprit.expected.exception
        suspects = suspected_functions(deviation, fault.diagnosis.location, machine)
        muted = False
        if deviation.culprit.purpose is Purpose.REJECTED and due is not None:
            muted = self._mute(frozenset({(routine, due)}), frozenset())
            suspects -= reachable([machine.routine(routine)]) - reachable_from(
                c for c in machine.routine(routine).exceptions if c.exception == due
            )
        elif deviation.culprit.purpose is not Purpose.COMMAND:
            self.blocked.setdefault(routine, why)
            muted = self._mute(frozenset(), frozenset({routine}))
            if fault.rule == QUERIES_PURE:
                return muted
        new = suspects - vouched_for(deviation, self.examiner) - self.suspects
        new = new or (frozenset() if muted else suspects - self.suspects)
        self.suspects |= new
        for name in masked_routines(new, machine):
            self.blocked.setdefault(name, why)
        return muted or bool(new)

    def _mute(self, trusted: frozenset[tuple[str, str]], routines: frozenset[str]) -> bool:
        """Do not make such calls any more; whether they were made until now."""
        before = self.trusted, self.muted
        self.trusted, self.muted = self.trusted | trusted, self.muted | routines
        self.avoided = self.avoided or bool(trusted)
        self.examiner.fresh()
        self.examiner = self._examiner(self.examiner.generator.machine)
        return before != (self.trusted, self.muted)

    def _suggestion(self) -> tuple[str, str] | None:
        """A convention under which nothing would be wrong, if the first fault looks like one that was not declared."""
        if not self.faults or self.subject.with_conventions is None:
            return None
        for convention in self.subject.conventions:
            for name, value in convention.values.items():
                declared = {**self.options.declared, convention.name: name}
                if convention.name in self.options.declared:
                    continue
                if self.faults[0].rule in value.mistaken_for:
                    options = replace(self.options, declared=declared, games=0, extra_stages=())
                    other = _Check(
                        self.subject.with_conventions(declared), self._make, options, self._progress
                    )
                    if other.is_flawless():
                        return convention.name, name
        return None

    def is_flawless(self) -> bool:
        """Whether nothing deviates, and no transition is missing without which games cannot go on."""
        unchecked = map(self.plain.routine, self.offer.unchecked)
        try:
            return not any(function.is_transition for function in unchecked) and (
                self._first(self.plan.quick_stages()) is None
            )
        finally:
            self.examiner.fresh()
            for implementation in self._starting:
                implementation.close()

    def _because(self) -> str:
        """Why nothing more was judged."""
        if len(self.faults) < MOST_FAULTS:
            return "it broke down; that has to be mended first"
        return f"there are {MOST_FAULTS} faults or more; mend these first"
