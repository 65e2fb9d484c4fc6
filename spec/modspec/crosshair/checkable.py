"""Plain ``crosshair check`` of functions that are held to a specification.

CrossHair looks for contracts in docstrings and decorators of its own, and finds none in a module
whose functions bear ``@contract``. With this, what it checks of such a function is the contract:
requires, ensures and raises, as the clauses of the specification have them. It says what it asks,
and what came of it; a counterexample is an error, and the exit code is 1.

Who knows the states of a module can give better questions, by the entry point
``modspec.questions``: a function that takes the name of a module and of a function, and returns
what is to be asked, or None. Otherwise the variables of the module with a type are given any values
that the abstraction function and the invariant accept.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import entry_points
from time import process_time
from types import FunctionType
from typing import Any, Final, TextIO

from crosshair.condition_parser import (
    ConditionExpr,
    ConditionExprType,
    Conditions,
    condition_parser,
)
from crosshair.core import Checkable, ConditionCheckable
from crosshair.fnutil import FunctionInfo
from crosshair.options import DEFAULT_OPTIONS, AnalysisOptionSet
from crosshair.statespace import AnalysisMessage, MessageType
from crosshair.util import IgnoreAttempt

from modspec.contract.contract import HELD, ContractTerms, HeldRoutine, without_checks
from modspec.run.instance import Instance
from modspec.run.machine import Call, Outcome
from modspec.syntax.values import State

GROUP: Final = "modspec.questions"
"""The entry points of functions that know what to ask about the functions of a module."""

SECONDS: Final = 20.0
"""Seconds of processor time for the one general question about a function."""


class ContractVerdict(Enum):
    """What CrossHair says of a contract, the best first; from the third on, the exit code is 1."""

    CONFIRMED = "confirmed"
    """It holds on all paths."""

    UNDECIDED = "not confirmed"
    """No counterexample was found, and there may be one."""

    UNCONFIRMED = "cannot be confirmed"
    """All is known that it takes to confirm it, and it was not confirmed."""

    REFUTED = "refuted"
    """There is a counterexample."""


_MESSAGES: Final = {
    ContractVerdict.CONFIRMED: MessageType.CONFIRMED,
    ContractVerdict.UNDECIDED: MessageType.CANNOT_CONFIRM,
    ContractVerdict.UNCONFIRMED: MessageType.EXEC_ERR,
    ContractVerdict.REFUTED: MessageType.POST_FAIL,
}
"""What CrossHair calls each verdict."""


@dataclass(frozen=True)
class ContractAnswer:
    """What came of a question."""

    verdict: ContractVerdict
    detail: str = ""
    """The counterexample, or why there is no answer; empty if it is confirmed."""


Asked = tuple[str, Sequence[Callable[[], ContractAnswer]]]
"""What questions are about, in words, and the questions."""


def held_routine(function: Any) -> HeldRoutine | None:
    """Return the access program that a function is held to; None if it is held to none."""
    held = getattr(function, HELD, None)
    return held if isinstance(held, HeldRoutine) else None


@dataclass
class ContractCheckable(Checkable):
    """The contract of a function, as CrossHair checks it."""

    held: HeldRoutine
    out: TextIO

    def analyze(self) -> Iterable[AnalysisMessage]:
        """Ask all questions; print each question and its answer."""
        function = self.held.function
        file = inspect.getsourcefile(function) or ""
        line = function.__code__.co_firstlineno if isinstance(function, FunctionType) else 1
        signature = inspect.signature(function)
        names = ", ".join(signature.parameters)
        print(f"{function.__name__}({names})\n{self._clauses()}", file=self.out, flush=True)
        about, questions = asked_about(self.held)
        began, answers = process_time(), list[ContractAnswer]()
        for ask in questions:
            _show_progress(len(answers), len(questions))
            answers.append(ask())
            if answers[-1].verdict is ContractVerdict.REFUTED:
                break
        _show_progress(0, 0)
        worst = max(answers, key=lambda answer: list(_MESSAGES).index(answer.verdict))
        said = worst.detail
        if worst.verdict is ContractVerdict.CONFIRMED:
            each = "1 question" if len(answers) == 1 else f"{len(answers)} questions"
            said = f"{about}; {each}, {process_time() - began:.1f} s"
        self._say(f"{worst.verdict.value}: {said}")
        text = worst.detail or "Confirmed over all paths."
        return [AnalysisMessage(_MESSAGES[worst.verdict], text, file, line, 0, "")]

    def _clauses(self) -> str:
        _, *clauses = self.held.text(indent="").splitlines()
        return "\n".join(clauses)

    def _say(self, text: str) -> None:
        first, *rest = text.splitlines()
        lines = [f"  {first}", *(f"    {line}" for line in rest), ""]
        print(*lines, sep="\n", file=self.out, flush=True)


def _show_progress(done: int, total: int) -> None:
    """Show in a terminal how many questions are answered; if the total is zero, clear the line."""
    if sys.stderr.isatty() and total != 1:
        text = f"  {done} of {total} questions" if total else ""
        print(f"\r{text:<40}\r", end="", file=sys.stderr, flush=True)


def asked_about(held: HeldRoutine) -> Asked:
    """Return the questions about a function: those of an entry point, or one general question."""
    function = held.function
    for entry in entry_points(group=GROUP):
        known = entry.load()(function.__module__, function.__name__)
        if known is not None:
            found: Asked = known
            return found
    states = state_variables(function)
    about = " and ".join(["any arguments", *(f"any {name}" for name in states)])
    return about, [lambda: _ask(held)]


# -- a function of which nobody knows more ---------------------------------------------------------


def state_variables(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the variables of a function's module that have a type, with their types."""
    module = sys.modules[function.__module__]
    stored = {
        name
        for value in vars(module).values()
        if (code := getattr(getattr(value, "__wrapped__", value), "__code__", None))
        for name in code.co_names
    }
    return {
        name: kind
        for name, kind in inspect.get_annotations(module, eval_str=True).items()
        if name in stored and name.startswith("_")
    }


def _ask(held: HeldRoutine) -> ContractAnswer:
    """Ask CrossHair whether a call in any state does what it owes."""
    asked = _PlainQuestion(held)
    options = DEFAULT_OPTIONS.overlay(
        AnalysisOptionSet(
            analysis_kind=(), per_condition_timeout=SECONDS, per_path_timeout=SECONDS / 4
        )
    )
    conditions = Conditions(
        fn=asked.fault,
        src_fn=asked.fault,
        pre=[],
        post=[
            ConditionExpr(
                ConditionExprType.POSTCONDITION,
                lambda scope: scope["__return__"] is None,
                __file__,
                1,
                "it does what it owes",
            )
        ],
        raises=frozenset(),
        sig=asked.signature,
        mutable_args=None,
        fn_syntax_messages=[],
        counterexample_description_maker=asked.note,
    )
    checkable = ConditionCheckable(FunctionInfo.from_fn(asked.fault), options, conditions)
    with condition_parser(()) as parser:
        parser.parsers.clear()  # type: ignore[attr-defined]  # no contracts of callees
        messages = list(checkable.analyze())
    for message in messages:
        if message.state > MessageType.PRE_UNSAT:
            told = asked.fault(*asked.found) if asked.found is not None else None
            return ContractAnswer(ContractVerdict.REFUTED, told or message.message)
    if any(message.state is MessageType.CONFIRMED for message in messages):
        return ContractAnswer(ContractVerdict.CONFIRMED)
    if asked.tried:
        why = f"no counterexample in {asked.tried} paths, but there are more"
        return ContractAnswer(ContractVerdict.UNDECIDED, why)
    return ContractAnswer(ContractVerdict.UNDECIDED, "no state satisfies what it requires")


class _PlainQuestion:
    """A call of a function in any state of its module."""

    def __init__(self, held: HeldRoutine) -> None:
        self._held, self._function = held, held.function
        module = held.contract.module
        self._terms = ContractTerms(Instance(module, memo_size=0), held.routine)
        self._states = state_variables(self._function)
        self.tried = 0
        self.found: tuple[Any, ...] | None = None
        """The arguments of a counterexample."""

        kinds = inspect.get_annotations(self._function, eval_str=True)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        given = {**self._states, **{n: t for n, t in kinds.items() if n != "return"}}
        self.signature = inspect.Signature(
            [inspect.Parameter(name, kind, annotation=of) for name, of in given.items()]
        )

    def _state(self) -> State | None:
        """Return the state of the specification for the module's state."""
        found: State | None = self._held.contract._abstraction()  # within the package
        return found

    def fault(self, *values: Any) -> str | None:
        """Return what a call does not do that it owes; None if it does all."""
        self.tried += 1
        number = len(self._states)
        parts = dict(zip(self._states, values[:number], strict=True))
        space = vars(sys.modules[self._function.__module__])
        kept = {name: space[name] for name in parts if name in space}
        space |= parts
        try:
            return self._fault(parts, values[number:])
        finally:
            for name in parts:
                del space[name]
            space |= kept

    def _fault(self, parts: Mapping[str, Any], arguments: tuple[Any, ...]) -> str | None:
        is_initialiser = self._held.routine.state is None
        before = None if is_initialiser else self._state()
        if before is not None and self._terms.invariant_violation(before):
            raise IgnoreAttempt
        if self._terms.unmet_assumption(before, arguments):
            raise IgnoreAttempt
        is_known = self.found is not None  # to write an unknown value down would fix it
        shown = ", ".join(f"{n} = {v!r}" for n, v in parts.items()) if is_known else ""
        with without_checks():
            try:
                output, exception = self._function(*arguments), None
            except Exception as error:  # noqa: BLE001  # an exception is an outcome
                output, exception = None, type(error).__name__
        outcome = Outcome(self._state(), output, exception)
        violation = self._terms.violation(before, arguments, outcome)
        if violation is None or not is_known:
            return None if violation is None else "a violation"
        return (
            f"{Call(self._function.__name__, arguments)}{' where ' if shown else ''}{shown}\n"
            f"{violation.part.value}: {violation.formula}\n"
            f"expected {violation.expected}, got {violation.got}"
        )

    def note(self, bound: inspect.BoundArguments, result: object, reprs: object) -> tuple[str, str]:
        """Keep the arguments of a counterexample."""
        del result, reprs
        self.found = tuple(bound.arguments[name] for name in self.signature.parameters)
        return "", ""


def checkables(function: Any, out: TextIO) -> Iterator[Checkable]:
    """Yield what is to be checked of a function that is held to a specification."""
    held = held_routine(function)
    if held is not None:
        yield ContractCheckable(held, out)
