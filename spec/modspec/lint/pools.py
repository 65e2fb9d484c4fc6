"""Pools: the values of each type that the lint tries."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from itertools import chain, islice
from math import ceil, gcd, log2, sqrt
from typing import Any, Final

from modspec.lint.value_types import (
    INTEGERS,
    STRINGS,
    BasicAtom,
    BoundedAtom,
    ElementAtom,
    MapAtom,
    ParameterAtom,
    RecordAtom,
    SequenceAtom,
    SetAtom,
    Types,
    ValueType,
    types_of,
    types_to_try,
    with_types,
)
from modspec.run.domains import Domains, Values
from modspec.run.machine import Call, Machine
from modspec.run.objects import is_object_type, make_object, module_of, yielding_queries
from modspec.run.reals import NAME as TOLERANCE
from modspec.run.reals import tolerance_of
from modspec.syntax import expressions as ex
from modspec.syntax.bounds import Bounds
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function, Module
from modspec.syntax.order import sorted_elements
from modspec.syntax.relations import reachable
from modspec.syntax.values import Map, State, origin_of

MOST: Final = 12
"""Values of a type that is made from others."""

ELEMENTS: Final = (0, 1, 2)
"""The values of a type parameter: a generic module sees of them only which are the same."""

TRIES: Final = 200
"""Calls that are tried at most to make them."""

OBJECTS: Final = 5
"""Objects of an abstract data type that are taken as they come."""

UNLIKE: Final = 3
"""Further ones that are unlike these: a function of their module yields another kind of value."""

FEW: Final = 3
"""Elements of a sequence or a set that is made."""

LONGEST: Final = 256
"""Elements of a collection that is as large as a number of the module says."""


BYTE: Final = 256
"""Integers that a byte distinguishes."""

WORD: Final = 65_536
"""Integers that sixteen bits distinguish. One more is 1 in sixteen bits and in eight."""

BEYOND: Final = 4
"""Times the tolerance, by which reals differ that are not the same."""

LONG: Final = "a" * 70
ALMOST_LONG: Final = f"{LONG[:-1]}b"
"""Strings that are longer than most programs need, and differ at their end."""


class Pools:
    """The values to try, by type. A module's own integers and strings are among them."""

    def __init__(self, module: Module, chance: random.Random) -> None:
        self._module, self._chance = module, chance
        self._integers = tuple(sorted(_integers(module), key=lambda n: (abs(n), n)))
        self._spoken_reals = sorted({x for x in spoken_values(module) if type(x) is float and x})
        self._reals = tuple(sorted(_reals(module), key=lambda x: (abs(x), x)))
        self._large = (BYTE if _may_grow(module) else WORD) + 1
        self._tolerance = tolerance_of(module)
        self._unlike = BEYOND * self._tolerance * max([1.0, *map(abs, self._spoken_reals)])
        self._objects: dict[RecordAtom, list[State]] = {}
        self._strings = ("", "a", "b", *sorted(_strings(module)))
        self._records: dict[type, list[Any]] = {}
        for each in _modules(module):
            for value in vars(each.python).values():
                if isinstance(value, AbstractSet):
                    self._add_records(value)
        self.states: dict[type, list[State]] = {}
        """The states that calls have reached, by class: objects that can be arguments."""

    def _add_records(self, values: Iterable[Any]) -> None:
        """Note the tuples in a set that has a name: others may be meaningless to the module."""
        for value in values:
            if hasattr(value, "_fields"):
                self._records.setdefault(type(value), []).append(value)

    def of(self, value_type: ValueType) -> list[Any]:
        """Return values of a type, in a fixed order; none if none is known."""
        found: dict[Any, None] = {}
        for atom in sorted(value_type, key=repr):
            found.update(dict.fromkeys(self._of_atom(atom)))
        return list(found)

    def rare(self, value_type: ValueType) -> list[Any]:
        """Return values that a program may wrongly take for usual ones, or shorten.

        They are strings that differ from usual ones in capitals, blanks or length; that begin as
        those of which the module speaks, or as another long one; and a name that every object of
        JavaScript has. They are twice the largest integer that the module speaks of, and one that
        is more than sixteen bits hold; of a module that may compute a larger one, more than a byte
        holds. The latter and -1 may be elements of any type as well. They are reals, and an object,
        that are nearly usual ones, and an object that a query yields.
        """
        found: dict[Any, None] = {}
        for atom in sorted(value_type, key=repr):
            if atom == BasicAtom("str"):
                usual = [text for text in self._strings if text]
                found.update(dict.fromkeys(text.swapcase() for text in usual))
                found.update(dict.fromkeys((usual[0] * 2, f"{usual[0]} ", LONG, ALMOST_LONG)))
                spoken = [text for text in usual if len(text) > 1]
                found.update(dict.fromkeys(near for s in spoken for near in (s[:-1], f"{s}a")))
                found["__proto__"] = None
            elif atom == BasicAtom("int") or isinstance(atom, BoundedAtom):
                large = (2 * (max(self._integers) - 1), self._large)
                found.update(dict.fromkeys(n for n in large if self._may_be(n, atom)))
            elif isinstance(atom, ParameterAtom):
                found.update(dict.fromkeys((-1, WORD + 1)))
            elif atom == BasicAtom("float"):
                found.update(dict.fromkeys(self._near_reals()))
            elif isinstance(atom, RecordAtom) and is_object_type(atom.record):
                near = (self._near_object(made) for made in self.objects(atom)[:1])
                found.update(dict.fromkeys(filter(None, near)))
                found.update(dict.fromkeys(self._yielded_objects(atom)))
        return [value for value in found if value not in self.of(value_type)]

    def _near_reals(self) -> Iterator[float]:
        """Yield reals that are nearly zero, or nearly one that the module speaks of.

        They are further from it than the tolerance is: a program that takes them for it is wrong.
        """
        for value in (0.0, *self._spoken_reals):
            yield _near_value(value, _power_of_two(self._unlike))

    def _near_object(self, made: State) -> State | None:
        """Return an object that differs from another in one real, and but little.

        The product of two such differences is also beyond the tolerance: a program may compute it
        where the specification compares the differences themselves.
        """
        step = _power_of_two(max(self._unlike, sqrt(self._tolerance)))
        origin = origin_of(made)
        if not origin:
            return None
        *calls, last = origin
        for number, value in reversed([*enumerate(last.arguments)]):
            near: float | State | None = None
            if type(value) is float:
                near = _near_value(value, step)
            elif isinstance(value, State) and is_object_type(type(value)):
                near = self._near_object(value)
            arguments = (*last.arguments[:number], near, *last.arguments[number + 1 :])
            if near is not None:
                call = Call(last.routine, arguments)
                found = _object_made_by(module_of(type(made)), (*calls, call))
                if found is not None and found != made:
                    return found
        return None

    def arguments(self, types: Sequence[ValueType], most: int) -> list[tuple[Any, ...]]:
        """Return so many combinations of arguments at most, all if they are few."""
        pools = [self.of(each) for each in types]
        size = 1
        for pool in pools:
            size *= len(pool)
        if size <= most:
            return list(itertools.product(*pools))
        return [tuple(self._chance.choice(pool) for pool in pools) for _ in range(most)]

    def neighbours(
        self, value: Any, value_type: ValueType, part: str = ""
    ) -> Iterator[tuple[str, list[tuple[Any, Any]]]]:
        """Yield the values that differ from a value, of a type, in one part.

        For each part come its name and, in a list, pairs of a whole value and the part's own value.
        The parts of a state are its variables, and those of the states within it.
        """
        if part and is_object_type(type(value)):  # only its own module knows its variables
            objects = [each for atom in value_type for each in self._of_atom(atom)]
            yield part, [(each, each) for each in objects if each != value]
        elif isinstance(value, State):
            kept = {name: getattr(value, name) for name in value.variables}
            for name, inner in types_to_try(type(value)).items():
                place = f"{part}.{name}" if part else name
                for found, pairs in self.neighbours(kept[name], inner, place):
                    whole = [(type(value)(**{**kept, name: new}), own) for new, own in pairs]
                    yield found, whole
        elif isinstance(value, Map):
            targets = [atom.target for atom in value_type if isinstance(atom, MapAtom)]
            changed = [
                Map({**value, key: other})
                for key in list(value)
                for target in targets
                for other in self.of(target)
                if other != value[key]
            ]
            yield part, [(each, each) for each in changed]
            if not self._is_total(value, value_type):
                lacking = [Map({k: value[k] for k in value if k != key}) for key in value]
                yield part, [(each, each) for each in (*lacking, *self.of_sizes(value_type))]
        else:
            yield part, [(other, other) for other in self.of(value_type) if other != value]
            if sized := self.of_sizes(value_type):
                yield part, [(other, other) for other in sized]

    def _is_total(self, value: Map[Any, Any], value_type: ValueType) -> bool:
        """Whether a mapping has every possible key: then its module relies on that."""
        sources = [atom.source for atom in value_type if isinstance(atom, MapAtom)]
        return any(set(self.of(source)) <= set(value) for source in sources)

    def of_sizes(self, value_type: ValueType) -> list[Any]:
        """Return collections of a type, as large as the module's integers say, the largest first.

        A set or a mapping has no more elements than there are values of their type to choose from.
        """
        sizes = sorted({n for n in self._integers if FEW < n <= LONGEST}, reverse=True)
        return [
            made
            for atom in sorted(value_type, key=repr)
            for size in sizes
            if (made := self._of_size(atom, size)) is not None
        ]

    def _of_size(self, atom: object, size: int) -> Any:
        match atom:
            case SequenceAtom(element) if values := self.of(element):
                return tuple(values[n % len(values)] for n in range(size))
            case SetAtom(element):
                return frozenset(values) if (values := self._different(element, size)) else None
            case MapAtom(source, target) if values := self.of(target):
                keys = self._different(source, size)
                pairs = {key: values[n % len(values)] for n, key in enumerate(keys)}
                return Map(pairs) if keys else None
        return None

    def _different(self, value_type: ValueType, size: int) -> list[Any]:
        """Return so many values of a type that differ; none if there are fewer."""
        if value_type == INTEGERS:
            return list(range(size))
        if value_type == STRINGS:
            return [f"a{n}" for n in range(size)]
        values = self.of(value_type)
        return values[:size] if len(values) >= size else []

    def _of_atom(self, atom: object) -> Sequence[Any]:
        match atom:
            case BasicAtom("int"):
                return self._integers
            case BoundedAtom(bounds):
                return self._within(bounds)
            case BasicAtom("float"):
                return self._reals
            case BasicAtom("bool"):
                return (False, True)
            case BasicAtom("str"):
                return self._strings
            case BasicAtom("None"):
                return (None,)
            case ElementAtom(enumeration, name):
                return (enumeration[name],)
            case ParameterAtom():
                return ELEMENTS
            case RecordAtom():
                return self._of_record(atom)
            case SequenceAtom(element):
                return [tuple(some) for some in self._some(self.of(element))]
            case SetAtom(element):
                return [frozenset(some) for some in self._some(self.of(element))]
            case MapAtom(source, target):
                return self._mappings(self.of(source), self.of(target))
        return ()

    def _within(self, bounds: Bounds) -> Sequence[int]:
        """Return the integers within bounds: all if they are few, else those at the ends too."""
        low, high = bounds.low, bounds.high
        if high is not None and high - low < MOST:
            return range(low, high + 1)
        ends = (low, low + 1) if high is None else (low, low + 1, high - 1, high)
        return list(dict.fromkeys([*ends, *filter(bounds.has, self._integers)]))

    @staticmethod
    def _may_be(number: int, atom: object) -> bool:
        """Whether a number is of a type of integers: some have a least or a greatest one."""
        return not isinstance(atom, BoundedAtom) or atom.bounds.has(number)

    def _of_record(self, atom: RecordAtom) -> Sequence[Any]:
        record = atom.record
        if record in self._records:
            return sorted_elements(frozenset(self._records[record]))
        if issubclass(record, State):
            reached = self.states.get(record, [])[-MOST:]
            return [*dict.fromkeys((*self.objects(atom), *reached))]  # small ones are always tried
        if not hasattr(record, "_fields"):
            return ()
        pools = [self.of(each)[:MOST] for each in types_to_try(record).values()]
        return [record(*values) for values in itertools.islice(itertools.product(*pools), 200)]

    def objects(self, atom: RecordAtom) -> list[State]:
        """Return some objects of an abstract data type, each with the calls that make it.

        They are first those that an initialiser makes, then those to which one more call leads, and
        some of either kind that are unlike all others, such as an upright line.
        """
        if atom not in self._objects:
            self._objects[atom] = []  # none within those that are made meanwhile
            found: dict[State, None] = {}
            if is_object_type(atom.record):
                module = module_of(atom.record)
                makers = islice(self._make_objects(module, types_of(atom)), TRIES)
                seen: set[tuple[str, object]] = set()
                for made in filter(None, makers):
                    if len(found) == OBJECTS + UNLIKE:
                        break
                    kinds = {*_kinds_of_values(made, module)}
                    if len(found) < OBJECTS or not kinds <= seen:
                        found.setdefault(made)
                        seen |= kinds
            self._objects[atom] = list(found)
        return self._objects[atom]

    def _make_objects(self, module: Module, types: Types) -> Iterator[State | None]:
        """Yield objects that calls make; None where a call raises or says nothing."""
        first = [Call(f.name, each) for f in module.initializers for each in self._spread(f, types)]
        for call in first:
            yield _object_made_by(module, (call,))
        for call in first:
            for function in module.access_programs:
                if function.is_transition and function.state:
                    for arguments in self._spread(function, types):
                        yield _object_made_by(module, (call, Call(function.name, arguments)))

    def _yielded_objects(self, atom: RecordAtom) -> Iterator[State]:
        """Yield, for each query of the module that yields such an object, one that it yields.

        Another is yielded by the first in turn. None of them equals an object that is made
        otherwise. An object of another module is made by that one's initialisers and transitions
        alone: a program's class for it may have nothing but what is needed.
        """
        module, makers = module_of(atom.record), self.objects(atom)
        known = {*makers}
        if module.python_name != self._module.python_name:
            return
        for function in yielding_queries(module):
            calls = [Call(function.name, each) for each in self._spread(function, types_of(atom))]
            for times in (1, 2):
                rows = ((*origin_of(made), *[call] * times) for call in calls for made in makers)
                made_by = (_object_made_by(module, row) for row in islice(rows, TRIES))
                new = next((e for e in made_by if e is not None and e not in known), None)
                if new is not None:
                    known.add(new)
                    yield new

    def _spread(self, function: Function, types: Types) -> list[tuple[Any, ...]]:
        """Return arguments of a function, those that are far apart first."""
        hints = types_to_try(vars(declare(function.module).python)[function.name])
        kinds = (hints[parameter.name] for parameter in function.parameters)
        pools = [self.of(with_types(each, types) if types else each) for each in kinds]
        every = list(itertools.product(*pools))
        step = next(
            (n for n in range(len(every) * 5 // 13 + 1, 0, -1) if gcd(n, len(every)) == 1), 1
        )
        return [every[number * step % len(every)] for number in range(len(every))]

    def _some(self, values: Sequence[Any]) -> Iterator[Sequence[Any]]:
        """Yield no values, one, and a few."""
        yield ()
        for value in values[:MOST]:
            yield (value,)
        for number in range(MOST if len(values) > 1 else 0):
            yield [self._chance.choice(values) for _ in range(2 + number % (FEW - 1))]

    def _mappings(self, sources: Sequence[Any], targets: Sequence[Any]) -> list[Map[Any, Any]]:
        if not targets:
            return []
        alike = [Map(dict.fromkeys(sources, target)) for target in targets[:MOST]]
        mixed = [
            Map({source: self._chance.choice(targets) for source in sources}) for _ in range(FEW)
        ]
        return [*alike, *mixed]


def _object_made_by(module: Module, calls: tuple[Call, ...]) -> State | None:
    """Return the object that calls make; None if one of them raises, or has no meaning."""
    try:
        return make_object(module, calls)
    except undefined_errors(Machine(module)):
        return None


def undefined_errors(machine: Machine) -> tuple[type[Exception], ...]:
    """Return what Python raises where a call has no meaning; a quotient by 0 is part of it."""
    return (*machine.undefined_errors, ArithmeticError)


def _power_of_two(least: float) -> float:
    """Return the least power of two that is not less: sums and products with it are exact."""
    return float(2.0 ** ceil(log2(least)))


def _near_value(value: float, step: float) -> float:
    """Return a real that is further from zero by a step."""
    return value + step if value >= 0 else value - step


def suggested_domains(module: Module, given: Mapping[str, Sequence[Any]] | None = None) -> Domains:
    """Return the values to try for each parameter: those that the types and constants suggest.

    ``given`` has other values, by parameter or by routine and parameter, as in ``push.x``.
    """
    given = given or {}
    pools = Pools(module, random.Random(0))
    found: dict[str, Values] = {}
    for function in module.access_programs:
        hints = types_to_try(vars(module.python)[function.name])
        for parameter in function.parameters:
            kind, own = hints[parameter.name], given.get(parameter.name)
            suggested = Values(tuple(pools.of(kind)), tuple(pools.rare(kind)))
            found[f"{function.name}.{parameter.name}"] = Values(tuple(own)) if own else suggested
    exact = {name: Values(tuple(values)) for name, values in given.items() if "." in name}
    return Domains({**found, **exact})


def _kinds_of_values(made: State, module: Module) -> Iterator[tuple[str, object]]:
    """Yield, for each function of a state alone, what kind of value it yields of an object."""
    for function in module.functions:
        if len(function.parameters) == 0 and function.state and not function.is_transition:
            try:
                value = vars(module.python)[function.name](made)
            except Exception:  # noqa: BLE001  # a specification raises exceptions of its own
                value = None
            if isinstance(value, int | float):
                yield function.name, (value > 0) - (value < 0)
            elif value is None or isinstance(value, Enum):
                yield function.name, value


def _modules(module: Module) -> list[Module]:
    """Return a module and those that define what it applies."""
    names = {place for place, _ in reachable(module.functions)} | {module.python_name}
    used = {use.module for use in module.uses}
    return [declare(name) for name in sorted(names | used)]


def _may_grow(module: Module) -> bool:
    """Whether a module multiplies numbers that it does not know, or counts up to one.

    Then a product of large numbers may be more than 32 bits hold, and to count takes long.
    """
    for part in chain.from_iterable(map(_parts, _modules(module))):
        match part:
            case ex.Arithmetic("Mult", left, right):
                if _has_variables(left) and _has_variables(right):
                    return True
            case ex.Interval(low, high):
                if _has_variables(low) or _has_variables(high):
                    return True
    return False


def computes(module: Module) -> bool:
    """Whether a module computes with numbers that it does not know, other than to compare them."""
    parts = chain.from_iterable(map(_parts, _modules(module)))
    numbers = (p for p in parts if isinstance(p, ex.Arithmetic | ex.Interval | ex.NumberFunction))
    return any(map(_has_variables, numbers))


def _has_variables(term: ex.Expression) -> bool:
    """Whether a term has a parameter, or a number of the state, in it: not a size alone."""
    parts = [*ex.walk(term)]
    sizes = [id(inner) for part in parts if isinstance(part, ex.Size) for inner in ex.walk(part)]
    own = (part for part in parts if id(part) not in sizes)
    return any(isinstance(part, ex.Variable | ex.StateVariable) for part in own)


def _reals(module: Module) -> set[float]:
    """Return small exact reals, and those that a module and those that it uses speak of."""
    spoken = {value for value in spoken_values(module) if type(value) is float}
    near = {x for value in spoken for x in (value, -value, value + 0.5, -value - 0.5)}
    return {0.0, 1.0, -1.0, 0.5} | near


def spoken_values(module: Module) -> Iterator[Any]:
    """Yield what a module and those that it uses speak of: numbers, truth values, strings."""
    for each in _modules(module):
        for declared in each.constants:
            value = vars(each.python).get(declared.name)
            if declared.name == TOLERANCE:
                continue
            if isinstance(value, Mapping):
                yield from value.values()
            elif isinstance(value, AbstractSet):
                yield from (part for part in value if type(part) is str)
            else:
                yield value
        for part in _parts(each):
            if isinstance(part, ex.Literal):
                yield part.value


def _parts(module: Module) -> Iterator[ex.Node]:
    """Yield all parts of the clauses of a module."""
    for function in module.functions:
        for clause in function.clauses():
            yield from ex.walk(clause.value)


def _integers(module: Module) -> set[int]:
    """Return the integers that a module speaks of, and their neighbours."""
    spoken = {0, 1, 2, *(value for value in spoken_values(module) if type(value) is int)}
    return {near for value in spoken for near in (value - 1, value, value + 1)}


def _strings(module: Module) -> set[str]:
    """Return the strings that a module speaks of."""
    return {value for value in spoken_values(module) if type(value) is str}
