"""Plain text for values: as the pages write them, in one short line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from modspec.syntax.values import State

LONGEST: Final = 70
"""The characters of a value that are shown at most, if nothing else is said."""


def plain(value: Any, most: int = LONGEST) -> str:
    """Return a value in one line of at most so many characters; what is left out is an ellipsis."""
    text = _plain(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _plain(value: Any) -> str:
    if hasattr(value, "name") and hasattr(type(value), "__members__"):
        return str(value.name)
    if isinstance(value, bool):
        return str(value).lower()
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
        return f"{{{', '.join(f'{_plain(k)}: {_plain(v)}' for k, v in value.items())}}}"
    return repr(value)
