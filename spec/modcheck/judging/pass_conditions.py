"""Pass conditions: what else a rule takes to pass, besides that no fault breaks it.

A pass is earned: what the rule is about was seen, right replies contradict each of its mutants, and
nothing unexplained concerns it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Final

from modcheck.judging.causes.sample import spread
from modcheck.judging.expected.localise import Location, attribute
from modcheck.judging.judge import Judge
from modcheck.judging.play.examiner import mismatch_of
from modcheck.judging.rules.blame import NOTATION
from modcheck.system.object_views import wrong_queries
from modcheck.testing.runner import Coverage
from modcheck.testing.trace import Purpose
from modspec.run.machine import FAILED_CALL, QUERIES_PURE
from modspec.run.mutants import Mutant
from modspec.syntax.module import Clause, Function
from modspec.syntax.relations import variables_read, with_definitions

DOUBTS: Final = 12
"""Facts of an unexplained cause whose rules and clauses count as doubtful."""


class PassConditions:
    """What was seen of one program, and what a judge could not explain."""

    def __init__(self, judge: Judge) -> None:
        """Take a judge that has its findings."""
        self._judge, self._gatherer = judge, judge.gatherer
        self._oracle, self._evidence = judge.gatherer.oracle, judge.evidence
        self._unseen_extremes: dict[str, int | None] = {}

    @property
    def coverage(self) -> Coverage:
        """How much was exercised."""
        return self._gatherer.runner.coverage

    @property
    def candidates(self) -> Sequence[Mutant]:
        """The candidates, by number."""
        return self._oracle.candidates

    def is_alive(self, candidate: int) -> bool:
        """Whether no right reply of the program contradicts a candidate that differs."""
        is_explained = candidate in self._judge.explained_candidates
        return not is_explained and self._gatherer.table.is_alive(candidate)

    def doubtful_rules(self) -> dict[str, str]:
        """Return the rules that an unexplained mismatch may concern, each with its routine."""
        found = dict(self._judge.effects_of_no_ops)
        machine = self._oracle.machine
        derived = self._gatherer.plan.derived_routines
        shown_late = (each.cause for each in self._judge.found if each.cause.wrong_state)
        open_causes = (*self._judge.unexplained, *self._judge.deferred_causes, *shown_late)
        for cause in open_causes:  # a call that should change nothing may be behind it
            if (routine := cause.facts[0].call.routine) not in derived:
                found |= dict.fromkeys(NOTATION, routine)
        for finding in self._judge.found:
            routine = finding.mismatch.culprit.call.routine
            if not finding.diagnosis.rules and finding.mismatch.reply.fault is None:
                found |= dict.fromkeys(NOTATION, routine)  # it may be behind this, too
            found |= dict.fromkeys(finding.diagnosis.one_of, routine)  # it may be broken
        found |= self._rules_of_doubtful_observers()
        found |= self._rules_of_doubtful_initializers()
        found |= self._rules_of_yielded_objects()
        locations = [
            (each.diagnosis.location, each.mismatch.culprit.call.routine, each.diagnosis.rules)
            for each in self._judge.found
            if not (each.is_explained and (each.diagnosis.rules or each.diagnosis.mutant))
        ]
        locations += [
            (attribute(mismatch_of(fact), machine), fact.call.routine, ())
            for cause in (*open_causes, *self._judge.causes_of_no_ops)
            for fact in [*spread(cause.facts, DOUBTS), *spread(cause.others, DOUBTS)]
        ]
        behind = dict[int, tuple[str, ...]]()
        visible = self._gatherer.visible_variables
        known = set[tuple[str, str, int, str, bool]]()
        for location, routine, certain in locations:
            found |= dict.fromkeys(location.rules, routine)
            place = location.function.module, location.function.name, id(location.clause)
            if (key := (*place, routine, bool(certain))) in known:
                continue  # thousands of facts have few clauses
            known.add(key)
            given = None if certain else machine.routine(routine)
            for function, clause in self._clauses_in_doubt(location, given, visible):
                if id(clause) not in behind:
                    behind[id(clause)] = (*self._rules_behind(clause, function),)
                found |= dict.fromkeys(behind[id(clause)], routine)
        return found

    def _rules_of_doubtful_initializers(self) -> Iterator[tuple[str, str]]:
        """Yield the rules of initialisers that may leave something of an earlier game.

        A wrong reply without a certain rule shows only after another game was begun before.
        """
        machine = self._oracle.machine
        uncertain = (each.mismatch for each in self._judge.found if not each.diagnosis.rules)
        for mismatch in uncertain:
            later = [*mismatch.earlier_games, *mismatch.history][1:]
            for name in sorted({each.routine for each in later if machine.is_initializer(each)}):
                for assignment in machine.routine(name).transition:
                    yield from ((rule, name) for rule in assignment.rules)

    def _rules_of_doubtful_observers(self) -> Iterator[tuple[str, str]]:
        """Yield the rules of observers that may show a right state wrongly, each with the observer.

        What a transition makes of a variable is not known to be wrong if nothing explains it, and
        no finding is certain of it.
        """
        certain = {
            finding.cause.facts[0].kind[:2]
            for finding in self._judge.found
            if finding.diagnosis.rules and finding.cause.facts and finding.cause.candidate is None
        }
        causes = [
            *self._judge.unexplained,
            *self._judge.deferred_causes,
            *(finding.cause for finding in self._judge.found if not finding.diagnosis.rules),
        ]
        facts = [fact for cause in causes for fact in (*cause.facts, *cause.others)]
        doubtful = {
            fact.run.calls[fact.shown_by].routine
            for fact in facts
            if fact.observed and fact.kind[:2] not in certain
        }
        for name in sorted(doubtful):
            output = self._oracle.machine.routine(name).output
            yield from ((rule, name) for rule in (output.rules if output else ()))

    def _rules_of_yielded_objects(self) -> Iterator[tuple[str, str]]:
        """Yield the rules of what was wrong of right objects, each with a routine that yields them.

        A finding is about one query of such an object; others may be wrong for another reason.
        """
        machine = self._oracle.machine
        asked = {
            (name, fact.call.routine)
            for fact in self._evidence.facts
            for name in wrong_queries(fact.due, fact.reply.output, machine.module)
        }
        for name, routine in sorted(asked):
            function = machine.routine(name)
            for clause in function.clauses():
                yield from ((rule, routine) for rule in self._rules_behind(clause, function))

    def _clauses_in_doubt(
        self, location: Location, called: Function | None, visible: Collection[str]
    ) -> Iterator[tuple[Function, Clause]]:
        """Yield the clauses in which an unexplained fault may lie, each with its function.

        They are the clause where it shows and, if the routine that was ``called`` depends on state
        that is not shown, those that gave this state; None if it is certain that these are right.
        Observers show the ``visible`` variables.
        """
        own = [location.clause] if location.clause else [*location.function.clauses()]
        yield from ((location.function, clause) for clause in own)
        if called is None or not called.state:
            return
        hidden = variables_read(called) - {*visible}
        for function in self._oracle.machine.module.access_programs:
            for assignment in function.transition:
                if assignment.variable in hidden:
                    yield function, assignment

    def _rules_behind(self, clause: Clause, function: Function) -> Iterator[str]:
        """Yield the rules that a clause of a function states, or what it depends on."""
        clauses = with_definitions(clause, function)
        yield from self._judge.places.rules_behind(clauses)
        if not self._gatherer.plan.kills:
            yield from self._judge.places.rules_behind(clauses, within=function.module)

    def unseen_extreme(self, routine: str) -> int | None:
        """Return the least or largest integer of the suite that a routine was not seen to yield.

        A program that left recorded games may never have come there. None if both were seen.
        """
        if routine not in self._unseen_extremes:
            self._unseen_extremes[routine] = next(self._unseen_extremes_of(routine), None)
        return self._unseen_extremes[routine]

    def _unseen_extremes_of(self, routine: str) -> Iterator[int]:
        traces = self._gatherer.plan.recorded_traces if self._evidence.left else ()
        values = self._due_integers.get(routine, {}) if traces else {}
        for value in sorted({min(values), max(values)}) if values else ():
            if not any(
                self._evidence.is_right(trace, number)
                for trace in traces
                for number in trace.places_of(values[value])
            ):
                yield value

    @cached_property
    def _due_integers(self) -> Mapping[str, Mapping[int, set[tuple[int, int]]]]:
        """The integers that each routine is due to yield in the suite.

        Each comes with the numbers of the calls and replies that have it.
        """
        found: dict[str, dict[int, set[tuple[int, int]]]] = {}
        traces = self._gatherer.plan.recorded_traces
        vocabulary = traces[0].vocabulary
        for pair in set(chain.from_iterable(trace.numbers for trace in traces)):
            routine, output = vocabulary.routines[pair[0]], vocabulary.replies[pair[1]].output
            if isinstance(output, int) and not isinstance(output, bool):
                found.setdefault(routine, {}).setdefault(output, set()).add(pair)
        return found

    def unseen_no_ops(self, rule: str, programs: Sequence[str]) -> str:
        """Return what was not seen of calls that leave the state unchanged; empty if all was."""
        machine = self._oracle.machine
        moves = [
            f.name
            for f in machine.module.access_programs
            if f.is_transition and f.state and f.name in self._gatherer.routines
        ]
        purpose = Purpose.REJECTED if rule == FAILED_CALL else Purpose.QUERY
        if moves and not self._evidence.is_followed(purpose, machine.is_initializer):
            return f"no {' or '.join(moves)} after such a call was right"
        if moves and rule == QUERIES_PURE and not self._gatherer.is_right_in_silence:
            return "no game was right in which nothing is asked before its end"
        for name in programs:
            function = self._oracle.machine.routine(name)
            kinds = function.raises if rule == FAILED_CALL else ("",)
            for exception in kinds:
                if (name, exception) not in self._evidence.no_ops:
                    call = f"{name} with {exception}" if exception else name
                    return f"{call} was not seen to change nothing"
        return ""
