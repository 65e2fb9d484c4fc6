"""What can be wrong with a specification, told in one line that says what would be right."""

from __future__ import annotations


class SpecificationError(Exception):
    """A specification that cannot be read."""


class OutsideNotation(SpecificationError):
    """A construct that the notation does not have.

    Attributes: ``file``, ``line`` (from 1), ``column`` (from 1), ``construct`` (what stands there) and
    ``instead`` (what to write).
    """

    def __init__(self, file: str, line: int, column: int, construct: str, instead: str) -> None:
        self.file, self.line, self.column = file, line, column
        self.construct, self.instead = construct, instead
        super().__init__(f"{file}:{line}:{column}: {construct} is outside the notation; {instead}")
