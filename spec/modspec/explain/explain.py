"""Explain: why a formula has its value.

An explanation is a tree of the subformulas that decide, each with its value and, if one choice of
dummies decides a quantification, with that witness or counter-witness. It is data: verdicts are
computed from it, and the terminal shows it as a tree.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from modspec.explain.explanation import Explanation, Lazy
from modspec.run.evaluate import Environment, Evaluator
from modspec.run.instance import Instance
from modspec.syntax import expressions as ex
from modspec.syntax.declaration import function_of
from modspec.syntax.expressions import Expression, Generator
from modspec.syntax.module import Clause, ExceptionClause, Function
from modspec.syntax.values import State


def environment(
    instance: Instance, function: Function, state: State | None, arguments: tuple[Any, ...]
) -> Environment:
    """Return the values of the names in a function's clauses in a call."""
    scope = argument_environment(instance, function, state, arguments)
    sources = {definition.name: definition.value for definition in function.definitions}
    scope = replace(scope, definitions=sources)
    for definition in function.definitions:
        scope = scope.bind(definition.name, Evaluator(scope)(definition.value))
    return scope


def argument_environment(
    instance: Instance, function: Function, state: State | None, arguments: tuple[Any, ...]
) -> Environment:
    """Return the values of the parameters: before the guards, definitions may have none."""
    names = {p.name: value for p, value in zip(function.parameters, arguments, strict=True)}
    return Environment(instance, function.module, names, state)


def environment_inside(node: ex.Apply, function: Function, scope: Environment) -> Environment:
    """Return the values of the names in the clauses of a function that an expression applies."""
    values = [Evaluator(scope)(argument) for argument in node.arguments]
    state = values.pop(0) if function.state else None
    return environment(scope.instance, function, state, tuple(values))


def explain_clause(
    instance: Instance,
    function: Function,
    clause: Clause,
    state: State | None,
    arguments: tuple[Any, ...],
) -> Explanation:
    """Explain why a clause of a function has its value in a call."""
    is_before_definitions = isinstance(clause, ExceptionClause) or clause in function.assumptions
    names = argument_environment if is_before_definitions else environment
    inner = explain(clause.value, names(instance, function, state, arguments))
    return with_rules(replace(inner, rules=clause.rules), inner.rules)


def explain_call(
    instance: Instance, function: Function, state: State | None, arguments: tuple[Any, ...]
) -> tuple[tuple[Clause, Explanation], ...]:
    """Explain the outcome of a call: the clauses that decide it, each with its explanation.

    They are the exception clauses up to the first that holds; if none holds, all of them and then
    the output clause, or the assignment of each state variable.
    """
    explained: list[tuple[Clause, Explanation]] = []
    for clause in function.exceptions:
        explained.append((clause, explain_clause(instance, function, clause, state, arguments)))
        if explained[-1][1].value:
            return tuple(explained)
    for result in (*function.transition, *((function.output,) if function.output else ())):
        explained.append((result, explain_clause(instance, function, result, state, arguments)))
    return tuple(explained)


def explain(node: Expression, scope: Environment) -> Explanation:
    """Explain why the expression has its value."""
    return replace(_explain(node, scope), scope=scope)


def _explain(node: Expression, scope: Environment) -> Explanation:
    value_of = Evaluator(scope)
    match node:
        case ex.Not(operand):
            return Explanation(node, value_of(node), node.rules, (explain(operand, scope),))
        case ex.And(operands):
            return _explain_connective(node, operands, scope, decides=False)
        case ex.Or(operands):
            return _explain_connective(node, operands, scope, decides=True)
        case ex.Comparison(first, ((("In" | "NotIn") as name, collection),)):
            element = value_of(first)
            part = explain_in(element, collection, scope)
            value = part.value if name == "In" else not part.value
            because = part.as_reason()
            return Explanation(node, value, node.rules, because, (), (element,), element)
        case ex.Comparison(first, rest):
            operands = (first, *(operand for _, operand in rest))
            values = tuple(value_of(operand) for operand in operands)
            parts = [explain(operand, scope).as_reason() for operand in operands]
            because = tuple(part for some in parts for part in some)
            return Explanation(node, value_of(node), node.rules, because, operands=values)
        case ex.Conditional(cases):
            return _explain_conditional(node, cases, scope)
        case ex.Quantified(ex.Quantifier.EXISTS | ex.Quantifier.FOR_ALL):
            return _explain_quantified(node, scope)
        case ex.Quantified(ex.Quantifier.SOME | ex.Quantifier.THE, generators, element):
            return _explain_chosen(node, ex.SetOf(generators, element), scope)
        case ex.Variable(name) if _is_choice(scope.definitions.get(name)):
            return explain(scope.definitions[name], scope)
        case ex.Apply():
            function = function_of(node)
            inside, body = environment_inside(node, function, scope), function.output
            if body is None:
                return Explanation(node, value_of(node), node.rules)
            part = with_rules(explain(body.value, inside), body.rules)
            because = (part,) if part.rules or part.operands or part.because else ()
            return Explanation(node, value_of(node), node.rules, because)
        case ex.Index(target, key):
            part = explain_at(target, value_of(key), scope)
            return Explanation(node, value_of(node), node.rules, part.as_reason())
        case ex.Size(operand):
            return replace(explain_size(operand, scope), formula=node, rules=node.rules)
        case ex.Field(target, _):
            part = explain(target, scope)
            return Explanation(node, value_of(node), node.rules, part.as_reason())
    return Explanation(node, value_of(node), node.rules)


def with_rules(part: Explanation, rules: tuple[str, ...]) -> Explanation:
    """Return an explanation that also states the rules of the clause in which it stands."""
    return replace(part, rules=(*part.rules, *(r for r in rules if r not in part.rules)))


def _explain_connective(
    node: Expression, operands: tuple[Expression, ...], scope: Environment, decides: bool
) -> Explanation:
    """A conjunction is decided by the first operand that is false, else by all; dually for or."""
    parts = []
    for number, operand in enumerate(operands):
        part = explain(operand, scope)
        if bool(part.value) is decides:
            others = sum(_holds(other, scope) is (not decides) for other in operands[number + 1 :])
            return Explanation(node, decides, node.rules, (part,), progress=number + others)
        parts.append(part)
    return Explanation(node, not decides, node.rules, tuple(parts))


def _holds(node: Expression, scope: Environment) -> bool | None:
    """Return the truth value of an operand that was not reached, or None if it has no value."""
    try:
        return bool(Evaluator(scope)(node))
    except Exception:  # noqa: BLE001  # a call in it may raise any exception
        return None


def _explain_conditional(
    node: ex.Conditional, cases: tuple[ex.Case, ...], scope: Environment
) -> Explanation:
    """The condition that holds decides; if it is *else*, the failing ones, last to first."""
    failing: list[Explanation] = []
    for case in cases:
        condition = explain(case.condition, scope)
        if not condition.value:
            failing.append(condition)
            continue
        value = explain(case.value, scope)
        is_else = isinstance(case.condition, ex.Literal)
        parts = (*reversed(failing), value) if is_else else (condition, value)
        because = tuple(part for part in parts if part.rules or part.operands or part.because)
        values = []
        for other in cases:
            with contextlib.suppress(Exception):  # a call in it may raise any exception
                values.append(Evaluator(scope)(other.value))
        rules = (*node.rules, *case.rules)
        return Explanation(node, value.value, rules, because, operands=tuple(values))
    raise AssertionError("the last case of a conditional expression is true")


def _explain_quantified(node: ex.Quantified, scope: Environment) -> Explanation:
    """An existential is decided by the first witness, else by every value; dually for all."""
    decides = node.quantifier is ex.Quantifier.EXISTS

    def explain_body(inner: Evaluator) -> Explanation:
        part = explain(node.body, inner.environment)
        return replace(part, binding=_binding(node.generators, inner))

    rules = _all_rules(node, node.generators)
    choices = partial(Evaluator(scope).bindings, node.generators)
    for inner in choices():
        if bool(inner(node.body)) is decides:
            return Explanation(node, decides, rules, (explain_body(inner),))
    return Explanation(node, not decides, rules, Lazy(lambda: map(explain_body, choices())))


def _is_choice(node: Expression | None) -> bool:
    return isinstance(node, ex.Quantified) and node.quantifier is ex.Quantifier.SOME


def _explain_chosen(node: ex.Quantified, allowed: ex.SetOf, scope: Environment) -> Explanation:
    """The dummies that yield the value decide, with the conditions that hold for them."""
    value = Evaluator(scope)(node)
    part = explain_in(value, allowed, scope)
    return Explanation(node, value, (*node.rules, *part.rules), part.because, element=value)


def _binding(generators: tuple[Generator, ...], inner: Evaluator) -> tuple[tuple[str, Any], ...]:
    return tuple((each.dummy, inner.environment.names[each.dummy]) for each in generators)


def _all_rules(node: Expression, generators: tuple[Generator, ...]) -> tuple[str, ...]:
    return (*node.rules, *(rule for generator in generators for rule in generator.rules))


# -- sets and mappings -----------------------------------------------------------------------------


def explain_in(element: Any, collection: Expression, scope: Environment) -> Explanation:
    """Explain why an element is, or is not, in a set."""
    match collection:
        case ex.SetOf():
            return _explain_in_comprehension(element, collection, scope)
        case ex.Apply() if body := function_of(collection).output:
            inside = environment_inside(collection, function_of(collection), scope)
            part = with_rules(explain_in(element, body.value, inside), body.rules)
            because = part.as_reason()
            return Explanation(collection, part.value, collection.rules, because, element=element)
        case ex.Variable(name) if name in scope.definitions:
            return explain_in(element, scope.definitions[name], scope)
        case ex.SetOperation():
            return _explain_in_operation(element, collection, scope)
    value = element in Evaluator(scope)(collection)
    return Explanation(collection, value, collection.rules, element=element)


def _explain_in_operation(element: Any, node: ex.SetOperation, scope: Environment) -> Explanation:
    """The operand decides that puts the element into a union or keeps it out; else both do."""
    left, right = (explain_in(element, part, scope) for part in (node.left, node.right))
    is_in_right = bool(right.value) is not (node.operator == "Difference")
    if node.operator == "Union":
        value, deciding = bool(left.value or right.value), (bool(left.value), bool(right.value))
    else:
        value, deciding = bool(left.value and is_in_right), (not left.value, not is_in_right)
    chosen = [part for part, decides in zip((left, right), deciding, strict=True) if decides]
    because = tuple(part for each in (chosen[:1] or (left, right)) for part in each.as_reason())
    return Explanation(node, value, node.rules, because, element=element)


def _explain_in_comprehension(element: Any, node: ex.SetOf, scope: Environment) -> Explanation:
    """The choice of dummies that yields the element decides; else those that a condition stops."""
    free = tuple(Generator(g.dummy, g.domain, (), rules=g.rules) for g in node.generators)
    conditions = [condition for g in node.generators for condition in g.conditions]
    misses = []
    for inner in Evaluator(scope).bindings(free):
        if inner(node.element) != element:
            continue
        binding = _binding(free, inner)
        parts = [explain(condition, inner.environment) for condition in conditions]
        failing = next((part for part in parts if not part.value), None)
        if failing is None:
            made = node.element
            witness = Explanation(made, element, made.rules, tuple(parts), binding)
            rules = _all_rules(node, free)
            return Explanation(node, True, rules, (witness,), element=element)
        misses.append(replace(failing, binding=binding))
    rules = node.rules if misses else (*node.rules, *node.element.rules)
    return Explanation(node, False, rules, tuple(misses), element=element)


def explain_size(collection: Expression, scope: Environment) -> Explanation:
    """Explain the size of a set: one choice of dummies that yields an element, or all that fail."""
    match collection:
        case ex.SetOf(generators, made):
            value = len(Evaluator(scope)(collection))
            rules = _all_rules(collection, generators)
            for inner in Evaluator(scope).bindings(generators):
                conditions = (condition for g in generators for condition in g.conditions)
                parts = tuple(explain(condition, inner.environment) for condition in conditions)
                binding = _binding(generators, inner)
                witness = Explanation(made, inner(made), made.rules, parts, binding)
                return Explanation(collection, value, rules, (witness,), scope=scope)
            return Explanation(collection, value, rules, Lazy(lambda: _misses(generators, scope)))
        case ex.Apply() if body := function_of(collection).output:
            part = explain_size(
                body.value, environment_inside(collection, function_of(collection), scope)
            )
            return with_rules(replace(part, formula=collection, because=(part,)), body.rules)
        case ex.Variable(name) if name in scope.definitions:
            return explain_size(scope.definitions[name], scope)
    return Explanation(collection, len(Evaluator(scope)(collection)), collection.rules)


def by_first_dummy(node: ex.SetOf, scope: Environment) -> Iterator[tuple[Any, Explanation]]:
    """For each value of a set's first dummy, explain the number of elements that it contributes."""
    first, *rest = node.generators
    for value in Evaluator(scope).elements(first.domain):
        only = ex.SetLiteral((ex.Constant(str(getattr(value, "name", value)), value),))
        alone = ex.SetOf((replace(first, domain=only), *rest), node.element, rules=node.rules)
        yield value, explain_size(alone, scope)


def _misses(
    generators: tuple[Generator, ...], scope: Environment, binding: tuple[tuple[str, Any], ...] = ()
) -> Iterator[Explanation]:
    """For each choice of dummies, explain the first condition that stops it."""
    if not generators:
        return
    first, *rest = generators
    for value in Evaluator(scope).elements(first.domain):
        inner = scope.bind(first.dummy, value)
        bound = (*binding, (first.dummy, value))
        parts = (explain(condition, inner) for condition in first.conditions)
        failing = next((part for part in parts if not part.value), None)
        if failing is None:
            yield from _misses(tuple(rest), inner, bound)
        else:
            yield replace(failing, binding=bound)


def explain_at(node: Expression, key: Any, scope: Environment) -> Explanation:
    """Explain why a mapping has its value at a key."""
    match node:
        case ex.MapOf(generator, value):
            part = explain(value, scope.bind(generator.dummy, key))
            because = (replace(part, binding=((generator.dummy, key),)),)
            rules = (*node.rules, *generator.rules)
            return Explanation(node, part.value, rules, because, element=key)
        case ex.MapLiteral(parts):
            part = _explain_at_literal(parts, key, scope)
            return Explanation(node, part.value, node.rules, part.as_reason(), element=key)
        case ex.Apply() if body := function_of(node).output:
            inside = environment_inside(node, function_of(node), scope)
            part = with_rules(explain_at(body.value, key, inside), body.rules)
            return Explanation(node, part.value, node.rules, (part,), element=key)
        case ex.Variable(name) if name in scope.definitions:
            return explain_at(scope.definitions[name], key, scope)
    return Explanation(node, Evaluator(scope)(node)[key], node.rules, element=key)


def _explain_at_literal(
    parts: tuple[tuple[Expression | None, Expression], ...], key: Any, scope: Environment
) -> Explanation:
    """The last part that has the key decides."""
    value_of = Evaluator(scope)
    for own, value in reversed(parts):
        if own is None and key in value_of(value):
            return explain_at(value, key, scope)
        if own is not None and value_of(own) == key:
            return explain(value, scope)
    raise KeyError(key)


# -- a part of a state, through all the modules that computed the state ----------------------------


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
    """The expression that gave the state of a transition, and where it stands."""

    node: Expression
    scope: Environment
    further: _Origin | None


def observed_path(node: Expression, scope: Environment) -> Path:
    """Return the part of the state that an observer yields: a state variable and further steps."""
    match node:
        case ex.StateVariable(name):
            return (NamedStep(name),)
        case ex.Field(target, name):
            return (*observed_path(target, scope), NamedStep(name))
        case ex.Index(target, key):
            return (*observed_path(target, scope), KeyStep(Evaluator(scope)(key)))
        case ex.Apply(_, _, (state, *_)):
            function = function_of(node)
            assert function.output is not None
            inside = environment_inside(node, function, scope)
            return (*observed_path(state, scope), *observed_path(function.output.value, inside))
    return ()


def explain_part(
    node: Expression, path: Path, scope: Environment, origin: _Origin | None = None
) -> Explanation:
    """Explain why a part of an expression's value, given by its path, has its value.

    The part is followed to the clause that decides it: in a function, in a transition of another
    module, or in the transition before, whose state this one changed.
    """
    if not path:
        return explain(node, scope)
    match node, path[0]:
        case ex.MapOf() | ex.MapLiteral(), KeyStep(key) if len(path) == 1:
            return explain_at(node, key, scope)
        case ex.Record(_, arguments), NamedStep(name):
            return explain_part(dict(arguments)[name], path[1:], scope, origin)
        case ex.Field(target, name), _:
            return explain_part(target, (NamedStep(name), *path), scope, origin)
        case ex.Variable(name), _ if name in scope.definitions:
            return explain_part(scope.definitions[name], path, scope, origin)
        case ex.Conditional(cases), _:
            chosen = next(case for case in cases if Evaluator(scope)(case.condition))
            part = explain_part(chosen.value, path, scope, origin)
            return part if part.outermost_rules else with_rules(part, chosen.rules)
        case ex.StateVariable(name), _ if origin is not None:
            return explain_part(origin.node, (NamedStep(name), *path), origin.scope, origin.further)
        case ex.Apply(), _:
            return _explain_part_of_application(node, path, scope, origin)
    value = Evaluator(scope)(node)
    for step in path:
        value = getattr(value, step.name) if isinstance(step, NamedStep) else value[step.key]
    return Explanation(node, value, node.rules, element=_last_key(path))


def _explain_part_of_application(
    node: ex.Apply, path: Path, scope: Environment, origin: _Origin | None
) -> Explanation:
    """Explain a part of a function's output, or of the state that a transition leads to."""
    function = function_of(node)
    clause: Clause | None = function.output
    rest = path
    if function.is_transition:
        assert isinstance(path[0], NamedStep)
        clause = next(a for a in function.transition if a.variable == path[0].name)
        rest = path[1:]
    assert clause is not None
    before = _Origin(node.arguments[0], scope, origin) if function.state else None
    part = explain_part(clause.value, rest, environment_inside(node, function, scope), before)
    part = with_rules(part, clause.rules)
    return Explanation(node, part.value, node.rules, (part,), element=_last_key(path))


def _last_key(path: Path) -> Any:
    return path[-1].key if isinstance(path[-1], KeyStep) else None
