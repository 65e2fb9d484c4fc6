"""Trial calls: the calls on which a text is compared with the reference, small ones first.

What to try comes from the module: its types, its constants, and the states that calls reach. A
course whose values need care (a queue that is nearly full) derives a class of its own.
"""

from __future__ import annotations

import itertools
import math
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

CALLS: Final = 1500
"""Calls that are tried at most."""

STATES: Final = 150
"""States that are tried at most: half of them reached by calls, half made from their types."""

SOME: Final = 60
"""Mappings that are tried at most, and sequences of each greater length."""

EVERY: Final = 4
"""The length up to which sequences of a few values are tried, every one of them."""

PATTERNS: Final = 6
"""The length up to which there is a sequence for every way in which elements can be equal."""

LONGEST: Final = 8
"""The greatest constant that sequences are made to exceed."""

WALKS: Final = 20
"""Random walks whose last state is tried: some states are many calls away."""

WALK: Final = 20
"""Calls of a random walk that change the state."""

CHOICE: Final = 200
"""Arguments of a routine from which a random walk chooses."""


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

    def answers(self, module: Module, function: Function, value: Any) -> list[Any]:
        """Return values that a function could yield by mistake, in place of a value."""
        values = _TrialValues(module)
        match value:
            case State():
                found: list[Any] = [*values.states(type(value), is_free=True)]
            case (State() as state, *outputs):
                found = [(each, *outputs) for each in values.states(type(state), is_free=True)]
            case _:
                found = values.of(types_to_try(vars(module.python)[function.name])["return"])
        return [each for each in found if each != value]

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
    """Return all combinations; of many, those of small values, and as many at random."""
    if math.prod(map(len, pools)) <= CALLS:
        return list(itertools.product(*pools))
    most = int((CALLS // 2) ** (1 / len(pools)))
    small = itertools.product(*(sorted(pool, key=size_of)[:most] for pool in pools))
    others = (tuple(chance.choice(pool) for pool in pools) for _ in range(CALLS // 2))
    return list(dict.fromkeys([*small, *others]))


def longest_sequence(value: Any) -> int:
    """Return the length of the longest sequence in a value; 0 if there is none."""
    match value:
        case State():
            return max(map(longest_sequence, values_of(value)), default=0)
        case Mapping():
            return max(map(longest_sequence, value.values()), default=0)
        case tuple() if not hasattr(value, "_fields"):
            return max([len(value), *map(longest_sequence, value)])
    return 0


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
        found.update(dict.fromkeys(self._ends(module)))
        invariant = None if is_free or module.invariant is None else module.invariant.name
        machine = Machine(module).instance
        names, pools = kind.variables, [self.of(t) for t in types_to_try(kind).values()]
        others = _combinations(pools, self.chance)
        for values in self.chance.sample(others, len(others)):
            if len(found) >= STATES:
                break
            state = kind(**dict(zip(names, values, strict=True)))
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

    def _ends(self, module: Module) -> Iterator[State]:
        """Yield the states in which random walks end: no call leads on, or enough were made."""
        machine = Machine(module)
        calls: dict[bool, list[tuple[str, Arguments]]] = {False: [], True: []}
        for function in module.access_programs:
            if function.is_transition:
                hints = types_to_try(vars(module.python)[function.name])
                types = [hints[parameter.name] for parameter in function.parameters]
                for arguments in self._pools.arguments(types, CHOICE):
                    calls[function.state is not None].append((function.name, arguments))
        for _ in range(WALKS):
            state: State | None = None
            for _ in range(WALK):
                pool = calls[state is not None]
                for name, arguments in self.chance.sample(pool, len(pool)):
                    try:
                        after = machine.call(state, name, arguments).state
                    except machine.undefined_errors:
                        continue
                    if after is not None and after != state:
                        state = after
                        break
                else:
                    break
            if state is not None:
                yield state

    def _sequences(self, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return sequences: short ones of few values, patterns, and some of greater length.

        A pattern says which elements are equal. It is filled with values that rise, and with values
        that fall, from the first element to the last new one.
        """
        constants = [vars(self._module.python).get(c.name) for c in self._module.constants]
        longest = max((n for n in constants if type(n) is int and n <= LONGEST), default=2) + 2
        found: dict[tuple[Any, ...], None] = {}
        for length in range(EVERY + 1):
            found.update(dict.fromkeys(itertools.product(values[:3], repeat=length)))
        rising = sorted(values[:PATTERNS], key=_order)
        for pattern in _patterns(PATTERNS, len(rising)):
            for ordered in (rising, rising[::-1]):
                found[tuple(ordered[number] for number in pattern)] = None
        for length in range(PATTERNS + 1, longest + 1):
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
        mixed = []
        for _ in range(SOME):
            few = self.chance.sample(targets, self.chance.randint(2, len(targets)))
            mixed.append(Map({source: self.chance.choice(few) for source in sources}))
        return [*alike, *mixed]


def _order(value: Any) -> Any:
    """Return the key by which values rise: numbers by themselves, others not at all."""
    return value if isinstance(value, int | float) else 0


def _patterns(longest: int, values: int) -> Iterator[tuple[int, ...]]:
    """Yield every way in which elements of a sequence can be equal, of few different values.

    Element by element comes the number of its value, and a new value has the next number.
    """
    waiting: list[tuple[int, ...]] = [()]
    for pattern in waiting:
        yield pattern
        if len(pattern) < longest:
            new = max(pattern, default=-1) + 1
            waiting.extend((*pattern, number) for number in range(min(new + 1, values)))


def _holds(invariant: Any, state: State) -> bool:
    try:
        return bool(invariant(state))
    except (LookupError, AssertionError):  # the invariant has no value in so odd a state
        return False
