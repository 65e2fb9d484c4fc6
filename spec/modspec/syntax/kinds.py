"""Kinds: whether a term is a set or a mapping, as far as the declared types of its names tell.

Python writes ``a - b`` for integers and for sets, ``a <= b`` for *at most* and *is a subset of*,
and takes a mapping for the set of its keys. Mathematics has a sign for each, so the reader has to
know what the operands are. A kind is an annotation of Python, or None if nothing declares it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Set
from enum import EnumMeta
from functools import lru_cache
from types import GenericAlias
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from modspec.syntax import expressions as ex
from modspec.syntax.expressions import Expression
from modspec.syntax.scope import NameScope

SOME_SET = Set[Any]
"""The kind of a set with elements of unknown kind."""

SOME_SEQUENCE = tuple[Any, ...]
"""The kind of a sequence with elements of unknown kind."""

_SETS = (Set, frozenset)


@lru_cache(4096)
def hints_of(declared: Any) -> Mapping[str, Any]:
    """Return the annotations of a class or function by name; none if they cannot be evaluated."""
    try:
        return get_type_hints(declared)
    except (NameError, TypeError):  # it is refused for its types, or has none
        return {}


def output_kind(function: Any) -> Any:
    """Return the annotation of a function's output, without the next state beside it."""
    kind = hints_of(function).get("return")
    match get_origin(kind), get_args(kind):
        case origin, (_, output) if origin is tuple and output is not ...:
            return output
    return kind


def is_set(kind: Any) -> bool:
    """Whether a kind is that of sets."""
    return get_origin(kind) in _SETS


def is_mapping(kind: Any) -> bool:
    """Whether a kind is that of mappings."""
    return get_origin(kind) is Mapping


def is_collection(kind: Any) -> bool:
    """Whether a kind is that of sets, mappings or sequences."""
    return get_origin(kind) in (*_SETS, Mapping, tuple)


def elements_of(kind: Any) -> Any:
    """Return the kind of the elements of a collection; of a mapping, that of its keys."""
    if isinstance(kind, EnumMeta):
        return kind
    arguments = get_args(kind)
    return arguments[0] if arguments and not isinstance(arguments[0], str) else None


def kind_of(node: Expression, scope: NameScope) -> Any:
    """Return the kind of an expression where the scope's names mean what they do."""
    match node:
        case ex.Variable(name):
            return scope.names.get(name)
        case ex.TheState():
            return scope.state_class
        case ex.StateVariable(name):
            state: Any = scope.state_class  # whose hash mypy takes for that of a state
            return hints_of(state).get(name)
        case ex.Constant(_, value):
            return _kind_of_value(value)
        case ex.Field(target, name):
            kind = kind_of(target, scope)
            return with_types(hints_of(get_origin(kind) or kind).get(name), types_in(kind))
        case ex.Index(target, _):
            arguments = get_args(kind_of(target, scope))
            is_of_mapping = is_mapping(kind_of(target, scope))
            return arguments[1 if is_of_mapping else 0] if arguments else None
        case ex.Slice(target, _, _):
            return kind_of(target, scope)
        case ex.Apply(module, function, arguments):
            *wanted, result = hints_of(vars(sys.modules[module])[function]).values() or (None,)
            types: dict[Any, Any] = {}
            for each, argument in zip(wanted, arguments, strict=False):
                types |= types_for(each, kind_of(argument, scope))
            return with_types(result, types)
        case ex.Record(name, _):
            return vars(scope.python)[name]
        case ex.Conditional(cases):
            found = (kind_of(case.value, scope) for case in cases)
            return next((kind for kind in found if kind is not None), None)
        case ex.Sequence() | ex.SequenceComprehension():
            return SOME_SEQUENCE
        case ex.SetOf() | ex.SetLiteral():
            return SOME_SET
        case ex.SetOperation(_, left, right):
            return kind_of(left, scope) or kind_of(right, scope)
        case ex.Quantified(ex.Quantifier.SOME | ex.Quantifier.THE, generators, ex.Variable(name)):
            domains = {each.dummy: each.domain for each in generators}
            return elements_of(kind_of(domains[name], scope)) if name in domains else None
        case ex.Domain(operand):
            return _set_of(elements_of(kind_of(operand, scope)))
        case ex.MapOf():
            return Mapping[Any, Any]
        case ex.MapLiteral(parts):
            whole = (kind_of(value, scope) for key, value in parts if key is None)
            return next((kind for kind in whole if kind is not None), Mapping[Any, Any])
    return None


# -- generic modules: types in place of type parameters --------------------------------------------


def types_in(kind: Any) -> dict[Any, Any]:
    """Return the type that an instance of a generic type has for each type parameter."""
    return dict(zip(getattr(get_origin(kind), "__parameters__", ()), get_args(kind), strict=False))


def types_for(wanted: Any, found: Any) -> dict[Any, Any]:
    """Return the types for the type parameters of a wanted kind that make it the one found."""
    if isinstance(wanted, TypeVar):
        return {} if found is None else {wanted: found}
    pairs = zip(get_args(wanted), get_args(found), strict=False)
    return {name: kind for pair in pairs for name, kind in types_for(*pair).items()}


def with_types(kind: Any, types: Mapping[Any, Any]) -> Any:
    """Return a kind with types in place of its type parameters, as far as they are known."""
    if isinstance(kind, TypeVar):
        return types.get(kind, kind)
    if not types or not getattr(kind, "__parameters__", ()):
        return kind
    return kind[tuple(types.get(each, each) for each in kind.__parameters__)]


def _kind_of_value(value: Any) -> Any:
    if isinstance(value, frozenset):
        inner = {type(element) for element in value}
        return _set_of(inner.pop() if len(inner) == 1 else None)
    if isinstance(value, Mapping):
        return Mapping[Any, Any]
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return SOME_SEQUENCE
    return value if isinstance(value, EnumMeta) else None


def _set_of(element: Any) -> Any:
    """Return the kind of sets of elements of a kind."""
    return SOME_SET if element is None else GenericAlias(Set, (element,))
