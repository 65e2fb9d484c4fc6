"""Guards: a specification whose transitions raise as they should, and otherwise do nothing.

To know which transitions are possible in a state, the states to which they lead need not be
computed; that takes most of the time.
"""

from __future__ import annotations

import ast
from functools import partial

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


def _applies_guards(function: Function) -> bool:
    """Whether a function applies functions that raise, or that assume something."""
    others = reachable([function]) - {(function.module, function.name)}
    applied = (declare(module)[name] for module, name in others)
    return bool(function.assumptions) or any(f.exceptions or f.assumptions for f in applied)


def _guards_of(function: Function, node: ast.FunctionDef) -> ast.FunctionDef:
    """Return a transition without all that comes after its guards, so that it does nothing."""
    last = max((n for n, each in enumerate(node.body) if isinstance(each, ast.If)), default=-1)
    same = f"({function.state}, None)" if function.output else function.state
    node.body[last + 1 :] = ast.parse(f"return {same}").body
    return node
