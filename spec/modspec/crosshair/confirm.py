"""Confirm: ask CrossHair whether a function does as is claimed for all values of its parameters.

CrossHair runs the function on symbolic values, along every path that it can take. That it has found no
counterexample is no answer: the only one that counts is that it has been along all paths, and that on each
the claim follows. Everything else is a failure, and is said as such: that it ran out of time, that nothing
meets the precondition, that it gave no verdict or broke down.

What CrossHair says is not taken on trust either. For each path it gives an example of values that lead
along it, and for a refutation the counterexample; the function is run on these as Python runs it.
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

import crosshair.core_and_libs  # noqa: F401  # it loads plugins, and all else relies on it
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
from modspec.crosshair.exchange import foreign, known, native
from modspec.lift import Bool

TIMEOUT = 60.0
"""CPU seconds that one question may take."""


@dataclass(frozen=True)
class Assumption:
    """That a function does as is claimed elsewhere, which is for another question to confirm.

    So a claim is split where its parts are within reach, and the whole is not.
    """

    owner: type
    """The class whose method it is."""

    name: str
    value: Callable[..., Any]
    """What it returns, given what :attr:`Question.ensures` is given: a value of the same kinds."""


@dataclass(frozen=True)
class Question:
    """A function, the values that it is asked about, and what is claimed of them and of its result."""

    name: str
    function: Callable[..., Any]
    """What is run, on symbolic values."""

    parameters: Mapping[str, type]
    """Words, truth values, integers, or elements of an enumeration with few of them."""

    requires: Callable[..., Bool]
    """The precondition, of the arguments."""

    ensures: Callable[..., Bool]
    """The postcondition, of the result and the arguments.

    Neither condition is run symbolically, which would take as many paths as it has branches. Both are
    given the symbols of the lifted specification in place of CrossHair's symbolic values, as
    :mod:`.exchange` has them, and give one back; given plain values they are plain.
    """

    assumptions: Sequence[Assumption] = ()
    """What is taken for granted of functions that are called on the way."""

    examples: Callable[[], Iterable[tuple[Any, ...]]] = tuple
    """Arguments to look for a counterexample among, where that of CrossHair is none without the assumptions."""


class ConfirmationStatus(Enum):
    """What CrossHair has to say."""

    CONFIRMED = "confirmed"
    """Along every path the postcondition holds."""

    REFUTED = "refuted"
    """There is a counterexample, which is one when Python runs it."""

    UNDECIDED = "undecided"
    """Anything else."""


@dataclass(frozen=True)
class Confirmation:
    """What came of a question."""

    question: Question
    status: ConfirmationStatus
    detail: str = ""
    """Why it is undecided, or how the function failed."""

    counterexample: tuple[Any, ...] | None = None
    """Arguments for which the postcondition does not hold."""

    witnesses: tuple[tuple[Any, ...], ...] = ()
    """For each path that the postcondition was reached on, arguments that lead along it."""

    paths: int = 0
    """How many paths were tried, those included that end at the precondition."""

    seconds: float = 0.0
    """CPU time."""


@cache
def reason_for_distrust() -> str:
    """Why CrossHair's answers are worth nothing here, found out by the canary; empty if they are."""
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
                    f"the plugin for CrossHair is not active: the canary {function.__name__} should "
                    f"have been {expected.name}, and was {got}"
                )
    return ""


def confirm(question: Question, timeout: float = TIMEOUT) -> Confirmation:
    """Ask a question; it may take so many seconds of CPU time."""
    started, run = process_time(), _Run(question)
    try:
        if why := reason_for_distrust():
            return Confirmation(question, ConfirmationStatus.UNDECIDED, why)
        messages = run.messages(timeout)
    except Exception as error:  # noqa: BLE001  # whatever breaks in CrossHair: it is no answer
        answer = Confirmation(
            question, ConfirmationStatus.UNDECIDED, f"CrossHair broke down: {error!r}"
        )
    else:
        answer = run.answer(messages)
    return replace(answer, paths=run.counted["num_paths"], seconds=process_time() - started)


class _Run:
    """One question, as it is put to CrossHair."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.counted: Counter[str] = Counter()
        self._witnesses: list[tuple[Any, ...]] = []
        self._counterexample: tuple[Any, ...] | None = None

    def messages(self, timeout: float) -> list[AnalysisMessage]:
        """What CrossHair says."""
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
            parser.parsers.clear()  # type: ignore[attr-defined]  # else it looks for contracts at every call
            stack.enter_context(mock.patch.object(statespace, "make_default_solver", _solver))
            for assumption in self.question.assumptions:
                replacement = _assumed(assumption)
                stack.enter_context(
                    mock.patch.object(assumption.owner, assumption.name, replacement)
                )
            return run_checkables([checkable])

    def answer(self, messages: Iterable[AnalysisMessage]) -> Confirmation:
        """What it amounts to, when Python has run the examples."""
        said = {message.state: message.message for message in messages}
        if set(said) == {MessageType.CONFIRMED}:
            return self._confirmed()
        if self._counterexample is not None:
            return self._refuted(" ".join(said.values()))
        if not said:
            return self._undecided("CrossHair gave no verdict")
        return self._undecided("; ".join(f"{state.name}: {text}" for state, text in said.items()))

    # -- what CrossHair calls

    def _arguments(self, scope: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(native(scope[name]) for name in self.question.parameters)

    def _requires(self, scope: Mapping[str, Any]) -> Any:
        with NoTracing():
            return foreign(self.question.requires(*self._arguments(scope)))

    def _ensures(self, scope: Mapping[str, Any]) -> Any:
        with NoTracing():
            arguments, result = self._arguments(scope), native(scope["__return__"])
            model = context_statespace().witness()
            if model is not None:
                kinds = self.question.parameters.values()
                pairs = zip(arguments, kinds, strict=True)
                self._witnesses.append(tuple(known(a, model, kind) for a, kind in pairs))
            return foreign(self.question.ensures(result, *arguments))

    def _note(
        self, bound: inspect.BoundArguments, result: object, reprs: object
    ) -> tuple[str, str]:
        self._counterexample = tuple(bound.arguments[name] for name in self.question.parameters)
        return self.question.name, ""

    # -- what Python says

    def _confirmed(self) -> Confirmation:
        if not self._witnesses:
            return self._undecided("nothing meets the precondition")
        for witness in self._witnesses:
            wrong = self._fault(witness)
            if wrong is None and self.question.assumptions:
                continue  # what was assumed need not be so for these: it was for any that are like it
            if wrong is None or wrong:
                return self._undecided(
                    f"CrossHair confirms what is not so for {_listed(witness)}: "
                    f"{wrong or 'the precondition does not hold'}"
                )
        return Confirmation(
            self.question, ConfirmationStatus.CONFIRMED, witnesses=tuple(self._witnesses)
        )

    def _refuted(self, said: str) -> Confirmation:
        assert self._counterexample is not None
        for arguments in chain([self._counterexample], self.question.examples()):
            if wrong := self._fault(arguments):
                return Confirmation(self.question, ConfirmationStatus.REFUTED, wrong, arguments)
        return self._undecided(
            f"CrossHair refutes what is so for {_listed(self._counterexample)}: {said}"
        )

    def _fault(self, arguments: tuple[Any, ...]) -> str | None:
        """What Python finds wrong with the function: empty if nothing is, None if it may be called otherwise."""
        if self.question.requires(*arguments) is not True:
            return None
        try:
            result = self.question.function(*arguments)
        except Exception as error:  # noqa: BLE001  # the function may raise anything: it is claimed not to
            return f"it raises {error!r}"
        kept = self.question.ensures(result, *arguments)
        return "" if kept is True else "the postcondition does not hold"

    def _undecided(self, why: str) -> Confirmation:
        return Confirmation(self.question, ConfirmationStatus.UNDECIDED, why)


def _condition(
    kind: ConditionExprType, evaluate: Callable[[Mapping[str, Any]], Any]
) -> ConditionExpr:
    return ConditionExpr(kind, evaluate, __file__, 1, kind.value)


def _solver() -> statespace.VersionedSolver:
    """A solver that decides what is all words by their bits: what takes its own half a minute takes this a second."""
    tactic = z3.Cond(z3.Probe("is-qfbv"), z3.Tactic("qfbv"), z3.Tactic("smt"))
    made = z3.Z3_mk_solver_from_tactic(tactic.ctx.ref(), tactic.tactic)
    return statespace.VersionedSolver(made, tactic.ctx)


def _assumed(assumption: Assumption) -> Callable[..., Any]:
    def function(*arguments: Any) -> Any:
        with NoTracing():
            return foreign(assumption.value(*map(native, arguments)))

    return function


def _listed(arguments: tuple[Any, ...]) -> str:
    return ", ".join(map(repr, arguments))
