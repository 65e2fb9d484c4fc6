"""The subset of Python that is the notation: from Python's syntax tree to expressions and clauses.

A construct outside the subset is refused, with its name, its place, and what to write instead.
"""

from __future__ import annotations

import ast
import builtins
import math
from dataclasses import replace
from difflib import get_close_matches
from enum import Enum, EnumMeta
from types import ModuleType
from typing import Any, NoReturn

from modspec.syntax import expressions as ex
from modspec.syntax.choices import some, the
from modspec.syntax.expressions import Expression, Quantifier
from modspec.syntax.kinds import elements_of, hints_of, is_mapping, is_set, kind_of
from modspec.syntax.labels import span
from modspec.syntax.module import Assignment, Clause, Definition, ExceptionClause
from modspec.syntax.scope import NO_VALUE, NameScope
from modspec.syntax.values import AbstractDataType, State
from modspec.syntax.values import replace as replace_state

_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn)
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)

_OF_NUMBERS = (abs, math.sqrt)
"""The functions of Python that are signs of the notation."""

_OF_SETS = {ast.BitOr: "Union", ast.BitAnd: "Intersection", ast.Sub: "Difference"}
"""The operators that sets have."""

_SIGNS_OF_PYTHON = {ast.Add: "+", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.BitOr: "|"}
"""How Python writes operators, for messages."""

_NOT_OPERATORS = {
    ast.Pow: ("**", "write a product: x * x"),
    ast.BitOr: ("| between what is no set", "of truth values: or; of sequences: (*s, *t)"),
    ast.BitAnd: ("& between what is no set", "of truth values: and"),
    ast.BitXor: ("^", "write != between truth values"),
}
"""Operators of Python that the notation does not have, with what to write instead."""

_PYTHON = {
    "int": "the integers have no end: quantify over range(low, high), a set or an enumeration",
    "bool": "quantify over (False, True)",
    "sorted": "say of the sequence that it is in order: all(s[i] <= s[i + 1] for i in ...)",
    "set": "write {x for x in ...}; the empty set is frozenset(), the domain of m frozenset(m)",
    "list": "write a tuple, which cannot change: tuple(x for x in s if ...)",
    "dict": "write {x: value for x in SET}, {key: value} or {**m, key: value}",
    "str": "the notation computes no text: compare strings, or name the cases by an Enum",
    "print": "an access program has no effect but its transition and its output",
    "isinstance": "declare the type of each name; cases of A | B are told apart by their values",
    "next": "write some(x for x in S if ...) for any such value, the(...) for the only one",
    "enumerate": "quantify over positions: for i in range(len(s))",
    "zip": "quantify over positions: for i in range(len(s))",
    "sqrt": "write from math import sqrt",
}
"""Names of Python that the notation does not have, with what to write instead."""

_ADVICE_ON_CHOICE = (
    "give the choice a name and yield it, so that it is seen which value was chosen: "
    "name = some(... for ... in ... if ...), return ..., name"
)
"""Where ``some`` may stand."""

_CHANGES = (
    "add", "append", "clear", "discard", "extend", "insert", "pop", "remove", "sort", "update"
)  # fmt: skip
"""The methods by which Python changes a collection."""

_SIGNS = {
    "union": "write a | b",
    "intersection": "write a & b",
    "difference": "write a - b",
    "issubset": "write a <= b",
    "issuperset": "write a >= b",
    "isdisjoint": "write len(a & b) == 0",
    "keys": "the domain of a mapping m is frozenset(m); k in m asks whether it has the key k",
    "values": "the values of a mapping m are {m[k] for k in m}",
    "items": "quantify over keys: for k in m, whose value is m[k]",
    "get": "say what is meant without a value: m[k] if k in m else other",
    "copy": "values never change: there is no need of a copy",
    "index": "say which position: quantify over range(len(s))",
    "count": "write sum(1 for x in s if x == y)",
}
"""The methods of Python that the notation has another way to write for."""


class Reader:
    """Reads the expressions of one scope."""

    def __init__(self, scope: NameScope) -> None:
        self.scope = scope
        self._refuse = scope.refuse

    def __call__(self, node: ast.expr) -> Expression:
        """Return the expression that the syntax tree denotes; OutsideNotation if there is none."""
        return self._mark(node, self._expression(node))

    def _mark(self, node: ast.AST, expression: Expression) -> Expression:
        """Return the expression with the place of its node and the rules of its label."""
        if expression.at is not ex.NOWHERE:
            return expression
        return replace(expression, at=span(node), rules=self.scope.labels.of(node))

    def _expression(self, node: ast.expr) -> Expression:
        match node:
            case ast.Constant(value=bool() | int() | float() | None as value):
                return ex.Literal(value)
            case ast.Constant(value=str(value)) if value.isprintable() and '"' not in value:
                return ex.Literal(value)
            case ast.Constant(value=str(value)):
                self._refuse(
                    node, f"the string {value!r}", "write what can be printed, without quotes"
                )
            case ast.Constant(value=value):
                advice = "use numbers, strings, True, False, None, or an Enum's elements"
                self._refuse(node, f"the literal {value!r}", advice)
            case ast.Name():
                return self._name(node)
            case ast.Attribute():
                return self._attribute(node)
            case ast.BoolOp(op=op, values=values):
                operands = tuple(map(self, values))
                return ex.And(operands) if isinstance(op, ast.And) else ex.Or(operands)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ex.Not(self(operand))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return ex.Negative(self(operand))
            case ast.UnaryOp(op=op):
                advice = "use not, or - on numbers"
                self._refuse(node, f"the operator {type(op).__name__}", advice)
            case ast.BinOp(left=left, op=op, right=right):
                return self._operation(node, self(left), op, self(right))
            case ast.Compare():
                return self._comparison(node)
            case ast.IfExp():
                return self._conditional(node)
            case ast.Subscript():
                return self._element(node)
            case ast.Tuple(elts=elements):
                return ex.Sequence(tuple(map(self._part_of_sequence, elements)))
            case ast.Set(elts=elements):
                return ex.SetLiteral(tuple(map(self, elements)))
            case ast.SetComp():
                return self._set_of(node)
            case ast.DictComp():
                return self._mapping(node)
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                return ex.MapLiteral(
                    tuple((None if key is None else self(key), self(each)) for key, each in pairs)
                )
            case ast.Call():
                return self._call(node)
        self.scope.refuse_kind(node)

    # -- names -------------------------------------------------------------------------------------

    def _name(self, node: ast.Name) -> Expression:
        name = node.id
        if name in self.scope.names:
            return ex.Variable(name)
        if name == self.scope.state:
            is_one_of_many = issubclass(self.scope.state_class or State, AbstractDataType)
            return ex.TheState("self" if is_one_of_many else name)
        value = self._global(node)
        if isinstance(value, ModuleType):
            advice = f"call one of its functions: {name}.function(...)"
            self._refuse(node, f"{name} as a value", advice)
        if callable(value) and not isinstance(value, EnumMeta):
            self._refuse(node, f"{name} as a value", f"call it: {name}(...)")
        return ex.Constant(name, value)

    def _global(self, node: ast.Name) -> Any:
        space = vars(self.scope.python)
        if node.id not in space:
            self._refuse(node, f"the name {node.id}", self._advice_on_name(node.id))
        return space[node.id]

    def _advice_on_name(self, name: str) -> str:
        """Return what to write in place of a name that means nothing."""
        if name in _PYTHON:
            return _PYTHON[name]
        near = get_close_matches(name, self.scope.known_names(), n=1, cutoff=0.75)
        if near:
            return f"did you mean {near[0]}?"
        return "use a parameter, a definition, or import or declare it"

    def _attribute(self, node: ast.Attribute) -> Expression:
        target = node.value
        if isinstance(target, ast.Name) and target.id not in self.scope.names:
            if target.id == self.scope.state:
                if node.attr not in self.scope.variables:
                    self._refuse_variable(node, node.attr)
                return ex.StateVariable(node.attr)
            value = self._global(target)
            if isinstance(value, ModuleType):
                advice = f"call it, or import {node.attr} by its own name"
                self._refuse(node, f"{target.id}.{node.attr} as a value", advice)
            if isinstance(value, EnumMeta) and node.attr in value.__members__:
                return ex.Constant(node.attr, value[node.attr])
        return ex.Field(self(target), node.attr)

    def _refuse_variable(self, node: ast.expr, name: str) -> NoReturn:
        near = get_close_matches(name, self.scope.variables, n=1)
        known = f"the state has {', '.join(self.scope.variables)}"
        advice = f"did you mean {near[0]}? {known}" if near else known
        self._refuse(node, f"the state variable {name}", advice)

    # -- operations, comparisons and cases ---------------------------------------------------------

    def _operation(
        self, node: ast.BinOp, left: Expression, op: ast.operator, right: Expression
    ) -> Expression:
        """Return an operation on sets if one operand is known to be a set, else on integers."""
        if self._is_set(left) or self._is_set(right):
            if type(op) not in _OF_SETS:
                advice = "use |, & or - on sets; the union is a | b"
                sign = _SIGNS_OF_PYTHON.get(type(op), type(op).__name__)
                self._refuse(node, f"{sign} of sets", advice)
            return ex.SetOperation(_OF_SETS[type(op)], left, right)
        if any(is_mapping(self._kind(operand)) for operand in (left, right)):
            advice = "write {**m, key: value}, or {k: m[k] for k in m if k != key}"
            sign = _SIGNS_OF_PYTHON.get(type(op), type(op).__name__)
            self._refuse(node, f"{sign} of mappings", advice)
        if not isinstance(op, _ARITHMETIC):
            sign, advice = _NOT_OPERATORS.get(
                type(op), (type(op).__name__, "use +, -, *, /, // or % on numbers")
            )
            self._refuse(node, f"the operator {sign}", advice)
        return ex.Arithmetic(type(op).__name__, left, right)

    def _comparison(self, node: ast.Compare) -> Expression:
        rest = []
        left = first = self(node.left)
        for operator, operand in zip(node.ops, node.comparators, strict=True):
            name, right = type(operator).__name__, self(operand)
            if isinstance(operator, ast.Is | ast.IsNot) and right == ex.Literal(None):
                name = "Eq" if isinstance(operator, ast.Is) else "NotEq"
            elif not isinstance(operator, _COMPARISONS):
                advice = "compare values with == or !="
                self._refuse(node, "comparison by identity of other than None", advice)
            if isinstance(operator, ast.In | ast.NotIn):
                right = self._as_set(right)
            elif self._is_set(left) or self._is_set(right):
                name = ex.OF_SETS.get(name, name)
            rest.append((name, right))
            left = right
        return ex.Comparison(first, tuple(rest))

    def _kind(self, node: Expression) -> Any:
        return kind_of(node, self.scope)

    def _is_set(self, node: Expression) -> bool:
        return is_set(self._kind(node))

    def _as_set(self, node: Expression) -> Expression:
        """Return the domain in place of a mapping, which Python takes for the set of its keys."""
        return ex.Domain(node, at=node.at) if is_mapping(self._kind(node)) else node

    def _conditional(self, node: ast.IfExp) -> Expression:
        cases = []
        labels = self.scope.labels
        rest: ast.expr = node
        while isinstance(rest, ast.IfExp):
            rules = labels.of(rest.test) or labels.of(rest.body)
            cases.append(ex.Case(self(rest.test), self(rest.body), at=span(rest.test), rules=rules))
            rest = rest.orelse
        at = span(rest)
        cases.append(ex.Case(ex.Literal(True, at=at), self(rest), at=at, rules=labels.of(rest)))
        return ex.Conditional(tuple(cases))

    # -- collections -------------------------------------------------------------------------------

    def _element(self, node: ast.Subscript) -> Expression:
        target = self(node.value)
        for bound in ast.walk(node.slice):
            if isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub):
                advice = "count from the start: s[len(s) - 1]"
                self._refuse(bound, "an index from the end", advice)
        if not isinstance(node.slice, ast.Slice):
            return ex.Index(target, self(node.slice))
        if node.slice.step is not None:
            self._refuse(node, "a slice with a step", "index the elements one by one")
        low = self(node.slice.lower) if node.slice.lower else ex.Literal(0)
        high = self(node.slice.upper) if node.slice.upper else ex.Size(target)
        return ex.Slice(target, low, high)

    def _part_of_sequence(self, node: ast.expr) -> tuple[bool, Expression]:
        is_spliced = isinstance(node, ast.Starred)
        return is_spliced, self(node.value if isinstance(node, ast.Starred) else node)

    def _generators(
        self, nodes: list[ast.comprehension]
    ) -> tuple[tuple[ex.Generator, ...], Reader]:
        """Return the generators, and a reader that knows their dummies."""
        reader, generators = self, []
        for node in nodes:
            target = node.target
            if not isinstance(target, ast.Name):
                self._refuse(target, "a dummy that is no single name", "quantify over one name")
            name = target.id
            if name in reader.scope.names or not self.scope.is_free(name):
                construct = f"the dummy {name}, which already means something"
                self._refuse(target, construct, "choose another name")
            domain = reader._as_set(reader(node.iter))
            element = elements_of(reader._kind(domain))
            reader = Reader(reader.scope.with_names({name: element}))
            conditions = tuple(map(reader, node.ifs))
            rules = self.scope.labels.of(node)
            generators.append(ex.Generator(name, domain, conditions, at=span(node), rules=rules))
        return tuple(generators), reader

    def _set_of(self, node: ast.SetComp | ast.GeneratorExp) -> Expression:
        generators, inner = self._generators(node.generators)
        return ex.SetOf(generators, inner(node.elt))

    def _mapping(self, node: ast.DictComp) -> Expression:
        generators, inner = self._generators(node.generators)
        dummy = generators[0].dummy
        if len(generators) > 1 or not (isinstance(node.key, ast.Name) and node.key.id == dummy):
            advice = "write {x: value for x in SET}, with one dummy"
            self._refuse(node, "a mapping that is not from its dummy", advice)
        return ex.MapOf(generators[0], inner(node.value))

    # -- calls -------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Expression:
        if ast.unparse(node.func) in self.scope.callees:
            return self._application(node, ast.unparse(node.func))
        if not isinstance(node.func, ast.Name):
            self._refuse_method(node, node.func)
        match node.func.id:
            case "any" | "all" | "sum" | "max" | "min" as name:
                return self._quantification(node, Quantifier(name))
            case "len":
                return ex.Size(self._as_set(self(self._only_argument(node))))
            case "range":
                return self._interval(node)
            case "frozenset":
                return self._frozenset(node)
            case "tuple":
                return self._sequence_of(node)
            case "abs" | "sqrt" as name if self._names_function_of_numbers(name):
                return ex.NumberFunction(name, self(self._only_argument(node)))
            case "some" if self._is_of_notation(node.func, some):
                self._refuse(node, "some within an expression", _ADVICE_ON_CHOICE)
            case "the" if self._is_of_notation(node.func, the):
                return self._quantification(node, Quantifier.THE)
            case "replace":
                advice = "end the function with it: return replace(state, variable=value, ...)"
                self._refuse(node, "replace within an expression", advice)
        value = self._global(node.func)
        if isinstance(value, type) and (issubclass(value, State) or hasattr(value, "_fields")):
            return self._record(node, node.func.id, value)
        advice = "call functions that this module or one that it uses declares"
        self._refuse(node, f"a call of {node.func.id}", advice)

    def choice(self, node: ast.expr) -> Expression | None:
        """Return the choice ``some(x for x in S if P)`` that a node is; None if it is none."""
        match node:
            case ast.Call(func=ast.Name(id="some") as name) if self._is_of_notation(name, some):
                return self._mark(node, self._quantification(node, Quantifier.SOME))
        return None

    def _is_of_notation(self, node: ast.Name, function: Any) -> bool:
        """Whether a name means a function of the notation; refuse it if it was not imported."""
        known = vars(self.scope.python).get(node.id)
        if known is None:
            construct = f"the name {node.id}"
            self._refuse(node, construct, f"import it: from modspec import {node.id}")
        return known is function

    def _names_function_of_numbers(self, name: str) -> bool:
        known = vars(self.scope.python).get(name, getattr(builtins, name, None))
        return known in _OF_NUMBERS

    def _refuse_method(self, node: ast.Call, called: ast.expr) -> NoReturn:
        match called:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if isinstance(
                vars(self.scope.python).get(name), ModuleType
            ):
                advice = f"{name} is no specification, so its functions have no meaning here"
                if any(callee.startswith(f"{name}.") for callee in self.scope.callees):
                    advice = f"call a function that {name} declares"
                self._refuse(node, f"a call of {name}.{attribute}", advice)
            case ast.Attribute(attr=attribute) if attribute in _CHANGES:
                advice = "values never change; build the next one, such as (*s, x) for a sequence"
                self._refuse(node, f"a call of .{attribute}(), which changes a value,", advice)
            case ast.Lambda():
                self.scope.refuse_kind(called)
            case ast.Attribute(attr=attribute) if attribute in _SIGNS:
                self._refuse(node, f"a call of .{attribute}()", _SIGNS[attribute])
        self._refuse(node, "a call of a method", "call a function of a specification module")

    def _record(self, node: ast.Call, name: str, value: Any) -> Expression:
        if issubclass(value, Enum):
            self._refuse(node, f"a call of {name}", f"name an element: {name}.ELEMENT")
        names = value.variables if issubclass(value, State) else value._fields
        if issubclass(value, State) and node.args:
            self._refuse(node, f"{name} without names", f"write {names[0]}=value, ...")
        values = _arguments_by_name(node, names)
        if values is None:
            self._refuse(node, f"{name} without all its parts", f"give {', '.join(names)}")
        return ex.Record(name, tuple((part, self._part(values[part], node)) for part in names))

    def _part(self, value: ast.expr, call: ast.Call) -> Expression:
        expression = self(value)
        keyword = next((k for k in call.keywords if k.value is value), None)
        rules = self.scope.labels.of(keyword) if keyword else ()
        return replace(expression, rules=rules) if rules and not expression.rules else expression

    def changes(self, node: ast.Call) -> dict[str, Expression]:
        """Return the values that ``replace(state, variable=value, ...)`` gives, by variable."""
        if vars(self.scope.python).get("replace") is not replace_state:
            self._refuse(node, "the name replace", "import it: from modspec import replace")
        match node.args:
            case [ast.Name(id=name)] if name == self.scope.state:
                pass
            case _:
                advice = f"write replace({self.scope.state or 'state'}, variable=value, ...)"
                self._refuse(node, "replace of other than the state before the call", advice)
        if not node.keywords:
            self._refuse(node, "replace without a variable", "name the variables that change")
        for keyword in node.keywords:
            if keyword.arg not in self.scope.variables:
                self._refuse_variable(keyword.value, keyword.arg or "**")
        return {str(k.arg): self._part(k.value, node) for k in node.keywords}

    def _application(self, node: ast.Call, name: str) -> Expression:
        callee = self.scope.callees[name]
        if callee.no_value:
            construct = f"a call of {name}, which {callee.no_value},"
            self._refuse(node, construct, NO_VALUE[callee.no_value])
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                self.scope.refuse_kind(argument)
        values = _arguments_by_name(node, callee.parameters)
        if values is None:
            expected = ", ".join(callee.parameters) or "none"
            self._refuse(node, f"{name} with other arguments", f"its arguments are {expected}")
        arguments = tuple(self(values[parameter]) for parameter in callee.parameters)
        through, _, function = name.rpartition(".")
        return ex.Apply(callee.module, function, arguments, through=through)

    def _only_argument(self, node: ast.Call) -> ast.expr:
        if len(node.args) != 1 or node.keywords:
            self._refuse(node, "a call with other than one argument", "give one argument")
        return node.args[0]

    def _quantification(self, node: ast.Call, quantifier: Quantifier) -> Expression:
        name = quantifier.value
        if name in ("max", "min") and len(node.args) > 1:
            advice = f"write a if a {'>=' if name == 'max' else '<='} b else b"
            self._refuse(node, f"{name} of single values", advice)
        argument = self._only_argument(node)
        if not isinstance(argument, ast.GeneratorExp):
            self._refuse(node, f"{name} of a collection", f"write {name}(... for x in ...)")
        generators, inner = self._generators(argument.generators)
        if quantifier.is_of_numbers and isinstance(argument.elt, ast.Compare | ast.BoolOp):
            advice = "write sum(1 for x in S if condition)"
            self._refuse(argument.elt, f"a {name} of truth values", advice)
        return ex.Quantified(quantifier, generators, inner(argument.elt))

    def _interval(self, node: ast.Call) -> Expression:
        if not 1 <= len(node.args) <= 2 or node.keywords:
            self._refuse(node, "a range with a step", "write range(low, high)")
        low = self(node.args[0]) if len(node.args) == 2 else ex.Literal(0)
        return ex.Interval(low, self(node.args[-1]))

    def _sequence_of(self, node: ast.Call) -> Expression:
        argument = self._only_argument(node)
        if not isinstance(argument, ast.GeneratorExp):
            self._refuse(node, "tuple of a collection", "write tuple(... for x in s)")
        generators, inner = self._generators(argument.generators)
        for generator, source in zip(generators, argument.generators, strict=True):
            if is_set(inner._kind(generator.domain)):
                advice = "a set has no order: quantify over a sequence, range(n) or an enumeration"
                self._refuse(source.iter, "a sequence of the elements of a set", advice)
        return ex.SequenceComprehension(generators, inner(argument.elt))

    def _frozenset(self, node: ast.Call) -> Expression:
        if not node.args:
            return ex.SetLiteral(())
        argument = self._only_argument(node)
        if isinstance(argument, ast.GeneratorExp):
            return self._mark(argument, self._set_of(argument))
        if isinstance(argument, ast.Set | ast.SetComp):
            return self(argument)
        operand = self(argument)
        if is_mapping(self._kind(operand)):
            return ex.Domain(operand)
        advice = "it is a set as it stands: leave out frozenset"
        if not self._is_set(operand):
            advice = "write frozenset(... for x in ...); of a mapping it is the domain"
        self._refuse(node, "frozenset of a collection", advice)


def _arguments_by_name(node: ast.Call, names: tuple[str, ...]) -> dict[str, ast.expr] | None:
    """Return the argument for each name; None unless the call gives each exactly once."""
    values = dict(zip(names, node.args, strict=False))
    values.update({keyword.arg: keyword.value for keyword in node.keywords if keyword.arg})
    is_complete = set(values) == set(names) and len(node.args) + len(node.keywords) == len(names)
    return values if is_complete else None


class Yields(Enum):
    """What a function yields, by its annotation."""

    OUTPUT = "output"
    STATE = "next state"
    BOTH = "next state and output"


_RETURN = 3
"""The stage of the return statement, the last one."""


class Body:
    """The statements of one function, in the order that the notation prescribes."""

    def __init__(self, node: ast.FunctionDef, scope: NameScope) -> None:
        """Take a function, and the names that it knows."""
        self.node, self.scope = node, scope
        self.assumptions: list[Clause] = []
        self.exceptions: list[ExceptionClause] = []
        self.definitions: list[Definition] = []
        self.transition: tuple[Assignment, ...] = ()
        self.output: Clause | None = None

    def clauses(self, yields: Yields) -> dict[str, Any]:
        """Return the clauses of the statements, by the names of :class:`Function`'s fields.

        Of several objects, one may be the output: what is not written out by its variables is one.
        """
        name = self.node.name
        if ast.get_docstring(self.node) is None:
            advice = "say in one line what it does or means"
            self.scope.refuse(self.node, f"{name} without a docstring", advice)
        stage = 0
        for statement in self.node.body[1:]:
            following = self._add(statement, yields)
            if following < stage or stage == _RETURN:
                advice = "the order is: assert, guards `if ...: raise`, definitions, one return"
                self.scope.refuse(statement, "a statement out of order", advice)
            stage = following
        if stage != _RETURN:
            self.scope.refuse(self.node, f"{name} without a result", "end it with `return ...`")
        self._demand_choice_is_shown()
        return {
            "assumptions": tuple(self.assumptions),
            "exceptions": tuple(self.exceptions),
            "definitions": tuple(self.definitions),
            "transition": self.transition,
            "output": self.output,
        }

    def _add_results(self, node: ast.Return, value: ast.expr, yields: Yields) -> None:
        """Add the next state, the output, or both."""
        rules = self.scope.labels.of(node)
        match yields, value:
            case Yields.OUTPUT, _:
                self._add_output(value, rules, span(node))
            case Yields.STATE, _ if self._is_object_of_another(value):
                self._add_output(value, rules, span(node))
            case Yields.STATE, _:
                self._add_transition(value, rules)
            case Yields.BOTH, ast.Tuple(elts=[state, output]):
                self._add_transition(state, self.scope.labels.of(state) or rules)
                self._add_output(output, self.scope.labels.of(output) or rules, span(output))
            case _:
                advice = "return the next state and the output: return State(...), value"
                self.scope.refuse(node, "a return of other than a next state and an output", advice)

    def _is_object_of_another(self, value: ast.expr) -> bool:
        """Whether a result is one of several objects, and is not written out by its variables."""
        if not issubclass(self.scope.state_class or State, AbstractDataType):
            return False
        is_replaced = isinstance(value, ast.Call) and ast.unparse(value.func) == "replace"
        return not is_replaced and not isinstance(Reader(self.scope)(value), ex.Record)

    def _add_output(self, value: ast.expr, rules: tuple[str, ...], at: ex.Span) -> None:
        output = self._read_value(value)
        self.output = Clause(output, rules or output.rules, at)

    def _add_transition(self, node: ast.expr, rules: tuple[str, ...]) -> None:
        match node:
            case ast.Call(func=ast.Name(id="replace")) if "replace" not in self.scope.callees:
                written = Reader(self.scope).changes(node)
            case _:
                record = Reader(self.scope)(node)
                if not isinstance(record, ex.Record):
                    self._refuse_state(node, record)
                written = dict(record.arguments)
                rules = rules or record.rules
        assert self.scope.state_class is not None
        for name in self.scope.state_class.variables:
            value = written.get(name) or ex.StateVariable(name, at=span(node))
            is_frame = name not in written
            own = Assignment(value, value.rules or rules, value.at, name, is_frame=is_frame)
            self.transition = (*self.transition, own)

    def _refuse_state(self, node: ast.expr, value: Expression) -> NoReturn:
        """Refuse a next state that is not written out by its variables."""
        kind, own = kind_of(value, self.scope), self.scope.state_class or State
        if isinstance(kind, type) and issubclass(kind, State) and kind is not own:
            hints: Any = hints_of(own)  # type: ignore[arg-type]  # a class is hashable, whatever its objects are
            name = next((n for n, found in hints.items() if found is kind), "variable")
            changed = f"{name}={ast.unparse(node)}"
            whole = f"{own.__name__}({changed}, ...)"
            written = f"replace({self.scope.state}, {changed})" if self.scope.state else whole
            construct = f"the state of another module, {kind.__name__}, as the next state"
            self.scope.refuse(node, construct, f"return {written}")
        advice = "return State(variable=value, ...), or replace(state, variable=value)"
        self.scope.refuse(node, "a next state that is not written out", advice)

    def _read_value(self, node: ast.expr) -> Expression:
        """Return the expression of an output or a definition, which may be a choice."""
        read = Reader(self.scope)
        return read.choice(node) or read(node)

    def _demand_choice_is_shown(self) -> None:
        """Refuse a choice that is not yielded unchanged: the reply has to show it."""
        values = [(each.name, each.value) for each in self.definitions]
        values += [("", self.output.value)] if self.output else []
        choices = [
            (name, value)
            for name, value in values
            if isinstance(value, ex.Quantified) and value.quantifier is Quantifier.SOME
        ]
        if len(choices) > 1:
            advice = "a reply shows one choice: choose a tuple of both"
            self.scope.refuse(self.node, f"{self.node.name} with two choices", advice)
        for name, _ in choices:
            if name and (self.output is None or self.output.value != ex.Variable(name)):
                construct = f"the choice {name}, which is not yielded"
                advice = f"a reply has to show what was chosen: return ..., {name}"
                self.scope.refuse(self.node, construct, advice)

    def _add(self, node: ast.stmt, yields: Yields) -> int:
        """Add the clause of a statement. Return its stage: 0 assumption to 3 return."""
        read, labels = Reader(self.scope), self.scope.labels
        match node:
            case ast.Assert(test=test, msg=None):
                self.assumptions.append(Clause(read(test), labels.of(node), span(node)))
                return 0
            case ast.If(
                test=test, body=[ast.Raise(exc=ast.Name(id=name), cause=None) as guard], orelse=[]
            ):
                declared = vars(self.scope.python).get(name)
                if getattr(declared, "__module__", "builtins") == "builtins":
                    near = get_close_matches(name, self.scope.known_names(), n=1)
                    advice = "declare it: class Name(Exception) with a docstring"
                    advice = f"did you mean {near[0]}? If not, {advice}" if near else advice
                    self.scope.refuse(guard, f"the exception {name}", advice)
                rules = labels.of(guard)
                self.exceptions.append(
                    ExceptionClause(read(test), rules, span(node), exception=name)
                )
                return 1
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if name in self.scope.names or not self.scope.is_free(name):
                    advice = "choose a name that nothing else on the page has"
                    self.scope.refuse(node, f"a second meaning for {name}", advice)
                rules = labels.of(node)
                meant = self._read_value(value)
                self.definitions.append(Definition(meant, rules, span(node), name=name))
                kind = kind_of(self.definitions[-1].value, self.scope)
                self.scope = self.scope.with_names({name: kind})
                return 2
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript() as target]):
                advice = (
                    "values never change; return the next state: replace(state, variable=value)"
                )
                self.scope.refuse(target, f"a change of {ast.unparse(target)}", advice)
            case ast.Return(value=ast.expr() as value):
                self._add_results(node, value, yields)
                return _RETURN
            case ast.Expr(value=value):
                read(value)  # what is wrong in it says more than that nothing uses it
        self.scope.refuse_kind(node)
