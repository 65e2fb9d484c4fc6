"""Quick machine: the machine that a check asks, which says sooner that a call is refused.

A check tries every call in a state to learn which ones are possible, and most are refused. All
calls that raise one exception in one state have the same outcome, and share it here: to make an
outcome takes longer than most specifications take to refuse a call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from modspec.run.instance import Edit
from modspec.run.machine import AssumptionViolated, Machine, Outcome
from modspec.syntax.choices import IsChosen
from modspec.syntax.types import REAL
from modspec.syntax.values import State


class _Plain(NamedTuple):
    """A routine that needs a state and nothing else besides its arguments."""

    meaning: Any
    count: int
    """The number of its parameters."""
    is_transition: bool
    is_silent: bool


class QuickMachine(Machine):
    """A machine in which calls that raise the same exception in a state share their outcome."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Prepare the module, as :class:`~modspec.run.machine.Machine` does."""
        super().__init__(*given, **named)
        self._plain = {
            name: _Plain(
                self.instance[name],
                len(function.parameters),
                function.is_transition,
                function.is_transition and function.output is None,
            )
            for name, function in self._routines.items()
            if function.state and function.result != REAL
            if not self.chooses(name) and name not in self._bounded
        }
        self._latest: State | None = None
        self._refusals: dict[type[Exception], Outcome] = {}
        """The outcomes of the calls that raised in the latest state."""

    def with_edits(self, edits: Mapping[tuple[str, str], Edit]) -> Machine:
        """Return this machine with edits; it shares functions that no edit affects, with memos."""
        return QuickMachine(self.module, self.instance.constants, edits, base=self.instance)

    def call(
        self,
        state: State | None,
        routine: str,
        arguments: Sequence[Any] = (),
        choice: IsChosen | None = None,
    ) -> Outcome:
        """Return the outcome of a call in a state, as any machine does."""
        plain = self._plain.get(routine)
        if plain is None or state is None or len(arguments) != plain.count:
            return super().call(state, routine, arguments, choice)
        meaning, _, is_transition, is_silent = plain
        try:
            result = meaning(state, *arguments)
        except self._exceptions as error:
            return self._refusal(state, type(error))
        except AssertionError as error:
            problem = f"{routine} assumes something that does not hold here"
            raise AssumptionViolated(problem) from error
        if is_silent:
            return Outcome(result, is_silent=True)
        return Outcome(*result) if is_transition else Outcome(state, result)

    def _refusal(self, state: State, kind: type[Exception]) -> Outcome:
        """Return the outcome of a call that raises in a state."""
        if state is not self._latest:
            self._latest, self._refusals = state, {}
        known = self._refusals.get(kind)
        if known is None:
            known = self._refusals[kind] = Outcome(state, exception=kind.__name__)
        return known
