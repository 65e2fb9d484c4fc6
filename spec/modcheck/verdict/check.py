"""Check: from an implementation to a verdict.

The plan says what is played, the judge finds the faults in the replies, and each rule gets its
status from the same evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

from modcheck.duration import duration
from modcheck.judging.causes.gatherer import Gatherer
from modcheck.judging.expected.candidates import candidates
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.hints.hints import hints
from modcheck.judging.judge import Judge
from modcheck.judging.pass_conditions import PassConditions
from modcheck.judging.rules.diagnosed_fault import DiagnosedFault
from modcheck.near import near_names, near_names_text
from modcheck.system.implementation import Implementation, ImplementationError
from modcheck.testing.applied_queries import applied_queries
from modcheck.testing.conventions import ConventionError, Dialect, TranslatedImplementation
from modcheck.testing.derive import DerivingImplementation, derived_operations, support_of
from modcheck.testing.output_forms import OutputForms, with_forms
from modcheck.testing.plan import CheckOptions, TestPlan
from modcheck.testing.runner import Progress, Runner
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace_generator import TraceGenerator
from modcheck.verdict.rule_status import rule_statuses
from modcheck.verdict.verdict import Fault, Verdict, explanation_of
from modspec.syntax.module import ExceptionClause, Function


def check(
    model: TestModel,
    make: Callable[[], Implementation],
    options: CheckOptions | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Return the verdict on an implementation; ``make`` returns a fresh one.

    If the program breaks down again and again in queries alone, it is judged once more without
    these queries.

    Raises :class:`ImplementationError` if the implementation cannot be judged: it does not start,
    for example, or has no initialiser. Raises
    :class:`~modcheck.testing.conventions.ConventionError` for an unknown convention.
    """
    options = options or CheckOptions()
    found = _Check(model, make, options, progress)
    found.plan.measure(found.runner)
    verdict = found.verdict()
    broken = {
        name: f"it broke down ({how}), and was left out"
        for name, how in found.runner.broken_queries.items()
    }
    if not broken:
        return verdict
    rest = replace(options, left_out={**options.left_out, **broken})
    return verdict.completed_by(check(model, make, rest, progress))


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
        self.name = first.name
        operations = derived_operations(model.theorems, model.module) if model.theorems else {}
        self.support, self._operations = support_of(
            first.routines, model.module, operations, options.left_out
        )
        self._starting, self._make = [first], make
        self._forms = OutputForms(model.module, {*self.support.derived, *self.support.unchecked})
        self._demand_an_initializer(first)
        makes_yielded = getattr(first, "makes_yielded", False)
        self.plan = TestPlan(model, self.dialect, self.support, options, makes_yielded)
        self.plan.shows_earlier = getattr(first, "shows_earlier", False)
        self.plan.begins_afresh = getattr(first, "begins_afresh", False)
        self.oracle = Oracle(
            model.machine,
            candidates(model.module, tuple(model.idioms)),
            self.dialect.changes(model.module),
        )
        generator = TraceGenerator(
            self.oracle.machine,
            model.domains,
            options.seed,
            self.plan.can_call,
            frozenset(self._trusted_exceptions()),
        )
        self.runner = Runner(generator, self._fresh_implementation, model.goals, progress)
        self.plan.confine(self.runner)

    def _trusted_exceptions(self) -> Iterator[tuple[str, str]]:
        """Yield access programs, each with an exception for which it is not tested.

        A convention leaves it to the caller; or a query that is left out decides it.
        """
        for function in self.model.module.access_programs:
            if function.name in self.dialect.trusted_routines:
                yield from ((function.name, exception) for exception in function.raises)
        yield from (
            (function.name, each.exception) for function, each, _ in self._undecided_exceptions()
        )

    def _undecided_exceptions(self) -> Iterator[tuple[Function, ExceptionClause, str]]:
        """Yield the exceptions that queries decide which are left out, each with the query.

        Where such a query hangs, a routine in which the program makes it first hangs, too.
        """
        for function in self.model.module.access_programs:
            for clause in function.exceptions:
                applied = applied_queries(function, [clause])
                for query in self.options.left_out:
                    if query in applied:
                        yield function, clause, query

    def _untested_rules(self) -> dict[str, str]:
        """Return the rules that cannot pass, each with the reason."""
        undecided = {
            rule: f"{query}: {self.options.left_out[query]}"
            for _, clause, query in self._undecided_exceptions()
            for rule in clause.rules
        }
        return undecided | self.dialect.untested_rules

    def _demand_an_initializer(self, implementation: Implementation) -> None:
        initializers = [function.name for function in self.model.module.initializers]
        if not set(initializers) & implementation.routines:
            implementation.close()
            near = near_names(self.model.routines, implementation.routines)
            rename = f"; rename {near_names_text(near)}" if near else ""
            raise ImplementationError(
                f"{implementation.name} offers no {' or '.join(initializers)}, the routine that "
                f"begins {self.model.module.name}; the checker calls "
                f"{', '.join(self.model.routines)}{rename}"
            )

    def _fresh_implementation(self) -> Implementation:
        started = self._starting.pop() if self._starting else self._make()
        implementation = with_forms(started, self._forms)
        if self.dialect.has_translations:
            implementation = TranslatedImplementation(
                implementation, self.dialect, self.oracle.machine
            )
        if self._operations:
            implementation = DerivingImplementation(
                implementation, self._operations, self.oracle.machine
            )
        return implementation

    def verdict(self) -> Verdict:
        """Play all stages; return the verdict."""
        gatherer = Gatherer(
            self.oracle, self.runner, self.plan, self.model, self._fresh_implementation
        )
        with closing(gatherer):
            return self._verdict_by(Judge(gatherer))

    def _verdict_by(self, judge: Judge) -> Verdict:
        self.judge = judge
        findings = self.judge.findings(self.plan.stages())
        faults = [self._fault(finding) for finding in findings]
        faults.sort(key=lambda fault: fault.is_uncertain)  # mend what is certain first
        self.runner.fresh()
        return Verdict(
            implementation=self.name,
            module=self.model.module.name,
            coverage=self.runner.coverage,
            seed=self.options.seed,
            support=self.support,
            rules=rule_statuses(
                self.model,
                self.support,
                PassConditions(self.judge),
                {
                    rule: fault.summary
                    for fault in reversed(faults)
                    for rule in fault.diagnosis.broken_rules
                },
                self._untested_rules(),
                self._why_not_all(),
            ),
            faults=tuple(faults),
            variant=self.model.variant,
            conventions=self.dialect.unusual,
            confinement=self.options.confinement,
            suggestion=None if self._why_not_all() else self._suggestion(faults),
            is_whole=not self._why_not_all(),
        )

    def _why_not_all(self) -> str:
        """Return why not all stages were played; empty if they were."""
        done, whole = self.runner.coverage.calls, self.plan.whole
        is_counted = bool(self.plan.recorded_traces)  # else the whole is an estimate
        made = f"{done:,} of {whole:,} calls" if is_counted else f"{done:,} calls"
        if self.options.is_stopped():
            return f"the check was interrupted after {done:,} calls"
        if self.runner.is_late:
            return f"{done:,} calls took more than {duration(self.runner.limit)}; no more were made"
        if self.runner.is_broken_off:
            return f"the program broke down too often: {made} were made"
        if not self.plan.pace:
            return ""
        return (
            f"a call takes {duration(self.plan.pace)}, so that {made} were made; "
            f"give --limit {duration(self.plan.pace * whole)} to make all"
        )

    def _fault(self, finding: DiagnosedFault) -> Fault:
        formula, witness = explanation_of(finding.diagnosis)
        return Fault(
            finding.mismatch,
            finding.diagnosis,
            formula,
            witness,
            finding.stage,
            finding.calls,
            self.model.why_due(finding.mismatch, self.oracle.machine),
            hints(finding, self.model, self.judge.gatherer),
            finding.given,
        )

    def _suggestion(self, faults: list[Fault]) -> tuple[str, str] | None:
        """Return a convention under which there is no fault, if the first fault looks like one.

        So does a wrong reply without a certain rule.
        """
        if not faults or self.model.with_conventions is None:
            return None
        is_any = faults[0].is_uncertain and faults[0].diagnosis.location.clause is None
        for convention in self.model.conventions:
            for name, value in convention.values.items():
                declared = {**self.options.declared, convention.name: name}
                if convention.name in self.options.declared or not value.is_suggested:
                    continue
                if is_any or faults[0].rule in value.suggested_for:
                    options = replace(self.options, declared=declared, games=0, extra_stages=())
                    model = replace(
                        self.model.with_conventions(declared),
                        goals={},  # what the games contain is not told
                        stand_ins=self.model.stand_ins,
                    )
                    other = _Check(model, self._make, options, self._progress)
                    if other.is_flawless():
                        return convention.name, name
        return None

    def is_flawless(self) -> bool:
        """Whether there is no mismatch in any stage, and no transition is missing."""
        unchecked = map(self.oracle.machine.routine, self.support.unchecked)
        try:
            return not any(function.is_transition for function in unchecked) and not any(
                play.difference
                for stage in self.plan.quick_stages()
                for play in self.runner.plays(stage)
            )
        finally:
            self.runner.fresh()
            for implementation in self._starting:
                implementation.close()
