"""Mutants: a specification with one edit, by which it is wrong in a way that people are wrong.

A mutant deletes a clause, moves a bound, negates a condition or replaces one name by another. A
test suite is worth the mutants that it kills; and if a program does what a mutant does, the mutant
names the rule that the program has wrong.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, EnumMeta
from functools import cache
from typing import NamedTuple

from modspec.run.instance import Edit
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import SetOperation, walk
from modspec.syntax.labels import Labels, span
from modspec.syntax.module import Module

Path = tuple[str | int, ...]
"""From a function's node to one of its parts: names of fields, and positions."""

_NOTHING = "(nothing)"


class Operator(Enum):
    """The kind of edit that makes a mutant."""

    DELETE = "leaves out"
    RESTRICT = "takes only part of"
    NEGATE = "turns round"
    OFF_BY_ONE = "shifts"
    REPLACE = "confuses"


@dataclass(frozen=True, eq=False)
class Mutant:
    """The specification with one edit of one function."""

    module: str
    """The Python name of the module."""

    function: str
    operator: Operator
    rules: tuple[str, ...]
    """The rules of the innermost label around the place."""

    line: int
    before: str
    after: str
    place: Path
    replacement: ast.AST | None
    """The node that stands at the place instead; None deletes the statement there."""

    @property
    def summary(self) -> str:
        """The edit in one line."""
        return f"{self.function}, line {self.line}: {self.before} -> {self.after}"

    @property
    def edits(self) -> dict[tuple[str, str], Edit]:
        """The edit, for :class:`~modspec.run.instance.Instance`."""
        return {(self.module, self.function): self.apply_to}

    def apply_to(self, function: ast.FunctionDef) -> ast.FunctionDef:
        """Change the given node, and return it."""
        *way, last = self.place
        holder = _get(function, tuple(way))
        replacement = copy.deepcopy(self.replacement)
        if isinstance(last, str):
            setattr(holder, last, replacement)
        else:
            assert isinstance(holder, list)
            holder[last : last + 1] = [] if replacement is None else [replacement]
        return function


@cache
def mutants(module: Module) -> tuple[Mutant, ...]:
    """Return the mutants of a module and of the modules it uses, those of used modules first."""
    used = [mutant for use in module.uses for mutant in mutants(declare(use.module))]
    tree = ast.parse(module.source)
    labels = Labels(module.source, tree)
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    own = [mutant for node in functions for mutant in _FunctionMutants(module, labels, node)]
    return tuple(dict.fromkeys([*used, *own]))


def combine(chosen: Iterable[Mutant]) -> dict[tuple[str, str], Edit]:
    """Return several mutants as edits of one instance; no place may lie within another."""
    by_function: dict[tuple[str, str], list[Mutant]] = {}
    for mutant in chosen:
        by_function.setdefault((mutant.module, mutant.function), []).append(mutant)
    return {function: _one_after_another(some) for function, some in by_function.items()}


def _one_after_another(chosen: list[Mutant]) -> Edit:
    """Return one edit that applies several mutants, the last place first: earlier places stay."""

    def position(mutant: Mutant) -> list[tuple[int, str]]:
        return [(step, "") if isinstance(step, int) else (-1, step) for step in mutant.place]

    def edit(function: ast.FunctionDef) -> ast.FunctionDef:
        for mutant in sorted(chosen, key=position, reverse=True):
            function = mutant.apply_to(function)
        return function

    return edit


def _get(node: ast.AST, place: Path) -> object:
    found: object = node
    for step in place:
        found = getattr(found, step) if isinstance(step, str) else found[step]  # type: ignore[index]
    return found


class _Change(NamedTuple):
    """One change of a node: its replacement, and the clause that it deletes, if it deletes one."""

    operator: Operator
    replacement: ast.AST
    rules: tuple[str, ...]
    deleted: ast.AST | None = None


class _FunctionMutants:
    """The mutants of one function."""

    def __init__(self, module: Module, labels: Labels, node: ast.FunctionDef) -> None:
        self.module, self.labels, self.node = module, labels, node
        self.names = vars(module.python)
        function = module[node.name]
        parts = [part for clause in function.clauses() for part in walk(clause.value)]
        self.set_operations = {part.at for part in parts if isinstance(part, SetOperation)}
        self.parameters = {parameter.name: parameter.type for parameter in function.parameters}
        variables = module.state.variables if function.state and module.state else ()
        self.variables = {f"{function.state}.{each.name}": each.type for each in variables}

    def __iter__(self) -> Iterator[Mutant]:
        for number, statement in enumerate(self.node.body):
            place: Path = ("body", number)
            if isinstance(statement, ast.If):
                rules = self.labels.of(*statement.body)
                yield self._mutant(place, None, Operator.DELETE, statement, rules, _NOTHING)
                yield from self._within((*place, "test"), rules)
            elif isinstance(statement, ast.Return | ast.Assign):
                yield from self._within((*place, "value"), self.labels.of(statement))

    def _mutant(
        self,
        place: Path,
        replacement: ast.AST | None,
        operator: Operator,
        node: ast.AST,
        rules: tuple[str, ...],
        after: str,
    ) -> Mutant:
        before, after = (" ".join(text.split()) for text in (ast.unparse(node), after))
        name, line = self.module.python_name, span(node).line
        function = self.node.name
        return Mutant(name, function, operator, rules, line, before, after, place, replacement)

    def _within(self, place: Path, rules: tuple[str, ...]) -> Iterator[Mutant]:
        """Yield the mutants at a place and at all places below it."""
        node = _get(self.node, place)
        if not isinstance(node, ast.AST):
            return
        if isinstance(node, ast.expr | ast.comprehension | ast.keyword):
            rules = self.labels.of(node) or rules
        for change in self._changes(node, rules):
            before = change.deleted or node
            after = _NOTHING if change.deleted else ast.unparse(change.replacement)
            new, operator, own = change.replacement, change.operator, change.rules
            yield self._mutant(place, new, operator, before, own, after)
        for name, value in ast.iter_fields(node):
            if isinstance(node, ast.IfExp) and name == "body":
                yield from self._within((*place, name), self.labels.of(node.test) or rules)
            elif isinstance(value, list):
                for number in range(len(value)):
                    yield from self._within((*place, name, number), rules)
            elif isinstance(value, ast.expr | ast.comprehension):
                yield from self._within((*place, name), rules)

    def _changes(self, node: ast.AST, rules: tuple[str, ...]) -> Iterator[_Change]:
        """Yield the changes of a node, in a fixed order."""
        match node:
            case ast.BoolOp(op=op, values=values):
                for number, operand in enumerate(values):
                    rest = values[:number] + values[number + 1 :]
                    left = rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
                    own = self.labels.of(operand) or rules
                    yield _Change(Operator.DELETE, left, own, operand)
                other: ast.boolop = ast.Or() if isinstance(op, ast.And) else ast.And()
                yield _Change(Operator.NEGATE, ast.BoolOp(other, values), rules)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield _Change(Operator.NEGATE, operand, rules)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                own = self.labels.of(test) or self.labels.of(body) or rules
                yield _Change(Operator.DELETE, orelse, own)
                if not isinstance(orelse, ast.IfExp):
                    yield _Change(Operator.DELETE, body, self.labels.of(orelse) or rules)
            case ast.Call():
                yield from self._changes_of_call(node, rules)
            case ast.Compare(left=side, ops=[op], comparators=others):
                for kind in _MISTAKEN_FOR.get(type(op), ()):
                    yield _Change(Operator.NEGATE, ast.Compare(side, [kind()], others), rules)
            case ast.BinOp() if span(node) in self.set_operations:
                yield from self._changes_of_sets(node, rules)
            case ast.Dict() if None in node.keys and len(node.keys) > 1:
                for number, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
                    keys = node.keys[:number] + node.keys[number + 1 :]
                    shorter = ast.Dict(keys, node.values[:number] + node.values[number + 1 :])
                    yield _Change(Operator.DELETE, shorter, rules, key or value)
            case ast.BinOp(left=low, op=ast.Add() | ast.Sub() as op, right=high):
                sign: ast.operator = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
                yield _Change(Operator.NEGATE, ast.BinOp(low, sign, high), rules)
            case ast.BinOp(left=low, op=ast.Div(), right=high):
                yield _Change(Operator.REPLACE, ast.BinOp(low, ast.FloorDiv(), high), rules)
            case ast.Subscript():
                for place in self._places_beside(node.slice):
                    part = ast.Subscript(node.value, place, ast.Load())
                    yield _Change(Operator.OFF_BY_ONE, part, rules)
            case ast.comprehension():
                yield from self._changes_of_generator(node, rules)
            case ast.Name(id=name):
                for element in self._other_elements(name):
                    yield _Change(Operator.REPLACE, ast.Name(element, ast.Load()), rules)
                for term in self._similar_terms(name):
                    yield _Change(Operator.REPLACE, ast.parse(term, mode="eval").body, rules)

    def _changes_of_sets(self, node: ast.BinOp, rules: tuple[str, ...]) -> Iterator[_Change]:
        """Yield one operand without the other, the other way round, and other operations."""
        left, right = node.left, node.right
        yield _Change(Operator.DELETE, left, rules, right)
        if not isinstance(node.op, ast.Sub):
            yield _Change(Operator.DELETE, right, rules, left)
        for kind in (ast.BitOr, ast.BitAnd, ast.Sub):
            if not isinstance(node.op, kind):
                yield _Change(Operator.REPLACE, ast.BinOp(left, kind(), right), rules)

    def _changes_of_call(self, node: ast.Call, rules: tuple[str, ...]) -> Iterator[_Change]:
        match node.args:
            case [ast.Name(id=first), ast.Name(id=second)] if (
                second in self.parameters and second in self._similar_terms(first)
            ):
                swapped = ast.Call(node.func, node.args[::-1], [])
                yield _Change(Operator.REPLACE, swapped, rules)
        match node:
            case ast.Call(func=ast.Name(id="abs" | "sqrt"), args=[operand]):
                yield _Change(Operator.DELETE, operand, rules, node.func)
            case ast.Call(func=ast.Name(id="replace"), keywords=written):
                for number, keyword in enumerate(written):
                    rest = written[:number] + written[number + 1 :]
                    own = self.labels.of(keyword) or rules
                    yield _Change(
                        Operator.DELETE, ast.Call(node.func, node.args, rest), own, keyword
                    )
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in _DUAL:
                dual = ast.Name(_DUAL[name], ast.Load())
                yield _Change(Operator.NEGATE, ast.Call(dual, arguments, []), rules)
            case ast.Call(func=ast.Name(id="range") as function, args=[low, high]):
                one = ast.Constant(1)
                for bounds in (
                    [ast.BinOp(low, ast.Add(), one), high],
                    [low, ast.BinOp(high, ast.Sub(), one)],
                    [ast.BinOp(low, ast.Sub(), one), high],
                ):
                    yield _Change(Operator.OFF_BY_ONE, ast.Call(function, bounds, []), rules)
                if isinstance(low, ast.Constant):  # a program that looks at one neighbour only
                    bounds = [low, ast.BinOp(low, ast.Add(), one)]
                    yield _Change(Operator.RESTRICT, ast.Call(function, bounds, []), rules)

    def _changes_of_generator(
        self, node: ast.comprehension, rules: tuple[str, ...]
    ) -> Iterator[_Change]:
        match node.iter:
            case ast.Name(id=name) if isinstance(self.names.get(name), EnumMeta):
                elements = [f"{name}.{element}" for element in self.names[name].__members__]
                halves = [f"in ({', '.join(half)},)" for half in (elements[::2], elements[1::2])]
                for relation in [*(f"!= {element}" for element in elements), *halves]:
                    test = ast.parse(f"{ast.unparse(node.target)} {relation}", mode="eval").body
                    fewer = ast.comprehension(node.target, node.iter, [*node.ifs, test], 0)
                    yield _Change(Operator.RESTRICT, fewer, rules)
        for number, condition in enumerate(node.ifs):
            rest = node.ifs[:number] + node.ifs[number + 1 :]
            own = self.labels.of(condition) or rules
            more = ast.comprehension(node.target, node.iter, rest, 0)
            yield _Change(Operator.DELETE, more, own, condition)

    def _places_beside(self, place: ast.expr) -> Iterator[ast.expr]:
        """Yield the elements, or parts, of a sequence beside one; before the first is the last."""
        match place:
            case ast.Slice(lower=lower, upper=upper):
                for bound in self._positions_beside(lower, least=0):
                    yield ast.Slice(bound, upper)
                for bound in self._positions_beside(upper, least=0):
                    yield ast.Slice(lower, bound)
            case _:
                yield from self._positions_beside(place, least=-1)

    def _positions_beside(self, position: ast.expr | None, least: int) -> Iterator[ast.expr]:
        match position:
            case ast.Constant(value=int(number)):
                beside = (number + 1, number - 1)
                yield from (ast.Constant(each) for each in beside if each >= least)
            case ast.Name(id=name) if getattr(self.parameters.get(name), "name", "") == "integer":
                for sign in (ast.Add(), ast.Sub()):
                    yield ast.BinOp(position, sign, ast.Constant(1))

    def _other_elements(self, name: str) -> list[str]:
        """Return the module's names for other elements of the same enumeration."""
        value = self.names.get(name)
        if not isinstance(value, Enum):
            return []
        return sorted(
            other
            for other, element in self.names.items()
            if isinstance(element, Enum) and type(element) is type(value) and element is not value
        )

    def _similar_terms(self, name: str) -> list[str]:
        """Return other parameters and state variables of a parameter's type."""
        if name not in self.parameters:
            return []
        others = {**self.parameters, **self.variables}
        return [o for o, type_ in others.items() if o != name and type_ == self.parameters[name]]


_DUAL = {"any": "all", "all": "any", "max": "min", "min": "max"}
"""The quantifier that each is easily mistaken for."""

_MISTAKEN_FOR: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.LtE: (ast.Lt,),
    ast.GtE: (ast.Gt,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
"""The comparisons that each is easily mistaken for."""
