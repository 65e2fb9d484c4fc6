"""Template: the sections of a module interface specification, in the course's order.

The result is data. The terminal, LaTeX and Sphinx render the same sections, so that none can leave
one out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from modspec.print import formula as formulas
from modspec.print.document import Break, Document, Face, Group, Nest, join, text, with_label
from modspec.print.formula import formula, type_formula, with_type
from modspec.syntax.declaration import declare
from modspec.syntax.module import Declared, Function, Kind, Module, Use
from modspec.syntax.types import InstanceOf, Type, parts_of

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
    """Return the sections of the module.

    Each is present even if it is empty, except for environment variables and local constants, which
    most modules have none of.
    """
    has_semantics = module.kind is not Kind.TYPES or any(_constants(module, exported=False))
    semantics = (_semantics(module),) if has_semantics else ()
    before = (_module(module), _uses(module), _syntax(module))
    return (*before, *semantics, _considerations(module))


def _module(module: Module) -> Section:
    heading = "Template Module" if module.kind is Kind.ABSTRACT_DATA_TYPE else "Module"
    kind = module.kind.value
    if module.type_parameters:
        heading, kind = f"Generic {heading}", f"generic {kind}"
    blocks: list[Block] = [Prose(f"{module.name}: {kind}. {module.title}")]
    blocks += [
        _entry("type", each, text(each.name, Face.TYPE) + text(" : type"))
        for each in module.type_parameters
    ]
    if module.text:
        blocks.append(Prose(module.text))
    return Section(heading, tuple(blocks))


def _uses(module: Module) -> Section:
    rows = tuple(
        (text(use.short, Face.TYPE), join(text(",") + Break(), _names_used(use, module)))
        for use in module.uses
    )
    return Section("Uses", (Table(("Module", "What"), rows),) if rows else (NONE,))


def _names_used(use: Use, module: Module) -> Iterator[Document]:
    """Yield the names that a module uses of another, as its formulas have them.

    Of the type of a generic module it uses instances.
    """
    named: list[Type] = [each.type for each in module.constants]
    named += [each.type for each in module.types]
    named += [each.type for each in (module.state.variables if module.state else ())]
    for function in module.functions:
        named += [function.result, *(each.type for each in function.parameters)]
    parts = (part for each in named for part in parts_of(each))
    instances = dict.fromkeys(part for part in parts if isinstance(part, InstanceOf))
    for name in use.names:
        own = [type_formula(each) for each in instances if each.name == name]
        yield from own or [text(name, _face(use.module, name))]
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
            Section("Exported Constants", _or_none(_constants(module, exported=True))),
            Section("Exported Types", _or_none(_types(module, exported=True))),
            Section("Exported Exceptions", _or_none(_exceptions(module))),
            Section("Exported Access Programs", _access_programs(module)),
        ),
    )


def _or_none(blocks: Iterator[Block]) -> tuple[Block, ...]:
    return tuple(blocks) or (NONE,)


def _prose_or_none(text: str) -> tuple[Block, ...]:
    return (Prose(text),) if text else (NONE,)


def _entry(role: Role, declared: Declared, headline: Document) -> TemplateEntry:
    return TemplateEntry(role, declared.name, headline, declared.text, (), declared.rules)


def _constants(module: Module, exported: bool) -> Iterator[TemplateEntry]:
    for constant in module.constants:
        if _is_exported(module, constant) is not exported:
            continue
        value = Nest(Break() + text("= ") + Nest(formula(constant.value)), 4)
        headline = Group(with_type(constant.name, Face.CONSTANT, constant.type) + value)
        yield _entry("constant", constant, headline)


def _types(module: Module, exported: bool) -> Iterator[TemplateEntry]:
    state = module.state
    if module.kind is Kind.ABSTRACT_DATA_TYPE and state and exported:
        parameters = ", ".join(each.name for each in module.type_parameters)
        whole = f"{state.name}({parameters})" if parameters else state.name
        yield TemplateEntry("type", state.name, text(f"{whole} = ?", Face.TYPE), state.text)
    for declared in module.types:
        if _is_exported(module, declared) is exported:
            headline = text(declared.name, Face.TYPE) + text(" = ") + type_formula(declared.type)
            yield _entry("type", declared, headline)


def _is_exported(module: Module, declared: Declared) -> bool:
    return declared.name in getattr(module.python, "__all__", ())


def _exceptions(module: Module) -> Iterator[TemplateEntry]:
    for declared in module.exceptions:
        yield _entry("exception", declared, text(declared.name, Face.CONSTANT))


def _access_programs(module: Module) -> tuple[Block, ...]:
    comma = text(",") + Break()
    rows = tuple(
        (
            text(function.name, Face.FUNCTION),
            join(comma, (with_type(p.name, Face.VARIABLE, p.type) for p in function.parameters)),
            type_formula(function.result) if function.has_output else text(""),
            join(comma, (text(name, Face.CONSTANT) for name in function.raises)),
        )
        for function in module.access_programs
    )
    return (Table(("Routine", "In", "Out", "Exceptions"), rows),) if rows else (NONE,)


def _semantics(module: Module) -> Section:
    parts = []
    if module.state:
        parts += [
            Section("State Variables", _or_none(_variables(module))),
            Section("State Invariant", _or_none(_invariant(module))),
        ]
    if module.environment:
        parts.append(Section("Environment Variables", (_environment(module),)))
    if module.state:
        parts.append(Section("Assumptions", _prose_or_none(module.assumptions)))
    if module.kind is not Kind.TYPES:
        programs = _or_none(map(routine, module.access_programs))
        parts.append(Section("Access Routine Semantics", programs))
    if local := tuple(_constants(module, exported=False)):
        parts.append(Section("Local Constants", local))
    if module.kind is not Kind.TYPES:
        parts += [
            Section("Local Types", _or_none(_types(module, exported=False))),
            Section("Local Functions", _or_none(map(local_function, module.local_functions))),
        ]
    return Section("Semantics", parts=tuple(parts))


def _environment(module: Module) -> Prose:
    """Return a paragraph for each environment variable: ``name: what it is``."""
    return Prose(re.sub(r"\n+(?=\w+: )", "\n\n", module.environment))


def _variables(module: Module) -> Iterator[TemplateEntry]:
    for variable in module.state.variables if module.state else ():
        yield _entry("variable", variable, with_type(variable.name, Face.VARIABLE, variable.type))


def _invariant(module: Module) -> Iterator[TemplateEntry]:
    function = module.invariant
    if function and function.output:
        clause = with_label(formula(function.output.value), function.output.rules)
        headline = text("invariant", Face.FUNCTION)
        yield TemplateEntry("function", "invariant", headline, function.text, (("", clause),))


def routine(function: Function) -> TemplateEntry:
    """Return the semantics of an access program: always exception, transition, output."""
    shown = tuple(_clauses(function))
    return TemplateEntry("routine", function.name, formulas.call(function), function.text, shown)


def _clauses(function: Function) -> Iterator[tuple[str, Document]]:
    for assumption in function.assumptions:
        yield "assumption", with_label(formula(assumption.value), assumption.rules)
    if function.exceptions:
        yield "exception", formulas.exception_clauses(function)
    if function.transition:
        yield "transition", formulas.transition_clause(function)
        if function.is_constructor:
            yield "output", formulas.constructor_clause()
    if function.output:
        yield "output", formulas.output_clause(function)
    if function.definitions:
        yield "where", formulas.definitions(function)


def local_function(function: Function) -> TemplateEntry:
    """Return the type of a local function, and the expression that it stands for."""
    shown = [("", formulas.body(function))] if function.output else []
    shown += [(k, d) for k, d in _clauses(function) if k in ("assumption", "where", "transition")]
    headline = formulas.signature(function)
    return TemplateEntry("function", function.name, headline, function.text, tuple(shown))


def _considerations(module: Module) -> Section:
    return Section("Considerations", _prose_or_none(module.considerations))
