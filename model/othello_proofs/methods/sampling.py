"""The method of random tries: Hypothesis makes calls and boards of every kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess
from modcheck.testing.budget import RUN_STEPS
from modcheck.testing.state_machine import MismatchFound, state_machine
from modspec import Map
from modspec.run.machine import AssumptionViolated, Call, Machine
from modspec.syntax.module import Function
from modspec.syntax.types import BOOLEAN
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method
from othello_proofs.obligations.models import MODELS, factory
from othello_proofs.obligations.positions import (
    OFTEN_CORNERS,
    ORDERED,
    PALETTES,
    PLAYERS,
    ROWS,
    SampledPosition,
    all_positions,
    last_positions,
    random_board,
    rare_positions,
)
from othello_spec import THEOREMS, module
from othello_spec.board import Board
from othello_spec.othello import Game
from othello_spec.records.squares import name as square_name
from othello_spec.theorems.symmetry import Symmetry
from othello_suite.pictures import diagram
from othello_suite.test_model import build_test_model

_NOT_QUICK: Final = "othello_model.othello"
"""The quick run drives the abstract data type alone: CrossHair asks about this one."""

_LATE: Final = ("match.score", "match.score_with_empty_squares")
"""Calls that are possible only after a match, where the quick run seldom gets."""

_SELDOM: Final = {
    ("match", "grant", "AlreadyGranted"),  # only before the match begins, which is soon
}
"""Exceptions that calls at random seldom raise: the covering suite does."""

_MORE_RUNS: Final = {
    "othello_model.supply": 5,
    "othello_model.clock": 4,
    "othello_model.match": 4,
}
"""Models that are driven so many times as often: to take all discs takes luck, as it does to begin
when no time is left, and to be refused before a match begins."""


class Effort(NamedTuple):
    """How much is tried."""

    runs: int
    """Runs of each model, with so many steps as the state machine has."""

    positions: int
    """Positions of each kind, for each theorem."""


QUICK: Final = Effort(runs=2, positions=20)
FULL: Final = Effort(runs=8, positions=1000)


class Sampling(Method):
    """Drives the model beside the specification, and tries theorems on boards at random."""

    name = "hypothesis"
    title = "random"
    shows = (
        "Hypothesis has made thousands of calls in all sensible and many senseless orders, and the"
        " model answered each as the specification does. Hypothesis has also looked for boards on"
        " which a theorem fails, on boards that games reach and on any others, and found none."
        " The claims of random say that the calls came to every access program, every exception and"
        " both answers to every question of yes or no."
    )
    does_not_show = (
        "That no such board exists: a case that is rare among the boards tried may never be met,"
        " and all boards ever tried are a vanishing part of the 3⁶⁴."
    )

    tools = ("hypothesis",)

    def units(self, quick: bool) -> Sequence[str]:
        """The models, then the kinds of boards on which theorems are tried."""
        return (*(unit for unit in MODELS if not quick or unit != _NOT_QUICK), *KINDS)

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """Every access program of a model, or every theorem."""
        if unit not in MODELS:
            return tuple(theorem.claim for theorem in theorems())
        name = MODELS[unit]
        claims = (f"{name}.{routine}" for routine in build_test_model(name).routines)
        if quick:  # a few runs come to little
            return tuple(claim for claim in claims if claim not in _LATE)
        return (*claims, f"random.{_title(unit)}")

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the model and its specification, or the theorem and the game that makes boards."""
        owner, _, name = claim.partition(".")
        if unit in MODELS:
            return (unit.partition(":")[0], f"othello_spec.{MODELS[unit]}")
        return (f"othello_spec.theorems.{owner}:{name}", "othello_spec.othello")

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Drive a model, or try the theorems."""
        return self.run_only(unit, quick, self.about(unit, quick))

    def run_only(self, unit: str, quick: bool, claims: Collection[str]) -> Iterator[ClaimFinding]:
        """Drive a model, or try these theorems alone."""
        effort = QUICK if quick else FULL
        if unit not in MODELS:
            wanted = [theorem for theorem in theorems() if theorem.claim in claims]
            yield from try_theorems(unit, effort.positions, wanted)
            return
        known = self.about(unit, quick)
        effort = effort._replace(runs=effort.runs * _MORE_RUNS.get(unit, 1))
        for finding in drive(factory(unit), effort, MODELS[unit], _title(unit)):
            if finding.claim in known or finding.verdict is ClaimVerdict.FAILS:
                yield finding


# -- the models ------------------------------------------------------------------------------------


class _CountingImplementation(InProcess):
    """Answers calls, and counts them by routine; it counts exceptions, yes and no as well."""

    def __init__(
        self, target: Any, routines: Sequence[str], calls: Counter[str], replies: Counter[str]
    ) -> None:
        super().__init__(target, routines)
        self._calls, self._replies = calls, replies

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        self._calls.update(call.routine for call in calls)
        replies = super().answer(calls)
        for call, reply in zip(calls, replies, strict=True):
            if reply.exception:
                self._replies[f"{call.routine} raises {reply.exception}"] += 1
            elif isinstance(reply.output, bool):
                self._replies[f"{call.routine} is {str(reply.output).lower()}"] += 1
        return replies


def _title(unit: str) -> str:
    """Return the name of a model, which two models of a module do not share."""
    return unit.removeprefix("othello_model.").partition(":")[0]


def _wanted_replies(name: str) -> list[str]:
    """Return what calls at random have to come to."""
    wanted = []
    for function in module(name).access_programs:
        for exception in function.raises:
            if (name, function.name, exception) not in _SELDOM:
                wanted.append(f"{function.name} raises {exception}")
        if function.result == BOOLEAN:
            wanted += [f"{function.name} is {answer}" for answer in ("true", "false")]
    return wanted


def drive(
    make: Callable[[], Any], effort: Effort, name: str = "othello", title: str = ""
) -> Iterator[ClaimFinding]:
    """Drive an implementation of a module; yield a finding for each access program.

    A last finding is about what the calls came to.
    """
    calls, replies = Counter[str](), Counter[str]()
    model = build_test_model(name)
    machine = state_machine(
        model.module,
        lambda: _CountingImplementation(make(), model.routines, calls, replies),
        model.domains,
    )
    tried = f"{effort.runs} runs of {RUN_STEPS} calls, and what can be observed after each"
    failed, others = "", ""
    try:
        run_state_machine_as_test(
            machine, settings=_settings(effort.runs, machine.TestCase.settings)
        )
    except MismatchFound as mismatch:
        failed, others = mismatch.routine, f"not tried further, as {mismatch.routine} fails"
        detail = str(mismatch)
        yield ClaimFinding(f"{name}.{failed}", ClaimVerdict.FAILS, calls[failed], tried, detail)
    verdict = ClaimVerdict.UNDECIDED if failed else ClaimVerdict.HOLDS
    for routine in model.routines:
        if routine != failed:
            yield ClaimFinding(f"{name}.{routine}", verdict, calls[routine], tried, others)
    wanted = [*_wanted_replies(name), *(f"{routine} is called" for routine in model.routines)]
    replies += Counter({f"{routine} is called": number for routine, number in calls.items()})
    lacking = [f"never: {each}" for each in wanted if not replies[each]]
    verdict = ClaimVerdict.UNDECIDED if lacking else ClaimVerdict.HOLDS
    met = len(wanted) - len(lacking)
    yield ClaimFinding(f"random.{title or name}", verdict, met, "replies", "\n".join(lacking))


# -- the theorems ----------------------------------------------------------------------------------

_SQUARES: Final = st.sampled_from(OFTEN_CORNERS)

_SYMMETRIES: Final[st.SearchStrategy[Symmetry]] = st.sampled_from(list(Symmetry))
_SEEDS: Final = st.integers(0, 2**32)


@st.composite
def arbitrary_positions(draw: st.DrawFn) -> SampledPosition:
    """Draw any of the 3^64 boards; if a row is laid on it, the square is one that captures the row.

    The capturing player need not be the one who has the turn, nor the one that a theorem is about.
    """
    mover, turn, player = (draw(st.sampled_from(PLAYERS)) for _ in range(3))
    square = draw(_SQUARES)
    board: Board = random_board(Random(draw(_SEEDS)), draw(st.sampled_from(PALETTES)))
    for row in draw(st.lists(st.sampled_from(ROWS), max_size=3)):
        board, square = row.on(board, mover), row.start
    game = Game(board=Map(board), turn=turn)
    return SampledPosition(game, player, square, draw(_SYMMETRIES), draw(_SEEDS))


@st.composite
def reachable_positions(draw: st.DrawFn) -> SampledPosition:
    """Draw a position of a game, of a scenario or at random; the last of each game more often."""
    game, moved = draw(st.sampled_from(last_positions()) | st.sampled_from(all_positions()))
    player = draw(st.just(game.turn) | st.sampled_from(PLAYERS))
    square = draw(st.just(moved or ORDERED[0]) | _SQUARES)
    return SampledPosition(game, player, square, draw(_SYMMETRIES), draw(_SEEDS))


_REACHED: Final = "boards that games reach"
KINDS: Final = {"boards of any kind": arbitrary_positions(), _REACHED: reachable_positions()}
"""The kinds of positions on which theorems are tried."""


class Theorem:
    """A theorem, the number of positions it was tried on, and the first that refutes it."""

    def __init__(self, machine: Machine, function: Function) -> None:
        """Take the theorem from the module that the machine runs."""
        self.claim = f"{machine.module.name}.{function.name}"
        self._machine, self._function = machine, function
        self._met = 0
        self._refuted: SampledPosition | None = None

    def attempt(self, position: SampledPosition) -> None:
        """Try the theorem on a position, which counts if it meets the theorem's assumptions."""
        if self._met and not self._function.parameters:
            return  # it is about no position: one try is enough
        arguments = position.arguments(self._function)
        try:
            holds = self._machine.call(None, self._function.name, arguments).output
        except AssumptionViolated:
            return
        self._met += 1
        if not holds:
            self._refuted = self._refuted or position

    def finding(self, tried: str) -> ClaimFinding:
        """Return the verdict, with the refuting position drawn."""
        if self._refuted is None:
            return ClaimFinding(self.claim, ClaimVerdict.HOLDS, self._met, tried)
        game, player, square, *_ = self._refuted
        about = f"{player.name}, {square_name(square)}; {game.turn.name} has the turn"
        detail = "\n".join([about, *diagram(game.board)])
        return ClaimFinding(self.claim, ClaimVerdict.FAILS, self._met, tried, detail)


def theorems() -> list[Theorem]:
    """Return all theorems."""
    machines = map(Machine, map(module, THEOREMS))
    return [Theorem(m, function) for m in machines for function in m.module.access_programs]


def try_theorems(unit: str, number: int, attempted: Sequence[Theorem]) -> Iterator[ClaimFinding]:
    """Try theorems on so many positions of a kind, and on all rare ones."""

    @_settings(number)
    @given(KINDS[unit])
    def check(position: SampledPosition) -> None:
        for theorem in attempted:
            theorem.attempt(position)

    certain = [*rare_positions()]
    if unit == _REACHED:
        certain += (
            SampledPosition(game, player, square or ORDERED[0])
            for game, square in last_positions()
            for player in PLAYERS
        )
    for position in certain:
        for theorem in attempted:
            theorem.attempt(position)
    check()
    for theorem in attempted:
        yield theorem.finding(f"{number} {unit}")


def _settings(examples: int, parent: settings | None = None) -> settings:
    """Return settings for the same examples every time, without shrinking, which takes long."""
    return settings(
        parent,
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
