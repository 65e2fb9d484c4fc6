"""Worth of a theorem: the mutants of the specification that it notices.

``return True`` has the same value as every theorem that is true, so theorems are not compared by
their values. A theorem is right if it is true of the specification, and if it notices every
mutant that the reference notices.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cached_property

from modlab.exercise.comparison import Answer, answer_of, compile_text
from modlab.exercise.trial_calls import Arguments
from modspec import Module
from modspec.run.instance import Instance
from modspec.run.mutants import Mutant, mutants


class TheoremWorth:
    """What theorems of one module are worth: it is asked of each text of one theorem."""

    def __init__(self, module: Module, name: str, calls: Sequence[Arguments]) -> None:
        self._module, self._calls = module, calls
        self._name = name
        self.plain = Instance(module)
        self._instances: dict[Mutant, Instance] = {}

    @cached_property
    def due(self) -> dict[Mutant, tuple[Arguments, ...]]:
        """The mutants that the reference notices, each with calls in which it is false."""
        nodes = ast.parse(self._module.source).body
        node = next(n for n in nodes if isinstance(n, ast.FunctionDef) and n.name == self._name)
        own = (self._module.python_name, self._name)
        found = {}
        for mutant in mutants(self._module):
            is_theorem = (mutant.module, mutant.function) == own
            if not is_theorem and (calls := self._noticing_calls(node, mutant, self._calls, 5)):
                found[mutant] = calls
        return found

    def missed_mutants(self, node: ast.FunctionDef, most: int | None = None) -> list[Mutant]:
        """Return the mutants that the reference notices and a text does not; at most so many."""
        missed: list[Mutant] = []
        for mutant, calls in self.due.items():
            if most is not None and len(missed) >= most:
                break
            if not self._noticing_calls(node, mutant, (*calls, *self._calls), 1):
                missed.append(mutant)
        return missed

    def first_noticing_call(self, mutant: Mutant) -> Arguments:
        """Return the smallest call in which the reference notices a mutant."""
        return self.due[mutant][0]

    def false_calls(self, node: ast.FunctionDef, most: int) -> list[tuple[Arguments, Answer]]:
        """Return calls in which a text is not true of the specification itself."""
        return self._false(node, self.plain, self._calls, most)

    def _noticing_calls(
        self, node: ast.FunctionDef, mutant: Mutant, calls: Sequence[Arguments], most: int
    ) -> tuple[Arguments, ...]:
        if mutant not in self._instances:
            self._instances[mutant] = Instance(self._module, edits=mutant.edits, base=self.plain)
        return tuple(call for call, _ in self._false(node, self._instances[mutant], calls, most))

    def _false(
        self, node: ast.FunctionDef, instance: Instance, calls: Sequence[Arguments], most: int
    ) -> list[tuple[Arguments, Answer]]:
        function, found = compile_text(node, instance), []
        for arguments in calls:
            answer = answer_of(function, arguments)
            if answer.value is not True and not answer.is_assumed_away:
                found.append((arguments, answer))
                if len(found) >= most:
                    break
        return found
