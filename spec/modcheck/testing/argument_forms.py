"""Argument forms: which parameters are sets and mappings, and how the routines are called.

Both travel as arrays. A program in Python that the checker serves is given them as what they are,
as in the process of the checker. The names of the routines say what to look for in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, get_origin, get_type_hints

from modcheck.system.serve import BEGINS, MAPPING, SET, WANTED, Forms
from modspec.syntax.module import Module


def argument_forms(module: Module) -> Forms:
    """Return the names of the routines, and the forms of parameters of those that need them.

    They are the access programs that are passed a set or a mapping.
    """
    found = {
        BEGINS: [function.name for function in module.initializers],
        WANTED: [function.name for function in module.access_programs],
    }
    for function in module.access_programs:
        hints = get_type_hints(vars(module.python)[function.name])
        forms = [_form(hints[parameter.name]) for parameter in function.parameters]
        if any(forms):
            found[function.name] = forms
    return found


def _form(annotation: Any) -> str:
    origin = get_origin(annotation) or annotation
    if not isinstance(origin, type):
        return ""
    return SET if issubclass(origin, Set) else MAPPING if issubclass(origin, Mapping) else ""
