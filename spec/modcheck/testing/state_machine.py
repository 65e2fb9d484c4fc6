"""State machines: Hypothesis chooses the calls made of an implementation of a module.

The specification runs beside the implementation. Most calls are transitions that do not raise, so
that a run reaches the end of a game; among them are queries, and calls that raise, of every kind
that the specification tells apart. A call whose assumptions do not hold is never made. After each
call the observers show the whole state. When a reply is wrong, Hypothesis looks for the fewest
calls that show it.

:func:`state_machine` is for tests; :func:`hypothesis_stage` is the stage of a check. Both need
Hypothesis: ``pip install hypothesis``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import methodcaller
from typing import Any, Final
from unittest.mock import patch

from hypothesis import HealthCheck, Verbosity, event, seed, settings
from hypothesis import Phase as RunPhase
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.internal.conjecture import providers
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from modcheck.system.implementation import Implementation, ImplementationError, Json, Reply
from modcheck.system.object_views import ObjectView, encode, output_of, what_differs
from modcheck.testing import budget
from modcheck.testing.choices import chosen_step
from modcheck.testing.mismatch import agrees
from modcheck.testing.runner import Runner, Stage
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.explain.explain import environment
from modspec.lint.pools import suggested_domains
from modspec.run.domains import Domains
from modspec.run.evaluate import Environment, Evaluator
from modspec.run.machine import Call, Machine, Outcome
from modspec.run.plain import choice_text
from modspec.syntax.declaration import function_of
from modspec.syntax.expressions import And, Apply, Expression, Not, Or
from modspec.syntax.module import Function, Module
from modspec.syntax.types import INTEGER
from modspec.syntax.values import State

STAGE: Final = "hypothesis"
"""The name of the stage."""

_KINDS: Final = ("start",) + ("play",) * 70 + ("seek",) * 26 + ("refused",) * 16 + ("query",) * 15
"""The kinds of steps, each as often as it is wanted. A new start in mid-game is rarely wanted; it
stands first because Hypothesis replaces by it what it tries to do without."""


class MismatchFound(AssertionError):
    """An implementation replied otherwise than the specification demands."""

    def __init__(self, call: Call, expected: Outcome, got: Reply, after: str = "") -> None:
        """``after`` says what was done before the call."""
        self.call, self.expected, self.got = call, expected, got
        self.routine = call.routine
        """The access program whose reply is wrong."""
        place = f" after {after}" if after else ""
        due, came = _expected_and_got(expected, got)
        super().__init__(f"{call}{place}: expected {due}, got {came}")


__tracebackhide__ = methodcaller("errisinstance", (MismatchFound, ImplementationError))
"""Makes pytest show no line of this file where the fault is the program's."""


@dataclass(frozen=True, repr=False)
class Act:
    """One step of a run: a call or, for a query, every call of a routine."""

    purpose: Purpose
    routine: str
    arguments: tuple[Any, ...] | None = None
    """None: all possible arguments."""

    def __repr__(self) -> str:
        called = self.routine if self.arguments is None else str(Call(self.routine, self.arguments))
        return f"{self.purpose.value} {called}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # Hypothesis, which prints runs, would spell out the fields

    def includes(self, call: Call) -> bool:
        """Whether the step makes the call."""
        return call.routine == self.routine and self.arguments in (None, call.arguments)


# -- why calls raise -------------------------------------------------------------------------------


@dataclass(frozen=True)
class FailureReason:
    """Why a call raises: the exception, and the rules of the part of its clause that decides."""

    routine: str
    exception: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([f"{self.routine} raises {self.exception}:", *self.rules])


def failure_reason(machine: Machine, step: TraceStep) -> FailureReason:
    """Return why a call that raises does so.

    An exception has as many reasons as its condition has labelled conjuncts or disjuncts, also by
    way of the functions that the condition applies.
    """
    assert step.expected.exception is not None
    function = machine.routine(step.call.routine)
    names = {p.name: v for p, v in zip(function.parameters, step.call.arguments, strict=True)}
    scope = Environment(machine.instance, function.module, names, step.before)
    clauses = [c for c in function.exceptions if c.exception == step.expected.exception]
    clause = clauses[0]
    if len(clauses) > 1:  # the first clause that holds decides, and another may stand before it
        clause = next(c for c in function.exceptions if Evaluator(scope)(c.value))
    rules = _deciding_rules(clause.value, scope) or clause.rules
    return FailureReason(function.name, clause.exception, rules)


def _deciding_rules(node: Expression, scope: Environment) -> tuple[str, ...]:
    """Return the rules of the innermost labelled part that gives a formula its value."""
    inner: tuple[str, ...] = ()
    match node:
        case Not(operand):
            inner = _deciding_rules(operand, scope)
        case And(operands) | Or(operands):
            decisive = isinstance(node, Or)
            for operand in operands:
                if bool(Evaluator(scope)(operand)) is decisive:
                    inner = _deciding_rules(operand, scope)
                    break
        case Apply(_, _, arguments):
            function = function_of(node)
            values = [Evaluator(scope)(argument) for argument in arguments]
            state = values.pop(0) if function.state else None
            if function.output is not None:
                within = environment(scope.instance, function, state, tuple(values))
                inner = _deciding_rules(function.output.value, within) or function.output.rules
    return inner or node.rules


# -- the machine -----------------------------------------------------------------------------------


def state_machine(
    module: Module,
    make: Callable[[], Implementation],
    domains: Domains | None = None,
    *,
    steps: int = budget.RUN_STEPS,
    backend: str = "hypothesis",
    generator: TraceGenerator | None = None,
    end: Callable[[ModuleRun], None] = lambda run: None,
) -> type[RuleBasedStateMachine]:
    """Return a Hypothesis state machine that compares implementations with a module.

    ``make`` returns the implementation for a run, which is closed after it; ``domains`` says which
    arguments are tried, by default those that the text of the module suggests; a run has so many
    steps. A machine with a ``generator`` makes only the calls of that generator. Each run is given
    to ``end`` when it is over. Run the machine with ``run_state_machine_as_test``, or give its
    ``TestCase`` to pytest. It raises :class:`MismatchFound` at a wrong reply.

    ``backend`` makes the choices: ``hypothesis`` at random, ``crosshair`` by the conditions in the
    code, which is much slower (``pip install hypothesis-crosshair``).
    """
    machine = Machine(module)
    tried = suggested_domains(module) if domains is None else domains

    class ModuleMachine(ModuleRun):
        def __init__(self) -> None:
            super().__init__(generator or TraceGenerator(machine, tried), make(), end)

    name = f"{module.name.title().replace('_', '')}Machine"
    ModuleMachine.__name__ = ModuleMachine.__qualname__ = name
    ModuleMachine.__doc__ = f"Compares an implementation with {module.python_name}."
    chosen = settings(ModuleMachine.TestCase.settings, stateful_step_count=steps, backend=backend)
    ModuleMachine.TestCase.settings = chosen
    return ModuleMachine


@st.composite
def _acts(draw: st.DrawFn) -> Act:
    """Draw a step that the machine may take in its present state."""
    run: ModuleRun = draw(st.runner())
    kind = draw(st.sampled_from(_KINDS))
    if kind == "query" and (queries := run.queries()):
        return draw(st.sampled_from(queries))
    if kind == "refused" and (rejected := run.rejected_calls()):
        why = draw(st.sampled_from(list(rejected)))
        event(str(why))
        return draw(st.sampled_from(rejected[why]))
    moves: Trace = []
    if kind != "start":
        moves = (run.unmet_moves() if kind == "seek" else []) or run.moves()
    return _act(draw(st.sampled_from(moves))) if moves else draw(st.sampled_from(run.starts()))


class ModuleRun(RuleBasedStateMachine):
    """One run: an implementation, and the state in which it should be."""

    def __init__(
        self,
        generator: TraceGenerator,
        implementation: Implementation,
        end: Callable[[ModuleRun], None],
    ) -> None:
        super().__init__()
        self.machine = machine = generator.machine
        self.implementation = implementation
        self.generator = generator
        self.state: State | None = None
        self.trace: Trace = []
        self.mismatch: MismatchFound | None = None
        self._end = end
        programs, domains = machine.module.access_programs, generator.domains
        self._outputs = [f for f in programs if not f.is_transition]
        self._quick = [
            f
            for f in self._outputs
            if len(domains.usual(machine.module, f)) <= budget.QUICK_QUERIES
        ]
        self._met: set[Hashable] = set()

    @rule(act=_acts())
    def step(self, act: Act) -> None:
        """Make the calls, and observe the state that they lead to."""
        trace = list(self._calls(act))
        replies: list[Reply] = []
        if self.machine.chooses(act.routine):  # what follows depends on the choice
            replies = self.implementation.answer([step.call for step in trace])
            pairs = zip(trace, replies, strict=True)
            trace = [chosen_step(step, reply, self.generator) for step, reply in pairs]
        after = trace[-1].expected.state
        observation = self.generator.observation(after) if after is not None else []
        trace += observation
        if act.purpose is Purpose.COMMAND and after is not None:
            self._met.add(self._aspect(after))
            trace += [step for f in self._quick for step in self._queries(f, after)]
            trace += observation
        rest = trace[len(replies) :]
        replies += self.implementation.answer([step.call for step in rest])
        pairs = zip(trace, replies, strict=True)
        trace = [chosen_step(step, reply, self.generator) for step, reply in pairs]
        self.trace += trace
        for step, reply in zip(trace, replies, strict=True):
            if not agrees(step.expected, reply):
                after_act = "" if act.includes(step.call) else repr(act)
                self.mismatch = MismatchFound(step.call, step.expected, reply, after_act)
                raise self.mismatch
        self.state = after

    def teardown(self) -> None:
        """Close the implementation."""
        self.implementation.close()
        self._end(self)

    def _calls(self, act: Act) -> Iterator[TraceStep]:
        function = self.machine.routine(act.routine)
        if act.arguments is None:
            yield from self._queries(function, self.state)
        else:
            call = Call(act.routine, act.arguments)
            yield self.generator.step(self.state, call, act.purpose)

    # -- the choices -------------------------------------------------------------------------------

    def starts(self) -> list[Act]:
        """Return the initialisers, with all arguments for which they do not raise."""
        steps = self._steps(self.machine.module.initializers, self.state, Purpose.COMMAND)
        return [_act(step) for step in steps if step.expected.exception is None]

    def moves(self) -> Trace:
        """Return the transitions that are possible."""
        return self.generator.choices(self.state) if self.state is not None else []

    def unmet_moves(self) -> Trace:
        """Return the possible transitions to states that look like none in this run so far."""
        return [step for step in self.moves() if self._aspect(step.expected.state) not in self._met]

    def queries(self) -> list[Act]:
        """Return the routines that yield an output, where the specification says which."""
        return [
            Act(Purpose.QUERY, function.name)
            for function in self._outputs
            if any(True for _ in self._queries(function, self.state))
        ]

    def rejected_calls(self) -> dict[FailureReason, list[Act]]:
        """Return the calls that raise, by the reason why."""
        programs = [f for f in self.machine.module.access_programs if f.exceptions]
        found: dict[FailureReason, list[Act]] = {}
        for step in self._steps(programs, self.state, Purpose.REJECTED):
            if step.expected.exception is not None:
                found.setdefault(failure_reason(self.machine, step), []).append(_act(step))
        return found

    def _steps(
        self, functions: Iterable[Function], state: State | None, purpose: Purpose
    ) -> Iterator[TraceStep]:
        """Yield all calls of some routines in a state that the generator would make."""
        for function in functions:
            if state is None and function.state is not None:
                continue
            for call, outcome in self.generator.calls.outcomes(state, function).all:
                if (call.routine, outcome.exception) not in self.generator.trusted:
                    yield TraceStep(call, state, outcome, purpose)

    def _queries(self, function: Function, state: State | None) -> Iterator[TraceStep]:
        return self._steps([function], state, Purpose.QUERY)

    def _aspect(self, state: State | None) -> Hashable:
        """Return the outcomes, numbers apart, of the queries that are made everywhere."""
        return tuple(
            (step.call.routine, step.expected.output, step.expected.exception)
            for function in self._quick
            if function.result != INTEGER
            for step in self._queries(function, state)
        )


def _act(step: TraceStep) -> Act:
    return Act(step.purpose, step.call.routine, step.call.arguments)


def _expected_and_got(expected: Outcome, got: Reply) -> tuple[str, str]:
    """Return the outcome that is due, and the reply that came, as texts."""
    due, output = what_differs(output_of(expected), got.output)
    if expected.exception is not None:
        right = expected.exception
    elif expected.allowed[1:]:
        right = choice_text([_json(encode(each)) for each in expected.allowed])
    else:
        right = "no exception" if expected.is_silent else _json(due)
    if got.fault is not None:
        return right, f"no answer ({got.fault})"
    if got.exception is not None:
        return right, got.detail or got.exception  # the detail has the line of the program
    return right, "no exception" if output is None else _json(output)


def _json(value: Json) -> str:
    return json.dumps(_as_object(value))


def _as_object(value: Json) -> object:
    """Return an object as its observers show it, each by its name."""
    if isinstance(value, ObjectView):
        return {name: _as_object(each) for name, each in value}
    return value


# -- the stage of a check --------------------------------------------------------------------------


def hypothesis_stage(runs: int, start: int) -> Stage:
    """Return a stage of so many runs, each on a fresh implementation; ``start`` seeds the choices.

    It yields the trace of the smallest run that was found to end in a mismatch, if any does.
    """
    return Stage(STAGE, lambda runner: _Search(runner, runs).traces(start), count=runs)


class _SearchIsOver(BaseException):
    """Ends a search. Hypothesis would take an Exception for a mismatch."""


class _Search:
    """A search for a run that ends in a mismatch."""

    def __init__(self, runner: Runner, runs: int) -> None:
        self._runner = runner
        self._runs = runs
        self._started = 0
        self._calls_left = budget.SHRINK_RUN_CALLS
        self._smallest: Trace | None = None
        self._broke_down = False
        self._error: ImplementationError | None = None

    def traces(self, start: int) -> Iterator[Trace]:
        """Yield the smallest trace with a mismatch, if there is one."""
        generator = self._runner.generator
        machine = state_machine(
            generator.machine.module,
            self._make,
            generator.domains,
            generator=generator,
            end=self._learn,
        )
        chosen = settings(
            machine.TestCase.settings,
            max_examples=self._runs,
            derandomize=False,  # the seed makes it deterministic
            database=None,
            deadline=None,
            phases=[RunPhase.generate, RunPhase.shrink],
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
            print_blob=False,
            report_multiple_bugs=False,
        )
        try:
            with repeatable():
                run_state_machine_as_test(seed(start)(machine), settings=chosen)
        except (_SearchIsOver, MismatchFound, Flaky):
            pass  # _learn has the run; one that is wrong only at times is wrong all the same
        if self._smallest is not None:
            yield self._smallest
        elif self._error is not None:
            raise self._error

    def _make(self) -> Implementation:
        """Return an implementation for the next run."""
        if self._calls_left < 0 or self._broke_down:
            raise _SearchIsOver
        self._started += 1
        number = min(self._started, self._runs)
        try:
            return self._runner.another_implementation(STAGE, number, self._runs)
        except ImplementationError as error:
            self._error = error
            raise _SearchIsOver from error

    def _learn(self, run: ModuleRun) -> None:
        """Note what a run shows when it is over."""
        if self._smallest is not None:
            self._calls_left -= len(run.trace)
        if run.mismatch is None:
            if self._smallest is None:
                self._runner.count_trace(run.trace)
            return
        # a call that hangs or ends the program is not made a hundred times
        self._broke_down = run.mismatch.got.fault is not None
        if self._smallest is None or len(run.trace) < len(self._smallest):
            self._smallest = run.trace


@contextmanager
def repeatable() -> Iterator[None]:
    """Make Hypothesis choose the same in every process.

    Hypothesis tries constants from the code of whatever modules are imported, so its choices depend
    on the imports even with a fixed seed. There is no setting for it; this replaces the internal
    functions of the versions that have them.
    """
    internal = ("_local_constants", "_get_local_constants", "CONSTANTS_CACHE")
    if not all(hasattr(providers, name) for name in internal):
        yield
        return
    none = type(providers._local_constants)()
    cache = type(providers.CONSTANTS_CACHE)(1024)  # the present cache holds the constants
    with (
        patch.object(providers, "_get_local_constants", lambda: none),
        patch.object(providers, "CONSTANTS_CACHE", cache),
    ):
        yield
