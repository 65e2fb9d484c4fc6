"""Suspects: the routines that may be at fault for a wrong reply where the state is not shown.

If the program was in the right state, the routine called is at fault. If it was in another one, a
transition before left it there. So for each transition of the game, states are thought of in which
it may have left the program, and from which the rest of the game gives the wrong reply. The program
is asked otherwise from there on, without this transition and its relatives, which apply a function
that it applies, too. The replies contradict most of these states. If they contradict all, the
transition is not suspected.

A transition whose result an observer shows wrongly is the last one of a game, and the observer is
called. It is taken for granted that one routine is at fault: all others tell the state rightly.
If no near state explains what other routines reply, they may be wrong themselves. A transition that
raises where it should not, or does not where it should, speaks for a wrong state all the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, takewhile
from typing import Final

from modcheck.judging.expected.near_states import near_states
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.fresh_replies import FreshReplies
from modcheck.system.implementation import Reply
from modcheck.system.object_views import output_of
from modcheck.testing.budget import EVERYTHING, Thoroughness
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.trace import TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.lint.pools import spoken_values
from modspec.run.machine import Call, Machine, Outcome, observed_variable
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function
from modspec.syntax.values import State

WAYS: Final = 24
"""Ways on which the game is continued after its beginning."""
FEW_WAYS: Final = 6
"""Such ways if the program has to be started for each: that takes long."""
LONGEST: Final = 8
"""Transitions on such a way."""
MOST_CALLS: Final = 24
"""In longer games no suspects are looked for: that takes long."""
FEW: Final = 2
"""Calls of each query in each state of a way; and of each transition, one that raises."""
REFUSED: Final = Thoroughness(queries=0, rejected=60)
"""Calls that raise in each state of the game: an observer shows by them what is not there."""
SCALARS: Final = (int, float, str)
"""The types of the values that a specification speaks of and a variable may have."""
SEVERAL: Final = 2
"""Routines that are wrong in a state besides the one called, so that the state is wrong."""
SAME_AGAIN: Final = 0.5
"""How often a way makes the same transition once more, if it can: else it never comes far."""


@dataclass(frozen=True)
class Suspects:
    """The routines that may be at fault for a wrong reply."""

    called: str | None
    """The routine called; None if it is not suspected."""
    transitions: tuple[tuple[str, frozenset[str]], ...]
    """The transitions that may have left the state wrong, the last first, each with the state
    variables that may have been wrong."""
    is_any: bool = False
    """Whether no near state explains the reply, so that any routine of the game is suspected."""
    is_only_wrong: bool = False
    """Whether the routine called is the only one that is wrong in the state after the game."""

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, the routine called first."""
        called = (self.called,) if self.called is not None else ()
        return (*dict.fromkeys((*called, *(name for name, _ in self.transitions))),)


class SuspectFinder:
    """Finds suspects: plays games of one program again, and goes on otherwise."""

    def __init__(
        self,
        oracle: Oracle,
        generator: TraceGenerator,
        replies: FreshReplies,
    ) -> None:
        """Ask the specification, and the program for the ``replies`` to the calls of a game."""
        self._oracle, self._generator, self._replies = oracle, generator, replies
        self._known: set[str] = set()
        """The routines in which the faults that were found may lie."""
        self._explained: set[str] = set()
        """Those of them by which the replies were explained."""
        spoken = spoken_values(oracle.machine.module)
        self._spoken = [*dict.fromkeys(each for each in spoken if isinstance(each, SCALARS))]
        """The values that the specification speaks of."""
        programs = oracle.machine.module.access_programs
        self._observers = [each.name for each in oracle.machine.observers]
        self._transitions = {each.name for each in programs if each.is_transition}
        logic = {each.name: _logic(each, oracle) for each in programs}
        self._relatives = {
            name: {other for other, applied in logic.items() if not own.isdisjoint(applied)}
            for name, own in logic.items()
        }
        """The routines that apply a function of the module which a routine applies, and itself."""

    def suspects(
        self, mismatch: Mismatch, shown: Collection[str], doubtful: Collection[str] = ()
    ) -> Suspects:
        """Return the suspects for a wrong reply in a short game.

        ``shown`` are the state variables that observers show. If the reply does not come of a fault
        that was found, no routine in which this may lie is trusted; and if no transition is
        suspected, nor are the ``doubtful`` routines, which gave other wrong replies.
        """
        found = self._suspects(mismatch, shown, set())
        if self._known and not self._explained.issuperset(found.names):
            found = self._suspects(mismatch, shown, self._known)
        if not found.transitions and not self._known.issuperset(doubtful):
            found = self._suspects(mismatch, shown, self._known.union(doubtful))
        return found

    def tell(self, suspects: Suspects) -> None:
        """Tell in which routines a fault may lie that was found."""
        self._known.update(suspects.names)
        if not suspects.is_any:
            self._explained.update(suspects.names)

    def _suspects(
        self, mismatch: Mismatch, shown: Collection[str], untrusted: set[str]
    ) -> Suspects:
        """Return the suspects; ``untrusted`` routines do not tell the state."""
        game = last_game(mismatch.transitions, self._oracle.machine)
        name, states = mismatch.culprit.call.routine, [*self._states_of(game)]
        if not states:
            return Suspects(name, ())
        asked = self._with_queries(game, states)
        ways = [*self._continuations(game, states[-1], self._relatives[name] | untrusted)]
        if untrusted and not any(way for way, _ in ways):
            return self.any_of(name, game)  # nothing tells the state
        others = {self._first_wrong(states[-1], way, replies) for way, replies in ways} - {None}
        found: dict[str, frozenset[str]] = {}
        for number in range(len(game), 0, -1):
            right, routine = states[number - 1], game[number - 1].routine
            left_out = self._relatives[routine] | untrusted
            independent = [*_up_to(left_out, ways)]
            earlier, later = states[: number - 1], states[number:]
            near = near_states(right, earlier, shown, self._spoken, later)
            leading = [
                each
                for each in near
                if self._leads_to(each, game[number:], mismatch)
                and self._fits(each, *self._without_queries(*asked[number], routine))
            ]
            for state in self._possible_states(leading, game[:number], right, left_out):
                end = self._end(state, game[number:])
                if end is not None and all(self._fits(end, *each) for each in independent):
                    names = {n for n in state.variables if getattr(state, n) != getattr(right, n)}
                    found[routine] = found.get(routine, frozenset()) | names
        if others and not found:
            wrong = [self._wrong_at(states[n - 1], *asked[n]) for n in range(1, len(game) + 1)]
            wrong[-1] |= self._wrong_at(states[-1], *self._asked_about(game, states[-1]))
            at_once = (self._before_a_change(states[-1], way, replies) for way, replies in ways)
            is_only_wrong = all(self._first_wrong(states[-1], *each) is None for each in at_once)
            found_any = self._without_near_state(name, game, others, wrong)
            return replace(found_any, is_only_wrong=is_only_wrong)
        return Suspects(None if others else name, (*found.items(),))

    def _with_queries(
        self, game: Sequence[Call], states: Sequence[State]
    ) -> dict[int, tuple[Sequence[Call], list[Reply]]]:
        """Return, by the number of transitions before, the rest of a game with queries between.

        Each comes with the replies of the program.
        """
        chance, calls, places = random.Random(0), list[Call](), dict[int, int]()
        for number, (call, state) in enumerate(zip(game, states, strict=True), 1):
            calls.append(call)
            places[number] = len(calls)
            queries = self._generator.few_queries(state, chance, FEW)
            steps = [*self._generator.observation(state), *queries]
            for name in self._observers:
                steps += self._generator.rejected_calls(state, REFUSED, name)
            calls += (each.call for each in steps)
        replies = self._replies(calls)
        return {number: (calls[place:], replies[place:]) for number, place in places.items()}

    def _without_near_state(
        self,
        called: str,
        game: Sequence[Call],
        others: Collection[str | None],
        wrong: Sequence[set[str]],
    ) -> Suspects:
        """Return the suspects where other routines are wrong as well, and no near state tells why.

        ``wrong`` are the routines that are wrong after each transition. Those that are so at once
        may have a fault of their own. If several besides the routine called are wrong only later,
        the state is.
        """
        witnesses = wrong[-1] - wrong[0] - self._relatives[called]
        if len(witnesses) >= SEVERAL:
            first = next(number for number, names in enumerate(wrong) if not names <= wrong[0])
            return replace(self.any_of(called, game[first:]), called=None)
        is_state_wrong = not self._transitions.isdisjoint({called, *others})
        return self.any_of(called, game) if is_state_wrong else Suspects(called, ())

    def _asked_about(
        self, game: Sequence[Call], state: State
    ) -> tuple[Sequence[Call], Sequence[Reply]]:
        """Return the queries after a game about what its calls were passed, with the replies."""
        passed = [each for call in game for each in call.arguments]
        queries = (step.call for step in self._generator.queries(state, EVERYTHING))
        about = [call for call in queries if all(each in passed for each in call.arguments)]
        return about, self._replies((*game, *about))[len(game) :]

    def _wrong_at(self, state: State, way: Sequence[Call], replies: Sequence[Reply]) -> set[str]:
        """Return the routines that are wrong in a state, up to the next transition on a way."""
        asked = takewhile(
            lambda each: each[0].routine not in self._transitions, zip(way, replies, strict=False)
        )
        return {
            call.routine
            for call, reply in asked
            if (outcome := self._oracle.due(state, call)) and not agrees(outcome, reply)
        }

    def _before_a_change(
        self, state: State, way: Sequence[Call], replies: Sequence[Reply]
    ) -> tuple[Sequence[Call], Sequence[Reply]]:
        """Return the beginning of a way in which the state should stay as it is."""
        for number, call in enumerate(way):
            outcome = self._oracle.due_if_possible(state, call)
            if call.routine in self._transitions and (outcome is None or not outcome.exception):
                return way[:number], replies[:number]
        return way, replies

    def _without_queries(
        self, way: Sequence[Call], replies: Sequence[Reply], routine: str
    ) -> tuple[Sequence[Call], Sequence[Reply]]:
        """Return a way without queries that are relatives of a routine."""
        left_out = self._relatives[routine] - self._transitions
        kept = [*zip(way, replies, strict=False)]
        kept = [(call, reply) for call, reply in kept if call.routine not in left_out]
        return [call for call, _ in kept], [reply for _, reply in kept]

    def _possible_states(
        self, states: list[State], game: Sequence[Call], right: State, left_out: Collection[str]
    ) -> list[State]:
        """Return those of some states in which the program may be after a game.

        The game is continued as is possible in the ``right`` state, up to a routine that is
        ``left_out``.
        """
        if states:
            ways = self._continuations(game, right, left_out)
            for way, replies in _up_to(left_out, ways):
                states = [each for each in states if self._fits(each, way, replies)]
                if not states:
                    break
        return states

    def any_of(self, called: str, game: Sequence[Call]) -> Suspects:
        """Return that any routine of a game may be at fault: no near state explains the replies.

        An initialiser is only if there is no other: what it makes wrong shows without them.
        """
        assert self._oracle.machine.module.state is not None
        variables = frozenset(each.name for each in self._oracle.machine.module.state.variables)
        initial = self._oracle.machine.is_initializer
        later = [call for call in game if not initial(call)]
        names = dict.fromkeys(call.routine for call in reversed(later or game))
        return Suspects(called, tuple((name, variables) for name in names), is_any=True)

    def any_before(self, called: str, game: Sequence[Call]) -> Suspects | None:
        """Return that any transition of a game may have left a wrong state; None if it is right.

        The game is too long to be continued from each of its states. It is asked in the last one
        whether routines are wrong that have nothing in common with the routine called.
        """
        *_, state = self._states_of(game)
        chance, write = random.Random(0), self._generator
        steps = [*write.observation(state), *write.few_queries(state, chance, FEW)]
        refused = write.few_rejected(state, chance, 1)
        wrong = set[str]()
        for asked in (steps, *([step] for step in refused)):
            calls = [step.call for step in asked]
            replies = self._replies((*game, *calls))[len(game) :]
            pairs = zip(asked, replies, strict=False)
            wrong |= {s.call.routine for s, reply in pairs if not agrees(s.expected, reply)}
        others = wrong - self._relatives[called]
        return replace(self.any_of(called, game), called=None) if others else None

    def is_direct(self, game: Sequence[Call]) -> bool:
        """Whether a game leads straight to its state: none of its calls could be left out.

        Then a reply which is wrong there does not come of what happened on a longer way. A program
        that chooses has to choose again, in the game played once more, as it did before.
        """
        pairs = zip(game, self._replies(game), strict=False)
        if not all(call.choice is None or call.choice(reply.output) for call, reply in pairs):
            return False
        state = self._end_of(game)
        fewer = (
            [call for number, call in enumerate(game) if number not in left_out]
            for count in (1, 2)
            for left_out in combinations(range(1, len(game)), count)
        )
        return all(self._end_of(each) != state for each in fewer)

    def _end_of(self, game: Sequence[Call]) -> State | None:
        """Return the state after a game; None if the specification says nothing of it."""
        state: State | None = None
        for call in game:
            outcome = self._oracle.due_if_possible(state, call)
            if outcome is None or outcome.state is None:
                return None
            state = outcome.state
        return state

    def _states_of(self, game: Sequence[Call]) -> Iterator[State]:
        """Yield the state after each transition of a game."""
        state: State | None = None
        for call in game:
            outcome = self._oracle.due(state, call)
            assert outcome is not None
            assert outcome.state is not None
            state = outcome.state
            yield state

    def _leads_to(self, state: State, rest: Sequence[Call], mismatch: Mismatch) -> bool:
        """Whether the rest of the game gives the wrong reply from a state on."""
        end = self._end(state, rest)
        outcome = (
            self._oracle.due_if_possible(end, mismatch.culprit.call) if end is not None else None
        )
        return outcome is not None and agrees(outcome, mismatch.reply)

    def _end(self, state: State, rest: Sequence[Call]) -> State | None:
        """Return the state after the rest of a game; None if a call raises."""
        for call in rest:
            outcome = self._oracle.due_if_possible(state, call)
            if outcome is None or outcome.exception is not None or outcome.state is None:
                return None
            state = outcome.state
        return state

    def _continuations(
        self, game: Sequence[Call], state: State, without: Collection[str]
    ) -> Iterator[tuple[Sequence[Call], list[Reply]]]:
        """Yield ways on which a game is continued without some routines; the replies."""
        chance = random.Random(0)
        for _ in range(WAYS if self._replies.keeps_nothing else FEW_WAYS):
            way = [*self._way(state, chance, without)]
            replies = self._replies((*game, *way))
            yield way, replies[len(game) :]
            if any(reply.timed_out for reply in replies):
                return

    def _way(self, state: State, chance: random.Random, without: Collection[str]) -> Iterator[Call]:
        """Yield calls from a state on: a random game, with queries and calls that raise."""
        last = ""
        for _ in range(LONGEST):
            for step in (
                *self._generator.observation(state),
                *self._generator.few_queries(state, chance, FEW),
                *self._generator.few_rejected(state, chance, 1),
            ):
                if step.call.routine not in without:
                    yield step.call
            choices = self._choices(state, without)
            names = sorted({step.call.routine for step in choices})
            if not names:
                return
            if last not in names or chance.random() >= SAME_AGAIN:
                last = chance.choice(names)
            step = chance.choice([step for step in choices if step.call.routine == last])
            yield step.call
            assert step.expected.state is not None
            state = step.expected.state

    def _choices(self, state: State, without: Collection[str]) -> list[TraceStep]:
        """Return the transitions of other routines, with usual arguments if there are such."""
        usual, every = self._generator.usual_choices, self._generator.choices
        found = ([s for s in of(state) if s.call.routine not in without] for of in (usual, every))
        return next(filter(None, found), [])

    def _fits(self, state: State, way: Sequence[Call], replies: Sequence[Reply]) -> bool:
        """Whether a program that was in a state may give some replies.

        A reply of another type than the one due is that of no state, so it contradicts none.
        """
        return self._first_wrong(state, way, replies, self._is_of_another_type) is None

    def _is_of_another_type(self, outcome: Outcome, reply: Reply) -> bool:
        """Whether a routine yields a value where one of another type is due."""
        is_value = reply.fault is None and reply.exception is None and outcome.exception is None
        return is_value and type(output_of(outcome, None)) is not type(reply.output)

    def _first_wrong(
        self,
        state: State,
        way: Sequence[Call],
        replies: Sequence[Reply],
        is_excused: Callable[[Outcome, Reply], bool] = lambda *_: False,
    ) -> str | None:
        """Return the routine that is wrong first if a program was in a state; None if none is.

        Where the specification says nothing, or the program may choose, more is not known. But
        there a state outside the invariant is contradicted: it would explain everything.
        """
        for call, reply in zip(way, replies, strict=False):
            outcome = self._oracle.due_if_possible(state, call)
            if outcome is None:
                return None if self._oracle.is_defined(state) else call.routine
            if outcome.allowed:
                return None
            if not (agrees(outcome, reply) or is_excused(outcome, reply)):
                return call.routine
            if call.routine in self._transitions and outcome.exception is None:
                assert outcome.state is not None
                state = outcome.state
        return None


def last_game(calls: Sequence[Call], machine: Machine) -> Sequence[Call]:
    """Return some calls from the last one of an initialiser on; none if there is no such call."""
    starts = [number for number, call in enumerate(calls) if machine.is_initializer(call)]
    return calls[starts[-1] :] if starts else ()


def _up_to(
    routines: Collection[str], ways: Iterable[tuple[Sequence[Call], list[Reply]]]
) -> Iterator[tuple[Sequence[Call], list[Reply]]]:
    """Yield ways up to the first call of some routines."""
    for way, replies in ways:
        yield [*takewhile(lambda call: call.routine not in routines, way)], replies


def _logic(program: Function, oracle: Oracle) -> set[str]:
    """Return an access program and the functions of its module that it applies.

    Those that only yield a part of a state are left out.
    """
    module = declare(program.module)
    applied = {name for place, name in oracle.reach[program.name] if place == program.module}
    return {
        name for name in applied if name == program.name or observed_variable(module[name]) is None
    }
