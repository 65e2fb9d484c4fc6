"""Blame: which rule a shown fault breaks.

The clause comes from the mismatch; the rule from the mutant that explains the cause, or else from
what in the clause is not known to be right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Any, Final

from modcheck.judging.causes.gatherer import Gatherer
from modcheck.judging.causes.sample import spread
from modcheck.judging.causes.suspects import Suspects
from modcheck.judging.causes.table import Cause, locate
from modcheck.judging.causes.wrong_states import WrongState
from modcheck.judging.expected.candidates import is_constant
from modcheck.judging.expected.localise import (
    Location,
    attribute,
    decided_by_case,
    is_decided,
    is_refused_by_another_name,
    is_unchanged,
    lets_through,
    outermost,
    rest_of_cases,
)
from modcheck.judging.expected.omissions import Omission, omission
from modcheck.judging.play.examiner import mismatch_of
from modcheck.judging.play.facts import OUT, Fact, LocalRun
from modcheck.judging.rules.diagnosis import Diagnosis
from modcheck.judging.rules.like_parts import rules_of_like_parts
from modcheck.judging.rules.likely_rules import FEW, LikelyRules
from modcheck.judging.rules.places import Places
from modcheck.system.implementation import Json, encode
from modcheck.testing import budget
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.trace import Purpose, TraceStep
from modspec.run.domains import elements
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, Call
from modspec.run.mutants import Mutant, Operator
from modspec.run.objects import is_made_by_a_query, is_made_by_output, module_of
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import Apply, walk
from modspec.syntax.module import Clause, ExceptionClause, Function
from modspec.syntax.relations import reachable_from, variables_read, with_definitions
from modspec.syntax.values import State, origin_of

NOTATION: Final = (FAILED_CALL, QUERIES_PURE)
"""The rules of the notation: what changes nothing."""
ONE_PLACE: Final = 3
"""Facts after which it is no accident that one call of an observer shows them all."""


class Blame:
    """Finds the rules that the faults of one program break."""

    def __init__(self, gatherer: Gatherer, places: Places) -> None:
        self._gatherer, self._places, self._oracle = gatherer, places, gatherer.oracle
        self._likely = LikelyRules(gatherer, places)

    def diagnosis(
        self, cause: Cause, first: Fact, mismatch: Mismatch, is_alone: bool
    ) -> tuple[Diagnosis, Omission | None]:
        """Return what a cause breaks, and what the program never finds, if its answers tell.

        ``mismatch`` shows the fault in a short game, and ``first`` is its fact in the games that
        were played. If it ``is_alone``, one fault may explain all that is wrong with the program.
        """
        is_no_op = mismatch.culprit.purpose is not Purpose.COMMAND
        if is_no_op and mismatch.reply.changes_argument:
            rule = QUERIES_PURE if mismatch.culprit.purpose is Purpose.QUERY else FAILED_CALL
            return replace(self.without_rule(mismatch), rules=(rule,)), None
        comes_of_no_op = is_no_op and mismatch.step is not mismatch.culprit
        if cause.ignored is not None and not comes_of_no_op:
            return self._of_transition(cause.ignored, mismatch), None
        if cause.candidate is None and (begun := self.incomplete_initializer(mismatch)):
            return self._of_transition(begun, mismatch, without=self._shown_variables), None
        if cause.wrong_state is not None and not comes_of_no_op:
            return self._of_wrong_state(cause.wrong_state, mismatch), None
        location = self._location(mismatch)
        suspects = cause.suspects or self._makers_of_objects(cause, mismatch)
        suspects = suspects or self._queries_that_made_objects(cause, mismatch)
        if suspects is not None:
            return self._of_suspects(suspects, location, mismatch), None
        is_same = mismatch.culprit.call.routine == first.call.routine
        if is_same and not self._is_certain(cause):
            return self.without_rule(mismatch, self._likely.rules(cause)), None
        rules = self._rules_at(location, mismatch)
        if cause.candidate is None and (observer := self._doubtful_observer(cause)):
            seen = observer.output.rules if observer.output else ()
            one_of = (*dict.fromkeys((*seen, *rules[:1])),)
            if seen and rules and len(one_of) == 1:
                return Diagnosis(one_of, location), None  # whichever of them it is
            return self.without_rule(mismatch, one_of), None
        omitted = self._omission(first, cause)
        if cause.candidate is None:
            if omitted and omitted.habit and omitted.rules:
                rules = omitted.rules  # many answers tell more than one
            elif whole := self._rules_of_a_clause_without_effect(cause, location):
                rules = whole
            elif location.clause:
                rules = self._certain_rules(cause, first, location, mismatch, rules, is_alone)
                rules = rules or self._rules_of_ignored_guard(location, cause)
        elif first.purpose is mismatch.culprit.purpose or first.call == mismatch.step.call:
            mutant = self._oracle.candidates[cause.candidate]
            by_cases = location.explanation and decided_by_case(location.explanation)
            own = tuple(sorted(self._common_rules(cause), key=lambda rule: rule not in rules))
            is_by_case = _is_in_clause(mutant, location) and not is_constant(mutant)
            if like := rules_of_like_parts(mutant):
                return Diagnosis((), location, mutant, cause.count, (*like, *own)), omitted
            rules = (by_cases if is_by_case else ()) or own
            return Diagnosis(rules, location, mutant, cause.count), omitted
        one_of = () if rules else self._likely.rules(cause)
        if not rules and not one_of:
            one_of = self._of_two_games(mismatch, location)
        if mismatch.reproduced and self._likely.is_only(one_of, cause):
            rules, one_of = one_of, ()
        return Diagnosis(rules, location, None, cause.count, one_of), omitted

    def _of_two_games(self, mismatch: Mismatch, location: Location) -> tuple[str, ...]:
        """Return the few rules of what may be wrong if a mismatch takes an earlier game.

        An initialiser leaves something of it; or what is called keeps it.
        """
        machine = self._oracle.machine
        later = [*filter(machine.is_initializer, mismatch.history[1:])]
        if not later or not mismatch.reproduced:
            return ()
        read = variables_read(location.function)
        begun = (e for e in machine.routine(later[-1].routine).transition if e.variable in read)
        found = dict.fromkeys((*chain.from_iterable(e.rules for e in begun), *location.rules))
        is_known = all(rule in self._gatherer.rulebook for rule in found)
        return tuple(found) if is_known and len(found) <= FEW else ()

    def diagnosis_in_silence(self, mismatch: Mismatch, told: Collection[str]) -> Diagnosis:
        """Return what a reply breaks that is right if queries are made on the way.

        A query changes something then. Calls without any query show besides that a clause is wrong.
        If no other function can be, its rule is certain, and comes first, unless a fault was
        ``told`` of it.
        """
        location = self._location(mismatch)
        clauses = with_definitions(location.clause, location.function) if location.clause else []
        own = () if reachable_from(clauses) else location.rules
        rules = dict.fromkeys((*(rule for rule in own if rule not in told), QUERIES_PURE))
        return Diagnosis((*rules,), location, is_right_if_asked=True)

    def without_rule(self, mismatch: Mismatch, one_of: tuple[str, ...] = ()) -> Diagnosis:
        """Return that a reply is wrong, where it is not certain which rule that breaks."""
        function = self._oracle.machine.routine(mismatch.culprit.call.routine)
        location = Location(function, None, None, (), mismatch.culprit)
        return Diagnosis((), location, one_of=one_of)

    def incomplete_initializer(self, mismatch: Mismatch) -> Function | None:
        """Return the initializer that keeps something of an earlier game, if the state is hidden.

        The mismatch is shrunk: it needs the earlier game. What is specified does not depend on it.
        A breakdown is not shrunk, nor is a game in which the program chooses: without the earlier
        game it may choose otherwise.
        """
        machine = self._oracle.machine
        calls = [*mismatch.earlier_games, *mismatch.history]
        later = [
            number for number, call in enumerate(calls) if number and machine.is_initializer(call)
        ]
        culprit = machine.routine(mismatch.culprit.call.routine)
        if not later or not mismatch.reproduced or culprit.state is None or mismatch.query_numbers:
            return None
        has_choice = any(call.choice is not None for call in calls[later[-1] :])
        if has_choice or mismatch.reply.fault is not None:
            return None
        is_seen = variables_read(culprit) <= self._shown_variables
        return None if is_seen else machine.routine(calls[later[-1]].routine)

    @property
    def _shown_variables(self) -> frozenset[str]:
        """The state variables that the program shows."""
        return self._gatherer.visible_variables - self._gatherer.hidden_variables

    def _of_transition(
        self, function: Function, mismatch: Mismatch, without: Collection[str] = ()
    ) -> Diagnosis:
        """Return that a transition does not do what it should, but for some variables.

        If the call that should have done it is known, the variables are those that it changes.
        """
        others = [each for each in function.transition if each.variable not in without]
        changed = _changed_variables(mismatch.culprit, function)
        clauses = [each for each in others if each.variable in changed] or others
        clauses = clauses or [*function.transition]
        stated = (*dict.fromkeys(rule for each in clauses for rule in each.rules),)
        if len(clauses) == 1 and changed and mismatch.step.purpose is Purpose.OBSERVE:
            location = self._location(mismatch)
            if location.explanation is not None and location.clause in clauses:
                stated = decided_by_case(location.explanation) or stated
        rules = tuple(r for r in stated if r in self._gatherer.rulebook) or stated
        return Diagnosis(rules, Location(function, clauses[0], None, rules, mismatch.step))

    def _of_wrong_state(self, state: WrongState, mismatch: Mismatch) -> Diagnosis:
        """Return that a transition leaves a wrong state, with the rule if it can be one only."""
        function = state.transition
        clauses = [each for each in function.transition if each.variable in state.variables]
        every = [part for each in clauses for part in with_definitions(each, function)]
        for module, name in sorted(reachable_from(every)):
            every += declare(module)[name].clauses()
        behind = dict.fromkeys(chain.from_iterable(map(_rules_within, every)))
        rules = tuple(rule for rule in behind if rule in self._gatherer.rulebook)
        if len(rules) != 1:
            return self.without_rule(mismatch, rules if len(rules) <= FEW else ())
        return Diagnosis(rules, Location(function, clauses[0], None, rules, mismatch.step))

    def _of_suspects(self, suspects: Suspects, location: Location, mismatch: Mismatch) -> Diagnosis:
        """Return that one of several routines is at fault, with their rules if these are few."""
        stated = [location.rules] if suspects.called == mismatch.culprit.call.routine else []
        if suspects.called is not None and not stated:  # an observer
            output = self._oracle.machine.routine(suspects.called).output
            stated.append(output.rules if output else ())
        for name, variables in suspects.transitions:
            function = self._oracle.machine.routine(name)
            each = [e for e in function.transition if e.variable in variables]
            clauses = each if function.is_transition else [*filter(None, [function.output])]
            stated.append((*chain.from_iterable(map(_rules_within, clauses)),))
        rules = dict.fromkeys(chain.from_iterable(stated))
        one_of = tuple(rule for rule in rules if rule in self._gatherer.rulebook)
        if len(rules) == 1 == len(one_of) and all(stated):
            return Diagnosis(one_of, location)  # whichever routine it is
        found = self.without_rule(mismatch, one_of if len(one_of) <= FEW else ())
        return replace(found, suspects=suspects.names)

    def _makers_of_objects(self, cause: Cause, mismatch: Mismatch) -> Suspects | None:
        """Return the routine called and the initialisers, if one object may have changed another.

        So it may be where a call that is passed an object changes the one that it is called on, and
        where the same calls do not show the mismatch again: earlier ones made other objects.
        """
        made, module = self._gatherer.reading.made_objects, self._oracle.machine.module
        makers = [each for each in module.initializers if each.makes_one_of_many]
        if made is None or not makers or cause.candidate is not None or module.state is None:
            return None
        calls = (*mismatch.transitions, mismatch.culprit.call)
        if mismatch.reproduced and not made.changes_another(calls):
            return None
        variables = frozenset(each.name for each in module.state.variables)
        transitions = tuple((each.name, variables) for each in makers)
        return Suspects(mismatch.culprit.call.routine, transitions)

    def _queries_that_made_objects(self, cause: Cause, mismatch: Mismatch) -> Suspects | None:
        """Return the routine called and the queries that yielded the objects that it is passed.

        What queries show of such an object is right; but it may keep something that they do not
        show. It keeps nothing if another object shows the mismatch as well.
        """
        passed = (fact.call.arguments for fact in cause.facts)
        if cause.candidate is not None or not all(any(map(is_made_by_a_query, p)) for p in passed):
            return None
        module, call = self._oracle.machine.module, mismatch.culprit.call
        queries = dict.fromkeys(
            each.routine
            for made in call.arguments
            if isinstance(made, State) and module_of(type(made)).python_name == module.python_name
            for each in origin_of(made)
            if is_made_by_output(module, each)
        )
        suspected = tuple((name, frozenset[str]()) for name in queries)
        return Suspects(call.routine, suspected) if suspected else None

    def may_come_of_earlier_calls(self, cause: Cause, routine: Function) -> bool:
        """Whether a cause may come of earlier transitions, since it reads what nothing shows.

        Not if a candidate explains it, or if more is known of it.
        """
        fact, gatherer = cause.facts[0], self._gatherer
        if cause.candidate is not None or cause.wrong_state is not None:
            return False
        if fact.aspect in NOTATION or fact.is_crash(self._oracle) or gatherer.plan.pace:
            return False
        if gatherer.reading.has_wrong_type(fact):
            return False
        observers = {function.name for function in self._oracle.machine.observers}
        has_all = observers <= {*gatherer.routines}
        is_seen = routine.state is None or variables_read(routine) <= gatherer.visible_variables
        return has_all and not is_seen

    def _doubtful_observer(self, cause: Cause) -> Function | None:
        """Return the observer that may be wrong: one call of it shows all that is wrong.

        So it is if a program shows one place of a board wrongly, whatever lies there; not if it
        shows rightly elsewhere, by the same call, what is due. Games that go on from a state that
        is shown are no evidence of what shows it.
        """
        kind = cause.facts[0].kind[:2]
        every = (fact for fact in self._gatherer.evidence.facts if fact.kind[:2] == kind)
        facts = [fact for fact in every if not isinstance(fact.run, LocalRun)]
        shown = {
            fact.run.calls[place]
            for fact in facts
            for place in fact.observed
            if place in fact.run.wrong
        }
        if len(facts) < ONE_PLACE or len(shown) != 1:
            return None
        (call,) = shown
        due = {
            fact.run.due(place)
            for fact in facts
            for place in fact.observed
            if place in fact.run.wrong
        }
        if not call.arguments or due <= {*self._right_replies(call)}:
            return None
        return self._oracle.machine.routine(call.routine)

    def _right_replies(self, call: Call) -> Iterator[Json]:
        """Yield the right replies to a call of an observer in the games that were played."""
        for trace, end, wrong in self._gatherer.evidence.played:
            for number, each in enumerate(trace.calls[:end]):
                if each == call and number not in wrong:
                    reply = trace.vocabulary.replies[trace.reply_numbers[number]]
                    yield reply.exception or reply.output

    def _is_certain(self, cause: Cause) -> bool:
        """Whether a cause lies where it shows, and not in earlier calls.

        What no candidate explains may come of a state that is not shown: where few calls are made,
        no state is. Candidates without a common rule may explain the same.
        """
        if cause.candidate is None:
            function = self._oracle.machine.routine(cause.facts[0].call.routine)
            read = variables_read(function) if function.state else frozenset()
            hidden = read if self._gatherer.plan.pace else read & self._gatherer.hidden_variables
            fact = cause.facts[0]
            is_own = not hidden or self._gatherer.reading.is_unreadable(fact)
            if is_own or fact.is_crash(self._oracle) or fact.aspect in NOTATION:
                return True
            return not self._gatherer.plan.pace and self._is_wrong_whatever_is(hidden, fact)
        return bool(self._common_rules(cause))

    def _common_rules(self, cause: Cause) -> tuple[str, ...]:
        """Return the rules of the candidate of a cause that all its rivals have as well."""
        assert cause.candidate is not None
        own, *rivals = (
            self._oracle.candidates[number] for number in (cause.candidate, *cause.rivals)
        )
        common = tuple(rule for rule in own.rules if all(rule in each.rules for each in rivals))
        return common or self._rules_of_case(cause, {each.function for each in (own, *rivals)})

    def _rules_of_case(self, cause: Cause, functions: Collection[str]) -> tuple[str, ...]:
        """Return the rules of the case that gives the value that is due in all facts of a cause.

        Candidates that change one function in different places may all change what the function
        yields in this case: then the program breaks the rule of the case.
        """
        found = {
            location.explanation and decided_by_case(location.explanation)
            for location in (locate(fact, self._oracle.machine) for fact in cause.facts)
        }
        return (found.pop() or ()) if len({*functions}) == len(found) == 1 else ()

    def _is_wrong_whatever_is(self, hidden: Collection[str], fact: Fact) -> bool:
        """Whether the reply of a fact is wrong for all values of the variables that are hidden."""
        module, before = self._oracle.machine.module, fact.step.before
        if before is None or module.state is None:
            return False
        types = {v.name: getattr(v.type, "name", "") for v in module.state.variables}
        values = [elements(vars(module.python).get(types[name])) for name in hidden]
        if not all(values):
            return False
        states = (
            type(before)(**{**_variables(before), **dict(zip(hidden, chosen, strict=True))})
            for chosen in product(*(each or () for each in values))
        )
        return not any(fact.is_due_in(state, self._oracle) for state in states)

    def _certain_rules(
        self,
        cause: Cause,
        first: Fact,
        location: Location,
        mismatch: Mismatch,
        rules: tuple[str, ...],
        is_alone: bool,
    ) -> tuple[str, ...]:
        """Return the rules of a location, as far as it is certain that they are broken.

        If all that the clause applies is right, the clause itself is wrong. Else the fault may lie
        in any function that it applies, unless these have the same rule, one condition without
        functions decides, or what a transition made of an element shows it. Still the clause as a
        whole is wrong if nothing else is, and if it is not that a condition was ignored: what is
        wrong elsewhere may break its rules as well. But a clause that forbids something is not
        broken by a program that forbids more. What the same calls do not show again may come of
        earlier ones, unless the state was seen before the call.

        What is applied is taken for right if no mutant of it is left. Of a value this says little
        where the mistakes of real programs are not known: a tile that is merged twice is no mutant.
        Then the clause as a whole is blamed, and not what decides in a function that it applies.
        """
        assert location.clause is not None
        clauses = with_definitions(location.clause, location.function)
        if not reachable_from(clauses) or is_refused_by_another_name(
            mismatch, self._oracle.machine
        ):
            return rules
        is_by_chance = not mismatch.reproduced
        is_seen = first.is_state_seen(self._oracle.machine)
        if is_by_chance and (mismatch.step is not mismatch.culprit or not is_seen):
            return ()
        forbids = isinstance(location.clause, ExceptionClause)
        knows_mistakes = self._gatherer.knows_mistakes
        is_known = forbids or knows_mistakes
        within = None if is_known else location.function.module
        is_only = set(rules) >= {*self._places.rules_behind(clauses, within)}
        if mismatch.step is not mismatch.culprit:
            return rules if is_only or is_known else ()
        if is_known and not self._places.suspects(clauses, cause):
            by_case = location.explanation and decided_by_case(location.explanation)
            is_inside = is_decided(location) and (knows_mistakes or not _is_applied(location))
            return by_case or (rules if is_inside else outermost(location) or rules)
        is_whole = is_alone and not forbids and not lets_through(mismatch, location.clause)
        is_whole &= all(map(set(rules).issubset, self._rules_of_others(cause)))
        is_shown = is_whole or is_decided(location)
        return rules if is_only or (is_shown and not is_by_chance) else ()

    def _rules_of_a_clause_without_effect(
        self, cause: Cause, location: Location
    ) -> tuple[str, ...]:
        """Return the rules of an exception clause if calls are accepted for several reasons.

        A program that does not ask for the condition at all ignores no single reason of it.
        """
        clause, kind = location.clause, cause.facts[0].kind
        if not isinstance(clause, ExceptionClause) or cause.facts[0].reply.exception is not None:
            return ()
        places = [
            each.location(self._oracle.machine)
            for each in self._places.causes
            if each.candidate is None and each.facts[0].kind == kind
        ]
        has_several = any(
            each.clause is clause and set(each.rules).isdisjoint(location.rules) for each in places
        )
        return clause.rules if has_several else ()

    def _rules_of_others(self, cause: Cause) -> Iterator[set[str]]:
        """Yield the rules that may be broken where each other cause shows.

        An exception by another name is no wrong condition.
        """
        for each in self._places.causes:
            location = each.location(self._oracle.machine)
            is_renamed = is_refused_by_another_name(
                mismatch_of(each.facts[0]), self._oracle.machine
            )
            if each is not cause and location.clause is not None and not is_renamed:
                clauses = with_definitions(location.clause, location.function)
                yield {*self._places.rules_behind(clauses)}

    def _rules_of_ignored_guard(self, location: Location, cause: Cause) -> tuple[str, ...]:
        """Return the rules of an exception clause if the program goes on as if it were not there.

        It may raise in other states. But where it does not, and does all that the routine does
        otherwise, it does not ask for the condition; what the condition applies is not wrong.
        """
        clause, function = location.clause, location.function
        deleted = [
            number
            for number, mutant in enumerate(self._oracle.candidates)
            if isinstance(clause, ExceptionClause)
            and (mutant.module, mutant.function) == (function.module, function.name)
            and mutant.replacement is None
            and mutant.line == clause.at.line
        ]
        is_ignored = any(
            all(
                fact.is_done(
                    self._oracle.outcome(number, fact.step.before, fact.call), self._oracle
                )
                for fact in cause.facts
            )
            for number in deleted
        )
        return location.rules if is_ignored else ()

    def _location(self, mismatch: Mismatch) -> Location:
        """Return the clause that a mismatch contradicts.

        If the program broke down, it is the one that demands an exception, or none.
        """
        if mismatch.reply.fault is None or self._breaks_down_unguarded(mismatch):
            return attribute(mismatch, self._oracle.machine)
        return self.without_rule(mismatch).location

    def _breaks_down_unguarded(self, mismatch: Mismatch) -> bool:
        """Whether a routine breaks down only where it should raise one exception.

        Without a guard, a program in C reads a place that is not there.
        """
        call, due = mismatch.culprit.call, mismatch.culprit.expected.exception
        is_own = mismatch.step is mismatch.culprit and due is not None
        is_slow = mismatch.reply.timed_out or mismatch.reply.changes_argument
        return (
            is_own
            and not is_slow
            and all(
                fact.step.expected.exception == due
                for fact in self._gatherer.evidence.facts
                if fact.call.routine == call.routine and fact.reply.fault is not None
            )
        )

    def _rules_at(self, location: Location, mismatch: Mismatch) -> tuple[str, ...]:
        """Return the rules of a location that the mismatch does not refute.

        If something changes that should stay, a condition may have been left out: then it changes
        as a mutant says that leaves it out. If none does, the rule that keeps the rest is broken.
        """
        if location.explanation is None or not is_unchanged(location.explanation):
            return location.rules
        changed = [pair for pair in mismatch.observed if not agrees(pair[0].expected, pair[1])]
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

    def _omission(self, first: Fact, cause: Cause) -> Omission | None:
        """Return what the program never finds, if it denies what it should affirm.

        What it denies because of another cause, which a candidate explains, does not tell.
        """
        machine = self._oracle.machine
        culprit = machine.routine(first.call.routine)
        is_strict = first.due is True or (culprit.is_transition and first.step.before is not None)
        if not is_strict or first.step.expected.exception is not None:
            return None
        for function in machine.module.access_programs:
            if function in machine.observers or function.output is None:
                continue
            if culprit.is_transition or function is culprit:
                facts = [
                    fact
                    for fact in self._gatherer.evidence.facts
                    if fact.call.routine == function.name
                    and fact.aspect == OUT
                    and fact.due is True
                    and not self._is_of_another(fact, cause)
                ]
                wrong = [fact.step for fact in spread(facts, budget.HINT_CASES)]
                if found := omission(
                    function, wrong, self._affirmed_queries(function, wrong), machine.instance
                ):
                    return found
        return None

    def _is_of_another(self, fact: Fact, cause: Cause) -> bool:
        """Whether the candidate of another cause explains a fact."""
        others = {each.candidate for each in self._places.causes} - {cause.candidate, None}
        return any(fact.is_explained_by(n, self._oracle) for n in others if n is not None)

    def _affirmed_queries(self, function: Function, wrong: Sequence[TraceStep]) -> list[TraceStep]:
        """Return queries that the program affirms rightly, of the runs in which it denies some.

        Half of them may be queries that it denies in other states; of other ones, each is taken
        once: other arguments tell more.
        """
        runs = {id(fact.run): fact.run for fact in self._gatherer.evidence.facts}.values()
        denied = {step.call for step in wrong}
        same: list[TraceStep] = []
        others: dict[Call, TraceStep] = {}
        most = budget.HINT_CASES if wrong else 0
        for run in runs:
            for number, (call, reply) in enumerate(zip(run.calls, run.replies, strict=False)):
                if len(others) >= most and len(same) >= most // 2:
                    break
                if call.routine != function.name or reply.output is not True or call in others:
                    continue
                if run.is_known(number) and run.step(number).expected.output is True:
                    if call in denied:
                        same.append(run.step(number))
                    else:
                        others[call] = run.step(number)
        few = same[: most // 2]
        return [*few, *others.values()][:most]


def _rules_within(clause: Clause) -> tuple[str, ...]:
    """Return the rules of a clause, and those of its parts."""
    parts = walk(clause.value)
    return (*clause.rules, *chain.from_iterable(part.rules for part in parts))


def _is_in_clause(mutant: Mutant, location: Location) -> bool:
    """Whether a mutant changes the clause of a location, or its function if no clause is known."""
    clause = location.clause
    is_of = (mutant.module, mutant.function) == (location.function.module, location.function.name)
    return is_of and (clause is None or clause.at.line <= mutant.line <= clause.at.end_line)


def _is_applied(location: Location) -> bool:
    """Whether what decides is within a function that the clause applies."""
    path = location.explanation.path() if location.explanation else ()
    return any(isinstance(part.formula, Apply) for part in path)


def _changed_variables(step: TraceStep, function: Function) -> set[str]:
    """Return the variables that a call of a transition should change; none of other calls."""
    before, after = step.before, step.expected.state
    if step.call.routine != function.name or before is None or after is None:
        return set()
    due = _variables(after)
    return {name for name, value in _variables(before).items() if value != due[name]}


def _variables(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.variables}
