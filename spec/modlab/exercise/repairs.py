"""Repairs: the edits that may bring a learner's text nearer to a right one.

There are three sources. A mistake can be undone by another mistake's opposite, so the mutants of
the learner's text are repairs. The edits of the script that leads to the reference are repairs. And
parts of the reference can be put in the place of other parts of the learner's text, or beside them,
with the learner's own dummies.
"""

from __future__ import annotations

import ast
import copy
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from modlab.exercise.edit_script import Edit, edit_script, parts_of, put, size
from modlab.exercise.learner_text import LearnerText
from modspec.run.mutants import Operator, Path, mutants

NOTHING: Final = "(nothing)"
"""What a mutant writes that leaves something out."""

JOINT: Final = 3
"""Edits that are made at once at most."""

SMALL: Final = 8
"""A part of this size is small, even if it is the greater part of a reference."""

KINDS: Final = {
    Operator.DELETE: "something there is too much: leave it out",
    Operator.RESTRICT: "a range or a bound there is too wide",
    Operator.NEGATE: "a quantifier, a connective or a comparison there is the wrong one",
    Operator.OFF_BY_ONE: "a bound there is off by one",
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
    """How much the edit changes: the size of what is new."""

    @property
    def advice(self) -> str:
        """The edit as a sentence."""
        if not self.before:
            return f"Before it, write `{self.after}`"
        if not self.after:
            return f"Leave out `{self.before}`"
        return f"Write `{self.after}` in place of `{self.before}`"


def small_repairs(text: LearnerText, reference: ast.FunctionDef) -> list[Repair]:
    """Return the mutants of a learner's text, and the edits of the script to the reference."""
    node = without_docstring(text.node)
    return _distinct(node, [*_opposites(text, node), *script_repairs(node, reference)])


def other_repairs(text: LearnerText, reference: ast.FunctionDef) -> list[Repair]:
    """Return the edits that put parts of the reference anywhere into a learner's text."""
    node, reference = without_docstring(text.node), without_docstring(reference)
    return _distinct(node, [*_guards(node, reference), *_parts(node, reference)])


def script_repairs(node: ast.FunctionDef, reference: ast.FunctionDef) -> list[Repair]:
    """Return the edits of the script that leads to the reference, in its order.

    Where an edit would write the greater part of the reference at once, there come edits that
    write parts of it.
    """
    node, reference = without_docstring(node), without_docstring(reference)
    most = max(0.7 * max(map(size, reference.body)), SMALL)
    found = []
    for edit in edit_script(node, reference):
        if edit.novelty < most:
            found.append(_repair(node, edit))
        elif edit.new is not None and not edit.is_around:
            smaller = [part for _, part in parts_of(edit.new) if size(part) < most]
            found += [_repair(node, replace(edit, new=each)) for each in smaller]
    return found


def joint_repair(
    node: ast.FunctionDef, reference: ast.FunctionDef, is_readable: Callable[[ast.FunctionDef], bool]
) -> Repair | None:
    """Return as few edits of the script as make a text that can be read, as one repair.

    One edit alone may leave a text without a type: both sides of an equation have to change.
    """
    node, reference = without_docstring(node), without_docstring(reference)
    new, paths, novelty = node, [], 0
    for _ in range(JOINT):
        script = edit_script(new, reference)
        if not script:
            return None
        edit = script[0]
        if edit.is_insertion or edit.new is None:
            return None
        new = put(new, edit.path, edit.new)
        paths.append(edit.path)
        novelty += edit.novelty
        if len(paths) > 1 and is_readable(new):
            common = os.path.commonprefix(paths)
            while not isinstance(_get(node, common), ast.AST):
                common = common[:-1]
            at, after = _get(node, common), _get(new, common)
            assert isinstance(at, ast.AST) and isinstance(after, ast.AST)
            kind = "two parts of it have to change together"
            return Repair(new, at, kind, ast.unparse(at), ast.unparse(after), novelty)
    return None


def _repair(node: ast.FunctionDef, edit: Edit) -> Repair:
    *way, last = edit.path
    if edit.is_insertion or edit.new is None:
        assert isinstance(last, int)
        added = [edit.new] if isinstance(edit.new, ast.stmt) else []
        rest = node.body[last:] if edit.is_insertion else node.body[last + 1 :]
        new = _with_body(node, [*node.body[:last], *added, *rest])
    else:
        new = put(node, edit.path, edit.new)
    cost = max(2, edit.novelty + 2 * edit.is_around)
    before = "" if edit.is_insertion else ast.unparse(edit.at)
    after = "" if edit.new is None else ast.unparse(edit.new)
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
        case (ast.GeneratorExp() | ast.SetComp() | ast.DictComp()), _ if edit.is_around:
            return "a range is missing: for which values?"
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
        new = without_docstring(mutant.apply_to(copy.deepcopy(text.node)))
        place = mutant.place
        if has_docstring and isinstance(place[1], int):
            place = (place[0], place[1] - 1, *place[2:])
        at = _get(bare, place)
        assert isinstance(at, ast.AST)
        kind = KINDS[mutant.operator]
        cost = 2 if mutant.operator is not Operator.RESTRICT else 6
        after = "" if mutant.after == NOTHING else mutant.after
        yield Repair(new, at, kind, mutant.before, after, cost)


# -- guards: the statements that raise, and those that assume --------------------------------------


def _guards(node: ast.FunctionDef, reference: ast.FunctionDef) -> Iterator[Repair]:
    texts = {ast.unparse(each) for each in node.body}
    for guard in reference.body:
        if not isinstance(guard, ast.If | ast.Assert | ast.Assign) or ast.unparse(guard) in texts:
            continue
        what = {
            ast.If: "a case is missing: an exception is due",
            ast.Assert: "something has to be assumed",
            ast.Assign: "name a part first",
        }[type(guard)]
        for place in range(len(node.body)):
            new = _with_body(node, [*node.body[:place], guard, *node.body[place:]])
            yield _statement(new, node.body[place], what, "", guard)
        for place, statement in enumerate(node.body):
            if isinstance(statement, type(guard)):
                rest = [*node.body[:place], guard, *node.body[place + 1 :]]
                other = "the condition or the exception is the wrong one"
                yield _statement(
                    _with_body(node, rest), statement, other, ast.unparse(statement), guard
                )
            if isinstance(statement, ast.If) and isinstance(guard, ast.If):
                mixed = ast.If(statement.test, guard.body, [])
                rest = [*node.body[:place], mixed, *node.body[place + 1 :]]
                before = ast.unparse(statement)
                new = _with_body(node, rest)
                yield _statement(new, statement, "another exception is due", before, mixed)
    for one in range(len(node.body) - 2):
        swapped = [*node.body]
        swapped[one : one + 2] = swapped[one + 1], swapped[one]
        if all(isinstance(each, ast.If) for each in swapped[one : one + 2]):
            before = ast.unparse(node.body[one])
            what = "the order of the exceptions is the wrong one"
            yield _statement(
                _with_body(node, swapped), node.body[one], what, before, node.body[one + 1]
            )


def _with_body(node: ast.FunctionDef, body: list[ast.stmt]) -> ast.FunctionDef:
    new = copy.copy(node)
    new.body = copy.deepcopy(body)
    return new


def _statement(
    new: ast.FunctionDef, at: ast.stmt, kind: str, before: str, after: ast.stmt
) -> Repair:
    return Repair(new, at, kind, before, ast.unparse(after), 2)


# -- parts of expressions --------------------------------------------------------------------------


@dataclass(frozen=True)
class _PartPlace:
    """An expression within a function, with the dummies that mean something there."""

    path: Path
    node: ast.expr
    dummies: frozenset[str]


def _parts(node: ast.FunctionDef, reference: ast.FunctionDef) -> Iterator[Repair]:
    """Yield edits that put expressions of the reference in place of others, or beside them."""
    offers = _offers(reference)
    for place in _places(node):
        at, text, kind = place.node, ast.unparse(place.node), _kind(place.node)
        if isinstance(at, ast.GeneratorExp | ast.SetComp | ast.DictComp):
            yield from _more_conditions(node, place, offers)
        for offer, free in offers.values():
            if _kind(offer) != kind and "any" not in (kind, _kind(offer)):
                continue
            for new in _rename(offer, free, place.dummies):
                if ast.unparse(new) == text:
                    continue
                yield _edit(node, place, new, _what(at, new), size(new))
                if kind == "truth" or (kind == "any" and _kind(new) == "truth"):
                    for op in (ast.And(), ast.Or()):
                        both = ast.BoolOp(op, [*_operands(at, op), new])
                        what = "a condition is missing"
                        yield _edit(node, place, both, what, size(new) + 2)
                if isinstance(offer, ast.IfExp) and isinstance(new, ast.IfExp):
                    for case in (
                        ast.IfExp(new.test, new.body, at),
                        ast.IfExp(new.test, at, new.orelse),
                    ):
                        yield _edit(node, place, case, "a case is missing", size(new) + 2)
        if isinstance(at, ast.Constant) and type(at.value) is int:
            for value in (at.value + 1, at.value - 1):
                yield _edit(node, place, ast.Constant(value), "a number is off by one", 2)
        if kind == "truth" and not isinstance(at, ast.UnaryOp):
            opposite = ast.UnaryOp(ast.Not(), at)
            yield _edit(node, place, opposite, "the opposite is meant", 3)
        if isinstance(at, ast.Compare) and len(at.ops) == 1:
            for relation in (ast.Eq(), ast.NotEq(), ast.Lt(), ast.LtE(), ast.Gt(), ast.GtE()):
                if type(relation) is not type(at.ops[0]) and not isinstance(
                    at.ops[0], ast.In | ast.NotIn
                ):
                    other = ast.Compare(at.left, [relation], at.comparators)
                    yield _edit(node, place, other, "the comparison is the wrong one", 2)


def _operands(at: ast.expr, op: ast.boolop) -> list[ast.expr]:
    is_same = isinstance(at, ast.BoolOp) and type(at.op) is type(op)
    return at.values if is_same and isinstance(at, ast.BoolOp) else [at]


def _more_conditions(
    node: ast.FunctionDef, place: _PartPlace, offers: Mapping[str, tuple[ast.expr, frozenset[str]]]
) -> Iterator[Repair]:
    """Yield edits that add a condition to a comprehension."""
    at = place.node
    assert isinstance(at, ast.GeneratorExp | ast.SetComp | ast.DictComp)
    inner = place.dummies | {n for g in at.generators for n in _names(g.target)}
    for offer, free in offers.values():
        if _kind(offer) != "truth" or not free:
            continue
        for condition in _rename(offer, free, inner):
            if ast.unparse(condition) in ast.unparse(at):
                continue
            new = copy.deepcopy(at)
            new.generators[-1].ifs.append(condition)
            what = "a condition is missing: not all elements of the range are meant"
            yield _edit(node, place, new, what, 2 + size(condition))


def _offers(reference: ast.FunctionDef) -> dict[str, tuple[ast.expr, frozenset[str]]]:
    """Return the expressions of the reference by text, each with its dummies that are free.

    Not the whole of a text of some size: that would be the solution at once.
    """
    whole = max(size(statement) for statement in reference.body)
    found = {}
    for place in _places(reference):
        if size(place.node) < max(0.7 * whole, SMALL) or len(place.path) > 3:
            names = {n.id for n in ast.walk(place.node) if isinstance(n, ast.Name)}
            found[ast.unparse(place.node)] = (place.node, frozenset(names & place.dummies))
    return found


def _rename(node: ast.expr, free: frozenset[str], dummies: frozenset[str]) -> Iterator[ast.expr]:
    """Yield an expression of the reference in the learner's names for the dummies."""
    names = sorted(free)
    if len(names) > 3:
        return
    for chosen in product(sorted(dummies), repeat=len(names)):
        mapping = dict(zip(names, chosen, strict=True))
        new = copy.deepcopy(node)
        for part in ast.walk(new):
            if isinstance(part, ast.Name) and part.id in mapping:
                part.id = mapping[part.id]
        yield new


def _edit(node: ast.FunctionDef, place: _PartPlace, new: ast.expr, kind: str, cost: int) -> Repair:
    before, after = ast.unparse(place.node), ast.unparse(new)
    return Repair(put(node, place.path, new), place.node, kind, before, after, cost)


def _places(node: ast.FunctionDef) -> Iterator[_PartPlace]:
    for number, statement in enumerate(node.body):
        for name in ("value", "test"):
            part = getattr(statement, name, None)
            if isinstance(part, ast.expr):
                yield from _within(part, ("body", number, name), frozenset())


def _within(node: ast.expr, path: Path, dummies: frozenset[str]) -> Iterator[_PartPlace]:
    if not isinstance(node, ast.Slice):
        yield _PartPlace(path, node, dummies)
    if isinstance(node, ast.GeneratorExp | ast.SetComp | ast.DictComp):
        for number, generator in enumerate(node.generators):
            inner = (*path, "generators", number)
            yield from _within(generator.iter, (*inner, "iter"), dummies)
            dummies |= _names(generator.target)
            for place, condition in enumerate(generator.ifs):
                yield from _within(condition, (*inner, "ifs", place), dummies)
        for name in ("elt", "key", "value"):
            if hasattr(node, name):
                yield from _within(getattr(node, name), (*path, name), dummies)
        return
    for name, value in ast.iter_fields(node):
        if name == "func":
            continue
        if isinstance(value, list):
            for number, each in enumerate(value):
                if isinstance(each, ast.keyword):
                    yield from _within(each.value, (*path, name, number, "value"), dummies)
                elif isinstance(each, ast.expr):
                    yield from _within(each, (*path, name, number), dummies)
        elif isinstance(value, ast.expr):
            yield from _within(value, (*path, name), dummies)


def _names(target: ast.expr) -> frozenset[str]:
    return frozenset(n.id for n in ast.walk(target) if isinstance(n, ast.Name))


def _kind(node: ast.expr) -> str:
    """Return roughly the type of an expression, so that most edits have a type."""
    match node:
        case ast.BoolOp() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return "truth"
        case ast.Constant(value=bool()) | ast.Call(func=ast.Name(id="any" | "all")):
            return "truth"
        case ast.Constant(value=int()) | ast.Call(func=ast.Name(id="len" | "sum")) | ast.BinOp():
            return "number"
        case ast.Call(func=ast.Name(id="range")):
            return "range"
        case ast.GeneratorExp():
            return "generator"
        case ast.SetComp() | ast.Set():
            return "set"
        case ast.DictComp():
            return "mapping"
        case ast.Tuple():
            return "tuple"
    return "any"


def _what(at: ast.expr, new: ast.expr) -> str:
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
