"""Like parts: a part of a condition that, with less in it, is about the same as another part.

A dead cell is born with three neighbours; a living one stays alive with two. Who forgets that the
second is about living cells has cells born with two neighbours: as it is written, one part says too
much, but it is the other part's rule that a reader sees broken. No reply tells which of them it is.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

from modspec.run.mutants import Mutant
from modspec.syntax.declaration import declare
from modspec.syntax.labels import Labels


@cache
def rules_of_like_parts(mutant: Mutant) -> tuple[str, ...]:
    """Return the rules of the parts that the mutated part of a condition becomes like.

    Of a part of another condition, a mutant leaves out all that only this part reads. What is left
    reads no more than the like part.
    """
    module = declare(mutant.module)
    tree = ast.parse(module.source)
    labels = Labels(module.source, tree)
    function = next(
        each
        for each in tree.body
        if isinstance(each, ast.FunctionDef) and each.name == mutant.function
    )
    edited = mutant.apply_to(copy.deepcopy(function))
    found: dict[str, None] = {}
    for condition, before, after in _mixed_conditions(function, edited, mutant):
        for other in condition.values:
            read = _operands(other)
            if other is not before and _operands(after) <= read and not _operands(before) <= read:
                found |= dict.fromkeys(labels.of(other))
    return tuple(rule for rule in found if rule not in mutant.rules)


def _mixed_conditions(
    before: ast.AST, after: ast.AST, mutant: Mutant
) -> Iterator[tuple[ast.BoolOp, ast.BoolOp, ast.expr]]:
    """Yield the conditions around the place of a mutant, each with its part, plain and mutated.

    They are disjunctions with a conjunction in them, and conjunctions with a disjunction.
    """
    old: Any = before
    new: Any = after
    condition: Any = None
    for step in mutant.place:
        if isinstance(step, str):
            condition, old, new = old, getattr(old, step), getattr(new, step)
        elif len(old) != len(new):
            return  # the mutant leaves out an element here
        else:
            old, new = old[step], new[step]
            are_conditions = isinstance(condition, ast.BoolOp) and isinstance(old, ast.BoolOp)
            if are_conditions and type(condition.op) is not type(old.op):
                yield condition, old, new


def _operands(condition: ast.AST) -> frozenset[str]:
    """Return what a condition compares or asks, without the constants."""
    match condition:
        case ast.BoolOp(values=parts):
            return frozenset().union(*map(_operands, parts))
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return _operands(part)
        case ast.Compare(left=left, comparators=others):
            sides = (each for each in (left, *others) if not isinstance(each, ast.Constant))
            return frozenset(map(ast.dump, sides))
        case _:
            return frozenset({ast.dump(condition)})
