"""Confirm: ask CrossHair whether a claim about a function holds for all values of its parameters.

CrossHair runs the function on symbolic values, along every path that it can take. The claim is
confirmed only if CrossHair took all paths and the claim follows on each. To find no counterexample
is not enough: a timeout, a precondition that no value satisfies, a missing verdict or a crash
leaves the claim undecided.

CrossHair's answer is checked as well. It gives an example of values for each path, and the
counterexample for a refutation; Python runs the function on these.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import chain
from time import process_time
from typing import Any
from unittest import mock

import crosshair.core_and_libs  # noqa: F401  # it loads plugins
import z3
from crosshair import statespace
from crosshair.condition_parser import (
    ConditionExpr,
    ConditionExprType,
    Conditions,
    condition_parser,
)
from crosshair.core import ConditionCheckable, analyze_function, run_checkables
from crosshair.fnutil import FunctionInfo
from crosshair.options import DEFAULT_OPTIONS, AnalysisKind, AnalysisOptionSet
from crosshair.statespace import AnalysisMessage, MessageType, context_statespace
from crosshair.tracers import NoTracing

from modspec.crosshair import canary
from modspec.crosshair.exchange import argument_in, to_crosshair, to_symbols
from modspec.lift import Bool

TIMEOUT = 60.0
"""CPU seconds that one question may take."""


@dataclass(frozen=True)
class Assumption:
    """A claim about a method, for another question to confirm.

    With it a claim is split into parts where the whole would take too long.
    """

    owner: type
    """The class of the method."""
    name: str
    value: Callable[..., Any]
    """The method's result, of arguments as :attr:`Question.ensures` takes them."""


@dataclass(frozen=True)
class Question:
    """A function, its parameters, and a claim about its arguments and its result."""

    name: str
    function: Callable[..., Any]
    """The function that CrossHair runs on symbolic values."""
    parameters: Mapping[str, type]
    """The types: words, truth values, integers, or enumerations with few elements."""
    requires: Callable[..., Bool]
    """The precondition, of the arguments."""
    ensures: Callable[..., Bool]
    """The postcondition, of the result and the arguments.

    CrossHair does not run the conditions, since each of their branches would double the paths. Both
    take the symbols of the lifted specification in place of CrossHair's values, as :mod:`.exchange`
    translates them, and return a symbol; of plain values they return a plain one.
    """
    assumptions: Sequence[Assumption] = ()
    """The claims that are assumed of methods that the function calls."""
    examples: Callable[[], Iterable[tuple[Any, ...]]] = tuple
    """More candidates for a counterexample, if CrossHair's needs the assumptions."""


class ConfirmationStatus(Enum):
    """The answer to a question."""

    CONFIRMED = "confirmed"
    """The postcondition holds along every path."""
    REFUTED = "refuted"
    """There is a counterexample, and Python agrees."""
    UNDECIDED = "undecided"
    """Anything else."""


@dataclass(frozen=True)
class Confirmation:
    """The answer to a question, with its reasons."""

    question: Question
    status: ConfirmationStatus
    detail: str = ""
    """Why the question is undecided, or how the function failed."""
    counterexample: tuple[Any, ...] | None = None
    """Arguments for which the postcondition fails."""
    witnesses: tuple[tuple[Any, ...], ...] = ()
    """Arguments that lead along each path on which the postcondition was reached."""
    paths: int = 0
    """How many paths were tried, including those that end at the precondition."""
    seconds: float = 0.0
    """CPU time."""


@cache
def reason_for_distrust() -> str:
    """Return why CrossHair's answers cannot be trusted here, by the canaries; empty if they can."""
    kinds = AnalysisOptionSet(analysis_kind=(AnalysisKind.PEP316,), per_condition_timeout=2)
    for function, expected in (
        (canary.sings, MessageType.CONFIRMED),
        (canary.dies, MessageType.POST_FAIL),
    ):
        for checkable in analyze_function(function, kinds):
            states = [message.state for message in run_checkables([checkable])]
            if states != [expected]:
                got = ", ".join(state.name for state in states) or "no verdict"
                return (
                    f"the plugin for CrossHair is not active: the canary {function.__name__} "
                    f"should be {expected.name}, and is {got}"
                )
    return ""


def confirm(question: Question, timeout: float = TIMEOUT) -> Confirmation:
    """Ask a question; it may take ``timeout`` seconds of CPU time."""
    started, run = process_time(), _Run(question)
    try:
        if why := reason_for_distrust():
            return run.doubt(why)
        messages = run.messages(timeout)
    except Exception as error:  # noqa: BLE001  # a crash of CrossHair is no answer
        answer = run.doubt(f"CrossHair broke down: {error!r}")
    else:
        answer = run.answer(messages)
    return replace(answer, paths=run.counted["num_paths"], seconds=process_time() - started)


class _Run:
    """The run of CrossHair for one question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.counted: Counter[str] = Counter()
        self._witnesses: list[tuple[Any, ...]] = []
        self._counterexample: tuple[Any, ...] | None = None

    def messages(self, timeout: float) -> list[AnalysisMessage]:
        """Return CrossHair's messages."""
        asked = self.question.function
        parameters = [
            inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind)
            for name, kind in self.question.parameters.items()
        ]

        def function(*arguments: Any) -> Any:
            return asked(*arguments)

        conditions = Conditions(
            fn=function,
            src_fn=function,
            pre=[_condition(ConditionExprType.PRECONDITION, self._requires)],
            post=[_condition(ConditionExprType.POSTCONDITION, self._ensures)],
            raises=frozenset(),
            sig=inspect.Signature(parameters),
            mutable_args=None,
            fn_syntax_messages=[],
            counterexample_description_maker=self._note,
        )
        options = DEFAULT_OPTIONS.overlay(
            AnalysisOptionSet(
                analysis_kind=(),
                per_condition_timeout=timeout,
                per_path_timeout=timeout,
                report_all=True,
                stats=self.counted,
            )
        )
        checkable = ConditionCheckable(FunctionInfo.from_fn(function), options, conditions)
        with ExitStack() as stack:
            parser = stack.enter_context(condition_parser(()))
            parser.parsers.clear()  # type: ignore[attr-defined]  # no contracts of callees
            stack.enter_context(mock.patch.object(statespace, "make_default_solver", _solver))
            for assumption in self.question.assumptions:
                method = _replacement(assumption)
                stack.enter_context(mock.patch.object(assumption.owner, assumption.name, method))
            return run_checkables([checkable])

    def answer(self, messages: Iterable[AnalysisMessage]) -> Confirmation:
        """Return the answer, after Python has run the examples."""
        said = {message.state: message.message for message in messages}
        if set(said) == {MessageType.CONFIRMED}:
            return self._check_witnesses()
        if self._counterexample is not None:
            return self._check_counterexample(" ".join(said.values()))
        if not said:
            return self.doubt("CrossHair gave no verdict")
        return self.doubt("; ".join(f"{state.name}: {text}" for state, text in said.items()))

    # -- what CrossHair calls

    def _arguments(self, scope: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(to_symbols(scope[name]) for name in self.question.parameters)

    def _requires(self, scope: Mapping[str, Any]) -> Any:
        with NoTracing():
            return to_crosshair(self.question.requires(*self._arguments(scope)))

    def _ensures(self, scope: Mapping[str, Any]) -> Any:
        with NoTracing():
            arguments, result = self._arguments(scope), to_symbols(scope["__return__"])
            model = context_statespace().witness()
            if model is not None:
                pairs = zip(arguments, self.question.parameters.values(), strict=True)
                self._witnesses.append(tuple(argument_in(a, model, kind) for a, kind in pairs))
            return to_crosshair(self.question.ensures(result, *arguments))

    def _note(
        self, bound: inspect.BoundArguments, result: object, reprs: object
    ) -> tuple[str, str]:
        self._counterexample = tuple(bound.arguments[name] for name in self.question.parameters)
        return self.question.name, ""

    # -- what Python says

    def _check_witnesses(self) -> Confirmation:
        if not self._witnesses:
            return self.doubt("no value satisfies the precondition")
        for witness in self._witnesses:
            wrong = self._fault(witness)
            if wrong is None and self.question.assumptions:
                continue  # the assumed results need not be those of these arguments
            if wrong is None or wrong:
                return self.doubt(
                    f"CrossHair confirms a claim that fails for {_list(witness)}: "
                    f"{wrong or 'the precondition does not hold'}"
                )
        return Confirmation(
            self.question, ConfirmationStatus.CONFIRMED, witnesses=tuple(self._witnesses)
        )

    def _check_counterexample(self, said: str) -> Confirmation:
        assert self._counterexample is not None
        for arguments in chain([self._counterexample], self.question.examples()):
            if wrong := self._fault(arguments):
                return Confirmation(self.question, ConfirmationStatus.REFUTED, wrong, arguments)
        return self.doubt(
            f"CrossHair refutes a claim that holds for {_list(self._counterexample)}: {said}"
        )

    def _fault(self, arguments: tuple[Any, ...]) -> str | None:
        """Return the fault that Python finds: empty if none, None if the precondition fails."""
        if self.question.requires(*arguments) is not True:
            return None
        try:
            result = self.question.function(*arguments)
        except Exception as error:  # noqa: BLE001  # the claim is that it raises nothing
            return f"it raises {error!r}"
        holds = self.question.ensures(result, *arguments)
        return "" if holds is True else "the postcondition does not hold"

    def doubt(self, why: str) -> Confirmation:
        """Return that the question is undecided, and why."""
        return Confirmation(self.question, ConfirmationStatus.UNDECIDED, why)


def _condition(
    kind: ConditionExprType, evaluate: Callable[[Mapping[str, Any]], Any]
) -> ConditionExpr:
    return ConditionExpr(kind, evaluate, __file__, 1, kind.value)


def _solver() -> statespace.VersionedSolver:
    """Return a solver that decides formulas about words by their bits, 30 times as fast."""
    tactic = z3.Cond(z3.Probe("is-qfbv"), z3.Tactic("qfbv"), z3.Tactic("smt"))
    made = z3.Z3_mk_solver_from_tactic(tactic.ctx.ref(), tactic.tactic)
    return statespace.VersionedSolver(made, tactic.ctx)


def _replacement(assumption: Assumption) -> Callable[..., Any]:
    def method(*arguments: Any) -> Any:
        with NoTracing():
            return to_crosshair(assumption.value(*map(to_symbols, arguments)))

    return method


def _list(arguments: tuple[Any, ...]) -> str:
    return ", ".join(map(repr, arguments))
