"""Template: the sections of a module interface specification, in the course's order.

The result is data. The terminal, LaTeX and Sphinx render the same sections, so that none can leave
one out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from modspec.print import formula as formulas
from modspec.print.document import Break, Document, Face, Group, Nest, join, text, with_label
from modspec.print.formula import formula, type_formula
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function, Kind, Module, Use

Role = Literal["constant", "type", "exception", "variable", "routine", "function"]
"""The kind of declaration, and the name of the role by which documents refer to it."""


@dataclass(frozen=True)
class Prose:
    """A paragraph, or several, separated by empty lines."""

    text: str


@dataclass(frozen=True)
class TemplateEntry:
    """A declaration: its name, a headline, a sentence, and its clauses with their keywords."""

    role: Role
    name: str
    headline: Document
    text: str
    clauses: tuple[tuple[str, Document], ...] = ()
    rules: tuple[str, ...] = ()
    target: bool = True
    """Whether references lead to this entry."""


@dataclass(frozen=True)
class Table:
    """Rows of documents under column headings."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Document, ...], ...]


Block = Prose | TemplateEntry | Table


@dataclass(frozen=True)
class Section:
    """A heading, the blocks under it, and the sections within."""

    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple[Section, ...] = ()


NONE = Prose("None.")


def template(module: Module) -> tuple[Section, ...]:
    """Return the sections of the module, each present even if it is empty."""
    if module.kind is Kind.TYPES:
        return (_module(module), _uses(module), _syntax(module), _considerations(module))
    before = (_module(module), _uses(module), _syntax(module))
    return (*before, _semantics(module), _considerations(module))


def _module(module: Module) -> Section:
    blocks = [Prose(f"{module.name}: {module.kind.value}. {module.title}")]
    if module.text:
        blocks.append(Prose(module.text))
    return Section("Module", tuple(blocks))


def _uses(module: Module) -> Section:
    rows = tuple(
        (text(use.short, Face.TYPE), join(text(",") + Break(), _names_used(use)))
        for use in module.uses
    )
    return Section("Uses", (Table(("Module", "What"), rows),) if rows else (NONE,))


def _names_used(use: Use) -> Iterator[Document]:
    """Yield the names that a module uses of another, as its formulas have them."""
    for name in use.names:
        yield text(name, _face(use.module, name))
    for name in use.qualified:
        yield text(f"{use.short}.{name}", Face.FUNCTION)


def _face(python_name: str, name: str) -> Face:
    """Return the face of a name that a module declares."""
    used = declare(python_name)
    if any(name == function.name for function in used.functions):
        return Face.FUNCTION
    if any(name == declared.name for declared in used.types):
        return Face.TYPE
    return Face.CONSTANT


def _syntax(module: Module) -> Section:
    return Section(
        "Syntax",
        parts=(
            Section("Exported Constants", _or_none(_constants(module))),
            Section("Exported Types", _or_none(_types(module, exported=True))),
            Section("Exported Exceptions", _or_none(_exceptions(module))),
            Section("Exported Access Programs", _access_programs(module)),
        ),
    )


def _or_none(blocks: Iterator[Block]) -> tuple[Block, ...]:
    return tuple(blocks) or (NONE,)


def _prose_or_none(text: str) -> tuple[Block, ...]:
    return (Prose(text),) if text else (NONE,)


def _constants(module: Module) -> Iterator[TemplateEntry]:
    for constant in module.constants:
        typed = text(constant.name, Face.CONSTANT) + text(" : ") + type_formula(constant.type)
        value = text("= ") + Nest(formula(constant.value))
        headline = Group(typed + Nest(Break() + value, 4))
        yield TemplateEntry(
            "constant", constant.name, headline, constant.text, rules=constant.rules
        )


def _types(module: Module, exported: bool) -> Iterator[TemplateEntry]:
    if module.kind is Kind.ABSTRACT_DATA_TYPE and module.state and exported:
        yield TemplateEntry(
            "type",
            module.state.name,
            text(f"{module.state.name} = ?", Face.TYPE),
            module.state.text,
        )
    names = getattr(module.python, "__all__", ())
    for declared in module.types:
        if (declared.name in names) is exported:
            headline = text(declared.name, Face.TYPE) + text(" = ")
            headline += type_formula(declared.type)
            yield TemplateEntry(
                "type", declared.name, headline, declared.text, rules=declared.rules
            )


def _exceptions(module: Module) -> Iterator[TemplateEntry]:
    for declared in module.exceptions:
        headline = text(declared.name, Face.CONSTANT)
        yield TemplateEntry(
            "exception", declared.name, headline, declared.text, rules=declared.rules
        )


def _access_programs(module: Module) -> tuple[Block, ...]:
    rows = []
    for function in module.access_programs:
        parameters = (
            text(p.name, Face.VARIABLE) + text(" : ") + type_formula(p.type)
            for p in function.parameters
        )
        raised = (text(name, Face.CONSTANT) for name in function.raises)
        output = text("") if function.is_transition else type_formula(function.result)
        comma = text(",") + Break()
        rows.append(
            (
                text(function.name, Face.FUNCTION),
                join(comma, parameters),
                output,
                join(comma, raised),
            )
        )
    columns = ("Routine", "In", "Out", "Exceptions")
    return (Table(columns, tuple(rows)),) if rows else (NONE,)


def _semantics(module: Module) -> Section:
    parts = []
    if module.has_state:
        parts += [
            Section("State Variables", _or_none(_variables(module))),
            Section("State Invariant", _or_none(_invariant(module))),
            Section("Assumptions", _prose_or_none(module.assumptions)),
        ]
    parts += [
        Section("Access Routine Semantics", _or_none(map(routine, module.access_programs))),
        Section("Local Types", _or_none(_types(module, exported=False))),
        Section("Local Functions", _or_none(map(local_function, module.local_functions))),
    ]
    return Section("Semantics", parts=tuple(parts))


def _variables(module: Module) -> Iterator[TemplateEntry]:
    assert module.state is not None
    for variable in module.state.variables:
        headline = text(variable.name, Face.VARIABLE) + text(" : ")
        headline += type_formula(variable.type)
        yield TemplateEntry(
            "variable", variable.name, headline, variable.text, rules=variable.rules
        )


def _invariant(module: Module) -> Iterator[TemplateEntry]:
    if module.invariant and module.invariant.output:
        clause = with_label(formula(module.invariant.output.value), module.invariant.output.rules)
        headline = text("invariant", Face.FUNCTION)
        yield TemplateEntry(
            "function", "invariant", headline, module.invariant.text, (("", clause),)
        )


def routine(function: Function) -> TemplateEntry:
    """Return the semantics of an access program: always exception, transition, output."""
    return TemplateEntry(
        "routine", function.name, formulas.call(function), function.text, tuple(_clauses(function))
    )


def _clauses(function: Function) -> Iterator[tuple[str, Document]]:
    for assumption in function.assumptions:
        yield "assumption", with_label(formula(assumption.value), assumption.rules)
    if function.exceptions:
        yield "exception", formulas.exception_clauses(function)
    if function.transition:
        yield "transition", formulas.transition_clause(function)
    if function.output:
        yield "output", formulas.output_clause(function)
    if function.definitions:
        yield "where", formulas.definitions(function)


def local_function(function: Function) -> TemplateEntry:
    """Return the type of a local function, and the expression that it stands for."""
    shown = [("", formulas.body(function))] if function.output else []
    shown += [(k, d) for k, d in _clauses(function) if k in ("assumption", "where", "transition")]
    return TemplateEntry(
        "function", function.name, formulas.signature(function), function.text, tuple(shown)
    )


def _considerations(module: Module) -> Section:
    return Section("Considerations", _prose_or_none(module.considerations))
