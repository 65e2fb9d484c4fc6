"""Near matches: what to say of a name that nothing has."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near_match(name: str, known: Iterable[str]) -> str:
    """Return the known names that look like a name, as a question; else all known names."""
    names = list(known)
    near = get_close_matches(name, names)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"there are {', '.join(names) or 'none'}"
