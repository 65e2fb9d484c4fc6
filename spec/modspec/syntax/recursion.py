"""Recursion: a function may call itself for the rest of a sequence, so that it comes to an end.

The measure is the length of a parameter. The function is a conditional expression whose first case
is about short sequences; everywhere else it calls itself only for a part that is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable

from modspec.syntax import expressions as ex
from modspec.syntax.module import Function

RECURSION = (
    "quantify over a range instead, or call it for the rest of a sequence: "
    "f(s) is a if len(s) < 1 else ... f(s[1:])"
)
"""What to write in place of a function that may call itself for ever."""


def is_bounded(function: Function) -> bool:
    """Whether each call of the function by itself is for a shorter sequence, and some need none."""
    if function.state is not None or function.output is None:
        return False
    parts = [part for clause in function.clauses() for part in ex.walk(clause.value)]
    calls = [part for part in parts if _is_call_of(function, part)]
    positions = range(len(function.parameters))
    return any(_decreases(function, function.output.value, calls, n) for n in positions)


def first_call(function: Function, callees: Iterable[str]) -> ex.Apply:
    """Return the call by which a function comes back to itself: the first one that gets no shorter.

    ``callees`` are the names of the functions that call each other; it calls one of them.
    """
    clauses = (*([function.output] if function.output else ()), *function.clauses())
    parts = [part for clause in clauses for part in ex.walk(clause.value)]
    calls = [part for part in parts if isinstance(part, ex.Apply) and part.function in callees]
    return next((call for call in calls if not _gets_shorter(function, call)), calls[0])


def _gets_shorter(function: Function, call: ex.Apply) -> bool:
    """Whether a function calls itself for a part of one of its sequences."""
    pairs = zip(call.arguments, function.parameters, strict=False)
    return call.function == function.name and any(
        _drop_count(argument, ex.Variable(parameter.name)) for argument, parameter in pairs
    )


def _is_call_of(function: Function, part: ex.Node) -> bool:
    return isinstance(part, ex.Apply) and (part.module, part.function) == (
        function.module,
        function.name,
    )


def _decreases(
    function: Function, body: ex.Expression, calls: list[ex.Node], position: int
) -> bool:
    """Whether the parameter at a position is shorter in each call, and is so only if it can be."""
    sequence = ex.Variable(function.parameters[position].name)
    counts = [
        _drop_count(call.arguments[position], sequence)
        for call in calls
        if isinstance(call, ex.Apply)
    ]
    if not isinstance(body, ex.Conditional):
        return False
    own = [part for clause in function.clauses() for part in ex.walk(clause.value)]
    inside = [part for part in ex.walk(body) if part in calls]
    first = body.cases[0]
    is_base = not any(
        part in calls for node in (first.condition, first.value) for part in ex.walk(node)
    )
    is_all_inside = sum(part in calls for part in own) == len(inside)
    return (
        is_base
        and is_all_inside
        and min(counts) >= 1
        and max(counts) <= _least(first.condition, sequence)
    )


def _drop_count(argument: ex.Expression, sequence: ex.Variable) -> int:
    """Return how many elements of the beginning an argument lacks; 0 if it is something else."""
    match argument:
        case ex.Slice(target, ex.Literal(int(low)), ex.Size(whole)):
            return low if target == sequence == whole else 0
    return 0


def _least(condition: ex.Expression, sequence: ex.Variable) -> int:
    """Return the length that a sequence has at least where the condition of the base fails."""
    match condition:
        case ex.Comparison(ex.Size(measured), (("Lt", ex.Literal(int(bound))),)):
            return bound if measured == sequence else 0
        case ex.Comparison(ex.Size(measured), (("Eq", ex.Literal(0)),)):
            return 1 if measured == sequence else 0
    return 0
