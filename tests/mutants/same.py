"""Same: the proof that a change makes no difference, for all boards there are.

A function of the specification is lifted as it was and as it is now, and both come to the same whatever
the board. A function of the kernel is given words of which nothing is known, and both yield the same word.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Iterable, Iterator
from itertools import product
from types import ModuleType
from typing import Any, Final

import z3

from modspec.module import Function, Module
from modspec.proving.universe import Symbols
from modspec.readings.lift import Bits, Lift, Lifted, Truth
from modspec.readings.lift.logic import conjunction, equal, same
from modspec.readings.lift.symbols import Bool, term
from modspec.readings.lift.words import Words
from mutants.mutant import Mutant
from othello_model import kernel as original
from othello_model.ladder.proofs import universe
from othello_model.obligations.kernel_goals import WIDTHS, Obligations, position
from othello_spec import module
from othello_spec.board import SIZE, SQUARES, Direction

_PATIENCE: Final = 60_000
"""Milliseconds that the solver may take for one question."""


def proof(mutant: Mutant) -> str:
    """By which proof the change makes no difference; empty if none is found."""
    if mutant.function:
        return _of_function(mutant)
    if mutant.module == original.__name__:
        return _of_kernel(mutant)
    return ""


def _holds(claims: Iterable[tuple[Any, Bool]]) -> bool:
    """Whether each claim follows from what is said of its variables."""
    for known, claim in claims:
        if claim is True:
            continue
        asked = z3.Solver()
        asked.set("timeout", _PATIENCE)
        asked.add(known, z3.Not(term(claim)))
        if asked.check() != z3.unsat:
            return False
    return True


# -- functions of the specification ----------------------------------------------------------------


class _Integers(Words):
    """Words that know of a square with a symbolic row and column whether it is in a set of squares."""

    def member(self, value: Any, collection: Any) -> Bool:
        """``in``."""
        if isinstance(value, tuple) and any(isinstance(part, z3.ArithRef) for part in value):
            return Truth(
                z3.Or([z3.And([a == b for a, b in zip(value, each, strict=True)])
                       for each in sorted(collection)])
            )  # fmt: skip
        return super().member(value, collection)


def _of_function(mutant: Mutant) -> str:
    owner = module(mutant.module.rpartition(".")[2])
    function = owner[mutant.function]
    before, after = _pair(mutant, owner)
    whole = [p.name for p in function.parameters if p.name in ("row", "col")]
    claims = list(_cases(owner, function, before, after))
    if whole:
        claims.append(_elsewhere(mutant, owner, function))
    if not _holds(claims):
        return ""
    beyond = " and all other integers" if whole else ""
    return f"z3: {function.name} is the same function, {len(claims)} goals, all boards{beyond}"


def _pair(mutant: Mutant, owner: Module, **options: Any) -> tuple[Lift, Lift]:
    """The module, lifted as it was and as it is now."""
    (changed,) = (
        node
        for node in ast.parse(mutant.text).body
        if isinstance(node, ast.FunctionDef) and node.name == mutant.function
    )
    edits = {(mutant.module, mutant.function): lambda _: copy.deepcopy(changed)}
    return Lift(owner, **options), Lift(owner, edits=edits, **options)


def _cases(
    owner: Module, function: Function, before: Lift, after: Lift
) -> Iterator[tuple[Any, Bool]]:
    """That both are the same: for each square and the like, and any board."""
    quantified = universe(sorted(SQUARES))
    symbols = Symbols(quantified)
    each = {
        **quantified.each,
        **dict.fromkeys(("row", "col"), range(SIZE)),
        **dict.fromkeys(("k", "steps"), range(1, SIZE)),
        "Direction": tuple(Direction),
    }
    names: list[str] = [p.name for p in function.parameters]
    if function.state:
        names.insert(0, function.state)
    types = {p.name: getattr(p.type, "name", "") for p in function.parameters}
    types |= {function.state: "Game"} if function.state else {}
    choices = [
        list(each.get(name) or each.get(types[name], ())) or [symbols.of(owner, types[name], name)]
        for name in names
    ]
    for arguments in product(*choices):
        one, other = (lift.call(function.name, *arguments) for lift in (before, after))
        yield symbols.constraint, _alike(one, other)


def _elsewhere(mutant: Mutant, owner: Module, function: Function) -> tuple[Any, Bool]:
    """That both are the same for all rows and columns that are not of the board."""
    before, after = _pair(mutant, owner, words=_Integers())
    symbols = Symbols(universe(sorted(SQUARES)))
    row, col = z3.Ints("row col")
    arguments = [symbols.of(owner, "Game", "game")] if function.state else []
    for parameter in function.parameters:
        known = {"row": row, "col": col}.get(parameter.name)
        type_name = getattr(parameter.type, "name", "")
        arguments.append(symbols.of(owner, type_name, parameter.name) if known is None else known)
    off = z3.And([z3.Or(row != square.row, col != square.col) for square in sorted(SQUARES)])
    one, other = (lift.call(function.name, *arguments) for lift in (before, after))
    return z3.And(symbols.constraint, off), _alike(one, other)


def _alike(one: Lifted, other: Lifted) -> Bool:
    """Whether two functions assume the same, raise the same, mean something for the same, and are the same."""
    if [name for name, _ in one.exceptions] != [name for name, _ in other.exceptions]:
        return False
    if (one.value is None) != (other.value is None):
        return False
    raised = zip(one.exceptions, other.exceptions, strict=True)
    return conjunction(
        (
            same(one.assumed, other.assumed),
            *(same(ours, theirs) for (_, ours), (_, theirs) in raised),
            same(one.defined, other.defined),
            one.value is None or equal(one.value, other.value),
        )
    )


# -- the kernel ------------------------------------------------------------------------------------


def _of_kernel(mutant: Mutant) -> str:
    changed = _executed(mutant.text)
    claims = [claim for width in WIDTHS for claim in _words(changed, width)]
    fixed = ("board", "start")
    shapes = ((8, 8), (4, 4), (4, 6))
    if any(
        getattr(changed.Kernel(*shape), name) != getattr(original.Kernel(*shape), name)
        for shape in shapes
        for name in fixed
    ):
        return ""
    return (
        f"z3: every function yields the same words, {len(claims)} goals" if _holds(claims) else ""
    )


def _executed(text: str) -> ModuleType:
    """The module that a text is."""
    made = ModuleType("othello_model.kernel_of_a_mutant")
    sys.modules[made.__name__] = made  # dataclasses look themselves up
    exec(compile(text, "kernel.py", "exec"), vars(made))
    return made


def _words(changed: ModuleType, width: int) -> Iterator[tuple[Any, Bool]]:
    """That each function yields the same, for any two words that share no square."""
    p = position(original.STANDARD, width)
    squares = [Bits(z3.BitVecVal(1 << number, width)) for number in range(SIZE * SIZE)]
    for fill in ("fill_by_steps", "fill_by_doubling"):
        for name in Obligations.FUNCTIONS:
            of_square = name in ("flips", "place")
            for square in squares if of_square else [None]:
                words = (p.own, p.opponent) if square is None else (p.own, p.opponent, square)
                found = [
                    getattr(each.STANDARD, name)(*words, fill=getattr(each, fill))
                    for each in (original, changed)
                ]
                yield p.constraint, _same_words(*found)


def _same_words(one: Any, other: Any) -> Bool:
    if isinstance(one, tuple):
        return conjunction(_same_words(*pair) for pair in zip(one, other, strict=True))
    return one == other if isinstance(one, Bits) else equal(one, other)
