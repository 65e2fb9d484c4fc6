"""The expressions of the notation: what a formula is made of.

Printing, explaining, evaluating and contracts walk this tree. It follows the mathematics, not
Python: a generator inside ``any`` is an existential quantifier, a chain of ``if``/``else`` a
conditional expression.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache
from typing import Any


@dataclass(frozen=True, order=True)
class Span:
    """A place in a file: lines from 1, columns from 0, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span(0, 0, 0, 0)
"""The span of a node that was not read from a file."""


@dataclass(frozen=True, kw_only=True)
class Node:
    """Part of a formula: its place, and the ids of the rules that its label names, if any."""

    at: Span = field(default=NOWHERE, compare=False, repr=False)
    rules: tuple[str, ...] = field(default=(), compare=False, repr=False)


class Expression(Node):
    """A formula or a term."""


@dataclass(frozen=True)
class Variable(Expression):
    """A parameter, the dummy of a quantification, or a name that a definition introduces."""

    name: str


@dataclass(frozen=True)
class StateVariable(Expression):
    """A state variable of the module, as it is before the call."""

    name: str


@dataclass(frozen=True)
class TheState(Expression):
    """The whole state before the call, passed to another function of the module; not printed."""

    name: str


@dataclass(frozen=True)
class Constant(Expression):
    """A named constant or an element of an enumeration; also a type that is used as a set."""

    name: str
    value: Any = field(compare=False, repr=False)


@dataclass(frozen=True)
class Literal(Expression):
    """A number, a truth value, a string, or None, which an optional value is if there is none."""

    value: int | float | bool | str | None


@dataclass(frozen=True)
class Field(Expression):
    """A field of a tuple: ``square.row``."""

    target: Expression
    name: str


@dataclass(frozen=True)
class Index(Expression):
    """An element of a sequence or the value of a mapping: ``board[square]``."""

    target: Expression
    key: Expression


@dataclass(frozen=True)
class Slice(Expression):
    """A part of a sequence, from ``low`` up to but without ``high``."""

    target: Expression
    low: Expression
    high: Expression


@dataclass(frozen=True)
class Apply(Expression):
    """A call of a function that some module of the specification defines."""

    module: str
    function: str
    arguments: tuple[Expression, ...]
    through: str = ""
    """The name of the module if the call is qualified: ``queue`` in ``queue.init()``."""


@dataclass(frozen=True)
class Record(Expression):
    """A tuple of a named type, or the next state: ``Square(row, col)``."""

    type: str
    arguments: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True)
class Not(Expression):
    """Negation."""

    operand: Expression


@dataclass(frozen=True)
class And(Expression):
    """Conjunction, from left to right: an operand need have a value only if those before hold."""

    operands: tuple[Expression, ...]


@dataclass(frozen=True)
class Or(Expression):
    """Disjunction, from left to right: likewise, only if none before holds."""

    operands: tuple[Expression, ...]


@dataclass(frozen=True)
class Comparison(Expression):
    """A chain of comparisons, ``0 ≤ row < SIZE``.

    Operators are as in ``ast``: Eq, Lt, In, ...; between sets, those of :data:`OF_SETS`.
    """

    first: Expression
    rest: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True)
class Arithmetic(Expression):
    """A binary operation on numbers: Add, Sub, Mult or Div; on integers FloorDiv or Mod."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Negative(Expression):
    """The negative of a number."""

    operand: Expression


@dataclass(frozen=True)
class NumberFunction(Expression):
    """A function of numbers that mathematics has a sign for: ``abs`` or ``sqrt``."""

    name: str
    operand: Expression


@dataclass(frozen=True)
class Case(Node):
    """One rule of a conditional expression: if the condition holds, the value is this."""

    condition: Expression
    value: Expression


@dataclass(frozen=True)
class Conditional(Expression):
    """Conditional rules, tried in order; the last one's condition is the literal ``true``."""

    cases: tuple[Case, ...]


@dataclass(frozen=True)
class Interval(Expression):
    """The integers from ``low`` up to but without ``high``, as Python's ``range`` has it."""

    low: Expression
    high: Expression


@dataclass(frozen=True)
class Generator(Node):
    """A dummy with the set it ranges over, and the conditions on it."""

    dummy: str
    domain: Expression
    conditions: tuple[Expression, ...]


class Quantifier(Enum):
    """How the bodies of a quantification are combined."""

    FOR_ALL = "all"
    EXISTS = "any"
    SUM = "sum"
    MAX = "max"
    MIN = "min"
    SOME = "some"
    THE = "the"

    @property
    def is_of_numbers(self) -> bool:
        """Whether the bodies are numbers."""
        return self in (Quantifier.SUM, Quantifier.MAX, Quantifier.MIN)

    @property
    def is_of_truth_values(self) -> bool:
        """Whether the bodies are truth values; else it may be that they are of any type."""
        return self in (Quantifier.FOR_ALL, Quantifier.EXISTS)


@dataclass(frozen=True)
class Quantified(Expression):
    """``(∃ x : S | r : p)`` and its like: the body for all dummies that satisfy the range."""

    quantifier: Quantifier
    generators: tuple[Generator, ...]
    body: Expression


@dataclass(frozen=True)
class SetOf(Expression):
    """``{x : S | r : e}``: the set of the values of the element."""

    generators: tuple[Generator, ...]
    element: Expression


@dataclass(frozen=True)
class MapOf(Expression):
    """``(λ x : S | : e)``: the mapping from each element of the set to a value."""

    generator: Generator
    value: Expression


@dataclass(frozen=True)
class SetLiteral(Expression):
    """A set given by its elements."""

    elements: tuple[Expression, ...]


@dataclass(frozen=True)
class SetOperation(Expression):
    """A binary operation on sets: Union, Intersection or Difference."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Domain(Expression):
    """The set of the arguments for which a mapping has a value."""

    operand: Expression


@dataclass(frozen=True)
class MapLiteral(Expression):
    """A mapping given by its parts: of several with the same key, the last one counts."""

    parts: tuple[tuple[Expression | None, Expression], ...]
    """Keys with their values; without a key, the value is a whole mapping."""


@dataclass(frozen=True)
class Sequence(Expression):
    """A sequence given by its parts: each an element or, where spliced, a whole sequence."""

    parts: tuple[tuple[bool, Expression], ...]


@dataclass(frozen=True)
class SequenceComprehension(Expression):
    """``⟨x : s | r : e⟩``: the values of the element, in the order of the sequence."""

    generators: tuple[Generator, ...]
    element: Expression


@dataclass(frozen=True)
class Size(Expression):
    """The number of elements of a set or sequence."""

    operand: Expression


OF_SETS = {"Lt": "Subset", "LtE": "SubsetEq", "Gt": "Superset", "GtE": "SupersetEq"}
"""The comparison of sets for each of Python's comparisons by size."""


def children(node: Node) -> list[Node]:
    """Return the parts of a node, from left to right."""
    kind: Any = type(node)  # whose hash mypy takes for that of a node
    parts: list[Node] = []
    for name in _names(kind):
        _add_nodes(getattr(node, name), parts)
    return parts


def _add_nodes(value: object, parts: list[Node]) -> None:
    """Add the nodes to ``parts`` that a field has, maybe in tuples."""
    if isinstance(value, Node):
        parts.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _add_nodes(item, parts)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """Return the fields of a kind of node that may have parts."""
    common = {item.name for item in fields(Node)}
    return tuple(item.name for item in fields(kind) if item.name not in common)


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and all its parts, outermost first."""
    todo = [node]
    while todo:
        part = todo.pop()
        yield part
        todo += reversed(children(part))
