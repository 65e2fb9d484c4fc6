"""Near matches: what to say of a name that nothing has, or has in another spelling."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches
from typing import Final


def near_match(
    name: str,
    known: Iterable[str],
    noun: str,
    most: int | None = None,
    spelling: Callable[[str], str] = str,
) -> str:
    """Return the known names that look like a name, as a question; else all known names.

    The ``noun`` says what they name: a rule, a file. At most so many are listed. Names are compared
    by their ``spelling``. Capitals make a difference only if there are names that are near with
    them.
    """
    names = list(known)
    near = _nearest(name, map(spelling, names))
    likely = [each for each in names if spelling(each) in near]
    if not likely:
        near = _nearest(name.lower(), (spelling(each).lower() for each in names))
        likely = [each for each in names if spelling(each).lower() in near]
    if likely:
        return f"did you mean {' or '.join(likely)}?"
    if not names:
        return f"there is no {noun}"
    some = names if most is None or len(names) <= most else [*names[:most], "others"]
    return f"the {noun}s are: {', '.join(some)}"


def _nearest(name: str, names: Iterable[str]) -> Collection[str]:
    """Return the names that look most like a name, all that are alike as much as the first."""
    near = get_close_matches(name, dict.fromkeys(names))
    return [each for each in near if _likeness(each, name) >= _likeness(near[0], name)]


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


_ALIKE: Final = 0.85
"""How alike two names are, from 0 to 1, that are taken for two spellings of one."""


def near_names(wanted: Iterable[str], present: Collection[str]) -> dict[str, str]:
    """Return the wanted names that are not present, each with a present one that is nearly it.

    Capitals and underscores make no difference: ``isEmpty`` is nearly ``is_empty``.
    """
    missing = [name for name in wanted if name not in present]
    plain = {name.replace("_", "").lower(): name for name in present if name not in wanted}
    found = {}
    for name in missing:
        near = get_close_matches(name.replace("_", ""), plain, 1, _ALIKE)
        if near:
            found[name] = plain[near[0]]
    return found


def near_names_text(names: Mapping[str, str]) -> str:
    """Return what to rename, for names and the present ones that are nearly these."""
    return ", ".join(f"{own} to {name}" for name, own in names.items())
