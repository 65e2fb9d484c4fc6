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
from functools import reduce
from importlib.metadata import entry_points
from time import process_time
from types import FunctionType
from typing import Any, Final, TextIO, get_type_hints

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
from modspec.crosshair.representation import Unasked, made_from, plain_parts
from modspec.run.instance import Instance
from modspec.run.machine import Outcome, value_text
from modspec.syntax.values import State, frozen

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
    owner: type | None = None
    """The class whose method the function is, if it is one."""

    def analyze(self) -> Iterable[AnalysisMessage]:
        """Ask all questions; print each question and its answer."""
        function = self.held.function
        file = inspect.getsourcefile(function) or ""
        line = function.__code__.co_firstlineno if isinstance(function, FunctionType) else 1
        signature = inspect.signature(function)
        names = ", ".join(signature.parameters)
        name = _name(self.held, self.owner)
        print(f"{name}({names})\n{self._clauses()}", file=self.out, flush=True)
        about, questions = asked_about(self.held, self.owner)
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


def _name(held: HeldRoutine, owner: type | None) -> str:
    """Return the name of a function, a method's after that of its class."""
    name: str = held.function.__name__
    return name if owner is None else f"{owner.__name__}.{name}"


def asked_about(held: HeldRoutine, owner: type | None = None) -> Asked:
    """Return the questions about a function: those of an entry point, or one general question."""
    for entry in entry_points(group=GROUP):
        known = entry.load()(held.function.__module__, _name(held, owner))
        if known is not None:
            found: Asked = known
            return found
    try:
        asked = _PlainQuestion(held, owner)
    except Unasked as reason:
        answer = ContractAnswer(ContractVerdict.UNCONFIRMED, str(reason))
        return "", [lambda: answer]
    about = " and ".join(["any arguments", *(f"any {name}" for name in asked.unknowns)])
    return about, [lambda: _ask(asked)]


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


def _ask(asked: _PlainQuestion) -> ContractAnswer:
    """Ask CrossHair whether a call in any state does what it owes."""
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
        try:
            messages = list(checkable.analyze())
        except Exception as error:  # noqa: BLE001  # whatever CrossHair raises says why it cannot ask
            why = f"CrossHair fails: {type(error).__name__}: {error}"
            return ContractAnswer(ContractVerdict.UNCONFIRMED, why)
    for message in messages:
        if message.state > MessageType.PRE_UNSAT:
            try:
                told = asked.fault(*asked.found) if asked.found is not None else None
            except Unasked as reason:
                return ContractAnswer(ContractVerdict.UNCONFIRMED, str(reason))
            return ContractAnswer(ContractVerdict.REFUTED, told or message.message)
    if any(message.state is MessageType.CONFIRMED for message in messages):
        return ContractAnswer(ContractVerdict.CONFIRMED)
    if asked.tried:
        why = f"no counterexample in {asked.tried} paths, but there are more"
        return ContractAnswer(ContractVerdict.UNDECIDED, why)
    why = asked.failure or "no state satisfies what it requires"
    return ContractAnswer(ContractVerdict.UNCONFIRMED, why)


class _PlainQuestion:
    """A call of a function in any state of its module, or of the object that it is given."""

    def __init__(self, held: HeldRoutine, owner: type | None) -> None:
        self._held, self._function = held, held.function
        module = held.contract.module
        self._terms = ContractTerms(Instance(module, memo_size=0), held.routine)
        self._size = int(held.contract.takes_object)
        self._states = {} if self._size else state_variables(self._function)
        self._objects: set[str] = set()
        """The parameters whose values are objects of the module."""

        self.tried = 0
        self.failure = ""
        """Why the abstraction function has no state for an object, if it ever has none."""

        self.found: tuple[Any, ...] | None = None
        """The values of a counterexample."""

        self._kinds = {**self._states, **self._parameters(owner)}
        parts = [plain_parts(name, kind) for name, kind in self._kinds.items()]
        given = {name: kind for each in parts for name, kind in each.items()}
        about = {*self._states, *self._objects}
        self.unknowns = [name for name in given if name.partition(".")[0] in about]
        """The variables of the module and the attributes of its objects."""

        positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
        self.signature = inspect.Signature(
            [
                inspect.Parameter(name.replace(".", "__"), positional, annotation=kind)
                for name, kind in given.items()
            ]
        )

    def _parameters(self, owner: type | None) -> dict[str, Any]:
        """Return the function's parameters with their types; note those that are objects.

        A parameter without a type has that of the specification.
        """
        routine, module = self._held.routine, self._held.contract.module
        stated = get_type_hints(vars(module.python)[routine.name])
        try:
            written = inspect.get_annotations(self._function, eval_str=True)
        except NameError as error:
            raise Unasked(f"the types of its parameters are not known: {error}") from error
        names = [*inspect.signature(self._function).parameters]
        own, others = names[: self._size], names[self._size :]
        kinds = {
            name: written.get(name, stated[parameter.name])
            for name, parameter in zip(others, routine.parameters, strict=True)
        }
        if not own:
            return kinds
        target = owner or written.get(own[0])
        if target is None:
            raise Unasked(f"{own[0]} has no type; write its class, so that objects can be tried")
        same = (target, vars(module.python).get(module.state.name) if module.state else None)
        alike = [name for name, kind in kinds.items() if kind in same]
        self._objects = {own[0], *alike}
        kinds |= dict.fromkeys(alike, target)
        return {own[0]: target, **kinds}

    def _legal(self, state_of: Callable[..., State | None], *given: Any) -> State:
        """Return a state before a call; if there is none, or an illegal one, drop the call."""
        try:
            found = state_of(*given)
        except Exception as error:  # these values stand for no state
            self.failure = (
                f"abstraction fails in all states that were tried: {type(error).__name__}: {error}"
            )
            raise IgnoreAttempt from error
        if found is None:
            self.failure = "abstraction has no state for the values that were tried"
            raise IgnoreAttempt
        if self._terms.invariant_violation(found):
            raise IgnoreAttempt
        return found

    def fault(self, *values: Any) -> str | None:
        """Return what a call does not do that it owes; None if it does all."""
        rest = iter(values)
        made = {name: made_from(kind, rest) for name, kind in self._kinds.items()}
        is_known = self.found is not None  # to write an unknown value down would fix it
        call = self._call_text(made) if is_known else ""
        variables = {name: made.pop(name) for name in self._states}
        space = vars(sys.modules[self._function.__module__])
        kept = {name: space[name] for name in variables if name in space}
        space |= variables
        try:
            return self._fault(made, call)
        finally:
            for name in variables:
                del space[name]
            space |= kept

    def _fault(self, given: Mapping[str, Any], call: str) -> str | None:
        """Return the violation by a call that has a text, or whether there is one."""
        contract = self._held.contract
        complete = tuple(given.values())
        target = complete[: self._size]
        is_initialiser = self._held.routine.state is None
        before = None if is_initialiser else self._legal(contract.state_of, *target)
        arguments = tuple(
            self._legal(contract.abstract, value, target)
            if name in self._objects
            else contract.abstract(value, target)
            for name, value in [*given.items()][self._size :]
        )
        if self._terms.unmet_assumption(before, arguments):
            raise IgnoreAttempt
        self.tried += 1
        with without_checks():
            try:
                output, exception = self._function(*complete), None
            except Exception as error:  # noqa: BLE001  # an exception is an outcome
                output, exception = None, type(error).__name__
        try:
            after, output = contract.state_of(*target), contract.abstract(output, target)
        except Exception as error:  # noqa: BLE001  # the author's own function may raise anything
            return f"{call}\nafter it, abstraction fails: {type(error).__name__}: {error}"
        outcome = Outcome(after, output, exception)
        violation = self._terms.violation(before, arguments, outcome)
        if violation is None or not call:
            return None if violation is None else "a violation"
        return (
            f"{call}\n{violation.part.value}: {violation.formula}\n"
            f"expected {violation.expected}, got {violation.got}"
        )

    def _call_text(self, made: Mapping[str, Any]) -> str:
        """Return a call as people write it, and the state in which it is made."""
        arguments = [*made.items()][len(self._states) + self._size :]
        shown = ", ".join(
            name if name in self._objects else value_text(frozen(value))
            for name, value in arguments
        )
        where = ", ".join(f"{name} = {_part(made, name)!r}" for name in self.unknowns)
        return f"{self._function.__name__}({shown}){' where ' if where else ''}{where}"

    def note(self, bound: inspect.BoundArguments, result: object, reprs: object) -> tuple[str, str]:
        """Keep the arguments of a counterexample."""
        del result, reprs
        self.found = tuple(bound.arguments[name] for name in self.signature.parameters)
        return "", ""


def _part(made: Mapping[str, Any], name: str) -> Any:
    """Return the value of a variable, or of an attribute such as ``self.items``."""
    first, *attributes = name.split(".")
    return reduce(getattr, attributes, made[first])


def checkables(function: Any, out: TextIO, owner: type | None = None) -> Iterator[Checkable]:
    """Yield what is to be checked of a function, or a method, that is held to a specification."""
    held = held_routine(function)
    if held is not None:
        yield ContractCheckable(held, out, owner)
