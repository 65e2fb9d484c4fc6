"""Values that travel: the types that a starter kit passes on between the checker and a program.

Each travels as JSON, as the reference of the protocol says: a set as an array, a mapping as an
array of pairs, an element of an enumeration as its name in small letters.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import EnumMeta

from modspec import Module, SpecificationError
from modspec.lint.value_types import (
    INTEGERS,
    NOTHING,
    NUMBERS,
    REALS,
    STRINGS,
    TRUTH_VALUES,
    ElementAtom,
    MapAtom,
    ParameterAtom,
    RecordAtom,
    SequenceAtom,
    SetAtom,
    ValueType,
    describe,
    type_hints,
    type_of_annotation,
)
from modspec.syntax.kinds import output_kind
from modspec.syntax.module import Function


class TravellingType:
    """A type whose values travel as JSON."""

    @property
    def parts(self) -> tuple[TravellingType, ...]:
        """The types of the elements."""
        return ()


@dataclass(frozen=True)
class IntegerValues(TravellingType):
    """The integers."""


@dataclass(frozen=True)
class RealValues(TravellingType):
    """The reals, with or without a fraction."""


@dataclass(frozen=True)
class TruthValues(TravellingType):
    """The truth values."""


@dataclass(frozen=True)
class TextValues(TravellingType):
    """The strings."""


@dataclass(frozen=True)
class ElementValues(TravellingType):
    """The elements of an enumeration."""

    enumeration: EnumMeta


@dataclass(frozen=True)
class SequenceValues(TravellingType):
    """The sequences of elements of a type."""

    element: TravellingType

    @property
    def parts(self) -> tuple[TravellingType, ...]:
        """The type of the elements."""
        return (self.element,)


@dataclass(frozen=True)
class SetValues(TravellingType):
    """The sets of elements of a type."""

    element: TravellingType

    @property
    def parts(self) -> tuple[TravellingType, ...]:
        """The type of the elements."""
        return (self.element,)


@dataclass(frozen=True)
class OptionalValues(TravellingType):
    """The values of a type, and none, which travels as null; outputs only."""

    element: TravellingType

    @property
    def parts(self) -> tuple[TravellingType, ...]:
        """The type of the values that there may be."""
        return (self.element,)


@dataclass(frozen=True)
class MappingValues(TravellingType):
    """The mappings from one type to another."""

    source: TravellingType
    target: TravellingType

    @property
    def parts(self) -> tuple[TravellingType, ...]:
        """The types of the keys and of the values."""
        return self.source, self.target


@dataclass(frozen=True)
class TupleValues(TravellingType):
    """The tuples with a type for each place."""

    places: tuple[TravellingType, ...]

    @property
    def parts(self) -> tuple[TravellingType, ...]:
        """The types of the places."""
        return self.places


def travelling_types(module: Module, function: Function) -> dict[str, TravellingType]:
    """Return the types of the parameters of an access program, and ``return`` for its output.

    Raises SpecificationError for a type whose values do not travel.
    """
    python = vars(module.python)[function.name]
    hints = type_hints(python)
    found = {
        each.name: _travelling(hints[each.name], module, f"{each.name} of {function.name}")
        for each in function.parameters
    }
    if function.output is not None:
        result = type_of_annotation(output_kind(python))
        what = f"the output of {function.name}"
        found["return"] = (
            OptionalValues(_travelling(result - NOTHING, module, what))
            if result > NOTHING
            else _travelling(result, module, what)
        )
    return found


def _travelling(kind: ValueType, module: Module, what: str) -> TravellingType:
    for known, travels in (
        (INTEGERS, IntegerValues()),
        (REALS, RealValues()),
        (NUMBERS, RealValues()),
        (TRUTH_VALUES, TruthValues()),
        (STRINGS, TextValues()),
    ):
        if kind == known:
            return travels
    if kind and all(isinstance(atom, ParameterAtom) for atom in kind):
        return IntegerValues()  # of a generic module the elements are numbers
    enumerations = {atom.enumeration for atom in kind if isinstance(atom, ElementAtom)}
    if len(enumerations) == 1 and all(isinstance(atom, ElementAtom) for atom in kind):
        return ElementValues(enumerations.pop())
    if enumerations and all(isinstance(atom, ElementAtom) for atom in kind):
        return TextValues()  # of several enumerations: by their names
    match [*kind]:
        case [SequenceAtom(element)]:
            return SequenceValues(_travelling(element, module, what))
        case [SetAtom(element)]:
            return SetValues(_travelling(element, module, what))
        case [MapAtom(source, target)]:
            return MappingValues(
                _travelling(source, module, what), _travelling(target, module, what)
            )
        case [RecordAtom(record)] if hasattr(record, "_fields"):
            places = type_hints(record).values()
            return TupleValues(tuple(_travelling(each, module, what) for each in places))
    raise SpecificationError(
        f"{what} is {describe(kind, module)}; a kit passes on numbers, truth values, strings, "
        "elements of enumerations, and sequences, sets, mappings and tuples of these"
    )
