"""Next step: the smallest repair of a learner's text that is right, or that leads to a right one.

Every step was evaluated, and is of the notation. A step is "right" only if no difference is left in
all calls that are tried, and if the solver, where there is one, finds none. If no repair is right,
the step is one of the script that leads to the reference: so the way always ends.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from modlab.exercise.repairs import Repair, joint_repair, repairs_towards, script_repairs

Score = Callable[[ast.FunctionDef, int | None], int]
"""How much is wrong with a text; counting may stop once that many are."""

Check = Callable[[ast.FunctionDef], bool]
"""Whether something is so of a text."""

PROOFS: Final = 4
"""Right repairs that are put to the solver. The limit is a number and not a time, so that a learner
gets the same step on any machine."""


NEAR: Final = 8
"""Repairs, those that leave least wrong, after which a second one is tried."""


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

    Of several right repairs, the best is a small one after which the text is most like the
    reference. Then come repairs that one more makes right, and last the edit of the script that
    leaves least wrong.
    """
    text, wrong = ast.unparse(reference.body[-1]), score(node, None)

    def distance(repair: Repair) -> float:
        own = ast.unparse(repair.node.body[-1])
        likeness = difflib.SequenceMatcher(None, own, text, autojunk=False).quick_ratio()
        return repair.cost / 2 + 12 * (1 - likeness)

    right = [repair for repair in found if score(repair.node, 1) == 0]
    for repair in sorted(right, key=distance)[:PROOFS]:
        if is_readable(repair.node) and not is_refuted(repair.node):
            return NextStep(repair, wrong, 0)
    near = [(score(each.node, wrong + 1), each) for each in found]
    near = sorted((s for s in near if s[0] <= wrong), key=lambda s: (s[0], distance(s[1])))
    for left, repair in near[:NEAR]:
        for other in repairs_towards(repair.node, reference):
            is_right = score(other.node, 1) == 0 and not is_refuted(other.node)
            if is_right and is_readable(repair.node) and is_readable(other.node):
                return NextStep(repair, wrong, left, 1)
    steps = [(score(each.node, None), each) for each in script_repairs(node, reference)]
    steps.sort(key=lambda step: step[0])
    single = next((step for step in steps if is_readable(step[1].node)), None)
    if single is None or single[0] > wrong:
        limit = wrong if single else None  # several edits at once have to be worth it
        joint = joint_repair(
            node,
            reference,
            lambda text: (limit is None or score(text, limit) < limit) and is_readable(text),
        )
        if joint is not None:
            single = score(joint.node, None), joint
    if single is None:
        return None
    left, repair = single
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
