"""Explain: why a formula has the value that it has.

An explanation is a tree of the subformulas that decide, each with its value and, where a quantifier was
decided by one value of its dummies, with that witness or counter-witness. It is data: verdicts are
computed from it, the terminal shows it as a tree, a page may show it otherwise.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from modspec.explain.explanation import Explanation, Lazy
from modspec.run.evaluate import Environment, Evaluator
from modspec.run.instance import Instance
from modspec.syntax.declaration import function_of
from modspec.syntax.expressions import (
    And,
    Apply,
    Case,
    Comparison,
    Conditional,
    Constant,
    Expression,
    Field,
    Generator,
    Index,
    Literal,
    MapOf,
    Not,
    Or,
    Quantified,
    Quantifier,
    SetLiteral,
    SetOf,
    Size,
    Variable,
)
from modspec.syntax.module import Clause, ExceptionClause, Function
from modspec.syntax.values import State


def environment(
    instance: Instance, function: Function, state: State | None, arguments: tuple[Any, ...]
) -> Environment:
    """What the names in a function's clauses stand for in a call."""
    names = {p.name: value for p, value in zip(function.parameters, arguments, strict=True)}
    sources = {definition.name: definition.value for definition in function.definitions}
    result = Environment(instance, function.module, names, state, sources)
    for definition in function.definitions:
        result = result.bind(definition.name, Evaluator(result)(definition.value))
    return result


def explain_clause(
    instance: Instance,
    function: Function,
    clause: Clause,
    state: State | None,
    arguments: tuple[Any, ...],
) -> Explanation:
    """Why a clause of a function has its value in a call."""
    if isinstance(clause, ExceptionClause) or clause in function.assumptions:
        names = {p.name: v for p, v in zip(function.parameters, arguments, strict=True)}
        scope = Environment(
            instance, function.module, names, state
        )  # definitions may not mean anything
    else:
        scope = environment(instance, function, state, arguments)
    inner = explain(clause.value, scope)
    return with_rules(replace(inner, rules=clause.rules), inner.rules)


def explain_call(
    instance: Instance, function: Function, state: State | None, arguments: tuple[Any, ...]
) -> tuple[tuple[Clause, Explanation], ...]:
    """Why a call has its outcome: the clauses that decide it, each with its explanation.

    They are the exception clauses up to the first that holds; if none does, then the output clause, or
    the assignment of each state variable, after them.
    """
    decisive: list[tuple[Clause, Explanation]] = []
    for clause in function.exceptions:
        explanation = explain_clause(instance, function, clause, state, arguments)
        decisive.append((clause, explanation))
        if explanation.value:
            return tuple(decisive)
    for result in (*function.transition, *((function.output,) if function.output else ())):
        decisive.append((result, explain_clause(instance, function, result, state, arguments)))
    return tuple(decisive)


def explain(node: Expression, scope: Environment) -> Explanation:
    """Why the expression has its value."""
    return replace(_explain(node, scope), scope=scope)


def _explain(node: Expression, scope: Environment) -> Explanation:
    value_of = Evaluator(scope)
    match node:
        case Not(operand):
            return Explanation(node, value_of(node), node.rules, (explain(operand, scope),))
        case And(operands):
            return _connective(node, operands, scope, decides=False)
        case Or(operands):
            return _connective(node, operands, scope, decides=True)
        case Comparison(first, ((("In" | "NotIn") as name, collection),)):
            return _membership(node, value_of(first), name, collection, scope)
        case Comparison(first, rest):
            sides = (value_of(first), *(value_of(operand) for _, operand in rest))
            parts = [explain(part, scope) for part in (first, *(operand for _, operand in rest))]
            because = tuple(part for part in parts if part.rules or part.because)
            return Explanation(node, value_of(node), node.rules, because, operands=sides)
        case Conditional(cases):
            return _conditional(node, cases, scope)
        case Quantified(quantifier, generators, body) if quantifier is not Quantifier.SUM:
            return _quantified(node, generators, body, scope, quantifier is Quantifier.EXISTS)
        case Apply():
            return _application(node, scope)
        case Index(target, key):
            inside = explain_at(target, value_of(key), scope)
            because = (inside,) if inside.rules or inside.because else ()
            return Explanation(node, value_of(node), node.rules, because)
        case Size(operand):
            return replace(explain_size(operand, scope), formula=node, rules=node.rules)
        case Field(target, _):
            inner = explain(target, scope)
            because = (inner,) if inner.rules or inner.because else ()
            return Explanation(node, value_of(node), node.rules, because)
    return Explanation(node, value_of(node), node.rules)


def _connective(
    node: Expression, operands: tuple[Expression, ...], scope: Environment, decides: bool
) -> Explanation:
    """A conjunction is decided by the first operand that is false, else by all; a disjunction dually."""
    parts = []
    for number, operand in enumerate(operands):
        part = explain(operand, scope)
        if bool(part.value) is decides:
            others = sum(_holds(other, scope) is (not decides) for other in operands[number + 1 :])
            return Explanation(node, decides, node.rules, (part,), progress=number + others)
        parts.append(part)
    return Explanation(node, not decides, node.rules, tuple(parts))


def _holds(node: Expression, scope: Environment) -> bool | None:
    """The truth value of an operand that was not reached, or None where it means nothing."""
    try:
        return bool(Evaluator(scope)(node))
    except Exception:  # noqa: BLE001  # it may raise whatever a call in it does
        return None


def _conditional(node: Conditional, cases: tuple[Case, ...], scope: Environment) -> Explanation:
    """Decided by the conditions before that fail, the last of them first, and by the one that holds."""
    failing: list[Explanation] = []
    for case in cases:
        condition = explain(case.condition, scope)
        if condition.value:
            value = explain(case.value, scope)
            decisive = (*reversed(failing), value) if _is_else(case) else (condition, value)
            because = tuple(
                part for part in decisive if part.rules or part.operands or part.because
            )
            rules = (*node.rules, *case.rules)
            return Explanation(node, value.value, rules, because, operands=_values(cases, scope))
        failing.append(condition)
    raise AssertionError("the last case of a conditional expression is true")


def _values(cases: tuple[Case, ...], scope: Environment) -> tuple[Any, ...]:
    """What each case would give; those that mean nothing here are left out."""
    values = []
    for case in cases:
        with contextlib.suppress(Exception):  # it may raise whatever a call in it does
            values.append(Evaluator(scope)(case.value))
    return tuple(values)


def _is_else(case: Case) -> bool:
    return isinstance(case.condition, Literal)


def _quantified(
    node: Quantified,
    generators: tuple[Generator, ...],
    body: Expression,
    scope: Environment,
    decides: bool,
) -> Explanation:
    """An existential is decided by the first witness, else by every value; a universal dually."""

    def explained(inner: Evaluator) -> Explanation:
        binding = tuple((g.dummy, inner.environment.names[g.dummy]) for g in generators)
        return _bound(explain(body, inner.environment), binding)

    rules = _all_rules(node, generators)
    choices = partial(Evaluator(scope).bindings, generators)
    for inner in choices():
        if bool(inner(body)) is decides:
            return Explanation(node, decides, rules, (explained(inner),))
    return Explanation(node, not decides, rules, Lazy(lambda: map(explained, choices())))


def _all_rules(node: Expression, generators: tuple[Generator, ...]) -> tuple[str, ...]:
    return (*node.rules, *(rule for generator in generators for rule in generator.rules))


def _bound(part: Explanation, binding: tuple[tuple[str, Any], ...]) -> Explanation:
    return replace(part, binding=binding)


def _application(node: Apply, scope: Environment) -> Explanation:
    """Decided by what decides the body of the function."""
    function = function_of(node)
    body, inner = _body(node, function, scope)
    if body is None:
        return Explanation(node, Evaluator(scope)(node), node.rules)
    part = explain(body.value, inner)
    labelled = with_rules(part, body.rules)
    because = (labelled,) if labelled.rules or labelled.operands or labelled.because else ()
    return Explanation(node, Evaluator(scope)(node), node.rules, because)


def with_rules(part: Explanation, rules: tuple[str, ...]) -> Explanation:
    """An explanation that states more rules: those of the clause in which it stands."""
    return replace(part, rules=(*part.rules, *(r for r in rules if r not in part.rules)))


def _body(node: Apply, function: Function, scope: Environment) -> tuple[Clause | None, Environment]:
    values = [Evaluator(scope)(argument) for argument in node.arguments]
    state = values.pop(0) if function.state else None
    inner = environment(scope.instance, function, state, tuple(values))
    return function.output, inner


def _membership(
    node: Expression, element: Any, name: str, collection: Expression, scope: Environment
) -> Explanation:
    """Decided by a choice of the dummies that yields the element, or by what keeps all from it."""
    is_in = explain_in(element, collection, scope)
    value = is_in.value if name == "In" else not is_in.value
    because = (is_in,) if is_in.rules or is_in.because else ()
    return Explanation(node, value, node.rules, because, operands=(element,), element=element)


def explain_in(element: Any, collection: Expression, scope: Environment) -> Explanation:
    """Why an element is, or is not, in a set."""
    match collection:
        case SetOf(generators, made):
            return _explain_in_comprehension(element, collection, generators, made, scope)
        case Apply():
            function = function_of(collection)
            body, inner = _body(collection, function, scope)
            if body is not None:
                part = with_rules(explain_in(element, body.value, inner), body.rules)
                because = (part,) if part.rules or part.because else ()
                return Explanation(
                    collection, part.value, collection.rules, because, element=element
                )
        case Variable(name) if name in scope.definitions:
            return explain_in(element, scope.definitions[name], scope)
    return Explanation(
        collection, element in Evaluator(scope)(collection), collection.rules, element=element
    )


def explain_size(collection: Expression, scope: Environment) -> Explanation:
    """Why a set has the size that it has: one choice of dummies that yields an element, or all that fail."""
    match collection:
        case SetOf(generators, made):
            value = len(Evaluator(scope)(collection))
            rules = _all_rules(collection, generators)
            for inner in Evaluator(scope).bindings(generators):
                binding = tuple((g.dummy, inner.environment.names[g.dummy]) for g in generators)
                conditions = (c for g in generators for c in g.conditions)
                held = tuple(explain(condition, inner.environment) for condition in conditions)
                witness = Explanation(made, inner(made), made.rules, held, binding)
                return Explanation(collection, value, rules, (witness,), scope=scope)
            misses = Lazy(lambda: _misses(generators, scope, ()))
            return Explanation(collection, value, rules, misses)
        case Apply():
            function = function_of(collection)
            body, inner_scope = _body(collection, function, scope)
            if body is not None:
                part = explain_size(body.value, inner_scope)
                return with_rules(replace(part, formula=collection, because=(part,)), body.rules)
        case Variable(name) if name in scope.definitions:
            return explain_size(scope.definitions[name], scope)
    return Explanation(collection, len(Evaluator(scope)(collection)), collection.rules)


def by_first_dummy(node: SetOf, scope: Environment) -> Iterator[tuple[Any, Explanation]]:
    """For each value of a set's first dummy, why the elements that it contributes are as many as they are."""
    first, *rest = node.generators
    for value in Evaluator(scope).elements(first.domain):
        only = SetLiteral((Constant(str(getattr(value, "name", value)), value),))
        alone = SetOf((replace(first, domain=only), *rest), node.element, rules=node.rules)
        yield value, explain_size(alone, scope)


def _misses(
    generators: tuple[Generator, ...], scope: Environment, binding: tuple[tuple[str, Any], ...]
) -> Iterator[Explanation]:
    """For each choice of dummies, the first condition that keeps it from yielding an element."""
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


def _explain_in_comprehension(
    element: Any,
    node: SetOf,
    generators: tuple[Generator, ...],
    made: Expression,
    scope: Environment,
) -> Explanation:
    """The choice of dummies that yields the element; else, of those that would but for a condition, all."""
    free = tuple(Generator(g.dummy, g.domain, (), rules=g.rules) for g in generators)
    conditions = tuple(c for g in generators for c in g.conditions)
    misses = []
    for inner in Evaluator(scope).bindings(free):
        if inner(made) != element:
            continue
        binding = tuple((g.dummy, inner.environment.names[g.dummy]) for g in generators)
        parts = [explain(condition, inner.environment) for condition in conditions]
        failing = next((part for part in parts if not part.value), None)
        if failing is None:
            witness = Explanation(made, element, made.rules, tuple(parts), binding)
            return Explanation(
                node, True, _all_rules(node, generators), (witness,), element=element
            )
        misses.append(_bound(failing, binding))
    rules = () if misses else made.rules
    return Explanation(node, False, (*node.rules, *rules), tuple(misses), element=element)


def explain_at(node: Expression, key: Any, scope: Environment) -> Explanation:
    """Why a mapping has its value at a key."""
    match node:
        case MapOf(generator, value):
            part = explain(value, scope.bind(generator.dummy, key))
            rules = (*node.rules, *generator.rules)
            return Explanation(
                node, part.value, rules, (_bound(part, ((generator.dummy, key),)),), element=key
            )
        case Apply():
            function = function_of(node)
            body, inner = _body(node, function, scope)
            if body is not None:
                part = with_rules(explain_at(body.value, key, inner), body.rules)
                return Explanation(node, part.value, node.rules, (part,), element=key)
        case Variable(name) if name in scope.definitions:
            return explain_at(scope.definitions[name], key, scope)
    return Explanation(node, Evaluator(scope)(node)[key], node.rules, element=key)
