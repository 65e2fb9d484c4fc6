"""A remark on a construct that is refused, and where the construct stands."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from modspec.syntax.scope import NameScope
from modspec.syntax.values import State

Parents: TypeAlias = Mapping[ast.AST, ast.AST]
"""The node of Python's syntax tree around each."""


@dataclass(frozen=True)
class Remark:
    """What the lint says of a construct."""

    at: ast.AST
    """Its place."""

    text: str
    advice: str


@dataclass(frozen=True)
class Surroundings:
    """Where a construct stands."""

    scope: NameScope
    """The names that mean something there."""

    parents: Parents

    @property
    def meanings(self) -> Mapping[str, Any]:
        """What each name of the file means."""
        return vars(self.scope.python)

    @property
    def state_class(self) -> type[State] | None:
        """The class of the module's own state, if it has one."""
        own = self.scope.python.__name__
        classes = (each for each in self.meanings.values() if isinstance(each, type))
        states = (each for each in classes if issubclass(each, State) and each.__module__ == own)
        return next(states, None)

    def is_own_function(self, name: str) -> bool:
        """Whether a name is that of a function of the module."""
        callee = self.scope.callees.get(name)
        return callee is not None and callee.module == self.scope.python.__name__

    def function_around(self, node: ast.AST) -> ast.FunctionDef | None:
        """Return the function in which a construct stands."""
        around: ast.AST | None = node
        while around is not None and not isinstance(around, ast.FunctionDef):
            around = self.parents.get(around)
        return around
