"""Stand-ins: quicker functions that are proved to yield what functions of a specification yield.

A check asks a specification thousands of times what is due in games that no recording has. Where a
course has a proved program for what takes most of this time, the specification applies that
program. A mutant is asked as it is written: an edited function has no stand-in, nor has what
applies it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from modspec.run.instance import Instance
from modspec.syntax.module import Module

Function: TypeAlias = Callable[..., Any]

StandIns: TypeAlias = Mapping[tuple[str, str], Callable[[Function], Function]]
"""By the Python name of a module and the name of a function: what makes the stand-in of the
function. A stand-in applies the function itself to all that the proof does not cover."""


def put_stand_ins(instance: Instance, stand_ins: StandIns) -> None:
    """Have the modules of an instance without edits apply stand-ins."""
    modules = instance.modules()
    spaces = [_space(instance, module) for module in modules if module.functions]
    known = {module.python_name for module in modules}
    for (module, name), stand_in_of in stand_ins.items():
        if module in known:
            exact = instance.function(module, name)
            stand_in = stand_in_of(exact)
            for space in spaces:
                if space.get(name) is exact:
                    space[name] = stand_in


def _space(instance: Instance, module: Module) -> dict[str, Any]:
    """Return the name space in which the functions of a module are executed."""
    function = instance.function(module.python_name, module.functions[0].name)
    space: dict[str, Any] = inspect.unwrap(function).__globals__
    return space
