"""Next step: the smallest repair of a learner's text that is right, or that gets nearer.

Every step was evaluated, and is of the notation: the learner hears how many of the calls that are
wrong now are right after it. A step is "right" only if no difference is left in all calls that are
tried.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from modlab.exercise.repairs import Repair

Score = Callable[[ast.FunctionDef, int | None], int]
"""How much is wrong with a text; counting may stop once that many are."""

Towards = Callable[[ast.FunctionDef], Iterator[Repair]]
"""The repairs of a text."""

Readable = Callable[[ast.FunctionDef], bool]
"""Whether a text is of the notation: what Python runs need not be."""

FIRST_LOOK: Final = 2000
"""Repairs that are looked at for one that is right. Limits are numbers and not times, so that a
learner gets the same step on any machine."""

SECOND_LOOK: Final = 1000
"""Repairs that are looked at for one that gets nearer."""

THIRD_LOOK: Final = 400
"""Repairs of repaired texts that are looked at."""

RIGHT: Final = 12
"""Right repairs after which no other is looked for."""

PARTIAL: Final = 8
"""Steps that get nearer after which a second step is tried."""


@dataclass(frozen=True)
class NextStep:
    """A repair, and what is known of it."""

    repair: Repair
    wrong_before: int
    wrong_after: int
    """How much is wrong after the repair; 0: nothing that was tried."""

    is_followed: bool = False
    """Whether one more repair makes the text right, as far as was tried."""

    @property
    def is_right(self) -> bool:
        """Whether nothing that was tried is wrong after the repair."""
        return self.wrong_after == 0


def next_step(
    found: Sequence[Repair],
    score: Score,
    towards: Towards,
    wrong: int,
    reference: ast.FunctionDef,
    is_readable: Readable,
) -> NextStep | None:
    """Return the best repair; None if none makes fewer calls wrong.

    A repair that is right comes first; of several, the small one after which the text is most like
    the reference. Then a repair that one more makes right; then the one that leaves least wrong.
    """
    text = ast.unparse(reference.body[-1])

    def distance(repair: Repair) -> float:
        own = ast.unparse(repair.node.body[-1])
        likeness = difflib.SequenceMatcher(None, own, text, autojunk=False).quick_ratio()
        return repair.cost / 2 + 12 * (1 - likeness)

    right: list[Repair] = []
    nearer: list[NextStep] = []
    for repair in found[:FIRST_LOOK]:  # a repair that is not right mostly fails in the first call
        if len(right) >= RIGHT:
            break
        if score(repair.node, 1) == 0:
            right.append(repair)
    for repair in sorted(right, key=distance):
        if is_readable(repair.node):
            return NextStep(repair, wrong, 0)
    for repair in found[:SECOND_LOOK]:
        left = score(repair.node, wrong)
        if 0 < left < wrong:
            nearer.append(NextStep(repair, wrong, left))
    nearer.sort(key=lambda step: (step.wrong_after, distance(step.repair)))
    others = sorted(found, key=distance)[:PARTIAL]
    second = [*nearer[:PARTIAL], *(NextStep(each, wrong, wrong) for each in others)]
    twice = ((step, repair) for step in second for repair in towards(step.repair.node))
    for step, repair in islice(twice, THIRD_LOOK):
        if score(repair.node, 1) == 0 and all(map(is_readable, (step.repair.node, repair.node))):
            return replace(step, is_followed=True)
    return next((step for step in nearer if is_readable(step.repair.node)), None)


def as_levels(step: NextStep) -> dict[str, str]:
    """Return what to say of a step at each level: where, what and how."""
    repair: Any = step.repair
    where = f"line {repair.line}: `{repair.where}`"
    if step.is_right:
        worth = "then all calls tried are right"
    elif step.is_followed:
        worth = "then one more step leads to a right text"
    else:
        worth = f"then {step.wrong_after} of {step.wrong_before} calls are still wrong"
    return {
        "where": f"Look at {where}",
        "what": f"Look at {where}\nWhat to do there: {repair.kind}",
        "how": f"Look at {where}\nWrite `{repair.after}`\n  in place of `{repair.before}`; {worth}",
    }
