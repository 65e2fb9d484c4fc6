"""Statements: what a function of a specification consists of, and in which order."""

from __future__ import annotations

import ast
from typing import Any

from modspec.syntax.expressions import Expression, Ranges, Record
from modspec.syntax.labels import span
from modspec.syntax.module import Assignment, Clause, Definition, ExceptionClause
from modspec.syntax.scope import NameScope
from modspec.syntax.subset import Reader


class Body:
    """The statements of one function, in the order that the notation prescribes."""

    _ORDER = ("assumptions", "exceptions", "definitions", "return")

    def __init__(self, node: ast.FunctionDef, scope: NameScope) -> None:
        """Take a function, and the names that it knows."""
        self.node, self.scope = node, scope
        self.labelled = scope.labelled
        self.assumptions: list[Clause] = []
        self.exceptions: list[ExceptionClause] = []
        self.definitions: list[Definition] = []
        self.result: Expression | None = None
        self.returned: ast.Return | None = None

    def clauses(self, yields_state: bool) -> dict[str, Any]:
        """What the statements say, by the names of :class:`Function`'s fields."""
        statements = self.node.body
        if ast.get_docstring(self.node) is None:
            self.scope.refuse(
                self.node,
                f"{self.node.name} without a docstring",
                "say in one line what it does or means",
            )
        stage = 0
        for statement in statements[1:]:
            is_after_the_return = self.returned is not None
            now = self._ORDER.index(self._read(statement))
            if now < stage or is_after_the_return:
                self.scope.refuse(
                    statement,
                    "a statement out of order",
                    "the order is: assert, guards `if ...: raise`, definitions, one return",
                )
            stage = now
        if self.returned is None or self.result is None:
            self.scope.refuse(
                self.node, f"{self.node.name} without a result", "end it with `return ...`"
            )
        rules = self.labelled.of(self.returned) or self.result.rules
        transition: tuple[Assignment, ...] = ()
        output = None
        if yields_state:
            transition = self._transition(self.result, rules)
        else:
            output = Clause(self.result, rules, span(self.returned))
        return {
            "assumptions": tuple(self.assumptions),
            "exceptions": tuple(self.exceptions),
            "definitions": tuple(self.definitions),
            "transition": transition,
            "output": output,
        }

    def _transition(self, result: Expression, rules: tuple[str, ...]) -> tuple[Assignment, ...]:
        if not isinstance(result, Record):
            self.scope.refuse(
                self.node,
                "a next state that is not written out",
                "return State(variable=value, ...)",
            )
        return tuple(
            Assignment(value, value.rules or rules, value.at, variable=name)
            for name, value in result.arguments
        )

    def _read(self, node: ast.stmt) -> str:
        reader = Reader(self.scope)
        match node:
            case ast.Assert(test=test, msg=None):
                self.assumptions.append(Clause(reader(test), self.labelled.of(node), span(node)))
                return "assumptions"
            case ast.If(
                test=test, body=[ast.Raise(exc=ast.Name(id=name), cause=None) as raised], orelse=[]
            ):
                self._may_raise(raised, name)
                rules = self.labelled.of(raised)
                clause = ExceptionClause(reader(test), rules, span(node), exception=name)
                self.exceptions.append(clause)
                return "exceptions"
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._may_define(node, name)
                rules = self.labelled.of(node)
                self.definitions.append(Definition(reader(value), rules, span(node), name=name))
                self.scope = self.scope.with_names([name], Ranges.DEFINITION)
                return "definitions"
            case ast.Return(value=ast.expr() as value):
                self.returned, self.result = node, reader(value)
                return "return"
        self.scope.refuse_kind(node)

    def _may_raise(self, node: ast.Raise, name: str) -> None:
        declared = vars(self.scope.python).get(name)
        if getattr(declared, "__module__", "builtins") == "builtins":
            self.scope.refuse(
                node, f"the exception {name}", "declare it: class Name(Exception) with a docstring"
            )

    def _may_define(self, node: ast.stmt, name: str) -> None:
        if name in self.scope.names or not self.scope.is_free(name):
            self.scope.refuse(
                node,
                f"a second meaning for {name}",
                "choose a name that nothing else on the page has",
            )
