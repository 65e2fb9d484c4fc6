"""Order: elements of a set are taken in an order, which values of some types do not have."""

from __future__ import annotations

from typing import Any

from modspec.lint.value_types import (
    NOTHING,
    ElementAtom,
    RecordAtom,
    SequenceAtom,
    ValueType,
    type_hints,
)
from modspec.syntax.order import sorted_elements
from modspec.syntax.values import State


def without_order(value_type: ValueType | None, is_part: bool = False) -> str:
    """Return what in the values of a type has no order, in words; empty if they have one.

    ``is_part`` says that the values are parts of tuples.
    """
    for atom in sorted(value_type or (), key=repr):
        match atom:
            case RecordAtom(record) if issubclass(record, State):
                return "objects"
            case RecordAtom(record):
                parts = [without_order(each, is_part=True) for each in type_hints(record).values()]
            case SequenceAtom(element):
                parts = [without_order(element, is_part=True)]
            case ElementAtom(enumeration) if is_part and not _are_ordered(*enumeration):
                return f"elements of {enumeration.__name__}"
            case _:
                continue
        if found := next(filter(None, parts), ""):
            return found
    if is_part and value_type and value_type > NOTHING and not _are_ordered(None, 0):
        return "None and other values"
    return ""


def _are_ordered(*values: Any) -> bool:
    """Whether tuples of each of some values can be put in order."""
    try:
        sorted_elements(frozenset((value,) for value in values))
    except TypeError:
        return False
    return True


def advice_on_order(what: str) -> str:
    """Return what to write instead of a set of values that have no order."""
    other = "keep them in a sequence, or in a mapping from numbers or names"
    if what.startswith("elements of "):
        name = what.removeprefix("elements of ")
        return f"derive {name} from StrEnum or IntEnum, which have one, or {other}"
    return other
