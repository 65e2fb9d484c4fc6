"""Exchange: translate CrossHair's values to symbols of the lifted specification, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

import z3
from crosshair.libimpl.builtinslib import SymbolicBool, SymbolicInt

from modspec.crosshair.integers import SymbolicCount, SymbolicWord, widen
from modspec.lift import Bits, Choice, Integer, Number, Truth
from modspec.prove.prover import value_in
from modspec.run.branchless import Word

WIDTH: Final = 128
"""The width of a word among symbols: twice that of a parameter, with room for shifts."""


def to_symbols(value: Any) -> Any:
    """Return a value of CrossHair as symbols; tuples and data classes part by part."""
    match value:
        case SymbolicWord():
            if value.var.size() > WIDTH:
                raise OverflowError(f"a word has become longer than {WIDTH} bits")
            return Bits(widen(value.var, WIDTH))
        case SymbolicCount():
            return value.number
        case SymbolicBool():
            return Truth(value.var)
        case SymbolicInt():
            return Integer(value.var)
    if type(value) is tuple:
        return tuple(map(to_symbols, value))
    return _by_field(to_symbols, value)


def to_crosshair(value: Any) -> Any:
    """Return symbols as values of CrossHair. A choice takes a path for each of its values."""
    match value:
        case Bits():
            return SymbolicWord(value.term)
        case Number():
            return SymbolicCount(value)
        case Integer():
            return SymbolicInt(value.term)
        case Truth():
            return SymbolicBool(value.term)
        case Choice():
            *others, last = value.options
            return next((option for option in others if to_crosshair(value.is_(option))), last)
    return _by_field(to_crosshair, value)


def _by_field(translate: Callable[[Any], Any], value: Any) -> Any:
    if not is_dataclass(value) or isinstance(value, type):
        return value
    return replace(value, **{f.name: translate(getattr(value, f.name)) for f in fields(value)})


def argument_in(value: Any, model: z3.ModelRef, kind: type) -> Any:
    """Return the value in a model of an argument whose parameter has that type."""
    known = value_in(value, model)
    return Word(known) if kind is Word and isinstance(value, Bits) else known
