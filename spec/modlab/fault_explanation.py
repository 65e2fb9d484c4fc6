"""Fault explanations: what the specification says of the call at fault, in its very state.

They are made from a verdict in its JSON form. The text of a verdict comes from strangers.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from modcheck.judging.expected.localise import explain_observation
from modcheck.report.account import printable
from modcheck.testing.conventions import ConventionError, Dialect
from modcheck.testing.trace import Purpose, TraceStep
from modlab.calls import read_calls
from modlab.course import Course, Parameters
from modlab.notation import PLAIN_WIDTH, CallExplanation, Notation
from modlab.verdict_calls import call_text
from modspec.explain.explain import explain_call
from modspec.explain.explanation import Explanation
from modspec.explain.text import as_data, tree
from modspec.run.machine import Call, Machine
from modspec.run.mutants import combine
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Assignment, Clause, ExceptionClause
from modspec.syntax.values import State

WIDTH: Final = PLAIN_WIDTH
"""The columns of a line, at most."""

_CASES: Final = 3
"""How many cases of a long list are printed unless all are asked for."""

_COLUMN: Final = 14
"""The width of the names of fields."""

_RIGHT: Final = "give what check --json prints"


class VerdictError(SpecificationError):
    """Something that is no verdict, or a verdict without such a fault."""


@dataclass(frozen=True)
class FaultExplanation:
    """The call at fault, the state in which it was made, and why the reply is due."""

    number: int
    count: int
    """The number of faults of the verdict."""

    rule: str
    implementation: str
    transcript: str
    state: State | None
    call: Call
    what: str
    """The call in words, if it is a move or about one."""

    shown_by: Call
    expected: str
    got: str
    in_own_words: CallExplanation | None
    """Why the call comes to what it does, in the module's own words, if it has any for it."""

    parts: tuple[tuple[str, Explanation], ...]
    """The clauses that decide, each with its explanation."""

    notation: Notation

    def lines(self, width: int = WIDTH, most: int | None = None) -> Iterator[str]:
        """Yield the fault, the call in its state, and why the reply is due."""
        return fault_lines(self, most is None, min(width, WIDTH))

    def tree(self, width: int = WIDTH) -> Iterator[str]:
        """Yield the same, with every case of a long list."""
        return fault_lines(self, True, min(width, WIDTH))

    def as_data(self, in_full: bool = True) -> Mapping[str, Any]:
        """Return the explanation for programs."""
        return fault_data(self, in_full)


def explain_fault(course: Course, verdict: Mapping[str, Any], number: int = 1) -> FaultExplanation:
    """Explain a fault, counted from 1. Raises VerdictError if there is none, or no verdict."""
    faults = verdict.get("faults")
    name = verdict.get("module")
    if not isinstance(faults, list) or name is None:
        raise VerdictError(f"this is no verdict; {_RIGHT}")
    if name not in course.modules:
        raise VerdictError(f"a verdict on the module {_text(name)}, which is none here")
    if not faults:
        raise VerdictError("the verdict has no fault: there is nothing to explain")
    if number > len(faults):
        plural = "s" if len(faults) > 1 else ""
        raise VerdictError(f"--fault is {number}, and the verdict has {len(faults)} fault{plural}")
    own = course if name == course.default_module else course.about(name)
    try:
        return _explain(own, verdict, faults[number - 1], number)
    except VerdictError:
        raise
    except (LookupError, TypeError, AttributeError, ValueError, ConventionError) as error:
        what = _text(f"{type(error).__name__}: {error}")
        raise VerdictError(f"fault {number} cannot be read ({what}); {_RIGHT}") from error
    except SpecificationError as error:
        why = _text(error)
        raise VerdictError(f"the game of fault {number} cannot be played: {why}") from error


def _explain(
    course: Course, verdict: Mapping[str, Any], fault: Mapping[str, Any], number: int
) -> FaultExplanation:
    parameters = course.parameters_of_fault(fault)
    notation = course.notation(parameters)
    machine = _machine(course, notation, parameters, verdict["conventions"])
    no_ops = {*fault.get("asked", ()), *fault.get("refused", ())}
    history = [_call(machine, data) for at, data in enumerate(fault["history"]) if at not in no_ops]
    state = _play(machine, history, number)
    call, shown_by = _call(machine, fault["call"]), _call(machine, fault["shown_by"])
    in_own_words = notation.in_own_words(state, call)
    parts: tuple[tuple[str, Explanation], ...] = ()
    if call != shown_by and not fault["between"]:
        parts = _observed_parts(machine, state, call, shown_by)
    if not parts and in_own_words is None:
        parts = _clauses(machine, state, call)
    rule = fault["rule"] or "no rule"
    return FaultExplanation(
        number,
        len(verdict["faults"]),
        _text(rule),
        _text(verdict["implementation"]),
        course.presentation(parameters).game(history),
        state,
        call,
        notation.in_words(state, call),
        shown_by,
        _text(fault["expected"]),
        _text(fault["got"]),
        in_own_words,
        parts,
        notation,
    )


def _machine(
    course: Course, notation: Notation, parameters: Parameters, conventions: Mapping[str, str]
) -> Machine:
    """Return the specification, with the conventions that the verdict names."""
    if not conventions:
        return notation.machine
    model = course.test_model(course.default_module, parameters, conventions)
    changes = Dialect(model.conventions, conventions).changes(model.module)
    return Machine(model.module, model.constants, combine(changes) if changes else None)


def _play(machine: Machine, history: Sequence[Call], number: int) -> State | None:
    state = None
    for call in history:
        before = state if machine.routine(call.routine).state else None
        outcome = machine.call(before, call.routine, call.arguments)
        if outcome.exception:
            raise VerdictError(
                f"the game of fault {number} is not one by the rules, since it assumes an earlier"
                f" fault ({call} raises {outcome.exception}); explain that one"
            )
        if machine.routine(call.routine).is_transition:
            state = outcome.state
    return state


def _clauses(
    machine: Machine, state: State | None, call: Call
) -> tuple[tuple[str, Explanation], ...]:
    """Return the clauses that decide the outcome of a call, each explained."""
    function = machine.routine(call.routine)
    given = state if function.state else None
    explained = explain_call(machine.instance, function, given, call.arguments)
    return tuple((_label(clause), part) for clause, part in explained)


def _observed_parts(
    machine: Machine, state: State | None, call: Call, shown_by: Call
) -> tuple[tuple[str, Explanation], ...]:
    """Return why the observed part of the state after a call is as it is due; () if not known."""
    if not machine.routine(call.routine).is_transition:
        return ()
    outcome = machine.call(state, call.routine, call.arguments)
    reply = machine.call(outcome.state, shown_by.routine, shown_by.arguments)
    if outcome.exception or reply.exception:
        return ()
    blamed = TraceStep(call, state, outcome, Purpose.COMMAND)
    observed = TraceStep(shown_by, outcome.state, reply, Purpose.OBSERVE)
    try:
        clause, part = explain_observation(observed, blamed, machine, machine.routine(call.routine))
    except (ValueError, StopIteration):  # what it shows is no part of the state
        return ()
    return ((_label(clause), part),)


def _call(machine: Machine, data: Sequence[Any]) -> Call:
    """Return a call from its JSON form."""
    (call,) = read_calls(machine.module, call_text(machine.module, data))
    return call


def _label(clause: Clause) -> str:
    match clause:
        case ExceptionClause(exception=name):
            return f"raises {name} if"
        case Assignment(variable=name):
            return f"{name} after the call is"
    return "the output is"


def _text(value: object) -> str:
    return " ".join(printable(str(value)).split())


# -- for people, and for programs ------------------------------------------------------------------


def fault_lines(
    found: FaultExplanation, in_full: bool = False, width: int = WIDTH
) -> Iterator[str]:
    """Yield the fault, the call in its state, and why the reply is due."""
    fields = {
        f"fault {found.number} of {found.count}": f"{found.rule}, in {found.implementation}",
        "game": found.transcript or "its start",
        "call": ", ".join(filter(None, (str(found.call), found.what))),
        "shown by": "" if found.shown_by == found.call else str(found.shown_by),
        "expected": found.expected,
        "got": found.got,
    }
    for field, value in fields.items():
        if value:
            yield from textwrap.wrap(
                value,
                width,
                initial_indent=f"{field:<{_COLUMN}}",
                subsequent_indent=" " * _COLUMN,
                break_on_hyphens=False,
            )
    if found.in_own_words is not None:
        yield from ("", *found.in_own_words.lines(width, None))
    elif found.state is not None:
        drawing = [*found.notation.drawing(found.state, found.call)]
        variables = (f"  {line}" for line in found.notation.changes(None, found.state))
        yield from ("", *(drawing or variables))
    show = found.notation.show
    is_cut = False
    for label, part in found.parts:
        shown = part if in_full else _excerpt(part)
        is_cut = is_cut or _is_shorter(shown, part)
        yield ""
        yield label
        yield from (f"  {line}" for line in tree(shown, show, width - 2))
    if is_cut:
        yield ""
        yield f"Of long lists only {_CASES} cases are shown; --tree shows them all."


def _excerpt(part: Explanation, is_case: bool = False) -> Explanation:
    """Return an explanation with the first cases of a long list only, and no such list in these.

    If no player can move, there are thousands of cases: each square fails in each direction.
    """
    is_long = len(part.because) > _CASES
    parts = part.because[: 0 if is_long and is_case else _CASES]
    return replace(part, because=tuple(_excerpt(one, is_case or is_long) for one in parts))


def _is_shorter(part: Explanation, whole: Explanation) -> bool:
    """Whether a list of the whole explanation is cut off in a part of it."""
    if part is whole:
        return False
    if len(part.because) < len(whole.because):
        return True
    return any(map(_is_shorter, part.because, whole.because))


def fault_data(found: FaultExplanation, in_full: bool = False) -> dict[str, Any]:
    """Return the explanation in its JSON form."""
    show = found.notation.show
    return {
        "fault": found.number,
        "rule": found.rule,
        "transcript": found.transcript,
        "call": str(found.call),
        "shown_by": str(found.shown_by),
        "expected": found.expected,
        "got": found.got,
        "move": found.in_own_words and found.in_own_words.as_data(True),
        "clauses": [
            {"clause": label, **as_data(part if in_full else _excerpt(part), show)}
            for label, part in found.parts
        ],
    }
