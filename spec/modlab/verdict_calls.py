"""The calls in a verdict's JSON, as people type them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from modcheck.system.serve import encode
from modlab.calls import to_text
from modspec.run.domains import Domains
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Function, Module


def call_text(module: Module, call: Sequence[Any]) -> str:
    """Return a call from its form in a verdict, as people type it.

    Raises SpecificationError if the module has no such routine, ValueError if it takes another
    number of arguments.
    """
    routine, *arguments = call
    function = next((each for each in module.access_programs if each.name == routine), None)
    if function is None:
        raise SpecificationError(f"{module.name} has no access program {routine!r}")
    if len(arguments) != len(function.parameters):
        raise ValueError(f"{routine} takes {len(function.parameters)} arguments")
    texts = (_argument_text(module, function, *each) for each in enumerate(arguments))
    return f"{routine}({', '.join(texts)})"


def _argument_text(module: Module, function: Function, number: int, argument: Any) -> str:
    if isinstance(argument, str):
        try:
            known = Domains().of(module, function, number).usual
        except SpecificationError:
            known = ()
        for each in known:
            if argument == encode(each):
                return to_text(each)
    return to_text(tuple(argument) if isinstance(argument, list) else argument)
