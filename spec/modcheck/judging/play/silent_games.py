"""Silent games: games in which no query looks at a state before the last one.

Elsewhere every state is observed, so a program may be right only because a query looks: a queue
that is put in order when its front is asked for, counts that are refreshed with the board. So some
games that the program has played rightly are played again without the calls between: nothing is
asked on the way, or one routine. If a reply is wrong then, and right again with all these calls, a
query does what it should not: it changes what comes after.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from modcheck.judging.play.no_op_calls import by_no_op_calls
from modcheck.system.implementation import Reply
from modcheck.testing.budget import SILENT_CALLS, SILENT_GAMES, SILENT_SHRINK_CALLS, START_CALLS
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.recorded import CODE, RecordedTrace
from modcheck.testing.runner import Play, Runner
from modcheck.testing.trace import Purpose, Trace
from modspec.run.machine import Call

STAGE: Final = "silent games"
FEW_BETWEEN: Final = 8
"""Queries after a transition on the way: to look at a part is to look."""


class _Asking(NamedTuple):
    """The calls that ask in a silent game."""

    first: str
    """The routine that is asked first in the last state; others may repair what it would show."""
    is_between: bool = False
    """Whether it is asked after every transition as well."""


class SilentGames:
    """Plays games silently that one program has played rightly."""

    def __init__(
        self, runner: Runner, traces: Iterable[RecordedTrace], wrong: Collection[str]
    ) -> None:
        """Take traces in whose states the program was; ``wrong`` routines are not asked."""
        self._runner = runner
        games = [_ObservedGame(trace, wrong) for trace in traces]
        self._games = sorted((g for g in games if g.last), key=lambda game: game.last)
        self._routines = sorted({name for game in self._games for name in game.routines})
        self.is_right = False
        """Whether games were played silently, and all replies were right."""
        self.unexplained: Play | None = None
        """A game with wrong replies that fresh programs do not always give, or not only in silence:
        these come of chance, or of games before."""

    def mismatch(self) -> Mismatch | None:
        """Play; return a wrong reply that comes of the silence, after the shortest game found.

        None if there is none.
        """
        planned = [*self._silent_traces()]
        found = self._first_wrong(trace for _, _, trace in planned)
        self.is_right = found is None and bool(planned)
        if found is None:
            return None
        number, play = found
        asking, game, trace = planned[number]
        if not self._is_wrong_only_if_silent(asking, game, trace):
            self.unexplained = play
            return None
        return self._mismatch_after(self._shortest(asking, trace))

    def _silent_traces(self) -> Iterator[tuple[_Asking, _ObservedGame, RecordedTrace]]:
        """Yield long games, each in all ways, then as many short ones as the budget allows."""
        left = SILENT_CALLS
        start = START_CALLS if self._runner.restarts_each_trace else 0
        ways = [_Asking(name, between) for name in self._routines for between in (False, True)]
        rest = self._games[:-SILENT_GAMES] if len(self._games) > SILENT_GAMES else self._games
        plans = [(way, game) for game in self._games[: -SILENT_GAMES - 1 : -1] for way in ways]
        plans += [(ways[2 * n % len(ways)], game) for n, game in enumerate(rest) if ways]
        for asking, game in plans:
            trace = game.silent(asking, game.last)
            if trace is not None and left > 0:
                left -= start + len(trace)
                yield asking, game, trace

    def _first_wrong(self, traces: Iterable[RecordedTrace]) -> tuple[int, Play] | None:
        """Return the first trace that one program plays wrongly, with its number."""
        self._runner.fresh()
        plays = enumerate(self._runner.replay([*traces]))
        return next((found for found in plays if found[1].difference is not None), None)

    def _is_wrong_only_if_silent(
        self, asking: _Asking, game: _ObservedGame, trace: RecordedTrace
    ) -> bool:
        """Whether fresh programs are wrong in a silent game, and right if every state is seen."""
        silent = [self._wrong(trace) for _ in range(2)]
        return (
            bool(silent[0])
            and silent[0] == silent[1]
            and not self._wrong(game.with_all_queries(asking))
        )

    def _wrong(self, trace: RecordedTrace) -> list[int]:
        """Return the positions of the replies of a fresh program that are wrong."""
        self._runner.fresh()
        return trace.wrong_positions(self._runner.replies(trace.calls))

    def _shortest(self, asking: _Asking, trace: RecordedTrace) -> RecordedTrace:
        """Return the beginning of a game with the fewest transitions that shows the same."""
        left = SILENT_SHRINK_CALLS
        for length in range(1, len(trace.game) - 1):
            some: dict[Sequence[Call], RecordedTrace] = {}
            for game in self._games:
                shorter = game.silent(asking, length) if game.last >= length else None
                if shorter is not None:
                    some.setdefault(tuple(shorter.calls), shorter)
            left -= sum(map(len, some.values()))
            if left < 0:
                break
            shown = self._first_wrong(some.values())
            if shown is not None and self._wrong(shown[1].trace):
                return shown[1].trace
        return trace

    def _mismatch_after(self, trace: RecordedTrace) -> Mismatch:
        """Return the first wrong reply of a fresh program, with as few queries as show it."""
        number = self._wrong(trace)[0]
        steps = trace.recompute(self._runner.generator)[: number + 1]
        last, end = steps[-1], max(n for n, p in enumerate(trace.purposes) if p is Purpose.COMMAND)
        plain = [step for step in steps[:-1] if step.purpose is Purpose.COMMAND]
        for before in (plain, [*steps[: end + 1]][:number]):
            replies = self._replies([*before, last])
            if not agrees(last.expected, replies[-1]):
                return _mismatch([*before, last], replies)
        return _mismatch(steps, self._replies(steps))

    def _replies(self, steps: Trace) -> list[Reply]:
        self._runner.fresh()
        return self._runner.replies([step.call for step in steps])


def _mismatch(steps: Trace, replies: Sequence[Reply]) -> Mismatch:
    """Return that the last reply is wrong, after transitions and perhaps queries."""
    *before, last = steps
    calls = tuple(step.call for step in before)
    found = Mismatch(last, replies[-1], last, calls, before=tuple(steps))
    if any(step.purpose is not Purpose.COMMAND for step in before):
        return by_no_op_calls(before, found)
    if last.purpose is Purpose.OBSERVE:  # it shows what the last transition has done
        seen = ((last, replies[-1]),)
        return replace(found, culprit=before[-1], history=calls[:-1], observed=seen)
    return found


class _ObservedGame:
    """A game that was played with calls in each state."""

    def __init__(self, trace: RecordedTrace, wrong: Collection[str]) -> None:
        self.trace, self._wrong = trace, wrong
        self._commands = trace.commands
        self._queries: dict[int, Mapping[str, Sequence[int]]] = {}

    @property
    def last(self) -> int:
        """The number of transitions after the one that begins the game."""
        return len(self._commands) - 1

    @cached_property
    def routines(self) -> Collection[str]:
        """The routines that are asked in the last state."""
        return self._queries_after(self.last).keys()

    def _queries_after(self, moves: int) -> Mapping[str, Sequence[int]]:
        """Return the positions of the queries after so many transitions, by routine, each once.

        They are looked for once: each routine is asked in turn.
        """
        if moves not in self._queries:
            self._queries[moves] = self._find_queries_after(moves)
        return self._queries[moves]

    def _find_queries_after(self, moves: int) -> Mapping[str, Sequence[int]]:
        end = self._commands[moves + 1] if moves < self.last else len(self.trace)
        calls, found = self.trace.vocabulary.calls, dict[str, dict[int, int]]()
        for place in range(self._commands[moves] + 1, end):
            number = self.trace.call_numbers[place]
            routine = calls[number].call.routine
            if calls[number].purpose is Purpose.REJECTED:
                break
            if routine not in self._wrong:
                found.setdefault(routine, {}).setdefault(number, place)
        return {routine: [*places.values()] for routine, places in found.items()}

    def silent(self, asking: _Asking, moves: int) -> RecordedTrace | None:
        """Return the silent game of so many transitions; None if the routine is not asked there."""
        kept: list[int] = []
        for number in range(moves + 1):
            asked = self._queries_after(number) if asking.is_between or number == moves else {}
            own = asked.get(asking.first, ())
            kept += [self._commands[number], *(own if number == moves else own[:FEW_BETWEEN])]
        if asking.first not in asked:
            return None
        for routine, places in asked.items():
            if routine != asking.first:
                first = self.trace.vocabulary.calls[self.trace.call_numbers[places[0]]]
                kept += places if first.purpose is Purpose.OBSERVE else places[:1]
        return self._part(kept)

    def with_all_queries(self, asking: _Asking) -> RecordedTrace:
        """Return the game with all queries in each state, those of a routine last."""
        kept: list[int] = []
        for number, command in enumerate(self._commands):
            asked = self._queries_after(number)
            others = (places for name, places in asked.items() if name != asking.first)
            kept += [command, *(n for places in others for n in places)]
            kept += asked.get(asking.first, ())
        return self._part(kept)

    def _part(self, places: Sequence[int]) -> RecordedTrace:
        trace = self.trace
        return RecordedTrace(
            STAGE,
            trace.vocabulary,
            array(CODE, (trace.call_numbers[n] for n in places)),
            array(CODE, (trace.reply_numbers[n] for n in places)),
        )
