"""Repairs: the edits that may bring a learner's text nearer to a right one.

There are three sources: small edits of the learner's text; its mutants, for a mistake can be undone
by another mistake's opposite; and the edits of the script that leads to the reference.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from modlab.exercise.edit_script import (
    Edit,
    edit_script,
    novelty_limit,
    parts_of,
    put,
    size,
    text_of,
)
from modlab.exercise.learner_text import LearnerText
from modlab.exercise.small_edits import SmallEdit, small_edits, with_short_sums
from modspec.run.mutants import Operator, Path, mutants

NOTHING: Final = "(nothing)"
"""What a mutant writes that leaves something out."""

JOINT: Final = 4
"""Edits that are made at once at most."""

KEPT: Final = 4
"""The size of a part that is worth to be kept, however much has to be written around it."""

KINDS: Final = {
    Operator.DELETE: "something there is too much: leave it out",
    Operator.RESTRICT: "a range or a bound there is too wide",
    Operator.NEGATE: "a quantifier, a connective or a comparison there is the wrong one",
    Operator.REPLACE: "a name there is the wrong one",
}
"""What kind of change undoes a mistake, by the mutant that makes it."""


@dataclass(frozen=True)
class Repair:
    """An edit of a learner's function."""

    node: ast.FunctionDef
    """The function after the edit."""

    at: ast.AST
    """The smallest part of the learner's text that the edit changes."""

    kind: str
    """What kind of change it is, in a few words."""

    before: str
    """What the edit takes away; empty if it puts a statement before another one."""

    after: str
    """What the edit writes; empty if it leaves something out."""

    cost: float
    """How much the edit changes: the size of what is new, and half of what is lost."""

    is_swap: bool = False
    """Whether what was ``before`` and ``after`` change places."""

    others: tuple[tuple[str, str], ...] = ()
    """What else changes at once: what each part was, and what it becomes."""

    @property
    def advice(self) -> tuple[str, ...]:
        """The edit as a sentence, and the lines of a statement below it."""
        if self.is_swap:
            if "\n" not in self.before + self.after:
                return (f"Swap `{self.before}` and `{self.after}`.",)
            return ("Put it after", *(f"    {line}" for line in self.after.splitlines()))
        if self.others:
            pairs = [(self.before, self.after), *self.others]
            return tuple(f"Write `{new}` in place of `{old}`." for old, new in pairs)
        if not self.before:
            code = (f"    {line}" for line in self.after.splitlines())
            return ("Before it, write", *code)
        if not self.after:
            return (f"Leave out `{self.before}`.",)
        return (f"Write `{self.after}` in place of `{self.before}`.",)


def repairs(text: LearnerText, reference: ast.FunctionDef) -> list[Repair]:
    """Return small edits and mutants of a learner's text, and edits towards the reference."""
    node = without_docstring(text.node)
    found = [*own_repairs(node), *_opposites(text, node), *repairs_towards(node, reference)]
    return _distinct(node, found)


def own_repairs(node: ast.FunctionDef) -> list[Repair]:
    """Return the small edits of a function that has no docstring."""
    found = [_small_repair(node, edit) for edit in small_edits(node)]
    return [each for each in found if each.before != each.after]


def _small_repair(node: ast.FunctionDef, edit: SmallEdit) -> Repair:
    new: ast.FunctionDef = put(node, edit.path, edit.new)
    at = _get(node, edit.path)
    assert isinstance(at, ast.AST)
    if edit.swapped is None:
        return Repair(new, at, edit.kind, text_of(at), text_of(edit.new), edit.cost)
    first, second = edit.swapped
    is_statement = isinstance(first, ast.stmt)
    before, after = text_of(first), text_of(second)
    place = first if is_statement else at
    return Repair(new, place, edit.kind, before, after, edit.cost, is_swap=True)


def repairs_towards(node: ast.FunctionDef, reference: ast.FunctionDef) -> list[Repair]:
    """Return the edits of the script to the reference, and those that add one of its conditions."""
    node, reference = without_docstring(node), without_docstring(reference)
    return [*script_repairs(node, reference), *_added_conditions(node, reference)]


def _added_conditions(node: ast.FunctionDef, reference: ast.FunctionDef) -> Iterator[Repair]:
    """Yield edits that put a condition of the reference before the others, or after them."""
    match node.body[-1], reference.body[-1]:
        case ast.Return(ast.expr() as at), ast.Return(ast.BoolOp(op, conditions)):
            is_alike = isinstance(at, ast.BoolOp) and type(at.op) is type(op)
            own = at.values if is_alike and isinstance(at, ast.BoolOp) else [at]
            texts = set(map(ast.unparse, own))
            for each in (each for each in conditions if ast.unparse(each) not in texts):
                for values in ([each, *own], [*own, each]):
                    path = ("body", len(node.body) - 1, "value")
                    new = ast.BoolOp(op, values)
                    edit = Edit(path, at, new, is_around=True, novelty=size(each))
                    yield _repair(node, edit)


def script_repairs(node: ast.FunctionDef, reference: ast.FunctionDef) -> list[Repair]:
    """Return the edits of the script that leads to the reference, in its order.

    Where an edit would write the greater part of the reference at once, there come edits that
    write parts of it.
    """
    node, reference = without_docstring(node), without_docstring(reference)
    most, found = novelty_limit(reference), []
    script = edit_script(node, reference)
    for edit in (part for each in script for part in _one_by_one(each)):
        is_kept = edit.is_insertion or (edit.is_around and size(edit.at) >= KEPT)
        if edit.novelty < most or is_kept:
            found.append(_repair(node, edit))
        elif edit.new is not None:
            smaller = [part for _, part in parts_of(edit.new) if size(part) < most]
            at = ast.unparse(edit.at)
            parts = [replace(edit, new=each) for each in smaller if ast.unparse(each) != at]
            found += [_repair(node, each) for each in parts]
    return found


def _one_by_one(edit: Edit) -> Iterator[Edit]:
    """Yield an edit; of one that adds many conditions at once, an edit for each of them."""
    own = edit.at.values if isinstance(edit.at, ast.BoolOp) else [edit.at]
    values = edit.new.values if edit.is_around and isinstance(edit.new, ast.BoolOp) else []
    added = [each for each in values if each not in own]
    if isinstance(edit.new, ast.BoolOp) and len(added) > 1:
        for new in added:
            kept = [each for each in edit.new.values if each is new or each in own]
            if len(kept) > 1:
                some = ast.BoolOp(edit.new.op, kept)
                yield replace(edit, new=some, novelty=size(new))
    else:
        yield edit


def joint_repair(
    node: ast.FunctionDef,
    reference: ast.FunctionDef,
    is_accepted: Callable[[ast.FunctionDef], bool],
) -> Repair | None:
    """Return as few edits of the script as make a text that is accepted, as one repair.

    One edit alone may leave a text without a type: both sides of an equation have to change.
    """
    node, reference = without_docstring(node), without_docstring(reference)
    new, novelty = node, 0
    for number in range(JOINT):
        script = edit_script(new, reference)
        if not script:
            return None
        edit = script[0]
        if edit.is_insertion or edit.new is None:
            return None
        new = put(new, edit.path, edit.new)
        novelty += edit.novelty
        if number and is_accepted(new):
            return _joint(node, new, novelty)
    return None


def _joint(node: ast.FunctionDef, new: ast.FunctionDef, novelty: int) -> Repair:
    pairs = list(differing_parts(node, new))
    (at, after), *others = pairs
    kind = "two parts of it have to change together" if others else _what(at, after)
    texts = tuple((text_of(one), text_of(other)) for one, other in others)
    return Repair(new, at, kind, text_of(at), text_of(after), novelty, others=texts)


def differing_parts(one: ast.AST, other: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield the smallest parts by which two syntax trees differ, in pairs."""
    if ast.dump(one) == ast.dump(other):
        return
    inner = list(_inner_differences(one, other)) if type(one) is type(other) else []
    is_shown = all(isinstance(part, ast.expr | ast.stmt) for pair in inner for part in pair)
    if not inner or not is_shown:
        yield one, other
    else:
        yield from inner


def _inner_differences(one: ast.AST, other: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield the differences within two nodes of one type; none if they differ themselves."""
    found: list[tuple[ast.AST, ast.AST]] = []
    for (_, yours), (_, due) in zip(ast.iter_fields(one), ast.iter_fields(other), strict=True):
        if isinstance(yours, list) and len(yours) != len(due):
            return
        lists = (yours, due) if isinstance(yours, list) else ([yours], [due])
        for mine, theirs in zip(*lists, strict=True):
            if isinstance(mine, ast.AST) and isinstance(theirs, ast.AST):
                found += differing_parts(mine, theirs)
            elif mine != theirs:
                return
    yield from found


def _repair(node: ast.FunctionDef, edit: Edit) -> Repair:
    last = edit.path[-1]
    if edit.is_insertion or edit.new is None:
        assert isinstance(last, int)
        added = [edit.new] if isinstance(edit.new, ast.stmt) else []
        rest = node.body[last:] if edit.is_insertion else node.body[last + 1 :]
        new = _with_body(node, [*node.body[:last], *added, *rest])
    else:
        new = put(node, edit.path, edit.new)
    kept = 0 if edit.new is None else size(edit.new) - edit.novelty
    lost = 0 if edit.is_insertion else max(0, size(edit.at) - kept)
    cost = max(2, edit.novelty + 2 * edit.is_around) + lost / 2
    before = "" if edit.is_insertion else text_of(edit.at)
    after = "" if edit.new is None else text_of(edit.new)
    return Repair(new, edit.at, _kind_of_change(edit), before, after, cost)


def _kind_of_change(edit: Edit) -> str:
    """Return what kind of change an edit is, in a few words."""
    match edit.at, edit.new:
        case _, None:
            return KINDS[Operator.DELETE]
        case _, ast.If() if edit.is_insertion:
            return "a case is missing: an exception is due"
        case _, ast.Assert() if edit.is_insertion:
            return "something has to be assumed"
        case _, ast.Assign() if edit.is_insertion:
            return "name a part first"
        case _, ast.IfExp() if edit.is_around:
            return "a case is missing"
        case _, ast.BoolOp() if edit.is_around:
            return "a condition is missing"
        case ((ast.GeneratorExp() | ast.SetComp() | ast.DictComp()), _) if edit.is_around:
            return "a range is missing: say for which values"
        case ast.comprehension(), _ if edit.is_around:
            return "a condition is missing: not all elements of the range are meant"
        case _ if edit.is_around:
            return "something is missing around it, or in it"
        case ast.AST() as at, ast.AST() as new if size(new) < size(at) and edit.novelty == 0:
            return KINDS[Operator.DELETE]
        case ast.BoolOp(), ast.BoolOp():
            return KINDS[Operator.NEGATE]
        case ast.AST() as at, ast.AST() as new:
            return _what(at, new)
    raise AssertionError(edit)


def _distinct(node: ast.FunctionDef, found: list[Repair]) -> list[Repair]:
    """Return repairs, the small ones first, each result once and at its cheapest."""
    by_text: dict[str, Repair] = {}
    for repair in found:
        key = ast.unparse(repair.node)
        if key not in by_text or repair.cost < by_text[key].cost:
            by_text[key] = repair
    by_text.pop(ast.unparse(node), None)
    return sorted(by_text.values(), key=lambda each: each.cost)


def without_docstring(node: ast.FunctionDef) -> ast.FunctionDef:
    """Return a function without its docstring."""
    if ast.get_docstring(node) is None:
        return node
    new = copy.copy(node)
    new.body = node.body[1:]
    return new


def _opposites(text: LearnerText, bare: ast.FunctionDef) -> Iterator[Repair]:
    """Yield the mutants of the learner's text."""
    has_docstring = bare is not text.node
    for mutant in mutants(text.module):
        if mutant.module != text.module.python_name or mutant.function != bare.name:
            continue
        if mutant.operator is Operator.OFF_BY_ONE:  # the small edits have both ways
            continue
        new = without_docstring(mutant.apply_to(copy.deepcopy(text.node)))
        place = mutant.place
        if has_docstring and isinstance(place[1], int):
            place = (place[0], place[1] - 1, *place[2:])
        at = _get(bare, place)
        assert isinstance(at, ast.AST)
        kind = KINDS[mutant.operator]
        after = "" if mutant.after == NOTHING else mutant.after
        lost = max(0, size(at) - size(mutant.replacement)) if mutant.replacement else size(at)
        cost = (2 if mutant.operator is not Operator.RESTRICT else 6) + lost / 2
        if isinstance(mutant.replacement, ast.expr):
            short = with_short_sums(mutant.replacement)
            new, after = put(bare, place, short), text_of(short)
        yield Repair(new, at, kind, mutant.before, after, cost)


def _with_body(node: ast.FunctionDef, body: list[ast.stmt]) -> ast.FunctionDef:
    new = copy.copy(node)
    new.body = copy.deepcopy(body)
    return new


def _what(at: ast.AST, new: ast.AST) -> str:
    """Return what kind of change it is to put an expression in place of another."""
    match at, new:
        case ast.Call(func=ast.Name(id="range")), _:
            return "a bound is the wrong one"
        case ast.Compare(), _:
            return "the comparison is the wrong one"
        case ((ast.Name() | ast.Attribute()), (ast.Name() | ast.Attribute())):
            return "a name there is the wrong one"
        case ast.Constant(), _:
            return "a value there is the wrong one"
        case ast.BoolOp(), _:
            return "the conditions are not the right ones"
        case ast.GeneratorExp(), _:
            return "the quantified formula is the wrong one"
        case ast.Tuple(), _:
            return "the elements, or their order, are not the right ones"
    return "another term is meant there"


def _get(node: ast.AST, path: Path) -> object:
    found: object = node
    for step in path:
        found = getattr(found, step) if isinstance(step, str) else found[step]  # type: ignore[index]
    return found
