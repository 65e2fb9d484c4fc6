"""The errors of a specification: one line each, which says what would be right."""


class SpecificationError(Exception):
    """A specification that cannot be read or run as asked."""


class OutsideNotation(SpecificationError):
    """A construct that the notation does not have.

    Attributes: ``file``, ``line`` (from 1), ``column`` (from 1), ``construct`` (its name) and
    ``instead`` (what to write).
    """

    def __init__(self, file: str, line: int, column: int, construct: str, instead: str) -> None:
        self.file, self.line, self.column = file, line, column
        self.construct, self.instead = construct, instead
        super().__init__(f"{file}:{line}:{column}: {construct} is outside the notation; {instead}")
