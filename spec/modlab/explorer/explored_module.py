"""Explored module: what calls of a specification come to, and what the page shows of its state."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Final

from modlab.calls import read_calls, to_text
from modlab.explorer.edited_modules import EditedModules
from modlab.explorer.explanation_data import ExplanationPage
from modlab.explorer.grid import (
    CellGrid,
    Place,
    call_template,
    grid_of,
    is_about_a_cell,
    is_about_a_whole_cell,
)
from modspec import Module, SpecificationError
from modspec.explain.explain import explain_call, explain_clause
from modspec.explain.text import fact
from modspec.print import terminal
from modspec.print.formula import formula
from modspec.run.domains import Domains
from modspec.run.machine import AssumptionViolated, Call, Machine
from modspec.run.plain import output_text
from modspec.syntax.module import Assignment, Clause, ExceptionClause, Function
from modspec.syntax.rulebook import Rulebook
from modspec.syntax.types import BOOLEAN
from modspec.syntax.values import State

MOST_CHOICES: Final = 8
"""Choices of arguments up to which a query is asked for each of them, without being called."""

ACCEPTED: Final = "accepted"
"""What a transition that raises nothing comes to, on a page that says where it can be called."""

_KEPT: Final = 2000
"""Calls whose outcomes are kept."""


@dataclass(frozen=True)
class CallOutcome:
    """A call that was made, and what it came to."""

    call: str
    kind: str
    """``state``, ``value``, ``exception``, or ``undefined``: no clause says what it comes to."""

    text: str
    """The value, the exception, or why there is none."""

    since: str = ""
    """The formula that decides an exception or a truth value, and whether it is false."""

    rules: tuple[str, ...] = ()
    state: State | None = None
    """The state after the call."""


class ExploredModule:
    """A module on the page: its machine, and the calls that were made of it."""

    def __init__(self, module: Module, show: Callable[[Any], str], rulebook: Rulebook) -> None:
        self.module, self.show, self.rulebook = module, show, rulebook
        self.machine = Machine(module)
        self._steps: OrderedDict[tuple[str, ...], CallOutcome] = OrderedDict()

    def as_edited(self, edits: Mapping[tuple[str, str], str]) -> ExploredModule:
        """Return the module with other texts of functions. Raises EditError."""
        return ExploredModule(EditedModules(self.module, edits).module, self.show, self.rulebook)

    # -- calls -------------------------------------------------------------------------------------

    def steps(self, calls: Sequence[str]) -> list[CallOutcome]:
        """Return what each call comes to, one after the other."""
        found: list[CallOutcome] = []
        for number, text in enumerate(calls):
            key = tuple(calls[: number + 1])
            if key not in self._steps:
                self._steps[key] = self.step(found[-1].state if found else None, text)
            self._steps.move_to_end(key)
            found.append(self._steps[key])
        while len(self._steps) > _KEPT:
            self._steps.popitem(last=False)
        return found

    def step(self, state: State | None, text: str, is_explained: bool = True) -> CallOutcome:
        """Return what a call comes to in a state; a call that has no meaning changes nothing.

        Without an explanation, the step does not say what decides it.
        """
        try:
            call, function = self.read_call(text)
        except SpecificationError as error:
            return CallOutcome(text, "undefined", str(error), state=state)
        if function.state and state is None:
            first = " or ".join(each.name for each in self.module.initializers)
            return CallOutcome(text, "undefined", f"there is no state yet: begin with {first}")
        given = state if function.state else None
        try:
            outcome = self.machine.call(given, call.routine, call.arguments)
        except AssumptionViolated as error:
            why = self._broken_assumption(function, given, call)
            return CallOutcome(text, "undefined", why or str(error), state=state)
        except self.machine.undefined_errors as error:
            return CallOutcome(text, "undefined", _no_value(text, error), state=state)
        except (SpecificationError, TypeError, ValueError, RecursionError) as error:
            return CallOutcome(text, "undefined", " ".join(str(error).split()), state=state)
        if outcome.exception is None and function.is_transition:
            shown = output_text(outcome, self._text) if function.output is not None else ""
            return CallOutcome(text, "state", shown, state=outcome.state)
        is_decided = outcome.exception is not None or isinstance(outcome.output, bool)
        is_asked = is_explained and is_decided
        since, rules = self._reason(function, given, call) if is_asked else ("", ())
        kind = "exception" if outcome.exception else "value"
        shown = outcome.exception or output_text(outcome, self._text)
        return CallOutcome(text, kind, shown, since, rules, state)

    def read_call(self, text: str) -> tuple[Call, Function]:
        """Return the one call in a text. Raises SpecificationError if there is none."""
        calls = list(read_calls(self.module, text))
        if len(calls) != 1:
            raise SpecificationError(f"write one call, not {text!r}")
        return calls[0], self.machine.routine(calls[0].routine)

    def _text(self, value: Any) -> str:
        return str(value).lower() if isinstance(value, bool) else self.show(value)

    def _reason(
        self, function: Function, state: State | None, call: Call
    ) -> tuple[str, tuple[str, ...]]:
        _, explanation = explain_call(self.machine.instance, function, state, call.arguments)[-1]
        text, _, rules = fact(explanation, self.show)
        return text, rules

    def _broken_assumption(self, function: Function, state: State | None, call: Call) -> str:
        """Return the assumption of a function that does not hold, as a sentence."""
        for clause in function.assumptions:
            arguments = (self.machine.instance, function, clause, state, call.arguments)
            if not explain_clause(*arguments).value:
                text = terminal.inline(formula(clause.value))
                return f"the specification does not say: it assumes {text}"
        return ""

    # -- what the page shows -----------------------------------------------------------------------

    def state_view(self, state: State | None) -> dict[str, Any]:
        """Return the state variables, the grid with its marks, and the answers to queries."""
        grid = grid_of(state, self._named_sets)
        return {
            "variables": [
                [name, self._text(getattr(state, name))]
                for name in (state.variables if state is not None else ())
                if grid is None or name != grid.variable
            ],
            "grid": grid and self._grid_view(grid, state),
            "queries": [self._query(state, call) for call in self._calls_of_queries(grid, state)],
        }

    def _grid_view(self, grid: CellGrid, state: State | None) -> dict[str, Any]:
        marks = list(self._marks(grid, state))
        return {
            "variable": grid.variable,
            "fields": grid.fields,
            "cells": [
                {
                    "place": place,
                    "name": self._name_of_cell(place, grid.keys[place]),
                    "value": "" if value is None else self._text(value),
                    "marks": [mark["values"][number] for mark in marks],
                }
                for number, (place, value) in enumerate(grid.values.items())
            ],
            "marks": [mark["call"] for mark in marks],
            "usual_mark": next((n for n, mark in enumerate(marks) if mark["is_usual"]), 0),
        }

    def _name_of_cell(self, place: Place, key: Any) -> str:
        """Return the name of a cell, such as c3, or its row and column if it has no short name."""
        name = self._text(key)
        return name if len(name) <= _SHORT_NAME else f"{place[0]}, {place[1]}"

    def _marks(self, grid: CellGrid, state: State | None) -> Iterator[dict[str, Any]]:
        """Yield, for each call that can be made of every cell, where it is accepted, or true.

        The usual one has the arguments that state variables of the same types hold: the player
        whose turn it is.
        """
        own = {to_text(getattr(state, name)) for name in (state.variables if state else ())}
        for function in self.module.access_programs:
            rest = [p.name for p in function.parameters if p.name not in grid.fields]
            choices = [self.choices(function, name) for name in rest]
            if not _can_mark(function, grid) or not all(choices):
                continue
            template = call_template(function)
            for chosen in list(product(*choices))[:MOST_CHOICES]:
                given = dict(zip(rest, chosen, strict=True))
                values = []
                for place in grid.keys:
                    cell = dict(zip(grid.fields, map(str, place), strict=True))
                    text = template.format(**{**cell, **given})
                    step = self.step(state, text, is_explained=False)
                    values.append(ACCEPTED if step.kind == "state" else step.text)
                names = {name: f"{{{name}}}" for name in grid.fields}
                yield {
                    "call": template.format(**{**names, **given}),
                    "values": values,
                    "is_usual": all(each in own for each in chosen),
                }

    @cached_property
    def _errors_without_meaning(self) -> tuple[type[Exception], ...]:
        """The exceptions of calls that the specification gives no meaning."""
        return (*self.machine.undefined_errors, SpecificationError, TypeError)

    @cached_property
    def _named_sets(self) -> Mapping[type, frozenset[Any]]:
        """The constants of the module that are sets, by the type of their elements."""
        sets = (v for v in vars(self.module.python).values() if isinstance(v, frozenset) and v)
        return {type(next(iter(each))): each for each in sorted(sets, key=len)}

    @cached_property
    def _queries(self) -> list[Function]:
        return [f for f in self.module.access_programs if not f.is_transition]

    def _calls_of_queries(self, grid: CellGrid | None, state: State | None) -> Iterator[str]:
        """Yield the queries that need no argument to be typed."""
        fields = grid.fields if grid else ("", "")
        for function in self._queries:
            if is_about_a_cell(function, fields) or (function.state and state is None):
                continue
            names = [parameter.name for parameter in function.parameters]
            choices = [self.choices(function, name) for name in names]
            combinations = list(product(*choices)) if all(choices) else []
            for chosen in combinations if len(combinations) <= MOST_CHOICES else ():
                yield call_template(function).format(**dict(zip(names, chosen, strict=True)))

    def _query(self, state: State | None, call: str) -> dict[str, Any]:
        step = self.step(state, call, is_explained=False)
        return {"call": call, "kind": step.kind, "text": step.text}

    def choices(self, function: Function, parameter: str) -> list[str]:
        """Return the values of a parameter whose type has few; none for any other."""
        number = [each.name for each in function.parameters].index(parameter)
        try:
            return [to_text(v) for v in Domains().of(self.module, function, number).usual]
        except SpecificationError:
            return []

    def why(self, state: State | None, text: str) -> dict[str, Any]:
        """Return what a call comes to in a state, and each clause that decides it, explained."""
        step = self.step(state, text)
        answer = {**step_data(step), "clauses": [], "cells": []}
        try:
            call, function = self.read_call(text)
        except SpecificationError:
            return answer
        if function.state and state is None:
            return answer
        given = state if function.state else None
        grid = grid_of(state, self._named_sets)
        page = ExplanationPage(self.show, grid)
        instance = self.machine.instance
        try:
            broken = [
                (clause, found)
                for clause in function.assumptions
                if not (
                    found := explain_clause(instance, function, clause, given, call.arguments)
                ).value
            ]
            explained = broken[:1] or explain_call(instance, function, given, call.arguments)
            answer["clauses"] = [
                {"heading": _heading(clause, function), "line": page.line(part)}
                for clause, part in explained
            ]
        except self._errors_without_meaning as error:
            if step.kind != "undefined":
                answer["text"] = f"{step.text} ({type(error).__name__})"
        numbers = dict(zip((p.name for p in function.parameters), call.arguments, strict=False))
        if grid and set(grid.fields) <= set(numbers):
            answer["cells"] = [[numbers[name] for name in grid.fields]]
        return answer


_SHORT_NAME: Final = 4
"""Characters of a cell's name that is shown as it is."""


def _can_mark(function: Function, grid: CellGrid) -> bool:
    """Whether the outcomes of an access program, cell by cell, can be marked on the grid."""
    if function.is_transition:
        return function.state is not None and is_about_a_cell(function, grid.fields)
    return function.result == BOOLEAN and is_about_a_whole_cell(function, grid.fields)


def _heading(clause: Clause, function: Function) -> str:
    if isinstance(clause, ExceptionClause):
        return f"exception {clause.exception}, if"
    if isinstance(clause, Assignment):
        return f"{clause.variable} :="
    return "assumption" if clause in function.assumptions else "out :="


def step_data(step: CallOutcome) -> dict[str, Any]:
    """Return a step as the page reads it."""
    return {
        "call": step.call,
        "kind": step.kind,
        "text": step.text,
        "since": step.since,
        "rules": list(step.rules),
    }


def _no_value(call: str, error: Exception) -> str:
    """Return that a call has no value in a state, and what is missing."""
    if isinstance(error, LookupError):
        why = "it takes an element that does not exist"
    elif isinstance(error, ValueError):
        why = "it takes a value that does not exist, such as the largest element of no elements"
    else:
        why = f"a call in it raises {type(error).__name__}"
    return f"{call} has no value in this state: {why}; modspec lint says where"
