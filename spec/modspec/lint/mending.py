"""Mending: what is refused is taken out of a declaration, so that the rest of it can be read."""

from __future__ import annotations

import ast
from typing import Final

from modspec.lint.remark import Parents

HOLE: Final = "float"
"""The name that is put in the place of what is refused: it is a type, and may be a value."""


class Mending:
    """Mends the syntax tree of one file."""

    def __init__(self, parents: Parents) -> None:
        self._parents = dict(parents)
        self._holes: set[ast.AST] = set()

    def has_hole(self, node: ast.AST) -> bool:
        """Whether something in a construct was taken out, so that it may be refused for that."""
        return not self._holes.isdisjoint(ast.walk(node))

    def mend(self, node: ast.AST) -> bool:
        """Take a construct out; return whether that can be done without any harm to the rest."""
        parent = self._parents.get(node)
        match node, parent:
            case ast.expr(), _ if node in self._holes:
                return False
            case ast.expr(), ast.FunctionDef(decorator_list=decorators) if node in decorators:
                decorators.remove(node)
            case ast.expr(), ast.arguments():
                _remove_default(node, parent)
            case ast.expr(), ast.comprehension(target=target) if target is node:
                return self.mend(self._parents[parent])
            case ast.expr(), ast.Call(func=called) if called is node:
                return self.mend(parent)
            case ast.expr(), ast.FunctionDef(returns=result, body=body) if result is node:
                self._replace(node, parent)
                results = (each.value for each in body if isinstance(each, ast.Return))
                self._holes.update(filter(None, results))
            case ast.expr(), ast.AST() if not isinstance(getattr(node, "ctx", None), ast.Store):
                self._replace(node, parent)
            case ast.Raise(), ast.If():
                return self.mend(parent)
            case ((ast.Expr() | ast.Assert()), ast.FunctionDef()):
                self._take_out(node, parent)
            case ast.If(body=body), ast.FunctionDef() if _gives_no_name(body):
                self._take_out(node, parent)
            case ast.AnnAssign(value=ast.expr()), ast.ClassDef():
                node.value = None
            case ast.arg(), ast.arguments():
                _make_plain(parent)
                node.annotation = node.annotation or self._hole(node)
            case ast.FunctionDef(returns=None), ast.Module():
                node.returns = self._hole(node)
            case ast.FunctionDef(), ast.Module() if ast.get_docstring(node) is None:
                node.body.insert(0, ast.Expr(ast.Constant("")))
            case _:
                return False
        return True

    def _replace(self, node: ast.expr, parent: ast.AST) -> None:
        hole = self._hole(node)
        self._parents[hole] = parent
        for name, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, name, hole)
            elif isinstance(value, list) and node in value:
                value[value.index(node)] = hole

    def _take_out(self, node: ast.stmt, function: ast.FunctionDef) -> None:
        """Take a statement that gives no name out.

        In its place comes what is in a guard, or a return of a value that nothing uses at the end.
        """
        instead: list[ast.stmt] = []
        if isinstance(node, ast.Expr) and node is function.body[-1]:
            instead = [ast.copy_location(ast.Return(node.value), node)]
        if isinstance(node, ast.If):
            condition = ast.copy_location(ast.Assert(node.test), node)
            self._holes.add(condition)
            self._parents[node.test] = condition
            instead = [condition, *node.orelse]
        at = function.body.index(node)
        function.body[at : at + 1] = instead
        self._parents.update(dict.fromkeys(instead, function))

    def _hole(self, node: ast.AST) -> ast.Name:
        hole = ast.copy_location(ast.Name(HOLE, ast.Load()), node)
        self._holes.add(hole)
        return hole


def _gives_no_name(body: list[ast.stmt]) -> bool:
    """Whether statements only raise, or are values such as a call of ``print``."""
    return all(isinstance(each, ast.Raise | ast.Expr) for each in body)


def _remove_default(node: ast.expr, parameters: ast.arguments) -> None:
    parameters.defaults = [each for each in parameters.defaults if each is not node]
    parameters.kw_defaults = [None if each is node else each for each in parameters.kw_defaults]


def _make_plain(parameters: ast.arguments) -> None:
    """Make each parameter one that may be given by its position or its name."""
    extra = (parameters.vararg, *parameters.kwonlyargs, parameters.kwarg)
    parameters.args = [*parameters.posonlyargs, *parameters.args, *filter(None, extra)]
    parameters.posonlyargs, parameters.kwonlyargs, parameters.kw_defaults = [], [], []
    parameters.vararg = parameters.kwarg = None
