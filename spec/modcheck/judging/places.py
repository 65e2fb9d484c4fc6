"""Places: the functions of a specification in which a cause may lie."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from modcheck.judging.gatherer import Gatherer
from modcheck.judging.localise import Location
from modcheck.judging.oracle import Place
from modcheck.judging.table import Cause
from modcheck.testing import budget
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import (
    Apply,
    Comparison,
    MapOf,
    Node,
    Quantified,
    SetOf,
    children,
    walk,
)
from modspec.syntax.module import Clause, Function
from modspec.syntax.relations import reachable, reachable_from, with_definitions


class Places:
    """Where the causes of one program's faults may lie."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer, self._oracle = gatherer, gatherer.oracle
        self.causes: Sequence[Cause] = ()
        """The causes of all facts, and of those of calls that were left out."""

    def of(self, cause: Cause) -> frozenset[Place]:
        """Return the functions in which a cause may lie, or whose faults may bring it about."""
        if cause.candidate is None:
            return _deciding_functions(cause.location(self._oracle.machine))
        mutant = self._oracle.candidates[cause.candidate]
        return reachable([declare(mutant.module)[mutant.function]])

    def within(self, cause: Cause) -> frozenset[Place]:
        """Return all functions in which an unexplained cause may lie, or whose faults it may be.

        What a condition that alone decides does not depend on is not among them.
        """
        location = cause.location(self._oracle.machine)
        if location.clause is None:
            return frozenset()
        definitions = with_definitions(location.clause, location.function)[1:]
        return self.of(cause) | reachable_from(definitions) | {self.own(cause)}

    def inner(self, cause: Cause) -> frozenset[Place]:
        """Return the functions in which an unexplained cause may lie, without the one called."""
        routine = self._oracle.machine.routine(cause.facts[0].call.routine)
        return self.of(cause) | ({self.own(cause)} - {(routine.module, routine.name)})

    def own(self, cause: Cause) -> Place:
        """Return the function in which an unexplained cause lies: others may apply it."""
        return self._on_the_way(cause)[-1]

    def _on_the_way(self, cause: Cause) -> list[Place]:
        """Return the routine called, and the functions on the way to what decides its reply."""
        location = cause.location(self._oracle.machine)
        found = [(location.function.module, location.function.name)]
        for part in location.explanation.path() if location.explanation else ():
            if isinstance(part.formula, Apply):
                found.append((part.formula.module, part.formula.function))
            if len(part.because) != 1:
                break
        return found

    def suspects(self, clauses: Iterable[Clause]) -> set[Place]:
        """Return the functions on which clauses depend, but not through right ones."""
        return _functions_applied(clauses, without=self._right_functions)

    def rules_behind(self, clauses: Sequence[Clause]) -> Iterator[str]:
        """Yield the rules that clauses state, or the suspects among the functions they apply."""
        places = sorted(self.suspects(clauses))
        applied = (clause for module, name in places for clause in declare(module)[name].clauses())
        for each in (*clauses, *applied):
            yield from each.rules
            for part in walk(each.value):
                yield from part.rules

    @property
    def _right_functions(self) -> set[Place]:
        """The functions that are right, since a routine applies them that was never wrong there.

        What a routine applies to each element of a set may be wrong for some without showing.
        """
        found = set[Place]()
        for function in self._oracle.machine.module.access_programs:
            often = self._gatherer.runner.coverage.routines[function.name] >= budget.ENOUGH_ANSWERS
            if often:
                applied = _functions_applied(function.clauses(), directly=True)
                own = (function.module, function.name)
                found |= {e for e in (own, *applied) if not self._is_doubtful(e, function)}
        return found

    def _is_doubtful(self, place: Place, routine: Function) -> bool:
        """Whether a function that a routine applies may be behind its wrong replies.

        What a candidate explains is not behind others.
        """
        for cause in self.causes:
            if cause.candidate is None and routine.name in {f.call.routine for f in cause.facts}:
                is_known = cause.location(self._oracle.machine).clause is not None
                if not is_known or place in {*self._on_the_way(cause), *self.of(cause)}:
                    return True
        return False

    def function_of(self, cause: Cause) -> Place:
        """Return the function that the candidate of a cause changes."""
        assert cause.candidate is not None
        mutant = self._oracle.candidates[cause.candidate]
        return mutant.module, mutant.function


def _functions_applied(
    clauses: Iterable[Clause], directly: bool = False, without: Collection[Place] = ()
) -> set[Place]:
    """Return the functions that clauses apply, and those that these apply in turn.

    ``directly`` leaves out what is applied to the elements of a set, or only compared;
    ``without`` are functions that do not count, nor what only they apply.
    """
    found = set[Place]()
    todo: list[Node] = [clause.value for clause in clauses]
    while todo:
        node = todo.pop()
        if directly and isinstance(node, Quantified | SetOf | MapOf | Comparison):
            continue
        todo += children(node)
        if isinstance(node, Apply):
            place = node.module, node.function
            if place not in found and place not in without:
                found.add(place)
                todo += [clause.value for clause in declare(place[0])[place[1]].clauses()]
    return found


def _deciding_functions(location: Location) -> frozenset[Place]:
    """Return the functions on which the part of a clause depends that alone decides."""
    if location.clause is None:
        return frozenset()
    formula = location.clause.value
    for part in location.explanation.path() if location.explanation else ():
        formula = part.formula
        if len(part.because) != 1:
            break
    return reachable_from([Clause(formula)])
