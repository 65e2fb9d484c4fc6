"""Near matches: what to say of a name that nothing has, or has in another spelling."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
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
    near = get_close_matches(name, dict.fromkeys(map(spelling, names)))
    likely = [each for alike in near for each in names if spelling(each) == alike]
    if not likely:
        near = get_close_matches(name.lower(), {spelling(each).lower() for each in names})
        likely = [each for each in names if spelling(each).lower() in near]
    if likely:
        return f"did you mean {' or '.join(likely)}?"
    if not names:
        return f"there is no {noun}"
    some = names if most is None or len(names) <= most else [*names[:most], "others"]
    return f"the {noun}s are: {', '.join(some)}"


_ALIKE: Final = 0.85
"""How alike two names are, from 0 to 1, that are taken for two spellings of one."""


def near_names(wanted: Iterable[str], present: Collection[str]) -> dict[str, str]:
    """Return the wanted names that are not present, each with a present one that is nearly it.

    Capitals and underscores make no difference: ``isValidMove`` is nearly ``is_valid_move``.
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
