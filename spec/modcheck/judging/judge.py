"""The judge: from a program's replies to its faults.

All traces of the plan are played. The facts that they show are explained by the fewest candidates;
each cause is shown by a short game. What is caused by earlier calls that should change nothing is
told apart by leaving these calls out and playing again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final

from modcheck.judging.candidates import is_constant
from modcheck.judging.diagnosis import Diagnosis
from modcheck.judging.examiner import Examiner, mismatch_of, mismatch_with_block
from modcheck.judging.facts import (
    OUT,
    RAISES,
    Evidence,
    Fact,
    LocalRun,
    Reading,
    RecordedRun,
)
from modcheck.judging.localise import (
    Location,
    attribute,
    changed_wrongly,
    decided_by_case,
    is_decided,
    is_unchanged,
    outermost,
    rest_of_cases,
)
from modcheck.judging.omissions import Omission, omission
from modcheck.judging.oracle import Oracle, Place
from modcheck.judging.player import LocalBudget, Player
from modcheck.judging.reader import Reader
from modcheck.judging.shrink import shrunk, steps_of
from modcheck.judging.table import Cause, Table
from modcheck.system.implementation import Implementation, Reply, encode
from modcheck.testing import budget
from modcheck.testing.budget import EVERYTHING
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.plan import TestPlan
from modcheck.testing.recorded import RecordedTrace, select_calls
from modcheck.testing.runner import Coverage, Play, Runner, Stage
from modcheck.testing.test_model import Habit, TestModel
from modcheck.testing.trace import Purpose, TraceStep
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, Call
from modspec.run.mutants import Mutant, Operator
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import (
    Apply,
    Comparison,
    MapOf,
    Node,
    Quantified,
    SetOf,
    children,
    walk,
)
from modspec.syntax.module import Clause, Function
from modspec.syntax.relations import (
    reachable,
    reachable_from,
    variables_read,
    with_definitions,
)

NOTATION: Final = (FAILED_CALL, QUERIES_PURE)
"""The rules of the notation: what changes nothing."""
READ_FACTS: Final = 12
"""Facts by which it is decided how to read the state."""
DOUBTS: Final = 3
"""Facts of an unexplained cause whose clauses count as doubtful."""
LOCAL: Final = "local games"
LOCAL_GAMES: Final = 4
"""Games that go on from the state that a program shows, where it left recorded ones."""


@dataclass(frozen=True)
class Finding:
    """One fault, shown by a short game."""

    mismatch: Mismatch
    diagnosis: Diagnosis
    stage: str
    calls: int
    """The number of calls up to the first reply that shows it, inclusive."""
    given: tuple[str, ...] = ()
    """The faults without which the program would not come to the state of the mismatch."""
    is_explained: bool = True
    habit: Habit | None = None
    """What the program never tries, if its answers tell."""


class Judge:
    """Judges one program."""

    def __init__(
        self,
        oracle: Oracle,
        runner: Runner,
        plan: TestPlan,
        model: TestModel,
        make: Callable[[], Implementation],
    ) -> None:
        """Judge the implementations that ``make`` returns, each of them fresh."""
        self._oracle, self._runner, self._plan, self._make = oracle, runner, plan, make
        self._recorded = plan.recorded_traces
        start = runner.generator.start().expected.state
        assert start is not None
        self._domains, self._routines, self._start = model.domains, plan.callable_routines, start
        self._reading = Reading(oracle, self._is_a_value)
        self._use(Reader(oracle, model.domains, self._routines, start))
        oracle.observations = self._reader.calls
        oracle.is_state_shown = self._reader.is_whole and not plan.pace
        self.evidence = Evidence()
        self._differing: list[tuple[str, RecordedTrace]] = []
        self._without: set[Purpose] = set()
        self._findings: list[Finding] = []
        self._causes: list[Cause] = []
        self._unexplained: list[Cause] = []
        self._told: set[int] = set()
        """The candidates that explain a fault."""
        self._told_kinds: set[tuple[str, ...]] = set()
        """The kinds of the facts that a finding stands for."""
        self._unheard: list[Cause] = []
        """Facts of calls that were left out afterwards, unless a finding stands for them."""

    def _use(self, reader: Reader) -> None:
        self._reader = reader
        self._player = Player(
            self._oracle, self._runner.generator, reader, self._reading, self._make
        )

    @cached_property
    def table(self) -> Table:
        """The table of mutants, filled with the evidence."""
        return Table(self._oracle, self.evidence, self._recorded, self._plan.kills)

    def _is_a_value(self, call: Call, reply: Reply) -> bool:
        outputs = self._runner.meaningful_outputs(call.routine)
        return outputs is None or (type(reply.output) is str and reply.output in outputs)

    # -- evidence ----------------------------------------------------------------------------------

    def gather(self, stages: Iterable[Stage]) -> None:
        """Play all stages, then games from where the program left them."""
        for stage in stages:
            self._play(stage)
        if self._begins_otherwise():
            self._play_afresh()
        self._read_rightly()
        self._play_locally()
        if self._reading.reader is None and self._read_rightly():
            self._play_locally()

    def _play(self, stage: Stage) -> None:
        for play in self._runner.plays(stage):
            self._add(stage.name, play)

    def _add(self, stage: str, play: Play) -> None:
        trace, difference = play.trace, play.difference
        if difference is None:
            self.evidence.add_right(trace, len(trace), ())
            self._count_events(trace)
            return
        run = RecordedRun(stage, play.earlier_games, difference.replies, trace, self._oracle)
        run.calls_before = self._runner.coverage.calls - len(trace)
        facts, end = self._reading.facts(run, difference.wrong)
        run.end = end
        self.evidence.add_right(trace, end, run.wrong)
        self.evidence.facts += facts
        self._differing.append((stage, trace))
        if end == len(trace):
            self._count_events(trace)
        else:
            self.evidence.left.append(trace)

    def _count_events(self, trace: RecordedTrace) -> None:
        """Count the coverage goals that a trace meets, unless nothing was asked there."""
        if Purpose.QUERY not in self._without:
            self._runner.count_events(trace)

    def _begins_otherwise(self) -> bool:
        """Whether a later game begins otherwise than the first one."""
        initial = self._oracle.machine.is_initializer
        return (
            not self._runner.restarts_each_trace
            and any(
                initial(fact.call) and (fact.run.earlier_games or fact.number)
                for fact in self.evidence.facts
                if not isinstance(fact.run, LocalRun)
            )
            and not any(
                initial(fact.call) and not fact.number and not fact.run.earlier_games
                for fact in self.evidence.facts
            )
        )

    def _play_afresh(self) -> None:
        """Play what differs again, each game on a fresh program; keep how later games begin."""
        initial = self._oracle.machine.is_initializer
        kept = [fact for fact in self.evidence.facts if initial(fact.call)]
        self._runner.restarts_each_trace = True
        self._replay(lambda call, purpose: True)
        self.evidence.facts += kept

    def _replay(self, is_wanted: Callable[[Call, Purpose], bool]) -> None:
        """Forget all facts; play the traces that differ again, with the wanted calls only."""
        differing, self._differing = self._differing, []
        self.evidence.facts, self.evidence.left, self.evidence.runs = [], [], []
        by_stage: dict[str, list[RecordedTrace]] = {}
        for stage, trace in differing:
            by_stage.setdefault(stage, []).append(trace)
        for name, traces in by_stage.items():
            self._runner.fresh()
            self._play(
                Stage(name, recorded=partial(_one_batch, [*select_calls(traces, is_wanted)]))
            )

    def _read_rightly(self) -> bool:
        """Read the state through a wrong observer, if there is one; return whether there is."""
        observer = self._wrong_observer()
        if observer is not None:
            self._use(observer)
            self._reading.reader = observer
            self._replay(lambda call, purpose: True)
        return observer is not None

    def _wrong_observer(self) -> Reader | None:
        """Return how to read the state if an observer is wrong; None if observers are right.

        The program has an observer that a mutant explains if, read through the mutant, nearly all
        states are right.
        """
        by_variable: dict[str, list[Fact]] = {}
        for fact in self.evidence.facts:
            if fact.observed:
                by_variable.setdefault(fact.aspect, []).append(fact)
        observers = {(f.module, f.name) for f in self._oracle.machine.observers}
        for number, mutant in enumerate(self._oracle.candidates):
            if not by_variable or (mutant.module, mutant.function) not in observers:
                continue
            if self._oracle.machine_of(number) is None or self.table.is_equivalent(number):
                continue
            reader = Reader(self._oracle, self._domains, self._routines, self._start, number)
            misread = {
                part.variable
                for call, part in reader.parts.items()
                if self._reader.parts.get(call) != part
            }
            shown = [f for name in misread for f in by_variable.get(name, ())[:READ_FACTS]]
            if reader.is_whole and shown:
                right = sum(self._is_right_by(reader, misread, fact) for fact in shown)
                if right > len(shown) * 3 // 4:
                    return reader
        return None

    @staticmethod
    def _is_right_by(reader: Reader, variables: Iterable[str], fact: Fact) -> bool:
        """Whether some variables are right after a transition, read in another way."""
        due = fact.step.expected.state
        if due is None:
            return False
        calls = [fact.run.calls[n] for n in fact.block]
        state = reader.read(calls, [fact.run.replies[n] for n in fact.block], due)
        return all(getattr(state, name) == getattr(due, name) for name in variables)

    def _play_locally(self) -> None:
        """Play games that go on from the state that the program shows where it left others."""
        if not (self.evidence.left and self._oracle.is_state_shown):
            return
        left = {trace.game for trace in self.evidence.left}
        guides = [game for game in self._plan.scenarios if game in left][: LOCAL_GAMES - 1]
        guides += [()] * (LOCAL_GAMES - len(guides))
        for number, guide in enumerate(guides):
            chance = random.Random(f"{self._plan.seed} {number}")
            budget = LocalBudget(
                queries=0 if Purpose.QUERY in self._without else LocalBudget.queries,
                rejected=0 if Purpose.REJECTED in self._without else LocalBudget.rejected,
            )
            run, facts = self._player.play(LOCAL, self._plan.forms_of(guide), chance, budget)
            self.evidence.runs.append(run)
            self.evidence.facts += facts
            self._runner.count_local(run.steps, run.wrong, Purpose.QUERY not in self._without)

    # -- faults ------------------------------------------------------------------------------------

    def findings(self) -> list[Finding]:
        """Return the faults, those first that a mutant explains."""
        found: dict[str, Finding] = {}
        self.evidence.facts += [*self._second_thoughts()]
        for rule in (QUERIES_PURE, FAILED_CALL):
            facts = [fact for fact in self.evidence.facts if fact.aspect == rule]
            if facts and (finding := self._add_finding(found, Cause(facts))):
                self._leave_out(finding.mismatch.culprit.purpose)
        while self._add_causes(found):
            self._unexplained = []
        if self.evidence.facts and not found:  # whatever the cause, the program is not right
            heaviest = max(self.table.causes(self.evidence.facts), key=lambda each: each.weight)
            found[""] = self._finding(heaviest, ())
        self._findings = [*found.values()]
        return self._findings

    def _second_thoughts(self) -> Iterator[Fact]:
        """Yield queries that are answered otherwise once more: a call between changed something."""
        kinds: dict[tuple[str, ...], list[Fact]] = {}
        for fact in self.evidence.facts:
            if fact.aspect == OUT and fact.step.purpose is Purpose.QUERY:
                kinds.setdefault(fact.kind, []).append(fact)
        for facts in kinds.values():
            for fact in facts[:READ_FACTS]:
                before = fact.right_before()
                if before is not None:
                    yield Fact(fact.run, before, fact.number, QUERIES_PURE)

    def _add_causes(self, found: dict[str, Finding]) -> bool:
        """Add what the causes show. Return whether some calls were left out, to begin again."""
        causes = [
            cause
            for cause in self._in_order(self.table.causes(self.evidence.facts))
            if cause.facts[0].aspect not in NOTATION
        ]
        open_: dict[Place, float] = {}  # the weight of what no candidate explains
        for cause in causes:
            if cause.candidate is None and not self._is_crash(cause):
                for place in self._applied_places(cause):
                    open_[place] = max(open_.get(place, 0.0), cause.weight)
        unexplained: set[Place] = set()
        explained: dict[Place, float] = {}
        lingers = False
        failures: set[str] = set()  # the exceptions that programs raise when they break down
        derived = self._plan.derived_routines
        if any(cause.facts[0].call.routine not in derived for cause in causes):
            effects = [c for c in causes if all(f.call.routine in derived for f in c.facts)]
            self._unexplained += effects  # what these are derived from is wrong
            causes = [cause for cause in causes if cause not in effects]
        self._causes = causes
        for cause in causes:
            if len(found) >= budget.MOST_FAULTS:
                self._unexplained.append(cause)
                continue
            places, is_explained = self._places(cause), cause.candidate is not None
            if is_explained:
                is_effect = cause.weight < max(open_.get(place, 0.0) for place in places)
            else:
                more = max((explained.get(place, 0.0) for place in places), default=0.0)
                behind = self._functions_behind(cause)
                is_effect = not unexplained.isdisjoint(behind) or cause.weight < more / 2
            failure = _failure(cause.facts[0].reply) if self._is_crash(cause) else ""
            is_over = cause.facts[0].reply.fault is not None  # the program itself, not a call
            is_effect |= failure in failures and (is_over or not is_explained)
            is_effect |= not is_explained and self._is_outweighed(cause)
            if is_effect or not (is_explained or self._is_clean(cause)):
                self._unexplained.append(cause)  # it may come of what is found already
                lingers |= not is_effect and self._may_come_of_accepted_calls(cause)
                continue
            finding = self._add_finding(found, cause)
            if finding is not None:
                failures |= {failure} - {""}
                if cause.candidate is not None:
                    mutant = self._oracle.candidates[cause.candidate]
                    explained[mutant.module, mutant.function] = cause.weight
                elif not failure:
                    unexplained |= {self._own_place(cause), *places}
                purpose = finding.mismatch.culprit.purpose
                has_no_effect = {*NOTATION} & {*finding.diagnosis.rules[:1]}
                if has_no_effect and purpose not in self._without:
                    self._leave_out(purpose)
                    return True
        if lingers and Purpose.REJECTED not in self._without:
            self._leave_out(Purpose.REJECTED)
            return True
        return False

    def _may_come_of_accepted_calls(self, cause: Cause) -> bool:
        """Whether calls that should have raised, and did not, come before in recorded games."""
        return any(not isinstance(fact.run, LocalRun) for fact in cause.facts)

    def _is_clean(self, cause: Cause) -> bool:
        """Whether a cause shows in a game in which nothing before may have brought it about."""
        return any(
            not any(
                other.run is fact.run and other.number < fact.number and _may_linger(other)
                for other in self.evidence.facts
            )
            for fact in cause.facts
        )

    def _leave_out(self, purpose: Purpose) -> None:
        """Play what differs without calls that should change nothing, but change something."""
        self._without.add(purpose)
        kinds: dict[tuple[str, ...], list[Fact]] = {}
        for fact in self.evidence.facts:
            is_own = fact.aspect in (OUT, RAISES) and fact.step.purpose is purpose
            if is_own and fact.kind not in self._told_kinds:
                kinds.setdefault(fact.kind, []).append(fact)
        self._unheard += map(Cause, kinds.values())
        self._replay(lambda call, why: why not in self._without)
        self._play_locally()
        self.__dict__.pop("table", None)  # it is filled anew

    def _add_finding(self, found: dict[str, Finding], cause: Cause) -> Finding | None:
        """Add what a cause shows; None if it is no call without effect, as the fact has it."""
        finding = self._finding(cause, tuple(found))
        if cause.facts[0].aspect in NOTATION:
            is_so = finding.diagnosis.rules[:1] in ((FAILED_CALL,), (QUERIES_PURE,))
            if not (finding.mismatch.reproduced and is_so):
                self._unheard.append(cause)
                return None
        reply = finding.mismatch.reply
        key = finding.diagnosis.rules[0] if finding.diagnosis.rules else _failure(reply)
        return found.setdefault(key, finding)

    def _in_order(self, causes: Sequence[Cause]) -> list[Cause]:
        """Return the causes, those first that depend on least."""
        return sorted(
            causes,
            key=lambda cause: (
                len(self._places(cause)),
                cause.candidate is None,
                min(fact.moves for fact in cause.facts),
            ),
        )

    def _places(self, cause: Cause) -> frozenset[Place]:
        """Return the functions in which a cause may lie, or whose faults may bring it about."""
        if cause.candidate is None:
            return _deciding_functions(cause.location(self._oracle.machine))
        mutant = self._oracle.candidates[cause.candidate]
        return reachable([declare(mutant.module)[mutant.function]])

    def _is_crash(self, cause: Cause) -> bool:
        return cause.facts[0].is_crash(self._oracle)

    def _is_outweighed(self, cause: Cause) -> bool:
        """Whether another unexplained cause that concerns the same functions is much heavier."""
        places = self._functions_behind(cause) | {self._own_place(cause)}
        return any(
            other.candidate is None
            and not self._is_crash(other)
            and other.weight > 2 * cause.weight
            and not places.isdisjoint(self._functions_behind(other) | {self._own_place(other)})
            for other in self._causes
        )

    def _functions_behind(self, cause: Cause) -> frozenset[Place]:
        """Return all functions whose faults may bring an unexplained cause about."""
        location = cause.location(self._oracle.machine)
        if location.clause is None:
            return frozenset()
        definitions = with_definitions(location.clause, location.function)[1:]
        return self._places(cause) | reachable_from(definitions)

    def _applied_places(self, cause: Cause) -> frozenset[Place]:
        """Return the functions in which an unexplained cause may lie, without the one called."""
        routine = self._oracle.machine.routine(cause.facts[0].call.routine)
        return self._places(cause) | ({self._own_place(cause)} - {(routine.module, routine.name)})

    def _own_place(self, cause: Cause) -> Place:
        """Return the function in which an unexplained cause lies: others may apply it."""
        location = cause.location(self._oracle.machine)
        place = location.function.module, location.function.name
        for part in location.explanation.path() if location.explanation else ():
            if isinstance(part.formula, Apply):
                place = part.formula.module, part.formula.function
            if len(part.because) != 1:
                break
        return place

    def _finding(self, cause: Cause, others: tuple[str, ...]) -> Finding:
        first = min(
            cause.facts,
            key=lambda fact: (
                not self._is_clean(Cause([fact])),
                isinstance(fact.run, LocalRun),
                fact.moves,
            ),
        )
        mismatch = mismatch_with_block(first)
        given: tuple[str, ...] = ()
        examiner = self.examiner(lambda fact: self._is_same(cause, first, fact))
        if not self._is_clean(Cause([first])) and first.aspect not in NOTATION:
            given = tuple(rule for rule in others if not rule.startswith("("))
        else:
            calls = range(first.shown_by + 1)
            mismatch = replace(mismatch, before=tuple(first.run.step(n) for n in calls))
            tried = self._plan.complete_length(first.run.stage)
            if not self._plan.pace:
                mismatch = shrunk(mismatch, examiner, tried, self._plan.effort)
        if cause.candidate is not None:
            self._told |= {cause.candidate, *cause.rivals}
        self._told_kinds |= {fact.kind for fact in (*cause.facts, *cause.others)}
        location = self._location(mismatch)
        if mismatch.culprit.call.routine == first.call.routine and not self._is_certain(cause):
            cause = replace(cause, candidate=None)
            location = Location(location.function, None, None, (), mismatch.culprit)
        omitted = self._omission(first)
        rules, mutant = self._rules_at(location, mismatch), None
        if cause.candidate is None and location.explanation and not is_decided(location):
            rules = self._rules_by_what_is_allowed(mismatch, examiner) or rules
        if cause.candidate is None and location.clause and reachable_from([location.clause]):
            starts = sum(map(self._oracle.machine.is_initializer, mismatch.history))
            if starts > 1 or not (self._suspects([location.clause]) or self._is_one_reason(cause)):
                rules = outermost(location) or rules  # all that the clause applies is right
        if cause.candidate is None and omitted and omitted.habit and omitted.rules:
            rules = omitted.rules  # many answers tell more than one
        if cause.candidate is not None and mismatch.culprit.purpose is first.step.purpose:
            mutant = self._oracle.candidates[cause.candidate]
            by_cases = location.explanation and decided_by_case(location.explanation)
            own = tuple(sorted(mutant.rules, key=lambda rule: rule not in rules))
            is_by_case = mutant.function == location.function.name and not is_constant(mutant)
            rules = (by_cases if is_by_case else ()) or own
        return Finding(
            mismatch,
            Diagnosis(rules, location, mutant, cause.count),
            first.run.stage,
            first.run.calls_before + first.shown_by + 1,
            given,
            mutant is not None or location.clause is None,
            omitted.habit if omitted else None,
        )

    def _is_certain(self, cause: Cause) -> bool:
        """Whether a cause lies where it shows, and not in earlier calls.

        What no candidate explains may come of a state that is not shown. Where few calls are made,
        no state is shown, and candidates of several rules may explain the same.
        """
        if cause.candidate is None:
            function = self._oracle.machine.routine(cause.facts[0].call.routine)
            shown = frozenset() if self._plan.pace else self._reader.shown
            is_own = function.state is None or variables_read(function) <= shown
            return is_own or self._is_crash(cause) or cause.facts[0].aspect in NOTATION
        if not self._plan.pace:
            return True
        mutants = [self._oracle.candidates[n] for n in (cause.candidate, *cause.rivals)]
        return bool(set(mutants[0].rules).intersection(*(mutant.rules for mutant in mutants)))

    def _is_one_reason(self, cause: Cause) -> bool:
        """Whether one condition on the arguments and the state decides in all unexplained cases."""
        kind = cause.facts[0].kind[:2]
        return is_decided(cause.location(self._oracle.machine)) and not any(
            other is not cause and other.facts[0].kind[:2] == kind for other in self._causes
        )

    def _location(self, mismatch: Mismatch) -> Location:
        """Return the clause that a mismatch contradicts; no clause if the program broke down."""
        if mismatch.reply.fault is None:
            return attribute(mismatch, self._oracle.machine)
        function = self._oracle.machine.routine(mismatch.culprit.call.routine)
        return Location(function, None, None, (), mismatch.culprit)

    def _rules_at(self, location: Location, mismatch: Mismatch) -> tuple[str, ...]:
        """Return the rules of a location that the mismatch does not refute.

        If something changes that should stay, a condition may have been left out: then it changes
        as a mutant says that leaves it out. If none does, the rule that keeps the rest is broken.
        """
        if location.explanation is None or not is_unchanged(location.explanation):
            return location.rules
        changed = [
            pair for pair in mismatch.observed if not agrees(pair[0].expected, pair[1], False)
        ]
        omissions = [
            self._oracle.outcome(number, mismatch.culprit.before, mismatch.culprit.call)
            for number, mutant in enumerate(self._oracle.candidates)
            if mutant.operator is Operator.DELETE and set(mutant.rules) & set(location.rules)
        ]
        for outcome in omissions:
            if (
                outcome is not None
                and outcome.state is not None
                and all(
                    self._oracle.value(outcome.state, step.call) is not None
                    and encode(self._oracle.value(outcome.state, step.call)) == reply.output
                    for step, reply in changed
                )
            ):
                return location.rules
        return (omissions and rest_of_cases(location.explanation)) or location.rules

    def _rules_by_what_is_allowed(self, mismatch: Mismatch, examiner: Examiner) -> tuple[str, ...]:
        """Return the rule that keeps unchanged what a transition changes that should raise.

        The calls that should raise are made in the state of the mismatch. What one changes although
        nothing should, had it been allowed, is explained like any transition.
        """
        machine, write = self._oracle.machine, self._runner.generator
        state = mismatch.culprit.before
        if state is None or mismatch.step is not mismatch.culprit:
            return ()
        steps = steps_of(mismatch.history, examiner)
        observation = write.observation(state)
        rejected = [
            step
            for step in write.rejected_calls(state, EVERYTHING)
            if machine.routine(step.call.routine).is_transition
        ]
        replies = examiner.replies([*steps, *rejected])[len(steps) :]
        if all(reply.exception or reply.fault for reply in replies):
            return ()
        for step in rejected:
            examiner.fresh()
            replies = examiner.replies([*steps, step, *observation])[len(steps) :]
            if replies[0].exception or replies[0].fault:
                continue
            observed = tuple(zip(observation, replies[1:], strict=True))
            function = machine.routine(step.call.routine)
            try:
                rules = changed_wrongly(observed, step, machine, function)
            except machine.undefined_errors:
                continue
            if rules:
                return rules
        return ()

    def _omission(self, first: Fact) -> Omission | None:
        """Return what the program never finds, if it denies what it should affirm."""
        machine = self._oracle.machine
        culprit = machine.routine(first.call.routine)
        is_strict = first.due is True or (culprit.is_transition and first.step.before is not None)
        if not is_strict or first.step.expected.exception is not None:
            return None
        for function in machine.module.access_programs:
            if function in machine.observers or function.output is None:
                continue
            if culprit.is_transition or function is culprit:
                wrong = [
                    fact.step
                    for fact in self.evidence.facts
                    if fact.call.routine == function.name
                    and fact.aspect == OUT
                    and fact.due is True
                ][: budget.HINT_CASES]
                if found := omission(
                    function, wrong, self._affirmed_queries(function, wrong), machine.instance
                ):
                    return found
        return None

    def _affirmed_queries(self, function: Function, wrong: Sequence[TraceStep]) -> list[TraceStep]:
        """Return queries that the program affirms rightly, of the runs in which it denies some."""
        runs = {id(fact.run): fact.run for fact in self.evidence.facts}.values()
        found: list[TraceStep] = []
        most = budget.HINT_CASES if wrong else 0
        for run in runs:
            for number, (call, reply) in enumerate(zip(run.calls, run.replies, strict=True)):
                if len(found) >= most:
                    return found
                is_yes = call.routine == function.name and reply.output is True
                if is_yes and run.is_known(number) and run.step(number).expected.output is True:
                    found.append(run.step(number))
        return found

    def _is_same(self, cause: Cause, first: Fact, fact: Fact) -> bool:
        """Whether a fact has the same cause as the first one."""
        if first.aspect in NOTATION:
            is_last = fact.shown_by == len(fact.run.calls) - 1
            return is_last or fact.aspect in NOTATION
        if cause.candidate is None:
            return fact.kind[:2] == first.kind[:2]
        return bool(fact.is_explained_by(cause.candidate, self._oracle))

    def examiner(self, is_same: Callable[[Fact], bool] = lambda fact: True) -> Examiner:
        """Return what plays traces again, and looks for one fault in them."""
        return Examiner(self._runner, self._oracle, self._reading, self._plan.all_games, is_same)

    # -- what a pass takes -------------------------------------------------------------------------

    @property
    def coverage(self) -> Coverage:
        """How much was exercised."""
        return self._runner.coverage

    @property
    def candidates(self) -> Sequence[Mutant]:
        """The candidates, by number."""
        return self._oracle.candidates

    def is_alive(self, candidate: int) -> bool:
        """Whether no right reply of the program contradicts a candidate that differs."""
        if not (self._plan.kills or self.evidence.facts):
            return False  # every call that was made was answered rightly
        return candidate not in self._told and self.table.is_alive(candidate)

    def doubtful_rules(self) -> dict[str, str]:
        """Return the rules that an unexplained mismatch may concern, each with its routine."""
        found: dict[str, str] = {}
        machine = self._oracle.machine
        for cause in self._unheard:
            if cause.facts[0].aspect in NOTATION:
                found[cause.facts[0].aspect] = cause.facts[0].call.routine
        locations = [
            (finding.diagnosis.location, finding.mismatch.culprit.call.routine)
            for finding in self._findings
            if not finding.is_explained or not finding.diagnosis.rules
        ]
        locations += [
            (attribute(mismatch_of(fact), machine), fact.call.routine)
            for cause in (*self._unexplained, *self._unheard)
            for fact in [*cause.facts[:DOUBTS], *cause.others[:DOUBTS]]
        ]
        for location, routine in locations:
            for function, clause in self._clauses_in_doubt(location, machine.routine(routine)):
                found |= dict.fromkeys(self._rules_behind(clause, function), routine)
        return found

    def _clauses_in_doubt(
        self, location: Location, called: Function
    ) -> Iterator[tuple[Function, Clause]]:
        """Yield the clauses in which an unexplained fault may lie, each with its function.

        They are the clause where it shows and, if a call depends on state that is not shown, those
        that gave this state.
        """
        own = [location.clause] if location.clause else [*location.function.clauses()]
        yield from ((location.function, clause) for clause in own)
        hidden = variables_read(called) - self._reader.shown if called.state else frozenset()
        for function in self._oracle.machine.module.access_programs:
            for assignment in function.transition:
                if assignment.variable in hidden:
                    yield function, assignment

    @property
    def _right_functions(self) -> set[Place]:
        """The functions that are right, since a routine applies them that was never wrong.

        What a routine applies to each element of a set may be wrong for some without showing.
        """
        wrong = {fact.call.routine for fact in self.evidence.facts}
        found = set[Place]()
        for function in self._oracle.machine.module.access_programs:
            often = self.coverage.routines[function.name] >= budget.ENOUGH_ANSWERS
            if often and function.name not in wrong:
                found |= _functions_applied(function.clauses(), directly=True)
        return found

    def _suspects(self, clauses: Iterable[Clause]) -> set[Place]:
        """Return the functions on which clauses depend, but not through right ones."""
        return _functions_applied(clauses, without=self._right_functions)

    def _rules_behind(self, clause: Clause, function: Function) -> Iterator[str]:
        """Yield the rules that a clause of a function states, or what it depends on."""
        clauses = with_definitions(clause, function)
        return _rules_within(clauses, self._suspects(clauses))

    def unseen_extreme(self, programs: Sequence[str]) -> str:
        """Return the least or largest integer of the suite that no program was seen to yield.

        A program that left recorded games may never have come there. Empty if all were seen.
        """
        if not self.evidence.left:
            return ""
        for name in programs:
            places: dict[int, list[tuple[RecordedTrace, int]]] = {}
            for trace in self._recorded:
                for number, value in trace.integers(name):
                    places.setdefault(value, []).append((trace, number))
            for value in sorted({min(places), max(places)}) if places else ():
                if not any(self.evidence.is_right(*place) for place in places[value]):
                    return f"{name} was not seen to yield {value}"
        return ""

    def unseen_no_ops(self, rule: str, programs: Sequence[str]) -> str:
        """Return what was not seen of calls that leave the state unchanged; empty if all was."""
        machine = self._oracle.machine
        moves = [
            f.name
            for f in machine.module.access_programs
            if f.is_transition and f.state and f.name in self._routines
        ]
        purpose = Purpose.REJECTED if rule == FAILED_CALL else Purpose.QUERY
        if moves and not self.evidence.is_followed(purpose, machine.is_initializer):
            return f"no {' or '.join(moves)} after such a call was right"
        for name in programs:
            function = self._oracle.machine.routine(name)
            kinds = function.raises if rule == FAILED_CALL else ("",)
            for exception in kinds:
                if (name, exception) not in self.evidence.no_ops:
                    call = f"{name} with {exception}" if exception else name
                    return f"{call} was not seen to change nothing"
        return ""


def _may_linger(fact: Fact) -> bool:
    """Whether later replies of the run may come of a fact.

    Recorded games go on only while the state is right, as it is shown. A call that should have
    raised, and did not, may have changed what is not shown.
    """
    is_accepted = fact.step.purpose is Purpose.REJECTED and fact.reply.exception is None
    return is_accepted or isinstance(fact.run, LocalRun)


def _failure(reply: Reply) -> str:
    """Return how a program broke down."""
    return f"({reply.fault or reply.exception})"


def _one_batch(traces: Sequence[RecordedTrace]) -> list[Sequence[RecordedTrace]]:
    return [traces]


def _rules_within(clauses: Sequence[Clause], functions: Collection[Place]) -> Iterator[str]:
    """Yield the rules that clauses state, or those of some functions."""
    applied = (declare(module)[name].clauses() for module, name in sorted(functions))
    for each in (*clauses, *(inner for clauses in applied for inner in clauses)):
        yield from each.rules
        for part in walk(each.value):
            yield from part.rules


def _functions_applied(
    clauses: Iterable[Clause], directly: bool = False, without: Collection[Place] = ()
) -> set[Place]:
    """Return the functions that clauses apply, and those that these apply in turn.

    ``directly`` leaves out what is applied to the elements of a set, or only compared;
    ``without`` are functions that do not count, nor what only they apply.
    """
    found = set[Place]()
    todo: list[Node] = [clause.value for clause in clauses]
    while todo:
        node = todo.pop()
        if directly and isinstance(node, Quantified | SetOf | MapOf | Comparison):
            continue
        todo += children(node)
        if isinstance(node, Apply):
            place = node.module, node.function
            if place not in found and place not in without:
                found.add(place)
                todo += [clause.value for clause in declare(place[0])[place[1]].clauses()]
    return found


def _deciding_functions(location: Location) -> frozenset[Place]:
    """Return the functions on which the part of a clause depends that alone decides."""
    if location.clause is None:
        return frozenset()
    formula = location.clause.value
    for part in location.explanation.path() if location.explanation else ():
        formula = part.formula
        if len(part.because) != 1:
            break
    return reachable_from([Clause(formula)])
