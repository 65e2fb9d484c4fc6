"""Own reason: why a learner's text has its truth value in a call, in words of that text alone.

An explanation goes on into the functions that a text applies. Their texts are not shown, so a
reason from there has names that the learner never saw. And where every part of a formula counts, as
in a conjunction that is true, no one part is the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from modspec.explain.explanation import Explanation
from modspec.explain.text import Show, formula_text
from modspec.syntax import expressions as ex
from modspec.syntax.expressions import Quantifier


def own_reason(part: Explanation, show: Show) -> str:
    """Return the innermost formula of a text that decides, as something true; empty if none does.

    With it are the values of the dummies and, of a comparison, what its sides come to.
    """
    steps = list(_own_steps(part))
    decides = next((each for each in reversed(steps) if _is_formula(each)), None)
    if decides is None:
        return ""
    text = formula_text(decides, show)
    if decides.value is False:
        text = f"{text} is false"
    bound: dict[str, str] = {}
    for step in steps:
        bound |= {name: show(value) for name, value in step.binding if name not in bound}
    if bound:
        text += " with " + ", ".join(f"{name} = {value}" for name, value in bound.items())
    return text + _size(decides, show)


def _own_steps(part: Explanation) -> Iterator[Explanation]:
    """Yield the parts that decide, inwards, as far as the text itself goes."""
    for step in part.path():
        yield step
        # of an element of a set, the conditions on the dummies follow, and no other text
        is_element = bool(step.binding) and not isinstance(step.value, bool)
        is_call = isinstance(step.formula, ex.Apply) and not is_element
        if is_call or isinstance(step.formula, ex.Comparison) or not _has_one_reason(step):
            return


def _has_one_reason(part: Explanation) -> bool:
    """Whether one part of a formula decides, and not all of them together."""
    match part.formula:
        case ex.And():
            return part.value is False
        case ex.Or():
            return bool(part.value is True)
        case ex.Quantified(Quantifier.FOR_ALL):
            return part.value is False
        case ex.Quantified(Quantifier.EXISTS):
            return bool(part.value is True)
    return True


def _is_formula(part: Explanation) -> bool:
    """Whether a part is a comparison, or a call with a truth value."""
    is_call = isinstance(part.formula, ex.Apply) and isinstance(part.value, bool)
    return is_call or isinstance(part.formula, ex.Comparison)


def _size(part: Explanation, show: Show) -> str:
    """Return how many elements there are, if the left side of a comparison is a size."""
    match part.formula:
        case ex.Comparison(ex.Size(), (_,)) if part.operands:
            return f"; the size is {show(part.operands[0])}"
    return ""
