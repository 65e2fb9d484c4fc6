"""Applied queries: the queries of a module that the clauses of a routine apply.

A program often makes such a query itself. What the query does wrong, the routine does wrong then.
"""

from __future__ import annotations

from collections.abc import Iterable

from modspec.syntax.declaration import declare
from modspec.syntax.module import Clause, Function
from modspec.syntax.relations import reachable_from, with_definitions


def applied_queries(function: Function, clauses: Iterable[Clause]) -> frozenset[str]:
    """Return the queries of its module that clauses of a function apply, directly or not."""
    every = (part for clause in clauses for part in with_definitions(clause, function))
    applied = reachable_from(every)
    return frozenset(
        each.name
        for each in declare(function.module).access_programs
        if not each.is_transition and (each.module, each.name) in applied
    )
