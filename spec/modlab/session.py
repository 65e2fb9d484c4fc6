"""Session: a specification is tried by hand, call by call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modlab.missing_value import missing_value
from modlab.notation import Notation
from modspec.explain.explain import explain_call
from modspec.explain.text import fact_of_case, formula_text, is_one_of_many
from modspec.run.machine import Call
from modspec.syntax.errors import SpecificationError
from modspec.syntax.expressions import Apply
from modspec.syntax.module import ExceptionClause
from modspec.syntax.values import State

PROMPT: Final = "> "


class Session:
    """The calls that were made of a module, and the states that they have led to."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.states: list[State] = []

    @property
    def state(self) -> State | None:
        """The present state; None before the first call."""
        return self.states[-1] if self.states else None

    def begin(self) -> Iterator[str]:
        """Call the initialiser, if it takes no arguments; yield the lines that show it."""
        first = next(iter(self.notation.module.initializers), None)
        if first is not None and not first.parameters:
            yield f"{PROMPT}{first.name}()"
            yield from self.make(Call(first.name, ()))

    def set_up(self, text: str) -> Iterator[str]:
        """Go on from the state that a text describes, if it does; yield how it is drawn."""
        position = self.notation.position(text)
        if position is not None:
            self.states.append(position)
            yield from self.notation.drawing(position)

    def read(self, text: str) -> Iterator[Call]:
        """Yield the calls of a text; each has to be made before the next is asked for."""
        return self.notation.calls(text, self.states)

    def make(self, call: Call) -> Iterator[str]:
        """Make a call; yield the lines that show what it comes to.

        Raises SpecificationError for a call that the specification does not define.
        """
        before = self.state
        outcome = self.notation.outcome(before, call)
        self._demand_value(before, call)
        function = self.notation.machine.routine(call.routine)
        if outcome.exception or not function.is_transition:
            (reply,) = self.notation.reply(before, call, outcome)
            yield f"{reply}{self._because(call, before)}"
            return
        assert outcome.state is not None
        self.states.append(outcome.state)
        drawing = [*self.notation.drawing(outcome.state)]
        reply_lines = [*self.notation.reply(before, call, outcome)]
        yield from reply_lines[: function.output is not None] if drawing else reply_lines
        yield from drawing

    def _demand_value(self, before: State | None, call: Call) -> None:
        """Raise SpecificationError if part of a call has no value, though Python goes on."""
        missing = missing_value(self.notation.module, self.notation.machine, before, call)
        if missing:
            raise SpecificationError(f"{call} has no value: {missing}")

    def _because(self, call: Call, before: State | None) -> str:
        """Return the formula that decides an exception or an output, and its labels."""
        machine, show = self.notation.machine, self.notation.show
        function = machine.routine(call.routine)
        given = before if function.state else None
        explained = explain_call(machine.instance, function, given, call.arguments)
        clause, explanation = explained[-1]
        if not isinstance(clause, ExceptionClause) and type(explanation.value) is not bool:
            return ""
        text, rules = fact_of_case(explanation, show)
        labels = "".join(f" [{rule}]" for rule in rules)
        if not is_one_of_many(explanation):
            return f"    since {text}{labels}"
        if isinstance(explanation.formula, Apply):
            whole = formula_text(explanation, show)
            return f"    since {whole}, for instance {text}{labels}"
        return f"    since, for instance, {text}{labels}"
