"""The gatherer: plays with one program, and gathers what its replies show.

All traces of the plan are played, then games that go on from the state that the program shows. If
calls that should change nothing change something, what differs is played again without them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, islice
from typing import Any, Final

from modcheck.judging.causes.sample import spread
from modcheck.judging.causes.table import CandidateTable
from modcheck.judging.causes.wrong_observers import WrongObservers
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import OUT, Fact, GatheredFacts, LocalRun, Reading, RecordedRun
from modcheck.judging.play.made_objects import MadeObjects
from modcheck.judging.play.player import LocalBudget, Player
from modcheck.judging.play.reader import StateReader
from modcheck.judging.play.silent_games import STAGE, SilentGames
from modcheck.judging.play.survivors import TELLING, Survivors, random_walks
from modcheck.judging.play.unasked_games import STAGE as UNASKED
from modcheck.judging.play.unasked_games import beginnings, unasked_games
from modcheck.judging.play.yielded_objects import call_that_makes
from modcheck.system.implementation import Implementation
from modcheck.system.second_process import SecondProcess, Tasks
from modcheck.testing.applied_queries import applied_queries
from modcheck.testing.budget import SAMPLED, USUAL
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.output_types import OutputTypes
from modcheck.testing.plan import TestPlan
from modcheck.testing.recorded import RecordedTrace, record, record_in_parts, select_calls
from modcheck.testing.runner import Play, Runner, Stage
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Purpose, Trace
from modspec.run.machine import QUERIES_PURE, Call, observed_variable
from modspec.run.objects import takes_or_yields_objects

READ_FACTS: Final = 12
"""Facts by which it is decided how to read the state."""
ASKED_AGAIN: Final = 240
"""Wrong answers of one kind that are compared with an earlier answer to the same query."""
AFRESH_FIRST: Final = 16
"""Games that are played first on fresh programs, each on its own, to see whether it helps."""
AFRESH: Final = 40
"""Games that are played on fresh programs at all: each takes a start, which takes long."""
AFRESH_IF_QUICK: Final = 400
"""The same of a recorded suite, for a program that begins afresh when it is greeted again, or is in
this process: among few of these games, what is wrong seldom looks as if it were wrong always."""
UNASKED_GAMES: Final = 160
"""Beginnings of games after which one call is made, each in a game of its own."""
UNASKED_AFRESH: Final = 8
"""The same if each game takes a start."""
OBJECTS: Final = "objects"
"""The stage of the games in which an object is made."""
YIELDED: Final = 12
"""Objects that are made by themselves, since they are shown wrongly where a query yields them."""
ASKED: Final = "games asked more"
"""The stage of a game in whose last state more calls are made."""
WALKS: Final = "walks"
SILENT_WALKS: Final = "silent walks"
"""What is computed of the games in which survivors are asked."""
LOCAL: Final = "local games"
LOCAL_GAMES: Final = 4
"""Games that go on from the state that a program shows, where it left recorded ones."""


class Gatherer:
    """Plays with one program, and gathers evidence."""

    def __init__(
        self,
        oracle: Oracle,
        runner: Runner,
        plan: TestPlan,
        model: TestModel,
        make: Callable[[], Implementation],
    ) -> None:
        """Play with the implementations that ``make`` returns, each of them fresh."""
        self.oracle, self.runner, self.plan, self._make = oracle, runner, plan, make
        start = runner.generator.start().expected.state
        assert start is not None
        self.domains, self.routines, self._start = model.domains, plan.callable_routines, start
        self.knows_mistakes = bool(plan.kills or model.idioms)
        """Whether the candidates have the mistakes that real programs of this module make."""
        self.rulebook = model.rulebook
        self._types = OutputTypes(oracle.machine)
        self.reading = Reading(oracle, self._types)
        if takes_or_yields_objects(oracle.machine.module):
            self.reading.made_objects = MadeObjects(runner.generator, make)
        self._use(StateReader(oracle, self._types, model.domains, self.routines, start))
        oracle.observations = self.reader.calls
        oracle.is_state_shown = self.reader.is_whole and not plan.pace
        runner.is_end = self.reading.is_end if oracle.is_state_shown else None
        self.evidence = GatheredFacts()
        self._differing: list[tuple[str, RecordedTrace]] = []
        self._whole: dict[int, RecordedTrace] = {}
        """The traces in whose states the program was to the end."""
        self.is_right_in_silence = False
        """Whether games were played silently, and rightly."""
        self.mismatch_in_silence: Mismatch | None = None
        """A wrong reply in a silent game; with all queries between, it is right."""
        self._beginnings: list[Fact] = []
        """How later games begin, if otherwise than the first: each is played afresh since then."""
        self._has_tried_observers = False
        """Whether a wrong observer was looked for as soon as there were facts enough."""
        self.without: set[Purpose] = set()
        """The calls that are left out, since they change what they should not."""
        self.accepting: set[str] = set()
        """Routines that accept calls that should raise: such calls of them are left out."""

    def _use(self, reader: StateReader) -> None:
        self.reader = reader
        self._player = Player(self.oracle, self.runner.generator, reader, self.reading, self._make)

    @cached_property
    def table(self) -> CandidateTable:
        """The table of mutants, filled with the evidence."""
        walks = self._walks
        survivors = Survivors(self.oracle, self.evidence, self.runner.generator, walks)
        traces, kills = self.plan.recorded_traces, self.plan.kills
        return CandidateTable(
            self.oracle,
            self.evidence,
            traces,
            kills,
            survivors,
            self.rulebook,
            self.plan.may_copy,
        )

    def _fill_table_anew(self, is_forgotten: bool = False) -> None:
        """Fill the table with the present evidence.

        It takes over what the earlier evidence showed, unless some of this is forgotten.
        """
        self.close()
        before: CandidateTable | None = self.__dict__.pop("table", None)
        if before is not None and not (is_forgotten or self.plan.kills):
            self.table.take_over(before)

    def close(self) -> None:
        """End what computes in a second process."""
        if "table" in self.__dict__:
            self.table.close()

    @property
    def visible_variables(self) -> frozenset[str]:
        """The state variables that the program shows: its observers of them yield values."""
        if self.reading.reader is not None:
            return self.reader.shown
        unread = set[str]()
        for fact in self.evidence.facts:
            if fact.call.routine not in unread and self.reading.is_unreadable(fact):
                unread.add(fact.call.routine)
        observers = (f for f in self.oracle.machine.observers if f.name in unread)
        return self.reader.shown - {observed_variable(function) for function in observers}

    @property
    def hidden_variables(self) -> frozenset[str]:
        """The state variables that this program does not show: no observer yields their values."""
        lacking = (f for f in self.oracle.machine.observers if f.name not in self.routines)
        absent = frozenset(filter(None, map(observed_variable, lacking)))
        return absent | (self.reader.shown - self.visible_variables)

    def gather(self, stages: Iterable[Stage]) -> None:
        """Play all stages, then games from where the program left them."""
        planned = [*stages]
        tasks = self._tasks(planned)
        with SecondProcess(tasks, may_copy=self.plan.may_copy) as self._second:
            self.runner.prepared = {
                each.name: self._second.results(each.name)
                for each in planned
                if each.is_independent
            }
            for stage in planned:
                if not (stage.is_replaced and self._goes_on_locally()):
                    self._play(stage)
                    self._read_rightly_soon()
            if self._begins_otherwise():
                self._play_afresh()
            self._play_wrong_objects()
            self._play_yielded_objects()
            self._read_rightly()
            self._distrust_observers()
            self._play_locally()
            if self._read_rightly():
                self._play_locally()
            self.evidence.facts += [*self._second_thoughts()]
            self._play_silently()
            self._play_for_survivors()
            self._ask_what_hangs()

    def _tasks(self, stages: Iterable[Stage]) -> Tasks:
        """Return what can be computed before a reply is known: it may be ready when it is needed.

        That takes longest by far: traces of games at random, and the games in which survivors are
        asked.
        """
        if self.plan.pace:
            return {}
        tasks: dict[str, Callable[[], Iterable[Any]]] = {
            stage.name: partial(self.runner.record, stage)
            for stage in stages
            if stage.is_independent
        }
        if not self.plan.kills:
            tasks |= {WALKS: lambda: [self._random_walks], SILENT_WALKS: self._record_walks}
        return tasks

    @cached_property
    def _random_walks(self) -> Sequence[Trace]:
        return random_walks(self.runner.generator)

    def _record_walks(self) -> Iterable[Sequence[RecordedTrace]]:
        """Record these games; only their last states are examined."""
        generator = self.runner.generator.independent(TELLING)
        games = ([step.call for step in walk] for walk in self._random_walks)
        return record_in_parts((TELLING, generator.silent_game(game, SAMPLED)) for game in games)

    def _walks(self) -> Sequence[Trace]:
        """Return the games in which survivors are asked, when they are needed."""
        found: Sequence[Trace] = next(self._second.results(WALKS))
        return found

    def leave_out(self, purpose: Purpose, routines: Collection[str] = ()) -> None:
        """Play what differs again, without calls that should change nothing.

        With some ``routines``, only their calls are left out; they should raise.
        """
        self.accepting.update(routines)
        if not routines:
            self.without.add(purpose)
        had_local_games = bool(self.evidence.runs)
        if self.runner.restarts_each_trace:
            self._play_in_one_program()
        else:
            self._replay()
        self._play_locally()
        self.evidence.facts += [*self._second_thoughts()]
        self._fill_table_anew(is_forgotten=had_local_games)

    @cached_property
    def _wrong_unasked_games(self) -> list[Play]:
        """The games with a wrong reply in which nothing was asked before the last call.

        None are played where the state is shown: there, a query that changes it is seen.
        """
        if self.oracle.is_state_shown or not self._can_go_on():
            return []
        most = UNASKED_AFRESH if self.runner.restarts_each_trace else UNASKED_GAMES
        games = spread(beginnings(trace for trace, *_ in self.evidence.played), most)
        generator = self.runner.generator
        traces = record(
            (UNASKED, each) for game in games for each in unasked_games(game, generator)
        )
        self.runner.fresh()
        return [play for play in self.runner.replay(traces) if play.difference is not None]

    @cached_property
    def routines_wrong_unasked(self) -> frozenset[str]:
        """The routines that are wrong though nothing was asked before, so no query is to blame."""
        return frozenset(
            play.trace.calls[play.difference.wrong[0]].routine
            for play in self._wrong_unasked_games
            if play.difference is not None
        )

    def judge_unasked_games(self) -> None:
        """Let the facts be those of games in which nothing is asked before the last call."""
        self.evidence.asked_facts, self.evidence.facts = self.evidence.facts, []
        self.evidence.left, self._differing, self.evidence.has_unjudged = [], [], False
        for play in self._wrong_unasked_games:
            self._add(UNASKED, play)
        self._fill_table_anew()

    def is_left_out(self, call: Call, purpose: Purpose) -> bool:
        """Whether a call is not made any more."""
        is_accepted = purpose is Purpose.REJECTED and call.routine in self.accepting
        return purpose in self.without or is_accepted

    def _second_thoughts(self) -> Iterator[Fact]:
        """Yield queries that are answered otherwise once more: a call between changed something."""
        kinds: dict[tuple[str, ...], list[Fact]] = {}
        for fact in self.evidence.facts:
            if fact.aspect == OUT and fact.purpose is Purpose.QUERY:
                kinds.setdefault(fact.kind, []).append(fact)
        for facts in kinds.values():
            thoughts = (
                Fact(fact.run, before, fact.number, QUERIES_PURE)
                for fact in spread(facts, ASKED_AGAIN)
                if (before := fact.right_before()) is not None
            )
            yield from islice(thoughts, READ_FACTS)

    def _play(self, stage: Stage) -> None:
        for play in self.runner.plays(stage):
            self._add(stage.name, play)

    def _add(self, stage: str, play: Play) -> None:
        trace, difference = play.trace, play.difference
        if difference is None:
            self.evidence.add_right(trace, len(trace), ())
            self._whole[id(trace)] = trace
            self._count_events(trace)
            return
        run = RecordedRun(stage, play.earlier_games, difference.replies, trace, self.oracle)
        run.calls_before = self.runner.coverage.calls - len(run.replies)
        facts, end = self.reading.facts(run, difference.wrong)
        run.end = end
        self.evidence.add_right(trace, end, run.wrong)
        self.evidence.facts += facts
        self.evidence.has_unjudged |= run.has_unjudged
        self._differing.append((stage, trace))
        if end == len(trace):
            self._whole[id(trace)] = trace
            self._count_events(trace)
        else:
            self.evidence.left.append(trace)

    def _ask_what_hangs(self) -> None:
        """Make the queries that a transition applies where it hung, if no query did.

        The program may make such a query itself, and hang in it; perhaps no game has asked it. If
        it hangs there, it is at fault, and the transition is not.
        """
        if not self.runner.has_hung or self.runner.broken_queries:
            return
        machine, write = self.oracle.machine, self.runner.generator
        for fact in [each for each in self.evidence.facts if each.reply.timed_out]:
            routine, state = machine.routine(fact.call.routine), fact.step.before
            applied = applied_queries(routine, routine.clauses())
            if not applied or state is None:
                continue
            *game, _ = reversed([*fact.game])
            queries = [q for q in write.queries(state, USUAL) if q.call.routine in applied]
            (trace,) = record([(fact.run.stage, [*write.steps_of(game), *queries])])
            for play in self.runner.replay_after_breakdowns(trace):
                self._add(fact.run.stage, play)
            if self.runner.broken_queries:
                self.evidence.facts.remove(fact)

    def _play_wrong_objects(self) -> None:
        """Play the games in which an object is made wrongly that was passed as an argument."""
        if self.reading.made_objects is not None:
            self._play_with_objects(self.reading.made_objects.wrong_games)

    def _play_yielded_objects(self) -> None:
        """Play games that begin with objects that queries yield, and that are shown wrongly."""
        due = (f.step.expected.output for f in self.evidence.facts if f.aspect == OUT)
        shown = dict.fromkeys(each for each in due if type(each) is type(self._start))
        calls = (call_that_makes(each, self.runner.generator) for each in islice(shown, YIELDED))
        games = [self.runner.generator.position([call], USUAL) for call in calls if call]
        if games:
            self._play_with_objects(games)

    def _play_with_objects(self, games: Iterable[Trace]) -> None:
        self.runner.fresh()
        for play in self.runner.replay(record((OBJECTS, game) for game in games)):
            self._add(OBJECTS, play)

    def _count_events(self, trace: RecordedTrace) -> None:
        """Count the coverage goals that a trace meets, unless nothing was asked there."""
        if Purpose.QUERY not in self.without:
            self.runner.count_events(trace)

    def _begins_otherwise(self) -> bool:
        """Whether a later game begins otherwise than the first one."""
        initial = self.oracle.machine.is_initializer
        return (
            not self.runner.restarts_each_trace
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
        """Play what differs again, each game on a fresh program; keep how later games begin.

        A start may take longer than the game. Where some games differ on fresh programs too, and
        none is right, the others are left as they are; so are those beyond a number.
        """
        initial = self.oracle.machine.is_initializer
        self._beginnings = [fact for fact in self.evidence.facts if initial(fact.call)]
        self.runner.restarts_each_trace = True
        differing = self._differing
        tried = {id(trace) for _, trace in spread(differing, AFRESH_FIRST)}
        rest = [(stage, trace) for stage, trace in differing if id(trace) not in tried]
        self._differing = [(stage, trace) for stage, trace in differing if id(trace) in tried]
        self._replay()
        is_vain = len(self._differing) == len(tried)
        most = AFRESH_IF_QUICK if self.plan.begins_afresh and self.plan.kills else AFRESH
        some = [] if is_vain else spread(rest, most)
        played = {id(trace) for _, trace in some}
        left = [each for each in rest if id(each[1]) not in played]
        self._differing += some
        if some:
            self._replay()
        self._differing += left
        self.evidence.left += [trace for _, trace in left]

    def _play_in_one_program(self) -> None:
        """Play what differs again in one program, and on fresh ones if later games begin otherwise.

        The calls that are left out now may have been the reason.
        """
        beginnings, self._beginnings = self._beginnings, []
        self.runner.restarts_each_trace = False
        self._replay()
        if self._begins_otherwise():
            self._play_afresh()
        self.runner.restarts_each_trace = True  # with these calls, later games begin otherwise
        self._beginnings = [*beginnings, *self._beginnings]
        self.evidence.facts = [*beginnings, *self.evidence.facts]

    def _replay(self) -> None:
        """Play the traces that differ again, but for the calls that are left out.

        All facts are forgotten, but for those about how later games begin.
        """
        differing, self._differing = self._differing, []
        self.evidence.facts, self.evidence.left, self.evidence.runs = [*self._beginnings], [], []
        self.evidence.has_unjudged = False
        by_stage: dict[str, list[RecordedTrace]] = {}
        for stage, trace in differing:
            by_stage.setdefault(stage, []).append(trace)
        for name, traces in by_stage.items():
            self.runner.fresh()
            asked = [*select_calls(traces, lambda *call: not self.is_left_out(*call))]
            self._play(Stage(name, recorded=partial(_one_batch, asked)))

    def _read_rightly_soon(self) -> None:
        """Read the state through a wrong observer as soon as there are facts enough to know it.

        What is played after this need not be played again.
        """
        is_known = self._has_tried_observers or len(self.evidence.facts) < READ_FACTS
        if not is_known and self._goes_on_locally() and not self._begins_otherwise():
            self._has_tried_observers = True
            self._read_rightly()

    def _read_rightly(self) -> bool:
        """Read the state through a wrong observer, if there is one; return whether there is."""
        if self.reading.reader is not None:
            return False
        observer = self._wrong_observer()
        if observer is not None:
            self._use(observer)
            self.reading.reader = observer
            self._replay()
        return observer is not None

    def _distrust_observers(self) -> None:
        """Judge observers that show right states wrongly by their own outputs, if there are some.

        Where the whole state is shown, it is read through mutants of the observers instead.
        """
        if self.oracle.is_state_shown or not self._can_go_on():
            return
        observers = WrongObservers(self.oracle, self.runner, self.reader, self.domains)
        found = {*observers.among(self.evidence.facts)}
        if found:
            self.reading.wrong_observers = found
            self._beginnings = [
                each
                for each in self._beginnings
                if each.run.calls[each.shown_by].routine not in found
            ]
            self._replay()

    def _wrong_observer(self) -> StateReader | None:
        """Return how to read the state if an observer is wrong; None if observers are right.

        The program has an observer that a mutant explains if, read through the mutant, nearly all
        states are right.
        """
        by_variable: dict[str, list[Fact]] = {}
        for fact in self.evidence.facts:
            if fact.observed:
                by_variable.setdefault(fact.aspect, []).append(fact)
        observers = {(f.module, f.name) for f in self.oracle.machine.observers}
        for number, mutant in enumerate(self.oracle.candidates):
            if not by_variable or (mutant.module, mutant.function) not in observers:
                continue
            if self.oracle.machine_of(number) is None or self.table.is_equivalent(number):
                continue
            reader = StateReader(
                self.oracle, self._types, self.domains, self.routines, self._start, number
            )
            misread = {
                part.variable
                for call, part in reader.parts.items()
                if self.reader.parts.get(call) != part
            }
            shown = [f for name in misread for f in by_variable.get(name, ())[:READ_FACTS]]
            if reader.is_whole and shown:
                right = sum(self._is_right_by(reader, misread, fact) for fact in shown)
                if right > len(shown) * 3 // 4:
                    return reader
        return None

    @staticmethod
    def _is_right_by(reader: StateReader, variables: Iterable[str], fact: Fact) -> bool:
        """Whether some variables are right after a transition, read in another way."""
        due = fact.step.expected.state
        if due is None:
            return False
        calls = [fact.run.calls[n] for n in fact.block]
        state = reader.read(calls, [fact.run.replies[n] for n in fact.block], due)
        return all(getattr(state, name) == getattr(due, name) for name in variables)

    def _play_silently(self) -> None:
        """Play games again without the queries between, unless it is known that queries matter."""
        facts = self.evidence.facts
        if not self._can_go_on() or any(fact.aspect == QUERIES_PURE for fact in facts):
            return
        wrong = {fact.run.calls[fact.shown_by].routine for fact in facts}
        games = SilentGames(self.runner, self._whole.values(), wrong)
        self.mismatch_in_silence = games.mismatch()
        self.is_right_in_silence = games.is_right
        if games.unexplained is not None:
            self._add(STAGE, games.unexplained)

    def _play_for_survivors(self) -> None:
        """Where no kills are recorded, play games that tell the surviving mutants."""
        if self.plan.kills or not self._can_go_on():
            return
        traces = self.table.games_for_survivors()
        if traces:
            recorded = record((TELLING, trace) for trace in traces)
            self.runner.fresh()
            for play in self.runner.replay(recorded):
                self._add(TELLING, play)
        self._play_to_the_end()
        if self.evidence.facts or traces:
            self._fill_table_anew()

    def facts_where(self, shown: Mismatch) -> list[Fact]:
        """Return what is wrong where a mismatch shows, if more calls are made there.

        None are made if the mismatch takes more than the transitions of one game, or where programs
        choose.
        """
        machine, write, call = self.oracle.machine, self.runner.generator, shown.culprit.call
        game = [*shown.history, *([call] if shown.culprit.purpose is Purpose.COMMAND else ())]
        takes_more = shown.earlier_games or shown.query_numbers or shown.rejected_numbers
        is_one_game = game and not any(map(machine.is_initializer, game[1:]))
        if takes_more or not is_one_game or machine.makes_choices or not self._can_go_on():
            return []
        if not write.is_possible(game):  # an initialiser that should raise leaves no state
            return []
        self.runner.fresh()
        found: list[Fact] = []
        trace = write.position(game, USUAL)
        asked = [step for step in trace if not self.is_left_out(step.call, step.purpose)]
        for play in self.runner.replay(record([(ASKED, asked)])):
            if play.difference is not None:
                replies = play.difference.replies
                run = RecordedRun(ASKED, play.earlier_games, replies, play.trace, self.oracle)
                found += self.reading.facts(run, play.difference.wrong)[0]
        return found

    def _play_to_the_end(self) -> None:
        """Play the games at random in which mutants survived: what is rare may show there.

        Only their last states are examined. The first game that differs there is played once more,
        and observed after each call.
        """
        generator, games = self.runner.generator, self.table.random_games
        if self.evidence.facts or generator.machine.makes_choices or not games:
            return
        self.runner.fresh()
        silent = chain.from_iterable(self._second.results(SILENT_WALKS))
        plays = self.runner.replay(silent)
        different = (game for game, play in zip(games, plays, strict=False) if play.difference)
        first = [*islice(different, 1)]
        for game in first:
            observed = generator.sampled_game(game, random.Random(0), SAMPLED)
            self.runner.fresh()
            for play in self.runner.replay(record([(TELLING, observed)])):
                self._add(TELLING, play)

    def _can_go_on(self) -> bool:
        """Whether more calls may be made of the program."""
        runner = self.runner
        is_over = runner.is_stopped() or runner.is_late or runner.is_broken_off
        return not self.plan.pace and not is_over

    def _goes_on_locally(self) -> bool:
        """Whether the program left recorded games for states that it shows.

        Not if it breaks down in queries: then all games are played without these. Nor if it hangs,
        since each further game may take as long.
        """
        is_left = bool(self.evidence.left) and self.oracle.is_state_shown
        return is_left and not (self.runner.broken_queries or self.runner.has_hung)

    def _play_locally(self) -> None:
        """Play games that go on from the state that the program shows where it left others."""
        if not self._goes_on_locally():
            return
        left = {trace.game for trace in self.evidence.left}
        guides = [game for game in self.plan.scenarios if game in left][: LOCAL_GAMES - 1]
        guides += [()] * (LOCAL_GAMES - len(guides))
        for number, guide in enumerate(guides):
            if self.runner.is_stopped():
                return
            chance = random.Random(f"{self.plan.seed} {number}")
            budget = LocalBudget(
                queries=0 if Purpose.QUERY in self.without else LocalBudget.queries,
                rejected=0 if Purpose.REJECTED in self.without else LocalBudget.rejected,
            )
            run, facts = self._player.play(LOCAL, self.plan.forms_of(guide), chance, budget)
            self.evidence.runs.append(run)
            self.evidence.facts += facts
            self.runner.count_local(run.steps, run.wrong, Purpose.QUERY not in self.without)
            if self.runner.is_hanging(run.calls, run.replies):
                return


def _one_batch(traces: Sequence[RecordedTrace]) -> list[Sequence[RecordedTrace]]:
    return [traces]
