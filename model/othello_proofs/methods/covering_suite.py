"""The method of the covering suite: the games that every program is judged by, put to the model.

A random run seldom comes to a wipe-out or to a clock that runs out. These games are chosen so that
they come to all of that, and in their states calls of every kind are made. The goals are declared:
if no game reaches an exception of an access program, or a rare turn, the method reports it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess
from modcheck.testing.budget import FEW
from modcheck.testing.recorded import RecordedTrace, Recording
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method, Questions
from othello_proofs.obligations.frame import hidden_changes
from othello_proofs.obligations.models import MODELS, factory
from othello_suite.covering import recording
from othello_suite.test_model import build_test_model

_QUICK_TRACES = 40
"""How many traces of a module the quick run plays."""


class CoveringGames(Method):
    """Plays the games of the suite on each form of the model."""

    name = "suite"
    title = "suite"
    shows = (
        "In games in which discs flip from every square, in every direction and every possible"
        " number, and which come to every ending, every exception and every rare turn, each form of"
        " the model replies to each call as the specification does. These are the games by which"
        " programs are judged. The claims of suite say that the games come to all of that; those of"
        " variables, that calls change nothing in the model but the variables of its state."
    )
    does_not_show = "Anything about states to which none of these games comes."

    def units(self, quick: bool) -> Sequence[str]:
        """Each form of the model, with its variables; what the games of each module come to."""
        del quick
        modules = [f"coverage {name}" for name in dict.fromkeys(MODELS.values())]
        return (*MODELS, *(f"variables {place}" for place in MODELS), *modules)

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """Every access program of a model, or what the games come to."""
        del quick
        kind, _, about = unit.rpartition(" ")
        if kind == "coverage":
            return (f"suite.{about}",)
        name = MODELS[about]
        if kind == "variables":
            return (f"{name}.variables",)
        return tuple(f"{name}.{routine}" for routine in build_test_model(name).routines)

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the model and its specification."""
        del claim
        kind, _, about = unit.rpartition(" ")
        if kind == "coverage":
            return (f"othello_spec.{about}",)
        return (about.partition(":")[0], f"othello_spec.{MODELS[about]}")

    def questions(self, unit: str, claim: str, quick: bool) -> Questions | None:
        """Return how many exceptions and goals a module has."""
        del quick
        if unit.startswith("coverage "):
            model = build_test_model(claim.removeprefix("suite."))
            exceptions = sum(len(f.raises) for f in model.module.access_programs)
            return Questions(exceptions + len(model.goals))
        return None

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Play all games, or look at what they come to."""
        kind, _, about = unit.rpartition(" ")
        if kind == "coverage":
            yield _coverage(about)
        elif kind == "variables":
            yield _variables(about)
        else:
            yield from replay(about, MODELS[about], quick)


@cache
def traces(name: str) -> Sequence[RecordedTrace]:
    """Return the games of a module with all calls that are made in them."""
    model = build_test_model(name)
    return recording().traces if model.suite else _record_scenarios(model).traces


def _record_scenarios(model: TestModel) -> Recording:
    generator = TraceGenerator(model.machine, model.domains)

    def goals_met(step: TraceStep) -> Iterator[str]:
        instance = model.machine.instance
        return (name for name, is_met in model.goals.items() if is_met(instance, step))

    games: Iterator[tuple[str, Trace]] = (
        (name, generator.game(calls, FEW)) for name, calls in model.scenarios.items()
    )
    return Recording.of(model.machine, games, goals_met)


def replay(place: str, name: str, quick: bool = False) -> Iterator[ClaimFinding]:
    """Play the games of a module on a form of the model; yield a finding on each access program.

    Of each access program the first wrong reply is shown.
    """
    make, programs = factory(place), build_test_model(name).routines
    asked, wrong = Counter[str](), dict[str, str]()
    played = traces(name)[: _QUICK_TRACES if quick else None]
    for trace in played:
        implementation = InProcess(make(), programs)
        replies = implementation.answer(trace.calls)
        implementation.close()
        asked += trace.routines
        for number in trace.wrong_positions(replies)[:1]:
            call = trace.calls[number]
            text = f"{trace.name}, {_history(trace, number)}{call}: expected "
            text += f"{_in_words(trace.expected_replies[number])}, got {_in_words(replies[number])}"
            wrong.setdefault(call.routine, text)
    tried = f"{len(played)} games"
    for routine in programs:
        verdict = ClaimVerdict.FAILS if routine in wrong else ClaimVerdict.HOLDS
        claim = f"{name}.{routine}"
        yield ClaimFinding(claim, verdict, asked[routine], tried, wrong.get(routine, ""))


def _history(trace: RecordedTrace, number: int) -> str:
    """Return the transitions before a call, in words."""
    made = [str(call) for call in trace.game[: trace.moves(number)]]
    return f"after {', '.join(made)}: " if made else ""


def _in_words(reply: Reply) -> Any:
    return reply.fault or reply.exception or reply.output


def _variables(place: str) -> ClaimFinding:
    """Return whether calls change nothing but the variables of the state."""
    name = MODELS[place]
    make, programs = factory(place), build_test_model(name).routines
    played = traces(name)[:_QUICK_TRACES]

    def play() -> None:
        for trace in played:
            InProcess(make(), programs).answer(trace.calls)

    hidden = hidden_changes(place, play)
    verdict = ClaimVerdict.FAILS if hidden else ClaimVerdict.HOLDS
    tried = "what the modules of the model hold, before and after calls"
    calls = sum(map(len, played))
    return ClaimFinding(f"{name}.variables", verdict, calls, tried, "\n".join(hidden))


def _coverage(name: str) -> ClaimFinding:
    """Return whether the games of a module come to each of its exceptions and goals."""
    model = build_test_model(name)
    raised, met = set[tuple[str, str]](), Counter[str]()
    for trace in traces(name):
        met += Counter(trace.events)
        calls: Sequence[Call] = trace.calls
        for call, reply in zip(calls, trace.expected_replies, strict=True):
            if reply.exception:
                raised.add((call.routine, reply.exception))
    wanted = [(f.name, exception) for f in model.module.access_programs for exception in f.raises]
    lacking = [f"{routine} never raises {e}" for routine, e in wanted if (routine, e) not in raised]
    lacking += [f"no game comes to {goal}" for goal in model.goals if not met[goal]]
    number = len(wanted) + len(model.goals)
    verdict = ClaimVerdict.UNDECIDED if lacking else ClaimVerdict.HOLDS
    tried = "each exception of an access program, each rare turn of a game"
    return ClaimFinding(f"suite.{name}", verdict, number - len(lacking), tried, "\n".join(lacking))
