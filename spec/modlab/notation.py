"""Notation: how people write the calls of a module, and how its calls and states are shown to them.

A course may have its own, such as squares for moves and a board for a state. The default serves any
module: calls as the specification has them, each clause explained, no drawing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from modlab.calls import read_calls
from modlab.missing_value import missing_value
from modspec.run.machine import AssumptionViolated, Call, Machine, Outcome
from modspec.run.plain import output_text, plain
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Assignment, Clause, ExceptionClause, Module
from modspec.syntax.order import sorted_elements
from modspec.syntax.values import State

if TYPE_CHECKING:
    from modspec.explain.explanation import Explanation

FEW: Final = 4
"""Lines of a clause that says why an exception is not raised."""

_NOTHING: Final = object()
"""Equals no value."""

PLAIN_WIDTH: Final = 80
"""Columns of a line, where no terminal says otherwise."""


@dataclass(frozen=True)
class WrittenCalls:
    """Calls as they are written down: in a text or in a file, which may have several games."""

    text: str = ""
    file: Path | None = None
    number: int | None = None
    """Which game of the file, from 1; None: the first."""

    after: int | None = None
    """How many calls to take; None: all."""


class CallExplanation(Protocol):
    """Why a call comes to what it does."""

    def lines(self, width: int, most: int | None) -> Iterator[str]:
        """Yield the explanation, with at most so many lines of a list; None: with all."""

    def tree(self, width: int) -> Iterator[str]:
        """Yield every subformula that decides."""

    def as_data(self, in_full: bool) -> Mapping[str, Any]:
        """Return the explanation for programs; ``in_full``: without a cut."""


class Notation:
    """How the calls and the states of one module are written, explained and drawn."""

    def __init__(self, module: Module, constants: Mapping[str, Any] | None = None) -> None:
        """``constants`` has other values for constants of the module."""
        self.module, self.machine = module, Machine(module, constants or {})

    # -- what people write -------------------------------------------------------------------------

    def calls(self, text: str, states: Sequence[State]) -> Iterator[Call]:
        """Yield the calls that a text stands for.

        ``states`` has the states so far, the present one last, and grows as the calls are made.
        Raises SpecificationError for what is no call.
        """
        del states
        return read_calls(self.module, text)

    def position(self, text: str) -> State | None:
        """Return the state that a text describes; None if it describes none."""
        del text
        return None

    def reached_state(self, written: WrittenCalls) -> ReachedState:
        """Return where written calls lead. Raises SpecificationError."""
        states = [*self._first_states()]
        wanted = written.after
        made = [*self._make_all(_text_of(written), states, wanted)]
        if wanted is not None and len(made) < wanted:
            raise SpecificationError(f"--after is {wanted}, and there are {len(made)} calls")
        raised = ((call, self.outcome(before, call).exception) for before, call in made)
        rejected = [f"{call} raises {name}, and changes nothing" for call, name in raised if name]
        return ReachedState(self, states[-1] if states else None, rejected=tuple(rejected))

    def last_call(self, words: Sequence[str], written: WrittenCalls) -> tuple[State | None, Call]:
        """Return the last call of some words, and the state before it.

        The others are made before it, and those in the file first. Raises
        SpecificationError.
        """
        *before, last = words or [""]
        if written.file is None:
            written = replace(written, text=" ".join(before))
        else:
            last = " ".join(words)
        state = self.reached_state(written).state
        states = [] if state is None else [state]
        found = [*self._make_all(last, states)]
        if not found:
            raise SpecificationError(f"give a call to explain, such as {self.example}")
        return found[-1]

    @property
    def example(self) -> str:
        """How one of the access programs is called."""
        function = max(self.module.access_programs, key=lambda each: len(each.parameters))
        return f"{function.name}({', '.join(each.name for each in function.parameters)})"

    def _first_states(self) -> Iterator[State]:
        """Yield the state in which calls begin, if the initialiser takes no arguments."""
        first = next(iter(self.module.initializers), None)
        if first is not None and not first.parameters:
            state = self.outcome(None, Call(first.name)).state
            assert state is not None
            yield state

    def _make_all(
        self, text: str, states: list[State], most: int | None = None
    ) -> Iterator[tuple[State | None, Call]]:
        """Make the calls of a text, each added to the states; yield each, after its state."""
        for call in islice(self.calls(text, states), most):
            before = states[-1] if states else None
            outcome = self.outcome(before, call)
            if self.machine.routine(call.routine).is_transition and outcome.state is not None:
                states.append(outcome.state)
            yield before, call

    def outcome(self, state: State | None, call: Call) -> Outcome:
        """Return what a call comes to. Raises SpecificationError if it is not defined there."""
        state = state if self.machine.routine(call.routine).state else None
        try:
            return self.machine.call(state, call.routine, call.arguments)
        except AssumptionViolated as error:
            raise SpecificationError(str(error)) from error
        except self.machine.undefined_errors as error:
            missing = missing_value(self.module, self.machine, state, call)
            why = missing or f"{type(error).__name__}: {error}; modspec lint tells where"
            raise SpecificationError(f"{call} has no value: {why}") from error

    # -- what is shown to them ---------------------------------------------------------------------

    def show(self, value: Any) -> str:
        """Return a value in a word or a line."""
        return plain(value)

    def in_words(self, state: State | None, call: Call) -> str:
        """Return who does what by a call, in a few words; empty if there is nothing to add."""
        del state, call
        return ""

    def drawing(self, state: State, about: Call | None = None) -> Iterator[str]:
        """Yield the lines of a state's drawing; none if states are not drawn.

        ``about`` is the call that is made there, if it may be pointed at.
        """
        del state, about
        yield from ()

    def in_own_words(self, state: State | None, call: Call) -> CallExplanation | None:
        """Return why a call comes to what it does, in the module's own words, if it has any."""
        del state, call
        return None

    def explanation(self, state: State | None, call: Call) -> CallExplanation:
        """Return why a call comes to what it does: in the module's own words, or by clauses."""
        return self.in_own_words(state, call) or self.clauses(state, call)

    def clauses(self, state: State | None, call: Call) -> ClauseExplanations:
        """Return why a call comes to what it does, clause by clause."""
        from modlab.witnesses import with_witnesses
        from modspec.explain.explain import explain_call

        reply = "; ".join(self.reply(state, call, self.outcome(state, call)))
        function = self.machine.routine(call.routine)
        given = state if function.state else None
        parts = explain_call(self.machine.instance, function, given, call.arguments)
        explained = []
        for clause, part in parts:
            if not isinstance(clause, ExceptionClause):
                part = with_witnesses(part, _value_before(clause, given))
            explained.append((clause, part))
        return ClauseExplanations(self, call, reply, tuple(explained), given)

    def reply(self, before: State | None, call: Call, outcome: Outcome) -> Iterator[str]:
        """Yield what a call comes to: the exception, or the output and what has changed."""
        function = self.machine.routine(call.routine)
        if outcome.exception:
            yield f"raises {outcome.exception}"
            return
        if function.output is not None:
            yield output_text(outcome, _whole)
        if function.is_transition:
            assert outcome.state is not None
            yield from self.changes(before if function.state else None, outcome.state)

    def changes(self, before: State | None, after: State) -> Iterator[str]:
        """Yield a line for each state variable that has another value, all after the first call."""
        for name in after.variables:
            old, value = getattr(before, name, None), getattr(after, name)
            changed = _keys_of_changes(old, value)
            if changed:
                yield from (f"{name}[{_whole(k)}] = {_whole(value[k])}" for k in changed)
            elif before is None or old != value:
                yield f"{name} = {_whole(value)}"
        if before == after:
            yield "nothing changes"


def _whole(value: Any) -> str:
    """Return a value as it is, however long: a transcript that is kept leaves nothing out."""
    return plain(value, sys.maxsize)


@dataclass(frozen=True)
class ReachedState:
    """A state to which calls have led."""

    notation: Notation
    state: State | None
    rejected: tuple[str, ...] = field(default=(), kw_only=True)
    """A line for each of the calls that raised an exception."""

    def lines(self, width: int = PLAIN_WIDTH) -> Iterator[str]:
        """Yield how it is shown: its drawing, or else the value of each state variable.

        Before it is said which calls have raised.
        """
        del width
        yield from self.rejected
        if self.state is None:
            return
        drawing = [*self.notation.drawing(self.state)]
        yield from drawing or self.notation.changes(None, self.state)


@dataclass(frozen=True)
class ClauseExplanations:
    """Why a call comes to what it does: what decides in each clause that matters."""

    notation: Notation
    call: Call
    reply: str
    parts: tuple[tuple[Clause, Explanation], ...]
    before: State | None = None
    """The state in which the call is made."""

    def lines(self, width: int = PLAIN_WIDTH, most: int | None = None) -> Iterator[str]:
        """Yield what the call comes to, and the clauses with at most so many lines.

        The clause of the exception that is raised comes first. Unless all lines are wanted, the
        clauses of others have few, and variables that keep their value have none.
        """
        from modspec.explain.text import tree

        yield f"{self.call}: {self.reply}"
        for clause, explanation in self.parts if most is None else self._decisive_first():
            is_idle = isinstance(clause, ExceptionClause) and not explanation.value
            room = min(most, FEW) if most is not None and is_idle else most
            yield ""
            yield _heading(clause)
            shown = tree(explanation, self.notation.show, width - 2)
            yield from (f"  {line}" for line in shown[:room])
            if room is not None and (more := len(shown[room:])):
                yield f"  ... and {more} more line{'s' * (more > 1)}; --all prints them"

    def _decisive_first(self) -> Iterator[tuple[Clause, Explanation]]:
        """Yield the clauses with the exception that is raised first, and what changes."""
        last, explanation = self.parts[-1]
        is_raised = isinstance(last, ExceptionClause) and bool(explanation.value)
        if is_raised:
            yield self.parts[-1]
        for clause, part in self.parts[: len(self.parts) - is_raised]:
            if _value_before(clause, self.before) != part.value:
                yield clause, part

    def tree(self, width: int = PLAIN_WIDTH) -> Iterator[str]:
        """Yield each clause in full."""
        return self.lines(width)

    def as_data(self, in_full: bool = True) -> Mapping[str, Any]:
        """Return the call, what it comes to, and the clauses."""
        from modspec.explain.text import as_data

        del in_full
        return {
            "call": str(self.call),
            "reply": self.reply,
            "clauses": [
                {"clause": _heading(clause), **as_data(part, self.notation.show)}
                for clause, part in self.parts
            ],
        }


def _value_before(clause: Clause, state: State | None) -> Any:
    """Return the value that an assignment replaces; what equals nothing if there is none."""
    return getattr(state, clause.variable, _NOTHING) if isinstance(clause, Assignment) else _NOTHING


def _heading(clause: Clause) -> str:
    if isinstance(clause, ExceptionClause):
        return f"exception {clause.exception}, if"
    return f"{clause.variable} :=" if isinstance(clause, Assignment) else "out :="


def _text_of(written: WrittenCalls) -> str:
    """Return the text in which calls are written. Raises SpecificationError for a bad file."""
    if written.file is None:
        return written.text
    if written.number not in (None, 1):
        raise SpecificationError(f"{written.file}: there is no game {written.number}; there is 1")
    try:
        return written.file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "this is no text"
        raise SpecificationError(f"{written.file}: cannot be read: {why}") from error


def _keys_of_changes(old: object, new: object) -> list[Any]:
    """Return the keys whose value has changed, if both are mappings and these are few."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping) or old.keys() != new.keys():
        return []
    found = [key for key in sorted_elements(frozenset(new)) if old[key] != new[key]]
    return found if 2 * len(found) <= len(new) or len(found) == 1 else []
