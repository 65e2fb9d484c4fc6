"""Fault explanations: what the specification says of the call at fault, in its very state.

They are made from a verdict in its JSON form. The text of a verdict comes from strangers.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from modcheck.judging.localise import explain_observation
from modcheck.report.account import printable
from modcheck.testing.conventions import ConventionError, Dialect
from modcheck.testing.trace import Purpose, TraceStep
from modspec.explain.explain import explain_call
from modspec.explain.explanation import Explanation
from modspec.explain.text import as_data, tree
from modspec.run.machine import Call, Machine
from modspec.run.mutants import combine
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Assignment, Clause, ExceptionClause
from modspec.syntax.values import State
from othello_spec import GAME, module
from othello_spec.board import SIZE, Cell, Square
from othello_spec.othello import Game
from othello_spec.passing import Passing, as_game
from othello_suite.pictures import diagram
from othello_suite.presentation import OthelloPresentation, squares_of
from othello_suite.states import board_of, part_of, turn_of
from othello_suite.test_model import build_test_model
from othello_suite.why import WIDTH, MoveExplanation, explain_move, lines_of, to_json

_CASES: Final = 3
"""How many cases of a long list are printed unless all are asked for."""

_COLUMN: Final = 14
"""The width of the names of fields."""

_RIGHT: Final = "give what check --json prints"


class VerdictError(ValueError):
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
    move: MoveExplanation | None
    """Why the move is valid, or not, if the call is about a move."""

    parts: tuple[tuple[str, Explanation], ...]
    """The clauses that decide, each with its explanation."""

    size: int

    def lines(self, width: int = WIDTH, most: int | None = None) -> Iterator[str]:
        """Yield the fault, the call in its state, and why the reply is due."""
        return fault_lines(self, most is None, min(width, WIDTH))

    def tree(self, width: int = WIDTH) -> Iterator[str]:
        """Yield the same, with every case of a long list."""
        return fault_lines(self, True, min(width, WIDTH))

    def as_data(self, in_full: bool = True) -> Mapping[str, Any]:
        """Return the explanation for programs."""
        return fault_data(self, in_full)


def explain_fault(verdict: Mapping[str, Any], number: int = 1) -> FaultExplanation:
    """Explain a fault, counted from 1. Raises VerdictError if there is none, or no verdict."""
    faults = verdict.get("faults")
    name = verdict.get("module")
    if not isinstance(faults, list) or name is None:
        raise VerdictError(f"this is no verdict; {_RIGHT}")
    if name not in GAME:
        raise VerdictError(f"a verdict on the module {_text(name)}, which is none here")
    if not faults:
        raise VerdictError("the verdict has no fault: there is nothing to explain")
    if number > len(faults):
        plural = "s" if len(faults) > 1 else ""
        raise VerdictError(f"--fault is {number}, and the verdict has {len(faults)} fault{plural}")
    try:
        return _explain(verdict, faults[number - 1], number)
    except VerdictError:
        raise
    except (LookupError, TypeError, AttributeError, ValueError, ConventionError) as error:
        what = _text(f"{type(error).__name__}: {error}")
        raise VerdictError(f"fault {number} cannot be read ({what}); {_RIGHT}") from error
    except SpecificationError as error:
        why = _text(error)
        raise VerdictError(f"the game of fault {number} cannot be played: {why}") from error


def _explain(verdict: Mapping[str, Any], fault: Mapping[str, Any], number: int) -> FaultExplanation:
    size = len(next(iter(fault.get("boards", {}).values()), range(SIZE)))
    machine = _machine(verdict, size)
    presentation = OthelloPresentation(size)
    no_ops = {*fault.get("asked", ()), *fault.get("refused", ())}
    history = [_call(data) for at, data in enumerate(fault["history"]) if at not in no_ops]
    state = _play(machine, history, number)
    call, shown_by = _call(fault["call"]), _call(fault["shown_by"])
    move = _move(state, call, size)
    parts: tuple[tuple[str, Explanation], ...] = ()
    if call != shown_by and not fault["between"]:
        parts = _observed_parts(machine, state, call, shown_by)
    if not parts and move is None:
        parts = _clauses(machine, state, call)
    rule = fault["rule"] or "no rule"
    return FaultExplanation(
        number,
        len(verdict["faults"]),
        _text(rule),
        _text(verdict["implementation"]),
        presentation.game(history),
        state,
        call,
        _in_words(call, state, presentation),
        shown_by,
        _text(fault["expected"]),
        _text(fault["got"]),
        move,
        parts,
        size,
    )


def _machine(verdict: Mapping[str, Any], size: int) -> Machine:
    """Return the specification, with the conventions that the verdict names."""
    model = build_test_model(verdict["module"], size, verdict["conventions"])
    changes = Dialect(model.conventions, verdict["conventions"]).changes(model.module)
    return Machine(model.module, model.constants, combine(changes) if changes else None)


def _play(machine: Machine, history: Sequence[Call], number: int) -> State | None:
    state = None
    for call in history:
        outcome = machine.call(state, call.routine, call.arguments)
        if outcome.exception:
            raise VerdictError(
                f"the game of fault {number} is not one by the rules, since it assumes an earlier"
                f" fault ({call} raises {outcome.exception}); explain that one"
            )
        state = outcome.state
    return state


def _clauses(
    machine: Machine, state: State | None, call: Call
) -> tuple[tuple[str, Explanation], ...]:
    """Return the clauses that decide the outcome of a call, each explained."""
    function = machine.routine(call.routine)
    explained = explain_call(machine.instance, function, state, call.arguments)
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


def _move(state: State | None, call: Call, size: int) -> MoveExplanation | None:
    """Return why the move that a call makes, or asks about, is valid, or not."""
    game = part_of(state, Game)
    passing = part_of(state, Passing)
    game = game or (as_game(passing) if passing else None)
    if game is None or call.routine not in ("move", "is_valid_move"):
        return None
    squares = squares_of(call, game.board)
    if not squares:
        return None
    asked = call.arguments[2] if call.routine == "is_valid_move" else None
    return explain_move(Machine(module("othello"), {"SIZE": size}), game, squares[0], asked)


def _in_words(call: Call, state: State | None, presentation: OthelloPresentation) -> str:
    player = turn_of(state)
    match call.routine, call.arguments:
        case "move", (row, col, *_) if player is not None:
            return f"{player.name.title()} plays {presentation.value(Square(row, col))}"
        case "is_valid_move", (row, col, asked):
            return f"may {asked.name.title()} play {presentation.value(Square(row, col))}?"
    return ""


def _call(data: Sequence[Any]) -> Call:
    """Return a call from its JSON form."""
    routine, *arguments = data
    return Call(routine, tuple(Cell(a) if isinstance(a, str) else a for a in arguments))


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
    yield ""
    board = board_of(found.state)
    if found.move is not None:
        yield from lines_of(found.move)
    elif board is not None:
        yield from (f"  {line}" for line in diagram(board, squares_of(found.call, board)))
    show = OthelloPresentation(found.size).value
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
    show = OthelloPresentation(found.size).value
    return {
        "fault": found.number,
        "rule": found.rule,
        "transcript": found.transcript,
        "call": str(found.call),
        "shown_by": str(found.shown_by),
        "expected": found.expected,
        "got": found.got,
        "move": found.move and to_json(found.move),
        "clauses": [
            {"clause": label, **as_data(part if in_full else _excerpt(part), show)}
            for label, part in found.parts
        ],
    }
