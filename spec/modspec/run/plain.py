"""Plain text for values: as the pages write them, in one short line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from modspec.run.machine import Outcome, string_text
from modspec.syntax.order import sorted_elements
from modspec.syntax.values import State

MANY: Final = 9
"""The number of pairs from which a mapping is shown by the pairs that differ from most."""

LONGEST: Final = 70
"""The characters of a value that are shown at most, if nothing else is said."""


def plain(value: Any, most: int = LONGEST) -> str:
    """Return a value in one line of at most so many characters; what is left out is an ellipsis."""
    text = _plain(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _plain(value: Any) -> str:
    if hasattr(value, "name") and hasattr(type(value), "__members__"):
        return str(value.name)
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, State):
        inner = ", ".join(f"{name} = {_plain(getattr(value, name))}" for name in value.variables)
        return f"{type(value).__name__}({inner})"
    if hasattr(value, "_fields"):
        return f"{type(value).__name__}({', '.join(map(_plain, value))})"
    if isinstance(value, tuple):
        return f"<{', '.join(map(_plain, value))}>"
    if isinstance(value, frozenset | set):
        return f"{{{', '.join(sorted(map(_plain, value)))}}}"
    if isinstance(value, Mapping):
        return f"{{{_pairs(value)}}}"
    return string_text(value) if isinstance(value, str) else repr(value)


def _pairs(mapping: Mapping[Any, Any]) -> str:
    """Return the pairs of a mapping; of many, those that have another value than most."""
    keys = sorted_elements(frozenset(mapping))
    usual, count = Counter(mapping.values()).most_common(1)[0] if mapping else (None, 0)
    is_uniform = len(mapping) >= MANY and 2 * count > len(mapping)
    pairs = [
        f"{_plain(key)}: {_plain(mapping[key])}"
        for key in keys
        if not is_uniform or mapping[key] != usual
    ]
    if not is_uniform:
        return ", ".join(pairs)
    rest = f"{count if pairs else 'all'} are {_plain(usual)}"
    return "; ".join([*([", ".join(pairs)] if pairs else []), rest])


def output_text(outcome: Outcome, show: Callable[[Any], str] = plain) -> str:
    """Return the output of a call; of several that are allowed, also the others."""
    text = show(outcome.output)
    if not outcome.allowed[1:]:
        return text
    return f"{text}, {choice_text([*map(show, outcome.allowed)])}"


def choice_text(allowed: Sequence[str]) -> str:
    """Return that some value is right: of many, the first few and their number."""
    shown = ", ".join(allowed[:MANY])
    rest = f", or {len(allowed) - MANY} more" if allowed[MANY:] else ""
    return f"one of {shown}{rest}" if allowed[1:] else "".join(allowed)
