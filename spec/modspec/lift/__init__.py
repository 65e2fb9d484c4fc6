"""Lift: a specification read as logic, for values of which not everything is known.

:mod:`.symbols` are such values, :mod:`.logic` what can be asked of them. :mod:`.words` says what the words
of Python mean for them, and :mod:`.desugar` puts these meanings in a function's text, by rewriting only
what Python does not let one overload; :mod:`.lifting` executes the rewritten text. :mod:`.integers` are
unbounded, and :mod:`.bits` are words for programs that compute with words.

z3 is needed here: ``pip install z3-solver``.
"""

from modspec.lift.bits import Bits
from modspec.lift.integers import Integer
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
    "Symbolic",
    "Truth",
]
