"""Worth of a theorem: the mistakes in the specification that it notices.

``return True`` has the same value as every theorem that is true, so theorems are not compared by
their values. A theorem is right if it is true of the specification, and if it notices every
mistake that the reference notices. Mistakes are the mutants of the specification, and wrong values:
a transition that the reference applies yields another state in one call.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

from modlab.exercise.comparison import Answer, answer_of, compile_text
from modlab.exercise.trial_calls import Arguments, TrialCalls
from modspec import Module
from modspec.run.instance import Instance, Space
from modspec.run.mutants import Mutant, mutants
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function
from modspec.syntax.relations import reachable

WRONG_VALUES: Final = 24
"""Wrong values of a call that are tried at most."""


@dataclass(frozen=True, eq=False)
class WrongValue:
    """A mistake: in one call, a function yields another value than it should."""

    function: Function
    arguments: Arguments
    """All arguments of the call, the state first if there is one."""

    due: Any
    value: Any


Mistake: TypeAlias = Mutant | WrongValue


class _ObservedInstance(Instance):
    """An instance that notes the calls of some functions, and can give one another value."""

    def __init__(self, module: Module, observed: Sequence[Function]) -> None:
        self.calls: dict[tuple[str, Arguments], Any] = {}
        """The calls that were made, with the values that they should have."""

        self.wrong: WrongValue | None = None
        self._places = {(each.module, each.name) for each in observed}
        super().__init__(module, memo_size=0)

    def _prepare(self, module: Module, functions: list[ast.FunctionDef], space: Space) -> None:
        super()._prepare(module, functions, space)
        for node in functions:
            if (module.python_name, node.name) in self._places:
                space[node.name] = self._observe(node.name, space[node.name])

    def _observe(self, name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(plain)
        def call(*arguments: Any) -> Any:
            wrong = self.wrong
            if wrong and wrong.function.name == name and wrong.arguments == arguments:
                return wrong.value
            value = plain(*arguments)
            if wrong is None:
                self.calls[name, arguments] = value
            return value

        return call


class TheoremWorth:
    """What theorems of one module are worth: it is asked of each text of one theorem."""

    def __init__(
        self, module: Module, name: str, calls: Sequence[Arguments], trial_calls: TrialCalls
    ) -> None:
        self._module, self._calls, self._trial_calls = module, calls, trial_calls
        self._name = name
        self.plain = Instance(module)
        self._instances: dict[Mutant, Instance] = {}
        self._reference = next(
            node
            for node in ast.parse(module.source).body
            if isinstance(node, ast.FunctionDef) and node.name == name
        )

    @cached_property
    def _observed_instance(self) -> _ObservedInstance:
        return _ObservedInstance(self._module, self._functions)

    @cached_property
    def _functions(self) -> list[Function]:
        """The functions whose values may be wrong: the transitions, or else what is applied."""
        applied = [
            declare(module)[name]
            for module, name in sorted(reachable([self._module[self._name]]))
            if name != self._name
        ]
        return [each for each in applied if each.is_transition] or applied

    @cached_property
    def due(self) -> dict[Mistake, tuple[Arguments, ...]]:
        """The mistakes that the reference notices, each with calls in which it is false."""
        own = (self._module.python_name, self._name)
        found: dict[Mistake, tuple[Arguments, ...]] = {}
        for mutant in mutants(self._module):
            is_theorem = (mutant.module, mutant.function) == own
            if not is_theorem:
                calls = self._noticing_calls(self._reference, mutant, self._calls, 5)
                if calls:
                    found[mutant] = calls
        theorem = compile_text(self._reference, self._observed_instance)
        reach = self._reach(theorem)
        for wrong in self._wrong_values(reach):
            noticed = self._noticing(theorem, wrong, reach)
            if noticed:
                found[wrong] = noticed
        return found

    def missed_mistakes(self, node: ast.FunctionDef, most: int | None = None) -> list[Mistake]:
        """Return the mistakes that the reference notices and a text does not; at most so many."""
        missed: list[Mistake] = []
        theorem = compile_text(node, self._observed_instance)
        reach = self._reach(theorem)
        for mistake, calls in self.due.items():
            if most is not None and len(missed) >= most:
                break
            if isinstance(mistake, WrongValue):
                is_noticed = bool(self._noticing(theorem, mistake, reach))
            else:
                every = (*calls, *self._calls)
                is_noticed = bool(self._noticing_calls(node, mistake, every, 1))
            if not is_noticed:
                missed.append(mistake)
        return missed

    def false_calls(self, node: ast.FunctionDef, most: int) -> list[tuple[Arguments, Answer]]:
        """Return calls in which a text is not true of the specification itself."""
        return self._false(compile_text(node, self.plain), self._calls, most)

    def _noticing_calls(
        self, node: ast.FunctionDef, mutant: Mutant, calls: Sequence[Arguments], most: int
    ) -> tuple[Arguments, ...]:
        if mutant not in self._instances:
            self._instances[mutant] = Instance(self._module, edits=mutant.edits, base=self.plain)
        theorem = compile_text(node, self._instances[mutant])
        return tuple(call for call, _ in self._false(theorem, calls, most))

    def _false(
        self, theorem: Callable[..., Any], calls: Sequence[Arguments], most: int
    ) -> list[tuple[Arguments, Answer]]:
        found = []
        for arguments in calls:
            answer = answer_of(theorem, arguments)
            if answer.value is not True and not answer.is_assumed_away:
                found.append((arguments, answer))
                if len(found) >= most:
                    break
        return found

    # -- wrong values ------------------------------------------------------------------------------

    def _reach(self, theorem: Callable[..., Any]) -> dict[tuple[str, Arguments], list[Arguments]]:
        """Return the calls of observed functions, each with the theorem's calls that make it."""
        found: dict[tuple[str, Arguments], list[Arguments]] = {}
        for arguments in self._calls:
            self._observed_instance.calls.clear()
            if not answer_of(theorem, arguments).is_assumed_away:
                for made in self._observed_instance.calls:
                    found.setdefault(made, []).append(arguments)
        return found

    def _wrong_values(self, reach: dict[tuple[str, Arguments], Any]) -> Iterator[WrongValue]:
        by_name = {each.name: each for each in self._functions}
        others: dict[tuple[str, Any], list[Any]] = {}
        for name, arguments in reach:
            self._observed_instance.calls.clear()
            function = by_name[name]
            module = declare(function.module)
            value = self._observed_instance.function(function.module, name)(*arguments)
            if (name, value) not in others:
                found = self._trial_calls.answers(module, function, value)
                step = -(-len(found) // WRONG_VALUES) or 1
                others[name, value] = found[::step]
            for other in others[name, value]:
                yield WrongValue(function, arguments, value, other)

    def _noticing(
        self,
        theorem: Callable[..., Any],
        wrong: WrongValue,
        reach: dict[tuple[str, Arguments], list[Arguments]],
    ) -> tuple[Arguments, ...]:
        """Return a call of the theorem that is false if a value is wrong."""
        self._observed_instance.wrong = wrong
        try:
            calls = reach.get((wrong.function.name, wrong.arguments), [])
            return tuple(call for call, _ in self._false(theorem, calls, 1))
        finally:
            self._observed_instance.wrong = None
