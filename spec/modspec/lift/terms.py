"""Terms: z3's connectives of truth values, without their overhead.

z3's own ``And``, ``Or``, ``Not`` and ``If`` check the sort of every argument, convert what is no
term, and look up the context. A lifted specification makes a million of them, all of truth values
in one context, so that these checks would take most of its time. Here z3 is called as its own
functions call it in the end.
"""

from __future__ import annotations

from collections.abc import Sequence

import z3
from z3 import z3core, z3types

_CONTEXT = z3.main_ctx()
_REFERENCE = _CONTEXT.ref()


def _array(terms: Sequence[z3.BoolRef]) -> object:
    return (z3types.Ast * len(terms))(*(term.ast for term in terms))


def all_of(terms: Sequence[z3.BoolRef]) -> z3.BoolRef:
    """Return the conjunction of at least two terms."""
    return z3.BoolRef(z3core.Z3_mk_and(_REFERENCE, len(terms), _array(terms)), _CONTEXT)


def any_of(terms: Sequence[z3.BoolRef]) -> z3.BoolRef:
    """Return the disjunction of at least two terms."""
    return z3.BoolRef(z3core.Z3_mk_or(_REFERENCE, len(terms), _array(terms)), _CONTEXT)


def inverse(term: z3.BoolRef) -> z3.BoolRef:
    """Return the negation."""
    return z3.BoolRef(z3core.Z3_mk_not(_REFERENCE, term.ast), _CONTEXT)


def either(condition: z3.BoolRef, then: z3.BoolRef, otherwise: z3.BoolRef) -> z3.BoolRef:
    """Return ``then`` if the condition holds, else ``otherwise``."""
    return z3.BoolRef(
        z3core.Z3_mk_ite(_REFERENCE, condition.ast, then.ast, otherwise.ast), _CONTEXT
    )


def alike(left: z3.BoolRef, right: z3.BoolRef) -> z3.BoolRef:
    """Return the equivalence."""
    return z3.BoolRef(z3core.Z3_mk_eq(_REFERENCE, left.ast, right.ast), _CONTEXT)


def identical(left: z3.BoolRef, right: z3.BoolRef) -> bool:
    """Whether the two are the same term."""
    return bool(z3core.Z3_is_eq_ast(_REFERENCE, left.ast, right.ast))
