"""Terms: how truth values are put together in z3, without asking again what is known.

z3's own ``And``, ``Or``, ``Not`` and ``If`` look at the sort of every argument, convert what is no term, and look
for the context. A lifted specification makes a million of them, all of truth values in one context, so
that this is most of its time. Here z3 is called as they call it in the end.
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
    """Whether all of at least two are true."""
    return z3.BoolRef(z3core.Z3_mk_and(_REFERENCE, len(terms), _array(terms)), _CONTEXT)


def any_of(terms: Sequence[z3.BoolRef]) -> z3.BoolRef:
    """Whether any of at least two is true."""
    return z3.BoolRef(z3core.Z3_mk_or(_REFERENCE, len(terms), _array(terms)), _CONTEXT)


def inverse(term: z3.BoolRef) -> z3.BoolRef:
    """Whether it is false."""
    return z3.BoolRef(z3core.Z3_mk_not(_REFERENCE, term.ast), _CONTEXT)


def either(condition: z3.BoolRef, then: z3.BoolRef, otherwise: z3.BoolRef) -> z3.BoolRef:
    """The one if the condition holds, and the other if not."""
    return z3.BoolRef(
        z3core.Z3_mk_ite(_REFERENCE, condition.ast, then.ast, otherwise.ast), _CONTEXT
    )


def alike(left: z3.BoolRef, right: z3.BoolRef) -> z3.BoolRef:
    """Whether both are true or both are false."""
    return z3.BoolRef(z3core.Z3_mk_eq(_REFERENCE, left.ast, right.ast), _CONTEXT)


def identical(left: z3.BoolRef, right: z3.BoolRef) -> bool:
    """Whether the two are one and the same term."""
    return bool(z3core.Z3_is_eq_ast(_REFERENCE, left.ast, right.ast))
