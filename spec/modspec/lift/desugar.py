"""Desugaring: replace the operators that Python cannot overload by calls.

Arithmetic, ordering and calls can be overloaded, and stay as they are. ``and``, ``or``, ``not``,
``if``, ``==``, ``in``, indexing, comprehensions and their reductions become calls of
:class:`~modspec.lift.semantics.Semantics`, with lazy operands where Python might not evaluate them.
The names of these calls contain a full stop, so that no name in a file can clash with them.
"""

from __future__ import annotations

import ast

PREFIX = "lift."
"""How the names of the calls begin."""

_REDUCED = {
    "any": "some", "all": "every", "sum": "total", "max": "greatest", "min": "least",
    "some": "choice", "the": "only",
}  # fmt: skip


def desugar(function: ast.FunctionDef) -> ast.FunctionDef:
    """Replace the operators of a function in place, and return it."""
    function.body = [_Desugar().visit(statement) for statement in function.body]
    function.decorator_list = []
    return function


def _call(operator: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(PREFIX + operator, ast.Load()), list(arguments), [])


def _lazy(body: ast.expr, *parameters: str) -> ast.Lambda:
    names = [ast.arg(name) for name in parameters]
    return ast.Lambda(ast.arguments([], names, None, [], [], None, []), body)


class _Desugar(ast.NodeTransformer):
    # -- statements

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.Expr(_call("assume", self.visit(node.test)))

    def visit_If(self, node: ast.If) -> ast.stmt:
        raised = node.body[0]
        assert isinstance(raised, ast.Raise)
        assert isinstance(raised.exc, ast.Name)
        return ast.Expr(_call("raises", self.visit(node.test), ast.Constant(raised.exc.id)))

    # -- connectives

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        operator = "conj" if isinstance(node.op, ast.And) else "disj"
        return _call(operator, *(_lazy(self.visit(value)) for value in node.values))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.visit(node.operand)
        if isinstance(node.op, ast.Not):
            return _call("negation", operand)
        return ast.UnaryOp(node.op, operand)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        cases = (_lazy(self.visit(node.body)), _lazy(self.visit(node.orelse)))
        return _call("conditional", self.visit(node.test), *cases)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        operands = [self.visit(operand) for operand in (node.left, *node.comparators)]
        links = [
            self._link(operator, operands[number], operands[number + 1])
            for number, operator in enumerate(node.ops)
        ]
        return links[0] if len(links) == 1 else _call("conj", *map(_lazy, links))

    def _link(self, operator: ast.cmpop, left: ast.expr, right: ast.expr) -> ast.expr:
        match operator:
            case ast.Eq() | ast.Is():
                return _call("equal", left, right)
            case ast.NotEq() | ast.IsNot():
                return _call("negation", _call("equal", left, right))
            case ast.In():
                return _call("member", left, right)
            case ast.NotIn():
                return _call("negation", _call("member", left, right))
        return ast.Compare(left, [operator], [right])

    # -- comprehensions

    def _pairs(self, generators: list[ast.comprehension], element: ast.expr) -> ast.expr:
        if not generators:
            return _call("one", self.visit(element))
        first, *rest = generators
        body = self._pairs(rest, element)
        for condition in reversed(first.ifs):
            body = _call("guard", self.visit(condition), _lazy(body))
        assert isinstance(first.target, ast.Name)
        return _call("each", self.visit(first.iter), _lazy(body, first.target.id))

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self._pairs(node.generators, node.elt)

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        return _call("collect", self._pairs(node.generators, node.elt))

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return _call("mapping", self._pairs(node.generators, pair))

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        pairs = zip(node.keys, node.values, strict=True)
        parts = (
            [self.visit(value)] if key is None else [self.visit(key), self.visit(value)]
            for key, value in pairs
        )
        return _call("assemble", *(ast.Tuple(part, ast.Load()) for part in parts))

    # -- calls

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.slice, ast.Slice):
            return self.generic_visit(node)  # type: ignore[return-value]
        return _call("item", self.visit(node.value), self.visit(node.slice))

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        target = self.visit(node.value)
        if node.attr == "value":  # of an element of an enumeration
            return _call("value_of", target)
        return ast.Attribute(target, node.attr, node.ctx)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        arguments = [self.visit(argument) for argument in node.args]
        if name in _REDUCED:
            return _call(_REDUCED[name], *arguments)
        if name == "len":
            return _call("size", *arguments)
        if name == "frozenset" and any(isinstance(each, ast.GeneratorExp) for each in node.args):
            return _call("collect", *arguments)
        if name == "tuple":
            return _call("sequence", *arguments)
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        return ast.Call(node.func, arguments, keywords)
