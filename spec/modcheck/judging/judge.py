"""The judge: from the facts about a program to its faults.

The facts are explained by the fewest candidates; each cause is shown by a short game. A cause that
may come of another one is no fault of its own: it stays unexplained.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, takewhile
from typing import Final

from modcheck.judging.causes.gatherer import Gatherer
from modcheck.judging.causes.ignored_calls import by_ignored_call
from modcheck.judging.causes.sample import spread
from modcheck.judging.causes.suspects import last_game
from modcheck.judging.causes.table import Cause
from modcheck.judging.causes.wrong_states import by_last_transition
from modcheck.judging.play.clean_facts import clean_facts
from modcheck.judging.play.earlier_objects import EARLIER_OBJECTS, EarlierObjects
from modcheck.judging.play.examiner import (
    Examiner,
    WrongGames,
    changes_what_it_should_not,
    mismatch_with_block,
)
from modcheck.judging.play.facts import OUT, RAISES, Fact, LocalRun
from modcheck.judging.play.fresh_replies import FreshReplies
from modcheck.judging.play.silent_games import STAGE
from modcheck.judging.play.sought import Sought
from modcheck.judging.rules.blame import NOTATION, Blame
from modcheck.judging.rules.diagnosed_fault import DiagnosedFault
from modcheck.judging.rules.effects import Effects, failure_of
from modcheck.judging.rules.places import Places
from modcheck.judging.rules.shared_suspects import SharedSuspects, note_shown
from modcheck.judging.rules.suspected_routines import SuspectedRoutines
from modcheck.judging.shortest.shrink import in_edited_game, shrunk
from modcheck.system.object_views import yields_own_type
from modcheck.testing import budget
from modcheck.testing.mismatch import Mismatch, by_the_second_of_equal_calls
from modcheck.testing.runner import Stage
from modcheck.testing.trace import Purpose
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, Call, observed_variable
from modspec.run.objects import is_made_by_a_query, module_of
from modspec.syntax.relations import variables_read
from modspec.syntax.values import State, origin_of

PLAYED_ALONE: Final = 24
"""Wrong replies that are looked at again without earlier games: each takes a fresh program."""


class Judge:
    """Judges one program."""

    def __init__(self, gatherer: Gatherer) -> None:
        """Judge the program that a gatherer plays with."""
        self.gatherer, self.evidence = gatherer, gatherer.evidence
        self._oracle, self._runner, self._plan = gatherer.oracle, gatherer.runner, gatherer.plan
        self.places = Places(gatherer)
        self._effects = Effects(self.places, gatherer.oracle, gatherer.evidence)
        self._blame = Blame(gatherer, self.places)
        self._fresh_replies = FreshReplies(self._runner)
        self._wrong_games: WrongGames = {}
        self._suspected = SuspectedRoutines(gatherer, self._blame, self._fresh_replies)
        self.found: list[DiagnosedFault] = []
        self._before: Sequence[Cause] = ()
        """The causes that showed before calls were left out."""
        self._now: Sequence[Cause] = ()
        """The causes that show in the calls that are not left out."""
        self.unexplained: list[Cause] = []
        """Causes that are shown by no finding: they may come of what was found."""
        self.explained_candidates: set[int] = set()
        """The candidates that explain a fault."""
        self._found_candidates: set[int] = set()
        """Of these, the one that each fault is explained by, without its rivals."""
        self._explained_kinds: set[tuple[str, ...]] = set()
        """The kinds of the facts that a finding stands for."""
        self.causes_of_no_ops: list[Cause] = []
        """Wrong replies that come of calls which should change nothing.

        They may have another reason as well: without these calls, less is asked.
        """
        self.deferred_causes: list[Cause] = []
        """Facts of calls that were left out afterwards, unless a finding stands for them."""
        self._is_state_changed_by_observers = False
        """Whether to look at the state changes it, so that no state is known for certain."""
        self._has_blamed_query = False
        """Whether a query seemed to be at fault for what is wrong without any query as well."""
        self._is_unasked = False
        """Whether only games are judged in which nothing is asked before the last call."""
        self.effects_of_no_ops: dict[str, str] = {}
        """Rules of the notation, each with a routine that is right if no such call is made."""

    def findings(self, stages: Iterable[Stage]) -> list[DiagnosedFault]:
        """Play all stages; return the faults, those first that a mutant explains."""
        self.gatherer.gather(stages)
        self.deferred_causes += [Cause([fact]) for fact in self.gatherer.reading.set_aside.values()]
        found: dict[str, DiagnosedFault] = {}
        while self._add_no_ops(found) or self._add_causes(found):
            self.unexplained = []
        shared = SharedSuspects(self._oracle, self.places, self._blame).effects(found.values())
        self.unexplained += [each.cause for each in shared]
        found = {key: each for key, each in found.items() if each not in shared}
        found = self._judged_by_the_rest(found)
        silence = self.gatherer.mismatch_in_silence
        if silence is not None and len(found) < budget.MOST_FAULTS:
            found.setdefault(QUERIES_PURE, self._finding_in_silence(silence, found))
        if not found and not self.evidence.facts and self._plan.shows_earlier:
            found |= self._fault_of_making(EarlierObjects(self._runner).mismatch())
        if not found and (causes := self._causes_of_anything()):
            finding = self._finding(max(causes, key=lambda each: each.weight), ())
            likely = finding.diagnosis.rules or finding.diagnosis.one_of
            doubt = self._blame.without_rule(finding.mismatch, likely)
            found[""] = replace(finding, diagnosis=doubt)
        effects = self._effects_of_earlier_games(found.values())
        effects += self._effects_of_wrong_initializers(found.values())
        self.unexplained += [each.cause for each in effects]
        self.unexplained += self._causes_without_earlier_games(found.values())
        rest = [each for each in found.values() if each not in effects]
        self.found = [
            replace(each, mismatch=by_the_second_of_equal_calls(each.mismatch))
            for each in self._doubted_by_chance(rest)
        ]
        for finding in self.found:
            note_shown(finding.cause, self.unexplained, self._oracle.machine)
        return self.found

    def _causes_of_anything(self) -> Sequence[Cause]:
        """Return the causes of wrong replies, also of calls that were left out afterwards.

        Whatever the cause, a program that gave a wrong reply is not right.
        """
        facts = self.evidence.facts
        if facts:
            return self.gatherer.table.causes(facts)
        return (*self._before, *self.deferred_causes)

    def _effects_of_earlier_games(
        self, findings: Collection[DiagnosedFault]
    ) -> list[DiagnosedFault]:
        """Return what is not reproduced, if earlier games leave something: it may come of them."""
        if not any(self._blame.incomplete_initializer(each.mismatch) for each in findings):
            return []
        return [each for each in findings if not each.mismatch.reproduced]

    def _causes_without_earlier_games(self, findings: Collection[DiagnosedFault]) -> list[Cause]:
        """Return the causes of some replies that are wrong without an earlier game as well.

        A finding says that an initialiser leaves something of an earlier game. Replies that look
        alike may have another reason: a size that no removal changes, and that init keeps.
        """
        causes = [
            each.cause for each in findings if self._blame.incomplete_initializer(each.mismatch)
        ]
        facts = (fact for cause in causes for fact in (*cause.facts, *cause.others))
        unlike = {(fact.call, str(fact.due), str(fact.got)): fact for fact in facts}
        some = spread([*unlike.values()], PLAYED_ALONE)
        return [Cause([fact]) for fact in some if self._is_wrong_alone(fact)]

    def _is_wrong_alone(self, fact: Fact) -> bool:
        """Whether a reply is wrong if a fresh program plays nothing but the game of a fact."""
        game = last_game([*fact.game][::-1], self._oracle.machine)
        if len(game) <= 1:
            return False  # a game that only begins is none
        shown_by = [fact.run.calls[fact.shown_by]] if fact.shown_by != fact.number else []
        calls = [*game, *shown_by]
        *_, last = replies = self._fresh_replies(calls)
        return len(replies) == len(calls) and (last.exception or last.output) != fact.due

    def _effects_of_wrong_initializers(
        self, findings: Collection[DiagnosedFault]
    ) -> list[DiagnosedFault]:
        """Return the queries that seem to change something since the objects they yield are wrong.

        To yield an object, a program makes it as a wrong initialiser does. Such a query is none of
        these if what it changes shows without an object that this initialiser makes.
        """
        machine, own = self._oracle.machine, self._oracle.machine.module.python_name
        stated = (each.diagnosis.location.function.name for each in findings)
        wrong = {name for name in stated if machine.is_initializer(Call(name))}
        return [
            each
            for each in findings
            if each.mismatch.culprit.purpose is Purpose.QUERY
            and yields_own_type(machine.routine(each.mismatch.culprit.call.routine))
            and any(
                call.routine in wrong
                for passed in each.mismatch.step.call.arguments
                if isinstance(passed, State) and module_of(type(passed)).python_name == own
                for call in origin_of(passed)
            )
        ]

    def _fault_of_making(self, mismatch: Mismatch | None) -> dict[str, DiagnosedFault]:
        """Return the fault that to make an object changes another one, if a mismatch shows it."""
        if mismatch is None:
            return {}
        diagnosis, calls = self._blame.without_rule(mismatch), self._runner.coverage.calls
        return {"": DiagnosedFault(mismatch, diagnosis, Cause([]), EARLIER_OBJECTS, calls)}

    def _finding_in_silence(self, mismatch: Mismatch, told: Collection[str]) -> DiagnosedFault:
        """Return that a query changes something: without it, what comes after is wrong."""
        diagnosis = self._blame.diagnosis_in_silence(mismatch, told)
        return DiagnosedFault(mismatch, diagnosis, Cause([]), STAGE, self._runner.coverage.calls)

    def _add_no_ops(self, found: dict[str, DiagnosedFault]) -> bool:
        """Add the calls that change what they should not.

        Return whether they were left out, to begin again.
        """
        for rule in (QUERIES_PURE, FAILED_CALL):
            facts = [fact for fact in self.evidence.facts if fact.aspect == rule]
            finding = self._add_finding(found, Cause(facts)) if facts else None
            if self._goes_on_unasked():
                return True
            if finding is None:
                continue
            culprit, purpose = finding.mismatch.culprit.call, finding.mismatch.culprit.purpose
            observers = {function.name for function in self._oracle.machine.observers}
            is_refused = purpose is Purpose.REJECTED
            self._is_state_changed_by_observers |= culprit.routine in observers and not is_refused
            if purpose not in self.gatherer.without:
                self._leave_out(purpose)
                return True
        return False

    def _add_causes(self, found: dict[str, DiagnosedFault]) -> bool:
        """Add what the causes show. Return whether some calls were left out, to begin again."""
        every = self._in_order(
            self.gatherer.table.causes(self.evidence.facts, self._found_candidates)
        )
        self._now, self.places.causes = every, [*self._before, *every]
        causes = [cause for cause in every if cause.facts[0].aspect not in NOTATION]
        shows_without_rejected = self.evidence.has_unjudged and len(causes) == len(every)
        if shows_without_rejected:
            causes = [each for each in causes if self._shows_in_rejected_calls(each)]
        causes = self._without_derived(causes)
        self._effects.compare(every, self._found_candidates)
        observed = self._observed_wrongly()
        for cause in [each for each in causes if each.candidate not in self._found_candidates]:
            if self._may_come_of_others(cause, observed) or len(found) >= budget.MOST_FAULTS:
                self.unexplained.append(cause)
            elif not self._is_known_to_be_own(cause):
                self.unexplained.append(cause)
                shows_without_rejected |= self._may_come_of_accepted_calls(cause)
            else:
                fault = self._add_finding(found, cause)
                if self._goes_on_unasked():
                    return True
                if fault is not None and self._leaves_out_after(fault, cause):
                    return True
        if shows_without_rejected and Purpose.REJECTED not in self.gatherer.without:
            self._leave_out(Purpose.REJECTED, self._accepting(found) - self.gatherer.accepting)
            return True
        return False

    def _without_derived(self, causes: list[Cause]) -> list[Cause]:
        """Return the causes; those of derived routines wait if others are wrong.

        What a derived routine is derived from may be wrong.
        """
        derived = self._plan.derived_routines
        if all(cause.facts[0].call.routine in derived for cause in causes):
            return causes
        waiting = [c for c in causes if all(f.call.routine in derived for f in c.facts)]
        self.unexplained += waiting
        return [cause for cause in causes if cause not in waiting]

    def _may_come_of_others(
        self, cause: Cause, observed: Mapping[tuple[int, int], Mapping[str | None, int]]
    ) -> bool:
        """Whether a cause may be an effect: of another one, or of a fault that is found already."""
        return (
            self._effects.is_effect(cause)
            or self._is_seen_before(cause, observed)
            or cause.is_rest
            or self._is_told(cause)
        )

    def _is_known_to_be_own(self, cause: Cause) -> bool:
        """Whether a candidate explains a cause, or nothing before in its games may have caused it.

        If to look at the state changes it, no state is known for certain, and so no candidate is.
        """
        is_explained = cause.candidate is not None and not self._is_state_changed_by_observers
        return is_explained or bool(self._clean(cause.facts))

    def _leaves_out_after(self, fault: DiagnosedFault, cause: Cause) -> bool:
        """Note the cause of a fault. Return whether calls like its culprit were left out.

        They are if they should change nothing, and do: what is wrong after them may come of it.
        """
        self._effects.tell(cause)
        if cause.candidate is not None:
            self._found_candidates.add(cause.candidate)
        purpose = fault.mismatch.culprit.purpose
        has_no_effect = {*NOTATION} & {*fault.diagnosis.rules[:1]}
        if not has_no_effect or purpose in self.gatherer.without:
            return False
        self._leave_out(purpose)
        return True

    def _accepting(self, found: Mapping[str, DiagnosedFault]) -> set[str]:
        """Return the routines that accept calls that should raise, as the findings show.

        None where each call is judged in the state shown: there, accepted calls hide nothing.
        """
        if self._oracle.is_state_shown:
            return set()
        culprits = [finding.mismatch.culprit for finding in found.values()]
        return {each.call.routine for each in culprits if each.purpose is Purpose.REJECTED}

    def _judged_by_the_rest(self, found: Mapping[str, DiagnosedFault]) -> dict[str, DiagnosedFault]:
        """Return the findings; calls that were left out are judged by what is wrong without them.

        What came of these calls is no longer in the way: what they apply may be known to be right.
        """
        judged: dict[str, DiagnosedFault] = {}
        rest = self._now
        for key, finding in found.items():
            culprit = finding.mismatch.culprit
            is_left_out = self.gatherer.is_left_out(culprit.call, culprit.purpose)
            if is_left_out and not finding.diagnosis.rules and finding.cause.candidate is None:
                self.places.causes = [finding.cause, *rest]
                first, is_alone = self._first_fact(finding.cause), not rest and len(found) == 1
                told, _ = self._blame.diagnosis(finding.cause, first, finding.mismatch, is_alone)
                if told.rules:
                    judged.setdefault(told.rules[0], replace(finding, diagnosis=told))
                    continue
            judged.setdefault(key, finding)
        self.places.causes = [*self._before, *rest]
        return judged

    def _doubted_by_chance(self, found: Collection[DiagnosedFault]) -> Iterator[DiagnosedFault]:
        """Yield the findings; what a query shows may come of earlier calls where there is chance.

        That the same calls show it again may be chance, too, unless the state before was seen.
        """
        has_chance = not all(finding.mismatch.reproduced for finding in found)
        for finding in found:
            mismatch, cause = finding.mismatch, finding.cause
            is_query = mismatch.step is mismatch.culprit and mismatch.reproduced
            aspects = {fact.aspect for fact in cause.facts[:1]}
            is_known = cause.candidate is not None or not aspects or aspects <= {*NOTATION}
            is_certain = not (has_chance and is_query) or is_known
            if is_certain or self._first_fact(cause).is_state_seen(self._oracle.machine):
                yield finding
            else:
                diagnosis = self._blame.without_rule(mismatch, finding.diagnosis.one_of)
                yield replace(finding, diagnosis=diagnosis)

    def _shows_in_rejected_calls(self, cause: Cause) -> bool:
        """Whether a cause shows in calls that should raise; a breakdown, only in these."""
        if not any(fact.purpose is Purpose.REJECTED for fact in cause.facts):
            return False
        failure = failure_of(cause.facts[0].reply)
        return not cause.facts[0].is_crash(self._oracle) or all(
            fact.purpose is Purpose.REJECTED
            for fact in self.evidence.facts
            if failure_of(fact.reply) == failure
        )

    def _is_told(self, cause: Cause) -> bool:
        """Whether replies like those of an unexplained cause showed a fault before.

        When calls are left out, less is seen, and what a candidate explained may stay unexplained.
        """
        is_played_again = self.gatherer.without or self.gatherer.accepting
        if not is_played_again or cause.candidate is not None:
            return False
        return self._explained_kinds.issuperset(fact.kind for fact in cause.facts)

    def _may_come_of_accepted_calls(self, cause: Cause) -> bool:
        """Whether calls that should have raised, and did not, come before in recorded games."""
        return any(not isinstance(fact.run, LocalRun) for fact in cause.facts)

    def _clean(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return those of some facts before which nothing in the game may have caused them."""
        return clean_facts(facts, self.evidence)

    def _observed_wrongly(self) -> dict[tuple[int, int], dict[str | None, int]]:
        """Return the variables about which observers are wrong, by run and number of moves.

        Each comes with the position of the first call that shows it. A reply of the wrong type
        shows nothing of a variable.
        """
        found: dict[tuple[int, int], dict[str | None, int]] = {}
        has_wrong_type = self.gatherer.reading.has_wrong_type
        for fact in self.evidence.facts:
            if fact.purpose is Purpose.OBSERVE and not has_wrong_type(fact):
                variable = observed_variable(self._oracle.machine.routine(fact.call.routine))
                seen = found.setdefault((id(fact.run), fact.moves), {})
                seen[variable] = min(fact.number, seen.get(variable, fact.number))
        return found

    def _is_seen_before(
        self, cause: Cause, observed: Mapping[tuple[int, int], Mapping[str | None, int]]
    ) -> bool:
        """Whether an observer is always wrong right before, about a variable that is read."""

        def is_seen(fact: Fact) -> bool:
            read = variables_read(self._oracle.machine.routine(fact.call.routine))
            seen = observed.get((id(fact.run), fact.moves), {})
            return any(name in read and place < fact.number for name, place in seen.items())

        return all(fact.purpose is not Purpose.OBSERVE and is_seen(fact) for fact in cause.facts)

    def _leave_out(self, purpose: Purpose, routines: Collection[str] = ()) -> None:
        """Leave out calls that should change nothing; keep the facts about their own replies.

        With some ``routines``, only their calls are left out. Other facts that are gone without
        these calls, though all were refused, come of them.
        """
        own: dict[tuple[str, ...], list[Fact]] = {}
        others: dict[tuple[str, ...], Fact] = {}
        made: list[Fact] = []
        for fact in self.evidence.facts:
            if fact.purpose is not purpose or (routines and fact.call.routine not in routines):
                made.append(fact)
            elif fact.aspect in (OUT, RAISES) and fact.kind not in self._explained_kinds:
                own.setdefault(fact.kind, []).append(fact)
        for fact in self._clean(made):
            others.setdefault(fact.kind, fact)
        self.deferred_causes += map(Cause, own.values())
        self._before = self.places.causes
        self.gatherer.leave_out(purpose, routines)
        for kind in {fact.kind for fact in self.evidence.facts}:
            others.pop(kind, None)
        for fact in others.values():
            rule = FAILED_CALL if purpose is Purpose.REJECTED else QUERIES_PURE
            self.effects_of_no_ops[rule] = fact.call.routine

    def _add_finding(self, found: dict[str, DiagnosedFault], cause: Cause) -> DiagnosedFault | None:
        """Add what a cause shows; None if it is no call without effect, as the fact has it."""
        finding = self._finding(cause, tuple(found))
        rule = next(iter(finding.diagnosis.rules), "")
        is_confirmed = finding.mismatch.reproduced and rule in NOTATION
        if (cause.facts[0].aspect in NOTATION and not is_confirmed) or (
            rule == FAILED_CALL and not self._is_refused(finding)
        ):
            self.deferred_causes.append(cause)
            return None
        if rule == QUERIES_PURE and self._is_wrong_unasked(finding):
            self._has_blamed_query = True
            self.deferred_causes.append(cause)
            return None
        if self._comes_after_a_wrong_transition(finding, found):
            self.unexplained.append(cause)
            return None
        if is_confirmed and cause.facts[0].aspect not in NOTATION:
            self.causes_of_no_ops.append(cause)
        return found.setdefault(_key(finding), finding)

    def _comes_after_a_wrong_transition(
        self, finding: DiagnosedFault, found: Mapping[str, DiagnosedFault]
    ) -> bool:
        """Whether an initialiser is blamed, though a transition in the last game is wrong as well.

        Where the state is not shown, it may be this transition that makes the rest of an earlier
        game show: a queue that does not count who leaves reads a place from the earlier game.
        """
        mismatch, machine = finding.mismatch, self._oracle.machine
        is_shown = self._oracle.is_state_shown or finding.cause.candidate is not None
        if is_shown or self._blame.incomplete_initializer(mismatch) is None:
            return False
        culprits = (fault.mismatch.culprit for fault in found.values())
        wrong = {each.call.routine for each in culprits if each.purpose is Purpose.COMMAND}
        since_start = takewhile(
            lambda call: not machine.is_initializer(call), reversed(mismatch.history)
        )
        return any(call.routine in wrong for call in since_start)

    def _is_wrong_unasked(self, finding: DiagnosedFault) -> bool:
        """Whether a query seems to change something, and the same is wrong without any query.

        Then it may be the order in which the program keeps things that the query changes. What it
        does to its argument, it does itself.
        """
        if finding.mismatch.reply.changes_argument:
            return False
        return finding.mismatch.step.call.routine in self.gatherer.routines_wrong_unasked

    def _goes_on_unasked(self) -> bool:
        """If a query seemed to be at fault, and is not, judge games without queries, once."""
        is_first = self._has_blamed_query and not self._is_unasked
        if is_first:
            self._is_unasked = True
            self._before = self.places.causes
            self.gatherer.judge_unasked_games()
        return is_first

    def _is_refused(self, finding: DiagnosedFault) -> bool:
        """Whether the call that changes something raises, when its game is played again."""
        mismatch = finding.mismatch
        calls = [*mismatch.earlier_games, *mismatch.history, mismatch.culprit.call]
        replies = self._fresh_replies(calls)
        return len(replies) == len(calls) and replies[-1].exception is not None

    def _in_order(self, causes: Sequence[Cause]) -> list[Cause]:
        """Return the causes, those first that depend on least.

        What may come of another cause is later: an exception that routines raise which are applied,
        and, where no state is shown, what is wrong only after other wrong replies.
        """
        begin = {} if self._oracle.is_state_shown else self._first_wrong_states()
        return sorted(
            causes,
            key=lambda cause: (
                bool(self.places.raising(cause)),
                all(begin.get(id(fact.run), fact.moves) < fact.moves for fact in cause.facts),
                len(self.places.of(cause)),
                cause.candidate is None,
                min(fact.moves for fact in cause.facts),
            ),
        )

    def _first_wrong_states(self) -> dict[int, int]:
        """Return, for each run, the number of transitions before the first wrong reply."""
        found: dict[int, int] = {}
        for fact in self.evidence.facts:
            found[id(fact.run)] = min(fact.moves, found.get(id(fact.run), fact.moves))
        return found

    def _finding(self, cause: Cause, others: tuple[str, ...]) -> DiagnosedFault:
        first = self._first_fact(cause)
        mismatch = mismatch_with_block(first)
        given: tuple[str, ...] = ()
        examiner = self._examiner(self._sought(cause, first))
        if not self._clean([first]) and first.aspect not in NOTATION:
            given = tuple(rule for rule in others if not rule.startswith("("))
        else:
            tried = self._plan.complete_length(first.run.stage)
            if not self._plan.pace:
                steps = partial(map, first.run.step, range(first.shown_by + 1))
                mismatch = shrunk(mismatch, examiner, tried, self._plan.effort, steps)
                if not changes_what_it_should_not(mismatch):  # else much is played again
                    self.gatherer.table.ask_ahead()
                short = in_edited_game(mismatch, examiner, tried, self._plan.effort)
                mismatch = self._suspected.shorter_with_them(cause, mismatch, short, self._now)
            else:
                cause.suspects = self._suspected.suspects(cause, mismatch, self._now)
            if cause.ignored is not None and cause.suspects is not None:
                if cause.suspects.names == (cause.ignored.name,):
                    cause.suspects = None
                else:
                    cause.ignored = None  # a later call may have undone what it did
            self._ask_more(cause, mismatch)
            cause.wrong_state = cause.wrong_state or self._suspected.only_wrong_state(cause)
            if cause.ignored is not None:
                mismatch = by_ignored_call(mismatch, cause.ignored, self._oracle)
            elif cause.wrong_state is not None:
                mismatch = by_last_transition(mismatch, cause.wrong_state, self._oracle)
        if cause.candidate is not None:
            self.explained_candidates |= {cause.candidate, *cause.rivals}
        self._explained_kinds |= {fact.kind for fact in (*cause.facts, *cause.others)}
        self._suspected.tell(cause, mismatch)
        is_alone = not others and self._effects.is_alone(cause)
        diagnosis, omitted = self._blame.diagnosis(cause, first, mismatch, is_alone)
        is_told = cause.ignored is not None or diagnosis.location.clause is None
        return DiagnosedFault(
            mismatch,
            diagnosis,
            cause,
            first.run.stage,
            first.run.calls_before + first.shown_by + 1,
            given,
            diagnosis.mutant is not None or is_told,
            omitted.habit if omitted else None,
        )

    def _ask_more(self, cause: Cause, shown: Mismatch) -> None:
        """Where few calls were made, see what else is wrong where an unexplained cause shows.

        Others that are wrong in the same state may be so for the same reason: if no query sees a
        line, it is not one query that is wrong. What they show stays unexplained.
        """
        if cause.candidate is not None or cause.suspects is not None or self._plan.kills:
            return
        known = {fact.kind[:2] for fact in self.evidence.facts}
        facts = [f for f in self.gatherer.facts_where(shown) if f.kind[:2] not in known]
        others = self.gatherer.table.causes(facts) if facts else []
        self.unexplained += others
        self._now = [*self._now, *others]
        self.places.causes = [*self.places.causes, *others]

    def _first_fact(self, cause: Cause) -> Fact:
        """Return the fact by which a cause shows best, and soonest.

        A cause has a sample of its facts only. Another one may come sooner, or in a stage before
        which all shorter games were played.
        """

        def length(fact: Fact) -> tuple[int, int]:
            return fact.moves, -self._plan.complete_length(fact.run.stage)

        kinds, least = {fact.kind for fact in cause.facts}, min(map(length, cause.facts))
        sooner = [f for f in self.evidence.facts if f.kind in kinds and length(f) < least]
        number = cause.candidate
        of_cause = (
            fact
            for fact in sorted(sooner, key=length)
            if number is None or fact.is_explained_by(number, self._oracle)
        )
        every = [*islice(of_cause, 1), *cause.facts]
        best = self._clean(every) or every

        def order(fact: Fact) -> tuple[object, ...]:
            is_passed_yielded = any(map(is_made_by_a_query, fact.call.arguments))
            return isinstance(fact.run, LocalRun), length(fact), is_passed_yielded

        return min(best, key=order)

    def _is_same(self, cause: Cause, first: Fact, fact: Fact) -> bool:
        """Whether a fact has the same cause as the first one."""
        if first.aspect in NOTATION:
            is_last = fact.shown_by == len(fact.run.calls) - 1
            return is_last or fact.aspect in NOTATION
        if cause.candidate is None:
            return cause.ignored is not None or fact.kind[:2] == first.kind[:2]
        return bool(fact.is_explained_by(cause.candidate, self._oracle))

    def _sought(self, cause: Cause, first: Fact) -> Sought:
        """Return what is looked for where the facts have the same cause as the first one."""

        def is_same(fact: Fact) -> bool:
            return self._is_same(cause, first, fact)

        if first.aspect in NOTATION or (cause.candidate is None and cause.ignored is not None):
            return Sought(is_same)
        if cause.candidate is not None:
            return Sought(is_same, cause.candidate)
        due = [fact.step.expected.exception for fact in cause.facts]
        raised = frozenset(exception for exception in due if exception is not None)
        exceptions = frozenset() if None in due else raised
        return Sought(is_same, routine=first.call.routine, exceptions=exceptions)

    def _examiner(self, sought: Sought) -> Examiner:
        """Return what plays traces again, and looks for one fault in them."""
        reading, all_games = self.gatherer.reading, self._plan.all_games
        return Examiner(self._runner, self._oracle, reading, all_games, sought, self._wrong_games)


def _key(finding: DiagnosedFault) -> str:
    """Return what findings of one fault have in common: the rule, or else how it shows."""
    if finding.diagnosis.rules:
        return finding.diagnosis.rules[0]
    reply = finding.mismatch.reply
    is_answered = reply.fault is None and reply.exception is None
    return f"({finding.mismatch.culprit.call.routine})" if is_answered else failure_of(reply)
