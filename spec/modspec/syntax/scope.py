"""Scopes: the meaning of names where an expression stands, and how a construct is refused there."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import ModuleType
from typing import Any, NoReturn

from modspec.syntax.errors import OutsideNotation
from modspec.syntax.labels import Labels, span
from modspec.syntax.values import State

ADVICE: dict[type[ast.AST], tuple[str, str]] = {
    ast.For: (
        "a for loop",
        "write a quantification: any(...), all(...), sum(...) or a comprehension",
    ),
    ast.While: ("a while loop", "write a quantification: any(... for k in range(...))"),
    ast.If: (
        "an if statement",
        "only the guard `if condition: raise Exception` is one; write `x if c else y`",
    ),
    ast.AugAssign: ("an assignment that changes a value", "define a new name: name = expression"),
    ast.Try: ("a try statement", "state when it is raised: if condition: raise Exception"),
    ast.With: ("a with statement", "a specification has no resources to hold"),
    ast.ListComp: (
        "a list comprehension",
        "write a sequence tuple(... for x in s), or a set {... for x in s}",
    ),
    ast.Lambda: ("a lambda", "write a local function with a name"),
    ast.NamedExpr: ("a walrus assignment", "define the name on its own line before the return"),
    ast.JoinedStr: ("an f-string", "a specification computes no text"),
    ast.Yield: ("yield", "return the whole set: {... for ... in ...}"),
    ast.Global: ("global", "state is a parameter and a result: def f(state) -> State"),
    ast.Delete: ("del", "values never change; state the value afterwards"),
    ast.AsyncFunctionDef: ("an async function", "write a plain function"),
    ast.Assign: ("an assignment to more than a name", "define one name: name = expression"),
    ast.AnnAssign: ("an annotated definition", "leave out the type: name = expression"),
    ast.Return: ("a return of nothing", "return the output or the next state"),
    ast.Assert: ("an assertion with a message", "write assert condition"),
    ast.Pass: ("pass", "state what the routine does, or leave it out"),
    ast.FunctionDef: ("a nested function", "write a local function of the module"),
    ast.List: ("a list", "write a tuple (a, b), which cannot change"),
    ast.Starred: ("a starred argument", "pass each argument by itself"),
    ast.Expr: ("a value that nothing uses", "return it, or give it a name: name = expression"),
}
"""For each construct outside the notation: its name, and what to write instead."""

NOTATION = (
    "all", "any", "frozenset", "len", "max", "min", "range", "replace", "some", "sum", "the",
    "tuple", "True", "False",
)  # fmt: skip
"""The names of the notation itself."""

YIELDS_TWO = "yields a next state and an output"
CHOOSES = "chooses what it yields"
NO_VALUE = {
    YIELDS_TWO: "a formula has one value: declare a function for each of both",
    CHOOSES: "a formula has one value: declare a function for the condition of the choice",
}
"""For each reason why a call of a function is no expression, what to write instead."""

_EXPRESSIONS = "use quantifiers, comprehensions, conditional expressions, comparisons and calls"


@dataclass(frozen=True)
class Callee:
    """A function that may be called: the Python name of its module and its parameters' names."""

    module: str
    parameters: tuple[str, ...]
    no_value: str = ""
    """Why a call of it is no expression, one of :data:`NO_VALUE`; else empty."""


@dataclass(frozen=True)
class NameScope:
    """The names that mean something where an expression stands."""

    file: str
    python: ModuleType
    labels: Labels
    callees: Mapping[str, Callee]
    state: str | None = None
    """The name of the parameter that is the state, or None."""

    variables: tuple[str, ...] = ()
    """The names of the state variables, where there is a state."""

    state_class: type[State] | None = None
    """The class of the state, where there is one."""

    names: Mapping[str, Any] = field(default_factory=dict)
    """The parameters, definitions and dummies, each with its annotation; None if it has none."""

    def with_names(self, names: Mapping[str, Any]) -> NameScope:
        """Return this scope with some more names."""
        return replace(self, names={**self.names, **names})

    def is_free(self, name: str) -> bool:
        """Whether a dummy, parameter or definition may have this name without hiding another."""
        taken = name == self.state or name in self.variables or name in self.callees
        constant = vars(self.python).get(name)
        return not taken and not isinstance(constant, int | frozenset | Enum | type | ModuleType)

    def refuse(self, node: ast.AST, construct: str, instead: str) -> NoReturn:
        """Raise OutsideNotation for a construct, at its place in the source."""
        where = span(node)
        raise OutsideNotation(self.file, where.line, where.column + 1, construct, instead)

    def known_names(self) -> list[str]:
        """Return all names that mean something here, for advice about one that does not."""
        public = (name for name in vars(self.python) if not name.startswith("_"))
        state = [self.state] if self.state else []
        return [*self.names, *state, *self.callees, *public, *NOTATION]

    def refuse_kind(self, node: ast.AST) -> NoReturn:
        """Raise OutsideNotation for a construct of a kind that the notation does not have."""
        known = next((advice for kind, advice in ADVICE.items() if isinstance(node, kind)), None)
        self.refuse(node, *(known or (type(node).__name__, _EXPRESSIONS)))
