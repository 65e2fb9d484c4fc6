"""The rung of random tries: Hypothesis makes calls and boards of every kind, and nothing deviates."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test

from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess
from modcheck.testing.budget import RUN_STEPS
from modcheck.testing.state_machine import MismatchFound, state_machine
from modspec.run.machine import AssumptionViolated, Call, Machine
from modspec.syntax.module import Function
from othello_proofs.evidence.finding import ClaimVerdict, Finding
from othello_proofs.evidence.method import Method
from othello_proofs.methods.strategies import (
    ORDERED,
    PLAYERS,
    SampledPosition,
    arbitrary_positions,
    last_positions,
    rare_positions,
    reachable_positions,
)
from othello_spec import GAME, THEOREMS, module
from othello_spec.records.squares import name as named
from othello_suite.pictures import diagram
from othello_suite.test_model import build_test_model

MODELS: Final = {
    "othello_model.othello_type:Othello": "othello",
    **{f"othello_model.{name}": name for name in GAME},
}
"""What is driven, with the module that it implements: the abstract data type, and the abstract objects."""


_TWIN: Final = "othello_model.othello"
"""What CrossHair asks about as well; the quick run drives the abstract data type alone."""


_LATE: Final = ("match.score", "match.score_with_empty_squares")
"""What can be asked only once a match is over: the quick run, which seldom gets there, claims nothing of it."""


class Effort(NamedTuple):
    """How much is tried."""

    runs: int
    """Of each model, with so many steps as the state machine has."""

    positions: int
    """Of each kind, for each theorem."""


QUICK: Final = Effort(runs=2, positions=20)
FULL: Final = Effort(runs=8, positions=1000)

REACHED: Final = "boards that games reach"
KINDS: Final = {"boards of any kind": arbitrary_positions(), REACHED: reachable_positions()}
"""The kinds of positions on which theorems are tried."""


class Sampling(Method):
    """Drives the model beside the specification, and tries theorems on boards at random."""

    name = "hypothesis"
    title = "random"
    shows = (
        "Hypothesis has made thousands of calls in all sensible and many senseless orders, and the model"
        " answered each as the specification does; and it has looked for boards on which a theorem fails,"
        " on those that games reach and on any others, and found none."
    )
    does_not_show = (
        "That there are none: what is rare among the boards that are tried may never be met, and all that"
        " are ever tried are a vanishing part of the 3⁶⁴."
    )

    def units(self, quick: bool) -> Sequence[str]:
        """The models, then the kinds of boards on which theorems are tried; of two models one in haste."""
        return (*(unit for unit in MODELS if not quick or unit != _TWIN), *KINDS)

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """Every access program of a model, or every theorem."""
        if unit in MODELS:
            name = MODELS[unit]
            claims = (_claim(name, routine) for routine in build_test_model(name).routines)
            return tuple(claim for claim in claims if not quick or claim not in _LATE)
        return tuple(theorem.claim for theorem in theorems())

    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Drive a model, or try the theorems."""
        effort = QUICK if quick else FULL
        if unit in MODELS:
            claims = self.about(unit, quick)
            for found in driven(_maker(unit), effort, MODELS[unit]):
                if found.claim in claims or found.verdict is ClaimVerdict.FAILS:
                    yield found
        else:
            yield from tried(unit, effort.positions, theorems())


# -- the models ------------------------------------------------------------------------------------


class _Counting(InProcess):
    """Answers calls, and counts them by routine."""

    def __init__(self, target: Any, routines: Sequence[str], calls: Counter[str]) -> None:
        super().__init__(target, routines)
        self._calls = calls

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        self._calls.update(call.routine for call in calls)
        return super().answer(calls)


def driven(make: Callable[[], Any], effort: Effort, name: str = "othello") -> Iterator[Finding]:
    """What comes of driving an implementation of a module: a finding for each access program."""
    calls: Counter[str] = Counter()
    against = build_test_model(name)
    machine = state_machine(
        against.module, lambda: _Counting(make(), against.routines, calls), against.domains
    )
    sought = f"{effort.runs} runs of {RUN_STEPS} calls, and what can be observed after each"
    try:
        run_state_machine_as_test(
            machine, settings=_settings(effort.runs, machine.TestCase.settings)
        )
    except MismatchFound as deviated:
        stopped = f"not tried further, as {deviated.routine} deviates"
        claim = _claim(name, deviated.routine)
        yield Finding(claim, ClaimVerdict.FAILS, calls[deviated.routine], sought, str(deviated))
        for routine in against.routines:
            if routine != deviated.routine:
                claim = _claim(name, routine)
                yield Finding(claim, ClaimVerdict.UNDECIDED, calls[routine], sought, stopped)
    else:
        for routine in against.routines:
            yield Finding(_claim(name, routine), ClaimVerdict.HOLDS, calls[routine], sought)


def _maker(place: str) -> Callable[[], Any]:
    """What gives a model to drive: the module itself, or an object of the class."""
    module_name, _, class_name = place.partition(":")
    imported = importlib.import_module(module_name)
    return getattr(imported, class_name) if class_name else lambda: imported


def _claim(name: str, routine: str) -> str:
    return f"{name}.{routine}"


# -- the theorems ----------------------------------------------------------------------------------


class Theorem:
    """A theorem, on how many positions it was tried, and the first of which it does not hold."""

    def __init__(self, machine: Machine, function: Function) -> None:
        """Take it from the theory that the machine runs."""
        self.claim = f"{machine.module.name}.{function.name}"
        self._machine, self._function = machine, function
        self._met = 0
        self._refuted: SampledPosition | None = None

    def attempt(self, position: SampledPosition) -> None:
        """Try it on a position, which counts if it meets what the theorem assumes."""
        if self._met and not self._function.parameters:
            return  # it says nothing of positions: to have tried it once is enough
        arguments = position.arguments(self._function)
        try:
            holds = self._machine.call(None, self._function.name, arguments).output
        except AssumptionViolated:
            return
        self._met += 1
        if not holds:
            self._refuted = self._refuted or position

    def finding(self, sought: str) -> Finding:
        """What came of it."""
        if self._refuted is None:
            return Finding(self.claim, ClaimVerdict.HOLDS, self._met, sought)
        return Finding(self.claim, ClaimVerdict.FAILS, self._met, sought, _drawn(self._refuted))


def theorems(theories: Iterable[Machine] = ()) -> list[Theorem]:
    """The theorems of some theories or, if none are given, of all."""
    return [
        Theorem(machine, function)
        for machine in theories or map(Machine, map(module, THEOREMS))
        for function in machine.module.access_programs
    ]


def tried(unit: str, number: int, attempted: Sequence[Theorem]) -> Iterator[Finding]:
    """What comes of theorems on so many positions of a kind."""

    @_settings(number)
    @given(KINDS[unit])
    def check(position: SampledPosition) -> None:
        for theorem in attempted:
            theorem.attempt(position)

    for position in rare_positions():  # what is rare is not left to chance
        for theorem in attempted:
            theorem.attempt(position)
    if unit == REACHED:
        for game, square in last_positions():
            for player in PLAYERS:
                for theorem in attempted:
                    theorem.attempt(SampledPosition(game, player, square or ORDERED[0]))
    check()
    for theorem in attempted:
        yield theorem.finding(f"{number} {unit}")


def _drawn(position: SampledPosition) -> str:
    """A counterexample as people see it."""
    about = (
        f"{position.player.name}, {named(position.square)}; {position.game.turn.name} has the turn"
    )
    return "\n".join([about, *diagram(position.game.board)])


def _settings(examples: int, parent: settings | None = None) -> settings:
    """The same examples every time. To find the smallest is left to other rungs: it takes long."""
    return settings(
        parent,
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
