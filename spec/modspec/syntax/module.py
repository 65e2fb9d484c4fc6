"""The parts of a module interface specification, as the course's template has them.

:func:`modspec.declare` reads a :class:`Module` from a Python file; the readings work on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import ModuleType

from modspec.syntax.expressions import NOWHERE, Expression, Quantified, Quantifier, Span
from modspec.syntax.types import BOOLEAN, Type


class Kind(Enum):
    """The kind of a module."""

    ABSTRACT_OBJECT = "abstract object"
    ABSTRACT_DATA_TYPE = "abstract data type"
    LIBRARY = "library"
    TYPES = "types and constants"


@dataclass(frozen=True)
class Declared:
    """A declaration of a module: its name, its docstring, the rules of its label and its place."""

    name: str
    text: str
    rules: tuple[str, ...]
    at: Span


@dataclass(frozen=True)
class ConstantDeclaration(Declared):
    """A constant, its type, and the expression that gives its value."""

    type: Type
    value: Expression


@dataclass(frozen=True)
class TypeDeclaration(Declared):
    """A named type and what it denotes."""

    type: Type


@dataclass(frozen=True)
class TypeParameterDeclaration(Declared):
    """A type that is left open: those who use a generic module say which one it is."""


@dataclass(frozen=True)
class ExceptionDeclaration(Declared):
    """An exception that access programs raise."""


@dataclass(frozen=True)
class VariableDeclaration(Declared):
    """A state variable and its type."""

    type: Type


@dataclass(frozen=True)
class StateDeclaration(Declared):
    """The state variables; the name is that of the Python class."""

    variables: tuple[VariableDeclaration, ...]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function, apart from the state."""

    name: str
    type: Type


@dataclass(frozen=True)
class Clause:
    """One statement of a function's meaning, with the rules that it states."""

    value: Expression
    rules: tuple[str, ...] = ()
    at: Span = NOWHERE


@dataclass(frozen=True)
class ExceptionClause(Clause):
    """If the value (a condition) holds and no earlier one does, the call raises the exception."""

    exception: str = ""


@dataclass(frozen=True)
class Assignment(Clause):
    """The value of a state variable after the call, in terms of the state before."""

    variable: str = ""
    is_frame: bool = False
    """Whether the text leaves the variable out, since it stays as it was."""


@dataclass(frozen=True)
class Definition(Clause):
    """A name for a value that the clauses after it use: the page's *where*."""

    name: str = ""


@dataclass(frozen=True)
class Function(Declared):
    """An access program or a local function."""

    module: str
    """The Python name of the module that defines it."""

    exported: bool
    state: str | None
    """The name of the parameter that is the state, or None."""

    parameters: tuple[Parameter, ...]
    result: Type
    assumptions: tuple[Clause, ...]
    exceptions: tuple[ExceptionClause, ...]
    definitions: tuple[Definition, ...]
    transition: tuple[Assignment, ...]
    """The next value of every state variable, or nothing if the function yields no state."""

    output: Clause | None
    makes_one_of_many: bool = False
    """Whether the function belongs to a module that may have many objects."""

    @property
    def is_transition(self) -> bool:
        """Whether the function yields a next state; it may yield an output as well."""
        return bool(self.transition)

    @property
    def is_constructor(self) -> bool:
        """Whether the function makes an object of an abstract data type, and yields it."""
        return self.is_transition and self.state is None and self.makes_one_of_many

    @property
    def has_output(self) -> bool:
        """Whether the function yields a value: an output, or the object that it makes."""
        return self.output is not None or self.is_constructor

    @property
    def choice(self) -> Quantified | None:
        """The choice that the function makes and yields, ``some(...)``; None if it makes none."""
        for clause in (*self.definitions, *((self.output,) if self.output else ())):
            if isinstance(clause.value, Quantified) and clause.value.quantifier is Quantifier.SOME:
                return clause.value
        return None

    @property
    def changes(self) -> tuple[Assignment, ...]:
        """The assignments that the text writes: the other state variables stay as they were."""
        return tuple(each for each in self.transition if not each.is_frame)

    @property
    def raises(self) -> tuple[str, ...]:
        """The exceptions, each once, in the order in which they are tried."""
        return tuple(dict.fromkeys(clause.exception for clause in self.exceptions))

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses, in the order of the text."""
        yield from self.assumptions
        yield from self.exceptions
        yield from self.definitions
        yield from self.transition
        if self.output:
            yield self.output


@dataclass(frozen=True)
class Use:
    """A module that this one uses, and the declarations used."""

    module: str
    names: tuple[str, ...]
    """The declarations that are imported by their own name."""

    qualified: tuple[str, ...] = ()
    """The functions that are called through the module's name, as in ``queue.init()``."""

    @property
    def short(self) -> str:
        """The module's own name, without those of its packages."""
        return self.module.rpartition(".")[2]

    @property
    def names_in_text(self) -> tuple[str, ...]:
        """All names that are used, as the text has them."""
        return (*self.names, *(f"{self.short}.{name}" for name in self.qualified))


@dataclass(frozen=True, eq=False)
class Module:
    """A module interface specification."""

    name: str
    python_name: str
    kind: Kind
    title: str
    text: str
    environment: str
    """What the module reads or changes outside of itself, such as a screen or a file, in words."""

    assumptions: str
    considerations: str
    uses: tuple[Use, ...]
    constants: tuple[ConstantDeclaration, ...]
    types: tuple[TypeDeclaration, ...]
    exceptions: tuple[ExceptionDeclaration, ...]
    state: StateDeclaration | None
    functions: tuple[Function, ...]
    file: Path
    source: str = field(repr=False)
    python: ModuleType = field(repr=False)
    type_parameters: tuple[TypeParameterDeclaration, ...] = ()
    """The types that are left open; a module with any is generic."""

    def __getitem__(self, name: str) -> Function:
        """Return the function of that name; KeyError if the module has none."""
        return {function.name: function for function in self.functions}[name]

    @property
    def access_programs(self) -> tuple[Function, ...]:
        """The exported functions, in the order of the text."""
        return tuple(function for function in self.functions if function.exported)

    @property
    def local_functions(self) -> tuple[Function, ...]:
        """The functions that are not exported, without the state invariant."""
        return tuple(f for f in self.functions if not f.exported and f is not self.invariant)

    @property
    def invariant(self) -> Function | None:
        """The state invariant: the local function of that name, in a module that has a state."""
        return next((f for f in self.functions if self.state and f.name == "invariant"), None)

    @property
    def states_theorems(self) -> bool:
        """Whether the module has no state and all its access programs yield truth values."""
        programs = self.access_programs
        return self.kind is Kind.LIBRARY and all(each.result == BOOLEAN for each in programs)

    @property
    def initializers(self) -> tuple[Function, ...]:
        """The access programs that yield a state without being given one."""
        return tuple(f for f in self.access_programs if f.is_transition and f.state is None)

    def declarations(self) -> Iterator[Declared]:
        """Yield everything that the module declares, in the order of the template."""
        yield from self.type_parameters
        yield from self.constants
        yield from self.types
        yield from self.exceptions
        if self.state:
            yield self.state
            yield from self.state.variables
        yield from self.functions
