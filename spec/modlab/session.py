"""Session: a specification is tried by hand, call by call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from modspec import Module, SpecificationError
from modspec.explain.explain import explain_call
from modspec.explain.text import fact, formula_text, is_one_of_many
from modspec.run.machine import AssumptionViolated, Call, Machine
from modspec.run.plain import output_text, plain
from modspec.syntax.expressions import Apply
from modspec.syntax.module import ExceptionClause
from modspec.syntax.order import sorted_elements
from modspec.syntax.values import State

PROMPT: Final = "> "


class Session:
    """The calls that were made of a module, and the state that they have led to."""

    def __init__(self, module: Module) -> None:
        self.module, self.machine = module, Machine(module)
        self.state: State | None = None

    def begin(self) -> Iterator[str]:
        """Call the initialiser, if it takes no arguments; yield the lines that show it."""
        first = next(iter(self.module.initializers), None)
        if first is not None and not first.parameters:
            yield f"{PROMPT}{first.name}()"
            yield from self.make(Call(first.name, ()))

    def make(self, call: Call) -> Iterator[str]:
        """Make a call; yield the lines that show what it comes to.

        Raises SpecificationError for a call that the specification does not define.
        """
        function = self.machine.routine(call.routine)
        before = self.state if function.state else None
        try:
            outcome = self.machine.call(before, call.routine, call.arguments)
        except AssumptionViolated as error:
            raise SpecificationError(str(error)) from error
        except self.machine.undefined_errors as error:
            problem = f"{call} has no meaning here: {type(error).__name__}: {error}"
            raise SpecificationError(f"{problem}; modspec lint tells where") from error
        if outcome.exception:
            yield f"raises {outcome.exception}{self._because(call, before)}"
        elif function.is_transition:
            assert outcome.state is not None
            if function.output is not None:
                yield output_text(outcome)
            yield from self._changes(before, outcome.state)
            self.state = outcome.state
        else:
            yield f"{output_text(outcome)}{self._because(call, before)}"

    def _because(self, call: Call, before: State | None) -> str:
        """Return the formula that decides an exception or an output, and its labels."""
        function = self.machine.routine(call.routine)
        explained = explain_call(self.machine.instance, function, before, call.arguments)
        clause, explanation = explained[-1]
        if not isinstance(clause, ExceptionClause) and type(explanation.value) is not bool:
            return ""
        text, _, rules = fact(explanation, plain)
        labels = "".join(f" [{rule}]" for rule in rules)
        if not is_one_of_many(explanation):
            return f"    since {text}{labels}"
        is_call = isinstance(explanation.formula, Apply)
        whole = f"since {formula_text(explanation, plain)}, " if is_call else ""
        return f"    {whole}for instance {text}{labels}"

    @staticmethod
    def _changes(before: State | None, after: State) -> Iterator[str]:
        """Yield a line for each state variable that has another value, all after the first call."""
        for name in after.variables:
            old, value = getattr(before, name, None), getattr(after, name)
            changed = _keys_of_changes(old, value)
            if changed:
                yield from (f"{name}[{plain(key)}] = {plain(value[key])}" for key in changed)
            elif before is None or old != value:
                yield f"{name} = {plain(value)}"
        if before == after:
            yield "nothing changes"


def _keys_of_changes(old: object, new: object) -> list[Any]:
    """Return the keys whose value has changed, if both are mappings and these are few."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping) or old.keys() != new.keys():
        return []
    found = [key for key in sorted_elements(frozenset(new)) if old[key] != new[key]]
    return found if 2 * len(found) <= len(new) or len(found) == 1 else []
