"""Variants: a specification with one thing wrong.

Each is a small change of the text: a clause left out, a bound moved, a quantifier turned round, one name
in place of another. They serve twice. A test shows that the specification's tests notice each; and when
an implementation deviates, the variant that behaves the same tells which rule it has wrong.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, EnumMeta
from functools import cache, cached_property

from modspec.run.instance import Edit
from modspec.syntax.declaration import declare
from modspec.syntax.labels import Labels, span
from modspec.syntax.module import Module

Path = tuple[str | int, ...]
"""The way from a function's node to one of its parts: field names and positions."""


class Operator(Enum):
    """What is done to the text."""

    DELETE = "leaves out"
    RESTRICT = "takes only part of"
    NEGATE = "turns round"
    OFF_BY_ONE = "shifts"
    REPLACE = "confuses"


@dataclass(frozen=True, eq=False)
class Mutant:
    """One change of one function."""

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
    """What stands at the place instead; None: nothing."""

    @property
    def summary(self) -> str:
        """The change in one line."""
        return f"{self.function}, line {self.line}: {self.before} -> {self.after}"

    @property
    def edits(self) -> dict[tuple[str, str], Edit]:
        """The change, for :class:`~modspec.run.instance.Instance`."""
        return {(self.module, self.function): self.apply_to}

    def apply_to(self, function: ast.FunctionDef) -> ast.FunctionDef:
        """The function with the change; the node that is given is altered."""
        _put(function, self.place, copy.deepcopy(self.replacement))
        return function


@cache
def mutants(module: Module) -> tuple[Mutant, ...]:
    """The variants of a module and of those it uses, those of what it uses first."""
    used = (variant for use in module.uses for variant in mutants(declare(use.module)))
    return tuple(dict.fromkeys((*used, *_Module(module).variants())))


def combine(chosen: Iterable[Mutant]) -> dict[tuple[str, str], Edit]:
    """Several changes at once, for :class:`~modspec.run.instance.Instance`; none may lie within another."""
    by_function: dict[tuple[str, str], list[Mutant]] = {}
    for variant in chosen:
        by_function.setdefault((variant.module, variant.function), []).append(variant)
    return {where: _one_after_the_other(some) for where, some in by_function.items()}


def _one_after_the_other(chosen: list[Mutant]) -> Edit:
    """What stands last is changed first, so that the places of the others stay what they are."""
    backwards = sorted(chosen, key=lambda variant: [*map(_sortable, variant.place)], reverse=True)

    def edit(function: ast.FunctionDef) -> ast.FunctionDef:
        for variant in backwards:
            function = variant.apply_to(function)
        return function

    return edit


def _sortable(step: str | int) -> tuple[int, str]:
    return (step, "") if isinstance(step, int) else (-1, step)


def _get(node: ast.AST, place: Path) -> object:
    found: object = node
    for step in place:
        found = getattr(found, step) if isinstance(step, str) else found[step]  # type: ignore[index]
    return found


def _put(node: ast.AST, place: Path, replacement: ast.AST | None) -> None:
    *way, last = place
    holder = _get(node, tuple(way))
    if isinstance(last, int):
        assert isinstance(holder, list)
        if replacement is None:
            del holder[last]
        else:
            holder[last] = replacement
    else:
        setattr(holder, last, replacement)


class _Module:
    """The variants of one module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.tree = ast.parse(module.source)
        self.labelled = Labels(module.source, self.tree)

    def variants(self) -> Iterator[Mutant]:
        declared = {function.name: function for function in self.module.functions}
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef):
                yield from _Function(
                    self, node, tuple(p.name for p in declared[node.name].parameters)
                ).all()

    @cached_property
    def enumerations(self) -> dict[str, EnumMeta]:
        """The enumerations that a quantifier of the module may range over."""
        space = vars(self.module.python)
        return {
            name: value
            for name, value in space.items()
            if isinstance(value, EnumMeta) and len(value)
        }

    def elements_like(self, name: str) -> list[str]:
        """Other elements of the same enumeration, under names that the module knows."""
        space = vars(self.module.python)
        value = space.get(name)
        if not isinstance(value, Enum):
            return []
        return sorted(
            other
            for other, that in space.items()
            if isinstance(that, Enum) and type(that) is type(value) and that is not value
        )


class _Function:
    """The variants of one function."""

    def __init__(self, owner: _Module, node: ast.FunctionDef, parameters: tuple[str, ...]) -> None:
        self.owner, self.node, self.parameters = owner, node, parameters

    def all(self) -> Iterator[Mutant]:
        for number, statement in enumerate(self.node.body):
            place: Path = ("body", number)
            if isinstance(statement, ast.If):
                rules = self.owner.labelled.of(*statement.body)
                yield self._variant(place, None, Operator.DELETE, statement, rules, "(nothing)")
                yield from self._parts((*place, "test"), rules)
            elif isinstance(statement, ast.Return | ast.Assign):
                yield from self._parts((*place, "value"), self.owner.labelled.of(statement))

    def _variant(
        self,
        place: Path,
        replacement: ast.AST | None,
        change: Operator,
        node: ast.AST,
        rules: tuple[str, ...],
        after: str = "",
    ) -> Mutant:
        where = span(node)
        shown = after or (ast.unparse(replacement) if replacement is not None else "(nothing)")
        return Mutant(
            self.owner.module.python_name, self.node.name, change, rules, where.line,
            " ".join(ast.unparse(node).split()), " ".join(shown.split()), place, replacement,
        )  # fmt: skip

    def _parts(self, place: Path, rules: tuple[str, ...]) -> Iterator[Mutant]:
        """The variants at a place and at all places below it."""
        node = _get(self.node, place)
        if not isinstance(node, ast.AST):
            return
        if isinstance(node, ast.expr | ast.comprehension | ast.keyword):
            rules = self.owner.labelled.of(node) or rules
        changes: Callable[[ast.AST, Path, tuple[str, ...]], Iterator[Mutant]] | None
        changes = getattr(self, f"_{type(node).__name__}", None)
        if changes:
            yield from changes(node, place, rules)
        case = node.test if isinstance(node, ast.IfExp) else None
        for name, value in ast.iter_fields(node):
            if case is not None and name == "body":
                yield from self._parts((*place, name), self.owner.labelled.of(case) or rules)
                continue
            if isinstance(value, list):
                for number in range(len(value)):
                    yield from self._parts((*place, name, number), rules)
            elif isinstance(value, ast.expr | ast.comprehension):
                yield from self._parts((*place, name), rules)

    # -- one method for each kind of node ----------------------------------------------------------

    def _BoolOp(self, node: ast.BoolOp, place: Path, rules: tuple[str, ...]) -> Iterator[Mutant]:
        for number, operand in enumerate(node.values):
            rest = [value for other, value in enumerate(node.values) if other != number]
            left = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
            own = self.owner.labelled.of(operand) or rules
            yield self._variant(place, left, Operator.DELETE, operand, own, "(nothing)")
        other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield self._variant(place, ast.BoolOp(other, node.values), Operator.NEGATE, node, rules)

    def _UnaryOp(self, node: ast.UnaryOp, place: Path, rules: tuple[str, ...]) -> Iterator[Mutant]:
        if isinstance(node.op, ast.Not):
            yield self._variant(place, node.operand, Operator.NEGATE, node, rules)

    def _IfExp(self, node: ast.IfExp, place: Path, rules: tuple[str, ...]) -> Iterator[Mutant]:
        own = self.owner.labelled.of(node.test) or self.owner.labelled.of(node.body) or rules
        yield self._variant(place, node.orelse, Operator.DELETE, node, own)
        if not isinstance(node.orelse, ast.IfExp):
            last = self.owner.labelled.of(node.orelse) or rules
            yield self._variant(place, node.body, Operator.DELETE, node, last)

    def _Call(self, node: ast.Call, place: Path, rules: tuple[str, ...]) -> Iterator[Mutant]:
        yield from self._swapped(node, place, rules)
        if isinstance(node.func, ast.Name) and node.func.id in ("any", "all"):
            turned = "all" if node.func.id == "any" else "any"
            replacement = ast.Call(ast.Name(turned, ast.Load()), node.args, [])
            yield self._variant(place, replacement, Operator.NEGATE, node, rules)
        if isinstance(node.func, ast.Name) and node.func.id == "range" and len(node.args) == 2:
            low, high = node.args
            one = ast.Constant(1)
            for change in (
                [ast.BinOp(low, ast.Add(), one), high],
                [low, ast.BinOp(high, ast.Sub(), one)],
                [ast.BinOp(low, ast.Sub(), one), high],
            ):
                yield self._variant(
                    place, ast.Call(node.func, change, []), Operator.OFF_BY_ONE, node, rules
                )
            if isinstance(
                low, ast.Constant
            ):  # one value only, as code does that looks at one neighbour
                single = ast.Call(node.func, [low, ast.BinOp(low, ast.Add(), one)], [])
                yield self._variant(place, single, Operator.RESTRICT, node, rules)

    def _swapped(self, node: ast.Call, place: Path, rules: tuple[str, ...]) -> Iterator[Mutant]:
        names = [arg.id for arg in node.args if isinstance(arg, ast.Name)]
        if (
            len(node.args) != len(names)
            or len(names) != 2
            or not set(names) <= set(self.parameters)
        ):
            return
        if names[1] in self._alike(names[0]):
            replacement = ast.Call(node.func, [node.args[1], node.args[0]], [])
            yield self._variant(place, replacement, Operator.REPLACE, node, rules)

    def _Compare(self, node: ast.Compare, place: Path, rules: tuple[str, ...]) -> Iterator[Mutant]:
        if len(node.ops) != 1:
            return
        for kind in _LIKE.get(type(node.ops[0]), ()):
            replacement = ast.Compare(node.left, [kind()], node.comparators)
            yield self._variant(place, replacement, Operator.NEGATE, node, rules)

    def _BinOp(self, node: ast.BinOp, place: Path, rules: tuple[str, ...]) -> Iterator[Mutant]:
        swap: dict[type[ast.operator], ast.operator] = {ast.Add: ast.Sub(), ast.Sub: ast.Add()}
        if type(node.op) in swap:
            replacement = ast.BinOp(node.left, swap[type(node.op)], node.right)
            yield self._variant(place, replacement, Operator.NEGATE, node, rules)

    def _comprehension(
        self, node: ast.comprehension, place: Path, rules: tuple[str, ...]
    ) -> Iterator[Mutant]:
        if isinstance(node.iter, ast.Name) and node.iter.id in self.owner.enumerations:
            for element in self.owner.enumerations[node.iter.id].__members__:
                test = ast.parse(
                    f"{ast.unparse(node.target)} != {node.iter.id}.{element}", mode="eval"
                )
                fewer = ast.comprehension(node.target, node.iter, [*node.ifs, test.body], 0)
                yield self._variant(place, fewer, Operator.RESTRICT, node, rules)
            pair = list(self.owner.enumerations[node.iter.id].__members__)
            yield from self._half(node, place, rules, pair[::2])
            yield from self._half(node, place, rules, pair[1::2])
        for number, condition in enumerate(node.ifs):
            rest = [c for other, c in enumerate(node.ifs) if other != number]
            own = self.owner.labelled.of(condition) or rules
            more = ast.comprehension(node.target, node.iter, rest, 0)
            yield self._variant(place, more, Operator.DELETE, condition, own, "(nothing)")

    def _half(
        self, node: ast.comprehension, place: Path, rules: tuple[str, ...], elements: list[str]
    ) -> Iterator[Mutant]:
        name = ast.unparse(node.iter)
        names = ", ".join(f"{name}.{element}" for element in elements)
        test = ast.parse(f"{ast.unparse(node.target)} in ({names},)", mode="eval")
        fewer = ast.comprehension(node.target, node.iter, [*node.ifs, test.body], 0)
        yield self._variant(place, fewer, Operator.RESTRICT, node, rules)

    def _Name(self, node: ast.Name, place: Path, rules: tuple[str, ...]) -> Iterator[Mutant]:
        for other in self.owner.elements_like(node.id):
            yield self._variant(place, ast.Name(other, ast.Load()), Operator.REPLACE, node, rules)
        if node.id in self.parameters:
            for alternative in self._alike(node.id):
                replacement = ast.parse(alternative, mode="eval").body
                yield self._variant(place, replacement, Operator.REPLACE, node, rules)

    def _alike(self, parameter: str) -> Iterator[str]:
        """Other terms of the same type: parameters, and state variables."""
        function = self.owner.module[self.node.name]
        types = {p.name: p.type for p in function.parameters}
        for other, type_ in types.items():
            if other != parameter and type_ == types[parameter]:
                yield other
        if function.state and self.owner.module.state:
            for variable in self.owner.module.state.variables:
                if variable.type == types[parameter]:
                    yield f"{function.state}.{variable.name}"


_LIKE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.LtE: (ast.Lt,),
    ast.GtE: (ast.Gt,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
"""What each comparison is easily mistaken for."""
