"""Lift: a specification read as logic, for values that are not wholly known.

:mod:`.symbols` are such values; :mod:`.integers` have no bounds, and :mod:`.bits` are words for
programs that compute with words. :mod:`.logic` has the questions that can be asked of them.
:mod:`.semantics` says what the operators of Python mean for them, :mod:`.desugar` puts these
meanings into a function's text where Python cannot overload an operator, and :mod:`.lifting`
executes the text.

Install z3 with ``pip install z3-solver``.
"""

from modspec.lift.bits import Bits
from modspec.lift.integers import Integer, RealTerm
from modspec.lift.lifting import Lift, Lifted
from modspec.lift.symbols import Bool, Choice, Collection, Number, Symbolic, Truth

__all__ = [
    "Bits",
    "Bool",
    "Choice",
    "Collection",
    "Integer",
    "Lift",
    "Lifted",
    "Number",
    "RealTerm",
    "Symbolic",
    "Truth",
]
