"""Units about the calls that access programs make: none of them fails; when ``move`` raises."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from modspec.prove.prover import prove_all
from othello_proofs.evidence.method import Questions
from othello_proofs.methods.proof_units.units import (
    GoalTask,
    GoalUnits,
    number_of_squares,
    squares,
)
from othello_proofs.obligations.specification_goals import CALLING, move_raises, sound_calls
from othello_spec import module


class CallUnits(GoalUnits):
    """Each access program that makes calls: ``match move``; and ``othello move``."""

    def units(self, quick: bool) -> Sequence[str]:
        """All of them."""
        del quick
        calls = [f"{owner} {f.name}" for owner in CALLING for f in module(owner).access_programs]
        return ["othello move", *calls]

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return one for each square and one for a place off the board; or one."""
        del claim
        owner, name = unit.split()
        has_square = any(p.name == "row" for p in module(owner)[name].parameters)
        return Questions(number_of_squares(quick) + 1 if has_square else 1)

    def sources(self, unit: str) -> Sequence[str]:
        """Return the access program."""
        owner, name = unit.split()
        return (f"othello_spec.{owner}:{name}",) if owner in CALLING else super().sources(unit)

    def task(self, unit: str, quick: bool) -> GoalTask:
        """Return the goals of an access program."""
        owner, name = unit.split()
        if owner == "othello":
            goals = partial(move_raises, squares(quick))
            tried = "all boards, turns and squares: it raises just where is_valid_move says no"
        else:
            goals = partial(sound_calls, owner, name, squares(quick))
            tried = "all sound states and times: no call on the way fails"
        return GoalTask(goals, lambda: prove_all(f"{owner}.{name}", goals()), tried, owner)
