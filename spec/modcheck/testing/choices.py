"""Choices: what a program chooses where the specification leaves the output open.

Every allowed output of a program is right, and the state that is due afterwards follows
from it. So a call is judged together with the choice that its reply shows: the outcome of *this*
call has the program's own output if that is allowed, and the first that is allowed if it is not.
Everything that compares replies with outcomes can stay as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from modcheck.system.implementation import Implementation, Json, Reply, encode
from modcheck.testing.mismatch import agrees
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call, Machine
from modspec.run.plain import plain
from modspec.syntax.choices import IsChosen
from modspec.syntax.types import Type
from modspec.syntax.values import State


@dataclass(frozen=True)
class ChosenOutput:
    """Whether a value is the one that a program yielded."""

    output: Json
    kind: type
    """The type of the output: 1 and True are equal, and not the same choice."""

    def __call__(self, value: Any) -> bool:
        """Whether a value is it."""
        encoded = encode(value)
        return type(encoded) is self.kind and bool(encoded == self.output)

    def __str__(self) -> str:
        return plain(self.output)


def with_choice(call: Call, reply: Reply, machine: Machine) -> Call:
    """Return a call with the choice that its reply shows, if the routine chooses its output."""
    if not machine.chooses(call.routine):
        return call
    if reply.exception is not None or reply.fault is not None:
        return replace(call, choice=None)
    return replace(call, choice=ChosenOutput(reply.output, type(reply.output)))


def follow(
    implementation: Implementation,
    calls: Iterable[tuple[Call, Purpose]],
    generator: TraceGenerator,
    state: State | None = None,
) -> tuple[Trace, list[Reply]]:
    """Make calls, and follow what the program chooses; return the calls made, and their replies.

    After a choice the calls are made in another state than they were meant for. So a call may raise
    now, or no longer; the state is observed wherever it was to be observed, as it is now; a call to
    which the specification gives no meaning there is left out. An argument that was chosen by the
    program when the calls were made before is what it chooses now: a coat is fetched from its hook.
    The trace ends with a transition whose reply is wrong.
    """
    play = _Play(implementation, generator, state)
    is_observed = True
    for call, purpose in calls:
        if purpose is Purpose.OBSERVE:
            if not is_observed:
                play.observe()
            is_observed = True
            continue
        moved = play.add(call, purpose)
        if moved is None:
            continue
        if play.is_over:
            break
        is_observed = moved and purpose is not Purpose.COMMAND
        if is_observed:  # it was not meant to lead to another state
            play.observe()
    play.ask()
    return play.trace, play.replies


class _Play:
    """A trace that is being played: its last calls may wait to be made together."""

    def __init__(
        self, implementation: Implementation, generator: TraceGenerator, state: State | None
    ) -> None:
        self.trace: Trace = []
        self.replies: list[Reply] = []
        self.is_over = False
        """Whether the program left the specification, so that no state is due."""
        self._implementation, self._generator, self._state = implementation, generator, state
        self._chosen: list[tuple[Type, IsChosen, Any]] = []
        """Types, each with the value that was chosen before and the one that is chosen now; the
        latest first."""

    def add(self, meant: Call, purpose: Purpose) -> bool | None:
        """Add a call. Return whether it is a transition to another state; None if left out."""
        machine = self._generator.machine
        call = self._with_new_choices(meant)
        step = self._generator.possible_step(self._state, call, purpose)
        if step is None:
            return None
        moves = machine.routine(call.routine).is_transition and step.expected.exception is None
        why = _purpose(purpose, moves, step.expected.exception is not None)
        self.trace.append(replace(step, purpose=why))
        if moves:
            if machine.chooses(call.routine):
                self.ask()
                if meant.choice is not None:
                    kind = machine.routine(call.routine).result
                    self._chosen.insert(0, (kind, meant.choice, self.trace[-1].expected.output))
            self._state = self.trace[-1].expected.state
        return moves

    def _with_new_choices(self, meant: Call) -> Call:
        """Return a call with the values that the program chooses now, and no choice of its own."""
        if not self._chosen:
            return replace(meant, choice=None)
        parameters = self._generator.machine.routine(meant.routine).parameters
        arguments = tuple(
            next(
                (now for kind, was, now in self._chosen if kind == each.type and was(value)), value
            )
            for each, value in zip(parameters, meant.arguments, strict=True)
        )
        return replace(meant, arguments=arguments, choice=None)

    def observe(self) -> None:
        """Add the calls that show the state."""
        if self._state is not None:
            self.trace += self._generator.observation(self._state)

    def ask(self) -> None:
        """Make the calls that wait, and put the program's choices into them."""
        begin = len(self.replies)
        waiting = self.trace[begin:]
        if not waiting:
            return
        self.replies += self._implementation.answer([step.call for step in waiting])
        for number, step in enumerate(waiting, begin):
            self.trace[number] = chosen_step(step, self.replies[number], self._generator)
        is_down = any(reply.fault and not reply.goes_on for reply in self.replies[begin:])
        last = self.trace[-1]
        has_left = last.purpose is Purpose.COMMAND and not agrees(last.expected, self.replies[-1])
        self.is_over = is_down or has_left


def chosen_step(step: TraceStep, reply: Reply, generator: TraceGenerator) -> TraceStep:
    """Return a step as it is due for the choice that its reply shows."""
    call = with_choice(step.call, reply, generator.machine)
    if call is step.call or call == step.call:  # nearly always it is the same object
        return step
    return generator.step(step.before, call, step.purpose)


def _purpose(meant: Purpose, moves: bool, raises: bool) -> Purpose:
    """Return why a call is made, in another state than it was meant for."""
    if moves:
        return Purpose.COMMAND
    if raises:
        return Purpose.QUERY if meant is Purpose.QUERY else Purpose.REJECTED
    return Purpose.QUERY
