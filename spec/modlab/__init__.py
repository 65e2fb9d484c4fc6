"""The lab: what a course needs around the checker, such as commands, settings and starter kits."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from modlab.calls import read_calls
    from modlab.commands.compare import compare_modules
    from modlab.driver import Driver
    from modlab.kept_transcript import replay

__all__ = ["Driver", "compare_modules", "read_calls", "replay"]

_PLACES: Final = {
    "Driver": "driver",
    "compare_modules": "commands.compare",
    "read_calls": "calls",
    "replay": "kept_transcript",
}
"""Where each name is."""


def __getattr__(name: str) -> object:
    """Return what has a name; import its module only then."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
