"""Reader of printed formulas: the text of a page, taken back to the expression that it shows.

A printed formula has to mean what is run. Here it is read by the notation's own rules, which owe
nothing to the printer: where the printer leaves out parentheses, or writes one symbol for another,
the reader comes to another expression.

A formula does not show whether a name is a parameter, a state variable or a constant, what type a
tuple has, or which module a function is from. :func:`plain` leaves the same out of an expression,
so that the two can be compared. Space and the ends of lines mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, Final, NoReturn, TypeVar

from modspec.syntax import expressions as ex
from modspec.syntax.expressions import Expression, Quantifier

_TOKEN: Final = re.compile(
    r"\s*(\"[^\"]*\"|\d+(?:\.\d+|e-?\d+)+|\d+|[^\W\d]\w*|\.\.|:=|\|\||[^\s\w])"
)

_RELATIONS: Final = {
    "=": "Eq", "≠": "NotEq", "<": "Lt", "≤": "LtE", ">": "Gt", "≥": "GtE", "∈": "In", "∉": "NotIn",
    "⊂": "Subset", "⊆": "SubsetEq", "⊃": "Superset", "⊇": "SupersetEq",
}  # fmt: skip
_SUMS: Final = {"+": "Add", "-": "Sub"}
_PRODUCTS: Final = {"·": "Mult", "/": "Div", "div": "FloorDiv", "mod": "Mod"}
_SETS: Final = {"∪": "Union", "∩": "Intersection", "\\": "Difference"}
_ASSOCIATIVE: Final = ("∪", "∩")
_QUANTIFIERS: Final = {
    "∀": Quantifier.FOR_ALL,
    "∃": Quantifier.EXISTS,
    "+": Quantifier.SUM,
    "max": Quantifier.MAX,
    "min": Quantifier.MIN,
    "some": Quantifier.SOME,
    "the": Quantifier.THE,
}
_END: Final = ""

_E = TypeVar("_E", bound=ex.Node)


class UnreadableFormula(Exception):
    """A text is no formula. The message says where, and what was expected."""


def read(text: str) -> Expression:
    """Return the expression that a printed formula shows, as :func:`plain` has it.

    Raises UnreadableFormula if the text is no formula.
    """
    reader = _Reader(text)
    found = reader.formula()
    reader.expect(_END)
    return plain(found)


def read_assignment(text: str) -> tuple[tuple[str, ...], tuple[Expression, ...]]:
    """Return the names and the expressions of a clause: ``x, y := e, f``, ``out := e``.

    Raises UnreadableFormula if the text is no such clause, or has not an expression for each name.
    """
    reader = _Reader(text)
    names = reader.names()
    reader.expect(":=")
    values = reader.formulas()
    reader.expect(_END)
    if len(values) != len(names):
        raise UnreadableFormula(f"{len(values)} expressions for {len(names)} names: {text}")
    return names, tuple(map(plain, values))


def plain(node: _E) -> _E:
    """Return the expression without what a printed formula does not show."""
    return _plain(node)  # type: ignore[return-value]  # each kind of node stays what it is


def _plain(node: ex.Node) -> ex.Node:
    match node:
        case ex.Variable(name) | ex.StateVariable(name) | ex.TheState(name):
            return ex.Variable(name)
        case ex.Constant(name):
            return ex.Variable(name)
        case ex.Literal(bool() | None as value):
            return ex.Variable(str(value).lower())
        case ex.Literal(int(value)) if value < 0:
            return ex.Negative(ex.Literal(-value))
        case ex.NumberFunction("abs", operand):
            return ex.Size(plain(operand))  # both have the same sign
        case ex.Apply(_, name, arguments, through):
            is_of_the_object = isinstance(next(iter(arguments), None), ex.TheState)
            shown = tuple(plain(each) for each in arguments[is_of_the_object:])
            return ex.Apply("", name, shown, through)
        case ex.Record(_, arguments):
            return ex.Record("", tuple(("", plain(value)) for _, value in arguments))
        case ex.Interval(low, high):
            return ex.Interval(plain(low), _with_offset(plain(high)))
        case ex.Slice(target, low, high):
            return ex.Slice(plain(target), plain(low), _with_offset(plain(high)))
        case ex.MapLiteral(parts):
            return _map_of([(key and plain(key), plain(value)) for key, value in parts])
        case ex.Sequence(parts) if any(is_spliced for is_spliced, _ in parts):
            return ex.Sequence(tuple((True, _part_as_sequence(*part)) for part in parts))
        case ex.Quantified(quantifier, generators, body):
            return ex.Quantified(quantifier, _one_range(generators), plain(body))
        case ex.SetOf(generators, element):
            return ex.SetOf(_one_range(generators), plain(element))
        case ex.SequenceComprehension(generators, element):
            return ex.SequenceComprehension(_one_range(generators), plain(element))
        case ex.MapOf(generator, value):
            (alone,) = _one_range((generator,))
            return ex.MapOf(alone, plain(value))
    return _with_plain_parts(node)


def _with_plain_parts(node: ex.Node) -> ex.Node:
    """Return the node with its parts as they are shown."""

    def part(value: Any) -> Any:
        if isinstance(value, ex.Node):
            return _plain(value)
        return tuple(map(part, value)) if isinstance(value, tuple) else value

    names = [each.name for each in fields(node) if each.name not in ("at", "rules")]
    return replace(node, **{name: part(getattr(node, name)) for name in names})


def _part_as_sequence(is_spliced: bool, part: Expression) -> Expression:
    """Return a part of a concatenation, which is a sequence itself."""
    return plain(part) if is_spliced else ex.Sequence(((False, plain(part)),))


def _map_of(parts: Iterable[tuple[Expression | None, Expression]]) -> Expression:
    """Return a mapping of parts: those of a part without a key are parts of the whole."""
    flat: list[tuple[Expression | None, Expression]] = []
    for key, value in parts:
        flat += value.parts if key is None and isinstance(value, ex.MapLiteral) else [(key, value)]
    if len(flat) == 1 and flat[0][0] is None:
        return flat[0][1]
    return ex.MapLiteral(tuple(flat))


def _one_range(generators: tuple[ex.Generator, ...]) -> tuple[ex.Generator, ...]:
    """Return the dummies with their sets; all conditions stand with the last, as one."""
    conditions = tuple(plain(each) for generator in generators for each in generator.conditions)
    joined = (ex.And(conditions),) if len(conditions) > 1 else conditions
    bare = [ex.Generator(each.dummy, plain(each.domain), ()) for each in generators]
    return (*bare[:-1], replace(bare[-1], conditions=joined))


def _with_offset(node: Expression) -> Expression:
    """Return the bound of an interval as a term plus a number: ``(k - 1) + 1`` is ``k``."""
    offset = 0
    while True:
        match node:
            case ex.Arithmetic("Add", left, ex.Literal(int(value))):
                node, offset = left, offset + value
            case ex.Arithmetic("Sub", left, ex.Literal(int(value))):
                node, offset = left, offset - value
            case ex.Literal(int(value)):
                return ex.Literal(value + offset)
            case _:
                return ex.Arithmetic("Add", node, ex.Literal(offset)) if offset else node


class _Reader:
    """Reads one text, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\N{MINUS SIGN}", "-")
        self._tokens: list[str] = [*_TOKEN.findall(self._text), _END]
        self._place = 0

    # -- tokens ------------------------------------------------------------------------------------

    @property
    def _next(self) -> str:
        return self._tokens[self._place]

    def _take(self) -> str:
        self._place += 1
        return self._tokens[self._place - 1]

    def _takes(self, token: str) -> bool:
        """Take the token if it comes next; say whether it did."""
        if self._next != token:
            return False
        self._place += 1
        return True

    def expect(self, token: str) -> None:
        """Take a token. Raises UnreadableFormula if another comes next."""
        if not self._takes(token):
            self._fail(repr(token) if token else "the end")

    def _fail(self, expected: str) -> NoReturn:
        before = " ".join(self._tokens[max(0, self._place - 8) : self._place])
        raise UnreadableFormula(
            f"after {before!r}: expected {expected}, got {self._next!r}: {self._text}"
        )

    def _name(self) -> str:
        if not (self._next[:1].isalpha() or self._next[:1] == "_"):
            self._fail("a name")
        return self._take()

    def _list(self, closing: str, first: tuple[Expression, ...] = ()) -> tuple[Expression, ...]:
        """Return formulas with commas between, up to a closing bracket."""
        found = list(first)
        if self._takes(closing):
            return tuple(found)
        if not found or self._takes(","):
            found += self.formulas()
        self.expect(closing)
        return tuple(found)

    def names(self) -> tuple[str, ...]:
        """Return names with commas between."""
        found = [self._name()]
        while self._takes(","):
            found.append(self._name())
        return tuple(found)

    def formulas(self) -> tuple[Expression, ...]:
        """Return formulas with commas between."""
        found = [self.formula()]
        while self._takes(","):
            found.append(self.formula())
        return tuple(found)

    # -- formulas, from those that bind least ------------------------------------------------------

    def formula(self) -> Expression:
        """Return a formula: comparisons, all joined by "and", or all by "or"."""
        first = self._comparison()
        for symbol, kind in (("∧", ex.And), ("∨", ex.Or)):
            if self._next == symbol:
                operands = [first]
                while self._takes(symbol):
                    operands.append(self._comparison())
                return kind(tuple(operands))
        return first

    def _comparison(self) -> Expression:
        first, rest = self._interval(), []
        while self._next in _RELATIONS:
            relation = _RELATIONS[self._take()]
            rest.append((relation, self._interval()))
        return ex.Comparison(first, tuple(rest)) if rest else first

    def _interval(self) -> Expression:
        low = self._sum()
        if not self._takes(".."):
            return low
        return ex.Interval(low, ex.Arithmetic("Add", self._sum(), ex.Literal(1)))

    def _sum(self) -> Expression:
        first = self._from_left(_SUMS, self._product)
        if self._next in _SETS:
            return self._set_operation(first)
        if self._next == "⊕":
            parts = self._operands("⊕", first)
            return _map_of([(None, part) for part in parts])
        if self._next == "||":
            parts = self._operands("||", first)
            return ex.Sequence(tuple((True, part) for part in parts))
        return first

    def _operands(self, symbol: str, first: Expression) -> list[Expression]:
        """Return the operands of a chain of one operator, given the first operand."""
        found = [first]
        while self._takes(symbol):
            found.append(self._product())
        return found

    def _set_operation(self, first: Expression) -> Expression:
        """Return unions or intersections, from left to right, or one difference."""
        symbol = self._next
        found = first
        while self._takes(symbol):
            found = ex.SetOperation(_SETS[symbol], found, self._product())
            if symbol not in _ASSOCIATIVE:
                break
        return found

    def _product(self) -> Expression:
        return self._from_left(_PRODUCTS, self._unary)

    def _from_left(
        self, operators: dict[str, str], operand: Callable[[], Expression]
    ) -> Expression:
        result = operand()
        while self._next in operators:
            operator = operators[self._take()]
            result = ex.Arithmetic(operator, result, operand())
        return result

    def _unary(self) -> Expression:
        if self._takes("¬"):
            return ex.Not(self._unary())
        if self._takes("-"):
            return ex.Negative(self._unary())
        if self._takes("√"):
            return ex.NumberFunction("sqrt", self._atom())
        return self._selection()

    def _selection(self) -> Expression:
        """Return a field, an element or a part of something, or a call."""
        found = self._atom()
        while self._next in (".", "["):
            if self._takes("."):
                name = self._name()
                if self._next == "(" and isinstance(found, ex.Variable):
                    found = self._call(name, found.name)
                else:
                    found = ex.Field(found, name)
                continue
            self.expect("[")
            match self._list("]"):
                case (ex.Interval(low, high),):
                    found = ex.Slice(found, low, high)
                case (key,):
                    found = ex.Index(found, key)
                case keys:
                    found = ex.Index(found, _tuple_of(keys))
        return found

    def _call(self, name: str, through: str = "") -> Expression:
        self.expect("(")
        return ex.Apply("", name, self._list(")"), through)

    def _atom(self) -> Expression:
        if self._next[:1].isdigit():
            is_whole = self._next.isdigit()
            return ex.Literal(int(self._take()) if is_whole else float(self._take()))
        if self._next.startswith('"'):
            return ex.Literal(self._take()[1:-1])
        if self._takes("("):
            return self._in_parentheses()
        if self._takes("{"):
            return self._set()
        if self._takes("∅"):
            return ex.SetLiteral(())
        if self._takes("⟨"):
            if self._has_dummies():
                return ex.SequenceComprehension(*self._quantification("⟩"))
            return ex.Sequence(tuple((False, each) for each in self._list("⟩")))
        if self._next == "||":  # the bars of a size within a size
            self._tokens[self._place : self._place + 1] = ["|", "|"]
        if self._takes("|"):
            operand = self.formula()
            self.expect("|")
            return ex.Size(operand)
        name = self._name()
        if self._next != "(":
            return ex.Variable(name)
        if name == "dom":
            self.expect("(")
            (operand,) = self._list(")")
            return ex.Domain(operand)
        return self._call(name)

    def _in_parentheses(self) -> Expression:
        if self._next in _QUANTIFIERS and self._has_dummies(after=1):
            quantifier = _QUANTIFIERS[self._take()]
            return ex.Quantified(quantifier, *self._quantification(")"))
        if self._takes("λ"):
            (generator,), value = self._quantification(")")
            return ex.MapOf(generator, value)
        first = self.formula()
        if self._takes("⇒"):
            return self._conditional(first)
        if self._next == ",":
            return _tuple_of(self._list(")", (first,)))
        self.expect(")")
        return first

    def _conditional(self, condition: Expression) -> Expression:
        cases = [ex.Case(condition, self.formula())]
        while self._takes("|"):
            condition = self.formula()
            self.expect("⇒")
            cases.append(ex.Case(condition, self.formula()))
        self.expect(")")
        return ex.Conditional(tuple(cases))

    def _has_dummies(self, after: int = 0) -> bool:
        """Whether names with commas between, and a colon, come after so many words."""
        ahead = self._place + after
        while self._tokens[ahead].isidentifier() and self._tokens[ahead + 1] == ",":
            ahead += 2
        return self._tokens[ahead].isidentifier() and self._tokens[ahead + 1] == ":"

    def _set(self) -> Expression:
        if self._has_dummies():
            return ex.SetOf(*self._quantification("}"))
        if self._takes("↦"):
            self.expect("}")
            return ex.MapLiteral(())
        if self._takes("}"):
            return ex.SetLiteral(())
        first = self.formula()
        if self._next == "↦":
            return ex.MapLiteral(self._pairs(first))
        return ex.SetLiteral(self._list("}", (first,)))

    def _pairs(self, key: Expression) -> tuple[tuple[Expression, Expression], ...]:
        """Return keys with their values, given the first key."""
        self.expect("↦")
        found = [(key, self.formula())]
        while self._takes(","):
            key = self.formula()
            self.expect("↦")
            found.append((key, self.formula()))
        self.expect("}")
        return tuple(found)

    def _quantification(self, closing: str) -> tuple[tuple[ex.Generator, ...], Expression]:
        """Return the dummies and the body; the last dummy has the range."""
        generators: list[ex.Generator] = []
        while True:
            names = self.names()
            self.expect(":")
            domain = self.formula()
            generators += (ex.Generator(name, domain, ()) for name in names)
            if not self._takes(","):
                break
        self.expect("|")
        conditions = () if self._next == ":" else (self.formula(),)
        self.expect(":")
        body = self.formula()
        self.expect(closing)
        return (*generators[:-1], replace(generators[-1], conditions=conditions)), body


def _tuple_of(values: tuple[Expression, ...]) -> Expression:
    return ex.Record("", tuple(("", value) for value in values))
