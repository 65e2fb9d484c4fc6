"""Earlier objects: to make an object of an abstract data type changes none that was made before.

A program that keeps the state of an object in its class, or in a variable of the module, is right
as long as one object is used. So a second one is made while the first one has a state of its own,
and the first one is asked what it shows, as it was asked before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from modcheck.system.implementation import CHANGES_EARLIER, EARLIER, Reply
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.output_forms import OutputForms
from modcheck.testing.runner import Runner
from modcheck.testing.trace import Purpose
from modspec.run.machine import Call
from modspec.run.objects import is_object_type, plain_observers
from modspec.syntax.kinds import hints_of
from modspec.syntax.values import State

EARLIER_OBJECTS: Final = "earlier objects"
LONGEST: Final = 2
"""Transitions after which the first object is asked."""
STARTS: Final = 4
"""Calls that make an object, of each initialiser."""
WAYS: Final = 6
"""Transitions by which a game goes on from a state."""
GAMES: Final = 60
"""Pairs of a game and a call that makes another object."""


class EarlierObjects:
    """Makes objects of one program while another one is there."""

    def __init__(self, runner: Runner) -> None:
        """Take the runner of a program that is right as long as one object is used."""
        self._runner, self._write = runner, runner.generator
        module = self._write.machine.module
        self._makers = [each for each in module.initializers if each.makes_one_of_many]
        self._forms = OutputForms(module)
        functions = vars(module.python)
        self._observers = [
            each.name
            for each in (plain_observers(module) if self._makers else ())
            if not is_object_type(hints_of(functions[each.name])["return"])
        ]

    def mismatch(self) -> Mismatch | None:
        """Return the first mismatch: the games come in the order of their length.

        What it has ``observed`` is the call by which the earlier object shows the change.
        """
        if not self._observers:
            return None
        self._runner.fresh()
        for game, call in islice(self._games(), GAMES):
            if not self._changed_observer(game, call):
                continue
            self._runner.fresh()
            if name := self._changed_observer(game, call):
                *_, before, step = self._write.steps_of([*game, call])
                shows = self._write.step(before.expected.state, Call(name), Purpose.OBSERVE)
                fault = f"{CHANGES_EARLIER}: {name} yields something else"
                reply = Reply(fault=fault, goes_on=True)
                seen = ((shows, reply),)
                return Mismatch(step, reply, step, tuple(game), seen, shortest=True)
        return None

    def _games(self) -> Iterator[tuple[Sequence[Call], Call]]:
        """Yield games, the shortest first, each with a call that makes another object."""
        write = self._write
        makers = [
            call for maker in self._makers for call in islice(self._that_yield(maker.name), STARTS)
        ]
        games: list[tuple[Call, ...]] = [(call,) for call in makers]
        for _ in range(LONGEST + 1):
            yield from ((game, call) for game in games for call in makers)
            games = [
                (*game, call)
                for game in games
                if (state := self._state_after(game)) is not None
                for call in islice(write.calls.usual_transitions(state), WAYS)
            ]

    def _that_yield(self, maker: str) -> Iterator[Call]:
        """Yield the calls of an initialiser that make an object."""
        write = self._write
        for call in write.calls.wanted_calls(write.machine.routine(maker), None):
            outcome = write.calls.outcome(None, call)
            if outcome is not None and outcome.exception is None:
                yield call

    def _state_after(self, game: Sequence[Call]) -> State | None:
        return self._write.steps_of(game)[-1].expected.state

    def _changed_observer(self, game: Sequence[Call], call: Call) -> str:
        """Return an observer of an object that yields something else once another one is made.

        Empty if there is none, or if the program cannot say.
        """
        before = [Call(name) for name in self._observers]
        after = [Call(f"{EARLIER}.{name}") for name in self._observers]
        calls = [*game, *before, *before, call, *after]
        replies = self._runner.replies(calls)[len(game) :]
        count = len(before)
        shown, again, made = replies[:count], replies[count : 2 * count], replies[2 * count]
        if made.exception is not None or any(each.fault for each in replies) or shown != again:
            return ""
        later = map(self._in_form, before, replies[2 * count + 1 :])
        pairs = zip(self._observers, shown, later, strict=True)
        return next((name for name, then, now in pairs if then != now), "")

    def _in_form(self, call: Call, reply: Reply) -> Reply:
        """Return what the earlier object shows in the form in which it was shown before."""
        return self._forms.reply(call, [reply]) if self._forms.has_form(call) else reply
