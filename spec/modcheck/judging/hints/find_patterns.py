"""Patterns in wrong replies: what they have in common that no single mutant says.

They word a hint; no rule and no status depends on them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from itertools import chain, islice
from math import floor, isfinite, trunc
from typing import Any, Final, NamedTuple, TypeGuard

from modcheck.judging.causes.gatherer import Gatherer
from modcheck.judging.causes.sample import spread
from modcheck.judging.causes.table import Cause
from modcheck.judging.expected.candidates import idiom_mutant
from modcheck.judging.expected.localise import explain_observation, witnesses
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.hints.shifted_limits import shifted_limits
from modcheck.judging.play.facts import OUT, RAISES, Fact, RecordedRun, Run
from modcheck.system.object_views import ObjectView, encode
from modcheck.testing.budget import HINT_CLEAR
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.patterns import (
    Acceptance,
    Accumulation,
    Alias,
    Circumstance,
    Confusion,
    End,
    ForeignException,
    LaterGame,
    Offset,
    OtherException,
    Oversight,
    Pattern,
    Renaming,
    Rounding,
    Share,
    Unchecked,
)
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Purpose, TraceStep
from modspec.explain.explain import explain_clause
from modspec.run.evaluate import Evaluator
from modspec.run.machine import Call
from modspec.run.mutants import Mutant
from modspec.syntax.expressions import Quantified, Quantifier
from modspec.syntax.order import sorted_elements

WRONG: Final = 24
"""Wrong replies that are looked into, from all parts of the games."""
TELLING: Final = 60
"""Right replies that contradict mutants of one function, and may contradict a guess as well."""
RARE: Final = 0.05
"""Right replies, as a share of the wrong ones, that are no reason not to speak of a case."""
RIGHT: Final = 10
"""Right replies of one game that are compared with them."""


class PatternFinder:
    """Finds what the wrong replies of one cause have in common."""

    def __init__(self, gatherer: Gatherer, model: TestModel, cause: Cause) -> None:
        self._gatherer, self._oracle, self._model = gatherer, gatherer.oracle, model
        self._evidence, self._cause = gatherer.evidence, cause
        first = cause.facts[0]
        self._routine, self._aspect = first.call.routine, first.aspect
        self._facts = [
            fact
            for fact in self._evidence.facts
            if (fact.call.routine, fact.aspect) == (self._routine, self._aspect)
        ] or [*cause.facts]
        self._wrong: list[Fact] = spread(self._facts, WRONG)

    def patterns(self, mismatch: Mismatch) -> Iterator[Pattern]:
        """Yield the patterns, those first that say most. ``mismatch`` shows the fault shortly."""
        yield from self._later_game(mismatch)
        yield from self._other_exception(mismatch)
        yield from self._beyond_bounds()
        yield from self._alias()
        yield from self._renaming()
        yield from self._acceptance()
        yield from self._share()
        yield from self._oversight()
        yield from self._offset()
        yield from self._rounding()
        yield from self._accumulation()
        yield from self._confusion()

    # -- mutants that explain a part of the replies ------------------------------------------------

    def guess(self, instead_of: Mutant | None) -> Mutant | None:
        """Return a guess of the test model that explains all that is wrong with the program.

        Where a mutant explains a fault, only a narrow guess about the same function says more.
        """
        mutants = [
            idiom_mutant(guess)
            for guess in self._model.guesses
            if instead_of is None
            or (
                guess.is_narrow
                and (guess.module, guess.function) == (instead_of.module, instead_of.function)
            )
        ]
        if not mutants:
            return None
        oracle = self._oracle.with_candidates(mutants)
        for number, mutant in enumerate(mutants):
            if self.is_whole(number, oracle):
                right = chain(
                    self._right_steps, self._telling_steps(mutant), self._steps_with_the_same_due()
                )
                if all(self._is_same(oracle, number, step) for step in right):
                    return mutant
        return None

    def shifted_limit(self) -> Mutant | None:
        """Return the mutant in which a limit is shifted that does what the program does.

        Beyond the limit the program is in no state of the specification: only what is right before
        the first wrong reply of a game speaks against the mutant.
        """
        if self._aspect != RAISES:
            return None
        mutants = shifted_limits(self._oracle.machine.routine(self._routine))
        oracle = self._oracle.with_candidates(mutants)
        for number, mutant in enumerate(mutants):
            found = {fact.is_explained_by(number, oracle) for fact in self._wrong}
            is_explained = True in found and False not in found
            if is_explained and all(
                self._is_same(oracle, number, step) for step in self._steps_before_any_is_wrong
            ):
                return mutant
        return None

    @cached_property
    def _steps_before_any_is_wrong(self) -> list[TraceStep]:
        """Right replies of the routine, in games in which no reply was wrong before.

        Half of them are due where the program is wrong in some.
        """
        same: list[tuple[RecordedTrace, int]] = []
        others: list[tuple[RecordedTrace, int]] = []
        for trace, end, wrong in self._evidence.played:
            calls, replies = trace.vocabulary.calls, trace.vocabulary.replies
            for number in range(min(wrong, default=end)):
                if calls[trace.call_numbers[number]].call.routine == self._routine:
                    reply = replies[trace.reply_numbers[number]]
                    is_same = (reply.exception or reply.output) == self._facts[0].due
                    (same if is_same else others).append((trace, number))
        some = [*spread(same, 3 * WRONG), *spread(others, 3 * WRONG)]
        return [RecordedRun("", (), [], trace, self._oracle).step(n) for trace, n in some]

    @property
    def cases(self) -> int:
        """The number of wrong replies of the routine."""
        return len(self._facts)

    def is_whole(self, number: int, oracle: Oracle | None = None) -> bool:
        """Whether a candidate explains all that is wrong with the program."""
        known = oracle or self._oracle
        facts = (*self._wrong, *spread(self._evidence.facts, WRONG))
        return all(fact.is_explained_by(number, known) for fact in facts)

    def leaves_nothing(self, number: int) -> bool:
        """Whether every wrong reply of the routine is a candidate's, or that of another one.

        What a candidate says in some cases may come of a mistake that shows in others as well. The
        sentence about the candidate is then not about the mistake.
        """
        kinds = defaultdict[tuple[str, ...], list[Fact]](list)
        for fact in self._facts:
            kinds[fact.kind].append(fact)
        some = chain.from_iterable(spread(each, WRONG) for each in kinds.values())
        left = [f for f in some if not f.is_explained_by(number, self._oracle)]
        others = range(len(self._oracle.candidates)) if left else ()
        alive = [n for n in others if not self._gatherer.table.is_contradicted(n)]
        return all(any(f.is_explained_by(n, self._oracle) for n in alive) for f in left)

    def mutants_under_a_condition(self) -> Iterator[tuple[Mutant, Circumstance]]:
        """Yield mutants that explain all that is wrong, but only under a condition.

        Those of the routine itself come first: what it applies may be right elsewhere.
        """
        numbered = enumerate(self._oracle.candidates)
        for number, mutant in sorted(numbered, key=lambda n: n[1].function != self._routine):
            if not self._oracle.concerns(number, self._routine):
                continue
            if all(fact.is_explained_by(number, self._oracle) for fact in self._wrong):
                right = self._gatherer.table.counterexamples(number, self._routine)
                condition = self._condition([f.step for f in self._wrong], right)
                if condition is not None:
                    yield mutant, condition

    def _telling_steps(self, guess: Mutant) -> Iterator[TraceStep]:
        """Yield right replies that contradict mutants of the function that a guess changes."""
        others = [
            number
            for number, mutant in enumerate(self._oracle.candidates)
            if (mutant.module, mutant.function) == (guess.module, guess.function)
        ]
        for number in others:
            steps = self._gatherer.table.counterexamples(number)
            yield from islice(steps, TELLING // len(others) + 1)

    def _steps_with_the_same_due(self) -> Iterator[TraceStep]:
        """Yield right replies of other games that are due where the program is wrong in some."""
        yield from (run.step(number) for run, number in self._calls_with_the_same_due)

    @cached_property
    def _calls_with_the_same_due(self) -> Sequence[tuple[RecordedRun, int]]:
        """These calls: they are looked for once, for all guesses."""
        found = []
        for trace, end, wrong in self._evidence.played:
            calls, replies = trace.vocabulary.calls, trace.vocabulary.replies
            for number in range(end):
                reply = replies[trace.reply_numbers[number]]
                is_due = (reply.exception or reply.output) == self._facts[0].due
                call = calls[trace.call_numbers[number]].call
                if is_due and call.routine == self._routine and number not in wrong:
                    found.append((trace, number))
                    break
        return [
            (RecordedRun("", (), [], trace, self._oracle), number)
            for trace, number in spread(found, WRONG)
        ]

    @staticmethod
    def _is_same(oracle: Oracle, number: int, step: TraceStep) -> bool:
        """Whether a mutant says of a right call what the specification says."""
        said = oracle.outcome(number, step.before, step.call)
        return said is None or said == step.expected

    def _condition(
        self, wrong: Sequence[TraceStep], right: Iterable[TraceStep]
    ) -> Circumstance | None:
        """Return what tells wrong calls from right ones; None if nothing does."""
        if len(wrong) < HINT_CLEAR:
            return None
        first, *others = map(self._traits, wrong)
        common = {
            trait: value
            for trait, value in first.items()
            if all(traits.get(trait) == value for traits in others)
        }
        found: dict[tuple[str, str], set[Any]] = {trait: set() for trait in common}
        for step in right if found else ():
            traits = self._traits(step)
            for trait in [*found]:
                value = traits.get(trait)
                found[trait].add(value)
                if value is None or value == common[trait]:
                    del found[trait]
            if not found:
                return None
        for (name, compared_with), values in found.items():
            if values:
                held = common[name, compared_with]
                return Circumstance(name, held, compared_with, tuple(sorted_elements(values)))
        return None

    def _traits(self, step: TraceStep) -> dict[tuple[str, str], Any]:
        """Return by what calls may differ: whether an argument is a variable's value, ..."""
        function = self._oracle.machine.routine(step.call.routine)
        arguments = {
            parameter.name: value
            for parameter, value in zip(function.parameters, step.call.arguments, strict=False)
        }
        state = {name: getattr(step.before, name) for name in getattr(step.before, "variables", ())}
        found: dict[tuple[str, str], Any] = {
            (name, variable): value == held
            for name, value in arguments.items()
            for variable, held in state.items()
            if isinstance(value, Enum) and type(value) is type(held)
        }
        named = {**state, **arguments}
        found |= {(name, ""): value for name, value in named.items() if isinstance(value, Enum)}
        return found

    # -- replies -----------------------------------------------------------------------------------

    @cached_property
    def _right_steps(self) -> list[TraceStep]:
        """Right replies of the routine, in the games in which others are wrong."""
        found = []
        for run in {id(fact.run): fact.run for fact in self._wrong}.values():
            places = [n for n in self._positions(run) if n not in run.wrong]
            found += [run.step(n) for n in spread(places, RIGHT)]
        return spread(found, 3 * WRONG)

    def _positions(self, run: Run) -> list[int]:
        """Return where a run calls the routine in known states."""
        return [
            number
            for number, call in enumerate(run.calls)
            if call.routine == self._routine and run.is_known(number)
        ]

    def _right_dues(self) -> Iterator[Any]:
        """Yield the exception or the output of every right reply of the routine."""
        return (due for _, due in self._right_calls())

    def _right_calls(self) -> Iterator[tuple[Call, Any]]:
        """Yield every call of the routine that was answered rightly, and the reply."""
        for trace, end, wrong in self._evidence.played:
            vocabulary = trace.vocabulary
            for number in range(end):
                call = vocabulary.calls[trace.call_numbers[number]].call
                if call.routine == self._routine and number not in wrong:
                    reply = vocabulary.replies[trace.reply_numbers[number]]
                    yield call, reply.exception or reply.output
        for run in self._evidence.runs:
            for number in self._positions(run):
                if number not in run.wrong and run.purposes[number] is not Purpose.OBSERVE:
                    yield run.calls[number], run.due(number)

    # -- patterns ----------------------------------------------------------------------------------

    def _later_game(self, mismatch: Mismatch) -> Iterator[LaterGame]:
        initial = self._oracle.machine.is_initializer
        calls = [*mismatch.earlier_games, *mismatch.history, mismatch.culprit.call]
        later = [call.routine for call in calls[1:] if initial(call)]
        takes_query = bool(mismatch.query_numbers)  # it is the query that keeps something
        if mismatch.reproduced and later and initial(calls[0]) and not takes_query:
            is_of_start = initial(mismatch.culprit.call) and self._aspect not in (OUT, RAISES)
            yield LaterGame(later[0], self._aspect if is_of_start else "")

    def _other_exception(self, mismatch: Mismatch) -> Iterator[OtherException | ForeignException]:
        expected = mismatch.step.expected
        shown = expected.exception or encode(expected.output)
        first = next((fact for fact in self._facts if fact.due == shown), self._facts[0])
        facts = [fact for fact in self._facts if fact.due == first.due]
        got, function = first.reply.exception, self._oracle.machine.routine(self._routine)
        declared = {n for f in self._oracle.machine.module.access_programs for n in f.raises}
        due = first.step.expected.exception
        if got is None or len(facts) < HINT_CLEAR:
            return
        if any(
            each.is_silent and each.exception is None for each in (expected, first.step.expected)
        ):
            return  # a condition is wrong, not the exception
        if any(fact.reply.exception != got for fact in facts):
            return
        if got not in declared:
            if due is not None and due not in self._right_dues():
                yield ForeignException(self._routine, due, got)
            return
        order = [*function.raises]
        yield OtherException(
            self._routine,
            first.due,
            got,
            is_value=due is None,
            is_later=due in order and got in order and order.index(due) < order.index(got),
            is_always=first.due not in self._right_dues(),
        )

    def _beyond_bounds(self) -> Iterator[Unchecked]:
        first = self._facts[0]
        if self._aspect not in (OUT, RAISES) or len(self._facts) < HINT_CLEAR:
            return
        function = self._oracle.machine.routine(self._routine)
        places = [n for n, value in enumerate(first.call.arguments) if type(value) is int]
        if not places or any(fact.due != first.due for fact in self._facts):
            return
        refused, others = set[Call](), set[Call]()
        for call, due in self._right_calls():
            (refused if due == first.due else others).add(call)
        wrong = {fact.call for fact in self._facts}
        ends = {
            is_low: {n: most(call.arguments[n] for call in others) for n in places}
            for is_low, most in ((True, min), (False, max))
            if others
        }
        for is_low, bounds in ends.items():
            step = -1 if is_low else 1
            next_ones = {  # one argument lies beyond the bound, by one
                place
                for place in places
                for call in wrong
                if call.arguments[place] == bounds[place] + step
                and _beyond(call, bounds, is_low) == {place}
            }
            farther = {place: bound + step for place, bound in bounds.items()}
            right_ones = [
                call
                for call in refused
                if not _beyond(call, ends[not is_low], not is_low)
                and next_ones >= _beyond(call, bounds, is_low) != set()
            ]
            is_next = not any(_beyond(call, farther, is_low) for call in wrong)
            if (
                len({bounds[n] for n in next_ones}) == 1
                and all(_beyond(call, bounds, is_low) & next_ones for call in wrong)
                and all(is_next and _beyond(call, farther, is_low) for call in right_ones)
            ):
                yield Unchecked(
                    self._routine,
                    tuple(function.parameters[n].name for n in sorted(next_ones)),
                    bounds[min(next_ones)],
                    is_low,
                    is_next and right_ones != [],
                    first.due,
                    is_value=first.step.expected.exception is None,
                )

    def _alias(self) -> Iterator[Alias]:
        first = self._facts[0]
        if self._aspect in (OUT, RAISES) or not first.observed:
            return
        seen = [
            (fact.run.calls[n], fact.run.replies[n], fact.run.due(n))
            for fact in spread(self._facts, HINT_CLEAR)
            for n in fact.observed
        ]
        if any(reply.exception or reply.fault for _, reply, _ in seen):
            return
        observer = self._oracle.machine.routine(seen[0][0].routine)
        for place, parameter in enumerate(observer.parameters):
            got, due = defaultdict[Any, set[Any]](set), defaultdict[Any, set[Any]](set)
            for call, reply, value in seen:
                rest = (*call.arguments[:place], *call.arguments[place + 1 :])
                got[rest].add(reply.output)
                due[rest].add(value)
            is_same = all(len(values) == 1 for values in got.values())
            if (
                is_same
                and len({*chain(*got.values())}) > 1
                and any(len(v) > 1 for v in due.values())
            ):
                yield Alias(self._routine, observer.name, parameter.name)

    def _acceptance(self) -> Iterator[Acceptance]:
        due = self._facts[0].step.expected.exception
        if due is None:
            return
        facts = [fact for fact in self._facts if fact.step.expected.exception == due]
        is_accepted = all(f.reply.fault is None and f.reply.exception is None for f in facts)
        if is_accepted and len(facts) >= HINT_CLEAR and due not in self._right_dues():
            seen = [*map(_is_seen_unchanged, spread(facts, WRONG))]
            is_whole = self._oracle.is_state_shown and True in seen
            yield Acceptance(self._routine, due, False if False in seen else is_whole or None)

    def _renaming(self) -> Iterator[Renaming]:
        names: dict[Any, set[Any]] = {}
        for fact in self._facts if self._aspect == OUT else ():
            names.setdefault(fact.due, set()).add(fact.got)
        pairs = [(due, got) for due, several in names.items() for got in several]
        if (
            all(isinstance(due, str) for due in names)
            and len(pairs) == len(names) == len({got for _, got in pairs}) > 1
            and not any(f.reply.fault or f.reply.exception for f in self._facts)
            and names.keys().isdisjoint(got for _, got in pairs)
            and names.keys().isdisjoint(self._right_dues())
        ):
            yield Renaming(self._routine, tuple(pairs))

    def _confusion(self) -> Iterator[Confusion]:
        if self._aspect != OUT or len(self._facts) < HINT_CLEAR:
            return
        due, got = self._facts[0].due, self._facts[0].got
        if isinstance(due, ObjectView):
            return  # no case of a routine has an object for its name
        if any((fact.due, fact.got) != (due, got) for fact in self._facts):
            return
        is_answer = self._facts[0].reply.fault is None and self._facts[0].reply.exception is None
        right = sum(due == each for each in self._right_dues())
        if is_answer and right < RARE * len(self._facts):
            yield Confusion(self._routine, due, got, len(self._facts), right)

    def _offset(self) -> Iterator[Offset]:
        amounts = {_difference(fact) for fact in self._facts}
        amount = amounts.pop()
        if self._aspect == OUT and amount and not amounts and len(self._facts) >= HINT_CLEAR:
            is_always = next(self._right_dues(), None) is None
            yield Offset(self._routine, amount, is_always)

    def _rounding(self) -> Iterator[Rounding]:
        """Yield that numbers have lost their fractions: of an object, all that it shows."""
        pairs = [pair for fact in self._facts for pair in _numbers(fact.due, fact.got)]
        is_value = self._aspect == OUT and len(self._facts) >= HINT_CLEAR
        if not (is_value and pairs) or any(due == got for due, got in pairs):
            return
        kept = (pair for due in self._right_dues() for pair in _numbers(due, due))
        if all(due == round(due) for due, _ in kept):
            for is_down, whole in ((True, floor), (False, trunc)):
                if all(got == whole(due) for due, got in pairs):
                    yield Rounding(self._routine, is_down)
                    return

    def _accumulation(self) -> Iterator[Accumulation]:
        if self._aspect != OUT or any((_difference(fact) or 0) <= 0 for fact in self._facts):
            return
        falls = 0
        for run in {id(fact.run): fact.run for fact in self._wrong}.values():
            last: dict[tuple[Any, ...], tuple[Any, Any]] = {}
            for number, call in enumerate(run.calls):
                if self._oracle.machine.is_initializer(call):
                    last.clear()
                if call.routine != self._routine or not run.is_known(number):
                    continue
                due, got = run.due(number), run.replies[number].output
                before = last.get(call.arguments, (due, got))
                if got is None or got < before[1]:
                    return
                falls += due < before[0]
                last[call.arguments] = due, got
        if falls >= HINT_CLEAR:
            yield Accumulation(self._routine)

    def _oversight(self) -> Iterator[Oversight]:
        if self._aspect != OUT or not isinstance(self._facts[0].due, int):
            return
        wrong = [(case, f.got) for f in self._wrong if (case := self._count_of(f.step))]
        if any(
            case.without([]) != fact.due
            for (case, _), fact in zip(wrong, self._wrong, strict=False)
        ):
            return  # the reply is something else than this number
        is_clear = len(wrong) >= HINT_CLEAR or (wrong and len(wrong[0][0].values) == 1)
        if len(wrong) < len(self._wrong) or not is_clear:
            return
        right = [
            (case, step.expected.output)
            for step in self._right_steps
            if (case := self._count_of(step))
        ]
        if len(wrong) < HINT_CLEAR and sum(bool(case.values) for case, _ in right) < HINT_CLEAR:
            return  # no element is known to be found
        parts = dict.fromkeys(chain.from_iterable(_parts(v) for c, _ in wrong for v in c.values))
        for part, value in sorted(parts, key=lambda each: each[0] != ""):
            missed = [v for v in wrong[0][0].domain if (part, value) in _parts(v)]
            if all(case.without(missed) == got for case, got in chain(wrong, right)):
                end = _end(part, value, wrong[0][0].domain)
                yield Oversight(self._routine, tuple(missed), part, value, end)
                return

    def _count_of(self, step: TraceStep) -> _Counted | None:
        """Return over what a query counts or searches; None if it does neither."""
        function = self._oracle.machine.routine(step.call.routine)
        if function.output is None or step.before is None:
            return None
        explanation = explain_clause(
            self._oracle.machine.instance,
            function,
            function.output,
            step.before,
            step.call.arguments,
        )
        for part in explanation.path():
            node = part.formula
            if isinstance(node, Quantified) and part.scope is not None:
                if len(node.generators) != 1:
                    return None
                [generator] = node.generators
                here = Evaluator(part.scope)
                bodies = [
                    (each.environment.names[generator.dummy], each(node.body))
                    for each in here.bindings(node.generators)
                ]
                domain = tuple(here.elements(generator.domain))
                if node.quantifier is Quantifier.EXISTS:
                    return _Counted(tuple(v for v, holds in bodies if holds), domain, True)
                if node.quantifier is Quantifier.SUM and all(value == 1 for _, value in bodies):
                    return _Counted(tuple(v for v, _ in bodies), domain, False)
                return None
        return None

    def _share(self) -> Iterator[Share]:
        if self._aspect in (RAISES, OUT) or not self._facts[0].observed:
            return
        if self._facts[0].step.before is None:
            return
        counts: dict[int, set[int]] = defaultdict(set)
        dummies, is_one = set[tuple[str, str]](), True
        for fact in self._wrong:
            elements = self._elements(fact)
            if elements is None or not elements:
                return
            counts[len(elements)].add(sum(done for _, _, done in elements))
            served = {value for _, value, done in elements if done}
            missed = {value for _, value, done in elements if not done}
            is_one = is_one and len(served) == 1 and not served & missed
            dummies |= {dummy for dummy, _, _ in elements}
        numbers = tuple((due, max(done)) for due, done in sorted(counts.items()))
        if len(self._wrong) < HINT_CLEAR or len(dummies) != 1:
            return
        share = Share(self._routine, numbers, *dummies.pop(), cases=len(self._facts))
        if is_one:
            yield share
        elif all(len(done) == 1 for done in counts.values()) and numbers[-1][0] > HINT_CLEAR:
            yield replace(share, dummy="", domain="")

    def _elements(self, fact: Fact) -> list[tuple[tuple[str, str], Any, bool]] | None:
        """Return the elements of a set that a call should change: dummy, its value, whether it is.

        None if something else is wrong.
        """
        machine, step = self._oracle.machine, fact.step
        function = machine.routine(step.call.routine)
        found = []
        for number in fact.observed:
            seen, reply = fact.run.step(number), fact.run.replies[number]
            held = encode(self._oracle.value(step.before, seen.call))
            is_done = agrees(seen.expected, reply)
            if held == encode(seen.expected.output) and is_done:
                continue
            if not is_done and reply.output != held:
                return None
            _, explanation = explain_observation(seen, step, machine, function)
            witness = next(iter(witnesses([explanation])), None)
            if witness is None:
                if not is_done:
                    return None
                continue
            [generator, *_], [(_, value), *_] = witness
            domain = str(getattr(generator.domain, "name", ""))
            found.append(((generator.dummy, domain), value, is_done))
        return found


class _Counted(NamedTuple):
    """What a query counts, or of what it asks whether there is one."""

    values: tuple[Any, ...]
    domain: tuple[Any, ...]
    is_search: bool

    def without(self, missed: Sequence[Any]) -> int | bool:
        """Return what the query yields if it passes over some elements."""
        left = sum(value not in missed for value in self.values)
        return left > 0 if self.is_search else left


def _parts(value: Any) -> Iterable[tuple[str, Any]]:
    """Return the components of a value, and the value as a whole, without a name."""
    names = getattr(value, "_fields", ())
    return [*((name, getattr(value, name)) for name in names), ("", value)]


def _beyond(call: Call, bounds: Mapping[int, int], is_low: bool) -> set[int]:
    """Return the places of the arguments that lie beyond one end of their range."""
    return {
        place
        for place, bound in bounds.items()
        if (call.arguments[place] < bound if is_low else call.arguments[place] > bound)
    }


def _end(part: str, value: Any, domain: Sequence[Any]) -> End:
    """Return which end of a domain a component, or an element, is at."""
    values = [getattr(each, part) for each in domain] if part else [*domain]
    if part:
        values = sorted_elements({*values})
    return "first" if value == values[0] else "last" if value == values[-1] else ""


def _difference(fact: Fact) -> int | None:
    due, got = fact.due, fact.got
    if type(due) is int and type(got) is int:
        return got - due
    return None


def _numbers(due: Any, got: Any) -> Iterator[tuple[float, float]]:
    """Yield the number that is due and the one that comes, or those that two objects show.

    Two objects show those that differ, or all if these are one object.
    """
    if isinstance(due, ObjectView) and isinstance(got, ObjectView):
        names = dict(due.plain).keys() & (due.unlike(got) or due.members.keys())
        pairs = [(due.members[name], got.members.get(name)) for name in sorted(names)]
    else:
        pairs = [(due, got)]
    for one, other in pairs:
        if _is_number(one) and _is_number(other):
            yield one, other


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_seen_unchanged(fact: Fact) -> bool | None:
    """Whether the state is seen to be as before after a call; None if it is not seen."""
    run, begin = fact.run, fact.number + 1
    while begin < len(run.replies) and run.purposes[begin] is not Purpose.OBSERVE:
        if run.purposes[begin] is Purpose.COMMAND:
            return None
        begin += 1
    end = begin
    while end < len(run.replies) and run.purposes[end] is Purpose.OBSERVE:
        end += 1
    return run.wrong.isdisjoint(range(begin, end)) if end > begin else None
