"""Formulas: expressions as documents.

The notation is that of the course: quantifications as ``(∃ x : S | r : p)``, sums as ``(+ x : S | r : e)``,
conditional rules as ``(c ⇒ e | c ⇒ e)``. Parentheses stand where precedence asks for them and where a
reader might doubt it: a conjunction within a disjunction bears them too.
"""

from __future__ import annotations

from functools import singledispatch

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
from modspec.syntax.expressions import (
    And,
    Apply,
    Arithmetic,
    Comparison,
    Conditional,
    Constant,
    Expression,
    Field,
    Generator,
    Index,
    Interval,
    Literal,
    MapOf,
    Negative,
    Not,
    Or,
    Quantified,
    Quantifier,
    Record,
    Sequence,
    SetLiteral,
    SetOf,
    Size,
    Slice,
    StateVariable,
    TheState,
    Variable,
)

OPERATORS = {
    "Eq": "=",
    "NotEq": "≠",
    "Lt": "<",
    "LtE": "≤",
    "Gt": ">",
    "GtE": "≥",
    "In": "∈",
    "NotIn": "∉",
    "Add": "+",
    "Sub": "-",
    "Mult": "·",
    "FloorDiv": "div",
    "Mod": "mod",
}
"""How each operator of the syntax is written."""

QUANTIFIERS = {Quantifier.FOR_ALL: "∀", Quantifier.EXISTS: "∃", Quantifier.SUM: "+"}
"""How each quantifier is written."""

_ALIGNED = 52
"""How wide conditional rules may be, labels included, for their arrows to be aligned."""

_OR, _AND, _COMPARE, _ADD, _MULTIPLY, _UNARY, _ATOM = range(7)


def _precedence(node: Expression) -> int:
    match node:
        case Or():
            return _OR
        case And():
            return _AND
        case Comparison():
            return _COMPARE
        case Interval():
            return _ADD
        case Arithmetic(operator=operator):
            return _ADD if operator in ("Add", "Sub") else _MULTIPLY
        case Not() | Negative():
            return _UNARY
        case Sequence(parts=parts) if _is_concatenation(parts):
            return _ADD
    return _ATOM


def _at(node: Expression, least: int) -> Document:
    inner = formula(node)
    return inner if _precedence(node) >= least else text("(") + Nest(inner) + text(")")


def operator(symbol: str) -> Document:
    """A symbol of the notation."""
    return text(symbol, Face.OPERATOR)


@singledispatch
def formula(node: Expression) -> Document:
    """The expression as a document."""
    raise TypeError(f"no formula for {type(node).__name__}")


@formula.register
def _(node: Variable) -> Document:
    return text(node.name, Face.VARIABLE)


@formula.register
def _(node: StateVariable) -> Document:
    return text(node.name, Face.VARIABLE)


@formula.register
def _(node: TheState) -> Document:
    return text(node.name, Face.VARIABLE)


@formula.register
def _(node: Constant) -> Document:
    return text(node.name, Face.TYPE if isinstance(node.value, type) else Face.CONSTANT)


@formula.register
def _(node: Literal) -> Document:
    if isinstance(node.value, bool):
        return text(str(node.value).lower(), Face.KEYWORD)
    return text(str(node.value), Face.NUMBER)


@formula.register
def _(node: Field) -> Document:
    return _at(node.target, _ATOM) + text(".") + text(node.name, Face.VARIABLE)


@formula.register
def _(node: Index) -> Document:
    key = _parts(node.key) if isinstance(node.key, Record) else formula(node.key)
    return _at(node.target, _ATOM) + text("[") + Nest(key) + text("]")


@formula.register
def _(node: Slice) -> Document:
    key = formula(Interval(node.low, node.high))
    return _at(node.target, _ATOM) + text("[") + Nest(key) + text("]")


@formula.register
def _(node: Apply) -> Document:
    shown = [formula(a) for a in node.arguments if not isinstance(a, TheState)]
    name = f"{node.through}.{node.function}" if node.through else node.function
    return text(name, Face.FUNCTION) + argument_list(shown)


def argument_list(arguments: list[Document]) -> Document:
    """``(a, b)``."""
    return Group(text("(") + Nest(join(text(",") + Break(), arguments)) + text(")"), tight=True)


def _parts(node: Record) -> Document:
    last = len(node.arguments) - 1
    values = (
        with_label(formula(value) + (text(",") if number < last else NOTHING), value.rules)
        for number, (_, value) in enumerate(node.arguments)
    )
    return Group(join(Break(), values), tight=True)


@formula.register
def _(node: Record) -> Document:
    return text("(") + Nest(_parts(node)) + text(")")


@formula.register
def _(node: Not) -> Document:
    return operator("¬") + _at(node.operand, _UNARY)


@formula.register
def _(node: Negative) -> Document:
    return operator("-") + _at(node.operand, _UNARY)


def _connected(operands: tuple[Expression, ...], symbol: str) -> Document:
    first, *rest = (with_label(_at(operand, _COMPARE), operand.rules) for operand in operands)
    lead = Either("  ", "")  # so that operands stand below one another
    return Group(
        Nest(concat([lead + first, *(Break() + operator(symbol) + text(" ") + r for r in rest)]))
    )


@formula.register
def _(node: And) -> Document:
    return _connected(node.operands, "∧")


@formula.register
def _(node: Or) -> Document:
    return _connected(node.operands, "∨")


@formula.register
def _(node: Comparison) -> Document:
    result = _at(node.first, _ADD)
    for relation, operand in node.rest:
        result += Break() + operator(OPERATORS[relation]) + text(" ") + _at(operand, _ADD)
    return Group(Nest(result), tight=True)


@formula.register
def _(node: Arithmetic) -> Document:
    level = _precedence(node)
    left, right = _at(node.left, level), _at(node.right, level + 1)
    return Group(
        Nest(left + Break() + operator(OPERATORS[node.operator]) + text(" ") + right), tight=True
    )


@formula.register
def _(node: Interval) -> Document:
    return _at(node.low, _ADD) + operator("..") + _at(_one_less(node.high), _ADD)


def _one_less(node: Expression) -> Expression:
    """The greatest integer of an interval, from the bound that Python's range leaves out."""
    match node:
        case Literal(value=int(value)):
            return Literal(value - 1)
        case Arithmetic(operator="Add", left=left, right=Literal(value=1)):
            return left
        case Arithmetic(operator="Sub", left=left, right=Literal(value=int(value))):
            return Arithmetic("Sub", left, Literal(value + 1))
    return Arithmetic("Sub", node, Literal(1))


@formula.register
def _(node: Conditional) -> Document:
    rows = [(formula(case.condition), formula(case.value), case.rules) for case in node.cases]
    return conditional_rules(rows)


def conditional_rules(rows: list[tuple[Document, Document, tuple[str, ...]]]) -> Document:
    """``(c ⇒ e | c ⇒ e)``: in lines of their own the arrows stand below one another.

    Where there is no room for that, what is long continues with its arrow on a line of its own.
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


def _dummies(generators: tuple[Generator, ...]) -> Document:
    """The dummies with their sets; neighbours that range over the same set share it."""
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


def _range(generators: tuple[Generator, ...]) -> Expression | None:
    conditions = tuple(c for generator in generators for c in generator.conditions)
    return And(conditions) if len(conditions) > 1 else conditions[0] if conditions else None


def _quantification(
    opening: Document, generators: tuple[Generator, ...], body: Expression, closing: str
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


@formula.register
def _(node: Quantified) -> Document:
    opening = text("(") + operator(QUANTIFIERS[node.quantifier]) + text(" ")
    return _quantification(opening, node.generators, node.body, ")")


@formula.register
def _(node: SetOf) -> Document:
    return _quantification(text("{"), node.generators, node.element, "}")


@formula.register
def _(node: MapOf) -> Document:
    opening = text("(") + operator("λ") + text(" ")
    return _quantification(opening, (node.generator,), node.value, ")")


@formula.register
def _(node: SetLiteral) -> Document:
    inner = join(text(",") + Break(), (formula(element) for element in node.elements))
    return Group(text("{") + Nest(inner) + text("}"))


def _is_concatenation(parts: tuple[tuple[bool, Expression], ...]) -> bool:
    return any(spliced for spliced, _ in parts)


@formula.register
def _(node: Sequence) -> Document:
    if not _is_concatenation(node.parts):
        inner = join(text(",") + Break(), (formula(element) for _, element in node.parts))
        return Group(text("⟨") + Nest(inner) + text("⟩"))
    pieces = [
        _at(part, _ATOM) if spliced else formula(Sequence(((False, part),)))
        for spliced, part in node.parts
    ]
    return Group(Nest(join(Break() + operator("||") + text(" "), pieces)))


@formula.register
def _(node: Size) -> Document:
    return text("|") + formula(node.operand) + text("|")
