"""Drive: any implementation of a module, put through its paces by Hypothesis.

The specification runs beside the implementation. Hypothesis chooses the calls and, once an implementation
deviates, looks for the fewest that show it. Most calls are transitions that raise nothing, so that a run
reaches the end of a game; among them are queries, and calls that raise, of every kind that the
specification tells apart. A call whose assumptions do not hold is never made. After each call the
observers show the whole state.

Hypothesis is needed here, and in :mod:`.hypothesis_phase`: ``pip install hypothesis``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from modcheck.system.implementation import Implementation, Reply, encoded
from modcheck.testing.mismatch import agrees
from modcheck.testing.trace import Purpose, Step, Trace, TraceGenerator
from modspec.explain.explain import environment
from modspec.run.domains import Domains
from modspec.run.evaluate import Environment, Evaluator
from modspec.run.machine import Call, Machine, Outcome
from modspec.syntax.declaration import function_of
from modspec.syntax.expressions import And, Apply, Expression, Not, Or
from modspec.syntax.module import Function, Module
from modspec.syntax.types import INTEGER
from modspec.syntax.values import State

STEPS: Final = 100
"""How many steps a run has: enough for a game of sixty moves with all else that is done on the way."""

FEW: Final = 8
"""A query that takes so many different arguments, or fewer, is made after every transition."""

_KINDS: Final = ("start",) + ("play",) * 70 + ("seek",) * 26 + ("refused",) * 16 + ("query",) * 15
"""What a step may be, each as often as it is wanted. A new start in mid-game seldom is; it stands first
because Hypothesis replaces by it what it tries to do without."""


class MismatchFound(AssertionError):
    """An implementation answered otherwise than the specification says."""

    def __init__(self, call: Call, expected: Outcome, got: Reply, after: Act) -> None:
        self.call, self.expected, self.got, self.after = call, expected, got, after
        self.routine = call.routine
        """The access program whose answer is wrong."""
        place = "" if after.calls(call) else f" after {after!r}"
        super().__init__(f"{call}{place}: expected {_said(expected)}, got {_answered(got)}")


@dataclass(frozen=True, repr=False)
class Act:
    """What one step does: a call or, for a query, every call of a routine."""

    purpose: Purpose
    routine: str
    arguments: tuple[Any, ...] | None = None
    """None: all that there are."""

    def __repr__(self) -> str:
        called = self.routine if self.arguments is None else str(Call(self.routine, self.arguments))
        return f"{self.purpose.value} {called}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # Hypothesis, which prints runs, would spell out the fields

    def calls(self, call: Call) -> bool:
        """Whether the call is, or is among, what the step does."""
        return call.routine == self.routine and self.arguments in (None, call.arguments)


@dataclass
class Run:
    """What was done in one run."""

    trace: Trace = field(default_factory=list)
    """All calls that were made."""

    mismatch: MismatchFound | None = None
    """How the run ended, if not by itself."""


@dataclass(frozen=True)
class FailureReason:
    """Why a call raises: the exception, and the rules of the part of its clause that decides."""

    routine: str
    exception: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([f"{self.routine} raises {self.exception}:", *self.rules])


def failure_reason(machine: Machine, step: Step) -> FailureReason:
    """Why a call that raises does so.

    An exception whose condition is a conjunction or disjunction of labelled parts, if need be by way of
    the functions that it applies, has as many reasons as there are parts.
    """
    assert step.expected.exception is not None
    function = machine.routine(step.call.routine)
    names = {p.name: v for p, v in zip(function.parameters, step.call.arguments, strict=True)}
    scope = Environment(machine.instance, function.module, names, step.before)
    clauses = [c for c in function.exceptions if c.exception == step.expected.exception]
    clause = clauses[0]
    if len(clauses) > 1:  # as the first that holds raises, it is needed to ask those before as well
        clause = next(c for c in function.exceptions if Evaluator(scope)(c.value))
    rules = _deciding(clause.value, scope) or clause.rules
    return FailureReason(function.name, clause.exception, rules)


def _deciding(node: Expression, scope: Environment) -> tuple[str, ...]:
    """The rules of the innermost labelled part that gives a formula its value."""
    inner: tuple[str, ...] = ()
    match node:
        case Not(operand):
            inner = _deciding(operand, scope)
        case And(operands) | Or(operands):
            decisive = isinstance(node, Or)
            for operand in operands:
                if bool(Evaluator(scope)(operand)) is decisive:
                    inner = _deciding(operand, scope)
                    break
        case Apply(_, _, arguments):
            function = function_of(node)
            values = [Evaluator(scope)(argument) for argument in arguments]
            state = values.pop(0) if function.state else None
            if function.output is not None:
                within = environment(scope.instance, function, state, tuple(values))
                inner = _deciding(function.output.value, within) or function.output.rules
    return inner or node.rules


def state_machine(
    module: Module,
    make: Callable[[], Implementation],
    domains: Domains,
    *,
    steps: int = STEPS,
    backend: str = "hypothesis",
) -> type[RuleBasedStateMachine]:
    """A Hypothesis state machine that holds implementations of a module against it.

    ``make`` gives the implementation for a run, which is closed after it; ``domains`` says which
    arguments are tried; a run has so many steps. Run it with ``run_state_machine_as_test``, or give its
    ``TestCase`` to pytest. An implementation that does not conform raises :class:`MismatchFound`.

    ``backend`` is what makes the choices: ``hypothesis`` at random, ``crosshair`` by the conditions that
    they come to in the code, which is much slower (``pip install hypothesis-crosshair``).
    """
    machine = Machine(module)
    return state_machine_for(
        module, lambda: TraceGenerator(machine, domains), make, lambda run: None, steps, backend
    )


def state_machine_for(
    module: Module,
    playwright: Callable[[], TraceGenerator],
    make: Callable[[], Implementation],
    ended: Callable[[Run], None],
    steps: int = STEPS,
    backend: str = "hypothesis",
) -> type[RuleBasedStateMachine]:
    """A state machine that believes a playwright, and makes only the calls that it makes.

    Like :func:`state_machine`; a run asks for a ``playwright`` of its own, and ``ended`` is told of each run when it is
    over.
    """

    class Driven(_Drive):
        def __init__(self) -> None:
            super().__init__(playwright(), make(), ended)

    Driven.__name__ = Driven.__qualname__ = f"{module.name.title().replace('_', '')}Machine"
    Driven.__doc__ = f"Holds an implementation against {module.python_name}."
    chosen = settings(Driven.TestCase.settings, stateful_step_count=steps, backend=backend)
    Driven.TestCase.settings = chosen
    return Driven


@st.composite
def _acts(draw: st.DrawFn) -> Act:
    """A step that the machine may take in its present state."""
    run: _Drive = draw(st.runner())
    kind = draw(st.sampled_from(_KINDS))
    if kind == "query" and (queries := run.queries()):
        return draw(st.sampled_from(queries))
    if kind == "refused" and (refused := run.refused()):
        why = draw(st.sampled_from(list(refused)))
        event(str(why))
        return draw(st.sampled_from(refused[why]))
    moves: Trace = []
    if kind != "start":
        moves = (run.unmet() if kind == "seek" else []) or run.moves()
    return _act(draw(st.sampled_from(moves))) if moves else draw(st.sampled_from(run.starts()))


class _Drive(RuleBasedStateMachine):
    """One run: an implementation, and the state in which it should be."""

    def __init__(
        self,
        playwright: TraceGenerator,
        implementation: Implementation,
        ended: Callable[[Run], None],
    ) -> None:
        super().__init__()
        self.machine = machine = playwright.machine
        self.implementation = implementation
        self.playwright = playwright
        self.state: State | None = None
        self.record = Run()
        self._ended = ended
        programs, domains = machine.module.access_programs, playwright.domains
        self._outputs = [f for f in programs if f.output is not None]
        self._quick = [f for f in self._outputs if len(domains.usual(machine.module, f)) <= FEW]
        self._met: set[Hashable] = set()

    @rule(act=_acts())
    def step(self, act: Act) -> None:
        """Make the calls, and look at the state that they lead to."""
        script = list(self._calls(act))
        after = script[-1].expected.state
        observation = self.playwright.observation(after) if after is not None else []
        script += observation
        if act.purpose is Purpose.COMMAND and after is not None:
            self._met.add(self._aspect(after))
            script += [step for f in self._quick for step in self._queries(f, after)]
            script += observation
        self.record.trace += script
        for step, reply in zip(
            script, self.implementation.answer([s.call for s in script]), strict=True
        ):
            is_transition = self.machine.routine(step.call.routine).is_transition
            if not agrees(step.expected, reply, is_transition):
                self.record.mismatch = MismatchFound(step.call, step.expected, reply, act)
                raise self.record.mismatch
        self.state = after

    def teardown(self) -> None:
        """Let go of the implementation."""
        self.implementation.close()
        self._ended(self.record)

    def _calls(self, act: Act) -> Iterator[Step]:
        function = self.machine.routine(act.routine)
        if act.arguments is None:
            yield from self._queries(function, self.state)
        else:
            call = Call(act.routine, act.arguments)
            yield self.playwright.step(self.state, call, act.purpose)

    # -- what there is to choose from --------------------------------------------------------------

    def starts(self) -> list[Act]:
        """The initialisers, with all arguments for which they raise nothing."""
        steps = self._steps(self.machine.module.initializers, self.state, Purpose.COMMAND)
        return [_act(step) for step in steps if step.expected.exception is None]

    def moves(self) -> Trace:
        """The transitions that are possible."""
        return self.playwright.choices(self.state) if self.state is not None else []

    def unmet(self) -> Trace:
        """Of the transitions that are possible, those to states that look like none in this run so far."""
        return [step for step in self.moves() if self._aspect(step.expected.state) not in self._met]

    def queries(self) -> list[Act]:
        """The routines that yield an output, where the specification says which."""
        return [
            Act(Purpose.QUERY, function.name)
            for function in self._outputs
            if any(True for _ in self._queries(function, self.state))
        ]

    def refused(self) -> dict[FailureReason, list[Act]]:
        """The calls that raise, by the reason why."""
        programs = [f for f in self.machine.module.access_programs if f.exceptions]
        found: dict[FailureReason, list[Act]] = {}
        for step in self._steps(programs, self.state, Purpose.REJECTED):
            if step.expected.exception is not None:
                found.setdefault(failure_reason(self.machine, step), []).append(_act(step))
        return found

    def _steps(
        self, functions: Iterable[Function], state: State | None, purpose: Purpose
    ) -> Iterator[Step]:
        """All calls of some routines in a state that the playwright would make."""
        for function in functions:
            if state is None and function.state is not None:
                continue
            for call, outcome in self.playwright.outcomes(state, function).all:
                if (call.routine, outcome.exception) not in self.playwright.trusted:
                    yield Step(call, state, outcome, purpose)

    def _queries(self, function: Function, state: State | None) -> Iterator[Step]:
        return self._steps([function], state, Purpose.QUERY)

    def _aspect(self, state: State | None) -> Hashable:
        """What a state looks like from afar: the answers, numbers apart, to the queries made everywhere."""
        return tuple(
            (step.call.routine, step.expected.output, step.expected.exception)
            for function in self._quick
            if function.result != INTEGER
            for step in self._queries(function, state)
        )


def _act(step: Step) -> Act:
    return Act(step.purpose, step.call.routine, step.call.arguments)


def _said(expected: Outcome) -> str:
    """What the specification says, in the form in which values travel."""
    if expected.exception is not None:
        return expected.exception
    return "no exception" if expected.output is None else json.dumps(encoded(expected.output))


def _answered(got: Reply) -> str:
    if got.fault is not None:
        return f"no answer ({got.fault})"
    if got.exception is not None:
        return got.exception
    return "no exception" if got.output is None else json.dumps(got.output)
