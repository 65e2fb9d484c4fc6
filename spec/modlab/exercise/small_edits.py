"""Small edits: each changes one place of a learner's text, and nothing of the text is lost.

They do not come from the reference: a bound moves by one, a comparison is another one, two
neighbours change places. So a text that is nearly right stays the learner's own.
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from modspec.run.mutants import Path

_ORDER: Final = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_BOUNDS: Final = {
    (ast.Lt, ast.LtE),
    (ast.LtE, ast.Lt),
    (ast.Gt, ast.GtE),
    (ast.GtE, ast.Gt),
}
"""Comparisons that differ only in whether the bound itself belongs to it."""

_MEMBERSHIP: Final = (ast.In, ast.NotIn)
_OTHER_QUANTIFIER: Final = {"any": "all", "all": "any"}

NEW_DUMMY: Final = "jklmn"
"""Names for a dummy that an edit adds."""


@dataclass(frozen=True)
class SmallEdit:
    """A change of one place of a function."""

    path: Path
    """From the function to the part that changes."""

    new: ast.AST
    """What stands there instead."""

    kind: str
    """What kind of change it is, in a few words."""

    cost: float = 2
    """How much the edit changes."""

    swapped: tuple[ast.AST, ast.AST] | None = None
    """The two neighbours that change places, if the edit is that."""


def small_edits(node: ast.FunctionDef) -> Iterator[SmallEdit]:
    """Yield the small edits of a function."""
    yield from _swaps(("body",), node, node.body)
    parameters = [each.arg for each in node.args.args]
    for number, statement in enumerate(node.body):
        for path, part in _parts(statement, ("body", number)):
            yield from _edits_of(path, part, parameters)


def _parts(node: ast.AST, path: Path) -> Iterator[tuple[Path, ast.AST]]:
    """Yield a syntax tree and all that is within, each with the path to it.

    The number in a sum, or in a slice, is no part: it changes with the sum or the slice.
    """
    yield path, node
    if _is_sum(node):
        yield from _parts(node.left, (*path, "left"))
        return
    if isinstance(node, ast.Slice):
        return
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            for number, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield from _parts(each, (*path, name, number))
        elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
            yield from _parts(value, (*path, name))


def _is_sum(node: ast.AST) -> TypeGuard[ast.BinOp]:
    match node:
        case ast.BinOp(_, ast.Add() | ast.Sub(), ast.Constant()):
            return True
    return False


def _edits_of(path: Path, part: ast.AST, parameters: list[str]) -> Iterator[SmallEdit]:
    match part:
        case ast.Compare():
            yield from _comparisons(path, part)
        case ast.Constant(int(value)) if type(value) is int:
            yield from _shifts(path, part)
        case ast.Call(ast.Name("range"), bounds):
            for number, bound in enumerate(bounds):
                yield from _shifts((*path, "args", number), bound)
        case ast.Call(ast.Name(("any" | "all") as name)):
            changed = copy.copy(part)
            changed.func = _name(_OTHER_QUANTIFIER[name])
            yield SmallEdit(path, changed, "the other quantifier is meant")
        case ast.Call(_, arguments):
            yield from _swaps((*path, "args"), part, arguments)
        case ast.Subscript(row, ast.Slice(lower, upper)):
            yield SmallEdit(path, row, "nothing has to be left out", cost=3)
            for end, limit in (("lower", lower), ("upper", upper)):
                if limit is not None:
                    shifts = _shifts((*path, "slice", end), limit)
                    yield from (each for each in shifts if not _is_zero(each.new))
        case ast.BoolOp(op, values):
            operator = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield SmallEdit(path, ast.BoolOp(operator, values), "the other connective is meant")
            yield from _swaps((*path, "values"), part, values)
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
            operation = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            yield SmallEdit(path, ast.BinOp(left, operation, right), "the sign there is wrong")
            if isinstance(right, ast.Constant):
                yield from _shifts(path, part)
            elif isinstance(op, ast.Sub):
                new = ast.BinOp(right, op, left)
                yield SmallEdit(path, new, _SWAP, swapped=(left, right))
        case ast.IfExp(test, body, orelse):
            turned = ast.IfExp(test, orelse, body)
            yield SmallEdit(path, turned, _SWAP, swapped=(body, orelse))
        case ast.Tuple(elements):
            yield from _swaps((*path, "elts"), part, elements)
        case ast.Subscript(_, ast.Name() as element):
            yield SmallEdit(path, element, "the element itself is meant", cost=3)
        case ast.GeneratorExp() | ast.SetComp():
            yield from _with_all_others(path, part)
        case ast.DictComp():
            yield from _with_one_entry(path, part, parameters)


def _is_zero(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _name(text: str) -> ast.Name:
    return ast.Name(text, ast.Load())


_SWAP: Final = "the two are in the wrong order"


def _swaps(path: Path, holder: ast.AST, elements: list[Any]) -> Iterator[SmallEdit]:
    """Yield the edits by which two neighbours in a list of a node change places."""
    for number, (one, other) in enumerate(itertools.pairwise(elements)):
        if type(one) is not ast.Return and type(other) is not ast.Return:
            new: Any = copy.copy(holder)
            name = path[-1]
            assert isinstance(name, str)
            setattr(new, name, [*elements[:number], other, one, *elements[number + 2 :]])
            yield SmallEdit(path[:-1], new, _SWAP, swapped=(one, other))


def _comparisons(path: Path, part: ast.Compare) -> Iterator[SmallEdit]:
    for number, operator in enumerate(part.ops):
        for group in (_ORDER, _MEMBERSHIP):
            if type(operator) in group:
                for other in group:
                    if other is not type(operator):
                        new = copy.copy(part)
                        new.ops = [*part.ops[:number], other(), *part.ops[number + 1 :]]
                        is_bound = (type(operator), other) in _BOUNDS
                        kind = "the comparison is the wrong one"
                        yield SmallEdit(path, new, kind, cost=2 if is_bound else 3)


def _shifts(path: Path, bound: ast.expr) -> Iterator[SmallEdit]:
    for step in (1, -1):
        new = short_sum(ast.BinOp(bound, ast.Add(), ast.Constant(step)))
        if not (isinstance(new, ast.Constant) and new.value == -1):
            yield SmallEdit(path, new, "a bound or a number there is off by one")


def short_sum(term: ast.expr) -> ast.expr:
    """Return a sum with its numbers added up: ``k`` for ``k + 1 - 1``."""
    rest, number = _sum_of(term)
    if rest is None:
        return ast.Constant(number)
    if number == 0:
        return rest
    sign = ast.Add() if number > 0 else ast.Sub()
    return ast.BinOp(rest, sign, ast.Constant(abs(number)))


def with_short_sums(term: ast.expr) -> ast.expr:
    """Return a copy of a term in which the numbers of every sum are added up."""
    new: ast.expr = _Shortening().visit(copy.deepcopy(term))
    return new


class _Shortening(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:  # the name is Python's
        """Return a sum in its short form."""
        self.generic_visit(node)
        is_sum = isinstance(node.op, ast.Add | ast.Sub) and isinstance(node.left, ast.BinOp)
        return short_sum(node) if is_sum else node


def _sum_of(term: ast.expr) -> tuple[ast.expr | None, int]:
    """Return what is added in a sum beside numbers, and what the numbers come to."""
    match term:
        case ast.Constant(int(value)) if type(value) is int:
            return None, value
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, ast.Constant(int(value))):
            rest, number = _sum_of(left)
            return rest, number + (value if isinstance(op, ast.Add) else -value)
    return term, 0


def _with_all_others(path: Path, part: ast.GeneratorExp | ast.SetComp) -> Iterator[SmallEdit]:
    """Yield the edits by which a formula about neighbours is about every two elements."""
    known = {each.id for each in ast.walk(part) if isinstance(each, ast.Name)}
    free = [name for name in NEW_DUMMY if name not in known]
    for inner in ast.walk(part.elt):
        match inner:
            case ast.Subscript(ast.Name() as row, ast.BinOp(_, ast.Add(), ast.Constant()) as first):
                dummy = _name(free[0])
                length = ast.Call(_name("len"), [row], [])
                through = ast.Call(_name("range"), [first, length], [])
                new = copy.copy(part)
                target = ast.Name(free[0], ast.Store())
                new.generators = [*part.generators, ast.comprehension(target, through, [], 0)]
                element = ast.Subscript(row, dummy, ast.Load())
                new.elt = _Putting(ast.dump(inner), element).visit(copy.deepcopy(part.elt))
                yield SmallEdit(path, new, "not only the next element is meant", cost=8)


def _with_one_entry(path: Path, part: ast.DictComp, parameters: list[str]) -> Iterator[SmallEdit]:
    """Yield the edits by which one entry of a mapping changes, and not all of them."""
    key = ast.dump(part.key)
    for inner in ast.walk(part.value):
        if isinstance(inner, ast.Subscript) and ast.dump(inner.slice) == key:
            for parameter in parameters:
                name = _name(parameter)
                value = _Putting(key, name).visit(copy.deepcopy(part.value))
                new = ast.Dict([None, name], [inner.value, value])
                yield SmallEdit(path, new, "only one entry of it changes", cost=6)


class _Putting(ast.NodeTransformer):
    """Puts one expression in place of another, wherever that stands."""

    def __init__(self, before: str, after: ast.expr) -> None:
        self._before, self._after = before, after

    def visit(self, node: ast.AST) -> Any:
        """Return what stands there instead."""
        return self._after if ast.dump(node) == self._before else self.generic_visit(node)
