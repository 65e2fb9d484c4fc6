"""Explain a part: why an element of a state has its value, through all the modules that made the state.

An observer shows a state variable, or a part of one: the element at a key, or a variable of another module's
state that is kept in it. What a transition gives that part is followed to the clause that decides it, be it
in a function, in a transition of another module, or in the one before that, whose state this one went on with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from modspec.explain.explain import environment, explain, explain_at, with_rules
from modspec.explain.explanation import Explanation
from modspec.run.evaluate import Environment, Evaluator
from modspec.syntax.declaration import function_of
from modspec.syntax.expressions import (
    Apply,
    Conditional,
    Expression,
    Field,
    Index,
    MapOf,
    Record,
    StateVariable,
    Variable,
)
from modspec.syntax.module import Clause, Function


@dataclass(frozen=True)
class NamedStep:
    """The state variable, or field, of that name."""

    name: str


@dataclass(frozen=True)
class KeyStep:
    """The element of a mapping or sequence at that key."""

    key: Any


Path: TypeAlias = tuple[NamedStep | KeyStep, ...]
"""From a value to a part of it, the outermost step first."""


@dataclass(frozen=True)
class _Origin:
    """Where the state that a transition was given comes from."""

    node: Expression
    scope: Environment
    further: _Origin | None


def observed_path(node: Expression, scope: Environment) -> Path:
    """What of the state an observer's output is: a state variable, and the way from there."""
    match node:
        case StateVariable(name):
            return (NamedStep(name),)
        case Field(target, name):
            return (*observed_path(target, scope), NamedStep(name))
        case Index(target, key):
            return (*observed_path(target, scope), KeyStep(Evaluator(scope)(key)))
        case Apply(_, _, (state, *_)):
            function = function_of(node)
            assert function.output is not None
            within = _inside(node, function, scope)
            return (*observed_path(state, scope), *observed_path(function.output.value, within))
    return ()


def explain_part(
    node: Expression, way: Path, scope: Environment, origin: _Origin | None = None
) -> Explanation:
    """Why the part of an expression's value that is found that way has its value."""
    if not way:
        return explain(node, scope)
    match node, way[0]:
        case MapOf(), KeyStep(key) if len(way) == 1:
            return explain_at(node, key, scope)
        case Record(_, arguments), NamedStep(name):
            return explain_part(dict(arguments)[name], way[1:], scope, origin)
        case Field(target, name), _:
            return explain_part(target, (NamedStep(name), *way), scope, origin)
        case Variable(name), _ if name in scope.definitions:
            return explain_part(scope.definitions[name], way, scope, origin)
        case Conditional(cases), _:
            case_ = next(case for case in cases if Evaluator(scope)(case.condition))
            part = explain_part(case_.value, way, scope, origin)
            return part if part.outermost_rules else with_rules(part, case_.rules)
        case StateVariable(name), _ if origin is not None:
            return explain_part(origin.node, (NamedStep(name), *way), origin.scope, origin.further)
        case Apply(), _:
            return _through(node, way, scope, origin)
    return _plain(node, way, scope)


def _through(node: Apply, way: Path, scope: Environment, origin: _Origin | None) -> Explanation:
    """Why a part of what a function yields, or of the state that a transition leads to, has its value."""
    function = function_of(node)
    clause: Clause | None = function.output
    rest = way
    if function.is_transition:
        assert isinstance(way[0], NamedStep)
        clause = next(a for a in function.transition if a.variable == way[0].name)
        rest = way[1:]
    given = _Origin(node.arguments[0], scope, origin) if function.state else None
    assert clause is not None
    inside = _inside(node, function, scope)
    part = with_rules(explain_part(clause.value, rest, inside, given), clause.rules)
    return Explanation(node, part.value, node.rules, (part,), element=_element(way))


def _inside(node: Apply, function: Function, scope: Environment) -> Environment:
    """What the names in an applied function stand for."""
    values = [Evaluator(scope)(argument) for argument in node.arguments]
    state = values.pop(0) if function.state else None
    return environment(scope.instance, function, state, tuple(values))


def _plain(node: Expression, way: Path, scope: Environment) -> Explanation:
    value = Evaluator(scope)(node)
    for step in way:
        value = getattr(value, step.name) if isinstance(step, NamedStep) else value[step.key]
    return Explanation(node, value, node.rules, element=_element(way))


def _element(way: Path) -> Any:
    return way[-1].key if isinstance(way[-1], KeyStep) else None
