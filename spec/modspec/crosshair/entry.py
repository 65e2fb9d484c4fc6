"""The entry point by which CrossHair finds this package.

CrossHair imports it whenever it runs. With a CrossHair that it does not know, nothing is
registered, and one line says so: it must never break a check of something else.
"""

from __future__ import annotations

import inspect
import sys
from importlib.metadata import version
from typing import Any


def _register() -> None:
    from crosshair import core  # it may be another CrossHair

    from modspec.crosshair import plugin  # noqa: F401
    from modspec.crosshair.checkable import checkables

    analyze, analyze_methods = core.analyze_function, core.analyze_class

    def analyze_function(function: Any, *options: Any, **named: Any) -> Any:
        """Return what CrossHair checks of a function, or the contract that it is held to."""
        context = getattr(function, "context", None)
        owner = context if isinstance(context, type) else None
        plain = _plain_function(getattr(function, "descriptor", function))
        held = [*checkables(plain, sys.stdout, owner)]
        return held or analyze(function, *options, **named)

    def analyze_class(kind: type, *options: Any, **named: Any) -> Any:
        """Yield what CrossHair checks of a class, after the contracts of its methods."""
        if not inspect.isabstract(kind):
            for name in dict.fromkeys(name for base in kind.__mro__ for name in vars(base)):
                method = _plain_function(inspect.getattr_static(kind, name))
                yield from checkables(method, sys.stdout, kind)
        yield from analyze_methods(kind, *options, **named)

    vars(core)["analyze_function"] = analyze_function
    vars(core)["analyze_class"] = analyze_class


def _plain_function(descriptor: Any) -> Any:
    """Return the function of a method or a property."""
    if isinstance(descriptor, property):
        return descriptor.fget
    return getattr(descriptor, "__func__", descriptor)


try:
    _register()
except Exception as error:  # noqa: BLE001  # whatever is missing: another check must go on
    print(
        f"modspec: its plugin does not fit CrossHair {version('crosshair-tool')}, "
        f"and registers nothing ({type(error).__name__}: {error})",
        file=sys.stderr,
    )
