"""Cases of a state: the values of its enumerations, tried one by one.

Which player has the turn decides which text is read as logic. For each player it is much shorter
than for both at once, and the solver has less to find out.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any, Final

from modspec.lift import Choice
from modspec.prove.scope import Case
from modspec.syntax.values import State, values_of

MOST: Final = 8
"""Cases of a state; with more, its enumerations stay symbolic."""


def cases_of_state(state: State | None, called: str) -> list[Case]:
    """Return the combinations of the values of enumerations in a symbolic state.

    A case names a state variable as a text does, ``called.variable``. Without a state, or if there
    are too many combinations, there is one case, in which nothing is fixed.
    """
    options = {name: v.options for name, v in by_variable(state, called).items() if _is_choice(v)}
    if math.prod(map(len, options.values())) > MOST:
        return [()]
    return [tuple(zip(options, values, strict=True)) for values in product(*options.values())]


def in_case(state: State, called: str, case: Case) -> State:
    """Return a symbolic state with the values that a case fixes."""
    fixed = {**by_variable(state, called), **dict(case)}  # a case may fix parameters as well
    return type(state)(**{name: fixed[f"{called}.{name}"] for name in state.variables})


def by_variable(state: State | None, called: str) -> dict[str, Any]:
    """Return the values of a state under the names of its variables in a text."""
    if state is None:
        return {}
    names = (f"{called}.{name}" for name in state.variables)
    return dict(zip(names, values_of(state), strict=True))


def _is_choice(value: object) -> bool:
    return isinstance(value, Choice)
