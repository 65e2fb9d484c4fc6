"""Rules: everything that the sources say about Othello, each rule under an id.

Clauses, tests and verdicts cite the id. The rules are in ``rules.toml``, in the order in which a
reader meets them, with the places in the sources that state them.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

from modspec.syntax.rulebook import Citation, Rule, Rulebook, Source
from modspec.syntax.variant import variant_in_use, with_variant

__all__ = ["RULES"]


def _rule(data: dict[str, Any]) -> Rule:
    citations = (place.split(": ", 1) for place in data["sources"])
    return Rule(
        data["id"],
        data["text"],
        tuple(Citation(source, place) for source, place in citations),
        data.get("scope", ""),
    )


_DATA: Final = tomllib.loads((resources.files(__package__) / "rules.toml").read_text("utf-8"))

RULES: Final = with_variant(
    Rulebook(
        tuple(Source(**{"author": "", **source}) for source in _DATA["sources"]),
        tuple(map(_rule, _DATA["rules"])),
    ),
    variant_in_use(),
)
"""Every rule that the sources state, and the sources; some rules as this process's variant has it.
"""
