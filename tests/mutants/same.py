"""Same: the proof that a change makes no difference, for all boards there are.

A function of the specification is lifted before and after the change; both return the same on any
board. A function of the kernel is given unknown words; before and after, it yields the same word.
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

from modspec import SpecificationError, declare
from modspec.lift import Bits, Lift, Truth
from modspec.lift.logic import conjunction, equal, same
from modspec.lift.semantics import Semantics
from modspec.lift.symbols import Bool, term
from modspec.prove.scope import Symbols
from modspec.syntax.expressions import Apply, walk
from modspec.syntax.module import Function, Module
from mutants.mutant import Mutant
from othello_model import kernel as original
from othello_proofs.obligations.kernel_goals import WIDTHS, KernelGoals, symbolic_position
from othello_proofs.obligations.specification_goals import scope
from othello_spec import module
from othello_spec.board import SIZE, SQUARES, Direction

Place = tuple[str, str]
"""A function: the Python name of its module, and its own."""

Claim = tuple[z3.BoolRef, Bool]
"""What is known of variables, and what has to follow from it."""

_OF_THE_BOARD: Final = ("board", "lines", "othello")
"""The modules that form one whole; its access programs are those of the last module."""

_PATIENCE: Final = 60_000
"""Milliseconds that the solver may take for one question."""


def proof(mutant: Mutant) -> str:
    """By which proof the change makes no difference; empty if none is found."""
    if mutant.function:
        try:
            return _of_function(mutant)
        except (
            SpecificationError
        ):  # what is asked is more than can be lifted: then nothing is proved
            return ""
    if mutant.module == original.__name__:
        return _of_kernel(mutant)
    return ""


def _holds(claims: Iterable[Claim]) -> bool:
    """Whether each claim follows from the assumptions about its variables."""
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


class _Integers(Semantics):
    """Semantics in which a square with a symbolic row and column may be in a set of squares."""

    def member(self, value: Any, collection: Any) -> Bool:
        """``in``."""
        if isinstance(value, tuple) and any(isinstance(part, z3.ArithRef) for part in value):
            return Truth(
                z3.Or([z3.And([a == b for a, b in zip(value, each, strict=True)])
                       for each in sorted(collection)])
            )  # fmt: skip
        return super().member(value, collection)


def _of_function(mutant: Mutant) -> str:
    """Prove that the function is the same, or its callers are, up to the access programs."""
    changed, whole = (mutant.module, mutant.function), _whole(mutant)
    before, after = Lift(whole), _lift_of_mutant(mutant)
    found, todo = list[str](), [changed]
    while todo:
        place = todo.pop()
        if _holds(_claims(place, mutant, before, after)):
            found.append(place[1])
        elif above := _callers(place, whole):
            todo += above
        else:
            return ""
    names = " and ".join(sorted(set(found)))
    alone = "" if [changed[1]] == found else f", and nothing else applies {changed[1]}"
    return f"z3: {names} is the same on all boards{alone}"


def _whole(mutant: Mutant) -> Module:
    """The module through whose access programs what is changed is used."""
    owner = declare(mutant.module)
    return module("othello") if owner.name in _OF_THE_BOARD else owner


def _lift_of_mutant(mutant: Mutant, words: Semantics | None = None) -> Lift:
    """Return the lift of the specification with the change."""
    (changed,) = (
        node
        for node in ast.parse(mutant.text).body
        if isinstance(node, ast.FunctionDef) and node.name == mutant.function
    )
    edits = {(mutant.module, mutant.function): lambda _: copy.deepcopy(changed)}
    return Lift(_whole(mutant), edits=edits, semantics=words)


def _function(place: Place) -> Function:
    return declare(place[0])[place[1]]


def _callers(place: Place, whole: Module) -> list[Place]:
    """Return the functions that apply a function directly; none for an access program."""
    if place[0] == whole.python_name and place[1] in {f.name for f in whole.access_programs}:
        return []
    names = _OF_THE_BOARD if whole.name in _OF_THE_BOARD else (whole.name,)
    return [
        (function.module, function.name)
        for name in names
        for function in module(name).functions
        if any(
            isinstance(part, Apply) and (part.module, part.function) == place
            for clause in function.clauses()
            for part in walk(clause.value)
        )
    ]


def _claims(place: Place, mutant: Mutant, before: Lift, after: Lift) -> Iterator[Claim]:
    """That a function is the same, whatever it is given."""
    yield from _cases(place, _whole(mutant), before, after)
    if {"row", "col"} <= {p.name for p in _function(place).parameters}:
        yield _elsewhere(place, mutant)


def _cases(place: Place, whole: Module, before: Lift, after: Lift) -> Iterator[Claim]:
    """That both are the same: for each square and the like, and any board."""
    quantified = scope(sorted(SQUARES))
    each = {
        **quantified.each,
        **dict.fromkeys(("row", "col"), range(SIZE)),
        **dict.fromkeys(("k", "steps"), range(1, SIZE)),
        "Direction": tuple(Direction),
    }
    symbols = Symbols(quantified)
    choices = [
        each.get(name) or each.get(kind) or [symbols.of(whole, kind, name)]
        for name, kind in _parameters(place)
    ]
    for arguments in product(*choices):
        yield symbols.constraint, _alike(place, before, after, arguments)


def _elsewhere(place: Place, mutant: Mutant) -> Claim:
    """That both are the same for all rows and columns that are not of the board."""
    row, col = z3.Ints("row col")
    anywhere, symbols = {"row": row, "col": col}, Symbols(scope(sorted(SQUARES)))
    arguments = tuple(
        anywhere[name] if name in anywhere else symbols.of(_whole(mutant), kind, name)
        for name, kind in _parameters(place)
    )
    off = z3.And([z3.Or(row != square.row, col != square.col) for square in sorted(SQUARES)])
    words = _Integers()
    pair = Lift(_whole(mutant), semantics=words), _lift_of_mutant(mutant, _Integers())
    return z3.And(symbols.constraint, off), _alike(place, *pair, arguments)


def _parameters(place: Place) -> list[tuple[str, str]]:
    """The parameters of a function and their types, the state among them."""
    function = _function(place)
    owner = declare(place[0]).state
    state = [(function.state, owner.name)] if function.state and owner else []
    return [*state, *((p.name, getattr(p.type, "name", "")) for p in function.parameters)]


def _alike(place: Place, before: Lift, after: Lift, arguments: tuple[Any, ...]) -> Bool:
    """Whether two functions have the same assumptions, exceptions, domain and value."""
    one, other = (lift.call_in(*place, arguments) for lift in (before, after))
    if [name for name, _ in one.exceptions] != [name for name, _ in other.exceptions]:
        return False
    if (one.value is None) != (other.value is None):
        return False
    raised = zip(one.exceptions, other.exceptions, strict=True)
    return conjunction(
        (
            same(one.assumptions_hold, other.assumptions_hold),
            *(same(ours, theirs) for (_, ours), (_, theirs) in raised),
            same(one.is_defined, other.is_defined),
            one.value is None or equal(one.value, other.value),
        )
    )


# -- the kernel ------------------------------------------------------------------------------------


def _of_kernel(mutant: Mutant) -> str:
    changed = _module_of(mutant.text)
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


def _module_of(text: str) -> ModuleType:
    """Return the module that a text makes."""
    made = ModuleType("othello_model.kernel_of_a_mutant")
    sys.modules[made.__name__] = made  # dataclasses look themselves up
    exec(compile(text, "kernel.py", "exec"), vars(made))
    return made


def _words(changed: ModuleType, width: int) -> Iterator[Claim]:
    """That each function yields the same, for any two words that share no square."""
    p = symbolic_position(original.STANDARD, width)
    squares = [Bits(z3.BitVecVal(1 << number, width)) for number in range(SIZE * SIZE)]
    for fill in ("fill_by_steps", "fill_by_doubling"):
        for name in KernelGoals.FUNCTIONS:
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
