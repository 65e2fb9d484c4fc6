"""The checker: does this program do what a module says?

Data flows one way. A trace of calls is run on the program under test (:mod:`.system`, confined by
:mod:`.sandbox`). :mod:`.testing` makes the traces and compares each reply with the specification.
:mod:`.diagnosis` finds the rule that a mismatch breaks. :mod:`.verdict` states the result,
:mod:`.report` writes it down, and :mod:`.grading` does all this for a whole class. Nothing here
knows any particular specification.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from modcheck.system.in_process import InProcess
    from modcheck.testing.state_machine import MismatchFound, state_machine

__all__ = ["InProcess", "MismatchFound", "state_machine"]

_PLACES: Final = {
    "InProcess": "system.in_process",
    "MismatchFound": "testing.state_machine",
    "state_machine": "testing.state_machine",
}
"""Where each name is."""


def __getattr__(name: str) -> object:
    """Return what tests of a program need; Hypothesis is imported only then."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
