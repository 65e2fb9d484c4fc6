"""Variants: what it takes to test programs for a variant, besides its text.

``variant_games.toml`` has games that reach what is rare in a variant; ``tests/tools`` finds them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from typing import Final

from modcheck.testing.runner import EventPredicate
from modspec import Module
from modspec.run.machine import Call
from othello_spec import module
from othello_spec.records.move_lists import moves
from othello_suite.coverage_goals import GOALS, NEEDS

PLAIN: Final = ""
"""The name of no variant: the game as it stands."""

IMPOSSIBLE: Final[Mapping[str, frozenset[str]]] = {
    "closed-corners": frozenset({"an end on a full board"}),  # the corners stay empty
}
"""The coverage goals that no game of a variant meets; no rule needs them there."""

FALSE_DERIVATIONS: Final[Mapping[str, frozenset[str]]] = {
    "fewest": frozenset({"the_winner_is_who_counts_more"}),
    "sudden-end": frozenset({"the_game_is_over_iff_nobody_has_valid_moves"}),
}
"""The theorems of ``derivations`` that are false in a variant: nothing is derived from them."""

_GAMES: Final[Mapping[str, Mapping[str, str]]] = tomllib.loads(
    (resources.files(__package__) / "variant_games.toml").read_text(encoding="utf-8")
)


def goals(name: str, variant: str = PLAIN) -> Mapping[str, EventPredicate]:
    """Return the coverage goals of a module in a variant."""
    impossible = IMPOSSIBLE.get(variant, frozenset())
    return {goal: is_met for goal, is_met in GOALS[name].items() if goal not in impossible}


def needs(variant: str = PLAIN) -> Mapping[str, tuple[str, ...]]:
    """Return the coverage goals that show a rule in a variant, by the rule."""
    impossible = IMPOSSIBLE.get(variant, frozenset())
    return {
        rule: tuple(goal for goal in wanted if goal not in impossible)
        for rule, wanted in NEEDS.items()
    }


def derivations(variant: str = PLAIN) -> Module:
    """Return the theorems from which missing access programs are derived in a variant."""
    found, false = module("derivations"), FALSE_DERIVATIONS.get(variant, frozenset())
    return replace(found, functions=tuple(f for f in found.functions if f.name not in false))


def games(variant: str) -> Mapping[str, tuple[Call, ...]]:
    """Return the games of a variant by what they show, as calls from ``init`` on; maybe none."""
    return {
        name: (Call("init"), *(Call("move", tuple(square)) for square in moves(text)))
        for name, text in _GAMES.get(variant, {}).items()
    }
