"""Next step: the smallest repair of a learner's text that is right, or that leads to a right one.

Every step was evaluated, and is of the notation. A step is "right" only if no difference is left in
all calls that are tried, and if the solver, where there is one, finds none. If no repair is right,
the step is one of the script that leads to the reference: so the way always ends.
"""

from __future__ import annotations

import ast
import difflib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from modlab.exercise.repairs import (
    Repair,
    joint_repair,
    own_repairs,
    repairs_towards,
    script_repairs,
)

Score = Callable[[ast.FunctionDef, int | None], int]
"""How much is wrong with a text; counting may stop once that many are."""

Check = Callable[[ast.FunctionDef], bool]
"""Whether something is so of a text."""

PROOFS: Final = 4
"""Right repairs that are put to the solver. The limit is a number and not a time, so that a learner
gets the same step on any machine."""


NEAR: Final = 8
"""Repairs, those that leave least wrong, after which a second one is tried."""

SHORT: Final = 6
"""A right repair that costs more is compared with two repairs, one after the other."""

UNLIKENESS: Final = 6
"""What a repair costs, beside the edit, after which the text is in nothing like the reference."""


@dataclass(frozen=True)
class NextStep:
    """A repair, and what is known of it."""

    repair: Repair
    wrong_before: int
    wrong_after: int
    """How much is wrong after the repair; 0: nothing that was tried."""

    to_go: int = 0
    """The most steps that come after it until the text is right."""

    @property
    def is_right(self) -> bool:
        """Whether nothing that was tried is wrong after the repair."""
        return self.to_go == 0


def next_step(
    node: ast.FunctionDef,
    found: Sequence[Repair],
    score: Score,
    is_readable: Check,
    is_refuted: Check,
    reference: ast.FunctionDef,
) -> NextStep | None:
    """Return the best repair; None if none leads to a right text.

    Of several right repairs, the best is a small one that loses little of the text and leaves it
    like the reference. Then come repairs that one more makes right, and last the edit of the script
    that leaves least wrong.
    """
    text, wrong = ast.unparse(reference.body[-1]), score(node, None)

    def distance(repair: Repair) -> float:
        own = ast.unparse(repair.node.body[-1])
        likeness = difflib.SequenceMatcher(None, own, text, autojunk=False).quick_ratio()
        return repair.cost + UNLIKENESS * (1 - likeness)

    right = sorted((each for each in found if score(each.node, 1) == 0), key=distance)
    proved = (r for r in right[:PROOFS] if is_readable(r.node) and not is_refuted(r.node))
    single = next(proved, None)
    if single is not None and single.cost <= SHORT:
        return NextStep(single, wrong, 0)
    near = [(score(each.node, wrong + 1), each) for each in found]
    near = sorted((s for s in near if 0 < s[0] <= wrong), key=lambda s: (s[0], distance(s[1])))
    ways = [
        (distance(repair) + distance(other), number, left, repair, other)
        for number, (left, repair) in enumerate(near[:NEAR])
        for other in (*own_repairs(repair.node), *repairs_towards(repair.node, reference))
        if score(other.node, 1) == 0
    ]
    longest = math.inf if single is None else distance(single)
    ways = sorted((way for way in ways if way[0] < longest), key=lambda way: way[:2])
    for _, _, left, repair, other in ways[:PROOFS]:
        if is_readable(repair.node) and is_readable(other.node) and not is_refuted(other.node):
            return NextStep(repair, wrong, left, 1)
    if single is not None:
        return NextStep(single, wrong, 0)
    steps = [(score(each.node, None), each) for each in script_repairs(node, reference)]
    steps.sort(key=lambda step: step[0])
    first = next((step for step in steps if is_readable(step[1].node)), None)
    if first is None or first[0] > wrong:
        limit = wrong if first else None  # several edits at once have to be worth it
        joint = joint_repair(
            node,
            reference,
            lambda text: (limit is None or score(text, limit) < limit) and is_readable(text),
        )
        if joint is not None:
            first = score(joint.node, None), joint
    if first is None:
        return None
    left, repair = first
    to_go = 0 if left == 0 and not is_refuted(repair.node) else _steps_left(repair.node, reference)
    return NextStep(repair, wrong, left, to_go)


def _steps_left(node: ast.FunctionDef, reference: ast.FunctionDef) -> int:
    return len(script_repairs(node, reference))


def as_levels(step: NextStep) -> dict[str, tuple[str, ...]]:
    """Return what to say of a step at each level, beside the place: nothing, what and how."""
    repair = step.repair
    what = f"What to do there: {repair.kind}."
    if step.is_right:
        worth = "Then nothing that was tried is wrong."
    else:
        more = "one more step leads" if step.to_go == 1 else f"{step.to_go} more steps lead"
        worth = f"Then {more} to a right text."
        if step.wrong_after < step.wrong_before:
            worth += f" {step.wrong_after} of {step.wrong_before} calls are wrong until then."
    return {"where": (), "what": (what,), "how": (*repair.advice, worth)}
