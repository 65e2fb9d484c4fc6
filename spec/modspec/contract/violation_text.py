"""What a contract's violation says: values and formulas under keywords."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from enum import Enum
from typing import Any

from modspec.print import unicode
from modspec.print.document import Document, with_label

_SHOWN = 6
"""How many elements of a collection a message shows."""

_COLUMN = 14
"""Where in a message the text beside the keywords begins."""


def format_formula(document: Document, rules: tuple[str, ...] = ()) -> str:
    """A formula in the width that is left beside the keywords."""
    return unicode.block(with_label(document, rules), unicode.WIDTH - _COLUMN)


def format_message(headline: str, entries: Mapping[str, str]) -> str:
    """The headline, and below it the entries with their keywords in a column."""
    lines = [headline]
    for keyword, content in entries.items():
        first, *rest = content.splitlines()
        lines.append(f"  {keyword}".ljust(_COLUMN) + first)
        lines += [" " * _COLUMN + line for line in rest]
    return "\n".join(lines)


def format_difference(expected: Any, got: Any) -> tuple[str, str]:
    """The two values in words; of two mappings only what differs."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        keys = [*expected, *(key for key in got if key not in expected)]
        keys = [key for key in keys if expected.get(key, keys) != got.get(key, keys)]
        expected, got = _restricted(expected, keys), _restricted(got, keys)
    return format_value(expected), format_value(got)


def _restricted(mapping: Mapping[Any, Any], keys: list[Any]) -> Mapping[Any, Any]:
    return {key: mapping[key] for key in keys if key in mapping}


def format_value(value: Any) -> str:
    """A value in a few words; of a large one, the first elements."""
    match value:
        case bool():
            return str(value).lower()
        case Enum():
            return value.name
        case Mapping():
            return _listed(
                "{}", (f"{format_value(key)}: {format_value(item)}" for key, item in value.items())
            )
        case Set():
            return _listed("{}", sorted(map(format_value, value)))
        case tuple():
            return _listed("()" if hasattr(value, "_fields") else "⟨⟩", map(format_value, value))
    return str(value)


def _listed(brackets: str, elements: Iterable[str]) -> str:
    """The elements between brackets; of many, the first few."""
    every = list(elements)
    shown = every if len(every) <= _SHOWN else [*every[:_SHOWN], f"... {len(every) - _SHOWN} more"]
    return brackets[0] + ", ".join(shown) + brackets[1]
