"""Wrong observers: an observer is wrong if it shows a state otherwise than other routines do.

After a transition, an observer yields what it should not: either the state is wrong, or the
observer is. Where the observers do not show the whole state, other routines are asked, by calls
that have one outcome in the state that is due, and another one in the state that is shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from modcheck.judging.causes.sample import spread
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import Fact, same_reply
from modcheck.judging.play.reader import StateReader
from modcheck.testing.mismatch import agrees
from modcheck.testing.runner import Runner
from modspec.explain.explain import KeyStep, NamedStep, environment, observed_path
from modspec.run.domains import Domains
from modspec.run.machine import Call, Outcome
from modspec.syntax.values import State

DOUBTED: Final = 8
"""Wrong observations after which others are asked."""
TELLING: Final = 3
"""Calls of each routine that are made after one of them."""


class WrongObservers:
    """Asks one program whether its states are wrong, or only shown wrongly."""

    def __init__(
        self, oracle: Oracle, runner: Runner, reader: StateReader, domains: Domains
    ) -> None:
        self._oracle, self._runner = oracle, runner
        self._reader, self._domains = reader, domains

    def among(self, facts: Collection[Fact]) -> Iterator[str]:
        """Yield the observers that show right states wrongly, as far as other routines tell."""
        by_observer: dict[str, list[Fact]] = {}
        for fact in facts:
            routine = fact.run.calls[fact.shown_by].routine
            if fact.observed and routine in self._reader.readable:
                by_observer.setdefault(routine, []).append(fact)
        for routine, some in by_observer.items():
            said = [word for each in spread(some, DOUBTED) for word in self._testimonies(each)]
            if said and all(said):
                yield routine

    def _testimonies(self, fact: Fact) -> Iterator[bool]:
        """Yield, for each call that tells, whether the state was right after a transition."""
        due, run = fact.step.expected.state, fact.run
        shown = due and self._state_shown(fact, due)
        if due is None or shown is None or shown == due or not self._oracle.is_defined(shown):
            return
        game = [*run.earlier_games, *run.transitions(fact.number), fact.call]
        observer = run.calls[fact.shown_by].routine
        for call, right, wrong in self._telling_calls(due, shown, observer):
            self._runner.fresh()
            reply = self._runner.replies([*game, call])[-1]
            if agrees(right, reply) or agrees(wrong, reply):
                yield agrees(right, reply)

    def _state_shown(self, fact: Fact, due: State) -> State | None:
        """Return a state with what the observer shows of it; None if that is no state."""
        values = {name: getattr(due, name) for name in due.variables}
        machine = self._oracle.machine
        observer = machine.routine(fact.run.calls[fact.shown_by].routine)
        assert observer.output is not None
        for number in (each for each in fact.observed if each in fact.run.wrong):
            call, reply = fact.run.calls[number], fact.run.replies[number]
            if call.routine != observer.name or not self._reader.is_usable(call, reply):
                return None
            scope = environment(machine.instance, observer, due, call.arguments)
            variable, *way = observed_path(observer.output.value, scope)
            value = self._reader.value(call, reply)
            match variable, way:
                case NamedStep(name), []:
                    values[name] = value
                case NamedStep(name), [KeyStep(key)] if isinstance(values[name], Mapping):
                    values[name] = {**values[name], key: value}
                case _:
                    return None
        return type(due)(**values)

    def _telling_calls(
        self, due: State, shown: State, observer: str
    ) -> Iterator[tuple[Call, Outcome, Outcome]]:
        """Yield some calls of other routines with their outcomes in two states, which differ."""
        module = self._oracle.machine.module
        for function in module.access_programs:
            if function.state is None or function.name == observer:
                continue
            found: list[tuple[Call, Outcome, Outcome]] = []
            for arguments in self._domains.usual(module, function, due):
                call = Call(function.name, arguments)
                right, wrong = self._oracle.due(due, call), self._oracle.due(shown, call)
                if right is not None and wrong is not None and not same_reply(right, wrong):
                    found.append((call, right, wrong))
            yield from spread(found, TELLING)
