"""The notation of module interface specifications, and its readings.

A specification is a Python file in a small pure subset; :func:`declare` reads it as a
:class:`~modspec.syntax.module.Module`. The readings run it, print it, explain it, lift it to logic
and turn it into contracts. Nothing here knows any particular specification.

The names of the readings are imported when they are first used: what only declares modules needs
nothing of them. What drives or compares programs is in packages above this one, which it does not
import: ``from modcheck import state_machine``, ``from modlab import Driver, compare_modules``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from modspec.syntax.bounds import Nat
from modspec.syntax.choices import some, the
from modspec.syntax.declaration import declare
from modspec.syntax.errors import OutsideNotation, SpecificationError
from modspec.syntax.module import Module
from modspec.syntax.rulebook import Citation, Rule, Rulebook, Source
from modspec.syntax.values import AbstractDataType, AbstractObject, Map, replace

if TYPE_CHECKING:
    from modspec.contract.contract import Contract, ContractViolation
    from modspec.explain.explain import explain_call
    from modspec.prove.module_claims import prove_module
    from modspec.run.domains import Domains
    from modspec.run.machine import AssumptionViolated, Call, Machine, Outcome
    from modspec.run.mutants import mutants
    from modspec.syntax.places import module_at

__all__ = [
    "AbstractDataType", "AbstractObject", "AssumptionViolated", "Call", "Citation", "Contract",
    "ContractViolation", "Domains", "Machine", "Map", "Module", "Nat", "Outcome", "OutsideNotation",
    "Rule", "Rulebook", "Source", "SpecificationError", "declare", "explain_call", "module_at",
    "mutants", "prove_module", "replace", "some", "the",
]  # fmt: skip

_READINGS: Final = {
    "AssumptionViolated": "run.machine",
    "Call": "run.machine",
    "Contract": "contract.contract",
    "ContractViolation": "contract.contract",
    "Domains": "run.domains",
    "Machine": "run.machine",
    "Outcome": "run.machine",
    "explain_call": "explain.explain",
    "module_at": "syntax.places",
    "mutants": "run.mutants",
    "prove_module": "prove.module_claims",
}
"""Where each name of a reading is."""


def __getattr__(name: str) -> object:
    """Return what has a name of a reading; import the reading."""
    if name not in _READINGS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_READINGS[name]}"), name)
