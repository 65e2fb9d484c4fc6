"""Partial mutants: in each, the program does only a part of a clause.

A search stops when it has found a few values; a set that the module names lacks an element, or a
row of them; a constant is one more or one less where a condition compares with it, or where it says
how many numbers there are to try; a range lacks a bound. What a transition should put into a
variable that no observer shows, it does not, or adds to what is there, or it puts in one more, one
less, or another constant.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import EnumMeta
from functools import cache
from typing import Final, TypeAlias

from modspec.run.machine import observed_variable
from modspec.run.mutants import Mutant, Operator, Path
from modspec.syntax.declaration import declare
from modspec.syntax.labels import Labels
from modspec.syntax.module import Module

MOST_ELEMENTS: Final = 16
"""Elements of a set that a program writes out one by one, so that it may forget one."""

_STRICT_OR_NOT: Final[Mapping[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
"""The comparison that differs only where both sides are equal."""

_Node: TypeAlias = tuple[ast.FunctionDef, Path, ast.AST]
"""A node of a function, and its place there."""


@cache
def partial_mutants(module: Module) -> tuple[Mutant, ...]:
    """Return the partial mutants of a module and of those that it uses, these first."""
    used = [mutant for use in module.uses for mutant in partial_mutants(declare(use.module))]
    tree = ast.parse(module.source)
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    nodes = [(function, *each) for function in functions for each in _with_places(function, ())]
    own = _OwnMutants(module, tree)
    kinds = (
        own.early_stops,
        own.smaller_sets,
        own.shifted_constants,
        own.wider_ranges,
        own.hidden_values,
    )
    found = (mutant for kind in kinds for node in nodes for mutant in kind(node))
    return tuple(dict.fromkeys([*used, *found]))


class _OwnMutants:
    """The partial mutants of one module, by the node at which they differ."""

    def __init__(self, module: Module, tree: ast.Module) -> None:
        self._module, self._names = module, vars(module.python)
        self._sets = {name: (node, less) for name, node, less in _sets(tree, self._names)}
        self._integers = [each.name for each in module.constants if self._is_integer(each.name)]
        self._labels = cache(lambda: Labels(module.source, tree))  # to read them takes long
        variables = module.state.variables if module.state else ()
        shown = {observed_variable(function) for function in module.access_programs}
        self._hidden = {each.name for each in variables} - shown

    def _mutant(
        self,
        at: _Node,
        inner: Path,
        node: ast.expr,
        operator: Operator,
        rules: tuple[str, ...],
        after: str,
        replacement: ast.expr,
    ) -> Mutant:
        """Return the mutant with a replacement for a node, which is at a place within another."""
        function, place, _ = at
        return Mutant(
            self._module.python_name,
            function.name,
            operator,
            rules,
            node.lineno,
            " ".join(ast.unparse(node).split()),
            after,
            (*place, *inner),
            replacement,
        )

    def early_stops(self, at: _Node) -> Iterator[Mutant]:
        """Yield those in which a search through an enumeration stops after the first finds.

        It stops after one, or after any number up to half of the elements: who thinks of a cross
        thinks of four directions. Right replies contradict such a mutant where there is more to
        find.
        """
        node = at[2]
        if not isinstance(node, ast.SetComp):
            return
        for number, generator in enumerate(node.generators[:-1]):  # what is found is searched on
            size = _size_of_enumeration(generator.iter, self._names)
            rules = self._labels().of(generator) if size else ()
            for most in range(1, size // 2 + 1) if rules else ():
                yield Mutant(
                    self._module.python_name,
                    at[0].name,
                    Operator.RESTRICT,
                    rules,
                    generator.target.lineno,
                    ast.unparse(generator).strip(),
                    f"at most {most} of {ast.unparse(generator.iter)}",
                    (*at[1], "generators", number, "iter"),
                    _first_finds(node.generators[number:], most),
                )

    def smaller_sets(self, at: _Node) -> Iterator[Mutant]:
        """Yield those in which a set with a name is smaller where a function uses it."""
        node = at[2]
        if not isinstance(node, ast.Name) or node.id not in self._sets:
            return
        listed, smaller = self._sets[node.id]
        rules = (listed and self._labels().of(listed)) or self._labels().of(node)
        for missing, rest in smaller.items():
            said = f"{node.id} without {missing}"
            yield self._mutant(at, (), node, Operator.RESTRICT, rules, said, rest)

    def shifted_constants(self, at: _Node) -> Iterator[Mutant]:
        """Yield those in which a constant is one more, or one less, than it should be.

        A condition compares with it, or it says how many numbers a search goes through.
        """
        places: list[tuple[Path, ast.expr]] = []
        match at[2]:
            case ast.Compare(left=left, comparators=others):
                places = [(("left",), left)]
                places += [(("comparators", n), each) for n, each in enumerate(others)]
                places = [each for each in places if _may_be_miscounted(each[1])]
            case ast.Call(func=ast.Name(id="range"), args=[many]):
                places = [(("args", 0), many)]
        for inner, node in places:
            if self._is_constant(node):
                around = at[2] if isinstance(node, ast.Constant) else node
                rules = self._labels().of(node) or self._labels().of(around)
                for said in _neighbours(node):
                    yield self._mutant(
                        at, inner, node, Operator.OFF_BY_ONE, rules, *_text_and_tree(said)
                    )

    def wider_ranges(self, at: _Node) -> Iterator[Mutant]:
        """Yield those in which a range lacks a bound, or has one that belongs to it or does not."""
        node = at[2]
        if not isinstance(node, ast.Compare) or len(node.ops) != 2:
            return
        (low, high), (above, below) = node.ops, node.comparators
        replacements = [
            ast.Compare(node.left, [low], [above]),
            ast.Compare(above, [high], [below]),
        ]
        if other := _STRICT_OR_NOT.get(type(low)):
            replacements.append(ast.Compare(node.left, [other(), high], node.comparators))
        if other := _STRICT_OR_NOT.get(type(high)):
            replacements.append(ast.Compare(node.left, [low, other()], node.comparators))
        for each in replacements:
            rules, said = self._labels().of(node), ast.unparse(each)
            yield self._mutant(at, (), node, Operator.OFF_BY_ONE, rules, said, each)

    def _is_constant(self, node: ast.expr) -> bool:
        """Whether an expression is an integer, or a name of one."""
        if isinstance(node, ast.Constant):
            return type(node.value) is int
        return isinstance(node, ast.Name) and self._is_integer(node.id)

    def _is_integer(self, name: str) -> bool:
        """Whether the value of a name in the module is an integer."""
        return type(self._names.get(name)) is int

    def hidden_values(self, at: _Node) -> Iterator[Mutant]:
        """Yield those in which a transition puts another value into a variable that nothing shows.

        The old value stays; or, where a constant is due, it puts in one more or one less, adds it
        to the old value, or puts in another constant of the module.
        """
        function, _, node = at
        state = self._module[function.name].state
        own = self._module.state.name if self._module.state else ""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return
        for number, keyword in enumerate(node.keywords if node.func.id == own else ()):
            if keyword.arg not in self._hidden:
                continue
            value, old = keyword.value, f"{state}.{keyword.arg}"
            others = [(Operator.DELETE, old)] if state else []
            if self._is_constant(value):
                others += [(Operator.OFF_BY_ONE, each) for each in _neighbours(value)]
                others += [(Operator.REPLACE, f"{old} + {ast.unparse(value)}")] if state else []
                others += [(Operator.REPLACE, n) for n in self._integers if n != ast.unparse(value)]
            for operator, other in others:
                rules, place = self._labels().of(keyword), ("keywords", number, "value")
                yield self._mutant(at, place, value, operator, rules, *_text_and_tree(other))


def _may_be_miscounted(side: ast.expr) -> bool:
    """Whether a side of a comparison is a name, or a number that somebody may have miscounted.

    A 0 or 1 tells whether there is one, or where an index begins.
    """
    is_number = isinstance(side, ast.Constant) and type(side.value) is int and side.value > 1
    return is_number or isinstance(side, ast.Name)


def _neighbours(constant: ast.expr) -> Sequence[str]:
    """Return one more and one less than a constant."""
    if isinstance(constant, ast.Constant) and isinstance(constant.value, int):
        return str(constant.value + 1), str(constant.value - 1)
    name = ast.unparse(constant)
    return f"{name} + 1", f"{name} - 1"


def _text_and_tree(expression: str) -> tuple[str, ast.expr]:
    """Return an expression as text and as a tree."""
    return expression, ast.parse(expression, mode="eval").body


def _sets(
    tree: ast.Module, names: Mapping[str, object]
) -> Iterator[tuple[str, ast.stmt | None, Mapping[str, ast.expr]]]:
    """Yield the constants that are sets of a few elements, each with smaller sets.

    A smaller set is told by what it lacks: one of the elements that the declaration lists, which
    is yielded too; or, where it describes records, those with a certain number in a field.
    """
    for node in tree.body:
        match node:
            case ast.AnnAssign(
                target=ast.Name(id=name),
                value=ast.Call(func=ast.Name(id="frozenset"), args=[described]),
            ):
                match described, names.get(name):
                    case ast.Set(elts=listed), _ if len(listed) <= MOST_ELEMENTS:
                        yield name, node, dict(_without_an_element(listed))
                    case _, frozenset() as records if len(records) <= MOST_ELEMENTS:
                        yield name, None, dict(_without_a_row(name, records))


def _without_an_element(listed: Sequence[ast.expr]) -> Iterator[tuple[str, ast.expr]]:
    """Yield each element, and the set without it."""
    for number, element in enumerate(listed):
        rest = [*listed[:number], *listed[number + 1 :]]
        elements: list[ast.expr] = [ast.Set(rest)] if rest else []
        fewer = ast.Call(ast.Name("frozenset", ast.Load()), elements, [])
        yield ast.unparse(element), fewer


def _without_a_row(name: str, records: Iterable[object]) -> Iterator[tuple[str, ast.expr]]:
    """Yield each number that a field has in a set of records, and the set without these records."""
    pairs = {
        pair
        for record in records
        if isinstance(record, tuple)
        for pair in zip(getattr(record, "_fields", ()), record, strict=False)
        if type(pair[1]) is int
    }
    for field, number in sorted(pairs):
        rest = f"frozenset(each for each in {name} if each.{field} != {number})"
        yield f"{field} {number}", ast.parse(rest, mode="eval").body


def _with_places(node: ast.AST, place: Path) -> Iterator[tuple[Path, ast.AST]]:
    """Yield all nodes below one, each with its place."""
    for name, value in ast.iter_fields(node):
        several = [*enumerate(value)] if isinstance(value, list) else [(None, value)]
        for number, each in several:
            if isinstance(each, ast.AST):
                there = (*place, name) if number is None else (*place, name, number)
                yield there, each
                yield from _with_places(each, there)


def _size_of_enumeration(node: ast.expr, names: Mapping[str, object]) -> int:
    """Return the number of elements of an enumeration; 0 for what is none."""
    named = names.get(node.id) if isinstance(node, ast.Name) else None
    return len(named) if isinstance(named, EnumMeta) else 0


def _first_finds(generators: Sequence[ast.comprehension], most: int) -> ast.expr:
    """Return the first values of a generator for which the other generators yield anything."""
    first, *others = (ast.unparse(each) for each in generators)
    target = ast.unparse(generators[0].target)
    text = f"[{target}{first} if any(True{''.join(others)})][:{most}]"
    return ast.parse(text, mode="eval").body
