"""Function advice: what is wrong with the parameters of a function, or the arguments of a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from difflib import get_close_matches

from modspec.lint.patterns import text_of
from modspec.lint.remark import Remark, Surroundings
from modspec.syntax.values import State


def tell_of_extras(node: ast.FunctionDef) -> Iterator[Remark]:
    """Yield what is wrong with a function that has other than plain parameters."""
    for decorator in node.decorator_list:
        text = f"{node.name} has the decorator @{text_of(decorator)}"
        yield Remark(decorator, text, "leave it out: a routine is a plain function")
    parameters = node.args
    plain = [*parameters.posonlyargs, *parameters.args][::-1]
    pairs = [
        *zip(plain, parameters.defaults[::-1], strict=False),
        *zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True),
    ]
    for parameter, default in pairs[::-1]:
        if default is not None:
            text = f"the parameter {parameter.arg} has a default value, {text_of(default)}"
            advice = f"write {text_of(parameter)}, and give the value in each call"
            yield Remark(default, text, advice)
    if each := parameters.vararg:
        element = text_of(each.annotation) if each.annotation else "T"
        text = f"the parameter *{each.arg} stands for any number of values"
        yield Remark(each, text, f"take them as a sequence: {each.arg}: tuple[{element}, ...]")
    if each := parameters.kwarg:
        text = f"the parameter **{each.arg} stands for values of any name"
        yield Remark(each, text, "write each parameter with its name and its type")
    for each in parameters.kwonlyargs:
        text = f"the parameter {each.arg} can be given by its name only"
        yield Remark(each, text, f"leave out the star before it: {text_of(each)}")
    for each in parameters.posonlyargs:
        text = f"the parameter {each.arg} cannot be given by its name"
        yield Remark(each, text, f"leave out the stroke after it: {text_of(each)}")


def tell_of_missing_type(node: ast.arg | ast.FunctionDef, where: Surroundings) -> Remark:
    """Return what is wrong with a parameter or a function that has no type."""
    state = where.state_class
    name = state.__name__ if state else "State"
    if isinstance(node, ast.FunctionDef):
        advice = f"say what it yields: -> bool for a truth value, -> {name} for the next state"
        return Remark(node, f"the result of {node.name} has no type", advice)
    advice = f"write its type: {node.arg}: int"
    if node.arg in ("self", "this", name.lower()):
        advice = f"write the state: {name.lower()}: {name}"
    return Remark(node, f"the parameter {node.arg} has no type", advice)


def tell_of_arguments(node: ast.Call, where: Surroundings) -> Remark:
    """Return what is wrong with the arguments of a call that has too few, or others."""
    called = text_of(node.func)
    names, is_record = _parameters(called, where)
    given = [each.arg for each in node.keywords if each.arg]
    missing = [each for each in names[len(node.args) :] if each not in given]
    others = [each for each in given if each not in names]
    written = ", ".join(f"{each}=..." for each in names) if is_record else ", ".join(names)
    write = f"write {called}({written})"
    if others:
        near = get_close_matches(others[0], missing, 1)
        text = f"{called} has no {'part' if is_record else 'parameter'} {others[0]}"
        return Remark(node, text, f"did you mean {near[0]}?" if near else write)
    if len(node.args) > len(names):
        text = f"{called} is given {len(node.args)} arguments, and has {len(names)}"
        return Remark(node, text, write)
    if missing:
        return Remark(node, f"{called} is given no value for {', '.join(missing)}", write)
    pairs = zip(names, node.args, strict=False)
    named = ", ".join(f"{each}={text_of(value)}" for each, value in pairs)
    return Remark(node, f"the parts of {called} have no names", f"write {called}({named})")


def _parameters(called: str, where: Surroundings) -> tuple[tuple[str, ...], bool]:
    """Return the names of what a call is given, and whether it makes a record."""
    if called in where.scope.callees:
        return where.scope.callees[called].parameters, False
    record = where.meanings[called]
    return record.variables if issubclass(record, State) else record._fields, True
