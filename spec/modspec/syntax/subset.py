"""The subset of Python that is the notation: from Python's syntax tree to expressions.

What is outside is refused with file, line, column, the construct, and what to write instead.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from dataclasses import replace
from enum import Enum, EnumMeta
from types import ModuleType
from typing import Any, NoReturn

from modspec.syntax.expressions import (
    And,
    Apply,
    Arithmetic,
    Case,
    Comparison,
    Conditional,
    Constant,
    Expression,
    Field,
    Generator,
    Index,
    Interval,
    Literal,
    MapOf,
    Negative,
    Not,
    Or,
    Quantified,
    Quantifier,
    Ranges,
    Record,
    Sequence,
    SetLiteral,
    SetOf,
    Size,
    Slice,
    StateVariable,
    TheState,
    Variable,
)
from modspec.syntax.labels import span
from modspec.syntax.scope import NameScope
from modspec.syntax.values import State

_CONNECTIVE = {ast.Eq: "=", ast.NotEq: "≠", ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥"}
_COMPARISONS = (*_CONNECTIVE, ast.In, ast.NotIn)
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


class Reader:
    """Reads the expressions of one scope."""

    def __init__(self, scope: NameScope) -> None:
        self.scope = scope

    def __call__(self, node: ast.expr) -> Expression:
        """The expression that the syntax tree denotes; OutsideNotation if there is none."""
        method: Callable[[Any], Expression] | None = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            self.scope.refuse_kind(node)
        return method(node)

    def _marks(self, node: ast.AST) -> dict[str, Any]:
        return {"at": span(node), "rules": self.scope.labelled.of(node)}

    def _within(self, names: Collection[str]) -> Reader:
        return Reader(self.scope.with_names(names, Ranges.DUMMY))

    # -- names and literals ------------------------------------------------------------------------

    def _Constant(self, node: ast.Constant) -> Expression:
        if not isinstance(node.value, bool | int):
            self.scope.refuse(
                node,
                f"the literal {node.value!r}",
                "use integers, True, False, or an Enum's elements",
            )
        return Literal(node.value, **self._marks(node))

    def _Name(self, node: ast.Name) -> Expression:
        name = node.id
        if name in self.scope.names:
            return Variable(name, self.scope.names[name], **self._marks(node))
        if name == self.scope.state:
            return TheState(name, **self._marks(node))
        value = self._global(node)
        if isinstance(value, ModuleType):
            advice = f"call one of its functions: {name}.function(...)"
            self.scope.refuse(node, f"{name} as a value", advice)
        if callable(value) and not isinstance(value, EnumMeta):
            self.scope.refuse(node, f"{name} as a value", f"call it: {name}(...)")
        return Constant(name, value, **self._marks(node))

    def _global(self, node: ast.Name) -> Any:
        space = vars(self.scope.python)
        if node.id not in space:
            self.scope.refuse(
                node,
                f"the name {node.id}",
                "use a parameter, a definition, or import or declare it",
            )
        return space[node.id]

    def _Attribute(self, node: ast.Attribute) -> Expression:
        target = node.value
        if isinstance(target, ast.Name) and target.id not in self.scope.names:
            if target.id == self.scope.state:
                if node.attr not in self.scope.variables:
                    known = ", ".join(self.scope.variables)
                    self.scope.refuse(
                        node, f"the state variable {node.attr}", f"the state has {known}"
                    )
                return StateVariable(node.attr, **self._marks(node))
            value = self._global(target)
            if isinstance(value, ModuleType):
                self.scope.refuse(
                    node,
                    f"{target.id}.{node.attr} as a value",
                    f"call it, or import {node.attr} by its own name",
                )
            if isinstance(value, EnumMeta) and node.attr in value.__members__:
                return Constant(node.attr, value[node.attr], **self._marks(node))
        return Field(self(target), node.attr, **self._marks(node))

    # -- logic and arithmetic ----------------------------------------------------------------------

    def _BoolOp(self, node: ast.BoolOp) -> Expression:
        operands = tuple(self(value) for value in node.values)
        kind = And if isinstance(node.op, ast.And) else Or
        return kind(operands, **self._marks(node))

    def _UnaryOp(self, node: ast.UnaryOp) -> Expression:
        if isinstance(node.op, ast.Not):
            return Not(self(node.operand), **self._marks(node))
        if isinstance(node.op, ast.USub):
            return Negative(self(node.operand), **self._marks(node))
        self.scope.refuse(
            node, f"the operator {type(node.op).__name__}", "use not, or - on integers"
        )

    def _BinOp(self, node: ast.BinOp) -> Expression:
        if not isinstance(node.op, _ARITHMETIC):
            self.scope.refuse(
                node, f"the operator {type(node.op).__name__}", "use +, -, *, // or % on integers"
            )
        return Arithmetic(
            type(node.op).__name__, self(node.left), self(node.right), **self._marks(node)
        )

    def _Compare(self, node: ast.Compare) -> Expression:
        rest = []
        for operator, operand in zip(node.ops, node.comparators, strict=True):
            if not isinstance(operator, _COMPARISONS):
                self.scope.refuse(node, "comparison by identity", "compare values with == or !=")
            rest.append((type(operator).__name__, self(operand)))
        return Comparison(self(node.left), tuple(rest), **self._marks(node))

    def _IfExp(self, node: ast.IfExp) -> Expression:
        cases = []
        rest: ast.expr = node
        while isinstance(rest, ast.IfExp):
            rules = self.scope.labelled.of(rest.test) or self.scope.labelled.of(rest.body)
            cases.append(Case(self(rest.test), self(rest.body), at=span(rest.test), rules=rules))
            rest = rest.orelse
        otherwise = Literal(True, at=span(rest))
        rules = self.scope.labelled.of(rest)
        cases.append(Case(otherwise, self(rest), at=span(rest), rules=rules))
        return Conditional(tuple(cases), **self._marks(node))

    # -- collections -------------------------------------------------------------------------------

    def _Subscript(self, node: ast.Subscript) -> Expression:
        target = self(node.value)
        for bound in ast.walk(node.slice):
            if isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub):
                self.scope.refuse(
                    bound, "an index from the end", "count from the start: s[len(s) - 1]"
                )
        if isinstance(node.slice, ast.Slice):
            if node.slice.step is not None:
                self.scope.refuse(node, "a slice with a step", "index the elements one by one")
            low = self(node.slice.lower) if node.slice.lower else Literal(0)
            high = self(node.slice.upper) if node.slice.upper else Size(target)
            return Slice(target, low, high, **self._marks(node))
        return Index(target, self(node.slice), **self._marks(node))

    def _Tuple(self, node: ast.Tuple) -> Expression:
        parts = tuple(
            (True, self(part.value)) if isinstance(part, ast.Starred) else (False, self(part))
            for part in node.elts
        )
        return Sequence(parts, **self._marks(node))

    def _Set(self, node: ast.Set) -> Expression:
        return SetLiteral(tuple(self(element) for element in node.elts), **self._marks(node))

    def _generators(self, nodes: list[ast.comprehension]) -> tuple[tuple[Generator, ...], Reader]:
        reader, generators = self, []
        for node in nodes:
            if not isinstance(node.target, ast.Name):
                self.scope.refuse(
                    node.target, "a dummy that is no single name", "quantify over one name"
                )
            name = node.target.id
            if name in reader.scope.names or not self.scope.is_free(name):
                self.scope.refuse(
                    node.target,
                    f"the dummy {name}, which already means something",
                    "choose another name",
                )
            domain = reader(node.iter)
            reader = reader._within([name])
            conditions = tuple(reader(condition) for condition in node.ifs)
            generators.append(Generator(name, domain, conditions, **self._marks(node)))
        return tuple(generators), reader

    def _SetComp(self, node: ast.SetComp | ast.GeneratorExp) -> Expression:
        generators, inner = self._generators(node.generators)
        return SetOf(generators, inner(node.elt), **self._marks(node))

    def _DictComp(self, node: ast.DictComp) -> Expression:
        generators, inner = self._generators(node.generators)
        dummy = generators[0].dummy
        if len(generators) > 1 or not (isinstance(node.key, ast.Name) and node.key.id == dummy):
            self.scope.refuse(
                node,
                "a mapping that is not from its dummy",
                "write {x: value for x in SET}, with one dummy",
            )
        return MapOf(generators[0], inner(node.value), **self._marks(node))

    # -- calls -------------------------------------------------------------------------------------

    def _Call(self, node: ast.Call) -> Expression:
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func) in self.scope.callees:
            return self._apply(node, ast.unparse(node.func))
        if not isinstance(node.func, ast.Name):
            self._refuse_method(node, node.func)
        name = node.func.id
        built_in = getattr(self, f"_call_{name}", None)
        if built_in is not None and name not in self.scope.callees:
            result: Expression = built_in(node)
            return result
        value = self._global(node.func)
        if isinstance(value, type) and (issubclass(value, State) or hasattr(value, "_fields")):
            return self._record(node, name, value)
        if name not in self.scope.callees:
            self.scope.refuse(
                node,
                f"a call of {name}",
                "call functions that this module or one that it uses declares",
            )
        return self._apply(node, name)

    def _refuse_method(self, node: ast.Call, called: ast.expr) -> NoReturn:
        match called:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if self._is_module(name):
                self.scope.refuse(
                    node,
                    f"a call of {name}.{attribute}",
                    f"call a function that {name} declares; import types by their own names",
                )
        self.scope.refuse(node, "a call of a method", "call a function of a specification module")

    def _is_module(self, name: str) -> bool:
        return isinstance(vars(self.scope.python).get(name), ModuleType)

    def _record(self, node: ast.Call, name: str, value: Any) -> Expression:
        if issubclass(value, Enum):
            self.scope.refuse(node, f"a call of {name}", f"name an element: {name}.ELEMENT")
        names = value.variables if issubclass(value, State) else value._fields
        if issubclass(value, State) and node.args:
            self.scope.refuse(node, f"{name} without names", f"write {names[0]}=value, ...")
        given = dict(zip(names, node.args, strict=False))
        given.update({keyword.arg: keyword.value for keyword in node.keywords if keyword.arg})
        if set(given) != set(names) or len(node.args) + len(node.keywords) != len(names):
            self.scope.refuse(node, f"{name} without all its parts", f"give {', '.join(names)}")
        fields = tuple((part, self._part(given[part], node)) for part in names)
        return Record(name, fields, **self._marks(node))

    def _part(self, value: ast.expr, call: ast.Call) -> Expression:
        expression = self(value)
        keyword = next((k for k in call.keywords if k.value is value), None)
        rules = self.scope.labelled.of(keyword) if keyword else ()
        return replace(expression, rules=rules) if rules and not expression.rules else expression

    def _apply(self, node: ast.Call, name: str) -> Expression:
        callee = self.scope.callees[name]
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                self.scope.refuse_kind(argument)
        given = dict(zip(callee.parameters, node.args, strict=False))
        given.update({keyword.arg: keyword.value for keyword in node.keywords if keyword.arg})
        count = len(node.args) + len(node.keywords)
        if set(given) != set(callee.parameters) or count != len(callee.parameters):
            expected = ", ".join(callee.parameters) or "none"
            self.scope.refuse(node, f"{name} with other arguments", f"its arguments are {expected}")
        arguments = tuple(self(given[parameter]) for parameter in callee.parameters)
        through, _, function = name.rpartition(".")
        return Apply(callee.module, function, arguments, through=through, **self._marks(node))

    def _one_argument(self, node: ast.Call) -> ast.expr:
        if len(node.args) != 1 or node.keywords:
            self.scope.refuse(node, "a call with other than one argument", "give one argument")
        return node.args[0]

    def _quantified(self, node: ast.Call, quantifier: Quantifier) -> Expression:
        argument = self._one_argument(node)
        if not isinstance(argument, ast.GeneratorExp):
            self.scope.refuse(
                node,
                f"{quantifier.value} of a collection",
                f"write {quantifier.value}(... for x in ...)",
            )
        generators, inner = self._generators(argument.generators)
        if quantifier is Quantifier.SUM and isinstance(argument.elt, ast.Compare | ast.BoolOp):
            self.scope.refuse(
                argument.elt, "a sum of truth values", "write sum(1 for x in S if condition)"
            )
        return Quantified(quantifier, generators, inner(argument.elt), **self._marks(node))

    def _call_any(self, node: ast.Call) -> Expression:
        return self._quantified(node, Quantifier.EXISTS)

    def _call_all(self, node: ast.Call) -> Expression:
        return self._quantified(node, Quantifier.FOR_ALL)

    def _call_sum(self, node: ast.Call) -> Expression:
        return self._quantified(node, Quantifier.SUM)

    def _call_len(self, node: ast.Call) -> Expression:
        return Size(self(self._one_argument(node)), **self._marks(node))

    def _call_range(self, node: ast.Call) -> Expression:
        if not 1 <= len(node.args) <= 2 or node.keywords:
            self.scope.refuse(node, "a range with a step", "write range(low, high)")
        low = self(node.args[0]) if len(node.args) == 2 else Literal(0)
        return Interval(low, self(node.args[-1]), **self._marks(node))

    def _call_frozenset(self, node: ast.Call) -> Expression:
        argument = self._one_argument(node)
        if isinstance(argument, ast.GeneratorExp):
            return self._SetComp(argument)
        if isinstance(argument, ast.Set | ast.SetComp):
            return self(argument)
        self.scope.refuse(node, "frozenset of a collection", "write frozenset(... for x in ...)")
