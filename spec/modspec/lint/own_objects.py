"""Own objects: access programs that may be meant to yield an object, and change the one given.

In an abstract data type both have the same result type. A routine that returns ``State(...)`` or
``replace(...)`` is a transition; one that returns what a function makes yields an object.
"""

from __future__ import annotations

import re

from modspec.lint.findings import FindingKind, Level, Report
from modspec.syntax.module import Function, Kind, Module


def check_own_objects(module: Module, report: Report) -> None:
    """Report transitions whose words, or whose parameters, are those of an output."""
    if module.kind is not Kind.ABSTRACT_DATA_TYPE or module.state is None:
        return
    own = module.state.name
    made = module.initializers[0].name if module.initializers else "new"
    for function in module.access_programs:
        if not function.is_transition or function.state is None or function.output is not None:
            continue
        is_named = _has_words_of_output(function)
        is_own = (getattr(each.type, "name", "") == own for each in function.parameters)
        if is_named or any(is_own):
            report(
                function.at,
                Level.WARNING if is_named else Level.HINT,
                FindingKind.TRANSITION,
                f"{function.name} is a transition: it changes {function.state}, and yields nothing",
                f"to yield another {own} and leave {function.state} as it is, return what a "
                f"function makes: {made}(...), or a local function that returns {own}(...)",
            )


def _has_words_of_output(function: Function) -> bool:
    """Whether a function is named, or described, by what it yields and not by what it does."""
    first = function.name.partition("_")[0]
    is_participle = first.endswith("ed") and not first.endswith("eed")  # feed, proceed
    return is_participle or re.match(r"(The|An?) ", function.text) is not None
