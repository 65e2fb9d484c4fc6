"""Places: the functions of a specification in which a cause may lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from modcheck.judging.causes.gatherer import Gatherer
from modcheck.judging.causes.sample import spread
from modcheck.judging.causes.table import Cause
from modcheck.judging.expected.localise import Location
from modcheck.judging.expected.oracle import Oracle, Place
from modcheck.judging.play.facts import Fact
from modcheck.testing import budget
from modspec.run.machine import Call
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import (
    Apply,
    Comparison,
    MapOf,
    Node,
    Not,
    Quantified,
    SetOf,
    Variable,
    children,
    walk,
)
from modspec.syntax.module import Clause, ExceptionClause, Function
from modspec.syntax.relations import reachable, reachable_from, with_definitions

ANY: Final[Place] = ("", "")
"""Stands for all functions where it is not known in which one a cause lies."""
FEW_ARGUMENTS: Final = 4
"""A query with at most so many different arguments is asked all of them in a state."""
RIGHT_AT: Final = 8
"""Facts of a cause in whose states it is looked up what was right."""


class Places:
    """Where the causes of one program's faults may lie."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer, self._oracle = gatherer, gatherer.oracle
        self._causes: Sequence[Cause] = ()
        self._doubted: dict[str, set[Place]] | None = None
        self._right: dict[tuple[int, bool], set[Place]] = {}
        self._of_causes: dict[int, _PlacesOfCause] = {}

    @property
    def causes(self) -> Sequence[Cause]:
        """The causes of all facts, and of those of calls that were left out."""
        return self._causes

    @causes.setter
    def causes(self, causes: Sequence[Cause]) -> None:
        """Replace the causes, and forget which functions are right."""
        self._causes, self._doubted, self._right = causes, None, {}

    def _at(self, cause: Cause) -> _PlacesOfCause:
        """Return the places of a cause, which are looked for once: there may be thousands."""
        if id(cause) not in self._of_causes:
            queries = self._programs_with_arguments
            self._of_causes[id(cause)] = _PlacesOfCause(cause, self._oracle, queries)
        return self._of_causes[id(cause)]

    def of(self, cause: Cause) -> frozenset[Place]:
        """Return the functions in which a cause may lie, or whose faults may bring it about."""
        return self._at(cause).deciding

    def within(self, cause: Cause) -> frozenset[Place]:
        """Return all functions in which an unexplained cause may lie, or whose faults it may be.

        What a condition that alone decides does not depend on is not among them.
        """
        return self._at(cause).within

    def suspects_of(self, cause: Cause) -> frozenset[Place]:
        """Return the functions in which a cause may lie, without what was right where it shows.

        Other faults in these functions, or in what only they apply, do not bring it about.
        """
        right = self.right_at(cause)
        if cause.candidate is not None:
            own = self.function_of(cause)
            clauses: Sequence[Clause] = [*declare(own[0])[own[1]].clauses()]
            return frozenset({own, *_functions_applied(clauses, without=right)})
        location = self._at(cause).location
        found = self.within(cause)
        if location.clause is not None and right:
            clauses = with_definitions(location.clause, location.function)
            left = _functions_applied(clauses, without=right)
            found &= left | ({self.own(cause)} - right)
        return found | self.raising(cause)

    def right_at(self, cause: Cause) -> frozenset[Place]:
        """Return the functions that were right in most states in which a cause shows.

        A routine yields what they yield, and was right there whatever it was asked; or they give
        another state variable, which was right.
        """
        return self._at(cause).right

    @cached_property
    def _programs_with_arguments(self) -> Mapping[str, int]:
        """The queries that have few arguments, each with their number."""
        machine, domains = self._oracle.machine, self._gatherer.domains
        found = {
            function.name: len([*domains.usual(machine.module, function)])
            for function in machine.module.access_programs
            if function.state and not function.is_transition and function not in machine.observers
        }
        return {name: number for name, number in found.items() if number <= FEW_ARGUMENTS}

    def raising(self, cause: Cause) -> frozenset[Place]:
        """Return the access programs behind a wrong exception, if the routine called applies some.

        It may give them wrong arguments: then they raise the exception where it is not due, and do
        not where it is.
        """
        clause, function = self._at(cause).location.clause, self._at(cause).location.function
        if cause.candidate is not None or not isinstance(clause, ExceptionClause):
            return frozenset()
        given = [*function.transition, *([function.output] if function.output else [])]
        return frozenset(
            (module, name)
            for module, name in _functions_applied(given)
            if clause.exception in declare(module)[name].raises
        )

    def inner(self, cause: Cause) -> frozenset[Place]:
        """Return the functions in which an unexplained cause may lie, without the one called."""
        routine = self._oracle.machine.routine(cause.facts[0].call.routine)
        return self.of(cause) | ({self.own(cause)} - {(routine.module, routine.name)})

    def own(self, cause: Cause) -> Place:
        """Return the function in which an unexplained cause lies: others may apply it."""
        return self._at(cause).on_the_way[-1]

    def suspects(self, clauses: Iterable[Clause], cause: Cause | None = None) -> set[Place]:
        """Return the functions on which clauses depend, but not through right ones.

        With a cause, what was right where the cause shows counts as right.
        """
        right = self.right_at(cause) if cause is not None else frozenset[Place]()
        return _functions_applied(clauses, without=self._right_functions() | right)

    def rules_behind(self, clauses: Sequence[Clause], within: str | None = None) -> Iterator[str]:
        """Yield the rules that clauses state, or the suspects among the functions they apply.

        If these are looked for ``within`` a module only, few functions are taken for right: those
        whose values a routine shows that was never wrong. A yes or a no says too little.
        """
        if within is None:
            places = sorted(self.suspects(clauses))
        else:
            found = _functions_applied(clauses, without=self._right_functions(is_strict=True))
            places = sorted(place for place in found if place[0] == within)
        applied = (clause for module, name in places for clause in declare(module)[name].clauses())
        for each in (*clauses, *applied):
            yield from each.rules
            for part in walk(each.value):
                yield from part.rules

    def _right_functions(self, is_strict: bool = False) -> set[Place]:
        """Return the functions that are right: a routine applies them that was never wrong there.

        What a routine applies to each element of a set may be wrong for some without showing.
        Strictly, nothing of a wrong routine is right, nor what one applies that says yes or no.
        """
        asked = self._gatherer.runner.coverage.routines
        programs = self._oracle.machine.module.access_programs
        often = [f for f in programs if asked[f.name] >= budget.ENOUGH_ANSWERS]
        if is_strict:
            often = [f for f in often if getattr(f.result, "name", "") not in ("bool", "boolean")]
        key = len(often), is_strict  # calls are added, and none is taken away
        if key not in self._right:
            found = set[Place]()
            for function in often:
                applied = _functions_applied(function.clauses(), directly=True)
                doubted = self._doubtful_places().get(function.name, set())
                own = (function.module, function.name)
                is_vague = ANY in doubted or (doubted and is_strict)
                found |= set() if is_vague else {own, *applied} - doubted
            self._right[key] = found
        return self._right[key]

    def _doubtful_places(self) -> dict[str, set[Place]]:
        """Return for each routine the functions that may be behind its wrong replies.

        What a candidate explains is not behind others.
        """
        if self._doubted is None:
            self._doubted = {}
            for cause in self.causes:
                if cause.candidate is None:
                    at = self._at(cause)
                    for routine in {fact.call.routine for fact in cause.facts}:
                        self._doubted.setdefault(routine, set()).update(at.doubtful)
        return self._doubted

    def function_of(self, cause: Cause) -> Place:
        """Return the function that the candidate of a cause changes."""
        assert cause.candidate is not None
        mutant = self._oracle.candidates[cause.candidate]
        return mutant.module, mutant.function


class _PlacesOfCause:
    """The functions in which one cause may lie."""

    def __init__(self, cause: Cause, oracle: Oracle, queries: Mapping[str, int]) -> None:
        """``queries`` may show what is right, each after so many calls with other arguments."""
        self._cause, self._oracle, self._queries = cause, oracle, queries

    @property
    def location(self) -> Location:
        """The clause that the cause contradicts."""
        return self._cause.location(self._oracle.machine)

    @cached_property
    def right(self) -> frozenset[Place]:
        """The functions that were right in most states in which the cause shows."""
        facts = spread(self._cause.facts, RIGHT_AT)
        found = Counter(place for each in facts for place in {*self._right_at(each)})
        return frozenset(place for place, number in found.items() if 2 * number > len(facts))

    def _right_at(self, fact: Fact) -> Iterator[Place]:
        machine = self._oracle.machine
        asked: dict[str, set[Call]] = {}
        for call in fact.right_queries():
            asked.setdefault(call.routine, set()).add(call)
        for name, number in self._queries.items():
            if len(asked.get(name, ())) >= number and name != fact.call.routine:
                output = machine.routine(name).output
                assert output is not None
                yield from _functions_yielding(output, machine.routine(name))
        for assignment in machine.routine(fact.call.routine).transition:
            if assignment.variable in fact.right_variables(machine):
                yield from _functions_yielding(assignment, machine.routine(fact.call.routine))

    @cached_property
    def deciding(self) -> frozenset[Place]:
        """The functions in which it may lie, or whose faults may bring it about."""
        if self._cause.candidate is None:
            return _deciding_functions(self.location)
        mutant = self._oracle.candidates[self._cause.candidate]
        return reachable([declare(mutant.module)[mutant.function]])

    @cached_property
    def on_the_way(self) -> list[Place]:
        """The routine called, and the functions on the way to what decides its reply."""
        location = self.location
        found = [(location.function.module, location.function.name)]
        for part in location.explanation.path() if location.explanation else ():
            if isinstance(part.formula, Apply):
                found.append((part.formula.module, part.formula.function))
            if len(part.because) != 1:
                break
        return found

    @cached_property
    def within(self) -> frozenset[Place]:
        """All functions in which it may lie if it is unexplained, or whose faults it may be."""
        location = self.location
        if location.clause is None:
            return frozenset()
        definitions = with_definitions(location.clause, location.function)[1:]
        return self.deciding | reachable_from(definitions) | {self.on_the_way[-1]}

    @cached_property
    def doubtful(self) -> frozenset[Place]:
        """The functions that are not right if it is unexplained."""
        is_known = self.location.clause is not None
        return self.deciding.union(self.on_the_way) if is_known else frozenset({ANY})


def _functions_yielding(clause: Clause, function: Function) -> Iterator[Place]:
    """Yield the functions that yield the value of a clause: where it is right, so are they."""
    value = clause.value
    while isinstance(value, Not):
        value = value.operand
    if isinstance(value, Variable):
        named = (each for each in function.definitions if each.name == value.name)
        for definition in named:
            yield from _functions_yielding(definition, function)
    elif isinstance(value, Apply):
        yield value.module, value.function
        applied = declare(value.module)[value.function]
        for each in [*applied.clauses()][-1:]:
            yield from _functions_yielding(each, applied)


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
