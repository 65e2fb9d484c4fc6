"""Strict evaluation: an expression has a value, or an error names the part that has none.

Python is lenient: it takes an index of -1 for the last element, a slice beyond the end for a
shorter one, and stops looking for a witness as soon as it has one. Mathematics is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from operator import eq
from typing import Any

from modspec.run.evaluate import COMBINE, Environment, Evaluator
from modspec.run.instance import Instance
from modspec.run.plain import plain
from modspec.syntax import expressions as ex
from modspec.syntax.choices import picking
from modspec.syntax.declaration import declare, function_of
from modspec.syntax.module import Function, Module
from modspec.syntax.order import sorted_elements
from modspec.syntax.values import State


class NoValue(Exception):
    """An expression without a value."""

    def __init__(self, module: str, node: ex.Node, text: str) -> None:
        """``module`` is the Python name of the module whose text has the expression."""
        self.module, self.node, self.text = module, node, text
        super().__init__(text)


class BudgetSpent(Exception):
    """As many expressions have been evaluated as were allowed."""


@dataclass
class Budget:
    """The number of expressions that may still be evaluated."""

    left: int

    def spend(self) -> None:
        """Count one expression; raise BudgetSpent if there is none left."""
        self.left -= 1
        if self.left < 0:
            raise BudgetSpent


@dataclass(frozen=True)
class StrictOutcome:
    """What a call comes to: an exception, a next state, or an output."""

    exception: str = ""
    state: State | None = None
    output: Any = None


class NotAssumed(Exception):
    """An assumption of the function that is called does not hold: the call says nothing."""


class StrictMachine:
    """Calls the functions of a module, and evaluates all that they apply strictly."""

    def __init__(self, module: Module, budget: Budget, instance: Instance | None = None) -> None:
        """``instance`` has other values for constants of the module."""
        self.module, self.budget = module, budget
        self.instance = instance or Instance(module)
        self._known: dict[tuple[str, str, tuple[Any, ...]], Any] = {}

    def call(
        self, function: Function, state: State | None, arguments: tuple[Any, ...]
    ) -> StrictOutcome:
        """Return the outcome of a call.

        Raises NotAssumed, NoValue for a clause without a value, and BudgetSpent.
        """
        evaluate = StrictEvaluator(self._environment(function, state, arguments), self)
        for assumption in function.assumptions:
            if not evaluate(assumption.value):
                raise NotAssumed
        for clause in function.exceptions:
            if evaluate(clause.value):
                return StrictOutcome(exception=clause.exception)
        output = evaluate(function.output.value) if function.output is not None else None
        if not function.is_transition:
            return StrictOutcome(output=output)
        values = {each.variable: evaluate(each.value) for each in function.transition}
        kind = vars(self.module_of(function).python)[self.module_of(function).state_name]
        return StrictOutcome(state=kind(**values), output=output)

    def outcomes(
        self, function: Function, state: State | None, arguments: tuple[Any, ...]
    ) -> Iterator[StrictOutcome]:
        """Yield the outcome of a call for each choice that is allowed, else the only outcome."""
        with picking(None) as pick:
            yield self.call(function, state, arguments)
        for value in pick.allowed[1:]:
            with picking(partial(eq, value)):
                yield self.call(function, state, arguments)

    def module_of(self, function: Function) -> _Owner:
        """Return what is needed of the module that defines a function."""
        found = declare(function.module)
        return _Owner(found.python, found.state.name if found.state else "")

    def apply(self, node: ex.Apply, arguments: tuple[Any, ...], place: str) -> Any:
        """Return the value of a function that an expression in a module applies."""
        key = (node.module, node.function, arguments)
        try:
            if key in self._known:
                return self._known[key]
        except TypeError:  # an argument that cannot be looked up
            key = (node.module, node.function, (object(),))
        function = function_of(node)
        own = list(arguments)
        state = own.pop(0) if function.state else None
        try:
            outcome = self.call(function, state, tuple(own))
        except NotAssumed:
            shown = _text_of_call(function, own)
            problem = f"{shown} is called where an assumption of {function.name} does not hold"
            raise NoValue(place, node, problem) from None
        if outcome.exception:
            shown = _text_of_call(function, own)
            problem = f"{shown} raises {outcome.exception}, and nothing here says so"
            raise NoValue(place, node, problem)
        value = outcome.state if outcome.state is not None else outcome.output
        self._known[key] = value
        return value

    def _environment(
        self, function: Function, state: State | None, arguments: tuple[Any, ...]
    ) -> Environment:
        names = {
            parameter.name: value
            for parameter, value in zip(function.parameters, arguments, strict=True)
        }
        definitions = {each.name: each.value for each in function.definitions}
        return Environment(self.instance, function.module, names, state, definitions)


@dataclass(frozen=True)
class _Owner:
    python: Any
    state_name: str


class StrictEvaluator(Evaluator):
    """Evaluates an expression; raises NoValue where it has no value."""

    def __init__(self, environment: Environment, machine: StrictMachine) -> None:
        super().__init__(environment)
        self._machine = machine

    def within(self, environment: Environment) -> Evaluator:
        """Return a strict evaluator in another environment."""
        return StrictEvaluator(environment, self._machine)

    def __call__(self, node: ex.Expression) -> Any:
        """Return the value of the expression."""
        self._machine.budget.spend()
        match node:
            case ex.Variable(name) if name not in self.environment.names:
                value = self(self.environment.definitions[name])
                self.environment = self.environment.bind(name, value)
                return value
            case ex.Index(target, key):
                return self._element(node, self(target), self(key))
            case ex.Slice(target, low, high):
                return self._part(node, self(target), self(low), self(high))
            case ex.Arithmetic("Div" | "FloorDiv" | "Mod", _, right) if self(right) == 0:
                raise self._no_value(node, "a division by 0")
            case ex.NumberFunction("sqrt", operand) if self(operand) < 0:
                raise self._no_value(node, "the square root of a negative number")
            case ex.Quantified(quantifier, generators, body):
                values = [inner(body) for inner in self.bindings(generators)]
                if quantifier in _OF_AT_LEAST_ONE and not values:
                    raise self._no_value(node, f"there is nothing {_OF_AT_LEAST_ONE[quantifier]}")
                if quantifier is ex.Quantifier.THE and len(several := frozenset(values)) > 1:
                    shown = " and ".join(map(plain, sorted_elements(several)[:2]))
                    raise self._no_value(node, f"{shown} are both such a value, not only one")
                return COMBINE[quantifier](iter(values))
        return super().__call__(node)

    def apply(self, node: ex.Apply) -> Any:
        """Return the value of a function, which is evaluated strictly too."""
        arguments = tuple(self(argument) for argument in node.arguments)
        return self._machine.apply(node, arguments, self.environment.module)

    def _no_value(self, node: ex.Node, text: str) -> NoValue:
        return NoValue(self.environment.module, node, text)

    def _element(self, node: ex.Index, target: Any, key: Any) -> Any:
        if isinstance(target, tuple):
            if 0 <= key < len(target):
                return target[key]
            size = f"a sequence of {len(target)} element{'s' * (len(target) != 1)}"
            raise self._no_value(node, f"there is no element {key} in {size}")
        if key not in target:
            raise self._no_value(node, f"the mapping has no value for {plain(key)}")
        return target[key]

    def _part(self, node: ex.Slice, target: Any, low: int, high: int) -> Any:
        """Return the elements at the positions from ``low`` to before ``high``.

        If there is no such position, this is the empty sequence: so ``s[1:]`` is, of no element.
        """
        part = target[low:high]
        if len(part) != len(range(low, high)) or (part and low < 0):
            size = f"a sequence of {len(target)} element{'s' * (len(target) != 1)}"
            raise self._no_value(node, f"there is no part from {low} to {high} in {size}")
        return part


_OF_AT_LEAST_ONE = {
    ex.Quantifier.MAX: "to take the maximum of",
    ex.Quantifier.MIN: "to take the minimum of",
    ex.Quantifier.SOME: "to choose from",
    ex.Quantifier.THE: "that satisfies the condition",
}
"""Quantifiers that have no value over an empty range: the end of the error message."""


def _text_of_call(function: Function, arguments: list[Any]) -> str:
    return f"{function.name}({', '.join(map(plain, arguments))})"
