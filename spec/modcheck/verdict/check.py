"""Check: from an implementation to a verdict.

At a mismatch, the check looks for the rule that is broken, and for a mutant of the specification
that behaves as the implementation does. It then continues with the mutant in the place of the
specification, so that the next mismatch shows another fault and not the first one again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

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
from modcheck.near import near_names, near_names_text
from modcheck.system.implementation import Implementation, ImplementationError
from modcheck.testing import budget
from modcheck.testing.conventions import ConventionError, Dialect, TranslatedImplementation
from modcheck.testing.derive import DerivingImplementation, derived_operations, support_of
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.plan import RARE, CheckOptions, TestPlan
from modcheck.testing.runner import Coverage, Progress, Runner, Stage
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Purpose, TraceGenerator
from modcheck.verdict.rule_status import cites, rule_statuses
from modcheck.verdict.verdict import Fault, Verdict, explanation_of
from modspec.run.machine import QUERIES_PURE, Call, Machine, observed_variable
from modspec.run.mutants import Mutant, combine
from modspec.syntax.module import Clause
from modspec.syntax.relations import reachable, reachable_from


def check(
    model: TestModel,
    make: Callable[[], Implementation],
    options: CheckOptions | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Return the verdict on an implementation; ``make`` returns a fresh one.

    Raises :class:`ImplementationError` if the implementation cannot be judged: it does not start,
    for example, or has no initialiser. Raises
    :class:`~modcheck.testing.conventions.ConventionError` for an unknown convention.
    """
    return _Check(model, make, options or CheckOptions(), progress).verdict()


def _dialect(model: TestModel, implementation: Implementation, options: CheckOptions) -> Dialect:
    """Return the declared conventions; the options have priority over the implementation."""
    known = {convention.name for convention in model.conventions}
    own = implementation.conventions if known else {}
    try:
        Dialect(model.conventions, own)
    except ConventionError as error:
        implementation.close()
        raise ImplementationError(
            f"{implementation.name} declares an unknown convention: {error}"
        ) from error
    return Dialect(model.conventions, {**own, **options.declared})


class _Check:
    """One check, from the first call to the last."""

    def __init__(
        self,
        model: TestModel,
        make: Callable[[], Implementation],
        options: CheckOptions,
        progress: Progress | None,
    ) -> None:
        self.model, self.options, self._progress = model, options, progress
        first = make()
        self.dialect = _dialect(model, first, options)
        self.reference = model.machine
        self.assumed = self.dialect.changes(model.module)
        self.machine = (
            self.reference.with_edits(combine(self.assumed)) if self.assumed else self.reference
        )
        self.name = first.name
        operations = derived_operations(model.theorems, model.module) if model.theorems else {}
        self.support, self._operations = support_of(first.routines, model.module, operations)
        self.plan = TestPlan(model, self.dialect, self.support, options)
        self._starting = [first]
        self._make = make
        self._demand_an_initializer(first)
        self.coverage = Coverage()
        self.faults: list[Fault] = []
        self.suspects: Functions = frozenset()
        self.blocked: dict[str, str] = {}
        self.trusted = frozenset(
            (function.name, exception)
            for function in model.module.access_programs
            if function.name in self.dialect.trusted_routines
            for exception in function.raises
        )
        self.muted: frozenset[str] = frozenset()
        self.has_trusted_calls = False
        self.restarts_each_trace = False
        self.runner = self._new_runner(self.machine)

    def _demand_an_initializer(self, implementation: Implementation) -> None:
        initializers = [function.name for function in self.model.module.initializers]
        if not set(initializers) & implementation.routines:
            implementation.close()
            near = near_names(self.model.routines, implementation.routines)
            rename = f"; rename {near_names_text(near)}" if near else ""
            raise ImplementationError(
                f"{implementation.name} offers no {' or '.join(initializers)}, by which "
                f"{self.model.module.name} begins; it asks for {', '.join(self.model.routines)}"
                f"{rename}"
            )

    def _new_runner(self, machine: Machine) -> Runner:
        """Return a runner that compares with a machine."""
        generator = TraceGenerator(
            machine,
            self.model.domains,
            self.options.seed,
            is_wanted=self._can_call,
            trusted=self.trusted,
        )
        return Runner(
            generator,
            self._fresh_implementation,
            self.model.goals,
            self._progress,
            self.coverage,
            self.reference,
            self.assumed,
            self.plan.all_games if machine is self.reference and not self.muted else None,
            self.restarts_each_trace,
            self.plan.scenarios,
        )

    def _can_call(self, call: Call) -> bool:
        """Whether a call can be made, and is not masked."""
        return call.routine not in self.muted and self.plan.can_call(call)

    def _fresh_implementation(self) -> Implementation:
        implementation = self._starting.pop() if self._starting else self._make()
        if self.dialect.has_translations:
            implementation = TranslatedImplementation(implementation, self.dialect, self.machine)
        if self._operations:
            implementation = DerivingImplementation(implementation, self._operations, self.machine)
        return implementation

    # -- the loop ----------------------------------------------------------------------------------

    def verdict(self) -> Verdict:
        """Play until no new fault is found; return the verdict."""
        found = self._first_mismatch(self.plan.stages())
        while found is not None and self._judge(found) and len(self.faults) < budget.MOST_FAULTS:
            found = self._first_mismatch(self._followup_stages())
        self.runner.fresh()
        if found is not None:
            self.blocked = dict.fromkeys(self.model.routines, self._why_blocked())
        broken = {fault.rule: fault.summary for fault in reversed(self.faults)}
        return Verdict(
            implementation=self.name,
            module=self.model.module.name,
            coverage=self.coverage,
            seed=self.options.seed,
            support=self.support,
            rules=rule_statuses(
                self.model.module,
                self.model.rulebook,
                self.support,
                self.coverage,
                broken,
                self.blocked,
                self._unseen_rules(),
                self.dialect.untested_rules,
            ),
            faults=tuple(self.faults),
            conventions=self.dialect.unusual,
            confinement=self.options.confinement,
            suggestion=self._suggestion(),
        )

    def _unseen_rules(self) -> dict[str, str]:
        """Return the rules that no game could show, with the coverage goal that was not met."""
        events = self.coverage.events
        missing = {
            rule: next(
                (name for name in names if name in self.model.goals and not events[name]), None
            )
            for rule, names in self.model.needs.items()
        }
        return {rule: name for rule, name in missing.items() if name and self.faults}

    def _followup_stages(self) -> Iterator[Stage]:
        as_it_stands = (
            self.runner.generator.machine is self.reference and not self.has_trusted_calls
        )
        yield from self.plan.followup_stages(as_it_stands, self.muted)
        if self.restarts_each_trace and not any(map(self._is_of_a_later_game, self.faults)):
            yield self.plan.later_games()
        yield self.plan.rare_games(lambda: {name for name, n in self.coverage.events.items() if n})

    def _is_of_a_later_game(self, fault: Fault) -> bool:
        """Whether the fault is that a later game does not begin as the first one does."""
        return bool(fault.mismatch.history) and self.reference.is_initializer(
            fault.mismatch.culprit.call
        )

    def _first_mismatch(self, stages: Iterable[Stage]) -> tuple[Mismatch, str, int, int] | None:
        """Return the first mismatch that may be a new fault.

        With the name of its stage, the number of calls up to it, and the length up to which all
        games were tried before.
        """
        for stage in stages:
            for mismatch in self.runner.mismatches(stage):
                is_unlikely = stage.name == RARE and not self._is_about_a_rare_rule(mismatch)
                if is_unlikely or self._is_known_later_game(mismatch):
                    continue
                if not depends_on(mismatch, self.runner.generator.machine) & self.suspects:
                    return mismatch, stage.name, self.coverage.calls + 1, stage.complete_length
        return None

    def _is_known_later_game(self, mismatch: Mismatch) -> bool:
        """Whether the mismatch is in a later game, and later games are known to begin wrongly."""
        starts = sum(map(self.reference.is_initializer, (*mismatch.history, mismatch.culprit.call)))
        return starts > 1 and any(map(self._is_of_a_later_game, self.faults))

    def _judge(self, found: tuple[Mismatch, str, int, int]) -> bool:
        """Add the fault that a mismatch shows. Return whether to look for another fault."""
        mismatch, stage, calls, tried = found
        runner = self.runner
        if not self.faults and mismatch.reply.fault is None:
            runner.restarts_each_trace = self.restarts_each_trace = leaves_behind(runner)
        mismatch = shrunk(mismatch, runner, tried, self.options.effort)
        mismatch = at_source(mismatch, self.support.derived, runner)
        if self.faults and not self._is_wrong(mismatch):
            last = self.faults[-1]  # the implementation does not behave as the assumed mutant
            unexplained = replace(last.diagnosis, mutant=None)
            self.faults[-1] = replace(last, diagnosis=unexplained, hints=())
            return self._mask(last) and self._assume([])
        diagnosis = diagnose(mismatch, runner)
        stated, witness = explanation_of(diagnosis)
        given = tuple(f.rule for f in self.faults if f.diagnosis.mutant in self.assumed)
        fault = Fault(mismatch, diagnosis, stated, witness, stage, calls, given=given)
        if any(self._is_the_same(fault, other) for other in self.faults):
            return self._mask(fault) or self._mask(replace(fault, mismatch=found[0]))
        self.faults.append(replace(fault, hints=self._hints(fault)))
        self._underive(fault)
        if mismatch.reply.fault is not None and not mismatch.reply.goes_on:
            return False
        if self.restarts_each_trace and self._is_of_a_later_game(fault):
            return True  # the fault does not show in first games
        mutants = [mutant for each in self.faults if (mutant := each.diagnosis.mutant)]
        return (diagnosis.mutant is not None and self._assume(mutants)) or self._mask(fault)

    def _is_about_a_rare_rule(self, mismatch: Mismatch) -> bool:
        """Whether the mismatch is about a rule that shows only in rare games.

        Any other mismatch in a rare game comes from an assumed mutant that is not quite right.
        """
        machine = self.runner.generator.machine
        shown_by, culprit = (
            machine.routine(step.call.routine) for step in (mismatch.step, mismatch.culprit)
        )
        variable = observed_variable(shown_by)
        clauses: list[Clause] = [c for c in culprit.transition if c.variable == variable]
        if shown_by.output and shown_by not in machine.observers:
            clauses.append(shown_by.output)
        return any(cites(clause, rule) for clause in clauses for rule in self.model.needs)

    def _is_the_same(self, fault: Fault, other: Fault) -> bool:
        """Whether two faults are one: they break the same rule, or break down in the same way."""
        if fault.rule or other.rule:
            return fault.rule == other.rule
        machine = self.runner.generator.machine
        alike = fault.mismatch.reply == other.mismatch.reply
        return alike and bool(
            depends_on(fault.mismatch, machine) & depends_on(other.mismatch, machine)
        )

    def _underive(self, fault: Fault) -> None:
        """Stop calling what is derived from an access program with wrong replies."""
        wrong = {fault.mismatch.step.call.routine, fault.mismatch.culprit.call.routine}
        while (
            more := {name for name, others in self.support.derived.items() if wrong & {*others}}
            - wrong
        ):
            wrong |= more
        for name in wrong & set(self.support.derived):
            self.blocked.setdefault(name, f"it is derived from what breaks {fault.rule or 'down'}")
            self._mute(frozenset(), frozenset({name}))

    def _hints(self, fault: Fault) -> tuple[str, ...]:
        """Return hints, from calls of the implementation in some states of the scenarios."""
        if fault.is_breakdown:
            return ()
        return hints(
            fault.mismatch,
            fault.diagnosis,
            self.runner,
            self.plan.short_and_long,
            self.model.advice,
        )

    def _assume(self, mutants: list[Mutant]) -> bool:
        """Go on with the mutants in the specification. Return False if they cannot be combined."""
        changes = [*self.dialect.changes(self.model.module), *mutants]
        try:
            machine = self.reference.with_edits(combine(changes)) if changes else self.reference
        except (LookupError, AttributeError, TypeError):  # one change lies within another
            return False
        self.runner.fresh()
        self.assumed = changes
        self.runner = self._new_runner(machine)
        return True

    def _is_wrong(self, mismatch: Mismatch) -> bool:
        """Whether the mismatch is one with the specification, and not only with assumed mutants."""
        has_mutants = self.runner.generator.machine is not self.machine
        return not (has_mutants and is_right_by(self.machine, mismatch))

    def _mask(self, fault: Fault) -> bool:
        """Mask everything that this fault may cause. Return False if nothing could be masked."""
        mismatch = fault.mismatch
        routine = mismatch.culprit.call.routine
        why = f"{fault.rule or 'an earlier fault'} has to be right first"
        machine = self.runner.generator.machine
        due = mismatch.culprit.expected.exception
        suspects = suspected_functions(mismatch, fault.diagnosis.location, machine)
        muted = False
        if mismatch.culprit.purpose is Purpose.REJECTED and due is not None:
            muted = self._mute(frozenset({(routine, due)}), frozenset())
            suspects -= reachable([machine.routine(routine)]) - reachable_from(
                c for c in machine.routine(routine).exceptions if c.exception == due
            )
        elif mismatch.culprit.purpose is not Purpose.COMMAND:
            self.blocked.setdefault(routine, why)
            muted = self._mute(frozenset(), frozenset({routine}))
            if fault.rule == QUERIES_PURE:
                return muted
        new = suspects - vouched_for(mismatch, self.runner) - self.suspects
        new = new or (frozenset() if muted else suspects - self.suspects)
        self.suspects |= new
        for name in masked_routines(new, machine):
            self.blocked.setdefault(name, why)
        return muted or bool(new)

    def _mute(self, trusted: frozenset[tuple[str, str]], routines: frozenset[str]) -> bool:
        """Stop making these calls. Return whether any was made before."""
        before = self.trusted, self.muted
        self.trusted, self.muted = self.trusted | trusted, self.muted | routines
        self.has_trusted_calls = self.has_trusted_calls or bool(trusted)
        self.runner.fresh()
        self.runner = self._new_runner(self.runner.generator.machine)
        return before != (self.trusted, self.muted)

    def _suggestion(self) -> tuple[str, str] | None:
        """Return a convention under which there is no fault, if the first fault looks like one."""
        if not self.faults or self.model.with_conventions is None:
            return None
        for convention in self.model.conventions:
            for name, value in convention.values.items():
                declared = {**self.options.declared, convention.name: name}
                if convention.name in self.options.declared:
                    continue
                if self.faults[0].rule in value.suggested_for:
                    options = replace(self.options, declared=declared, games=0, extra_stages=())
                    other = _Check(
                        self.model.with_conventions(declared), self._make, options, self._progress
                    )
                    if other.is_flawless():
                        return convention.name, name
        return None

    def is_flawless(self) -> bool:
        """Whether there is no mismatch, and no transition is missing."""
        unchecked = map(self.reference.routine, self.support.unchecked)
        try:
            return not any(function.is_transition for function in unchecked) and (
                self._first_mismatch(self.plan.quick_stages()) is None
            )
        finally:
            self.runner.fresh()
            for implementation in self._starting:
                implementation.close()

    def _why_blocked(self) -> str:
        """Return why no rule was judged after the last fault."""
        if len(self.faults) < budget.MOST_FAULTS:
            return "it broke down; that has to be mended first"
        return f"there are {budget.MOST_FAULTS} faults or more; mend these first"
