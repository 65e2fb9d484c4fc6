"""The table of mutants: what the replies of a program support, and what they contradict.

A candidate is contradicted where the program is right and the candidate is not, or where both are
wrong in different ways. It is supported where the program does what the candidate says. The faults
of a program are the fewest uncontradicted candidates that explain its wrong replies.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Final

from modcheck.judging.causes.ignored_calls import ignored_transition
from modcheck.judging.causes.sample import Sample, SampledCall, spread
from modcheck.judging.causes.suspects import Suspects
from modcheck.judging.causes.wrong_states import WrongState
from modcheck.judging.expected.kills import Kills, key_of
from modcheck.judging.expected.localise import Location, attribute
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.examiner import mismatch_of
from modcheck.judging.play.facts import (
    OUT,
    RAISES,
    Fact,
    GatheredFacts,
    LocalRun,
    RecordedRun,
    same_reply,
)
from modcheck.judging.play.survivors import TELLING, Survivors
from modcheck.system.second_process import SecondProcess, by_halves, can_copy
from modcheck.testing.budget import SURVIVOR_SEARCH
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant
from modspec.syntax.module import Function
from modspec.syntax.rulebook import Rulebook

SAMPLE: Final = 24
"""Facts of each kind that candidates are compared with."""
REST_SAMPLE: Final = 6
"""Further facts of each kind, after each number of transitions, that are compared with the
candidates that were found: some faults show at the end of games only."""
GAME_CALLS: Final = 4000
"""Calls of right games that a candidate plays from their beginnings."""
PLAUSIBLE_SAMPLE: Final = 12
"""Right replies by which it is decided whether a candidate is plausible."""
MOST_WRONG: Final = 0.4
"""A plausible candidate may disagree with this share of them."""
LEAST_SHARE: Final = 0.25
"""Of the routines with facts that a candidate explains, it explains this share of the facts of the
one that depends on least: a few cases may agree by chance."""

_ALIVE: Final = "alive"
"""What is computed of the candidates before anybody asks."""


@dataclass
class Cause:
    """What explains some facts: a candidate, or nothing that the table has."""

    facts: list[Fact]
    candidate: int | None = None
    count: int = 0
    """The number of sampled facts that agree with the candidate."""
    weight: float = 0.0
    """The number of facts that it stands for."""
    rivals: list[int] = field(default_factory=list)
    """Other candidates that explain the same facts."""
    others: list[Fact] = field(default_factory=list)
    """Unexplained facts of the same aspect that point to other rules."""
    ignored: Function | None = None
    """The transition whose calls now and then do nothing, if this explains them."""
    wrong_state: WrongState | None = None
    """The state that a transition left wrong, if this explains them."""
    suspects: Suspects | None = None
    """The routines that may be at fault, where the state is not shown."""
    is_rest: bool = False
    """Whether they are rare among the facts of a kind that a candidate explains."""

    def location(self, machine: Machine) -> Location:
        """Return the clause that the first of the facts contradicts."""
        if self._location is None:
            fact = min(self.facts, key=lambda fact: (isinstance(fact.run, LocalRun), fact.moves))
            self._location = locate(fact, machine)
        return self._location

    _location: Location | None = None


class CandidateTable:
    """The candidates, each with the evidence for and against it."""

    def __init__(
        self,
        oracle: Oracle,
        evidence: GatheredFacts,
        traces: Sequence[RecordedTrace],
        kills: Kills,
        survivors: Survivors,
        rulebook: Rulebook,
        may_copy: bool = False,
    ) -> None:
        """Fill a table; a second process helps if this one ``may_copy`` itself.

        Whether a candidate is alive matters to the rules of the ``rulebook`` that it breaks.
        """
        self._oracle, self._evidence, self._survivors = oracle, evidence, survivors
        self._rulebook, self._may_copy = rulebook, may_copy
        self._traces, self._kills = traces, kills
        self._right = self._later = Sample(oracle, evidence, has_kills=bool(kills))
        self._all = Sample(oracle, evidence, has_kills=False, only_right=False)
        self._whole = Sample(oracle, evidence, has_kills=False, is_whole=True)
        self._contradicted: dict[int, bool] = {}
        self._refuted: dict[int, bool] = {}
        self._plausible: dict[tuple[object, ...], bool] = {}
        self._withstood: frozenset[int] = frozenset()
        """The candidates that no right reply contradicted before: later games alone may do so."""
        self._games: int | None = None
        """The number of games that were played when candidates were compared first."""
        self._compared = 0
        """The number of calls in which candidates were compared with the specification."""
        self._ahead: SecondProcess | None = None
        """Finds out which candidates are alive, before anybody asks."""
        self._alive: Mapping[int, bool] | None = None
        """Which candidates are alive, once this was asked of one."""

    def is_contradicted(self, candidate: int) -> bool:
        """Whether the program is right where a candidate is not."""
        if candidate not in self._contradicted:
            self._contradicted[candidate] = self._is_contradicted(candidate)
        return self._contradicted[candidate]

    def take_over(self, before: CandidateTable) -> None:
        """Know what a table knew that had less evidence, and no other.

        What right replies contradict stays contradicted. What they do not is compared with the
        replies in later games.
        """
        self._note({number: True for number, is_so in before._contradicted.items() if is_so})
        self._withstood = frozenset(before._contradicted.keys() - self._contradicted.keys())
        first_later = before._games or 0
        self._later = Sample(self._oracle, self._evidence, has_kills=False, first_game=first_later)

    def _note(self, are_contradicted: Mapping[int, bool]) -> None:
        """Note which candidates right replies contradict."""
        self._contradicted |= are_contradicted
        self._refuted |= are_contradicted

    def games_for_survivors(self) -> list[Trace]:
        """Return games that tell the candidates which no right reply contradicts so far."""
        return self._survivors.games(sorted(self.survivors), may_copy=self._may_copy)

    @property
    def random_games(self) -> Sequence[Sequence[Call]]:
        """The games at random in which survivors were asked; none if there was no need."""
        return [*self._survivors.walks.values()]

    def counterexamples(self, candidate: int, routine: str = "") -> Iterator[TraceStep]:
        """Yield right replies that contradict a candidate: the calls, in their states.

        With a ``routine``, only its calls.
        """
        for number, place in self._kills.get(key_of(self._oracle.candidates[candidate]), ()):
            trace = self._traces[number]
            purposes, begin, end = trace.purposes, place, place + 1
            while purposes[begin] is Purpose.OBSERVE:
                begin -= 1  # what it shows is what this call did
            while end < len(purposes) and purposes[end] is Purpose.OBSERVE and begin < place:
                end += 1
            if routine in ("", trace.calls[begin].routine) and all(
                self._evidence.is_right(trace, each) for each in range(begin, end)
            ):
                yield RecordedRun("", (), [], trace, self._oracle).step(begin)
        for asked in self._right.of(candidate):
            is_wanted = routine in ("", asked.call.routine)
            if is_wanted and _differs(self._oracle, candidate, asked):
                yield TraceStep(asked.call, asked.state, asked.due, Purpose.QUERY)

    def is_plausible(self, candidate: int, fact: Fact) -> bool:
        """Whether a candidate agrees with most right replies to calls like that of a fact.

        They are replies of the same routine in local games, where the same was due. A candidate
        that says yes to everything explains every wrong yes, and disagrees with every right no.
        """
        due = fact.step.expected
        key = candidate, fact.call.routine, due.exception, due.output
        if key not in self._plausible:
            asked = [
                each
                for each in self._right.of(candidate)
                if each.call.routine == fact.call.routine and same_reply(each.due, due)
            ]
            some = spread(asked, PLAUSIBLE_SAMPLE)
            wrong = sum(_differs(self._oracle, candidate, each) for each in some)
            self._plausible[key] = wrong <= len(some) * MOST_WRONG
        return self._plausible[key]

    def is_equivalent(self, candidate: int) -> bool:
        """Whether no recorded call tells a candidate from the specification."""
        return bool(self._kills) and key_of(self._oracle.candidates[candidate]) not in self._kills

    def ask_ahead(self) -> None:
        """Let a second process find out which candidates are alive: all replies are known."""
        if self._ahead is None and self._may_copy and not self._kills and can_copy():
            self._ahead = SecondProcess({_ALIVE: lambda: [self._find_alive()]}, may_copy=True)

    def close(self) -> None:
        """End the second process."""
        if self._ahead is not None:
            self._ahead.close()
            self._ahead = None

    def is_alive(self, candidate: int) -> bool:
        """Whether a candidate differs from the specification, and no right reply contradicts it."""
        if self._alive is None:
            if self._ahead is not None:
                self._alive = next(self._ahead.results(_ALIVE))
                self.close()
            elif self._kills or self._evidence.facts:
                return self._is_alive(candidate)  # not all are asked about
            else:
                self._alive = self._find_alive()
        return self._alive.get(candidate, False)

    def _find_alive(self) -> dict[int, bool]:
        """Return which candidates are alive, among those whose rules are judged."""
        every = range(len(self._oracle.candidates))
        some = every if self._evidence.facts else sorted(self.survivors)
        asked = [number for number in some if self._is_judged(self._oracle.candidates[number])]
        return by_halves(self._are_alive, asked, may_copy=self._may_copy)

    def _are_alive(self, candidates: Iterable[int]) -> dict[int, bool]:
        return {candidate: self._is_alive(candidate) for candidate in candidates}

    def _is_judged(self, mutant: Mutant) -> bool:
        return any(rule in self._rulebook for rule in mutant.rules)

    def _is_alive(self, candidate: int) -> bool:
        """Whether a candidate is alive.

        A transition is right if all that is seen of it is: a program that removes some of the
        elements that a candidate leaves may leave others.
        """
        if self.is_equivalent(candidate):
            return False
        if self._kills:  # a program may leave the few games that are known to kill a candidate
            return not (
                self._is_killed(candidate, wholly=True)
                or self._is_refuted_by_sample(candidate)
                or self._differs_in(self._whole, candidate)
            )
        if not self._evidence.facts:  # every call that was made was answered rightly
            return candidate in self.survivors and self._survivors.is_different(candidate)
        return not self.is_contradicted(candidate) and (
            self._differs_in(self._all, candidate) or self._survivors.is_different(candidate)
        )

    @cached_property
    def survivors(self) -> frozenset[int]:
        """The candidates that no right reply contradicts, as far as the budget goes."""
        every = range(len(self._oracle.candidates))
        self._note(by_halves(self._contradictions_among, every, may_copy=self._may_copy))
        self._forget_telling()
        return frozenset(number for number in every if self._contradicted.get(number) is False)

    def _contradictions_among(self, candidates: Iterable[int]) -> dict[int, bool]:
        """Return which of some candidates right replies contradict, as far as the budget goes.

        It does not depend on the others: what they were compared by is forgotten.
        """
        self._compared, found = 0, dict[int, bool]()
        self._forget_telling()
        for candidate in candidates:
            if self._compared > SURVIVOR_SEARCH // 2:
                break
            found[candidate] = self.is_contradicted(candidate)
        return found

    def _forget_telling(self) -> None:
        self._right.telling = self._later.telling = ()

    def _differs_in(self, sample: Sample, candidate: int) -> bool:
        """Whether a candidate says otherwise than the specification somewhere in a sample.

        A call by which one mutant differs is often one by which the next one differs.
        """
        for asked in sample.telling_of(candidate):
            self._compared += 1
            if _differs(self._oracle, candidate, asked):
                sample.note_telling(asked)
                return True
        return False

    def _is_contradicted(self, candidate: int) -> bool:
        if self._games is None:
            self._games = len(self._evidence.played)
        return (
            self._is_killed(candidate)
            or self._is_refuted_by_sample(candidate)
            or self._is_refuted_by_a_game(candidate)
        )

    def _is_refuted_by_a_game(self, candidate: int) -> bool:
        """Whether a candidate gives another reply in a game that the program has played rightly.

        What it does to a variable that no observer shows is seen in later calls only. So it plays
        the games from the beginning, those first that were made to tell survivors, then the longest
        ones, as far as the budget goes. Where programs may choose, it chooses as the program did,
        and gives another reply where it may not.
        """
        if self._kills or self._oracle.is_state_shown or not self._changes_states(candidate):
            return False
        left = GAME_CALLS
        games = sorted(
            self._evidence.played[self._sample_for(candidate).first_game :],
            key=lambda played: (played[0].name != TELLING, -len(played[0].commands)),
        )
        for trace, end, wrong in games:
            for is_same in self._replies_alike(candidate, trace, end, wrong):
                left -= 1
                if not is_same:
                    return True
            if left < 0:
                break
        return False

    def _replies_alike(
        self, candidate: int, trace: RecordedTrace, end: int, wrong: Collection[int]
    ) -> Iterator[bool]:
        """Yield whether a candidate gives the reply that was right, for calls of a game.

        They are the transitions and, where it is in another state, all calls.
        """
        calls, purposes, commands = trace.calls, trace.purposes, trace.commands
        # where a call was accepted that should raise, the program may be in another state
        accepted = [n for n in wrong if purposes[n] is Purpose.REJECTED]
        state, other, number, end = None, None, -1, min([end, *accepted])
        while True:
            number += 1
            if state is other:
                place = bisect_left(commands, number)
                number = commands[place] if place < len(commands) else end
            if number >= end:
                return
            if number in wrong:
                continue
            due = self._oracle.due(state, calls[number])
            said = self._oracle.outcome(candidate, other, calls[number])
            if due is None or said is None:
                return
            yield same_reply(said, due)
            if purposes[number] is Purpose.COMMAND:
                state = due.state  # equal states are one object: they are compared often
                other = state if said.state == state else said.state

    def _changes_states(self, candidate: int) -> bool:
        """Whether a candidate may come to another state than the specification."""
        programs = self._oracle.machine.module.access_programs
        moves = (program.name for program in programs if program.is_transition)
        return any(self._oracle.concerns(candidate, name) for name in moves)

    def _sample_for(self, candidate: int) -> Sample:
        """Return the right replies that may still contradict a candidate."""
        return self._later if candidate in self._withstood else self._right

    def _is_refuted_by_sample(self, candidate: int) -> bool:
        """Whether some right reply of the sample is not the one that a candidate gives."""
        if candidate not in self._refuted:
            self._refuted[candidate] = self._differs_in(self._sample_for(candidate), candidate)
        return self._refuted[candidate]

    def causes(self, facts: Sequence[Fact], known: Collection[int] = ()) -> list[Cause]:
        """Return the causes of some facts, those first that explain most; unexplained ones last.

        Candidates that are ``known`` to be faults come before all others.
        """
        groups: dict[tuple[str, ...], list[Fact]] = {}
        for fact in facts:
            groups.setdefault(fact.kind, []).append(fact)
        sample = [fact for group in groups.values() for fact in spread(group, SAMPLE)]
        weight = {
            id(fact): len(group) / min(len(group), SAMPLE)
            for group in groups.values()
            for fact in group
        }
        hits = self._hits(sample)
        left = list(range(len(sample)))
        found: list[Cause] = []
        while left:
            best: tuple[tuple[float, ...], int] | None = None
            for candidate, explained in hits.items():
                score = self._score(candidate, explained, left, sample, weight)
                score = score and (float(candidate in known), *score)
                if score and (best is None or score > best[0]):
                    best = score, candidate
            if best is None:
                break
            new = [n for n in left if n in hits[best[1]]]
            rivals = [c for c, e in hits.items() if c != best[1] and set(new) <= e]
            own = [sample[n] for n in new]
            heavy = sum(weight[id(fact)] for fact in own)
            found.append(Cause(own, best[1], len(hits[best[1]]), heavy, rivals))
            left = [n for n in left if n not in hits[best[1]]]
        if left and not self._oracle.is_state_shown:
            asked = self._evidence.asked_facts
            ignored = ignored_transition([*facts, *asked], self._oracle)
            if ignored is not None:
                return [Cause(sample, weight=float(len(facts)), ignored=ignored)]
        unexplained = self._unexplained_causes([sample[n] for n in left], weight)
        rest = [*self._rest(groups, sample, [each.candidate for each in found])]
        rare = self._unexplained_causes(rest, {id(fact): 1.0 for fact in rest})
        return [*found, *unexplained, *(replace(each, is_rest=True) for each in rare)]

    def _rest(
        self,
        groups: Mapping[tuple[str, ...], Sequence[Fact]],
        sample: Collection[Fact],
        candidates: Sequence[int | None],
    ) -> Iterator[Fact]:
        """Yield facts outside the sample that no candidate explains which explains some in it.

        A fault that shows seldom may give the same wrong reply as one that shows often.
        """
        sampled = {id(fact) for fact in sample}
        for group in groups.values():
            own = [f for f in group if id(f) in sampled]
            numbers = [
                number
                for number in candidates
                if number is not None and any(f.is_explained_by(number, self._oracle) for f in own)
            ]
            by_moves: dict[int, list[Fact]] = {}
            for fact in group if numbers else ():
                by_moves.setdefault(fact.moves, []).append(fact)
            for fact in chain.from_iterable(spread(f, REST_SAMPLE) for f in by_moves.values()):
                if id(fact) not in sampled and not any(
                    fact.is_explained_by(number, self._oracle) for number in numbers
                ):
                    yield fact

    def _unexplained_causes(
        self, facts: Sequence[Fact], weight: Mapping[int, float]
    ) -> Iterator[Cause]:
        """Yield facts that no candidate explains, by what they concern and the rule they point to.

        What a transition makes of one state variable is one cause, even if its facts point to
        several rules. The facts that point to the heaviest rule stand for it.
        """
        groups: dict[tuple[str, ...], dict[tuple[str, ...], list[Fact]]] = {}
        for fact in facts:
            rules = locate(fact, self._oracle.machine).rules[:1]
            is_effect = fact.aspect not in (RAISES, OUT)
            group = fact.kind[:2] if is_effect else (*fact.kind, *rules)
            groups.setdefault(group, {}).setdefault(rules, []).append(fact)
        for by_rule in groups.values():
            weights = {
                rules: sum(weight[id(fact)] for fact in some) for rules, some in by_rule.items()
            }
            main = max(weights, key=weights.__getitem__)
            others = [f for rules, some in by_rule.items() if rules != main for f in some]
            yield Cause(by_rule[main], weight=sum(weights.values()), others=others)

    def _hits(self, sample: Sequence[Fact]) -> dict[int, set[int]]:
        """Return, for each uncontradicted candidate, the facts that it explains, if any."""
        found: dict[int, set[int]] = {}
        for candidate in range(len(self._oracle.candidates)):
            if self._contradicted.get(candidate):  # most are, and this is known of them
                continue
            if self.is_equivalent(candidate) or (self._kills and self._is_killed(candidate)):
                continue
            explained, wrong = set[int](), 0
            for n, fact in enumerate(sample):
                is_concerned = self._oracle.shows(candidate, fact.call.routine)
                if not is_concerned and self._oracle.is_state_shown:
                    continue
                agrees = fact.is_explained_by(candidate, self._oracle)
                if agrees:
                    explained.add(n)
                wrong += agrees is False
                if wrong > len(explained) // 10 + 1:
                    break
            if explained and wrong <= len(explained) // 10 and not self.is_contradicted(candidate):
                found[candidate] = explained
        return found

    def _is_killed(self, candidate: int, wholly: bool = False) -> bool:
        recorded = self._kills.get(key_of(self._oracle.candidates[candidate]), ())
        return any(self._evidence.is_right(self._traces[t], place, wholly) for t, place in recorded)

    def _score(
        self,
        candidate: int,
        explained: set[int],
        left: Sequence[int],
        sample: Sequence[Fact],
        weight: Mapping[int, float],
    ) -> tuple[float, ...] | None:
        new = [n for n in left if n in explained]
        if not new:
            return None
        groups = {(sample[n].call.routine, sample[n].aspect) for n in new}
        basic = min(groups, key=lambda group: (len(self._oracle.reach[group[0]]), group))
        of_group = [n for n in left if (sample[n].call.routine, sample[n].aspect) == basic]
        share = sum(n in explained for n in of_group) / len(of_group)
        if share < LEAST_SHARE:
            return None
        return (round(sum(weight[id(sample[n])] for n in new), 3), share, -candidate)


def locate(fact: Fact, machine: Machine) -> Location:
    """Return the clause that a fact contradicts; none if the program broke down."""
    mismatch = mismatch_of(fact)
    if mismatch.reply.fault is None:
        return attribute(mismatch, machine)
    return Location(machine.routine(fact.call.routine), None, None, (), mismatch.culprit)


def _differs(oracle: Oracle, candidate: int, asked: SampledCall) -> bool:
    """Whether a candidate says otherwise than the specification, and this was asked as well."""
    due, said = asked.due, oracle.outcome(candidate, asked.state, asked.call)
    if said is None or said == due:
        return False
    if not same_reply(said, due):
        return True
    return any(
        seen is not None and seen.output != oracle.value(said.state, each)
        for each in asked.seen_by
        if (seen := oracle.due(due.state, each)) is not None
    )
