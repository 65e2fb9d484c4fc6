"""The plugin that makes CrossHair keep words and choices symbolic.

CrossHair finds it by the entry point of this package, so plain ``crosshair check`` uses it as well.
A parameter of type :class:`~modspec.run.branchless.Word` becomes a bit-vector. A call of
:func:`~modspec.run.branchless.select` becomes an if-then-else of the solver where it chooses
between truth values, numbers or words; for other values there are two paths, as for Python's
``if``.
"""

from __future__ import annotations

from typing import Any

import crosshair.core_and_libs  # noqa: F401  # it forgets all that is registered before its import
import z3
from crosshair.core import SymbolicFactory, register_patch, register_type
from crosshair.libimpl.builtinslib import SymbolicBool, SymbolicInt
from crosshair.tracers import NoTracing

from modspec.crosshair.integers import SymbolicWord, choose
from modspec.run.branchless import Word, select


def _symbolic_word(factory: SymbolicFactory) -> SymbolicWord:
    return SymbolicWord(z3.BitVec(factory.varname, 64), Word)


def _word(value: Any = 0, *base: Any) -> Any:
    """``Word(value)``."""
    with NoTracing():
        if isinstance(value, SymbolicWord):
            return SymbolicWord(value.var, Word)
    return Word(value, *base)


def _select(condition: Any, then: Any, otherwise: Any) -> Any:
    """``select(condition, then, otherwise)``."""
    with NoTracing():
        if isinstance(condition, SymbolicBool):
            merged = _merge(condition.var, then, otherwise)
            if merged is not None:
                return merged
    return select(condition, then, otherwise)


def _merge(condition: z3.BoolRef, then: Any, otherwise: Any) -> Any:
    """Return a value that is one of the two; None if no symbolic value can be."""
    if then is otherwise:
        return then
    kinds = {_kind(then), _kind(otherwise)}
    for kind in (SymbolicBool, SymbolicInt):
        if kinds == {kind}:
            cases = (kind._coerce_to_smt_sort(value) for value in (then, otherwise))
            return kind(z3.If(condition, *cases))
    return choose(condition, then, otherwise) if SymbolicWord in kinds else None


def _kind(value: Any) -> type | None:
    """Return the kind of symbolic value that can stand for this one."""
    if isinstance(value, bool | SymbolicBool):
        return SymbolicBool
    if isinstance(value, SymbolicWord | Word):
        return SymbolicWord
    return SymbolicInt if type(value) in (int, SymbolicInt) else None


register_type(Word, _symbolic_word)
register_patch(Word, _word)
register_patch(select, _select)
