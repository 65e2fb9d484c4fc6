"""Telling calls: a few sequences of calls that tell a module from most of its mutants.

A test of them is worth much and short to read: each sequence is the way to a state in which the
specification and some mutants, which are wrong as people are wrong, reply differently.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from modspec import Module
from modspec.lint import Progress
from modspec.lint.findings import ignore_progress
from modspec.lint.pools import suggested_domains
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant, mutants
from modspec.syntax.relations import reachable
from modspec.syntax.values import State

MOST: Final = 8
"""Sequences at most: a reader does not read more."""

STATES: Final = 60
"""States in which calls are made, those that the fewest calls reach first."""

CALLS: Final = 6
"""Calls of an access program that are made in such a state."""

WALKS: Final = 25
"""Walks at random: what happens far from the beginning is met there."""

BIAS: Final = 4
"""The calls that another sequence is worth: with fewer, many short ones would be taken."""

LENGTH: Final = 12
"""Transitions of a walk."""


@dataclass(frozen=True)
class TellingSequence:
    """A sequence of calls from the initialiser on."""

    calls: tuple[Call, ...]
    rules: tuple[str, ...]
    """The rules of the mutants that it tells from the specification, and none before it does; the
    function stands for a rule where there is no label."""


@dataclass(frozen=True)
class _Path:
    """The calls to a state, and the mutants that they tell from the specification on the way."""

    calls: tuple[Call, ...]
    state: State | None
    told: frozenset[int]
    moves: bool = True
    """Whether the last call is a transition that does not raise."""


def telling_sequences(
    module: Module, progress: Progress = ignore_progress
) -> list[TellingSequence]:
    """Return sequences of calls, those first that tell many mutants by few calls.

    ``progress`` is told in how many states and on how many walks calls were made.
    """
    variants = mutants(module)
    paths = list(_PathSearch(module, variants).paths(progress))
    found: list[TellingSequence] = []
    alive = set[int]().union(*(path.told for path in paths))
    while alive and len(found) < MOST:
        best = max(paths, key=lambda path: len(path.told & alive) / (len(path.calls) + BIAS))
        told = (variants[number] for number in sorted(best.told & alive))
        rules = (rule for each in told for rule in each.rules or (each.function,))
        found.append(TellingSequence(best.calls, tuple(dict.fromkeys(rules))))
        alive -= best.told
    return found


class _PathSearch:
    """Makes calls of a module and of its mutants, in the states that the fewest calls reach."""

    def __init__(self, module: Module, variants: tuple[Mutant, ...]) -> None:
        self._machine = Machine(module)
        self._others = [self._machine.with_edits(variant.edits) for variant in variants]
        places = [(variant.module, variant.function) for variant in variants]
        self._concerned = {
            function.name: [n for n, place in enumerate(places) if place in reachable([function])]
            for function in module.access_programs
        }
        domains = suggested_domains(module)
        self._calls = {
            each.name: [Call(each.name, given) for given in domains.usual(module, each)]
            for each in module.access_programs
        }
        self._chance = random.Random(0)  # the same calls at every run

    def paths(self, progress: Progress) -> Iterator[_Path]:
        """Yield a path for each call that is made: near the beginning, then far from it."""
        begin = _Path((), None, frozenset())
        waiting, known = deque([begin]), set[State]()
        for number in range(STATES):
            progress("states", number, STATES)
            if not waiting:
                break
            before = waiting.popleft()
            for calls in self._calls.values():
                for path in self._after(before, calls[:: -(-len(calls) // CALLS)]):
                    yield path
                    if path.moves and path.state is not None and path.state not in known:
                        known.add(path.state)
                        waiting.append(path)
        progress("states", STATES, STATES)
        for number in range(WALKS):
            progress("walks", number, WALKS)
            place: _Path | None = begin
            for _ in range(LENGTH):
                if place is not None:
                    some = [self._chance.choice(calls) for calls in self._calls.values()]
                    yield from self._after(place, some)
                    place = self._move(place)

    def _move(self, before: _Path) -> _Path | None:
        """Return a path that goes on by a transition that does not raise; None if there is none."""
        calls = [call for calls in self._calls.values() for call in calls]
        self._chance.shuffle(calls)
        return next((path for path in self._after(before, calls) if path.moves), None)

    def _after(self, before: _Path, calls: Iterable[Call]) -> Iterator[_Path]:
        """Yield the paths that go on by some calls, where these have a meaning."""
        for call in calls:
            function = self._machine.routine(call.routine)
            if (function.state is None) != (before.state is None):
                continue
            try:
                outcome = self._machine.call(before.state, call.routine, call.arguments)
            except self._machine.undefined_errors:
                continue
            told = before.told.union(self._mutants_told(before.state, call))
            moves = function.is_transition and outcome.exception is None
            yield _Path((*before.calls, call), outcome.state, told, moves)

    def _mutants_told(self, state: State | None, call: Call) -> Iterator[int]:
        """Yield the mutants whose outcome of a call in a state is another one."""
        due = self._machine.call(state, call.routine, call.arguments)
        for number in self._concerned[call.routine]:
            other = self._others[number]
            try:
                is_same = other.call(state, call.routine, call.arguments) == due
            except Exception:  # noqa: BLE001  # the mutant has no meaning here: a difference
                is_same = False
            if not is_same:
                yield number
