"""Wrong states: a transition is at fault if what shows it is no routine that is wrong itself.

Where observers show a state variable, a wrong state shows at once. Elsewhere it shows in several
routines that read the variable: a table that forgets all names has no type for a name, and too few
names. None of these routines is wrong. So a routine is looked for that is hardly ever right where
some others are wrong, though it depends on no function that they depend on.

In the shortest games in which that routine is wrong, one transition was made last, and it was the
last one for one of the others, too: that one left the state wrong, unless the routine was right
before in the same state. Then it is a query that changes the state.

A single routine shows a wrong state as well, if the same call is right in what should be the same
state (:mod:`.same_states`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from modcheck.judging.facts import OUT, RAISES, Fact
from modcheck.judging.ignored_calls import state_after
from modcheck.judging.oracle import Oracle
from modcheck.judging.same_states import SameStates
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, TraceStep
from modspec.run.machine import Machine, observed_variable
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function
from modspec.syntax.relations import reachable, variables_read

_State: TypeAlias = tuple[int, int]
"""What tells the states of all games apart: the game, and the number of transitions before."""
MOST_RIGHT: Final = 0.1
"""Share of the states in which a routine may be right where another one is wrong: calls that were
accepted there, though they should raise, may have mended what it shows."""


@dataclass(frozen=True)
class WrongState:
    """A state that a transition left wrong, though nothing shows it whole."""

    transition: Function
    shown_by: str
    """The routine that is wrong in all states that the transition left wrong."""
    routines: frozenset[str]
    """All routines that are wrong where that one is never right."""
    variables: frozenset[str]
    """The state variables that these routines read, and no observer shows."""
    is_certain: bool = True
    """Whether these routines have nothing in common that may be wrong instead."""


def wrong_state(
    facts: Collection[Fact], machine: Machine, shown: Collection[str], same_states: SameStates
) -> WrongState | None:
    """Return the state that is behind some facts of the evidence; None if there is none.

    ``shown`` are the state variables that observers show. No candidate explains the facts.
    """
    by_routine: dict[str, list[Fact]] = {}
    accepted = _first_accepted(facts)
    for fact in facts:
        if fact.aspect in (OUT, RAISES) and fact.number <= accepted.get(id(fact.run), fact.number):
            by_routine.setdefault(fact.call.routine, []).append(fact)
    states = {name: {_state_of(f): f for f in some} for name, some in by_routine.items()}

    def width(name: str) -> tuple[int, bool, str]:
        return -len(states[name]), machine.routine(name).is_transition, name  # a query shows more

    def shows_as_well(name: str, transition: Function, hidden: Collection[str]) -> bool:
        """Whether a routine is wrong now and then since a transition left the state wrong."""
        shortest = _shortest(by_routine[name])
        reads = not variables_read(machine.routine(name)).isdisjoint(hidden)
        is_by_state = reads and same_states.are_right(shortest)
        return is_by_state and same_states.culprit(shortest[0]) == transition

    for name in sorted(states, key=width):
        widest = machine.routine(name)
        hidden = variables_read(widest) - {*shown} if widest.state else frozenset[str]()
        within = frozenset(
            other
            for other in states
            if hidden & variables_read(machine.routine(other))
            and _is_wrong_only_within(states[other], states[name], name)
        )
        if any(_is_by_a_query(fact) for fact in by_routine[name]):
            return None
        own, last = _logic(widest), _last_transition(by_routine[name], machine)
        shortest = _shortest(by_routine[name])
        others = [e for e in within if own.isdisjoint(_logic(machine.routine(e)))]
        found: Function | None = None
        if last and any(_last_transition(by_routine[each], machine) == last for each in others):
            found = same_states.culprit(shortest[0]) or last
            variables = hidden
        elif hidden and same_states.are_right(shortest):
            found = same_states.culprit(shortest[0])
            variables = hidden & _variables_behind(shortest, widest) or hidden
        if found is not None:
            more = {e for e in {*states} - within if shows_as_well(e, found, variables)}
            is_certain = bool(others) or not more <= {name}
            return WrongState(found, name, within | more, variables, is_certain)
    return None


def _is_wrong_only_within(
    states: Mapping[_State, Fact], widest: Mapping[_State, Fact], name: str
) -> bool:
    """Whether the routine of that name is hardly ever right in some states."""
    others = (fact for state, fact in states.items() if state not in widest)
    right = sum(name in _routines_that_are_right(fact) for fact in others)
    return right <= len(states) * MOST_RIGHT


def _first_accepted(facts: Collection[Fact]) -> dict[int, int]:
    """Return, by game, the place of the first call that was accepted and should have raised.

    It may have changed what is not shown.
    """
    found: dict[int, int] = {}
    for fact in facts:
        if fact.purpose is Purpose.REJECTED and fact.reply.exception is None:
            found[id(fact.run)] = min(fact.number, found.get(id(fact.run), fact.number))
    return found


def _state_of(fact: Fact) -> _State:
    """Return the state in which a call was made."""
    return id(fact.run), fact.moves


def _is_by_a_query(fact: Fact) -> bool:
    """Whether the same call was right before in the same state, and no call was accepted since."""
    run, before = fact.run, fact.right_before()
    return before is not None and not any(
        run.purposes[place] is Purpose.REJECTED and run.replies[place].exception is None
        for place in range(before, fact.number)
    )


def _routines_that_are_right(fact: Fact) -> set[str]:
    """Return the routines that were called in the state of a fact, and never wrong there.

    A call that was accepted, and should have raised, may have changed what comes after it.
    """
    run, places = fact.run, fact.same_state
    accepted = (n for n in places if run.purposes[n] is Purpose.REJECTED and n in run.wrong)
    places = range(places.start, next(accepted, places.stop))
    wrong = {run.calls[place].routine for place in run.wrong if place in places}
    return {run.calls[place].routine for place in places} - wrong


def _logic(function: Function) -> frozenset[tuple[str, str]]:
    """Return an access program and what it applies, without what only yields a part of a state."""
    return frozenset(
        (module, name)
        for module, name in reachable([function])
        if (module, name) == (function.module, function.name)
        or observed_variable(declare(module)[name]) is None
    )


def by_last_transition(found: Mismatch, state: WrongState, oracle: Oracle) -> Mismatch:
    """Return the mismatch with the transition that left the state wrong as the culprit.

    The mismatch stays as it is if another transition comes last.
    """
    has_no_ops = found.query_numbers or found.rejected_numbers
    if found.step is not found.culprit or not found.history or has_no_ops:
        return found
    *game, last = found.history
    if last.routine != state.transition.name:
        return found
    before = state_after(game, oracle)
    outcome = oracle.due(before, last)
    assert outcome is not None
    return replace(
        found,
        culprit=TraceStep(last, before, outcome, Purpose.COMMAND),
        history=tuple(game),
        observed=((found.step, found.reply),),
        block=(),
    )


def _variables_behind(facts: Sequence[Fact], function: Function) -> frozenset[str]:
    """Return the state variables that a routine reads where it is wrong.

    Where it should raise an exception, they are those of its condition.
    """
    due = {fact.due for fact in facts if fact.step.expected.exception is not None}
    if len(due) != 1 or any(fact.step.expected.exception is None for fact in facts):
        return variables_read(function)
    conditions = tuple(each for each in function.exceptions if each.exception in due)
    return variables_read(replace(function, exceptions=conditions, transition=(), output=None))


def _shortest(facts: Collection[Fact]) -> list[Fact]:
    """Return the facts after the fewest transitions."""
    least = min(fact.moves for fact in facts)
    return [fact for fact in facts if fact.moves == least]


def _last_transition(facts: Collection[Fact], machine: Machine) -> Function | None:
    """Return the transition that is the last one in all of the shortest games; None if several.

    None also if it is an initialiser: then the routine may be wrong in every state.
    """
    games = [fact.run.transitions(fact.number) for fact in _shortest(facts)]
    last = {game[-1].routine if game else "" for game in games}
    function = machine.routine(last.pop()) if len(last) == 1 and "" not in last else None
    return function if function is not None and function.state else None
