"""The notation of module interface specifications, and its readings.

A specification is a Python file in a small pure subset; :func:`declare` reads it as a
:class:`~modspec.syntax.module.Module`. The readings, each in a file of :mod:`modspec.readings`, run it, print
it, explain it and drive implementations with it. Nothing here knows any particular specification.
"""

from modspec.syntax.declaration import declare
from modspec.syntax.errors import OutsideNotation, SpecificationError
from modspec.syntax.module import Module
from modspec.syntax.rulebook import Citation, Rule, Rulebook, Source
from modspec.syntax.values import AbstractDataType, AbstractObject, Map

__all__ = [
    "AbstractDataType",
    "AbstractObject",
    "Citation",
    "Map",
    "Module",
    "OutsideNotation",
    "Rule",
    "Rulebook",
    "Source",
    "SpecificationError",
    "declare",
]
