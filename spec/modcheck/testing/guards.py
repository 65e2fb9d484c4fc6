"""Guards: a specification whose transitions raise as they should, and otherwise do nothing.

To know which transitions are possible in a state, the states to which they lead need not be
computed; that takes most of the time.
"""

from __future__ import annotations

import ast
from functools import partial

from modcheck.testing.quick_machine import is_about_arguments
from modspec.run.machine import Machine
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function
from modspec.syntax.relations import reachable


def guards(machine: Machine) -> Machine | None:
    """Return a machine with guards alone; None if that would change what raises.

    A transition may raise by what computes the next state; edited functions may have no value.
    """
    guarded = [f for f in machine.module.access_programs if f.is_transition and f.state]
    if machine.instance.has_edits or machine.makes_choices or any(map(_applies_guards, guarded)):
        return None
    return machine.with_edits({(f.module, f.name): partial(_guards_of, f) for f in guarded})


def argument_guards(machine: Machine) -> Machine | None:
    """Return a machine whose transitions raise for their arguments alone; None if none is known.

    A call that raises there raises in every state, perhaps something else.
    """
    guarded = [f for f in machine.module.access_programs if f.is_transition and f.state]
    if machine.instance.has_edits or any(map(_defines_or_assumes, guarded)):
        return None
    edits = {(f.module, f.name): partial(_argument_guards_of, f) for f in guarded}
    return machine.with_edits(edits)


def _defines_or_assumes(function: Function) -> bool:
    return bool(function.definitions or function.assumptions)


def _argument_guards_of(function: Function, node: ast.FunctionDef) -> ast.FunctionDef:
    """Return a transition that does nothing but raise for its arguments alone."""
    ifs = [each for each in node.body if isinstance(each, ast.If)]
    guards = zip(ifs, function.exceptions, strict=True)
    node.body = [each for each, clause in guards if is_about_arguments(clause)]
    node.body += ast.parse(f"return {_same_state(function)}").body
    return node


def _applies_guards(function: Function) -> bool:
    """Whether a function applies functions that raise, or that assume something."""
    others = reachable([function]) - {(function.module, function.name)}
    applied = (declare(module)[name] for module, name in others)
    return bool(function.assumptions) or any(f.exceptions or f.assumptions for f in applied)


def _guards_of(function: Function, node: ast.FunctionDef) -> ast.FunctionDef:
    """Return a transition without all that comes after its guards, so that it does nothing."""
    last = max((n for n, each in enumerate(node.body) if isinstance(each, ast.If)), default=-1)
    node.body[last + 1 :] = ast.parse(f"return {_same_state(function)}").body
    return node


def _same_state(function: Function) -> str:
    """Return the formula of what a transition returns that does nothing."""
    return f"({function.state}, None)" if function.output else str(function.state)
