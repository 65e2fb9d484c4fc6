"""The oracle: the specification and its mutants, asked about a call in any state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, TypeAlias

from modcheck.system.object_views import further_observers, yields_own_type
from modspec.run.machine import AssumptionViolated, Call, Machine, Outcome
from modspec.run.mutants import Mutant, combine
from modspec.run.objects import plain_observers
from modspec.syntax.relations import reachable
from modspec.syntax.values import State

UNDEFINED: Final = Outcome(None, exception="(undefined)")
"""The outcome of a call for which an edited specification has no meaning: a program may crash."""

_UNKNOWN: Final = Outcome(None, exception="(not asked)")
"""In place of an outcome that was not computed."""

_Outcomes: TypeAlias = dict[tuple[State | None, Call], Outcome | None]
"""What was computed, by the state and the call."""

Place = tuple[str, str]
"""A function: the Python name of its module, and its name."""


class Oracle:
    """The specification as it is read, and each candidate that may replace it."""

    def __init__(
        self,
        reference: Machine,
        candidates: Sequence[Mutant],
        conventions: Sequence[Mutant] = (),
    ) -> None:
        """Read the specification with the mutants of some conventions; add one candidate each."""
        self._reference, self._conventions = reference, tuple(conventions)
        self.machine = reference.with_edits(combine(conventions)) if conventions else reference
        self.candidates = tuple(candidates)
        self.observations: tuple[Call, ...] = ()
        """The calls of observers that show the state."""
        self.is_state_shown = True
        """Whether these show every state variable."""
        self._machines: dict[int, Machine | None] = {}
        self._outcomes: dict[int, _Outcomes] = {}
        self._due: _Outcomes = {}

    def with_candidates(self, candidates: Sequence[Mutant]) -> Oracle:
        """Return an oracle with other candidates, under the same conventions."""
        other = Oracle(self._reference, candidates, self._conventions)
        other.observations, other.is_state_shown = self.observations, self.is_state_shown
        other._due = self._due
        return other

    @cached_property
    def reach(self) -> dict[str, frozenset[Place]]:
        """The functions on which each access program depends."""
        programs = self.machine.module.access_programs
        return {program.name: reachable([program]) for program in programs}

    def concerns(self, candidate: int, routine: str) -> bool:
        """Whether a candidate may change what an access program does."""
        mutant = self.candidates[candidate]
        return (mutant.module, mutant.function) in self.reach[routine]

    def shows(self, candidate: int, routine: str) -> bool:
        """Whether a candidate may change what an access program does, or what its output shows."""
        mutant = self.candidates[candidate]
        return (mutant.module, mutant.function) in self._reach_with_views[routine]

    @cached_property
    def _reach_with_views(self) -> dict[str, frozenset[Place]]:
        """The functions on which depends what an access program does, and what its output shows."""
        return {
            program.name: reachable([program]) | self._reach_of_views
            if yields_own_type(program)
            else self.reach[program.name]
            for program in self.machine.module.access_programs
        }

    @cached_property
    def _reach_of_views(self) -> frozenset[Place]:
        """The functions on which depends what an object shows."""
        module = self.machine.module
        return reachable([*plain_observers(module), *further_observers(module)])

    def due(self, state: State | None, call: Call) -> Outcome | None:
        """Return the outcome that the specification demands; None where it says nothing."""
        return self._outcome(self._due, self.machine, state, call)

    def value(self, state: State | None, call: Call) -> object:
        """Return the output that the specification demands; None where it says nothing."""
        outcome = self.due(state, call)
        return outcome and outcome.output

    def is_defined(self, state: State | None) -> bool:
        """Whether the invariant holds in a state, so that the specification says what follows."""
        machine = self.machine
        invariant = machine.module.invariant
        if state is None or invariant is None:
            return True
        try:
            return bool(machine.instance[invariant.name](state))
        except Exception:  # noqa: BLE001  # a thought-of state has any type: any formula may fail
            return False

    def due_if_possible(self, state: State | None, call: Call) -> Outcome | None:
        """Return the same as :meth:`due`; None also in a state that no specification allows.

        A state that is only thought of may have a value of another type in a variable. Then any
        operation of a formula may fail, and the specification says nothing.
        """
        try:
            return self.due(state, call)
        except Exception:  # noqa: BLE001  # any operation on a value of another type may fail
            return None

    def outcome(self, candidate: int, state: State | None, call: Call) -> Outcome | None:
        """Return the outcome of a call by a candidate; None where it says nothing."""
        if not self.concerns(candidate, call.routine):
            return self.due(state, call)
        machine = self.machine_of(candidate)
        if machine is None:
            return None
        return self._outcome(self._outcomes.setdefault(candidate, {}), machine, state, call)

    def machine_of(self, candidate: int) -> Machine | None:
        """Return the specification with a candidate; None if it lies within a convention's edit."""
        if candidate not in self._machines:
            edits = [*self._conventions, self.candidates[candidate]]
            try:
                self._machines[candidate] = self._reference.with_edits(combine(edits))
            except (LookupError, AttributeError, TypeError):
                self._machines[candidate] = None
        return self._machines[candidate]

    def viewer_of(self, candidate: int) -> Machine | None:
        """Return a machine that shows objects as a candidate does.

        Where the candidate changes nothing that they show, it is the specification's own: what an
        object shows is then computed once for all candidates.
        """
        mutant = self.candidates[candidate]
        shows = (mutant.module, mutant.function) in self._reach_of_views
        return self.machine_of(candidate) if shows else self.machine

    def _outcome(
        self, outcomes: _Outcomes, machine: Machine, state: State | None, call: Call
    ) -> Outcome | None:
        key = state, call
        known = outcomes.get(key, _UNKNOWN)  # to look it up twice would take long
        if known is not _UNKNOWN:
            return known
        found: Outcome | None
        if state is None and machine.routine(call.routine).state is not None:
            return None  # a mutant raises where a game begins
        try:
            found = machine.call(state, call.routine, call.arguments, call.choice)
        except AssumptionViolated:
            found = None
        except Exception as error:
            is_plain = not machine.instance.has_edits
            if is_plain and not isinstance(error, machine.undefined_errors):
                raise
            # the specification says nothing of a state to which only a mutant leads
            found = None if is_plain else UNDEFINED
        outcomes[key] = found
        return found
