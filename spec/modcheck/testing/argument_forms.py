"""Argument forms: which parameters are sets and mappings.

Both travel as arrays. A program in Python that the checker serves is given them as what they are,
as in the process of the checker.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, get_origin, get_type_hints

from modcheck.system.serve import MAPPING, SET, Forms
from modspec.syntax.module import Module


def argument_forms(module: Module) -> Forms:
    """Return the forms of the parameters of each access program that has a set or a mapping."""
    found = {}
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
