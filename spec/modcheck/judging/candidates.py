"""Candidates: mutants of the specification that may explain what a program does.

Besides the mutants that the notation makes by one edit, a query may always yield the same value, or
yield it until or while another query says yes; a search may stop when it has found a few values; a
set that the module names may lack an element; and a test model adds the idioms of real programs,
such as a line that goes on round the edge.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum, EnumMeta
from functools import cache
from typing import Final

from modcheck.judging.localise import heaviest
from modcheck.testing.test_model import Idiom
from modspec.run.domains import elements
from modspec.run.machine import observed_variable
from modspec.run.mutants import Mutant, Operator, Path, mutants
from modspec.syntax.declaration import declare
from modspec.syntax.labels import Labels
from modspec.syntax.module import Function, Module
from modspec.syntax.relations import reachable


@cache
def candidates(module: Module, idioms: tuple[Idiom, ...] = ()) -> tuple[Mutant, ...]:
    """Return all mutants of a module that bear a rule; plain edits come before idioms."""
    used = reachable(module.access_programs)
    every = (_with_rules(mutant) for mutant in mutants(module))
    edits = [m for m in every if m.rules and (m.module, m.function) in used]
    partial = (*_early_stops(module), *_smaller_sets(module))
    narrow = (m for m in partial if (m.module, m.function) in used)
    return (*edits, *_constant_outputs(module), *map(idiom_mutant, idioms), *narrow)


def _with_rules(mutant: Mutant) -> Mutant:
    """Return a mutant with the rules of the clause at its place, if its own label names none."""
    if mutant.rules:
        return mutant
    clauses = declare(mutant.module)[mutant.function].clauses()
    around = [c.rules for c in clauses if c.at.line <= mutant.line <= c.at.end_line]
    return replace(mutant, rules=next(filter(None, around), ()))


ALWAYS: Final = "always "
"""With these letters begins what a query with a constant output yields."""
MOST_ELEMENTS: Final = 16
"""Elements of a set that a program writes out one by one, so that it may forget one."""
_OWN: Final = "__own__"
"""In the result of a mutant: what the function itself returns."""


def is_constant(mutant: Mutant) -> bool:
    """Whether a query of the mutant yields the same whatever it is asked, at least for a time."""
    return mutant.after.startswith(ALWAYS)


def _constant_outputs(module: Module) -> Iterator[Mutant]:
    """Yield, for each query with finitely many outputs, the mutants that yield the same.

    They do so always, or until or while a query about the whole state says yes.
    """
    names = vars(module.python)
    for function in module.access_programs:
        values = _values(function, names)
        if function.output is None or function.is_transition or len(values) < 2:
            continue
        rules = function.output.rules or heaviest(function.output.value).rules
        for value in values if rules else ():
            name = _name_of(value, names)
            if name is None:
                continue
            said = f"{ALWAYS}{getattr(value, 'name', value)}"
            yield _with_result(function, name, rules, said)
            for other in _conditions(module, function):
                condition = f"{other.name}({function.state})"
                result = f"{name} if not {condition} else {_OWN}"
                yield _with_result(function, result, rules, f"{said} until {other.name}")
                result = f"{name} if {condition} else {_OWN}"
                yield _with_result(function, result, rules, f"{said} while {other.name}")


def _values(function: Function, names: dict[str, object]) -> Sequence[object]:
    """Return the outputs that a query may have, if they are few."""
    kind = getattr(function.result, "name", "")
    return elements(bool if kind in ("bool", "boolean") else names.get(kind)) or ()


def _conditions(module: Module, query: Function) -> Iterator[Function]:
    """Yield the queries that say yes or no about the whole state, without applying a query.

    None for a query that shows the state: what it hides would be missing from all that is judged.
    """
    if query.state is None or observed_variable(query) is not None:
        return
    for function in module.access_programs:
        is_boolean = getattr(function.result, "name", "") in ("bool", "boolean")
        has_only_state = function.state is not None and not function.parameters
        is_total = not function.exceptions and not function.assumptions
        if not (is_boolean and has_only_state and is_total):
            continue
        if (query.module, query.name) not in reachable([function]):
            yield function


def _name_of(value: object, names: dict[str, object]) -> str | None:
    """Return an expression of the module that yields the value; None if there is none."""
    if isinstance(value, bool):
        return str(value)
    return next((n for n, v in names.items() if isinstance(v, Enum) and v is value), None)


def _with_result(function: Function, result: str, rules: Sequence[str], text: str) -> Mutant:
    """Return the mutant in which a function returns another expression, as ``result`` has it."""
    node = _definitions(function.module)[function.name]
    last = node.body[-1]
    assert isinstance(last, ast.Return)
    assert last.value is not None
    own = ast.unparse(last.value)
    return Mutant(
        function.module,
        function.name,
        Operator.REPLACE,
        tuple(rules),
        last.lineno,
        own,
        text,
        ("body", len(node.body) - 1, "value"),
        ast.parse(result.replace(_OWN, f"({own})"), mode="eval").body,
    )


@cache
def _definitions(module: str) -> Mapping[str, ast.FunctionDef]:
    """Return the functions of a module by name, as Python reads them."""
    body = ast.parse(declare(module).source).body
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


@cache
def _early_stops(module: Module) -> tuple[Mutant, ...]:
    """Return the mutants in which a search through an enumeration stops after the first finds."""
    used = [mutant for use in module.uses for mutant in _early_stops(declare(use.module))]
    return tuple(dict.fromkeys([*used, *_own_early_stops(module)]))


def _own_early_stops(module: Module) -> Iterator[Mutant]:
    """Yield those of a module without the modules that it uses.

    A search stops after one, or after any number up to half of the elements: who thinks of a cross
    thinks of four directions. Right replies contradict such a mutant where there is more to find.
    """
    tree, names = ast.parse(module.source), vars(module.python)
    searches = [
        (function.name, place, node, number, size)
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef))
        for place, node in _with_places(function, ())
        if isinstance(node, ast.SetComp)
        for number, generator in enumerate(node.generators[:-1])  # what is found is searched on
        if (size := _size_of_enumeration(generator.iter, names))
    ]
    labels = Labels(module.source, tree) if searches else None  # to read them takes long
    for function, place, node, number, size in searches:
        assert labels is not None
        generator, inner = node.generators[number], node.generators[number:]
        rules = labels.of(generator)
        for most in range(1, size // 2 + 1) if rules else ():
            yield Mutant(
                module.python_name,
                function,
                Operator.RESTRICT,
                rules,
                generator.target.lineno,
                ast.unparse(generator).strip(),
                f"at most {most} of {ast.unparse(generator.iter)}",
                (*place, "generators", number, "iter"),
                _first_finds(inner, most),
            )


@cache
def _smaller_sets(module: Module) -> tuple[Mutant, ...]:
    """Return the mutants in which a set with a name lacks an element where a function uses it."""
    used = [mutant for use in module.uses for mutant in _smaller_sets(declare(use.module))]
    return tuple(dict.fromkeys([*used, *_own_smaller_sets(module)]))


def _own_smaller_sets(module: Module) -> Iterator[Mutant]:
    """Yield those of a module without the modules that it uses."""
    tree = ast.parse(module.source)
    sets = {name: (node, elements) for name, node, elements in _sets_with_names(tree)}
    if not sets:
        return
    labels = Labels(module.source, tree)
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        for place, node in _with_places(function, ()):
            if not isinstance(node, ast.Name) or node.id not in sets:
                continue
            declared, elements = sets[node.id]
            rules = labels.of(declared) or labels.of(node)
            for number, element in enumerate(elements if rules else ()):
                rest = [*elements[:number], *elements[number + 1 :]]
                yield Mutant(
                    module.python_name,
                    function.name,
                    Operator.RESTRICT,
                    rules,
                    node.lineno,
                    node.id,
                    f"{node.id} without {ast.unparse(element)}",
                    place,
                    ast.Call(
                        ast.Name("frozenset", ast.Load()), [ast.Set(rest)] if rest else [], []
                    ),
                )


def _sets_with_names(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, Sequence[ast.expr]]]:
    """Yield the constants that are sets of a few elements: name, declaration, elements."""
    for node in tree.body:
        match node:
            case ast.AnnAssign(
                target=ast.Name(id=name),
                value=ast.Call(func=ast.Name(id="frozenset"), args=[ast.Set(elts=elements)]),
            ) if len(elements) <= MOST_ELEMENTS:
                yield name, node, elements


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


def idiom_mutant(idiom: Idiom) -> Mutant:
    """Return the mutant in which a function returns what an idiom says."""
    function = declare(idiom.module)[idiom.function]
    return _with_result(function, idiom.result, idiom.rules, idiom.text)
