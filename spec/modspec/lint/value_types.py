"""Value types: which values an expression may have, as a set of atoms.

An enumeration is the set of its elements, and a union is the union of its members. So one type is
part of another exactly if its atoms are, and a guard such as ``cell != EMPTY`` takes atoms away.
The empty set is the type of what was found fault with already: nothing more is said of it.
"""

from __future__ import annotations

import collections.abc
import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, EnumMeta
from functools import cache
from types import UnionType
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)
from typing import get_type_hints as annotations_of

from modspec.syntax.bounds import Bounds, bounded_hints, bounds_of
from modspec.syntax.module import Module
from modspec.syntax.values import State


class Atom:
    """One kind of value."""


@dataclass(frozen=True)
class BasicAtom(Atom):
    """The integers, the reals, the truth values or the strings."""

    name: str


@dataclass(frozen=True)
class BoundedAtom(Atom):
    """The integers within bounds; only for values to try: to the types they are integers."""

    bounds: Bounds


@dataclass(frozen=True)
class ElementAtom(Atom):
    """One element of an enumeration. Elements of two enumerations differ, whatever they are."""

    enumeration: EnumMeta
    name: str


@dataclass(frozen=True)
class ParameterAtom(Atom):
    """The values of a type parameter: those who use the generic module say which they are."""

    variable: TypeVar


@dataclass(frozen=True)
class RecordAtom(Atom):
    """The tuples with named fields, or the states, of one class."""

    record: type
    arguments: tuple[ValueType, ...] = ()
    """The types in place of the type parameters of a generic class; none if they are not known."""


@dataclass(frozen=True)
class SequenceAtom(Atom):
    """The sequences of elements of a type."""

    element: ValueType


@dataclass(frozen=True)
class SetAtom(Atom):
    """The finite sets of elements of a type."""

    element: ValueType


@dataclass(frozen=True)
class MapAtom(Atom):
    """The mappings from one type to another."""

    source: ValueType
    target: ValueType


ValueType: TypeAlias = "frozenset[Atom]"
"""The kinds of values that there may be."""

UNKNOWN: Final[ValueType] = frozenset()
INTEGERS: Final[ValueType] = frozenset({BasicAtom("int")})
REALS: Final[ValueType] = frozenset({BasicAtom("float")})
NUMBERS: Final[ValueType] = INTEGERS | REALS
TRUTH_VALUES: Final[ValueType] = frozenset({BasicAtom("bool")})
STRINGS: Final[ValueType] = frozenset({BasicAtom("str")})
NOTHING: Final[ValueType] = frozenset({BasicAtom("None")})

_WORDS: Final = {
    "int": "an integer",
    "float": "a real",
    "bool": "a truth value",
    "str": "a string",
    "None": "none",
}
_PLURALS: Final = {
    "int": "integers",
    "float": "reals",
    "bool": "truth values",
    "str": "strings",
    "None": "none",
}


def type_hints(what: Any) -> dict[str, ValueType]:
    """Return the types of the parameters of a function, or of the fields of a class, by name."""
    return _type_hints(what)


@cache
def _type_hints(what: Any) -> dict[str, ValueType]:
    return {
        name: type_of_annotation(annotation)
        for name, annotation in annotations_of(what).items()
        if get_origin(annotation) is not ClassVar
    }


def types_to_try(what: Any) -> dict[str, ValueType]:
    """Return the same as :func:`type_hints`, with the bounds of integers."""
    return _types_to_try(what)


@cache
def _types_to_try(what: Any) -> dict[str, ValueType]:
    return {
        name: type_of_annotation(annotation)
        for name, annotation in bounded_hints(what).items()
        if get_origin(annotation) is not ClassVar
    }


def type_of_annotation(annotation: Any) -> ValueType:
    """Return the values that an annotation, which was evaluated, allows."""
    if (bounds := bounds_of(annotation)) is not None:
        return frozenset({BoundedAtom(bounds)})
    origin, arguments = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, EnumMeta):
        return frozenset(ElementAtom(annotation, name) for name in annotation.__members__)
    if annotation is type(None):
        return NOTHING
    if annotation in (int, float, bool, str):
        return frozenset({BasicAtom(annotation.__name__)})
    if origin is Literal:
        return frozenset(ElementAtom(each.__class__, each.name) for each in arguments)
    if origin in (Union, UnionType):
        return _union(map(type_of_annotation, arguments))
    if origin is collections.abc.Mapping:
        source, target = map(type_of_annotation, arguments)
        return frozenset({MapAtom(source, target)})
    if origin in (collections.abc.Set, frozenset):
        return frozenset({SetAtom(type_of_annotation(arguments[0]))})
    if origin is tuple:
        return frozenset({SequenceAtom(type_of_annotation(arguments[0]))})
    if isinstance(annotation, TypeVar):
        return frozenset({ParameterAtom(annotation)})
    if isinstance(origin, type):
        return frozenset({RecordAtom(origin, tuple(map(type_of_annotation, arguments)))})
    return frozenset({RecordAtom(annotation)}) if isinstance(annotation, type) else UNKNOWN


def type_of_value(value: Any) -> ValueType:
    """Return the type of the value of a constant; a type that is used as a set is a set."""
    if isinstance(value, Enum):
        return frozenset({ElementAtom(type(value), value.name)})
    if isinstance(value, EnumMeta) or get_origin(value) is Literal:
        return frozenset({SetAtom(type_of_annotation(value))})
    if value is None:
        return NOTHING
    if isinstance(value, bool | int | float | str):
        return frozenset({BasicAtom(type(value).__name__)})
    if isinstance(value, collections.abc.Mapping):
        sources, targets = map(type_of_value, value), map(type_of_value, value.values())
        return frozenset({MapAtom(_union(sources), _union(targets))})
    if isinstance(value, collections.abc.Set):
        return frozenset({SetAtom(_union(map(type_of_value, value)))})
    if hasattr(value, "_fields") or isinstance(value, State):
        return frozenset({RecordAtom(type(value))})
    if isinstance(value, tuple | range):
        return frozenset({SequenceAtom(_union(map(type_of_value, value)))})
    return UNKNOWN


def _union(types: Iterable[ValueType]) -> ValueType:
    return frozenset[Atom]().union(*types)


def is_within(part: ValueType, whole: ValueType) -> bool:
    """Whether every value of one type is a value of another."""
    return all(any(_is_atom_within(one, other) for other in whole) for one in part)


def _is_atom_within(one: Atom, other: Atom) -> bool:
    match one, other:
        case BasicAtom("int"), BasicAtom("float"):
            return True
        case RecordAtom(inner, own), RecordAtom(outer, others):
            pairs = zip(own, others, strict=False)
            return issubclass(inner, outer) and all(is_within(*pair) for pair in pairs)
        case (SequenceAtom(inner), SequenceAtom(outer)) | (SetAtom(inner), SetAtom(outer)):
            return is_within(inner, outer)
        case MapAtom(), MapAtom():
            return is_within(one.source, other.source) and is_within(one.target, other.target)
    return one == other


Types: TypeAlias = Mapping[TypeVar, ValueType]
"""Types in place of type parameters."""


def types_for(wanted: ValueType, found: ValueType) -> dict[TypeVar, ValueType]:
    """Return types for the type parameters of a wanted type, such that it has what was found."""
    types: dict[TypeVar, ValueType] = {}
    for one, other in itertools.product(wanted, found):
        match one, other:
            case ParameterAtom(variable), _:
                types[variable] = types.get(variable, UNKNOWN) | {other}
            case RecordAtom(_, inner), RecordAtom(_, outer):
                for pair in zip(inner, outer, strict=False):
                    types |= types_for(*pair)
            case (SequenceAtom(first), SequenceAtom(second)) | (SetAtom(first), SetAtom(second)):
                types |= types_for(first, second)
            case MapAtom(), MapAtom():
                types |= types_for(one.source, other.source) | types_for(one.target, other.target)
    return types


def with_types(value_type: ValueType, types: Types) -> ValueType:
    """Return a type with others in place of its type parameters; UNKNOWN where there is none."""
    return _union(_with_types(atom, types) for atom in value_type)


def _with_types(atom: Atom, types: Types) -> ValueType:
    match atom:
        case ParameterAtom(variable):
            return types.get(variable, UNKNOWN)
        case RecordAtom(record, arguments):
            return frozenset({RecordAtom(record, tuple(with_types(a, types) for a in arguments))})
        case SequenceAtom(element):
            return frozenset({SequenceAtom(with_types(element, types))})
        case SetAtom(element):
            return frozenset({SetAtom(with_types(element, types))})
        case MapAtom(source, target):
            return frozenset({MapAtom(with_types(source, types), with_types(target, types))})
    return frozenset({atom})


def types_of(atom: RecordAtom) -> dict[TypeVar, ValueType]:
    """Return the types that an instance of a generic class has for its type parameters."""
    return dict(zip(getattr(atom.record, "__parameters__", ()), atom.arguments, strict=False))


def may_meet(one: ValueType, other: ValueType) -> bool:
    """Whether some value may be of both types; nothing is said of what is unknown."""
    if not one or not other:
        return True
    return any(_atoms_may_meet(a, b) for a in one for b in other)


def _atoms_may_meet(one: Atom, other: Atom) -> bool:
    match one, other:
        case BasicAtom("int" | "float"), BasicAtom("int" | "float"):
            return True
        case RecordAtom(first), RecordAtom(second):
            return issubclass(first, second) or issubclass(second, first)
        case (SequenceAtom(first), SequenceAtom(second)) | (SetAtom(first), SetAtom(second)):
            return may_meet(first, second)
        case MapAtom(), MapAtom():
            return may_meet(one.source, other.source) and may_meet(one.target, other.target)
    return one == other


def elements_of(collection: ValueType) -> ValueType | None:
    """Return what a collection holds: a mapping holds its keys; None if it is no collection."""
    found: list[ValueType] = []
    for atom in collection:
        match atom:
            case SequenceAtom(element) | SetAtom(element) | MapAtom(element, _):
                found.append(element)
            case _:
                return None
    return _union(found)


def describe(value_type: ValueType, module: Module, many: bool = False) -> str:
    """Return a type in words, by the name that the module has for it: ``a Board``, ``integers``."""
    for declared in module.types:
        known = vars(module.python).get(declared.name)
        is_alias = not isinstance(known, type) and known not in (int, float, bool, str)
        if value_type and is_alias and type_of_annotation(known) == value_type:
            return _with_article(declared.name, many)
    if value_type == NUMBERS:
        return "numbers" if many else "a number"
    elements: dict[EnumMeta, list[str]] = {}
    words: list[str] = []
    for atom in sorted(value_type, key=repr):
        if isinstance(atom, ElementAtom):
            elements.setdefault(atom.enumeration, []).append(atom.name)
        else:
            words.append(_describe_atom(atom, module, many))
    for enumeration, names in elements.items():
        if len(names) == len(enumeration.__members__):
            words.append(_with_article(enumeration.__name__, many))
        else:
            chosen = [name for name in enumeration.__members__ if name in names]
            words.append(f"the {enumeration.__name__} {' or '.join(chosen)}")
    return " or ".join(words) or "nothing"


def _describe_atom(atom: Atom, module: Module, many: bool) -> str:
    def of(inner: ValueType) -> str:
        return describe(inner, module, many=True) if inner else "anything"

    match atom:
        case BoundedAtom(Bounds(0, None)):
            return "natural numbers" if many else "a natural number"
        case BoundedAtom(bounds):
            return f"{'integers' if many else 'an integer'} {bounds}"
        case BasicAtom(name):
            return (_PLURALS if many else _WORDS)[name]
        case ParameterAtom(variable):
            return _with_article(variable.__name__, many)
        case RecordAtom(record):
            return _with_article(record.__name__, many)
        case SequenceAtom(element):
            return f"sequences of {of(element)}" if many else f"a sequence of {of(element)}"
        case SetAtom(element):
            return f"sets of {of(element)}" if many else f"a set of {of(element)}"
        case MapAtom(source, target):
            kind = "mappings" if many else "a mapping"
            return f"{kind} from {of(source)} to {of(target)}"
    return str(atom)


def _with_article(name: str, many: bool) -> str:
    if many:
        return f"values of {name}"
    return f"{'an' if re.match('[AEIOUaeiou]', name) else 'a'} {name}"
