"""The entry point by which CrossHair finds this package.

CrossHair imports it whenever it runs. With a CrossHair that it does not know, nothing is
registered, and one line says so: it must never break a check of something else.
"""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Any


def _register() -> None:
    from crosshair import core  # it may be another CrossHair

    from modspec.crosshair import plugin  # noqa: F401
    from modspec.crosshair.checkable import checkables

    analyze = core.analyze_function

    def analyze_function(function: Any, *options: Any, **named: Any) -> Any:
        """Return what CrossHair checks of a function, or the contract that it is held to."""
        found = function.get_callable() if hasattr(function, "get_callable") else (function,)
        held = [*checkables(found[0] if found else None, sys.stdout)]
        return held or analyze(function, *options, **named)

    vars(core)["analyze_function"] = analyze_function


try:
    _register()
except Exception as error:  # noqa: BLE001  # whatever is missing: another check must go on
    print(
        f"modspec: its plugin does not fit CrossHair {version('crosshair-tool')}, "
        f"and registers nothing ({type(error).__name__}: {error})",
        file=sys.stderr,
    )
