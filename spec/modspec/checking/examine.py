"""Examine: play scripts against an implementation until it deviates.

Short games come first, all of them, so that a deviation found there needs no shorter one; then games
that reach the rare rules; then games at random. What is compared is only what the specification says:
a call whose assumptions do not hold is never made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from modspec.checking.implementation import Implementation, Reply, encoded
from modspec.checking.script import EVERYTHING, Playwright, Purpose, Script, Step, Thoroughness
from modspec.checking.tally import PhaseTally, Tally
from modspec.instance import Instance
from modspec.module import Clause
from modspec.readings.run import Call, Outcome, observed_variable
from modspec.relations import reachable, reachable_from, variables_read
from modspec.values import State

EventPredicate = Callable[[Instance, Step], bool]
"""Whether something worth reporting happened at a transition or a query, which the specification was run for."""

Progress = Callable[[str, int, int], None]
"""Is told the phase, how many scripts of it are done, and how many there are."""


@dataclass(frozen=True)
class Deviation:
    """A reply that is not what the specification says."""

    step: Step
    reply: Reply
    blamed: Step
    """The call that is at fault: where an observation deviates, the transition or the query before it."""

    history: tuple[Call, ...]
    """The transitions up to the blamed call, without it."""

    observed: tuple[tuple[Step, Reply], ...] = ()
    """Every observation after the blamed call, where it was observed."""

    block: tuple[Step, ...] = ()
    """The queries, or calls that raise, since the state was last observed, the blamed one last."""

    shortest: bool = False
    """Whether every shorter game was tried and shows nothing."""

    @property
    def moves(self) -> int:
        """How many transitions the game has, the blamed call included if it is one."""
        own = self.blamed.purpose is Purpose.PLAY and self.blamed.before is not None
        return max(0, len(self.history) - 1) + own


_EVENTFUL = (Purpose.PLAY, Purpose.QUERY)

USUAL = Thoroughness(queries=90, refused=4)
"""How much is asked in each state of a long game."""


@dataclass(frozen=True)
class Plan:
    """What is played, in this order."""

    short: int = 3
    """All games of at most so many moves, with every call in their last state."""

    landmarks: Mapping[str, tuple[Call, ...]] = field(default_factory=dict)
    """Games that reach the rare rules, by name."""

    random: int = 1
    """So many games at random."""

    thoroughness: Thoroughness = USUAL
    """How much is asked in each state of the landmarks and of the games at random."""


def agrees(expected: Outcome, reply: Reply, is_transition: bool) -> bool:
    """Whether a reply is what the specification says."""
    if reply.fault is not None or reply.exception != expected.exception:
        return False
    if is_transition or expected.exception is not None:
        return True
    value = encoded(expected.output)
    return type(value) is type(reply.output) and value == reply.output


class Examiner:
    """Examines one implementation."""

    def __init__(
        self,
        playwright: Playwright,
        make: Callable[[], Implementation],
        events: Mapping[str, EventPredicate] | None = None,
        progress: Progress | None = None,
    ) -> None:
        """``make`` gives a fresh implementation: as it is when its program has just started."""
        self.playwright = playwright
        self._make = make
        self._implementation: Implementation | None = None
        self._events = dict(events or {})
        self._progress: Progress = progress or (lambda phase, done, total: None)
        self._is_transition = {
            f.name: f.is_transition for f in playwright.machine.module.access_programs
        }
        self.tally = Tally()
        self.phases: list[PhaseTally] = []

    @property
    def implementation(self) -> Implementation:
        """The implementation, started if it was not."""
        if self._implementation is None:
            self._implementation = self._make()
        return self._implementation

    def fresh(self) -> None:
        """Let go of the implementation, so that the next call meets a fresh one."""
        if self._implementation is not None:
            self._implementation.close()
            self._implementation = None

    def examine(self, plan: Plan) -> Deviation | None:
        """The first deviation, made as short as can be, or None."""
        try:
            return self._short_games(plan) or self._long_games(plan)
        finally:
            self.fresh()

    def _short_games(self, plan: Plan) -> Deviation | None:
        for length in range(plan.short + 1):
            games = list(self.playwright.games_of_length(length))
            deviation = self._first(
                f"games of {length} moves",
                (self.playwright.position(g, EVERYTHING) for g in games),
                len(games),
            )
            if deviation:
                return self._pinned(deviation, shortest=True)
        return None

    def _long_games(self, plan: Plan) -> Deviation | None:
        landmarks = list(plan.landmarks.values())
        scripts = (self.playwright.game(moves, plan.thoroughness) for moves in landmarks)
        deviation = self._first("landmarks", scripts, len(landmarks))
        if deviation is None:
            scripts = (
                self.playwright.game(self.playwright.random_game(), plan.thoroughness)
                for _ in range(plan.random)
            )
            deviation = self._first("games at random", scripts, plan.random)
        return self._shortened(deviation, plan) if deviation else None

    def _first(self, phase: str, scripts: Iterable[Script], total: int) -> Deviation | None:
        games, calls = self.tally.games, self.tally.calls
        try:
            for number, script in enumerate(scripts):
                self._progress(phase, number, total)
                if deviation := self.play(script):
                    return deviation
            self._progress(phase, total, total)
            return None
        finally:
            self.phases.append(
                PhaseTally(phase, self.tally.games - games, self.tally.calls - calls)
            )

    def play(self, script: Script) -> Deviation | None:
        """The first deviation in a script, or None."""
        replies = self.replies(script)
        self.tally.games += 1
        for number, (step, reply) in enumerate(zip(script, replies, strict=True)):
            if not agrees(step.expected, reply, self._is_transition[step.call.routine]):
                return self._deviation(script, replies, number)
            self._count(step)
        return None

    def replies(self, script: Script) -> list[Reply]:
        """What the implementation replies to each call of a script."""
        return self.implementation.answer([step.call for step in script])

    def _count(self, step: Step) -> None:
        tally = self.tally
        tally.calls += 1
        tally.routines[step.call.routine] += 1
        if step.expected.exception:
            tally.exceptions[step.expected.exception] += 1
        if step.purpose in _EVENTFUL:
            instance = self.playwright.machine.instance
            for name, happened in self._events.items():
                tally.events[name] += happened(instance, step)

    def _deviation(self, script: Script, replies: list[Reply], number: int) -> Deviation:
        """The deviation at a step of a script, with the call that is to blame."""
        step = script[number]
        blamed_at = number
        observed: tuple[tuple[Step, Reply], ...] = ()
        raised = replies[number].exception is not None
        if step.purpose is Purpose.OBSERVE and not raised and not replies[number].fault:
            first = number
            while script[first].purpose is Purpose.OBSERVE:
                first -= 1
            blamed_at = first
            last = first + 1
            while last < len(script) and script[last].purpose is Purpose.OBSERVE:
                last += 1
            observed = tuple(zip(script[first + 1 : last], replies[first + 1 : last], strict=True))
        played = [s.call for s in script[:blamed_at] if s.purpose is Purpose.PLAY]
        block_at = blamed_at
        while script[block_at].purpose not in (Purpose.PLAY, Purpose.OBSERVE):
            block_at -= 1
        block = tuple(script[block_at + 1 : blamed_at + 1])
        return Deviation(
            step, replies[number], script[blamed_at], tuple(played), observed, block=block
        )

    # -- the call that is to blame, the shortest game ----------------------------------------------

    def _pinned(self, deviation: Deviation, shortest: bool) -> Deviation:
        """The deviation with just the one call that brings it about, on a fresh implementation."""
        if deviation.reply.fault is not None:
            return replace(deviation, shortest=shortest)  # what broke down once is not asked again
        if deviation.blamed.before is None:
            found = self._at_start(deviation.blamed)
        elif deviation.blamed.purpose is Purpose.OBSERVE:
            found = self._again([*self.played(deviation.history), deviation.blamed])
        elif deviation.blamed.purpose is Purpose.PLAY:
            history = self.played(deviation.history)
            observation = self.playwright.observation(_state(deviation.blamed))
            found = self._again([*history, deviation.blamed, *observation])
        else:
            found = self._in_block(deviation)
        return self._more_basic(replace(found or deviation, shortest=shortest))

    def _more_basic(self, deviation: Deviation) -> Deviation:
        """A query that deviates in the state after a transition, if it concerns less than what was observed.

        Whose turn it is after a move depends on what moves there are: if a query about the moves is wrong
        as well, it is nearer to the fault.
        """
        blamed = deviation.blamed
        machine = self.playwright.machine
        history = self.played(deviation.history)
        if blamed.purpose is Purpose.PLAY and blamed.before is not None and deviation.observed:
            variable = observed_variable(machine.routine(deviation.step.call.routine))
            wrong = {variable}
            transition = machine.routine(blamed.call.routine).transition
            clauses: list[Clause] = [c for c in transition if c.variable == variable]
            history.append(blamed)
            state = _state(blamed)
        elif blamed.purpose is Purpose.OBSERVE and blamed.before is not None:
            clauses, wrong = list(machine.routine(blamed.call.routine).clauses()), set()
            state = blamed.before
        else:
            return deviation
        best, least = deviation, len(reachable_from(clauses))
        for function in machine.module.access_programs:
            reach = len(reachable([function]) - {(function.module, function.name)})
            if function.is_transition or function in machine.observers or reach >= least:
                continue
            if wrong & variables_read(function):
                continue  # it cannot be right
            asked = self.playwright.questions(state, EVERYTHING, function.name)
            if found := self._again([*history, *asked]):
                best, least = replace(found, shortest=deviation.shortest), reach
        return best

    def _again(self, script: Script) -> Deviation | None:
        self.fresh()
        return self.play(script)

    def _at_start(self, first: Step) -> Deviation | None:
        """What an initialiser does wrong: at once, or, if it leaves something behind, in a second game."""
        write = self.playwright
        observation = write.observation(_state(first))
        found = self._again([first, *observation])
        for choice in write.choices(_state(first))[:1]:
            found = found or self._again([first, choice, first, *observation])
        return found

    def _in_block(self, deviation: Deviation) -> Deviation | None:
        """Which one of several queries, or calls that raise, between two observations is to blame."""
        history = self.played(deviation.history)
        block = deviation.block
        if found := self._again([*history, block[-1]]):
            return found
        assert block[-1].before is not None
        observation = self.playwright.observation(block[-1].before)
        good, bad = (
            0,
            len(block),
        )  # the shortest prefix of the block after which the state has changed
        while bad - good > 1:
            middle = (good + bad) // 2
            if self._again([*history, *block[:middle], *observation]):
                bad = middle
            else:
                good = middle
        return self._again([*history, block[bad - 1], *observation])

    def played(self, calls: Sequence[Call]) -> Script:
        """The calls as steps of a script, each in the state that those before it lead to."""
        steps: Script = []
        state: State | None = None
        for call in calls:
            steps.append(self.playwright.step(state, call, Purpose.PLAY))
            state = steps[-1].expected.state
        return steps

    def _shortened(self, deviation: Deviation, plan: Plan) -> Deviation:
        """A game one move longer than the short ones that deviates in the same routine, or the same."""
        length = plan.short + 1
        if deviation.moves > length:
            self.fresh()
            games = list(self.playwright.games_of_length(length))
            scripts = (self._aimed(game, deviation) for game in games)
            if shorter := self._first("looking for a shorter game", scripts, len(games)):
                return self._pinned(shorter, shortest=True)
        return self._pinned(deviation, shortest=deviation.moves <= length)

    def _aimed(self, game: Sequence[Call], deviation: Deviation) -> Script:
        """A game that asks only for what deviated."""
        write = self.playwright
        script = self.played(game)
        state = _state(script[-1])
        routine = deviation.blamed.call.routine
        match deviation.blamed.purpose:
            case Purpose.QUERY:
                return script + write.questions(state, EVERYTHING, routine)
            case Purpose.REFUSED:
                return (
                    script + write.refusals(state, EVERYTHING, routine) + write.observation(state)
                )
        return script + write.observation(state)


def _state(step: Step) -> State:
    assert step.expected.state is not None
    return step.expected.state
