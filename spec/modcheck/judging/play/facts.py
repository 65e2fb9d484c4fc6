"""Facts: what a program replied that the specification does not say, each in the state it shows.

A trace is judged call by call. Between two observations the state is known, so a wrong reply to a
query hides nothing that follows. Where a transition leads to another state than it should, the
recorded trace ends for this program; :mod:`.player` goes on from the state that is shown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, compress
from typing import Final

from modcheck.judging.expected.oracle import UNDEFINED, Oracle
from modcheck.judging.play.candidate_game import Agreement, CandidateGame
from modcheck.judging.play.made_objects import MadeObjects
from modcheck.judging.play.reader import StateReader
from modcheck.system.implementation import Json, Reply, encode
from modcheck.system.object_views import output_of
from modcheck.testing.mismatch import agrees
from modcheck.testing.output_types import OutputTypes
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.trace import Purpose, TraceStep
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, Call, Machine, Outcome, observed_variable
from modspec.syntax.relations import variables_read
from modspec.syntax.values import State

RAISES: Final = "(raises)"
OUT: Final = "(out)"
"""Aspects of a call, besides the state variables: the exception, and the output."""


class Run(ABC):
    """Calls that were made of a program, and its replies."""

    def __init__(self, stage: str, earlier_games: tuple[Call, ...], replies: list[Reply]) -> None:
        self.stage, self.earlier_games, self.replies = stage, earlier_games, replies
        self.wrong: set[int] = set()
        """The positions of the replies that are not as they should be, as far as judged, and of the
        transitions that led to another state."""
        self._candidate_games: dict[tuple[Oracle, int, int], CandidateGame] = {}

    has_unjudged: bool = False
    """Whether queries were answered wrongly after a call that should have raised, and did not."""
    calls: Sequence[Call]
    purposes: Sequence[Purpose]
    commands: Sequence[int]
    """The positions of the transitions."""
    recorded: RecordedTrace | None = None
    calls_before: int = 0
    """The number of calls before the run."""

    @abstractmethod
    def step(self, number: int) -> TraceStep:
        """Return a call with the state before it, as shown, and the outcome that is due there."""

    @abstractmethod
    def state_before(self, number: int) -> State | None:
        """Return the state before a call, as shown."""

    @abstractmethod
    def due(self, number: int) -> Json:
        """Return the reply that is due to a call, in its JSON form."""

    def is_known(self, number: int) -> bool:
        """Whether the state before a call is known."""
        return True

    def candidate_game(self, start: int, candidate: int, oracle: Oracle) -> CandidateGame:
        """Return the game that begins at a position as a candidate plays it."""
        key = oracle, start, candidate
        if key not in self._candidate_games:
            self._candidate_games[key] = CandidateGame(self, start, candidate, oracle)
        return self._candidate_games[key]

    def moves(self, number: int) -> int:
        """Return the number of transitions before a call."""
        return bisect_left(self.commands, number)

    def transitions(self, number: int) -> tuple[Call, ...]:
        """Return the transitions before a call."""
        return tuple(self.calls[place] for place in self.commands[: self.moves(number)])


class RecordedRun(Run):
    """A recorded trace that was played; its states are those of the specification."""

    def __init__(
        self,
        stage: str,
        earlier_games: tuple[Call, ...],
        replies: list[Reply],
        trace: RecordedTrace,
        oracle: Oracle,
    ) -> None:
        super().__init__(stage, earlier_games, replies)
        self.recorded, self._oracle = trace, oracle
        self.calls, self.purposes = trace.calls, trace.purposes
        self.commands = trace.commands
        self._states: list[State | None] = [None]  # before the first transition, after it, ...
        self.end = len(self.calls)
        """How far the program is in the states of the trace."""

    def step(self, number: int) -> TraceStep:
        """Return a call with the state before it and the outcome due, by the specification."""
        state = self.state_before(number)
        call = self.calls[number]
        outcome = self._oracle.due(state, call)
        assert outcome is not None
        return TraceStep(call, state, outcome, self.purposes[number])

    def is_known(self, number: int) -> bool:
        """Whether the program is in the state of the trace before a call."""
        return number < self.end

    def due(self, number: int) -> Json:
        """Return the recorded reply."""
        trace = self.recorded
        assert trace is not None
        reply = trace.vocabulary.replies[trace.reply_numbers[number]]
        return reply.exception or reply.output

    def state_before(self, number: int) -> State | None:
        """Return the state before a call, by the specification."""
        moves = self.moves(number)
        for place in self.commands[len(self._states) - 1 : moves]:
            outcome = self._oracle.due(self._states[-1], self.calls[place])
            assert outcome is not None
            self._states.append(outcome.state)
        return self._states[moves]


class LocalRun(Run):
    """A game in which each call is judged in the state that the program showed before it."""

    def __init__(self, stage: str) -> None:
        super().__init__(stage, (), [])
        self.steps: list[TraceStep] = []
        self.calls: list[Call] = []
        self.purposes: list[Purpose] = []
        self.commands: list[int] = []

    def add(self, steps: Sequence[TraceStep], replies: Sequence[Reply]) -> None:
        """Add calls with their replies."""
        begin = len(self.calls)
        self.commands += [
            begin + n for n, step in enumerate(steps) if step.purpose is Purpose.COMMAND
        ]
        self.steps += steps
        self.calls += [step.call for step in steps]
        self.purposes += [step.purpose for step in steps]
        self.replies += replies

    def step(self, number: int) -> TraceStep:
        """Return a call with the state that the program showed before it."""
        return self.steps[number]

    def state_before(self, number: int) -> State | None:
        """Return the state that the program showed before a call."""
        return self.steps[number].before

    def due(self, number: int) -> Json:
        """Return the reply that is due in the state shown before the call."""
        outcome = self.steps[number].expected
        return outcome.exception or output_of(outcome)

    def judge(self, oracle: Oracle, begin: int = 0) -> list[int]:
        """Return the positions, from one on, of the replies that are not as they should be."""
        return [
            number
            for number in range(begin, len(self.calls))
            if not agrees(self.steps[number].expected, self.replies[number])
        ]


@dataclass(frozen=True, eq=False)
class Fact:
    """One aspect of a call that is not as the specification demands."""

    run: Run
    number: int
    """The position of the call in the run."""
    shown_by: int
    """The position of the call whose reply shows it: an observation, or the call itself."""
    aspect: str
    """RAISES, OUT, a state variable, or a rule of the notation that is broken."""
    observed: tuple[int, ...] = ()
    """The positions of the observations of the aspect after the call."""
    block: range = range(0)
    """The positions of all observations after the call."""

    @property
    def call(self) -> Call:
        """The call to judge."""
        return self.run.calls[self.number]

    @property
    def purpose(self) -> Purpose:
        """Why the call is made; not by :attr:`step`, for which the specification is asked."""
        return self.run.purposes[self.number]

    @property
    def reply(self) -> Reply:
        """The reply that shows the fact."""
        return self.run.replies[self.shown_by]

    @cached_property
    def step(self) -> TraceStep:
        """The call with the state before it, and the outcome that is due."""
        return self.run.step(self.number)

    @cached_property
    def due(self) -> Json:
        """The reply that is due, in its JSON form."""
        return self.run.due(self.shown_by)

    @property
    def got(self) -> Json:
        """The reply that came, in its JSON form."""
        return self.reply.fault or self.reply.exception or self.reply.output

    @cached_property
    def kind(self) -> tuple[str, ...]:
        """What facts of one fault have in common: routine, aspect, reply due, reply that came."""
        return (self.call.routine, self.aspect, _kind(self.due), _kind(self.got))

    @property
    def moves(self) -> int:
        """The number of transitions before the call."""
        return self.run.moves(self.number)

    @property
    def game(self) -> Iterator[Call]:
        """The transitions of the game up to the call, and the call."""
        yield self.call
        for number in reversed(self.run.commands[: self.moves]):
            yield self.run.calls[number]
            if self.run.state_before(number) is None:
                return

    def is_explained(
        self, outcome: Outcome | None, oracle: Oracle, machine: Machine | None = None
    ) -> bool | None:
        """Whether an outcome of the call is what was observed; None if it is the one due.

        It is the outcome of a ``machine``; None: of the specification. None also if there is no
        outcome: a mutant that says nothing explains nothing, and is not contradicted.
        """
        if outcome is None:
            return None
        if self.aspect in (FAILED_CALL, QUERIES_PURE):
            return None
        if outcome is UNDEFINED:
            return self._is_without_meaning(oracle)
        if self.aspect in (RAISES, OUT):
            if agrees(outcome, self.reply, machine):
                return not self._is_seen_unchanged(outcome, oracle)
            due = self.step.expected
            return None if same_reply(outcome, due) else False
        if outcome.exception is not None or outcome.state is None:
            return False
        due = self.step.expected
        assert due.state is not None
        if getattr(outcome.state, self.aspect) == getattr(due.state, self.aspect):
            return None
        return all(
            agrees(seen, self.run.replies[n])
            for n in self.observed
            if (seen := oracle.due(outcome.state, self.run.calls[n])) is not None
        )

    def _is_seen_unchanged(self, outcome: Outcome, oracle: Oracle) -> bool:
        """Whether the state is seen to be as before, though an outcome of the call changes it.

        Such a call should have raised. The program did not change the state either.
        """
        run = self.run
        if outcome.state is None or run.purposes[self.number] is not Purpose.REJECTED:
            return False
        seen = self._seen_after()
        return run.wrong.isdisjoint(seen) and not self._shows(outcome.state, seen, oracle)

    def is_done(self, outcome: Outcome | None, oracle: Oracle) -> bool:
        """Whether the program did in a call what an outcome says, as far as the state was seen."""
        if outcome is None or outcome.state is None or not agrees(outcome, self.reply):
            return False
        seen = self._seen_after()
        return bool(seen) and self._shows(outcome.state, seen, oracle)

    @property
    def same_state(self) -> range:
        """The positions of the calls between the transition before the call and the next one."""
        run, begin, end = self.run, self.number, self.number + 1
        while begin and run.purposes[begin - 1] is not Purpose.COMMAND:
            begin -= 1
        while end < len(run.replies) and run.purposes[end] is not Purpose.COMMAND:
            end += 1
        return range(begin, end)

    def is_state_seen(self, machine: Machine) -> bool:
        """Whether all that the call depends on was seen to be right in the state of the call."""
        run = self.run
        seen = {
            observed_variable(machine.routine(run.calls[place].routine))
            for place in self.same_state
            if run.purposes[place] is Purpose.OBSERVE and run.is_known(place)
        }
        return variables_read(machine.routine(self.call.routine)) <= seen

    def is_ignored(self, oracle: Oracle) -> bool:
        """Whether the whole state is seen to be as it was before a transition."""
        if not self.block or not oracle.is_state_shown:
            return False
        before = self.step.before
        return before is not None and self._shows(before, self.block, oracle)

    def _seen_after(self) -> range:
        """Return the positions of the observations that follow a call, or calls that raise."""
        run, begin = self.run, self.number + 1
        while begin < len(run.replies) and run.purposes[begin] in (Purpose.REJECTED, Purpose.QUERY):
            begin += 1
        end = begin
        while end < len(run.replies) and run.purposes[end] is Purpose.OBSERVE:
            end += 1
        return range(begin, end)

    def _shows(self, state: State, seen: range, oracle: Oracle) -> bool:
        """Whether observations are those of a state, where the specification says what is due."""
        due = ((oracle.due(state, self.run.calls[number]), number) for number in seen)
        return all(each is None or agrees(each, self.run.replies[n]) for each, n in due)

    def is_explained_by(self, candidate: int, oracle: Oracle) -> bool | None:
        """Whether a program that is a candidate would do what was observed; None if all would.

        Where observers do not show the whole state, the candidate plays the game of the run: the
        program may be in another state than the specification.
        """
        machine = oracle.machine_of(candidate)
        if oracle.is_state_shown:
            outcome = oracle.outcome(candidate, self.step.before, self.call)
            return self.is_explained(outcome, oracle, machine)
        if self.aspect in (FAILED_CALL, QUERIES_PURE):
            return None
        game = self.run.candidate_game(self._start, candidate, oracle)
        match game.agreement(self.shown_by, self.call.routine):
            case Agreement.SAME:
                return True
            case Agreement.OTHER:
                return False
            case Agreement.NOTHING:
                return self._is_without_meaning(oracle)
            case Agreement.UNDECIDED:
                return None

    @cached_property
    def _start(self) -> int:
        """The position at which the game of the call begins."""
        calls, moves = self.run.calls, self.run.moves(self.number + 1)
        first = calls[self.run.commands[0]]
        begins = (n for n in reversed(self.run.commands[:moves]) if n and calls[n] == first)
        return next(begins, 0)

    def right_before(self) -> int | None:
        """Return where the same query was answered rightly in the same state; None if nowhere."""
        run, call = self.run, self.call
        for number in range(self.number - 1, -1, -1):
            if run.purposes[number] is Purpose.COMMAND:
                return None
            if run.calls[number].routine == call.routine and run.calls[number] == call:
                reply = run.replies[number]
                return number if (reply.exception or reply.output) == self.due else None
        return None

    def right_queries(self) -> Iterator[Call]:
        """Yield the routines' calls that were asked in the state of the fact, if none was wrong.

        It is the state after a transition that leads to a wrong state, as the transition should
        have left it. Of a routine with a wrong reply there, no call is yielded.
        """
        run = self.run
        begin = self.number + 1
        if self.aspect in (RAISES, OUT):
            while begin and run.purposes[begin - 1] is not Purpose.COMMAND:
                begin -= 1
        end = begin
        while end < len(run.replies) and run.purposes[end] is not Purpose.COMMAND:
            end += 1
        places = [n for n in range(begin, end) if run.purposes[n] is Purpose.QUERY]
        wrong = {run.calls[n].routine for n in places if n in run.wrong}
        yield from (run.calls[n] for n in places if run.calls[n].routine not in wrong)

    def right_variables(self, machine: Machine) -> set[str]:
        """Return the state variables that were seen to be right after the transition."""
        seen: dict[str, bool] = {}
        for number in self.block:
            observer = machine.routine(self.run.calls[number].routine)
            variable = observed_variable(observer)
            if variable is not None:
                seen[variable] = seen.get(variable, True) and number not in self.run.wrong
        return {variable for variable, is_right in seen.items() if is_right}

    def is_due_in(self, state: State, oracle: Oracle) -> bool:
        """Whether the reply is what the specification demands in a state."""
        outcome = oracle.due(state, self.call)
        if outcome is None or self.aspect in (OUT, RAISES):
            return outcome is not None and agrees(outcome, self.run.replies[self.number])
        return outcome.exception is None and all(
            encode(oracle.value(outcome.state, self.run.calls[n])) == self.run.replies[n].output
            for n in self.observed
        )

    def _is_without_meaning(self, oracle: Oracle) -> bool | None:
        """Whether the program breaks down, or yields something that should have raised; else None.

        Either is what a program may do where a mutant says nothing.
        """
        reply, is_due = self.reply, self.step.expected.exception is not None
        yields = self.aspect == RAISES and reply.exception is None and reply.fault is None
        return self.is_crash(oracle) or (is_due and yields) or None

    def is_crash(self, oracle: Oracle) -> bool:
        """Whether the program broke down, or raised an exception that no module declares.

        A program that takes too long is slow: it did not break down.
        """
        if self.shown_by != self.number or self.reply.timed_out:
            return False
        listed = {name for f in oracle.machine.module.access_programs for name in f.raises}
        raised = self.reply.exception
        return self.reply.fault is not None or (raised is not None and raised not in listed)


def same_reply(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes raise the same, or yield the same."""
    return (one.exception, one.output) == (other.exception, other.output)


def _kind(value: Json) -> str:
    """Return a value of few, or the type of a value of many."""
    return (
        type(value).__name__ if isinstance(value, int) and type(value) is not bool else str(value)
    )


@dataclass
class GatheredFacts:
    """What the replies of a program show."""

    facts: list[Fact] = field(default_factory=list)
    asked_facts: list[Fact] = field(default_factory=list)
    """The facts of games in which queries were made, where only other games are judged."""
    runs: list[LocalRun] = field(default_factory=list)
    """The local games."""
    has_unjudged: bool = False
    """Whether some recorded run has wrong replies that were not judged."""
    left: list[RecordedTrace] = field(default_factory=list)
    """The recorded traces that the program left, for another state than they have."""
    no_ops: set[tuple[str, str]] = field(default_factory=set)
    """Routine and exception, or no exception, of calls after which the state was unchanged."""
    played: list[tuple[RecordedTrace, int, frozenset[int]]] = field(default_factory=list)
    """The traces, each with how far the program is right, and the wrong replies up to there."""
    _right: dict[int, list[_Right]] = field(default_factory=dict)

    def add_right(self, trace: RecordedTrace, end: int, wrong: Collection[int]) -> None:
        """Note that a program is right up to a position of a trace, but for some replies."""
        self.played.append((trace, end, frozenset(wrong)))
        number = trace.original_number
        last = number(end - 1) + 1 if end else 0
        self._add_no_ops(trace, end, wrong)
        whole = end
        while whole < len(trace) and whole and trace.purposes[whole - 1] is Purpose.OBSERVE:
            whole -= 1
        whole = number(whole - 1) + 1 if whole else 0
        right = _Right(last, whole, frozenset(map(number, wrong)), trace)
        self._right.setdefault(id(trace.origin or trace), []).append(right)

    def _add_no_ops(self, trace: RecordedTrace, end: int, wrong: Collection[int]) -> None:
        """Note the calls after which the state was unchanged; those that raise, if they did."""
        routines, exceptions = trace.vocabulary.unchanging, trace.vocabulary.exceptions
        calls, replies = trace.call_numbers, trace.reply_numbers
        is_right = bytearray(b"\1" * end)
        for number in (each for each in wrong if each < end):
            is_right[number] = 0
            if not exceptions[replies[number]]:
                self.no_ops.add((routines[calls[number]], ""))
        self.no_ops.update(
            zip(
                map(routines.__getitem__, compress(calls, is_right)),
                map(exceptions.__getitem__, compress(replies, is_right)),
                strict=True,
            )
        )

    def is_followed(self, purpose: Purpose, is_initializer: Callable[[Call], bool]) -> bool:
        """Whether a transition was right after a call with that purpose, in the same game."""
        played = ((trace.calls, trace.purposes, end, wrong) for trace, end, wrong in self.played)
        local = ((run.calls, run.purposes, len(run.calls), run.wrong) for run in self.runs)
        for calls, purposes, end, wrong in chain(played, local):
            has_come = False
            for number in range(end):
                if purposes[number] is purpose:
                    has_come = True
                elif purposes[number] is not Purpose.COMMAND:
                    continue
                elif is_initializer(calls[number]):
                    has_come = False
                elif has_come and number not in wrong:
                    return True
        return False

    def is_right(self, trace: RecordedTrace, number: int, wholly: bool = False) -> bool:
        """Whether the program is right at a call of a recorded trace, in the recorded state.

        With ``wholly``, what is seen of a transition is right only if all that is seen of it is.
        """
        return any(
            number < (right.whole if wholly else right.end)
            and number not in right.wrong
            and (right.trace.kept is None or number in right.positions)
            for right in self._right.get(id(trace), ())
        )


@dataclass(frozen=True)
class _Right:
    """How far a program is right in a trace; the positions are those of the original trace."""

    end: int
    whole: int
    """The same without the last observation, if the program is right in a part of it only."""
    wrong: frozenset[int]
    trace: RecordedTrace

    @cached_property
    def positions(self) -> frozenset[int]:
        """The calls that were not left out."""
        return frozenset(self.trace.kept or ())


class Reading:
    """Finds the facts in a run whose expected replies are known."""

    def __init__(self, oracle: Oracle, types: OutputTypes) -> None:
        self._oracle, self._types = oracle, types
        self.reader: StateReader | None = None
        """How to read the state through a wrong observer; None if observers are right."""
        self.wrong_observers: set[str] = set()
        """Observers that show right states wrongly: what they yield is judged as any output."""
        self.made_objects: MadeObjects | None = None
        """The objects that calls are passed; None if they are passed none."""
        self.set_aside: dict[tuple[str, ...], Fact] = {}
        """A fact of each kind that may come of an object which is made wrongly."""
        self._misread: tuple[Run | None, range, bool] = None, range(0), False
        machine = oracle.machine
        self._variables = {f.name: observed_variable(f) or "" for f in machine.observers}
        declared = [v.name for v in machine.module.state.variables] if machine.module.state else []
        self._order = {name: declared.index(v) for name, v in self._variables.items()}

    def facts(self, run: Run, wrong: Sequence[int]) -> tuple[list[Fact], int]:
        """Return the facts in a run, and how far it goes as the specification does.

        ``wrong`` are the positions of the replies that are not as expected.
        """
        found, end = self._facts(run, wrong)
        run.wrong.update(wrong, (fact.number for fact in found), *_after_acceptance(run, wrong))
        return [fact for fact in found if not self._is_set_aside(fact)], end

    def _is_set_aside(self, fact: Fact) -> bool:
        """Whether a fact may come of an object that was made wrongly; if so, note it.

        Of calls that should change nothing any may have changed something: not only the last one.
        """
        if self.made_objects is None:
            return False
        skipped = fact.aspect in (FAILED_CALL, QUERIES_PURE)
        if not self.made_objects.is_any_wrong([*fact.game][skipped:]):
            return False
        self.set_aside.setdefault(fact.kind, fact)
        return True

    def _facts(self, run: Run, wrong: Sequence[int]) -> tuple[list[Fact], int]:
        found: list[Fact] = []
        pending: list[Fact] = []  # since the state was last seen to be as it should
        is_wrong, tainted, is_hidden = set(wrong), False, False
        checked = 0  # the state is as it should up to here
        for number in wrong:
            purpose, reply = run.purposes[number], run.replies[number]
            if self._seen_right(run, checked, number, is_wrong):
                found, pending, tainted = found + pending, [], False
            checked = number
            if is_hidden and pending and _has_moved(run, pending[0].number, number):
                return [*found, *pending], number  # the state may have been another for long
            if reply.fault is not None and not reply.goes_on:
                found += pending
                found.append(Fact(run, number, number, _own_aspect(purpose)))
                return found, number
            if purpose is Purpose.COMMAND:
                own = (
                    []
                    if tainted or (is_hidden and pending)
                    else [Fact(run, number, number, RAISES)]
                )
                return [*found, *pending, *own], number
            if purpose is not Purpose.OBSERVE:
                if not tainted:
                    pending.append(Fact(run, number, number, _own_aspect(purpose)))
                run.has_unjudged |= tainted and purpose is Purpose.QUERY
                tainted |= purpose is Purpose.REJECTED  # it may have done something all the same
                continue
            if not self._is_value(run, number):
                found.append(Fact(run, number, number, OUT))
                is_hidden = True
                continue
            if self._is_misread(run, number):
                found += pending
                pending = []
                found.append(Fact(run, number, number, OUT))
                continue
            return [*found, *self._of_observation(run, number, is_wrong, pending, tainted)], number
        return [*found, *pending], len(run.calls)

    def _seen_right(self, run: Run, begin: int, end: int, wrong: set[int]) -> bool:
        """Whether the whole state was seen to be right between two calls."""
        observed = False  # whether the last calls are observations, all right
        for place in range(begin, end):
            if run.purposes[place] is not Purpose.OBSERVE:
                if observed:
                    return True
            else:
                observed = place not in wrong and (observed or _begins(run, place))
        return observed and run.purposes[end] is not Purpose.OBSERVE

    def _is_misread(self, run: Run, number: int) -> bool:
        """Whether an observation shows the right state, read through a wrong observer."""
        if self.reader is None:
            return False
        if run is not self._misread[0] or number not in self._misread[1]:
            begin, end = _block(run, number)
            due = run.state_before(begin)
            calls, replies = run.calls[begin:end], run.replies[begin:end]
            is_right = due is not None and self.reader.shows(due, calls, replies)
            self._misread = run, range(begin, end), is_right
        return self._misread[2]

    def is_unreadable(self, fact: Fact) -> bool:
        """Whether a fact is about an observer's own output, and not about the state that it shows.

        It is no value that the state could have, or the observer shows right states wrongly.
        """
        is_observation = fact.purpose is Purpose.OBSERVE
        return is_observation and not self._is_value(fact.run, fact.number)

    def has_wrong_type(self, fact: Fact) -> bool:
        """Whether a reply is a value that the output never has, such as a number for a name."""
        reply = fact.reply
        is_output = reply.exception is None and reply.fault is None
        return is_output and not self._types.allow(fact.call.routine, reply.output)

    def is_end(self, call: Call, purpose: Purpose, reply: Reply) -> bool:
        """Whether no reply after a wrong one is judged: the program is in another state.

        If an observer is read otherwise, it takes a whole observation to tell.
        """
        if purpose is Purpose.OBSERVE:
            return self.reader is None and self._is_value_of(call, reply)
        return purpose is Purpose.COMMAND

    def _is_value(self, run: Run, number: int) -> bool:
        return self._is_value_of(run.calls[number], run.replies[number])

    def _is_value_of(self, call: Call, reply: Reply) -> bool:
        if reply.exception is not None or reply.fault is not None:
            return False
        if call.routine in self.wrong_observers:
            return False
        return self._types.allow(call.routine, reply.output)

    def _of_observation(
        self, run: Run, number: int, wrong: set[int], pending: list[Fact], tainted: bool
    ) -> Iterator[Fact]:
        """Yield what a wrong observation shows of the calls before it.

        Of several wrong variables the first counts: the values of others may come of it.
        """
        begin, end = _block(run, number)
        culprit = begin - 1
        while culprit >= 0 and run.purposes[culprit] not in (Purpose.COMMAND, Purpose.OBSERVE):
            culprit -= 1
        if culprit < 0 or run.purposes[culprit] is Purpose.OBSERVE:
            culprit = begin - 1  # the state was right before these calls
            yield from (f for f in pending if run.purposes[f.number] is Purpose.REJECTED)
            if not tainted:
                purpose = run.purposes[culprit] if culprit >= 0 else Purpose.QUERY
                rule = FAILED_CALL if purpose is Purpose.REJECTED else QUERIES_PURE
                yield Fact(run, max(culprit, 0), number, rule)
            return
        if tainted:
            yield from pending
            return  # a call that was not refused has changed the state
        places = [n for n in range(begin, end) if n in wrong]
        shown = min(places, key=lambda n: self._order[run.calls[n].routine])
        variable = self._variables[run.calls[shown].routine]
        observed = tuple(
            n for n in range(begin, end) if self._variables[run.calls[n].routine] == variable
        )
        yield Fact(run, culprit, shown, variable, observed, range(begin, end))


def _after_acceptance(run: Run, wrong: Iterable[int]) -> Iterator[range]:
    """Yield the calls after one that should have raised, and did not, up to the next observation.

    The call may have changed the state, so that their replies are neither right nor wrong.
    """
    found = range(0)
    for number in wrong:
        is_answered = run.replies[number].exception is None and run.replies[number].fault is None
        if run.purposes[number] is Purpose.REJECTED and is_answered and number not in found:
            end = number + 1
            while end < len(run.calls) and run.purposes[end] in (Purpose.REJECTED, Purpose.QUERY):
                end += 1
            found = range(number + 1, end)
            yield found


def _block(run: Run, number: int) -> tuple[int, int]:
    """Return where the observation to which a call belongs begins and ends."""
    begin = end = number
    while begin and run.purposes[begin - 1] is Purpose.OBSERVE:
        begin -= 1
    while end < len(run.calls) and run.purposes[end] is Purpose.OBSERVE:
        end += 1
    return begin, end


def _has_moved(run: Run, begin: int, end: int) -> bool:
    """Whether a call after one, up to another, may have changed the state."""
    return Purpose.COMMAND in run.purposes[begin + 1 : end + 1]


def _begins(run: Run, place: int) -> bool:
    """Whether an observation of the whole state begins at a call."""
    return place == 0 or run.purposes[place - 1] is not Purpose.OBSERVE


def _own_aspect(purpose: Purpose) -> str:
    return OUT if purpose in (Purpose.QUERY, Purpose.OBSERVE) else RAISES
