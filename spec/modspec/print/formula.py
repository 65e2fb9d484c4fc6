"""Formulas: expressions, types and clauses as documents.

The notation is that of the course: quantifications as ``(∃ x : S | r : p)``, sums as
``(+ x : S | r : e)``, conditional rules as ``(c ⇒ e | c ⇒ e)``. Parentheses stand where precedence
needs them and where a reader might doubt it: also around a conjunction within a disjunction.
"""

from __future__ import annotations

from collections.abc import Iterable

from modspec.print.document import (
    NOTHING,
    Break,
    Document,
    Either,
    Face,
    Group,
    Nest,
    concat,
    flat_width,
    has_label,
    join,
    label_width,
    text,
    with_label,
)
from modspec.syntax import expressions as ex
from modspec.syntax import types
from modspec.syntax.expressions import Expression, Quantifier
from modspec.syntax.module import ExceptionClause, Function

OPERATORS = {
    "Eq": "=", "NotEq": "≠", "Lt": "<", "LtE": "≤", "Gt": ">", "GtE": "≥", "In": "∈", "NotIn": "∉",
    "Subset": "⊂", "SubsetEq": "⊆", "Superset": "⊃", "SupersetEq": "⊇",
    "Union": "∪", "Intersection": "∩", "Difference": "\\",
    "Add": "+", "Sub": "-", "Mult": "·", "Div": "/", "FloorDiv": "div", "Mod": "mod",
}  # fmt: skip
"""The symbol of each operator of the syntax."""

QUANTIFIERS = {
    Quantifier.FOR_ALL: "∀",
    Quantifier.EXISTS: "∃",
    Quantifier.SUM: "+",
    Quantifier.MAX: "max",
    Quantifier.MIN: "min",
    Quantifier.SOME: "some",
    Quantifier.THE: "the",
}
"""The symbol of each quantifier."""

_ALIGNED = 52
"""The greatest width of conditional rules, labels included, whose arrows are aligned."""

_LEFT_SIDE = 20
"""The greatest width of an assignment's left side with the right side beside it."""

_OR, _AND, _COMPARE, _ADD, _MULTIPLY, _UNARY, _ATOM = range(7)


def operator(symbol: str) -> Document:
    """Return a symbol of the notation."""
    return text(symbol, Face.OPERATOR)


def _infix(symbol: str) -> Document:
    """Return a symbol with a space on either side."""
    return text(" ") + operator(symbol) + text(" ")


def _list(opening: str, items: Iterable[Document], closing: str, tight: bool = False) -> Document:
    """Return documents with commas between, in brackets."""
    inner = join(text(",") + Break(), items)
    return Group(text(opening) + Nest(inner) + text(closing), tight)


# -- expressions -----------------------------------------------------------------------------------


def _precedence(node: Expression) -> int:
    match node:
        case ex.Or():
            return _OR
        case ex.And():
            return _AND
        case ex.Comparison():
            return _COMPARE
        case ex.Interval() | ex.SetOperation():
            return _ADD
        case ex.MapLiteral(parts) if len(parts) > 1 and parts[0][0] is None:
            return _ADD
        case ex.Arithmetic(name):
            return _ADD if name in ("Add", "Sub") else _MULTIPLY
        case ex.Not() | ex.Negative():
            return _UNARY
        case ex.Sequence(parts) if _is_concatenation(parts):
            return _ADD
    return _ATOM


def _at(node: Expression, least: int) -> Document:
    """Return the expression, in parentheses if its precedence is less than ``least``."""
    inner = formula(node)
    return inner if _precedence(node) >= least else text("(") + Nest(inner) + text(")")


def formula(node: Expression) -> Document:
    """Return the expression as a document."""
    match node:
        case ex.Variable(name) | ex.StateVariable(name) | ex.TheState(name):
            return text(name, Face.VARIABLE)
        case ex.Constant(name, value):
            return text(name, Face.TYPE if isinstance(value, type) else Face.CONSTANT)
        case ex.Literal(bool() | None as value):
            return text(str(value).lower(), Face.KEYWORD)
        case ex.Literal(str(value)):
            return text(f'"{value}"', Face.KEYWORD)
        case ex.Literal(value):
            return text(str(value), Face.NUMBER)
        case ex.Field(target, name):
            return _at(target, _ATOM) + text(".") + text(name, Face.VARIABLE)
        case ex.Index(target, key):
            inner = _fields(key) if isinstance(key, ex.Record) else formula(key)
            return _at(target, _ATOM) + text("[") + Nest(inner) + text("]")
        case ex.Slice(target, low, high):
            inner = formula(ex.Interval(low, high))
            return _at(target, _ATOM) + text("[") + Nest(inner) + text("]")
        case ex.Apply(_, name, arguments, through):
            is_of_the_object = isinstance(next(iter(arguments), None), ex.TheState)
            shown = [formula(each) for each in arguments[is_of_the_object:]]
            name = f"{through}.{name}" if through else name
            return text(name, Face.FUNCTION) + _list("(", shown, ")", tight=True)
        case ex.Record():
            return text("(") + Nest(_fields(node)) + text(")")
        case ex.Not(operand):
            return operator("¬") + _at(operand, _UNARY)
        case ex.Negative(operand):
            return operator("-") + _at(operand, _UNARY)
        case ex.NumberFunction("abs", operand):
            return text("|") + formula(operand) + text("|")
        case ex.NumberFunction(_, operand):
            return operator("√") + text("(") + Nest(formula(operand)) + text(")")
        case ex.And(operands):
            return _connective(operands, "∧")
        case ex.Or(operands):
            return _connective(operands, "∨")
        case ex.Comparison(first, rest):
            chain = _at(first, _ADD)
            for relation, operand in rest:
                chain += Break() + operator(OPERATORS[relation]) + text(" ") + _at(operand, _ADD)
            return Group(Nest(chain), tight=True)
        case ex.Arithmetic(name, left, right):
            level = _precedence(node)
            second = operator(OPERATORS[name]) + text(" ") + _at(right, level + 1)
            return Group(Nest(_at(left, level) + Break() + second), tight=True)
        case ex.Interval(low, high):
            return _at(low, _ADD) + operator("..") + _at(_one_less(high), _ADD)
        case ex.Conditional(cases):
            rows = [(formula(case.condition), formula(case.value), case.rules) for case in cases]
            return conditional_rules(rows)
        case ex.Quantified(quantifier, generators, body):
            opening = text("(") + operator(QUANTIFIERS[quantifier]) + text(" ")
            return _quantification(opening, generators, body, ")")
        case ex.SetOf(generators, element):
            return _quantification(text("{"), generators, element, "}")
        case ex.MapOf(generator, value):
            opening = text("(") + operator("λ") + text(" ")
            return _quantification(opening, (generator,), value, ")")
        case ex.SetOperation(name, left, right):
            is_chain = isinstance(left, ex.SetOperation) and left.operator == name
            level = _ADD if is_chain and name != "Difference" else _MULTIPLY
            second = operator(OPERATORS[name]) + text(" ") + _at(right, _MULTIPLY)
            return Group(Nest(_at(left, level) + Break() + second), tight=True)
        case ex.Domain(operand):
            return text("dom", Face.KEYWORD) + text("(") + Nest(formula(operand)) + text(")")
        case ex.MapLiteral(parts):
            return _map_literal(parts)
        case ex.SetLiteral(()):
            return text("∅", Face.CONSTANT)
        case ex.SetLiteral(elements):
            return _list("{", map(formula, elements), "}")
        case ex.SequenceComprehension(generators, element):
            return _quantification(text("⟨"), generators, element, "⟩")
        case ex.Sequence(parts) if _is_concatenation(parts):
            pieces = [
                _at(part, _ATOM) if is_spliced else formula(ex.Sequence(((False, part),)))
                for is_spliced, part in parts
            ]
            return Group(Nest(join(Break() + operator("||") + text(" "), pieces)))
        case ex.Sequence(parts):
            return _list("⟨", (formula(element) for _, element in parts), "⟩")
        case ex.Size(operand):
            return text("|") + formula(operand) + text("|")
    raise TypeError(f"no formula for {type(node).__name__}")


def _map_literal(parts: tuple[tuple[Expression | None, Expression], ...]) -> Document:
    """Return ``m ⊕ {k ↦ v}``: ``m``, but for the keys on the right; without any, ``{↦}``."""
    pieces: list[Document] = []
    pairs: list[Document] = []
    for key, value in parts:
        if key is not None:
            pairs.append(formula(key) + _infix("↦") + formula(value))
            continue
        if pairs:
            pieces.append(_list("{", pairs, "}"))
            pairs = []
        pieces.append(_at(value, _ATOM))
    if pairs:
        pieces.append(_list("{", pairs, "}"))
    if not pieces:
        return text("{") + operator("↦") + text("}")
    return Group(Nest(join(Break() + operator("⊕") + text(" "), pieces)))


def _fields(node: ex.Record) -> Document:
    last = len(node.arguments) - 1
    values = (
        with_label(formula(value) + (text(",") if number < last else NOTHING), value.rules)
        for number, (_, value) in enumerate(node.arguments)
    )
    return Group(join(Break(), values), tight=True)


def _connective(operands: tuple[Expression, ...], symbol: str) -> Document:
    first, *rest = (with_label(_at(operand, _COMPARE), operand.rules) for operand in operands)
    lead = Either("  ", "")  # so that operands stand below one another
    return Group(
        Nest(concat([lead + first, *(Break() + operator(symbol) + text(" ") + r for r in rest)]))
    )


def _one_less(node: Expression) -> Expression:
    """Return the greatest integer of an interval, from the bound that Python's range excludes."""
    match node:
        case ex.Literal(int(value)):
            return ex.Literal(value - 1)
        case ex.Arithmetic("Add", left, ex.Literal(1)):
            return left
        case ex.Arithmetic("Add", left, ex.Literal(int(value))):
            return ex.Arithmetic("Add", left, ex.Literal(value - 1))
        case ex.Arithmetic("Sub", left, ex.Literal(int(value))):
            return ex.Arithmetic("Sub", left, ex.Literal(value + 1))
    return ex.Arithmetic("Sub", node, ex.Literal(1))


def conditional_rules(rows: list[tuple[Document, Document, tuple[str, ...]]]) -> Document:
    """Return ``(c ⇒ e | c ⇒ e)``: on lines of their own, the arrows stand below one another.

    If there is no room for that, a long rule continues with its arrow on a line of its own.
    """
    widths = [flat_width(condition) for condition, _, _ in rows]
    row = max(widths) + max(flat_width(value) + label_width(rules) for _, value, rules in rows)
    pads = [max(widths) - width if row <= _ALIGNED else 0 for width in widths]
    parts: list[Document] = []
    for number, ((condition, value, rules), pad) in enumerate(zip(rows, pads, strict=True)):
        opening = (
            text("(") + Either(" ", "") if number == 0 else Break() + operator("|") + text(" ")
        )
        closing = Either(" ", "") + text(")") if number == len(rows) - 1 else NOTHING
        arrow = operator("⇒") + text(" ") + Nest(value)
        if row <= _ALIGNED or has_label(condition) or has_label(value):
            rule = Nest(condition) + Either(" " * pad, "") + text(" ") + arrow
        else:
            rule = Group(Nest(Nest(condition) + Nest(Break() + arrow, 2)), tight=True)
        parts.append(with_label(opening + rule + closing, rules))
    return Group(Nest(concat(parts)))


def _dummies(generators: tuple[ex.Generator, ...]) -> Document:
    """Return the dummies with their sets; neighbours with the same set share it."""
    parts: list[Document] = []
    names: list[str] = []
    for this, following in zip(generators, (*generators[1:], None), strict=True):
        names.append(this.dummy)
        alike = following is not None and following.domain == this.domain
        if alike and not this.rules and not this.conditions:
            continue
        shown = join(text(", "), (text(name, Face.VARIABLE) for name in names))
        comma = text(",") if following is not None else NOTHING
        parts.append(with_label(shown + text(" : ") + formula(this.domain) + comma, this.rules))
        names = []
    return Nest(join(Break(), parts))


def _range(generators: tuple[ex.Generator, ...]) -> Expression | None:
    conditions = tuple(c for generator in generators for c in generator.conditions)
    return ex.And(conditions) if len(conditions) > 1 else conditions[0] if conditions else None


def _quantification(
    opening: Document, generators: tuple[ex.Generator, ...], body: Expression, closing: str
) -> Document:
    condition = _range(generators)
    bar = Break() + operator("|") + text(" ")
    if condition is None:
        middle = bar + operator(":") + text(" ")
    else:
        labelled_condition = with_label(Nest(formula(condition)), condition.rules)
        middle = bar + labelled_condition + Break() + operator(":") + text(" ")
    content = middle + with_label(Nest(formula(body)) + text(closing), body.rules)
    return Group(Nest(opening + _dummies(generators) + Nest(content, 2)))


def _is_concatenation(parts: tuple[tuple[bool, Expression], ...]) -> bool:
    return any(is_spliced for is_spliced, _ in parts)


# -- types -----------------------------------------------------------------------------------------


def type_formula(node: types.Type) -> Document:
    """Return the type as a document: ``seq of integer``, ``Square → Cell``, ``{BLACK, WHITE}``."""
    match node:
        case types.REAL:
            return text("ℝ", Face.TYPE)
        case types.NATURAL:
            return text("ℕ", Face.TYPE)
        case types.IntegersIn(interval):
            return formula(interval)
        case types.Named(name):
            return text(name, Face.TYPE)
        case types.SequenceOf(element):
            return text("seq of ", Face.KEYWORD) + type_formula(element)
        case types.SetOfType(element):
            return text("set of ", Face.KEYWORD) + type_formula(element)
        case types.Mapping(source, target):
            return type_formula(source) + _infix("→") + type_formula(target)
        case types.InstanceOf(name, arguments):
            return text(name, Face.TYPE) + _list("(", map(type_formula, arguments), ")", tight=True)
        case types.Union(members):
            return join(_infix("∪"), map(type_formula, members))
        case types.NOTHING:
            return text("{") + text("none", Face.KEYWORD) + text("}")
        case types.Enumeration(names, values):
            shown = [text(f" = {_element_value(value)}") for value in values]
            pairs = zip(names, shown or [NOTHING] * len(names), strict=True)
            return _list("{", (text(n, Face.CONSTANT) + value for n, value in pairs), "}")
        case types.TupleOf(fields):
            inner = join(text(",") + Break(), (with_type(n, Face.VARIABLE, t) for n, t in fields))
            opening = text("tuple of ", Face.KEYWORD) + text("(")
            return Group(opening + Nest(inner) + text(")"))
    raise TypeError(f"no formula for the type {node!r}")


def _element_value(value: int | tuple[int, ...]) -> str:
    return f"({', '.join(map(str, value))})" if isinstance(value, tuple) else str(value)


def with_type(name: str, face: Face, type_: types.Type) -> Document:
    """Return ``x : T``."""
    return text(name, face) + text(" : ") + type_formula(type_)


# -- the clauses of a function ---------------------------------------------------------------------


def signature(function: Function) -> Document:
    """Return ``f : A × B → C``; without parameters, ``f : → C``."""
    name = text(function.name, Face.FUNCTION) + text(" : ")
    times = Break() + operator("×") + text(" ")
    domain = join(times, (type_formula(parameter.type) for parameter in function.parameters))
    space = Break() if function.parameters else NOTHING
    arrow = operator("→") + text(" ") + type_formula(function.result)
    return Group(name + Nest(domain + space + arrow))


def call(function: Function) -> Document:
    """Return ``f(a, b)``, with the names of the parameters."""
    names = [text(parameter.name, Face.VARIABLE) for parameter in function.parameters]
    return text(function.name, Face.FUNCTION) + _list("(", names, ")", tight=True)


def exception_clauses(function: Function) -> Document:
    """Return ``exc := (c ⇒ E | c ⇒ E)``."""
    rows = [
        (formula(clause.value), text(clause.exception, Face.CONSTANT), clause.rules)
        for clause in function.exceptions
    ]
    return text("exc", Face.VARIABLE) + _infix(":=") + conditional_rules(rows)


def exception_clause(clause: ExceptionClause) -> Document:
    """Return one conditional rule: ``c ⇒ E``."""
    return formula(clause.value) + _infix("⇒") + text(clause.exception, Face.CONSTANT)


def transition_clause(function: Function) -> Document:
    """Return ``x, y := e, f``: the values are those before the call, and other variables stay."""
    names = [text(each.variable, Face.VARIABLE) for each in function.changes]
    count = len(function.changes)
    parts = (
        with_label(formula(each.value) + (text(",") if number < count else NOTHING), each.rules)
        for number, each in enumerate(function.changes, start=1)
    )
    values = join(Break(), parts)
    left = join(text(", "), names)
    if flat_width(left) > _LEFT_SIDE:
        return left + text(" ") + operator(":=") + Group(Nest(Break() + Group(values), 4))
    return left + _infix(":=") + Group(Nest(values))


def output_clause(function: Function) -> Document:
    """Return ``out := e``."""
    assert function.output is not None
    value = with_label(Nest(formula(function.output.value)), function.output.rules)
    return text("out", Face.VARIABLE) + _infix(":=") + value


def constructor_clause() -> Document:
    """Return ``out := self``, by which a constructor yields the object that it makes."""
    return text("out", Face.VARIABLE) + _infix(":=") + text("self", Face.VARIABLE)


def definitions(function: Function) -> Document:
    """Return ``x = e``, a line each."""
    rows = []
    for definition in function.definitions:
        name = text(definition.name, Face.VARIABLE) + _infix("=")
        rows.append(with_label(name + Nest(formula(definition.value)), definition.rules))
    return Nest(join(Break(), rows))


def body(function: Function) -> Document:
    """Return ``f(a, b) ≡ e``, the value below the name if it is long."""
    assert function.output is not None
    value = with_label(Nest(formula(function.output.value)), function.output.rules)
    return Group(call(function) + text(" ") + operator("≡") + Nest(Break() + value, 4))
