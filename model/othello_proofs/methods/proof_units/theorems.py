"""Units about theorems: one by one on the usual board, and all of a module on smaller ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import prod
from typing import Final

from modspec.prove.prover import Prover
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Questions
from othello_proofs.methods.proof_units.units import (
    ALL_SQUARES,
    QUICK_SQUARES,
    GoalTask,
    GoalUnits,
    ProofUnits,
)
from othello_proofs.obligations.specification_goals import lemma_places, objection, prover
from othello_spec import THEOREMS, module
from othello_spec.theorems.symmetry import Symmetry

_GENERATORS: Final = (Symmetry.QUARTER_TURN, Symmetry.LEFT_TO_RIGHT)
"""The symmetries of the quick run: any other is one of these after another."""

_SYMMETRIES: Final = 8

_NOT_QUICK: Final = (
    "matches grant_keeps_a_match_sound",
    "matches move_keeps_a_match_sound",
    "matches a_forfeited_turn_takes_no_time",
    "matches the_result_stands",
    "passes a_pass_changes_nothing_with_passes_hidden",
    "passes a_pass_is_never_followed_by_another",
    "symmetry the_turn_is_the_same_with_the_colours_exchanged",
    "symmetry the_turn_is_the_same_from_every_side",
    "symmetry the_end_is_the_same_with_the_colours_exchanged",
    "symmetry the_end_is_the_same_from_every_side",
    "endings a_forfeit_uses_up_a_turn",
)
"""The theorems that take the longest; the quick run does not try them."""

_OVER: Final = {
    "Board": "all boards",
    "Game": "all boards and turns",
    "Player": "both players",
    "Square": "all squares",
    "Symmetry": "all symmetries",
    "Passing": "all boards and turns",
    "Supply": "all supplies of less than 128 discs",
    "Handicap": "all choices of corners",
    "Clock": "all clocks",
    "Match": "all matches",
    "integer": "all times",
}
"""The values a theorem is proved for, by the types of its parameters."""

_BOTH_PLAYERS: Final = "endings.the_winner_has_the_majority"
"""The theorem that is proved for one player, and then for the other."""

_OF_CORNERS: Final = (
    "matches.grant_keeps_a_match_sound",
    "handicaps.a_grant_adds_one_corner",
    "handicaps.a_grant_leaves_the_other_corners",
    "handicaps.a_grant_keeps_a_disc_for_every_square",
)
"""The theorems that say nothing of squares that are no corners."""

_NOT_OF_THE_CENTRE: Final = (
    "matches.move_keeps_a_match_sound",
    "matches.a_move_hands_the_clock_over_while_somebody_can_move",
    "matches.a_forfeited_turn_takes_no_time",
    "matches.a_move_leaves_a_match_one_move_less",
    "passes.a_placement_keeps_a_game_with_passes_sound",
    "endings.move_keeps_the_invariant",
)
"""The theorems that say nothing of the four squares of the centre, which are never empty."""

_BY_DEFINITION: Final = (
    "captures.a_corner_is_never_flipped",
    "captures.the_new_disc_shows_the_colour_of_the_mover",
    "captures.no_disc_disappears",
    "captures.the_centre_stays_occupied",
    "endings.the_turn_alternates_unless_forfeited",
    "endings.the_winner_has_the_majority",
    "endings.a_draw_is_as_many_discs_of_either_colour",
    "handicaps.the_weaker_player_plays_black",
    "derivations.the_winner_is_who_counts_more",
)
"""The theorems that follow from how functions are put together, whatever numbers and truth values
their parts have. Any other theorem that follows in this way says nothing."""

ON_SMALL_BOARDS: Final = ("captures", "endings", "symmetry", "passes")
"""The modules whose theorems are about a board of any size."""

_SIZES: Final = (6, 4)
_CENTRE: Final = 4
_CORNERS: Final = 4


def _questions(claim: str, squares: int, symmetries: int) -> Questions:
    """Return as many goals as there are squares and symmetries, times the players tried."""
    owner, name = claim.split(".")
    sizes = {"Square": squares, "Symmetry": symmetries}
    parameters = module(owner)[name].parameters
    asked = prod(sizes.get(getattr(p.type, "name", ""), 1) for p in parameters)
    if claim == _BOTH_PLAYERS:
        asked *= 2
    if squares == len(QUICK_SQUARES):
        return Questions(asked, int(claim in _OF_CORNERS))
    if claim in _OF_CORNERS:
        return Questions(asked, squares - _CORNERS)
    return Questions(asked, _CENTRE if claim in _NOT_OF_THE_CENTRE else 0)


class TheoremUnits(GoalUnits):
    """Each theorem: ``captures captures_do_not_chain``."""

    def units(self, quick: bool) -> Sequence[str]:
        """All theorems but, in the quick run, those that take long."""
        return [
            f"{owner} {theorem.name}"
            for owner in reversed(THEOREMS)
            for theorem in module(owner).access_programs
            if not quick or f"{owner} {theorem.name}" not in _NOT_QUICK
        ]

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return as many goals as there are squares and symmetries, times the players tried."""
        del unit
        if quick:
            return _questions(claim, len(QUICK_SQUARES), len(_GENERATORS))
        return _questions(claim, ALL_SQUARES, _SYMMETRIES)

    def sources(self, unit: str) -> Sequence[str]:
        """Return the theorem and its lemmas."""
        owner, name = unit.split()
        lemmas = (f"{place}:{lemma}" for place, lemma in lemma_places(name))
        return (f"othello_spec.theorems.{owner}:{name}", *lemmas)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Prove a theorem, unless that would show nothing."""
        owner, name = unit.split()
        if why_not := _objection(owner, name, quick):
            yield ClaimFinding(f"{owner}.{name}", ClaimVerdict.FAILS, 0, "", why_not)
        else:
            yield from super().run(unit, quick)

    def task(self, unit: str, quick: bool) -> GoalTask:
        """Return the goals of a theorem."""
        owner, name = unit.split()
        theorems = _prover(owner, quick)
        types = {getattr(p.type, "name", "") for p in theorems.module[name].parameters}
        tried = [text for type_name, text in _OVER.items() if type_name in types]
        return GoalTask(
            partial(theorems.goals, name),
            partial(theorems.prove, name),
            ", ".join(tried) or "itself",
            owner,
            note="The theorem may be wrong, or the specification that it is about.",
        )


def _objection(owner: str, name: str, quick: bool) -> str:
    """Return why a theorem would show nothing if it were proved; empty if it would."""
    if f"{owner}.{name}" not in _BY_DEFINITION and _prover(owner, quick).says_nothing(name):
        return "it holds whatever the functions that it applies mean: it says nothing of them"
    return objection(name)


@lru_cache(maxsize=1)
def _prover(owner: str, quick: bool) -> Prover:
    """Return the prover of a module; its lifted functions remember their results."""
    return prover(owner, QUICK_SQUARES, _GENERATORS) if quick else prover(owner)


class SmallBoardUnits(ProofUnits):
    """The theorems of a module on a board of another size: ``4x4 captures``."""

    def units(self, quick: bool) -> Sequence[str]:
        """Each module whose theorems are about a board, and each size; none in the quick run."""
        return [] if quick else [f"{n}x{n} {owner}" for n in _SIZES for owner in ON_SMALL_BOARDS]

    def about(self, unit: str) -> Sequence[str]:
        """All theorems of the module."""
        owner = unit.split()[1]
        return [f"{owner}.{theorem.name}" for theorem in module(owner).access_programs]

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return as many goals as there are squares and symmetries, times the players tried."""
        del quick
        return _questions(claim, _size(unit) ** 2, _SYMMETRIES)

    def sources(self, unit: str) -> Sequence[str]:
        """Return the theorems."""
        owner = unit.split()[1]
        names = [theorem.name for theorem in module(owner).access_programs]
        return tuple(f"othello_spec.theorems.{owner}:{name}" for name in names)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Prove the theorems one after the other."""
        del quick
        theorems = prover(unit.split()[1], size=_size(unit))
        for theorem in theorems.module.access_programs:
            yield GoalTask(
                partial(theorems.goals, theorem.name),
                partial(theorems.prove, theorem.name),
                f"the same on boards of {unit.split()[0]}",
                unit,
                note="The theorem holds on a board of 8x8 if it is proved there.",
            ).finding()


def _size(unit: str) -> int:
    return int(unit.partition("x")[0])
