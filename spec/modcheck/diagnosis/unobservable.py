"""Unobservable state: a mistake in a part of the state that no access program shows."""

from __future__ import annotations

from collections.abc import Sequence

from modcheck.diagnosis.discriminate import Candidate, best
from modcheck.diagnosis.matching import Game, MatchingMutant, goes, replay_game, short_games
from modcheck.diagnosis.mutated_oracle import machine_of
from modcheck.diagnosis.shrink import state_after
from modcheck.testing.budget import ENOUGH_ANSWERS, UNOBSERVABLE
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.runner import Runner
from modcheck.testing.trace import Purpose, Trace, TraceGenerator
from modspec.run.machine import Call, Machine, observed_variable
from modspec.run.mutants import mutants
from modspec.syntax.module import Clause
from modspec.syntax.relations import reachable_from


def by_what_is_hidden(deviation: Mismatch, examiner: Runner) -> tuple[MatchingMutant, int] | None:
    """The variant that only changes what cannot be observed, and that explains the game; and on how
    many answers.

    For lack of access programs it may show late that a state is another one than it should be: by a
    call that is refused since it is not the turn of whoever makes it, say. In a game that is not
    the first the beginning may be what differs.
    """
    only = _deciding_what_is_hidden(examiner)
    if not only:
        return None
    write, machine = examiner.generator, examiner.generator.machine
    own = [*deviation.history, deviation.culprit.call]
    begun = _first_call(deviation, machine)
    games = [write.observed_game([*own[:begun], *game]) for game in short_games(examiner)]
    scripts = [_observed_game(own, write), *games]
    played_so = [replay_game(script, examiner) for script in scripts]
    last = [game[_last_beginning(game, machine) :] for game in played_so]
    if (count := sum(map(len, last))) < ENOUGH_ANSWERS or not any(
        _goes_on(game, machine) for game in last
    ):
        return None
    rivals = []
    for variant in mutants(machine.module):
        if variant.rules and (variant.module, variant.function) in only:
            changed = machine_of(variant, examiner)
            if changed is not None and all(goes(changed, game) for game in last):
                rivals.append(Candidate(variant, changed))
    if not rivals:
        return None
    if begun:  # the first game begins as it should
        return MatchingMutant(rivals[0].variant, stands=False), count
    found = best(rivals, deviation.culprit.call.routine, examiner)
    return MatchingMutant(found or rivals[0].variant, stands=found is not None), count


def _deciding_what_is_hidden(examiner: Runner) -> frozenset[tuple[str, str]]:
    """The functions that decide nothing but the state variables that no observer shows."""
    write, machine = examiner.generator, examiner.generator.machine
    called = {step.call.routine for step in write.observation(state_after(write.start()))}
    seen = {observed_variable(f) for f in machine.observers if f.name in called}
    hidden: list[Clause] = []
    others: list[Clause] = []
    begins = set()
    for function in machine.module.access_programs:
        unseen = [clause for clause in function.transition if clause.variable not in seen]
        hidden += unseen
        others += [clause for clause in function.clauses() if clause not in unseen]
        if unseen and not function.state:
            begins.add((function.module, function.name))
    return frozenset(reachable_from(hidden) - reachable_from(others) | begins)


def _observed_game(game: Sequence[Call], write: TraceGenerator) -> Trace:
    """A game, observed after each call, and whatever else may show in its last state what is
    hidden.
    """
    script = write.observed_game(game)
    state = script[-1].before if script[-1].purpose is Purpose.OBSERVE else None
    state = state or script[-1].expected.state
    return [*script, *write.queries(state, UNOBSERVABLE)] if state else script


def _goes_on(game: Game, machine: Machine) -> bool:
    """Whether a transition succeeds after the beginning. Where none ever does, too much explains
    that.
    """
    return any(
        reply.exception is None and reply.fault is None
        for step, reply in game[1:]
        if machine.routine(step.call.routine).is_transition
    )


def _first_call(deviation: Mismatch, machine: Machine) -> int:
    """Which call begins the game in which something deviates; none that is refused does."""
    calls = enumerate([*deviation.history, deviation.culprit.call])
    begun = (number for number, call in calls if machine.is_initializer(call))
    own = len(deviation.history) if deviation.culprit.purpose is not Purpose.COMMAND else None
    return max(
        (number for number in begun if number not in (*deviation.rejected_numbers, own)), default=0
    )


def _last_beginning(game: Game, machine: Machine) -> int:
    beginning = (
        number
        for number, (step, _) in enumerate(game)
        if machine.is_initializer(step.call) and step.expected.exception is None
    )
    return max(beginning, default=0)
