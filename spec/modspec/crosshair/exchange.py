"""Exchange: the symbolic values of CrossHair for those of the lifted specification, and back."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

import z3
from crosshair.libimpl.builtinslib import SymbolicBool, SymbolicInt

from modspec.crosshair.bitvectors import SymbolicWord, widen
from modspec.crosshair.counts import SymbolicCount
from modspec.lift import Bits, Choice, Integer, Number, Truth
from modspec.run.branchless import Word

WIDTH: Final = 128
"""How many bits a word has among symbols: twice those of a parameter, for what is shifted out of it."""


def native(value: Any) -> Any:
    """What is symbolic in a value as symbols; tuples and data classes part by part."""
    if isinstance(value, SymbolicWord):
        if value.var.size() > WIDTH:
            raise OverflowError(f"a word has become longer than {WIDTH} bits")
        return Bits(widen(value.var, WIDTH))
    if isinstance(value, SymbolicCount):
        return value.number
    if isinstance(value, SymbolicBool):
        return Truth(value.var)
    if isinstance(value, SymbolicInt):
        return Integer(value.var)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: native(getattr(value, f.name)) for f in fields(value)})
    return tuple(map(native, value)) if type(value) is tuple else value


def foreign(value: Any) -> Any:
    """The other way round. Which of several known values it is makes as many paths."""
    if isinstance(value, Bits):
        return SymbolicWord(value.term)
    if isinstance(value, Number):
        return SymbolicCount(value)
    if isinstance(value, Integer):
        return SymbolicInt(value.term)
    if isinstance(value, Truth):
        return SymbolicBool(value.term)
    if isinstance(value, Choice):
        *others, last = value.options
        return next((option for option in others if foreign(value.is_(option))), last)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: foreign(getattr(value, f.name)) for f in fields(value)})
    return value


def known(value: Any, model: z3.ModelRef, kind: type) -> Any:
    """What a native value, of a parameter of that type, is in a model."""
    if not isinstance(value, Truth | Bits | Integer):
        return value
    found = model.eval(value.term, model_completion=True)
    if isinstance(found, z3.BitVecNumRef | z3.IntNumRef):
        return (Word if kind is Word else int)(found.as_long())
    return z3.is_true(found)
