"""The notation of module interface specifications, and its readings.

A specification is a Python file in a small pure subset; :func:`declare` reads it as a
:class:`~modspec.syntax.module.Module`. The readings run it, print it, explain it, lift it to logic
and turn it into contracts. Nothing here knows any particular specification.
"""

from modspec.syntax.declaration import declare
from modspec.syntax.errors import OutsideNotation, SpecificationError
from modspec.syntax.module import Module
from modspec.syntax.rulebook import Citation, Rule, Rulebook, Source
from modspec.syntax.values import AbstractDataType, AbstractObject, Map

__all__ = [
    "AbstractDataType", "AbstractObject", "Citation", "Map", "Module", "OutsideNotation", "Rule",
    "Rulebook", "Source", "SpecificationError", "declare",
]  # fmt: skip
