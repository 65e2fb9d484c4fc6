"""Trial calls: the calls on which a text is compared with the reference, small ones first.

What to try comes from the module: its types, its constants, and the states that calls reach. A
course whose values need care (a board with lines to outflank) derives a class of its own.
"""

from __future__ import annotations

import itertools
import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from modspec import Map, Module
from modspec.lint.pools import Pools
from modspec.lint.value_types import MapAtom, RecordAtom, SequenceAtom, ValueType, types_to_try
from modspec.run.machine import Machine
from modspec.run.plain import plain
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function
from modspec.syntax.values import State, values_of

if TYPE_CHECKING:  # z3 comes with an extra
    from modspec.prove.scope import Scope

Arguments = tuple[Any, ...]
"""All arguments of a call, the state first if there is one."""

CALLS: Final = 600
"""Calls that are tried at most."""

STATES: Final = 150
"""States that are tried at most: half of them reached by calls, half made from their types."""

SOME: Final = 60
"""Sequences, or mappings, that are tried at most."""

LONGEST: Final = 8
"""The greatest constant that sequences are made to exceed."""


class TrialCalls:
    """The calls to try, and what they are about: the default for any module."""

    def calls(self, module: Module, function: Function) -> list[Arguments]:
        """Return calls of a function, the smallest first.

        A call of an access program is made only in states that satisfy the invariant: its text may
        take the invariant for granted. A local function is tried with any values.
        """
        values = _TrialValues(module)
        hints = types_to_try(vars(module.python)[function.name])
        types = [hints[parameter.name] for parameter in function.parameters]
        pools: list[Sequence[Any]] = [values.of(each) for each in types]
        if function.state and module.state:
            is_free = function is module.invariant
            pools.insert(0, values.states(getattr(module.python, module.state.name), is_free))
        return sorted(_combinations(pools, values.chance), key=size_of)

    def scope(self) -> Scope | None:
        """Return what a proof quantifies over; None if there is none."""
        return None

    def draw(self, arguments: Arguments) -> list[str]:
        """Return lines that show the arguments of a call."""
        return []

    def text(self, value: Any) -> str:
        """Return a value in one line."""
        return plain(value, 300)


def size_of(value: Any) -> float:
    """Return how much there is to read in a value: fewer elements that are not the first one."""
    match value:
        case State():
            return sum(map(size_of, values_of(value)))
        case bool():
            return float(value)
        case Enum():
            return float(list(type(value)).index(value) > 0)
        case int():
            return abs(value) / 10 + (value < 0)
        case Mapping():
            return sum(map(size_of, value.values()))
        case tuple() | frozenset():
            return sum(1 + size_of(each) / 10 for each in value)
    return 1.0


def _combinations(pools: Sequence[Sequence[Any]], chance: random.Random) -> list[Arguments]:
    count = 1
    for pool in pools:
        count *= len(pool)
    if count <= CALLS:
        return list(itertools.product(*pools))
    return [tuple(chance.choice(pool) for pool in pools) for _ in range(CALLS)]


class _TrialValues:
    """Values of the types of one module."""

    def __init__(self, module: Module) -> None:
        self.chance = random.Random(0)  # the same calls at every run
        self._module, self._pools = module, Pools(module, self.chance)

    def of(self, value_type: ValueType) -> list[Any]:
        """Return values of a type."""
        found: dict[Any, None] = {}
        for atom in sorted(value_type, key=repr):
            match atom:
                case SequenceAtom(element):
                    found.update(dict.fromkeys(self._sequences(self.of(element))))
                case MapAtom(source, target):
                    mappings = self._mappings(self.of(source), self.of(target))
                    found.update(dict.fromkeys(mappings))
                case RecordAtom(record) if issubclass(record, State):
                    found.update(dict.fromkeys(self.states(record, is_free=False)))
                case _:
                    found.update(dict.fromkeys(self._pools.of(frozenset({atom}))))
        return list(found)

    def states(self, kind: type[State], is_free: bool) -> list[State]:
        """Return states: those that few calls reach, and others of the variables' types.

        Unless they are free, all of them satisfy the invariant.
        """
        module = declare(kind.__module__)
        found = dict.fromkeys(itertools.islice(self._reach(module), STATES // 2))
        invariant = None if is_free or module.invariant is None else module.invariant.name
        machine = Machine(module).instance
        names, pools = kind.variables, [self.of(t) for t in types_to_try(kind).values()]
        for values in _combinations(pools, self.chance):
            state = kind(**dict(zip(names, values, strict=True)))
            if len(found) >= STATES:
                break
            if invariant is None or _holds(machine[invariant], state):
                found[state] = None
        return list(found)

    def _reach(self, module: Module) -> Iterator[State]:
        """Yield the states that calls reach, those of the fewest calls first."""
        machine, waiting = Machine(module), deque[State | None]([None])
        known: set[State] = set()
        while waiting and len(known) < STATES:
            before = waiting.popleft()
            for function in module.access_programs:
                if not function.is_transition or (function.state is None) != (before is None):
                    continue
                hints = types_to_try(vars(module.python)[function.name])
                types = [hints[parameter.name] for parameter in function.parameters]
                for arguments in self._pools.arguments(types, 12):
                    try:
                        after = machine.call(before, function.name, arguments).state
                    except machine.undefined_errors:
                        continue
                    if after is not None and after not in known:
                        known.add(after)
                        waiting.append(after)
                        yield after

    def _sequences(self, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return sequences of every length around the constants, with and without repetition."""
        constants = [vars(self._module.python).get(c.name) for c in self._module.constants]
        longest = max((n for n in constants if type(n) is int and n <= LONGEST), default=2) + 2
        found: dict[tuple[Any, ...], None] = {(): None}
        for length in range(1, longest + 1):
            found[tuple(values[n % len(values)] for n in range(length))] = None
            found[(values[0],) * length] = None
            for _ in range(SOME // longest):
                found[tuple(self.chance.choice(values) for _ in range(length))] = None
        return list(found)

    def _mappings(self, sources: Sequence[Any], targets: Sequence[Any]) -> list[Map[Any, Any]]:
        """Return mappings: all if they are few; else alike ones, and others at random."""
        if len(targets) ** len(sources) <= SOME:
            every = itertools.product(targets, repeat=len(sources))
            return [Map(dict(zip(sources, some, strict=True))) for some in every]
        alike = [Map(dict.fromkeys(sources, target)) for target in targets]
        mixed = [Map({s: self.chance.choice(targets) for s in sources}) for _ in range(SOME)]
        return [*alike, *mixed]


def _holds(invariant: Any, state: State) -> bool:
    try:
        return bool(invariant(state))
    except (LookupError, AssertionError):  # the invariant has no value in so odd a state
        return False
